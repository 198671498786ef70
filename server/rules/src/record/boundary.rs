//! Where one game ends and the next begins, decided a line at a time.
//!
//! A game begins with a tag pair after moves; with a tag pair after a blank line where the tag was given
//! already (header-only games); or, where games have no tags, with the first move after a result. A blank
//! line amid the moves does not part a game. A tag pair inside an open comment begins a game too if it stands
//! like a header: one forgotten brace must not swallow the rest of the file.

use super::Marker;
use memchr::{memchr, memchr2};
use std::collections::BTreeSet;

/// The state between two lines.
#[derive(Debug, Default)]
pub(super) struct Boundary {
    section: Section,
    /// A `{` is open.
    in_comment: bool,
    /// The line before was blank.
    after_blank: bool,
    /// The tag pair that a line ends in is not closed there, and whether the last byte is a quote: an over-long line goes on
    /// within it.
    open_tag: Option<bool>,
    /// The header has an `Event` tag.
    has_event: bool,
    /// Tag names of the header at hand, collected only once a blank line parts it.
    names: BTreeSet<Box<[u8]>>,
    /// How much of the game the names were collected from.
    named: usize,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Section {
    /// Nothing yet, not even a comment.
    #[default]
    Blank,
    /// Comments or escapes before the tags.
    Preamble,
    Tags,
    Moves,
    /// The last token so far is a result.
    Ended,
}

impl Boundary {
    /// Whether nothing but blank space was seen.
    pub(super) fn is_blank(&self) -> bool {
        self.section == Section::Blank
    }

    /// Whether this line is the first of another game than the one whose bytes so far are `game`.
    pub(super) fn begins_game(&mut self, line: &[u8], game: &[u8]) -> bool {
        let line = trimmed(line);
        let Some(&first) = line.first() else {
            return false;
        };
        if first == b'[' {
            let Some(name) = tag_name(line) else {
                return false;
            };
            if self.in_comment {
                return (self.after_blank || name == b"Event") && is_whole_tag(line);
            }
            return match self.section {
                Section::Blank | Section::Preamble => false,
                Section::Tags if name == b"Event" => self.has_event || self.after_blank,
                Section::Tags => self.after_blank && self.is_named(name, game),
                Section::Moves | Section::Ended => true,
            };
        }
        if self.in_comment || self.section != Section::Ended {
            return false;
        }
        match first {
            // What may follow a result and still belong to its game.
            b'{' | b';' | b'%' | b'$' | b'(' | b')' | b'}' | b'!' | b'?' => false,
            b'0'..=b'9' | b'*' => match leading_number(line) {
                Some(number) => number == 1,
                None => self.after_blank && !is_lone_result(line),
            },
            _ => self.after_blank && !is_lone_result(line),
        }
    }

    /// Takes in a line. If [`Boundary::begins_game`] said yes to it, that is the business of a fresh state.
    pub(super) fn enter(&mut self, line: &[u8]) {
        let text = trimmed(line);
        self.open_tag = None;
        if text.is_empty() {
            self.after_blank = true;
            return;
        }
        if !self.in_comment
            && text[0] == b'['
            && !matches!(self.section, Section::Moves | Section::Ended)
        {
            let rest = self.tags(text);
            self.go_on(rest);
        } else if !self.in_comment && unmarked(line).first() == Some(&b'%') {
            if self.section == Section::Blank {
                self.section = Section::Preamble;
            }
        } else {
            self.go_on(text);
        }
        self.after_blank = false;
    }

    /// Takes in the next part of a line that is longer than a game may be: of its tag pair, or of its moves.
    pub(super) fn go_on_in_line(&mut self, part: &[u8]) {
        let Some(quoted) = self.open_tag else {
            return self.go_on(part);
        };
        let close = match part.first() {
            Some(b']') if quoted => Some(1),
            _ => memmem(part, b"\"]").map(|at| at + 2),
        };
        match close {
            None => self.open_tag = Some(part.last() == Some(&b'"')),
            Some(end) => {
                self.open_tag = None;
                let rest = self.tags(trimmed(&part[end..]));
                self.go_on(rest);
            }
        }
    }

    /// Takes in a stretch of movetext, up to the end of its line.
    pub(super) fn go_on(&mut self, mut text: &[u8]) {
        while !text.is_empty() {
            if self.in_comment {
                let Some(end) = memchr(b'}', text) else {
                    return;
                };
                self.in_comment = false;
                text = &text[end + 1..];
            }
            let end = memchr2(b'{', b';', text).unwrap_or(text.len());
            self.moves(&text[..end]);
            match text.get(end) {
                Some(b'{') => {
                    self.in_comment = true;
                    text = &text[end + 1..];
                    self.comment();
                }
                Some(_) => {
                    self.comment();
                    return;
                }
                None => return,
            }
        }
    }

