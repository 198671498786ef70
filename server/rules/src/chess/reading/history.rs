//! What only the record of a game knows of a refused move: which move lost a castling right, and when a pawn that
//! can no longer be taken in passing made its double step.

use shakmaty::{Color, Position as _, Role};

use super::law::citation;
use crate::{
    Square, Violation, ViolationCode,
    chess::{Move, Position, convert, position::target},
};

/// Makes the reasons of [`Position::read_move`] exact by the moves that led from the start of the record to the
/// position: fills in [`Violation::since_ply`] (plies are counted from 1), and corrects what the position alone
/// cannot tell apart: [`ViolationCode::EnPassantTooLate`] from [`ViolationCode::EnPassantNoDoubleStep`], and a king
/// that has moved from a rook that has.
///
/// Linear in the number of moves. Violations of other kinds are left as they are.
pub fn trace(violations: &mut [Violation], start: &Position, moves: &[Move]) {
    for violation in violations {
        match violation.code {
            ViolationCode::EnPassantNoDoubleStep => trace_double_step(violation, moves),
            ViolationCode::CastlingKingMoved => trace_king(violation, start, moves),
            ViolationCode::CastlingRookMoved => trace_rook(violation, start, moves),
            _ => {}
        }
    }
}

fn ply(index: usize) -> Option<u32> {
    u32::try_from(index).ok()?.checked_add(1)
}

/// Who makes the move with this index, from 0.
fn mover(first: Color, index: usize) -> Color {
    if index.is_multiple_of(2) {
        first
    } else {
        !first
    }
}

/// The last move that ended on the pawn's square is the pawn's own.
fn trace_double_step(violation: &mut Violation, moves: &[Move]) {
    let Some(&pawn) = violation.squares.first() else {
        return;
    };
    let Some(index) = moves
        .iter()
        .rposition(|m| convert::square(target(m)) == pawn)
    else {
        return;
    };
    let double_step = match moves.get(index) {
        Some(Move::Normal {
            role: Role::Pawn,
            from,
            to,
            ..
        }) => from.rank().distance(to.rank()) == 2,
        _ => false,
    };
    if double_step {
        violation.code = ViolationCode::EnPassantTooLate;
        violation.citation = citation(violation.code);
        violation.since_ply = ply(index);
    }
}

fn trace_king(violation: &mut Violation, start: &Position, moves: &[Move]) {
    let first = start.inner_turn();
    let mover = mover(first, moves.len());
    // A right that the record did not begin with was lost before it.
    if !start.inner.castles().has_color(mover) {
        return;
    }
    let moved = moves
        .iter()
        .enumerate()
        .position(|(index, m)| self::mover(first, index) == mover && m.role() == Role::King);
    if moved.is_some() {
        violation.since_ply = moved.and_then(ply);
        violation.squares.truncate(1);
        return;
    }
    // The king never moved: if the record shows that the rook did, or was taken, that is the reason.
    if let Some(&rook) = violation.squares.get(1)
        && let Some(index) = left_or_taken(rook, start, moves)
    {
        violation.code = ViolationCode::CastlingRookMoved;
        violation.citation = citation(violation.code);
        violation.squares = vec![rook];
        violation.since_ply = ply(index);
    }
}

fn trace_rook(violation: &mut Violation, start: &Position, moves: &[Move]) {
    if let Some(&rook) = violation.squares.first() {
        violation.since_ply = left_or_taken(rook, start, moves).and_then(ply);
    }
}

/// The move by which the rook that had its right on this square left it or was taken.
fn left_or_taken(square: Square, start: &Position, moves: &[Move]) -> Option<usize> {
    if !start.castling_rooks().any(|rook| rook == square) {
        return None;
    }
    moves.iter().position(|m| {
        m.from().map(convert::square) == Some(square) || convert::square(m.to()) == square
    })
}
