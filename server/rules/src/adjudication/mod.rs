//! Rulings: how a game ends and why, with the evidence, from its record and what happened beside the board.
//!
//! A [`Question`] has everything that a [`Ruling`] depends on; no clock, no locale and no machine changes it. An audit asks the
//! question of every game of a file and gathers what it finds ([`Finding`], [`Summary`]).

mod audit;
mod board;
mod circumstances;
mod conflict;
mod decide;
mod evidence;
mod examine;
mod faults;
mod finding;
mod fingerprint;
mod irregular_start;
mod judge_on;
mod languages;
mod mating;
mod move_faults;
mod proof;
mod question;
mod remedies;
mod reported_position;
mod ruling;
pub mod scoresheet;
pub mod tournament;
mod turns;
mod two_moves;
mod walk;

pub use audit::{AuditRules, Auditor, Sheaf, Tally};
pub use decide::adjudicate;

pub use evidence::{
    Advantage, AdvantageSnapshot, CountedOnce, CounterAfter, Difference, Evidence, FirstFault,
    ForcedMate, ForcedVerdict, IrregularStart, MatePossible, MateVerdict, MaximumCapture, NearMiss,
    PerpetualCheck, PerpetualVerdict, PositionShown, Repetition, ReportedPosition, ResultConflict,
    UnfinishedCapture, UnfinishedFate, UnwinnableReason,
};
pub use examine::examine;
pub use finding::{
    FaultTally, Finding, FirstPlies, GameFault, GameFaultCode, GameFaultKind, StartPositionFault,
    Summary,
};
pub use fingerprint::RULES_VERSION;
pub use languages::OtherLanguages;
pub use question::{
    Context, DEFAULT_WORK_BUDGET, DatedFact, GameRecord, Irregularities, Phase, Question,
    RecordedMove, RecordedResults, Room, Standing, TimeClass, Unanswerable,
};
pub use ruling::{
    Assumption, CorrectionEffect, Disposition, Query, QueryKind, RefusedFact, Remedy, RemedyKind,
    RuledEnding, Ruling, RulingFingerprint,
};
pub use turns::Turns;
