//! From a game that was played through to a ruling: the first ending wins, and what the board does not decide the record may.

mod endings;
mod forced;
mod irregular;
mod mate;
mod record;

pub(super) use endings::{is_as_recorded, is_limit_of_moves, signed_result};
pub(super) use irregular::is_fast;

use endings::{also, ruled, stands_on_the_board};

use shakmaty::Chess;

use super::{
    board::Board,
    conflict,
    evidence::{Evidence, ForcedMate, ForcedVerdict, MatePossible},
    fingerprint::fingerprint,
    irregular_start::{self, Found},
    languages::{self, OtherLanguages},
    mating::{self, Alive, Fate},
    proof,
    question::{Irregularities, Phase, Question, Standing, Unanswerable},
    remedies, reported_position,
    ruling::{Assumption, Disposition, Query, QueryKind, RuledEnding, Ruling},
    turns::Turns,
    walk::{self, Duty, Pending, Walk},
};
use crate::{
    Cause, Certainty, Outcome, Ruleset, Side,
    chess::{self, cannot_mate::looks_open},
    game::{Basis, CounterKind, Ending, RequestedMove, needs_search},
    rulebook::Topic,
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
    /// Which moves of the record are the short captures of the evidence, in its order.
    pub(super) short_moves: Vec<usize>,
    /// Whether the game began wrongly: its moves are legal from another start.
    pub(super) began_wrongly: bool,
    pub(super) board: Board,
}

pub(super) fn rule(question: &Question, look: Look) -> Result<Judged, Unanswerable> {
    let walk = walk::walk(question, None)?;
    let found = match (&question.game, walk.first_impossible()) {
        (Standing::Record(record), Some(fault)) => {
            let omissions = question.irregularities == Irregularities::AsAccepted;
            irregular_start::detect(record, record.ruleset(), fault.index, omissions)
        }
        _ => None,
    };
    let Some(found) = found else {
        return judge(question, walk, look, None);
    };
    if question.irregularities != Irregularities::AsAccepted {
        return judge(question, walk, look, Some(found));
    }
    // As its players accepted it, the game is the one that they played from there.
    let read_so = Question {
        game: Standing::Record(Box::new(found.record)),
        ..question.clone()
    };
    let walk = walk::walk(&read_so, None)?;
    let coordinates = walk.coordinates.clone();
    let mut judged = judge(&read_so, walk, look, None)?;
    let ruling = &mut judged.ruling;
    ruling.fingerprint = fingerprint(question, &coordinates);
    ruling
        .evidence
        .insert(0, Evidence::IrregularStart(found.shown));
    if !ruling
        .assumptions
        .contains(&Assumption::IrregularityAccepted)
    {
        ruling.assumptions.push(Assumption::IrregularityAccepted);
    }
    judged.began_wrongly = true;
    Ok(judged)
}

fn judge(
    question: &Question,
    mut walk: Walk,
    look: Look,
    start: Option<Found>,
) -> Result<Judged, Unanswerable> {
    let mut ending = walk.board.state().ending().cloned();
    let (death, alive) = death(question, &walk, ending.as_ref(), look);
    if let Some(ply) = death {
        let dead = Ending::automatic(Cause::DeadPosition, Outcome::Draw, ply);
        ending = Some(match ending {
            Some(ending) if ending.basis == Basis::Automatic && ending.ply == ply => {
                with_death(ending, dead)
            }
            _ => {
                walk = walk::walk(question, Some(ply))?;
                dead
            }
        });
    }
    let duty = walk.duties.first().copied();
    let mut case = Case {
        question,
        walk,
        ending,
        alive,
        mate: None,
        forced: None,
        assumptions: Vec::new(),
        also: Vec::new(),
        start,
        duty,
    };
    case.take_answer_to_the_start();
    case.count_the_illegal_move()?;
    case.ask_what_an_irregularity_needs();
    case.weigh_duty();
    case.take_flag_from_the_record();
    case.ask_for_mate();
    case.ask_for_a_forced_win();
    case.take_recorded_result();
    let judged = case.ruling();
    if question.interrupt.is_raised() {
        return Err(Unanswerable::Interrupted);
    }
    Ok(judged)
}

