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
    pub(super) fn begins_game(&mut self, line: Line<'_>, game: &[u8]) -> bool {
        let line = line.text;
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
    pub(super) fn enter(&mut self, line: Line<'_>) {
        let Line { whole, text } = line;
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
        } else if !self.in_comment && unmarked(whole).first() == Some(&b'%') {
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
        // What stands last outside the comments.
        let mut last: &[u8] = &[];
        while !text.is_empty() {
            if self.in_comment {
                let Some(end) = memchr(b'}', text) else {
                    break;
                };
                self.in_comment = false;
                text = &text[end + 1..];
            }
            let comment = memchr2(b'{', b';', text);
            let moves = text[..comment.unwrap_or(text.len())].trim_ascii();
            if !moves.is_empty() {
                last = moves;
            }
            let Some(begin) = comment else {
                break;
            };
            if self.section == Section::Blank {
                self.section = Section::Preamble;
            }
            if text[begin] == b';' {
                break;
            }
            self.in_comment = true;
            text = &text[begin + 1..];
        }
        if !last.is_empty() {
            self.section = match is_result(last) {
                true => Section::Ended,
                false => Section::Moves,
            };
        }
    }

    /// Takes in the tag pairs at the head of a line; returns the rest of it.
    fn tags<'l>(&mut self, mut line: &'l [u8]) -> &'l [u8] {
        while line.first() == Some(&b'[') {
            self.section = Section::Tags;
            self.has_event = self.has_event || tag_name(line) == Some(b"Event");
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

/// A line, and its text without blank space or a byte-order mark at the ends.
#[derive(Clone, Copy)]
pub(super) struct Line<'l> {
    whole: &'l [u8],
    text: &'l [u8],
}

impl<'l> Line<'l> {
    pub(super) fn new(whole: &'l [u8]) -> Line<'l> {
        let text = trimmed(whole);
        Line { whole, text }
    }
}

fn trimmed(line: &[u8]) -> &[u8] {
    let text = line.trim_ascii();
    match unmarked(text) {
        unmarked if unmarked.len() < text.len() => unmarked.trim_ascii(),
        _ => text,
    }
}

/// A line without the byte-order mark at its head: files are joined with theirs in the middle.
fn unmarked(line: &[u8]) -> &[u8] {
    line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(line)
}

/// The name of the tag pair that a line begins with: `[Name "`.
pub(super) fn tag_name(line: &[u8]) -> Option<&[u8]> {
    let inner = line.strip_prefix(b"[")?.trim_ascii_start();
    let (name, rest) = inner.split_at(name_length(inner));
    let quoted = rest.trim_ascii_start().first() == Some(&b'"');
    (!name.is_empty() && quoted).then_some(name)
}

/// How many bytes at the head of a text may be a tag's name.
pub(super) fn name_length(text: &[u8]) -> usize {
    /// Letters, digits and `_`.
    const NAME: [bool; 256] = {
        let mut table = [false; 256];
        let mut byte = 0_u8;
        while byte < 0x80 {
            table[byte as usize] = byte.is_ascii_alphanumeric() || byte == b'_';
            byte += 1;
        }
        table
    };
    let is_name = |byte: &&u8| NAME[usize::from(**byte)];
    text.iter().take_while(is_name).count()
}

/// One past the end of the tag pair that a text begins with: its `"]`, else its `]`, else the first line of the text.
pub(super) fn tag_end(text: &[u8]) -> usize {
    // Nothing ends it, or hides its end, before the first of these. In most lines that is the last byte.
    let tells = |byte: &u8| matches!(byte, b']' | b'\\' | b'\n' | b'\r');
    let Some(first) = text.iter().position(tells) else {
        return text.len();
    };
    let head = &text[..first];
    let opening = head.iter().position(|byte| *byte == b'"');
    let last = head.iter().rposition(|byte| !matches!(byte, b' ' | b'\t'));
    let mut quoted = opening.is_some();
    let mut quote_before = last > opening && last.is_some_and(|at| head[at] == b'"');
    let mut escaped = false;
    let mut bracket = None;
    let mut line = text.len();
    for (index, &byte) in text.iter().enumerate().skip(first) {
        match byte {
            b'\n' | b'\r' => {
                line = index;
                break;
            }
            b'\\' if !escaped => {
                escaped = true;
                continue;
            }
            b'"' if !escaped => {
                quote_before = quoted;
                quoted = true;
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
        Some(end) if !quoted => end,
        _ => line,
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
    if !matches!(text.last(), Some(b'0' | b'1' | b'2' | b'*')) {
        return false;
    }
    let mut words = text.rsplit(u8::is_ascii_whitespace);
    let word = words.next().unwrap_or_default();
    if word == b"0-0"
        && words
            .find(|it| !it.is_empty())
            .is_some_and(|it| it.ends_with(b"."))
    {
        return false;
    }
    word.len() <= b"1/2-1/2".len()
        && std::str::from_utf8(word).is_ok_and(|word| Marker::parse(word).is_some())
}

/// Whether a trimmed text is a result and nothing else.
fn is_lone_result(text: &[u8]) -> bool {
    is_result(text) && !text.iter().any(u8::is_ascii_whitespace)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As [`tag_end`], with a look at every byte of the line.
    fn looked_for(line: &[u8]) -> usize {
        let (mut quotes, mut quote_before, mut escaped, mut bracket) = (0, false, false, None);
        for (index, &byte) in line.iter().enumerate() {
            let hidden = std::mem::take(&mut escaped);
            match byte {
                b'\\' if !hidden => escaped = true,
                b'"' if !hidden => {
                    quotes += 1;
                    quote_before = quotes > 1;
                }
                b']' if quote_before => return index + 1,
                b']' => bracket = bracket.or(Some(index + 1)),
                b' ' | b'\t' => {}
                _ => quote_before = false,
            }
        }
        bracket.filter(|_| quotes == 0).unwrap_or(line.len())
    }

    #[test]
    fn the_end_of_a_tag_is_found_as_by_a_look_at_every_byte() {
        let mut dice = fastrand::Rng::with_seed(1);
        for _ in 0..20_000 {
            let mut text = b"[".to_vec();
            text.extend((0..dice.usize(0..16)).map(|_| b"\"\"\"]]\\\\ \tA[\n\r"[dice.usize(..13)]));
            let line = text.split(|byte| matches!(byte, b'\n' | b'\r')).next();
            let expected = looked_for(line.unwrap_or_default());
            assert_eq!(
                tag_end(&text),
                expected,
                "{:?}",
                text.escape_ascii().to_string()
            );
        }
    }
}
