//! What can be wrong with a position text (FEN of chess, PDN FEN of draughts): all faults at once, each with its place.

use crate::Square;

/// How a position text is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Strictness {
    /// Every fault refuses the position.
    #[default]
    Strict,
    /// What can be waived without a guess is waived, and said in the notes.
    Relaxed,
}

/// The part of a position text that a fault lies in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FenField {
    /// The text as a whole.
    Whole,
    /// The piece placement.
    Board,
    /// The side to move.
    Turn,
    /// The castling rights.
    Castling,
    /// The en passant square.
    EnPassant,
    /// The half-move clock (chess) or a draughts counter (`H`, `+b+w`).
    Clock,
    /// The full-move number.
    MoveNumber,
    /// Pieces in hand (crazyhouse).
    Pocket,
    /// The remaining checks (three-check).
    Checks,
}

/// One fault of a position text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FenFault {
    /// A stable machine name in `SCREAMING_SNAKE_CASE`, e.g. `TOO_MANY_KINGS`. It does not change within v1.
    pub code: &'static str,
    /// The field it lies in.
    pub field: FenField,
    /// Byte offset into the text as it was given.
    pub offset: usize,
    /// The square it concerns, where there is one.
    pub square: Option<Square>,
    /// One English sentence for a developer. It never repeats user text unescaped.
    pub message: String,
    /// Whether [`Strictness::Relaxed`] waives it.
    pub waivable: bool,
}
