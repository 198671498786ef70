//! How a game ended.

use tabuleiro_proto::v1;
use tabuleiro_rules::{
    Cause, Ruleset,
    game::{Basis, Ending},
};

use super::{count, nouns};

super::mirror! {
    cause: Cause => v1::Cause {
        Checkmate,
        Stalemate,
        DeadPosition,
        InsufficientMaterial,
        FivefoldRepetition,
        FiftyMoves,
        SeventyFiveMoves,
        PerpetualCheck,
        KingExploded,
        KingInTheCentre,
        ThirdCheck,
        RaceWon,
        RaceDrawn,
        AllPiecesLost,
        HordeDestroyed,
        ThreefoldRepetition,
        NoPieces,
        NoLegalMove,
        KingMade,
        MissedCapture,
        LonePieceVKing,
        KingMovesLimit,
        StrongerSideLimit,
        MaterialUnchangedLimit,
        MainRoadLimit,
        SmallEndingLimit,
        RefusedOfferLimit,
        FrisianTwoKingsVOne,
        FrisianOneKingEach,
        Resignation,
        Agreement,
        FlagFall,
        BothFlags,
        IllegalMoves,
        IllegalPositionStands,
        Default,
        ArbiterDecision,
        ResultAsRecorded,
    }
}

super::mirror! {
    basis: Basis => v1::Basis { Automatic, Claim, Fact, Arbiter }
}

pub(crate) fn ending(ending: &Ending, rules: &Ruleset) -> v1::Ending {
    v1::Ending {
        cause: cause(ending.cause) as i32,
        outcome: nouns::outcome(ending.outcome) as i32,
        basis: basis(ending.basis) as i32,
        ply: count(ending.ply),
        citations: vec![nouns::citation(rules.cite(ending.topic))],
    }
}
