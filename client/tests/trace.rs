//! Traces: the caller's context arrives at the server, and each call is a span, with what happened on the way.
#![allow(clippy::unwrap_used, reason = "a test crate")]

use std::{
    str::FromStr as _,
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
    time::Duration,
};

use futures::TryStreamExt as _;
use http::HeaderMap;
use opentelemetry::{
    Context, SpanId, TraceFlags, TraceId, global,
    trace::{
        SpanContext, SpanKind, Status as Outcome, TraceContextExt as _, TraceState,
        TracerProvider as _,
    },
};
use opentelemetry_sdk::{
    propagation::TraceContextPropagator,
    trace::{InMemorySpanExporter, SdkTracerProvider, SpanData},
};
use tabuleiro_client::{
    Client, Error, ErrorReason, Game, Hedge, Retries,
    testing::FakeServer,
    trace::TARGET,
    v1::{self, audit_records_response::Part, rules_service::*},
};
use tokio::sync::{Mutex, MutexGuard};
use tonic::Status;
use tracing::{Instrument as _, subscriber::DefaultGuard};
use tracing_opentelemetry::OpenTelemetrySpanExt as _;
use tracing_subscriber::{
    filter::{LevelFilter, Targets},
    layer::SubscriberExt as _,
};

/// Whether somebody listens to a place in the code is remembered by `tracing` for the whole process: one test after the other.
static ALONE: Mutex<()> = Mutex::const_new(());

/// A program whose spans are exported, as long as this lives.
struct Program {
    exporter: InMemorySpanExporter,
    _provider: SdkTracerProvider,
    _default: DefaultGuard,
    _alone: MutexGuard<'static, ()>,
}

impl Program {
    async fn start(filter: Targets) -> Program {
        let alone = ALONE.lock().await;
        global::set_text_map_propagator(TraceContextPropagator::new());
        let exporter = InMemorySpanExporter::default();
        let provider = SdkTracerProvider::builder()
            .with_simple_exporter(exporter.clone())
            .build();
        let layer = tracing_opentelemetry::layer().with_tracer(provider.tracer("test"));
        let subscriber = tracing_subscriber::registry().with(filter).with(layer);
        Program {
            exporter,
            _provider: provider,
            _default: tracing::subscriber::set_default(subscriber),
            _alone: alone,
        }
    }

    fn span(&self, name: &str) -> SpanData {
        let spans = self.exporter.get_finished_spans().unwrap();
        let mut of_name = spans.into_iter().filter(|span| span.name == name);
        let span = of_name.next().unwrap_or_else(|| panic!("a span {name}"));
        assert!(of_name.next().is_none(), "one span {name}");
        span
    }
}

fn all() -> Targets {
    Targets::new()
        .with_default(LevelFilter::INFO)
        .with_target(TARGET, LevelFilter::DEBUG)
}

const LEGAL_MOVES: &str = "tabuleiro.v1.RulesService/LegalMoves";
const AUDIT: &str = "tabuleiro.v1.ArbiterService/AuditRecords";

fn attribute(span: &SpanData, name: &str) -> Option<String> {
    let mut of_name = span.attributes.iter().filter(|it| it.key.as_str() == name);
    of_name.next().map(|it| it.value.to_string())
}

/// Trace and span of a `traceparent`.
fn context(headers: &HeaderMap) -> (TraceId, SpanId) {
    let text = headers["traceparent"].to_str().unwrap();
    let [version, trace, span, flags] = text.split('-').collect::<Vec<_>>()[..] else {
        panic!("{text}")
    };
    assert_eq!((version, flags), ("00", "01"));
    (
        TraceId::from_hex(trace).unwrap(),
        SpanId::from_hex(span).unwrap(),
    )
}

fn context_of(span: &SpanData) -> (TraceId, SpanId) {
    (span.span_context.trace_id(), span.span_context.span_id())
}

