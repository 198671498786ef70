//! Moves: as a caller writes them, and as an answer describes them.

use std::fmt::Display;

use tabuleiro_proto::{fields::Fields, v1};
use tabuleiro_rules::{
    Captured, Change, Flag, Flags, MoveDetail, Position,
    game::{RequestedMove, RequestedParts},
};

use super::{nouns, position, square::Names};
use crate::error::Failure;

/// How much an answer says about a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum View {
    /// Goal, kind and promotion.
    Minimal,
    /// With text, path, captured pieces and flags.
    Standard,
    /// With check and mate, square changes and the position after.
    Full,
}

/// The minimal view unless the request says otherwise.
pub(crate) fn read_view(value: i32, field: &str) -> Result<View, Failure> {
    Ok(match super::enumeration(value, field)? {
        v1::MoveView::Unspecified | v1::MoveView::Minimal => View::Minimal,
        v1::MoveView::Standard => View::Standard,
        v1::MoveView::Full => View::Full,
    })
}

/// Longest text of a move, in bytes, as the contract has it: the longest capture of the largest board fits.
pub(crate) const LONGEST_TEXT: usize = 256;

/// Most squares in a path.
const MOST_SQUARES: usize = 256;

/// A move as a caller gives it.
pub(crate) fn read(input: &v1::MoveInput, field: impl Display) -> Result<RequestedMove, Failure> {
    match &input.input {
        None => {
            let field = field.to_string();
            Err(Failure::field(field, "REQUIRED", "a text or parts"))
        }
        Some(v1::move_input::Input::Text(text)) => {
            short(text, format_args!("{field}.text"))?;
            Ok(text.as_str().into())
        }
        Some(v1::move_input::Input::Parts(parts)) => {
            let field = format_args!("{field}.parts");
            for text in [&parts.from, &parts.to]
                .into_iter()
                .chain(&parts.path)
                .chain(&parts.captured)
            {
                short(text, field)?;
            }
            super::at_most(&parts.path, MOST_SQUARES, format_args!("{field}.path"))?;
            super::at_most(
                &parts.captured,
                MOST_SQUARES,
                format_args!("{field}.captured"),
            )?;
            Ok(RequestedMove::Parts(Box::new(RequestedParts {
                from: parts.from.clone(),
                to: parts.to.clone(),
                path: parts.path.clone(),
                captured: parts.captured.clone(),
                promotion: nouns::read_kind(parts.promotion, format_args!("{field}.promotion"))?,
                drop: nouns::read_kind(parts.drop, format_args!("{field}.drop"))?,
            })))
        }
    }
}

/// A move by its squares, as a caller gave it.
pub(super) fn parts(parts: &RequestedParts) -> v1::MoveParts {
    v1::MoveParts {
        from: parts.from.clone(),
        to: parts.to.clone(),
        path: parts.path.clone(),
        captured: parts.captured.clone(),
        promotion: parts.promotion.map_or(0, |kind| nouns::kind(kind) as i32),
        drop: parts.drop.map_or(0, |kind| nouns::kind(kind) as i32),
    }
}

fn short(text: &str, field: impl Display) -> Result<(), Failure> {
    if text.len() <= LONGEST_TEXT {
        return Ok(());
    }
    Err(Failure::field(
        field.to_string(),
        "TOO_LONG",
        format!("{} bytes, at most {LONGEST_TEXT} are allowed", text.len()),
    ))
}

super::mirror! {
    flag: Flag => v1::MoveFlag {
        Capture, EnPassant, DoubleStep, CastleShort, CastleLong, Promotion, Drop, Check, Mate, OmitsCapture, LosesGame,
    }
}

fn kind(detail: &MoveDetail) -> v1::MoveKind {
    let flags = detail.flags;
    if flags.has(Flag::CastleShort) || flags.has(Flag::CastleLong) {
        v1::MoveKind::Castle
    } else if flags.has(Flag::Drop) {
        v1::MoveKind::Drop
    } else if flags.has(Flag::Capture) || flags.has(Flag::EnPassant) {
        v1::MoveKind::Capture
    } else {
        v1::MoveKind::Quiet
    }
}

