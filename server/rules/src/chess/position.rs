//! A position of chess or one of its variants, and what can be asked of it without reading or writing text.

use shakmaty::{Board, CastlingMode, Color, Position as _, Role, Setup, variant::VariantPosition};

use super::{ChessVariant, Move, MoveList, convert, key};
use crate::{Kind, Piece, Side, Square};

/// A position that can be played from. Cheap to clone.
///
/// Two positions are equal, and have the same hash, if they are the same in the sense of FIDE 9.2.3:
/// the same pieces on the same squares, the same side to move, and the same possible moves by castling
/// right (bound to its rook) and by a *legal* capture in passing. Hands and remaining checks count in the
/// variants that have them; move counters never do.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    pub(super) variant: ChessVariant,
    pub(super) inner: VariantPosition,
}

/// What keeps two positions from being the same (FIDE 9.2.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Difference {
    /// Other pieces, or pieces on other squares.
    Board,
    /// The other side has the move.
    SideToMove,
    /// Another castling right (FIDE 9.2.3.2).
    Castling,
    /// A pawn could be taken in passing in one of them (FIDE 9.2.3.1).
    EnPassant,
    /// Other pieces in hand, or another piece known to be a promoted pawn (crazyhouse).
    Hand,
    /// Other numbers of checks left (three-check).
    ChecksLeft,
}

impl Position {
    /// The start position. Chess960 starts as number 518, the usual array.
    #[must_use]
    pub fn start(variant: ChessVariant) -> Position {
        match variant {
            ChessVariant::Chess960 => Position::chess960(518),
            _ => Position {
                variant,
                inner: VariantPosition::new(variant.movement()),
            },
        }
    }

    /// The Chess960 start position with this Scharnagl number, 0 to 959; none beyond.
    #[must_use]
    pub fn start_960(number: u16) -> Option<Position> {
        (number < 960).then(|| Position::chess960(number))
    }

    fn chess960(number: u16) -> Position {
        let board = Board::chess960(u32::from(number));
        let setup = Setup {
            castling_rights: board.rooks(),
            board,
            ..Setup::initial()
        };
        let inner = match VariantPosition::from_setup(
            shakmaty::variant::Variant::Chess,
            setup,
            CastlingMode::Chess960,
        ) {
            Ok(inner) => inner,
            Err(_) => unreachable!("every Chess960 array is a legal position"),
        };
        Position {
            variant: ChessVariant::Chess960,
            inner,
        }
    }

    /// The Scharnagl number, if this is the board of a Chess960 start position with all castling rights
    /// and White to move.
    #[must_use]
    pub fn chess960_number(&self) -> Option<u16> {
        let board = self.inner.board();
        if self.side_to_move() != Side::White
            || self.inner.castles().castling_rights() != board.rooks()
            || board.rooks().count() != 4
        {
            return None;
        }
        (0..960).find(|number| *board == Board::chess960(u32::from(*number)))
    }

    /// The variant that is played.
    #[must_use]
    pub const fn variant(&self) -> ChessVariant {
        self.variant
    }

    /// Whether castling follows Guidelines II: by any rook, and in UCI as the king taking it. So it does in Chess960, and in
    /// a variant whose position was set up with kings or rooks elsewhere.
    #[must_use]
    pub fn castles_as_chess960(&self) -> bool {
        self.inner.castles().mode().is_chess960()
    }

    /// Who has the move.
    #[must_use]
    pub fn side_to_move(&self) -> Side {
        convert::side(self.inner.turn())
    }

    /// Plies since the last capture or pawn move (FIDE 9.3).
    #[must_use]
    pub fn halfmove_clock(&self) -> u32 {
        self.inner.halfmoves()
    }

    /// The number of the move that is to be played, from 1.
    #[must_use]
    pub fn fullmove_number(&self) -> u32 {
        self.inner.fullmoves().get()
    }

