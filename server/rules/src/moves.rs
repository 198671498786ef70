//! A move as it is asked for, and a legal move as it is described. What a game keeps in
//! between (`shakmaty::Move`, `draughts::Move`) is the game's own.

use crate::{Kind, Piece, Square};

/// A move as a caller gives it: not yet legal, not yet even readable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveRequest<'a> {
    /// A text in the notations of the variant: SAN or UCI in chess; numeric, algebraic, full path or Hub in draughts.
    Text(&'a str),
    /// Squares, as a front end has them.
    Parts(MoveParts<'a>),
}

/// A move given by its squares, in the variant's square names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveParts<'a> {
    /// Origin; empty for a drop.
    pub from: &'a str,
    /// Destination. Castling: the king's square, or the rook's as an alias.
    pub to: &'a str,
    /// Intermediate squares, where from and to do not say which capture is meant. May be empty.
    pub path: Vec<&'a str>,
    /// Captured squares, in any order, where from and to do not say which capture is meant. May be empty.
    pub captured: Vec<&'a str>,
    /// What a pawn becomes.
    pub promotion: Option<Kind>,
    /// The piece dropped from hand (crazyhouse).
    pub drop: Option<Kind>,
}

/// A piece that a move takes, and where it stood.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Captured {
    /// Where it stood.
    pub square: Square,
    /// What it was.
    pub piece: Piece,
}

/// What kind of move it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Flag {
    /// Takes at least one piece.
    Capture,
    /// A pawn takes in passing (FIDE 3.7.3.1).
    EnPassant,
    /// A pawn's first move by two squares (FIDE 3.7.2).
    DoubleStep,
    /// Castling towards the h-file.
    CastleShort,
    /// Castling towards the a-file.
    CastleLong,
    /// The piece becomes another (a queen, a draughts king).
    Promotion,
    /// A piece enters from hand.
    Drop,
    /// Gives check. Only in the full description.
    Check,
    /// Gives mate. Only in the full description.
    Mate,
    /// An accepted offence: a capture was open (`omission` = `huff`, `correct_on_request`).
    OmitsCapture,
    /// An accepted offence that loses the game (`omission` = `loss`).
    LosesGame,
}

/// A set of [`Flag`]s.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Flags(u16);

impl Flags {
    /// No flag.
    pub const NONE: Flags = Flags(0);

    /// With this flag too.
    #[must_use]
    pub const fn with(self, flag: Flag) -> Flags {
        Flags(self.0 | 1 << flag as u16)
    }

    /// Whether this flag is set.
    #[must_use]
    pub const fn has(self, flag: Flag) -> bool {
        self.0 & 1 << flag as u16 != 0
    }

    /// The flags that are set, in the order of their declaration.
    pub fn iter(self) -> impl Iterator<Item = Flag> {
        const ALL: [Flag; 11] = [
            Flag::Capture,
            Flag::EnPassant,
            Flag::DoubleStep,
            Flag::CastleShort,
            Flag::CastleLong,
            Flag::Promotion,
            Flag::Drop,
            Flag::Check,
            Flag::Mate,
            Flag::OmitsCapture,
            Flag::LosesGame,
        ];
        ALL.into_iter().filter(move |flag| self.has(*flag))
    }
}

/// Everything a caller may be shown about one legal move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveDetail {
    /// The canonical text under the rule set: SAN in chess, PDN in draughts (short where it is unambiguous, else the full path).
    pub text: String,
    /// UCI (chess only). Castling as king to its goal in standard chess, king takes rook in Chess960.
    pub uci: Option<String>,
    /// Origin; none for a drop.
    pub from: Option<Square>,
    /// Where the piece comes to stand. Castling: the king's goal.
    pub to: Square,
    /// Every landing square in order, the last included. One route of the move where several lead to the same result.
    pub path: Vec<Square>,
    /// Captured pieces, in the order in which that route takes them.
    pub captured: Vec<Captured>,
    /// What the piece becomes.
    pub promotion: Option<Kind>,
    /// The piece that enters from hand.
    pub drop: Option<Kind>,
    /// What kind of move it is.
    pub flags: Flags,
}

/// A square whose content a move changes: what stood there before, and what stands there after.
pub type Change = (Square, Option<Piece>, Option<Piece>);
