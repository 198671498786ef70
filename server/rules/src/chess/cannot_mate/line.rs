//! Mating lines: replayed before anybody sees them, shortened for people, and compared with the 75-move
//! rule.

use std::cmp::Reverse;

use shakmaty::{Chess, Color, Move, Position};

use super::guide;
use super::position_key::{PackedMove, PositionKey};
use crate::chess::{convert, ending::has_legal_move};

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
    let Some(course) = Course::of(start, line) else {
        return line.to_vec();
    };
    let mut shorter = Vec::new();
    let mut at = 0;
    while let (Some(position), Some(planned)) = (course.positions.get(at), line.get(at)) {
        let mut best = (at + 1, vec![*planned]);
        let nearby = course.nearby(at);
        for first in position.legal_moves() {
            let mut middle = position.clone();
            middle.play_unchecked(first);
            if let Some(ply) = course.place(&middle, nearby.by_one)
                && ply > best.0 + 1 - best.1.len()
            {
                best = (ply, vec![first]);
            }
            if best.0 == line.len() || !(nearby.by_two || course.may_be_mated_from(&middle)) {
                continue;
            }
            for second in middle.legal_moves() {
                let mut end = middle.clone();
                end.play_unchecked(second);
                if let Some(ply) = course.place(&end, nearby.by_two)
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

/// The positions of a line that ends in mate.
struct Course {
    positions: Vec<Chess>,
    keys: Vec<PositionKey>,
    /// Digests of the keys with their plies, sorted; of equal ones the last ply first.
    plies: Vec<(u64, usize)>,
    loser: Color,
    /// The priority of the position in which the line mates.
    before_mate: u8,
}

impl Course {
    /// None where the line is not legal.
    fn of(start: &Chess, line: &[Move]) -> Option<Course> {
        let mut positions = Vec::with_capacity(line.len() + 1);
        positions.push(start.clone());
        for m in line {
            let next = positions.last()?.clone().play(*m).ok()?;
            positions.push(next);
        }
        let loser = positions.last()?.turn();
        let keys: Vec<PositionKey> = positions.iter().map(PositionKey::of).collect();
        let digests = keys.iter().map(PositionKey::digest);
        let mut plies: Vec<(u64, usize)> = digests.zip(0..).collect();
        // Of a position that comes again the last time counts: what lies between is cut.
        plies.sort_unstable_by_key(|(digest, ply)| (*digest, Reverse(*ply)));
        let before_mate = match positions.as_slice() {
            [.., before, _] => guide::outlook(before, !loser).priority,
            _ => 0,
        };
        Some(Course {
            before_mate,
            positions,
            keys,
            plies,
            loser,
        })
    }

    /// Where a position stands in the line, if it may at all; a mate of the same side is as good as the line's end.
    fn place(&self, position: &Chess, may_stand: bool) -> Option<usize> {
        if position.turn() == self.loser && position.is_check() && !has_legal_move(position, true) {
            return Some(self.positions.len() - 1);
        }
        if !may_stand {
            return None;
        }
        let key = PositionKey::of(position);
        let digest = key.digest();
        let first = self.plies.partition_point(|(other, _)| *other < digest);
        let same = self.plies.iter().skip(first);
        let mut same = same.take_while(|(other, _)| *other == digest);
        same.find(|(_, ply)| self.keys.get(*ply) == Some(&key))
            .map(|(_, ply)| *ply)
    }

    /// Whether a mate by the next move is worth looking for: the position looks as near to one as that in which the line mates.
    fn may_be_mated_from(&self, position: &Chess) -> bool {
        position.turn() != self.loser
            && guide::outlook(position, !self.loser).priority <= self.before_mate
    }

    /// Whether one or two moves could lead from this ply further than the next ones of the line do. `false` is certain: a move
    /// changes two squares, one more in passing, two more in castling, and of two moves in turn only one takes in passing.
    fn nearby(&self, at: usize) -> Nearby {
        let mut nearby = Nearby::default();
        let Some(position) = self.positions.get(at) else {
            return nearby;
        };
        let castling = if position.castles().any() { 1 } else { 0 };
        let board = position.board();
        for (ply, later) in self.positions.iter().enumerate().skip(at + 3) {
            let changed = convert::differences(board, later.board()).count();
            if (ply - at).is_multiple_of(2) {
                nearby.by_two |= changed <= 5 + 3 * castling;
            } else {
                nearby.by_one |= changed <= 3 + castling;
            }
        }
        nearby
    }
}

/// Whether later positions of a line may be met by so many moves.
#[derive(Clone, Copy, Default)]
struct Nearby {
    by_one: bool,
    by_two: bool,
}
