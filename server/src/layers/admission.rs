//! Admission: so many calls at one time, each counted until its response body has ended. The rest are answered
//! UNAVAILABLE with a RetryInfo, so that clients and balancers move on to another replica. Before that each client has its own bound
//! ([`super::crowd`]), where there is one.

use std::sync::Arc;

use http::Request;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::{
    crowd::{Crowd, Place},
    gate::Gate,
};
use crate::{
    error::Failure,
    telemetry::{catalogue, metrics::Metrics},
};

/// One count of calls in progress, shared by every service that it is put on.
#[derive(Clone, Debug)]
pub struct Admission {
    permits: Arc<Semaphore>,
    limit: usize,
    crowd: Option<Arc<Crowd>>,
    metrics: Metrics,
}

impl Admission {
    /// At most `limit` calls at one time.
    #[must_use]
    pub fn new(limit: usize, metrics: Metrics) -> Admission {
        let permits = Arc::new(Semaphore::new(limit));
        let free = Arc::clone(&permits);
        metrics.watch(&catalogue::IN_FLIGHT, move || {
            limit.saturating_sub(free.available_permits()) as u64
        });
        metrics.watch(&catalogue::IN_FLIGHT_LIMIT, move || limit as u64);
        Admission {
            permits,
            limit,
            crowd: None,
            metrics,
        }
    }

    /// And at most so many of one client, as this says.
    #[must_use]
    pub fn with_crowd(self, crowd: Option<Arc<Crowd>>) -> Admission {
        Admission { crowd, ..self }
    }
}

/// What a call that was admitted holds.
#[derive(Debug)]
pub struct Admitted {
    _of_its_client: Option<Place>,
    _of_all: OwnedSemaphorePermit,
}

impl Gate for Admission {
    type Held = Admitted;

    fn pass<B>(&self, request: &mut Request<B>) -> Result<Admitted, Failure> {
        let place = match &self.crowd {
            Some(crowd) => crowd.enter(request)?,
            None => None,
        };
        let permit = Arc::clone(&self.permits).try_acquire_owned();
        let permit = permit.map_err(|_| {
            self.metrics.shed();
            Failure::Overloaded { limit: self.limit }
        })?;
        Ok(Admitted {
            _of_its_client: place,
            _of_all: permit,
        })
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use http::Response;
    use tower::{Layer as _, ServiceExt as _};

    use super::*;
    use crate::layers::gate::GateLayer;

    type Inner = Response<tonic::body::Body>;

    #[tokio::test]
    async fn a_call_holds_its_place_until_its_body_is_dropped() {
        let gate = GateLayer(Admission::new(1, Metrics::default()));
        let service = gate.layer(tower::service_fn(|_: Request<()>| async {
            Ok::<Inner, Infallible>(Response::new(tonic::body::Body::empty()))
        }));
        let call = || async { service.clone().oneshot(Request::new(())).await };
        let first = call().await.expect("infallible");
        assert!(first.headers().get("grpc-status").is_none());
        let second = call().await.expect("infallible");
        assert_eq!(
            super::super::code_in(second.headers()),
            Some(tonic::Code::Unavailable)
        );
        drop(first);
        let third = call().await.expect("infallible");
        assert!(third.headers().get("grpc-status").is_none());
    }
}
