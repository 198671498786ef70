//! Admission: so many calls at one time, each counted until its response body has ended. The rest are answered
//! UNAVAILABLE with a RetryInfo, so that clients and balancers move on to another replica.

use std::{
    convert::Infallible,
    future::Future,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
};

use bytes::Bytes;
use http::{Request, Response};
use http_body::{Body, Frame, SizeHint};
use pin_project_lite::pin_project;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tower::{Layer, Service};

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
    type Response = Response<AdmittedBody<R>>;
    type Error = Infallible;
    type Future = AdmissionFuture<S::Future>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        self.inner.poll_ready(cx)
    }

    fn call(&mut self, request: Request<B>) -> Self::Future {
        let place = Arc::clone(&self.gate.permits).try_acquire_owned().ok();
        if place.is_none() {
            self.gate.metrics.shed();
        }
        AdmissionFuture {
            inner: place.is_some().then(|| self.inner.call(request)),
            place,
            limit: self.gate.limit,
        }
    }
}

pin_project! {
    /// The call up to its response headers.
    pub struct AdmissionFuture<F> {
        // None: refused.
        #[pin]
        inner: Option<F>,
        place: Option<OwnedSemaphorePermit>,
        limit: usize,
    }
}

impl<F, R> Future for AdmissionFuture<F>
where
    F: Future<Output = Result<Response<R>, Infallible>>,
{
    type Output = Result<Response<AdmittedBody<R>>, Infallible>;

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let this = self.project();
        let Some(inner) = this.inner.as_pin_mut() else {
            let status = Failure::Overloaded { limit: *this.limit }.into();
            let refused = super::answer(status).map(|_| AdmittedBody {
                inner: None,
                place: None,
            });
            return Poll::Ready(Ok(refused));
        };
        inner.poll(cx).map_ok(|response| {
            response.map(|inner| AdmittedBody {
                inner: Some(inner),
                place: this.place.take(),
            })
        })
    }
}

pin_project! {
    /// A response body that holds its call's place until it is dropped.
    pub struct AdmittedBody<R> {
        // None: refused in the headers already.
        #[pin]
        inner: Option<R>,
        place: Option<OwnedSemaphorePermit>,
    }
}

impl<R: Body<Data = Bytes>> Body for AdmittedBody<R> {
    type Data = Bytes;
    type Error = R::Error;

    fn poll_frame(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, R::Error>>> {
        match self.project().inner.as_pin_mut() {
            Some(inner) => inner.poll_frame(cx),
            None => Poll::Ready(None),
        }
    }

    fn is_end_stream(&self) -> bool {
        self.inner.as_ref().is_none_or(Body::is_end_stream)
    }

    fn size_hint(&self) -> SizeHint {
        self.inner
            .as_ref()
            .map_or(SizeHint::with_exact(0), Body::size_hint)
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
