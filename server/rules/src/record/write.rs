//! Writes games in the export format: the seven tags first, lines of at most 79 characters, numbers where they belong.

use super::{Element, Format, Limits, Marker, Points, RawGame, Sheet, TokenKind};
use crate::{Outcome, Side};

/// Why a game cannot be written. Indices count from 0.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WriteError {
    /// A tag name that is not made of letters, digits and `_`.
    #[error("tag {index} has a name that cannot be written")]
    TagName {
        /// Index into [`Sheet::tags`].
        index: usize,
    },
    /// A tag value with a line end or another control character.
    #[error("tag {index} has a value that cannot be written")]
    TagValue {
        /// Index into [`Sheet::tags`].
        index: usize,
    },
    /// A half-move that a reader would not take for one.
    #[error("element {index} is no half-move that could be read again")]
    Move {
        /// Index into [`Sheet::elements`].
        index: usize,
    },
    /// A command whose name is not a word, or whose value has brackets or braces.
    #[error("element {index} is a command that cannot be written")]
    Command {
        /// Index into [`Sheet::elements`].
        index: usize,
    },
    /// An escape with a line end in it.
    #[error("element {index} is an escape of more than a line")]
    Escape {
        /// Index into [`Sheet::elements`].
        index: usize,
    },
    /// A variation that closes nothing, or stays open.
    #[error("the variations do not close where they should")]
    Variation {
        /// Index into [`Sheet::elements`]; its length where one stays open.
        index: usize,
    },
    /// A win with a draw's points, and the like: `0-0` is castling in chess.
    #[error("this result cannot be written in this format")]
    Result,
}

/// The tags that every game has, with what stands in place of a value that is not known.
const ROSTER: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", ""),
];

/// Characters of a line, at most.
const WIDTH: usize = 79;

pub(super) fn write(sheet: &Sheet, format: Format) -> Result<String, WriteError> {
    let marker = marker(sheet.result, sheet.points, format).ok_or(WriteError::Result)?;
    let mut out = String::new();
    write_tags(sheet, format, marker, &mut out)?;
    out.push('\n');
    let mut lines = Lines {
        out,
        ..Lines::default()
    };
    Movetext::new(sheet, format).write(&mut lines)?;
    lines.word(marker);
    lines.end();
    lines.out.push('\n');
    Ok(lines.out)
}

/// The spelling of a result.
fn marker(result: Marker, points: Points, format: Format) -> Option<&'static str> {
    let Marker::Decided(outcome) = result else {
        return Some("*");
    };
    Some(match (outcome, points) {
        (Outcome::Win(Side::White), Points::One) => "1-0",
        (Outcome::Win(Side::Black), Points::One) => "0-1",
        (Outcome::Draw, Points::One) => "1/2-1/2",
        (_, Points::Two) if format == Format::Pgn => return None,
        (Outcome::Win(Side::White), Points::Two) => "2-0",
        (Outcome::Win(Side::Black), Points::Two) => "0-2",
        (Outcome::Draw, Points::Two) => "1-1",
        (Outcome::BothLose, _) if format == Format::Pdn => "0-0",
        (Outcome::BothLose | Outcome::HalfPoint(_), _) => return None,
    })
}

/// The value of the `Result` tag: in the spelling of the marker, however it was given, so that no reader takes two ways of counting
/// for two results. A tag that says nothing says what the marker says. One that contradicts it, or holds no result, keeps its word: an
/// arbiter has to see it.
fn counted<'v>(value: &'v str, sheet: &Sheet, format: Format, written: &'v str) -> &'v str {
    match Marker::parse(value.trim()) {
        Some((Marker::Unknown, _)) => written,
        Some((said, _)) => marker(said, sheet.points, format).unwrap_or(value),
        None => value,
    }
}

