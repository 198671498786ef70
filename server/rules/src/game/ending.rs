//! The end of a game: what ended it, how it came out, and on what ground.

use crate::{Cause, Outcome, rulebook::Topic, rulebook::words};

words! {
    /// How an ending came about.
    pub enum Basis {
        /// By itself.
        Automatic = "automatic",
        /// By a player's claim.
        Claim = "claim",
        /// By a fact beside the board.
        Fact = "fact",
        /// By the arbiter.
        Arbiter = "arbiter",
    }
}

/// The end of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// What ended it.
    pub cause: Cause,
    /// How it came out.
    pub outcome: Outcome,
    /// How it came about.
    pub basis: Basis,
    /// The ply at which it took effect; 0 is the start position.
    pub ply: u32,
    /// The subject of the article that says so; the rule set cites it.
    pub topic: Topic,
    /// What else would have ended the game at this ply.
    pub also: Vec<Cause>,
    /// Whether the outcome rests on a mate that is only assumed to be possible: the question was not decided.
    pub assumes_mate: bool,
}

impl Ending {
    /// An ending that came by itself.
    #[must_use]
    pub fn automatic(cause: Cause, outcome: Outcome, ply: u32) -> Ending {
        Ending {
            cause,
            outcome,
            basis: Basis::Automatic,
            ply,
            topic: Topic::of(cause),
            also: Vec::new(),
            assumes_mate: false,
        }
    }

    /// On another ground.
    #[must_use]
    pub fn by(self, basis: Basis) -> Ending {
        Ending { basis, ..self }
    }

    /// By the article on another subject than the cause's own.
    #[must_use]
    pub fn under(self, topic: Topic) -> Ending {
        Ending { topic, ..self }
    }
}
