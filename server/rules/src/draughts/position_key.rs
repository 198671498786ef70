//! A 128-bit key of a position, for finding repetitions.
//!
//! The key is the exclusive or of one number for each piece, one for Black to move, and one for each side's run of
//! quiet king moves. Number `n` is made of two outputs of SplitMix64, high half first, from the states
//! `2n · γ` and `(2n + 1) · γ`, γ = `0x9E3779B97F4A7C15`. The piece numbers are `1024 + 256 · class + square`,
//! class 0 to 3 being White's men, White's kings, Black's men, Black's kings; Black to move is 1; a run of `k` moves
//! with the king on `square` is `4096 + 256 · (2k + side) + square`. It does not change within v1. It tells
//! positions of one rule set apart, not rule sets.

use crate::Square;

/// Black to move.
pub(super) const BLACK_TO_MOVE: u64 = 1;

/// The numbers of the pieces, by class (0 to 3) and square: they make up nearly all of a key.
static PIECES: [[u128; 256]; 4] = {
    let mut table = [[0; 256]; 4];
    let mut place = 0;
    while place < 4 * 256 {
        table[place / 256][place % 256] = number(1024 + place as u64);
        place += 1;
    }
    table
};

/// The number of a piece: class 0 to 3, on a square.
pub(super) fn piece(class: usize, square: Square) -> u128 {
    PIECES[class][square.index()]
}

/// A run of quiet king moves.
pub(super) const fn run(length: u8, side: usize, square: usize) -> u64 {
    4096 + 256 * (2 * length as u64 + side as u64) + square as u64
}

/// The number of this rank.
pub(super) const fn number(rank: u64) -> u128 {
    (split_mix(2 * rank) as u128) << 64 | split_mix(2 * rank + 1) as u128
}

const fn split_mix(state: u64) -> u64 {
    let mut z = state.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ z >> 31
}
