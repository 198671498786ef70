//! What can be wrong with a position text (FEN of chess, PDN FEN of draughts): all faults at once, each with its place.

use crate::{Side, Square};

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
    /// What it is about, for whoever says it in another language than the message.
    pub detail: FenDetail,
}

/// What a fault is about beside its field and its square; each part where there is one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FenDetail {
    /// How many there are.
    pub count: Option<u32>,
    /// How many there have to be, or may be at most.
    pub limit: Option<u32>,
    /// The rank of the chess board, from 1.
    pub rank: Option<u8>,
    /// Whose.
    pub side: Option<Side>,
    /// What stands there: short, and with nothing in it that could do harm.
    pub found: Option<String>,
}

impl FenDetail {
    /// About so many.
    pub(crate) fn count(count: u32) -> FenDetail {
        FenDetail {
            count: Some(count),
            ..FenDetail::default()
        }
    }

    /// About something that stands in the text.
    pub(crate) fn found(text: &str) -> FenDetail {
        FenDetail {
            found: Some(shown(text)),
            ..FenDetail::default()
        }
    }

    /// About a character.
    pub(crate) fn character(c: char) -> FenDetail {
        let found = if c.is_ascii_graphic() {
            c.to_string()
        } else {
            format!("U+{:04X}", u32::from(c))
        };
        FenDetail {
            found: Some(found),
            ..FenDetail::default()
        }
    }
}

/// A text, short enough to be shown and with nothing in it that could do harm.
pub(crate) fn shown(text: &str) -> String {
    const MOST: usize = 16;
    let mut shown: String = text
        .chars()
        .take(MOST)
        .flat_map(char::escape_debug)
        .collect();
    if text.chars().nth(MOST).is_some() {
        shown.push('…');
    }
    shown
}
