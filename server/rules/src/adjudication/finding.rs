//! What an audit finds: in one game, and in a whole file.

use std::borrow::Cow;

use crate::{
    Cause, FenFault, Outcome, Position, Variant, Violation, ViolationCode,
    record::{FaultCode, Marker, Place, Severity},
    rulebook::words,
};

use super::{
    evidence::ResultConflict,
    question::RecordedResults,
    ruling::{Disposition, RuledEnding, Ruling},
    tournament::Tables,
};

/// What was found in one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Number of the game in the file, from 1.
    pub number: u64,
    /// Its tags in the order of the file, control characters replaced.
    pub tags: Vec<(String, String)>,
    /// The players, White first; none where no tag names one.
    pub players: [Option<String>; 2],
    /// The variant that it was read by; none where it could not be told.
    pub variant: Option<Variant>,
    /// Every fault, in the order of the text, up to the limit.
    pub faults: Vec<GameFault>,
    /// How many further faults there are.
    pub more_faults: u32,
    /// The results that are written down.
    pub results: RecordedResults,
    /// How it begins, in draughts: by that, games of one card are told from others. None where no move was read.
    pub opening: Option<FirstPlies>,
    /// How the game ended on the board alone. None: it did not.
    pub board_ending: Option<RuledEnding>,
    /// The ruling. None where the game could not be read at all.
    pub ruling: Option<Box<Ruling>>,
    /// Result tag, marker and board, where they differ. None: they do not.
    pub result_conflict: Option<ResultConflict>,
    /// Where the game begins.
    pub place: Place,
    /// Byte offset after the game: an audit is resumed there.
    pub offset_after: u64,
    /// Lines before that offset.
    pub line_count_after: u64,
    /// Plies of the game that the ruling is on, as its standing counts them: a move that was taken back is none.
    pub ply_count: u32,
}

impl Finding {
    /// The result of the record: by its marker, else by its tag.
    #[must_use]
    pub fn recorded(&self) -> Option<Outcome> {
        let decided = |marker: Option<Marker>| match marker {
            Some(Marker::Decided(outcome)) => Some(outcome),
            Some(Marker::Unknown) | None => None,
        };
        decided(self.results.marker).or(decided(self.results.tag))
    }

    /// Whether there is something to report: a fault that is more than a note, or results that differ.
    #[must_use]
    pub fn is_clean(&self) -> bool {
        !self.is_faulty() && self.result_conflict.is_none()
    }

    /// Whether the game has a fault that is more than a note, or a fact without effect.
    #[must_use]
    pub fn is_faulty(&self) -> bool {
        let fault = |fault: &GameFault| fault.severity() == Severity::Fault;
        let refused = |ruling: &Ruling| !ruling.refused_facts.is_empty();
        self.more_faults > 0
            || self.faults.iter().any(fault)
            || self.ruling.as_deref().is_some_and(refused)
    }
}

/// The first plies of a game, up to three: as many as the three-move restriction draws.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FirstPlies {
    /// Equal for games that start from one position with the same moves, however these are written and whatever follows.
    pub key: u64,
    /// The moves as they are written.
    pub texts: Vec<String>,
}

impl FirstPlies {
    /// How many plies.
    pub const MOST: usize = 3;
}

/// A fault of the start position of a game, as its reader tells it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StartPositionFault {
    /// The fault.
    pub fault: FenFault,
    /// Its square as the board of the game calls it; empty where it has none.
    pub square: String,
}

/// A fault of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameFault {
    /// Which fault.
    pub code: GameFaultCode,
    /// Where it stands.
    pub place: Place,
    /// How many bytes of the file it concerns. 0: something is missing there.
    pub length: u64,
    /// The ply that would have been played, from 1. None: it concerns no move.
    pub ply: Option<u32>,
    /// The token as the file has it, shortened, control characters replaced.
    pub token: String,
    /// Every rule that the move breaks.
    pub violations: Vec<Violation>,
    /// The position in which the move was to be made: the reasons speak of that board. None: it concerns no move, or a remark on one.
    pub position: Option<Box<Position>>,
    /// The fault of the start position, where it is one.
    pub start: Option<Box<StartPositionFault>>,
    /// Whether the fault lies in a variation, not in the game itself.
    pub in_variation: bool,
}

