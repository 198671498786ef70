//! A span around each call, named and labelled by OpenTelemetry's RPC conventions, joined to the caller's trace
//! (W3C trace context). It ends with the response body, because a success has its status in the trailers.
//!
//! The span has target `tabuleiro::rpc` and level debug: the trace exporter always takes it, the log only when its
//! filter says so (`info,tabuleiro::rpc=debug` logs a line per call). Nobody interested, or not in this call: no span is made.

use std::{
    convert::Infallible,
    future::Future,
    pin::Pin,
    task::{Context, Poll},
};

use bytes::Bytes;
use http::{HeaderMap, Request, Response};
use http_body::{Body, Frame, SizeHint};
use opentelemetry::propagation::Extractor;
use pin_project_lite::pin_project;
use tonic::Code;
use tower::{Layer, Service};
use tracing::{Span, field::Empty};
use tracing_opentelemetry::OpenTelemetrySpanExt;

use crate::{contract::Methods, telemetry::sampling};
use tabuleiro_proto::code_name;

/// The target of call spans in log filters.
pub const TARGET: &str = "tabuleiro::rpc";

/// Makes a span per call.
#[derive(Clone, Debug)]
pub struct SpanLayer {
    methods: Methods,
}

impl SpanLayer {
    /// `methods` are those that the server has.
    #[must_use]
    pub fn new(methods: Methods) -> SpanLayer {
        SpanLayer { methods }
    }

    fn span(&self, path: &str, headers: &HeaderMap) -> Span {
        if !tracing::enabled!(target: TARGET, tracing::Level::DEBUG) {
            return Span::none();
        }
        let parent = opentelemetry::global::get_text_map_propagator(|propagator| {
            propagator.extract(&Headers(headers))
        });
        if !sampling::needs_span(&parent) {
            return Span::none();
        }
        let name = &**self.methods.label(path);
        let span = tracing::debug_span!(
            target: TARGET,
            "call",
            otel.name = name,
            otel.kind = "server",
            otel.status_code = Empty,
            rpc.system.name = "grpc",
            rpc.method = name,
            rpc.response.status_code = Empty,
            error.type = Empty,
            tabuleiro.variant = Empty,
            tabuleiro.ply_count = Empty,
            tabuleiro.cause = Empty,
            tabuleiro.rule = Empty,
            tabuleiro.items = Empty,
            tabuleiro.search.nodes = Empty,
        );
        if !span.is_disabled() {
            // Without an exporter there is no trace to join: nothing is lost.
            let _ = span.set_parent(parent);
        }
        span
    }
}

struct Headers<'a>(&'a HeaderMap);

impl Extractor for Headers<'_> {
    fn get(&self, key: &str) -> Option<&str> {
        self.0.get(key)?.to_str().ok()
    }
    fn keys(&self) -> Vec<&str> {
        self.0.keys().map(http::HeaderName::as_str).collect()
    }
}

/// Only a fault of the server marks a server span as failed.
fn is_ours(code: Code) -> bool {
    matches!(
        code,
        Code::Unknown
            | Code::DeadlineExceeded
            | Code::Unimplemented
            | Code::Internal
            | Code::Unavailable
            | Code::DataLoss
    )
}

fn record(span: &Span, code: Code) {
    span.record("rpc.response.status_code", code_name(code));
    if code != Code::Ok {
        span.record("error.type", code_name(code));
    }
    if is_ours(code) {
        span.record("otel.status_code", "ERROR");
    }
}

impl<S> Layer<S> for SpanLayer {
    type Service = Spanned<S>;
    fn layer(&self, inner: S) -> Self::Service {
        Spanned {
            inner,
            spans: self.clone(),
        }
    }
}

/// See [`SpanLayer`].
#[derive(Clone, Debug)]
pub struct Spanned<S> {
    inner: S,
    spans: SpanLayer,
}

impl<S, B, R> Service<Request<B>> for Spanned<S>
where
    S: Service<Request<B>, Response = Response<R>, Error = Infallible>,
{
    type Response = Response<SpannedBody<R>>;
    type Error = Infallible;
    type Future = SpannedFuture<S::Future>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        self.inner.poll_ready(cx)
    }

    fn call(&mut self, request: Request<B>) -> Self::Future {
        let span = self.spans.span(request.uri().path(), request.headers());
        let inner = span.in_scope(|| self.inner.call(request));
        SpannedFuture { inner, span }
    }
}

pin_project! {
    /// The call up to its response headers.
    pub struct SpannedFuture<F> {
        #[pin]
        inner: F,
        span: Span,
    }
}

impl<F, R> Future for SpannedFuture<F>
where
    F: Future<Output = Result<Response<R>, Infallible>>,
{
    type Output = Result<Response<SpannedBody<R>>, Infallible>;

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let this = self.project();
        let _entered = this.span.enter();
        this.inner.poll(cx).map(|result| {
            result.map(|response| {
                if !this.span.is_disabled()
                    && let Some(code) = super::code_in(response.headers())
                {
                    record(this.span, code);
                }
                let span = this.span.clone();
                response.map(|inner| SpannedBody { inner, span })
            })
        })
    }
}

pin_project! {
    /// A response body whose trailers end the span.
    pub struct SpannedBody<R> {
        #[pin]
        inner: R,
        span: Span,
    }
}

impl<R: Body<Data = Bytes>> Body for SpannedBody<R> {
    type Data = Bytes;
    type Error = R::Error;

    fn poll_frame(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, R::Error>>> {
        let this = self.project();
        let _entered = this.span.enter();
        let frame = this.inner.poll_frame(cx);
        if !this.span.is_disabled()
            && let Poll::Ready(Some(Ok(frame))) = &frame
            && let Some(code) = frame.trailers_ref().and_then(super::code_in)
        {
            record(this.span, code);
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
