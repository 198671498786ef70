//! What the record says where the board decides nothing: a flag by its tags, a result that nobody can derive.

use super::Case;
use crate::{
    Cause, Outcome,
    adjudication::{
        conflict::{self, recorded_outcome},
        question::Irregularities,
        ruling::Assumption,
    },
    game::{Basis, Ending, Fact, FactKind},
    record::Termination,
};

impl Case<'_> {
    /// `Termination "Time forfeit"` with a result is the loser's fallen flag.
    pub(super) fn take_flag_from_the_record(&mut self) {
        let results = &self.question.results;
        if self.question.ignore_tags
            || !self.is_open()
            || results.termination != Some(Termination::TimeForfeit)
        {
            return;
        }
        let Some(Outcome::Win(winner)) = recorded_outcome(results) else {
            return;
        };
        let fact = Fact {
            by: winner.opponent(),
            kind: FactKind::FLAG_FELL,
        };
        // A rulebook without clocks knows no such fact: then the result is taken as it is written.
        if self
            .walk
            .board
            .apply(&fact, &crate::Reading::default())
            .is_ok()
        {
            self.walk.last_fact_by = Some(fact.by);
            self.ending = self.walk.board.state().ending().cloned();
            self.assume(Assumption::FlagFellAsRecorded);
        }
    }

    /// What nobody can derive from the board is as the record has it.
    pub(super) fn take_recorded_result(&mut self) {
        let accepted = self.question.irregularities == Irregularities::AsAccepted
            && self.ending.is_none()
            && self.walk.pending.is_none()
            && self.walk.fault.is_some();
        if !self.is_open() && !accepted {
            return;
        }
        let results = &self.question.results;
        let Some(outcome) = conflict::recorded(self.question) else {
            return;
        };
        let ply = self.walk.board.state().ply();
        let by_arbiter = !self.question.ignore_tags
            && results.termination == Some(Termination::Adjudication)
            && recorded_outcome(results).is_some();
        let cause = if by_arbiter {
            Cause::ArbiterDecision
        } else {
            Cause::ResultAsRecorded
        };
        let ending = Ending::automatic(cause, outcome, ply);
        self.ending = Some(ending.by(if by_arbiter {
            Basis::Arbiter
        } else {
            Basis::Fact
        }));
        self.assume(Assumption::ResultAsRecorded);
        if accepted {
            self.assume(Assumption::IrregularityAccepted);
        }
        if conflict::tag_differs_from_marker(self.question) {
            self.assume(Assumption::MarkerOverTag);
        }
    }
}
