//! Reports that an illegal position stood (FIDE A.5.4), after a move that broke the rules: when the arbiter has waited long enough, and
//! what is done with a report of a position that cannot be.

use super::{Fault, Walker, schedule};
use crate::{
    Cause, Outcome, Violation, ViolationCode,
    adjudication::circumstances::counts_illegal_moves,
    game::{Action, Basis, Ending, Fact, FactKind, GameState},
    rulebook::Topic,
};

impl Walker<'_> {
    /// Looks for a report behind a move after which the pieces stand as they cannot: the walk ends there, and so the facts behind
    /// it are read here. True where the game is drawn by a report. It is not where something else has ended the game before, nor
    /// where the move must be put right (`stands` is false); then every report is refused, with the reason.
    pub(super) fn illegal_position_stood(&mut self, fault: &Fault, stands: bool) -> bool {
        let question = self.question;
        let last = u32::try_from(self.total).unwrap_or(u32::MAX);
        let mut passed = Vec::new();
        let mut before = self.walk.board.to_state();
        for (ply, index) in schedule(question, last) {
            if ply as usize <= fault.index || self.answered.contains(&index) {
                continue;
            }
            let Some(dated) = question.facts.get(index) else {
                continue;
            };
            let fact = &dated.fact;
            if fact.kind != FactKind::IllegalPositionStood {
                self.pass(&mut before, fact);
                passed.push(index);
                continue;
            }
            let refusal = match self.why_not(&before, fact) {
                None if stands && ply as usize > fault.index + 1 => None,
                None => Some(self.nothing_to_decide()),
                refusal => refusal,
            };
            if let Some(violation) = refusal {
                self.refuse(index, vec![violation], false);
                self.answered.push(index);
                continue;
            }
            if let Some(pending) = self.needs_to_know(fact) {
                self.walk.pending = Some(pending);
                return false;
            }
            // What happened before it ended nothing, and did not come too late either.
            self.answered.append(&mut passed);
            self.answered.push(index);
            self.walk.coordinates.push_irregular();
            self.walk.used = ply as usize;
            let stands = Ending::automatic(Cause::IllegalPositionStands, Outcome::Draw, ply);
            self.walk.board.end(stands.by(Basis::Arbiter));
            return true;
        }
        false
    }

    /// Why a report comes too early: the arbiter waits until the move after the illegal one is completed.
    pub(super) fn has_not_waited(&self, fact: &Fact) -> Option<Violation> {
        let fault = self.walk.accepted.last()?;
        let is_last =
            fault.index + 1 == self.walk.used && self.walk.coordinates.is_irregular(fault.index);
        let early = is_last && fact.kind == FactKind::IllegalPositionStood;
        early.then(|| self.nothing_to_decide())
    }

    /// Takes a fact behind the move for what it does to a game whatever its position is. A claim does nothing: it speaks of
    /// positions, and here is none.
    fn pass(&self, state: &mut GameState, fact: &Fact) {
        let claims = matches!(
            fact.kind,
            FactKind::Claimed { .. } | FactKind::OfferedPerpetualCheck
        );
        if !claims && self.context().rules_out(self.law(), fact).is_none() {
            // A fact that is refused ends nothing.
            let _ = state.apply_as(&Action::Fact(fact.clone()), self.reading);
        }
    }

    /// Why this report ends nothing, whenever it is made: the game was over, or the article does not hold here.
    fn why_not(&self, before: &GameState, report: &Fact) -> Option<Violation> {
        let law = self.law();
        let (code, topic) = if before.ending().is_some() {
            (ViolationCode::GameOver, before.topic_of_the_end())
        } else if counts_illegal_moves(law) {
            return self.context().rules_out(law, report);
        } else {
            (ViolationCode::NotInRulebook, Topic::IllegalPosition)
        };
        Some(Violation::new(code).citing(law.cite(topic)))
    }

    fn nothing_to_decide(&self) -> Violation {
        let citation = self.law().cite(Topic::IllegalPosition);
        Violation::new(ViolationCode::NothingToDecide).citing(citation)
    }
}
