//! The standing of a game: everything that later play depends on, and how an action changes it.

use std::sync::Arc;

use super::{
    action::{Action, RequestedMove},
    counters::Counters,
    ending::Ending,
    endings,
    mating::Ternary,
    obligations::{Obligations, Omission},
    window::{History, Window},
};
use crate::{
    Cause, Kind, MoveDetail, MoveRequest, Outcome, Ruleset, Side, Violation, ViolationCode,
    chess::Detail,
    draughts,
    position::{Change, Move, Position, Reading},
    rulebook::Topic,
};

/// Pieces of each kind that a side has taken.
pub(super) type Taken = [u16; 7];

/// The standing of a game.
///
/// It is all that a game needs to go on: the position, its counts, the keys of the positions that can come again, and what the
/// players owe each other. Applying an action costs the same on move 5 and on move 500.
#[derive(Clone, Debug)]
pub struct GameState {
    pub(super) ruleset: Arc<Ruleset>,
    pub(super) position: Position,
    pub(super) ply: u32,
    pub(super) history_known: bool,
    pub(super) window: Window,
    pub(super) counters: Counters,
    pub(super) taken: [Taken; 2],
    pub(super) obligations: Obligations,
    pub(super) ending: Option<Ending>,
    /// Whether nobody can win any more: asked once for each position.
    pub(super) dead: Ternary,
    /// Every position, in a record. A state that travels has the keys only.
    pub(super) history: Option<History>,
}

/// What an action did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Applied {
    /// The plies of the game after it.
    pub ply: u32,
    /// The move that was played, if it was one.
    pub played: Option<Played>,
    /// The squares that changed.
    pub changes: Vec<Change>,
    /// What else it brought about.
    pub notes: Vec<Note>,
}

/// A move that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The move.
    pub m: Move,
    /// Its description, from the position before it.
    pub detail: MoveDetail,
}

/// What an action brought about beside its own effect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// The opponent's offer of a draw was not answered and is gone.
    OfferLapsed,
    /// An omitted capture was let stand.
    OmissionLetStand,
    /// A claim was wrong.
    ClaimWrong {
        /// Why.
        violation: Violation,
    },
    /// A wrong claim stands as an offer of a draw.
    ClaimCountsAsOffer,
    /// The opponent is given time.
    TimePenalty {
        /// Who is given it.
        to: Side,
        /// Seconds in standard play.
        standard_seconds: u16,
        /// Seconds in rapid and blitz play.
        rapid_seconds: u16,
    },
    /// A touch that binds to nothing was noted.
    TouchNoted,
    /// It was wrong with a move that has been counted already: one move is one irregularity.
    CountedAlready,
    /// The arbiter decides about it.
    ArbiterDecides,
    /// The fact changes nothing that later play depends on.
    Noted,
}

/// Why an action is refused. The game stands as it stood.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// It breaks rules.
    #[error("the action breaks {} rule(s)", .violations.len())]
    Broken {
        /// Every rule that it breaks.
        violations: Vec<Violation>,
    },
    /// It could not be found out within the bound on work.
    #[error(transparent)]
    Exhausted(#[from] draughts::BudgetExhausted),
}

impl Refusal {
    /// The rules that it breaks; none where that could not be found out.
    #[must_use]
    pub fn violations(&self) -> &[Violation] {
        match self {
            Refusal::Broken { violations } => violations,
            Refusal::Exhausted(_) => &[],
        }
    }

    /// Whether nothing is wrong with it but that a designation must come first.
    #[must_use]
    pub fn awaits_designation(&self) -> bool {
        let broken = self.violations();
        let awaits = |violation: &Violation| violation.code == ViolationCode::AwaitingDesignation;
        !broken.is_empty() && broken.iter().all(awaits)
    }
}

impl From<Violation> for Refusal {
    fn from(violation: Violation) -> Refusal {
        Refusal::Broken {
            violations: vec![violation],
        }
    }
}

