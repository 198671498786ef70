//! Golden rulings by the FIDE Laws on irregularities and recorded results (articles 7 and 8, Appendix A), named after their articles;
//! numbers of cases are those of the collected disputes.

use crate::asked::*;
use tabuleiro_rules::Side::{Black, White};
use tabuleiro_rules::adjudication::{
    Assumption, Disposition, Evidence, Irregularities, Phase, PositionShown, QueryKind, Question,
    RemedyKind, Ruling, Standing, TimeClass,
};
use tabuleiro_rules::game::{Basis, FactKind};
use tabuleiro_rules::record::{Marker, Termination};
use tabuleiro_rules::{Cause, Outcome, ViolationCode};

const SCHOLARS_MATE: &str = "1.e4 e5 2.Bc4 Nc6 3.Qh5 Nf6 4.Qxf7#";

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
    // It stands, and if it is corrected, that counts from the next pairing on.
    assert_eq!(rule(&claimed).remedies.len(), 2);
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
    // Where an arbiter watches, the time matters no more.
    question.context.supervised = Some(true);
    assert_eq!(refused(&rule(&question)), [ViolationCode::NotInRulebook]);
    question.context.supervised = None;
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
    // Compared with the board: every move of the record is legal, which is reported and overrules nobody.
    assert_eq!(reported(&ruling), (PositionShown::Legal, None));
    assert!(
        ruling
            .assumptions
            .contains(&Assumption::IllegalPositionAsReported)
    );
}

/// What the record shows of the position that is reported to be illegal, and the ply of the illegal move that leads to it.
fn reported(ruling: &Ruling) -> (PositionShown, Option<u32>) {
    match &ruling.evidence[0] {
        Evidence::ReportedPosition(it) => (it.shown, it.illegal_ply),
        other => panic!("{other:?}"),
    }
}

/// A question about a blitz game that nobody watches, in which an illegal position is reported to have stood.
fn stood(fen: &str, moves: &str) -> Question {
    let mut question = fide(fen, moves);
    question.irregularities = Irregularities::AsAccepted;
    question.context.time_class = Some(TimeClass::Blitz);
    question.context.supervised = Some(false);
    question
        .facts
        .push(fact(White, FactKind::IllegalPositionStood));
    question
}

#[test]
fn fide_a_5_4_a_position_that_an_illegal_move_brought_about_is_what_was_reported() {
    let ruling = rule(&stood("", "e4 e5 Ke3 d6"));
    assert_eq!(
        end(&ruling),
        Some((Cause::IllegalPositionStands, Outcome::Draw, 4))
    );
    assert_eq!(reported(&ruling), (PositionShown::ByIllegalMove, Some(3)));
    assert!(
        !ruling
            .assumptions
            .contains(&Assumption::IllegalPositionAsReported)
    );
}

#[test]
fn fide_a_5_4_a_king_left_in_check_by_both_moves_is_a_position_that_cannot_be() {
    // The pinned knight leaves its king in check, and Black does not see it.
    let pinned = "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1";
    let ruling = rule(&stood(pinned, "Nc3 Kg7 Na4"));
    assert_eq!(
        end(&ruling),
        Some((Cause::IllegalPositionStands, Outcome::Draw, 3))
    );
    assert_eq!(ruling.surplus_moves, 0);
    assert_eq!(refused(&ruling), []);
    assert_eq!(reported(&ruling), (PositionShown::Impossible, Some(1)));
    assert!(matches!(&ruling.evidence[1], Evidence::FirstFault(fault) if fault.ply == 1));
    // With White to move his king may stand in check: the position can be, though no legal game leads to it.
    let ruling = rule(&stood(pinned, "Nc3 Kg7"));
    assert_eq!(reported(&ruling), (PositionShown::ByIllegalMove, Some(1)));
    // Who resigned before it was reported has resigned: the record cannot be read up to there.
    let mut resigned = stood(pinned, "Nc3 Kg7");
    resigned
        .facts
        .insert(0, after(1, Black, FactKind::Resigned));
    assert_eq!(rule(&resigned).disposition, Disposition::RecordFault);
    // Where nobody knows who watched, that is asked first.
    let mut unknown = stood(pinned, "Nc3 Kg7");
    unknown.context.supervised = None;
    assert_eq!(rule(&unknown).disposition, Disposition::NeedsFacts);
}

/// Black leaves his king in check, and White does not see it: after the illegal sixth ply the pieces stand as they cannot. The report is
/// made after so many plies.
fn unseen_check(ply: u32) -> Question {
    let mut question = stood("", "e4 e5 Qh5 Nc6 Qxf7+ a6 a4 Nf6");
    question.context.time_class = Some(TimeClass::Rapid);
    question.facts = vec![after(ply, White, FactKind::IllegalPositionStood)];
    question
}

