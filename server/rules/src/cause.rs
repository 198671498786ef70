//! What ended a game: one flat list over both games, so that a caller switches on one field. Whether it came
//! by itself or by claim is the basis of the ending, not part of its cause.

/// What ended a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(
    missing_docs,
    reason = "the names are the field's own; the contract's enum carries the sentences"
)]
pub enum Cause {
    // On the chess board.
    Checkmate,
    Stalemate,
    DeadPosition,
    InsufficientMaterial,
    FivefoldRepetition,
    FiftyMoves,
    SeventyFiveMoves,
    PerpetualCheck,
    // The chess variants' own endings.
    KingExploded,
    KingInTheCentre,
    ThirdCheck,
    RaceWon,
    RaceDrawn,
    AllPiecesLost,
    HordeDestroyed,
    // On either board.
    ThreefoldRepetition,
    // On the draughts board.
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
    // By a declaration, a clock or an arbiter.
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
