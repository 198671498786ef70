//! The rules of chess and of the draughts family, as pure functions.
//!
//! One idea carries the design: *a game is a start position, a rule set and a list of actions (moves,
//! and facts such as offers, claims and huffs); everything else is derived from them.* Nothing in this
//! crate does I/O, reads a clock, keeps a global or knows of the network.
//!
//! Where to look: [`game`] is the heart; the law it follows is a [`Ruleset`], whose limits come from a [`rulebook`];
//! the movement rules live in [`chess`] and [`draughts`]; what is drawn by lot before a game in [`openings`]; the words both games share
//! are the small modules re-exported here ([`Side`], [`Square`], [`Piece`], [`MoveRequest`],
//! [`MoveDetail`], [`Violation`], [`Cause`], [`Citation`]).
#![forbid(unsafe_code)]

pub mod adjudication;
pub mod chess;
pub mod diagram;
pub mod draughts;
pub mod game;
pub mod locale;
pub mod openings;
pub mod record;
pub mod rulebook;

mod cause;
mod citation;
mod fen_fault;
mod interrupt;
mod moves;
mod outcome;
mod piece;
mod position;
mod ruleset;
mod shown;
mod side;
mod square;
mod variant;
mod violation;

pub use cause::Cause;
pub use citation::{Certainty, Citation};
pub use fen_fault::{FenDetail, FenFault, FenField, Strictness};
pub use interrupt::Interrupt;
pub use moves::{Captured, Flag, Flags, MoveDetail, MoveParts, MoveRequest};
pub use outcome::Outcome;
pub use piece::{Kind, Piece};
pub use position::{Change, Move, ParsedPosition, Position, Reading};
pub use ruleset::{
    Catalogue, Contradiction, Departure, Fingerprint, Ruleset, RulesetError, RulesetRequest,
};
pub use shown::printable;
pub use side::Side;
pub use square::Square;
pub use variant::{Family, Variant};
pub use violation::{Required, Violation, ViolationCode};
