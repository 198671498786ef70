//! SAN in its plainest form, read straight off the board: what nearly every move of a record is, at a fraction of the cost.
//!
//! It only ever says yes. Whatever is not plain and legal is left to [`Position::read_move`](super::Position::read_move), which
//! knows every form and every reason.

use shakmaty::{
    Bitboard, CastlingSide, Chess, Color, File, Move, Piece, Position as _, Rank, Role, Square,
    attacks,
};

use super::{Notation, Reading};
use crate::chess::{Language, king_safety::KingSafety};

/// Whether a text in this reading may be SAN with the English letters, as [`plain_move`] reads it.
pub(in crate::chess) fn reads_plain_san(reading: Reading) -> bool {
    reading.notation != Notation::Uci && reading.language == Language::English
}

/// The legal move that a text names in plain SAN. None says nothing: neither that it is no SAN nor that it is not legal.
pub(in crate::chess) fn plain_move(
    position: &Chess,
    safety: &KingSafety,
    text: &str,
) -> Option<Move> {
    let text = match text.as_bytes() {
        [text @ .., b'+' | b'#'] => text,
        text => text,
    };
    let (role, rest) = match text {
        [b'N', rest @ ..] => (Role::Knight, rest),
        [b'B', rest @ ..] => (Role::Bishop, rest),
        [b'R', rest @ ..] => (Role::Rook, rest),
        [b'Q', rest @ ..] => (Role::Queen, rest),
        [b'K', rest @ ..] => (Role::King, rest),
        b"O-O" => return castling(position, CastlingSide::KingSide),
        b"O-O-O" => return castling(position, CastlingSide::QueenSide),
        _ => return pawn_move(position, safety, text),
    };
    let [head @ .., file, rank] = rest else {
        return None;
    };
    let to = square(*file, *rank)?;
    let (head, takes) = match head {
        [head @ .., b'x'] => (head, true),
        head => (head, false),
    };
    let named = match *head {
        [] => Bitboard::FULL,
        [one] => match (file_of(one), rank_of(one)) {
            (Some(file), None) => Bitboard::from(file),
            (None, Some(rank)) => Bitboard::from(rank),
            _ => return None,
        },
        [file, rank] => Bitboard::from(square(file, rank)?),
        _ => return None,
    };
    let board = position.board();
    let us = position.turn();
    let capture = captured(position, to, takes)?;
    let piece = Piece { color: us, role };
    let origins = attacks::attacks(to, piece, board.occupied()) & board.by_piece(piece) & named;
    let from = match (role, origins.single_square()) {
        (Role::King, king) => king.filter(|_| safety.may_go_to(position, to))?,
        (_, Some(from)) => Some(from).filter(|from| safety.allows(*from, to))?,
        (_, None) => only(origins.into_iter().filter(|from| safety.allows(*from, to)))?,
    };
    Some(Move::Normal {
        role,
        from,
        capture,
        to,
        promotion: None,
    })
}

/// The one of these squares; none where there are several.
fn only(mut squares: impl Iterator<Item = Square>) -> Option<Square> {
    squares.next().filter(|_| squares.next().is_none())
}

fn castling(position: &Chess, side: CastlingSide) -> Option<Move> {
    position.castling_moves(side).first().copied()
}

/// `e4`, `exd5`, `e8=Q`, `exd8=Q`. A capture in passing is not plain.
fn pawn_move(position: &Chess, safety: &KingSafety, text: &[u8]) -> Option<Move> {
    let (text, promotion) = match text {
        [text @ .., b'=', letter] => (text, Some(promoted(*letter)?)),
        text => (text, None),
    };
    let us = position.turn();
    let (from, to, capture) = match *text {
        [file, rank] => {
            let to = square(file, rank)?;
            (pushed_from(position, to)?, to, None)
        }
        [from, b'x', file, rank] => {
            let to = square(file, rank)?;
            let pawns = position.board().by_piece(us.pawn());
            let behind = attacks::pawn_attacks(!us, to) & Bitboard::from(file_of(from)?);
            let from = (behind & pawns).single_square()?;
            (from, to, captured(position, to, true)?)
        }
        _ => return None,
    };
    if promotion.is_some() != Bitboard::BACKRANKS.contains(to) || !safety.allows(from, to) {
        return None;
    }
    Some(Move::Normal {
        role: Role::Pawn,
        from,
        capture,
        to,
        promotion,
    })
}

/// The square of the pawn that a step or a double step brings to an empty square.
fn pushed_from(position: &Chess, to: Square) -> Option<Square> {
    let board = position.board();
    let (back, double) = match position.turn() {
        Color::White => (-8, Rank::Fourth),
        Color::Black => (8, Rank::Fifth),
    };
    let pawns = board.by_piece(position.turn().pawn());
    if board.occupied().contains(to) {
        return None;
    }
    let behind = to.offset(back)?;
    if pawns.contains(behind) {
        return Some(behind);
    }
    if board.occupied().contains(behind) || to.rank() != double {
        return None;
    }
    behind.offset(back).filter(|from| pawns.contains(*from))
}

/// What stands on a square that a move goes to, where the text says whether it takes. The outer none: it is not so.
fn captured(position: &Chess, to: Square, takes: bool) -> Option<Option<Role>> {
    let board = position.board();
    match (takes, board.occupied().contains(to)) {
        (false, false) => Some(None),
        (true, true) if board.by_color(!position.turn()).contains(to) => {
            board.role_at(to).map(Some)
        }
        _ => None,
    }
}

const fn promoted(letter: u8) -> Option<Role> {
    match letter {
        b'Q' => Some(Role::Queen),
        b'R' => Some(Role::Rook),
        b'B' => Some(Role::Bishop),
        b'N' => Some(Role::Knight),
        _ => None,
    }
}

fn file_of(letter: u8) -> Option<File> {
    File::from_char(char::from(letter))
}

fn rank_of(digit: u8) -> Option<Rank> {
    Rank::from_char(char::from(digit))
}

fn square(file: u8, rank: u8) -> Option<Square> {
    Some(Square::from_coords(file_of(file)?, rank_of(rank)?))
}
