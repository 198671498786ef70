//! The guide of the helpmate search: how near to a mate by the winner a position looks.
//!
//! It only orders the search. No verdict depends on it: an unpromising position is expanded later, never
//! dropped.

use shakmaty::{Bitboard, Chess, Color, Position, attacks};

/// What the guide sees.
pub(super) struct Outlook {
    /// 0 (a mate is near) to 255.
    pub(super) priority: u8,
    /// The loser is to move, in check, and has no free square beside its king: perhaps a mate.
    pub(super) perhaps_mate: bool,
}

pub(super) static W: std::sync::LazyLock<Vec<usize>> = std::sync::LazyLock::new(|| {
    std::env::var("WEIGHTS").unwrap_or("14 12 8 29 0 24 8 28 39 14 49 5 11 4 9 4 15 9 7 7".into()).split_whitespace().map(|x| x.parse().unwrap()).collect()
});

pub(super) fn outlook(position: &Chess, winner: Color) -> Outlook {
    let w = &*W;
    let board = position.board();
    let occupied = board.occupied();
    let own = board.by_color(winner);
    let theirs = board.by_color(!winner);
    let (Some(king), Some(helper)) = (board.king_of(!winner), board.king_of(winner)) else {
        return Outlook {
            priority: u8::MAX,
            perhaps_mate: false,
        };
    };
    let through = occupied.without(king);
    let mut attacked = attacks::king_attacks(helper);
    let mut can_check = false;
    for square in own & board.pawns() {
        attacked |= attacks::pawn_attacks(winner, square);
    }
    let jumps = attacks::knight_attacks(king);
    for square in own & board.knights() {
        let here = attacks::knight_attacks(square);
        attacked |= here;
        can_check |= (here & jumps & !own).any();
    }
    let diagonals = attacks::bishop_attacks(king, occupied);
    let lines = attacks::rook_attacks(king, occupied);
    for square in own & board.bishops() {
        let here = attacks::bishop_attacks(square, through);
        attacked |= here;
        can_check |= (here & diagonals & !own).any();
    }
    for square in own & board.rooks() {
        let here = attacks::rook_attacks(square, through);
        attacked |= here;
        can_check |= (here & lines & !own).any();
    }
    for square in own & board.queens() {
        let here = attacks::queen_attacks(square, through);
        attacked |= here;
        can_check |= (here & (lines | diagonals) & !own).any();
    }
    let near = attacks::king_attacks(king);
    let flights = (near & !attacked & !theirs).count();
    let check = attacked.contains(king);
    let (file, rank) = (usize::from(king.file()), usize::from(king.rank()));
    let edge = file.min(7 - file) + rank.min(7 - rank);
    let kings = king.distance(helper) as usize;

    let heavy = (own & board.rooks_and_queens()).any();
    let mut cost = w[0] * flights + w[1] * edge + w[2] * kings;
    let loser_moves = position.turn() != winner;
    if !(check && loser_moves) {
        cost += w[3];
        if !can_check {
            cost += w[5];
        }
    }
    cost += w[12] * (theirs & !board.pawns()).count() + w[13] * (theirs & board.rooks_and_queens()).count();
    if heavy {
        cost += w[15] * (own & board.rooks_and_queens()).into_iter().map(|s| s.distance(king)).min().unwrap_or(0) as usize;
        cost += w[17] * usize::from((own & board.queens()).is_empty());
    } else {
        let pawns = own & board.pawns();
        let minor = (own & (board.knights() | board.bishops())).count();
        cost += w[7];
        if pawns.any() {
            let to_go = pawns
                .into_iter()
                .map(|square| {
                    let rank = usize::from(square.rank());
                    let blocked = (Bitboard::from(square.file()) & occupied & !Bitboard::from_square(square)).into_iter().filter(|s| {
                        winner.fold_wb(s.rank() > square.rank(), s.rank() < square.rank())
                    }).count();
                    w[6] * winner.fold_wb(7 - rank, rank) + w[9] * blocked
                })
                .min()
                .unwrap_or(0);
            cost += to_go;
        } else if minor < 2 {
            // A lone minor piece mates only with the loser's own men around its king.
            let blockers = (near & theirs).count();
            cost += w[10] - w[8].min(w[10]/3) * blockers.min(3);
            cost += w[14] * (theirs & board.pawns()).into_iter().map(|s| { let r = usize::from(s.rank()); winner.fold_wb(r, 7 - r) }).min().unwrap_or(0);
            cost += w[18] * (theirs & !board.pawns() & !board.kings()).into_iter().map(|s| s.distance(king)).min().unwrap_or(0) as usize;
            cost += w[19] * (own & !board.kings()).into_iter().map(|s| s.distance(king)).min().unwrap_or(0) as usize;
            if let Some(b) = (own & board.bishops()).first() {
                let corners = if b.is_light() { [shakmaty::Square::A8, shakmaty::Square::H1] } else { [shakmaty::Square::A1, shakmaty::Square::H8] };
                cost += w[16] * corners.iter().map(|c| c.distance(king)).min().unwrap_or(0) as usize;
            }
        }
    }
    Outlook {
        priority: u8::try_from(cost / 4).unwrap_or(u8::MAX),
        perhaps_mate: check && loser_moves && flights == 0,
    }
}
