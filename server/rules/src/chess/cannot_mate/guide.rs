//! The guide of the helpmate search: how near to a mate by the winner a position looks.
//!
//! It only orders the search. No verdict depends on it: an unpromising position is expanded later, never
//! dropped.

use shakmaty::{Bitboard, Chess, Color, Position, Role, attacks};

use super::reached::BUCKETS;

/// What the guide sees.
pub(super) struct Outlook {
    /// 0 (a mate is near) to `BUCKETS - 1`.
    pub(super) priority: usize,
    /// The loser is to move, in check, and has no free square beside its king: perhaps a mate.
    pub(super) perhaps_mate: bool,
}

pub(super) fn outlook(position: &Chess, winner: Color) -> Outlook {
    let board = position.board();
    let occupied = board.occupied();
    let own = board.by_color(winner);
    let theirs = board.by_color(!winner);
    let (Some(king), Some(helper)) = (board.king_of(!winner), board.king_of(winner)) else {
        return Outlook {
            priority: BUCKETS - 1,
            perhaps_mate: false,
        };
    };
    let through = occupied.without(king);
    let mut attacked = attacks::king_attacks(helper);
    for square in own & board.pawns() {
        attacked |= attacks::pawn_attacks(winner, square);
    }
    for square in own & board.knights() {
        attacked |= attacks::knight_attacks(square);
    }
    for square in own & board.bishops_and_queens() {
        attacked |= attacks::bishop_attacks(square, through);
    }
    for square in own & board.rooks_and_queens() {
        attacked |= attacks::rook_attacks(square, through);
    }
    let near = attacks::king_attacks(king);
    let flights = (near & !attacked & !theirs).count();
    let check = attacked.contains(king);
    let (file, rank) = (usize::from(king.file()), usize::from(king.rank()));
    let edge = file.min(7 - file) + rank.min(7 - rank);
    let kings = king.distance(helper) as usize;

    let heavy = (own & board.rooks_and_queens()).any();
    let mut cost = 6 * flights + 3 * edge + 2 * kings;
    if !heavy {
        let pawns = own & board.pawns();
        let minor = (own & (board.knights() | board.bishops())).count();
        cost += 20;
        if pawns.any() {
            let to_go = pawns
                .into_iter()
                .map(|square| 7 - winner.fold_wb(usize::from(square.rank()), 7 - usize::from(square.rank())))
                .min()
                .unwrap_or(0);
            cost += 6 * to_go;
        } else if minor < 2 {
            // A lone minor piece mates only with the loser's own men around its king.
            let blockers = (near & theirs & !Bitboard::EMPTY).count();
            cost += 30 - 8 * blockers.min(3);
        }
    }
    let _ = Role::Pawn;
    let loser_moves = position.turn() != winner;
    if check && loser_moves {
        cost = cost.saturating_sub(6);
    }
    Outlook {
        priority: cost,
        perhaps_mate: check && loser_moves && flights == 0,
    }
}
