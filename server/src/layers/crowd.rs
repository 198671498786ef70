//! Places for each client: so many of its calls may be in progress at one time, so that none takes every place there is. Whoever
//! has them all is answered RESOURCE_EXHAUSTED with a RetryInfo. A client is a subject or an
//! address, as in [`super::rate_limit`].

use std::sync::Arc;

use dashmap::{DashMap, Entry};
use http::Request;
use ipnet::IpNet;

use super::rate_limit::Client;
use crate::{
    config::{PerClient, RateLimit},
    error::Failure,
    telemetry::metrics::Metrics,
};

/// The places of all clients. Only those with calls in progress are remembered, so that there are never more of them than calls.
#[derive(Debug)]
pub struct Crowd {
    taken: DashMap<Client, usize>,
    limit: usize,
    /// Whether callers with credentials have a limit too.
    named: bool,
    trusted: Vec<IpNet>,
    metrics: Metrics,
}

impl Crowd {
    /// The places that this configuration gives to each client; `None` where each may have all.
    #[must_use]
    pub fn new(places: PerClient, rate: &RateLimit, metrics: Metrics) -> Option<Arc<Crowd>> {
        Some(Arc::new(Crowd {
            taken: DashMap::new(),
            limit: places.limit?.get(),
            named: !places.anonymous_only,
            trusted: rate.trusted_proxies.clone(),
            metrics,
        }))
    }

    /// A place for this call, where its client needs one.
    ///
    /// # Errors
    /// [`Failure::Crowded`]: its client has them all.
    pub fn enter<B>(self: &Arc<Crowd>, request: &Request<B>) -> Result<Option<Place>, Failure> {
        self.admit(Client::of(request, &self.trusted))
    }

    fn admit(self: &Arc<Crowd>, client: Client) -> Result<Option<Place>, Failure> {
        let is_free = match client {
            Client::Named(..) => !self.named,
            // Whoever runs this process has nobody to be kept from.
            Client::Embedded => true,
            Client::Address(_) | Client::Shared(_) => false,
        };
        if is_free {
            return Ok(None);
        }
        let mut taken = self.taken.entry(client.clone()).or_default();
        if *taken >= self.limit {
            self.metrics.crowded();
            return Err(Failure::Crowded { limit: self.limit });
        }
        *taken += 1;
        drop(taken);
        Ok(Some(Place {
            crowd: Arc::clone(self),
            client,
        }))
    }
}

/// A client's place, which it has back when this is dropped.
#[derive(Debug)]
pub struct Place {
    crowd: Arc<Crowd>,
    client: Client,
}

impl Drop for Place {
    fn drop(&mut self) {
        let entry = self.crowd.taken.entry(self.client.clone());
        if let Entry::Occupied(mut taken) = entry {
            match taken.get().checked_sub(1) {
                None | Some(0) => drop(taken.remove()),
                Some(left) => *taken.get_mut() = left,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;

    use super::*;
    use crate::identity::Credential;

    fn crowd(limit: usize, anonymous_only: bool) -> Arc<Crowd> {
        let places = PerClient {
            limit: NonZeroUsize::new(limit),
            anonymous_only,
        };
        let rate = crate::Config::default().rate_limit;
        Crowd::new(places, &rate, Metrics::default()).expect("a limit")
    }

    fn address(n: u8) -> Client {
        Client::Address([192, 0, 2, n].into())
    }

    #[test]
    fn each_client_has_its_own_places_and_a_call_that_ends_gives_one_back() {
        let crowd = crowd(2, false);
        let mut held: Vec<_> = (0..2).map(|_| crowd.admit(address(1))).collect();
        assert!(held.iter().all(Result::is_ok));
        let refused = crowd.admit(address(1)).expect_err("it has them all");
        assert_eq!(refused, Failure::Crowded { limit: 2 });
        let name = Client::Named(Credential::Token, "room".into());
        for other in [address(2), name] {
            held.push(crowd.admit(other));
        }
        assert!(held.iter().all(Result::is_ok));
        held.remove(0).expect("held");
        let again = crowd.admit(address(1));
        assert!(again.is_ok());
        assert!(crowd.admit(address(1)).is_err());
    }

    #[test]
    fn only_clients_with_calls_in_progress_are_remembered() {
        let crowd = crowd(3, false);
        for round in 0..3 {
            let held: Vec<_> = (0..200)
                .flat_map(|n| [n, n])
                .map(|n| crowd.admit(address(n)).expect("a place"))
                .collect();
            assert_eq!(crowd.taken.len(), 200, "round {round}");
            drop(held);
            assert!(crowd.taken.is_empty());
        }
        // A refusal leaves nothing behind either.
        let held: Vec<_> = (0..5).map(|_| crowd.admit(address(1))).collect();
        assert_eq!(held.iter().filter(|it| it.is_ok()).count(), 3);
        drop(held);
        assert!(crowd.taken.is_empty());
    }

    #[test]
    fn where_only_the_anonymous_have_a_limit_others_have_none_and_neither_has_this_process() {
        let crowd = crowd(1, true);
        let name = || Client::Named(Credential::Token, "room".into());
        let held: Vec<_> = (0..20)
            .flat_map(|_| [name(), Client::Embedded])
            .map(|client| crowd.admit(client))
            .collect();
        assert!(held.iter().all(Result::is_ok));
        let _one = crowd.admit(address(1)).expect("a place");
        assert!(crowd.admit(address(1)).is_err());
    }
}
