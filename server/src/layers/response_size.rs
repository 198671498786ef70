//! Answer message size: an answer that is larger than any client should be sent is replaced by RESOURCE_EXHAUSTED with the
//! limit by name. tonic 0.14.9's own check says OUT_OF_RANGE, without details.

use std::{
    convert::Infallible,
    future::Future,
    pin::Pin,
    task::{Context, Poll},
};

use bytes::Bytes;
use http::{Request, Response};
use http_body::{Body, Frame, SizeHint};
use pin_project_lite::pin_project;
use tower::{Layer, Service};

use super::message_size::Frames;
use crate::telemetry::metrics::Metrics;

/// The limit as errors and metrics name it.
pub(crate) const MAX_RESPONSE_BYTES: &str = "max_response_bytes";

/// Limits every answer message to so many bytes.
#[derive(Clone, Debug)]
pub struct ResponseSizeLayer {
    limit: usize,
    metrics: Metrics,
}

impl ResponseSizeLayer {
    /// At most `limit` bytes in a message, as it travels.
    #[must_use]
    pub fn new(limit: usize, metrics: Metrics) -> ResponseSizeLayer {
        ResponseSizeLayer { limit, metrics }
    }
}

impl<S> Layer<S> for ResponseSizeLayer {
    type Service = ResponseSize<S>;
    fn layer(&self, inner: S) -> Self::Service {
        ResponseSize {
            inner,
            layer: self.clone(),
        }
    }
}

/// See [`ResponseSizeLayer`].
#[derive(Clone, Debug)]
pub struct ResponseSize<S> {
    inner: S,
    layer: ResponseSizeLayer,
}

impl<S, B, R> Service<Request<B>> for ResponseSize<S>
where
    S: Service<Request<B>, Response = Response<R>, Error = Infallible>,
{
    type Response = Response<LimitedAnswer<R>>;
    type Error = Infallible;
    type Future = ResponseSizeFuture<S::Future>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        self.inner.poll_ready(cx)
    }

    fn call(&mut self, request: Request<B>) -> Self::Future {
        ResponseSizeFuture {
            inner: self.inner.call(request),
            layer: self.layer.clone(),
        }
    }
}

pin_project! {
    /// The call up to its response headers.
    pub struct ResponseSizeFuture<F> {
        #[pin]
        inner: F,
        layer: ResponseSizeLayer,
    }
}

impl<F, R> Future for ResponseSizeFuture<F>
where
    F: Future<Output = Result<Response<R>, Infallible>>,
{
    type Output = Result<Response<LimitedAnswer<R>>, Infallible>;

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let this = self.project();
        this.inner.poll(cx).map_ok(|response| {
            let ResponseSizeLayer { limit, metrics } = this.layer.clone();
            response.map(|inner| LimitedAnswer {
                inner: Some(inner),
                frames: Frames::new(MAX_RESPONSE_BYTES, limit),
                metrics,
            })
        })
    }
}

pin_project! {
    /// A response body that ends with the status where a message is too large. Nothing of that message is sent.
    pub struct LimitedAnswer<R> {
        // None: that has been said.
        #[pin]
        inner: Option<R>,
        frames: Frames,
        metrics: Metrics,
    }
}

impl<R: Body<Data = Bytes>> Body for LimitedAnswer<R> {
    type Data = Bytes;
    type Error = R::Error;

    fn poll_frame(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, R::Error>>> {
        let mut this = self.project();
        let Some(inner) = this.inner.as_mut().as_pin_mut() else {
            return Poll::Ready(None);
        };
        let next = inner.poll_frame(cx);
        if let Poll::Ready(Some(Ok(frame))) = &next
            && let Some(data) = frame.data_ref()
            && let Err(failure) = this.frames.check(data)
        {
            this.metrics.limit_exceeded(MAX_RESPONSE_BYTES);
            this.inner.set(None);
            let status = failure.into();
            return Poll::Ready(Some(Ok(Frame::trailers(super::trailers(&status)))));
        }
        next
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
