//! From a game that was played through to a ruling: the first ending wins, and what the board does not decide the record may.

use super::{
    board::Board,
    conflict::{self, recorded_outcome},
    evidence::{Evidence, MatePossible, MateVerdict},
    fingerprint::fingerprint,
    mating, proof,
    question::{Irregularities, Phase, Question, Unanswerable},
    remedies,
    ruling::{Assumption, Disposition, Query, QueryKind, RuledEnding, Ruling},
    walk::{self, Duty, Pending, Walk},
};
use crate::{
    Cause, Certainty, Citation, Outcome, Position, Ruleset, Side,
    chess::cannot_mate::looks_open,
    game::{Availability, Basis, CounterKind, Ending, Fact, FactKind, OpenClaim},
    record::Termination,
    rulebook::{DeadPosition, Flag, InsufficientMaterial, Resignation, Topic},
};

/// How hard a ruling looks for a dead position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Look {
    /// The last position is always asked.
    Everywhere,
    /// The last position is asked unless it looks open: enough for real games, in whole files.
    WhereClosed,
}

/// How this game ends, and why.
///
/// The same question gives the same ruling: budgets count positions, never time.
///
/// # Errors
/// A fact is dated by a ply that the record or the state does not have, or whether a move is legal could not be found out within
/// the bound on work.
pub fn adjudicate(question: &Question) -> Result<Ruling, Unanswerable> {
    rule(question, Look::Everywhere).map(|judged| judged.ruling)
}

/// A ruling, with the game that it was made on.
pub(super) struct Judged {
    pub(super) ruling: Ruling,
    /// The moves of the record that were played.
    pub(super) used: usize,
    /// Which move of the record broke the rules first, from 0.
    pub(super) fault: Option<usize>,
    pub(super) board: Board,
}

pub(super) fn rule(question: &Question, look: Look) -> Result<Judged, Unanswerable> {
    let mut walk = walk::walk(question, None)?;
    let mut ending = walk.board.state().ending().cloned();
    if let Some(ply) = death(question, &walk, ending.as_ref(), look) {
        walk = walk::walk(question, Some(ply))?;
        let dead = Ending::automatic(Cause::DeadPosition, Outcome::Draw, ply);
        ending = Some(walk.board.state().ending().cloned().unwrap_or(dead));
    }
    let mut case = Case {
        question,
        walk,
        ending,
        mate: None,
        assumptions: Vec::new(),
        also: Vec::new(),
    };
    case.weigh_duty();
    case.take_flag_from_the_record();
    case.ask_for_mate();
    case.take_recorded_result();
    Ok(case.ruling())
}

/// The ply at which nobody could mate any more, if that was before the end (FIDE 5.2.2).
fn death(question: &Question, walk: &Walk, ending: Option<&Ending>, look: Look) -> Option<u32> {
    let state = walk.board.state();
    let rules = state.ruleset().end_rules();
    if rules.dead_position != DeadPosition::Automatic
        || rules.insufficient_material != InsufficientMaterial::Search
        || ending.is_some_and(|ending| ending.cause == Cause::Checkmate)
    {
        return None;
    }
    let standard = state.position().as_chess()?.as_standard()?;
    if look == Look::WhereClosed && looks_open(standard) {
        return None;
    }
    let positions = match walk.board.positions() {
        [] => std::slice::from_ref(state.position()),
        positions => positions,
    };
    let first = mating::first_dead(positions, question.work_budget)?;
    let ply = match walk.board.positions() {
        [] => state.ply(),
        _ => first,
    };
    let earlier =
        |ending: &Ending| ply < ending.ply || ply == ending.ply && ending.basis != Basis::Automatic;
    ending.is_none_or(earlier).then_some(ply)
}

/// A question on its way to a ruling.
struct Case<'q> {
    question: &'q Question,
    walk: Walk,
    ending: Option<Ending>,
    mate: Option<MatePossible>,
    assumptions: Vec<Assumption>,
    also: Vec<RuledEnding>,
}

