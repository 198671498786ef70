//! Why a move or another action is refused.

use tabuleiro_proto::v1;
use tabuleiro_rules::{Required, Violation, ViolationCode};

use super::{count, nouns, telling::Telling};

/// Most moves that a required list shows; the rest is counted.
const MOST_MOVES: usize = 64;

super::mirror! {
    code: ViolationCode => v1::ViolationCode {
        UnreadableMove,
        NotYourTurn,
        NoPiece,
        NotYourPiece,
        SquareOccupied,
        OffTheBoard,
        PathBlocked,
        Ambiguous,
        GameOver,
        TouchedPiece,
        OffThePlayingSquares,
        PieceCannotMoveThere,
        ManBackward,
        KingStepTooLong,
        MustCapture,
        MustCaptureMore,
        MustCaptureWithKing,
        MustCaptureMoreKings,
        MustCaptureKingFirst,
        MustCaptureMostValuable,
        MustContinue,
        MustCorrect,
        LandingMustContinue,
        NothingToCapture,
        SamePieceTwice,
        ManMayNotTakeKing,
        PromotionOnlyWhenStopping,
        KingReversal,
        FrisianKingLimit,
        OwnPieceOnTarget,
        NoSuchPiece,
        Pinned,
        LeavesKingInCheck,
        EnPassantTooLate,
        EnPassantNoDoubleStep,
        DoubleStepBlocked,
        DoubleStepNotFromHome,
        PromotionRequired,
        PromotionImpossible,
        CastlingKingMoved,
        CastlingRookMoved,
        CastlingInCheck,
        CastlingThroughAttack,
        CastlingIntoAttack,
        CastlingPathBlocked,
        CastlingNotationRequired,
        MustCaptureAntichess,
        ExplodesOwnKing,
        GivesCheckRacingKings,
        NotInHand,
        PawnDropOnEdgeRank,
        NoRightToHuff,
        WrongHuffSquare,
        NothingToCorrect,
        NoOfferPending,
        ClaimNotValid,
        ClaimWindowClosed,
        NotTouched,
        AwaitingDesignation,
        NoClock,
        NotInRulebook,
        ClaimTakesNoMove,
        AgreementTooEarly,
        IntendedMoveBinds,
        IntendedPieceBinds,
        MoveIsLegal,
        NothingToDecide,
    }
}

pub(crate) fn violation(violation: &Violation, telling: &Telling<'_>) -> v1::Violation {
    v1::Violation {
        code: code(violation.code) as i32,
        citation: violation.citation.map(nouns::citation),
        squares: telling.names.names(violation.squares.iter().copied()),
        message: telling.voice.violation(violation, &telling.scene),
        required: violation.required.as_ref().map(required),
        since_ply: violation.since_ply.map(count),
    }
}

pub(crate) fn violations(violations: &[Violation], telling: &Telling<'_>) -> Vec<v1::Violation> {
    violations.iter().map(|it| violation(it, telling)).collect()
}

fn required(required: &Required) -> v1::Required {
    v1::Required {
        capture_count: count(required.capture_count),
        moves: required.moves.iter().take(MOST_MOVES).cloned().collect(),
        more_moves: count(required.moves.len().saturating_sub(MOST_MOVES)),
    }
}

/// The name of a code without its prefix, as metadata and findings have it.
pub(crate) fn code_name(value: ViolationCode) -> &'static str {
    let name = code(value).as_str_name();
    name.strip_prefix("VIOLATION_CODE_").unwrap_or(name)
}
