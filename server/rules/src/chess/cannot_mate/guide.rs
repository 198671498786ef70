//! The guide of the helpmate search: how far from a mate by the winner a position looks.
//!
//! It only orders the search. No verdict depends on it: an unpromising position is opened later, never
//! dropped. The weights were fitted to one half of a sample of real games lost on time and of composed positions, by the work that the
//! search needed; what the other half needed was looked at too when the features were chosen.

use shakmaty::{Bitboard, Board, Color, Move, Role, Square, attacks};

/// Each square beside the loser's king to which it could go.
const FLIGHT: u32 = 3;
/// Each step of the loser's king from the corner, by file and by rank.
const EDGE: u32 = 12;
/// Each step between the kings: the winner's king must help.
const KINGS: u32 = 13;
/// Each square that the best check by the next move would leave it.
const THREAT: u32 = 15;
/// ... and if no man could check it.
const CHECK_FAR: u32 = 30;
/// The loser is to move, and not in check.
const WAIT: u32 = 9;
/// The winner is to move.
const TEMPO: u32 = 4;
/// Each officer of the loser, who could take or stand between.
const DEFENDER: u32 = 24;
/// More for each rook and queen.
const HEAVY_DEFENDER: u32 = 3;
/// Each step of the nearest rook or queen from the loser's king.
const HEAVY_FAR: u32 = 3;
/// The winner has rooks, but no queen.
const NO_QUEEN: u32 = 11;
/// The winner has neither, and should promote: a fixed part ...
const NOTHING_HEAVY: u32 = 11;
/// ... each step of the best pawn, and each man in its way.
const PAWN_STEP: u32 = 13;
const PAWN_BLOCKED: u32 = 5;
/// A lone minor piece: a fixed part, less for each of the loser's men beside its own king.
const LONE_MINOR: u32 = 138;
const SMOTHERING: u32 = 13;
/// Then the loser's pawns should promote, to smother their king.
const SMOTHERER_STEP: u32 = 9;
/// A lone bishop mates in a corner of its colour.
const BISHOP_CORNER: u32 = 33;
/// Steps to the loser's king, of its own nearest officer and of the lone piece.
const OFFICER_FAR: u32 = 4;
const MINOR_FAR: u32 = 9;
/// The sum is scaled to the 256 priorities of the queue.
const SCALE: u32 = 4;

/// What the guide sees in a position.
pub(super) struct Outlook {
    /// How far from a mate it looks; less is nearer.
    pub(super) cost: u32,
    /// The loser is to move, in check, and has no free square beside its king: perhaps a mate.
    pub(super) perhaps_mate: bool,
    /// The squares that the best check by the winner's next move would leave the loser's king; 0 is perhaps a mate.
    pub(super) threat: u32,
}

/// The bucket of the queue for a cost: 0 (a mate is near) to 255.
pub(super) fn priority(cost: u32) -> u8 {
    u8::try_from(cost / SCALE).unwrap_or(u8::MAX)
}

/// The cost of where the loser's king stands.
#[inline]
pub(super) fn place(king: Square, helper: Square) -> u32 {
    let (file, rank) = (u32::from(king.file()), u32::from(king.rank()));
    let edge = file.min(7 - file) + rank.min(7 - rank);
    EDGE * edge + KINGS * king.distance(helper)
}

/// The cost of the squares to which the loser's king could go, now and after the best check that threatens.
#[inline]
pub(super) fn freedom(flights: u32, threat: Threat) -> u32 {
    FLIGHT * flights
        + match threat {
            Threat::Check => THREAT * flights,
            Threat::Next(left) if left < NO_THREAT => THREAT * left,
            Threat::Next(_) => THREAT * flights + CHECK_FAR,
        }
}

/// How the loser's king is threatened.
#[derive(Clone, Copy)]
pub(super) enum Threat {
    /// It is in check.
    Check,
    /// The best check by the next move leaves it so many squares.
    Next(u32),
}

/// No man can check by the next move.
pub(super) const NO_THREAT: u32 = 9;

/// The cost of who is to move, where the loser's king is not in check.
pub(super) fn wait(winner_moves: bool) -> u32 {
    if winner_moves { TEMPO } else { WAIT }
}

/// The cost of the officers of the loser.
pub(super) fn defence(board: &Board, loser: Color) -> u32 {
    let theirs = board.by_color(loser);
    DEFENDER * small(theirs & !board.pawns())
        + HEAVY_DEFENDER * small(theirs & board.rooks_and_queens())
}

/// The cost of one of them.
#[inline]
pub(super) fn defender(role: Role) -> u32 {
    match role {
        Role::Pawn => 0,
        Role::Rook | Role::Queen => DEFENDER + HEAVY_DEFENDER,
        _ => DEFENDER,
    }
}

/// The board after a move, but for castling, which changes no force.
pub(super) fn board_after(board: &Board, m: Move, mover: Color) -> Board {
    let mut board = board.clone();
    match m {
        Move::Normal {
            role,
            from,
            to,
            promotion,
            ..
        } => {
            board.discard_piece_at(from);
            board.set_piece_at(to, promotion.unwrap_or(role).of(mover));
        }
        Move::EnPassant { from, to } => {
            board.discard_piece_at(Square::from_coords(to.file(), from.rank()));
            board.discard_piece_at(from);
            board.set_piece_at(to, Role::Pawn.of(mover));
        }
        Move::Castle { .. } | Move::Put { .. } => {}
    }
    board
}

/// The cost of the force of a side with a rook or queen.
#[inline]
pub(super) fn heavy_force(nearest: u32, has_queen: bool) -> u32 {
    HEAVY_FAR * nearest + if has_queen { 0 } else { NO_QUEEN }
}

/// How far the winner's men are from being able to mate at all.
pub(super) fn force(board: &Board, winner: Color, king: Square) -> u32 {
    let own = board.by_color(winner);
    let heavy = own & board.rooks_and_queens();
    if heavy.any() {
        return heavy_force(nearest(heavy, king), (own & board.queens()).any());
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
pub(super) fn nearest(squares: Bitboard, king: Square) -> u32 {
    squares
        .into_iter()
        .map(|square| square.distance(king))
        .min()
        .unwrap_or(0)
}

/// Never more than 64.
#[inline]
pub(super) fn small(squares: Bitboard) -> u32 {
    squares.0.count_ones()
}
