//! Plays a record through ply by ply, with every fact at its ply, up to the first ending.

mod coordinates;
mod facts;
mod illegal_position;
mod irregular;
mod moves;
mod perpetual;
mod unfinished;

use std::sync::Arc;

use smallvec::SmallVec;

use super::{
    board::Board,
    evidence::{CountedOnce, PerpetualCheck, UnfinishedCapture},
    question::{Context, GameRecord, Irregularities, Question, Standing, Unanswerable},
    ruling::{Query, QueryKind, RefusedFact},
};
use crate::{
    Citation, Position, Reading, Ruleset, Side, Strictness, Violation, ViolationCode,
    game::{ClaimKind, Counter, Fact, Game, Note, RequestedMove},
    record::{Patience, Place, ShortCapture},
    rulebook::{MoveFault, StartFault, TouchRule},
};

pub(super) use coordinates::Coordinates;
pub(super) use irregular::{is_of_touch, unsupervised};

/// How far a record could be played through, and what happened on the way.
#[derive(Debug)]
pub(super) struct Walk {
    /// The game as it stands: at its ending, at the fault, or after the last move.
    pub(super) board: Board,
    /// The moves of the record that were played.
    pub(super) used: usize,
    /// The moves of the record after the ending.
    pub(super) surplus: usize,
    /// The move that broke the rules.
    pub(super) fault: Option<Fault>,
    /// Moves that broke the rules and stand: the opponent accepted them, or they can no longer be put right.
    pub(super) accepted: Vec<Fault>,
    /// Short captures that could mean several, and what the moves behind them tell.
    pub(super) short_captures: Vec<ShortCapture>,
    /// Which move of the record each of them is, from 0: its ply does not say that once a move was taken back.
    pub(super) short_moves: Vec<usize>,
    /// What must be known first.
    pub(super) pending: Option<Pending>,
    /// Facts without effect.
    pub(super) refused: Vec<RefusedFact>,
    /// The claims that were made, good or not.
    pub(super) claims: Vec<MadeClaim>,
    /// What the search found for the last offer of perpetual check, where it was asked.
    pub(super) perpetual: Option<PerpetualCheck>,
    /// Captures that were left unfinished.
    pub(super) unfinished: Vec<UnfinishedCapture>,
    /// Moves with more than one fault, each counted once.
    pub(super) counted_once: Vec<CountedOnce>,
    /// Time that is to be given now, and why.
    pub(super) penalties: Vec<Penalty>,
    /// Who did what ended the game by a fact.
    pub(super) last_fact_by: Option<Side>,
    /// Whether fallen flags were taken in the order of the facts.
    pub(super) flags_in_order: bool,
    /// The duties of players who refused a draw, once they became due: one for each player at most, the earlier first.
    pub(super) duties: SmallVec<[Duty; 2]>,
    /// Every move that was played, by its full coordinates.
    pub(super) coordinates: Coordinates,
    /// What the arbiter found wrong with the start of the game.
    pub(super) found_start: Option<StartFault>,
    /// Whether a game that began wrongly stands, once who decides that has said so.
    pub(super) start_stands: Option<bool>,
}

/// A move of the record that could not be played.
#[derive(Clone, Debug)]
pub(super) struct Fault {
    /// Which move of the record, from 0.
    pub(super) index: usize,
    pub(super) ply: u32,
    /// The position in which it was to be made: what is wrong with it is told on that board.
    pub(super) before: Box<Position>,
    pub(super) place: Option<Place>,
    pub(super) violations: Vec<Violation>,
    pub(super) request: RequestedMove,
    /// The position after it, where it is a second move in a row of the side that has just moved.
    pub(super) second: Option<Box<Position>>,
}

impl Fault {
    /// Whose move it was, in the position before it.
    pub(super) fn by(&self, position: &Position) -> Side {
        let to_move = position.side_to_move();
        match self.second {
            Some(_) => to_move.opponent(),
            None => to_move,
        }
    }
}

/// Something that must be known before the walk can go on.
#[derive(Clone, Debug)]
pub(super) enum Pending {
    /// A fact.
    Facts(Query),
    /// A decision of the arbiter.
    Arbiter(Query),
}

/// A claim of a draw.
#[derive(Clone, Debug)]
pub(super) struct MadeClaim {
    pub(super) kind: ClaimKind,
    /// The position that it speaks of: on the board, or after the intended move.
    pub(super) position: Box<Position>,
    /// The intended move, if one was announced.
    pub(super) announced: Option<Announced>,
}

/// A move that was announced with a claim (FIDE 9.2.1, 9.3.1).
#[derive(Clone, Debug)]
pub(super) struct Announced {
    /// In canonical text.
    pub(super) text: String,
    /// What the counters say after it.
    pub(super) counters: Vec<Counter>,
}

/// Time that is to be given.
#[derive(Clone, Debug)]
pub(super) struct Penalty {
    pub(super) to: Side,
    pub(super) standard_seconds: u16,
    pub(super) rapid_seconds: u16,
    pub(super) citation: Citation,
}

