//! Reads comments, and the commands in them: `[%clk 0:05:00]`.

use super::reader::Reader;
use super::text::CommandSpans;
use super::{FaultCode, Limit, Span, TokenKind};
use memchr::{memchr, memchr2};

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
        while let Some(found) = memchr(b'[', &self.bytes[at..end]) {
            let open = at + found;
            at = open + 1;
            if at >= end || self.bytes[at] != b'%' {
                continue;
            }
            let name = open + 2;
            let length = memchr2(b']', b'[', &self.bytes[name..end]).unwrap_or(end - name);
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
            let blank = |byte: &&u8| byte.is_ascii_whitespace();
            let value = split + self.bytes[split..close].iter().take_while(blank).count();
            let trail = self.bytes[value..close]
                .iter()
                .rev()
                .take_while(blank)
                .count();
            self.commands.push(CommandSpans {
                token,
                name: Span::new(name, split),
                value: Span::new(value, close - trail),
            });
        }
    }
}