    /// The piece on this square, if there is one.
    #[must_use]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        let square = convert::board_square(square)?;
        self.inner.board().piece_at(square).map(convert::piece)
    }

    /// All pieces with their squares, from a1 along the ranks to h8.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        let board = self.inner.board();
        board.occupied().into_iter().filter_map(move |square| {
            let piece = board.piece_at(square)?;
            Some((convert::square(square), convert::piece(piece)))
        })
    }

    /// How many pieces of this kind this side has in hand. Zero outside crazyhouse.
    #[must_use]
    pub fn in_hand(&self, side: Side, kind: Kind) -> u8 {
        let hand = self
            .inner
            .pockets()
            .map(|hands| hands.get(convert::color(side)));
        match (hand, convert::role(kind)) {
            (Some(hand), Some(role)) => *hand.get(role),
            _ => 0,
        }
    }

    /// How many checks this side must still give to win. None outside three-check.
    #[must_use]
    pub fn checks_left(&self, side: Side) -> Option<u32> {
        self.inner
            .remaining_checks()
            .map(|checks| u32::from(*checks.get(convert::color(side))))
    }

    /// Whether the king of the side to move is attacked (FIDE 3.9.1). Never in antichess.
    #[must_use]
    pub fn in_check(&self) -> bool {
        self.inner.is_check()
    }

    /// The pieces that give check to the side to move.
    #[must_use]
    pub fn checkers(&self) -> Vec<Square> {
        convert::squares(self.inner.checkers()).collect()
    }

    /// The square on which a pawn can legally be taken in passing in this position (FIDE 3.7.3.1).
    #[must_use]
    pub fn en_passant_square(&self) -> Option<Square> {
        self.inner.legal_ep_square().map(convert::square)
    }

    /// The rooks with which castling is still possible by right (FIDE 3.8.2.1), of both sides.
    pub fn castling_rooks(&self) -> impl Iterator<Item = Square> {
        convert::squares(self.inner.castles().castling_rights())
    }

    /// A 128-bit key: the same for equal positions, whatever the move counters say. Stable within v1. Where a
    /// dispute hangs on it, compare positions.
    ///
    /// It is the exclusive or of one word for each fact that belongs to the position's identity:
    ///
    /// | fact | number of the word |
    /// |---|---|
    /// | piece: colour c (White 0, Black 1), kind k (pawn 0 … king 5), square s (a1 0 … h8 63) | (6c + k)·64 + s |
    /// | White has the move | 768 |
    /// | castling right, by the square s of its rook | 1024 + s |
    /// | en passant: the square s on which a pawn can *legally* be taken in passing | 1088 + s |
    /// | promoted piece on s (crazyhouse) | 1152 + s |
    /// | n > 0 pieces of kind k in the hand of c (crazyhouse) | 2048 + (6c + k)·64 + n |
    /// | n checks left for c (three-check) | 4096 + 8c + n |
    ///
    /// Word n is `splitmix64` of seed 2n (the high half) and of seed 2n + 1 (the low half).
    #[must_use]
    pub fn key(&self) -> u128 {
        key::key(&self.inner)
    }

    /// [`Position::key`], from that of another position.
    pub(crate) fn key_after(&self, before: &Position, key: u128) -> u128 {
        key::key_after(&self.inner, &before.inner, key)
    }

    /// What keeps this position from being the same as the other; empty if they are equal.
    #[must_use]
    pub fn differs_in(&self, other: &Position) -> Vec<Difference> {
        let (a, b) = (&self.inner, &other.inner);
        let hand = |position: &VariantPosition| (position.pockets().copied(), position.promoted());
        [
            (a.board() != b.board(), Difference::Board),
            (a.turn() != b.turn(), Difference::SideToMove),
            (
                a.castles().castling_rights() != b.castles().castling_rights(),
                Difference::Castling,
            ),
            (
                a.legal_ep_square() != b.legal_ep_square(),
                Difference::EnPassant,
            ),
            (hand(a) != hand(b), Difference::Hand),
            (
                a.remaining_checks() != b.remaining_checks(),
                Difference::ChecksLeft,
            ),
        ]
        .into_iter()
        .filter_map(|(differs, what)| differs.then_some(what))
        .collect()
    }

    /// Every legal move. Empty when the game has ended on the board.
    #[must_use]
    pub fn legal_moves(&self) -> MoveList {
        self.inner.legal_moves()
    }

    /// The legal moves of the piece on this square.
    #[must_use]
    pub fn legal_from(&self, square: Square) -> MoveList {
        let mut moves = self.legal_moves();
        moves.retain(|m| m.from().map(convert::square) == Some(square));
        moves
    }

    /// Whether this is a legal move here.
    #[must_use]
    pub fn is_legal(&self, m: &Move) -> bool {
        self.inner.is_legal(*m)
    }

    /// The position after a move of [`Position::legal_moves`].
    ///
    /// The move is not checked again: text from outside becomes a move by [`Position::read_move`] only.
    #[must_use]
    pub fn after(&self, m: &Move) -> Position {
        let mut after = self.clone();
        after.play(m);
        after
    }

    /// Plays a move of [`Position::legal_moves`] in place, unchecked as in [`Position::after`].
    pub fn play(&mut self, m: &Move) {
        debug_assert!(self.is_legal(m), "{m:?} is not legal here");
        self.inner.play_unchecked(*m);
    }

    /// Whether no position before this move can come again after it: it takes, moves a pawn, gives up a castling right
    /// or a capture in passing. `false` promises nothing.
    #[must_use]
    pub fn irreversible(&self, m: &Move) -> bool {
        self.inner.is_irreversible(*m)
    }

    /// Whether this move sets the half-move clock to 0: a capture, or a move of a pawn (FIDE 9.3).
    #[must_use]
    pub const fn resets_clock(m: &Move) -> bool {
        m.is_zeroing()
    }

    /// The square that the piece leaves; none for a drop.
    #[must_use]
    pub fn origin(m: &Move) -> Option<Square> {
        m.from().map(convert::square)
    }

    /// The square on which the piece comes to stand. Castling: the king's.
    #[must_use]
    pub fn target(m: &Move) -> Square {
        convert::square(target(m))
    }

    /// The position under the rules of the FIDE Laws (Chess960 included), for the questions that only they know. None in
    /// the other variants.
    #[must_use]
    pub fn as_standard(&self) -> Option<&shakmaty::Chess> {
        match &self.inner {
            VariantPosition::Chess(position) => Some(position),
            _ => None,
        }
    }

    /// The same position with the other side to move, if that is a position at all.
    pub(super) fn with_turn_swapped(&self) -> Option<Position> {
        let inner = self.inner.clone().swap_turn().ok()?;
        Some(Position {
            variant: self.variant,
            inner,
        })
    }

    pub(super) fn inner_turn(&self) -> Color {
        self.inner.turn()
    }

    pub(super) fn role_at(&self, square: shakmaty::Square, color: Color) -> Option<Role> {
        let piece = self.inner.board().piece_at(square)?;
        (piece.color == color).then_some(piece.role)
    }
}

/// The square on which the piece comes to stand.
pub(super) fn target(m: &Move) -> shakmaty::Square {
    match *m {
        Move::Castle { king, rook } => {
            let side = shakmaty::CastlingSide::from_king_side(king < rook);
            shakmaty::Square::from_coords(side.king_to_file(), king.rank())
        }
        Move::Normal { to, .. } | Move::EnPassant { to, .. } | Move::Put { to, .. } => to,
    }
}
