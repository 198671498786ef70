//! Golden rulings by the FIDE Laws, named after their articles; numbers of cases are those of the collected disputes.
#![allow(clippy::unwrap_used)]

#[path = "support/rulings.rs"]
mod rulings;

use std::sync::Arc;

use rulings::*;
use tabuleiro_rules::Side::{Black, White};
use tabuleiro_rules::adjudication::{
    Assumption, DatedFact, Difference, Disposition, Evidence, GameRecord, Irregularities,
    MateVerdict, Phase, QueryKind, Question, RemedyKind, Standing, TimeClass, Unanswerable,
    adjudicate,
};
use tabuleiro_rules::game::{Action, Basis, ClaimKind, CounterKind, FactKind, Game};
use tabuleiro_rules::record::{Marker, Termination};
use tabuleiro_rules::rulebook::Agreement;
use tabuleiro_rules::{Cause, Outcome, Square, ViolationCode};

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

#[test]
fn fide_5_2_3_a_draw_is_agreed_once_both_have_moved() {
    let mut early = fide("", "e4 e5");
    early.facts = vec![
        after(1, White, FactKind::OfferedDraw),
        after(1, Black, FactKind::AcceptedDraw),
    ];
    let ruling = rule(&early);
    assert_eq!(ruling.disposition, Disposition::InProgress);
    assert_eq!(refused(&ruling), [ViolationCode::AgreementTooEarly]);
    let mut agreed = fide("", "e4 e5");
    agreed.facts = vec![
        fact(White, FactKind::OfferedDraw),
        fact(Black, FactKind::AcceptedDraw),
    ];
    let ruling = rule(&agreed);
    assert_eq!(end(&ruling), Some((Cause::Agreement, Outcome::Draw, 2)));
    assert_eq!(article(&ruling), "5.2.3");
    // FIDE 9.1.1: the event may ask for more moves.
    agreed.context.agreement = Some(Agreement::MinimumMove(30));
    let ruling = rule(&agreed);
    assert_eq!(ruling.disposition, Disposition::InProgress);
    assert_eq!(refused(&ruling)[0], ViolationCode::AgreementTooEarly);
}

#[test]
fn fide_9_1_an_offer_stands_until_the_opponent_moves() {
    let mut question = fide("", "e4 e5 Nf3");
    question.facts = vec![
        after(1, White, FactKind::OfferedDraw),
        after(3, Black, FactKind::AcceptedDraw),
    ];
    let ruling = rule(&question);
    assert_eq!(refused(&ruling), [ViolationCode::NoOfferPending]);
}

#[test]
fn fide_6_9_a_flag_loses_unless_the_opponent_cannot_mate() {
    // Cases 23, 24, 28, 29, 30, 34 and 35.
    for (fen, loser, outcome) in [
        ("r7/K1k5/8/8/8/8/8/8 w - - 0 1", White, Outcome::Draw),
        ("7k/6q1/p4PPK/6PP/8/5P2/8/8 w - - 0 1", White, Outcome::Draw),
        ("6Rk/8/7K/8/8/8/8/8 b - - 0 1", Black, Outcome::Draw),
        (
            "8/8/8/4k3/4p3/4N3/4K3/8 w - - 0 1",
            Black,
            Outcome::Win(White),
        ),
        ("8/8/3rk3/8/8/2K5/8/8 w - - 0 1", Black, Outcome::Draw),
        ("6rk/5N2/7K/8/8/8/8/8 b - - 0 1", Black, Outcome::Win(White)),
        (
            "8/8/8/4k3/8/2NN4/4K3/8 b - - 0 1",
            Black,
            Outcome::Win(White),
        ),
    ] {
        let ruling = with(fide(fen, ""), fact(loser, FactKind::FlagFell));
        assert_eq!(
            ruling.ending.as_ref().map(|end| end.outcome),
            Some(outcome),
            "{fen}"
        );
        assert_eq!(ruling.assumptions, [], "{fen}");
    }
    let two_knights = "8/8/8/4k3/8/2NN4/4K3/8 b - - 0 1";
    let uscf = about(&law("chess", "uscf"), two_knights, "");
    let ruling = with(uscf, fact(Black, FactKind::FlagFell));
    assert_eq!(end(&ruling), Some((Cause::FlagFall, Outcome::Draw, 0)));
    assert_eq!(article(&ruling), "14E");
    assert!(ruling.assumptions.contains(&Assumption::SecondarySources));
}

