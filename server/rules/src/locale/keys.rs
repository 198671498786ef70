//! The names of the messages, by what they speak of. What has a stable word of its own is named by it.

use crate::{Cause, Kind, ViolationCode, variant::Family};

/// Declares the message of every value of an enum: the match is exhaustive, so that a new value asks for words.
macro_rules! keys {
    ($(fn $name:ident($of:ident): $all:ident = $prefix:literal { $($value:ident = $key:literal,)+ })+) => {$(
        pub(super) const fn $name(value: $of) -> &'static str {
            match value { $($of::$value => concat!($prefix, $key),)+ }
        }

        #[cfg(test)]
        pub(super) const $all: &[$of] = &[$($of::$value),+];
    )+};
}

keys! {
    fn violation(ViolationCode): VIOLATIONS = "violation-" {
        UnreadableMove = "unreadable-move",
        NotYourTurn = "not-your-turn",
        NoPiece = "no-piece",
        NotYourPiece = "not-your-piece",
        SquareOccupied = "square-occupied",
        OffTheBoard = "off-the-board",
        PathBlocked = "path-blocked",
        Ambiguous = "ambiguous",
        GameOver = "game-over",
        TouchedPiece = "touched-piece",
        OffThePlayingSquares = "off-the-playing-squares",
        PieceCannotMoveThere = "piece-cannot-move-there",
        ManBackward = "man-backward",
        KingStepTooLong = "king-step-too-long",
        MustCapture = "must-capture",
        MustCaptureMore = "must-capture-more",
        MustCaptureWithKing = "must-capture-with-king",
        MustCaptureMoreKings = "must-capture-more-kings",
        MustCaptureKingFirst = "must-capture-king-first",
        MustCaptureMostValuable = "must-capture-most-valuable",
        MustContinue = "must-continue",
        MustCorrect = "must-correct",
        LandingMustContinue = "landing-must-continue",
        NothingToCapture = "nothing-to-capture",
        SamePieceTwice = "same-piece-twice",
        ManMayNotTakeKing = "man-may-not-take-king",
        PromotionOnlyWhenStopping = "promotion-only-when-stopping",
        KingReversal = "king-reversal",
        FrisianKingLimit = "frisian-king-limit",
        OwnPieceOnTarget = "own-piece-on-target",
        NoSuchPiece = "no-such-piece",
        Pinned = "pinned",
        LeavesKingInCheck = "leaves-king-in-check",
        EnPassantTooLate = "en-passant-too-late",
        EnPassantNoDoubleStep = "en-passant-no-double-step",
        DoubleStepBlocked = "double-step-blocked",
        DoubleStepNotFromHome = "double-step-not-from-home",
        PromotionRequired = "promotion-required",
        PromotionImpossible = "promotion-impossible",
        CastlingKingMoved = "castling-king-moved",
        CastlingRookMoved = "castling-rook-moved",
        CastlingInCheck = "castling-in-check",
        CastlingThroughAttack = "castling-through-attack",
        CastlingIntoAttack = "castling-into-attack",
        CastlingPathBlocked = "castling-path-blocked",
        CastlingNotationRequired = "castling-notation-required",
        MustCaptureAntichess = "must-capture-antichess",
        ExplodesOwnKing = "explodes-own-king",
        GivesCheckRacingKings = "gives-check-racing-kings",
        NotInHand = "not-in-hand",
        PawnDropOnEdgeRank = "pawn-drop-on-edge-rank",
        NoRightToHuff = "no-right-to-huff",
        WrongHuffSquare = "wrong-huff-square",
        NothingToCorrect = "nothing-to-correct",
        NoOfferPending = "no-offer-pending",
        ClaimNotValid = "claim-not-valid",
        ClaimWindowClosed = "claim-window-closed",
        NotTouched = "not-touched",
        AwaitingDesignation = "awaiting-designation",
        NoClock = "no-clock",
        NotInRulebook = "not-in-rulebook",
        ClaimTakesNoMove = "claim-takes-no-move",
        AgreementTooEarly = "agreement-too-early",
        IntendedMoveBinds = "intended-move-binds",
        IntendedPieceBinds = "intended-piece-binds",
        MoveIsLegal = "move-is-legal",
        NothingToDecide = "nothing-to-decide",
    }

    fn cause(Cause): CAUSES = "cause-" {
        Checkmate = "checkmate",
        Stalemate = "stalemate",
        DeadPosition = "dead-position",
        InsufficientMaterial = "insufficient-material",
        FivefoldRepetition = "fivefold-repetition",
        FiftyMoves = "fifty-moves",
        SeventyFiveMoves = "seventy-five-moves",
        PerpetualCheck = "perpetual-check",
        KingExploded = "king-exploded",
        KingInTheCentre = "king-in-the-centre",
        ThirdCheck = "third-check",
        RaceWon = "race-won",
        RaceDrawn = "race-drawn",
        AllPiecesLost = "all-pieces-lost",
        HordeDestroyed = "horde-destroyed",
        ThreefoldRepetition = "threefold-repetition",
        NoPieces = "no-pieces",
        NoLegalMove = "no-legal-move",
        KingMade = "king-made",
        MissedCapture = "missed-capture",
        LonePieceVKing = "lone-piece-v-king",
        KingMovesLimit = "king-moves-limit",
        StrongerSideLimit = "stronger-side-limit",
        MaterialUnchangedLimit = "material-unchanged-limit",
        MainRoadLimit = "main-road-limit",
        SmallEndingLimit = "small-ending-limit",
        RefusedOfferLimit = "refused-offer-limit",
        FrisianTwoKingsVOne = "frisian-two-kings-v-one",
        FrisianOneKingEach = "frisian-one-king-each",
        Resignation = "resignation",
        Agreement = "agreement",
        FlagFall = "flag-fall",
        BothFlags = "both-flags",
        IllegalMoves = "illegal-moves",
        IllegalPositionStands = "illegal-position-stands",
        Default = "default",
        ArbiterDecision = "arbiter-decision",
        ResultAsRecorded = "result-as-recorded",
    }
}

/// The message of a piece. The king of draughts is another word than the king of chess.
pub(super) const fn kind(family: Family, kind: Kind) -> &'static str {
    match (family, kind) {
        (_, Kind::Pawn) => "piece-pawn",
        (_, Kind::Knight) => "piece-knight",
        (_, Kind::Bishop) => "piece-bishop",
        (_, Kind::Rook) => "piece-rook",
        (_, Kind::Queen) => "piece-queen",
        (Family::Chess, Kind::King) => "piece-king",
        (Family::Draughts, Kind::King) => "piece-crowned",
        (_, Kind::Man) => "piece-man",
    }
}
