//! Who may call, over a real socket: tokens, JWTs, permissions, shares, and what is never told or logged.
#![allow(clippy::expect_used, reason = "a panic is how a test fails")]

#[path = "support/issuer.rs"]
mod issuer;
#[path = "support/program.rs"]
mod program;
mod support;

use std::{path::PathBuf, time::Duration};

use bytes::Bytes;
use clap::Parser as _;
use futures::StreamExt as _;
use issuer::{Issuer, claims};
use program::Program;
use serde_json::json;
use support::{connect, probe};
use tabuleiro_proto::v1::{
    ListVariantsRequest, arbiter_service_client::ArbiterServiceClient,
    rules_service_client::RulesServiceClient,
};
use tabuleiro_server::{Running, Server, config::Flags};
use tonic::{Code, Request, Status, transport::Channel};
use tonic_health::pb::{HealthCheckRequest, health_client::HealthClient};
use tonic_types::StatusExt as _;

const PLAYER: &str = "the-token-of-the-players-room";
const OPERATOR: &str = "the-token-of-the-operators";

fn file(name: &str, text: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("tabuleiro-id-{}-{name}", std::process::id()));
    std::fs::write(&path, text).expect("written");
    path
}

fn tokens(name: &str) -> String {
    let path = file(
        name,
        &format!("players {PLAYER} RulesService\noperators {OPERATOR} *\n"),
    );
    format!("--auth-tokens-file={}", path.display())
}

async fn start(arguments: &[&str]) -> Running {
    let flags = ["tabuleiro-server", "--listen=127.0.0.1:0"]
        .iter()
        .chain(arguments);
    let config = Flags::try_parse_from(flags)
        .expect("known flags")
        .resolve()
        .expect("a good configuration");
    Server::new(config)
        .expect("put together")
        .with_service(probe::Probe)
        .listen()
        .await
        .expect("started")
}

fn with_token<T>(message: T, token: &str) -> Request<T> {
    let mut request = Request::new(message);
    if !token.is_empty() {
        let value = format!("Bearer {token}").parse().expect("ascii");
        request.metadata_mut().insert("authorization", value);
    }
    request
}

async fn list(channel: &Channel, token: &str) -> Result<(), Status> {
    RulesServiceClient::new(channel.clone())
        .list_variants(with_token(ListVariantsRequest::default(), token))
        .await
        .map(|_| ())
}

async fn can_mate(channel: &Channel, token: &str) -> Result<(), Status> {
    ArbiterServiceClient::new(channel.clone())
        .can_mate(with_token(Default::default(), token))
        .await
        .map(|_| ())
}

fn told(status: &Status) -> (Code, String, String) {
    let info = status.get_details_error_info().expect("an ErrorInfo");
    let why = info.metadata.get("why").or(info.metadata.get("rpc"));
    (status.code(), info.reason, why.cloned().unwrap_or_default())
}

#[tokio::test]
async fn a_call_needs_a_token_that_holds_and_allows_it() {
    let running = start(&[&tokens("calls")]).await;
    let channel = connect(&running).await;
    let unauthenticated = |why: &str| (Code::Unauthenticated, "UNAUTHENTICATED".into(), why.into());

    let missing = list(&channel, "").await.expect_err("no token");
    assert_eq!(told(&missing), unauthenticated("MISSING"));
    let wrong = list(&channel, "the-token-of-nobody-here")
        .await
        .expect_err("wrong");
    let malformed = list(&channel, "short").await.expect_err("malformed");
    assert_eq!(told(&wrong), unauthenticated("INVALID"));
    // Nothing tells one wrong token from another.
    assert_eq!(
        (wrong.message(), wrong.details()),
        (malformed.message(), malformed.details())
    );

    list(&channel, PLAYER).await.expect("a player may list");
    let denied = can_mate(&channel, PLAYER)
        .await
        .expect_err("not a player's");
    assert_eq!(
        told(&denied),
        (
            Code::PermissionDenied,
            "PERMISSION_DENIED".into(),
            "tabuleiro.v1.ArbiterService/CanMate".into()
        )
    );
    let answered = can_mate(&channel, OPERATOR)
        .await
        .expect_err("an empty request");
    assert_eq!(answered.code(), Code::InvalidArgument);
    let probed = probe::call(&channel, "Echo", with_token(Bytes::new(), PLAYER)).await;
    assert_eq!(
        probed.expect_err("not named").code(),
        Code::PermissionDenied
    );
}