/// An ending that came by itself on the ply on which the position also died: stalemate is named first, everything else after.
fn with_death(mut ending: Ending, mut dead: Ending) -> Ending {
    match ending.cause {
        Cause::DeadPosition | Cause::InsufficientMaterial => ending,
        Cause::Stalemate => {
            if !ending.also.contains(&dead.cause) {
                ending.also.insert(0, dead.cause);
            }
            ending
        }
        cause => {
            dead.also = std::iter::once(cause).chain(ending.also).collect();
            dead
        }
    }
}

/// The ply at which nobody could mate any more, if no other ending came before (FIDE 5.2.2); else who still can, if that was found.
fn death(
    question: &Question,
    walk: &Walk,
    ending: Option<&Ending>,
    look: Look,
) -> (Option<u32>, Option<Alive>) {
    let state = walk.board.state();
    let rules = state.ruleset().end_rules();
    let is_mate = ending.is_some_and(|ending| ending.cause == Cause::Checkmate);
    let standard = state
        .position()
        .as_chess()
        .and_then(chess::Position::as_standard);
    let is_asked = |standard: &Chess| look == Look::Everywhere || !looks_open(standard);
    if is_mate || !needs_search(rules) || !standard.is_some_and(is_asked) {
        return (None, None);
    }
    let positions = match walk.board.positions() {
        [] => std::slice::from_ref(state.position()),
        positions => positions,
    };
    let asked = walk.last_fact_by.map(Side::opponent);
    let winner = asked.or_else(|| match conflict::recorded(question) {
        Some(Outcome::Win(side)) => Some(side),
        Some(_) | None => None,
    });
    let first = match mating::fate(positions, question, winner) {
        Fate::DeadFrom(ply) => ply,
        Fate::Alive(alive) => return (None, Some(alive)),
        Fate::Unknown => return (None, None),
    };
    let ply = match walk.board.positions() {
        [] => state.ply(),
        _ => first,
    };
    let comes_first = ending.is_none_or(|ending| ply <= ending.ply);
    (comes_first.then_some(ply), None)
}

