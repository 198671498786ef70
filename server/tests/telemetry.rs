//! What a trace collector is told about calls. One test alone in its program, because telemetry is installed once a process.
#![allow(clippy::expect_used, reason = "a panic is how a test fails")]

#[path = "support/collector.rs"]
mod collector;
mod support;

use std::collections::HashMap;

use collector::{Collector, texts};
use opentelemetry_proto::tonic::trace::v1::{Span, span::SpanKind, status::StatusCode};
use support::{connect, probe, start};
use tabuleiro_proto::v1::{self, rules_service_client::RulesServiceClient};
use tabuleiro_server::{
    Config,
    config::{LogFormat, Otlp, Telemetry},
    telemetry,
};
use tonic::Request;
use tonic_health::pb::{HealthCheckRequest, health_client::HealthClient};

fn text_attributes(span: &Span) -> HashMap<&str, &str> {
    texts(&span.attributes)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn calls_join_their_callers_trace_and_carry_the_rpc_conventions() {
    let mut collector = Collector::start();
    let guard = telemetry::install(&Telemetry {
        log: "off".into(),
        format: LogFormat::Json,
        otlp: Some(Otlp {
            endpoint: format!("http://{}", collector.address),
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
    while let Ok(span) = collector.spans.try_recv() {
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