async fn reflect(channel: &Channel, token: &str) -> Result<usize, Status> {
    use tonic_reflection::pb::v1::{
        ServerReflectionRequest, server_reflection_client::ServerReflectionClient,
        server_reflection_request::MessageRequest, server_reflection_response::MessageResponse,
    };
    let question = ServerReflectionRequest {
        host: String::new(),
        message_request: Some(MessageRequest::ListServices(String::new())),
    };
    let request = with_token(futures::stream::iter([question]), token);
    let mut answers = ServerReflectionClient::new(channel.clone())
        .server_reflection_info(request)
        .await?
        .into_inner();
    let answer = answers.next().await.expect("an answer")?;
    match answer.message_response {
        Some(MessageResponse::ListServicesResponse(list)) => Ok(list.service.len()),
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn health_is_open_and_reflection_is_behind_the_token_or_off() {
    let running = start(&[&tokens("open")]).await;
    let channel = connect(&running).await;
    HealthClient::new(channel.clone())
        .check(HealthCheckRequest::default())
        .await
        .expect("probes carry no token");
    let refused = reflect(&channel, "").await.expect_err("no token");
    assert_eq!(refused.code(), Code::Unauthenticated);
    assert!(reflect(&channel, PLAYER).await.expect("listed") >= 4);

    let running = start(&["--no-reflection"]).await;
    let channel = connect(&running).await;
    let off = reflect(&channel, "").await.expect_err("switched off");
    assert_eq!(off.code(), Code::Unimplemented);
    list(&channel, "")
        .await
        .expect("without auth anybody may call");
}

#[tokio::test]
async fn a_jwt_allows_what_its_claim_says() {
    let issuer = Issuer::new();
    let keys = file("jwks", &issuer.jwks().to_string());
    let running = start(&[
        &format!("--jwks-file={}", keys.display()),
        "--jwt-issuer=https://issuer.example",
        "--jwt-audience=tabuleiro",
        "--jwt-claim=permissions",
    ])
    .await;
    let channel = connect(&running).await;
    let token = |alg: &str, kid: &str| {
        let mut claims = claims("tabuleiro:*");
        claims["permissions"] = json!(["tabuleiro:ListVariants"]);
        issuer.token(&json!({"alg": alg, "kid": kid}), &claims)
    };
    for (alg, kid) in [("RS256", "rsa"), ("ES256", "ec"), ("EdDSA", "ed")] {
        list(&channel, &token(alg, kid)).await.expect("allowed");
        let denied = can_mate(&channel, &token(alg, kid))
            .await
            .expect_err("not allowed");
        assert_eq!(denied.code(), Code::PermissionDenied);
    }
    let forged = list(&channel, &token("HS256", "rsa"))
        .await
        .expect_err("forged");
    assert_eq!(told(&forged).2, "INVALID");
    let expired = {
        let mut claims = claims("");
        claims["exp"] = json!(issuer::now() - 3600);
        issuer.token(&json!({"alg": "EdDSA", "kid": "ed"}), &claims)
    };
    let expired = list(&channel, &expired).await.expect_err("expired");
    assert_eq!(told(&expired).2, "EXPIRED");
}

#[tokio::test]
async fn a_changed_file_is_in_force_without_a_restart_and_a_broken_one_never() {
    let flag = tokens("changes");
    let path = flag.split_once('=').expect("a path").1.to_owned();
    let running = start(&[&flag]).await;
    let channel = connect(&running).await;
    list(&channel, PLAYER).await.expect("the first file");

    std::fs::write(&path, "players not-a-line\n").expect("written");
    tokio::time::sleep(Duration::from_millis(1_500)).await;
    list(&channel, PLAYER)
        .await
        .expect("the first file is still in force");

    let next = "the-token-that-comes-after-it";
    std::fs::write(&path, format!("players {next} *\n")).expect("written");
    for _ in 0..200 {
        if list(&channel, next).await.is_ok() {
            let old = list(&channel, PLAYER).await.expect_err("no longer");
            assert_eq!(old.code(), Code::Unauthenticated);
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("the new file never came into force");
}

/// It is how an operator says that files have changed, and what a terminal says at its end.
#[tokio::test]
async fn sighup_reads_files_again_and_never_ends_a_server_even_one_without_files() {
    let without = Program::start(&[]);
    let flag = tokens("hangup");
    let with = Program::start(&[&flag]);
    for times in 1..=2 {
        without.hang_up();
        without
            .logs(times, &["SIGHUP: there is nothing to read again"])
            .await;
        with.hang_up();
        with.logs(times, &["SIGHUP: files are read again"]).await;
    }
    for server in [&without, &with] {
        let address = server.address();
        let channel = support::connect_to(address).await;
        HealthClient::new(channel)
            .check(HealthCheckRequest::default())
            .await
            .expect("it serves");
    }
}

#[tokio::test]
async fn a_client_that_has_spent_its_share_is_told_when_to_come_back_and_another_is_not_touched() {
    // One call in a thousand seconds: no time passes that matters.
    let running = start(&[&tokens("shares"), "--rate-limit=1", "--rate-burst=3"]).await;
    let channel = connect(&running).await;
    let mut refused = Vec::new();
    for _ in 0..40 {
        refused.extend(list(&channel, PLAYER).await.err());
    }
    let status = refused.first().expect("40 calls do not fit into 3");
    assert_eq!(status.code(), Code::ResourceExhausted);
    let info = status.get_details_error_info().expect("an ErrorInfo");
    assert_eq!(info.reason, "RATE_LIMITED");
    let wait = status
        .get_details_retry_info()
        .expect("a RetryInfo")
        .retry_delay;
    assert!(wait.is_some_and(|wait| !wait.is_zero() && wait <= Duration::from_secs(1)));
    list(&channel, OPERATOR).await.expect("another client");
    HealthClient::new(channel.clone())
        .check(HealthCheckRequest::default())
        .await
        .expect("probes have no share");

    // Guessing has one too: that of the address.
    let mut codes = Vec::new();
    for n in 0..40 {
        let guess = list(&channel, &format!("guess-number-{n:08}")).await;
        codes.push(guess.expect_err("wrong").code());
    }
    assert_eq!(codes[0], Code::Unauthenticated);
    assert!(codes.contains(&Code::ResourceExhausted), "{codes:?}");
}

/// At the most talkative level, over a whole run: start, right and wrong tokens, end.
#[tokio::test]
async fn no_secret_is_ever_logged() {
    let issuer = Issuer::new();
    let keys = file("logged-jwks", &issuer.jwks().to_string());
    let key = file("logged-key", "the-key-that-seals-state-tokens-32-bytes");
    let server = Program::start(&[
        "--log=trace",
        &tokens("logged"),
        &format!("--jwks-file={}", keys.display()),
        "--jwt-issuer=https://issuer.example",
        "--jwt-audience=tabuleiro",
        &format!("--token-key-file={}", key.display()),
    ]);
    let channel = Channel::from_shared(format!("http://{}", server.address()))
        .expect("an address")
        .connect()
        .await
        .expect("connected");
    let jwt = issuer.token(
        &json!({"alg": "EdDSA", "kid": "ed"}),
        &claims("tabuleiro:*"),
    );
    let wrong = "a-wrong-token-that-nobody-has";
    list(&channel, PLAYER).await.expect("allowed");
    list(&channel, &jwt).await.expect("allowed");
    for token in [wrong, &jwt[..jwt.len() - 4]] {
        list(&channel, token).await.expect_err("wrong");
    }
    drop(channel);
    let lines = server.ended();
    assert!(
        lines.contains("TRACE"),
        "the log is not at its most talkative"
    );
    let [_, _, signature] = <[&str; 3]>::try_from(jwt.split('.').collect::<Vec<_>>()).expect("3");
    for secret in [PLAYER, OPERATOR, wrong, signature, "the-key-that-seals"] {
        assert!(!lines.contains(secret), "the log tells {secret}");
    }
}
