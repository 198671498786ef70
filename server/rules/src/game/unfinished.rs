//! A capture from which the hand is taken before its end, where the released hand completes a move (`completion=hand_released`).
//!
//! It is an irregularity of its own, which the opponent accepts or has completed. It is no omission: where a law has a right against
//! omissions (`huff`, `correct_on_request`), stopping on the way is one of those. Nor is it a wrong choice among captures: at least one
//! lawful capture must go on from where the piece was released.

use super::{
    action::{Fact, FactKind, RequestedMove},
    obligations::OmissionRight,
    record::Game,
    state::{Applied, GameState, Note, Refusal},
};
use crate::{
    MoveRequest, Ruleset, Side, Strictness, ViolationCode,
    draughts::{self, BudgetExhausted, Omission},
    position::{Move, Position, Reading},
    rulebook::{Completion, Topic},
};

/// Ways of one capture that are looked at.
const MOST_ROUTES: usize = 256;

/// A capture that stops before its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Unfinished {
    /// The capture as far as it was made.
    pub(crate) stop: draughts::Move,
    /// The lawful captures that go on from there.
    pub(crate) ways: Vec<draughts::Move>,
    /// The position by the reading of the law in which captures may stop on their way: there the stop has a text of its own.
    pub(crate) within: Position,
}

impl Fact {
    /// Whether it says, directly behind a move of this player, that his hand was taken from it, or what his opponent wants of it. A
    /// record in which that stands means a capture that was left unfinished, where the move is none that the law allows.
    #[must_use]
    pub fn speaks_of_a_move_by(&self, mover: Side) -> bool {
        let by = match self.kind {
            FactKind::Released { stopped: None } => mover,
            FactKind::LetStand | FactKind::RequestedCorrection => mover.opponent(),
            _ => return false,
        };
        self.by == by
    }
}

impl FactKind {
    /// Whether it may change the board, so that what is written behind it is read on another one.
    #[must_use]
    pub const fn may_change_the_board(&self) -> bool {
        matches!(
            self,
            FactKind::Huffed { .. }
                | FactKind::RequestedCorrection
                | FactKind::Released { stopped: Some(_) }
        )
    }
}

impl Unfinished {
    /// What a request means in this position, if that is a capture which stops on its way, and by this law an irregularity of its own.
    ///
    /// # Errors
    /// A capture tree is wider than the bound on work allows.
    pub(crate) fn find(
        law: &Ruleset,
        position: &Position,
        request: &MoveRequest<'_>,
        reading: &Reading,
    ) -> Result<Option<Unfinished>, BudgetExhausted> {
        let is_omission = matches!(
            law.switches().map(|rules| rules.omission),
            Some(Omission::CorrectOnRequest | Omission::Huff)
        );
        let Some(stops) = Stops::of(law, position).filter(|_| !is_omission) else {
            return Ok(None);
        };
        match stops.lenient.read_move(request, reading) {
            Ok(Move::Draughts(m)) => stops.unfinished(&m),
            Err(Refusal::Exhausted(spent)) => Err(spent),
            Ok(Move::Chess(_)) | Err(Refusal::Broken { .. }) => Ok(None),
        }
    }

    /// The one that is asked for, of a state in which it is known that stopping was no omission: a record that is read as its players
    /// accepted it has a law in which it would be.
    pub(super) fn with(
        law: &Ruleset,
        position: &Position,
        is_it: impl Fn(&draughts::Move) -> bool,
    ) -> Result<Option<Unfinished>, BudgetExhausted> {
        let Some(stops) = Stops::of(law, position) else {
            return Ok(None);
        };
        let moves = stops.lenient.legal_moves()?;
        let found = moves.into_iter().find_map(|m| match m {
            Move::Draughts(m) if is_it(&m) => Some(m),
            _ => None,
        });
        found.map_or(Ok(None), |m| stops.unfinished(&m))
    }
}

/// A position by its own law, and by one that lets captures stop on their way.
struct Stops {
    strict: draughts::Position,
    lenient: Position,
}

impl Stops {
    /// None where the released hand completes no move.
    fn of(law: &Ruleset, position: &Position) -> Option<Stops> {
        if law.end_rules().completion != Completion::HandReleased {
            return None;
        }
        let text = position.to_fen();
        let by = |law: &Ruleset| {
            let parsed = Position::from_fen(law, &text, Strictness::Relaxed).ok()?;
            Some(parsed.position)
        };
        let strict = match law.switches()?.omission {
            Omission::Reject | Omission::Loss | Omission::Allowed => by(law)?,
            Omission::CorrectOnRequest | Omission::Huff => {
                by(&law.reading_omissions_as(Omission::Reject)?)?
            }
        };
        let Position::Draughts(strict) = strict else {
            return None;
        };
        let lenient = by(&law.reading_omissions_as(Omission::CorrectOnRequest)?)?;
        Some(Stops { strict, lenient })
    }

    fn unfinished(&self, stop: &draughts::Move) -> Result<Option<Unfinished>, BudgetExhausted> {
        let Position::Draughts(lenient) = &self.lenient else {
            return Ok(None);
        };
        if !stop.stops_on_the_way() {
            return Ok(None);
        }
        let routes = lenient.routes(stop, MOST_ROUTES)?;
        let mut ways = Vec::new();
        for m in self.strict.legal_moves()? {
            let goes_on = m.from == stop.from
                && m.captured.len() > stop.captured.len()
                && stop.captured.is_subset(m.captured);
            if !goes_on {
                continue;
            }
            for route in &routes {
                if self.strict.begins_with(&m, &route.landings)? {
                    ways.push(m);
                    break;
                }
            }
        }
        let stop = *stop;
        Ok((!ways.is_empty()).then(|| Unfinished {
            stop,
            ways,
            within: self.lenient.clone(),
        }))
    }
}

