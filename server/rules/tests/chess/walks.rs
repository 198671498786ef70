//! Positions for property tests: random games of every variant, and the table of known node counts.

use proptest::prelude::*;
use tabuleiro_rules::{
    Square,
    chess::{ChessVariant, Position},
};

/// A position reached by a random game of at most 120 plies from the start of a random variant.
pub(crate) fn any_position() -> impl Strategy<Value = Position> {
    let start =
        (0..ChessVariant::ALL.len(), 0_u16..960).prop_map(
            |(index, number)| match ChessVariant::ALL[index] {
                ChessVariant::Chess960 => Position::start_960(number).expect("a number below 960"),
                variant => Position::start(variant),
            },
        );
    (start, proptest::collection::vec(any::<u16>(), 0..120)).prop_map(|(mut position, choices)| {
        for choice in choices {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position.play(&moves[usize::from(choice) % moves.len()]);
        }
        position
    })
}

/// The name of a square.
pub(crate) fn name(square: Square) -> String {
    let file = char::from(b'a' + u8::try_from(square.index() % 8).expect("a file"));
    format!("{file}{}", square.index() / 8 + 1)
}

/// All squares, a1 to h8.
pub(crate) fn squares() -> impl Iterator<Item = Square> {
    (0..64).map(Square::new)
}
