//! Golden rulings on irregularities by the FIDE Laws (articles 4 and 7, Appendix A), named after their articles.
#![allow(clippy::unwrap_used)]

#[path = "support/rulings.rs"]
mod rulings;

use rulings::*;
use tabuleiro_rules::Side::{Black, White};
use tabuleiro_rules::adjudication::{
    Assumption, CorrectionEffect, DatedFact, Disposition, Evidence, IrregularStart, Irregularities,
    Phase, QueryKind, RemedyKind, Ruling, TimeClass,
};
use tabuleiro_rules::game::{Action, CounterKind, FactKind, GameState, Note};
use tabuleiro_rules::rulebook::{MoveFault, StartFault};
use tabuleiro_rules::{Cause, Outcome, Square, ViolationCode};

/// White's king and queen stand in each other's places: the third ply shows it.
const KING_ON_D1: &str = "1.f3 e6 2.Qg3 Nf6 3.Nc3 Be7 4.a3";
/// e4, e5, Nf3 and Nc6, read off a board that lies turned by a quarter.
const TURNED: &str = "g5e5 b5d5 h7f6 a2c3";
/// Black begins.
const BLACK_FIRST: &str = "e5 e4 Nf6 Nf3 Nc6 Nc3";
/// Ten moves of each side.
const TEN_MOVES: &str = "a3 a6 b3 b6 c3 c6 d3 d6 e3 e6 f3 f6 g3 g6 h3 h6 a4 a5 b4 b5";

fn start(ruling: &Ruling) -> IrregularStart {
    match &ruling.evidence[0] {
        Evidence::IrregularStart(start) => start.clone(),
        other => panic!("{other:?}"),
    }
}

fn found(fault: StartFault) -> DatedFact {
    fact(White, FactKind::FoundIrregularStart { fault })
}

/// The remedies and their articles.
fn remedies(ruling: &Ruling) -> Vec<(&RemedyKind, &'static str)> {
    let list = ruling.remedies.iter();
    list.map(|remedy| (&remedy.kind, remedy.citation.article))
        .collect()
}

#[test]
fn fide_7_2_1_pieces_set_up_wrongly_are_told_from_the_record_and_the_game_is_annulled() {
    let mut question = fide("", KING_ON_D1);
    let ruling = rule(&question);
    assert_eq!(ruling.disposition, Disposition::RecordFault);
    let shown = start(&ruling);
    assert_eq!(
        (shown.kind, shown.only_reading),
        (StartFault::WrongSetUp, true)
    );
    assert_eq!(
        shown.start.to_fen(),
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w kq - 0 1"
    );
    assert_eq!(remedies(&ruling), [(&RemedyKind::NewGame, "7.2.1")]);
    // As the players accepted it, the game that they played is judged.
    question.irregularities = Irregularities::AsAccepted;
    let ruling = rule(&question);
    assert_eq!(ruling.disposition, Disposition::InProgress);
    assert_eq!(ruling.state.ply(), 7);
    assert_eq!(start(&ruling).kind, StartFault::WrongSetUp);
    assert!(
        ruling
            .assumptions
            .contains(&Assumption::IrregularityAccepted)
    );
}

#[test]
fn fide_7_2_1_a_signed_result_stands_though_the_set_up_was_wrong() {
    let mut question = fide("", KING_ON_D1);
    question.results = recorded(Outcome::Win(White));
    let ruling = rule(&question);
    let stands = RemedyKind::ResultStands {
        outcome: Outcome::Win(White),
    };
    assert_eq!(remedies(&ruling), [(&stands, "8.7")]);
    // As its players accepted it, it is the game that they played from there, and no game with an illegal queen move.
    question.irregularities = Irregularities::AsAccepted;
    let ruling = rule(&question);
    assert_eq!(start(&ruling).kind, StartFault::WrongSetUp);
    assert_eq!(ruling.state.ply(), 7);
    assert!(
        !ruling
            .evidence
            .iter()
            .any(|it| matches!(it, Evidence::FirstFault(_)))
    );
}

#[test]
fn a_single_odd_move_at_the_end_is_no_wrong_set_up() {
    let ruling = rule(&fide("", "1.f3 e6 2.Qg3"));
    assert!(matches!(ruling.evidence[0], Evidence::FirstFault(_)));
    assert!(matches!(
        ruling.remedies[0].kind,
        RemedyKind::RestorePosition { ply: 2, .. }
    ));
}

