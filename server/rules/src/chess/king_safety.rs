//! What the safety of its king leaves the side to move (FIDE 3.9.2): who gives check, and which of its pieces are pinned.

use shakmaty::{Bitboard, Chess, Position as _, Square, attacks};

/// The checks and pins of one position: found once, and good for every move there.
#[derive(Clone, Copy)]
pub(super) struct KingSafety {
    king: Square,
    checkers: Bitboard,
    pinned: Bitboard,
}

impl KingSafety {
    /// Of the king of the side to move.
    pub(super) fn of(position: &Chess) -> Option<KingSafety> {
        let board = position.board();
        let us = position.turn();
        let king = board.king_of(us)?;
        let them = board.by_color(!us);
        let mut checkers = them
            & (attacks::knight_attacks(king) & board.knights()
                | attacks::pawn_attacks(us, king) & board.pawns());
        let mut pinned = Bitboard::EMPTY;
        let on_lines = attacks::rook_attacks(king, Bitboard::EMPTY) & board.rooks_and_queens()
            | attacks::bishop_attacks(king, Bitboard::EMPTY) & board.bishops_and_queens();
        for sniper in on_lines & them {
            let between = attacks::between(king, sniper) & board.occupied();
            if between.is_empty() {
                checkers.add(sniper);
            } else if !between.more_than_one() {
                pinned |= between & board.by_color(us);
            }
        }
        Some(KingSafety {
            king,
            checkers,
            pinned,
        })
    }

    /// Where the king stands.
    pub(super) fn king(&self) -> Square {
        self.king
    }

    /// Whether the king is in check.
    pub(super) fn is_check(&self) -> bool {
        self.checkers.any()
    }

    /// The pieces that shield their king from an attack.
    pub(super) fn pinned(&self) -> Bitboard {
        self.pinned
    }

    /// Whether the king allows a move of another piece that is no capture in passing.
    pub(super) fn allows(&self, from: Square, to: Square) -> bool {
        let stays_in_line = || attacks::aligned(self.king, from, to);
        (!self.pinned.contains(from) || stays_in_line())
            && (self.checkers.is_empty() || self.ends_check(to))
    }

    /// Whether a piece that comes to stand there takes the one that gives check, or stands in its way.
    fn ends_check(&self, to: Square) -> bool {
        self.checkers.single_square().is_some_and(|checker| {
            let line = attacks::between(self.king, checker);
            line.with(checker).contains(to)
        })
    }

    /// Whether the king itself can stand there, as far as the other side's attacks go.
    pub(super) fn may_go_to(&self, position: &Chess, to: Square) -> bool {
        let board = position.board();
        let without = board.occupied().without(self.king);
        board.attacks_to(to, !position.turn(), without).is_empty()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use shakmaty::{CastlingMode, Move, fen::Fen};

    use super::*;
    use crate::chess::ending::{has_legal_move, has_legal_move_within};

    /// Pins and checks from the side and along, kings without a move, one free piece, and the start.
    const BEGINNINGS: [&str; 6] = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/8/8/1b2B3/4q3/8/4Q3/R3K2R w KQkq - 0 1",
        "4r1k1/8/8/7b/4R3/5P2/4K3/r3B3 w - - 0 1",
        "7k/5Q2/8/8/8/8/8/K6R b - - 0 1",
        "7k/P4p2/5Pp1/6P1/1r6/8/1P6/1K6 w - - 0 1",
        "8/8/8/1q1Pk3/8/2N5/KP5r/8 w - - 0 1",
    ];

    /// Whether the king would stand attacked after this move of another piece: looked at on the board after it.
    fn leaves_in_check(position: &Chess, from: Square, to: Square) -> bool {
        let mut board = position.board().clone();
        let us = position.turn();
        if let Some(piece) = board.remove_piece_at(from) {
            board.set_piece_at(to, piece);
        }
        let king = board.king_of(us).unwrap();
        board.attacks_to(king, !us, board.occupied()).any()
    }

    proptest! {
        #[test]
        fn safety_is_what_the_board_after_a_move_shows(
            beginning in 0..BEGINNINGS.len(),
            choices in proptest::collection::vec(any::<u32>(), 0..80),
        ) {
            let fen: Fen = BEGINNINGS[beginning].parse().unwrap();
            let mut position: Chess = fen.into_position(CastlingMode::Standard).unwrap();
            for choice in choices {
                let safety = KingSafety::of(&position).unwrap();
                prop_assert_eq!(safety.is_check(), position.is_check());
                let board = position.board();
                let own = board.by_color(position.turn());
                for from in own & !board.kings() {
                    for to in board.attacks_from(from) & !own {
                        prop_assert_eq!(safety.allows(from, to), !leaves_in_check(&position, from, to));
                    }
                }
                for to in attacks::king_attacks(safety.king()) & !own {
                    let step = |m: &Move| m.from() == Some(safety.king()) && m.to() == to && !m.is_castle();
                    let is_legal = position.legal_moves().iter().any(step);
                    prop_assert_eq!(safety.may_go_to(&position, to), is_legal);
                }
                let moves = position.legal_moves();
                prop_assert_eq!(has_legal_move_within(&position, &safety), !moves.is_empty());
                prop_assert_eq!(has_legal_move(&position, safety.is_check()), !moves.is_empty());
                if moves.is_empty() {
                    break;
                }
                position.play_unchecked(moves[choice as usize % moves.len()]);
            }
        }
    }
}
