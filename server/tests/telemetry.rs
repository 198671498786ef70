//! What a trace collector is told about calls. One test alone in its program, because telemetry is installed once a process.
#![allow(clippy::expect_used, reason = "a panic is how a test fails")]

mod support;

use std::{collections::HashMap, net::SocketAddr};

use opentelemetry_proto::tonic::{
    collector::trace::v1::{
        ExportTraceServiceRequest, ExportTraceServiceResponse,
        trace_service_server::{TraceService, TraceServiceServer},
    },
    common::v1::any_value::Value,
    trace::v1::{Span, span::SpanKind, status::StatusCode},
};
use support::{connect, probe, start};
use tabuleiro_proto::v1::{self, rules_service_client::RulesServiceClient};
use tabuleiro_server::{
    Config,
    config::{LogFormat, Otlp, Telemetry},
    telemetry,
};
use tokio::sync::mpsc;
use tonic::{Request, Response, Status, transport::server::TcpIncoming};
use tonic_health::pb::{HealthCheckRequest, health_client::HealthClient};

/// A collector that hands on the spans that it is sent.
struct Collector(mpsc::UnboundedSender<Span>);

#[tonic::async_trait]
impl TraceService for Collector {
    async fn export(
        &self,
        request: Request<ExportTraceServiceRequest>,
    ) -> Result<Response<ExportTraceServiceResponse>, Status> {
        let spans = request
            .into_inner()
            .resource_spans
            .into_iter()
            .flat_map(|resource| resource.scope_spans)
            .flat_map(|scope| scope.spans);
        for span in spans {
            let _ = self.0.send(span);
        }
        Ok(Response::new(ExportTraceServiceResponse::default()))
    }
}

fn collect() -> (SocketAddr, mpsc::UnboundedReceiver<Span>) {
    let incoming = TcpIncoming::bind(SocketAddr::from(([127, 0, 0, 1], 0))).expect("a free port");
    let address = incoming.local_addr().expect("bound");
    let (sender, spans) = mpsc::unbounded_channel();
    tokio::spawn(
        tonic::transport::Server::builder()
            .add_service(TraceServiceServer::new(Collector(sender)))
            .serve_with_incoming(incoming),
    );
    (address, spans)
}

fn text_attributes(span: &Span) -> HashMap<&str, &str> {
    span.attributes
        .iter()
        .filter_map(|pair| match pair.value.as_ref()?.value.as_ref()? {
            Value::StringValue(value) => Some((pair.key.as_str(), value.as_str())),
            _ => None,
        })
        .collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn calls_join_their_callers_trace_and_carry_the_rpc_conventions() {
    let (address, mut spans) = collect();
    let guard = telemetry::install(&Telemetry {
        log: "off".into(),
        format: LogFormat::Json,
        otlp: Some(Otlp {
            endpoint: format!("http://{address}"),
            // Roots are not sampled: only what joins a sampled caller arrives.
            ratio: 0.0,
            queue: 2_048,
            interval: std::time::Duration::from_secs(60),
        }),
    })
    .expect("installed");
    let running = start(Config::local()).await;
    let channel = connect(&running).await;

    let joined = |message: HealthCheckRequest| {
        let mut request = Request::new(message);
        let parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
        request
            .metadata_mut()
            .insert("traceparent", parent.parse().expect("ascii"));
        request
    };
    let mut health = HealthClient::new(channel.clone());
    health
        .check(joined(HealthCheckRequest::default()))
        .await
        .expect("serving");
    let unknown = HealthCheckRequest {
        service: "no.such.Service".into(),
    };
    health.check(joined(unknown)).await.expect_err("not found");
    let mut panicking = Request::new(bytes::Bytes::new());
    panicking
        .metadata_mut()
        .clone_from(joined(HealthCheckRequest::default()).metadata());
    probe::call(&channel, "Panic", panicking)
        .await
        .expect_err("it panics");
    let text = |text: &str| v1::Action {
        kind: Some(v1::action::Kind::Move(v1::MoveInput {
            input: Some(v1::move_input::Input::Text(text.into())),
        })),
    };
    let mut playing = Request::new(v1::ApplyMoveRequest {
        game: Some(v1::Game {
            ruleset: Some(v1::Ruleset {
                variant: "brazilian".into(),
                ..Default::default()
            }),
            standing: None,
        }),
        actions: vec![text("a3-a5")],
        ..Default::default()
    });
    playing
        .metadata_mut()
        .clone_from(joined(HealthCheckRequest::default()).metadata());
    let mut rules = RulesServiceClient::new(channel.clone());
    rules.apply_move(playing).await.expect("an answer");
    health
        .check(HealthCheckRequest::default())
        .await
        .expect("a root, not sampled");

    tokio::task::spawn_blocking(move || guard.flush())
        .await
        .expect("flushed");
    let mut found = Vec::new();
    while let Ok(span) = spans.try_recv() {
        found.push(span);
    }
    assert_eq!(found.len(), 4, "{found:?}");
    for span in &found {
        assert_eq!(span.kind(), SpanKind::Server);
        assert_eq!(
            span.trace_id,
            0x0af7_6519_16cd_43dd_8448_eb21_1c80_319c_u128.to_be_bytes()
        );
        assert_eq!(span.parent_span_id, 0xb7ad_6b71_6920_3331_u64.to_be_bytes());
        assert_eq!(text_attributes(span)["rpc.system.name"], "grpc");
    }
    let [ok, not_found, panicked, refused] = found.as_slice() else {
        unreachable!("four were counted");
    };
    // What was asked about and what became of it, in words of ours; nothing that the caller wrote.
    assert_eq!(refused.name, "tabuleiro.v1.RulesService/ApplyMove");
    assert_eq!(text_attributes(refused)["tabuleiro.variant"], "brazilian");
    assert!(text_attributes(refused).contains_key("tabuleiro.rule"));
    assert!(
        text_attributes(refused)
            .values()
            .all(|value| !value.contains("a3-a5"))
    );
    assert_eq!(ok.name, "grpc.health.v1.Health/Check");
    assert_eq!(
        text_attributes(ok)["rpc.method"],
        "grpc.health.v1.Health/Check"
    );
    assert_eq!(text_attributes(ok)["rpc.response.status_code"], "OK");
    assert!(!text_attributes(ok).contains_key("error.type"));
    // A caller's mistake is no fault of the server.
    assert_eq!(
        text_attributes(not_found)["rpc.response.status_code"],
        "NOT_FOUND"
    );
    assert_eq!(text_attributes(not_found)["error.type"], "NOT_FOUND");
    assert_ne!(
        not_found.status.clone().unwrap_or_default().code(),
        StatusCode::Error
    );
    // A method that the contract does not have is never a label.
    assert_eq!(panicked.name, "_OTHER");
    assert_eq!(
        text_attributes(panicked)["rpc.response.status_code"],
        "INTERNAL"
    );
    assert_eq!(
        panicked.status.clone().unwrap_or_default().code(),
        StatusCode::Error
    );
}
