//! The client whose calls wait, against a fake on a real socket and in memory.
#![allow(clippy::unwrap_used, reason = "a test crate")]

mod common;

use std::sync::atomic::Ordering;

use tabuleiro_client::{Client, Error, Game, audit::AuditEvent, blocking, testing::FakeServer};

use common::{Host, numbered};

#[test]
fn calls_wait_and_connections_live_on_between_them() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let host = runtime.block_on(Host::start(numbered(3)));
    let builder = Client::builder(host.url()).connections(1);
    let client = blocking::Client::build(builder).unwrap();
    for _ in 0..3 {
        let answer = client.legal_moves(Game::start("chess")).send().unwrap();
        assert_eq!(answer.move_count, 3);
    }
    let clone = client.clone();
    drop(client);
    let elsewhere = std::thread::spawn(move || {
        clone.legal_moves(Game::start("chess")).send().unwrap();
    });
    elsewhere.join().unwrap();
    assert_eq!(host.accepted.load(Ordering::Relaxed), 1);
}

#[test]
fn nobody_there_is_an_error_and_no_hang() {
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = free.local_addr().unwrap().to_string();
    drop(free);
    let error = blocking::Client::connect(address).unwrap_err();
    assert!(matches!(error, Error::Unreachable { .. }), "{error:?}");
}

#[test]
fn batches_audits_and_sessions_wait_too() {
    let client = blocking::Client::over(FakeServer::with_samples().client());
    let asked = ["brazilian", "no-such-game"].map(Game::start);
    let asked = asked.map(|game| client.legal_moves(game));
    let outcomes = client.batch_legal_moves().ask_all(asked).send().unwrap();
    assert_eq!(
        outcomes.iter().map(Result::is_ok).collect::<Vec<_>>(),
        [true, false]
    );
    let findings = client.audit().bytes("1. f3 e5 2. g4 Qh4# 0-1\n").unwrap();
    let events: Result<Vec<_>, _> = findings.collect();
    assert!(matches!(
        events.unwrap().last(),
        Some(AuditEvent::Summary(_))
    ));
    let mut session = blocking::GameSession::start(&client, Game::start("brazilian")).unwrap();
    assert!(session.play("c3-d4").unwrap().is_accepted());
}
