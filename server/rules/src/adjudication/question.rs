//! What an arbiter is asked: a game, what happened beside the board, the circumstances, and what the record claims.

use std::sync::Arc;

use crate::{
    Interrupt, Outcome, Position, Reading, Ruleset,
    game::{Fact, Game, GameState, RequestedMove, WrongLaw},
    record::{Marker, Place, Termination},
    rulebook::{Agreement, RulebookId, words},
};

/// Everything that a ruling depends on. The same question gives the same ruling.
#[derive(Clone, Debug)]
pub struct Question {
    /// The game.
    pub game: Standing,
    /// What happened beside the board. Facts at one ply count in the order in which they are given.
    pub facts: Vec<DatedFact>,
    /// Circumstances.
    pub context: Context,
    /// The results that are written down.
    pub results: RecordedResults,
    /// How a record with irregularities is read.
    pub irregularities: Irregularities,
    /// Whether the recorded results are left out of account: the board and the facts alone.
    pub ignore_tags: bool,
    /// Positions that each search ("can this side still mate") may look at.
    pub work_budget: u32,
    /// Ends the work early. It is no part of what a ruling depends on: an interrupted question has none.
    pub interrupt: Interrupt,
}

/// The game that is asked about.
#[derive(Clone, Debug)]
pub enum Standing {
    /// From its start: what disputes are decided on.
    Record(Box<GameRecord>),
    /// As it stands: answers from now on only.
    State(Box<GameState>),
}

/// A game from its start.
#[derive(Clone, Debug)]
pub struct GameRecord {
    pub(super) start: Game,
    /// The moves in order of play, those included that a correction took back.
    pub moves: Vec<RecordedMove>,
    /// How they are written.
    pub reading: Reading,
}

/// A move of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedMove {
    /// The move, as it is written.
    pub request: RequestedMove,
    /// Where it stands in the file; none where the record came as a list.
    pub place: Option<Place>,
}

impl From<&str> for RecordedMove {
    fn from(text: &str) -> RecordedMove {
        RecordedMove {
            request: text.into(),
            place: None,
        }
    }
}

impl GameRecord {
    /// A record from the start position of the law.
    #[must_use]
    pub fn new(ruleset: Arc<Ruleset>) -> GameRecord {
        GameRecord::of(Game::start(ruleset))
    }

    /// A record from another position. `history_known`: nothing was played before it, or nothing that matters.
    ///
    /// # Errors
    /// The position is one of another variant, or of other rules of movement.
    pub fn from_position(
        ruleset: Arc<Ruleset>,
        position: Position,
        history_known: bool,
    ) -> Result<GameRecord, WrongLaw> {
        Game::start_from(ruleset, position, history_known).map(GameRecord::of)
    }

    fn of(start: Game) -> GameRecord {
        GameRecord {
            start,
            moves: Vec::new(),
            reading: Reading::default(),
        }
    }

    /// With these moves, each by its text.
    #[must_use]
    pub fn with_moves<'t>(mut self, moves: impl IntoIterator<Item = &'t str>) -> GameRecord {
        self.moves.extend(moves.into_iter().map(RecordedMove::from));
        self
    }

    /// The law of the game.
    #[must_use]
    pub fn ruleset(&self) -> &Arc<Ruleset> {
        self.start.state().ruleset()
    }

    /// Where it began.
    #[must_use]
    pub fn start(&self) -> &Position {
        self.start.state().position()
    }

    /// Whether everything is known that was played before the start.
    #[must_use]
    pub fn history_known(&self) -> bool {
        self.start.state().history_known()
    }
}

/// A fact and when it happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DatedFact {
    /// After so many moves of the record (those counted that a correction took back). None: after the last.
    pub after_ply: Option<u32>,
    /// The fact.
    pub fact: Fact,
}

impl DatedFact {
    /// A fact after so many moves.
    #[must_use]
    pub const fn after(ply: u32, fact: Fact) -> DatedFact {
        DatedFact {
            after_ply: Some(ply),
            fact,
        }
    }

    /// A fact after the last move.
    #[must_use]
    pub const fn at_the_end(fact: Fact) -> DatedFact {
        DatedFact {
            after_ply: None,
            fact,
        }
    }
}

/// Circumstances. What is not given is not assumed: where it decides, the ruling asks for it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Context {
    /// When the question is put.
    pub phase: Phase,
    /// Which time control. None: not known.
    pub time_class: Option<TimeClass>,
    /// Whether one arbiter watches the game (FIDE A.4, B.2). None: not known.
    pub supervised: Option<bool>,
    /// Whether the players keep a score sheet. None: not known.
    pub score_sheet_kept: Option<bool>,
    /// The room, in rulebooks that have rooms. None: not known.
    pub room: Option<Room>,
    /// What the event says about agreeing to a draw. None: the rulebook's rule.
    pub agreement: Option<Agreement>,
    /// Whether FIDE Guidelines III (quickplay finishes) were announced. None: not known.
    pub quickplay_announced: Option<bool>,
}

