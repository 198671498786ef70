//! Admission: so many calls at one time, each counted until its response body has ended. The rest are answered
//! UNAVAILABLE with a RetryInfo, so that clients and balancers move on to another replica.

use std::sync::Arc;

use http::Request;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::gate::Gate;
use crate::{
    error::Failure,
    telemetry::{catalogue, metrics::Metrics},
};

/// One count of calls in progress, shared by every service that it is put on.
#[derive(Clone, Debug)]
pub struct Admission {
    permits: Arc<Semaphore>,
    limit: usize,
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
            metrics,
        }
    }
}

impl Gate for Admission {
    type Held = OwnedSemaphorePermit;

    fn pass<B>(&self, _request: &mut Request<B>) -> Result<OwnedSemaphorePermit, Failure> {
        Arc::clone(&self.permits).try_acquire_owned().map_err(|_| {
            self.metrics.shed();
            Failure::Overloaded { limit: self.limit }
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
