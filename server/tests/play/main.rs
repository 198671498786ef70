//! Playing over a real socket, a question a file.
#![allow(clippy::expect_used, reason = "a panic is how a test fails")]

#[path = "../support/mod.rs"]
mod support;

mod apply_move;
mod circumstances;
mod legal_moves;
mod misuse;

use support::{connect, start};
use tabuleiro_proto::v1::{self, game::Standing, rules_service_client::RulesServiceClient};
use tabuleiro_server::{
    Config,
    seal::{Keyring, SealKey},
};
use tonic::{Code, Status, transport::Channel};
use tonic_types::StatusExt as _;

type Rules = RulesServiceClient<Channel>;

async fn rules() -> Rules {
    rules_of(Config::local()).await
}

async fn rules_of(config: Config) -> Rules {
    let running = start(config).await;
    RulesServiceClient::new(connect(&running).await)
}

fn variant(id: &str) -> Option<v1::Ruleset> {
    Some(v1::Ruleset {
        variant: id.into(),
        ..v1::Ruleset::default()
    })
}

/// A game of this variant from the start, after these moves.
fn game(id: &str, moves: &[&str]) -> Option<v1::Game> {
    from(id, "", moves)
}

/// A game of this variant from a position, after these moves.
fn from(id: &str, fen: &str, moves: &[&str]) -> Option<v1::Game> {
    Some(v1::Game {
        ruleset: variant(id),
        standing: Some(Standing::Record(v1::Record {
            start_position: fen.into(),
            moves: moves.iter().map(|text| (*text).into()).collect(),
            ..v1::Record::default()
        })),
    })
}

fn from_state(state: bytes::Bytes) -> Option<v1::Game> {
    Some(v1::Game {
        ruleset: None,
        standing: Some(Standing::State(state)),
    })
}

fn play(text: &str) -> v1::Action {
    let input = v1::MoveInput {
        input: Some(v1::move_input::Input::Text(text.into())),
    };
    v1::Action {
        kind: Some(v1::action::Kind::Move(input)),
    }
}

fn fact(by: v1::Side, kind: v1::fact::Kind) -> v1::Action {
    let fact = v1::Fact {
        by: by.into(),
        kind: Some(kind),
        ..v1::Fact::default()
    };
    v1::Action {
        kind: Some(v1::action::Kind::Fact(fact)),
    }
}

fn apply(game: Option<v1::Game>, moves: &[&str]) -> v1::ApplyMoveRequest {
    v1::ApplyMoveRequest {
        game,
        actions: moves.iter().map(|text| play(text)).collect(),
        ..v1::ApplyMoveRequest::default()
    }
}

async fn applied(rules: &mut Rules, request: v1::ApplyMoveRequest) -> v1::ApplyMoveResponse {
    rules
        .apply_move(request)
        .await
        .expect("an answer")
        .into_inner()
}

async fn refused(rules: &mut Rules, request: v1::ApplyMoveRequest) -> Status {
    rules.apply_move(request).await.expect_err("an error")
}

fn reason(status: &Status) -> String {
    status
        .get_details_error_info()
        .expect("always an ErrorInfo")
        .reason
}
