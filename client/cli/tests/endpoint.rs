//! The command and the SDK against a service at an address: a real server on a real socket.
#![allow(clippy::unwrap_used, reason = "a test crate")]

use std::process::Command;

use tabuleiro_client::{Client, Game, GameSession, MoveView, Play, Retries};
use tabuleiro_server::{Config, Running, Server};

async fn server() -> (Running, String) {
    let running = Server::start(Config::local()).await.unwrap();
    let url = format!("http://{}", running.addr());
    (running, url)
}

/// An address at which nobody listens.
fn nobody() -> String {
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    format!("http://{}", free.local_addr().unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn the_command_asks_the_service_at_the_endpoint() {
    let (running, url) = server().await;
    let run = move |args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tabuleiro"));
        command.args(["--endpoint", &url, "--json"]).args(args);
        command.output().unwrap()
    };
    let output = tokio::task::spawn_blocking(move || {
        run(&["moves", "-V", "brazilian", "--fen", "W:WKa1:Bc3,e5"])
    });
    let output = output.await.unwrap();
    assert_eq!(output.status.code(), Some(0));
    let text = String::from_utf8(output.stdout).unwrap();
    let answer: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(answer["origins"][0]["from"], "a1");
    running.shutdown().await;
}

#[tokio::test]
async fn a_session_plays_a_capture_in_two_jumps_on_the_real_rules() {
    let (running, url) = server().await;
    let client = Client::connect(url).await.unwrap();
    let game = Game::from_position("brazilian", "W:Wa1,h2:Bb2,d4,h8");
    let mut session = GameSession::start(&client, game).await.unwrap();
    let refused = session.play("h2-g3").await.unwrap();
    let Play::Rejected(rejection) = refused else {
        panic!("{refused:?}")
    };
    assert!(rejection.violations[0].citation.is_some());
    assert_eq!(session.status().ply_count, 0);
    let played = session.play("a1xe5").await.unwrap();
    let Play::Accepted(result) = played else {
        panic!("{played:?}")
    };
    assert_eq!(result.played.unwrap().captured.len(), 2);
    let moves = session.legal_moves(MoveView::Minimal).await.unwrap();
    assert_eq!(moves.move_count, 1);
    running.shutdown().await;
}

#[tokio::test]
async fn a_dead_endpoint_among_living_ones_costs_no_call() {
    let (running, url) = server().await;
    // tonic's own balancer (0.14) would send a share of all calls to the dead one.
    let client = Client::builder(nobody())
        .endpoint(url)
        .endpoint(nobody())
        .connect()
        .await
        .unwrap();
    for _ in 0..50 {
        client
            .legal_moves(Game::start("chess"))
            .send()
            .await
            .unwrap();
    }
    // Left out after their first failures, the dead ones need no retries.
    let impatient = client.with_retries(Retries::none());
    impatient
        .legal_moves(Game::start("chess"))
        .send()
        .await
        .unwrap();
    running.shutdown().await;
}