#[test]
fn fide_6_9_shows_the_line_by_which_the_opponent_could_mate() {
    let ruling = with(
        fide("8/8/8/4k3/4p3/4N3/4K3/8 w - - 0 1", ""),
        fact(Black, FactKind::FlagFell),
    );
    assert_eq!(article(&ruling), "6.9");
    let Evidence::MatePossible(mate) = &ruling.evidence[0] else {
        panic!("{:?}", ruling.evidence)
    };
    assert_eq!((mate.side, mate.only_beyond_limits), (White, false));
    let MateVerdict::Winnable { line, line_uci } = &mate.verdict else {
        panic!("{mate:?}")
    };
    assert_eq!(line.len(), line_uci.len());
    let played = fide("8/8/8/4k3/4p3/4N3/4K3/8 w - - 0 1", &line.join(" "));
    assert_eq!(rule(&played).ending.unwrap().cause, Cause::Checkmate);
}

#[test]
fn fide_6_9_a_mate_beyond_seventy_five_moves_counts_and_is_said_to_be_disputed() {
    // Case 37.
    let ruling = with(
        fide("7k/8/2R3K1/8/8/8/8/8 b - - 149 100", ""),
        fact(Black, FactKind::FlagFell),
    );
    assert_eq!(
        end(&ruling),
        Some((Cause::FlagFall, Outcome::Win(White), 0))
    );
    assert_eq!(ruling.assumptions, [Assumption::MateBeyondLimits]);
}

#[test]
fn fide_6_9_what_a_small_budget_cannot_find_out_is_asked_and_not_guessed() {
    let mut question = fide("8/8/8/4k3/4p3/4N3/4K3/8 w - - 0 1", "");
    question.facts.push(fact(Black, FactKind::FlagFell));
    question.work_budget = 2;
    let ruling = rule(&question);
    assert_eq!(ruling.disposition, Disposition::NeedsFacts);
    assert_eq!(ruling.questions[0].kind, QueryKind::CanMate);
    assert_eq!(ruling.ending, None);
}

#[test]
fn fide_7_5_5_the_first_illegal_move_costs_time_and_the_second_the_game() {
    let illegal = |ply| {
        let text = "Ke4".to_owned();
        after(ply, White, FactKind::CompletedIllegalMove { text })
    };
    let mut question = fide("", "e4 e5");
    question.facts.push(illegal(2));
    let ruling = rule(&question);
    assert_eq!(ruling.disposition, Disposition::InProgress);
    assert_eq!(
        ruling.remedies[0].kind,
        RemedyKind::TimePenalty {
            to: Black,
            seconds: 120
        }
    );
    assert_eq!(ruling.remedies[0].citation.article, "7.5.5");
    assert_eq!(ruling.assumptions, [Assumption::StandardPlay]);
    question.context.time_class = Some(TimeClass::Rapid);
    let ruling = rule(&question);
    assert_eq!(
        ruling.remedies[0].kind,
        RemedyKind::TimePenalty {
            to: Black,
            seconds: 60
        }
    );
    question.facts.push(illegal(2));
    let ruling = rule(&question);
    assert_eq!(
        end(&ruling),
        Some((Cause::IllegalMoves, Outcome::Win(Black), 2))
    );
    assert_eq!(article(&ruling), "7.5.5");
}

#[test]
fn fide_7_5_5_the_second_illegal_move_draws_against_a_bare_king() {
    let illegal = fact(White, FactKind::PressedWithoutMoving);
    let mut question = fide("8/8/3k4/8/8/2K1R3/8/8 w - - 0 1", "");
    question.facts = vec![illegal.clone(), illegal];
    assert_eq!(
        end(&rule(&question)),
        Some((Cause::IllegalMoves, Outcome::Draw, 0))
    );
}