/// A context that somebody else began, far away.
fn remote() -> SpanContext {
    SpanContext::new(
        TraceId::from_hex("0af7651916cd43dd8448eb211c80319c").unwrap(),
        SpanId::from_hex("b7ad6b7169203331").unwrap(),
        TraceFlags::SAMPLED,
        true,
        TraceState::from_str("club=7").unwrap(),
    )
}

async fn ask(client: &Client) -> Result<v1::LegalMovesResponse, Error> {
    let call = client.legal_moves(Game::start("brazilian")).send();
    call.instrument(tracing::info_span!("a turn")).await
}

#[tokio::test]
async fn a_call_is_a_span_in_the_trace_of_its_caller_and_the_server_is_told() {
    let program = Program::start(all()).await;
    let server = FakeServer::with_samples();
    let client = server.client();
    let turn = tracing::info_span!("a turn");
    turn.set_parent(Context::new().with_remote_span_context(remote()))
        .unwrap();
    let call = client.legal_moves(Game::start("brazilian")).send();
    call.instrument(turn).await.unwrap();

    let (call, turn) = (program.span(LEGAL_MOVES), program.span("a turn"));
    assert_eq!(turn.span_context.trace_id(), remote().trace_id());
    assert_eq!(call.span_context.trace_id(), remote().trace_id());
    assert_eq!(call.parent_span_id, turn.span_context.span_id());
    let headers = &server.headers::<LegalMoves>()[0];
    assert_eq!(context(headers), context_of(&call));
    assert_eq!(headers["tracestate"], "club=7");

    assert_eq!(call.span_kind, SpanKind::Client);
    assert_eq!(call.status, Outcome::Unset);
    for (name, value) in [
        ("rpc.system.name", Some("grpc")),
        ("rpc.method", Some(LEGAL_MOVES)),
        ("rpc.response.status_code", Some("OK")),
        ("error.type", None),
        ("tabuleiro.attempts", Some("1")),
    ] {
        assert_eq!(attribute(&call, name).as_deref(), value, "{name}");
    }
}

#[tokio::test]
async fn all_attempts_of_a_call_carry_the_same_context() {
    let program = Program::start(all()).await;
    let calls = AtomicU32::new(0);
    let server = FakeServer::new().answer::<LegalMoves>(move |_| {
        match calls.fetch_add(1, Ordering::Relaxed) {
            0 | 1 => Err(FakeServer::refuse(ErrorReason::Overloaded, "full")),
            _ => Ok(v1::LegalMovesResponse::default()),
        }
    });
    ask(&server.client()).await.unwrap();

    let call = program.span(LEGAL_MOVES);
    assert_eq!(
        call.span_context.trace_id(),
        program.span("a turn").span_context.trace_id()
    );
    let headers = server.headers::<LegalMoves>();
    let sent: Vec<_> = headers.iter().map(context).collect();
    assert_eq!(sent, [context_of(&call); 3]);
    assert_eq!(attribute(&call, "tabuleiro.attempts").as_deref(), Some("3"));
    assert_eq!(
        attribute(&call, "rpc.response.status_code").as_deref(),
        Some("OK")
    );
    assert_eq!(call.events.events.len(), 2);
    for event in &call.events.events {
        assert_eq!(event.name, "the call is made again");
        let why = event
            .attributes
            .iter()
            .find(|it| it.key.as_str() == "rpc.response.status_code");
        assert_eq!(why.unwrap().value.to_string(), "UNAVAILABLE");
    }
}

