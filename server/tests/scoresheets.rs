//! Two score sheets of one game over a real socket.
#![allow(clippy::expect_used, reason = "a panic is how a test fails")]

mod support;

use support::{connect, start};
use tabuleiro_proto::v1::{
    self, Notation, RepairKind, ScoresheetVerdict, ViolationCode,
    arbiter_service_client::ArbiterServiceClient,
};
use tabuleiro_server::Config;
use tonic::{Code, Status, transport::Channel};

async fn arbiter() -> ArbiterServiceClient<Channel> {
    ArbiterServiceClient::new(connect(&start(Config::local()).await).await)
}

fn sheet(moves: &str, language: &str) -> Option<v1::Scoresheet> {
    Some(v1::Scoresheet {
        moves: moves.split(' ').map(str::to_owned).collect(),
        notation: Notation::ScoreSheet.into(),
        language: language.to_owned(),
        ..v1::Scoresheet::default()
    })
}

fn asks(
    first: Option<v1::Scoresheet>,
    second: Option<v1::Scoresheet>,
) -> v1::CompareScoresheetsRequest {
    v1::CompareScoresheetsRequest {
        ruleset: Some(v1::Ruleset {
            variant: "chess".to_owned(),
            ..v1::Ruleset::default()
        }),
        first,
        second,
        ..v1::CompareScoresheetsRequest::default()
    }
}

async fn compare(
    request: v1::CompareScoresheetsRequest,
) -> Result<v1::ScoresheetComparison, Status> {
    let response = arbiter().await.compare_scoresheets(request).await?;
    Ok(response.into_inner().comparison.expect("a comparison"))
}

#[tokio::test]
async fn a_portuguese_and_a_german_sheet_with_a_move_left_out_are_reconciled() {
    let portuguese = sheet("e4 e5 Cf3 Cc6 Bb5 a6", "pt-BR");
    let german = sheet("e4 e5 Sf3 Lb5 a6", "de");
    let found = compare(asks(portuguese, german)).await.expect("an answer");
    assert_eq!(found.verdict(), ScoresheetVerdict::Reconciled);
    assert_eq!(found.first_difference_ply, Some(4));
    assert_eq!(found.common_moves, ["e4", "e5", "Nf3"]);
    let best = &found.reconciliations[0];
    assert_eq!(best.moves, ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6"]);
    assert_eq!(best.repairs[0].kind(), RepairKind::Missing);
    assert_eq!((best.repairs[0].sheet, best.repairs[0].ply), (2, 4));
    let fault = found
        .second_fault
        .expect("the bishop of White on Black's move");
    assert_eq!(fault.ply, 4);
    assert!(!fault.violations[0].message.is_empty());
    assert_ne!(fault.violations[0].code(), ViolationCode::Unspecified);
    assert!(
        found.explanation.contains("half-move 4"),
        "{}",
        found.explanation
    );
}

#[tokio::test]
async fn a_sheet_that_another_language_makes_another_game_of_is_told_in_the_callers_language() {
    // With both R and K at hand, Re2 is the rook in English and the king in Portuguese.
    let mut request = asks(sheet("Re2", "en"), sheet("Re2", "en"));
    request.start_position = "7k/8/8/8/8/8/R7/4K3 w - - 0 1".to_owned();
    request.locale = "pt-BR".to_owned();
    let found = compare(request).await.expect("an answer");
    assert_eq!(found.verdict(), ScoresheetVerdict::Same);
    assert!(
        found.explanation.contains("é preciso confirmar o idioma"),
        "{}",
        found.explanation
    );
}

#[tokio::test]
async fn a_sheet_without_a_language_and_too_many_repairs_are_refused() {
    let refused = compare(asks(sheet("e4", ""), sheet("e4", "en")))
        .await
        .expect_err("no language");
    assert_eq!(refused.code(), Code::InvalidArgument);
    let mut request = asks(sheet("e4", "en"), sheet("e4", "en"));
    request.max_repairs = 9;
    let refused = compare(request).await.expect_err("too many");
    assert_eq!(refused.code(), Code::InvalidArgument);
}
