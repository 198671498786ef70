//! Records: tags, results, and what is noted beside the moves.

use std::collections::HashMap;

use tabuleiro_proto::v1;
use tabuleiro_rules::{
    adjudication::{GameFault, GameFaultCode},
    locale::Voice,
    record::{
        ClockTime, Element, Format, Marker, Place, PlacedShortCapture, RecordText, Severity, Span,
        SyntaxFault,
    },
};

use super::{audit, count, nouns};
use crate::error::Failure;

/// The command that keeps the clock of the player who has just moved.
const CLOCK: &str = "clk";

/// The format that a request names; none where the text is to tell it.
pub(crate) fn read_format(value: i32, field: &str) -> Result<Option<Format>, Failure> {
    Ok(match super::enumeration(value, field)? {
        v1::RecordFormat::Unspecified => None,
        v1::RecordFormat::Pgn => Some(Format::Pgn),
        v1::RecordFormat::Pdn => Some(Format::Pdn),
    })
}

pub(crate) const fn marker(marker: Marker) -> v1::Outcome {
    match marker {
        Marker::Decided(outcome) => nouns::outcome(outcome),
        Marker::Unknown => v1::Outcome::Unspecified,
    }
}

pub(crate) fn read_marker(value: i32, field: &str) -> Result<Marker, Failure> {
    let outcome = nouns::read_outcome(value, field)?;
    Ok(outcome.map_or(Marker::Unknown, Marker::Decided))
}

pub(crate) fn place(place: Place) -> v1::TextPlace {
    v1::TextPlace {
        line: i64::try_from(place.line).unwrap_or(i64::MAX),
        column: count(place.column),
        offset: i64::try_from(place.offset).unwrap_or(i64::MAX),
    }
}

/// A fault of the text, which did not keep the game from being read.
pub(crate) fn fault(fault: &SyntaxFault, voice: Voice<'_>) -> v1::GameFault {
    v1::GameFault {
        kind: audit::kind(GameFaultCode::Syntax(fault.code).kind()) as i32,
        code: fault.code.name().to_owned(),
        place: Some(place(fault.place)),
        message: voice.record_fault(fault.code),
        severity: match fault.code.severity() {
            Severity::Note => v1::Severity::Note,
            Severity::Fault => v1::Severity::Fault,
        } as i32,
        length: i64::try_from(fault.length).unwrap_or(i64::MAX),
        ..v1::GameFault::default()
    }
}

/// A command of a comment that names a fact and cannot be read. It stays in its comment.
pub(crate) fn unread_fact(text: &RecordText<'_>, span: Span) -> v1::GameFault {
    v1::GameFault {
        kind: v1::GameFaultKind::Syntax as i32,
        code: "BAD_FACT".to_owned(),
        place: Some(place(text.place(span.start as usize))),
        message: format!("\"{}\" is no fact", text.slice(span).escape_default()),
        severity: v1::Severity::Note as i32,
        length: count(span.end.saturating_sub(span.start)).into(),
        ..v1::GameFault::default()
    }
}

/// A short capture that could mean several, which the half-moves behind it tell.
pub(crate) fn short_capture(
    text: &RecordText<'_>,
    short: &PlacedShortCapture,
    voice: Voice<'_>,
) -> v1::GameFault {
    let fault = GameFault {
        code: GameFaultCode::ShortCapture,
        place: text.place(short.span.start as usize),
        length: short.span.end.saturating_sub(short.span.start).into(),
        ply: Some(short.capture.ply),
        token: String::new(),
        violations: Vec::new(),
        position: None,
        start: None,
        in_variation: false,
    };
    v1::GameFault {
        kind: audit::kind(fault.kind()) as i32,
        code: fault.code.name().into_owned(),
        place: Some(place(fault.place)),
        ply: fault.ply.map(count),
        message: voice.game_fault(&fault, None),
        severity: v1::Severity::Note as i32,
        length: i64::try_from(fault.length).unwrap_or(i64::MAX),
        ..v1::GameFault::default()
    }
}

