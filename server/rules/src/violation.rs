//! Why a move or another action is refused: one code per rule that can be broken, and all of them at once.

use crate::{Citation, Square};

/// One rule that a refused action breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// Which rule.
    pub code: ViolationCode,
    /// Where it stands written.
    pub citation: Option<Citation>,
    /// The squares that show it: the blocker, the attacker, the piece that must capture.
    pub squares: Vec<Square>,
    /// What must be played instead, where the rule says so.
    pub required: Option<Required>,
    /// The ply that made it so (the king's move that lost a castling right), where the record shows it.
    pub since_ply: Option<u32>,
}

impl Violation {
    /// A violation with nothing but its code.
    #[must_use]
    pub fn new(code: ViolationCode) -> Violation {
        Violation {
            code,
            citation: None,
            squares: Vec::new(),
            required: None,
            since_ply: None,
        }
    }

    /// With the article that it breaks.
    #[must_use]
    pub fn citing(mut self, citation: Citation) -> Violation {
        self.citation = Some(citation);
        self
    }

    /// With the squares that show it.
    #[must_use]
    pub fn at(mut self, squares: impl IntoIterator<Item = Square>) -> Violation {
        self.squares.extend(squares);
        self
    }

    /// With what must be played instead.
    #[must_use]
    pub fn requiring(mut self, required: Required) -> Violation {
        self.required = Some(required);
        self
    }
}

/// What must be played instead.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Required {
    /// How many pieces must be captured; 0 where the number is not the point.
    pub capture_count: u32,
    /// The moves that satisfy the rule (or the candidates of an ambiguous text), in canonical text.
    pub moves: Vec<String>,
}

/// Every rule that can be broken. The names are the contract's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(
    missing_docs,
    reason = "each name is the rule; the contract's enum carries the sentences"
)]
pub enum ViolationCode {
    // Both games.
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
    // Draughts.
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
    // Chess.
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
    // Actions that are not moves.
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
