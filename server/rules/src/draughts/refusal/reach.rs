//! Refusals of moves that the piece cannot make at all: what stands in its way, or which rule of its kind.

use std::collections::HashSet;

use super::{Case, Found};
use crate::draughts::walk::{Walk, line, man_may_go};
use crate::draughts::{
    KingLanding, KingReach, KingStep, ManCaptures, Promotion, Removal, Rules, SquareSet,
};
use crate::{Kind, Piece, Square, ViolationCode};

/// Most states of one capture tree that are looked at in search of the capture that was meant.
const MOST_STATES: usize = 4096;

impl<'a> Case<'a> {
    /// The mover's piece on a file that can get to a square in the ways of its kind.
    pub(super) fn likely_origin(&self, file: u8, to: Square, found: &mut Found) -> Option<Square> {
        let geometry = self.rules.geometry();
        let mut own = geometry.squares().filter(|square| {
            let mine = self
                .pieces
                .on(*square)
                .is_some_and(|piece| piece.side == self.turn);
            mine && geometry.coordinates(*square).0 == file
        });
        let all: Vec<Square> = own.by_ref().collect();
        let likely = match all[..] {
            [_] => all.first(),
            _ => all.iter().find(|from| self.can_reach(**from, to)),
        };
        if likely.is_none() {
            let code = if all.is_empty() {
                ViolationCode::NoPiece
            } else {
                ViolationCode::PieceCannotMoveThere
            };
            found.note(code, all.iter().copied());
        }
        likely.copied()
    }

    /// Whether a piece gets there by a step or a capture, the duties of its player apart.
    pub(super) fn can_reach(&self, from: Square, to: Square) -> bool {
        let walk = Walk::start(self.rules, &self.pieces, from);
        let steps = walk.is_some_and(|walk| walk.quiet_goals().contains(&to));
        steps || !self.captures_to(self.rules, from, to).is_empty()
    }

    /// A piece that gets to a square neither by a step nor by a capture.
    pub(super) fn out_of_reach(
        &self,
        piece: Piece,
        walk: &Walk<'a>,
        to: Square,
        found: &mut Found,
    ) {
        let from = walk.at;
        if to == from {
            return found.note(ViolationCode::PieceCannotMoveThere, [to]);
        }
        if self.pieces.on(to).is_some() {
            found.note(ViolationCode::SquareOccupied, [to]);
        }
        self.under_other_switches(from, to, found);
        let geometry = self.rules.geometry();
        let step = line(&geometry, self.rules.movement, false, from, to);
        let jump = line(&geometry, self.rules.movement, true, from, to);
        if let Some((way, steps)) = step {
            let is_clear = (1..=steps).all(|count| {
                let square = walk.step(from, way, count);
                square.is_some_and(|square| self.pieces.on(square).is_none())
            });
            let backward =
                piece.kind == Kind::Man && !man_may_go(self.rules, piece.side, way, false);
            if is_clear && backward {
                found.note(ViolationCode::ManBackward, [from]);
            } else if is_clear && piece.kind == Kind::King && self.rules.king_step == KingStep::One
            {
                return found.note(ViolationCode::KingStepTooLong, [to]);
            }
        }
        if jump.is_some() && self.pieces.on(to).is_none() {
            let mut walk = walk.clone();
            if let Err(stop) = walk.go_to(to) {
                let one_step_back = matches!(step, Some((_, 1)));
                if !(one_step_back && stop.code == ViolationCode::NothingToCapture) {
                    found.add(stop);
                }
            }
        }
        if found.stops.is_empty() {
            found.note(ViolationCode::PieceCannotMoveThere, [to]);
        }
    }

    /// Whether one switch alone stands between a piece and the capture that leads to a square.
    pub(super) fn under_other_switches(&self, from: Square, to: Square, found: &mut Found) {
        let rules = *self.rules;
        let others = [
            (
                ViolationCode::ManMayNotTakeKing,
                Rules {
                    man_takes_king: true,
                    ..rules
                },
            ),
            (
                ViolationCode::ManBackward,
                Rules {
                    man_captures: ManCaptures::ForwardAndBack,
                    ..rules
                },
            ),
            (
                ViolationCode::PromotionOnlyWhenStopping,
                Rules {
                    promotion: Promotion::PassingBecomesKing,
                    ..rules
                },
            ),
            (
                ViolationCode::SamePieceTwice,
                Rules {
                    removal: Removal::AtOnce,
                    ..rules
                },
            ),
            (
                ViolationCode::KingReversal,
                Rules {
                    king_reversal: true,
                    ..rules
                },
            ),
            (
                ViolationCode::KingStepTooLong,
                Rules {
                    king_capture_reach: KingReach::Any,
                    king_landing: KingLanding::Any,
                    ..rules
                },
            ),
        ];
        for (code, other) in others {
            if other == rules {
                continue;
            }
            if let Some(walk) = self.captures_to(&other, from, to).first() {
                found.note(code, walk.taken.iter().copied());
            }
        }
    }

    /// The captures of a piece that come to a square, whether or not they may end there.
    pub(super) fn captures_to<'r>(
        &self,
        rules: &'r Rules,
        from: Square,
        to: Square,
    ) -> Vec<Walk<'r>> {
        let start = Walk::start(rules, &self.pieces, from);
        start.map_or_else(Vec::new, |walk| captures_from(walk, to))
    }
}

/// The ways to capture on that come to a square, whether or not they may end there.
pub(super) fn captures_from<'r>(start: Walk<'r>, to: Square) -> Vec<Walk<'r>> {
    let mut found = Vec::new();
    let mut seen = HashSet::new();
    let mut open = vec![start];
    while let Some(walk) = open.pop() {
        if seen.len() >= MOST_STATES {
            break;
        }
        for jump in walk.next_jumps() {
            let mut next = walk.clone();
            next.take(jump);
            let taken: SquareSet = next.taken.iter().copied().collect();
            let came = next.last().map(|jump| jump.way);
            if !seen.insert((next.at, taken, next.kind(), came)) {
                continue;
            }
            if next.at == to {
                found.push(next.clone());
            }
            open.push(next);
        }
    }
    found
}
