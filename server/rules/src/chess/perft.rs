//! Counting of move paths, the check of a move generator.

use shakmaty::{Position as _, variant::VariantPosition};

use super::Position;

/// The number of legal move sequences of exactly `depth` plies. Paths that end earlier do not count.
///
/// It takes time in proportion to the answer, and a stack frame for each ply.
#[must_use]
pub fn perft(position: &Position, depth: u32) -> u64 {
    match &position.inner {
        VariantPosition::Chess(inner) => shakmaty::perft(inner, depth),
        VariantPosition::Atomic(inner) => shakmaty::perft(inner, depth),
        VariantPosition::Antichess(inner) => shakmaty::perft(inner, depth),
        VariantPosition::KingOfTheHill(inner) => shakmaty::perft(inner, depth),
        VariantPosition::ThreeCheck(inner) => shakmaty::perft(inner, depth),
        VariantPosition::Crazyhouse(inner) => shakmaty::perft(inner, depth),
        VariantPosition::RacingKings(inner) => shakmaty::perft(inner, depth),
        VariantPosition::Horde(inner) => shakmaty::perft(inner, depth),
    }
}

/// The moves of the root, each with the number of sequences of `depth` plies that begin with it.
#[must_use]
pub fn divide(position: &Position, depth: u32) -> Vec<(super::Move, u64)> {
    if depth == 0 {
        return Vec::new();
    }
    position
        .inner
        .legal_moves()
        .into_iter()
        .map(|m| (m, perft(&position.after(&m), depth - 1)))
        .collect()
}
