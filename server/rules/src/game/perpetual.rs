//! Whether a side can give check for ever: a rule of casual play in which an offer of perpetual check can draw.

use std::collections::HashSet;

use crate::{Side, chess::Position};

/// Positions that the question may visit: bounded by number, so that the same input always gives the same answer.
const BUDGET: u32 = 5_000;
/// The checks within which a repetition must have come, tried one after another.
const DEPTHS: [usize; 5] = [2, 4, 8, 16, 32];

/// Whether this side can force a series of checks that never ends. Never true by mistake; `false` may only mean that
/// a bound was reached.
pub(super) fn can_check_for_ever(position: &Position, side: Side) -> bool {
    let mut left = BUDGET;
    // Short cycles first: a long line of other checks must not use up the work.
    DEPTHS.into_iter().any(|longest| {
        let mut search = Search {
            left,
            longest,
            cut: false,
            path: Vec::new(),
            failed: HashSet::new(),
        };
        let found = if position.side_to_move() == side {
            search.checks(position)
        } else {
            // The opponent is on move: he must be in check, and every way out must lead to further checks.
            position.in_check() && search.every_reply(position)
        };
        left = search.left;
        found
    })
}

struct Search {
    left: u32,
    longest: usize,
    /// Whether a bound was reached: from then on a failure proves nothing.
    cut: bool,
    /// Positions of the checking side on the way here: to come back to one is to check for ever.
    path: Vec<Position>,
    /// Positions from which it is known that the checks end. What succeeds is not kept: it may rest on the path.
    failed: HashSet<Position>,
}

impl Search {
    /// The checking side is on move.
    fn checks(&mut self, position: &Position) -> bool {
        if self.path.contains(position) {
            return true;
        }
        if self.failed.contains(position) {
            return false;
        }
        if self.left == 0 || self.path.len() >= self.longest {
            self.cut = true;
            return false;
        }
        self.left -= 1;
        self.path.push(position.clone());
        let found = position.legal_moves().iter().any(|m| {
            let after = position.after(m);
            after.in_check() && after.board_ending().is_none() && self.every_reply(&after)
        });
        self.path.pop();
        if !found && !self.cut {
            self.failed.insert(position.clone());
        }
        found
    }

    /// The checked side is on move.
    fn every_reply(&mut self, position: &Position) -> bool {
        let replies = position.legal_moves();
        !replies.is_empty()
            && replies.iter().all(|m| {
                let after = position.after(m);
                after.board_ending().is_none() && self.checks(&after)
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Strictness, chess::ChessVariant};

    fn position(fen: &str) -> Position {
        let parsed = Position::from_fen(ChessVariant::Chess, fen, Strictness::Strict);
        parsed.unwrap().position
    }

    #[test]
    fn a_queen_that_checks_to_and_fro_checks_for_ever() {
        // Qe8+ Kh7 Qh5+ Kg8 Qe8+: the pawns on f6 and g7 leave no other way.
        let board = position("6k1/6p1/5p2/7Q/8/8/qq6/7K w - - 0 1");
        assert!(can_check_for_ever(&board, Side::White));
    }

    #[test]
    fn a_lone_check_is_not_perpetual() {
        let board = position("7k/8/8/8/8/8/q7/4R2K w - - 0 1");
        assert!(!can_check_for_ever(&board, Side::White));
    }
}