#[test]
fn fide_8_7_a_signed_result_that_the_board_contradicts_is_reported_and_stands() {
    // Case 67.
    let mut question = fide("", SCHOLARS_MATE);
    question.results = recorded(Outcome::Draw);
    let ruling = rule(&question);
    assert_eq!(
        end(&ruling),
        Some((Cause::Checkmate, Outcome::Win(White), 7))
    );
    let conflict = ruling.evidence.iter().find_map(|evidence| match evidence {
        Evidence::ResultConflict(conflict) => Some(*conflict),
        _ => None,
    });
    assert_eq!(conflict.unwrap().board, Some(Outcome::Win(White)));
    assert_eq!(
        ruling.remedies[0].kind,
        RemedyKind::ResultStands {
            outcome: Outcome::Draw
        }
    );
    assert_eq!(ruling.remedies[0].citation.article, "8.7");
    // What is only claimed while the game is played is not signed.
    let mut claimed = fide("", SCHOLARS_MATE);
    claimed.results.claimed = Some(Outcome::Draw);
    assert_eq!(rule(&claimed).remedies, []);
    claimed.context.phase = Phase::AfterResult;
    assert_eq!(rule(&claimed).remedies.len(), 1);
}

#[test]
fn fide_8_7_a_result_that_nobody_can_derive_is_as_recorded() {
    let mut question = fide("", "e4 e5");
    question.results = recorded(Outcome::Win(Black));
    let ruling = rule(&question);
    assert_eq!(ruling.disposition, Disposition::Decided);
    assert_eq!(
        end(&ruling),
        Some((Cause::ResultAsRecorded, Outcome::Win(Black), 2))
    );
    assert_eq!(ruling.ending.as_ref().unwrap().basis, Basis::Fact);
    assert_eq!(article(&ruling), "8.7");
    assert_eq!(ruling.assumptions, [Assumption::ResultAsRecorded]);
    question.ignore_tags = true;
    assert_eq!(rule(&question).disposition, Disposition::InProgress);
    question.ignore_tags = false;
    question.results.tag = Some(Marker::Decided(Outcome::Draw));
    let ruling = rule(&question);
    assert_eq!(
        end(&ruling),
        Some((Cause::ResultAsRecorded, Outcome::Win(Black), 2))
    );
    assert!(ruling.assumptions.contains(&Assumption::MarkerOverTag));
    assert!(matches!(ruling.evidence[..], [Evidence::ResultConflict(_)]));
}

#[test]
fn a_time_forfeit_in_the_tags_is_the_losers_flag() {
    let mut question = fide("8/8/3rk3/8/8/2K5/8/8 w - - 0 1", "");
    question.results = recorded(Outcome::Win(White));
    question.results.termination = Some(Termination::TimeForfeit);
    let ruling = rule(&question);
    // White has a bare king: the law says draw, and the record is not overruled.
    assert_eq!(end(&ruling), Some((Cause::FlagFall, Outcome::Draw, 0)));
    assert!(ruling.assumptions.contains(&Assumption::FlagFellAsRecorded));
    assert_eq!(
        ruling.remedies[0].kind,
        RemedyKind::ResultStands {
            outcome: Outcome::Win(White)
        }
    );
    question.results.termination = Some(Termination::Abandoned);
    assert_eq!(
        rule(&question).ending.unwrap().cause,
        Cause::ResultAsRecorded
    );
    question.results.termination = Some(Termination::Adjudication);
    let ending = rule(&question).ending.unwrap();
    assert_eq!(
        (ending.cause, ending.basis),
        (Cause::ArbiterDecision, Basis::Arbiter)
    );
}

