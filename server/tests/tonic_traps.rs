//! The traps of tonic 0.14.9 that are the server's, each with the remedy shown to hold. Their numbers are those of the
//! list in LIMITS.md. When tonic changes, the first test fails: then look at each trap again, and at whether its remedy is still needed.
#![allow(clippy::expect_used, reason = "a panic is how a test fails")]

#[path = "support/certificates.rs"]
mod certificates;
#[path = "support/counted.rs"]
mod counted;
#[path = "support/program.rs"]
mod program;
mod support;

use std::time::Duration;

use bytes::Bytes;
use certificates::{Authority, Files};
use counted::{echo, hello, until, with};
use futures::StreamExt as _;
use program::Program;
use support::{
    connect, probe,
    raw::{DATA, END_HEADERS, HEADERS, PATIENCE, RST_STREAM, Raw, call_headers, frame},
    start,
};
use tabuleiro_server::{Config, Ended, Running};
use tokio::{io::AsyncWriteExt as _, net::TcpStream};
use tonic::{Code, Request, codec::CompressionEncoding};
use tonic_health::pb::{
    HealthCheckRequest, health_check_response::ServingStatus, health_client::HealthClient,
};
use tonic_types::StatusExt as _;

const PROBE: &str = "test.v1.Probe";

fn with_timeout(timeout: Duration) -> Request<Bytes> {
    let mut request = hello();
    // As header only: tonic's own client timeout would answer CANCELLED first.
    request.metadata_mut().insert(
        "grpc-timeout",
        format!("{}m", timeout.as_millis()).parse().expect("ascii"),
    );
    request
}

#[test]
fn tonic_is_the_version_whose_traps_these_are() {
    let lock = include_str!("../../Cargo.lock");
    let tonic = lock
        .split("[[package]]")
        .find(|it| it.contains("name = \"tonic\"\n"))
        .expect("tonic is locked");
    assert!(tonic.contains("version = \"0.14.9\""), "{tonic}");
}

/// The list in LIMITS.md has a line for each of them, and the files that it names as their tests are there.
#[test]
fn every_trap_has_its_line() {
    let list = include_str!("../../LIMITS.md");
    let (_, list) = list.split_once("## Traps").expect("the list");
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for trap in 1..=19 {
        let start = format!("| {trap} |");
        let lines: Vec<_> = list.lines().filter(|it| it.starts_with(&start)).collect();
        let [line] = lines[..] else {
            panic!("trap {trap} has these lines: {lines:?}");
        };
        // Every second part is in backquotes.
        for path in line.split('`').skip(1).step_by(2) {
            if path.ends_with(".rs") {
                assert!(root.join(path).exists(), "{path}");
            }
        }
    }
}

/// Trap 5: on a fresh connection, more calls than the limit on streams fail, because the client has not read it yet: the
/// limit is never below the 100 that clients assume, and more calls than that wait.
#[tokio::test]
async fn more_calls_than_streams_on_a_warm_connection_wait_for_their_turn() {
    let running = start(with(|it| it.max_concurrent_streams = 100)).await;
    let channel = connect(&running).await;
    echo(&channel).await;
    let calls = (0..250).map(|_| probe::call(&channel, "20", hello()));
    for answer in futures::future::join_all(calls).await {
        assert_eq!(answer.expect("answered"), "hello");
    }
}

/// Trap 15: without being told to accept it, it answers UNIMPLEMENTED to a compressed request. The product's services
/// accept gzip.
#[tokio::test]
async fn a_compressed_request_is_understood() {
    let running = start(Config::local()).await;
    let channel = connect(&running).await;
    let mut client = tabuleiro_proto::v1::rules_service_client::RulesServiceClient::new(channel)
        .send_compressed(CompressionEncoding::Gzip);
    let answer = client
        .list_variants(tabuleiro_proto::v1::ListVariantsRequest::default())
        .await
        .expect("answered");
    assert!(!answer.into_inner().variants.is_empty());
}

/// How a caller goes who has begun to say what it asks.
#[derive(Clone, Copy, Debug)]
enum Goes {
    /// By a reset with this code.
    By(u32),
    /// With its connection.
    WithConnection,
    /// The same, by HTTP/1.1.
    WithPage,
}

impl Goes {
    const ALL: [Goes; 5] = [
        Goes::By(0),
        Goes::By(2),
        Goes::By(8),
        Goes::WithConnection,
        Goes::WithPage,
    ];