#[test]
fn fide_a_5_4_the_arbiter_waits_until_the_next_move_is_completed() {
    // Directly after the illegal move he has waited for none, and so that is not what ended the game.
    let mut question = unseen_check(6);
    let ruling = rule(&question);
    assert_eq!(ruling.disposition, Disposition::RecordFault);
    assert_eq!(refused(&ruling), [ViolationCode::NothingToDecide]);
    let citation = ruling.refused_facts[0].violations[0].citation;
    assert_eq!(citation.unwrap().article, "A.5.4");
    // He may report it again once he has.
    question
        .facts
        .push(after(8, White, FactKind::IllegalPositionStood));
    question.facts.push(after(8, Black, FactKind::Resigned));
    let ruling = rule(&question);
    assert_eq!(
        end(&ruling),
        Some((Cause::IllegalPositionStands, Outcome::Draw, 8))
    );
    assert_eq!(
        refused(&ruling),
        [ViolationCode::NothingToDecide, ViolationCode::GameOver]
    );
    let seven = rule(&unseen_check(7));
    assert_eq!(
        end(&seven),
        Some((Cause::IllegalPositionStands, Outcome::Draw, 7))
    );
    assert_eq!(seven.surplus_moves, 1);
    // So it is where the game can go on from the illegal move.
    let mut read = stood("", "e4 e5 Ke3 d6 d3");
    read.facts = vec![after(3, White, FactKind::IllegalPositionStood)];
    let ruling = rule(&read);
    assert_eq!(ruling.disposition, Disposition::InProgress);
    assert_eq!(refused(&ruling), [ViolationCode::NothingToDecide]);
}

#[test]
fn fide_a_5_4_only_what_ends_the_game_comes_before_the_report() {
    for between in [
        FactKind::OfferedDraw,
        FactKind::RefusedDraw,
        FactKind::PressedWithoutMoving,
    ] {
        let mut question = unseen_check(8);
        question.facts.insert(0, after(7, White, between.clone()));
        let ruling = rule(&question);
        assert_eq!(
            end(&ruling),
            Some((Cause::IllegalPositionStands, Outcome::Draw, 8)),
            "{between:?}"
        );
        assert_eq!(refused(&ruling), [], "{between:?}");
    }
    let offer = || after(7, White, FactKind::OfferedDraw);
    let accepted = after(7, Black, FactKind::AcceptedDraw);
    let pressed = || after(7, Black, FactKind::PressedWithoutMoving);
    let last_period = None;
    for (ends, article) in [
        (vec![after(7, Black, FactKind::Resigned)], "5.1.2"),
        (
            vec![after(7, Black, FactKind::FlagFell { last_period })],
            "6.9",
        ),
        (vec![offer(), accepted], "5.2.3"),
        (vec![pressed(), pressed()], "7.5.5"),
    ] {
        let mut question = unseen_check(8);
        question.facts.splice(0..0, ends);
        let ruling = rule(&question);
        assert_eq!(ruling.disposition, Disposition::RecordFault, "{article}");
        assert_eq!(refused(&ruling), [ViolationCode::GameOver], "{article}");
        let late = &ruling.refused_facts[0];
        assert_eq!(late.index, question.facts.len() - 1);
        assert_eq!(late.violations[0].citation.unwrap().article, article);
    }
}

#[test]
fn fide_a_5_4_a_report_that_is_not_used_says_why() {
    // An arbiter watches this one game: the move is put right, and the article does not hold.
    let mut question = unseen_check(8);
    question.context.supervised = Some(true);
    let ruling = rule(&question);
    assert_eq!(ruling.disposition, Disposition::RecordFault);
    assert_eq!(refused(&ruling), [ViolationCode::NotInRulebook]);
    // The opponent had the move put right at once.
    let mut question = unseen_check(8);
    question
        .facts
        .push(after(6, White, FactKind::RequestedCorrection));
    let ruling = rule(&question);
    assert_eq!(ruling.disposition, Disposition::RecordFault);
    assert_eq!(refused(&ruling), [ViolationCode::NothingToDecide]);
}

#[test]
fn fide_a_5_4_a_state_says_nothing_of_what_was_played() {
    let asked = stood("", "e4 e5");
    let state = rule(&fide("", "e4 e5")).state;
    let mut question = Question::about(Standing::State(Box::new(state)));
    question.context = asked.context;
    question.facts = asked.facts;
    let ruling = rule(&question);
    assert_eq!(reported(&ruling), (PositionShown::NotKnown, None));
}