impl Penalty {
    /// The time that a note gives, by this article; none where it gives none.
    pub(super) fn of(note: &Note, citation: Citation) -> Option<Penalty> {
        match *note {
            Note::TimePenalty {
                to,
                standard_seconds,
                rapid_seconds,
            } => Some(Penalty {
                to,
                standard_seconds,
                rapid_seconds,
                citation,
            }),
            _ => None,
        }
    }
}

/// The duty of a player who refused a draw.
#[derive(Clone, Copy, Debug)]
pub(super) struct Duty {
    pub(super) side: Side,
    pub(super) since: u32,
    pub(super) due: u32,
}

/// The law of the question, with the event's own rules.
pub(super) fn law(question: &Question) -> Arc<Ruleset> {
    question.context.law(question.ruleset())
}

/// The facts of a question by their place in the record: `(after so many moves, index)`.
fn schedule(question: &Question, last: u32) -> Vec<(u32, usize)> {
    let facts = question.facts.iter().enumerate();
    let mut order: Vec<(u32, usize)> = facts
        .map(|(index, fact)| (fact.after_ply.unwrap_or(last), index))
        .collect();
    order.sort_by_key(|(ply, _)| *ply);
    order
}

/// Plays the question through, at most up to `until` plies.
pub(super) fn walk(question: &Question, until: Option<u32>) -> Result<Walk, Unanswerable> {
    match &question.game {
        Standing::Record(record) => walk_record(question, record, until),
        Standing::State(state) => {
            let ply = state.ply();
            for (index, fact) in question.facts.iter().enumerate() {
                match fact.after_ply {
                    Some(after_ply) if after_ply < ply => {
                        return Err(Unanswerable::FactBeforeState {
                            index,
                            after_ply,
                            ply,
                        });
                    }
                    Some(after_ply) if after_ply > ply => {
                        return Err(beyond(index, after_ply, ply));
                    }
                    _ => {}
                }
            }
            let reading = Reading::default();
            let mut walker = Walker::new(question, &reading, Board::State(state.clone()));
            walker.note_duties();
            let all: Vec<usize> = (0..question.facts.len()).collect();
            walker.facts(&all)?;
            walker.settle();
            Ok(walker.walk)
        }
    }
}

fn beyond(index: usize, after_ply: u32, plies: u32) -> Unanswerable {
    Unanswerable::FactBeyondRecord {
        index,
        after_ply,
        plies,
    }
}

fn walk_record(
    question: &Question,
    record: &GameRecord,
    until: Option<u32>,
) -> Result<Walk, Unanswerable> {
    let last = u32::try_from(record.moves.len()).unwrap_or(u32::MAX);
    let order = schedule(question, last);
    if let Some((after_ply, index)) = order.last().filter(|(ply, _)| *ply > last) {
        return Err(beyond(*index, *after_ply, last));
    }
    let law = law(question);
    let mut game = if Arc::ptr_eq(&law, record.ruleset()) {
        record.start.clone()
    } else {
        begun(record, Arc::clone(&law))
    };
    let mut strict = None;
    if question.irregularities == Irregularities::AsAccepted
        && let Some(lenient) = law.with_omissions_accepted()
    {
        game = begun(record, Arc::new(lenient));
        strict = Some(law);
    }
    game.defer_searches();
    game.reserve(record.moves.len());
    let mut walker = Walker::new(question, &record.reading, Board::Game(Box::new(game)));
    walker.strict = strict;
    walker.total = record.moves.len();
    walker.walk.coordinates.reserve(record.moves.len());
    let mut facts = order.into_iter().peekable();
    let mut due = Vec::new();
    let mut number = 0;
    loop {
        if question.interrupt.is_raised() {
            return Err(Unanswerable::Interrupted);
        }
        // An ending that comes by itself comes before the facts of its ply.
        let ply = walker.walk.board.state().ply();
        if until.is_some_and(|until| ply >= until) {
            break;
        }
        due.clear();
        while let Some((_, index)) = facts.next_if(|(ply, _)| *ply as usize <= number) {
            due.push(index);
        }
        walker.facts(&due)?;
        let next_fact = facts.peek().map_or(usize::MAX, |(ply, _)| *ply as usize);
        let room = until.map_or(usize::MAX, |until| (until - ply) as usize);
        let until_then = &record.moves[number..next_fact.min(record.moves.len())];
        let Some(next) = until_then.first() else {
            break;
        };
        let ordinary = walker.play_ordinary(&until_then[..room.min(until_then.len())]);
        if ordinary > 0 {
            number += ordinary;
            continue;
        }
        if !walker.play(&next.request, next.place)? {
            break;
        }
        number += 1;
    }
    walker.settle();
    let Walker {
        mut walk, answered, ..
    } = walker;
    if walk.board.state().ending().is_some() || until.is_some() {
        walk.surplus = record.moves.len() - walk.used;
        let over = walk.refuse_late(
            question.facts.len(),
            facts
                .map(|(_, index)| index)
                .filter(|index| !answered.contains(index)),
        );
        walk.refused.extend(over);
    }
    Ok(walk)
}