#[test]
fn fide_7_2_2_the_position_is_moved_to_a_board_that_lies_right() {
    let ruling = rule(&fide("", TURNED));
    assert_eq!(start(&ruling).kind, StartFault::BoardTurned);
    let (kind, article) = remedies(&ruling)[0];
    let RemedyKind::TransferPosition { position, ply } = kind else {
        panic!("{kind:?}")
    };
    assert_eq!((*ply, article), (4, "7.2.2"));
    assert!(
        position
            .to_fen()
            .starts_with("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/")
    );
    // Found by the arbiter, in a record that is legal as it stands.
    let ruling = with(fide("", "e4 e5"), found(StartFault::BoardTurned));
    assert_eq!(ruling.disposition, Disposition::InProgress);
    assert_eq!(remedies(&ruling)[0].1, "7.2.2");
}

#[test]
fn fide_7_3_colours_reversed_within_ten_moves_and_after() {
    let ruling = rule(&fide("", BLACK_FIRST));
    assert_eq!(start(&ruling).kind, StartFault::ColoursReversed);
    assert_eq!(remedies(&ruling), [(&RemedyKind::NewGame, "7.3")]);
    let reversed = found(StartFault::ColoursReversed);
    let nine = TEN_MOVES.rsplit_once(' ').unwrap().0;
    let ruling = with(fide("", nine), reversed.clone());
    assert_eq!(remedies(&ruling), [(&RemedyKind::NewGame, "7.3")]);
    let ruling = with(fide("", TEN_MOVES), reversed);
    assert_eq!(remedies(&ruling), [(&RemedyKind::PlayOn, "7.3")]);
}

#[test]
fn fide_7_3_wrong_colours_are_corrected_by_the_phase_of_the_event() {
    let mut question = fide("", BLACK_FIRST);
    question.results.claimed = Some(Outcome::Draw);
    for (phase, effect) in [
        (Phase::AfterResult, CorrectionEffect::NextPairing),
        (Phase::RoundPaired, CorrectionEffect::LaterPairing),
        (Phase::EventClosed, CorrectionEffect::RatingOnly),
    ] {
        question.context.phase = phase;
        let ruling = rule(&question);
        let stands = RemedyKind::ResultStands {
            outcome: Outcome::Draw,
        };
        let correction = RemedyKind::Correction { effect };
        assert_eq!(
            remedies(&ruling),
            [(&stands, "8.7"), (&correction, "C.04.2")]
        );
    }
}

