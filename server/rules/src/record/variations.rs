//! Reads parentheses: variations, kept flat with a stack of what is open, and the marks written in them.

use super::reader::Reader;
use super::{FaultCode, Limit, TokenKind};
use memchr::memchr;

impl Reader<'_> {
    pub(super) fn parenthesis(&mut self) {
        let start = self.at;
        let rest = &self.bytes[start + 1..];
        let inner = rest
            .iter()
            .take_while(|byte| matches!(byte, b'!' | b'?' | b'='))
            .count();
        if inner > 0 && rest.get(inner) == Some(&b')') {
            let mark = &rest[..inner];
            self.at = start + inner + 2;
            if mark == b"=" {
                self.token(TokenKind::DrawOffer, start);
            } else {
                self.mark(start, start + 1, start + 1 + inner);
            }
            return;
        }
        if self.open.len() >= self.limits.nesting {
            self.skip_variation();
            return;
        }
        self.at += 1;
        if self.plies == 0 {
            self.fault(
                FaultCode::VariationBeforeMove,
                start,
                self.at,
                "a variation before the first move".into(),
            );
        }
        let index = self.tokens.len() as u32;
        self.open.push((index, self.numbering));
        if self.plies > 0 {
            self.numbering = self.numbering.variation();
        }
        self.token(TokenKind::Open { close: index }, start);
    }

    /// Passes over a variation that is nested too deeply, up to its end.
    fn skip_variation(&mut self) {
        let start = self.at;
        let mut depth = 0_usize;
        while self.at < self.bytes.len() {
            match self.bytes[self.at] {
                b'(' => depth += 1,
                b')' => depth -= 1,
                b'{' => {
                    let rest = &self.bytes[self.at..];
                    self.at += memchr(b'}', rest).unwrap_or(rest.len() - 1);
                }
                b';' => self.at = self.line_end() - 1,
                _ => {}
            }
            self.at += 1;
            if depth == 0 {
                break;
            }
        }
        self.limit(Limit::Nesting, start, self.at, self.limits.nesting);
        self.token(TokenKind::Skipped, start);
    }

    pub(super) fn close(&mut self) {
        let start = self.at;
        self.at += 1;
        let Some((index, numbering)) = self.open.pop() else {
            self.unreadable(
                FaultCode::UnmatchedParenthesis,
                start,
                "closes no variation",
            );
            return;
        };
        self.numbering = numbering;
        self.join(index);
        self.token(TokenKind::Close, start);
    }

    /// Makes the variation opened by token `index` end with the next token.
    fn join(&mut self, index: u32) {
        let close = self.tokens.len() as u32;
        if let Some(token) = self.tokens.get_mut(index as usize) {
            token.kind = TokenKind::Open { close };
        }
    }

    /// At the end of the game: variations that are still open end with the last token.
    pub(super) fn close_all(&mut self) {
        while let Some((index, _)) = self.open.pop() {
            let start = self.tokens[index as usize].span.start as usize;
            let message = "a variation that is not closed".into();
            self.fault(FaultCode::UnterminatedVariation, start, start + 1, message);
            let last = (self.tokens.len() - 1) as u32;
            self.tokens[index as usize].kind = TokenKind::Open { close: last };
        }
    }
}
