//! The span of one call, with all its attempts.

use std::{
    net::SocketAddr,
    sync::atomic::{AtomicBool, AtomicU32, Ordering},
    time::Duration,
};

use opentelemetry::{Context, global, propagation::Injector, trace::TraceContextExt as _};
use tabuleiro_proto::code_name;
use tonic::{
    Code,
    metadata::{Ascii, MetadataKey, MetadataMap},
};
use tracing::{Instrument as _, Span, field::Empty};
use tracing_opentelemetry::OpenTelemetrySpanExt as _;

use super::{TARGET, code};
use crate::Error;

/// The span of one call.
#[derive(Debug)]
pub(crate) struct CallSpan {
    span: Span,
    attempts: AtomicU32,
    ended: AtomicBool,
}

impl CallSpan {
    /// A call begins, in the current span.
    pub(crate) fn begin(path: &'static str) -> CallSpan {
        let method = path.trim_start_matches('/');
        let span = tracing::info_span!(
            target: TARGET,
            "call",
            otel.name = method,
            otel.kind = "client",
            otel.status_code = Empty,
            rpc.system.name = "grpc",
            rpc.method = method,
            rpc.response.status_code = Empty,
            "error.type" = Empty,
            network.peer.address = Empty,
            network.peer.port = Empty,
            tabuleiro.attempts = Empty,
        );
        CallSpan {
            span,
            attempts: AtomicU32::new(0),
            ended: AtomicBool::new(false),
        }
    }

    /// This work as part of the call.
    pub(crate) fn around<T>(&self, work: impl Future<Output = T>) -> impl Future<Output = T> {
        work.instrument(self.span.clone())
    }

    /// Something that happens in the call.
    pub(crate) fn within(&self, happens: impl FnOnce()) {
        self.span.in_scope(happens);
    }

    /// An attempt is sent with this metadata.
    pub(crate) fn send(&self, metadata: &mut MetadataMap) {
        self.attempts.fetch_add(1, Ordering::Relaxed);
        let context = self.context();
        global::get_text_map_propagator(|propagator| {
            propagator.inject_context(&context, &mut Headers(metadata));
        });
    }

    /// The context to carry: of this span, or where it is not exported, of the caller.
    fn context(&self) -> Context {
        let is_known = |context: &Context| context.span().span_context().is_valid();
        let ours = self.span.context();
        if is_known(&ours) {
            return ours;
        }
        let of_caller = Span::current().context();
        if is_known(&of_caller) {
            return of_caller;
        }
        Context::current()
    }

    /// A server has refused the token; a newer one is asked for.
    pub(crate) fn renews_token(&self) {
        self.within(|| tracing::debug!(target: TARGET, "the token is renewed"));
    }

    /// The call is over.
    pub(crate) fn end(&self, error: Option<&Error>, peer: Option<SocketAddr>) {
        self.ended.store(true, Ordering::Relaxed);
        if let Some(peer) = peer {
            let address = peer.ip().to_canonical();
            self.span
                .record("network.peer.address", tracing::field::display(address));
            self.span.record("network.peer.port", peer.port());
        }
        let status = error.map_or(Some(Code::Ok), code::status);
        if let Some(status) = status {
            self.span
                .record("rpc.response.status_code", code_name(status));
        }
        if let Some(error) = error {
            self.span.record("error.type", code::kind(error));
            self.span.record("otel.status_code", "ERROR");
        }
    }
}

impl Drop for CallSpan {
    fn drop(&mut self) {
        let attempts = self.attempts.load(Ordering::Relaxed);
        self.span.record("tabuleiro.attempts", attempts);
        if !self.ended.load(Ordering::Relaxed) {
            let cancelled = code_name(Code::Cancelled);
            self.span.record("rpc.response.status_code", cancelled);
        }
    }
}

/// In the current call: it failed with this code, and is made again after a pause.
pub(crate) fn tries_again(code: Code, pause: Duration) {
    let pause_ms = u64::try_from(pause.as_millis()).unwrap_or(u64::MAX);
    tracing::debug!(
        target: TARGET,
        { rpc.response.status_code = code_name(code), pause_ms },
        "the call is made again"
    );
}

/// In the current call: there is no answer yet.
pub(crate) fn asks_another(stalled: bool) {
    tracing::debug!(target: TARGET, stalled, "another server is asked too");
}

/// Metadata as a carrier of contexts.
struct Headers<'m>(&'m mut MetadataMap);

impl Injector for Headers<'_> {
    fn set(&mut self, key: &str, value: String) {
        // An empty tracestate says nothing.
        if value.is_empty() {
            return;
        }
        if let (Ok(key), Ok(value)) = (
            MetadataKey::<Ascii>::from_bytes(key.as_bytes()),
            value.parse(),
        ) {
            self.0.insert(key, value);
        }
    }
}
