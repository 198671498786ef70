//! Records of games: PGN and PDN, in and out.
//!
//! Reading has two layers. The first is this module's syntax: a [`Splitter`] cuts a stream of bytes into
//! [`RawGame`]s, and [`pgn::read`] or [`pdn::read`] turns one into a [`RecordText`]: tags, tokens and faults.
//! *Everything is accounted for*: each byte belongs to a tag, a token or blank space, and what could not be
//! read is a token of its own with a [`SyntaxFault`] that says where. In the second layer a [`Transcript`] takes the
//! main line out of the text as data (start, half-moves, clocks, facts), [`replay()`] lets the positions judge it,
//! and [`actions`] gives what a [`Game`](crate::game::Game) is made of.
//!
//! Writing goes from a [`Sheet`] by [`pgn::write`] or [`pdn::write`]; what was read can be made one and written again.
//!
//! ```
//! use tabuleiro_rules::record::{Limits, RawGame, pgn};
//! let text = pgn::read(&RawGame::whole(b"1. e4 e5 2. Cf3 {?} 1-0"), &Limits::default());
//! assert!(text.is_sound());
//! assert_eq!(text.main_line().count(), 7);
//! ```

mod board;
mod boundary;
mod clock;
mod comments;
mod course;
mod detect;
mod facts;
mod fault;
mod law_tags;
mod limits;
mod numbering;
pub mod pdn;
pub mod pgn;
mod reader;
mod replay;
mod sheet;
mod short_capture;
mod split;
mod tags;
mod text;
mod token;
mod transcript;
mod trf;
mod variant_tag;
mod variations;
mod words;
mod write;

pub use board::Made;
pub use clock::{ClockError, ClockTime};
pub use course::{Course, Unwritable, elements};
pub use detect::{Format, detect};
pub(crate) use facts::each_action;
pub use facts::{RecordedAction, actions, fact_value, parse_fact};
pub use fault::{FaultCode, Place, Severity, SyntaxFault};
pub use law_tags::{LawTags, UnreadableTag, law_tags, tags_of_law};
pub use limits::{Limit, Limits};
pub use replay::{BadStart, Replay, Stop, StopReason, replay};
pub use sheet::{Element, Points, Sheet};
pub(crate) use short_capture::{Patience, meanings};
pub use short_capture::{PlacedShortCapture, ShortCapture};
pub use split::{RawGame, Splitter, for_each_game};
pub use text::{Command, Encoding, Places, RecordText, Tag};
pub use token::{Marker, Span, Token, TokenKind};
pub use transcript::{Corrected, HalfMove, Remark, RemarkKind, Termination, Transcript};
pub use trf::{Crosstable, TrfFault, TrfFaultKind, TrfPlayer, TrfResult, TrfRound};
pub use variant_tag::{NamedVariant, variant};
pub use write::WriteError;

/// Reads one game in the format it shows, or in the one given where it shows none.
#[must_use]
pub fn read<'a>(game: &RawGame<'a>, otherwise: Format, limits: &Limits) -> RecordText<'a> {
    reader::read(game, detect(game).unwrap_or(otherwise), limits)
}
