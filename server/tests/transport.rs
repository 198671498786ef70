//! What the server promises about every call, whatever its method: over a real socket, with a probe service behind
//! the server's own layers. Traps of tonic 0.14.9 are named where a test guards against one.
#![allow(clippy::expect_used, reason = "a panic is how a test fails")]

mod support;

use std::time::Duration;

use bytes::Bytes;
use futures::StreamExt as _;
use support::{connect, probe, start};
use tabuleiro_server::{Config, Ended};
use tonic::{Code, Request};
use tonic_health::pb::{
    HealthCheckRequest, health_check_response::ServingStatus, health_client::HealthClient,
};
use tonic_types::StatusExt as _;

const PROBE: &str = "test.v1.Probe";

fn hello() -> Request<Bytes> {
    Request::new(Bytes::from_static(b"hello"))
}

fn with_timeout(timeout: Duration) -> Request<Bytes> {
    let mut request = hello();
    // As header only: tonic's own client timeout would answer CANCELLED first.
    request.metadata_mut().insert(
        "grpc-timeout",
        format!("{}m", timeout.as_millis()).parse().expect("ascii"),
    );
    request
}

#[tokio::test]
async fn a_panic_in_one_call_is_internal_and_touches_no_other() {
    let running = start(Config::local()).await;
    let channel = connect(&running).await;
    let neighbour = tokio::spawn({
        let channel = channel.clone();
        async move { probe::call(&channel, "150", hello()).await }
    });
    tokio::time::sleep(Duration::from_millis(30)).await;
    let status = probe::call(&channel, "Panic", hello())
        .await
        .expect_err("it panics");
    assert_eq!(
        (status.code(), status.message()),
        (Code::Internal, "internal error")
    );
    let info = status.get_details_error_info().expect("an ErrorInfo");
    assert_eq!(info.reason, "INTERNAL");
    assert_eq!(neighbour.await.expect("joined").expect("answered"), "hello");
    assert_eq!(
        probe::call(&channel, "Echo", hello())
            .await
            .expect("answered"),
        "hello"
    );
}

/// tonic 0.14.9 answers CANCELLED "Timeout expired" to its own timeouts.
#[tokio::test]
async fn a_call_beyond_the_servers_own_limit_is_deadline_exceeded() {
    let mut config = Config::local();
    config.limits.call_time = Duration::from_millis(50);
    let running = start(config).await;
    let channel = connect(&running).await;
    let status = probe::call(&channel, "30000", hello())
        .await
        .expect_err("too slow");
    assert_eq!(status.code(), Code::DeadlineExceeded);
    let info = status.get_details_error_info().expect("an ErrorInfo");
    assert_eq!(info.reason, "DEADLINE_EXCEEDED");
    assert_eq!(info.metadata["allowed_ms"], "50");
}

/// tonic 0.14.9 stops its clock at the response headers: a stream ran to its end.
#[tokio::test]
async fn a_deadline_covers_the_body_of_a_stream() {
    let running = start(Config::local()).await;
    let channel = connect(&running).await;
    let mut stream = probe::ticks(&channel, with_timeout(Duration::from_millis(100)))
        .await
        .expect("begun");
    let mut messages = 0;
    let status = loop {
        match stream.next().await.expect("a status comes before the end") {
            Ok(_) => messages += 1,
            Err(status) => break status,
        }
    };
    assert!(messages > 0);
    assert_eq!(status.code(), Code::DeadlineExceeded);
}