impl GameFault {
    /// What kind of fault it is.
    #[must_use]
    pub const fn kind(&self) -> GameFaultKind {
        self.code.kind()
    }

    /// Whether the game can be trusted in spite of it.
    #[must_use]
    pub const fn severity(&self) -> Severity {
        self.code.severity()
    }
}

/// Every fault that an audit reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum GameFaultCode {
    /// Of the text.
    Syntax(FaultCode),
    /// A tag names a game that is not in the catalogue.
    UnknownVariant,
    /// No tag says which game it is, and the caller does not either.
    UnnamedVariant,
    /// A tag for the rulebook, the house rules or the circumstances that cannot be read or played by.
    BadLawTag,
    /// The game is of the other family than the law of the audit.
    OtherGame,
    /// A fault of the start position, by its stable name.
    Position(&'static str),
    /// Something in the start position that a careful writer would not have written, by its stable name.
    PositionNote(&'static str),
    /// A move breaks a rule, or cannot be read: the first reason.
    Move(ViolationCode),
    /// A short capture that could mean several; what follows in the record tells which was played.
    ShortCapture,
    /// A null move in the game itself.
    NullMove,
    /// A move could not be judged within the bound on work.
    TooWide,
    /// From here on nothing can be judged: the moves before do not say where the pieces stand.
    NotJudged,
    /// A check or mate mark on a move that gives none.
    WrongCheckMark,
    /// A clock comment that cannot be read.
    BadClock,
    /// A command that names a fact and cannot be read.
    BadFact,
    /// Tag and marker give different results.
    ResultTagDiffersFromMarker,
    /// The recorded result contradicts the board.
    ResultContradictsBoard,
    /// Moves after the end of the game.
    SurplusMoves,
}

words! {
    /// What kind of fault.
    pub enum GameFaultKind {
        /// The text cannot be read there.
        Syntax = "syntax",
        /// A tag is missing, doubled or wrong.
        Tag = "tag",
        /// The start position has a fault.
        Position = "position",
        /// A move is illegal.
        IllegalMove = "illegal_move",
        /// A move can be read as more than one.
        AmbiguousMove = "ambiguous_move",
        /// A move number does not fit.
        MoveNumber = "move_number",
        /// A check or mate mark does not fit the board.
        CheckMark = "check_mark",
        /// Tag, marker and board give different results.
        Result = "result",
        /// Moves after the end of the game.
        SurplusMoves = "surplus_moves",
        /// A limit was reached.
        Limit = "limit",
        /// A character that its encoding does not have.
        Encoding = "encoding",
    }
}

impl GameFaultCode {
    /// What kind of fault it is.
    #[must_use]
    pub const fn kind(self) -> GameFaultKind {
        match self {
            GameFaultCode::Syntax(code) => match code {
                FaultCode::LimitExceeded(_) => GameFaultKind::Limit,
                FaultCode::NotUtf8 | FaultCode::ControlCharacter => GameFaultKind::Encoding,
                FaultCode::WrongMoveNumber
                | FaultCode::RepeatedMoveNumber
                | FaultCode::MoveNumberOfOtherSide => GameFaultKind::MoveNumber,
                FaultCode::UnterminatedTag
                | FaultCode::MalformedTag
                | FaultCode::TagInMovetext
                | FaultCode::DuplicateTag
                | FaultCode::UnescapedQuote
                | FaultCode::UnknownEscape
                | FaultCode::TagNameCharacters
                | FaultCode::UnquotedTagValue
                | FaultCode::BlankLineInTags => GameFaultKind::Tag,
                FaultCode::MoveAfterResult => GameFaultKind::SurplusMoves,
                FaultCode::MissingResult
                | FaultCode::DuplicateResult
                | FaultCode::NonstandardResult
                | FaultCode::ResultInVariation => GameFaultKind::Result,
                _ => GameFaultKind::Syntax,
            },
            GameFaultCode::UnknownVariant
            | GameFaultCode::UnnamedVariant
            | GameFaultCode::BadLawTag
            | GameFaultCode::OtherGame => GameFaultKind::Tag,
            GameFaultCode::Position(_) | GameFaultCode::PositionNote(_) => GameFaultKind::Position,
            GameFaultCode::Move(ViolationCode::Ambiguous) | GameFaultCode::ShortCapture => {
                GameFaultKind::AmbiguousMove
            }
            GameFaultCode::Move(_) | GameFaultCode::NullMove | GameFaultCode::NotJudged => {
                GameFaultKind::IllegalMove
            }
            GameFaultCode::TooWide => GameFaultKind::Limit,
            GameFaultCode::WrongCheckMark => GameFaultKind::CheckMark,
            GameFaultCode::BadClock | GameFaultCode::BadFact => GameFaultKind::Syntax,
            GameFaultCode::ResultTagDiffersFromMarker | GameFaultCode::ResultContradictsBoard => {
                GameFaultKind::Result
            }
            GameFaultCode::SurplusMoves => GameFaultKind::SurplusMoves,
        }
    }

    /// Whether the game can be trusted in spite of it.
    #[must_use]
    pub const fn severity(self) -> Severity {
        match self {
            GameFaultCode::Syntax(code) => code.severity(),
            GameFaultCode::WrongCheckMark
            | GameFaultCode::ShortCapture
            | GameFaultCode::BadClock
            | GameFaultCode::NotJudged
            | GameFaultCode::PositionNote(_) => Severity::Note,
            _ => Severity::Fault,
        }
    }

    /// The stable machine name, in `SCREAMING_SNAKE_CASE`; of a violation that of its rule.
    #[must_use]
    pub fn name(self) -> Cow<'static, str> {
        match self {
            GameFaultCode::Syntax(code) => Cow::Borrowed(code.name()),
            GameFaultCode::Position(name) | GameFaultCode::PositionNote(name) => {
                Cow::Borrowed(name)
            }
            GameFaultCode::Move(code) => Cow::Owned(screaming(&format!("{code:?}"))),
            other => Cow::Owned(screaming(&format!("{other:?}"))),
        }
    }
}