impl GameState {
    /// A player takes his hand from a capture before its end.
    pub(super) fn release_on_the_way(
        &mut self,
        by: Side,
        request: &MoveRequest<'_>,
        reading: &Reading,
    ) -> Result<Applied, Refusal> {
        let rules = self.ruleset.end_rules();
        if self.position.as_draughts().is_none() {
            return Err(self.refused(ViolationCode::NotInRulebook, Topic::Completion));
        }
        if by != self.position.side_to_move() {
            return Err(self.refused(ViolationCode::NotYourTurn, Topic::Completion));
        }
        // Until the clock is pressed the player may go on.
        if rules.completion == Completion::ClockPressed {
            return Ok(self.done(vec![Note::Noted]));
        }
        let refusal = match self.read_move(request, reading) {
            Err(refusal) => refusal,
            // By a law with a right against omissions this is one.
            Ok(m) if self.omission_right().is_some() && m.stops_on_the_way() => {
                return self.applied(&m, GameState::play_from);
            }
            Ok(_) => return Err(self.refused(ViolationCode::MoveIsLegal, Topic::Completion)),
        };
        self.still_open()?;
        let found = Unfinished::find(&self.ruleset, &self.position, request, reading)?;
        let Some(found) = found else {
            return Err(refusal);
        };
        // What a touch or an announced move binds to, the capture must be on the way to.
        let mut ways: Vec<Move> = found.ways.into_iter().map(Move::Draughts).collect();
        self.keep_allowed(&mut ways);
        if ways.is_empty() {
            return Err(refusal);
        }
        self.applied(&Move::Draughts(found.stop), GameState::play_unfinished)
    }

    /// The captures that complete the one from which the side to move took its hand, if the opponent asked for that.
    pub(super) fn completions(&self) -> Result<Option<Vec<Move>>, BudgetExhausted> {
        let Some(stop) = &self.obligations.must_complete else {
            return Ok(None);
        };
        let found = Unfinished::with(&self.ruleset, &self.position, |m| is(stop, m))?;
        let ways = found.map_or(Vec::new(), |found| found.ways);
        Ok(Some(ways.into_iter().map(Move::Draughts).collect()))
    }

    /// The capture that was left unfinished and that the opponent may have completed, with the position before it.
    pub(crate) fn open_stop(&self) -> Option<(&Move, &Position)> {
        let omission = self.obligations.omission.as_ref();
        let omission = omission.filter(|it| it.unfinished && self.ending.is_none())?;
        Some((&omission.offence, &omission.before.position))
    }

    /// The ply of a capture that was left unfinished, where the game ended while it was the opponent's to accept it or not.
    pub(crate) fn unanswered_stop(&self) -> Option<u32> {
        let omission = self.obligations.omission.as_ref();
        let unanswered = omission.is_some_and(|it| it.unfinished) && self.ending.is_some();
        unanswered.then_some(self.ply)
    }

    /// The way on from a capture that was left unfinished, by this law, within the bound on work.
    pub(crate) fn ways_on(law: &Ruleset, before: &Position, stop: &Move) -> Vec<Move> {
        let found = Unfinished::with(law, before, |m| is(stop, m));
        let ways = found.ok().flatten().map_or(Vec::new(), |found| found.ways);
        ways.into_iter().map(Move::Draughts).collect()
    }

    /// What may be done about the omission that is open, or about the capture that was left unfinished.
    pub(super) fn open_right(&self) -> Option<OmissionRight> {
        match &self.obligations.omission {
            Some(omission) if omission.unfinished => Some(OmissionRight::Complete),
            _ => self.omission_right(),
        }
    }
}

/// Whether this is that stop, whatever the law says of it.
fn is(stop: &Move, m: &draughts::Move) -> bool {
    matches!(stop, Move::Draughts(stop)
        if (stop.from, stop.to, stop.captured) == (m.from, m.to, m.captured))
}

impl Game {
    /// Goes on from a capture that was left unfinished; the opponent may accept it or have it completed.
    pub(crate) fn stop_on_the_way(&mut self, stop: &Move) {
        self.state_mut().play_unfinished(stop);
        self.moves.push(*stop);
    }

    /// Plays a move of a record that was refused so and that something is said of directly behind it
    /// ([`Fact::speaks_of_a_move_by`]), if it is a capture that was left unfinished. With it the position before it, by the reading of the
    /// law in which captures may stop on their way: that has a text for it. None: it is no such capture.
    ///
    /// # Errors
    /// A capture tree is wider than the bound on work allows.
    pub fn play_stopped(
        &mut self,
        request: &RequestedMove,
        reading: &Reading,
        refusal: &Refusal,
    ) -> Result<Option<(Position, Move)>, BudgetExhausted> {
        let state = self.state();
        let is_broken = matches!(refusal, Refusal::Broken { .. }) && !refusal.awaits_designation();
        if !is_broken || state.still_open().is_err() {
            return Ok(None);
        }
        let request = request.as_request();
        let found = Unfinished::find(state.ruleset(), state.position(), &request, reading)?;
        Ok(found.map(|found| {
            let stop = Move::Draughts(found.stop);
            self.stop_on_the_way(&stop);
            (found.within, stop)
        }))
    }

    /// The move that was just played, an omission by the law that the record is read by, is a capture that was left unfinished.
    pub(crate) fn take_as_unfinished(&mut self) {
        if let Some(omission) = &mut self.state_mut().obligations.omission {
            omission.unfinished = true;
        }
    }
}
