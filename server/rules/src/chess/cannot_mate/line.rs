//! Mating lines: replayed before anybody sees them, shortened for people, and compared with the 75-move
//! rule.

use shakmaty::{Bitboard, Chess, Color, Move, Position, Role};

use super::position_key::{PackedMove, move_from_to};
use super::search::is_mate;
use super::view::View;
use crate::chess::convert;

/// Plies without a capture or a pawn move after which FIDE 9.6.2 ends the game.
const PLIES_OF_75_MOVES: u32 = 150;

/// Plays the packed moves from the start, each if it is legal, and makes sure that `winner`
/// mates at the end. `None` means that the line does not hold, and must not be shown.
pub(super) fn replay(start: &Chess, packed: &[PackedMove], winner: Color) -> Option<Vec<Move>> {
    let mut position = start.clone();
    let mut line = Vec::with_capacity(packed.len());
    for wanted in packed {
        let m = wanted.on(&position)?;
        position = position.play(m).ok()?;
        line.push(m);
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
/// line, or a mate, is one or two plies away. Not the shortest there is.
///
/// A line that is not legal from `start` comes back as it was.
#[must_use]
pub fn shorten(start: &Chess, line: &[Move]) -> Vec<Move> {
    let Some(mut course) = Course::of(start, line) else {
        return line.to_vec();
    };
    // What is kept has been asked for mates in the first round. Each round makes the line shorter by a ply at least, or is the last.
    let mut cut = course.cut(true);
    while cut {
        cut = course.cut(false);
    }
    course.line
}

/// A line that ends in mate, with its positions.
struct Course {
    line: Vec<Move>,
    /// One more than the moves.
    positions: Vec<Chess>,
    loser: Color,
}

/// A way from one ply of a course to a later one.
struct Way {
    to: usize,
    moves: Vec<Move>,
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
        Some(Course {
            line: line.to_vec(),
            positions,
            loser,
        })
    }

    /// Cuts detours, from the start on; whether there was any.
    fn cut(&mut self, asks_for_mates: bool) -> bool {
        let mut line = Vec::with_capacity(self.line.len());
        let mut positions = Vec::with_capacity(self.positions.len());
        positions.extend(self.positions.first().cloned());
        let mut at = 0;
        while let Some(planned) = self.line.get(at) {
            let mut way = self.way_back(at);
            if asks_for_mates && way.as_ref().is_none_or(|way| way.to < self.line.len()) {
                way = self.mate_from(at).or(way);
            }
            let moves = match &way {
                Some(way) => way.moves.as_slice(),
                None => std::slice::from_ref(planned),
            };
            for m in moves {
                let Some(mut next) = positions.last().cloned() else {
                    return false;
                };
                next.play_unchecked(*m);
                positions.push(next);
                line.push(*m);
            }
            at = way.map_or(at + 1, |way| way.to);
        }
        let cut = line.len() < self.line.len();
        if cut {
            self.line = line;
            self.positions = positions;
        }
        cut
    }

    /// The way of at most two moves that saves the most plies to a later position of this course.
    fn way_back(&self, at: usize) -> Option<Way> {
        let position = self.positions.get(at)?;
        let castling = if position.castles().any() { 1 } else { 0 };
        let mut best: Option<(usize, Way)> = None;
        for (to, later) in self.positions.iter().enumerate().skip(at + 2).rev() {
            let saved_at_most = to - at - if (to - at).is_multiple_of(2) { 0 } else { 1 };
            if best
                .as_ref()
                .is_some_and(|(saved, _)| *saved >= saved_at_most)
            {
                break;
            }
            // A move changes two squares, one more in passing, two more in castling, and of two moves in turn only one takes in passing.
            let changed = convert::differences(position.board(), later.board()).count();
            let moves = if (to - at).is_multiple_of(2) {
                if position == later {
                    Some(Vec::new())
                } else if to - at > 2 && changed <= 5 + 3 * castling {
                    two_moves_between(position, later)
                } else {
                    None
                }
            } else if changed <= 3 + castling {
                move_between(position, later).map(|m| vec![m])
            } else {
                None
            };
            if let Some(moves) = moves {
                let saved = to - at - moves.len();
                if best.as_ref().is_none_or(|(most, _)| saved > *most) {
                    best = Some((saved, Way { to, moves }));
                }
            }
        }
        best.map(|(_, way)| way)
    }

    /// A mate that comes sooner than that of the course: by the next move, or by the one after it.
    fn mate_from(&self, at: usize) -> Option<Way> {
        let position = self.positions.get(at)?;
        let to = self.line.len();
        let left = to - at;
        if position.turn() != self.loser {
            let mate = (left > 1).then(|| mate_in_one(position)).flatten()?;
            return Some(Way {
                to,
                moves: vec![mate],
            });
        }
        if left <= 2 {
            return None;
        }
        let mut view = View::of(position, !self.loser)?;
        let replies = position.legal_moves();
        let promising = replies
            .into_iter()
            .filter(|m| view.threatens_mate_after(*m));
        promising.take(REPLIES).find_map(|reply| {
            let mut next = position.clone();
            next.play_unchecked(reply);
            let moves = vec![reply, mate_in_one(&next)?];
            Some(Way { to, moves })
        })
    }
}

/// After so many promising moves of the loser at each ply a mate by the next move is looked for.
const REPLIES: usize = 3;

/// A mate by an officer of the side to move, as far as the guide sees it.
fn mate_in_one(position: &Chess) -> Option<Move> {
    let view = View::of(position, position.turn())?;
    view.mates().find_map(|(from, to)| {
        let m = move_from_to(position, from, to, None)?;
        (position.is_legal(m) && is_mate(position, m)).then_some(m)
    })
}

/// The legal move that leads from one position to the other.
fn move_between(from: &Chess, to: &Chess) -> Option<Move> {
    moves_towards(from, to).find(|m| {
        let mut next = from.clone();
        next.play_unchecked(*m);
        next == *to
    })
}

/// Two legal moves in turn that lead from one position to the other. Not found where the second takes back on the
/// square of the first with a man that was like the one taken.
fn two_moves_between(from: &Chess, to: &Chess) -> Option<Vec<Move>> {
    moves_towards(from, to).find_map(|first| {
        let mut middle = from.clone();
        middle.play_unchecked(first);
        let second = move_between(&middle, to)?;
        Some(vec![first, second])
    })
}

/// Legal moves of a man that stands no longer where it stood, to where a man of its side stands now or another square
/// that has changed.
fn moves_towards<'p>(from: &'p Chess, to: &'p Chess) -> impl Iterator<Item = Move> + 'p {
    let mover = from.turn();
    let changed = convert::differences(from.board(), to.board());
    let gone = from.us() & !to.board().by_color(mover);
    let come = to.board().by_color(mover) & !from.us();
    let goals = if come.any() {
        come
    } else {
        changed & !from.us()
    };
    let castles = from.castles().has_color(mover) && (gone & from.board().kings()).any();
    let castling = if castles {
        from.legal_moves()
    } else {
        Default::default()
    };
    let castling = castling.into_iter().filter(|m| m.is_castle());
    gone.into_iter()
        .flat_map(move |man| goals.into_iter().map(move |goal| (man, goal)))
        .filter_map(move |(man, goal)| {
            let promotes = from.board().pawns().contains(man) && Bitboard::BACKRANKS.contains(goal);
            let promotion = promotes.then(|| match to.board().role_at(goal) {
                Some(role) if come.contains(goal) => role,
                _ => Role::Queen,
            });
            let m = move_from_to(from, man, goal, promotion)?;
            from.is_legal(m).then_some(m)
        })
        .chain(castling)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use shakmaty::{CastlingMode, fen::Fen};

    use super::*;

    const STARTS: [&str; 3] = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "4k3/P5P1/8/1pP5/8/7p/pp4p1/R3K2R w KQ b6 0 1",
    ];

    proptest! {
        #[test]
        fn the_move_between_a_position_and_the_next_is_found(
            start in 0_usize..STARTS.len(),
            choices in proptest::collection::vec(0_usize..1000, 1..60),
        ) {
            let setup = STARTS[start].parse::<Fen>().unwrap().into_setup();
            let mut position: Chess = setup.position(CastlingMode::Standard).unwrap();
            for choice in choices {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                let m = moves[choice % moves.len()];
                let mut next = position.clone();
                next.play_unchecked(m);
                prop_assert_eq!(move_between(&position, &next), Some(m));
                for reply in next.legal_moves() {
                    let mut end = next.clone();
                    end.play_unchecked(reply);
                    if let Some(moves) = two_moves_between(&position, &end) {
                        let mut replayed = position.clone();
                        for m in moves {
                            prop_assert!(replayed.is_legal(m));
                            replayed.play_unchecked(m);
                        }
                        prop_assert_eq!(replayed, end);
                    }
                }
                position = next;
            }
        }
    }
}
