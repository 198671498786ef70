//! The 128-bit key of a position: equal for the same position in the sense of FIDE 9.2.3, stable within v1.
//!
//! The key is the exclusive or of one word for each fact that belongs to the position's identity:
//!
//! | fact | number of the word |
//! |---|---|
//! | piece: colour c (White 0, Black 1), kind k (pawn 0 … king 5), square s (a1 0 … h8 63) | (6c + k)·64 + s |
//! | White has the move | 768 |
//! | castling right, by the square s of its rook | 1024 + s |
//! | en passant: the square s on which a pawn can *legally* be taken in passing | 1088 + s |
//! | promoted piece on s (crazyhouse) | 1152 + s |
//! | n > 0 pieces of kind k in the hand of c (crazyhouse) | 2048 + (6c + k)·64 + n |
//! | n checks left for c (three-check) | 4096 + 8c + n |
//!
//! Word n is `splitmix64` of seed 2n (high half) and of seed 2n + 1 (low half). The move counters are
//! no part of it.

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
