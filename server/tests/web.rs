//! What a browser sees: preflights, gRPC-Web over HTTP/1.1, and refusals that a page can read. Bytes by hand, so that
//! no client of ours helps; real browsers are in `tests/browser`.
#![allow(clippy::expect_used, reason = "a panic is how a test fails")]

mod support;

use clap::Parser as _;
use support::connect;
use tabuleiro_proto::v1::{ListVariantsRequest, rules_service_client::RulesServiceClient};
use tabuleiro_server::{Running, Server, config::Flags};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
};

const PAGE: &str = "https://play.example";
const LIST: &str = "/tabuleiro.v1.RulesService/ListVariants";

async fn start(arguments: &[&str]) -> Running {
    let flags = ["tabuleiro-server", "--listen=127.0.0.1:0"]
        .iter()
        .chain(arguments);
    let config = Flags::try_parse_from(flags)
        .expect("known flags")
        .resolve()
        .expect("a good configuration");
    Server::start(config).await.expect("started")
}

/// Sends one request over HTTP/1.1; the answer, headers in lower case.
async fn exchange(running: &Running, head: &str, body: &[u8]) -> (String, Vec<u8>) {
    let mut stream = TcpStream::connect(running.addr()).await.expect("connected");
    let length = body.len();
    let head = format!(
        "{head}\r\nhost: localhost\r\nconnection: close\r\ncontent-length: {length}\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).await.expect("sent");
    stream.write_all(body).await.expect("sent");
    let mut answer = Vec::new();
    // A server that does not speak HTTP/1.1 may close without a word.
    let _ = stream.read_to_end(&mut answer).await;
    let end = answer
        .windows(4)
        .position(|window| window == b"\r\n\r\n")
        .map_or(answer.len(), |at| at + 4);
    let body = answer.split_off(end);
    (String::from_utf8_lossy(&answer).to_lowercase(), body)
}

async fn preflight(running: &Running, origin: &str) -> String {
    let head = format!(
        "OPTIONS {LIST} HTTP/1.1\r\norigin: {origin}\r\naccess-control-request-method: POST\r\n\
         access-control-request-headers: authorization,content-type,grpc-timeout,x-grpc-web"
    );
    exchange(running, &head, b"").await.0
}

async fn call(running: &Running, path: &str, body: &[u8]) -> (String, Vec<u8>) {
    let head = format!(
        "POST {path} HTTP/1.1\r\norigin: {PAGE}\r\ncontent-type: application/grpc-web+proto\r\nx-grpc-web: 1"
    );
    exchange(running, &head, body).await
}

const EMPTY: &[u8] = &[0, 0, 0, 0, 0];

fn contains(bytes: &[u8], text: &str) -> bool {
    bytes
        .windows(text.len())
        .any(|window| window == text.as_bytes())
}

/// With tonic 0.14.9 a preflight that reaches the gRPC side is answered 400.
#[tokio::test]
async fn a_listed_page_is_let_in_and_another_is_not() {
    let running = start(&[&format!("--web-origin={PAGE},http://localhost:5173")]).await;
    let answer = preflight(&running, PAGE).await;
    assert!(answer.starts_with("http/1.1 200"), "{answer}");
    for part in [
        "access-control-allow-origin: https://play.example\r\n",
        "access-control-allow-methods: post\r\n",
        "authorization",
        "grpc-timeout",
        "x-grpc-web",
    ] {
        assert!(answer.contains(part), "{part}: {answer}");
    }
    assert!(!answer.contains("allow-credentials"), "{answer}");
    let answer = preflight(&running, "https://elsewhere.example").await;
    assert!(!answer.contains("access-control-allow-origin"), "{answer}");
}

#[tokio::test]
async fn a_page_calls_by_grpc_web_and_reads_the_status_and_grpc_still_works_beside_it() {
    let running = start(&["--web-origin=*"]).await;
    let (head, body) = call(&running, LIST, EMPTY).await;
    assert!(head.starts_with("http/1.1 200"), "{head}");
    assert!(
        head.contains("access-control-allow-origin: *\r\n"),
        "{head}"
    );
    let exposed = head
        .lines()
        .find(|line| line.starts_with("access-control-expose-headers"))
        .expect("exposed headers");
    for name in ["grpc-status", "grpc-message", "grpc-status-details-bin"] {
        assert!(exposed.contains(name), "{exposed}");
    }
    assert!(contains(&body, "brazilian") && contains(&body, "grpc-status:0"));

    let (head, body) = call(&running, "/tabuleiro.v1.RulesService/ApplyMove", EMPTY).await;
    let told = head + &String::from_utf8_lossy(&body);
    assert!(
        told.contains("grpc-status: 3") || told.contains("grpc-status:3"),
        "{told}"
    );
    assert!(told.contains("grpc-status-details-bin"), "{told}");

    RulesServiceClient::new(connect(&running).await)
        .list_variants(ListVariantsRequest::default())
        .await
        .expect("answered");
}

#[tokio::test]
async fn a_refusal_can_be_read_by_a_page() {
    let path = std::env::temp_dir().join(format!("tabuleiro-web-{}", std::process::id()));
    std::fs::write(&path, "room the-token-of-the-players-room *\n").expect("written");
    let tokens = format!("--auth-tokens-file={}", path.display());
    let running = start(&["--web-origin=*", &tokens]).await;
    // A preflight carries no token.
    assert!(preflight(&running, PAGE).await.starts_with("http/1.1 200"));
    let (head, body) = call(&running, LIST, EMPTY).await;
    let told = head.clone() + &String::from_utf8_lossy(&body);
    assert!(
        told.contains("grpc-status: 16") || told.contains("grpc-status:16"),
        "{told}"
    );
    assert!(
        head.contains("access-control-allow-origin: *\r\n"),
        "{head}"
    );
}

#[tokio::test]
async fn without_an_origin_neither_http1_nor_grpc_web_is_spoken() {
    let running = start(&[]).await;
    let answer = preflight(&running, PAGE).await;
    assert!(!answer.contains("200 ok"), "{answer}");
    let (_, body) = call(&running, LIST, EMPTY).await;
    assert!(!contains(&body, "brazilian"));
}
