//! What a game is made of: moves, and the facts beside the board that bind what follows.

use smol_str::SmolStr;

use crate::{
    Kind, MoveParts, MoveRequest, Outcome, Side, Square,
    rulebook::{MoveFault, StartFault, words},
};

/// One step of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// A move, as it was asked for.
    Move(RequestedMove),
    /// A fact.
    Fact(Fact),
}

/// A move as a caller gives it, kept: see [`MoveRequest`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RequestedMove {
    /// A text in a notation of the variant. Nearly all are short, and then need no memory of their own.
    Text(SmolStr),
    /// Squares, as a front end has them. Boxed: records are long, and nearly all of text.
    Parts(Box<RequestedParts>),
}

/// A move by its squares, kept: see [`MoveParts`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RequestedParts {
    /// Origin; empty for a drop.
    pub from: String,
    /// Destination.
    pub to: String,
    /// Intermediate squares; may be empty.
    pub path: Vec<String>,
    /// Captured squares; may be empty.
    pub captured: Vec<String>,
    /// What a pawn becomes.
    pub promotion: Option<Kind>,
    /// The piece dropped from hand.
    pub drop: Option<Kind>,
}

impl RequestedMove {
    /// The request, borrowed.
    #[must_use]
    pub fn as_request(&self) -> MoveRequest<'_> {
        match self {
            RequestedMove::Text(text) => MoveRequest::Text(text),
            RequestedMove::Parts(parts) => MoveRequest::Parts(MoveParts {
                from: &parts.from,
                to: &parts.to,
                path: parts.path.iter().map(String::as_str).collect(),
                captured: parts.captured.iter().map(String::as_str).collect(),
                promotion: parts.promotion,
                drop: parts.drop,
            }),
        }
    }
}

impl From<&str> for RequestedMove {
    fn from(text: &str) -> RequestedMove {
        RequestedMove::Text(text.into())
    }
}

impl From<&MoveRequest<'_>> for RequestedMove {
    fn from(request: &MoveRequest<'_>) -> RequestedMove {
        let own = |squares: &[&str]| squares.iter().map(|square| (*square).to_owned()).collect();
        match request {
            MoveRequest::Text(text) => RequestedMove::Text((*text).into()),
            MoveRequest::Parts(parts) => RequestedMove::Parts(Box::new(RequestedParts {
                from: parts.from.to_owned(),
                to: parts.to.to_owned(),
                path: own(&parts.path),
                captured: own(&parts.captured),
                promotion: parts.promotion,
                drop: parts.drop,
            })),
        }
    }
}

impl Action {
    /// A move by its text.
    #[must_use]
    pub fn text(text: &str) -> Action {
        Action::Move(text.into())
    }

    /// A fact about a side.
    #[must_use]
    pub const fn fact(by: Side, kind: FactKind) -> Action {
        Action::Fact(Fact { by, kind })
    }
}

/// Something that happened beside the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// Who did it, or to whom it happened. An arbiter's decision names the player whom it concerns.
    pub by: Side,
    /// What happened.
    pub kind: FactKind,
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FactKind {
    /// The player resigned.
    Resigned,
    /// The player's flag fell, and this was noticed.
    FlagFell {
        /// Whether this was the last period of play (FIDE III.3.1). None: not known.
        last_period: Option<bool>,
    },
    /// The player offered a draw.
    OfferedDraw,
    /// The player accepted the opponent's offer.
    AcceptedDraw,
    /// The player refused the opponent's offer.
    RefusedDraw,
    /// The player claimed a draw.
    Claimed {
        /// By which rule.
        kind: ClaimKind,
        /// The move that will bring it about; none for what stands on the board.
        intended: Option<RequestedMove>,
    },
    /// The player completed a move that is not legal. It was taken back.
    CompletedIllegalMove {
        /// The move as it was written.
        text: String,
    },
    /// The player pressed the clock without making a move.
    PressedWithoutMoving,
    /// The player touched these pieces, in this order.
    Touched {
        /// Their squares.
        squares: Vec<Square>,
        /// Whether he had said that he adjusts them (FIDE 4.2).
        adjusted: bool,
    },
    /// Of several touched pieces the player named the one that his opponent must move.
    Designated {
        /// Its square.
        square: Square,
    },
    /// The player waived his right to correct or to huff.
    LetStand,
    /// The player had the opponent's omission of a capture corrected.
    RequestedCorrection,
    /// The player removed a piece that should have captured.
    Huffed {
        /// Where it now stands.
        square: Square,
    },
    /// The player's hand released the piece.
    Released {
        /// The capture as far as it was made, where the hand was taken from it before its end. None: at the end of a move.
        stopped: Option<RequestedMove>,
    },
    /// The player took back a move that was not completed.
    TookBack,
    /// The player did not appear in time.
    Absent,
    /// The player offered perpetual check.
    OfferedPerpetualCheck,
    /// The player made one move with two hands and pressed the clock (FIDE 7.5.4).
    UsedTwoHands,
    /// It was found that the game began wrongly.
    FoundIrregularStart {
        /// What was wrong.
        fault: StartFault,
    },
    /// A position that cannot be came about unnoticed, and both players have moved on (FIDE A.5.4).
    IllegalPositionStood,
    /// The arbiter decided.
    ArbiterDecided {
        /// The result, if it was one that ends the game.
        outcome: Option<Outcome>,
        /// Whether the player who had refused a draw has shown a decided advantage.
        decided_advantage: Option<bool>,
    },
}

impl FactKind {
    /// A fallen flag of which nothing else is known.
    pub const FLAG_FELL: FactKind = FactKind::FlagFell { last_period: None };

    /// What was wrong with a completed move, if the fact speaks of that.
    #[must_use]
    pub const fn move_fault(&self) -> Option<MoveFault> {
        match self {
            FactKind::CompletedIllegalMove { .. } => Some(MoveFault::Illegal),
            FactKind::PressedWithoutMoving => Some(MoveFault::NoMove),
            FactKind::UsedTwoHands => Some(MoveFault::TwoHands),
            _ => None,
        }
    }
}

words! {
    /// By which rule a draw is claimed.
    pub enum ClaimKind {
        /// The same position again.
        Repetition = "repetition",
        /// Moves without a capture or a pawn move.
        FiftyMoves = "fifty_moves",
        /// Moves with kings only.
        KingMoves = "king_moves",
        /// A stronger side that has not won against a lone king.
        StrongerSide = "stronger_side",
        /// Kings on both sides and the material unchanged.
        MaterialUnchanged = "material_unchanged",
        /// The main road was held.
        MainRoad = "main_road",
        /// A small ending.
        SmallEnding = "small_ending",
        /// Two kings against one (Frisian).
        FrisianTwoKings = "frisian_two_kings",
        /// Nobody can mate any more.
        DeadPosition = "dead_position",
        /// The opponent makes no effort to win, or cannot win by normal means, in a quickplay finish (FIDE III.4, III.5). Only
        /// an arbiter can decide it.
        Quickplay = "quickplay",
    }
}
