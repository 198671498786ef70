//! A game: a start position, a law and a list of actions. Everything else is derived from them.
//!
//! [`GameState`] is the standing of a game, from which it goes on at a cost that does not grow with its length;
//! [`Game`] is a record, which keeps every position. Both take their steps in [`GameState::play`] and in the facts
//! beside it. The first ending wins: what comes after it is refused.

mod action;
mod claims;
mod codec;
mod counters;
mod ending;
mod endings;
mod facts;
mod irregular;
mod mating;
mod obligations;
mod ordinary;
mod perpetual;
mod record;
mod state;
mod status;
mod touch;
mod unfinished;
mod window;

pub use action::{Action, ClaimKind, Fact, FactKind, RequestedMove, RequestedParts};
pub use claims::{Availability, OpenClaim};
pub use codec::{LONGEST_WINDOW, StateFault, TooManyReversiblePlies};
pub use counters::ResetBy;
pub use ending::{Basis, Ending};
pub use mating::Ternary;
pub(crate) use mating::{excepts_forced_wins, needs_search};
pub use obligations::OmissionRight;
pub use perpetual::PERPETUAL_BUDGET;
pub(crate) use perpetual::{ForEver, check_for_ever};
pub use record::Game;
pub use state::{Applied, GameState, Note, Played, Refusal, WrongLaw};
pub use status::{Counter, CounterKind, CounterUnit, Obligation, ObligationKind, Status};
pub(crate) use unfinished::Unfinished;

#[cfg(test)]
mod tests;
