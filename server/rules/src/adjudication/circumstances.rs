//! What the circumstances have to do with a fact: what must be known first, and what leaves no room for it.

use super::{
    question::{DatedFact, Room, TimeClass},
    ruling::QueryKind,
    walk::{Pending, Walker},
};
use crate::{
    Cause, Outcome, Ruleset, Violation, ViolationCode,
    game::{Basis, ClaimKind, Ending, Fact, FactKind},
    rulebook::{Mode, RulebookId, Topic},
};

impl Walker<'_> {
    /// Whether a claim may be good by what was played before the start, which is not known.
    pub(super) fn reaches_before_the_start(&self, fact: &Fact) -> bool {
        let state = self.walk.board.state();
        let FactKind::Claimed { kind, .. } = &fact.kind else {
            return false;
        };
        *kind == ClaimKind::Repetition
            && !state.history_known()
            && state.first_ply_of_window() == 0
            && state.ruleset().end_rules().repetition.mode == Mode::Claim
    }

    /// What must be known before a fact can be judged.
    pub(super) fn needs_to_know(&self, fact: &Fact) -> Option<Pending> {
        let (context, law) = (self.context(), self.law());
        match &fact.kind {
            FactKind::FlagFell if has_rooms(law) && context.room.is_none() => {
                Some(self.ask(QueryKind::Room, None))
            }
            FactKind::Claimed {
                kind: ClaimKind::Repetition,
                ..
            } if law.end_rules().repetition.score_sheet && context.score_sheet_kept.is_none() => {
                Some(self.ask(QueryKind::ScoreSheet, Some(fact.by)))
            }
            FactKind::IllegalPositionStood if counts_illegal_moves(law) => {
                match (context.time_class, context.supervised) {
                    (None, _) => Some(self.ask(QueryKind::TimeClass, None)),
                    (Some(TimeClass::Rapid | TimeClass::Blitz), None) => {
                        Some(self.ask(QueryKind::Supervision, None))
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Why the circumstances leave no room for a fact.
    pub(super) fn out_of_place(&self, fact: &Fact) -> Option<Violation> {
        let (context, law) = (self.context(), self.law());
        let (code, topic) = match &fact.kind {
            FactKind::FlagFell if has_rooms(law) && context.room == Some(Room::Friends) => {
                (ViolationCode::NoClock, Topic::FlagFall)
            }
            FactKind::Claimed {
                kind: ClaimKind::Repetition,
                ..
            } if law.end_rules().repetition.score_sheet
                && context.score_sheet_kept == Some(false) =>
            {
                (ViolationCode::ClaimNotValid, Topic::Repetition)
            }
            // FIDE A.5.4 and B.3 apply where no arbiter watches this one game.
            FactKind::IllegalPositionStood
                if counts_illegal_moves(law)
                    && !(matches!(
                        context.time_class,
                        Some(TimeClass::Rapid | TimeClass::Blitz)
                    ) && context.supervised == Some(false)) =>
            {
                (ViolationCode::NotInRulebook, Topic::IllegalMoves)
            }
            _ => return None,
        };
        Some(Violation::new(code).citing(law.cite(topic)))
    }

    /// Two flags that fell at one ply (FIDE III.3.1): under Guidelines III the game is drawn in the last period and goes on in
    /// an earlier one; without them the order of the facts is taken.
    pub(super) fn both_flags(&mut self, dated: &DatedFact, later: &[usize]) -> bool {
        if dated.fact.kind != FactKind::FlagFell || !counts_illegal_moves(self.law()) {
            return false;
        }
        let facts = &self.question.facts;
        let Some(other) = later.iter().find_map(|index| {
            facts.get(*index).filter(|other| {
                other.fact.kind == FactKind::FlagFell && other.fact.by != dated.fact.by
            })
        }) else {
            return false;
        };
        if self.context().quickplay_announced != Some(true) {
            self.walk.flags_in_order = true;
            return false;
        }
        match dated.last_period.or(other.last_period) {
            Some(true) => {
                let ply = self.walk.board.state().ply();
                let drawn = Ending::automatic(Cause::BothFlags, Outcome::Draw, ply);
                self.walk.board.end(drawn.by(Basis::Arbiter));
            }
            Some(false) => {}
            None => self.walk.pending = Some(self.ask(QueryKind::LastPeriod, None)),
        }
        true
    }
}

/// The rulebook with rooms: one with a clock, one without.
fn has_rooms(law: &Ruleset) -> bool {
    law.rulebook().id == RulebookId::CasualBr
}

fn counts_illegal_moves(law: &Ruleset) -> bool {
    law.end_rules().illegal_moves.mode != Mode::Off
}
