//! The 128-bit key of a position: equal for the same position in the sense of FIDE 9.2.3. Documented where it is
//! public, at `Position::key`.

use shakmaty::{Bitboard, Color, Position as _, Role, variant::VariantPosition};

const WHITE_TO_MOVE: u64 = 768;
const CASTLING: u64 = 1024;
const EN_PASSANT: u64 = 1088;
const PROMOTED: u64 = 1152;
const HAND: u64 = 2048;
const CHECKS: u64 = 4096;

const fn splitmix64(seed: u64) -> u64 {
    let mut z = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

const fn word(number: u64) -> u128 {
    (splitmix64(number * 2) as u128) << 64 | splitmix64(number * 2 + 1) as u128
}

/// The words of the pieces: they make up nearly all of a key.
static PIECES: [[u128; 64]; 12] = {
    let mut table = [[0; 64]; 12];
    let mut piece = 0;
    while piece < 12 {
        let mut square = 0;
        while square < 64 {
            table[piece][square] = word((piece * 64 + square) as u64);
            square += 1;
        }
        piece += 1;
    }
    table
};

const fn piece_number(color: Color, role: Role) -> usize {
    let color = match color {
        Color::White => 0,
        Color::Black => 6,
    };
    color + role as usize - 1
}

fn squares(base: u64, squares: Bitboard) -> u128 {
    squares.into_iter().fold(0, |key, square| {
        key ^ word(base + u64::from(u8::from(square)))
    })
}

pub(super) fn key(position: &VariantPosition) -> u128 {
    let board = position.board();
    let mut key = 0;
    for color in Color::ALL {
        for role in Role::ALL {
            let words = &PIECES[piece_number(color, role)];
            for square in board.by_piece(role.of(color)) {
                key ^= words[usize::from(square)];
            }
        }
    }
    if position.turn().is_white() {
        key ^= word(WHITE_TO_MOVE);
    }
    key ^= squares(CASTLING, position.castles().castling_rights());
    key ^= squares(PROMOTED, position.promoted());
    if let Some(square) = position.legal_ep_square() {
        key ^= word(EN_PASSANT + u64::from(u8::from(square)));
    }
    if let Some(pockets) = position.pockets() {
        for color in Color::ALL {
            for role in Role::ALL {
                let count = u64::from(*pockets.get(color).get(role));
                if count > 0 {
                    key ^= word(HAND + (piece_number(color, role) * 64) as u64 + count);
                }
            }
        }
    }
    if let Some(checks) = position.remaining_checks() {
        for (color, left) in [(0, checks.white), (1, checks.black)] {
            key ^= word(CHECKS + 8 * color + u64::from(u32::from(left)));
        }
    }
    key
}
