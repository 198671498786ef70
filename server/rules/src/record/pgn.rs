//! PGN: what the words of a chess movetext are.

use super::reader::Reader;
use super::words::{glyph, is_word_byte, may_be_move};
use super::{FaultCode, Format, Limits, Marker, RawGame, RecordText, Sheet, TokenKind, WriteError};

/// Reads one game as PGN.
#[must_use]
pub fn read<'a>(game: &RawGame<'a>, limits: &Limits) -> RecordText<'a> {
    super::reader::read(game, Format::Pgn, limits)
}

/// Writes a game as PGN, with a blank line at its end: games may be written one after another.
///
/// # Errors
///
/// [`WriteError`]: what could not be read again is not written.
pub fn write(sheet: &Sheet) -> Result<String, WriteError> {
    super::write::write(sheet, Format::Pgn)
}

impl Reader<'_> {
    /// Reads a word of a PGN movetext: a move number, a half-move, a result or a glyph.
    #[inline]
    pub(super) fn pgn_word(&mut self) {
        let start = self.at;
        let first = self.bytes[start];
        if first.is_ascii_digit() && self.pgn_number(start) {
            return;
        }
        self.word_bytes();
        match first {
            b'a'..=b'd' | b'f'..=b'h' | b'A'..=b'Y' => self.half_move(TokenKind::Move, start),
            b'e' => match &self.bytes[start..self.at] {
                b"e.p." | b"e.p" | b"ep" | b"e.p.+" if self.follows_move() => {
                    self.token(TokenKind::EnPassantMark, start);
                }
                _ => self.half_move(TokenKind::Move, start),
            },
            _ => self.unusual_word(start),
        }
    }

    /// Reads a move number, or the null move of UCI. False where the word goes on behind its digits.
    fn pgn_number(&mut self, start: usize) -> bool {
        self.digits();
        let next = self.peek();
        if next != b'.' && is_word_byte(next) && !self.at_ellipsis() {
            return false;
        }
        if next != b'.' && &self.bytes[start..self.at] == b"0000" {
            self.half_move(TokenKind::Null, start);
        } else {
            self.number(start);
        }
        true
    }

    /// A word that does not look like a move at once.
    #[inline(never)]
    pub(super) fn unusual_word(&mut self, start: usize) {
        let word = &self.text[start..self.at];
        if is_null_word(word) {
            self.half_move(TokenKind::Null, start);
        } else if let Some((marker, standard)) = self.marker(word) {
            if !standard {
                self.fault_on(
                    FaultCode::NonstandardResult,
                    start,
                    self.at,
                    "a result in its own spelling",
                );
            }
            self.result(marker, start);
        } else if let Some(number) = glyph(word) {
            self.token(TokenKind::Nag(number), start);
        } else if may_be_move(word) {
            self.half_move(TokenKind::Move, start);
        } else {
            self.unreadable(FaultCode::UnreadableToken, start, "neither move nor mark");
        }
    }

    fn marker(&self, word: &str) -> Option<(Marker, bool)> {
        match (self.format, word) {
            // Castling, in chess.
            (Format::Pgn, "0-0") => None,
            (Format::Pgn, "2-0" | "0-2" | "1-1") => {
                Marker::parse(word).map(|(marker, _)| (marker, false))
            }
            _ => Marker::parse(word),
        }
    }

    /// Whether the token before is a half-move, or belongs to one.
    fn follows_move(&self) -> bool {
        matches!(
            self.tokens.last().map(|token| token.kind),
            Some(TokenKind::Move | TokenKind::Nag(_))
        )
    }
}

/// Whether a word stands for a null move, by which a side passes.
pub(crate) fn is_null_word(word: &str) -> bool {
    matches!(word, "--" | "Z0" | "@@@@" | "null" | "pass")
}