/// The game of a record by another reading of its law, which has the same start.
fn begun(record: &GameRecord, law: Arc<Ruleset>) -> Game {
    let text = record.start().to_fen();
    // What is a position by one of the two laws is one by the other too.
    Position::from_fen(&law, &text, Strictness::Relaxed)
        .ok()
        .and_then(|parsed| Game::start_from(law, parsed.position, record.history_known()).ok())
        .unwrap_or_else(|| record.start.clone())
}

impl Walk {
    /// Notes both faults of a move that was counted once, the one told last behind the other.
    pub(super) fn note_counted_once(&mut self, fact: &Fact) {
        let state = self.board.state();
        let book = state.ruleset().rulebook();
        let faults = match fact.kind.move_fault() {
            Some(MoveFault::Illegal) => [MoveFault::TwoHands, MoveFault::Illegal],
            _ => [MoveFault::Illegal, MoveFault::TwoHands],
        };
        self.counted_once.push(CountedOnce {
            side: fact.by,
            ply: state.ply().saturating_add(1),
            faults: faults.map(|it| (it, book.move_fault(it))).to_vec(),
        });
    }

    /// The first move that broke the rules, whether it was accepted or not.
    pub(super) fn first_fault(&self) -> Option<&Fault> {
        self.accepted.first().or(self.fault.as_ref())
    }

    /// The first move that the board does not allow, whether it stands or not. A capture that was left out and another piece than
    /// the one that was touched are legal on the board.
    pub(super) fn first_impossible(&self) -> Option<&Fault> {
        let is_impossible = |fault: &&Fault| self.coordinates.is_irregular(fault.index);
        let accepted = self.accepted.iter().find(is_impossible);
        accepted.or(self
            .fault
            .as_ref()
            .filter(|fault| !irregular::is_of_touch(fault)))
    }

    /// The facts that came after the end.
    fn refuse_late(&self, count: usize, late: impl Iterator<Item = usize>) -> Vec<RefusedFact> {
        let law = self.board.state().ruleset();
        let topic = self.board.state().topic_of_the_end();
        let violation = Violation::new(ViolationCode::GameOver).citing(law.cite(topic));
        late.take(count)
            .map(|index| RefusedFact {
                index,
                violations: vec![violation.clone()],
                counts_as_offer: false,
                position: Box::new(self.board.state().position().clone()),
                ply: self.board.state().ply(),
            })
            .collect()
    }
}

/// A walk on its way.
pub(super) struct Walker<'q> {
    pub(super) question: &'q Question,
    reading: &'q Reading,
    pub(super) walk: Walk,
    /// The law without the players' leave, where the record is read as they accepted it.
    strict: Option<Arc<Ruleset>>,
    /// What may still be spent on short captures.
    patience: Patience,
    /// The moves of the record.
    total: usize,
    /// Facts that were taken into account before their turn, with a move or together with another fact, by their place among the facts.
    pub(super) answered: Vec<usize>,
}

impl<'q> Walker<'q> {
    fn new(question: &'q Question, reading: &'q Reading, board: Board) -> Walker<'q> {
        Walker {
            question,
            reading,
            strict: None,
            patience: Patience::of_a_record(),
            total: 0,
            answered: Vec::new(),
            walk: Walk {
                board,
                used: 0,
                surplus: 0,
                fault: None,
                accepted: Vec::new(),
                short_captures: Vec::new(),
                short_moves: Vec::new(),
                pending: None,
                refused: Vec::new(),
                claims: Vec::new(),
                perpetual: None,
                unfinished: Vec::new(),
                counted_once: Vec::new(),
                penalties: Vec::new(),
                last_fact_by: None,
                flags_in_order: false,
                duties: SmallVec::new(),
                coordinates: Coordinates::default(),
                found_start: None,
                start_stands: None,
            },
        }
    }

    pub(super) fn context(&self) -> &'q Context {
        &self.question.context
    }

    pub(super) fn law(&self) -> &Ruleset {
        self.walk.board.state().ruleset()
    }

    pub(super) fn is_over(&self) -> bool {
        self.walk.board.state().ending().is_some()
    }

    /// After the last move: what is still open.
    fn settle(&mut self) {
        let touches = !matches!(self.law().end_rules().touch_rule, TouchRule::None);
        if self.walk.pending.is_none() && self.walk.fault.is_none() && touches && !self.is_over() {
            self.walk.pending = self.designation();
        }
        let finished = self.is_finished_record();
        self.settle_unfinished(finished);
        let state = self.walk.board.state();
        if self.walk.pending.is_some()
            || state.ending().is_some()
            || state.waiting_ending().is_none()
        {
            return;
        }
        // While the game is played the opponent may still call the omission.
        if !finished {
            let side = state.position().side_to_move();
            self.walk.pending = Some(self.ask(QueryKind::Irregularity, Some(side)));
        } else {
            self.walk.board.close();
        }
    }
}
