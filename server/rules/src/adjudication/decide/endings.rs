//! An ending with its articles, and what it rests on.

use crate::{
    Cause, Citation, Outcome, Ruleset,
    adjudication::ruling::RuledEnding,
    game::{Basis, Ending},
};

/// Whether an ending shows in the position alone, whatever was played before.
pub(super) const fn stands_on_the_board(cause: Cause) -> bool {
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

/// Whether a count of moves has drawn the game.
pub(in crate::adjudication) const fn is_limit_of_moves(cause: Cause) -> bool {
    matches!(
        cause,
        Cause::KingMovesLimit
            | Cause::StrongerSideLimit
            | Cause::MaterialUnchangedLimit
            | Cause::MainRoadLimit
            | Cause::SmallEndingLimit
            | Cause::FrisianTwoKingsVOne
    )
}

/// Whether a ruling only repeats what the record says.
pub(in crate::adjudication) fn is_as_recorded(ending: &RuledEnding) -> bool {
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
pub(in crate::adjudication) fn signed_result(law: &Ruleset) -> Option<Citation> {
    let book = law.rulebook();
    book.is_fide()
        .then(|| Citation::primary(book.document, book.edition, "8.7"))
}
