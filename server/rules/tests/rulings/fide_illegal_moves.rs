//! Golden rulings by the FIDE Laws on illegal moves (7.5, 8.7, Appendix A), named after their articles.

use crate::asked::*;
use tabuleiro_rules::Side::{Black, White};
use tabuleiro_rules::adjudication::{
    Assumption, Disposition, Evidence, Irregularities, QueryKind, RemedyKind, Ruling, TimeClass,
};
use tabuleiro_rules::game::{Action, CounterKind, FactKind, GameState, Note};
use tabuleiro_rules::rulebook::MoveFault;
use tabuleiro_rules::{Cause, Outcome, ViolationCode};

/// The remedies and their articles.
fn remedies(ruling: &Ruling) -> Vec<(&RemedyKind, &'static str)> {
    let list = ruling.remedies.iter();
    list.map(|remedy| (&remedy.kind, remedy.citation.article))
        .collect()
}

#[test]
fn fide_7_5_1_an_illegal_move_that_is_put_right_costs_its_player_time() {
    let mut question = fide("", "e4 e5 Ke3");
    question.irregularities = Irregularities::Rectified;
    let ruling = rule(&question);
    assert_eq!(ruling.disposition, Disposition::RecordFault);
    let penalty = |seconds| RemedyKind::TimePenalty { to: Black, seconds };
    assert_eq!(remedies(&ruling)[0], (&penalty(120), "7.5.5"));
    assert!(matches!(
        remedies(&ruling)[1],
        (RemedyKind::RestorePosition { ply: 2, .. }, "7.5.1")
    ));
    assert!(
        ruling
            .assumptions
            .contains(&Assumption::IllegalMoveCompleted)
    );
    let counted = ruling.state.running_counters().into_iter().any(|counter| {
        counter.kind == CounterKind::IllegalMoves
            && counter.side == Some(White)
            && counter.value == 1
    });
    assert!(counted);
    question.context.time_class = Some(TimeClass::Rapid);
    assert_eq!(remedies(&rule(&question))[0], (&penalty(60), "A.3"));
    // What is not read in the record at all is no completed move.
    let mut unread = fide("", "e4 e5 xyz");
    unread.irregularities = Irregularities::Rectified;
    assert!(matches!(
        remedies(&rule(&unread))[0].0,
        RemedyKind::RestorePosition { .. }
    ));
}

#[test]
fn fide_7_5_5_the_second_illegal_move_of_a_record_loses_or_draws() {
    let earlier = |ply| {
        let text = "Ke4".to_owned();
        after(ply, White, FactKind::CompletedIllegalMove { text })
    };
    let mut question = fide("", "e4 e5 Ke3");
    question.irregularities = Irregularities::Rectified;
    question.facts.push(earlier(0));
    let ruling = rule(&question);
    assert_eq!(
        end(&ruling),
        Some((Cause::IllegalMoves, Outcome::Win(Black), 2))
    );
    assert_eq!(article(&ruling), "7.5.5");
    let mut bare = fide("8/8/3k4/8/8/2K1R3/8/8 w - - 0 1", "Rd5");
    bare.irregularities = Irregularities::Rectified;
    bare.facts.push(earlier(0));
    bare.facts[0].fact.kind = FactKind::PressedWithoutMoving;
    assert_eq!(
        end(&rule(&bare)),
        Some((Cause::IllegalMoves, Outcome::Draw, 0))
    );
}