fn write_tags(
    sheet: &Sheet,
    format: Format,
    marker: &str,
    out: &mut String,
) -> Result<(), WriteError> {
    let is_roster = |name: &str| {
        ROSTER
            .iter()
            .any(|(roster, _)| roster.eq_ignore_ascii_case(name))
    };
    let mut tag = |name: &str, value: &str, index: usize| {
        let named = name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        if !named || name.is_empty() {
            return Err(WriteError::TagName { index });
        }
        if value.contains(char::is_control) {
            return Err(WriteError::TagValue { index });
        }
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        out.push_str(&format!("[{name} \"{value}\"]\n"));
        Ok(())
    };
    for (name, unknown) in ROSTER {
        let given = sheet
            .tags
            .iter()
            .enumerate()
            .find(|(_, (tag, _))| tag.eq_ignore_ascii_case(name));
        match given {
            Some((index, (given, value))) if name == "Result" => {
                tag(given, counted(value, sheet, format, marker), index)?;
            }
            Some((index, (name, value))) => tag(name, value, index)?,
            None if name == "Result" => tag(name, marker, 0)?,
            // Some name the players by who moves first.
            None if name == "White" && sheet.tag("P1").is_some() => {}
            None if name == "Black" && sheet.tag("P2").is_some() => {}
            None => tag(name, unknown, 0)?,
        }
    }
    if format == Format::Pgn && sheet.tag("FEN").is_some() && sheet.tag("SetUp").is_none() {
        tag("SetUp", "1", 0)?;
    }
    let mut seen: Vec<&str> = Vec::new();
    for (index, (name, value)) in sheet.tags.iter().enumerate() {
        let first = !seen.iter().any(|seen| seen.eq_ignore_ascii_case(name));
        if is_roster(name) && first {
            seen.push(name);
        } else {
            tag(name, value, index)?;
        }
    }
    Ok(())
}

/// The writing of a movetext: where the numbers stand.
struct Movetext<'s> {
    sheet: &'s Sheet,
    format: Format,
    /// Half-moves from move 1 of the first side, which is 0.
    ply: u64,
    /// The count to return to, for each variation that is open.
    open: Vec<u64>,
    /// The next half-move needs its number, whoever makes it.
    number: bool,
}

