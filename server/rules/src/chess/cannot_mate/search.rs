//! The guided search over everything that can be reached: it either meets a mate, or closes.
//!
//! One best-first search serves both layers. It visits each position once, the most promising first;
//! if it meets a mate by the winner, the tree holds the line. If its queue runs dry, every position that
//! legal moves can reach was visited or cut by a proof, and none is a mate: that is a proof too. Work is
//! counted in positions stored, never in time, so that a verdict is the same on every machine.

use shakmaty::{CastlingMode, Chess, Color, Position};

use super::guide;
use super::position_key::{PackedMove, PositionKey};
use super::reached::{Added, Reached};
use crate::Interrupt;

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
    let mode = start.castles().mode();
    if !matches!(
        reached.add(PositionKey::of(start), None, PackedMove::NONE, true, limit),
        Added::New
    ) {
        return Ended::OutOfBudget;
    }
    reached.queue_last(guide::outlook(start, winner).priority);
    while let Some(id) = reached.pop() {
        if interrupt.is_raised() {
            return Ended::OutOfBudget;
        }
        match expand(reached, id, mode, winner, limit, locked) {
            Step::On => {}
            Step::Mate(last) => {
                let mut moves = reached.moves_to(id);
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

fn expand(
    reached: &mut Reached,
    id: u32,
    mode: CastlingMode,
    winner: Color,
    limit: usize,
    locked: StaticTest,
) -> Step {
    let Some(node) = reached.node(id).copied() else {
        return Step::Full;
    };
    // A key that does not unpack would be a fault of ours; giving up is the honest answer.
    let Some(position) = node.key.position(mode) else {
        return Step::Full;
    };
    // Only captures and pawn moves change what the structure allows; between them the static test would
    // repeat itself. Sound: a locked structure has no mate behind it, so nothing is lost by not looking.
    if node.fresh_structure && locked(&position, winner) {
        return Step::Locked;
    }
    let moves = position.legal_moves();
    if moves.is_empty() {
        // Stalemate and the winner's own mate end here; only the start position can be a mate by the winner, as
        // later ones are seen when they are made.
        let mated = position.turn() != winner && position.is_check();
        return if mated { Step::Mate(None) } else { Step::On };
    }
    for m in &moves {
        let m = *m;
        let mut child = position.clone();
        child.play_unchecked(m);
        // Exact for material classes: no series of moves mates with less (FIDE 5.2.2), and captures and
        // promotions by either side lead only to classes that the rule has already taken into account. Other moves leave the class
        // as it is, and that of the start is enough.
        if m.is_zeroing() && child.has_insufficient_material(winner) {
            continue;
        }
        let by = PackedMove::of(m);
        let fresh_structure = m.is_zeroing();
        match reached.add(
            PositionKey::of(&child),
            Some(id),
            by,
            fresh_structure,
            limit,
        ) {
            Added::Known => {}
            Added::Full => return Step::Full,
            Added::New => {
                let outlook = guide::outlook(&child, winner);
                if outlook.perhaps_mate && child.legal_moves().is_empty() {
                    return Step::Mate(Some(by));
                }
                reached.queue_last(outlook.priority);
            }
        }
    }
    Step::On
}