/// A question on its way to a ruling.
struct Case<'q> {
    question: &'q Question,
    walk: Walk,
    ending: Option<Ending>,
    /// Who can still mate from the last position, if the search for dead positions has found that.
    alive: Option<Alive>,
    mate: Option<MatePossible>,
    /// Whether the opponent of a fallen flag has a forced win, where that decides.
    forced: Option<ForcedMate>,
    assumptions: Vec<Assumption>,
    also: Vec<RuledEnding>,
    start: Option<Found>,
    /// The duty after a refused draw that is asked about, or was last.
    duty: Option<Duty>,
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
        if self.walk.duties.is_empty() {
            return;
        }
        let counters = self.walk.board.state().running_counters();
        let open = |duty: &&Duty| {
            counters.iter().any(|counter| {
                counter.kind == CounterKind::RefusedOffer
                    && counter.side == Some(duty.side)
                    && counter.since_ply == duty.since
            })
        };
        let Some(duty) = self.walk.duties.iter().find(open).copied() else {
            return;
        };
        self.duty = Some(duty);
        let settled = self.ending.as_ref().is_some_and(|ending| {
            ending.cause == Cause::RefusedOfferLimit || ending.basis == Basis::Arbiter
        });
        if !settled {
            self.ending = None;
            self.walk.pending = Some(Pending::Arbiter(Query {
                kind: QueryKind::DecidedAdvantage,
                side: Some(duty.side),
                ply: Some(duty.due),
                choices: Vec::new(),
            }));
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
        let mut ruled = self.ending.as_ref().map(|ending| ruled(ending, self.law()));
        if let Some(ending) = &mut ruled
            && let Some(ForcedVerdict::Forced { .. }) =
                self.forced.as_ref().map(|forced| &forced.verdict)
        {
            // The list would draw but for the forced win.
            ending.citations.push(self.law().cite(Topic::FlagFallDraw));
        }
        if let Some(ending) = &self.ending {
            self.also = also(ending, self.law());
        }
        let derived = ruled.as_ref().filter(|ending| !is_as_recorded(ending));
        let conflict = conflict::find(self.question, derived);
        let mut evidence = proof::of(&self.walk, ruled.as_ref());
        if let Some(mate) = self.mate.take() {
            evidence.insert(0, Evidence::MatePossible(mate));
        }
        if let Some(forced) = self.forced.take() {
            evidence.insert(0, Evidence::ForcedMate(forced));
        }
        if let Some(ending) = &ruled
            && matches!(ending.cause, Cause::DeadPosition)
        {
            let proof = dead_on_both_sides(&self.walk, self.question);
            evidence.splice(0..0, proof);
        }
        if let Some(ending) = &ruled
            && ending.cause == Cause::IllegalPositionStands
        {
            let reported = reported_position::compare(self.question, &self.walk, ending.ply);
            if reported.illegal_ply.is_none() {
                self.assume(Assumption::IllegalPositionAsReported);
            }
            evidence.insert(0, Evidence::ReportedPosition(reported));
        }
        if let Some(duty) = self.duty
            && (disposition == Disposition::NeedsArbiter
                || ruled
                    .as_ref()
                    .is_some_and(|ending| ending.cause == Cause::RefusedOfferLimit))
        {
            evidence.splice(0..0, advantage(&self.walk, duty));
        }
        evidence.extend(conflict.map(Evidence::ResultConflict));
        evidence.extend(other_languages(self.question).map(Evidence::OtherLanguages));
        if let Some(found) = &self.start {
            evidence.insert(0, Evidence::IrregularStart(found.shown.clone()));
        }
        let remedies = remedies::of(
            self.question,
            &self.walk,
            self.start.as_ref(),
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
            state.rule_ended_as(ending);
        }
        state.settle_death();
        let mut claims = state.open_claims();
        self.question.context.allow(&mut claims);
        let departures = walk::law(self.question).departures();
        if !departures.is_empty() && ruled.is_some() {
            self.assume(Assumption::DepartsFromLaw);
        }
        let fault = self.walk.first_fault().map(|fault| fault.index);
        let surplus = u32::try_from(self.walk.surplus).unwrap_or(u32::MAX);
        let turns = Turns::of(&self.walk);
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
            turns,
        };
        Judged {
            ruling,
            used: self.walk.used,
            fault,
            short_moves: self.walk.short_moves,
            began_wrongly: self.start.is_some(),
            board: self.walk.board,
        }
    }

    /// What the articles rest on, and what is not known about the past.
    fn note_sources(&mut self, ruled: Option<&RuledEnding>) {
        if self
            .walk
            .accepted
            .iter()
            .any(|fault| self.walk.stands(fault))
        {
            self.assume(Assumption::IrregularityAccepted);
        }
        if !self.walk.counted_once.is_empty() {
            self.assume(Assumption::FaultsOfOneMove);
        }
        if self.walk.flags_in_order {
            self.assume(Assumption::FlagsInOrder);
        }
        let on_the_board = ruled.is_some_and(|ending| stands_on_the_board(ending.cause));
        if !self.walk.board.state().history_known() && !on_the_board {
            self.assume(Assumption::HistoryUnknown);
        }
        let book = self.walk.board.state().ruleset().rulebook();
        let by_limit = ruled.is_some_and(|ending| is_limit_of_moves(ending.cause));
        if by_limit && book.excepts_obvious_wins() {
            self.assume(Assumption::NoObviousWin);
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

/// The languages that make another game of a record than the one in which it was read.
fn other_languages(question: &Question) -> Option<OtherLanguages> {
    let Standing::Record(record) = &question.game else {
        return None;
    };
    let texts = record.moves.iter().map(|it| match &it.request {
        RequestedMove::Text(text) => Some(text.as_str()),
        RequestedMove::Parts(_) => None,
    });
    languages::other_languages(record.start(), texts, &record.reading)
}

/// Why neither side can mate.
fn dead_on_both_sides(walk: &Walk, question: &Question) -> Vec<Evidence> {
    let state = walk.board.state();
    Side::BOTH
        .into_iter()
        .filter_map(|side| mating::can_mate(state.position(), side, state.ply(), question, None))
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

/// Whether a question is about a game that is over by the record's own word.
pub(super) fn is_finished(question: &Question) -> bool {
    question.context.phase != Phase::DuringPlay || conflict::recorded(question).is_some()
}
