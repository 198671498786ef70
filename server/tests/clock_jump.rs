//! The machine's clock is set while the server runs, by libfaketime (Debian: faketime), which shifts the time of day and leaves the
//! monotonic clock alone, as a real correction does. What is dated in the world follows the new time at once: a JWT that has
//! expired. What the server measures itself does not: the share of calls, the time of a stream, connections, state tokens.
//! `cargo test --workspace --test clock_jump -- --ignored`.
#![cfg(target_os = "linux")]
#![allow(clippy::expect_used, reason = "a panic is how a test fails")]

#[path = "support/issuer.rs"]
mod issuer;
#[path = "support/program.rs"]
mod program;
mod support;

use std::{
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use futures::StreamExt as _;
use issuer::{Issuer, claims, now};
use program::Program;
use serde_json::json;
use support::raw::PATIENCE;
use tabuleiro_proto::v1::{
    self, arbiter_service_client::ArbiterServiceClient, audit_records_request::Part,
    game::Standing, rules_service_client::RulesServiceClient,
};
use tonic::{
    Code, Request, Status,
    transport::{Channel, Endpoint},
};
use tonic_types::StatusExt as _;

/// A server whose time of day we set.
struct Shifted {
    program: Program,
    folder: PathBuf,
}

impl Shifted {
    fn start(test: &str, flags: &[&str]) -> Shifted {
        let library = ["x86_64-linux-gnu", "aarch64-linux-gnu"]
            .map(|it| format!("/usr/lib/{it}/faketime/libfaketimeMT.so.1"));
        let library = library.iter().find(|it| Path::new(it).exists());
        let library = library.expect("libfaketime (Debian: apt-get install faketime)");
        let folder = std::env::temp_dir().join(format!("tabuleiro-{test}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        std::fs::write(folder.join("time"), "+0").expect("written");
        let time = folder.join("time").display().to_string();
        let environment = [
            ("LD_PRELOAD", &**library),
            ("FAKETIME_TIMESTAMP_FILE", &*time),
            ("FAKETIME_NO_CACHE", "1"),
            ("FAKETIME_DONT_FAKE_MONOTONIC", "1"),
            ("DONT_FAKE_MONOTONIC", "1"),
        ];
        Shifted {
            program: Program::start_in(&environment, flags),
            folder,
        }
    }

    /// From now on it is so much later or earlier for the server: `+2h`, `-1d`, `+0`.
    fn set(&self, shift: &str) {
        let new = self.folder.join("new");
        std::fs::write(&new, shift).expect("written");
        // In one step, so that no half is read.
        std::fs::rename(new, self.folder.join("time")).expect("renamed");
    }

    async fn channel(&self) -> Channel {
        let endpoint = Endpoint::from_shared(format!("http://{}", self.program.address()));
        let connected = endpoint.expect("an address").connect().await;
        connected.expect("connected")
    }
}

impl Drop for Shifted {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

async fn list(channel: &Channel, token: Option<&str>) -> Result<(), Status> {
    let mut request = Request::new(v1::ListVariantsRequest::default());
    if let Some(token) = token {
        let header = format!("Bearer {token}").parse().expect("ascii");
        request.metadata_mut().insert("authorization", header);
    }
    let mut rules = RulesServiceClient::new(channel.clone());
    rules.list_variants(request).await.map(drop)
}

#[tokio::test]
#[ignore = "needs libfaketime"]
async fn a_jwt_holds_by_the_time_of_day_and_a_remembered_one_too() {
    let issuer = Issuer::new();
    let keys = std::env::temp_dir().join(format!("tabuleiro-jump-{}.jwks", std::process::id()));
    std::fs::write(&keys, issuer.jwks().to_string()).expect("written");
    let server = Shifted::start(
        "jump-jwt",
        &[
            &format!("--jwks-file={}", keys.display()),
            "--jwt-issuer=https://issuer.example",
            "--jwt-audience=tabuleiro",
        ],
    );
    let channel = server.channel().await;
    let mut claims = claims("tabuleiro:*");
    claims["nbf"] = json!(now() - 10);
    let token = issuer.token(&json!({"alg": "EdDSA", "kid": "ed"}), &claims);
    let answered = async || list(&channel, Some(&token)).await;
    let refused = async || {
        let status = answered().await.expect_err("not now");
        assert_eq!(status.code(), Code::Unauthenticated);
        status.message().to_owned()
    };
    answered().await.expect("it holds");
    server.set("+2h");
    assert!(refused().await.contains("expired"));
    server.set("+0");
    answered().await.expect("it holds again");
    server.set("-2h");
    assert!(refused().await.contains("not valid yet"));
    server.set("+0");
    answered().await.expect("it holds again");
    let _ = std::fs::remove_file(keys);
}

#[tokio::test]
#[ignore = "needs libfaketime"]
async fn a_share_of_calls_comes_back_by_the_time_that_passes_and_not_by_the_clock() {
    const BURST: u32 = 60;
    let server = Shifted::start(
        "jump-rate",
        &["--rate-limit=1", &format!("--rate-burst={BURST}")],
    );
    let channel = server.channel().await;
    // As many more calls as there are at most, and how many of them were served.
    let served = async || {
        let mut served = 0;
        for _ in 0..BURST {
            match list(&channel, None).await {
                Ok(()) => served += 1,
                Err(status) => {
                    assert_eq!(status.code(), Code::ResourceExhausted);
                    let retry = status.get_details_retry_info().expect("a RetryInfo");
                    let delay = retry.retry_delay.expect("a delay");
                    // A clock that went back does not shut anybody out for days.
                    assert!(delay <= Duration::from_secs(u64::from(BURST)), "{delay:?}");
                }
            }
        }
        served
    };
    let begun = Instant::now();
    assert_eq!(served().await, BURST);
    for shift in ["+10d", "-10d", "+0"] {
        server.set(shift);
        let most = begun.elapsed().as_secs();
        let again = u64::from(served().await);
        // One for each second that has passed, and one for the second that is passing.
        assert!(
            again <= most + begun.elapsed().as_secs() + 1,
            "{shift}: {again}"
        );
    }
    let comes_back = async {
        while list(&channel, None).await.is_err() {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    let comes_back = tokio::time::timeout(PATIENCE, comes_back).await;
    assert!(comes_back.is_ok(), "the share never comes back");
}

#[tokio::test]
#[ignore = "needs libfaketime"]
async fn calls_streams_connections_and_games_go_on_when_the_clock_is_set() {
    let server = Shifted::start("jump-calls", &["--max-connection-idle=10m"]);
    let channel = server.channel().await;
    let mut rules = RulesServiceClient::new(channel.clone());
    let play = |game: v1::Game, text: &str| v1::ApplyMoveRequest {
        game: Some(game),
        actions: vec![v1::Action {
            kind: Some(v1::action::Kind::Move(v1::MoveInput {
                input: Some(v1::move_input::Input::Text(text.to_owned())),
            })),
        }],
        ..v1::ApplyMoveRequest::default()
    };
    let mut game = v1::Game {
        ruleset: Some(v1::Ruleset {
            variant: "chess".to_owned(),
            ..v1::Ruleset::default()
        }),
        standing: None,
    };

    // An audit that has begun and is given its file over all the jumps.
    let (parts, stream) = tokio::sync::mpsc::channel(8);
    let header = Part::Header(v1::AuditHeader::default());
    let send = async |part| {
        let message = v1::AuditRecordsRequest { part: Some(part) };
        parts.send(message).await.expect("taken");
    };
    send(header).await;
    let mut arbiter = ArbiterServiceClient::new(channel.clone());
    let stream = tokio_stream::wrappers::ReceiverStream::new(stream);
    let auditing = tokio::spawn(async move {
        let answers = arbiter.audit_records(stream).await.expect("begun");
        answers.into_inner().collect::<Vec<_>>().await
    });

    for (shift, text) in [
        ("+3h", "e4"),
        ("-3d", "e5"),
        ("+400d", "Nf3"),
        ("+0", "Nc6"),
    ] {
        server.set(shift);
        // The token of the move before was sealed at another time.
        let answer = rules.apply_move(play(game, text)).await.expect("answered");
        let answer = answer.into_inner();
        assert!(answer.rejection.is_none(), "{answer:?}");
        game = v1::Game {
            ruleset: None,
            standing: Some(Standing::State(answer.status.expect("a status").state)),
        };
        let tags = "[Event \"e\"]\n[Result \"*\"]\n\n1. e4 e5 *\n\n";
        send(Part::Chunk(tags.as_bytes().into())).await;
        // Time for the server to look at its timers.
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    drop(parts);
    let answers = tokio::time::timeout(PATIENCE, auditing).await;
    let answers = answers.expect("it ends").expect("joined");
    let answers: Vec<_> = answers
        .into_iter()
        .map(|it| it.expect("no end before its time"))
        .collect();
    let Some(v1::audit_records_response::Part::Summary(summary)) =
        answers.last().and_then(|it| it.part.as_ref())
    else {
        panic!("no summary: {answers:?}");
    };
    assert_eq!(summary.game_count, 4);
}
