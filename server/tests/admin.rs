//! The admin port: what it shows, what it does not, and how long it stays.
#![allow(clippy::expect_used, reason = "a panic is how a test fails")]

mod support;

use std::{collections::BTreeSet, net::SocketAddr, time::Duration};

use support::{connect, get, probe, start};
use tabuleiro_server::{Config, Ended, Running, telemetry::catalogue};
use tonic::{Code, Request, transport::Endpoint};
use tonic_health::pb::{
    HealthCheckRequest, health_check_response::ServingStatus, health_client::HealthClient,
};

fn with_admin() -> Config {
    Config {
        admin: vec![SocketAddr::from(([127, 0, 0, 1], 0))],
        ..Config::local()
    }
}

fn admin_of(running: &Running) -> SocketAddr {
    *running.admin_addresses().first().expect("an admin port")
}

async fn health(address: SocketAddr, service: &str) -> ServingStatus {
    let channel = Endpoint::from_shared(format!("http://{address}"))
        .expect("an address")
        .connect()
        .await
        .expect("connected");
    let request = HealthCheckRequest {
        service: service.to_owned(),
    };
    let answer = HealthClient::new(channel).check(request).await;
    answer.expect("known").into_inner().status()
}

#[tokio::test]
async fn there_is_no_admin_port_unless_one_is_asked_for() {
    let running = start(Config::local()).await;
    assert!(running.admin_addresses().is_empty());
}

#[tokio::test]
async fn calls_are_measured_by_method_and_status_and_unknown_methods_are_one_label() {
    let running = start(with_admin()).await;
    let channel = connect(&running).await;
    HealthClient::new(channel.clone())
        .check(HealthCheckRequest::default())
        .await
        .expect("serving");
    for _ in 0..2 {
        let hello = Request::new(bytes::Bytes::from_static(b"hello"));
        probe::call(&channel, "Echo", hello)
            .await
            .expect("answered");
    }
    let panic = probe::call(&channel, "Panic", Request::new(bytes::Bytes::new())).await;
    assert_eq!(panic.expect_err("it panics").code(), Code::Internal);

    let admin = admin_of(&running);
    let expected = [
        r#"rpc_server_call_duration_seconds_count{rpc_method="grpc.health.v1.Health/Check",rpc_response_status_code="OK",rpc_system_name="grpc"} 1"#,
        r#"rpc_server_call_duration_seconds_count{rpc_method="_OTHER",rpc_response_status_code="OK",rpc_system_name="grpc"} 2"#,
        r#"rpc_server_call_duration_seconds_count{error_type="INTERNAL",rpc_method="_OTHER",rpc_response_status_code="INTERNAL",rpc_system_name="grpc"} 1"#,
        "tabuleiro_panics_total 1",
        "tabuleiro_calls_in_flight_limit 512",
        "tabuleiro_compute_queue 0",
        "tabuleiro_calls_shed_total 0",
    ];
    // A call is told when its connection has taken the whole answer, which may be a moment after its caller has it.
    let mut page = String::new();
    for _ in 0..100 {
        page = get(admin, "/metrics").await.expect("a page").1;
        if expected.iter().all(|line| page.contains(line)) {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("{page}");
}

/// Dashboards and alerts are checked against the catalogue: nothing may be on the page that is not in it.
#[tokio::test]
async fn the_page_and_the_catalogue_have_the_same_metrics() {
    let running = start(with_admin()).await;
    let page = get(admin_of(&running), "/metrics").await.expect("a page").1;
    let shown: BTreeSet<_> = page
        .lines()
        .filter_map(|line| line.strip_prefix("# TYPE ")?.split(' ').next())
        .filter(|name| *name != "target_info")
        .map(str::to_owned)
        .collect();
    let all: BTreeSet<_> = catalogue::ALL.iter().map(|it| it.prometheus()).collect();
    let unknown: Vec<_> = shown.difference(&all).collect();
    assert!(unknown.is_empty(), "{unknown:?}");
    // What has labels appears with its first event; the rest is there from the start.
    let missing: Vec<_> = catalogue::ALL
        .iter()
        .filter(|it| it.attributes.is_empty() && !shown.contains(&it.prometheus()))
        .collect();
    assert!(missing.is_empty(), "{missing:?}\n{page}");
    assert!(page.contains("service_name=\"tabuleiro\""), "{page}");
}

#[tokio::test]
async fn a_shed_call_is_counted() {
    let mut config = with_admin();
    config.limits.in_flight = 1;
    let running = start(config).await;
    let channel = connect(&running).await;
    let held = probe::ticks(&channel, Request::new(bytes::Bytes::new())).await;
    let status = probe::call(&channel, "Echo", Request::new(bytes::Bytes::new()))
        .await
        .expect_err("full");
    assert_eq!(status.code(), Code::Unavailable);
    let page = get(admin_of(&running), "/metrics").await.expect("a page").1;
    assert!(page.contains("tabuleiro_calls_shed_total 1"), "{page}");
    assert!(page.contains("tabuleiro_calls_in_flight 1"), "{page}");
    drop(held);
}

#[tokio::test]
async fn probes_by_http_and_by_grpc_see_the_drain_and_the_port_stays_to_its_end() {
    let running = start(with_admin()).await;
    let admin = admin_of(&running);
    let status = async |path| get(admin, path).await.expect("an answer").0;
    assert_eq!(status("/readyz").await, "HTTP/1.1 200 OK");
    assert_eq!(status("/livez").await, "HTTP/1.1 200 OK");
    assert_eq!(status("/").await, "HTTP/1.1 404 Not Found");
    assert_eq!(
        health(admin, "tabuleiro.v1.RulesService").await,
        ServingStatus::Serving
    );

    // A call that is not finished holds up the end of the drain, beyond GOAWAY and the end of the main port.
    let channel = connect(&running).await;
    let mut held = probe::ticks(&channel, Request::new(bytes::Bytes::new()))
        .await
        .expect("begun");
    held.message().await.expect("not an error");
    let main = running.addr();
    let drain = tokio::spawn(running.shutdown());
    for _ in 0..500 {
        if tokio::net::TcpStream::connect(main).await.is_err() {
            break;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    assert_eq!(status("/readyz").await, "HTTP/1.1 503 Service Unavailable");
    assert_eq!(status("/livez").await, "HTTP/1.1 200 OK");
    assert_eq!(
        health(admin, "tabuleiro.v1.RulesService").await,
        ServingStatus::NotServing
    );
    assert_eq!(health(admin, "").await, ServingStatus::Serving);
    drop(held);
    drop(channel);
    assert_eq!(drain.await.expect("joined"), Ended::Drained);
    for _ in 0..100 {
        if get(admin, "/livez").await.is_err() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("the admin port outlived its server");
}

/// Only probes and the page: no rules, no reflection.
#[tokio::test]
async fn the_product_is_not_on_the_admin_port() {
    let running = start(with_admin()).await;
    let channel = Endpoint::from_shared(format!("http://{}", admin_of(&running)))
        .expect("an address")
        .connect()
        .await
        .expect("connected");
    let status = probe::call(&channel, "Echo", Request::new(bytes::Bytes::new()))
        .await
        .expect_err("not here");
    assert_eq!(status.code(), Code::Unimplemented);
}
