//! The duration and the status of each call, as the RPC conventions have them. A call ends with its response body; one whose
//! caller leaves before that is CANCELLED. Where nobody reads metrics, no clock is read either.

use std::{
    convert::Infallible,
    future::Future,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
    time::Instant,
};

use bytes::Bytes;
use http::{Request, Response};
use http_body::{Body, Frame, SizeHint};
use pin_project_lite::pin_project;
use tonic::Code;
use tower::{Layer, Service};

use crate::{contract::Methods, telemetry::metrics::Metrics};

/// Measures each call.
#[derive(Clone, Debug)]
pub struct MetricsLayer {
    metrics: Metrics,
    methods: Methods,
}

impl MetricsLayer {
    /// `methods` are those that the server has.
    #[must_use]
    pub fn new(metrics: Metrics, methods: Methods) -> MetricsLayer {
        MetricsLayer { metrics, methods }
    }
}

impl<S> Layer<S> for MetricsLayer {
    type Service = Measured<S>;
    fn layer(&self, inner: S) -> Self::Service {
        Measured {
            inner,
            layer: self.clone(),
        }
    }
}

/// See [`MetricsLayer`].
#[derive(Clone, Debug)]
pub struct Measured<S> {
    inner: S,
    layer: MetricsLayer,
}

/// A call that is measured; it is told when this is dropped.
#[derive(Debug)]
struct Call {
    metrics: Metrics,
    method: Arc<str>,
    start: Instant,
    code: Option<Code>,
}

impl Drop for Call {
    fn drop(&mut self) {
        let code = self.code.unwrap_or(Code::Cancelled);
        self.metrics
            .call_ended(&self.method, code, self.start.elapsed());
    }
}

impl<S, B, R> Service<Request<B>> for Measured<S>
where
    S: Service<Request<B>, Response = Response<R>, Error = Infallible>,
{
    type Response = Response<MeasuredBody<R>>;
    type Error = Infallible;
    type Future = MeasuredFuture<S::Future>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        self.inner.poll_ready(cx)
    }

    fn call(&mut self, request: Request<B>) -> Self::Future {
        let MetricsLayer { metrics, methods } = &self.layer;
        let call = metrics.is_on().then(|| Call {
            metrics: metrics.clone(),
            method: Arc::clone(methods.label(request.uri().path())),
            start: Instant::now(),
            code: None,
        });
        MeasuredFuture {
            inner: self.inner.call(request),
            call,
        }
    }
}

pin_project! {
    /// The call up to its response headers.
    pub struct MeasuredFuture<F> {
        #[pin]
        inner: F,
        call: Option<Call>,
    }
}

impl<F, R> Future for MeasuredFuture<F>
where
    F: Future<Output = Result<Response<R>, Infallible>>,
{
    type Output = Result<Response<MeasuredBody<R>>, Infallible>;

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let this = self.project();
        this.inner.poll(cx).map_ok(|response| {
            let mut call = this.call.take();
            if let Some(call) = &mut call {
                call.code = super::code_in(response.headers());
            }
            response.map(|inner| MeasuredBody { inner, call })
        })
    }
}

pin_project! {
    /// A response body whose trailers say how the call ended.
    pub struct MeasuredBody<R> {
        #[pin]
        inner: R,
        call: Option<Call>,
    }
}

impl<R: Body<Data = Bytes>> Body for MeasuredBody<R> {
    type Data = Bytes;
    type Error = R::Error;

    fn poll_frame(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, R::Error>>> {
        let this = self.project();
        let frame = this.inner.poll_frame(cx);
        if let Some(call) = this.call
            && let Poll::Ready(Some(Ok(frame))) = &frame
            && let Some(code) = frame.trailers_ref().and_then(super::code_in)
        {
            call.code = Some(code);
        }
        frame
    }

    fn is_end_stream(&self) -> bool {
        self.inner.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.inner.size_hint()
    }
}
