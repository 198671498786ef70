//! A server whose places are all taken, by callers that are slow to ask or slow to take their answers: others are told so at once and
//! when to come again, health goes on, and each place that is given back serves somebody.
#![allow(clippy::expect_used, reason = "a panic is how a test fails")]

#[path = "support/counted.rs"]
mod counted;
mod support;

use std::time::Duration;

use bytes::Bytes;
use counted::{hello, until};
use prost::Message as _;
use support::{
    connect, probe,
    raw::{
        DATA, END_HEADERS, END_STREAM, GOAWAY, HEADERS, PATIENCE, RST_STREAM, Raw, WINDOW_UPDATE,
        call_headers, frame,
    },
    start,
};
use tabuleiro_server::{Config, Running};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpSocket, TcpStream},
};
use tonic::{Code, Request, transport::Channel};
use tonic_health::pb::{HealthCheckRequest, health_client::HealthClient};
use tonic_types::StatusExt as _;

const PLACES: usize = 4;
const ECHO: &str = "/test.v1.Probe/Echo";
const TICKS: &str = "/test.v1.Probe/Ticks";

fn small() -> Config {
    let mut config = Config::local();
    config.limits.in_flight = PLACES;
    config.admin = vec![([127, 0, 0, 1], 0).into()];
    config
}

/// The streams of so many calls on one connection.
fn streams(calls: usize) -> impl Iterator<Item = u32> {
    (1..).step_by(2).take(calls)
}

/// A message of so many bytes with its prefix, as one or more DATA frames that end the request.
fn message(stream: u32, length: usize) -> Vec<u8> {
    let message = Bytes::from(vec![b'x'; length]).encode_to_vec();
    let mut bytes = vec![0];
    bytes.extend(u32::try_from(message.len()).expect("small").to_be_bytes());
    bytes.extend(message);
    let frames: Vec<_> = bytes.chunks(16 << 10).collect();
    let last = frames.len() - 1;
    let frames = frames.into_iter().enumerate();
    frames
        .flat_map(|(n, part)| frame(DATA, if n == last { END_STREAM } else { 0 }, stream, part))
        .collect()
}

async fn is_full(channel: &Channel) {
    let refused = probe::call(channel, "Echo", hello())
        .await
        .expect_err("full");
    assert_eq!(refused.code(), Code::Unavailable);
    let info = refused.get_details_error_info().expect("an ErrorInfo");
    assert_eq!(info.reason, "OVERLOADED");
    let retry = refused.get_details_retry_info().expect("a RetryInfo");
    assert!(retry.retry_delay.is_some_and(|it| it > Duration::ZERO));
    HealthClient::new(channel.clone())
        .check(HealthCheckRequest::default())
        .await
        .expect("health is never refused");
}

