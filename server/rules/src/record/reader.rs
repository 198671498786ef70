//! Reads the text of one game, of either format: tags first, then the movetext, token by token.
//!
//! The cursor only ever moves forward, variations are a stack, and what a word means is left to the
//! format's own module ([`pgn`](super::pgn), [`pdn`](super::pdn)).

use super::boundary::{tag_end, tag_name};
use super::fault::{RawFault, quoted};
use super::numbering::Numbering;
use super::text::{CommandSpans, TagSpans, decode, placed};
use super::words::Class;
use super::{
    Encoding, FaultCode, Format, Limit, Limits, Marker, RawGame, RecordText, Span, Token, TokenKind,
};
use memchr::{memchr, memchr2};

/// Reads one game.
pub(super) fn read<'a>(game: &RawGame<'a>, format: Format, limits: &Limits) -> RecordText<'a> {
    let (text, encoding) = decode(game.bytes, game.omitted() > 0);
    let mut reader = Reader::new(&text, format, limits);
    if encoding == Encoding::Windows1252 {
        reader.fault(
            FaultCode::NotUtf8,
            0,
            0,
            "not UTF-8: read as Latin-1".into(),
        );
    }
    reader.game();
    if game.omitted() > 0 {
        reader.limit(Limit::GameBytes, text.len(), text.len(), limits.game_bytes);
    }
    reader.finish();
    let Reader {
        tags,
        tokens,
        commands,
        faults,
        result,
        plies,
        ..
    } = reader;
    RecordText {
        faults: placed(faults, &text, encoding, game),
        format,
        encoding,
        number: game.number,
        start: game.start,
        end: game.end,
        tags,
        tokens,
        commands,
        result,
        plies,
        text,
    }
}

/// The tokens that room is made for before there are any: those of a long game with clocks.
pub(super) const MOST_TOKENS_AT_ONCE: usize = 2_048;

/// The state of a reading.
pub(super) struct Reader<'t> {
    pub(super) text: &'t str,
    pub(super) bytes: &'t [u8],
    pub(super) at: usize,
    pub(super) tokens: Vec<Token>,
    pub(super) format: Format,
    pub(super) limits: &'t Limits,
    pub(super) tags: Vec<TagSpans>,
    pub(super) commands: Vec<CommandSpans>,
    faults: Vec<RawFault>,
    /// Open variations: the index of each `(`, and the count to return to.
    pub(super) open: Vec<(u32, Numbering)>,
    pub(super) numbering: Numbering,
    /// Half-moves of the main line.
    pub(super) plies: usize,
    /// Facts in comments.
    pub(super) facts: usize,
    result: Option<u32>,
    /// A limit ended the reading before the text did.
    stopped: bool,
}

