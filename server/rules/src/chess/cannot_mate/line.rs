//! Replaying a mating line before anybody sees it.

use shakmaty::{Chess, Color, Move, Position};

use super::position_key::PackedMove;

/// Plays the packed moves from the start, each matched with a legal move, and makes sure that `winner`
/// mates at the end. `None` means that the line does not hold, and must not be shown.
pub(super) fn replay(start: &Chess, packed: &[PackedMove], winner: Color) -> Option<Vec<Move>> {
    let mut position = start.clone();
    let mut line = Vec::with_capacity(packed.len());
    for wanted in packed {
        let played = position
            .legal_moves()
            .into_iter()
            .find(|m| PackedMove::of(*m) == *wanted)?;
        position.play_unchecked(played);
        line.push(played);
    }
    (position.is_checkmate() && position.turn() != winner).then_some(line)
}
