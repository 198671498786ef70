//! What an arbiter is told. Plain data: the words for it are made elsewhere, and never change it.

use crate::{
    Cause, Citation, Departure, Outcome, Position, Side, Violation,
    game::{Basis, GameState, OpenClaim},
    rulebook::words,
};

use super::{evidence::Evidence, turns::Turns};

/// How a game ends and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ruling {
    /// Whether it could be decided.
    pub disposition: Disposition,
    /// The ending: the first one that happened. Only with [`Disposition::Decided`].
    pub ending: Option<RuledEnding>,
    /// Endings that coincide with it at the same ply, in the order in which the law looks at them.
    pub also: Vec<RuledEnding>,
    /// Moves of the record after the ending. They are not part of the game.
    pub surplus_moves: u32,
    /// Facts that have no effect, and why.
    pub refused_facts: Vec<RefusedFact>,
    /// What a person can check at the board, the deciding evidence first.
    pub evidence: Vec<Evidence>,
    /// Claims that are open now.
    pub claims: Vec<OpenClaim>,
    /// What is to be done.
    pub remedies: Vec<Remedy>,
    /// What would decide it. Only with [`Disposition::NeedsFacts`] and [`Disposition::NeedsArbiter`].
    pub questions: Vec<Query>,
    /// What was taken for granted, each at most once.
    pub assumptions: Vec<Assumption>,
    /// What makes the ruling repeatable.
    pub fingerprint: RulingFingerprint,
    /// Where the game stands: at the ending, or where the record stops being readable.
    pub state: GameState,
    /// Where the law differs from that of the variant's federation.
    pub departures: Vec<Departure>,
    /// Who made each ply, where one side moved twice in a row.
    pub turns: Turns,
}

words! {
    /// Whether a question could be decided.
    pub enum Disposition {
        /// Decided: see the ending.
        Decided = "decided",
        /// The game goes on.
        InProgress = "in_progress",
        /// Not decidable from what was given.
        NeedsFacts = "needs_facts",
        /// Left by the law to the arbiter's discretion.
        NeedsArbiter = "needs_arbiter",
        /// The record breaks the rules before any ending.
        RecordFault = "record_fault",
    }
}

/// An ending with the articles that say so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuledEnding {
    /// What ended the game.
    pub cause: Cause,
    /// How it came out.
    pub outcome: Outcome,
    /// How the ending came about.
    pub basis: Basis,
    /// The ply at which it took effect; 0 is the start position.
    pub ply: u32,
    /// The articles, the deciding one first.
    pub citations: Vec<Citation>,
}

/// A fact without effect, or a claim that failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefusedFact {
    /// Its place among the facts of the question, from 0.
    pub index: usize,
    /// Why, all reasons at once.
    pub violations: Vec<Violation>,
    /// Whether, as a failed claim, it counts as a draw offer (FIDE 9.1.2.3).
    pub counts_as_offer: bool,
    /// The position in which it was refused: the reasons speak of that board.
    pub position: Box<Position>,
    /// The ply of that position.
    pub ply: u32,
}

/// Something to be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remedy {
    /// What.
    pub kind: RemedyKind,
    /// The article that says so.
    pub citation: Citation,
}

/// What is to be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RemedyKind {
    /// Set this position up again.
    RestorePosition {
        /// The position before the fault.
        position: Box<Position>,
        /// Its ply.
        ply: u32,
    },
    /// Give time.
    TimePenalty {
        /// Who is given it.
        to: Side,
        /// How much, in seconds.
        seconds: u32,
    },
    /// A move that must be played.
    MustPlay {
        /// Who must play.
        side: Side,
        /// One of these moves, in canonical text.
        moves: Vec<String>,
    },
    /// The result stands as it was signed (FIDE 8.7).
    ResultStands {
        /// The result.
        outcome: Outcome,
    },
    /// The game is void and a new one is played.
    NewGame,
    /// A penalty at the arbiter's discretion.
    DiscretionaryPenalty {
        /// Whom it concerns.
        side: Side,
    },
    /// The game goes on, from this position on a board that lies right (FIDE 7.2.2).
    TransferPosition {
        /// The position.
        position: Box<Position>,
        /// Its ply.
        ply: u32,
    },
    /// The game goes on as it is: it is too late to put anything right (FIDE 7.3, A.5).
    PlayOn,
    /// If the arbiter corrects a wrong result, or a game with wrong colours, from when on that counts.
    Correction {
        /// From when on.
        effect: CorrectionEffect,
    },
}