words! {
    /// When the question is put.
    #[derive(Default)]
    pub enum Phase {
        /// While the game is played.
        #[default]
        DuringPlay = "during_play",
        /// After the result was signed or reported (FIDE 8.7).
        AfterResult = "after_result",
        /// After the next round was paired.
        RoundPaired = "round_paired",
        /// After the event was closed.
        EventClosed = "event_closed",
    }
}

words! {
    /// Which time control.
    pub enum TimeClass {
        /// Standard play.
        Standard = "standard",
        /// Rapid (FIDE Appendix A).
        Rapid = "rapid",
        /// Blitz (FIDE Appendix B).
        Blitz = "blitz",
        /// Online: the system refuses illegal moves and keeps the clock.
        Online = "online",
    }
}

words! {
    /// A room of the rulebook `casual-br`.
    pub enum Room {
        /// With a clock.
        Ranked = "ranqueada",
        /// Without a clock.
        Friends = "galera",
    }
}

impl Room {
    /// The rooms that a rulebook knows: one has them, the others none.
    #[must_use]
    pub const fn of(rulebook: RulebookId) -> &'static [Room] {
        match rulebook {
            RulebookId::CasualBr => Room::ALL,
            _ => &[],
        }
    }
}

words! {
    /// How a record with irregularities is read.
    #[derive(Default)]
    pub enum Irregularities {
        /// Stop at the first.
        #[default]
        Strict = "strict",
        /// As accepted by the players.
        AsAccepted = "as_accepted",
        /// As put right: what the position to restore would be.
        Rectified = "rectified",
    }
}

/// The results that are written down about a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RecordedResults {
    /// By the `Result` tag, as White and Black have it.
    pub tag: Option<Marker>,
    /// By the marker at the end of the moves, as White and Black have it.
    pub marker: Option<Marker>,
    /// By the `Termination` tag: how it came about.
    pub termination: Option<Termination>,
    /// The result that somebody claims or has signed.
    pub claimed: Option<Outcome>,
}

impl Question {
    /// A question about a game, with nothing beside it.
    #[must_use]
    pub fn about(game: Standing) -> Question {
        Question {
            game,
            facts: Vec::new(),
            context: Context::default(),
            results: RecordedResults::default(),
            irregularities: Irregularities::default(),
            ignore_tags: false,
            work_budget: DEFAULT_WORK_BUDGET,
            interrupt: Interrupt::default(),
        }
    }

    /// A question about a record, with nothing beside it.
    #[must_use]
    pub fn of_record(record: GameRecord) -> Question {
        Question::about(Standing::Record(Box::new(record)))
    }

    /// The moves of its record; none of a state.
    pub(super) fn move_count(&self) -> usize {
        match &self.game {
            Standing::Record(record) => record.moves.len(),
            Standing::State(_) => 0,
        }
    }

    /// The moves of its record behind the one with this index.
    pub(super) fn moves_behind(&self, index: usize) -> usize {
        self.move_count().saturating_sub(index.saturating_add(1))
    }

    /// The law of the game, before the event's own rules.
    #[must_use]
    pub fn ruleset(&self) -> &Arc<Ruleset> {
        match &self.game {
            Standing::Record(record) => record.ruleset(),
            Standing::State(state) => state.ruleset(),
        }
    }
}

/// Positions that a search may look at unless the question says otherwise: some tens of milliseconds at worst.
pub const DEFAULT_WORK_BUDGET: u32 = 100_000;

/// Why a question cannot be answered at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unanswerable {
    /// A fact is dated by a ply that the record does not have.
    #[error("fact {index} is dated after ply {after_ply}, but the record has {plies} plies")]
    FactBeyondRecord {
        /// Its place among the facts, from 0.
        index: usize,
        /// Its ply.
        after_ply: u32,
        /// The plies of the record.
        plies: u32,
    },
    /// A fact is dated before the ply at which the given state stands: that needs the record.
    #[error("fact {index} is dated after ply {after_ply}, but the state stands at ply {ply}")]
    FactBeforeState {
        /// Its place among the facts, from 0.
        index: usize,
        /// Its ply.
        after_ply: u32,
        /// The ply of the state.
        ply: u32,
    },
    /// Nobody waits for the answer any more.
    #[error("interrupted")]
    Interrupted,
    /// Whether a move is legal is more work to find out than is allowed.
    #[error("whether ply {ply} is legal could not be found out within the bound on work")]
    TooWide {
        /// The ply, from 1.
        ply: u32,
    },
}
