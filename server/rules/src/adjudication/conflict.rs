//! The results that are written down, beside the one that the law gives. What differs is reported and never overruled (FIDE 8.7).

use super::{
    evidence::ResultConflict,
    question::{Phase, Question, RecordedResults},
    ruling::RuledEnding,
};
use crate::{Outcome, game::Basis, record::Marker};

/// The result by the marker at the end of the moves, else by the tag.
pub(super) fn recorded_outcome(results: &RecordedResults) -> Option<Outcome> {
    let decided = |marker: Option<Marker>| match marker {
        Some(Marker::Decided(outcome)) => Some(outcome),
        Some(Marker::Unknown) | None => None,
    };
    decided(results.marker).or(decided(results.tag))
}

/// The result that counts as recorded: by marker or tag unless they are ignored, else the one that was signed. What is only claimed
/// while the game is played is no result.
pub(super) fn recorded(question: &Question) -> Option<Outcome> {
    let results = &question.results;
    let written = recorded_outcome(results).filter(|_| !question.ignore_tags);
    let signed = || {
        results
            .claimed
            .filter(|_| question.context.phase != Phase::DuringPlay)
    };
    written.or_else(signed)
}

/// Whether tag and marker are both there and give different results.
pub(super) fn tag_differs_from_marker(question: &Question) -> bool {
    let results = &question.results;
    !question.ignore_tags
        && results
            .tag
            .zip(results.marker)
            .is_some_and(|(tag, marker)| tag != marker)
}

/// Where the written results differ from each other, or from what the law derives.
pub(super) fn find(question: &Question, derived: Option<&RuledEnding>) -> Option<ResultConflict> {
    let mut results = question.results;
    if question.ignore_tags {
        results.tag = None;
        results.marker = None;
    }
    let differs = |marker: Option<Marker>| match (marker, derived) {
        (Some(Marker::Decided(outcome)), Some(ending)) => outcome != ending.outcome,
        // A game that ended on the board, and is said to be unfinished.
        (Some(Marker::Unknown), Some(ending)) => ending.basis == Basis::Automatic,
        _ => false,
    };
    let claimed = results.claimed.is_some_and(|claimed| {
        derived.is_some_and(|ending| ending.outcome != claimed)
            || recorded_outcome(&results).is_some_and(|written| written != claimed)
    });
    let conflict = tag_differs_from_marker(question)
        || differs(results.tag)
        || differs(results.marker)
        || claimed;
    conflict.then(|| ResultConflict {
        tag: results.tag,
        marker: results.marker,
        board: derived.map(|ending| ending.outcome),
        claimed: results.claimed,
    })
}
