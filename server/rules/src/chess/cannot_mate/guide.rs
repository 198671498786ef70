//! The guide of the helpmate search: how far from a mate by the winner a position looks.
//!
//! It only orders the search. No verdict depends on it: an unpromising position is expanded later, never
//! dropped. The weights were fitted to a sample of real games lost on time, by the number of positions
//! that the search needed.

use shakmaty::{Bitboard, Board, Chess, Color, Position, Square, attacks};

/// Each square beside the loser's king to which it could go.
const FLIGHT: u32 = 14;
/// Each step of the loser's king from the corner, by file and by rank.
const EDGE: u32 = 12;
/// Each step between the kings: the winner's king must help.
const KINGS: u32 = 8;
/// The loser's king is not in check ...
const NO_CHECK: u32 = 29;
/// ... and no man could check it with its next move.
const CHECK_FAR: u32 = 24;
/// Each officer of the loser, who could take or stand between.
const DEFENDER: u32 = 11;
/// More for each rook and queen.
const HEAVY_DEFENDER: u32 = 4;
/// Each step of the nearest rook or queen from the loser's king.
const HEAVY_FAR: u32 = 4;
/// The winner has rooks, but no queen.
const NO_QUEEN: u32 = 9;
/// The winner has neither, and should promote: a fixed part ...
const NOTHING_HEAVY: u32 = 28;
/// ... each step of the best pawn, and each man in its way.
const PAWN_STEP: u32 = 8;
const PAWN_BLOCKED: u32 = 14;
/// A lone minor piece: a fixed part, less for each of the loser's men beside its own king.
const LONE_MINOR: u32 = 49;
const SMOTHERING: u32 = 16;
/// Then the loser's pawns should promote, to smother their king.
const SMOTHERER_STEP: u32 = 9;
/// A lone bishop mates in a corner of its colour.
const BISHOP_CORNER: u32 = 15;
/// Steps to the loser's king, of its own nearest officer and of the lone piece.
const OFFICER_FAR: u32 = 7;
const MINOR_FAR: u32 = 7;
/// The sum is scaled to the 256 priorities of the queue.
const SCALE: u32 = 4;

/// What the guide sees.
pub(super) struct Outlook {
    /// 0 (a mate is near) to 255.
    pub(super) priority: u8,
    /// The loser is to move, in check, and has no free square beside its king: perhaps a mate.
    pub(super) perhaps_mate: bool,
}

pub(super) fn outlook(position: &Chess, winner: Color) -> Outlook {
    let board = position.board();
    let (Some(king), Some(helper)) = (board.king_of(!winner), board.king_of(winner)) else {
        return Outlook {
            priority: u8::MAX,
            perhaps_mate: false,
        };
    };
    let pressure = Pressure::on(king, helper, board, winner);
    let theirs = board.by_color(!winner);
    let near = attacks::king_attacks(king);
    let flights = small(near & !pressure.attacked & !theirs);
    let checked = position.turn() != winner && pressure.attacked.contains(king);

    let (file, rank) = (u32::from(king.file()), u32::from(king.rank()));
    let edge = file.min(7 - file) + rank.min(7 - rank);
    let mut cost = FLIGHT * flights + EDGE * edge + KINGS * king.distance(helper);
    if !checked {
        cost += NO_CHECK;
        if !pressure.can_check {
            cost += CHECK_FAR;
        }
    }
    cost += DEFENDER * small(theirs & !board.pawns());
    cost += HEAVY_DEFENDER * small(theirs & board.rooks_and_queens());
    cost += force(board, winner, king);
    Outlook {
        priority: u8::try_from(cost / SCALE).unwrap_or(u8::MAX),
        perhaps_mate: checked && flights == 0,
    }
}

/// What the winner's men attack, looking through the loser's king, and whether one of them could give
/// check with its next move.
struct Pressure {
    attacked: Bitboard,
    can_check: bool,
}

