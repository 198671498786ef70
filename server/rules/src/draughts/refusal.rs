//! Why a move is refused: every rule that it breaks, with its article and what must be played instead.
//!
//! Nothing is refused here: [`super::Position::read_move`] asks only about moves that mean no legal one.

mod citation;
#[cfg(test)]
mod tests;

use std::collections::HashSet;

use super::notation::{Asked, Origin};
use super::walk::{Pieces, Stop, Walk, line, man_may_go};
use super::{
    Choice, KingLanding, KingReach, KingStep, ManCaptures, Move, Objective, Offence, Position,
    Promotion, Rules, SquareSet,
};
use crate::{Kind, Piece, Required, Side, Square, Violation, ViolationCode};

/// Most states of one capture tree that are looked at in search of the capture that was meant.
const MOST_STATES: usize = 4096;
/// Most moves that a refusal lists.
const MOST_LISTED: usize = 64;

/// Every rule that a request breaks which means no legal move. Never empty.
pub(super) fn reasons(position: &Position, asked: &Asked, legal: &[Move]) -> Vec<Violation> {
    let case = Case {
        position,
        rules: position.rules(),
        pieces: Pieces::of(position),
        turn: position.side_to_move(),
        legal,
    };
    let mut found = Found::default();
    case.examine(asked, &mut found);
    if found.stops.is_empty() {
        found.note(
            ViolationCode::PieceCannotMoveThere,
            asked.path.last().copied(),
        );
    }
    let violations = found.stops.into_iter();
    violations.map(|stop| case.violation(stop)).collect()
}

/// A request that means several moves: its candidates, each with its full path.
pub(super) fn ambiguous(position: &Position, candidates: &[Move]) -> Violation {
    let listed = &candidates[..candidates.len().min(MOST_LISTED)];
    let moves = listed.iter().map(|m| position.full_text(m)).collect();
    Violation::new(ViolationCode::Ambiguous)
        .at(candidates.first().map(|m| m.to))
        .requiring(Required {
            capture_count: 0,
            moves,
        })
}

/// The rules found broken, in the order in which they were found, each once.
#[derive(Default)]
struct Found {
    stops: Vec<Stop>,
}

impl Found {
    fn note(&mut self, code: ViolationCode, squares: impl IntoIterator<Item = Square>) {
        self.add(Stop {
            code,
            squares: squares.into_iter().collect(),
        });
    }

    fn add(&mut self, stop: Stop) {
        if let Some(known) = self.stops.iter_mut().find(|known| known.code == stop.code) {
            for square in stop.squares {
                if !known.squares.contains(&square) {
                    known.squares.push(square);
                }
            }
        } else {
            self.stops.push(stop);
        }
    }
}

struct Case<'a> {
    position: &'a Position,
    rules: &'a Rules,
    pieces: Pieces,
    turn: Side,
    legal: &'a [Move],
}

impl<'a> Case<'a> {
    fn examine(&self, asked: &Asked, found: &mut Found) {
        let Some(to) = asked.path.last().copied() else {
            return;
        };
        let from = match asked.from {
            Origin::Square(from) => from,
            Origin::File(file) => {
                if let Some(from) = self.likely_origin(file, to, found) {
                    from
                } else {
                    return;
                }
            }
        };
        if self.legal.is_empty() {
            found.note(ViolationCode::GameOver, []);
            if self.is_won_by_a_king() {
                return;
            }
        }
        match self.pieces.on(from) {
            None => found.note(ViolationCode::NoPiece, [from]),
            Some(piece) if piece.side != self.turn => self.foreign_piece(from, to, found),
            Some(piece) => {
                self.own_piece(piece, from, asked, found);
                self.duty_to_capture(asked, from, found);
            }
        }
    }

    /// Whether a first king has ended the game, so that no rule of moving applies any more (breakthrough).
    fn is_won_by_a_king(&self) -> bool {
        let has_king = self.pieces.kings.iter().any(|kings| !kings.is_empty());
        self.rules.objective == Objective::FirstKing && has_king
    }