    /// A call that has begun with so much of its message, and broken off.
    async fn away(self, running: &Running, path: &str, said: &[u8]) {
        // Until the server has looked at what there is.
        let looked = || tokio::time::sleep(Duration::from_millis(50));
        if let Goes::WithPage = self {
            let mut page = TcpStream::connect(running.addr()).await.expect("connected");
            let head = format!(
                "POST {path} HTTP/1.1\r\nhost: localhost\r\norigin: https://play.example\r\n\
                 content-type: application/grpc-web+proto\r\ncontent-length: 100\r\n\r\n"
            );
            page.write_all(head.as_bytes()).await.expect("sent");
            page.write_all(said).await.expect("sent");
            looked().await;
            return;
        }
        let mut raw = Raw::speaking(running.addr()).await;
        let begin = frame(HEADERS, END_HEADERS, 1, &call_headers(path));
        assert!(raw.send(&begin).await);
        assert!(raw.is_served().await);
        assert!(raw.send(&frame(DATA, 0, 1, said)).await);
        looked().await;
        if let Goes::By(code) = self {
            let reset = frame(RST_STREAM, 0, 1, &code.to_be_bytes());
            assert!(raw.send(&reset).await);
            looked().await;
        }
    }
}

/// Trap 19: a request whose caller is gone has no message for it, or one that is cut short: INTERNAL, our fault.
#[tokio::test]
async fn a_caller_who_goes_in_the_middle_of_a_request_has_cancelled_the_call() {
    const METHODS: [&str; 4] = [
        "tabuleiro.v1.RulesService/LegalMoves",
        "tabuleiro.v1.ArbiterService/BatchAdjudicate",
        "tabuleiro.v1.ArbiterService/AuditRecords",
        "grpc.health.v1.Health/Check",
    ];
    let mut config = Config::local();
    config.web.any = true;
    config.admin = vec![std::net::SocketAddr::from(([127, 0, 0, 1], 0))];
    let running = start(config).await;
    let mut calls = Vec::new();
    for method in METHODS {
        let path = format!("/{method}");
        for goes in Goes::ALL {
            // Nothing at all, and the beginning of a message.
            for said in [&[][..], &[0, 0, 0, 0, 10, b'x']] {
                let (running, path) = (&running, path.clone());
                calls.push(async move { goes.away(running, &path, said).await });
            }
        }
    }
    let each = calls.len() / METHODS.len();
    futures::future::join_all(calls).await;

    let counted = async |method: &str| -> Vec<String> {
        let page = support::page(&running).await;
        let labels = format!("rpc_method=\"{method}\"");
        page.lines()
            .filter(|line| line.starts_with("rpc_server_call_duration_seconds_count"))
            .filter(|line| line.contains(&labels))
            .map(str::to_owned)
            .collect()
    };
    let cancelled = |lines: &[String]| matches!(lines, [line] if line.contains("\"CANCELLED\"") && line.ends_with(&format!(" {each}")));
    for method in METHODS {
        let all = async {
            while !cancelled(&counted(method).await) {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        let all = tokio::time::timeout(Duration::from_secs(5), all).await;
        assert!(all.is_ok(), "{each} expected: {:#?}", counted(method).await);
    }
}

/// Trap 1: its own timeouts answer CANCELLED "Timeout expired".
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

/// Trap 2: its clock stops at the response headers: a stream ran to its end.
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

/// Trap 3: with a grace it cuts an old connection without GOAWAY: the call died as UNKNOWN "transport error".
#[tokio::test]
async fn an_old_connection_finishes_its_calls_and_its_client_comes_back() {
    let running = start(with(|it| {
        it.max_age = Some(Duration::from_millis(600));
        it.age_grace = Some(Duration::from_secs(30));
    }))
    .await;
    let channel = connect(&running).await;
    let answer = probe::call(&channel, "1500", hello()).await;
    assert_eq!(answer.expect("answered"), "hello");
    until(&running, |it| it.aged >= 1).await;
    // Trap 4, the client's: a call that meets the GOAWAY may be CANCELLED, and is repeated.
    let again = async { while probe::call(&channel, "Echo", hello()).await.is_err() {} };
    tokio::time::timeout(PATIENCE, again)
        .await
        .expect("it comes back");
    let counts = running.connections();
    assert!(counts.accepted >= 2, "{counts:?}");
    assert_eq!(counts.cut, 0);
}

/// Trap 6: at h2's default of 20 pending resets, such a burst took unrelated calls with it.
#[tokio::test]
async fn a_burst_of_cancelled_calls_leaves_the_neighbours_on_their_connection_alone() {
    let running = start(Config::local()).await;
    let channel = connect(&running).await;
    for _ in 0..5 {
        let neighbour = tokio::spawn({
            let channel = channel.clone();
            async move { probe::call(&channel, "100", hello()).await }
        });
        let burst = (0..90).map(|_| {
            let call = probe::call(&channel, "5000", hello());
            tokio::time::timeout(Duration::from_millis(20), call)
        });
        futures::future::join_all(burst).await;
        assert_eq!(neighbour.await.expect("joined").expect("answered"), "hello");
    }
}

/// A message beyond this limit is refused by its name.
async fn refused_by_name(config: Config, limit_name: &str) {
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
    assert_eq!(info.metadata["limit_name"], limit_name);
    assert_eq!(info.metadata["limit"], "2000");
    assert!(status.get_details_quota_failure().is_some());
}

/// Trap 9: it answers OUT_OF_RANGE.
#[tokio::test]
async fn an_oversized_message_is_resource_exhausted_and_names_the_limit() {
    let mut config = Config::local();
    config.limits.request_bytes = 2_000;
    refused_by_name(config, "max_message_bytes").await;
}

/// Trap 9, the other way.
#[tokio::test]
async fn an_oversized_answer_is_resource_exhausted_and_names_the_limit() {
    let mut config = Config::local();
    config.limits.response_bytes = 2_000;
    refused_by_name(config, "max_response_bytes").await;
}

/// Trap 10: without a layer that catches it, the caller of a panic sees CANCELLED.
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

/// Trap 11: it waits for an open health watch for ever.
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

/// Trap 13: its client sees UNKNOWN "transport error", and it says so nowhere. Our log has a line with the address and the reason,
/// at the level that is logged by default.
#[tokio::test]
async fn a_failed_handshake_is_told_in_the_log() {
    let (ours, theirs) = (Authority::new("ours"), Authority::new("theirs"));
    let files = Files::new("trap-13");
    let tls = files.of_server(&ours.server(), Some((&ours, true)));
    let clients = tls.clients.as_ref().expect("asked for");
    let flag = |name: &str, path: &std::path::Path| format!("--tls-{name}={}", path.display());
    let program = Program::start(&[
        &flag("cert", &tls.certificate),
        &flag("key", &tls.key),
        &flag("client-ca", &clients.authorities),
    ]);
    let address = program.address();
    let refused = |pair: Option<certificates::Pair>| {
        let ours = &ours;
        async move {
            let connected = certificates::connect(address, ours, pair.as_ref()).await;
            let answered = match connected {
                Ok(channel) => probe::call(&channel, "Echo", hello()).await.is_ok(),
                Err(_) => false,
            };
            assert!(!answered);
        }
    };
    refused(None).await;
    refused(Some(theirs.client("spiffe://club/arbiter"))).await;
    // Whoever speaks HTTP where TLS is spoken.
    assert_eq!(Raw::speaking(address).await.ended().await, None);
    for reason in ["no certificates", "UnknownIssuer", "corrupt message"] {
        let line = program
            .logs(1, &["INFO", "TLS handshake failed", "127.0.0.1:", reason])
            .await;
        assert_eq!(line.len(), 1);
    }
}

/// Trap 14: it leaves the message empty.
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

/// Trap 16: its limit is per connection, answers RESOURCE_EXHAUSTED, and forgets a call at its headers.
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

/// Not in the list: it waits for the preface for ever.
#[tokio::test]
async fn whoever_does_not_speak_is_cut_at_the_handshake_timeout() {
    let running = start(with(|it| it.handshake_timeout = Duration::from_millis(100))).await;
    let mut silent = Raw::silent(running.addr()).await;
    let mut slow = Raw::silent(running.addr()).await;
    assert!(slow.send(b"PRI * HTTP/2.0").await);
    assert_eq!((silent.ended().await, slow.ended().await), (None, None));
    until(&running, |it| it.handshake_timeouts == 2 && it.open == 0).await;
}

/// Not in the list: ended at the drain timeout, it leaves its connections running, detached.
#[tokio::test]
async fn calls_that_do_not_end_are_cut_with_their_connections_after_the_drain_timeout() {
    let mut config = Config::local();
    config.drain.timeout = Duration::from_millis(100);
    let running = start(config).await;
    let channel = connect(&running).await;
    let mut stream = probe::ticks(&channel, hello()).await.expect("begun");
    assert!(stream.next().await.is_some_and(|it| it.is_ok()));
    assert_eq!(running.shutdown().await, Ended::TimedOut);
    // tonic 0.14.9 left such a connection running, detached.
    let end = async { while stream.next().await.is_some_and(|it| it.is_ok()) {} };
    let ended = tokio::time::timeout(PATIENCE, end).await;
    assert!(ended.is_ok(), "the stream goes on");
}