#[test]
fn fide_9_2_2_the_third_occurrence_is_claimed_by_the_player_on_move() {
    // Cases 1, 3, 9, 10 and 12.
    for (fen, moves, by, plies) in [
        (
            "",
            "e4 e5 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8",
            White,
            [2, 6, 10],
        ),
        (
            "6k1/1p2p1rp/rP1pR3/2pP1pP1/p1P2P1P/R5K1/8/8 b - - 0 1",
            "h5 Rh6 Rh7 Re6 Rg7 Rh6 Rh7 Re6 Rg7",
            White,
            [1, 5, 9],
        ),
        ("", "f4 Nf6 Nf3 Ng8 Ng1 Nf6 Nf3 Ng8 Ng1", Black, [1, 5, 9]),
        (
            "",
            "e4 e5 Be2 Be7 Bf1 Bf8 Bd3 Bd6 Bf1 Bf8",
            White,
            [2, 6, 10],
        ),
        ("", "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8", White, [0, 4, 8]),
    ] {
        let question = fide(fen, moves);
        let open = rule(&question);
        assert_eq!(
            open.disposition,
            Disposition::InProgress,
            "case 14: nobody claims"
        );
        assert_eq!(open.claims[0].kind, ClaimKind::Repetition);
        let ruling = with(question.clone(), claims(by, ClaimKind::Repetition, None));
        let ply = plies[2];
        assert_eq!(
            end(&ruling),
            Some((Cause::ThreefoldRepetition, Outcome::Draw, ply))
        );
        assert_eq!(article(&ruling), "9.2.2");
        assert_eq!(ruling.ending.as_ref().unwrap().basis, Basis::Claim);
        assert_eq!(occurrences(&ruling), plies);
        // The claim belongs to the player on move.
        let other = with(question, claims(by.opponent(), ClaimKind::Repetition, None));
        assert_eq!(refused(&other), [ViolationCode::ClaimWindowClosed]);
    }
}

#[test]
fn fide_9_2_3_a_lost_capture_in_passing_makes_another_position() {
    // Cases 5 and 6.
    for moves in [
        "e4 Nf6 e5 d5 Bc4 Nc6 Bf1 Nb8 Bc4 Nc6 Bf1 Nb8",
        "e4 Nf6 e5 d5 Be2 Bd7 Bf1 Bc8 Bd3 Be6 Bf1 Bc8",
    ] {
        let ruling = with(fide("", moves), claims(White, ClaimKind::Repetition, None));
        assert_eq!(ruling.disposition, Disposition::InProgress);
        assert_eq!(refused(&ruling), [ViolationCode::ClaimNotValid]);
        let Evidence::Repetition(shown) = &ruling.evidence[0] else {
            panic!("{:?}", ruling.evidence)
        };
        assert_eq!(shown.plies, [8, 12]);
        let near: Vec<_> = shown
            .near_misses
            .iter()
            .map(|near| (near.ply, &near.differs_in[..]))
            .collect();
        assert_eq!(near, [(4, &[Difference::EnPassant][..])]);
    }
}

#[test]
fn fide_9_2_3_2_a_lost_castling_right_makes_another_position() {
    let ruling = rule(&fide("", "e4 e5 Ke2 Nf6 Ke1 Ng8 Ke2 Nf6 Ke1 Ng8"));
    let Evidence::Repetition(shown) = &ruling.evidence[0] else {
        panic!("{:?}", ruling.evidence)
    };
    assert_eq!(shown.plies, [6, 10]);
    assert_eq!(shown.near_misses.len(), 1);
    assert_eq!(shown.near_misses[0].ply, 2);
    assert_eq!(
        shown.near_misses[0].differs_in,
        [Difference::WhiteCastlesShort, Difference::WhiteCastlesLong]
    );
}

#[test]
fn fide_9_2_1_an_announced_move_that_brings_the_third_occurrence() {
    let question = fide("", "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1");
    let ruling = with(
        question.clone(),
        claims(Black, ClaimKind::Repetition, Some("Ng8")),
    );
    assert_eq!(
        end(&ruling),
        Some((Cause::ThreefoldRepetition, Outcome::Draw, 7))
    );
    assert_eq!(article(&ruling), "9.2.1");
    assert_eq!(occurrences(&ruling), [0, 4]);
    let wrong = with(question, claims(Black, ClaimKind::Repetition, Some("e5")));
    assert_eq!(wrong.disposition, Disposition::InProgress);
    assert!(wrong.refused_facts[0].counts_as_offer);
}