/// The position belongs to another law than the game's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the position belongs to another variant or to other rules of movement")]
pub struct WrongLaw;

impl GameState {
    /// A game from the start position.
    #[must_use]
    pub fn start(ruleset: Arc<Ruleset>) -> GameState {
        let position = Position::start(&ruleset);
        GameState::begin(ruleset, position, true)
    }

    /// A game from another position. `history_known` says that nothing was played before it, or nothing that
    /// matters: otherwise a repetition that cannot be seen is unknown, not absent.
    ///
    /// # Errors
    /// The position is one of another variant, or of other rules of movement.
    pub fn start_from(
        ruleset: Arc<Ruleset>,
        position: Position,
        history_known: bool,
    ) -> Result<GameState, WrongLaw> {
        if position.is_of(&ruleset) {
            Ok(GameState::begin(ruleset, position, history_known))
        } else {
            Err(WrongLaw)
        }
    }

    fn begin(ruleset: Arc<Ruleset>, position: Position, history_known: bool) -> GameState {
        let mut state = GameState {
            window: Window::new(&position),
            counters: Counters::start(&position, ruleset.end_rules()),
            ruleset,
            position,
            ply: 0,
            history_known,
            taken: [[0; 7]; 2],
            obligations: Obligations::default(),
            ending: None,
            dead: Ternary::No,
            history: None,
        };
        state.dead = state.ask_whether_dead();
        state.ending = endings::automatic(&state);
        state
    }

    /// The law of the game.
    #[must_use]
    pub fn ruleset(&self) -> &Arc<Ruleset> {
        &self.ruleset
    }

    /// Goes on by another reading of the same law, which moves and counts alike: for a step.
    pub(crate) fn play_by(&mut self, law: Arc<Ruleset>) {
        self.ruleset = law;
    }

    /// The position.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The position alone, where the game is not asked for any more.
    #[must_use]
    pub fn into_position(self) -> Position {
        self.position
    }

    /// The plies that were played; 0 at the start.
    #[must_use]
    pub fn ply(&self) -> u32 {
        self.ply
    }

    /// Whether everything is known that was played before the start.
    #[must_use]
    pub fn history_known(&self) -> bool {
        self.history_known
    }

    /// The end of the game, if it has ended. While a huff or a correction is open, an ending on the board waits.
    #[must_use]
    pub fn ending(&self) -> Option<&Ending> {
        self.ending.as_ref()
    }

    /// An ending on the board that waits until a right to correct or to huff is used or waived.
    #[must_use]
    pub fn waiting_ending(&self) -> Option<&Ending> {
        let omission = self.obligations.omission.as_ref();
        omission.and_then(|omission| omission.waiting.as_ref())
    }

    /// Ends the game by what was found out beside its own steps: a search with a larger budget, a recorded result.
    pub(crate) fn end_as(&mut self, ending: Ending) {
        if ending.cause == Cause::DeadPosition {
            self.dead = Ternary::Yes;
        }
        self.ending.get_or_insert(ending);
    }

    /// Ends the game as a ruling on it found, which may have searched longer than the game itself.
    pub(crate) fn rule_ended_as(&mut self, ending: Ending) {
        self.ending = None;
        self.end_as(ending);
    }

    /// Asks now whether nobody can win any more, where the reading of a record had put it off.
    pub(crate) fn settle_death(&mut self) {
        if self.ending.is_none() {
            self.dead = self.ask_whether_dead();
        }
    }

    /// The plies since the last move that cannot be undone.
    #[must_use]
    pub fn reversible_plies(&self) -> usize {
        self.window.reversible_plies()
    }

    /// How often the position has stood, this time included.
    #[must_use]
    pub fn occurrences(&self) -> u32 {
        self.occurrences_of(&self.position, self.key())
    }

    /// Whether so many plies can be undone that the position may have stood so often: at every second at most. `false` is certain.
    pub(super) fn may_have_stood(&self, times: u16) -> bool {
        self.reversible_plies() >= 2 * usize::from(times.saturating_sub(1))
    }

