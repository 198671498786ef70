//! A board on which moves are made although they are not legal: how a game went on whose players did not notice.
//!
//! A move is made as its text says it, where the text leaves no doubt which piece goes where. What comes about need not be a
//! position at all (a king left in check can be taken): until it is one again, nothing on it can be judged.

use std::num::NonZeroU32;

use shakmaty::{
    Bitboard, Board, CastlingMode, CastlingSide, Color, Piece, Position as _, PositionError, Role,
    Setup, Square, attacks, variant::VariantPosition,
};

use super::{
    Position, Reading, convert,
    reading::{Intent, SanIntent, intent_of},
};
use crate::MoveRequest;

/// The pieces as they stand, whether the rules allow it or not. Of standard chess and Chess960 only: in the other variants an
/// illegal move has no meaning of its own.
#[derive(Clone, Debug)]
pub struct LooseBoard {
    variant: super::ChessVariant,
    mode: CastlingMode,
    board: Board,
    turn: Color,
    castling: Bitboard,
    halfmoves: u32,
    fullmoves: NonZeroU32,
}

impl LooseBoard {
    /// The board of a position.
    #[must_use]
    pub fn of(position: &Position) -> Option<LooseBoard> {
        let inner = position.as_standard()?;
        Some(LooseBoard {
            variant: position.variant(),
            mode: inner.castles().mode(),
            board: inner.board().clone(),
            turn: inner.turn(),
            castling: inner.castles().castling_rights(),
            halfmoves: inner.halfmoves(),
            fullmoves: inner.fullmoves(),
        })
    }

    /// Lets the side to move pass, as a null move of an analysis does.
    pub fn pass(&mut self) {
        self.done(false);
    }

    /// The position in which the side that has just moved is to move again, if it is one.
    #[must_use]
    pub fn for_the_other_side(mut self) -> Option<Position> {
        self.turn = !self.turn;
        self.position()
    }

    /// Makes a move as its text says it. None: the text does not say which piece goes where, or what it says cannot be done
    /// (the goal is taken by a piece of the same side, or by a king).
    pub fn make(&mut self, request: &MoveRequest<'_>, reading: Reading) -> Option<()> {
        match intent_of(request, reading)? {
            Intent::Squares {
                from,
                to,
                promotion,
                ..
            } => self.step(from, to, promotion),
            Intent::San(san) => {
                let from = self.origin(&san)?;
                self.step(from, san.to, san.promotion)
            }
            Intent::Castle(side) => self.castle(side),
            Intent::Drop { .. } => None,
        }
    }

    /// The piece of the side to move that a request names, whether it can go where it is to or not. None where it names none, or could mean
    /// several. Castling names the king, who is touched first (FIDE 4.4).
    pub(crate) fn named(
        &self,
        request: &MoveRequest<'_>,
        reading: Reading,
    ) -> Option<crate::Square> {
        let named = match intent_of(request, reading)? {
            Intent::Squares { from, .. } => from,
            Intent::San(san) => self.origin(&san)?,
            Intent::Castle(_) => self.board.king_of(self.turn)?,
            Intent::Drop { .. } => return None,
        };
        let own = self.board.by_color(self.turn).contains(named);
        own.then(|| convert::square(named))
    }

    /// The piece that a text in SAN means: the one that moves so on this board, or the only one that there is.
    fn origin(&self, san: &SanIntent) -> Option<Square> {
        let named = self.board.by_piece(san.role.of(self.turn)).into_iter();
        let named: Vec<Square> = named.filter(|from| san.origin_fits(*from)).collect();
        let reaches = |from: &&Square| self.reaches(**from, san);
        let mut moving = named.iter().filter(reaches);
        match (moving.next(), moving.next(), named.as_slice()) {
            (Some(only), None, _) => Some(*only),
            (None, _, [only]) => Some(*only),
            _ => None,
        }
    }

    /// Whether the piece moves in this way, whatever that does to its king.
    fn reaches(&self, from: Square, san: &SanIntent) -> bool {
        let occupied = self.board.occupied();
        if san.role != Role::Pawn {
            return attacks::attacks(from, san.role.of(self.turn), occupied).contains(san.to);
        }
        if attacks::pawn_attacks(self.turn, from).contains(san.to) {
            return san.capture != Some(false);
        }
        let (rank, to_rank) = (u32::from(from.rank()), u32::from(san.to.rank()));
        let (ahead, behind) = self.turn.fold_wb((to_rank, rank), (rank, to_rank));
        let Some(steps) = ahead.checked_sub(behind) else {
            return false;
        };
        let home = self.turn.fold_wb(1, 6);
        from.file() == san.to.file()
            && san.capture != Some(true)
            && (steps == 1 || steps == 2 && rank == home)
    }

