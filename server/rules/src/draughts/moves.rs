//! A move of draughts, and the ways by which a capture may go.

use super::SquareSet;
use crate::{Flag, Flags, Kind, Square};

/// A move under the rules: what it does to the board, not the way it goes.
///
/// Its identity is origin, destination, captured set and the kind that stands there afterwards: captures that
/// differ only in their order or route are one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    /// Where the piece stood.
    pub from: Square,
    /// Where it comes to stand. A capture in a circle may end where it began.
    pub to: Square,
    /// The captured pieces' squares; empty for a quiet move.
    pub captured: SquareSet,
    /// Whether it is a man that becomes a king.
    pub promotes: bool,
    /// Whether it offends against the duty to capture, and with what consequence.
    pub offence: Offence,
}

/// How a move that the rules accept stands to the duty to capture (`omission`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub enum Offence {
    /// It is no offence.
    #[default]
    None,
    /// A capture was open, or could go on: the opponent may have it corrected or huff.
    OmitsCapture,
    /// A capture was open: the mover loses the game.
    LosesGame,
}

impl Move {
    /// Whether it captures.
    #[must_use]
    pub const fn is_capture(&self) -> bool {
        !self.captured.is_empty()
    }

    /// Whether a capture was open instead of it, or could go on.
    #[must_use]
    pub const fn omits_capture(&self) -> bool {
        matches!(self.offence, Offence::OmitsCapture)
    }

    /// Whether it is a capture that could go on.
    #[must_use]
    pub const fn stops_on_the_way(&self) -> bool {
        self.is_capture() && self.omits_capture()
    }

    /// What the piece is afterwards, if this is what it was before.
    #[must_use]
    pub const fn kind_after(&self, before: Kind) -> Kind {
        if self.promotes { Kind::King } else { before }
    }

    /// What kind of move it is, in the words of both games.
    #[must_use]
    pub const fn flags(&self) -> Flags {
        let mut flags = Flags::NONE;
        if self.is_capture() {
            flags = flags.with(Flag::Capture);
        }
        if self.promotes {
            flags = flags.with(Flag::Promotion);
        }
        match self.offence {
            Offence::None => flags,
            Offence::OmitsCapture => flags.with(Flag::OmitsCapture),
            Offence::LosesGame => flags.with(Flag::LosesGame),
        }
    }
}

/// One way by which a move goes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Route {
    /// Every square on which the piece comes down, in order; the last is the move's destination.
    pub landings: Vec<Square>,
    /// The captured pieces' squares in the order in which they are jumped: one for each landing, or none for a
    /// quiet move.
    pub captured: Vec<Square>,
}

/// What a piece may do next in a capture that is entered step by step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Continuations {
    /// Whether the capture may end where the piece now stands.
    pub may_stop: bool,
    /// Whether ending there, though the rules accept it, is an offence.
    pub offence: Offence,
    /// The next jumps.
    pub steps: Vec<Step>,
}

/// One jump.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Step {
    /// Where the piece comes down.
    pub landing: Square,
    /// The jumped piece's square; none for a quiet move.
    pub captured: Option<Square>,
    /// Whether the move may end there, as an offence or without one.
    pub may_stop: bool,
}

/// The work that a question was given was used up before the answer was found. What was found until then is
/// not told: a part of a list of legal moves is a wrong list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[error("the capture tree is wider than the work budget of {budget} steps")]
pub struct BudgetExhausted {
    /// The budget, in steps: jumps that were looked at.
    pub budget: u64,
}