    /// The key of the position: [`Position::key`], which a state has at hand.
    #[must_use]
    pub fn key(&self) -> u128 {
        self.window.key()
    }

    /// How often a position with this key has stood since the last irreversible move: by whole positions where they are kept, else by
    /// keys of 128 bits.
    pub(super) fn occurrences_of(&self, position: &Position, key: u128) -> u32 {
        match &self.history {
            Some(history) => {
                let count = history.plies_of(&self.window, key, position).count();
                u32::try_from(count).unwrap_or(u32::MAX)
            }
            None => self.window.occurrences(key),
        }
    }

    /// Applies an action.
    ///
    /// # Errors
    /// Every rule that it breaks. The state is then unchanged.
    pub fn apply(&mut self, action: &Action) -> Result<Applied, Refusal> {
        self.apply_as(action, &Reading::default())
    }

    /// Applies an action whose moves are written in a notation of the caller's.
    ///
    /// # Errors
    /// As [`GameState::apply`].
    pub fn apply_as(&mut self, action: &Action, reading: &Reading) -> Result<Applied, Refusal> {
        match action {
            Action::Move(request) => self.apply_move(request, reading),
            Action::Fact(fact) => self.apply_fact(fact, reading),
        }
    }

    fn apply_move(
        &mut self,
        request: &RequestedMove,
        reading: &Reading,
    ) -> Result<Applied, Refusal> {
        let m = self.read_move(&request.as_request(), reading)?;
        self.applied(&m, GameState::play_from)
    }

    /// Plays a move by one of the ways in which a game goes on, and tells what it did.
    pub(super) fn applied(
        &mut self,
        m: &Move,
        play: fn(&mut GameState, &Move) -> (Vec<Note>, Position),
    ) -> Result<Applied, Refusal> {
        let detail = self.position.detail(m, Detail::Standard)?;
        let (notes, before) = play(self, m);
        Ok(Applied {
            ply: self.ply,
            played: Some(Played { m: *m, detail }),
            changes: before.changes_towards(m, &self.position),
            notes,
        })
    }

    /// The move that is asked for, if it may be played now: legal on the board, and allowed by what its player owes.
    ///
    /// # Errors
    /// Every rule that it breaks.
    pub fn read_move(&self, request: &MoveRequest<'_>, reading: &Reading) -> Result<Move, Refusal> {
        self.still_open()?;
        let m = self.position.read_move(request, reading)?;
        match self.bound_by(&m)? {
            Some(violation) => Err(violation.into()),
            None => Ok(m),
        }
    }

    /// Refuses what comes after the end.
    pub(super) fn still_open(&self) -> Result<(), Refusal> {
        let waiting = self.obligations.omission.as_ref();
        if self.ending.is_none() && waiting.is_none_or(|omission| omission.waiting.is_none()) {
            return Ok(());
        }
        Err(self.refused(ViolationCode::GameOver, self.topic_of_the_end()))
    }

    /// The subject of the article that ended the game, or is about to.
    pub(crate) fn topic_of_the_end(&self) -> Topic {
        let ending = self.ending.as_ref().or(self.waiting_ending());
        match ending {
            // A recorded result has no article of its own.
            Some(ending) if ending.cause != Cause::ResultAsRecorded => ending.topic,
            _ => Topic::GameOver,
        }
    }

    /// A refusal for one reason.
    pub(super) fn refused(&self, code: ViolationCode, topic: Topic) -> Refusal {
        Violation::new(code).citing(self.ruleset.cite(topic)).into()
    }

    /// The moves that may be played now. None after the end of the game. While the opponent owes the choice of one of
    /// several touched pieces ([`ObligationKind::MustDesignate`](super::ObligationKind)), the moves of all of them:
    /// that choice must come first.
    ///
    /// # Errors
    /// A draughts capture tree is wider than the bound on work allows.
    pub fn legal_moves(&self) -> Result<Vec<Move>, draughts::BudgetExhausted> {
        if self.still_open().is_err() {
            return Ok(Vec::new());
        }
        let mut moves = self.position.legal_moves()?;
        self.keep_allowed(&mut moves);
        Ok(moves)
    }