#[test]
fn fide_a_5_1_2_after_ten_moves_nobody_may_complain_where_no_arbiter_watches() {
    let mut question = fide("", TEN_MOVES);
    question.facts.push(found(StartFault::WrongSetUp));
    question.context.time_class = Some(TimeClass::Rapid);
    let ruling = rule(&question);
    assert_eq!(ruling.disposition, Disposition::NeedsFacts);
    assert_eq!(ruling.questions[0].kind, QueryKind::Supervision);
    question.context.supervised = Some(false);
    assert_eq!(
        remedies(&rule(&question)),
        [(&RemedyKind::PlayOn, "A.5.1.2")]
    );
    question.context.supervised = Some(true);
    assert_eq!(
        remedies(&rule(&question)),
        [(&RemedyKind::NewGame, "7.2.1")]
    );
    // Before the tenth move it makes no difference, and is not asked.
    let mut early = fide("", "e4 e5");
    early.facts.push(found(StartFault::WrongSetUp));
    early.context.time_class = Some(TimeClass::Rapid);
    assert_eq!(remedies(&rule(&early)), [(&RemedyKind::NewGame, "7.2.1")]);
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
fn fide_4_3_another_piece_than_the_touched_one_is_no_wrong_set_up() {
    // All four moves are legal from a start with Black's king and queen in each other's places, and from the right one too.
    let mut question = fide("", "e4 e5 d4 d6");
    let touched = FactKind::Touched {
        squares: vec![Square::new(6)],
        adjusted: false,
    };
    question.facts.push(after(0, White, touched));
    let ruling = rule(&question);
    assert!(matches!(&ruling.evidence[0], Evidence::FirstFault(_)));
    let kinds: Vec<_> = ruling.remedies.iter().map(|it| &it.kind).collect();
    assert!(
        kinds
            .iter()
            .all(|kind| !matches!(kind, RemedyKind::NewGame)),
        "{kinds:?}"
    );
    assert!(kinds.iter().any(|kind| matches!(kind, RemedyKind::PlayOn)));
}

#[test]
fn fide_4_8_who_moves_on_has_lost_the_right_to_complain_of_a_touch() {
    let mut question = fide("", "e4 e5");
    question.facts.push(after(
        0,
        White,
        FactKind::Touched {
            squares: vec![Square::new(6)],
            adjusted: false,
        },
    ));
    let ruling = rule(&question);
    assert_eq!(ruling.disposition, Disposition::RecordFault);
    assert!(matches!(
        &ruling.evidence[0],
        Evidence::FirstFault(fault) if fault.violations[0].code == ViolationCode::TouchedPiece
    ));
    question.irregularities = Irregularities::AsAccepted;
    let ruling = rule(&question);
    assert_eq!(ruling.disposition, Disposition::InProgress);
    assert_eq!(ruling.state.ply(), 2);
}

/// The moves that a player is bound to.
fn must_play(ruling: &Ruling) -> Option<Vec<String>> {
    ruling
        .remedies
        .iter()
        .find_map(|remedy| match &remedy.kind {
            RemedyKind::MustPlay { moves, .. } => Some(moves.clone()),
            _ => None,
        })
}

#[test]
fn fide_7_5_1_a_text_that_can_mean_one_piece_only_binds_it_as_its_squares_do() {
    for text in ["Ke3", "e1e3"] {
        let ruling = rule(&fide("", &format!("e4 e5 {text}")));
        assert_eq!(must_play(&ruling), Some(vec!["Ke2".to_owned()]), "{text}");
    }
    // Either knight may be meant.
    assert_eq!(must_play(&rule(&fide("", "e4 e5 Nd4"))), None);
}

#[test]
fn fide_7_5_1_without_the_time_class_an_old_illegal_move_is_put_right_as_in_standard_play() {
    let ruling = rule(&fide("", "e4 e5 Ke3 d6"));
    assert!(ruling.assumptions.contains(&Assumption::StandardPlay));
    let ruling = rule(&fide("", "e4 e5 Ke3"));
    assert!(!ruling.assumptions.contains(&Assumption::StandardPlay));
}

#[test]
fn fide_4_4_3_where_castling_is_illegal_the_king_moves_and_if_he_cannot_any_piece_may() {
    let touch = |squares: [u8; 2]| {
        let squares = squares.map(Square::new).to_vec();
        fact(
            White,
            FactKind::Touched {
                squares,
                adjusted: false,
            },
        )
    };
    // The king on e1 has no move; the rook on h1 has.
    let stuck = "4k3/8/8/8/8/6n1/3PPP2/3QK2R w K - 0 1";
    let ruling = with(fide(stuck, ""), touch([4, 7]));
    assert_eq!(must_play(&ruling), None);
    // Here he has two, and may castle with the other rook.
    let other = "4k3/8/8/8/8/6n1/8/R3K2R w KQ - 0 1";
    let ruling = with(fide(other, ""), touch([4, 7]));
    let moves = must_play(&ruling).unwrap();
    assert!(moves.contains(&"O-O-O".to_owned()) && moves.iter().all(|text| !text.starts_with('R')));
    // 4.4.2: the rook was touched first: no castling with it.
    let ruling = with(fide("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", ""), touch([7, 4]));
    let moves = must_play(&ruling).unwrap();
    assert!(moves.iter().all(|text| text.starts_with('R')), "{moves:?}");
}

#[test]
fn fide_4_3_2_and_4_3_3_the_first_piece_that_can_be_taken_and_a_pair_that_can() {
    let fen = "4k3/8/8/3p1p2/4P3/8/8/4K3 w - - 0 1";
    let touch = |squares: &[u8]| {
        let squares = squares.iter().copied().map(Square::new).collect();
        fact(
            White,
            FactKind::Touched {
                squares,
                adjusted: false,
            },
        )
    };
    let ruling = with(fide(fen, ""), touch(&[37, 35]));
    assert_eq!(must_play(&ruling), Some(vec!["exf5".to_owned()]));
    let ruling = with(fide(fen, ""), touch(&[28, 35]));
    assert_eq!(must_play(&ruling), Some(vec!["exd5".to_owned()]));
    // 4.5: what was touched can neither move nor be taken.
    let ruling = with(fide(fen, ""), touch(&[60]));
    assert_eq!(must_play(&ruling), None);
}

#[test]
fn fide_4_4_2_behind_rook_and_king_the_first_piece_that_can_move_is_played() {
    // Rook and king have no move; the pawn on a2, touched last, has.
    let question = fide("4k3/8/8/8/8/8/P2PPP1P/3QKBNR w K - 0 1", "");
    let touched = FactKind::Touched {
        squares: [7, 4, 8].map(Square::new).to_vec(),
        adjusted: false,
    };
    let moves = must_play(&with(question, fact(White, touched))).unwrap();
    assert_eq!(moves, ["a3", "a4"]);
}

#[test]
fn fide_7_5_1_of_two_knights_the_one_that_reaches_the_square_is_meant() {
    for text in ["Nf3", "g1f3"] {
        let pinned = "3kr3/8/8/8/8/8/4N3/1N2K1N1 w - - 0 1";
        let ruling = rule(&fide(pinned, text));
        // The knight on g1 may go there: no fault. The one on e2 is pinned.
        assert!(ruling.remedies.is_empty(), "{text}");
        let in_check = rule(&fide("3kr3/8/8/8/8/8/8/1N2K1N1 w - - 0 1", text));
        assert_eq!(must_play(&in_check), Some(vec!["Ne2".to_owned()]), "{text}");
    }
}
