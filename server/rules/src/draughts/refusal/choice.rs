//! Refusals under the duty to capture and the law of choice: stopping too early, capturing too little, not capturing.

use super::{Case, Found};
use crate::draughts::walk::Walk;
use crate::draughts::{Choice, Move, Offence, SquareSet};
use crate::{Kind, ViolationCode};

impl<'a> Case<'a> {
    /// A capture that the piece can make, but may not.
    pub(super) fn judge(&self, kind: Kind, walk: &Walk<'_>, found: &mut Found) {
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
    pub(super) fn law_of_choice(&self, kind: Kind, walk: &Walk<'_>, found: &mut Found) {
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

    /// That a capture is open, where the move is none.
    pub(super) fn duty_to_capture(&self, found: &mut Found) {
        if self.must_capture() {
            found.note(ViolationCode::MustCapture, self.capturing_pieces());
        }
    }

    /// The legal captures that are no offence.
    pub(super) fn captures(&self) -> impl Iterator<Item = &'a Move> {
        let legal: &'a [Move] = self.legal;
        legal
            .iter()
            .filter(|m| m.is_capture() && m.offence == Offence::None)
    }

    /// Whether only a capture is legal.
    pub(super) fn must_capture(&self) -> bool {
        !self.legal.is_empty() && self.legal.iter().all(Move::is_capture)
    }

    pub(super) fn capturing_pieces(&self) -> SquareSet {
        self.captures().map(|m| m.from).collect()
    }
}
