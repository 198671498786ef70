//! Reads the tag section of a game: `[Name "value"]`, one after another.

use super::boundary::{name_length, tag_end};
use super::reader::Reader;
use super::text::TagSpans;
use super::{FaultCode, Limit, Marker, Span, TokenKind};
use memchr::memchr;

impl Reader<'_> {
    /// Reads tags, and the comments and escapes between them, up to the first byte that is neither.
    pub(super) fn tag_section(&mut self) {
        loop {
            let lines = self.blank_space();
            match self.peek() {
                b'[' => {
                    if lines > 1 && !self.tags.is_empty() {
                        let message = "a blank line inside the tags".into();
                        self.fault(FaultCode::BlankLineInTags, self.at, self.at, message);
                    }
                    if self.tags.len() < self.limits.tags {
                        self.tag();
                    } else {
                        self.skip_tags();
                    }
                }
                b'{' | b';' | 0xEF => {
                    if !self.sign() {
                        return;
                    }
                }
                b'%' if self.at_line_start() => {
                    self.sign();
                }
                _ => return,
            }
        }
    }

    /// Moves over blank space; returns the line ends in it.
    fn blank_space(&mut self) -> usize {
        let mut lines = 0;
        while let Some(&byte) = self.bytes.get(self.at)
            && byte.is_ascii_whitespace()
        {
            let pair = byte == b'\r' && self.bytes.get(self.at + 1) == Some(&b'\n');
            lines += usize::from(matches!(byte, b'\n' | b'\r') && !pair);
            self.at += 1;
        }
        lines
    }

    /// Passes over the tags beyond the limit, as one token.
    fn skip_tags(&mut self) {
        let start = self.at;
        let mut end = start;
        while self.peek() == b'[' {
            self.at += tag_end(&self.bytes[self.at..]);
            end = self.at;
            self.blank_space();
        }
        self.at = end;
        self.limit(Limit::Tags, start, end, self.limits.tags);
        self.token(TokenKind::Skipped, start);
    }

    /// Reads one tag pair; the cursor is on its bracket.
    fn tag(&mut self) {
        let start = self.at;
        let end = start + tag_end(&self.bytes[start..]);
        let pair = &self.bytes[start..end];
        let blank = |byte: &&u8| byte.is_ascii_whitespace();
        let name_start = start + 1 + pair[1..].iter().take_while(blank).count();
        let ends = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'"' | b']');
        let behind = &self.bytes[name_start..end];
        let plain = name_length(behind);
        let odd = behind[plain..]
            .iter()
            .take_while(|byte| !ends(byte))
            .count();
        let name = name_start..name_start + plain + odd;
        let value_start = name.end + self.bytes[name.end..end].iter().take_while(blank).count();
        self.at = end;
        let quoted = self.bytes[value_start..end].first() == Some(&b'"');
        if name.is_empty() || self.bytes[name_start] == b'%' || (!quoted && value_start == name.end)
        {
            self.unreadable(
                FaultCode::MalformedTag,
                start,
                "a bracket that holds no tag",
            );
            return;
        }
        if odd > 0 && quoted {
            self.fault_on(
                FaultCode::TagNameCharacters,
                name.start,
                name.end,
                "a tag name with other characters",
            );
        }
        let value = if quoted {
            self.quoted_value(start, value_start + 1, end)
        } else {
            self.bare_value(start, value_start, end)
        };
        self.add_tag(
            Span::new(start, end),
            Span::new(name.start, name.end),
            value,
        );
    }

    /// The value that begins behind its quote.
    fn quoted_value(&mut self, start: usize, from: usize, end: usize) -> Span {
        let body = &self.bytes[from..end];
        let closed = body.strip_suffix(b"]").map(<[u8]>::trim_ascii_end);
        if let Some(body) = closed.and_then(|body| body.strip_suffix(b"\"")) {
            return Span::new(from, from + body.len());
        }
        self.fault_on(
            FaultCode::UnterminatedTag,
            start,
            end,
            "a tag that is not closed",
        );
        let body = closed.unwrap_or(body).trim_ascii_end();
        Span::new(from, from + body.strip_suffix(b"\"").unwrap_or(body).len())
    }

    /// A value without quotes.
    fn bare_value(&mut self, start: usize, from: usize, end: usize) -> Span {
        let body = &self.bytes[from..end];
        match body.strip_suffix(b"]") {
            Some(body) => {
                self.fault_on(
                    FaultCode::UnquotedTagValue,
                    from,
                    from + body.len(),
                    "a value without quotes",
                );
                Span::new(from, from + body.trim_ascii_end().len())
            }
            None => {
                self.fault_on(
                    FaultCode::UnterminatedTag,
                    start,
                    end,
                    "a tag that is not closed",
                );
                Span::new(from, from + body.trim_ascii_end().len())
            }
        }
    }

    fn add_tag(&mut self, whole: Span, name: Span, value: Span) {
        let text = &self.bytes[name.range()];
        let twice = self
            .tags
            .iter()
            .any(|tag| self.bytes[tag.name.range()].eq_ignore_ascii_case(text));
        if twice {
            self.fault_on(
                FaultCode::DuplicateTag,
                name.start as usize,
                name.end as usize,
                "a tag given twice",
            );
        }
        // Most values are plain text.
        let is_plain = |byte: &u8| matches!(byte, b' '..=b'~') && !matches!(byte, b'"' | b'\\');
        let plain = self.bytes[value.range()].iter().all(is_plain);
        let is_result = text.eq_ignore_ascii_case(b"Result");
        if is_result || !plain {
            self.check_value(is_result, value);
        }
        let escaped = !plain && self.check_escapes(value);
        self.tags.push(TagSpans {
            whole,
            name,
            value,
            escaped,
        });
    }

    /// Reports what no tag can mean: control characters, and a result that is none. An empty one and `?` say that it is
    /// not known, in the words of other tags.
    fn check_value(&mut self, is_result: bool, value: Span) {
        let text = &self.text[value.range()];
        let damaged = text.chars().any(|c| c.is_control() && c != '\t');
        let found = match (damaged, is_result, Marker::parse(text.trim())) {
            (true, ..) => (FaultCode::ControlCharacter, "control characters in a tag"),
            (false, true, None) if matches!(text.trim(), "" | "?") => (
                FaultCode::NonstandardResult,
                "an unknown result is written *",
            ),
            (false, true, None) => (FaultCode::UnreadableResultTag, "no result"),
            (false, true, Some((_, false))) => {
                (FaultCode::NonstandardResult, "a result in another spelling")
            }
            _ => return,
        };
        self.fault_on(found.0, value.start as usize, value.end as usize, found.1);
    }

    /// Reports quotes and backslashes that are not as they should be; returns whether there is something to undo.
    fn check_escapes(&mut self, value: Span) -> bool {
        let bytes = &self.bytes[value.range()];
        if memchr(b'\\', bytes).is_none() && memchr(b'"', bytes).is_none() {
            return false;
        }
        let base = value.start as usize;
        let mut escaped = false;
        let mut at = 0;
        while at < bytes.len() {
            match (bytes[at], bytes.get(at + 1)) {
                (b'\\', Some(b'"' | b'\\')) => {
                    escaped = true;
                    at += 1;
                }
                (b'\\', _) => {
                    let message = "a backslash that escapes nothing".into();
                    self.fault(FaultCode::UnknownEscape, base + at, base + at + 1, message);
                }
                (b'"', _) => {
                    let message = "a quote that is not escaped".into();
                    self.fault(FaultCode::UnescapedQuote, base + at, base + at + 1, message);
                }
                _ => {}
            }
            at += 1;
        }
        escaped
    }
}