    fn step(&mut self, from: Square, to: Square, promotion: Option<Role>) -> Option<()> {
        let piece = self.board.piece_at(from)?;
        let goal = self.board.piece_at(to);
        if piece.color != self.turn {
            return None;
        }
        if let Some(goal) = goal
            && (goal.color == self.turn || goal.role == Role::King)
        {
            // The king on its own rook is castling.
            let rook = goal.color == self.turn && goal.role == Role::Rook;
            return (rook && piece.role == Role::King)
                .then(|| self.castle(CastlingSide::from_king_side(from < to)))
                .flatten();
        }
        self.board.discard_piece_at(from);
        let mut zeroing = goal.is_some();
        let mut role = piece.role;
        if role == Role::Pawn {
            zeroing = true;
            if goal.is_none() && from.file() != to.file() {
                let beside = Square::from_coords(to.file(), from.rank());
                let passed = self.board.piece_at(beside);
                if passed == Some(Role::Pawn.of(!self.turn)) {
                    self.board.discard_piece_at(beside);
                }
            }
            if to.rank() == (!self.turn).backrank() {
                // FIDE 7.5.2: a pawn that was not replaced becomes a queen.
                role = promotion.unwrap_or(Role::Queen);
            }
        }
        let color = piece.color;
        self.board.set_piece_at(to, Piece { color, role });
        self.castling.discard(from);
        self.castling.discard(to);
        if role == Role::King {
            self.castling
                .discard(Bitboard::from_rank(from.rank()) & self.board.by_color(color));
        }
        self.done(zeroing);
        Some(())
    }

    /// Castling though it is not allowed: king and rook stand where they stood at the start, and nothing is in their goals.
    fn castle(&mut self, side: CastlingSide) -> Option<()> {
        let color = self.turn;
        let rank = color.backrank();
        let king = self
            .board
            .king_of(color)
            .filter(|king| king.rank() == rank)?;
        let rooks = self.board.by_piece(Role::Rook.of(color)) & Bitboard::from_rank(rank);
        let mut beyond = rooks
            .into_iter()
            .filter(|rook| (*rook > king) == side.is_king_side());
        let rook = if side.is_king_side() {
            beyond.next_back()
        } else {
            beyond.next()
        }?;
        let goals = [
            Square::from_coords(side.king_to_file(), rank),
            Square::from_coords(side.rook_to_file(), rank),
        ];
        let free =
            |goal: &Square| *goal == king || *goal == rook || self.board.piece_at(*goal).is_none();
        if !goals.iter().all(free) {
            return None;
        }
        self.board.discard_piece_at(king);
        self.board.discard_piece_at(rook);
        self.board.set_piece_at(goals[0], Role::King.of(color));
        self.board.set_piece_at(goals[1], Role::Rook.of(color));
        self.castling.discard(Bitboard::from_rank(rank));
        self.done(false);
        Some(())
    }

    fn done(&mut self, zeroing: bool) {
        self.halfmoves = if zeroing {
            0
        } else {
            self.halfmoves.saturating_add(1)
        };
        if self.turn == Color::Black {
            self.fullmoves = self.fullmoves.saturating_add(1);
        }
        self.turn = !self.turn;
    }

    /// The position on the board, if it is one: what goes on from there can be judged again.
    #[must_use]
    pub fn position(&self) -> Option<Position> {
        let setup = Setup {
            board: self.board.clone(),
            turn: self.turn,
            castling_rights: self.castling,
            halfmoves: self.halfmoves,
            fullmoves: self.fullmoves,
            ..Setup::empty()
        };
        let inner = VariantPosition::from_setup(self.variant.movement(), setup, self.mode)
            .or_else(PositionError::ignore_too_much_material)
            .or_else(PositionError::ignore_impossible_check)
            .or_else(PositionError::ignore_invalid_castling_rights)
            .ok()?;
        Some(Position {
            variant: self.variant,
            inner,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Strictness, chess::ChessVariant};

    fn board(fen: &str) -> LooseBoard {
        let parsed = Position::from_fen(ChessVariant::Chess, fen, Strictness::Strict).unwrap();
        LooseBoard::of(&parsed.position).unwrap()
    }

    fn after(fen: &str, texts: &[&str]) -> Option<String> {
        let mut board = board(fen);
        for text in texts {
            board.make(&MoveRequest::Text(text), Reading::default())?;
        }
        Some(board.position()?.to_fen())
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    #[test]
    fn a_text_that_leaves_no_doubt_is_made() {
        assert_eq!(
            after(START, &["Ke3"]).as_deref(),
            Some("rnbqkbnr/pppppppp/8/8/8/4K3/PPPPPPPP/RNBQ1BNR b kq - 1 1")
        );
        assert_eq!(
            after("4k3/8/8/8/8/8/8/4K2R w - - 0 1", &["O-O"]).as_deref(),
            Some("4k3/8/8/8/8/8/8/5RK1 b - - 1 1")
        );
    }

    #[test]
    fn a_text_that_could_be_of_two_pieces_is_not() {
        assert_eq!(after(START, &["Ne5"]), None);
        assert_eq!(after(START, &["Qd2"]), None, "an own piece stands there");
        assert_eq!(
            after(START, &["Nfe3"]),
            None,
            "no knight stands on that file"
        );
    }

    #[test]
    fn fide_7_5_2_a_pawn_that_was_not_replaced_becomes_a_queen() {
        assert_eq!(
            after("8/4P3/8/8/8/k7/8/K7 w - - 0 1", &["e8"]).as_deref(),
            Some("4Q3/8/8/8/8/k7/8/K7 b - - 0 1")
        );
    }

    #[test]
    fn a_king_left_in_check_is_no_position_until_it_has_left_it() {
        let pinned = "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1";
        assert_eq!(after(pinned, &["Nc3"]), None);
        let mut board = board(pinned);
        for text in ["Nc3", "Kg7", "Kd2"] {
            assert!(
                board
                    .make(&MoveRequest::Text(text), Reading::default())
                    .is_some()
            );
        }
        assert!(board.position().is_some());
    }
}
