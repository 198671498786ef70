//! Reads comments, and the commands in them: `[%clk 0:05:00]`.

use super::reader::{MOST_TOKENS_AT_ONCE, Reader};
use super::text::CommandSpans;
use super::{FaultCode, Limit, Span, TokenKind};
use memchr::memchr;

impl Reader<'_> {
    pub(super) fn comment(&mut self) {
        let start = self.at;
        let inner = start + 1;
        match memchr(b'}', &self.bytes[inner..]) {
            Some(length) => {
                self.at = inner + length + 1;
                self.token(TokenKind::Comment, start);
                self.comment_of(inner, inner + length);
            }
            None => {
                self.at = self.bytes.len();
                self.fault_on(
                    FaultCode::UnterminatedComment,
                    start,
                    self.at,
                    "a comment that is not closed",
                );
                self.token(TokenKind::Comment, start);
                self.comment_of(inner, self.at);
            }
        }
    }

    /// Checks the length of the comment that was just added, and finds its commands.
    pub(super) fn comment_of(&mut self, start: usize, end: usize) {
        if end - start > self.limits.comment_bytes {
            self.limit(Limit::CommentBytes, start, end, self.limits.comment_bytes);
        }
        let token = (self.tokens.len() - 1) as u32;
        let mut at = start;
        // Commands, and most comments, are short: searches that start up slowly do not pay.
        while let Some(found) = self.bytes[at..end].iter().position(|byte| *byte == b'[') {
            let open = at + found;
            at = open + 1;
            if at >= end || self.bytes[at] != b'%' {
                continue;
            }
            let name = open + 2;
            let inside = |byte: &&u8| !matches!(byte, b']' | b'[');
            let length = self.bytes[name..end].iter().take_while(inside).count();
            let close = name + length;
            let split = self.bytes[name..close]
                .iter()
                .position(u8::is_ascii_whitespace)
                .map_or(close, |space| name + space);
            at = close;
            if self.bytes.get(close) != Some(&b']') || close >= end || split == name {
                self.fault_on(
                    FaultCode::MalformedCommand,
                    open,
                    close,
                    "a command that is not complete",
                );
                continue;
            }
            if matches!(&self.bytes[name..split], b"fact" | b"huff" | b"corrected") {
                self.facts += 1;
                if self.facts == self.limits.facts + 1 {
                    self.limit(Limit::Facts, open, close, self.limits.facts);
                }
                if self.facts > self.limits.facts {
                    continue;
                }
            }
            let blank = |byte: &&u8| byte.is_ascii_whitespace();
            let value = split + self.bytes[split..close].iter().take_while(blank).count();
            let trail = self.bytes[value..close]
                .iter()
                .rev()
                .take_while(blank)
                .count();
            if self.commands.is_empty() {
                // Where there is one, there is one behind every move.
                let most = MOST_TOKENS_AT_ONCE / 4;
                self.commands.reserve((self.bytes.len() / 24).min(most));
            }
            self.commands.push(CommandSpans {
                token,
                name: Span::new(name, split),
                value: Span::new(value, close - trail),
            });
        }
    }
}
