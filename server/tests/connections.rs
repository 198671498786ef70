//! What the server promises about connections: how many, how long, and what ends them. Each flag of the transport is
//! tripped here; what tonic 0.14.9 would do instead is said where it differs.
#![allow(clippy::expect_used, reason = "a panic is how a test fails")]

#[path = "support/counted.rs"]
mod counted;
mod support;

use std::time::Duration;

use counted::{echo, hello, until, with};
use futures::StreamExt as _;
use support::{
    connect, probe,
    raw::{GOAWAY, Raw},
    start,
};
use tabuleiro_server::{Ended, config::Runtime};
use tonic::Code;

#[tokio::test]
async fn connections_beyond_the_limit_are_closed_at_once_and_a_place_that_is_free_again_is_used() {
    let running = start(with(|it| it.max_connections = 2)).await;
    let mut first = Raw::speaking(running.addr()).await;
    let mut second = Raw::speaking(running.addr()).await;
    assert!(first.is_served().await && second.is_served().await);
    let mut third = Raw::speaking(running.addr()).await;
    assert!(!third.is_served().await);
    assert_eq!(running.connections().refused, 1);
    assert_eq!(running.connections().open, 2);
    drop(second);
    until(&running, |it| it.open == 1).await;
    assert!(Raw::speaking(running.addr()).await.is_served().await);
}

#[tokio::test]
async fn whoever_does_not_answer_a_ping_is_cut_and_whoever_does_is_not() {
    let running = start(with(|it| {
        it.keepalive_interval = Some(Duration::from_millis(100));
        it.keepalive_timeout = Duration::from_secs(2);
    }))
    .await;
    let channel = connect(&running).await;
    echo(&channel).await;
    let mut dead = Raw::speaking(running.addr()).await;
    dead.ended().await;
    // The other connection has answered every PING meanwhile: it is the first and only one of that client.
    echo(&channel).await;
    assert_eq!(running.connections().accepted, 2);
}

#[tokio::test]
async fn an_idle_connection_is_told_to_go_and_cut_after_the_grace() {
    let running = start(with(|it| {
        it.max_idle = Some(Duration::from_millis(100));
        it.age_grace = Some(Duration::from_millis(100));
    }))
    .await;
    // It speaks, but asks nothing, and does not heed the GOAWAY.
    let mut idle = Raw::speaking(running.addr()).await;
    assert_eq!(idle.ended().await, Some(0));
    until(&running, |it| it.open == 0).await;
    let counts = running.connections();
    assert_eq!((counts.idle, counts.cut), (1, 1));
}

#[tokio::test]
async fn a_connection_with_a_call_is_never_idle() {
    let running = start(with(|it| it.max_idle = Some(Duration::from_secs(1)))).await;
    let channel = connect(&running).await;
    let answer = probe::call(&channel, "2500", hello()).await;
    assert_eq!(answer.expect("answered"), "hello");
    assert_eq!(running.connections().accepted, 1);
}

#[tokio::test]
async fn an_old_connection_hears_goaway_before_it_is_cut() {
    let running = start(with(|it| {
        it.max_age = Some(Duration::from_millis(500));
        it.age_grace = Some(Duration::from_millis(200));
    }))
    .await;
    let channel = connect(&running).await;
    let mut stream = probe::ticks(&channel, hello()).await.expect("begun");
    while stream.next().await.is_some_and(|it| it.is_ok()) {}
    until(&running, |it| it.cut >= 1).await;
    assert!(running.connections().aged >= 1);

    let mut raw = Raw::speaking(running.addr()).await;
    let mut kinds = Vec::new();
    while let Some(frame) = raw.next().await {
        kinds.push(frame.kind);
    }
    assert!(kinds.contains(&GOAWAY), "{kinds:?}");
}

#[tokio::test]
async fn headers_beyond_the_limit_fail_the_call_and_not_the_connection() {
    let running = start(with(|it| it.max_header_list = 4 << 10)).await;
    let channel = connect(&running).await;
    echo(&channel).await;
    let mut request = hello();
    let long = "x".repeat(8 << 10).parse().expect("ascii");
    request.metadata_mut().insert("x-long", long);
    let status = probe::call(&channel, "Echo", request)
        .await
        .expect_err("too long");
    assert!(status.message().contains("431"), "{status:?}");
    echo(&channel).await;
    assert_eq!(running.connections().accepted, 1);
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_runtime_per_core_shares_the_port_and_drains_together() {
    let mut config = with(|it| it.runtime = Runtime::PerCore);
    config.worker_threads = 3;
    let running = start(config).await;
    let address = running.addr();
    let mut channels = Vec::new();
    for _ in 0..12 {
        let channel = connect(&running).await;
        echo(&channel).await;
        channels.push(channel);
    }
    assert_eq!(running.connections().accepted, 12);
    // Each has a stream in progress, which its caller has given so long.
    let mut streams = Vec::new();
    for channel in &channels {
        let mut request = hello();
        let timeout = "3S".parse().expect("ascii");
        request.metadata_mut().insert("grpc-timeout", timeout);
        streams.push(probe::ticks(channel, request).await.expect("begun"));
    }
    let draining = tokio::spawn(running.shutdown());
    for mut stream in streams {
        let status = loop {
            match stream.next().await.expect("a status comes before the end") {
                Ok(_) => {}
                Err(status) => break status,
            }
        };
        assert_eq!(status.code(), Code::DeadlineExceeded, "{status:?}");
    }
    assert_eq!(draining.await.expect("joined"), Ended::Drained);
    let again = tokio::net::TcpStream::connect(address).await;
    assert!(again.is_err(), "nobody listens any more");
}
