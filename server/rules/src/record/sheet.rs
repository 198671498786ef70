//! A game as it is to be written: tags, moves and what was said about them, without the accidents of a text.

use super::{Format, Marker, RecordText, TokenKind};

/// A game to write, or one that was read and is written again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sheet {
    /// Tags, name and value. The writer puts the seven tags of the roster first.
    pub tags: Vec<(String, String)>,
    /// Moves and remarks in order. Variations are flat: [`Element::Open`] to [`Element::Close`].
    pub elements: Vec<Element>,
    /// How it ended.
    pub result: Marker,
    /// How a result is written.
    pub points: Points,
    /// The number of the first move.
    pub first_number: u32,
    /// The player who moves second begins: `12... Nf6`.
    pub second_begins: bool,
}

/// How many points a win is written with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Points {
    /// `1-0`, `1/2-1/2`.
    #[default]
    One,
    /// `2-0`, `1-1`: international, Canadian and Frisian draughts.
    Two,
}

impl Points {
    /// How a result is counted that is spelt so; none where the spelling is of both ways, or no result.
    #[must_use]
    pub fn of(result: &str) -> Option<Points> {
        match result.trim() {
            "2-0" | "0-2" | "1-1" => Some(Points::Two),
            "1-0" | "0-1" | "1/2-1/2" | "1/2" => Some(Points::One),
            _ => None,
        }
    }
}

/// One part of a movetext.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Element {
    /// A half-move.
    Move(String),
    /// A null move.
    Null,
    /// A numeric glyph, 0 to 255.
    Nag(u8),
    /// `(=)`: a draw was offered with the move before.
    DrawOffer,
    /// What somebody said. Blank space in it is single spaces.
    Comment(String),
    /// `[%name value]`.
    Command {
        /// Its name, e.g. `clk`.
        name: String,
        /// Its value; may be empty.
        value: String,
    },
    /// A line for another program, without its `%`.
    Escape(String),
    /// A variation begins: it replaces the half-move before.
    Open,
    /// A variation ends.
    Close,
}

impl Sheet {
    /// A game without moves.
    #[must_use]
    pub fn new(result: Marker, points: Points) -> Sheet {
        Sheet {
            tags: Vec::new(),
            elements: Vec::new(),
            result,
            points,
            first_number: 1,
            second_begins: false,
        }
    }

    /// The game that was read. What could not be read, of which the faults of the text tell, is not in it; nor are
    /// results in variations and positions amid the moves.
    #[must_use]
    pub fn from_text(text: &RecordText<'_>) -> Sheet {
        // Where the marker is missing, the tag alone says how the game ended.
        let tag = || Marker::parse(text.tag("Result")?.trim()).map(|(marker, _)| marker);
        let result = text.result().or_else(tag).unwrap_or(Marker::Unknown);
        let mut sheet = Sheet::new(result, points(text));
        sheet.tags = text
            .tags()
            .map(|tag| (tag.name.to_owned(), tag.value.into_owned()))
            .collect();
        let mut begun = false;
        for (index, token) in text.tokens().iter().enumerate() {
            let slice = text.slice(token.span);
            match token.kind {
                TokenKind::Number { number, dots } if !begun => {
                    sheet.first_number = number;
                    sheet.second_begins = dots > 1;
                    begun = true;
                }
                TokenKind::Move => {
                    begun = true;
                    let text = slice.chars().filter(|c| !c.is_whitespace()).collect();
                    sheet.elements.push(Element::Move(text));
                }
                TokenKind::EnPassantMark => {
                    if let Some(Element::Move(text)) = sheet.elements.last_mut() {
                        text.push_str(" e.p.");
                    }
                }
                TokenKind::Null => {
                    begun = true;
                    sheet.elements.push(Element::Null);
                }
                TokenKind::Nag(number) => sheet
                    .elements
                    .extend(u8::try_from(number).ok().map(Element::Nag)),
                TokenKind::DrawOffer => sheet.elements.push(Element::DrawOffer),
                TokenKind::Comment | TokenKind::LineComment => {
                    remarks(text, index, &mut sheet.elements);
                }
                TokenKind::Escape => sheet.elements.push(Element::Escape(slice[1..].to_owned())),
                TokenKind::Open { close } => {
                    sheet.elements.push(Element::Open);
                    // One that was never closed ends with the game.
                    debug_assert!((close as usize) < text.tokens().len());
                }
                TokenKind::Close => sheet.elements.push(Element::Close),
                TokenKind::Number { .. }
                | TokenKind::Dots
                | TokenKind::ByteOrderMark
                | TokenKind::Result(_)
                | TokenKind::Setup
                | TokenKind::Unreadable
                | TokenKind::Skipped => {}
            }
        }
        close_open(&mut sheet.elements);
        sheet
    }

    /// The value of the first tag of this name.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        let tag = self
            .tags
            .iter()
            .find(|(tag, _)| tag.eq_ignore_ascii_case(name));
        tag.map(|(_, value)| value.as_str())
    }
}

/// Takes a comment apart into what is said and the commands in it.
fn remarks(text: &RecordText<'_>, index: usize, elements: &mut Vec<Element>) {
    let token = &text.tokens()[index];
    let whole = text.slice(token.span);
    let inner = text.comment(token);
    let base = token.span.start as usize + (inner.as_ptr() as usize - whole.as_ptr() as usize);
    let mut from = 0;
    let said = |piece: &str, elements: &mut Vec<Element>| {
        let piece = piece.split_whitespace().collect::<Vec<_>>().join(" ");
        if !piece.is_empty() {
            elements.push(Element::Comment(piece));
        }
    };
    let before = elements.len();
    for command in text.commands(index) {
        let name_end = command.name.as_ptr() as usize - inner.as_ptr() as usize;
        let close = command.span.end as usize - base;
        said(&inner[from..name_end - "[%".len()], elements);
        elements.push(Element::Command {
            name: command.name.to_owned(),
            value: command
                .value
                .split_whitespace()
                .collect::<Vec<_>>()
                .join(" "),
        });
        from = close + inner[close..].find(']').map_or(0, |bracket| bracket + 1);
    }
    said(&inner[from..], elements);
    if elements.len() == before {
        elements.push(Element::Comment(String::new()));
    }
}

/// Closes variations that were left open.
fn close_open(elements: &mut Vec<Element>) {
    let mut depth = 0_usize;
    for element in elements.iter() {
        match element {
            Element::Open => depth += 1,
            Element::Close => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    elements.extend(std::iter::repeat_n(Element::Close, depth));
}

/// How the text writes a win: by its marker, else by its tag, else as its format does.
fn points(text: &RecordText<'_>) -> Points {
    let marker = text
        .result_token()
        .map(|token| text.slice(token.span).to_owned());
    let tag = || text.tag("Result").map(std::borrow::Cow::into_owned);
    let said = marker.filter(|marker| marker != "*").or_else(tag);
    said.as_deref()
        .and_then(Points::of)
        .unwrap_or_else(|| by_format(text))
}

/// How wins are written in this format and game where none tells.
fn by_format(text: &RecordText<'_>) -> Points {
    let game_type = text.tag("GameType");
    match (text.format(), game_type.as_deref().map(str::trim)) {
        (Format::Pdn, Some(game))
            if ["20", "27", "40"].contains(&game.split(',').next().unwrap_or(game)) =>
        {
            Points::Two
        }
        _ => Points::One,
    }
}