#[test]
fn fide_9_5_3_a_wrong_claim_is_an_offer_costs_time_and_binds_to_its_move() {
    let ruling = with(
        fide("", "Nf3 Nf6 Ng1"),
        claims(Black, ClaimKind::Repetition, Some("Ng8")),
    );
    assert!(ruling.refused_facts[0].counts_as_offer);
    let kinds: Vec<_> = ruling.remedies.iter().map(|remedy| &remedy.kind).collect();
    assert_eq!(
        kinds,
        [
            &RemedyKind::TimePenalty {
                to: White,
                seconds: 120
            },
            &RemedyKind::MustPlay {
                side: Black,
                moves: vec!["Ng8".to_owned()]
            }
        ]
    );
    let mut other = fide("", "Nf3 Nf6 Ng1 e5");
    other.facts.push(DatedFact {
        after_ply: Some(3),
        ..claims(Black, ClaimKind::Repetition, Some("Ng8"))
    });
    let ruling = rule(&other);
    assert_eq!(ruling.disposition, Disposition::RecordFault);
    assert!(matches!(
        &ruling.evidence[0],
        Evidence::FirstFault(fault) if fault.violations[0].code == ViolationCode::IntendedMoveBinds
    ));
}

#[test]
fn fide_9_3_1_the_announced_move_completes_fifty_even_where_it_mates() {
    // Case 21.
    let ruling = with(
        fide("7k/5K2/8/8/8/8/8/6R1 w - - 99 80", ""),
        claims(White, ClaimKind::FiftyMoves, Some("Rh1#")),
    );
    assert_eq!(end(&ruling), Some((Cause::FiftyMoves, Outcome::Draw, 0)));
    assert_eq!(article(&ruling), "9.3.1");
}

#[test]
fn fide_9_3_2_fifty_moves_are_claimed_and_never_automatic() {
    // Case 22.
    let fen = "8/8/8/4k3/8/8/3K1R2/8 w - - 99 100";
    let moved = fide(fen, "Re2+");
    assert_eq!(rule(&moved).disposition, Disposition::InProgress);
    let ruling = with(moved, claims(Black, ClaimKind::FiftyMoves, None));
    assert_eq!(end(&ruling), Some((Cause::FiftyMoves, Outcome::Draw, 1)));
    assert_eq!(article(&ruling), "9.3.2");
    assert!(ruling.evidence.iter().any(|evidence| matches!(
        evidence,
        Evidence::Counter(counter) if counter.kind == CounterKind::FiftyMoves && counter.value == 100
    )));
    let lichess = rule(&about(&law("chess", "lichess"), fen, "Re2+"));
    assert_eq!(end(&lichess), Some((Cause::FiftyMoves, Outcome::Draw, 1)));
    assert_eq!(lichess.ending.unwrap().basis, Basis::Automatic);
}

#[test]
fn fide_9_3_fifty_plies_are_not_fifty_moves() {
    // Case 19.
    let ruling = with(
        fide("8/8/8/8/4k3/8/3K2p1/5r2 w - - 50 119", ""),
        claims(White, ClaimKind::FiftyMoves, None),
    );
    assert_eq!(ruling.disposition, Disposition::InProgress);
    assert_eq!(refused(&ruling), [ViolationCode::ClaimNotValid]);
    assert!(ruling.evidence.iter().any(|evidence| matches!(
        evidence,
        Evidence::Counter(counter) if counter.value == 50 && counter.limit == Some(100)
    )));
}

#[test]
fn fide_9_4_who_touches_a_piece_has_lost_the_claim() {
    let mut question = fide("", &rounds(2));
    question.facts = vec![
        fact(
            White,
            FactKind::Touched {
                squares: vec![Square::new(6)],
                adjusted: false,
            },
        ),
        claims(White, ClaimKind::Repetition, None),
    ];
    let ruling = rule(&question);
    assert_eq!(refused(&ruling), [ViolationCode::ClaimWindowClosed]);
    assert_eq!(ruling.remedies[0].citation.article, "4.3");
}

#[test]
fn fide_9_6_1_the_fifth_occurrence_ends_a_game_that_was_played_on() {
    // Case 15: the occurrences need not follow each other.
    let mut moves = rounds(4);
    moves.push_str(SCHOLARS_MATE);
    let mut question = fide("", &moves);
    question.results = recorded(Outcome::Win(White));
    let ruling = rule(&question);
    assert_eq!(
        end(&ruling),
        Some((Cause::FivefoldRepetition, Outcome::Draw, 16))
    );
    assert_eq!(article(&ruling), "9.6.1");
    assert_eq!(ruling.surplus_moves, 7);
    assert_eq!(occurrences(&ruling), [0, 4, 8, 12, 16]);
    assert!(
        ruling
            .evidence
            .iter()
            .any(|evidence| matches!(evidence, Evidence::ResultConflict(_)))
    );
    let casual = rule(&about(&law("chess", "casual-br"), "", &moves));
    assert_eq!(
        end(&casual),
        Some((Cause::ThreefoldRepetition, Outcome::Draw, 8))
    );
    assert!(casual.assumptions.contains(&Assumption::HouseRules));
}

