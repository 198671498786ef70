//! Questions of arbiters and importers over a real socket, one kind a file.
#![allow(clippy::expect_used, reason = "a panic is how a test fails")]

#[path = "../support/mod.rs"]
mod support;

mod audits;
mod convert;
mod diagrams;
mod mate;
mod rulings;
mod unfinished;

use support::{connect, start};
use tabuleiro_proto::v1::{
    self, arbiter_service_client::ArbiterServiceClient, convert_record_request::Source,
    game::Standing, record_service_client::RecordServiceClient,
    rules_service_client::RulesServiceClient,
};
use tabuleiro_server::Config;
use tonic::{Code, Status, transport::Channel};
use tonic_types::StatusExt as _;

/// A mated game with a clock, a glyph, a variation and a remark.
const PGN: &[u8] = b"[Event \"?\"]\n[White \"White 1\"]\n[Black \"Black 1\"]\n[Result \"0-1\"]\n\n\
1. f3 {[%clk 0:05:00]} e5 $1 2. g4 (2. e4 d5) Qh4# {the quickest} 0-1\n";

async fn channel() -> Channel {
    connect(&start(Config::local()).await).await
}

fn reason(status: &Status) -> String {
    let info = status.get_details_error_info();
    info.expect("always an ErrorInfo").reason
}

fn ruleset(variant: &str) -> Option<v1::Ruleset> {
    Some(v1::Ruleset {
        variant: variant.into(),
        ..v1::Ruleset::default()
    })
}

fn at(variant: &str, fen: &str) -> Option<v1::Game> {
    Some(v1::Game {
        ruleset: ruleset(variant),
        standing: Some(Standing::Record(v1::Record {
            start_position: fen.into(),
            ..v1::Record::default()
        })),
    })
}
