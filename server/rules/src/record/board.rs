//! The board of a record on its way: how the half-moves and what is said beside them change it. Whether that was right is for the game to
//! say; here it is only kept on which board the next half-move is to be read.

use super::{StopReason, replay::without_piece};
use crate::{
    Move, MoveRequest, Position, Reading, Ruleset, Side, Violation, ViolationCode,
    draughts::{BudgetExhausted, Omission},
    game::{Fact, FactKind, Unfinished},
    rulebook::{Completion, Topic},
};

/// A move of a record with the position in which it was made.
#[derive(Clone, Debug)]
pub struct Made {
    /// The position before it. Of a capture that was left unfinished, by the reading of the law in which captures may stop on their way.
    pub position: Position,
    /// The move.
    pub m: Move,
    /// How many half-moves of the record it is: 1, more where a capture was written in parts, 0 where it stands only in the comment
    /// (`[%corrected MOVE]`) of the move in its place.
    pub half_moves: u8,
}

/// Where a record stands.
#[derive(Clone)]
pub(super) struct Board<'l> {
    law: &'l Ruleset,
    pub(super) position: Position,
    /// Plies so far that stand.
    pub(super) ply: u32,
    /// The position before the last move, where the opponent may have that taken back.
    before: Option<Position>,
    /// A move was taken back: the one in its place must not leave out a capture again.
    pub(super) must_capture: bool,
}

impl<'l> Board<'l> {
    pub(super) fn new(law: &'l Ruleset, position: Position) -> Board<'l> {
        Board {
            law,
            position,
            ply: 0,
            before: None,
            must_capture: false,
        }
    }

    /// Plays a move that the law allows.
    pub(super) fn play(&mut self, m: Move, half_moves: u8) -> Made {
        let after = self.position.after(&m);
        let before = std::mem::replace(&mut self.position, after);
        let is_open = self.omission() == Some(Omission::CorrectOnRequest) && m.omits_capture();
        self.before = is_open.then(|| before.clone());
        self.must_capture = false;
        self.ply += 1;
        Made {
            position: before,
            m,
            half_moves,
        }
    }

    /// Plays a capture that the law does not allow, if it is one that was left unfinished.
    pub(super) fn stop(
        &mut self,
        request: &MoveRequest<'_>,
        reading: &Reading,
        half_moves: u8,
    ) -> Result<Option<Made>, BudgetExhausted> {
        let Some(found) = Unfinished::find(self.law, &self.position, request, reading)? else {
            return Ok(None);
        };
        let m = Move::Draughts(found.stop);
        self.before = Some(self.position.clone());
        self.position.play(&m);
        self.ply += 1;
        Ok(Some(Made {
            position: found.within,
            m,
            half_moves,
        }))
    }

    /// What a fact does to it.
    pub(super) fn say(&mut self, fact: &Fact, reading: &Reading) {
        match &fact.kind {
            FactKind::Huffed { square } if self.is_huff(fact.by) => {
                self.position = without_piece(&self.position, *square);
                self.before = None;
            }
            FactKind::LetStand if self.is_on_turn(fact.by) => self.before = None,
            FactKind::RequestedCorrection if self.is_on_turn(fact.by) => {
                if let Some(before) = self.before.take() {
                    self.position = before;
                    self.ply = self.ply.saturating_sub(1);
                    self.must_capture = self.omission() == Some(Omission::CorrectOnRequest);
                }
            }
            FactKind::Released {
                stopped: Some(stopped),
            } if self.is_on_turn(fact.by) => self.release(&stopped.as_request(), reading),
            _ => {}
        }
    }

    /// A hand is taken from a capture before its end, by a fact: by a law with a right against omissions that is one.
    fn release(&mut self, request: &MoveRequest<'_>, reading: &Reading) {
        if self.law.end_rules().completion != Completion::HandReleased {
            return;
        }
        match self.position.read_move(request, reading) {
            Ok(m) if m.stops_on_the_way() && self.has_right_against_omissions() => {
                self.play(m, 0);
            }
            Ok(_) => {}
            // A tree that is too wide for it is too wide for the next half-move, which says so.
            Err(_) => {
                let _ = self.stop(request, reading, 0);
            }
        }
    }

    /// What is wrong with a move that stands against the right about omissions.
    pub(super) fn breaks(&self, code: ViolationCode) -> StopReason {
        let cited = self.law.cite(Topic::Omission);
        StopReason::Refused(vec![Violation::new(code).citing(cited)])
    }

    fn is_on_turn(&self, side: Side) -> bool {
        self.position.side_to_move() == side
    }

    fn is_huff(&self, by: Side) -> bool {
        self.omission() == Some(Omission::Huff) && self.is_on_turn(by)
    }

    fn has_right_against_omissions(&self) -> bool {
        matches!(
            self.omission(),
            Some(Omission::Huff | Omission::CorrectOnRequest)
        )
    }

    fn omission(&self) -> Option<Omission> {
        self.law.switches().map(|rules| rules.omission)
    }
}