impl Pressure {
    fn on(king: Square, helper: Square, board: &Board, winner: Color) -> Pressure {
        let own = board.by_color(winner);
        let through = board.occupied().without(king);
        let jumps = attacks::knight_attacks(king);
        let diagonals = attacks::bishop_attacks(king, board.occupied());
        let lines = attacks::rook_attacks(king, board.occupied());
        let mut attacked = attacks::king_attacks(helper);
        let mut checks = Bitboard::EMPTY;
        for square in own & board.pawns() {
            attacked |= attacks::pawn_attacks(winner, square);
        }
        for square in own & board.knights() {
            let reach = attacks::knight_attacks(square);
            attacked |= reach;
            checks |= reach & jumps;
        }
        for square in own & board.bishops() {
            let reach = attacks::bishop_attacks(square, through);
            attacked |= reach;
            checks |= reach & diagonals;
        }
        for square in own & board.rooks() {
            let reach = attacks::rook_attacks(square, through);
            attacked |= reach;
            checks |= reach & lines;
        }
        for square in own & board.queens() {
            let reach = attacks::queen_attacks(square, through);
            attacked |= reach;
            checks |= reach & (lines | diagonals);
        }
        Pressure {
            attacked,
            can_check: (checks & !own).any(),
        }
    }
}

/// How far the winner's men are from being able to mate at all.
fn force(board: &Board, winner: Color, king: Square) -> u32 {
    let own = board.by_color(winner);
    let heavy = own & board.rooks_and_queens();
    if heavy.any() {
        let no_queen = if (own & board.queens()).any() {
            0
        } else {
            NO_QUEEN
        };
        return HEAVY_FAR * nearest(heavy, king) + no_queen;
    }
    if let Some(road) = best_road(board, winner) {
        return NOTHING_HEAVY + road;
    }
    if (own & !board.kings()).more_than_one() {
        return NOTHING_HEAVY;
    }
    let theirs = board.by_color(!winner);
    let smothering = small(attacks::king_attacks(king) & theirs).min(3);
    let mut cost = NOTHING_HEAVY + LONE_MINOR - SMOTHERING * smothering;
    cost += OFFICER_FAR * nearest(theirs & !board.pawns() & !board.kings(), king);
    cost += MINOR_FAR * nearest(own & !board.kings(), king);
    let steps = (theirs & board.pawns())
        .into_iter()
        .map(|pawn| steps_to_promotion(pawn, !winner));
    cost += SMOTHERER_STEP * steps.min().unwrap_or(0);
    if let Some(bishop) = (own & board.bishops()).first() {
        let colour = if bishop.is_light() {
            Bitboard::LIGHT_SQUARES
        } else {
            Bitboard::DARK_SQUARES
        };
        cost += BISHOP_CORNER * nearest(Bitboard::CORNERS & colour, king);
    }
    cost
}

/// The cost of the winner's pawn that promotes most easily.
fn best_road(board: &Board, winner: Color) -> Option<u32> {
    (board.pawns() & board.by_color(winner))
        .into_iter()
        .map(|pawn| {
            let file = Bitboard::from(pawn.file()) & board.occupied();
            let beyond = winner.fold_wb(!1_u64 << pawn.to_u32(), !(!0_u64 << pawn.to_u32()));
            PAWN_STEP * steps_to_promotion(pawn, winner)
                + PAWN_BLOCKED * small(file & Bitboard(beyond))
        })
        .min()
}

fn steps_to_promotion(pawn: Square, color: Color) -> u32 {
    let rank = u32::from(pawn.rank());
    color.fold_wb(7 - rank, rank)
}

/// King's steps from the nearest of these squares, 0 if there is none.
fn nearest(squares: Bitboard, king: Square) -> u32 {
    squares
        .into_iter()
        .map(|square| square.distance(king))
        .min()
        .unwrap_or(0)
}

/// Never more than 64.
fn small(squares: Bitboard) -> u32 {
    squares.0.count_ones()
}
