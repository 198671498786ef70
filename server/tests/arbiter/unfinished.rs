//! Records in which a capture was left unfinished, or a move taken back: one record is the same game to every question.

use super::*;
use tabuleiro_proto::v1::fact::Kind;

/// c3 takes d4, and then f6: the hand may be taken from it on e5.
const HEAD: &str = "[GameType \"26,W,8,8,A0,0\"]\n[Rulebook \"traditional-br\"]\n[SetUp \"1\"]\n\
[FEN \"W:Wc3,a1:Bd4,f6,h8\"]\n[Result \"*\"]\n\n";

/// Each way in which a text says it, the plies that stand, and the moves that were made.
const SAID: [(&str, i32, &[&str]); 8] = [
    (
        "1. c3xe5 {[%fact white released]} f6xd4 *",
        2,
        &["c3xe5", "f6xd4"],
    ),
    (
        "1. c3xe5 {[%fact black let_stand]} f6xd4 *",
        2,
        &["c3xe5", "f6xd4"],
    ),
    (
        "1. c3xg7 {[%corrected c3xe5]} h8xf6 *",
        2,
        &["c3xe5", "c3xg7", "h8xf6"],
    ),
    (
        "1. c3xe5 {[%fact white released] [%fact black requested_correction]} c3xg7 h8xf6 *",
        2,
        &["c3xe5", "c3xg7", "h8xf6"],
    ),
    (
        "1. c3xe5 {[%corrected c3xe5] [%fact white released]} f6xd4 *",
        2,
        &["c3xe5", "c3xe5", "f6xd4"],
    ),
    ("{[%fact white released c3xe5]} 1... f6xd4 *", 2, &["f6xd4"]),
    (
        "{[%fact white released c3xe5] [%fact black requested_correction]} 1. c3xg7 h8xf6 *",
        2,
        &["c3xg7", "h8xf6"],
    ),
    ("1. c3xe5 {[%fact white released]} *", 1, &["c3xe5"]),
];

async fn converted(request: v1::ConvertRecordRequest) -> Result<v1::ConvertRecordResponse, Status> {
    let mut records = RecordServiceClient::new(channel().await);
    let request = v1::ConvertRecordRequest {
        target_format: v1::RecordFormat::Pdn.into(),
        include_status: true,
        ..request
    };
    Ok(records.convert_record(request).await?.into_inner())
}

fn text(data: &str) -> v1::ConvertRecordRequest {
    v1::ConvertRecordRequest {
        source: Some(Source::Text(v1::RecordText {
            data: bytes::Bytes::copy_from_slice(data.as_bytes()),
            ..v1::RecordText::default()
        })),
        ..v1::ConvertRecordRequest::default()
    }
}

async fn audited(data: &str) -> v1::GameFinding {
    let (mut findings, _) = audits::audit(data.as_bytes(), data.len()).await;
    findings.pop().expect("a finding")
}

fn standing(status: Option<v1::Status>) -> (String, i32, String) {
    let status = status.expect("a status");
    let fen = status.position.expect("a position").fen;
    (fen, status.ply_count, status.state_hash)
}

#[tokio::test]
async fn a_record_with_an_unfinished_capture_is_one_game_to_every_question() {
    for (said, plies, made) in SAID {
        let loaded = converted(text(&format!("{HEAD}{said}"))).await;
        let loaded = loaded.unwrap_or_else(|status| panic!("{said}: {status:?}"));
        let here = standing(loaded.status);
        assert_eq!(here.1, plies, "{said}");
        let game = loaded.game.expect("a game");
        let record = game.record.clone().expect("a record");
        assert_eq!(record.moves, made, "{said}");
        // An audit of the text.
        let finding = audited(&format!("{HEAD}{said}")).await;
        assert!(finding.faults.is_empty(), "{said}: {:?}", finding.faults);
        assert_eq!(finding.ply_count, plies, "{said}");
        let ruling = finding.ruling.expect("a ruling");
        // The end of a text closes what was still open; the board is the same.
        let (fen, count, _) = standing(ruling.status);
        assert_eq!((&fen, count), (&here.0, here.1), "{said}");
        // A ruling on the structured game, and the questions of players.
        let game = v1::Game {
            ruleset: game.ruleset,
            standing: Some(Standing::Record(record)),
        };
        let mut arbiter = ArbiterServiceClient::new(channel().await);
        let ruled = arbiter
            .adjudicate(v1::AdjudicateRequest {
                game: Some(game.clone()),
                ..v1::AdjudicateRequest::default()
            })
            .await
            .expect("an answer");
        let ruling = ruled.into_inner().ruling.expect("a ruling");
        assert_eq!(standing(ruling.status), here, "{said}");
        let mut rules = RulesServiceClient::new(channel().await);
        let applied = rules
            .apply_move(v1::ApplyMoveRequest {
                game: Some(game),
                ..v1::ApplyMoveRequest::default()
            })
            .await
            .unwrap_or_else(|status| panic!("{said}: {status:?}"));
        assert_eq!(standing(applied.into_inner().status), here, "{said}");
        // What was written reads as the same game.
        let again = converted(text(&loaded.text)).await.expect("an answer");
        assert_eq!(standing(again.status), here, "{said}\n{}", loaded.text);
        assert_eq!(again.text, loaded.text, "{said}");
    }
}

