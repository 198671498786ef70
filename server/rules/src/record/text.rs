//! A record as it was read: its tags, its tokens and its faults, with the text they point into.

use super::fault::RawFault;
use super::{Format, Marker, Place, RawGame, Severity, Span, SyntaxFault, Token, TokenKind};
use memchr::{memchr_iter, memchr2_iter};
use std::borrow::Cow;

/// How the bytes of a game were turned into text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Encoding {
    /// UTF-8, plain ASCII included.
    Utf8,
    /// Latin-1, read as its superset Windows-1252: the bytes are no UTF-8.
    Windows1252,
}

/// A tag pair.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag<'t> {
    /// Its name.
    pub name: &'t str,
    /// Its value, escapes undone.
    pub value: Cow<'t, str>,
    /// The whole pair, brackets included.
    pub span: Span,
}

/// Where the parts of a tag pair lie.
#[derive(Clone, Copy, Debug)]
pub(super) struct TagSpans {
    pub(super) whole: Span,
    pub(super) name: Span,
    pub(super) value: Span,
    pub(super) escaped: bool,
}

/// `[%name value]` in a comment: a message from one program to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Command<'t> {
    /// Its name, e.g. `clk`.
    pub name: &'t str,
    /// Its value, e.g. `0:05:00`. May be empty.
    pub value: &'t str,
    /// Where the value stands.
    pub span: Span,
}

/// A command with the comment it stands in.
#[derive(Clone, Copy, Debug)]
pub(super) struct CommandSpans {
    pub(super) token: u32,
    pub(super) name: Span,
    pub(super) value: Span,
}

/// A game as it was read. Everything in it is covered by a tag, a token or blank space.
#[derive(Clone, Debug)]
pub struct RecordText<'a> {
    pub(super) text: Cow<'a, str>,
    pub(super) format: Format,
    pub(super) encoding: Encoding,
    pub(super) number: u64,
    pub(super) start: Place,
    pub(super) end: u64,
    pub(super) tags: Vec<TagSpans>,
    pub(super) tokens: Vec<Token>,
    pub(super) commands: Vec<CommandSpans>,
    pub(super) result: Option<u32>,
    /// Half-moves of the main line.
    pub(super) plies: usize,
    pub(super) faults: Vec<SyntaxFault>,
}

impl<'a> RecordText<'a> {
    /// The decoded text of the game, which spans index.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The format it was read as.
    #[must_use]
    pub const fn format(&self) -> Format {
        self.format
    }

    /// How its bytes were decoded.
    #[must_use]
    pub const fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// Its number in the file, from 1.
    #[must_use]
    pub const fn number(&self) -> u64 {
        self.number
    }

    /// Where it begins in the file.
    #[must_use]
    pub const fn start(&self) -> Place {
        self.start
    }

    /// Byte offset after it in the file.
    #[must_use]
    pub const fn end(&self) -> u64 {
        self.end
    }

    /// The tags, in the order of the text.
    pub fn tags(&self) -> impl ExactSizeIterator<Item = Tag<'_>> {
        self.tags.iter().map(|tag| self.view(tag))
    }

    /// The value of the first tag of this name. Upper and lower case are one, as many programs write them.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<Cow<'_, str>> {
        self.tag_pair(name).map(|tag| tag.value)
    }

    /// The first tag of this name, as [`RecordText::tag`] finds it.
    pub(super) fn tag_pair(&self, name: &str) -> Option<Tag<'_>> {
        let bytes = self.text.as_bytes();
        let wanted =
            |tag: &&TagSpans| bytes[tag.name.range()].eq_ignore_ascii_case(name.as_bytes());
        self.tags.iter().find(wanted).map(|tag| self.view(tag))
    }

    fn view(&self, tag: &TagSpans) -> Tag<'_> {
        let raw = self.slice(tag.value);
        Tag {
            name: self.slice(tag.name),
            value: if tag.escaped {
                Cow::Owned(unescaped(raw))
            } else {
                Cow::Borrowed(raw)
            },
            span: tag.whole,
        }
    }

    /// All tokens, in the order of the text, variations included.
    #[must_use]
    pub fn tokens(&self) -> &[Token] {
        &self.tokens
    }

    /// The tokens of the main line: variations are passed over. Each with its index in [`RecordText::tokens`].
    pub fn main_line(&self) -> impl Iterator<Item = (usize, Token)> {
        let mut index = 0;
        std::iter::from_fn(move || {
            loop {
                let token = *self.tokens.get(index)?;
                let here = index;
                index = match token.kind {
                    TokenKind::Open { close } => close as usize + 1,
                    _ => index + 1,
                };
                if !matches!(token.kind, TokenKind::Open { .. } | TokenKind::Close) {
                    return Some((here, token));
                }
            }
        })
    }

    /// The text under a span.
    #[must_use]
    pub fn slice(&self, span: Span) -> &str {
        self.text.get(span.range()).unwrap_or_default()
    }

    /// The commands in the comment that is token `index`, in order.
    pub fn commands(&self, index: usize) -> impl Iterator<Item = Command<'_>> {
        let from = self
            .commands
            .partition_point(|command| (command.token as usize) < index);
        self.commands[from..]
            .iter()
            .take_while(move |command| command.token as usize == index)
            .map(|command| self.command(command))
    }

    pub(super) fn command(&self, spans: &CommandSpans) -> Command<'_> {
        Command {
            name: self.slice(spans.name),
            value: self.slice(spans.value),
            span: spans.value,
        }
    }

    /// What a comment says: its text without braces (or the `;`). Commands are left in.
    #[must_use]
    pub fn comment(&self, token: &Token) -> &str {
        let text = self.slice(token.span);
        match token.kind {
            TokenKind::Comment => {
                let text = text.strip_prefix('{').unwrap_or(text);
                text.strip_suffix('}').unwrap_or(text).trim()
            }
            TokenKind::LineComment => text.strip_prefix(';').unwrap_or(text).trim(),
            _ => "",
        }
    }

    /// The end marker of the game: the last one of the main line.
    #[must_use]
    pub fn result(&self) -> Option<Marker> {
        match self.tokens.get(self.result? as usize)?.kind {
            TokenKind::Result(marker) => Some(marker),
            _ => None,
        }
    }

    /// The end marker as a token.
    #[must_use]
    pub fn result_token(&self) -> Option<&Token> {
        self.tokens.get(self.result? as usize)
    }

    /// Everything that is wrong with the text, in the order of the text.
    #[must_use]
    pub fn faults(&self) -> &[SyntaxFault] {
        &self.faults
    }

    /// Whether there is nothing worse than a note.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        self.faults
            .iter()
            .all(|fault| fault.code.severity() == Severity::Note)
    }

    /// Where a byte of [`RecordText::text`] stands in the file. Takes time in the length of the text before it;
    /// [`RecordText::places`] is for many.
    #[must_use]
    pub fn place(&self, offset: usize) -> Place {
        self.places().at(offset)
    }

    /// A finder of places. Asked in ascending order it passes over the text once.
    #[must_use]
    pub fn places(&self) -> Places<'_> {
        Places::new(&self.text, self.encoding, self.start)
    }
}