#[tokio::test]
async fn a_full_server_is_unavailable_with_a_retry_hint_and_still_answers_health() {
    let mut config = Config::local();
    config.limits.in_flight = 1;
    let running = start(config).await;
    let channel = connect(&running).await;
    // A stream keeps its place until it ends, not until its headers.
    let mut first = probe::ticks(&channel, hello()).await.expect("admitted");
    first
        .next()
        .await
        .expect("a message")
        .expect("not an error");

    let status = probe::call(&channel, "Echo", hello())
        .await
        .expect_err("full");
    assert_eq!(status.code(), Code::Unavailable);
    assert_eq!(
        status
            .get_details_error_info()
            .expect("an ErrorInfo")
            .reason,
        "OVERLOADED"
    );
    assert!(status.get_details_retry_info().is_some());
    HealthClient::new(channel.clone())
        .check(HealthCheckRequest {
            service: PROBE.into(),
        })
        .await
        .expect("probes are never shed");

    drop(first);
    for _ in 0..100 {
        if probe::call(&channel, "Echo", hello()).await.is_ok() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("the place was never given back");
}

/// tonic 0.14.9 answers OUT_OF_RANGE.
#[tokio::test]
async fn an_oversized_message_is_resource_exhausted_and_names_the_limit() {
    let mut config = Config::local();
    config.limits.request_bytes = 2_000;
    let running = start(config).await;
    let channel = connect(&running).await;
    let large = |len| Request::new(Bytes::from(vec![7; len]));
    assert!(probe::call(&channel, "Echo", large(1_900)).await.is_ok());
    let status = probe::call(&channel, "Echo", large(3_000))
        .await
        .expect_err("too large");
    assert_eq!(status.code(), Code::ResourceExhausted);
    let info = status.get_details_error_info().expect("an ErrorInfo");
    assert_eq!(info.reason, "LIMIT_EXCEEDED");
    assert_eq!(info.metadata["limit_name"], "max_message_bytes");
    assert_eq!(info.metadata["limit"], "2000");
    assert!(status.get_details_quota_failure().is_some());
}

/// tonic 0.14.9 leaves the message empty.
#[tokio::test]
async fn an_unknown_method_and_an_unknown_service_are_told_so() {
    let running = start(Config::local()).await;
    let channel = connect(&running).await;
    for path in ["/tabuleiro.v1.RulesService/Nope", "/no.Service/Nope"] {
        let mut client = tonic::client::Grpc::new(channel.clone());
        client.ready().await.expect("ready");
        let codec = tonic_prost::ProstCodec::<Bytes, Bytes>::default();
        let status = client
            .unary(hello(), path.parse().expect("a path"), codec)
            .await
            .expect_err("unknown");
        assert_eq!(status.code(), Code::Unimplemented);
        assert!(
            status.message().contains("no such method"),
            "{}",
            status.message()
        );
    }
}

#[tokio::test]
async fn a_draining_server_says_not_serving_and_finishes_the_calls_it_has() {
    let mut config = Config::local();
    config.drain.pause = Duration::from_millis(300);
    let running = start(config).await;
    let channel = connect(&running).await;
    let mut health = HealthClient::new(channel.clone());
    let mut status = async |service: &str| {
        let request = HealthCheckRequest {
            service: service.into(),
        };
        health
            .check(request)
            .await
            .expect("known")
            .into_inner()
            .status()
    };
    assert_eq!(status(PROBE).await, ServingStatus::Serving);

    let slow = tokio::spawn({
        let channel = channel.clone();
        async move { probe::call(&channel, "800", hello()).await }
    });
    tokio::time::sleep(Duration::from_millis(50)).await;
    let drain = tokio::spawn(running.shutdown());
    tokio::time::sleep(Duration::from_millis(100)).await;
    // In the pause: balancers are told, the process still lives, calls still pass.
    assert_eq!(status(PROBE).await, ServingStatus::NotServing);
    assert_eq!(status("").await, ServingStatus::Serving);
    assert!(probe::call(&channel, "Echo", hello()).await.is_ok());

    assert_eq!(slow.await.expect("joined").expect("finished"), "hello");
    assert_eq!(drain.await.expect("joined"), Ended::Drained);
}

/// tonic 0.14.9 waits for an open health watch for ever.
#[tokio::test]
async fn an_open_health_watch_does_not_hold_up_the_end() {
    let running = start(Config::local()).await;
    let channel = connect(&running).await;
    let mut watch = HealthClient::new(channel)
        .watch(HealthCheckRequest {
            service: PROBE.into(),
        })
        .await
        .expect("a watch")
        .into_inner();
    let first = watch.next().await.expect("a status").expect("not an error");
    assert_eq!(first.status(), ServingStatus::Serving);
    assert_eq!(running.shutdown().await, Ended::Drained);
}

#[tokio::test]
async fn a_call_that_never_ends_is_cut_off_after_the_drain_timeout() {
    let mut config = Config::local();
    config.drain.timeout = Duration::from_millis(100);
    let running = start(config).await;
    let channel = connect(&running).await;
    let mut stream = probe::ticks(&channel, hello()).await.expect("begun");
    stream
        .next()
        .await
        .expect("a message")
        .expect("not an error");
    assert_eq!(running.shutdown().await, Ended::TimedOut);
}

#[tokio::test]
async fn the_embedded_server_has_the_same_layers() {
    let mut config = Config::local();
    config.limits.call_time = Duration::from_millis(200);
    let server = tabuleiro_server::Server::new(config)
        .expect("put together")
        .with_service(probe::Probe);
    let channel = tabuleiro_server::embedded::channel_to(server)
        .await
        .expect("started");
    assert_eq!(
        probe::call(&channel, "Echo", hello())
            .await
            .expect("answered"),
        "hello"
    );
    let status = probe::call(&channel, "Panic", hello())
        .await
        .expect_err("it panics");
    assert_eq!(status.code(), Code::Internal);
    let status = probe::call(&channel, "30000", hello())
        .await
        .expect_err("too slow");
    assert_eq!(status.code(), Code::DeadlineExceeded);
}

#[tokio::test]
async fn every_request_says_where_it_comes_from() {
    let running = start(Config::local()).await;
    let told = probe::call(&connect(&running).await, "Peer", hello())
        .await
        .expect("answered");
    let told = std::str::from_utf8(&told).expect("text");
    assert!(
        told.contains("address: Some(127.0.0.1:") && told.contains("certificate_subject: None"),
        "{told}"
    );

    let server = tabuleiro_server::Server::new(Config::local())
        .expect("put together")
        .with_service(probe::Probe);
    let channel = tabuleiro_server::embedded::channel_to(server)
        .await
        .expect("started");
    let told = probe::call(&channel, "Peer", hello())
        .await
        .expect("answered");
    let told = std::str::from_utf8(&told).expect("text");
    assert!(told.contains("address: None"), "{told}");
}
