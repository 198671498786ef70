//! A capture of the record, or of a fact, from which the hand was taken before its end (`completion=hand_released`): the opponent accepts
//! it, by word or by playing on, or has it completed.

use super::{Fault, Pending, Walk, Walker};
use crate::{
    MoveRequest, Outcome, Position, Side,
    adjudication::{
        board::Board,
        conflict,
        evidence::{UnfinishedCapture, UnfinishedFate},
        question::{Irregularities, Phase, Unanswerable},
        ruling::{Query, QueryKind},
    },
    game::{Fact, FactKind, GameState, RequestedMove, Unfinished},
    position::Move,
    record::{Place, Termination},
};

/// Captures that were left unfinished and are told, the first ones.
const MOST_TOLD: usize = 16;
/// Ways on that are told of one.
const MOST_WAYS: usize = 64;

impl Walker<'_> {
    /// Whether a move of the record, which the law does not allow, is a capture that was left unfinished. Where the record is read as
    /// its players accepted it, or somebody has said something of it, the game goes on from it; else it is the fault that it is.
    /// `None`: it is none; false: the walk ends there.
    pub(super) fn stopped_on_the_way(
        &mut self,
        request: &RequestedMove,
        ply: u32,
        place: Option<Place>,
    ) -> Result<Option<bool>, Unanswerable> {
        let before = self.walk.board.state().position().clone();
        let Some(found) = self.unfinished(&before, &request.as_request(), ply)? else {
            return Ok(None);
        };
        self.note_unfinished(&before, &found, ply);
        let accepted = self.question.irregularities == Irregularities::AsAccepted;
        let said = self.is_spoken_of(before.side_to_move());
        let Board::Game(game) = &mut self.walk.board else {
            return Ok(None);
        };
        if !accepted && !said {
            return Ok(None);
        }
        let stop = Move::Draughts(found.stop);
        game.stop_on_the_way(&stop);
        self.walk.coordinates.push(&before, &stop);
        if !said {
            let fault = self.fault_of(&before, request, ply, place);
            self.walk.accepted.extend(fault);
        }
        self.walk.used += 1;
        self.note_duties();
        Ok(Some(true))
    }

    /// A move that was just played, an omission by the law that the record is read by, may be a capture that was left unfinished.
    pub(super) fn may_be_unfinished(
        &mut self,
        before: &Position,
        request: &RequestedMove,
        ply: u32,
    ) -> Result<(), Unanswerable> {
        if let Some(found) = self.unfinished(before, &request.as_request(), ply)? {
            self.take_as_unfinished(before, &found, ply);
        }
        Ok(())
    }

    /// What was just played is a capture that was left unfinished, and no omission, whatever law the record is read by.
    pub(super) fn take_as_unfinished(&mut self, before: &Position, found: &Unfinished, ply: u32) {
        if let Board::Game(game) = &mut self.walk.board {
            game.take_as_unfinished();
        }
        self.note_unfinished(before, found, ply);
    }

    /// A fact that leaves a capture unfinished, before it is applied.
    pub(super) fn released_by_fact(
        &self,
        fact: &Fact,
    ) -> Result<Option<(Position, Unfinished)>, Unanswerable> {
        let FactKind::Released {
            stopped: Some(stopped),
        } = &fact.kind
        else {
            return Ok(None);
        };
        let state = self.walk.board.state();
        let before = state.position().clone();
        let found = self.unfinished(&before, &stopped.as_request(), state.ply())?;
        Ok(found.map(|found| (before, found)))
    }

    /// What became of the capture that was left unfinished last, by a fact that was applied.
    pub(super) fn note_fate(&mut self, fact: &Fact) {
        let fate = match fact.kind {
            FactKind::RequestedCorrection => UnfinishedFate::Completed,
            FactKind::LetStand => UnfinishedFate::Accepted,
            _ => return,
        };
        let last = self.walk.unfinished.last_mut();
        if let Some(last) = last.filter(|last| last.fate == UnfinishedFate::Open) {
            last.fate = fate;
        }
    }

    /// After the last move: what was left unfinished and is still open is asked for while the game is played; what was played on from
    /// stands.
    pub(super) fn settle_unfinished(&mut self, finished: bool) {
        let open = match self.walk.board.state().open_stop() {
            Some((stop, before)) => {
                let state = self.walk.board.state();
                let law = self.strict.as_deref().unwrap_or(state.ruleset());
                let ways = GameState::ways_on(law, before, stop);
                Some((*stop, before.clone(), ways, state.ply()))
            }
            None => None,
        };
        let (stop, before, ways, ply) = match open {
            Some(open) if !finished && self.walk.pending.is_none() => open,
            Some((.., ply)) if finished => {
                self.walk.board.close();
                // A flag that fell by the tags fell before the opponent had said anything.
                let unanswered = self.is_lost_on_time().then_some(ply);
                return self.close_unfinished(None, unanswered);
            }
            Some((.., ply)) => return self.close_unfinished(Some(ply), None),
            None => {
                let unanswered = self.walk.board.state().unanswered_stop();
                return self.close_unfinished(None, unanswered);
            }
        };
        if let Some(capture) = told(&before, &stop, &ways, ply)
            && !self.walk.unfinished.iter().any(|known| known.ply == ply)
        {
            self.walk.unfinished.push(capture);
        }
        self.close_unfinished(Some(ply), None);
        self.walk.pending = Some(Pending::Facts(Query {
            kind: QueryKind::Irregularity,
            side: Some(self.walk.board.state().position().side_to_move()),
            ply: Some(ply),
            choices: texts(&before, &ways),
        }));
    }

    /// What is not open any more was accepted: the opponent has moved on, or the record ends without his request. Where the game ended
    /// by something else while it was his to say, he did neither.
    fn close_unfinished(&mut self, open: Option<u32>, unanswered: Option<u32>) {
        let fault = self.walk.fault.as_ref().map(|fault| fault.ply);
        let of_fault = self.walk.fault.as_ref().map(|fault| self.fate_of(fault));
        for capture in &mut self.walk.unfinished {
            let ply = Some(capture.ply);
            if capture.fate != UnfinishedFate::Open || ply == open {
                continue;
            }
            capture.fate = match of_fault {
                Some(fate) if ply == fault => fate,
                _ if ply == unanswered => UnfinishedFate::Unanswered,
                _ => UnfinishedFate::Accepted,
            };
        }
    }

    /// What becomes of an unfinished capture at which the record is not read on: the choice is the opponent's as long as he has not
    /// moved and the record has not ended, unless the record is read as put right.
    fn fate_of(&self, fault: &Fault) -> UnfinishedFate {
        let behind = self.question.moves_behind(fault.index);
        let window = self.law().rulebook().illegal_move_rule(false).window;
        let put_right = self.question.irregularities == Irregularities::Rectified
            && self.context().phase != Phase::EventClosed
            && (window.is_open(behind) || window.yields_to_agreement());
        if put_right {
            UnfinishedFate::PutRight
        } else if behind > 0 || self.is_finished_record() {
            UnfinishedFate::Accepted
        } else {
            UnfinishedFate::Open
        }
    }

    fn unfinished(
        &self,
        before: &Position,
        request: &MoveRequest<'_>,
        ply: u32,
    ) -> Result<Option<Unfinished>, Unanswerable> {
        let law = self.strict.as_deref().unwrap_or(self.law());
        Unfinished::find(law, before, request, self.reading)
            .map_err(|_| Unanswerable::TooWide { ply })
    }

    fn note_unfinished(&mut self, before: &Position, found: &Unfinished, ply: u32) {
        let ways: Vec<Move> = found.ways.iter().copied().map(Move::Draughts).collect();
        let capture = told(before, &Move::Draughts(found.stop), &ways, ply);
        // The last one is always told.
        self.walk.unfinished.truncate(MOST_TOLD - 1);
        self.walk.unfinished.extend(capture);
    }

    /// Whether a fact directly behind the next move says that the hand was taken from it, or what the opponent wants.
    fn is_spoken_of(&self, mover: Side) -> bool {
        let after = u32::try_from(self.walk.used + 1).unwrap_or(u32::MAX);
        let last = u32::try_from(self.total).unwrap_or(u32::MAX);
        self.question.facts.iter().any(|dated| {
            dated.after_ply.unwrap_or(last) == after && dated.fact.speaks_of_a_move_by(mover)
        })
    }

    /// Whether the record says that the game was lost on time.
    fn is_lost_on_time(&self) -> bool {
        let question = self.question;
        let results = &question.results;
        let won = matches!(conflict::recorded_outcome(results), Some(Outcome::Win(_)));
        won && !question.ignore_tags
            && question.results.termination == Some(Termination::TimeForfeit)
    }

    /// Whether the game is over by what is written down, or no longer played.
    pub(super) fn is_finished_record(&self) -> bool {
        let recorded = &self.question.results;
        let finished = recorded.marker.is_some() || recorded.tag.is_some();
        self.context().phase != Phase::DuringPlay || finished
    }
}

impl Walk {
    /// Whether a move that the game went on from stands, and not only until the opponent says what he wants.
    pub(in crate::adjudication) fn stands(&self, fault: &Fault) -> bool {
        let mut unfinished = self.unfinished.iter();
        let its_own = unfinished.find(|it| it.ply == fault.ply);
        its_own.is_none_or(|it| it.fate == UnfinishedFate::Accepted)
    }
}

fn texts(position: &Position, moves: &[Move]) -> Vec<String> {
    let shown = moves.get(..MOST_WAYS).unwrap_or(moves);
    position.texts(shown).unwrap_or_default()
}

/// A capture that was left unfinished in this position, as evidence.
fn told(before: &Position, stop: &Move, ways: &[Move], ply: u32) -> Option<UnfinishedCapture> {
    let Move::Draughts(stop) = stop else {
        return None;
    };
    Some(UnfinishedCapture {
        side: before.side_to_move(),
        ply,
        from: stop.from,
        released: stop.to,
        captured: stop.captured.into_iter().collect(),
        ways: texts(before, ways),
        fate: UnfinishedFate::Open,
    })
}
