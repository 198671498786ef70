//! Positions, and what can be wrong with their texts.

use tabuleiro_proto::v1;
use tabuleiro_rules::{FenFault, FenField, Kind, Position, Side, Strictness};

use super::{count, nouns, square::Names};
use crate::error::{Failure, FieldFault};

super::mirror! {
    fen_field: FenField => v1::FenField {
        Whole, Board, Turn, Castling, EnPassant, Clock, MoveNumber, Pocket, Checks,
    }
}

/// Strict unless the request says otherwise.
pub(crate) fn read_strictness(value: i32, field: &str) -> Result<Strictness, Failure> {
    Ok(match super::enumeration(value, field)? {
        v1::Strictness::Unspecified | v1::Strictness::Strict => Strictness::Strict,
        v1::Strictness::Relaxed => Strictness::Relaxed,
    })
}

/// A fault as an answer has it.
pub(crate) fn fault(fault: &FenFault, names: &Names) -> v1::PositionFault {
    v1::PositionFault {
        code: fault.code.to_owned(),
        field: fen_field(fault.field) as i32,
        offset: count(fault.offset),
        square: fault
            .square
            .map(|square| names.name(square))
            .unwrap_or_default(),
        message: fault.message.clone(),
        waivable: fault.waivable,
    }
}

/// Faults as a refusal has them: `INVALID_POSITION`, a field violation each.
pub(crate) fn refusal(faults: &[FenFault], field: &str) -> Failure {
    Failure::InvalidPosition(
        faults
            .iter()
            .map(|fault| FieldFault::new(field, fault.code, fault.message.clone()).at(fault.offset))
            .collect(),
    )
}

/// A position. `pieces` says whether they are listed.
pub(crate) fn position(position: &Position, pieces: bool, names: &Names) -> v1::Position {
    with_key(position, position.key(), pieces, names)
}

/// The same, where the key of the position is at hand.
pub(super) fn with_key(
    position: &Position,
    key: u128,
    pieces: bool,
    names: &Names,
) -> v1::Position {
    v1::Position {
        fen: position.to_fen(),
        side_to_move: nouns::side(position.side_to_move()) as i32,
        pieces: if pieces {
            placed(position, names)
        } else {
            Vec::new()
        },
        hash: tabuleiro_proto::hash_text(key),
        pocket: pocket(position),
    }
}

fn placed(position: &Position, names: &Names) -> Vec<v1::PlacedPiece> {
    position
        .pieces()
        .into_iter()
        .map(|(square, piece)| v1::PlacedPiece {
            square: names.name(square),
            side: nouns::side(piece.side) as i32,
            kind: nouns::kind(piece.kind) as i32,
        })
        .collect()
}

/// Pieces in hand (crazyhouse).
fn pocket(position: &Position) -> Vec<v1::PocketPiece> {
    const IN_HAND: [Kind; 5] = [
        Kind::Pawn,
        Kind::Knight,
        Kind::Bishop,
        Kind::Rook,
        Kind::Queen,
    ];
    let Position::Chess(chess) = position else {
        return Vec::new();
    };
    if !chess.variant().has_hand() {
        return Vec::new();
    }
    let held = Side::BOTH
        .into_iter()
        .flat_map(|side| IN_HAND.map(|kind| (side, kind, i32::from(chess.in_hand(side, kind)))));
    held.filter(|(.., number)| *number > 0)
        .map(|(side, kind, piece_count)| v1::PocketPiece {
            side: nouns::side(side) as i32,
            kind: nouns::kind(kind) as i32,
            piece_count,
        })
        .collect()
}
