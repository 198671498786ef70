//! Applies the facts of a ply: what needs to be known first, what has no effect, what costs time.

use super::{Announced, MadeClaim, Penalty, Pending, Walker};
use crate::{
    Cause, Outcome, Side, Violation, ViolationCode,
    adjudication::{
        decide,
        question::Unanswerable,
        ruling::{Query, QueryKind, RefusedFact},
    },
    game::{Basis, ClaimKind, Ending, Fact, FactKind, Note, Refusal, RequestedMove},
    rulebook::Topic,
};

impl Walker<'_> {
    /// Applies the facts of one ply in order.
    pub(super) fn facts(&mut self, due: &[usize]) -> Result<(), Unanswerable> {
        // What a fact brought about earlier is done with.
        self.walk.penalties.clear();
        for (place, index) in due.iter().enumerate() {
            if self.walk.pending.is_some() {
                return Ok(());
            }
            // A fact may need a search of its own.
            if self.question.interrupt.is_raised() {
                return Err(Unanswerable::Interrupted);
            }
            let Some(dated) = self.question.facts.get(*index) else {
                continue;
            };
            if self.answered.contains(index) {
                continue;
            }
            let later = due.get(place + 1..).unwrap_or_default();
            if !self.is_over()
                && (self.both_flags(dated, later)
                    || self.absence(dated, later)
                    || self.quickplay(*index, dated, later))
            {
                continue;
            }
            if !self.is_over()
                && let Some(pending) = self.needs_to_know(&dated.fact)
            {
                self.walk.pending = Some(pending);
                return Ok(());
            }
            self.fact(*index, &dated.fact)?;
        }
        Ok(())
    }

    fn fact(&mut self, index: usize, fact: &Fact) -> Result<(), Unanswerable> {
        if let FactKind::FoundIrregularStart { fault } = fact.kind {
            self.walk.found_start = Some(fault);
        }
        if !self.is_over()
            && let Some(violation) = self
                .context()
                .rules_out(self.law(), fact)
                .or_else(|| self.has_not_waited(fact))
        {
            self.refuse(index, vec![violation], false);
            return Ok(());
        }
        if self.is_obvious_win(fact) {
            return Ok(());
        }
        if let FactKind::Claimed { kind, intended } = &fact.kind {
            self.note_claim(*kind, intended.as_ref());
        }
        if !self.is_over() {
            self.walk.last_fact_by = Some(fact.by);
        }
        let released = self.released_by_fact(fact)?;
        let perpetual = self.offered_perpetual_check(fact);
        let history_matters = self.reaches_before_the_start(fact);
        let applied = match self.walk.board.apply(fact, self.reading) {
            Ok(applied) => applied,
            Err(Refusal::Exhausted(_)) => {
                let ply = self.walk.board.state().ply();
                return Err(Unanswerable::TooWide { ply });
            }
            Err(Refusal::Broken { violations }) => {
                let fails = |violation: &Violation| violation.code == ViolationCode::ClaimNotValid;
                if history_matters && violations.iter().all(fails) {
                    self.walk.pending = Some(self.ask(QueryKind::History, None));
                    return Ok(());
                }
                self.refuse(index, violations, false);
                return Ok(());
            }
        };
        self.note_fate(fact);
        if let Some((before, found)) = released {
            let ply = self.walk.board.state().ply();
            self.take_as_unfinished(&before, &found, ply);
        }
        // The last offer counts; one that draws by checks that were given needs no search, and an earlier one explains nothing then.
        if fact.kind == FactKind::OfferedPerpetualCheck {
            self.walk.perpetual = perpetual;
        }
        let topic = match &fact.kind {
            FactKind::Claimed { .. } => Topic::WrongClaim,
            _ => Topic::IllegalMoves,
        };
        let as_offer = applied.notes.contains(&Note::ClaimCountsAsOffer);
        for note in applied.notes {
            match note {
                Note::ClaimWrong { .. } if history_matters => {
                    self.walk.pending = Some(self.ask(QueryKind::History, None));
                    return Ok(());
                }
                Note::ClaimWrong { violation } => self.refuse(index, vec![violation], as_offer),
                Note::TimePenalty { .. } => {
                    let penalty = Penalty::of(&note, self.law().cite(topic));
                    self.walk.penalties.extend(penalty);
                }
                // A claim of a dead position that could not be decided: those of a quickplay finish do not come here.
                Note::ArbiterDecides => {
                    self.walk.pending = Some(self.ask(QueryKind::CanMate, None));
                    return Ok(());
                }
                Note::CountedAlready => self.walk.note_counted_once(fact),
                Note::OfferLapsed
                | Note::OmissionLetStand
                | Note::ClaimCountsAsOffer
                | Note::TouchNoted
                | Note::Noted => {}
            }
        }
        Ok(())
    }

    /// An arbiter who finds a win obvious, on the ply on which a limit of moves would have drawn the game: his decision goes before the
    /// limit, where the rulebook says so (FMJD64 7.2.9).
    fn is_obvious_win(&mut self, fact: &Fact) -> bool {
        let FactKind::ArbiterDecided {
            outcome: Some(won @ Outcome::Win(_)),
            ..
        } = fact.kind
        else {
            return false;
        };
        let state = self.walk.board.state();
        let ply = state.ply();
        let drawn_now = state
            .ending()
            .is_some_and(|ending| ending.ply == ply && decide::is_limit_of_moves(ending.cause));
        if !drawn_now || !self.law().rulebook().excepts_obvious_wins() {
            return false;
        }
        let ending = Ending::automatic(Cause::ArbiterDecision, won, ply);
        self.walk.board.end_otherwise(ending.by(Basis::Arbiter));
        true
    }

    pub(in crate::adjudication) fn refuse(
        &mut self,
        index: usize,
        violations: Vec<Violation>,
        counts_as_offer: bool,
    ) {
        let state = self.walk.board.state();
        let refused = RefusedFact {
            index,
            violations,
            counts_as_offer,
            position: Box::new(state.position().clone()),
            ply: state.ply(),
        };
        self.walk.refused.push(refused);
    }

    pub(in crate::adjudication) fn ask(&self, kind: QueryKind, side: Option<Side>) -> Pending {
        self.ask_of(kind, side, self.walk.board.state().ply())
    }

    /// A question about this ply.
    pub(super) fn ask_of(&self, kind: QueryKind, side: Option<Side>, ply: u32) -> Pending {
        Pending::Facts(Query {
            kind,
            side,
            ply: Some(ply),
            choices: Vec::new(),
        })
    }

    /// Remembers what a claim speaks of: a position on the board, or the one after the intended move.
    fn note_claim(&mut self, kind: ClaimKind, intended: Option<&RequestedMove>) {
        let state = self.walk.board.state();
        let Some(request) = intended else {
            let position = Box::new(state.position().clone());
            self.walk.claims.push(MadeClaim {
                kind,
                position,
                announced: None,
            });
            return;
        };
        let read = state
            .position()
            .read_move(&request.as_request(), self.reading);
        let Ok(m) = read else {
            return;
        };
        let text = state.position().texts(std::slice::from_ref(&m));
        let text = text.ok().and_then(|mut texts| texts.pop());
        let mut after = state.clone();
        after.play(&m);
        self.walk.claims.push(MadeClaim {
            kind,
            position: Box::new(after.position().clone()),
            announced: Some(Announced {
                text: text.unwrap_or_default(),
                counters: after.running_counters(),
            }),
        });
    }
}