fn flags(flags: Flags) -> Vec<i32> {
    flags.iter().map(|it| flag(it) as i32).collect()
}

/// The minimal view of a move: where it goes, what kind it is, what the piece becomes.
pub(crate) fn minimal(detail: &MoveDetail, names: &Names) -> v1::Move {
    v1::Move {
        to: names.name(detail.to),
        kind: kind(detail) as i32,
        promotion: detail.promotion.map_or(0, |it| nouns::kind(it) as i32),
        drop: detail.drop.map_or(0, |it| nouns::kind(it) as i32),
        ..v1::Move::default()
    }
}

/// The standard view of a move.
pub(crate) fn standard(detail: MoveDetail, names: &Names) -> v1::Move {
    let minimal = minimal(&detail, names);
    // Only chess has UCI, and only in chess is the text SAN.
    let (san, uci) = match detail.uci {
        Some(uci) => (detail.text.clone(), uci),
        None => (String::new(), String::new()),
    };
    v1::Move {
        from: detail.from.map(|it| names.name(it)).unwrap_or_default(),
        flags: flags(detail.flags),
        path: names.names(detail.path),
        captured: detail
            .captured
            .into_iter()
            .map(|it| captured(it, names))
            .collect(),
        san,
        text: detail.text,
        uci,
        ..minimal
    }
}

/// Where the parts of a move stand in its message.
mod field {
    pub(super) const TEXT: u32 = 1;
    pub(super) const FROM: u32 = 2;
    pub(super) const TO: u32 = 3;
    pub(super) const KIND: u32 = 4;
    pub(super) const PROMOTION: u32 = 5;
    pub(super) const DROP: u32 = 6;
    pub(super) const FLAGS: u32 = 7;
    pub(super) const PATH: u32 = 8;
    pub(super) const CAPTURED: u32 = 9;
    pub(super) const SAN: u32 = 10;
    pub(super) const UCI: u32 = 11;
}

/// The minimal or the standard view of a move as the fields of its message: what [`minimal`] and [`standard`] are encoded to.
pub(crate) fn write(fields: &mut Fields<'_>, detail: &MoveDetail, view: View, names: &Names) {
    let says_more = view != View::Minimal;
    if says_more {
        fields.text(field::TEXT, &detail.text);
        if let Some(from) = detail.from {
            names.with(from, |name| fields.text(field::FROM, name));
        }
    }
    names.with(detail.to, |name| fields.text(field::TO, name));
    fields.number(field::KIND, kind(detail) as i32);
    let piece = |kind: Option<_>| kind.map_or(0, |it| nouns::kind(it) as i32);
    fields.number(field::PROMOTION, piece(detail.promotion));
    fields.number(field::DROP, piece(detail.drop));
    if says_more {
        fields.numbers(field::FLAGS, detail.flags.iter().map(|it| flag(it) as i32));
        for square in &detail.path {
            names.with(*square, |name| fields.item(field::PATH, name));
        }
        for piece in &detail.captured {
            fields.message(field::CAPTURED, |it| it.all(&captured(*piece, names)));
        }
        if let Some(uci) = &detail.uci {
            fields.text(field::SAN, &detail.text);
            fields.text(field::UCI, uci);
        }
    }
}

/// A captured piece.
pub(crate) fn captured(captured: Captured, names: &Names) -> v1::CapturedPiece {
    v1::CapturedPiece {
        square: names.name(captured.square),
        piece: Some(nouns::piece(captured.piece)),
    }
}

/// The full view of a legal move: what it changes, and the position after it.
pub(crate) fn full(
    detail: MoveDetail,
    changes: Vec<Change>,
    after: &Position,
    names: &Names,
) -> v1::Move {
    let changes = changes.into_iter();
    v1::Move {
        changes: changes.map(|it| square_change(it, names)).collect(),
        position_after: Some(Box::new(position::position(after, false, names))),
        ..standard(detail, names)
    }
}

/// One changed square.
pub(crate) fn square_change((square, before, after): Change, names: &Names) -> v1::SquareChange {
    v1::SquareChange {
        square: names.name(square),
        before: before.map(nouns::piece),
        after: after.map(nouns::piece),
    }
}