#[tokio::test(start_paused = true)]
async fn a_hedge_carries_the_same_context_and_is_an_event() {
    let program = Program::start(all()).await;
    let server = FakeServer::with_samples();
    let asked = Arc::new(AtomicU32::new(0));
    let (service, count) = (server.service(), Arc::clone(&asked));
    let slow = tower::service_fn(move |request| {
        let service = service.clone();
        let first = count.fetch_add(1, Ordering::Relaxed) == 0;
        async move {
            // The first attempt arrives, and its answer is late.
            let answer = tower::ServiceExt::oneshot(service, request).await;
            if first {
                tokio::time::sleep(Duration::from_secs(9)).await;
            }
            answer
        }
    });
    let client = Client::from_service(slow).with_retries(Retries {
        hedge: Hedge::After(Duration::from_millis(100)),
        ..Retries::default()
    });
    ask(&client).await.unwrap();

    let call = program.span(LEGAL_MOVES);
    let sent: Vec<_> = server.headers::<LegalMoves>().iter().map(context).collect();
    assert_eq!(sent, [context_of(&call); 2]);
    assert_eq!(attribute(&call, "tabuleiro.attempts").as_deref(), Some("2"));
    let events: Vec<_> = call
        .events
        .events
        .iter()
        .map(|it| it.name.clone())
        .collect();
    assert_eq!(events, ["another server is asked too"]);
}

#[tokio::test]
async fn a_refusal_is_told_by_its_code_and_without_a_text_of_anybody() {
    let program = Program::start(all()).await;
    let server = FakeServer::new().answer::<ValidatePosition>(|_| {
        Err(FakeServer::refuse(
            ErrorReason::InvalidPosition,
            "their words",
        ))
    });
    let client = server.client();
    client
        .validate_position("chess", "my words")
        .send()
        .await
        .unwrap_err();
    let call = program.span("tabuleiro.v1.RulesService/ValidatePosition");
    assert_eq!(
        attribute(&call, "rpc.response.status_code").as_deref(),
        Some("INVALID_ARGUMENT")
    );
    assert_eq!(
        attribute(&call, "error.type").as_deref(),
        Some("INVALID_ARGUMENT")
    );
    assert!(matches!(call.status, Outcome::Error { .. }));
    assert!(!format!("{call:?}").contains("words"), "{call:?}");
}

#[tokio::test(start_paused = true)]
async fn calls_that_end_without_an_answer_say_how() {
    let program = Program::start(all()).await;
    let silent = tower::service_fn(|_: http::Request<tonic::body::Body>| {
        std::future::pending::<Result<http::Response<tonic::body::Body>, std::io::Error>>()
    });
    let client = Client::from_service(silent);
    let late = client
        .legal_moves(Game::start("chess"))
        .deadline(Duration::from_secs(1));
    late.send().await.unwrap_err();
    let call = program.span(LEGAL_MOVES);
    assert_eq!(
        attribute(&call, "rpc.response.status_code").as_deref(),
        Some("DEADLINE_EXCEEDED")
    );
    program.exporter.reset();

    let given_up = client.legal_moves(Game::start("chess")).send();
    tokio::time::timeout(Duration::from_secs(1), given_up)
        .await
        .unwrap_err();
    let call = program.span(LEGAL_MOVES);
    assert_eq!(
        attribute(&call, "rpc.response.status_code").as_deref(),
        Some("CANCELLED")
    );
    assert_eq!(call.status, Outcome::Unset);
    program.exporter.reset();

    let tokenless = Client::builder("unused").token_source(|| async { Err("sealed".into()) });
    let tokenless = tokenless.connect_lazy().unwrap();
    ask(&tokenless).await.unwrap_err();
    let call = program.span(LEGAL_MOVES);
    assert_eq!(attribute(&call, "rpc.response.status_code"), None);
    assert_eq!(attribute(&call, "error.type").as_deref(), Some("NO_TOKEN"));
    assert_eq!(attribute(&call, "tabuleiro.attempts").as_deref(), Some("0"));
}

