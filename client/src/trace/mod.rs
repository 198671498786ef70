//! Traces: a span for each call, and the context by W3C that joins it to the spans of the server. The feature `trace`.
//!
//! A call is a span of `tracing` of the kind "client", a child of the span in which it is made. Where
//! [`tracing-opentelemetry`](https://docs.rs/tracing-opentelemetry) exports spans, every attempt carries the context of that span
//! in the headers that the global propagator of OpenTelemetry knows (`traceparent` and `tracestate` for W3C). Where spans of this
//! crate are filtered out, or the caller has a context of OpenTelemetry and no `tracing`, that context is carried instead. Without
//! a propagator nothing is.
//!
//! ```
//! # use tabuleiro_client::testing::FakeServer;
//! use opentelemetry::{global, trace::TracerProvider as _};
//! use opentelemetry_sdk::propagation::TraceContextPropagator;
//! use opentelemetry_sdk::trace::{InMemorySpanExporter, SdkTracerProvider};
//! use tabuleiro_client::{Game, v1::rules_service::LegalMoves};
//! use tracing::Instrument as _;
//! use tracing_subscriber::{layer::SubscriberExt as _, util::SubscriberInitExt as _};
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! // Once in a program: which headers carry a trace, and where spans go.
//! global::set_text_map_propagator(TraceContextPropagator::new());
//! let exporter = InMemorySpanExporter::default();
//! let provider = SdkTracerProvider::builder().with_simple_exporter(exporter.clone()).build();
//! let layer = tracing_opentelemetry::layer().with_tracer(provider.tracer("my-program"));
//! tracing_subscriber::registry().with(layer).init();
//!
//! let server = FakeServer::with_samples();
//! let client = server.client();
//! let call = client.legal_moves(Game::start("brazilian")).send();
//! call.instrument(tracing::info_span!("a turn")).await?;
//!
//! let spans = exporter.get_finished_spans()?;
//! assert_eq!(spans[0].name, "tabuleiro.v1.RulesService/LegalMoves");
//! assert_eq!(spans[1].name, "a turn");
//! let sent = server.headers::<LegalMoves>()[0]["traceparent"].to_str()?.to_owned();
//! assert!(sent.contains(&spans[1].span_context.trace_id().to_string()));
//! # Ok(()) }
//! ```
//!
//! What a span tells, by the conventions of OpenTelemetry for RPCs; never a text of a user, a message of a server or a token:
//!
//! | attribute | what it is |
//! |---|---|
//! | `rpc.system.name` | `grpc` |
//! | `rpc.method` | e.g. `tabuleiro.v1.RulesService/LegalMoves`; the name of the span too |
//! | `rpc.response.status_code` | how the call ended, e.g. `OK`, `INVALID_ARGUMENT`; `CANCELLED` if its caller gave it up. Absent where it ended before anything could be sent |
//! | `error.type` | the same where it is not `OK`, or what kept the call from being made, e.g. `NO_TOKEN`. Such a span has the status "error" |
//! | `network.peer.address`, `network.peer.port` | the server that was asked last |
//! | `tabuleiro.attempts` | how often the call, or the stream of an audit, was sent: further attempts, hedges and renewed tokens included |
//!
//! A further attempt is an event of the level DEBUG in the span: `the call is made again` with the status that made it necessary
//! and the pause in milliseconds, `another server is asked too`, or `the token is renewed`. All attempts of a call have the same
//! context. The span of an audit lasts until its last event was taken, or its findings were dropped.

mod code;
mod span;

pub(crate) use span::{CallSpan, asks_another, tries_again};

/// The target of the spans and events of this crate, for filters. The level of spans is INFO, that of events DEBUG.
///
/// ```
/// use tracing_subscriber::filter::{LevelFilter, Targets};
///
/// // Everything from INFO on, and why calls were made again.
/// let filter = Targets::new()
///     .with_default(LevelFilter::INFO)
///     .with_target(tabuleiro_client::trace::TARGET, LevelFilter::DEBUG);
/// ```
pub const TARGET: &str = "tabuleiro_client";
