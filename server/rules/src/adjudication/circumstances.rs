//! What the circumstances have to do with a fact: what must be known first, what leaves no room for it, and what facts of one ply are
//! decided together (two flags, two absences, a claim with the arbiter's answer). The same circumstances bind an action outside of a
//! ruling.

use std::sync::Arc;

use super::{
    question::{Context, DatedFact, Room, TimeClass},
    ruling::QueryKind,
    walk::{Penalty, Pending, Walker},
};
use crate::{
    Cause, Outcome, Reading, Ruleset, Violation, ViolationCode,
    game::{
        Action, Applied, Availability, Basis, ClaimKind, Ending, Fact, FactKind, GameState,
        OpenClaim, Refusal,
    },
    rulebook::{Mode, Topic},
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
            FactKind::FlagFell { .. } if has_rooms(law) && context.room.is_none() => {
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
                    // Whatever the time, an arbiter who watches sees it.
                    (_, Some(true)) => None,
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

    /// Two flags that fell at one ply (FIDE III.3.1): under Guidelines III the game is drawn in the last period and goes on in
    /// an earlier one; without them the order of the facts is taken. True where the two are done with.
    pub(super) fn both_flags(&mut self, dated: &DatedFact, later: &[usize]) -> bool {
        let FactKind::FlagFell { last_period } = dated.fact.kind else {
            return false;
        };
        if !self.law().rulebook().is_fide() {
            return false;
        }
        let facts = &self.question.facts;
        let Some((other, other_period)) = later.iter().find_map(|index| {
            let other = &facts.get(*index)?.fact;
            match other.kind {
                FactKind::FlagFell { last_period } if other.by != dated.fact.by => {
                    Some((*index, last_period))
                }
                _ => None,
            }
        }) else {
            return false;
        };
        if self.context().quickplay_announced != Some(true) {
            self.walk.flags_in_order = true;
            return false;
        }
        self.answered.push(other);
        match last_period.or(other_period) {
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

impl Walker<'_> {
    /// A player who did not appear has lost, and of two both, unless the arbiter decides otherwise (FIDE 6.7.1). True where the fact is
    /// done with.
    pub(super) fn absence(&mut self, dated: &DatedFact, later: &[usize]) -> bool {
        if dated.fact.kind != FactKind::Absent || !self.law().rulebook().is_federation_law() {
            return false;
        }
        let facts = &self.question.facts;
        let of = |index: &usize| facts.get(*index).map(|dated| &dated.fact);
        let decides = |fact: &Fact| {
            let kind = &fact.kind;
            matches!(
                kind,
                FactKind::ArbiterDecided {
                    outcome: Some(_),
                    ..
                }
            )
        };
        if later.iter().filter_map(of).any(decides) {
            return true;
        }
        let is_other = |index: &usize| {
            of(index)
                .is_some_and(|other| other.kind == FactKind::Absent && other.by != dated.fact.by)
        };
        let other = later.iter().copied().find(is_other);
        if let Some(other) = other {
            self.answered.push(other);
            let ply = self.walk.board.state().ply();
            let lost = Ending::automatic(Cause::Default, Outcome::BothLose, ply);
            self.walk.board.end(lost.by(Basis::Fact));
        }
        other.is_some()
    }

    /// A claim that the opponent makes no effort to win, or cannot win by normal means (FIDE III.4, III.5; US Chess 14H): no
    /// position decides it. The arbiter's decision, given as a fact of the same ply, is applied with it. True where the claim is done with.
    pub(super) fn quickplay(&mut self, index: usize, dated: &DatedFact, later: &[usize]) -> bool {
        let by = dated.fact.by;
        let FactKind::Claimed {
            kind: ClaimKind::Quickplay,
            intended: None,
        } = &dated.fact.kind
        else {
            return false;
        };
        let (context, law) = (self.context(), self.law());
        let cited = law.cite(Topic::Quickplay);
        let by_fide = law.rulebook().is_fide();
        if let Some(why) = context.rules_out(law, &dated.fact) {
            self.refuse(index, vec![why], false);
            return true;
        }
        if by != self.walk.board.state().position().side_to_move() {
            let why = Violation::new(ViolationCode::ClaimWindowClosed).citing(cited);
            self.refuse(index, vec![why], false);
            return true;
        }
        if by_fide && context.quickplay_announced.is_none() {
            self.walk.pending = Some(self.ask(QueryKind::QuickplayAnnounced, None));
            return true;
        }
        let facts = &self.question.facts;
        let decision = later.first().and_then(|index| facts.get(*index));
        let decided = decision.and_then(|it| match it.fact.kind {
            FactKind::ArbiterDecided { outcome, .. } => Some(outcome),
            _ => None,
        });
        if decided.is_some() {
            self.answered.extend(later.first());
        }
        let ply = self.walk.board.state().ply();
        match decided {
            None => {
                let Pending::Facts(query) = self.ask(QueryKind::NormalMeans, Some(by.opponent()))
                else {
                    return true;
                };
                self.walk.pending = Some(Pending::Arbiter(query));
                true
            }
            Some(Some(outcome)) => {
                let ending = Ending::automatic(Cause::ArbiterDecision, outcome, ply);
                self.walk
                    .board
                    .end(ending.by(Basis::Arbiter).under(Topic::Quickplay));
                true
            }
            // The claim is rejected: by FIDE the opponent is given two minutes.
            Some(None) => {
                let why = Violation::new(ViolationCode::ClaimNotValid).citing(cited);
                self.refuse(index, vec![why], false);
                if by_fide {
                    self.walk.penalties.push(Penalty {
                        to: by.opponent(),
                        standard_seconds: QUICKPLAY_SECONDS,
                        rapid_seconds: QUICKPLAY_SECONDS,
                        citation: cited,
                    });
                }
                true
            }
        }
    }
}

impl Context {
    /// The law with the event's own rule about agreeing to a draw.
    pub(super) fn law(&self, law: &Arc<Ruleset>) -> Arc<Ruleset> {
        match self.agreement {
            Some(agreement) if agreement != law.end_rules().agreement => {
                Arc::new(law.with_agreement(agreement))
            }
            _ => Arc::clone(law),
        }
    }

    /// Why the circumstances leave no room for a fact. None also where those that matter are not known.
    #[must_use]
    pub fn rules_out(&self, law: &Ruleset, fact: &Fact) -> Option<Violation> {
        let (code, topic) = match &fact.kind {
            FactKind::FlagFell { .. } if has_rooms(law) && self.room == Some(Room::Friends) => {
                (ViolationCode::NoClock, Topic::FlagFall)
            }
            FactKind::Claimed {
                kind: ClaimKind::Repetition,
                ..
            } if law.end_rules().repetition.score_sheet && self.score_sheet_kept == Some(false) => {
                (ViolationCode::ClaimNotValid, Topic::Repetition)
            }
            // The guidelines are for games that were announced to be so; in blitz they do not apply.
            FactKind::Claimed {
                kind: ClaimKind::Quickplay,
                ..
            } if !law.rulebook().speaks_of(Topic::Quickplay)
                || law.rulebook().is_fide() && self.quickplay_announced == Some(false)
                || self.time_class == Some(TimeClass::Blitz) =>
            {
                (ViolationCode::NotInRulebook, Topic::Quickplay)
            }
            // FIDE A.5.4 and B.3 apply where no arbiter watches this one game.
            FactKind::IllegalPositionStood
                if counts_illegal_moves(law) && self.watches_this_game() == Some(true) =>
            {
                (ViolationCode::NotInRulebook, Topic::IllegalPosition)
            }
            _ => return None,
        };
        Some(Violation::new(code).citing(law.cite(topic)))
    }

    /// Whether illegal moves are an arbiter's to see: in standard play, and where one watches this game. None: not known.
    fn watches_this_game(&self) -> Option<bool> {
        match (self.time_class, self.supervised) {
            (_, Some(true)) | (Some(TimeClass::Standard | TimeClass::Online), _) => Some(true),
            (Some(TimeClass::Rapid | TimeClass::Blitz), supervised) => supervised,
            (None, _) => None,
        }
    }

    /// Leaves of the open claims those that the circumstances allow, and says of which that is not known.
    pub fn allow(&self, claims: &mut Vec<OpenClaim>) {
        let kept = self.score_sheet_kept;
        claims.retain(|claim| !(claim.needs_score_sheet && kept == Some(false)));
        for claim in claims {
            if claim.needs_score_sheet && kept.is_none() {
                claim.availability = Availability::Unknown;
            }
        }
    }

    /// Applies an action to a game under these circumstances: what they leave no room for is refused, and a draw is agreed by the
    /// event's own rule. What is not known hinders nothing.
    ///
    /// # Errors
    /// As [`GameState::apply_as`].
    pub fn apply(
        &self,
        state: &mut GameState,
        action: &Action,
        reading: &Reading,
    ) -> Result<Applied, Refusal> {
        if let Action::Fact(fact) = action
            && state.ending().is_none()
            && let Some(violation) = self.rules_out(state.ruleset(), fact)
        {
            return Err(violation.into());
        }
        if self.agreement.is_none() {
            return state.apply_as(action, reading);
        }
        let own = Arc::clone(state.ruleset());
        state.play_by(self.law(&own));
        let applied = state.apply_as(action, reading);
        state.play_by(own);
        applied
    }
}

/// What a quickplay claim costs that is rejected (FIDE Guidelines III.5).
const QUICKPLAY_SECONDS: u16 = 120;

/// A rulebook with rooms: one with a clock, one without.
fn has_rooms(law: &Ruleset) -> bool {
    !Room::of(law.rulebook().id).is_empty()
}

/// Whether the law is FIDE's and counts illegal moves.
pub(super) fn counts_illegal_moves(law: &Ruleset) -> bool {
    law.rulebook().is_fide() && law.end_rules().illegal_moves.mode != Mode::Off
}
