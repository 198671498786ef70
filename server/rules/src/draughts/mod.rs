//! The draughts family: one engine, in which a rule set is data.
//!
//! Where to look: [`RuleSet`] names the sets, [`Rules`] holds the switches of one, [`Geometry`] its board.

mod contradictions;
mod geometry;
mod moves;
mod rule_sets;
mod rules;
mod square_set;
mod switches;

pub use contradictions::Contradiction;
pub use geometry::{Corner, Geometry, Naming};
pub use moves::{BudgetExhausted, Continuations, Move, Offence, Route, Step};
pub use rule_sets::RuleSet;
pub use rules::{Difference, LARGEST_KING_RUN, LARGEST_SIZE, RuleError, Rules, SMALLEST_SIZE};
pub use square_set::{SquareSet, Squares};
pub use switches::{
    BlockedPlayer, Choice, Hand, KingLanding, KingReach, KingStep, LonePiece, ManCaptures,
    Movement, Objective, Omission, Promotion, Removal,
};
