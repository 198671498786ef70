//! What can be wrong with the text of a record: every fault has a stable name, a place and a sentence.

use super::Limit;

/// Where something stands in the file a record came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    /// Byte offset into the file, from 0.
    pub offset: u64,
    /// Line of the file, from 1. Lines end with LF, CR LF or CR.
    pub line: u64,
    /// Column in characters, from 1.
    pub column: u32,
}

/// How much a fault matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// Read with certainty, though not as the standard writes it.
    Note,
    /// Something could not be read, or only by a guess that the reader did not make.
    Fault,
}

/// One fault of a record's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxFault {
    /// Which fault.
    pub code: FaultCode,
    /// Where it begins.
    pub place: Place,
    /// How many bytes of the file it concerns; 0 where something is missing.
    pub length: u64,
    /// One English sentence for a developer. User text in it is escaped and cut.
    pub message: String,
}

/// A fault before its place is worked out: `start` and `len` are bytes of the decoded game.
#[derive(Clone, Debug)]
pub(super) struct RawFault {
    pub(super) code: FaultCode,
    pub(super) start: usize,
    pub(super) len: usize,
    pub(super) message: String,
}

/// Every fault that a reader reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FaultCode {
    /// A limit was reached; what lies beyond it was not read.
    LimitExceeded(Limit),
    /// A tag without its closing quote or bracket.
    UnterminatedTag,
    /// A bracket in the tag section that holds no tag pair.
    MalformedTag,
    /// A tag pair amid the moves.
    TagInMovetext,
    /// A `{` without its `}`.
    UnterminatedComment,
    /// A `}` without its `{`.
    UnmatchedBrace,
    /// A `(` without its `)`.
    UnterminatedVariation,
    /// A `)` without its `(`.
    UnmatchedParenthesis,
    /// A variation before the first move: it replaces nothing.
    VariationBeforeMove,
    /// A bracket outside the tag section.
    StrayBracket,
    /// `<` and `>`, which PGN reserves for the future.
    ReservedSymbol,
    /// Text that is no token of the format.
    UnreadableToken,
    /// Control characters: the file is damaged, or no text.
    ControlCharacter,
    /// A `$` without a number.
    NagWithoutNumber,
    /// A numeric glyph above 255.
    NagOutOfRange,
    /// A run of `!` and `?` that means nothing.
    UnknownSuffix,
    /// A comment command that is not closed, or has no name.
    MalformedCommand,
    /// A half-move after the end of the game.
    MoveAfterResult,
    /// A second result.
    DuplicateResult,
    /// No result at the end.
    MissingResult,
    /// A result in a spelling that the standard does not have.
    NonstandardResult,
    /// A `Result` tag whose value is no result.
    UnreadableResultTag,
    /// A result inside a variation.
    ResultInVariation,
    /// A move number that does not fit.
    WrongMoveNumber,
    /// A move number given twice in a row.
    RepeatedMoveNumber,
    /// A move number with the dots of the other side.
    MoveNumberOfOtherSide,
    /// A tag name given twice.
    DuplicateTag,
    /// A quote inside a tag value that is not escaped.
    UnescapedQuote,
    /// A backslash in a tag value before a character that needs none.
    UnknownEscape,
    /// A tag name with characters that the standard does not allow.
    TagNameCharacters,
    /// A tag value without quotes.
    UnquotedTagValue,
    /// A blank line inside the tag section.
    BlankLineInTags,
    /// Spaces inside a half-move.
    SpacesInMove,
    /// A move mark (`*`) in the older custom.
    NonstandardMark,
    /// The text is not UTF-8; it was read as Latin-1 (Windows-1252).
    NotUtf8,
}

