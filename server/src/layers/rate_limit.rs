//! A share of calls for each client: so many a second, and a burst. Who has spent it is answered RESOURCE_EXHAUSTED
//! with a RetryInfo. A client is the subject of a certificate or token that holds, else an address.

use std::{
    net::{IpAddr, Ipv6Addr},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use governor::{
    Quota, RateLimiter as Governor,
    clock::{Clock, DefaultClock},
    middleware::NoOpMiddleware,
    state::keyed::DashMapStateStore,
};
use http::{HeaderMap, Request};
use ipnet::IpNet;

use super::gate::Gate;
use crate::{
    config::RateLimit,
    error::Failure,
    identity::{Caller, Credential},
    peer::Peer,
    telemetry::metrics::Metrics,
};

const FORWARDED_FOR: &str = "x-forwarded-for";

/// Clients that are tracked one by one.
const MAX_CLIENTS: usize = 65_536;

/// Shares for the clients beyond that.
const SHARED: u64 = 1_024;

/// Whose share a call is taken from.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Client {
    /// A caller by what proves it and its name.
    Named(Credential, Arc<str>),
    /// An address; of IPv6 the first 64 bits, because one customer has all the others.
    Address(IpAddr),
    /// A caller in this process.
    Embedded,
    /// One of the shares for those that come when there are too many clients to track.
    Shared(u64),
}

impl Client {
    /// Whose call it is.
    pub(super) fn of<B>(request: &Request<B>, trusted: &[IpNet]) -> Client {
        match request.extensions().get::<Caller>() {
            Some(caller) => Client::Named(caller.by, Arc::clone(&caller.name)),
            None => {
                let peer = request.extensions().get::<Peer>();
                match peer.and_then(|peer| peer.certificate_subject.clone()) {
                    Some(subject) => Client::Named(Credential::Certificate, subject),
                    None => Client::by_address(peer, request.headers(), trusted),
                }
            }
        }
    }

    /// The client by where the call comes from: its connection, or what a trusted proxy says of it.
    pub(super) fn by_address(
        peer: Option<&Peer>,
        headers: &HeaderMap,
        trusted: &[IpNet],
    ) -> Client {
        match peer.and_then(|peer| peer.address) {
            Some(address) => Client::Address(network(forwarded(address.ip(), headers, trusted))),
            None => Client::Embedded,
        }
    }
}

/// The address behind the proxies that are trusted. Each proxy adds, at the right, whom it was called by: so
/// the right-most address that is no trusted proxy is the last one that somebody trusted has seen.
fn forwarded(peer: IpAddr, headers: &HeaderMap, trusted: &[IpNet]) -> IpAddr {
    let is_trusted = |address: IpAddr| trusted.iter().any(|net| net.contains(&address));
    let mut seen = peer.to_canonical();
    let hops = headers.get_all(FORWARDED_FOR).iter().rev();
    for hop in hops.flat_map(|value| value.as_bytes().rsplit(|byte| *byte == b',')) {
        if !is_trusted(seen) {
            break;
        }
        let Some(address) = std::str::from_utf8(hop).ok().and_then(address) else {
            break;
        };
        seen = address;
    }
    seen
}

/// An address as proxies write it: bare, with a port, in brackets.
fn address(hop: &str) -> Option<IpAddr> {
    let hop = hop.trim();
    let bare = hop
        .strip_prefix('[')
        .and_then(|hop| hop.strip_suffix(']'))
        .unwrap_or(hop);
    bare.parse::<IpAddr>()
        .or_else(|_| {
            hop.parse::<std::net::SocketAddr>()
                .map(|socket| socket.ip())
        })
        .map(|address| address.to_canonical())
        .ok()
}

fn network(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).into()
        }
    }
}

type Shares<C> =
    Governor<Client, DashMapStateStore<Client>, C, NoOpMiddleware<<C as Clock>::Instant>>;

/// The shares of all clients.
#[derive(Debug)]
pub struct RateLimiter<C: Clock = DefaultClock> {
    shares: Shares<C>,
    clock: C,
    /// The proxies whose word is taken for where a call comes from.
    pub(super) trusted: Vec<IpNet>,
    /// Whether callers with credentials have a limit too.
    named: bool,
    /// Calls until idle clients are forgotten again.
    until_sweep: AtomicU64,
    metrics: Metrics,
}

impl RateLimiter {
    /// The limiter of this configuration; `None` where there is no limit.
    #[must_use]
    pub fn new(config: &RateLimit, metrics: Metrics) -> Option<RateLimiter> {
        RateLimiter::with_clock(config, metrics, DefaultClock::default())
    }
}

impl<C: Clock + Clone> RateLimiter<C> {
    fn with_clock(config: &RateLimit, metrics: Metrics, clock: C) -> Option<RateLimiter<C>> {
        let quota = Quota::per_second(config.per_second?).allow_burst(config.burst);
        Some(RateLimiter {
            shares: Governor::new(quota, DashMapStateStore::default(), clock.clone()),
            clock,
            trusted: config.trusted_proxies.clone(),
            named: !config.anonymous_only,
            until_sweep: AtomicU64::new(0),
            metrics,
        })
    }

    /// Takes one call from a client's share.
    ///
    /// # Errors
    /// [`Failure::RateLimited`] where it is spent.
    pub fn check(&self, client: &Client) -> Result<(), Failure> {
        if !self.named && matches!(client, Client::Named(..)) {
            return Ok(());
        }
        self.sweep();
        let spent = if self.shares.len() < MAX_CLIENTS {
            self.shares.check_key(client)
        } else {
            self.shares.check_key(&shared(client))
        };
        spent.map_err(|until| {
            self.metrics.rate_limited();
            Failure::RateLimited {
                retry_after: until.wait_time_from(self.clock.now()),
            }
        })
    }

    /// Forgets idle clients, once in as many calls as there can be clients: its cost per call is constant.
    fn sweep(&self) {
        let before = self.until_sweep.fetch_add(1, Ordering::Relaxed);
        if before % (MAX_CLIENTS as u64 / 2) == MAX_CLIENTS as u64 / 2 - 1 {
            self.shares.retain_recent();
            self.shares.shrink_to_fit();
        }
    }
}

fn shared(client: &Client) -> Client {
    use std::hash::{DefaultHasher, Hash as _, Hasher as _};
    let mut hasher = DefaultHasher::new();
    client.hash(&mut hasher);
    Client::Shared(hasher.finish() % SHARED)
}

/// Takes each call from its client's share; without a limiter every call passes.
#[derive(Clone, Debug)]
pub struct Share(pub Option<Arc<RateLimiter>>);

impl Gate for Share {
    type Held = ();

    fn pass<B>(&self, request: &mut Request<B>) -> Result<(), Failure> {
        match &self.0 {
            Some(limiter) => limiter.check(&Client::of(request, &limiter.trusted)),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests;
