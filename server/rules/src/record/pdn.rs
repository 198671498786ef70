//! PDN: what the words of a draughts movetext are.
//!
//! A half-move is squares, numbers or names, with `-`, `x` or `:` between them; spaces inside it are read and
//! noted. `1-0` and `1-1` are results, `1-18` is a move.

use super::reader::Reader;
use super::words::is_word_byte;
use super::{FaultCode, Format, Limits, RawGame, RecordText, Sheet, TokenKind, WriteError};
use memchr::memchr;

/// Reads one game as PDN.
#[must_use]
pub fn read<'a>(game: &RawGame<'a>, limits: &Limits) -> RecordText<'a> {
    super::reader::read(game, Format::Pdn, limits)
}

/// Writes a game as PDN, with a blank line at its end: games may be written one after another.
///
/// # Errors
///
/// [`WriteError`]: what could not be read again is not written.
pub fn write(sheet: &Sheet) -> Result<String, WriteError> {
    super::write::write(sheet, Format::Pdn)
}

impl Reader<'_> {
    /// Reads a word of a PDN movetext: a move number, a half-move, a result, a position or a glyph.
    pub(super) fn pdn_word(&mut self) {
        let start = self.at;
        if let Some(end) = self.plain_half_move() {
            self.at = end;
            self.half_move(TokenKind::Move, start);
            return;
        }
        if self.peek() == b'/' && self.setup() {
            return;
        }
        if self.digits() > 0 && (self.peek() == b'.' || self.at_ellipsis()) {
            self.number(start);
            return;
        }
        self.word_bytes();
        let spaced = self.rest_of_path(start);
        let word = &self.bytes[start..self.at];
        if word.iter().all(u8::is_ascii_digit) {
            self.number(start);
            return;
        }
        let mut joined = String::new();
        let text = if spaced {
            joined.extend(
                self.text[start..self.at]
                    .chars()
                    .filter(|c| !c.is_ascii_whitespace()),
            );
            joined.as_str()
        } else {
            &self.text[start..self.at]
        };
        if spaced {
            self.fault_on(
                FaultCode::SpacesInMove,
                start,
                self.at,
                "spaces inside a half-move or result",
            );
        }
        if text.len() <= 3
            && let Some((marker, _)) = super::Marker::parse(text)
        {
            self.result(marker, start);
        } else if spaced || is_plain_move(text.as_bytes()) {
            self.half_move(TokenKind::Move, start);
        } else {
            self.unusual_word(start);
        }
    }

    /// Where a half-move ends that is two squares and a sign, as nearly all are: blank space is behind it, and no sign with which it could
    /// go on. None where the word may be anything else.
    fn plain_half_move(&self) -> Option<usize> {
        let square = |at: usize| {
            let start = at + usize::from(matches!(self.bytes.get(at)?, b'a'..=b'n'));
            let mut end = start;
            while end < start + 3 && self.bytes.get(end).is_some_and(u8::is_ascii_digit) {
                end += 1;
            }
            (end > start).then_some(end)
        };
        let sign = square(self.at)?;
        if !self.bytes.get(sign).copied().is_some_and(is_separator) {
            return None;
        }
        let end = square(sign + 1)?;
        // Shorter ones may be results.
        if end - self.at <= 3 || !matches!(self.bytes.get(end)?, b' ' | b'\n' | b'\r' | b'\t') {
            return None;
        }
        let next = self.bytes.get(end + self.spaces(end)).copied();
        (!next.is_some_and(is_separator)).then_some(end)
    }

    /// Reads `/…/`, a position amid the moves. Without its end it is none.
    fn setup(&mut self) -> bool {
        let start = self.at;
        let rest = &self.bytes[start + 1..];
        let Some(length) = memchr(b'/', &rest[..rest.len().min(1_000)]) else {
            return false;
        };
        if memchr(b'\n', &rest[..length]).is_some() {
            return false;
        }
        self.at = start + length + 2;
        self.token(TokenKind::Setup, start);
        true
    }

    /// Takes in `- 28` behind `32`, and `28` behind `32-`, as long as they go on. Returns whether there was one.
    fn rest_of_path(&mut self, start: usize) -> bool {
        let mut spaced = false;
        loop {
            let end = self.at;
            let gap = self.spaces(end);
            let word = &self.bytes[start..end];
            let (Some(&first), Some(&last)) = (word.first(), word.last()) else {
                return spaced;
            };
            if !first.is_ascii_alphanumeric() {
                return spaced;
            }
            let mut at = end + gap;
            let separated = if is_separator(last) && word.len() > 1 {
                gap > 0
            } else if last.is_ascii_digit() && self.bytes.get(at).copied().is_some_and(is_separator)
            {
                at += 1;
                let after = self.spaces(at);
                at += after;
                gap + after > 0
            } else {
                false
            };
            let square = self.bytes.get(at..).map_or(0, square_length);
            // "32-28 - 2. ..." goes on with a move number.
            let numbered = self.bytes.get(at + square) == Some(&b'.');
            if !separated || square == 0 || numbered {
                return spaced;
            }
            self.at = at;
            self.word_bytes();
            spaced = true;
        }
    }
}

/// What may stand between the squares of a half-move.
const fn is_separator(byte: u8) -> bool {
    matches!(byte, b'-' | b'x' | b'X' | b':')
}

/// How many bytes of the text are a square: a number, or a letter with a number. 0 if it is none.
fn square_length(text: &[u8]) -> usize {
    let letter = usize::from(text.first().is_some_and(u8::is_ascii_alphabetic));
    let digits = text[letter..]
        .iter()
        .take_while(|byte| byte.is_ascii_digit())
        .count();
    let ends = text
        .get(letter + digits)
        .is_none_or(|byte| !is_word_byte(*byte) || is_separator(*byte) || *byte == b'.');
    if (1..=3).contains(&digits) && ends {
        letter + digits
    } else {
        0
    }
}

/// Whether a word has the shape of a half-move, so that nothing else need be considered. `1/2` has not.
fn is_plain_move(word: &[u8]) -> bool {
    let mut digits = false;
    for byte in word {
        match byte {
            b'0'..=b'9' => digits = true,
            b'a'..=b'n' | b'A'..=b'N' | b'-' | b'x' | b'X' | b':' => {}
            _ => return false,
        }
    }
    digits && word[0].is_ascii_alphanumeric()
}
