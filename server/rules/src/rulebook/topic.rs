//! What a rulebook can have an article about.

use super::words::words;
use crate::Cause;

words! {
    /// A subject of the law on how games end.
    pub enum Topic {
        /// The king is mated.
        Checkmate = "checkmate",
        /// No legal move, and not in check.
        Stalemate = "stalemate",
        /// An ending that only this variant has.
        VariantEnding = "variant_ending",
        /// Nobody can mate any more.
        DeadPosition = "dead_position",
        /// The position stands on the board again.
        Repetition = "repetition",
        /// The intended move will bring the position about again.
        RepetitionByMove = "repetition_by_move",
        /// The position for the fifth time.
        Fivefold = "fivefold",
        /// Fifty moves without progress have been made.
        Fifty = "fifty",
        /// The intended move completes fifty moves without progress.
        FiftyByMove = "fifty_by_move",
        /// Seventy-five moves without progress.
        SeventyFive = "seventy_five",
        /// An offer of perpetual check.
        PerpetualCheck = "perpetual_check",
        /// The side to move has no piece.
        NoPieces = "no_pieces",
        /// The side to move has no legal move.
        NoLegalMove = "no_legal_move",
        /// The first king wins.
        KingMade = "king_made",
        /// One piece against one.
        LonePiece = "lone_piece_v_king",
        /// A capture was open and not made.
        MissedCapture = "missed_capture",
        /// Only kings have moved.
        KingMoves = "king_moves",
        /// A stronger side against a lone king.
        StrongVLoneKing = "strong_v_lone_king",
        /// Kings on both sides and the material unchanged.
        MaterialUnchanged = "material_unchanged",
        /// A lone king on the main road.
        MainRoad = "main_road",
        /// Endings drawn after a few moves.
        SmallEndings = "small_endings",
        /// Two kings against one (Frisian).
        FrisianTwoKings = "frisian_two_kings_v_one",
        /// A king each (Frisian).
        FrisianOneKing = "frisian_one_king_each",
        /// The duty after a refused offer.
        RefusedOffer = "refused_offer",
        /// A draw is agreed.
        Agreement = "agreement",
        /// When a draw may be agreed.
        AgreementWindow = "agreement_window",
        /// A player resigns.
        Resignation = "resignation",
        /// A flag falls.
        FlagFall = "flag",
        /// A flag falls, but the opponent cannot mate.
        FlagFallDraw = "flag_draw",
        /// Completed illegal moves.
        IllegalMoves = "illegal_moves",
        /// What makes a claim good, and until when it can be made.
        Claim = "claim",
        /// What a wrong claim brings.
        WrongClaim = "wrong_claim",
        /// A claim in a quickplay finish, which only an arbiter can decide.
        Quickplay = "quickplay",
        /// A touched piece.
        Touch = "touch_rule",
        /// An omitted capture.
        Omission = "omission",
        /// A player does not appear.
        Default = "default",
        /// A decision of the arbiter.
        ArbiterDecision = "arbiter_decision",
        /// Nothing happens after the end.
        GameOver = "game_over",
        /// Both flags have fallen, and it is not known which fell first.
        BothFlags = "both_flags",
        /// An illegal position that nobody noticed in time.
        IllegalPosition = "illegal_position",
        /// When a move is complete, and a capture from which the hand was taken before its end.
        Completion = "completion",
    }
}

impl Topic {
    /// The subject whose article speaks of this cause.
    #[must_use]
    pub const fn of(cause: Cause) -> Topic {
        match cause {
            Cause::Checkmate => Topic::Checkmate,
            Cause::Stalemate => Topic::Stalemate,
            Cause::DeadPosition | Cause::InsufficientMaterial => Topic::DeadPosition,
            Cause::FivefoldRepetition => Topic::Fivefold,
            Cause::FiftyMoves => Topic::Fifty,
            Cause::SeventyFiveMoves => Topic::SeventyFive,
            Cause::PerpetualCheck => Topic::PerpetualCheck,
            Cause::KingExploded
            | Cause::KingInTheCentre
            | Cause::ThirdCheck
            | Cause::RaceWon
            | Cause::RaceDrawn
            | Cause::AllPiecesLost
            | Cause::HordeDestroyed => Topic::VariantEnding,
            Cause::ThreefoldRepetition => Topic::Repetition,
            Cause::NoPieces => Topic::NoPieces,
            Cause::NoLegalMove => Topic::NoLegalMove,
            Cause::KingMade => Topic::KingMade,
            Cause::MissedCapture => Topic::MissedCapture,
            Cause::LonePieceVKing => Topic::LonePiece,
            Cause::KingMovesLimit => Topic::KingMoves,
            Cause::StrongerSideLimit => Topic::StrongVLoneKing,
            Cause::FrisianTwoKingsVOne => Topic::FrisianTwoKings,
            Cause::MaterialUnchangedLimit => Topic::MaterialUnchanged,
            Cause::MainRoadLimit => Topic::MainRoad,
            Cause::SmallEndingLimit => Topic::SmallEndings,
            Cause::RefusedOfferLimit => Topic::RefusedOffer,
            Cause::FrisianOneKingEach => Topic::FrisianOneKing,
            Cause::Resignation => Topic::Resignation,
            Cause::Agreement => Topic::Agreement,
            Cause::FlagFall => Topic::FlagFall,
            Cause::BothFlags => Topic::BothFlags,
            Cause::IllegalMoves => Topic::IllegalMoves,
            Cause::IllegalPositionStands => Topic::IllegalPosition,
            Cause::Default => Topic::Default,
            Cause::ArbiterDecision | Cause::ResultAsRecorded => Topic::ArbiterDecision,
        }
    }

    /// The switches of the end of a game that this subject depends on, by the start of their keys.
    #[must_use]
    pub const fn switches(self) -> &'static [&'static str] {
        match self {
            Topic::DeadPosition => &["dead_position", "insufficient_material"],
            Topic::Repetition | Topic::RepetitionByMove => &["repetition."],
            Topic::Fivefold => &["fivefold."],
            Topic::Fifty | Topic::FiftyByMove => &["fifty."],
            Topic::SeventyFive => &["seventy_five."],
            Topic::PerpetualCheck => &["perpetual_check"],
            Topic::KingMoves => &["king_moves."],
            Topic::StrongVLoneKing => &["strong_v_lone_king."],
            Topic::MaterialUnchanged => &["material_unchanged."],
            Topic::MainRoad => &["main_road."],
            Topic::SmallEndings => &["small_endings."],
            Topic::FrisianTwoKings | Topic::FrisianOneKing => &["frisian_endings."],
            Topic::RefusedOffer => &["refused_offer."],
            Topic::Agreement | Topic::AgreementWindow => &["agreement"],
            Topic::Resignation => &["resignation"],
            Topic::FlagFall | Topic::FlagFallDraw | Topic::BothFlags => &["flag"],
            Topic::IllegalMoves | Topic::IllegalPosition => &["illegal_moves."],
            Topic::WrongClaim => &["wrong_claim"],
            Topic::Touch => &["touch_rule"],
            Topic::LonePiece => &["lone_piece_v_king"],
            Topic::MissedCapture | Topic::Omission => &["omission"],
            Topic::Completion => &["completion"],
            Topic::NoLegalMove => &["blocked_player", "objective"],
            Topic::NoPieces | Topic::KingMade => &["objective"],
            _ => &[],
        }
    }
}
