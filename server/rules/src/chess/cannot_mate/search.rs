//! The guided search over everything that can be reached: it either meets a mate, or closes.
//!
//! One best-first search serves both layers. It stores each position once and opens the most promising first;
//! if it meets a mate by the winner, the tree holds the line. If its queue runs dry, every position that
//! legal moves can reach was visited or cut by a proof, and none is a mate: that is a proof too. Work is
//! counted in positions stored, never in time, so that a verdict is the same on every machine.
//!
//! A position is opened twice. The first time only its best move is followed, so that a question whose guide leads
//! straight to a mate costs a position a ply; it goes back into the queue with the promise of its second best move, and when
//! its turn comes again all the others are followed.

use arrayvec::ArrayVec;
use shakmaty::{CastlingMode, Chess, Color, Move, Position};

use super::guide::priority;
use super::position_key::{PackedMove, PositionKey};
use super::reached::{Added, Reached};
use super::view::View;
use crate::{Interrupt, chess::ending::has_legal_move};

/// How a search ended.
pub(super) enum Ended {
    /// A mate by the winner: the moves from the start, still to be replayed.
    Mate(Vec<PackedMove>),
    /// The start position's structure alone excludes a mate.
    Locked,
    /// Nothing is left to visit.
    Closed,
    /// The budget is spent.
    OutOfBudget,
}

/// A static proof that this side cannot mate from here. The search takes it as an argument so that tests can
/// check the proofs against a search that does without.
pub(super) type StaticTest = fn(&Chess, Color) -> bool;

/// Searches from `start`, which has enough material, for a mate by `winner`.
pub(super) fn explore(
    reached: &mut Reached,
    start: &Chess,
    winner: Color,
    limit: usize,
    locked: StaticTest,
    interrupt: &Interrupt,
) -> Ended {
    reached.clear();
    if !matches!(
        reached.add(PositionKey::of(start), None, PackedMove::NONE, true, limit),
        Added::New
    ) {
        return Ended::OutOfBudget;
    }
    let id = reached.queue_last(0);
    let mut search = Exploration {
        reached,
        mode: start.castles().mode(),
        winner,
        limit,
        locked,
        at_hand: Some((id, start.clone())),
    };
    while let Some(id) = search.reached.pop() {
        if interrupt.is_raised() {
            return Ended::OutOfBudget;
        }
        match search.open(id) {
            Step::On => {}
            Step::Mate(last) => {
                let mut moves = search.reached.moves_to(id);
                moves.extend(last);
                return Ended::Mate(moves);
            }
            Step::Full => return Ended::OutOfBudget,
            Step::Locked => {
                if id == 0 {
                    return Ended::Locked;
                }
            }
        }
    }
    Ended::Closed
}

enum Step {
    On,
    /// Mate, after this move (or here already).
    Mate(Option<PackedMove>),
    Locked,
    Full,
}

/// What became of a move that was followed.
enum Followed {
    New,
    /// It leads to a position known already, or to one with too little material.
    Nowhere,
    Full,
}

/// What a move costs that is not to be followed (again).
const DONE: u32 = u32::MAX;

/// No position has more legal moves.
const MOST_MOVES: usize = 256;

/// So few moves are followed at once.
const FEW: usize = 5;

/// What it adds to a cost that the position was left for another already.
const RETURN: u32 = 25;

struct Exploration<'r> {
    reached: &'r mut Reached,
    mode: CastlingMode,
    winner: Color,
    limit: usize,
    locked: StaticTest,
    /// The position stored last, which most often is the next to be opened.
    at_hand: Option<(u32, Chess)>,
}

impl Exploration<'_> {
    fn open(&mut self, id: u32) -> Step {
        let Some(node) = self.reached.node(id).copied() else {
            return Step::Full;
        };
        let at_hand = self.at_hand.take().filter(|(last, _)| *last == id);
        // A key that does not unpack would be a fault of ours; giving up is the honest answer.
        let Some(position) = at_hand
            .map(|(_, position)| position)
            .or_else(|| node.key.position(self.mode))
        else {
            return Step::Full;
        };
        // Only captures and pawn moves change what the structure allows; between them the static test would
        // repeat itself. Sound: a locked structure has no mate behind it, so nothing is lost by not looking.
        if node.fresh_structure && !node.opened && (self.locked)(&position, self.winner) {
            return Step::Locked;
        }
        let moves = position.legal_moves();
        if moves.is_empty() {
            let mated = position.turn() != self.winner && position.is_check();
            return if mated { Step::Mate(None) } else { Step::On };
        }
        let Some(mut view) = View::of(&position, self.winner) else {
            return Step::Full;
        };
        if node.opened {
            for m in &moves {
                let cost = view.after(*m).cost;
                if let Followed::Full = self.follow(&position, id, *m, cost) {
                    return Step::Full;
                }
            }
            return Step::On;
        }
        let mut costs: ArrayVec<u32, MOST_MOVES> = ArrayVec::new();
        for m in &moves {
            let outlook = view.after(*m);
            if outlook.perhaps_mate && is_mate(&position, *m) {
                return Step::Mate(Some(PackedMove::of(*m)));
            }
            costs.push(outlook.cost);
        }
        let all = moves.len() <= FEW;
        while let Some((at, cost)) = lowest(&costs) {
            let (Some(m), Some(done)) = (moves.get(at), costs.get_mut(at)) else {
                return Step::Full;
            };
            *done = DONE;
            match self.follow(&position, id, *m, cost) {
                Followed::Full => return Step::Full,
                Followed::New if !all => break,
                Followed::New | Followed::Nowhere => {}
            }
        }
        if let Some((_, next)) = lowest(&costs) {
            self.reached.requeue(id, priority(next + RETURN));
        }
        Step::On
    }

    fn follow(&mut self, position: &Chess, id: u32, m: Move, cost: u32) -> Followed {
        let mut child = position.clone();
        child.play_unchecked(m);
        // Exact for material classes: no series of moves mates with less (FIDE 5.2.2), and captures and
        // promotions by either side lead only to classes that the rule has already taken into account. Other moves leave the class
        // as it is, and that of the start is enough.
        if m.is_zeroing() && child.has_insufficient_material(self.winner) {
            return Followed::Nowhere;
        }
        let by = PackedMove::of(m);
        let key = PositionKey::of(&child);
        match self
            .reached
            .add(key, Some(id), by, m.is_zeroing(), self.limit)
        {
            Added::Known => Followed::Nowhere,
            Added::Full => Followed::Full,
            Added::New => {
                let id = self.reached.queue_last(priority(cost));
                self.at_hand = Some((id, child));
                Followed::New
            }
        }
    }
}

/// Whether a move that gives check gives mate.
pub(super) fn is_mate(position: &Chess, m: Move) -> bool {
    let mut child = position.clone();
    child.play_unchecked(m);
    child.is_check() && !has_legal_move(&child, true)
}

/// The first move of the lowest cost, of those that are not done.
fn lowest(costs: &[u32]) -> Option<(usize, u32)> {
    let mut lowest = (0, DONE);
    for (at, cost) in costs.iter().enumerate() {
        if *cost < lowest.1 {
            lowest = (at, *cost);
        }
    }
    (lowest.1 != DONE).then_some(lowest)
}