/// A place comes free, and is used.
async fn serves_again(channel: &Channel) {
    let served = async {
        while probe::call(channel, "Echo", hello()).await.is_err() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    let served = tokio::time::timeout(PATIENCE, served).await;
    assert!(served.is_ok(), "no place comes free");
}

/// The next frame of a call: pings and settings are none.
async fn of_a_call(raw: &mut Raw) -> support::raw::Frame {
    loop {
        let frame = raw.next().await.expect("the connection goes on");
        assert_ne!(frame.kind, GOAWAY, "the connection ends");
        if matches!(frame.kind, HEADERS | DATA | RST_STREAM) {
            return frame;
        }
    }
}

/// Callers that have begun and not said what they ask.
async fn slow_callers(running: &Running, calls: usize) -> Raw {
    let mut raw = Raw::speaking(running.addr()).await;
    for stream in streams(calls) {
        let begin = frame(HEADERS, END_HEADERS, stream, &call_headers(ECHO));
        assert!(raw.send(&begin).await);
    }
    raw
}

/// One connection asks for more than there is: exactly as many calls are admitted as there are places, the rest are refused at once
/// as whole answers, and the connection goes on.
#[tokio::test]
async fn one_connection_gets_every_place_and_not_one_more() {
    let running = start(small()).await;
    let mut raw = slow_callers(&running, 3 * PLACES).await;
    let mut refused = Vec::new();
    while refused.len() < 2 * PLACES {
        let frame = of_a_call(&mut raw).await;
        // A refusal is followed by a reset, since its request had not ended.
        if frame.kind == HEADERS {
            assert_ne!(frame.flags & END_STREAM, 0, "an admitted call is answered");
            refused.push(frame.stream);
        }
    }
    // In the order in which they came.
    let expected: Vec<_> = streams(3 * PLACES).skip(PLACES).collect();
    assert_eq!(refused, expected);
    let channel = connect(&running).await;
    is_full(&channel).await;

    // The first says what it asks, is answered, and gives its place to somebody else.
    assert!(raw.send(&message(1, 5)).await);
    loop {
        let frame = of_a_call(&mut raw).await;
        if frame.stream == 1 && frame.flags & END_STREAM != 0 {
            break;
        }
    }
    serves_again(&channel).await;
}

#[tokio::test]
async fn slow_callers_give_their_places_back_when_they_go() {
    let running = start(small()).await;
    let channel = connect(&running).await;
    // By a reset of each call, and with the whole connection.
    let mut raw = slow_callers(&running, PLACES).await;
    raw.is_served().await;
    filled(&running, &channel).await;
    for stream in streams(PLACES) {
        assert!(
            raw.send(&frame(RST_STREAM, 0, stream, &8u32.to_be_bytes()))
                .await
        );
    }
    serves_again(&channel).await;
    // The call that was served has given its place back too.
    taken(&running, 0).await;
    let raw = slow_callers(&running, PLACES).await;
    filled(&running, &channel).await;
    drop(raw);
    serves_again(&channel).await;
}

/// Waits until so many places are taken. A call that tried would take one itself.
async fn taken(running: &Running, places: usize) {
    let line = format!("tabuleiro_calls_in_flight {places}");
    let so = async {
        while !support::page(running).await.lines().any(|it| it == line) {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    let so = tokio::time::timeout(PATIENCE, so).await;
    assert!(
        so.is_ok(),
        "never {places}: {}",
        support::page(running).await
    );
}

/// Waits until there is no place left.
async fn filled(running: &Running, channel: &Channel) {
    taken(running, PLACES).await;
    is_full(channel).await;
}

#[tokio::test]
async fn slow_callers_lose_their_places_at_the_time_limit_of_a_call() {
    let mut config = small();
    config.limits.call_time = Duration::from_millis(500);
    let running = start(config).await;
    let channel = connect(&running).await;
    let _raw = slow_callers(&running, PLACES).await;
    serves_again(&channel).await;
}

/// A caller with room for a single byte of each answer holds its place until it takes the rest, so that answers that wait for their
/// callers are never more than there are places.
#[tokio::test]
async fn an_answer_holds_its_place_until_it_is_taken() {
    let running = start(small()).await;
    let channel = connect(&running).await;
    let mut raw = Raw::with_window(running.addr(), 1).await;
    let mut admitted = 0;
    for stream in streams(PLACES + 3) {
        let begin = frame(HEADERS, END_HEADERS, stream, &call_headers(ECHO));
        assert!(raw.send(&begin).await);
        // A refusal comes before the message is sent, an answer after it.
        assert!(raw.send(&message(stream, 50_000)).await);
        loop {
            let frame = of_a_call(&mut raw).await;
            if frame.kind == HEADERS && frame.stream == stream {
                admitted += usize::from(frame.flags & END_STREAM == 0);
                break;
            }
        }
    }
    assert_eq!(admitted, PLACES);
    is_full(&channel).await;
    // The first takes its answer.
    for stream in [0, 1] {
        assert!(
            raw.send(&frame(WINDOW_UPDATE, 0, stream, &200_000u32.to_be_bytes()))
                .await
        );
    }
    serves_again(&channel).await;
    assert_eq!(running.connections().stalled, 0);
}

#[tokio::test]
async fn whoever_takes_nothing_of_an_answer_loses_the_call() {
    let mut config = small();
    config.transport.answer_stall = Some(Duration::from_millis(300));
    let running = start(config).await;
    let channel = connect(&running).await;
    let mut raw = Raw::with_window(running.addr(), 0).await;
    for stream in streams(PLACES) {
        let begin = frame(HEADERS, END_HEADERS, stream, &call_headers(ECHO));
        assert!(raw.send(&begin).await);
        assert!(raw.send(&message(stream, 5)).await);
    }
    until(&running, |it| it.stalled == PLACES as u64).await;
    let mut reset = 0;
    while reset < PLACES {
        reset += usize::from(of_a_call(&mut raw).await.kind == RST_STREAM);
    }
    serves_again(&channel).await;
    // Only the calls are lost: the connection serves others.
    let next = 2 * u32::try_from(PLACES).expect("few") + 1;
    assert!(
        raw.send(&frame(HEADERS, END_HEADERS, next, &call_headers(ECHO)))
            .await
    );
    assert!(raw.send(&message(next, 5)).await);
    assert_eq!(of_a_call(&mut raw).await.kind, HEADERS);
}

/// Calls by gRPC-Web, one on each connection, which has little room and is not read. Their answers never end.
async fn pages_that_take_nothing(running: &Running) -> Vec<TcpStream> {
    let mut pages = Vec::new();
    for _ in 0..PLACES {
        let socket = TcpSocket::new_v4().expect("a socket");
        socket.set_recv_buffer_size(4 << 10).expect("set");
        let mut page = socket.connect(running.addr()).await.expect("connected");
        let asked = web_message(256 << 10);
        let head = format!(
            "POST {TICKS} HTTP/1.1\r\nhost: localhost\r\norigin: https://play.example\r\n\
             content-type: application/grpc-web+proto\r\ncontent-length: {}\r\n\r\n",
            asked.len()
        );
        page.write_all(head.as_bytes()).await.expect("sent");
        page.write_all(&asked).await.expect("sent");
        pages.push(page);
    }
    pages
}

/// A message of so many bytes with its prefix.
fn web_message(length: usize) -> Vec<u8> {
    let message = Bytes::from(vec![b'x'; length]).encode_to_vec();
    let prefix = u32::try_from(message.len()).expect("small").to_be_bytes();
    [&[0], prefix.as_slice(), &message].concat()
}

fn for_pages() -> Config {
    let mut config = small();
    config.web.any = true;
    config.transport.answer_stall = Some(Duration::from_secs(2));
    config
}

/// gRPC-Web by HTTP/1.1: hyper 1.12 would wait for the caller for ever, and the answer would keep its place.
#[tokio::test]
async fn a_page_that_takes_nothing_of_an_answer_loses_its_connection() {
    let running = start(for_pages()).await;
    let channel = connect(&running).await;
    let pages = pages_that_take_nothing(&running).await;
    filled(&running, &channel).await;
    until(&running, |it| it.stalled == PLACES as u64).await;
    serves_again(&channel).await;
    for mut page in pages {
        // It ends, though the answer never would.
        let read = async { while page.read(&mut [0; 64 << 10]).await.is_ok_and(|it| it > 0) {} };
        let ended = tokio::time::timeout(PATIENCE, read).await;
        assert!(ended.is_ok(), "the connection goes on");
    }
}

/// A page that takes its answer bit by bit, each in its time, keeps it.
#[tokio::test]
async fn a_page_that_is_slow_to_take_its_answer_loses_nothing() {
    let running = start(for_pages()).await;
    let mut pages = pages_that_take_nothing(&running).await;
    let mut page = pages.remove(0);
    let begun = std::time::Instant::now();
    let mut part = vec![0; 64 << 10];
    // Its time would be over twice.
    while begun.elapsed() < Duration::from_secs(5) {
        let read = page.read(&mut part).await.expect("it goes on");
        assert_ne!(read, 0, "the answer is cut short");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    until(&running, |it| it.stalled == PLACES as u64 - 1).await;
    assert_ne!(page.read(&mut part).await.expect("it goes on"), 0);
}

/// Calls of somebody, as a trusted proxy says.
fn from(address: &str) -> Request<Bytes> {
    let mut request = hello();
    let address = address.parse().expect("ascii");
    request.metadata_mut().insert("x-forwarded-for", address);
    request
}

#[tokio::test]
async fn no_client_takes_every_place_and_who_has_its_own_is_told_when_to_come_again() {
    const GREEDY: &str = "203.0.113.7";
    let mut config = small();
    config.per_client.limit = std::num::NonZeroUsize::new(PLACES - 1);
    config.per_client.anonymous_only = false;
    config.rate_limit.trusted_proxies = vec!["127.0.0.0/8".parse().expect("a network")];
    let running = start(config).await;
    let channel = connect(&running).await;
    let slow: Vec<_> = (0..PLACES - 1)
        .map(|_| {
            let channel = channel.clone();
            tokio::spawn(async move { probe::call(&channel, "20000", from(GREEDY)).await })
        })
        .collect();
    let refused = async {
        loop {
            match probe::call(&channel, "Echo", from(GREEDY)).await {
                Ok(_) => tokio::time::sleep(Duration::from_millis(5)).await,
                Err(status) => return status,
            }
        }
    };
    let refused = tokio::time::timeout(PATIENCE, refused)
        .await
        .expect("there is always a place");
    assert_eq!(refused.code(), Code::ResourceExhausted);
    let info = refused.get_details_error_info().expect("an ErrorInfo");
    assert_eq!(info.reason, "RATE_LIMITED");
    assert_eq!(info.metadata["in_flight"], (PLACES - 1).to_string());
    let retry = refused.get_details_retry_info().expect("a RetryInfo");
    assert!(retry.retry_delay.is_some_and(|it| it > Duration::ZERO));
    let page = support::page(&running).await;
    let counted = page
        .lines()
        .find(|line| line.starts_with("tabuleiro_calls_crowded_total"));
    assert!(counted.is_some_and(|it| !it.ends_with(" 0")), "{counted:?}");

    // Another one is served, and so is this one when a call of its own has ended.
    let other = probe::call(&channel, "Echo", from("198.51.100.9")).await;
    assert_eq!(other.expect("served"), "hello");
    for call in &slow {
        call.abort();
    }
    let again = async {
        while probe::call(&channel, "Echo", from(GREEDY)).await.is_err() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    let again = tokio::time::timeout(PATIENCE, again).await;
    assert!(again.is_ok(), "no place comes free");
}

/// A stream whose next message is not there yet, and an answer that is long in the making, are no fault of their callers.
#[tokio::test]
async fn a_caller_who_waits_for_its_answer_loses_nothing() {
    let mut config = small();
    config.transport.answer_stall = Some(Duration::from_millis(10));
    let running = start(config).await;
    let channel = connect(&running).await;
    let answer = probe::call(&channel, "300", hello()).await;
    assert_eq!(answer.expect("answered"), Bytes::from_static(b"hello"));
    let mut ticks = probe::ticks(&channel, hello()).await.expect("begun");
    for _ in 0..10 {
        assert!(ticks.message().await.expect("goes on").is_some());
    }
    assert_eq!(running.connections().stalled, 0);
}
