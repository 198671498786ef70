//! A position in four words: an exact key, and the whole position again when it is needed.
//!
//! A hash may collide, and a collision could close a search too early, which would be a wrong verdict.
//! So visited positions are told apart by everything the Laws count (FIDE 9.2.3: pieces, side to move,
//! castling rights, *legal* en passant), and by nothing else: the move counters never enter.

use shakmaty::{
    Bitboard, Board, ByColor, ByRole, CastlingMode, Chess, Color, EnPassantMode, Move, Position,
    PositionError, Role, Setup, Square,
};

/// Where no pawn can stand, so that the code of a pawn is free to mean a rook that may still castle.
const BACK_RANKS: u64 = 0xff00_0000_0000_00ff;

/// Exact identity of a position in 32 bytes.
///
/// Three bit planes hold a three-bit piece code for each square, the fourth plane holds white's pieces.
/// Codes 1 to 6 are pawn, knight, bishop, rook, queen, king. The rest hides in combinations that a
/// board cannot show: a king with code 7 is to move; a "pawn" on a back rank is a rook with its
/// castling right; an empty square marked white is the en passant square.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct PositionKey([u64; 4]);

impl PositionKey {
    #[inline]
    pub(super) fn of(position: &Chess) -> PositionKey {
        let board = position.board();
        let (pawns, knights, bishops) = (board.pawns().0, board.knights().0, board.bishops().0);
        let (rooks, queens, kings) = (board.rooks().0, board.queens().0, board.kings().0);
        let castling = position.castles().castling_rights().0;
        let mover = kings & board.by_color(position.turn()).0;
        let en_passant = match position.maybe_ep_square() {
            Some(_) => position
                .ep_square(EnPassantMode::Legal)
                .map_or(0, |square| Bitboard::from_square(square).0),
            None => 0,
        };
        PositionKey([
            (pawns | bishops | queens | mover) ^ castling,
            knights | bishops | kings,
            (rooks | queens | kings) ^ castling,
            board.white().0 | en_passant,
        ])
    }

    /// A well-mixed 64-bit digest; only a hint where to look, never an identity.
    #[inline]
    pub(super) fn digest(&self) -> u64 {
        const MULTIPLIERS: [u64; 4] = [
            0x9e37_79b9_7f4a_7c15,
            0xc2b2_ae3d_27d4_eb4f,
            0xd6e8_feb8_6659_fd93,
            0xff51_afd7_ed55_8ccd,
        ];
        let mut digest = 0_u64;
        for (word, multiplier) in self.0.iter().zip(MULTIPLIERS) {
            digest = (digest.rotate_left(23) ^ word).wrapping_mul(multiplier);
            digest ^= digest >> 31;
        }
        // The last word's upper squares have touched only upper bits so far; the index uses the lower.
        digest = digest.wrapping_mul(MULTIPLIERS[0]);
        digest ^ (digest >> 32)
    }

    /// The position again. `None` only if the key was not made from a position.
    pub(super) fn position(&self, mode: CastlingMode) -> Option<Chess> {
        let [low, middle, high, white] = self.0;
        let occupied = low | middle | high;
        let kings = middle & high;
        let castling = low & !middle & !high & BACK_RANKS;
        let board = Board::try_from_bitboards(
            ByRole {
                pawn: Bitboard(low & !middle & !high & !BACK_RANKS),
                knight: Bitboard(middle & !low & !high),
                bishop: Bitboard(low & middle & !high),
                rook: Bitboard((high & !low & !middle) | castling),
                queen: Bitboard(low & high & !middle),
                king: Bitboard(kings),
            },
            ByColor {
                white: Bitboard(white & occupied),
                black: Bitboard(occupied & !white),
            },
        )
        .ok()?;
        let turn = Color::from_white(kings & low & white != 0);
        let setup = Setup {
            board,
            promoted: Bitboard::EMPTY,
            pockets: None,
            turn,
            castling_rights: Bitboard(castling),
            ep_square: Bitboard(white & !occupied).first(),
            remaining_checks: None,
            halfmoves: 0,
            fullmoves: std::num::NonZeroU32::MIN,
        };
        // A start position may hold nine queens or a check that no move gives; the Laws' question is
        // still well-defined there, so such remarks are not faults here.
        setup
            .position::<Chess>(mode)
            .or_else(PositionError::ignore_too_much_material)
            .or_else(PositionError::ignore_impossible_check)
            .ok()
    }
}

