//! The chess variants on offer, by the ids of the catalogue.

use shakmaty::{CastlingMode, variant::Variant};

/// A chess game by its rules of movement and its endings on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ChessVariant {
    /// The game of the FIDE Laws.
    Chess,
    /// Chess960 (FIDE Laws, Guidelines II): castling rights belong to a rook, wherever it starts.
    Chess960,
    /// Captures are compulsory, the king is a piece like any other, and whoever has no move wins.
    Antichess,
    /// A capture blows up the capturer and everything around it but pawns.
    Atomic,
    /// Captured pieces change sides and may be dropped.
    Crazyhouse,
    /// Thirty-six white pawns without a king against Black's usual army.
    Horde,
    /// Also won by the king that reaches d4, e4, d5 or e5.
    KingOfTheHill,
    /// A race of the kings to the eighth rank, in which nobody may give check.
    RacingKings,
    /// Also won by giving check for the third time.
    ThreeCheck,
}

impl ChessVariant {
    /// Every variant, in the order of the catalogue.
    pub const ALL: [ChessVariant; 9] = [
        ChessVariant::Chess,
        ChessVariant::Chess960,
        ChessVariant::Antichess,
        ChessVariant::Atomic,
        ChessVariant::Crazyhouse,
        ChessVariant::Horde,
        ChessVariant::KingOfTheHill,
        ChessVariant::RacingKings,
        ChessVariant::ThreeCheck,
    ];

    /// The id in the catalogue, e.g. `chess960`.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            ChessVariant::Chess => "chess",
            ChessVariant::Chess960 => "chess960",
            ChessVariant::Antichess => "antichess",
            ChessVariant::Atomic => "atomic",
            ChessVariant::Crazyhouse => "crazyhouse",
            ChessVariant::Horde => "horde",
            ChessVariant::KingOfTheHill => "kingofthehill",
            ChessVariant::RacingKings => "racingkings",
            ChessVariant::ThreeCheck => "3check",
        }
    }

    /// The variant with this id, spelt exactly.
    #[must_use]
    pub fn parse(id: &str) -> Option<ChessVariant> {
        ChessVariant::ALL
            .into_iter()
            .find(|variant| variant.id() == id)
    }

    /// Whether there is a king that must not be left in check. In antichess there is none.
    #[must_use]
    pub const fn has_royal_king(self) -> bool {
        !matches!(self, ChessVariant::Antichess)
    }

    /// Whether pieces can be held in hand and dropped.
    #[must_use]
    pub const fn has_hand(self) -> bool {
        matches!(self, ChessVariant::Crazyhouse)
    }

    pub(super) const fn movement(self) -> Variant {
        match self {
            ChessVariant::Chess | ChessVariant::Chess960 => Variant::Chess,
            ChessVariant::Antichess => Variant::Antichess,
            ChessVariant::Atomic => Variant::Atomic,
            ChessVariant::Crazyhouse => Variant::Crazyhouse,
            ChessVariant::Horde => Variant::Horde,
            ChessVariant::KingOfTheHill => Variant::KingOfTheHill,
            ChessVariant::RacingKings => Variant::RacingKings,
            ChessVariant::ThreeCheck => Variant::ThreeCheck,
        }
    }

    pub(super) const fn castling_mode(self) -> CastlingMode {
        CastlingMode::from_chess960(matches!(self, ChessVariant::Chess960))
    }
}