impl FaultCode {
    /// The stable machine name, in `SCREAMING_SNAKE_CASE`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            FaultCode::LimitExceeded(Limit::GameBytes) => "LIMIT_GAME_BYTES",
            FaultCode::LimitExceeded(Limit::Plies) => "LIMIT_PLIES",
            FaultCode::LimitExceeded(Limit::Nesting) => "LIMIT_NESTING",
            FaultCode::LimitExceeded(Limit::Tags) => "LIMIT_TAGS",
            FaultCode::LimitExceeded(Limit::CommentBytes) => "LIMIT_COMMENT_BYTES",
            FaultCode::LimitExceeded(Limit::Facts) => "LIMIT_FACTS",
            FaultCode::LimitExceeded(Limit::Faults) => "LIMIT_FAULTS",
            FaultCode::UnterminatedTag => "UNTERMINATED_TAG",
            FaultCode::MalformedTag => "MALFORMED_TAG",
            FaultCode::TagInMovetext => "TAG_IN_MOVETEXT",
            FaultCode::UnterminatedComment => "UNTERMINATED_COMMENT",
            FaultCode::UnmatchedBrace => "UNMATCHED_BRACE",
            FaultCode::UnterminatedVariation => "UNTERMINATED_VARIATION",
            FaultCode::UnmatchedParenthesis => "UNMATCHED_PARENTHESIS",
            FaultCode::VariationBeforeMove => "VARIATION_BEFORE_MOVE",
            FaultCode::StrayBracket => "STRAY_BRACKET",
            FaultCode::ReservedSymbol => "RESERVED_SYMBOL",
            FaultCode::UnreadableToken => "UNREADABLE_TOKEN",
            FaultCode::ControlCharacter => "CONTROL_CHARACTER",
            FaultCode::NagWithoutNumber => "NAG_WITHOUT_NUMBER",
            FaultCode::NagOutOfRange => "NAG_OUT_OF_RANGE",
            FaultCode::UnknownSuffix => "UNKNOWN_SUFFIX",
            FaultCode::MalformedCommand => "MALFORMED_COMMAND",
            FaultCode::MoveAfterResult => "MOVE_AFTER_RESULT",
            FaultCode::DuplicateResult => "DUPLICATE_RESULT",
            FaultCode::MissingResult => "MISSING_RESULT",
            FaultCode::NonstandardResult => "NONSTANDARD_RESULT",
            FaultCode::UnreadableResultTag => "UNREADABLE_RESULT_TAG",
            FaultCode::ResultInVariation => "RESULT_IN_VARIATION",
            FaultCode::WrongMoveNumber => "WRONG_MOVE_NUMBER",
            FaultCode::RepeatedMoveNumber => "REPEATED_MOVE_NUMBER",
            FaultCode::MoveNumberOfOtherSide => "MOVE_NUMBER_OF_OTHER_SIDE",
            FaultCode::DuplicateTag => "DUPLICATE_TAG",
            FaultCode::UnescapedQuote => "UNESCAPED_QUOTE",
            FaultCode::UnknownEscape => "UNKNOWN_ESCAPE",
            FaultCode::TagNameCharacters => "TAG_NAME_CHARACTERS",
            FaultCode::UnquotedTagValue => "UNQUOTED_TAG_VALUE",
            FaultCode::BlankLineInTags => "BLANK_LINE_IN_TAGS",
            FaultCode::SpacesInMove => "SPACES_IN_MOVE",
            FaultCode::NonstandardMark => "NONSTANDARD_MARK",
            FaultCode::NotUtf8 => "NOT_UTF8",
        }
    }

    /// Whether the record can be trusted in spite of it.
    #[must_use]
    pub const fn severity(self) -> Severity {
        match self {
            FaultCode::MissingResult
            | FaultCode::NonstandardResult
            | FaultCode::ResultInVariation
            | FaultCode::WrongMoveNumber
            | FaultCode::RepeatedMoveNumber
            | FaultCode::MoveNumberOfOtherSide
            | FaultCode::DuplicateTag
            | FaultCode::UnescapedQuote
            | FaultCode::UnknownEscape
            | FaultCode::TagNameCharacters
            | FaultCode::UnquotedTagValue
            | FaultCode::BlankLineInTags
            | FaultCode::SpacesInMove
            | FaultCode::NonstandardMark
            | FaultCode::NotUtf8 => Severity::Note,
            _ => Severity::Fault,
        }
    }
}

/// User text as it may stand in a message: quoted, escaped, at most 40 characters.
pub(super) fn quoted(text: &str) -> String {
    const MOST: usize = 40;
    let mut out = String::from("\"");
    for (count, character) in text.chars().enumerate() {
        if count == MOST {
            out.push('…');
            break;
        }
        if character.is_control() || matches!(character, '"' | '\\') {
            out.extend(character.escape_default());
        } else {
            out.push(character);
        }
    }
    out.push('"');
    out
}