/// A legal move in two bytes, unique among the legal moves of its position (a castling move goes from
/// the king to its own rook, so it collides with no other king move).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct PackedMove(u16);

impl PackedMove {
    pub(super) const NONE: PackedMove = PackedMove(0);

    #[inline]
    pub(super) fn of(m: Move) -> PackedMove {
        let from = m.from().map_or(0, Square::to_u32);
        let promotion = m.promotion().map_or(0, |role: Role| u32::from(role));
        let packed = from | (m.to().to_u32() << 6) | (promotion << 12);
        PackedMove(u16::try_from(packed).unwrap_or(0))
    }

    /// The move again, in the position that it was made for. Elsewhere it may be any move, or none: it is still to be
    /// asked whether it is legal.
    pub(super) fn on(self, position: &Chess) -> Option<Move> {
        let from = Square::try_from(self.0 & 63).ok()?;
        let to = Square::try_from((self.0 >> 6) & 63).ok()?;
        let promotion = Role::try_from(u32::from(self.0 >> 12)).ok();
        move_from_to(position, from, to, promotion)
    }
}

/// The move between two squares, not yet known to be legal: castling is written from the king to its rook.
pub(super) fn move_from_to(
    position: &Chess,
    from: Square,
    to: Square,
    promotion: Option<Role>,
) -> Option<Move> {
    let board = position.board();
    let role = board.role_at(from)?;
    let capture = board.role_at(to);
    if role == Role::King && position.us().contains(to) {
        return Some(Move::Castle {
            king: from,
            rook: to,
        });
    }
    if role == Role::Pawn && capture.is_none() && from.file() != to.file() {
        return Some(Move::EnPassant { from, to });
    }
    Some(Move::Normal {
        role,
        from,
        capture,
        to,
        promotion,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use shakmaty::fen::Fen;

    const STARTS: [&str; 5] = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "rkr5/pppppppp/8/8/8/8/PPPPPPPP/1RK1R3 w EBca - 0 1",
        "4k3/8/8/1pP5/8/8/8/R3K2R w KQ b6 0 1",
    ];

    fn walk(start: usize, choices: &[usize]) -> Vec<Chess> {
        let setup = STARTS[start].parse::<Fen>().unwrap().into_setup();
        let mode = CastlingMode::detect(&setup);
        let mut position: Chess = setup.position(mode).unwrap();
        let mut walked = vec![position.clone()];
        for choice in choices {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position.play_unchecked(moves[choice % moves.len()]);
            walked.push(position.clone());
        }
        walked
    }

    proptest! {
        #[test]
        fn a_key_gives_its_position_back_and_tells_positions_apart_as_the_laws_do(
            start in 0_usize..STARTS.len(),
            choices in proptest::collection::vec(0_usize..1000, 0..60),
        ) {
            let walked = walk(start, &choices);
            let mode = walked[0].castles().mode();
            for position in &walked {
                let key = PositionKey::of(position);
                prop_assert_eq!(&key.position(mode).unwrap(), position);
                for other in &walked {
                    prop_assert_eq!(key == PositionKey::of(other), position == other);
                }
            }
        }

        #[test]
        fn a_packed_move_gives_its_move_back(
            start in 0_usize..STARTS.len(),
            choices in proptest::collection::vec(0_usize..1000, 0..60),
        ) {
            for position in walk(start, &choices) {
                for m in position.legal_moves() {
                    prop_assert_eq!(PackedMove::of(m).on(&position), Some(m));
                }
            }
        }

        #[test]
        fn packed_moves_of_one_position_differ(
            start in 0_usize..STARTS.len(),
            choices in proptest::collection::vec(0_usize..1000, 0..60),
        ) {
            for position in walk(start, &choices) {
                let mut packed: Vec<u16> =
                    position.legal_moves().into_iter().map(|m| PackedMove::of(m).0).collect();
                let count = packed.len();
                packed.sort_unstable();
                packed.dedup();
                prop_assert_eq!(packed.len(), count);
            }
        }
    }
}
