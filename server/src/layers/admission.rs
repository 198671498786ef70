//! Admission: so many calls at one time, each counted until its response body has ended. The rest are answered
//! UNAVAILABLE with a RetryInfo, so that clients and balancers move on to another replica.

use std::{
    convert::Infallible,
    sync::Arc,
    task::{Context, Poll},
};

use http::{Request, Response};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tower::{Layer, Service};

use super::refusal::{Refusable, RefusableBody};
use crate::{
    error::Failure,
    telemetry::{catalogue, metrics::Metrics},
};

/// One count of calls in progress, shared by every service that it is put on.
#[derive(Clone, Debug)]
pub struct AdmissionLayer {
    permits: Arc<Semaphore>,
    limit: usize,
    metrics: Metrics,
}

impl AdmissionLayer {
    /// At most `limit` calls at one time.
    #[must_use]
    pub fn new(limit: usize, metrics: Metrics) -> AdmissionLayer {
        let permits = Arc::new(Semaphore::new(limit));
        let free = Arc::clone(&permits);
        metrics.watch(&catalogue::IN_FLIGHT, move || {
            limit.saturating_sub(free.available_permits()) as u64
        });
        metrics.watch(&catalogue::IN_FLIGHT_LIMIT, move || limit as u64);
        AdmissionLayer {
            permits,
            limit,
            metrics,
        }
    }
}

impl<S> Layer<S> for AdmissionLayer {
    type Service = Admission<S>;
    fn layer(&self, inner: S) -> Self::Service {
        Admission {
            inner,
            gate: self.clone(),
        }
    }
}

/// See [`AdmissionLayer`].
#[derive(Clone, Debug)]
pub struct Admission<S> {
    inner: S,
    gate: AdmissionLayer,
}

impl<S, B, R> Service<Request<B>> for Admission<S>
where
    S: Service<Request<B>, Response = Response<R>, Error = Infallible>,
{
    type Response = Response<RefusableBody<R, OwnedSemaphorePermit>>;
    type Error = Infallible;
    type Future = Refusable<S::Future, OwnedSemaphorePermit>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        self.inner.poll_ready(cx)
    }

    fn call(&mut self, request: Request<B>) -> Self::Future {
        match Arc::clone(&self.gate.permits).try_acquire_owned() {
            Ok(place) => Refusable::passed(self.inner.call(request), place),
            Err(_) => {
                self.gate.metrics.shed();
                let limit = self.gate.limit;
                Refusable::refused(Failure::Overloaded { limit })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tower::ServiceExt as _;

    type Inner = Response<tonic::body::Body>;

    #[tokio::test]
    async fn a_call_holds_its_place_until_its_body_is_dropped() {
        let gate = AdmissionLayer::new(1, Metrics::default());
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