    /// Plays a move that is known to be one of [`GameState::legal_moves`]: the one way in which a game goes on.
    pub fn play(&mut self, m: &Move) -> Vec<Note> {
        self.play_from(m).0
    }

    /// [`GameState::play`], with the position that was before.
    pub(super) fn play_from(&mut self, m: &Move) -> (Vec<Note>, Position) {
        self.play_to(m, false)
    }

    /// Plays a capture from which the hand is taken before its end, which no legal move is.
    pub(super) fn play_unfinished(&mut self, stop: &Move) -> (Vec<Note>, Position) {
        self.play_to(stop, true)
    }

    fn play_to(&mut self, m: &Move, unfinished: bool) -> (Vec<Note>, Position) {
        let rules = Arc::clone(&self.ruleset);
        let mover = self.position.side_to_move();
        let effects = self.position.effects(m);
        let mut notes = Vec::new();
        // To move is to let an earlier omission stand, so that one that is kept has no other within it.
        if self.obligations.omission.take().is_some() {
            notes.push(Note::OmissionLetStand);
        }
        let omits = effects.omits_capture && self.omission_right().is_some();
        let correctable = (omits || unfinished).then(|| Box::new(self.without_history()));
        let before = self.position.clone();
        self.position.play(m);
        self.ply = self.ply.saturating_add(1);
        self.counters
            .step(&self.position, rules.end_rules(), mover, self.ply, &effects);
        self.move_answers(mover, &mut notes);
        self.window
            .push(&before, &self.position, effects.irreversible);
        if let Some(history) = &mut self.history {
            history.push(self.position.clone());
        }
        for captured in &effects.captured {
            let taker = captured.piece.side.opponent();
            let count = &mut self.taken[taker.index()][captured.piece.kind as usize];
            *count = count.saturating_add(1);
        }
        self.dead = self.ask_whether_dead();
        let ending = if effects.loses_game {
            let lost = Outcome::Win(mover.opponent());
            Some(Ending::automatic(Cause::MissedCapture, lost, self.ply))
        } else {
            endings::automatic(self)
        };
        match correctable {
            Some(correctable) => {
                self.obligations.omission = Some(Omission {
                    offence: *m,
                    before: correctable,
                    waiting: ending,
                    unfinished,
                });
            }
            None => self.ending = ending,
        }
        (notes, before)
    }

    /// This state without the positions of the record, to be kept or sent.
    pub(super) fn without_history(&self) -> GameState {
        GameState {
            ruleset: Arc::clone(&self.ruleset),
            position: self.position.clone(),
            ply: self.ply,
            history_known: self.history_known,
            window: self.window.clone(),
            counters: self.counters.clone(),
            taken: self.taken,
            obligations: self.obligations.clone(),
            ending: self.ending.clone(),
            dead: self.dead,
            history: None,
        }
    }

    /// The pieces of a kind that a side has taken.
    #[must_use]
    pub fn taken(&self, by: Side, kind: Kind) -> u16 {
        self.taken[by.index()][kind as usize]
    }
}

/// Two states are equal if the same can happen in both: the positions that a record keeps are no part of it.
impl PartialEq for GameState {
    fn eq(&self, other: &GameState) -> bool {
        self.ruleset.fingerprint() == other.ruleset.fingerprint()
            && self.position == other.position
            && self.position.halfmove_clock() == other.position.halfmove_clock()
            && self.position.moves_before() == other.position.moves_before()
            && self.ply == other.ply
            && self.history_known == other.history_known
            && self.window == other.window
            && self.counters == other.counters
            && self.taken == other.taken
            && self.obligations == other.obligations
            && self.ending == other.ending
            && self.dead == other.dead
    }
}

impl Eq for GameState {}