#[test]
fn fide_9_6_2_seventy_five_moves_end_the_game_but_mate_comes_first() {
    // Case 16, with the clock of 9.6.2.
    let mate = "8/8/2p5/3b1K1k/4p3/4PpR1/5P2/8 w - - 149 213";
    let ruling = rule(&fide(mate, "Rh3"));
    assert_eq!(
        end(&ruling),
        Some((Cause::Checkmate, Outcome::Win(White), 1))
    );
    let ruling = rule(&fide(mate, "Rg8"));
    assert_eq!(
        end(&ruling),
        Some((Cause::SeventyFiveMoves, Outcome::Draw, 1))
    );
    assert_eq!(article(&ruling), "9.6.2");
    assert!(matches!(
        &ruling.evidence[0],
        Evidence::Counter(counter) if counter.value == 150 && counter.since_ply == 0
    ));
    let hundredth = "8/8/2p5/3b1K1k/4p3/4PpR1/5P2/8 w - - 99 113";
    let ruling = rule(&fide(hundredth, "Rh3"));
    assert_eq!(
        end(&ruling),
        Some((Cause::Checkmate, Outcome::Win(White), 1))
    );
}

#[test]
fn fide_9_6_a_flag_that_falls_later_changes_nothing() {
    let ruling = with(fide("", &rounds(4)), fact(White, FactKind::FlagFell));
    assert_eq!(
        end(&ruling),
        Some((Cause::FivefoldRepetition, Outcome::Draw, 16))
    );
    assert_eq!(refused(&ruling), [ViolationCode::GameOver]);
}

#[test]
fn a_position_without_its_past_leaves_a_repetition_undecided() {
    let mut question = fide("", &rounds(1));
    let Standing::Record(record) = &mut question.game else {
        panic!()
    };
    let start = record.start().clone();
    let law = Arc::clone(record.ruleset());
    let moves = std::mem::take(&mut record.moves);
    **record = GameRecord::from_position(law, start, false).unwrap();
    record.moves = moves;
    let ruling = with(question, claims(White, ClaimKind::Repetition, None));
    assert_eq!(ruling.disposition, Disposition::NeedsFacts);
    assert_eq!(ruling.questions[0].kind, QueryKind::History);
    assert!(ruling.assumptions.contains(&Assumption::HistoryUnknown));
}

#[test]
fn case_62_an_illegal_move_is_named_with_its_ply_and_the_position_is_restored() {
    let ruling = rule(&fide("", "1.g3 e5 2.f4 Nc6 3.Nfe3 d5"));
    assert_eq!(ruling.disposition, Disposition::RecordFault);
    let Evidence::FirstFault(fault) = &ruling.evidence[0] else {
        panic!("{:?}", ruling.evidence)
    };
    assert_eq!((fault.ply, fault.text.as_str()), (5, "Nfe3"));
    assert_eq!(fault.violations[0].code, ViolationCode::NoSuchPiece);
    assert!(matches!(
        ruling.remedies[0].kind,
        RemedyKind::RestorePosition { ply: 4, .. }
    ));
    assert_eq!(ruling.state.ply(), 4);
}

#[test]
fn a_right_to_castle_that_is_gone_is_traced_to_the_move_that_lost_it() {
    let ruling = rule(&fide("", "e4 e5 Nf3 Nf6 Bc4 Bc5 Ke2 d6 Ke1 a6 O-O"));
    let Evidence::FirstFault(fault) = &ruling.evidence[0] else {
        panic!("{:?}", ruling.evidence)
    };
    assert_eq!(fault.violations[0].code, ViolationCode::CastlingKingMoved);
    assert_eq!(fault.violations[0].since_ply, Some(7));
}

#[test]
fn an_illegal_move_behind_the_end_is_no_fault() {
    let ruling = rule(&fide("", &format!("{SCHOLARS_MATE} Kxa1")));
    assert_eq!(ruling.disposition, Disposition::Decided);
    assert_eq!(ruling.surplus_moves, 1);
}

