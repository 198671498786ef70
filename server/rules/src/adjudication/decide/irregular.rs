//! What an irregularity brings: a completed illegal move that counts against its player, and what must be known before anything can be
//! put right.

use super::{Case, is_finished};
use crate::{
    ViolationCode,
    adjudication::{
        irregular_start::wrong_start,
        proof,
        question::{Irregularities, Standing, TimeClass, Unanswerable},
        ruling::{Assumption, Query, QueryKind},
        walk::{Fault, Penalty, Pending, unsupervised},
    },
    game::{Fact, FactKind, Note, Refusal},
    rulebook::{Mode, StartRemedy, Topic},
};

impl Case<'_> {
    /// In a record that is put right, an illegal move that was completed costs its player time, and the game if it is not his first
    /// (FIDE 7.5.5).
    pub(super) fn count_the_illegal_move(&mut self) -> Result<(), Unanswerable> {
        let rectified = self.question.irregularities == Irregularities::Rectified;
        let Some(fault) = self
            .walk
            .fault
            .clone()
            .filter(|_| rectified && !is_finished(self.question) && self.start.is_none())
        else {
            return Ok(());
        };
        // A move out of turn is no illegal move of the player on turn.
        if self.law().end_rules().illegal_moves.mode == Mode::Off
            || !is_illegal(&fault)
            || fault.second.is_some()
        {
            return Ok(());
        }
        // Once the opponent has moved on it stands where nobody watches (FIDE A.5.2).
        let late = unsupervised(self.law().rulebook(), &self.question.context) != Some(false);
        if late && self.was_played_on(&fault) {
            return Ok(());
        }
        // So it does behind the last moves among which the rulebook puts it right (US Chess 11B).
        let window = self.law().rulebook().illegal_move_rule(false).window;
        if !window.is_open(self.question.moves_behind(fault.index)) {
            return Ok(());
        }
        let by = self.walk.board.state().position().side_to_move();
        let text = proof::shown(&fault.request);
        let fact = Fact {
            by,
            kind: FactKind::CompletedIllegalMove { text },
        };
        let applied = match self.walk.board.apply(&fact, &crate::Reading::default()) {
            Ok(applied) => applied,
            Err(Refusal::Exhausted(_)) => return Err(Unanswerable::TooWide { ply: fault.ply }),
            Err(Refusal::Broken { .. }) => return Ok(()),
        };
        let citation = self.law().cite(Topic::IllegalMoves);
        let given = applied.notes.iter();
        let given = given.filter_map(|note| Penalty::of(note, citation));
        self.walk.penalties.extend(given);
        if applied.notes.contains(&Note::CountedAlready) {
            self.walk.note_counted_once(&fact);
        }
        self.walk.last_fact_by = Some(by);
        self.ending = self.walk.board.state().ending().cloned();
        self.assume(Assumption::IllegalMoveCompleted);
        Ok(())
    }

    fn was_played_on(&self, fault: &Fault) -> bool {
        self.question.moves_behind(fault.index) > 0
    }

    /// Takes what was said of a game that began wrongly, by the opponent or by the arbiter: it stands, or is put right.
    pub(super) fn take_answer_to_the_start(&mut self) {
        let start = wrong_start(self.question, &self.walk, self.start.as_ref());
        let Some(fault) = start.map(|start| start.fault) else {
            return;
        };
        let rule = self.law().rulebook().start_rule(fault, false);
        let opponent_decides = rule.is_some_and(|rule| rule.remedy == StartRemedy::OpponentDecides);
        let last = match &self.question.game {
            Standing::Record(record) => u32::try_from(record.moves.len()).unwrap_or(u32::MAX),
            Standing::State(state) => state.ply(),
        };
        let facts = self.question.facts.iter().enumerate();
        for (index, dated) in facts.filter(|(_, it)| it.after_ply.is_none_or(|ply| ply >= last)) {
            let stands = match &dated.fact.kind {
                FactKind::LetStand if opponent_decides => true,
                FactKind::RequestedCorrection if opponent_decides => false,
                FactKind::ArbiterDecided {
                    outcome: None,
                    decided_advantage: None,
                } if rule.is_none() => true,
                _ => continue,
            };
            self.walk.start_stands = Some(stands);
            // It speaks of the start, and not of a capture that was left out.
            self.walk.refused.retain(|refused| refused.index != index);
        }
    }

    /// Asks what must be known before an irregularity can be put right while the game is played: who watched it, what the opponent
    /// chose, what the arbiter decides where the rulebook is silent.
    pub(super) fn ask_what_an_irregularity_needs(&mut self) {
        if self.ending.is_some() || self.walk.pending.is_some() || is_finished(self.question) {
            return;
        }
        let context = &self.question.context;
        let book = self.law().rulebook();
        let unknown = unsupervised(book, context).is_none();
        let wrong_start = wrong_start(self.question, &self.walk, self.start.as_ref());
        let pending = match (wrong_start, &self.walk.fault) {
            (Some(start), _) => {
                let rules = [false, true].map(|alone| book.start_rule(start.fault, alone));
                let remedies = rules.map(|rule| rule.map(|rule| rule.after(start.ply / 2).0));
                let [watched, alone] = remedies;
                match watched {
                    _ if unknown && watched != alone => Some(self.facts(QueryKind::Supervision)),
                    None | Some(StartRemedy::OpponentDecides)
                        if self.walk.start_stands.is_some() =>
                    {
                        None
                    }
                    None => Some(Pending::Arbiter(self.query(QueryKind::ArbiterDecision))),
                    Some(StartRemedy::OpponentDecides) => Some(self.facts(QueryKind::Irregularity)),
                    Some(_) => None,
                }
            }
            (None, Some(fault)) if unknown && self.was_played_on(fault) && is_illegal(fault) => {
                Some(Pending::Facts(Query {
                    ply: Some(fault.ply),
                    ..self.query(QueryKind::Supervision)
                }))
            }
            _ => None,
        };
        if pending.is_some() {
            self.walk.pending = pending;
        }
    }

    fn facts(&self, kind: QueryKind) -> Pending {
        Pending::Facts(self.query(kind))
    }

    fn query(&self, kind: QueryKind) -> Query {
        Query {
            kind,
            side: None,
            ply: Some(self.walk.board.state().ply()),
            choices: Vec::new(),
        }
    }
}

/// Whether a fault of a record is a move that breaks a rule of movement, and not one that cannot be read, says too little, or breaks
/// what its player was bound to.
fn is_illegal(fault: &Fault) -> bool {
    let mut codes = fault.violations.iter().map(|violation| violation.code);
    !fault.violations.is_empty()
        && !codes.any(|code| {
            matches!(
                code,
                ViolationCode::UnreadableMove
                    | ViolationCode::Ambiguous
                    | ViolationCode::OffTheBoard
                    | ViolationCode::CastlingNotationRequired
                    | ViolationCode::TouchedPiece
                    | ViolationCode::AwaitingDesignation
                    | ViolationCode::IntendedMoveBinds
                    | ViolationCode::IntendedPieceBinds
            )
        })
}

/// Whether the time class is one with the shorter penalties.
pub(in crate::adjudication) const fn is_fast(class: Option<TimeClass>) -> bool {
    matches!(class, Some(TimeClass::Rapid | TimeClass::Blitz))
}
