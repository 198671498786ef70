//! Addresses from DNS itself, which says how long they are good.

use std::{io, net::SocketAddr, time::Instant};

use futures::{FutureExt as _, future::BoxFuture};
use hickory_resolver::{
    Resolver, ResolverBuilder, TokioResolver,
    config::{ConnectionConfig, LookupIpStrategy, NameServerConfig, ResolverConfig},
    net::{NetError, runtime::TokioRuntimeProvider},
};

use super::resolve::{Addresses, Resolve};
use crate::Error;

/// Asks DNS for the A and AAAA records of a name, and again when the time is over for which the answer is good (its TTL): a
/// replica that has come gets calls, and one that has gone gets none, within seconds where a cluster says seconds. The feature
/// `dns`.
///
/// The time is kept within bounds: a name is asked for once a second at most, and at least as often as
/// [`ClientBuilder::resolve_every`](crate::ClientBuilder::resolve_every) says (30 s).
///
/// ```
/// # use tabuleiro_client::{Client, Error, transport::DnsResolver};
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Error> {
/// let client = Client::builder("http://tabuleiro-headless.rules.svc.cluster.local:50051")
///     .resolver(DnsResolver::of_servers(["10.96.0.10:53".parse().expect("an address")])?)
///     .connect_lazy()?;
/// # Ok(()) }
/// ```
#[derive(Clone)]
pub struct DnsResolver(TokioResolver);

impl std::fmt::Debug for DnsResolver {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("DnsResolver").finish_non_exhaustive()
    }
}

impl DnsResolver {
    /// Asks the servers that the system asks, and looks into its file of hosts first. `/etc/resolv.conf` is read now: its
    /// servers, search list, time limits and number of attempts.
    ///
    /// ```no_run
    /// # use tabuleiro_client::{Client, Error, transport::DnsResolver};
    /// # fn example() -> Result<(), Error> {
    /// let client = Client::builder("http://tabuleiro-headless:50051")
    ///     .resolver(DnsResolver::system()?)
    ///     .connect_lazy()?;
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// [`Error::BadDns`]: the settings of the system cannot be read, or name no server.
    pub fn system() -> Result<DnsResolver, Error> {
        TokioResolver::builder_tokio()
            .and_then(DnsResolver::build)
            .map_err(|error| Error::BadDns(error.to_string()))
    }

    /// Asks these servers, by UDP, and by TCP where an answer is too long. Names are taken as they are, without a search list.
    ///
    /// # Errors
    /// [`Error::BadDns`]: there is no server.
    pub fn of_servers(servers: impl IntoIterator<Item = SocketAddr>) -> Result<DnsResolver, Error> {
        let at = |server: SocketAddr| {
            let mut connections = vec![ConnectionConfig::udp(), ConnectionConfig::tcp()];
            for connection in &mut connections {
                connection.port = server.port();
            }
            NameServerConfig::new(server.ip(), true, connections)
        };
        let servers: Vec<_> = servers.into_iter().map(at).collect();
        if servers.is_empty() {
            return Err(Error::BadDns("there is no server to ask".to_owned()));
        }
        let config = ResolverConfig::from_parts(None, Vec::new(), servers);
        let builder = Resolver::builder_with_config(config, TokioRuntimeProvider::default());
        DnsResolver::build(builder).map_err(|error| Error::BadDns(error.to_string()))
    }

    fn build(mut builder: ResolverBuilder<TokioRuntimeProvider>) -> Result<DnsResolver, NetError> {
        // Every address counts, whatever its family.
        builder.options_mut().ip_strategy = LookupIpStrategy::Ipv4AndIpv6;
        builder.build().map(DnsResolver)
    }
}

impl Resolve for DnsResolver {
    fn resolve(&self, host: &str, port: u16) -> BoxFuture<'static, io::Result<Addresses>> {
        let (resolver, host) = (self.0.clone(), host.to_owned());
        async move {
            // The balancer asks when an answer is too old, or when it has turned out to be wrong: never from memory.
            resolver.clear_cache();
            let found = resolver.lookup_ip(host).await.map_err(io::Error::other)?;
            let left = found.valid_until();
            Ok(Addresses {
                addresses: found.iter().map(|ip| SocketAddr::new(ip, port)).collect(),
                valid_for: Some(left.saturating_duration_since(Instant::now())),
            })
        }
        .boxed()
    }
}