#[tokio::test]
async fn the_server_that_was_asked_last_is_named() {
    let program = Program::start(all()).await;
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let server = FakeServer::with_samples();
    let service = server.service();
    let client = Client::builder(free.local_addr().unwrap().to_string()).connector(move |_| {
        let (ours, theirs) = tokio::io::duplex(64 << 10);
        let service = service.clone();
        let service =
            hyper::service::service_fn(move |request: http::Request<hyper::body::Incoming>| {
                tower::ServiceExt::oneshot(service.clone(), request.map(tonic::body::Body::new))
            });
        let io = hyper_util::rt::TokioIo::new(theirs);
        let executor = hyper_util::rt::TokioExecutor::new();
        tokio::spawn(
            hyper::server::conn::http2::Builder::new(executor).serve_connection(io, service),
        );
        async { Ok(ours) }
    });
    ask(&client.connect_lazy().unwrap()).await.unwrap();
    let call = program.span(LEGAL_MOVES);
    let port = free.local_addr().unwrap().port().to_string();
    assert_eq!(
        attribute(&call, "network.peer.address").as_deref(),
        Some("127.0.0.1")
    );
    assert_eq!(attribute(&call, "network.peer.port"), Some(port));
}

#[tokio::test]
async fn an_audit_is_one_span_however_many_streams_it_takes() {
    let program = Program::start(all()).await;
    let server = FakeServer::new().audit(|header, _| {
        let part = |part| Ok(v1::AuditRecordsResponse { part: Some(part) });
        let finding = |number| v1::GameFinding {
            number,
            offset_after: number,
            ..v1::GameFinding::default()
        };
        let summary = part(Part::Summary(v1::AuditSummary::default()));
        match header.resume_offset {
            _ if header.only_findings => vec![summary],
            0 => vec![
                part(Part::Finding(finding(1))),
                Err(Status::unavailable("going")),
            ],
            _ => vec![part(Part::Finding(finding(2))), summary],
        }
    });
    let client = server.client();
    let findings = client.audit().bytes("..").await.unwrap();
    let events: Vec<_> = findings.try_collect().await.unwrap();
    assert_eq!(events.len(), 3);
    let call = program.span(AUDIT);
    let sent: Vec<_> = server.headers_of_audits().iter().map(context).collect();
    assert_eq!(sent, [context_of(&call); 3]);
    assert_eq!(attribute(&call, "tabuleiro.attempts").as_deref(), Some("3"));
    assert_eq!(
        attribute(&call, "rpc.response.status_code").as_deref(),
        Some("OK")
    );
    program.exporter.reset();

    // Of an input that can be read once, too.
    let once = std::io::Cursor::new("..");
    let findings = client.audit().reader(once).await.unwrap();
    let error = findings.try_collect::<Vec<_>>().await.unwrap_err();
    assert!(error.is_unavailable());
    let call = program.span(AUDIT);
    assert_eq!(
        attribute(&call, "error.type").as_deref(),
        Some("UNAVAILABLE")
    );
}

#[tokio::test]
async fn where_our_spans_are_filtered_out_the_context_of_the_caller_is_carried() {
    let program = Program::start(all().with_target(TARGET, LevelFilter::OFF)).await;
    let server = FakeServer::with_samples();
    ask(&server.client()).await.unwrap();
    let turn = program.span("a turn");
    assert_eq!(
        context(&server.headers::<LegalMoves>()[0]),
        context_of(&turn)
    );
    assert_eq!(program.exporter.get_finished_spans().unwrap().len(), 1);
}

#[tokio::test]
async fn a_caller_without_tracing_has_its_context_carried() {
    let _alone = ALONE.lock().await;
    global::set_text_map_propagator(TraceContextPropagator::new());
    let server = FakeServer::with_samples();
    let context_of_caller = Context::new().with_remote_span_context(remote());
    let call = async {
        let client = server.client();
        client.list_variants().send().await.unwrap();
    };
    opentelemetry::context::FutureExt::with_context(call, context_of_caller).await;
    let headers = &server.headers::<ListVariants>()[0];
    assert_eq!(context(headers), (remote().trace_id(), remote().span_id()));
    // And whoever has none sends none.
    server.client().list_variants().send().await.unwrap();
    assert!(!server.headers::<ListVariants>()[1].contains_key("traceparent"));
}
