//! Golden rulings by the FIDE Laws on games that began wrongly (7.2, 7.3, Appendix A), named after their articles.

use crate::asked::*;
use tabuleiro_rules::Side::White;
use tabuleiro_rules::adjudication::{
    Assumption, CorrectionEffect, DatedFact, Disposition, Evidence, IrregularStart, Irregularities,
    Phase, QueryKind, RemedyKind, Ruling, TimeClass,
};
use tabuleiro_rules::game::FactKind;
use tabuleiro_rules::rulebook::StartFault;
use tabuleiro_rules::{Outcome, Square};

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