/// What stands beside the moves of a text, by ply.
pub(crate) fn annotations(elements: &[Element]) -> Vec<v1::Annotation> {
    let mut notes: Vec<v1::Annotation> = Vec::new();
    let mut ply = 0;
    let mut rest = elements.iter();
    while let Some(element) = rest.next() {
        if matches!(element, Element::Move(_) | Element::Null) {
            ply += 1;
            continue;
        }
        if notes.last().is_none_or(|last| last.ply != ply) {
            notes.push(v1::Annotation {
                ply,
                ..v1::Annotation::default()
            });
        }
        let Some(note) = notes.last_mut() else {
            continue;
        };
        match element {
            Element::Nag(glyph) => note.glyphs.push(i32::from(*glyph)),
            Element::Comment(text) => note.comments.push(text.clone()),
            Element::Command { name, value } => match ClockTime::parse(value.trim()) {
                Ok(time) if name == CLOCK => {
                    note.clock_ms = i64::try_from(time.as_millis()).ok();
                }
                // What is not understood is kept as it stands.
                _ => note.comments.push(format!("[%{name} {value}]")),
            },
            Element::Escape(text) => note.comments.push(text.clone()),
            Element::Open => note.variations.push(variation(&mut rest)),
            Element::DrawOffer | Element::Close | Element::Move(_) | Element::Null => {}
        }
    }
    notes.retain(|note| {
        *note
            != v1::Annotation {
                ply: note.ply,
                ..v1::Annotation::default()
            }
    });
    notes
}

/// The text of a variation up to its end, variations inside it included.
fn variation<'a>(rest: &mut impl Iterator<Item = &'a Element>) -> String {
    let mut words: Vec<String> = Vec::new();
    let mut depth = 0usize;
    for element in rest.by_ref() {
        words.push(match element {
            Element::Move(text) => text.clone(),
            Element::Null => "--".to_owned(),
            Element::Nag(glyph) => format!("${glyph}"),
            Element::DrawOffer => "(=)".to_owned(),
            Element::Comment(text) => format!("{{{text}}}"),
            Element::Command { name, value } => format!("{{[%{name} {value}]}}"),
            Element::Escape(_) => continue,
            Element::Open => {
                depth += 1;
                "(".to_owned()
            }
            Element::Close if depth == 0 => break,
            Element::Close => {
                depth -= 1;
                ")".to_owned()
            }
        });
    }
    words.join(" ")
}

/// What is to be written after each of so many moves.
///
/// # Errors
/// A note to a move that the game does not have, a glyph or a clock that cannot be written: nothing is left out unsaid.
pub(crate) fn by_ply(
    notes: &[v1::Annotation],
    moves: usize,
) -> Result<HashMap<usize, Vec<Element>>, Failure> {
    let mut elements: HashMap<usize, Vec<Element>> = HashMap::with_capacity(notes.len());
    for (index, note) in notes.iter().enumerate() {
        let field = |name: &str| format!("game.annotations[{index}].{name}");
        let ply = usize::try_from(note.ply).ok().filter(|ply| *ply <= moves);
        let ply = ply.ok_or_else(|| {
            let message = format!("expected 0 to {moves}, the number of moves");
            Failure::field(field("ply"), "OUT_OF_RANGE", message)
        })?;
        let written = written(note, &field)?;
        elements.entry(ply).or_default().extend(written);
    }
    Ok(elements)
}

/// The elements that write a note after its move. Variations are kept as comments, because their text may be in a
/// notation of the caller's own.
fn written(note: &v1::Annotation, field: &dyn Fn(&str) -> String) -> Result<Vec<Element>, Failure> {
    let mut elements = Vec::new();
    for (index, glyph) in note.glyphs.iter().enumerate() {
        let glyph = u8::try_from(*glyph).map_err(|_| {
            let field = field(&format!("glyphs[{index}]"));
            Failure::field(field, "OUT_OF_RANGE", "expected 0 to 255")
        })?;
        elements.push(Element::Nag(glyph));
    }
    if let Some(ms) = note.clock_ms {
        let ms = u64::try_from(ms)
            .map_err(|_| Failure::field(field("clock_ms"), "NEGATIVE", "expected 0 or more"))?;
        elements.push(Element::Command {
            name: CLOCK.to_owned(),
            value: ClockTime::from_millis(ms).to_string(),
        });
    }
    for text in note.comments.iter().chain(&note.variations) {
        elements.push(Element::Comment(text.replace(['{', '}'], " ")));
    }
    Ok(elements)
}
