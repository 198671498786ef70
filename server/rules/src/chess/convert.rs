//! Between the words of this crate and those of `shakmaty`. Squares have the same numbers in both.

use shakmaty::{Bitboard, Board, Color, Role};

use crate::{Kind, Piece, Side, Square};

pub(super) fn square(square: shakmaty::Square) -> Square {
    Square::new(u8::from(square))
}

/// None for an index beyond h8.
pub(super) fn board_square(square: Square) -> Option<shakmaty::Square> {
    shakmaty::Square::try_from(square.index()).ok()
}

pub(super) fn squares(squares: shakmaty::Bitboard) -> impl Iterator<Item = Square> {
    squares.into_iter().map(square)
}

/// The squares on which two boards differ.
pub(super) fn differences(one: &Board, other: &Board) -> Bitboard {
    let colours = (one.white() ^ other.white()) | (one.black() ^ other.black());
    Role::ALL.into_iter().fold(colours, |all, role| {
        all | (one.by_role(role) ^ other.by_role(role))
    })
}

pub(super) const fn side(color: Color) -> Side {
    match color {
        Color::White => Side::White,
        Color::Black => Side::Black,
    }
}

pub(super) const fn color(side: Side) -> Color {
    match side {
        Side::White => Color::White,
        Side::Black => Color::Black,
    }
}

pub(super) const fn kind(role: Role) -> Kind {
    match role {
        Role::Pawn => Kind::Pawn,
        Role::Knight => Kind::Knight,
        Role::Bishop => Kind::Bishop,
        Role::Rook => Kind::Rook,
        Role::Queen => Kind::Queen,
        Role::King => Kind::King,
    }
}

/// None for a piece that chess does not have.
pub(super) const fn role(kind: Kind) -> Option<Role> {
    match kind {
        Kind::Pawn => Some(Role::Pawn),
        Kind::Knight => Some(Role::Knight),
        Kind::Bishop => Some(Role::Bishop),
        Kind::Rook => Some(Role::Rook),
        Kind::Queen => Some(Role::Queen),
        Kind::King => Some(Role::King),
        Kind::Man => None,
    }
}

pub(super) const fn piece(piece: shakmaty::Piece) -> Piece {
    Piece {
        side: side(piece.color),
        kind: kind(piece.role),
    }
}
