//! The draughts family: one engine, in which a rule set is data.
//!
//! Where to look: [`RuleSet`] names the sets, [`Rules`] holds the switches of one, [`CompiledRules`] is a set that can be
//! played, [`Geometry`] its board, [`Position`] asks what may be played;
//! it is read from and written as text in `fen`, its moves in `notation`, and `refusal` says why a move is refused.

mod board;
mod capture_tree;
mod captures;
mod compiled;
mod contradictions;
mod ending;
mod engine;
mod fen;
mod first_jumps;
mod geometry;
mod jump_count;
mod law;
mod moves;
mod names;
mod notation;
mod one_route;
mod only_way;
mod ordinary;
mod perft;
mod position;
mod position_key;
mod refusal;
mod routes;
mod rule_sets;
mod rules;
mod single;
mod square_set;
mod switches;
mod walk;
mod word;

pub use crate::Change;
pub use compiled::CompiledRules;
pub use contradictions::Contradiction;
pub use fen::{Counters, LONGEST_FEN, Parsed, TextRun};
pub use geometry::{Corner, Geometry, Naming};
pub use moves::{BudgetExhausted, Continuations, Move, Offence, Route, Step};
pub use notation::NotPlayed;
pub(crate) use ordinary::{Carried, Step as OrdinaryStep};
pub use perft::{Convention, perft};
pub use position::{KingRun, PlayError, Position, PositionFault};
pub use rule_sets::RuleSet;
pub use rules::{Difference, LARGEST_KING_RUN, LARGEST_SIZE, RuleError, Rules, SMALLEST_SIZE};
pub use square_set::{SquareSet, Squares};
pub use switches::{
    BlockedPlayer, Choice, Hand, KingLanding, KingReach, KingStep, LonePiece, ManCaptures,
    Movement, Objective, Omission, Promotion, Removal,
};