#[test]
fn a_finished_game_with_an_illegal_move_stands_where_its_players_accepted_it() {
    let mut question = fide("", "g3 e5 Nfe3");
    question.results = recorded(Outcome::Win(White));
    assert_eq!(rule(&question).disposition, Disposition::RecordFault);
    assert_eq!(rule(&question).remedies, []);
    question.irregularities = Irregularities::AsAccepted;
    let ruling = rule(&question);
    assert_eq!(
        end(&ruling),
        Some((Cause::ResultAsRecorded, Outcome::Win(White), 2))
    );
    assert!(
        ruling
            .assumptions
            .contains(&Assumption::IrregularityAccepted)
    );
    assert!(matches!(
        ruling.remedies[0].kind,
        RemedyKind::ResultStands { .. }
    ));
    question.irregularities = Irregularities::Rectified;
    let ruling = rule(&question);
    assert!(matches!(
        ruling.remedies[0].kind,
        RemedyKind::RestorePosition { ply: 2, .. }
    ));
}

#[test]
fn fide_a_5_4_an_illegal_position_stands_where_nobody_watches_the_game() {
    let mut question = fide("", "e4 e5");
    question
        .facts
        .push(fact(White, FactKind::IllegalPositionStood));
    assert_eq!(rule(&question).questions[0].kind, QueryKind::TimeClass);
    question.context.time_class = Some(TimeClass::Blitz);
    let ruling = rule(&question);
    assert_eq!(ruling.disposition, Disposition::NeedsFacts);
    assert_eq!(ruling.questions[0].kind, QueryKind::Supervision);
    question.context.supervised = Some(true);
    assert_eq!(refused(&rule(&question)), [ViolationCode::NotInRulebook]);
    question.context.supervised = Some(false);
    let ruling = rule(&question);
    assert_eq!(
        end(&ruling),
        Some((Cause::IllegalPositionStands, Outcome::Draw, 2))
    );
}

#[test]
fn fide_iii_3_1_two_fallen_flags() {
    let flag = |by| fact(by, FactKind::FlagFell);
    let mut question = fide("", "e4 e5");
    question.facts = vec![flag(White), flag(Black)];
    let ruling = rule(&question);
    assert_eq!(
        end(&ruling),
        Some((Cause::FlagFall, Outcome::Win(Black), 2))
    );
    assert_eq!(ruling.assumptions, [Assumption::FlagsInOrder]);
    question.context.quickplay_announced = Some(true);
    assert_eq!(rule(&question).questions[0].kind, QueryKind::LastPeriod);
    question.facts[0].last_period = Some(false);
    assert_eq!(rule(&question).disposition, Disposition::InProgress);
    question.facts[0].last_period = Some(true);
    let ruling = rule(&question);
    assert_eq!(end(&ruling), Some((Cause::BothFlags, Outcome::Draw, 2)));
}

#[test]
fn a_state_answers_from_now_on() {
    let mut game = Game::start(law("chess", ""));
    for text in rounds(2).split_whitespace() {
        game.apply(&Action::text(text)).unwrap();
    }
    let mut question = Question::about(Standing::State(Box::new(game.to_state())));
    let ruling = rule(&question);
    assert_eq!(ruling.claims[0].kind, ClaimKind::Repetition);
    question
        .facts
        .push(claims(White, ClaimKind::Repetition, None));
    assert_eq!(
        end(&rule(&question)),
        Some((Cause::ThreefoldRepetition, Outcome::Draw, 8))
    );
    question.facts[0].after_ply = Some(3);
    assert_eq!(
        adjudicate(&question),
        Err(Unanswerable::FactBeforeState {
            index: 0,
            after_ply: 3,
            ply: 8
        })
    );
}

#[test]
fn a_fact_beyond_the_record_is_refused_as_a_question() {
    let mut question = fide("", "e4 e5");
    question.facts.push(after(3, White, FactKind::Resigned));
    assert_eq!(
        adjudicate(&question),
        Err(Unanswerable::FactBeyondRecord {
            index: 0,
            after_ply: 3,
            plies: 2
        })
    );
}
