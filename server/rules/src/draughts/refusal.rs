//! Why a move is refused: every rule that it breaks, with its article and what must be played instead.
//!
//! Nothing is refused here: [`super::Position::read_move`] asks only about moves that mean no legal one.

mod choice;
mod citation;
mod reach;
#[cfg(test)]
mod tests;

use super::notation::{Asked, Origin};
use super::walk::{Pieces, Stop, Walk};
use super::{Choice, Move, Objective, Position, Rules, SquareSet};
use crate::{Kind, Piece, Required, Side, Square, Violation, ViolationCode};
use reach::captures_from;

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
                if !self.own_piece(piece, from, asked, found) {
                    self.duty_to_capture(found);
                }
            }
        }
    }

    /// Whether a first king has ended the game, so that no rule of moving applies any more (breakthrough).
    fn is_won_by_a_king(&self) -> bool {
        let has_king = self.pieces.kings.iter().any(|kings| !kings.is_empty());
        self.rules.objective == Objective::FirstKing && has_king
    }

    /// Whether the piece may go there, but is not crowned by it.
    fn never_crowns(&self, from: Square, to: Square) -> bool {
        let mut moves = self
            .legal
            .iter()
            .filter(|m| m.from == from && m.to == to)
            .peekable();
        moves.peek().is_some() && moves.all(|m| !m.promotes)
    }

    fn foreign_piece(&self, from: Square, to: Square, found: &mut Found) {
        found.note(ViolationCode::NotYourPiece, [from]);
        if self.can_reach(from, to) {
            found.note(ViolationCode::NotYourTurn, [from]);
        } else if to != from && self.pieces.on(to).is_some() {
            found.note(ViolationCode::SquareOccupied, [to]);
        }
    }

    /// What is wrong with a move of the mover's own piece, and whether it is a capture at least in part.
    fn own_piece(&self, piece: Piece, from: Square, asked: &Asked, found: &mut Found) -> bool {
        let Some((to, via)) = asked.path.split_last() else {
            return false;
        };
        let mut to = *to;
        if let Some(kind) = asked.promotion
            && (kind != Kind::King || self.never_crowns(from, to))
        {
            found.note(ViolationCode::PromotionImpossible, [to]);
        }
        let mut captured: SquareSet = asked.captured.iter().copied().collect();
        if !via.is_empty() {
            let enemies = self.enemies();
            let is_hub = asked.is_text
                && asked.path[1..]
                    .iter()
                    .all(|square| enemies.contains(*square));
            if !is_hub {
                return self.along(from, &asked.path, found);
            }
            to = asked.path[0];
            captured = asked.path[1..].iter().copied().collect();
        }
        if !captured.is_empty() {
            return self.with_captured(piece, from, to, captured, found);
        }
        let captures = self.captures_to(self.rules, from, to);
        if let Some(meant) = captures.iter().max_by_key(|walk| walk.taken.len()) {
            self.judge(piece.kind, meant, found);
            return true;
        }
        let Some(walk) = Walk::start(self.rules, &self.pieces, from) else {
            return false;
        };
        if !walk.quiet_goals().contains(&to) {
            self.out_of_reach(piece, &walk, to, found);
            return false;
        }
        if asked.is_capture {
            found.note(ViolationCode::NothingToCapture, [from]);
        }
        let is_legal = self.legal.iter().any(|m| m.from == from && m.to == to);
        let limited = piece.kind == Kind::King && self.rules.king_run_limit > 0;
        if limited && !is_legal && !self.must_capture() {
            // Where no capture is open, the run limit alone forbids a step that is free.
            found.note(ViolationCode::FrisianKingLimit, [from]);
        }
        false
    }

    fn enemies(&self) -> SquareSet {
        let enemy = self.turn.opponent().index();
        self.pieces.men[enemy].union(self.pieces.kings[enemy])
    }

    /// A path that names its landings or turns; whether it captures.
    fn along(&self, from: Square, path: &[Square], found: &mut Found) -> bool {
        let Some(mut walk) = Walk::start(self.rules, &self.pieces, from) else {
            return false;
        };
        let kind = walk.kind();
        for square in path {
            let before = walk.clone();
            let Err(stop) = walk.go_to(*square) else {
                continue;
            };
            // A path may leave turns out: some capture may come there all the same.
            let captures = captures_from(before, *square);
            if let Some(longest) = captures.into_iter().max_by_key(|walk| walk.taken.len()) {
                walk = longest;
                continue;
            }
            if *square != from && !walk.taken.contains(square) && self.pieces.on(*square).is_some()
            {
                found.note(ViolationCode::SquareOccupied, [*square]);
            }
            found.add(stop);
            return !walk.taken.is_empty();
        }
        self.judge(kind, &walk, found);
        true
    }

    /// A capture whose victims are named; whether it is one.
    fn with_captured(
        &self,
        piece: Piece,
        from: Square,
        to: Square,
        captured: SquareSet,
        found: &mut Found,
    ) -> bool {
        let nobody = captured.difference(self.enemies());
        if !nobody.is_empty() {
            found.note(ViolationCode::NothingToCapture, nobody);
            return false;
        }
        let captures = self.captures_to(self.rules, from, to);
        let taken = |walk: &Walk<'_>| walk.taken.iter().copied().collect::<SquareSet>();
        if let Some(meant) = captures.iter().find(|walk| taken(walk) == captured) {
            self.judge(piece.kind, meant, found);
            return true;
        }
        let more = |m: &&Move| (m.from, m.to) == (from, to) && captured.is_subset(m.captured);
        if let Some(more) = self.captures().find(more) {
            found.note(
                ViolationCode::MustCaptureMore,
                more.captured.difference(captured),
            );
            return true;
        }
        found.note(ViolationCode::PieceCannotMoveThere, [to]);
        false
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
            ViolationCode::PieceCannotMoveThere => violation,
            _ => violation,
        }
    }
}
