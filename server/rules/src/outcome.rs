//! How a game came out.

use crate::Side;

/// The result of a finished game. An unfinished one is `Option::<Outcome>::None`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// This side won.
    Win(Side),
    /// Drawn.
    Draw,
    /// Both sides lost (`0-0`: both absent, or by decision of an arbiter).
    BothLose,
    /// This side has half a point and the other none, by decision of an arbiter (FIDE 12.9). No standard of game files spells it.
    HalfPoint(Side),
}
