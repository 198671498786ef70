//! Mating lines: replayed before anybody sees them, shortened for people, and compared with the 75-move
//! rule.

use std::collections::HashMap;

use shakmaty::{Chess, Color, Move, Position};

use super::position_key::{PackedMove, PositionKey};

/// Plies without a capture or a pawn move after which FIDE 9.6.2 ends the game.
const PLIES_OF_75_MOVES: u32 = 150;

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

/// The ply of this line at which 75 moves would have ended the game before the mate (FIDE 9.6.2), by the
/// clock of `start`; 0 if they have done so already. None if the line stays within the limit, or is not
/// legal from `start`.
///
/// It speaks of this line only: a shorter one may exist.
#[must_use]
pub fn ended_by_75_moves(start: &Chess, line: &[Move]) -> Option<usize> {
    let mut position = start.clone();
    let mut moves = line.iter();
    for ply in 0.. {
        // Mate on the same ply comes first (FIDE 9.6.2).
        if position.halfmoves() >= PLIES_OF_75_MOVES && !position.is_checkmate() {
            return Some(ply);
        }
        position = position.play(*moves.next()?).ok()?;
    }
    None
}

/// A shorter line to the same end, for people to read: detours are cut where a later position of the
/// line, or a mate, is one or two plies away. Not the shortest there is. Costs about as much as visiting
/// a thousand positions for each ply of the line.
///
/// A line that is not legal from `start` comes back as it was.
#[must_use]
pub fn shorten(start: &Chess, line: &[Move]) -> Vec<Move> {
    let mut line = line.to_vec();
    // Each round makes the line shorter by a ply at least, or is the last.
    loop {
        let shorter = cut_detours(start, &line);
        if shorter.len() >= line.len() {
            return line;
        }
        line = shorter;
    }
}

fn cut_detours(start: &Chess, line: &[Move]) -> Vec<Move> {
    let mut positions = vec![start.clone()];
    let mut position = start.clone();
    for m in line {
        match position.play(*m) {
            Ok(next) => position = next,
            Err(_) => return line.to_vec(),
        }
        positions.push(position.clone());
    }
    let ply_of: HashMap<PositionKey, usize> = positions
        .iter()
        .enumerate()
        .map(|(ply, position)| (PositionKey::of(position), ply))
        .collect();
    let loser = position.turn();
    // Where a position stands in the line; a mate of the same side is as good as the line's end.
    let place = |position: &Chess| {
        let mates = position.turn() == loser && position.is_checkmate();
        if mates {
            Some(line.len())
        } else {
            ply_of.get(&PositionKey::of(position)).copied()
        }
    };
    let mut shorter = Vec::new();
    let mut at = 0;
    while let (Some(position), Some(planned)) = (positions.get(at), line.get(at)) {
        let mut best = (at + 1, vec![*planned]);
        for first in position.legal_moves() {
            let mut middle = position.clone();
            middle.play_unchecked(first);
            if let Some(ply) = place(&middle)
                && ply > best.0 + 1 - best.1.len()
            {
                best = (ply, vec![first]);
            }
            for second in middle.legal_moves() {
                let mut end = middle.clone();
                end.play_unchecked(second);
                if let Some(ply) = place(&end)
                    && ply > best.0 + 2 - best.1.len()
                {
                    best = (ply, vec![first, second]);
                }
            }
        }
        at = best.0;
        shorter.extend(best.1);
    }
    shorter
}
