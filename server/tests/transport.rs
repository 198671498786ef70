//! What the server promises about every call, whatever its method: over a real socket, with a probe service behind
//! the server's own layers.
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

const PROBE: &str = "test.v1.Probe";

fn hello() -> Request<Bytes> {
    Request::new(Bytes::from_static(b"hello"))
}

#[tokio::test]
async fn a_draining_server_says_not_serving_and_finishes_the_calls_it_has() {
    let mut config = Config::local();
    config.drain.pause = Duration::from_secs(2);
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
        async move { probe::call(&channel, "4000", hello()).await }
    });
    tokio::time::sleep(Duration::from_millis(50)).await;
    // A pause that a busy machine does not overrun, and a call that outlives it.
    let drain = tokio::spawn(running.shutdown());
    tokio::time::sleep(Duration::from_millis(100)).await;
    // In the pause: balancers are told, the process still lives, calls still pass.
    assert_eq!(status(PROBE).await, ServingStatus::NotServing);
    assert_eq!(status("").await, ServingStatus::Serving);
    assert!(probe::call(&channel, "Echo", hello()).await.is_ok());

    assert_eq!(slow.await.expect("joined").expect("finished"), "hello");
    assert_eq!(drain.await.expect("joined"), Ended::Drained);
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
