//! What the server's own program tells a collector by OTLP, and how its log names the same calls.
#![allow(clippy::expect_used, reason = "a panic is how a test fails")]

#[path = "support/collector.rs"]
mod collector;
#[path = "support/program.rs"]
mod program;
mod support;

use collector::{Collector, texts};
use opentelemetry_proto::tonic::metrics::v1::{Metric, metric::Data};
use program::Program;
use serde_json::Value;
use support::raw::PATIENCE;
use tabuleiro_proto::v1::{
    LegalMovesRequest, ListVariantsRequest, rules_service_client::RulesServiceClient,
};
use tabuleiro_server::telemetry::catalogue;
use tonic::{
    Code, Request,
    transport::{Channel, Endpoint},
};

const LIST: &str = "tabuleiro.v1.RulesService/ListVariants";

async fn rules(program: &Program) -> RulesServiceClient<Channel> {
    let endpoint = Endpoint::from_shared(format!("http://{}", program.address()));
    let channel = endpoint.expect("an address").connect().await;
    RulesServiceClient::new(channel.expect("connected"))
}

/// Calls that a histogram has for each method and status.
fn calls(metric: &Metric) -> Vec<(String, String, u64)> {
    let Some(Data::Histogram(histogram)) = &metric.data else {
        panic!("no histogram: {metric:?}");
    };
    let points = histogram.data_points.iter().map(|point| {
        let texts = texts(&point.attributes);
        let text = |key| texts[key].to_owned();
        (
            text("rpc.method"),
            text("rpc.response.status_code"),
            point.count,
        )
    });
    let mut points: Vec<_> = points.collect();
    points.sort();
    points
}

#[tokio::test]
async fn a_collector_gets_the_metrics_too() {
    let mut collector = Collector::start();
    let program = Program::start(&[
        &format!("--otlp-endpoint=http://{}", collector.address),
        "--otlp-interval=1s",
    ]);
    let mut rules = rules(&program).await;
    for _ in 0..3 {
        let listed = rules.list_variants(ListVariantsRequest::default()).await;
        listed.expect("answered");
    }
    let refused = rules.legal_moves(LegalMovesRequest::default()).await;
    assert_eq!(refused.expect_err("no game").code(), Code::InvalidArgument);

    let expected = [
        (
            "tabuleiro.v1.RulesService/LegalMoves".to_owned(),
            "INVALID_ARGUMENT".to_owned(),
            1,
        ),
        (LIST.to_owned(), "OK".to_owned(), 3),
    ];
    let mut seen = Vec::new();
    let all = async {
        let (mut counted, mut limit) = (false, false);
        while !(counted && limit) {
            let (sender, metric) = collector.metrics.recv().await.expect("more");
            let sender = texts(&sender);
            assert_eq!(sender["service.name"], "tabuleiro");
            assert_eq!(sender["service.version"], env!("CARGO_PKG_VERSION"));
            if metric.name == catalogue::CALL_DURATION.name {
                assert_eq!(metric.unit, "s");
                seen = calls(&metric);
                counted |= seen == expected;
            }
            limit |= metric.name == catalogue::IN_FLIGHT_LIMIT.name;
        }
    };
    let all = tokio::time::timeout(PATIENCE, all).await;
    assert!(all.is_ok(), "not told: {seen:?}");
}

/// One call under this trace context.
async fn list(rules: &mut RulesServiceClient<Channel>, traceparent: &str) {
    let mut request = Request::new(ListVariantsRequest::default());
    let metadata = request.metadata_mut();
    metadata.insert("traceparent", traceparent.parse().expect("ascii"));
    rules.list_variants(request).await.expect("answered");
}

#[tokio::test]
async fn the_access_log_names_the_span_that_the_collector_got() {
    const TRACE: &str = "0af7651916cd43dd8448eb211c80319c";
    let mut collector = Collector::start();
    let program = Program::start(&[
        &format!("--otlp-endpoint=http://{}", collector.address),
        "--otlp-ratio=0",
        "--log=info,tabuleiro::rpc=debug",
        "--log-format=json",
    ]);
    let mut rules = rules(&program).await;
    list(&mut rules, &format!("00-{TRACE}-b7ad6b7169203331-01")).await;
    list(&mut rules, &format!("00-{TRACE}-b7ad6b7169203331-00")).await;

    let lines = program.logs(2, &[LIST, "\"close\""]).await;
    let lines: Vec<Value> = lines
        .iter()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    let span = tokio::time::timeout(PATIENCE, collector.spans.recv()).await;
    let span = span.expect("in time").expect("a span");
    let hex = |bytes: &[u8]| -> String { bytes.iter().map(|b| format!("{b:02x}")).collect() };
    assert_eq!(hex(&span.trace_id), TRACE);
    let (named, unnamed): (Vec<_>, Vec<_>) =
        lines.iter().partition(|it| it.get("trace_id").is_some());
    assert_eq!((named.len(), unnamed.len()), (1, 1), "{lines:?}");
    assert_eq!(named[0]["trace_id"], TRACE);
    assert_eq!(named[0]["span_id"], hex(&span.span_id));
    // The caller's trace is not sampled: an id would lead nowhere.
    assert!(unnamed[0].get("span_id").is_none());
}