impl<'s> Movetext<'s> {
    fn new(sheet: &'s Sheet, format: Format) -> Movetext<'s> {
        Movetext {
            sheet,
            format,
            ply: u64::from(sheet.first_number) * 2 + u64::from(sheet.second_begins),
            open: Vec::new(),
            number: true,
        }
    }

    fn write(mut self, lines: &mut Lines) -> Result<(), WriteError> {
        let elements = &self.sheet.elements;
        let mut index = 0;
        while let Some(element) = elements.get(index) {
            match element {
                Element::Move(text) => {
                    if !is_readable(text, self.format) {
                        return Err(WriteError::Move { index });
                    }
                    self.half_move(text, lines);
                }
                Element::Null => self.half_move("--", lines),
                Element::Nag(number) => lines.word(&format!("${number}")),
                Element::DrawOffer => lines.word("(=)"),
                Element::Comment(_) | Element::Command { .. } => {
                    index = self.remark(index, lines)?;
                    continue;
                }
                Element::Escape(text) => {
                    if text.contains(['\n', '\r']) {
                        return Err(WriteError::Escape { index });
                    }
                    lines.end();
                    lines.out.push_str(&format!("%{text}\n"));
                }
                Element::Open => {
                    self.open.push(self.ply);
                    self.ply = self.ply.saturating_sub(u64::from(self.has_moved(index)));
                    self.number = true;
                    lines.word("(");
                    lines.glued = true;
                }
                Element::Close => {
                    self.ply = self.open.pop().ok_or(WriteError::Variation { index })?;
                    self.number = true;
                    lines.glued = true;
                    lines.word(")");
                }
            }
            index += 1;
        }
        if self.open.is_empty() {
            Ok(())
        } else {
            Err(WriteError::Variation { index })
        }
    }

    /// Whether there is a half-move of the main line that a variation could replace.
    fn has_moved(&self, index: usize) -> bool {
        let mut depth = 0_usize;
        self.sheet.elements[..index].iter().any(|element| {
            match element {
                Element::Open => depth += 1,
                Element::Close => depth = depth.saturating_sub(1),
                _ => {}
            }
            depth == 0 && matches!(element, Element::Move(_) | Element::Null)
        })
    }

    fn half_move(&mut self, text: &str, lines: &mut Lines) {
        let number = self.ply / 2;
        if self.ply.is_multiple_of(2) {
            lines.word(&format!("{number}."));
        } else if self.number {
            lines.word(&format!("{number}..."));
        }
        self.number = false;
        lines.word(text);
        self.ply += 1;
    }

    /// Writes commands and at most one thing that was said as one comment; returns the index after them.
    fn remark(&mut self, from: usize, lines: &mut Lines) -> Result<usize, WriteError> {
        self.number = true;
        let elements = &self.sheet.elements;
        let mut words = Vec::new();
        let mut index = from;
        while let Some(Element::Command { name, value }) = elements.get(index) {
            let word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
            let bad = |c: char| c.is_control() || "[]{}".contains(c);
            if name.is_empty() || !name.chars().all(word) || value.contains(bad) {
                return Err(WriteError::Command { index });
            }
            let space = if value.is_empty() { "" } else { " " };
            words.push(format!("[%{name}{space}{value}]"));
            index += 1;
        }
        if let Some(Element::Comment(text)) = elements.get(index) {
            if text.contains('}') {
                if words.is_empty() {
                    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
                    lines.word(&format!("; {text}"));
                    lines.end();
                    return Ok(index + 1);
                }
            } else {
                words.extend(text.split_whitespace().map(str::to_owned));
                index += 1;
            }
        }
        lines.word("{");
        lines.glued = true;
        for word in words {
            // At the head of a line these would be taken for a tag or an escape by readers that look at lines.
            let glued = word.starts_with(['[', '%']);
            if glued && !lines.glued {
                lines.joined(&word);
            } else {
                lines.word(&word);
            }
        }
        lines.glued = true;
        lines.word("}");
        Ok(index)
    }
}

/// Fills lines with words.
#[derive(Default)]
struct Lines {
    out: String,
    width: usize,
    /// The last word, to which the next may stick: it is not broken.
    word: String,
    /// The next word sticks to it.
    glued: bool,
}

impl Lines {
    /// Adds a word.
    fn word(&mut self, word: &str) {
        if !std::mem::take(&mut self.glued) {
            self.place();
        }
        self.word.push_str(word);
    }

    /// Adds a word that must not be the first of its line.
    fn joined(&mut self, word: &str) {
        self.word.push(' ');
        self.word.push_str(word);
    }

    /// Puts the last word on the line, or on a new one if it does not fit.
    fn place(&mut self) {
        let length = self.word.chars().count();
        if length == 0 {
            return;
        }
        if self.width > 0 && self.width + 1 + length > WIDTH {
            self.out.push('\n');
            self.width = 0;
        } else if self.width > 0 {
            self.out.push(' ');
            self.width += 1;
        }
        self.out.push_str(&self.word);
        self.width += length;
        self.word.clear();
    }

    /// Ends the line, if there is one.
    fn end(&mut self) {
        self.place();
        if self.width > 0 {
            self.out.push('\n');
            self.width = 0;
        }
        self.glued = false;
    }
}

/// Whether a reader takes this text for one half-move.
fn is_readable(text: &str, format: Format) -> bool {
    let text = text
        .strip_suffix(" e.p.")
        .filter(|_| format == Format::Pgn)
        .unwrap_or(text);
    if text.contains(char::is_whitespace) || text.starts_with('%') {
        return false;
    }
    let limits = Limits::default();
    let read = super::reader::read(&RawGame::whole(text.as_bytes()), format, &limits);
    let whole = text.len();
    matches!(read.tokens(), [token] if token.kind == TokenKind::Move && token.span.range() == (0..whole))
}