impl<'t> Reader<'t> {
    fn new(text: &'t str, format: Format, limits: &'t Limits) -> Reader<'t> {
        Reader {
            text,
            bytes: text.as_bytes(),
            at: 0,
            // A token for every four or five bytes is what games without comments have.
            tokens: Vec::with_capacity((text.len() / 4).min(MOST_TOKENS_AT_ONCE)),
            format,
            limits,
            tags: Vec::with_capacity(16),
            commands: Vec::new(),
            faults: Vec::new(),
            open: Vec::new(),
            numbering: Numbering::new(false),
            plies: 0,
            facts: 0,
            result: None,
            stopped: false,
        }
    }

    fn game(&mut self) {
        self.tag_section();
        let from_position = self.tags.iter().any(|tag| {
            let name = &self.bytes[tag.name.range()];
            name.eq_ignore_ascii_case(b"FEN") || name.eq_ignore_ascii_case(b"SetUp")
        });
        self.numbering = Numbering::new(from_position);
        // What stops the reading moves to the end.
        while let Some(byte) = self.bytes.get(self.at) {
            match Class::of(*byte) {
                Class::Blank => self.at += 1,
                Class::Sign if self.sign() => {}
                Class::Sign | Class::Word => match self.format {
                    Format::Pgn => self.pgn_word(),
                    Format::Pdn => self.pdn_word(),
                },
            }
        }
    }

    /// Adds a fault, up to the limit.
    #[cold]
    pub(super) fn fault(&mut self, code: FaultCode, start: usize, end: usize, message: String) {
        if self.faults.len() < self.limits.faults {
            let len = end - start;
            self.faults.push(RawFault {
                code,
                start,
                len,
                message,
            });
        } else if self.faults.len() == self.limits.faults {
            self.faults.push(RawFault {
                code: FaultCode::LimitExceeded(Limit::Faults),
                start,
                len: 0,
                message: format!(
                    "more than {} faults: the rest is not listed",
                    self.limits.faults
                ),
            });
        }
    }

    /// Adds a fault about the text it covers.
    #[cold]
    pub(super) fn fault_on(&mut self, code: FaultCode, start: usize, end: usize, what: &str) {
        let message = format!("{what}: {}", quoted(&self.text[start..end]));
        self.fault(code, start, end, message);
    }

    #[cold]
    pub(super) fn limit(&mut self, limit: Limit, start: usize, end: usize, value: usize) {
        let message = format!("the limit {} of {value} is exceeded", limit.name());
        self.fault(FaultCode::LimitExceeded(limit), start, end, message);
    }

    /// Adds a token that begins at `start` and ends at the cursor.
    pub(super) fn token(&mut self, kind: TokenKind, start: usize) {
        let span = Span::new(start, self.at);
        self.tokens.push(Token { kind, span });
    }

    /// The byte at the cursor, or 0 at the end.
    pub(super) fn peek(&self) -> u8 {
        self.bytes.get(self.at).copied().unwrap_or(0)
    }

    pub(super) fn line_end(&self) -> usize {
        memchr2(b'\n', b'\r', &self.bytes[self.at..]).map_or(self.bytes.len(), |end| self.at + end)
    }

    pub(super) fn at_line_start(&self) -> bool {
        let before = &self.bytes[..self.at];
        let before = before.strip_suffix("\u{FEFF}".as_bytes()).unwrap_or(before);
        matches!(before.last(), None | Some(b'\n' | b'\r'))
    }

    /// Reads what begins with a sign, in the movetext or between the tags. False where that is a word.
    pub(super) fn sign(&mut self) -> bool {
        let start = self.at;
        match self.bytes[start] {
            b'%' if self.at_line_start() => {
                self.at = self.line_end();
                self.token(TokenKind::Escape, start);
            }
            b'{' => self.comment(),
            b'}' => {
                self.at += 1;
                self.unreadable(
                    FaultCode::UnmatchedBrace,
                    start,
                    "a brace that closes no comment",
                );
            }
            b';' => {
                self.at = self.line_end();
                self.token(TokenKind::LineComment, start);
                self.comment_of(start + 1, self.at);
            }
            b'(' => self.parenthesis(),
            b')' => self.close(),
            b'$' => self.nag(),
            b'!' | b'?' => self.suffix(),
            b'*' => self.star(),
            b'[' => self.bracket(),
            b']' => {
                self.at += 1;
                self.unreadable(FaultCode::StrayBracket, start, "a bracket outside the tags");
            }
            b'<' | b'>' => {
                self.at += 1;
                self.unreadable(FaultCode::ReservedSymbol, start, "a reserved symbol");
            }
            b'.' => self.dots(),
            0xC2 if self.bytes[start..].starts_with("\u{A0}".as_bytes()) => self.at += 2,
            0xE2 if self.bytes[start..].starts_with("…".as_bytes()) => self.dots(),
            0xEF if self.bytes[start..].starts_with("\u{FEFF}".as_bytes()) => {
                self.at += 3;
                self.token(TokenKind::ByteOrderMark, start);
            }
            byte if byte.is_ascii_control() => {
                let run = self.bytes[start..]
                    .iter()
                    .take_while(|byte| is_damage(**byte))
                    .count();
                self.at += run;
                self.unreadable(FaultCode::ControlCharacter, start, "control characters");
            }
            _ => return false,
        }
        true
    }

    /// A token that cannot be read, with its fault.
    #[cold]
    pub(super) fn unreadable(&mut self, code: FaultCode, start: usize, what: &str) {
        self.fault_on(code, start, self.at, what);
        self.token(TokenKind::Unreadable, start);
    }

    fn nag(&mut self) {
        let start = self.at;
        self.at += 1;
        let digits = self.digits();
        if digits == 0 {
            self.unreadable(
                FaultCode::NagWithoutNumber,
                start,
                "a glyph without its number",
            );
            return;
        }
        match self.text[start + 1..self.at].parse::<u16>() {
            Ok(number) if number <= 255 => self.token(TokenKind::Nag(number), start),
            Ok(number) => {
                self.fault_on(
                    FaultCode::NagOutOfRange,
                    start,
                    self.at,
                    "a glyph above 255",
                );
                self.token(TokenKind::Nag(number), start);
            }
            Err(_) => self.unreadable(FaultCode::NagOutOfRange, start, "a glyph above 255"),
        }
    }

    /// Moves over digits; returns how many.
    pub(super) fn digits(&mut self) -> usize {
        let rest = &self.bytes[self.at..];
        let count = rest.iter().take_while(|it| it.is_ascii_digit()).count();
        self.at += count;
        count
    }

    fn suffix(&mut self) {
        let start = self.at;
        while matches!(self.peek(), b'!' | b'?') {
            self.at += 1;
        }
        self.mark(start, start, self.at);
    }

    /// A token up to the cursor that is the mark written in `from..to`.
    pub(super) fn mark(&mut self, start: usize, from: usize, to: usize) {
        match &self.bytes[from..to] {
            b"!" => self.token(TokenKind::Nag(1), start),
            b"?" => self.token(TokenKind::Nag(2), start),
            b"!!" => self.token(TokenKind::Nag(3), start),
            b"??" => self.token(TokenKind::Nag(4), start),
            b"!?" => self.token(TokenKind::Nag(5), start),
            b"?!" => self.token(TokenKind::Nag(6), start),
            _ => self.unreadable(FaultCode::UnknownSuffix, start, "a mark without a meaning"),
        }
    }

    /// A `*`: the end of the game, or in draughts, close after a move, the old mark for an only move.
    fn star(&mut self) {
        let start = self.at;
        self.at += 1;
        let after_move = matches!(self.tokens.last(), Some(token)
            if token.kind == TokenKind::Move && token.span.end as usize == start);
        let more = self.bytes[self.at..]
            .iter()
            .any(|byte| !byte.is_ascii_whitespace());
        if self.format == Format::Pdn && after_move && more {
            self.fault_on(
                FaultCode::NonstandardMark,
                start,
                self.at,
                "read as the mark of an only move",
            );
            self.token(TokenKind::Nag(8), start);
        } else {
            self.result(Marker::Unknown, start);
        }
    }

    /// A bracket amid the moves: a tag pair that stands wrong, or no tag at all.
    fn bracket(&mut self) {
        let start = self.at;
        let line = &self.bytes[start..self.line_end()];
        if tag_name(line).is_some() {
            self.at += tag_end(line);
            self.unreadable(FaultCode::TagInMovetext, start, "a tag amid the moves");
        } else {
            self.at += memchr(b']', line).map_or(1, |end| end + 1);
            self.unreadable(FaultCode::StrayBracket, start, "a bracket outside the tags");
        }
    }

    /// How many spaces and tabs stand at an index.
    pub(super) fn spaces(&self, at: usize) -> usize {
        let rest = self.bytes.get(at..).unwrap_or_default();
        rest.iter()
            .take_while(|byte| matches!(byte, b' ' | b'\t'))
            .count()
    }

    /// A half-move that ends at the cursor.
    #[inline]
    pub(super) fn half_move(&mut self, kind: TokenKind, start: usize) {
        if self.open.is_empty() {
            if self.result.is_some() {
                let message = "a half-move after the result";
                self.fault_on(FaultCode::MoveAfterResult, start, self.at, message);
            }
            if self.plies == self.limits.plies {
                return self.stop(start);
            }
            self.plies += 1;
        }
        self.numbering.half_move();
        self.token(kind, start);
    }

    /// Ends the reading at a half-move that is one too many.
    #[cold]
    fn stop(&mut self, start: usize) {
        self.at = self.bytes.len();
        self.limit(Limit::Plies, start, self.at, self.limits.plies);
        self.token(TokenKind::Skipped, start);
        self.stopped = true;
    }

    /// A result that ends at the cursor.
    pub(super) fn result(&mut self, marker: Marker, start: usize) {
        if !self.open.is_empty() {
            self.fault_on(
                FaultCode::ResultInVariation,
                start,
                self.at,
                "a result in a variation",
            );
        } else {
            if self.result.is_some() {
                self.fault_on(
                    FaultCode::DuplicateResult,
                    start,
                    self.at,
                    "a second result",
                );
            }
            self.result = Some(self.tokens.len() as u32);
        }
        self.token(TokenKind::Result(marker), start);
    }

    /// What can only be said at the end.
    fn finish(&mut self) {
        self.close_all();
        if self.result.is_none() && !self.stopped {
            let end = self.text.trim_end().len();
            self.fault(
                FaultCode::MissingResult,
                end,
                end,
                "no result at the end".into(),
            );
        }
    }
}

/// Control characters that no text has.
fn is_damage(byte: u8) -> bool {
    byte.is_ascii_control() && !byte.is_ascii_whitespace() && byte != 0x0B
}
