//! Golden rulings by the FIDE Laws, named after their articles; numbers of cases are those of the collected disputes.
#![allow(clippy::unwrap_used)]

#[path = "support/rulings.rs"]
mod rulings;

use rulings::*;
use tabuleiro_rules::Side::{Black, White};
use tabuleiro_rules::adjudication::{Disposition, Evidence, MateVerdict};
use tabuleiro_rules::game::{Basis, FactKind};
use tabuleiro_rules::{Cause, Outcome, ViolationCode};

const SCHOLARS_MATE: &str = "1.e4 e5 2.Bc4 Nc6 3.Qh5 Nf6 4.Qxf7#";

#[test]
fn fide_5_1_1_mate_ends_the_game_and_a_later_resignation_is_void() {
    let mut question = fide("", SCHOLARS_MATE);
    question.facts.push(fact(White, FactKind::Resigned));
    let ruling = rule(&question);
    assert_eq!(ruling.disposition, Disposition::Decided);
    assert_eq!(
        end(&ruling),
        Some((Cause::Checkmate, Outcome::Win(White), 7))
    );
    assert_eq!(article(&ruling), "5.1.1");
    assert_eq!(ruling.ending.as_ref().unwrap().basis, Basis::Automatic);
    assert_eq!(refused(&ruling), [ViolationCode::GameOver]);
    assert!(ruling.claims.is_empty());
}

#[test]
fn fide_5_1_1_moves_after_mate_are_no_part_of_the_game() {
    let ruling = rule(&fide("", &format!("{SCHOLARS_MATE} Kd8 5.d3")));
    assert_eq!(
        end(&ruling),
        Some((Cause::Checkmate, Outcome::Win(White), 7))
    );
    assert_eq!(ruling.surplus_moves, 2);
}

#[test]
fn fide_5_1_2_a_resignation_wins_for_the_opponent() {
    let ruling = with(fide("", "e4 e5"), fact(Black, FactKind::Resigned));
    assert_eq!(
        end(&ruling),
        Some((Cause::Resignation, Outcome::Win(White), 2))
    );
    assert_eq!(article(&ruling), "5.1.2");
    assert_eq!(ruling.assumptions, []);
    let line = ruling.evidence.iter().find_map(|evidence| match evidence {
        Evidence::MatePossible(mate) => Some((mate.side, mate.verdict.clone())),
        _ => None,
    });
    let (side, verdict) = line.unwrap();
    assert_eq!(side, White);
    assert!(
        matches!(verdict, MateVerdict::Winnable { line, .. } if line.last().unwrap().ends_with('#'))
    );
}

#[test]
fn fide_5_1_2_a_resignation_against_a_bare_king_is_a_draw_since_2023() {
    // Case 36.
    let fen = "8/8/3rk3/8/8/2K5/8/8 w - - 0 1";
    let resigned = fact(Black, FactKind::Resigned);
    let ruling = with(fide(fen, ""), resigned.clone());
    assert_eq!(end(&ruling), Some((Cause::Resignation, Outcome::Draw, 0)));
    let older = with(about(&law("chess", "fide-2018"), fen, ""), resigned);
    assert_eq!(
        end(&older),
        Some((Cause::Resignation, Outcome::Win(White), 0))
    );
}

#[test]
fn fide_5_2_1_stalemate_draws() {
    let ruling = rule(&fide("8/8/8/8/8/5k2/5p2/7K b - - 0 1", "f1=Q+ Kh2 Qd1"));
    assert_eq!(ruling.disposition, Disposition::InProgress);
    let ruling = rule(&fide("7k/5K2/8/6Q1/8/8/8/8 w - - 0 1", "Qg6"));
    assert_eq!(end(&ruling), Some((Cause::Stalemate, Outcome::Draw, 1)));
    assert_eq!(article(&ruling), "5.2.1");
}

#[test]
fn fide_5_2_2_a_pawn_wall_is_dead_whoever_flags() {
    // Case 25.
    let ruling = with(
        fide("8/8/3k4/1p2p1p1/pP1pP1P1/P2P4/1K6/8 b - - 0 1", ""),
        fact(Black, FactKind::FlagFell),
    );
    assert_eq!(end(&ruling), Some((Cause::DeadPosition, Outcome::Draw, 0)));
    assert_eq!(article(&ruling), "5.2.2");
    assert_eq!(refused(&ruling), [ViolationCode::GameOver]);
    let unwinnable = ruling.evidence.iter().filter(|evidence| {
        matches!(evidence, Evidence::MatePossible(mate) if matches!(mate.verdict, MateVerdict::Unwinnable { .. }))
    });
    assert_eq!(unwinnable.count(), 2);
}

#[test]
fn fide_5_2_2_bishop_against_knight_is_not_dead() {
    // Case 32.
    let ruling = rule(&fide("8/8/8/3nk3/8/4B3/4K3/8 w - - 0 1", ""));
    assert_eq!(ruling.disposition, Disposition::InProgress);
    for (fen, mate) in [
        ("8/8/8/8/1n6/8/B7/K1k5 b - - 0 1", "Nc2"),
        ("8/8/8/8/1b6/8/B1k5/K7 b - - 0 1", "Bc3"),
    ] {
        assert_eq!(
            end(&rule(&fide(fen, mate))),
            Some((Cause::Checkmate, Outcome::Win(Black), 1))
        );
    }
}
