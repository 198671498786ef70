//! Golden rulings by the FIDE Laws on touched pieces and on the piece that an illegal move binds (4, 7.5.1), named after their articles.

use crate::asked::*;
use tabuleiro_rules::Side::White;
use tabuleiro_rules::adjudication::{Disposition, Evidence, Irregularities, RemedyKind, Ruling};
use tabuleiro_rules::game::FactKind;
use tabuleiro_rules::{Square, ViolationCode};

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