/// `NoSuchPiece` as `NO_SUCH_PIECE`.
fn screaming(name: &str) -> String {
    let mut out = String::with_capacity(name.len() + 8);
    for (at, c) in name.chars().enumerate() {
        if c.is_ascii_uppercase() && at > 0 {
            out.push('_');
        }
        out.push(c.to_ascii_uppercase());
    }
    out
}

/// What was found in all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Games read.
    pub game_count: u64,
    /// Games with at least one fault that is more than a note.
    pub faulty_game_count: u64,
    /// Faults by kind and code, most frequent first.
    pub faults: Vec<FaultTally>,
    /// Endings by cause, most frequent first.
    pub endings: Vec<(Cause, u64)>,
    /// Games by disposition, most frequent first. Games that could not be read at all are in none.
    pub dispositions: Vec<(Disposition, u64)>,
    /// Games whose results conflict, by number, up to [`Summary::MOST_CONFLICTS`].
    pub conflicts: Vec<u64>,
    /// Standings and pairs.
    pub tables: Tables,
    /// Bytes read.
    pub bytes_read: u64,
}

impl Summary {
    /// How many conflicting games are named.
    pub const MOST_CONFLICTS: usize = 10_000;
}

/// Faults of one code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FaultTally {
    /// The code.
    pub code: GameFaultCode,
    /// How many.
    pub count: u64,
}
