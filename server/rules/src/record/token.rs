//! The tokens of a movetext: what kind each is, and which bytes of the game it covers.

use crate::{Outcome, Side};

/// A stretch of the decoded game text, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// From byte to byte. Games are shorter than 4 GiB: the reader sees to it.
    pub(super) const fn new(start: usize, end: usize) -> Span {
        Span {
            start: start as u32,
            end: end as u32,
        }
    }

    /// As a range, to index text with.
    #[must_use]
    pub const fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// One token, in the order of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Where it is.
    pub span: Span,
}

/// What a token is. Variations are flat: an [`TokenKind::Open`] knows its partner, so nothing recurses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// A byte-order mark.
    ByteOrderMark,
    /// A line that begins with `%`: for other programs, not for the reader.
    Escape,
    /// `{…}`, the braces included.
    Comment,
    /// `;…` up to the end of the line.
    LineComment,
    /// A move number with its dots.
    Number {
        /// The number.
        number: u32,
        /// How many dots follow (0 to 3; `…` counts as 3).
        dots: u8,
    },
    /// Dots that stand alone.
    Dots,
    /// A half-move, or at least a word that only a position can judge.
    Move,
    /// A null move (`--`, `Z0`): the side passes.
    Null,
    /// A glyph: `$n`, or a mark such as `!?` by its number.
    Nag(u16),
    /// `e.p.` after the move it belongs to.
    EnPassantMark,
    /// `(=)`: a draw was offered with the move before (FIDE C.12).
    DrawOffer,
    /// `(`, with the index of its `)`, or of the last token where that is missing.
    Open {
        /// Index of the partner.
        close: u32,
    },
    /// `)`.
    Close,
    /// How the game ended.
    Result(Marker),
    /// A position between slashes (PDN).
    Setup,
    /// Text that is none of these; a fault says so.
    Unreadable,
    /// Text beyond a limit; a fault says so.
    Skipped,
}

/// The end marker of a game, or the value of its `Result` tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Marker {
    /// Decided or drawn.
    Decided(Outcome),
    /// `*`: unfinished, or unknown.
    Unknown,
}

impl Marker {
    /// The marker spelt so, whichever way the game counts its points; with false where no standard spells it so.
    #[must_use]
    pub fn parse(text: &str) -> Option<(Marker, bool)> {
        let won = |side| Marker::Decided(Outcome::Win(side));
        Some(match text {
            "1-0" | "2-0" => (won(Side::White), true),
            "0-1" | "0-2" => (won(Side::Black), true),
            "1/2-1/2" | "1-1" => (Marker::Decided(Outcome::Draw), true),
            "0-0" => (Marker::Decided(Outcome::BothLose), true),
            "*" => (Marker::Unknown, true),
            "1/2" | "½-½" | "½" | "½–½" | "1/2–1/2" | "0.5-0.5" => {
                (Marker::Decided(Outcome::Draw), false)
            }
            "1/2-0" | "½-0" => (Marker::Decided(Outcome::HalfPoint(Side::White)), false),
            "0-1/2" | "0-½" => (Marker::Decided(Outcome::HalfPoint(Side::Black)), false),
            "1–0" | "2–0" => (won(Side::White), false),
            "0–1" | "0–2" => (won(Side::Black), false),
            _ => return None,
        })
    }
}
