//! Records of games: PGN and PDN, in and out.
//!
//! Reading has two layers. The first is this module's syntax: a [`Splitter`] cuts a stream of bytes into
//! [`RawGame`]s, and [`pgn::read`] or [`pdn::read`] turns one into a [`RecordText`]: tags, tokens and faults.
//! *Everything is accounted for*: each byte belongs to a tag, a token or blank space, and what could not be
//! read is a token of its own with a [`SyntaxFault`] that says where. The second layer lets a position judge
//! the half-moves.
//!
//! ```
//! use tabuleiro_rules::record::{Limits, RawGame, pgn};
//! let text = pgn::read(&RawGame::whole(b"1. e4 e5 2. Cf3 {?} 1-0"), &Limits::default());
//! assert!(text.is_sound());
//! assert_eq!(text.main_line().count(), 7);
//! ```

mod boundary;
mod clock;
mod comments;
mod detect;
mod fault;
mod limits;
mod numbering;
pub mod pdn;
pub mod pgn;
mod reader;
mod sheet;
mod split;
mod tags;
mod text;
mod token;
mod variations;
mod words;
mod write;

pub use clock::{ClockError, ClockTime};
pub use detect::{Format, detect};
pub use fault::{FaultCode, Place, Severity, SyntaxFault};
pub use limits::{Limit, Limits};
pub use sheet::{Element, Points, Sheet};
pub use split::{RawGame, Splitter, for_each_game};
pub use text::{Command, Encoding, Places, RecordText, Tag};
pub use token::{Marker, Span, Token, TokenKind};
pub use write::WriteError;

/// Reads one game in the format it shows, or in the one given where it shows none.
#[must_use]
pub fn read<'a>(game: &RawGame<'a>, otherwise: Format, limits: &Limits) -> RecordText<'a> {
    reader::read(game, detect(game).unwrap_or(otherwise), limits)
}