    fn comment(&mut self) {
        if self.section == Section::Blank {
            self.section = Section::Preamble;
        }
    }

    fn moves(&mut self, text: &[u8]) {
        let text = text.trim_ascii();
        if !text.is_empty() {
            self.section = if is_result(text) {
                Section::Ended
            } else {
                Section::Moves
            };
        }
    }

    /// Takes in the tag pairs at the head of a line; returns the rest of it.
    fn tags<'l>(&mut self, mut line: &'l [u8]) -> &'l [u8] {
        while line.first() == Some(&b'[') {
            self.section = Section::Tags;
            self.has_event |= tag_name(line) == Some(b"Event");
            let end = tag_end(line);
            if !line[..end].ends_with(b"]") {
                self.open_tag = Some(line.ends_with(b"\""));
            }
            line = trimmed(&line[end..]);
        }
        line
    }

    /// Whether the header at hand has this tag. Every byte of it is looked at once.
    fn is_named(&mut self, name: &[u8], game: &[u8]) -> bool {
        for line in game
            .get(self.named..)
            .unwrap_or_default()
            .split(|byte| matches!(byte, b'\n' | b'\r'))
        {
            if let Some(name) = tag_name(trimmed(line)) {
                self.names.insert(name.into());
            }
        }
        self.named = game.len();
        self.names.contains(name)
    }
}

/// A line without blank space, or a byte-order mark, at its ends.
fn trimmed(line: &[u8]) -> &[u8] {
    unmarked(line.trim_ascii()).trim_ascii()
}

/// A line without the byte-order mark at its head: files are joined with theirs in the middle.
fn unmarked(line: &[u8]) -> &[u8] {
    line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(line)
}

/// The name of the tag pair that a line begins with: `[Name "`.
pub(super) fn tag_name(line: &[u8]) -> Option<&[u8]> {
    let inner = line.strip_prefix(b"[")?.trim_ascii_start();
    let length = inner
        .iter()
        .take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_')
        .count();
    let (name, rest) = inner.split_at(length);
    let quoted = rest.trim_ascii_start().first() == Some(&b'"');
    (!name.is_empty() && quoted).then_some(name)
}

/// One past the end of the tag pair that a line begins with: its `"]`, else its `]`, else the whole line.
pub(super) fn tag_end(line: &[u8]) -> usize {
    let mut quote_before = false;
    let mut escaped = false;
    let mut quotes = 0;
    let mut bracket = None;
    for (index, &byte) in line.iter().enumerate() {
        match byte {
            b'\\' if !escaped => {
                escaped = true;
                continue;
            }
            b'"' if !escaped => {
                quotes += 1;
                quote_before = quotes > 1;
            }
            b']' if quote_before => return index + 1,
            b']' => {
                bracket.get_or_insert(index + 1);
            }
            b' ' | b'\t' => {}
            _ => quote_before = false,
        }
        escaped = false;
    }
    match bracket {
        Some(end) if quotes == 0 => end,
        _ => line.len(),
    }
}

fn memmem(text: &[u8], wanted: &[u8]) -> Option<usize> {
    memchr::memmem::find(text, wanted)
}

/// Whether a line is one or more tag pairs and nothing else.
fn is_whole_tag(line: &[u8]) -> bool {
    line.ends_with(b"]") && tag_end(line) == line.len()
}

/// The move number that a line begins with: digits, then a dot or blank space.
fn leading_number(line: &[u8]) -> Option<u32> {
    let digits = line.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let ends = matches!(line.get(digits), Some(b'.' | b' ' | b'\t'));
    let number = std::str::from_utf8(&line[..digits]).ok()?.parse().ok()?;
    ends.then_some(number)
}

/// Whether the last word of a trimmed text is a result. `0-0` right behind a move number is castling, as score sheets have it.
fn is_result(text: &[u8]) -> bool {
    let mut words = text.rsplit(u8::is_ascii_whitespace);
    let word = words.next().unwrap_or_default();
    if word == b"0-0"
        && words
            .find(|it| !it.is_empty())
            .is_some_and(|it| it.ends_with(b"."))
    {
        return false;
    }
    matches!(word.last(), Some(b'0' | b'1' | b'2' | b'*'))
        && word.len() <= b"1/2-1/2".len()
        && std::str::from_utf8(word).is_ok_and(|word| Marker::parse(word).is_some())
}

/// Whether a trimmed text is a result and nothing else.
fn is_lone_result(text: &[u8]) -> bool {
    is_result(text) && !text.iter().any(u8::is_ascii_whitespace)
}
