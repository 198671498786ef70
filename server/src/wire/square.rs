//! The names of squares: `e4` on a chess board, the variant's own numbers or letters on a draughts board.

use tabuleiro_rules::{Ruleset, Square, chess, draughts::Geometry};

use crate::error::{Failure, FieldFault};

/// How the squares of one variant are called.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Names {
    /// By file and rank, on 8 × 8 squares.
    Chess,
    /// As the geometry has them.
    Draughts(Geometry),
}

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
            Names::Chess => chess::square_name(square).to_owned(),
            Names::Draughts(geometry) => geometry.name(square),
        }
    }

    /// The name of a square, for as long as it is written down.
    pub(crate) fn with<T>(&self, square: Square, write: impl FnOnce(&str) -> T) -> T {
        match self {
            Names::Chess => write(chess::square_name(square)),
            Names::Draughts(geometry) => write(&geometry.name(square)),
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
            Names::Chess => chess::parse_square(text),
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