impl Case<'_> {
    fn law(&self) -> &Ruleset {
        self.walk.board.state().ruleset()
    }

    fn assume(&mut self, assumption: Assumption) {
        if !self.assumptions.contains(&assumption) {
            self.assumptions.push(assumption);
        }
    }

    /// Whether a result may still be taken from the record: nothing has decided, and nothing is in the way.
    fn is_open(&self) -> bool {
        self.ending.is_none() && self.walk.fault.is_none() && self.walk.pending.is_none()
    }

    /// A player who refused a draw and did not win within his limit: the arbiter says whether he has shown an advantage.
    fn weigh_duty(&mut self) {
        let Some(duty) = self.walk.duty else { return };
        let counters = self.walk.board.state().running_counters();
        let open = counters.iter().any(|counter| {
            counter.kind == CounterKind::RefusedOffer
                && counter.side == Some(duty.side)
                && counter.since_ply == duty.since
        });
        let settled = self.ending.as_ref().is_some_and(|ending| {
            ending.cause == Cause::RefusedOfferLimit || ending.basis == Basis::Arbiter
        });
        if open && !settled {
            self.ending = None;
            self.walk.pending = Some(Pending::Arbiter(Query {
                kind: QueryKind::DecidedAdvantage,
                side: Some(duty.side),
                ply: Some(duty.due),
                choices: Vec::new(),
            }));
        }
    }

    /// `Termination "Time forfeit"` with a result is the loser's fallen flag.
    fn take_flag_from_the_record(&mut self) {
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
            kind: FactKind::FlagFell,
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

    /// A resignation, a fallen flag and the last illegal move are drawn if the opponent cannot mate (FIDE 5.1.2, 6.9, 7.5.5).
    fn ask_for_mate(&mut self) {
        let rules = self.law().end_rules();
        let Some((ending, loser)) = self.ending.as_ref().zip(self.walk.last_fact_by) else {
            return;
        };
        let topic = match ending.cause {
            Cause::Resignation if rules.resignation == Resignation::DrawIfNoMate => {
                Topic::Resignation
            }
            Cause::FlagFall if rules.flag == Flag::Fide69 => Topic::FlagFallDraw,
            Cause::IllegalMoves => Topic::IllegalMoves,
            _ => return,
        };
        let state = self.walk.board.state();
        let budget = self.question.work_budget;
        let (position, ply) = (state.position(), state.ply());
        let Some(mate) = mating::can_mate(position, loser.opponent(), ply, budget) else {
            return;
        };
        let is_standard = position
            .as_chess()
            .is_some_and(|position| position.as_standard().is_some());
        match mate.verdict {
            MateVerdict::Unwinnable { .. } => {
                if let Some(ending) = &mut self.ending {
                    ending.outcome = Outcome::Draw;
                    ending.topic = topic;
                    ending.assumes_mate = false;
                }
            }
            MateVerdict::Winnable { .. } => {
                if mate.only_beyond_limits {
                    self.assume(Assumption::MateBeyondLimits);
                }
                if let Some(ending) = &mut self.ending {
                    ending.assumes_mate = false;
                }
            }
            MateVerdict::Undetermined => {
                let drawn = ending.outcome == Outcome::Draw;
                let recorded = conflict::recorded(self.question).is_some();
                if is_standard && !drawn && !recorded {
                    self.ending = None;
                    self.walk.pending = Some(Pending::Facts(Query {
                        kind: QueryKind::CanMate,
                        side: Some(loser.opponent()),
                        ply: Some(ply),
                        choices: Vec::new(),
                    }));
                } else if !drawn {
                    self.assume(Assumption::MateAssumed);
                }
                if !is_standard {
                    return;
                }
            }
        }
        self.mate = Some(mate);
    }

    /// What nobody can derive from the board is as the record has it.
    fn take_recorded_result(&mut self) {
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

    fn disposition(&self) -> Disposition {
        match (&self.ending, &self.walk.pending, &self.walk.fault) {
            (Some(_), _, _) => Disposition::Decided,
            (None, Some(Pending::Facts(_)), _) => Disposition::NeedsFacts,
            (None, Some(Pending::Arbiter(_)), _) => Disposition::NeedsArbiter,
            (None, None, Some(_)) => Disposition::RecordFault,
            (None, None, None) => Disposition::InProgress,
        }
    }

    fn ruling(mut self) -> Judged {
        let disposition = self.disposition();
        let ruled = self.ending.as_ref().map(|ending| ruled(ending, self.law()));
        if let Some(ending) = &self.ending {
            self.also = also(ending, self.law());
        }
        let derived = ruled.as_ref().filter(|ending| !is_as_recorded(ending));
        let conflict = conflict::find(self.question, derived);
        let mut evidence = proof::of(&self.walk, ruled.as_ref());
        if let Some(mate) = self.mate.take() {
            evidence.insert(0, Evidence::MatePossible(mate));
        }
        if let Some(ending) = &ruled
            && matches!(ending.cause, Cause::DeadPosition)
        {
            let proof = dead_on_both_sides(&self.walk, self.question.work_budget);
            evidence.splice(0..0, proof);
        }
        if let Some(duty) = self.walk.duty
            && (disposition == Disposition::NeedsArbiter
                || ruled
                    .as_ref()
                    .is_some_and(|ending| ending.cause == Cause::RefusedOfferLimit))
        {
            evidence.splice(0..0, advantage(&self.walk, duty));
        }
        evidence.extend(conflict.map(Evidence::ResultConflict));
        let remedies = remedies::of(
            self.question,
            &self.walk,
            ruled.as_ref(),
            conflict.is_some(),
        );
        if remedies.assumes_standard_play {
            self.assume(Assumption::StandardPlay);
        }
        self.note_sources(ruled.as_ref());
        let mut state = self.walk.board.to_state();
        let overrun = self
            .ending
            .as_ref()
            .map_or(0, |ending| state.ply().saturating_sub(ending.ply));
        if let Some(ending) = self.ending.take() {
            state.end_as(ending);
        }
        state.settle_death();
        let claims = claims(&state, self.question);
        let departures = walk::law(self.question).departures();
        if !departures.is_empty() && ruled.is_some() {
            self.assume(Assumption::DepartsFromLaw);
        }
        let fault = self.walk.first_fault().map(|fault| fault.index);
        let surplus = u32::try_from(self.walk.surplus).unwrap_or(u32::MAX);
        let mut refused_facts = std::mem::take(&mut self.walk.refused);
        refused_facts.sort_by_key(|refused| refused.index);
        let ruling = Ruling {
            disposition,
            surplus_moves: if ruled.is_some() {
                surplus.saturating_add(overrun)
            } else {
                0
            },
            ending: ruled,
            also: self.also,
            refused_facts,
            evidence,
            claims,
            remedies: remedies.list,
            questions: match self.walk.pending {
                Some(Pending::Facts(query) | Pending::Arbiter(query))
                    if disposition != Disposition::Decided =>
                {
                    vec![query]
                }
                _ => Vec::new(),
            },
            assumptions: self.assumptions,
            fingerprint: fingerprint(self.question, &self.walk.coordinates),
            state,
            departures,
        };
        Judged {
            ruling,
            used: self.walk.used,
            fault,
            board: self.walk.board,
        }
    }

    /// What the articles rest on, and what is not known about the past.
    fn note_sources(&mut self, ruled: Option<&RuledEnding>) {
        if !self.walk.accepted.is_empty() {
            self.assume(Assumption::IrregularityAccepted);
        }
        if self.walk.flags_in_order {
            self.assume(Assumption::FlagsInOrder);
        }
        let on_the_board = ruled.is_some_and(|ending| stands_on_the_board(ending.cause));
        if !self.walk.board.state().history_known() && !on_the_board {
            self.assume(Assumption::HistoryUnknown);
        }
        let citations = ruled.map_or(&[][..], |ending| &ending.citations);
        let rests_on =
            |certainty: Certainty| citations.iter().any(|cited| cited.certainty == certainty);
        if rests_on(Certainty::Secondary) {
            self.assume(Assumption::SecondarySources);
        }
        if rests_on(Certainty::HouseRule) {
            self.assume(Assumption::HouseRules);
        }
    }
}

/// Whether an ending shows in the position alone, whatever was played before.
const fn stands_on_the_board(cause: Cause) -> bool {
    matches!(
        cause,
        Cause::Checkmate
            | Cause::Stalemate
            | Cause::DeadPosition
            | Cause::InsufficientMaterial
            | Cause::KingExploded
            | Cause::KingInTheCentre
            | Cause::ThirdCheck
            | Cause::RaceWon
            | Cause::RaceDrawn
            | Cause::AllPiecesLost
            | Cause::HordeDestroyed
            | Cause::NoPieces
            | Cause::NoLegalMove
            | Cause::KingMade
            | Cause::MissedCapture
            | Cause::LonePieceVKing
            | Cause::FrisianOneKingEach
    )
}

/// Whether a ruling only repeats what the record says.
pub(super) fn is_as_recorded(ending: &RuledEnding) -> bool {
    ending.cause == Cause::ResultAsRecorded
        || ending.cause == Cause::ArbiterDecision && ending.basis == Basis::Arbiter
}

/// An ending with its articles.
pub(super) fn ruled(ending: &Ending, law: &Ruleset) -> RuledEnding {
    RuledEnding {
        cause: ending.cause,
        outcome: ending.outcome,
        basis: ending.basis,
        ply: ending.ply,
        citations: match ending.cause {
            Cause::ResultAsRecorded => signed_result(law).into_iter().collect(),
            _ => vec![law.cite(ending.topic)],
        },
    }
}

/// The endings that coincide with one: all of them are draws that come by themselves.
pub(super) fn also(ending: &Ending, law: &Ruleset) -> Vec<RuledEnding> {
    let also = ending.also.iter();
    also.map(|cause| ruled(&Ending::automatic(*cause, Outcome::Draw, ending.ply), law))
        .collect()
}

/// The article by which a signed result stands.
pub(super) fn signed_result(law: &Ruleset) -> Option<Citation> {
    use crate::rulebook::RulebookId;
    let book = law.rulebook();
    matches!(book.id, RulebookId::Fide2023 | RulebookId::Fide2018)
        .then(|| Citation::primary(book.document, book.edition, "8.7"))
}

/// Why neither side can mate.
fn dead_on_both_sides(walk: &Walk, budget: u32) -> Vec<Evidence> {
    let state = walk.board.state();
    Side::BOTH
        .into_iter()
        .filter_map(|side| mating::can_mate(state.position(), side, state.ply(), budget))
        .map(Evidence::MatePossible)
        .collect()
}

fn advantage(walk: &Walk, duty: Duty) -> Option<Evidence> {
    let positions = walk.board.positions();
    let at = |ply: u32| Some((ply, positions.get(ply as usize)?.as_draughts()?));
    let (before, after) = at(duty.since).zip(at(duty.due))?;
    Some(Evidence::Advantage(proof::advantage(
        duty.side, before, after,
    )))
}

/// The claims that are open, as far as the circumstances allow them.
fn claims(state: &crate::game::GameState, question: &Question) -> Vec<OpenClaim> {
    let mut claims = state.open_claims();
    let kept = question.context.score_sheet_kept;
    claims.retain(|claim| !(claim.needs_score_sheet && kept == Some(false)));
    for claim in &mut claims {
        if claim.needs_score_sheet && kept.is_none() {
            claim.availability = Availability::Unknown;
        }
    }
    claims
}

/// Whether a question is about a game that is over by the record's own word.
pub(super) fn is_finished(question: &Question) -> bool {
    question.context.phase != Phase::DuringPlay || conflict::recorded(question).is_some()
}

/// Whether the position is one of chess.
pub(super) fn is_chess(position: &Position) -> bool {
    position.as_chess().is_some()
}