words! {
    /// From when on the correction of a result counts (FIDE C.04.2).
    pub enum CorrectionEffect {
        /// For the standings and for the pairings of the next round.
        NextPairing = "next_pairing",
        /// The next round is paired already: for the pairings after it.
        LaterPairing = "later_pairing",
        /// The event is closed: for the rating report alone.
        RatingOnly = "rating_only",
    }
}

/// A fact that would decide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Query {
    /// Which.
    pub kind: QueryKind,
    /// Whom it concerns. None: no one, or both.
    pub side: Option<Side>,
    /// Which ply it concerns. None: none.
    pub ply: Option<u32>,
    /// The choices, in the variant's own notation.
    pub choices: Vec<String>,
}

words! {
    /// What is asked.
    pub enum QueryKind {
        /// Which time class.
        TimeClass = "time_class",
        /// Was the game watched by one arbiter.
        Supervision = "supervision",
        /// Was a score sheet kept.
        ScoreSheet = "score_sheet",
        /// What was played before the start position.
        History = "history",
        /// Was a decided advantage shown.
        DecidedAdvantage = "decided_advantage",
        /// Which touched piece must move.
        Designation = "designation",
        /// Which flag fell first.
        FlagOrder = "flag_order",
        /// Was it the last period of play.
        LastPeriod = "last_period",
        /// Can the opponent still mate: not determined within the budget.
        CanMate = "can_mate",
        /// Does the opponent make no effort, or cannot win by normal means (FIDE III.5).
        NormalMeans = "normal_means",
        /// Was the irregularity let stand or corrected.
        Irregularity = "irregularity",
        /// What does the arbiter decide.
        ArbiterDecision = "arbiter_decision",
        /// Which room.
        Room = "room",
        /// Were FIDE Guidelines III announced.
        QuickplayAnnounced = "quickplay_announced",
    }
}

words! {
    /// Something that was taken for granted. The word is the contract's code.
    pub enum Assumption {
        /// The result is the one that the record states; nothing on the board derives it.
        ResultAsRecorded = "RESULT_AS_RECORDED",
        /// Lost on time, by the `Termination` tag and the recorded result.
        FlagFellAsRecorded = "FLAG_FELL_AS_RECORDED",
        /// The opponent can still mate: it was not shown that he cannot.
        MateAssumed = "MATE_ASSUMED",
        /// What was played before the start position is not known; it was taken to change nothing.
        HistoryUnknown = "HISTORY_UNKNOWN",
        /// The time class is not known; standard play was taken.
        StandardPlay = "STANDARD_PLAY",
        /// The order of the fallen flags is that of the facts.
        FlagsInOrder = "FLAGS_IN_ORDER",
        /// The articles are known from secondary sources only.
        SecondarySources = "SECONDARY_SOURCES",
        /// Decided by house rules, which are no federation's law.
        HouseRules = "HOUSE_RULES",
        /// The rules depart from the law of the variant's federation.
        DepartsFromLaw = "DEPARTS_FROM_LAW",
        /// The illegal move of the record was made on the board and completed.
        IllegalMoveCompleted = "ILLEGAL_MOVE_COMPLETED",
        /// That the position was illegal is taken from the report; the record does not show it.
        IllegalPositionAsReported = "ILLEGAL_POSITION_AS_REPORTED",
        /// Two faults that were told one directly behind the other were those of one move.
        FaultsOfOneMove = "FAULTS_OF_ONE_MOVE",
        /// Irregular moves were accepted by the players.
        IrregularityAccepted = "IRREGULARITY_ACCEPTED",
        /// The tag and the marker give different results; the marker was taken.
        MarkerOverTag = "MARKER_OVER_TAG",
        /// No tag names the game; it is that of the format or of the caller.
        VariantByDefault = "VARIANT_BY_DEFAULT",
        /// Every mate that was found lies beyond a limit of FIDE 9.6; the limits are ignored.
        MateBeyondLimits = "MATE_BEYOND_LIMITS",
        /// A limit of moves has drawn the game, and nobody has shown an obvious win, which the arbiter would have to judge (FMJD64 7.2.9).
        NoObviousWin = "NO_OBVIOUS_WIN",
        /// A fallen flag is drawn by the list, and that the opponent has no forced win is not proved for any number of moves (US Chess 14E).
        NoForcedWin = "NO_FORCED_WIN",
    }
}

/// What makes a ruling repeatable: the same digest and rules version mean the same ruling.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulingFingerprint {
    /// SHA-256 over the canonical text of the question, as 64 lower-case hexadecimal digits.
    pub input_digest: String,
    /// The version of the rules that decided.
    pub rules_version: &'static str,
}
