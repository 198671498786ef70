//! What an officer attacks, and from where a king is attacked.

use shakmaty::{Bitboard, Color, Role, Square, attacks};

/// From where a rook, a bishop or a knight would check the king.
#[derive(Clone, Copy)]
pub(super) struct Sights {
    pub(super) lines: Bitboard,
    pub(super) diagonals: Bitboard,
    jumps: Bitboard,
}

impl Sights {
    pub(super) fn of(king: Square, occupied: Bitboard) -> Sights {
        Sights {
            lines: attacks::rook_attacks(king, occupied),
            diagonals: attacks::bishop_attacks(king, occupied),
            jumps: attacks::knight_attacks(king),
        }
    }

    #[inline]
    pub(super) fn of_role(self, role: Role) -> Bitboard {
        match role {
            Role::Knight => self.jumps,
            Role::Bishop => self.diagonals,
            Role::Rook => self.lines,
            Role::Queen => self.lines | self.diagonals,
            Role::Pawn | Role::King => Bitboard::EMPTY,
        }
    }
}

/// What a man that is neither king nor pawn attacks.
#[inline]
pub(super) fn officer_attacks(role: Role, square: Square, occupied: Bitboard) -> Bitboard {
    // An officer of either colour attacks the same.
    attacks::attacks(square, role.of(Color::White), occupied)
}
