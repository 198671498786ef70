//! What a person can check at the board.

use super::OtherLanguages;
use crate::{
    Citation, Outcome, Position, Side, Square, Violation,
    game::Counter,
    record::{Marker, Place, ShortCapture},
    rulebook::{MoveFault, StartFault, words},
};

/// One piece of evidence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Evidence {
    /// A position that came again, or nearly.
    Repetition(Repetition),
    /// A counter that reached its limit, or did not.
    Counter(Counter),
    /// The same after the move that was announced with a claim.
    CounterAfter(CounterAfter),
    /// Whether a side can still mate.
    MatePossible(MatePossible),
    /// The largest capture that was open.
    MaximumCapture(MaximumCapture),
    /// Result tag, end marker and board, where they differ.
    ResultConflict(ResultConflict),
    /// The first fault of the record.
    FirstFault(FirstFault),
    /// Material and mobility at two plies.
    Advantage(Advantage),
    /// The game began wrongly.
    IrregularStart(IrregularStart),
    /// A short capture that could mean several; what follows in the record tells which was played.
    ShortCapture(ShortCapture),
    /// The moves are legal in the letters of another language too, and then another game.
    OtherLanguages(OtherLanguages),
    /// A move with more than one fault, which was counted once.
    CountedOnce(CountedOnce),
    /// An illegal position that is reported to have stood, against the record.
    ReportedPosition(ReportedPosition),
    /// Whether a side can force mate.
    ForcedMate(ForcedMate),
    /// Whether a side can give check for ever.
    PerpetualCheck(PerpetualCheck),
    /// A capture from which the hand was taken before its end.
    UnfinishedCapture(UnfinishedCapture),
}

/// A position that came again, or nearly.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repetition {
    /// The plies at which the position stood, ascending; 0 is the start position.
    pub plies: Vec<u32>,
    /// Plies that look the same and are not.
    pub near_misses: Vec<NearMiss>,
    /// The position.
    pub position: Box<Position>,
    /// The move announced with the claim, in canonical text: the position is the one after it, which has stood at those plies and would
    /// stand once more. None: the position was on the board.
    pub announced: Option<String>,
}

/// What a counter says after the move that was announced with a claim (FIDE 9.3.1).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CounterAfter {
    /// The counter as it would stand.
    pub counter: Counter,
    /// The announced move, in canonical text.
    pub announced: String,
}

/// A ply at which the same pieces stood on the same squares, and yet the position was another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NearMiss {
    /// The ply.
    pub ply: u32,
    /// What differed, each at most once.
    pub differs_in: Vec<Difference>,
}

words! {
    /// In what two positions with the same pieces differ.
    pub enum Difference {
        /// The side to move.
        SideToMove = "side_to_move",
        /// White's right to castle short.
        WhiteCastlesShort = "white_castles_short",
        /// White's right to castle long.
        WhiteCastlesLong = "white_castles_long",
        /// Black's right to castle short.
        BlackCastlesShort = "black_castles_short",
        /// Black's right to castle long.
        BlackCastlesLong = "black_castles_long",
        /// A legal capture in passing.
        EnPassant = "en_passant",
        /// Pieces in hand.
        Pocket = "pocket",
        /// Checks left to give.
        Checks = "checks",
        /// The run of a Frisian king.
        KingRun = "king_run",
        /// Which pieces are promoted (crazyhouse).
        Promoted = "promoted",
    }
}

/// Whether a side can still mate by any legal series of moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatePossible {
    /// The side that would mate.
    pub side: Side,
    /// The ply of the position that was asked about.
    pub ply: u32,
    /// The answer.
    pub verdict: MateVerdict,
    /// How many positions were looked at.
    pub positions_searched: u64,
    /// Whether the mate shown lies beyond the limit of moves that would have ended the game by itself (FIDE 9.6.2).
    pub only_beyond_limits: bool,
}

/// The answer to "can this side still mate".
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MateVerdict {
    /// It can: the moves, replayed.
    Winnable {
        /// In SAN.
        line: Vec<String>,
        /// In UCI.
        line_uci: Vec<String>,
    },
    /// It cannot.
    Unwinnable {
        /// Why no mate exists.
        reason: UnwinnableReason,
    },
    /// Not determined within the budget, or not asked: the game is a variant in which this is no question.
    Undetermined,
}

words! {
    /// Why no mate exists.
    pub enum UnwinnableReason {
        /// The side has a bare king.
        BareKing = "bare_king",
        /// The material of both sides allows no mate.
        Material = "material",
        /// The position is blocked.
        Blocked = "blocked",
        /// Every position that can be reached was looked at, and none is a mate.
        Exhausted = "exhausted",
        /// The game is over on the board.
        GameOver = "game_over",
    }
}

/// Whether a side can force mate, whatever the other plays (US Chess 14E).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForcedMate {
    /// The side that would mate.
    pub side: Side,
    /// The ply of the position that was asked about.
    pub ply: u32,
    /// The answer.
    pub verdict: ForcedVerdict,
    /// How many positions were looked at.
    pub positions_searched: u64,
}

/// The answer to "can this side force mate".
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ForcedVerdict {
    /// It can: the moves against a long defence, replayed.
    Forced {
        /// In SAN.
        line: Vec<String>,
        /// In UCI.
        line_uci: Vec<String>,
    },
    /// It cannot, not within so many of its moves. None: not within any number of moves.
    None {
        /// The number of moves.
        within: Option<u32>,
    },
    /// Not determined within the budget. There is no forced mate within so many of its moves.
    Undetermined {
        /// The number of moves; 0: nothing is known.
        within: u32,
    },
}