/// The moves that were counted once though more was wrong with them: ply, and each fault with its article.
fn counted_once(ruling: &Ruling) -> Vec<(u32, Vec<(MoveFault, &'static str)>)> {
    let evidence = ruling.evidence.iter();
    let once = evidence.filter_map(|it| match it {
        Evidence::CountedOnce(once) => Some((
            once.ply,
            once.faults
                .iter()
                .map(|(fault, citation)| (*fault, citation.article))
                .collect(),
        )),
        _ => None,
    });
    once.collect()
}

/// How many illegal moves stand against White.
fn against_white(ruling: &Ruling) -> u32 {
    let counters = ruling.state.running_counters().into_iter();
    let mut of_white = counters
        .filter(|counter| counter.kind == CounterKind::IllegalMoves && counter.side == Some(White));
    of_white.next().map_or(0, |counter| counter.value)
}

const ILLEGAL: (MoveFault, &str) = (MoveFault::Illegal, "7.5.1");
const TWO_HANDS: (MoveFault, &str) = (MoveFault::TwoHands, "7.5.4");

#[test]
fn fide_7_5_4_an_illegal_move_with_two_hands_is_one_irregularity() {
    let illegal = || {
        let text = "Ke4".to_owned();
        after(2, White, FactKind::CompletedIllegalMove { text })
    };
    let two_hands = || after(2, White, FactKind::UsedTwoHands);
    for (facts, told) in [
        ([illegal(), two_hands()], vec![ILLEGAL, TWO_HANDS]),
        ([two_hands(), illegal()], vec![TWO_HANDS, ILLEGAL]),
    ] {
        let mut question = fide("", "e4 e5");
        question.facts.extend(facts);
        let ruling = rule(&question);
        assert_eq!(ruling.disposition, Disposition::InProgress);
        assert_eq!(against_white(&ruling), 1);
        assert_eq!(counted_once(&ruling), [(3, told)]);
        let penalty = RemedyKind::TimePenalty {
            to: Black,
            seconds: 120,
        };
        assert_eq!(remedies(&ruling), [(&penalty, "7.5.5")]);
        assert!(ruling.refused_facts.is_empty());
        assert!(ruling.assumptions.contains(&Assumption::FaultsOfOneMove));
        // The next move with a fault is another one, and loses.
        question.facts.push(illegal());
        assert_eq!(
            end(&rule(&question)),
            Some((Cause::IllegalMoves, Outcome::Win(Black), 2))
        );
    }
}

#[test]
fn fide_7_5_4_what_does_not_follow_directly_is_another_move() {
    let illegal = |ply| {
        let text = "Ke4".to_owned();
        after(ply, White, FactKind::CompletedIllegalMove { text })
    };
    let lost = Some((Cause::IllegalMoves, Outcome::Win(Black), 2));
    // Something happened in between: it was the move in its place that was made with two hands.
    let mut question = fide("", "e4 e5");
    question.facts.push(illegal(2));
    question.facts.push(after(2, White, FactKind::TookBack));
    question.facts.push(after(2, White, FactKind::UsedTwoHands));
    assert_eq!(end(&rule(&question)), lost);
    // The arbiter has dealt with the first, and the game goes on.
    let acknowledged = FactKind::ArbiterDecided {
        outcome: None,
        decided_advantage: None,
    };
    let mut question = fide("", "e4 e5");
    question.facts.push(illegal(2));
    question.facts.push(after(2, White, acknowledged));
    question.facts.push(after(2, White, FactKind::UsedTwoHands));
    assert_eq!(end(&rule(&question)), lost);
    // A move was made in between.
    let mut question = fide("", "e4 e5");
    question.facts.push(after(0, White, FactKind::UsedTwoHands));
    question.facts.push(illegal(2));
    assert_eq!(end(&rule(&question)), lost);
    // 7.5.3: no move was made at all.
    let mut question = fide("", "e4 e5");
    question.facts.push(illegal(2));
    question
        .facts
        .push(after(2, White, FactKind::PressedWithoutMoving));
    assert_eq!(end(&rule(&question)), lost);
}

#[test]
fn fide_7_5_5_both_faults_of_the_move_that_loses_are_listed() {
    let illegal = || {
        let text = "Ke4".to_owned();
        fact(White, FactKind::CompletedIllegalMove { text })
    };
    let mut question = fide("", "e4 e5");
    question.facts.extend([illegal(), illegal()]);
    question.facts.push(fact(White, FactKind::UsedTwoHands));
    let ruling = rule(&question);
    assert_eq!(
        end(&ruling),
        Some((Cause::IllegalMoves, Outcome::Win(Black), 2))
    );
    assert_eq!(counted_once(&ruling), [(3, vec![ILLEGAL, TWO_HANDS])]);
    assert!(ruling.refused_facts.is_empty());
    // Whatever else is told behind the end has no effect.
    question
        .facts
        .push(fact(White, FactKind::PressedWithoutMoving));
    assert_eq!(refused(&rule(&question)), [ViolationCode::GameOver]);
}

#[test]
fn fide_7_5_4_an_illegal_move_of_the_record_made_with_two_hands_counts_once() {
    let mut question = fide("", "e4 e5 Ke3");
    question.irregularities = Irregularities::Rectified;
    question.facts.push(after(2, White, FactKind::UsedTwoHands));
    let ruling = rule(&question);
    assert_eq!(ruling.disposition, Disposition::RecordFault);
    assert_eq!(against_white(&ruling), 1);
    assert_eq!(counted_once(&ruling), [(3, vec![TWO_HANDS, ILLEGAL])]);
    let penalties = remedies(&ruling);
    let penalties = penalties
        .iter()
        .filter(|(kind, _)| matches!(kind, RemedyKind::TimePenalty { .. }));
    assert_eq!(penalties.count(), 1);
}

#[test]
fn fide_7_5_4_the_second_fault_of_a_move_counts_once_through_a_state_too() {
    let question = fide("", "e4 e5");
    let mut state = rule(&question).state;
    let illegal = FactKind::CompletedIllegalMove {
        text: String::new(),
    };
    state.apply(&Action::fact(White, illegal)).unwrap();
    // As a caller would who has the token only.
    let bytes = state.encode().unwrap();
    let mut state = GameState::decode(&bytes, state.ruleset()).unwrap();
    let applied = state
        .apply(&Action::fact(White, FactKind::UsedTwoHands))
        .unwrap();
    assert_eq!(applied.notes, [Note::CountedAlready]);
    assert!(state.ending().is_none());
}

#[test]
fn fide_7_5_2_a_pawn_that_was_not_replaced_becomes_a_queen() {
    let ruling = rule(&fide("8/4P3/8/8/8/k7/8/K7 w - - 0 1", "e8"));
    let queen = RemedyKind::MustPlay {
        side: White,
        moves: vec!["e8=Q".to_owned()],
    };
    assert_eq!(remedies(&ruling), [(&queen, "7.5.2")]);
}

#[test]
fn fide_a_5_2_an_illegal_move_stands_once_the_opponent_has_moved_where_nobody_watches() {
    let mut question = fide("", "e4 e5 Ke3 d6");
    question.context.time_class = Some(TimeClass::Blitz);
    let ruling = rule(&question);
    assert_eq!(ruling.disposition, Disposition::NeedsFacts);
    assert_eq!(ruling.questions[0].kind, QueryKind::Supervision);
    question.context.supervised = Some(false);
    assert_eq!(remedies(&rule(&question)), [(&RemedyKind::PlayOn, "A.5.2")]);
    question.irregularities = Irregularities::AsAccepted;
    let ruling = rule(&question);
    assert_eq!(ruling.disposition, Disposition::InProgress);
    assert_eq!(ruling.state.ply(), 4);
    assert!(matches!(&ruling.evidence[0], Evidence::FirstFault(fault) if fault.ply == 3));
    question.context.supervised = Some(true);
    assert!(matches!(
        remedies(&rule(&question))[0],
        (RemedyKind::RestorePosition { ply: 2, .. }, "7.5.1")
    ));
    // The opponent has not moved yet.
    let mut open = fide("", "e4 e5 Ke3");
    open.context = question.context.clone();
    open.context.supervised = Some(false);
    assert!(matches!(
        remedies(&rule(&open))[0].0,
        RemedyKind::RestorePosition { ply: 2, .. }
    ));
}

#[test]
fn fide_8_7_a_finished_game_is_judged_on_behind_its_illegal_move() {
    let mut question = fide("", "e4 e5 Ke3 Nf6 Nc3 Nc6");
    question.results = recorded(Outcome::Draw);
    question.irregularities = Irregularities::AsAccepted;
    let ruling = rule(&question);
    assert_eq!(
        end(&ruling),
        Some((Cause::ResultAsRecorded, Outcome::Draw, 6))
    );
    // A mate behind it is one.
    let mut mated = fide("", "f3 e5 g4 Ke6 h3 Qh4#");
    mated.results = recorded(Outcome::Win(Black));
    mated.irregularities = Irregularities::AsAccepted;
    assert_eq!(
        end(&rule(&mated)),
        Some((Cause::Checkmate, Outcome::Win(Black), 6))
    );
}

#[test]
fn fide_8_7_two_moves_in_a_row_of_a_finished_game_stand() {
    let mut question = fide("", "e2e4 d2d4 e7e5 g1f3 b8c6");
    let ruling = rule(&question);
    assert_eq!(ruling.disposition, Disposition::RecordFault);
    // Nobody is bound to a piece that he did not move.
    assert!(matches!(
        remedies(&ruling)[..],
        [(RemedyKind::RestorePosition { ply: 1, .. }, "7.5.1")]
    ));
    question.irregularities = Irregularities::Rectified;
    assert_eq!(against_white(&rule(&question)), 0);
    question.irregularities = Irregularities::AsAccepted;
    question.results = recorded(Outcome::Draw);
    let ruling = rule(&question);
    assert_eq!(
        end(&ruling),
        Some((Cause::ResultAsRecorded, Outcome::Draw, 5))
    );
    let fen = ruling.state.position().to_fen();
    assert!(fen.starts_with("r1bqkbnr/pppp1ppp/2n5/4p3/3PP3/5N2/PPP2PPP/RNBQKB1R w KQkq"));
    let by_squares = fide("", "e2e4 d2d4 e7e5");
    let ruling = rule(&by_squares);
    assert!(matches!(
        &ruling.evidence[0],
        Evidence::FirstFault(fault) if fault.violations.iter().any(|it| it.code == ViolationCode::NotYourTurn)
    ));
}

/// FIDE 7.5.5: what a player may have meant of his own pieces is his illegal move, though it would be a legal one of his opponent's.
#[test]
fn fide_7_5_5_a_text_that_may_be_ones_own_is_no_second_move_of_the_opponent() {
    for text in ["d5", "Nf6"] {
        let mut question = fide("", &format!("e4 e5 {text}"));
        question.irregularities = Irregularities::Rectified;
        let mut completed = fact(White, FactKind::CompletedIllegalMove { text: "Ke3".into() });
        completed.after_ply = Some(2);
        question.facts = vec![completed];
        let ruling = rule(&question);
        assert_eq!(
            end(&ruling),
            Some((Cause::IllegalMoves, Outcome::Win(Black), 2)),
            "{text}: {:?}",
            ruling.questions
        );
    }
    // With its origin the text is the other side's beyond doubt.
    let mut question = fide("", "e4 e5 Ng8f6 Nc3");
    question.irregularities = Irregularities::AsAccepted;
    question.results = recorded(Outcome::Draw);
    let ruling = rule(&question);
    assert_eq!(ruling.state.ply(), 4, "{:?}", ruling.evidence);
}

#[test]
fn fide_7_5_1_without_the_time_class_an_old_illegal_move_is_put_right_as_in_standard_play() {
    let ruling = rule(&fide("", "e4 e5 Ke3 d6"));
    assert!(ruling.assumptions.contains(&Assumption::StandardPlay));
    let ruling = rule(&fide("", "e4 e5 Ke3"));
    assert!(!ruling.assumptions.contains(&Assumption::StandardPlay));
}
