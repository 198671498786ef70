//! The names of squares: `e4` on a chess board, the variant's own numbers or letters on a draughts board.

use tabuleiro_rules::{Ruleset, Square, draughts::Geometry};

use crate::error::{Failure, FieldFault};

/// How the squares of one variant are called.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Names {
    /// By file and rank, on 8 × 8 squares.
    Chess,
    /// As the geometry has them.
    Draughts(Geometry),
}

/// The names of the chess board, in the order of its squares.
const CHESS: &str = concat!(
    "a1b1c1d1e1f1g1h1",
    "a2b2c2d2e2f2g2h2",
    "a3b3c3d3e3f3g3h3",
    "a4b4c4d4e4f4g4h4",
    "a5b5c5d5e5f5g5h5",
    "a6b6c6d6e6f6g6h6",
    "a7b7c7d7e7f7g7h7",
    "a8b8c8d8e8f8g8h8",
);

impl Names {
    /// The names under these rules.
    pub(crate) fn of(ruleset: &Ruleset) -> Names {
        ruleset
            .switches()
            .map_or(Names::Chess, |rules| Names::Draughts(rules.geometry()))
    }

    /// The name of a square.
    pub(crate) fn name(&self, square: Square) -> String {
        match self {
            Names::Chess => {
                let at = 2 * square.index();
                CHESS.get(at..at + 2).unwrap_or_default().to_owned()
            }
            Names::Draughts(geometry) => geometry.name(square),
        }
    }

    /// The names of many squares.
    pub(crate) fn names(&self, squares: impl IntoIterator<Item = Square>) -> Vec<String> {
        squares
            .into_iter()
            .map(|square| self.name(square))
            .collect()
    }

    /// The square with this name.
    pub(crate) fn parse(&self, text: &str) -> Option<Square> {
        match self {
            Names::Chess => match *text.as_bytes() {
                [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => {
                    Some(Square::new((rank - b'1') * 8 + (file - b'a')))
                }
                _ => None,
            },
            Names::Draughts(geometry) => geometry.parse(text),
        }
    }

    /// The square with this name.
    ///
    /// # Errors
    /// `INVALID_FIELD` with code `UNKNOWN_SQUARE`.
    pub(crate) fn read(&self, text: &str, field: &str) -> Result<Square, Failure> {
        self.parse(text).ok_or_else(|| {
            let fault: FieldFault =
                super::unknown(field, "UNKNOWN_SQUARE", "square of this board", text);
            Failure::InvalidField(vec![fault])
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chess_squares_have_the_names_of_the_board() {
        for (index, name) in [(0, "a1"), (7, "h1"), (8, "a2"), (28, "e4"), (63, "h8")] {
            assert_eq!(Names::Chess.name(Square::new(index)), name);
            assert_eq!(Names::Chess.parse(name), Some(Square::new(index)));
        }
        for text in ["", "e", "e9", "i1", "E4", "e44", "é4"] {
            assert_eq!(Names::Chess.parse(text), None, "{text}");
        }
    }
}
