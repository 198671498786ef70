//! The SDK against three replicas in processes of their own: rolling restarts, kills and freezes under load. No call may
//! fail, and every answer must be the one that a server without trouble gives.
#![cfg(target_os = "linux")]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a panic is how a test fails"
)]

use std::{
    net::TcpListener,
    process::Stdio,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use bytes::Bytes;
use futures::StreamExt as _;
use tabuleiro_client::{
    Client, Game, MoveView,
    audit::{AuditEvent, Findings},
    proto::UnaryCall as _,
    v1::{self, rules_service::ApplyMove},
};
use tabuleiro_tests::{client as embedded, data};
use tokio::{
    net::TcpStream,
    process::{Child, Command},
    task::JoinHandle,
    time::sleep,
};

const CALLERS: usize = 8;

/// A server in a process of its own. Killed when dropped.
struct Replica {
    address: String,
    process: Child,
}

impl Replica {
    async fn start(address: &str) -> Replica {
        let process = Command::new(env!("CARGO_BIN_EXE_tabuleiro-replica"))
            .args(["--listen", address])
            .args(["--drain-pause", "200ms", "--drain-timeout", "10s"])
            .args(["--log", "error"])
            .stdin(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .unwrap();
        let replica = Replica {
            address: address.to_owned(),
            process,
        };
        replica.takes_connections().await;
        replica
    }

    async fn takes_connections(&self) {
        for _ in 0..600 {
            if TcpStream::connect(&self.address).await.is_ok() {
                return;
            }
            sleep(Duration::from_millis(50)).await;
        }
        panic!("{} does not start", self.address);
    }

    async fn signal(&self, signal: &str) {
        let id = self.process.id().expect("it runs").to_string();
        let sent = Command::new("kill").args([signal, &id]).status().await;
        assert!(sent.unwrap().success());
    }

    /// Sends the signal, waits for the end, starts a new process at the same address.
    async fn restart(mut self, signal: &str) -> Replica {
        self.signal(signal).await;
        self.process.wait().await.unwrap();
        sleep(Duration::from_millis(100)).await;
        Replica::start(&self.address).await
    }
}

/// Three addresses on this machine that nobody uses.
fn addresses() -> [String; 3] {
    let free = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = free.local_addr().unwrap().port();
    [1, 2, 3].map(|host| format!("127.0.0.{host}:{port}"))
}

/// A question, and the answer of a server without trouble.
struct Question {
    request: v1::ApplyMoveRequest,
    answer: v1::ApplyMoveResponse,
}

/// A game move by move, each from the state that the last answer gave.
async fn questions(client: &Client, variant: &str, moves: &[&str]) -> Vec<Question> {
    let mut game = v1::Game::from(Game::start(variant));
    let mut questions = Vec::new();
    for played in moves {
        let call = client.apply_move(game).action(*played);
        let request = call.request().clone();
        let answer = call.send().await.unwrap();
        let status = answer.status.as_ref().expect("a status");
        game = tabuleiro_client::StateToken::of(status)
            .expect("a token")
            .into();
        questions.push(Question { request, answer });
    }
    questions
}

/// Callers who ask until they are told to stop.
struct Callers {
    over: Arc<AtomicBool>,
    running: Vec<JoinHandle<u64>>,
}

impl Callers {
    async fn start(client: &Client) -> Callers {
        let without_trouble = embedded().await;
        let chess = [
            "e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ke3", "Ba4", "Nf6", "O-O", "Be7",
        ];
        let draughts = ["c3-d4", "d6-c5", "b2-c3", "f6-g5", "a1-a2"];
        let mut all = questions(&without_trouble, "chess", &chess).await;
        all.extend(questions(&without_trouble, "brazilian", &draughts).await);
        assert!(all.iter().any(|it| it.answer.rejection.is_some()));
        let legal = without_trouble.legal_moves(Game::start("international"));
        let legal = legal.view(MoveView::Standard).send().await.unwrap();
        let (all, legal) = (Arc::new(all), Arc::new(legal));
        let over = Arc::new(AtomicBool::new(false));
        let running = (0..CALLERS)
            .map(|caller| {
                let (client, over) = (client.clone(), Arc::clone(&over));
                let (all, legal) = (Arc::clone(&all), Arc::clone(&legal));
                tokio::spawn(async move {
                    let mut calls = 0;
                    let mut next = caller;
                    while !over.load(Ordering::Relaxed) {
                        let question = &all[next % all.len()];
                        let request = question.request.clone();
                        let answer = client.unary::<ApplyMove>(request).await;
                        assert_eq!(answer.expect("no call fails"), question.answer);
                        let call = client.legal_moves(Game::start("international"));
                        let answer = call.view(MoveView::Standard).send().await;
                        assert_eq!(answer.expect("no call fails"), *legal);
                        calls += 2;
                        next += 1;
                        sleep(Duration::from_millis(2)).await;
                    }
                    calls
                })
            })
            .collect();
        Callers { over, running }
    }

    /// Any call that failed, or was answered wrongly, fails the test here.
    async fn stop(self) {
        self.over.store(true, Ordering::Relaxed);
        for caller in self.running {
            assert!(caller.await.expect("no call fails") > 10);
        }
    }
}

async fn replicas() -> ([Replica; 3], Client) {
    let [a, b, c] = addresses();
    let replicas = [
        Replica::start(&a).await,
        Replica::start(&b).await,
        Replica::start(&c).await,
    ];
    let client = Client::builder(a)
        .endpoint(b)
        .endpoint(c)
        .connect()
        .await
        .unwrap();
    (replicas, client)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rolling_restart_costs_no_call() {
    let (replicas, client) = replicas().await;
    let callers = Callers::start(&client).await;
    let mut renewed = Vec::new();
    for replica in replicas {
        renewed.push(replica.restart("-TERM").await);
        sleep(Duration::from_millis(500)).await;
    }
    callers.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killed_servers_cost_no_call() {
    let (replicas, client) = replicas().await;
    let callers = Callers::start(&client).await;
    let mut replicas = Vec::from(replicas);
    for _ in 0..6 {
        let renewed = replicas.remove(0).restart("-KILL").await;
        replicas.push(renewed);
        sleep(Duration::from_millis(500)).await;
    }
    callers.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_frozen_server_costs_no_call() {
    let (replicas, client) = replicas().await;
    let callers = Callers::start(&client).await;
    for replica in &replicas[..2] {
        replica.signal("-STOP").await;
        sleep(Duration::from_secs(3)).await;
        replica.signal("-CONT").await;
        sleep(Duration::from_millis(500)).await;
    }
    callers.stop().await;
}

/// Everything that an audit tells.
async fn told(findings: &mut Findings, games: &mut Vec<v1::GameFinding>) -> v1::AuditSummary {
    while let Some(event) = findings.next().await {
        match event.expect("no audit fails") {
            AuditEvent::Game(game) => games.push(*game),
            AuditEvent::Progress(_) => {}
            AuditEvent::Summary(summary) => return *summary,
        }
    }
    panic!("no summary")
}

/// An audit whose first server ends in its midst tells what an audit without trouble does.
async fn outlives(signal: &str) {
    let file: Bytes = data("chess-tournament.pgn").repeat(60).into();
    let mut expected = Vec::new();
    let whole = embedded().await;
    let mut whole = whole.audit().bytes(file.clone()).await.unwrap();
    let summary = told(&mut whole, &mut expected).await;

    let [first, second, _] = addresses();
    let mut dying = Replica::start(&first).await;
    let client = Client::builder(first).endpoint(&second).wait_for_ready();
    let client = client.connect().await.unwrap();
    let mut findings = client.audit().bytes(file).await.unwrap();
    let mut games = Vec::new();
    while games.len() < 30 {
        if let AuditEvent::Game(game) = findings.next().await.unwrap().unwrap() {
            games.push(*game);
        }
    }
    dying.signal(signal).await;
    let heir = Replica::start(&second).await;
    let resumed = told(&mut findings, &mut games).await;
    dying.process.wait().await.unwrap();
    let numbers: Vec<_> = games.iter().map(|game| game.number).collect();
    let all: Vec<_> = expected.iter().map(|game| game.number).collect();
    assert_eq!(numbers, all);
    assert_eq!(games, expected);
    assert_eq!(resumed, summary);
    drop(heir);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_audit_outlives_a_server_that_is_killed() {
    outlives("-KILL").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_audit_outlives_a_server_that_drains() {
    outlives("-TERM").await;
}
