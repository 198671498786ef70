//! Plays the moves of a record, each by the law or as it was accepted.

use smallvec::SmallVec;

use super::{Duty, Fault, Pending, Walker};
use crate::{
    Move, Position, Side, Strictness, Violation,
    adjudication::{
        board::Board,
        proof::harmless,
        question::{RecordedMove, Standing, Unanswerable},
        ruling::{Query, QueryKind},
        two_moves::after_second_move,
    },
    chess,
    game::{CounterKind, Game, ObligationKind, Refusal, RequestedMove},
    record::{Place, ShortCapture, meanings},
    rulebook::Mode,
};

impl Walker<'_> {
    /// Plays the moves at the head of these that raise no question; returns how many.
    pub(super) fn play_ordinary(&mut self, moves: &[RecordedMove]) -> usize {
        let Board::Game(game) = &mut self.walk.board else {
            return 0;
        };
        if self.walk.pending.is_some() {
            return 0;
        }
        let requests = moves.iter().map(|recorded| &recorded.request);
        let played = game.play_ordinary(requests, self.reading);
        let last = |count: usize, of: usize| of.saturating_sub(count)..of;
        let before = &game.positions()[last(played + 1, game.positions().len())];
        let played_moves = &game.moves()[last(played, game.moves().len())];
        for (before, m) in before.iter().zip(played_moves) {
            self.walk.coordinates.push(before, m);
        }
        self.walk.used += played;
        played
    }

    /// Plays the next move of the record. False where the walk ends before it.
    pub(super) fn play(
        &mut self,
        request: &RequestedMove,
        place: Option<Place>,
    ) -> Result<bool, Unanswerable> {
        if self.walk.pending.is_some() {
            return Ok(false);
        }
        // Moving on is to let an omission stand; if that ends the game, the move comes too late.
        if self.walk.board.state().ending().is_none()
            && self.walk.board.state().waiting_ending().is_some()
        {
            self.walk.board.close();
        }
        if self.is_over() {
            return Ok(false);
        }
        let Board::Game(game) = &mut self.walk.board else {
            return Ok(false);
        };
        let ply = game.state().ply().saturating_add(1);
        match game.play_as(request, self.reading) {
            Ok((m, _)) => {
                if let [.., before, _] = game.positions() {
                    self.walk.coordinates.push(before, &m);
                    if self.strict.is_some() && m.omits_capture() {
                        let before = before.clone();
                        let fault = self.fault_of(&before, request, ply, place);
                        self.walk.accepted.extend(fault);
                        self.may_be_unfinished(&before, request, ply)?;
                    }
                }
                self.walk.used += 1;
                self.note_duties();
                Ok(true)
            }
            Err(Refusal::Exhausted(_)) => Err(Unanswerable::TooWide { ply }),
            Err(refusal) if refusal.awaits_designation() => {
                self.walk.pending = self.designation();
                Ok(false)
            }
            Err(Refusal::Broken { mut violations }) => {
                if !game.is_irregular() {
                    trace(game, &mut violations);
                }
                if let Some(goes_on) = self.stopped_on_the_way(request, ply, place)? {
                    return Ok(goes_on);
                }
                if let Some(told) = self.short_capture(request, ply, &violations) {
                    let played = RequestedMove::from(told.played.as_str());
                    self.walk.short_moves.push(self.walk.used);
                    self.walk.short_captures.push(ShortCapture {
                        text: harmless(&told.text),
                        ..told
                    });
                    return self.play(&played, place);
                }
                let second = self.second_move(request, &violations);
                let before = Box::new(self.walk.board.state().position().clone());
                let fault = Fault {
                    second,
                    index: self.walk.used,
                    ply,
                    before,
                    place,
                    violations,
                    request: request.clone(),
                };
                self.irregular(fault)
            }
        }
    }

    /// The position after a move of the side that has just moved.
    fn second_move(
        &self,
        request: &RequestedMove,
        violations: &[Violation],
    ) -> Option<Box<Position>> {
        if self.walk.used == 0 {
            return None;
        }
        let position = self.walk.board.state().position();
        let after = after_second_move(position, &request.as_request(), self.reading, violations);
        after.map(Box::new)
    }

    /// Which of several captures a short text means, if the moves behind it in the record tell.
    fn short_capture(
        &mut self,
        request: &RequestedMove,
        ply: u32,
        violations: &[Violation],
    ) -> Option<ShortCapture> {
        let Standing::Record(record) = &self.question.game else {
            return None;
        };
        let RequestedMove::Text(text) = request else {
            return None;
        };
        let next = self.walk.used + 1;
        // What is said may change the board beside the moves.
        let facts = self.question.facts.iter();
        let beside = facts.filter(|dated| dated.fact.kind.may_change_the_board());
        let beside = beside.filter_map(|dated| dated.after_ply.map(|ply| ply as usize));
        let last = beside.filter(|ply| *ply >= next).min();
        let reading = self.reading;
        let read = |position: &Position, at: usize| {
            let recorded = record.moves.get(at);
            let recorded = recorded.filter(|_| last.is_none_or(|last| at < last))?;
            match position.read_move(&recorded.request.as_request(), reading) {
                Ok(played) => Some(vec![(played, at + 1)]),
                Err(Refusal::Broken { violations }) => {
                    let meant = meanings(position, &violations).into_iter();
                    Some(meant.map(|(_, played)| (played, at + 1)).collect())
                }
                Err(Refusal::Exhausted(_)) => None,
            }
        };
        let position = self.walk.board.state().position();
        let capture = (ply, text.as_str());
        let told = ShortCapture::told(
            position,
            capture,
            violations,
            next,
            read,
            &mut self.patience,
        );
        told.map(|(capture, _)| capture)
    }

    /// What the law says of a move that omits a capture.
    pub(super) fn fault_of(
        &self,
        before: &Position,
        request: &RequestedMove,
        ply: u32,
        place: Option<Place>,
    ) -> Option<Fault> {
        let strict = self.strict.as_deref().unwrap_or(self.law());
        let parsed = Position::from_fen(strict, &before.to_fen(), Strictness::Relaxed).ok()?;
        let refusal = parsed
            .position
            .read_move(&request.as_request(), self.reading)
            .err()?;
        Some(Fault {
            second: None,
            index: self.walk.used,
            ply,
            before: Box::new(before.clone()),
            place,
            violations: refusal.violations().to_vec(),
            request: request.clone(),
        })
    }

    /// Notes the duties after a refused draw that became due.
    pub(super) fn note_duties(&mut self) {
        let state = self.walk.board.state();
        let rule = &state.ruleset().end_rules().refused_offer;
        if rule.mode == Mode::Off || self.walk.duties.len() == 2 || self.is_over() {
            return;
        }
        let noted = |side: Side| self.walk.duties.iter().any(|duty| duty.side == side);
        let open = state.open_obligations().into_iter();
        let due =
            open.filter(|owed| owed.kind == ObligationKind::AwaitsArbiter && !noted(owed.side));
        let counters = state.running_counters();
        let mut due: SmallVec<[Duty; 2]> = due
            .map(|owed| {
                let refused = counters.iter().find(|counter| {
                    counter.kind == CounterKind::RefusedOffer && counter.side == Some(owed.side)
                });
                Duty {
                    side: owed.side,
                    since: refused.map_or(0, |counter| counter.since_ply),
                    due: owed.since_ply,
                }
            })
            .collect();
        due.sort_by_key(|duty| duty.due);
        self.walk.duties.extend(due);
    }

    /// The question which touched piece must move, if it is open.
    pub(super) fn designation(&self) -> Option<Pending> {
        let state = self.walk.board.state();
        let owed = state
            .open_obligations()
            .into_iter()
            .find(|owed| owed.kind == ObligationKind::MustDesignate)?;
        let names = owed
            .squares
            .iter()
            .map(|square| state.position().square_name(*square));
        Some(Pending::Facts(Query {
            kind: QueryKind::Designation,
            side: Some(owed.side),
            ply: Some(owed.since_ply),
            choices: names.collect(),
        }))
    }
}

/// Makes the reasons of a refused chess move exact by the moves that led there.
fn trace(game: &Game, violations: &mut [Violation]) {
    let Some(start) = game.positions().first().and_then(Position::as_chess) else {
        return;
    };
    let moves: Vec<chess::Move> = game
        .moves()
        .iter()
        .filter_map(|m| match m {
            Move::Chess(m) => Some(*m),
            Move::Draughts(_) => None,
        })
        .collect();
    chess::trace(violations, start, &moves);
}