/// Works out lines and columns; see [`RecordText::places`].
#[derive(Debug)]
pub struct Places<'t> {
    text: &'t str,
    encoding: Encoding,
    start: Place,
    /// How far the text was looked through, and what was found there.
    offset: usize,
    lines: u64,
    line_start: usize,
    /// Characters passed, for encodings of a byte each.
    chars: u64,
}

impl<'t> Places<'t> {
    pub(super) fn new(text: &'t str, encoding: Encoding, start: Place) -> Places<'t> {
        Places {
            text,
            encoding,
            start,
            offset: 0,
            lines: 0,
            line_start: 0,
            chars: 0,
        }
    }

    /// Where this byte of the text stands in the file. Inside a character: where that begins.
    pub fn at(&mut self, offset: usize) -> Place {
        let mut offset = offset.min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        if offset < self.offset {
            *self = Places::new(self.text, self.encoding, self.start);
        }
        let passed = &self.text[self.offset..offset];
        let bytes = self.text.as_bytes();
        for found in memchr2_iter(b'\n', b'\r', passed.as_bytes()) {
            let at = self.offset + found;
            // CR LF is one line end, counted at its LF.
            if bytes[at] == b'\n' || bytes.get(at + 1) != Some(&b'\n') {
                self.lines += 1;
                self.line_start = at + 1;
            }
        }
        if self.encoding == Encoding::Windows1252 {
            self.chars += passed.chars().count() as u64;
        }
        self.offset = offset;
        let before = if self.lines == 0 {
            self.start.column
        } else {
            1
        };
        let in_line = self.text[self.line_start..offset].chars().count();
        Place {
            offset: self.start.offset
                + match self.encoding {
                    Encoding::Utf8 => offset as u64,
                    Encoding::Windows1252 => self.chars,
                },
            line: self.start.line + self.lines,
            column: before.saturating_add(u32::try_from(in_line).unwrap_or(u32::MAX)),
        }
    }
}

/// The bytes of a game as text: UTF-8 where they are that, else Latin-1, in which every byte is a character.
pub(super) fn decode(bytes: &[u8], cut: bool) -> (Cow<'_, str>, Encoding) {
    match std::str::from_utf8(bytes) {
        Ok(text) => (Cow::Borrowed(text), Encoding::Utf8),
        // A head that was cut off in the middle of a character.
        Err(error) if cut && error.error_len().is_none() => {
            let whole = std::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default();
            (Cow::Borrowed(whole), Encoding::Utf8)
        }
        Err(_) => {
            let (text, _) = encoding_rs::WINDOWS_1252.decode_without_bom_handling(bytes);
            (text, Encoding::Windows1252)
        }
    }
}

/// Gives raw faults their places.
pub(super) fn placed(
    mut raw: Vec<RawFault>,
    text: &str,
    encoding: Encoding,
    game: &RawGame<'_>,
) -> Vec<SyntaxFault> {
    raw.sort_by_key(|fault| fault.start);
    let mut places = Places::new(text, encoding, game.start);
    raw.into_iter()
        .map(|fault| {
            let place = places.at(fault.start);
            let covered = text
                .get(fault.start..fault.start + fault.len)
                .unwrap_or_default();
            SyntaxFault {
                code: fault.code,
                place,
                length: match encoding {
                    Encoding::Utf8 => covered.len() as u64,
                    Encoding::Windows1252 => covered.chars().count() as u64,
                },
                message: fault.message,
            }
        })
        .collect()
}

/// A tag value with `\"` and `\\` undone.
fn unescaped(raw: &str) -> String {
    let mut out = String::with_capacity(raw.len());
    let mut from = 0;
    for at in memchr_iter(b'\\', raw.as_bytes()) {
        if at >= from && matches!(raw.as_bytes().get(at + 1), Some(b'"' | b'\\')) {
            out.push_str(&raw[from..at]);
            out.push_str(&raw[at + 1..at + 2]);
            from = at + 2;
        }
    }
    out.push_str(&raw[from..]);
    out
}