#[tokio::test]
async fn an_unfinished_capture_is_written_in_every_notation_and_read_again() {
    use v1::Notation as N;
    let said = "1. c3xe5 {[%fact white released]} f6xd4 *";
    let plain = converted(text(&format!("{HEAD}{said}")))
        .await
        .expect("an answer");
    let plain = standing(plain.status);
    for notation in [
        N::Pdn,
        N::Numeric,
        N::Algebraic,
        N::Hub,
        N::FullPath,
        N::RussianShort,
    ] {
        let request = v1::ConvertRecordRequest {
            target_notation: notation.into(),
            ..text(&format!("{HEAD}{said}"))
        };
        let written = converted(request).await;
        let written = written.unwrap_or_else(|status| panic!("{notation:?}: {status:?}"));
        let again = converted(text(&written.text)).await;
        let again =
            again.unwrap_or_else(|status| panic!("{notation:?}: {status:?}\n{}", written.text));
        assert_eq!(
            standing(again.status).2,
            plain.2,
            "{notation:?}\n{}",
            written.text
        );
    }
}

#[tokio::test]
async fn an_unfinished_capture_of_which_nobody_says_anything_stays_a_fault_to_every_question() {
    let said = format!("{HEAD}1. c3xe5 f6xd4 *");
    let status = converted(text(&said)).await.expect_err("refused");
    assert_eq!(reason(&status), "INVALID_RECORD");
    let finding = audited(&said).await;
    assert_eq!((finding.faults.len(), finding.ply_count), (1, 0));
}

#[tokio::test]
async fn a_request_behind_a_release_that_is_a_fact_is_not_about_the_move_before_it() {
    // Black moves, White's hand stops by a fact, and Black has that completed: Black's move stays where it is.
    let head = HEAD.replace("W:Wc3,a1:Bd4,f6,h8", "B:Wc3,b2:Bd4,f6,h8,a7");
    let said =
        "1... a7-b6 {[%fact white released c3xe5] [%fact black requested_correction]} 2. c3xg7 *";
    let loaded = converted(text(&format!("{head}{said}"))).await;
    let loaded = loaded.unwrap_or_else(|status| panic!("{status:?}"));
    assert!(!loaded.text.contains("corrected"), "{}", loaded.text);
    let facts = loaded
        .game
        .and_then(|it| it.record)
        .expect("a record")
        .facts;
    let stopped = facts
        .iter()
        .filter(|it| matches!(it.kind, Some(Kind::Released(_))))
        .count();
    assert_eq!(stopped, 1);
}

/// Facts that the game refuses change no board, of whatever question: the switches of the rules, the text, and the moves that were
/// made, where all are legal.
const WITHOUT_EFFECT: [(&str, &str, Option<&[&str]>); 4] = [
    (
        "omission=huff",
        "{[%fact white released a1-b2]} 1. c3xe5 *",
        Some(&["c3xe5"]),
    ),
    (
        "omission=reject",
        "1. c3xg7 {[%huff h8]} h8xf6 *",
        Some(&["c3xg7", "h8xf6"]),
    ),
    // A capture that was made whole is nothing to correct ...
    (
        "omission=correct_on_request",
        "1. c3xg7 {[%corrected c3xg7]} h8xf6 *",
        None,
    ),
    // ... and what was left out once is not left out again.
    (
        "omission=correct_on_request",
        "1. a1-b2 {[%fact black requested_correction]} a1-b2 {[%fact black requested_correction]} c3xg7 *",
        None,
    ),
];

#[tokio::test]
async fn what_is_said_in_vain_changes_the_board_of_no_question() {
    for (switches, said, made) in WITHOUT_EFFECT {
        let said = format!("[HouseRules \"{switches}\"]\n{HEAD}{said}");
        let finding = audited(&said).await;
        let illegal = finding.faults.iter().any(|fault| fault.ply.is_some());
        assert_eq!(illegal, made.is_none(), "{said}: {:?}", finding.faults);
        let request = v1::ConvertRecordRequest {
            source: text(&said).source,
            ..v1::ConvertRecordRequest::default()
        };
        let loaded = RecordServiceClient::new(channel().await)
            .convert_record(request)
            .await;
        match (loaded, made) {
            (Ok(loaded), Some(made)) => {
                let record = loaded.into_inner().game.and_then(|game| game.record);
                assert_eq!(record.expect("a record").moves, made, "{said}");
            }
            (Err(status), None) => assert_eq!(reason(&status), "INVALID_RECORD", "{said}"),
            (loaded, _) => panic!("{said}: {loaded:?}"),
        }
    }
}