/// Whether a side can give check for ever, where an offer of perpetual check can draw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PerpetualCheck {
    /// The side that offered it.
    pub side: Side,
    /// The ply of the position that was asked about.
    pub ply: u32,
    /// The answer.
    pub verdict: PerpetualVerdict,
    /// How many positions were looked at.
    pub positions_searched: u64,
}

/// The answer to "can this side give check for ever".
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PerpetualVerdict {
    /// It can, whatever the replies: one course of it, replayed.
    ForEver {
        /// In SAN.
        line: Vec<String>,
        /// In UCI.
        line_uci: Vec<String>,
        /// The line ends in the position that stood after so many half-moves of it.
        returns_to: u32,
    },
    /// It cannot: the checks end.
    Ends,
    /// The opponent is on move and not in check: no series of checks is under way.
    NoCheck,
    /// Not determined within the bounds of the search.
    Undetermined,
}

/// A capture from which the hand was taken before its end (`completion=hand_released`): an irregularity of its own, and no omission. The
/// opponent accepts it, or has it completed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnfinishedCapture {
    /// Who captured. Where there are several ways on, it is he who chooses.
    pub side: Side,
    /// The ply that the capture is, or would have been, from 1.
    pub ply: u32,
    /// Where the piece came from.
    pub from: Square,
    /// Where the hand released it.
    pub released: Square,
    /// The pieces taken until then.
    pub captured: Vec<Square>,
    /// The whole captures that go on from there, in canonical text.
    pub ways: Vec<String>,
    /// What became of it.
    pub fate: UnfinishedFate,
}

words! {
    /// What became of a capture that was left unfinished.
    pub enum UnfinishedFate {
        /// The opponent has not said yet.
        Open = "open",
        /// The opponent accepted it, by word or by playing on: it stands.
        Accepted = "accepted",
        /// The opponent had it completed.
        Completed = "completed",
        /// The game ended by something else before the opponent had said anything or moved. How it ended does not depend on that.
        Unanswered = "unanswered",
        /// The record is read as put right: it is to be completed.
        PutRight = "put_right",
    }
}

/// The largest capture that was open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MaximumCapture {
    /// The ply at which it was open, counted before the move.
    pub ply: u32,
    /// How many pieces it takes.
    pub capture_count: u32,
    /// The moves that reach it, in canonical text.
    pub moves: Vec<String>,
    /// What was played, as the record has it. Empty: nothing yet.
    pub played: String,
}

/// Result tag, end marker and board, where they differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResultConflict {
    /// The result by the tag.
    pub tag: Option<Marker>,
    /// The result by the marker at the end of the moves.
    pub marker: Option<Marker>,
    /// The result by the board. None: the board decides nothing.
    pub board: Option<Outcome>,
    /// The result that somebody claims.
    pub claimed: Option<Outcome>,
}

/// A move with more than one fault: one irregularity of its player (FIDE 7.5).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CountedOnce {
    /// Whose move it was.
    pub side: Side,
    /// The ply that would have been played, from 1.
    pub ply: u32,
    /// What was wrong with it, in the order in which it was told, each with its article.
    pub faults: Vec<(MoveFault, Citation)>,
}

/// An illegal position that is reported to have stood (FIDE A.5.4), against the record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReportedPosition {
    /// The ply after which it stood.
    pub ply: u32,
    /// What the record shows of it.
    pub shown: PositionShown,
    /// The first illegal move that leads to it, by its ply from 1. None: none does.
    pub illegal_ply: Option<u32>,
}

words! {
    /// What a record shows of a position that is reported to be illegal.
    pub enum PositionShown {
        /// Every move that leads to it is legal: the record contradicts the report.
        Legal = "legal",
        /// An illegal move leads to it.
        ByIllegalMove = "by_illegal_move",
        /// An illegal move leads to it, and no position has its pieces so.
        Impossible = "impossible",
        /// What was played before is not known.
        NotKnown = "not_known",
    }
}

/// The first fault of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FirstFault {
    /// The ply that would have been played, from 1.
    pub ply: u32,
    /// Where it stands in the text; none where the record came as a list of moves.
    pub place: Option<Place>,
    /// Every rule that it breaks.
    pub violations: Vec<Violation>,
    /// The position in which it was to be made: the reasons speak of that board.
    pub position: Box<Position>,
    /// The move as the record has it, control characters replaced and shortened.
    pub text: String,
}

/// A game that began wrongly, told from its moves: they are all legal from another start than the one that games begin from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IrregularStart {
    /// What was wrong.
    pub kind: StartFault,
    /// The start from which the moves are legal. Of a turned board the usual one: its squares were read off wrongly.
    pub start: Box<Position>,
    /// Whether no other wrong start explains the record as well.
    pub only_reading: bool,
}

/// Material and mobility at two plies: what an arbiter weighs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Advantage {
    /// The side whose advantage is asked for.
    pub side: Side,
    /// When the duty began.
    pub before: AdvantageSnapshot,
    /// When it ended, or now.
    pub after: AdvantageSnapshot,
}

/// Material and mobility at one ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AdvantageSnapshot {
    /// The ply.
    pub ply: u32,
    /// Men of the side.
    pub own_men: u32,
    /// Kings of the side.
    pub own_kings: u32,
    /// Men of the opponent.
    pub opponent_men: u32,
    /// Kings of the opponent.
    pub opponent_kings: u32,
    /// Legal moves of the side, were it to move.
    pub own_moves: u32,
    /// Legal moves of the opponent, were it to move.
    pub opponent_moves: u32,
}