    /// The mover's piece on a file that can get to a square in the ways of its kind.
    fn likely_origin(&self, file: u8, to: Square, found: &mut Found) -> Option<Square> {
        let geometry = self.rules.geometry();
        let mut own = geometry.squares().filter(|square| {
            let mine = self
                .pieces
                .on(*square)
                .is_some_and(|piece| piece.side == self.turn);
            mine && geometry.coordinates(*square).0 == file
        });
        let all: Vec<Square> = own.by_ref().collect();
        let likely = all.iter().find(|from| self.can_reach(**from, to));
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
    fn can_reach(&self, from: Square, to: Square) -> bool {
        let walk = Walk::start(self.rules, &self.pieces, from);
        let steps = walk.is_some_and(|walk| walk.quiet_goals().contains(&to));
        steps || !self.captures_to(self.rules, from, to).is_empty()
    }

    fn foreign_piece(&self, from: Square, to: Square, found: &mut Found) {
        found.note(ViolationCode::NotYourPiece, [from]);
        if self.can_reach(from, to) {
            found.note(ViolationCode::NotYourTurn, [from]);
        } else if to != from && self.pieces.on(to).is_some() {
            found.note(ViolationCode::SquareOccupied, [to]);
        }
    }

    fn own_piece(&self, piece: Piece, from: Square, asked: &Asked, found: &mut Found) {
        let Some((to, via)) = asked.path.split_last() else {
            return;
        };
        let mut to = *to;
        let mut captured: SquareSet = asked.captured.iter().copied().collect();
        if !via.is_empty() {
            let is_enemy = |square: &Square| {
                self.pieces
                    .on(*square)
                    .is_some_and(|other| other.side != piece.side)
            };
            let is_hub = asked.is_text && asked.path[1..].iter().all(is_enemy);
            if !is_hub {
                return self.along(from, &asked.path, found);
            }
            to = asked.path[0];
            captured = asked.path[1..].iter().copied().collect();
        }
        if !captured.is_empty() {
            return self.with_captured(piece, from, to, captured, found);
        }
        if let Some(kind) = asked.promotion
            && (kind != Kind::King || piece.kind == Kind::King)
        {
            found.note(ViolationCode::PromotionImpossible, [to]);
        }
        let captures = self.captures_to(self.rules, from, to);
        if let Some(meant) = captures.iter().max_by_key(|walk| walk.taken.len()) {
            return self.judge(piece.kind, meant, found);
        }
        let Some(walk) = Walk::start(self.rules, &self.pieces, from) else {
            return;
        };
        if walk.quiet_goals().contains(&to) {
            if asked.is_capture {
                found.note(ViolationCode::NothingToCapture, [from]);
            }
            let moves_so = self.legal.iter().any(|m| m.from == from && m.to == to);
            if piece.kind == Kind::King
                && self.rules.king_run_limit > 0
                && !moves_so
                && !self.must_capture()
            {
                // Where no capture is open, the run limit alone forbids a step that is free.
                found.note(ViolationCode::FrisianKingLimit, [from]);
            }
            return;
        }
        self.out_of_reach(piece, &walk, to, found);
    }

    /// A path that names its landings or turns.
    fn along(&self, from: Square, path: &[Square], found: &mut Found) {
        let Some(mut walk) = Walk::start(self.rules, &self.pieces, from) else {
            return;
        };
        let kind = walk.kind();
        for square in path {
            if let Err(stop) = walk.go_to(*square) {
                if *square != from
                    && !walk.taken.contains(square)
                    && self.pieces.on(*square).is_some()
                {
                    found.note(ViolationCode::SquareOccupied, [*square]);
                }
                return found.add(stop);
            }
        }
        self.judge(kind, &walk, found);
    }

    /// A capture whose victims are named.
    fn with_captured(
        &self,
        piece: Piece,
        from: Square,
        to: Square,
        captured: SquareSet,
        found: &mut Found,
    ) {
        let enemies: SquareSet = Side::BOTH
            .into_iter()
            .filter(|side| *side != piece.side)
            .map(|side| self.pieces.men[side.index()].union(self.pieces.kings[side.index()]))
            .fold(SquareSet::EMPTY, SquareSet::union);
        let nobody = captured.difference(enemies);
        if !nobody.is_empty() {
            found.note(ViolationCode::NothingToCapture, nobody);
            return;
        }
        let captures = self.captures_to(self.rules, from, to);
        let takes =
            |walk: &&Walk<'_>| walk.taken.iter().copied().collect::<SquareSet>() == captured;
        match captures.iter().find(takes) {
            Some(meant) => self.judge(piece.kind, meant, found),
            None => found.note(ViolationCode::PieceCannotMoveThere, [to]),
        }
    }

    /// A capture that the piece can make, but may not.
    fn judge(&self, kind: Kind, walk: &Walk<'_>, found: &mut Found) {
        if let Some(stop) = walk.may_not_stop() {
            found.add(stop);
        } else if matches!(self.rules.choice, Choice::Free | Choice::KingFirst) {
            let better = walk.landings_that_go_on();
            if !better.is_empty() {
                found.note(ViolationCode::LandingMustContinue, better);
            }
        }
        self.law_of_choice(kind, walk, found);
    }

    /// Compares a capture with the legal ones: all of these have the same rank under the law of choice.
    fn law_of_choice(&self, kind: Kind, walk: &Walk<'_>, found: &mut Found) {
        let best = self.captures().next();
        let Some(best) = best else {
            return;
        };
        let kings = |squares: SquareSet| {
            let enemy = self.turn.opponent().index();
            squares.intersection(self.pieces.kings[enemy]).len()
        };
        let taken: SquareSet = walk.taken.iter().copied().collect();
        let count = (taken.len(), best.captured.len());
        let king_count = (kings(taken), kings(best.captured));
        let fewer = (count.0 < count.1).then_some(ViolationCode::MustCaptureMore);
        let fewer_kings =
            (king_count.0 < king_count.1).then_some(ViolationCode::MustCaptureMoreKings);
        let best_kind = self.pieces.on(best.from).map(|piece| piece.kind);
        let with_man = (kind == Kind::Man && best_kind == Some(Kind::King))
            .then_some(ViolationCode::MustCaptureWithKing);
        // FRIS 11: a king is worth less than two men, and more than any number of half men.
        let value = |count: usize, kings: usize| 100 * (count - kings) + 199 * kings;
        let less = value(count.0, king_count.0) < value(count.1, king_count.1);
        let less = less.then_some(ViolationCode::MustCaptureMostValuable);
        let complete = walk.may_not_stop().is_none();
        let later_king =
            (complete && found.stops.is_empty()).then_some(ViolationCode::MustCaptureKingFirst);
        let code = match self.rules.choice {
            Choice::Free => None,
            Choice::Most => fewer,
            Choice::MostThenKings => fewer.or(fewer_kings),
            Choice::MostThenWithKing => fewer.or(with_man),
            Choice::Italian => fewer.or(with_man).or(fewer_kings).or(later_king),
            Choice::FrisianValue => less.or(with_man),
            Choice::KingFirst => with_man,
            Choice::MostValuable => fewer_kings.or(fewer),
        };
        if let Some(code) = code {
            found.note(code, self.capturing_pieces());
        }
    }

    /// A piece that gets to a square neither by a step nor by a capture.
    fn out_of_reach(&self, piece: Piece, walk: &Walk<'a>, to: Square, found: &mut Found) {
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
    fn under_other_switches(&self, from: Square, to: Square, found: &mut Found) {
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

    /// That a capture is open and this is none.
    fn duty_to_capture(&self, asked: &Asked, from: Square, found: &mut Found) {
        let captures = found.stops.iter().any(|stop| {
            matches!(
                stop.code,
                ViolationCode::MustContinue
                    | ViolationCode::LandingMustContinue
                    | ViolationCode::MustCaptureMore
                    | ViolationCode::MustCaptureMoreKings
                    | ViolationCode::MustCaptureWithKing
                    | ViolationCode::MustCaptureKingFirst
                    | ViolationCode::MustCaptureMostValuable
            )
        });
        let to = asked.path.last().copied().unwrap_or(from);
        if self.must_capture() && !captures && self.captures_to(self.rules, from, to).is_empty() {
            found.note(ViolationCode::MustCapture, self.capturing_pieces());
        }
    }

    /// The legal captures that are no offence.
    fn captures(&self) -> impl Iterator<Item = &'a Move> {
        let legal: &'a [Move] = self.legal;
        legal
            .iter()
            .filter(|m| m.is_capture() && m.offence == Offence::None)
    }

    /// Whether only a capture is legal.
    fn must_capture(&self) -> bool {
        !self.legal.is_empty() && self.legal.iter().all(Move::is_capture)
    }

    fn capturing_pieces(&self) -> SquareSet {
        self.captures().map(|m| m.from).collect()
    }

    /// The captures of a piece that come to a square, whether or not they may end there.
    fn captures_to<'r>(&self, rules: &'r Rules, from: Square, to: Square) -> Vec<Walk<'r>> {
        let mut found: Vec<Walk<'r>> = Vec::new();
        let mut seen = HashSet::new();
        let mut open: Vec<Walk<'r>> = Walk::start(rules, &self.pieces, from).into_iter().collect();
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

    /// A broken rule with its article and with what must be played instead.
    fn violation(&self, stop: Stop) -> Violation {
        let mut violation = Violation::new(stop.code).at(stop.squares);
        violation.citation = citation::of(self.rules, stop.code);
        let of_count = matches!(
            self.rules.choice,
            Choice::Most
                | Choice::MostThenKings
                | Choice::MostThenWithKing
                | Choice::Italian
                | Choice::MostValuable
        );
        match stop.code {
            ViolationCode::MustCapture
            | ViolationCode::MustCaptureMore
            | ViolationCode::MustCaptureMoreKings
            | ViolationCode::MustCaptureWithKing
            | ViolationCode::MustCaptureKingFirst
            | ViolationCode::MustCaptureMostValuable
            | ViolationCode::MustContinue
            | ViolationCode::LandingMustContinue => {
                let best = self.captures().map(|m| m.captured.len()).max().unwrap_or(0);
                let instead: Vec<Move> = self.captures().take(MOST_LISTED).copied().collect();
                violation.requiring(Required {
                    capture_count: if of_count { best as u32 } else { 0 },
                    moves: self.position.texts(&instead, self.legal),
                })
            }
            _ => violation,
        }
    }
}
