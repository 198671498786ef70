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

impl Cause {
    /// Every cause, in the order of declaration. New ones are added at the end: their place in it is part of state tokens.
    pub const ALL: [Cause; 38] = [
        Cause::Checkmate,
        Cause::Stalemate,
        Cause::DeadPosition,
        Cause::InsufficientMaterial,
        Cause::FivefoldRepetition,
        Cause::FiftyMoves,
        Cause::SeventyFiveMoves,
        Cause::PerpetualCheck,
        Cause::KingExploded,
        Cause::KingInTheCentre,
        Cause::ThirdCheck,
        Cause::RaceWon,
        Cause::RaceDrawn,
        Cause::AllPiecesLost,
        Cause::HordeDestroyed,
        Cause::ThreefoldRepetition,
        Cause::NoPieces,
        Cause::NoLegalMove,
        Cause::KingMade,
        Cause::MissedCapture,
        Cause::LonePieceVKing,
        Cause::KingMovesLimit,
        Cause::StrongerSideLimit,
        Cause::MaterialUnchangedLimit,
        Cause::MainRoadLimit,
        Cause::SmallEndingLimit,
        Cause::RefusedOfferLimit,
        Cause::FrisianTwoKingsVOne,
        Cause::FrisianOneKingEach,
        Cause::Resignation,
        Cause::Agreement,
        Cause::FlagFall,
        Cause::BothFlags,
        Cause::IllegalMoves,
        Cause::IllegalPositionStands,
        Cause::Default,
        Cause::ArbiterDecision,
        Cause::ResultAsRecorded,
    ];
}
