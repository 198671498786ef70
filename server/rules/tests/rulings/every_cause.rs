//! A golden ruling for every cause of the list: result, ply, article and how it came about. A cause without one fails.

use std::{collections::HashSet, sync::Arc};

use crate::asked::*;
use tabuleiro_rules::Side::{Black, White};
use tabuleiro_rules::adjudication::{DatedFact, Disposition, Question, Ruling, TimeClass};
use tabuleiro_rules::game::{Basis, ClaimKind, FactKind};
use tabuleiro_rules::{Cause, Outcome, Ruleset, RulesetRequest};

/// What one question is ruled to be.
struct Golden {
    question: Question,
    cause: Cause,
    outcome: Outcome,
    ply: u32,
    basis: Basis,
    /// The article that decides; empty where its text is not at hand.
    article: &'static str,
}

/// An ending that comes by itself.
fn board(
    question: Question,
    cause: Cause,
    outcome: Outcome,
    ply: u32,
    article: &'static str,
) -> Golden {
    Golden {
        question,
        cause,
        outcome,
        ply,
        basis: Basis::Automatic,
        article,
    }
}

/// An ending by what was said or done after the last move.
fn told(
    mut question: Question,
    facts: impl IntoIterator<Item = DatedFact>,
    basis: Basis,
    (cause, outcome, ply, article): (Cause, Outcome, u32, &'static str),
) -> Golden {
    question.facts.extend(facts);
    Golden {
        basis,
        ..board(question, cause, outcome, ply, article)
    }
}

/// A game of a variant by its own rulebook.
fn of(variant: &str, position: &str, moves: &str) -> Question {
    about(&law(variant, ""), position, moves)
}

/// A game whose positions may come again: only the limits are looked at.
fn for_limits(variant: &str, position: &str, moves: &str) -> Question {
    let request = RulesetRequest {
        variant,
        switches: vec![("repetition", "off")],
        ..RulesetRequest::default()
    };
    about(
        &Arc::new(Ruleset::build(&request).unwrap()),
        position,
        moves,
    )
}

const DRAW: Outcome = Outcome::Draw;
const WHITE: Outcome = Outcome::Win(White);
const BLACK: Outcome = Outcome::Win(Black);
/// Kings to and fro in corners of the board of 10 by 10.
const CORNERS: &str = "46-41 50-45 41-46 45-50";

fn chess() -> Vec<Golden> {
    let quickly = "f3 e5 g4 Qh4#";
    let material = about(
        &law("chess", "casual-br"),
        "8/8/3k4/8/8/2KB4/3r4/8 w - - 0 1",
        "Kxd2",
    );
    // Every move of White is a check, and the position stands again.
    let checks = about(
        &law("chess", "casual-br"),
        "6k1/6p1/8/7Q/8/8/8/1K6 w - - 0 1",
        "Qe8+ Kh7 Qh5+ Kg8",
    );
    vec![
        board(fide("", quickly), Cause::Checkmate, BLACK, 4, "5.1.1"),
        board(
            fide("7k/8/8/5KQ1/8/8/8/8 w - - 0 1", "Qg6"),
            Cause::Stalemate,
            DRAW,
            1,
            "5.2.1",
        ),
        board(
            fide("8/8/3k4/8/8/2K5/3r4/8 w - - 0 1", "Kxd2"),
            Cause::DeadPosition,
            DRAW,
            1,
            "5.2.2",
        ),
        board(material, Cause::InsufficientMaterial, DRAW, 1, ""),
        board(
            fide("", &rounds(4)),
            Cause::FivefoldRepetition,
            DRAW,
            16,
            "9.6.1",
        ),
        board(
            fide("7k/8/8/8/8/8/R7/K7 w - - 149 120", "Rb2"),
            Cause::SeventyFiveMoves,
            DRAW,
            1,
            "9.6.2",
        ),
        told(
            fide("7k/8/8/8/8/8/R7/K7 w - - 100 90", ""),
            [claims(White, ClaimKind::FiftyMoves, None)],
            Basis::Claim,
            (Cause::FiftyMoves, DRAW, 0, "9.3.2"),
        ),
        told(
            fide("", &rounds(2)),
            [claims(White, ClaimKind::Repetition, None)],
            Basis::Claim,
            (Cause::ThreefoldRepetition, DRAW, 8, "9.2.2"),
        ),
        told(
            checks,
            [fact(White, FactKind::OfferedPerpetualCheck)],
            Basis::Claim,
            (Cause::PerpetualCheck, DRAW, 4, ""),
        ),
    ]
}

fn chess_variants() -> Vec<Golden> {
    vec![
        board(
            of("atomic", "", "Nh3 a6 Ng5 a5 Nxf7"),
            Cause::KingExploded,
            WHITE,
            5,
            "",
        ),
        board(
            of("kingofthehill", "4k3/4p3/8/8/8/4K3/7P/8 w - - 0 1", "Ke4"),
            Cause::KingInTheCentre,
            WHITE,
            1,
            "",
        ),
        board(
            of("3check", "4k3/4p3/8/8/8/8/4P3/R3K3 w - - 1+3 0 1", "Ra8+"),
            Cause::ThirdCheck,
            WHITE,
            1,
            "",
        ),
        board(
            of("racingkings", "8/1k6/8/8/8/8/7K/8 b - - 0 1", "Kb8"),
            Cause::RaceWon,
            BLACK,
            1,
            "",
        ),
        board(
            of("racingkings", "8/k6K/8/8/8/8/8/8 w - - 0 1", "Kh8 Ka8"),
            Cause::RaceDrawn,
            DRAW,
            2,
            "",
        ),
        board(
            of("antichess", "8/8/8/8/8/1p6/P7/8 b - - 0 1", "bxa2"),
            Cause::AllPiecesLost,
            WHITE,
            1,
            "",
        ),
        // The pawns stand face to face, and who cannot move has won.
        board(
            of("antichess", "8/8/8/8/p7/8/P7/8 w - - 0 1", "a3"),
            Cause::Stalemate,
            BLACK,
            1,
            "",
        ),
        board(
            of("horde", "4k3/8/8/8/8/1p6/P7/8 b - - 0 1", "bxa2"),
            Cause::HordeDestroyed,
            BLACK,
            1,
            "",
        ),
    ]
}

fn draughts() -> Vec<Golden> {
    let refused = {
        let moves = plies("h8-g7 a1-b2 g7-h8 b2-a1", 90);
        let shown = FactKind::ArbiterDecided {
            outcome: None,
            decided_advantage: Some(false),
        };
        told(
            about(
                &law("english", "english-traditional"),
                "B:WKa1:BKh8",
                &moves,
            ),
            [
                after(0, White, FactKind::OfferedDraw),
                after(0, Black, FactKind::RefusedDraw),
                fact(Black, shown),
            ],
            Basis::Arbiter,
            (Cause::RefusedOfferLimit, DRAW, 79, ""),
        )
    };
    vec![
        board(
            of("international", "W:W27:B21", "27x16"),
            Cause::NoPieces,
            WHITE,
            1,
            "7.2",
        ),
        board(
            of("international", "W:W41,47,28:B36", "28-23"),
            Cause::NoLegalMove,
            WHITE,
            1,
            "7.2",
        ),
        board(
            of("breakthrough", "W:W7:B44", "7-1"),
            Cause::KingMade,
            WHITE,
            1,
            "",
        ),
        board(
            of("italiana-br", "W:W22:B18", "22-19"),
            Cause::MissedCapture,
            BLACK,
            1,
            "",
        ),
        board(
            of("turkish", "W:WKa1:Bb7", ""),
            Cause::LonePieceVKing,
            DRAW,
            0,
            "19.b",
        ),
        board(
            of("turca-br", "W:WKa1,h2:Bb7", ""),
            Cause::LonePieceVKing,
            WHITE,
            0,
            "",
        ),
        board(
            for_limits(
                "international",
                "W:WK46,26,36:BK50,1,6",
                &plies(CORNERS, 52),
            ),
            Cause::KingMovesLimit,
            DRAW,
            50,
            "6.2",
        ),
        board(
            for_limits("international", "W:WK46,K36,26:BK50", &plies(CORNERS, 34)),
            Cause::StrongerSideLimit,
            DRAW,
            32,
            "6.3",
        ),
        board(
            for_limits("international", "W:WK46,K36:BK50", &plies(CORNERS, 12)),
            Cause::SmallEndingLimit,
            DRAW,
            10,
            "6.4",
        ),
        board(
            for_limits("russian", "W:WKa1,Kc1:BKg1,Kh6", &plies(TO_AND_FRO, 61)),
            Cause::MaterialUnchangedLimit,
            DRAW,
            60,
            "7.2.6",
        ),
        board(
            for_limits(
                "russian",
                "W:WKc1,Ka3,Ka5:BKh8",
                &plies("c1-d2 h8-g7 d2-c1 g7-h8", 12),
            ),
            Cause::MainRoadLimit,
            DRAW,
            10,
            "7.2.7",
        ),
        refused,
        board(
            of("frisian", "W:WK46,K36:BK50", &plies(CORNERS, 16)),
            Cause::FrisianTwoKingsVOne,
            DRAW,
            14,
            "18",
        ),
        board(
            of("frisian", "W:WK46:BK50", ""),
            Cause::FrisianOneKingEach,
            DRAW,
            0,
            "21.1",
        ),
        // The capture that leaves one king each.
        board(
            of("frisian", "W:WK46:BK50,37", "46x5"),
            Cause::FrisianOneKingEach,
            DRAW,
            1,
            "21.1",
        ),
    ]
}

fn beside_the_board() -> Vec<Golden> {
    let opened = || fide("", "e4 e5");
    let mut flags = opened();
    flags.context.quickplay_announced = Some(true);
    let fell = |side| {
        let last_period = Some(true);
        fact(side, FactKind::FlagFell { last_period })
    };
    let mut unseen = opened();
    unseen.context.time_class = Some(TimeClass::Blitz);
    unseen.context.supervised = Some(false);
    let mut signed = opened();
    signed.results = recorded(BLACK);
    let decided = FactKind::ArbiterDecided {
        outcome: Some(DRAW),
        decided_advantage: None,
    };
    vec![
        told(
            opened(),
            [fact(White, FactKind::Resigned)],
            Basis::Fact,
            (Cause::Resignation, BLACK, 2, "5.1.2"),
        ),
        told(
            opened(),
            [
                fact(White, FactKind::OfferedDraw),
                fact(Black, FactKind::AcceptedDraw),
            ],
            Basis::Fact,
            (Cause::Agreement, DRAW, 2, "5.2.3"),
        ),
        told(
            opened(),
            [fact(White, FactKind::FLAG_FELL)],
            Basis::Fact,
            (Cause::FlagFall, BLACK, 2, "6.9"),
        ),
        told(
            flags,
            [fell(White), fell(Black)],
            Basis::Arbiter,
            (Cause::BothFlags, DRAW, 2, "III.3.1"),
        ),
        told(
            opened(),
            [
                fact(White, FactKind::PressedWithoutMoving),
                fact(White, FactKind::PressedWithoutMoving),
            ],
            Basis::Fact,
            (Cause::IllegalMoves, BLACK, 2, "7.5.5"),
        ),
        told(
            unseen,
            [fact(White, FactKind::IllegalPositionStood)],
            Basis::Arbiter,
            (Cause::IllegalPositionStands, DRAW, 2, "A.5.4"),
        ),
        told(
            fide("", ""),
            [fact(White, FactKind::Absent)],
            Basis::Fact,
            (Cause::Default, BLACK, 0, "6.7.1"),
        ),
        told(
            opened(),
            [fact(White, decided)],
            Basis::Arbiter,
            (Cause::ArbiterDecision, DRAW, 2, "12.9"),
        ),
        told(
            signed,
            [],
            Basis::Fact,
            (Cause::ResultAsRecorded, BLACK, 2, "8.7"),
        ),
    ]
}

fn golden() -> Vec<Golden> {
    [chess(), chess_variants(), draughts(), beside_the_board()]
        .into_iter()
        .flatten()
        .collect()
}

/// Rules on each and compares, all of them, so that one failure hides no other.
fn all_hold(list: Vec<Golden>) {
    let mut wrong = Vec::new();
    for it in list {
        let ruling = rule(&it.question);
        let found = (end(&ruling), basis(&ruling), cited(&ruling));
        let expected = (
            Some((it.cause, it.outcome, it.ply)),
            Some(it.basis),
            Some(it.article),
        );
        if found != expected || ruling.disposition != Disposition::Decided {
            wrong.push(format!("{expected:?}\n  was {found:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn basis(ruling: &Ruling) -> Option<Basis> {
    Some(ruling.ending.as_ref()?.basis)
}

fn cited(ruling: &Ruling) -> Option<&'static str> {
    Some(ruling.ending.as_ref()?.citations.first()?.article)
}

#[test]
fn every_cause_of_chess_is_ruled_with_its_article() {
    all_hold(chess());
}

#[test]
fn every_cause_that_only_a_variant_of_chess_has_is_ruled() {
    all_hold(chess_variants());
}

#[test]
fn every_cause_of_draughts_is_ruled_with_its_article() {
    all_hold(draughts());
}

#[test]
fn every_cause_beside_the_board_is_ruled_with_its_article() {
    all_hold(beside_the_board());
}

#[test]
fn no_cause_is_without_a_golden_ruling() {
    let ruled: HashSet<Cause> = golden().iter().map(|it| it.cause).collect();
    let missing: Vec<_> = Cause::ALL
        .iter()
        .filter(|cause| !ruled.contains(cause))
        .collect();
    assert!(missing.is_empty(), "without a ruling: {missing:?}");
}

#[test]
fn a_move_behind_any_ending_on_the_board_is_surplus() {
    for it in golden() {
        if it.basis != Basis::Automatic {
            continue;
        }
        let mut longer = it.question.clone();
        let tabuleiro_rules::adjudication::Standing::Record(record) = &mut longer.game else {
            continue;
        };
        let surplus = record.moves.len() as u32 - it.ply;
        record.moves.push("a2a4".into());
        let ruling = rule(&longer);
        assert_eq!(end(&ruling), Some((it.cause, it.outcome, it.ply)));
        assert_eq!(ruling.surplus_moves, surplus + 1, "{:?}", it.cause);
    }
}
