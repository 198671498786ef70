//! The static test against a search that does without it, on random closed structures.

use proptest::prelude::*;
use shakmaty::{Bitboard, Board, CastlingMode, Chess, Color, Piece, Role, Setup, Square};

use super::mobility::is_locked;
use super::reached::Reached;
use super::search::{Ended, explore};

/// A chain of rammed pawns over most files, a few stray men, and the kings in their halves.
fn closed_structures() -> impl Strategy<Value = Chess> {
    let rams = (2_u32..5, proptest::array::uniform8((0_u32..40, 0_u32..17)));
    let men = proptest::collection::vec((0_usize..12, any::<bool>(), 0_u32..64), 0..5);
    (
        rams,
        men,
        0_u32..32,
        32_u32..64,
        any::<bool>(),
        any::<bool>(),
    )
        .prop_filter_map(
            "a legal position",
            |(rams, men, white_king, black_king, white_moves, passing)| {
                let mut board = Board::empty();
                let (mut rank, files) = rams;
                for (file, (absent, step)) in files.into_iter().enumerate() {
                    // Neighbouring rams on one rank could take each other, so flat steps are rare.
                    rank = match step {
                        0 => rank,
                        1..9 => (rank + 1).min(5),
                        _ => rank.saturating_sub(1).max(1),
                    };
                    if absent == 0 {
                        continue;
                    }
                    let low = Square::new(rank * 8 + u32::try_from(file).unwrap());
                    board.set_piece_at(low, Role::Pawn.of(Color::White));
                    board.set_piece_at(low.offset(8).unwrap(), Role::Pawn.of(Color::Black));
                }
                for (role, white, square) in men {
                    let square = Square::new(square);
                    let role = match role {
                        0..7 => Role::Bishop,
                        7 => Role::Knight,
                        8 => Role::Rook,
                        9 => Role::Queen,
                        _ => Role::Pawn,
                    };
                    if !(role == Role::Pawn && Bitboard::BACKRANKS.contains(square)) {
                        let color = Color::from_white(white);
                        board.set_piece_at(square, Piece { color, role });
                    }
                }
                board.set_piece_at(Square::new(white_king), Role::King.of(Color::White));
                board.set_piece_at(Square::new(black_king), Role::King.of(Color::Black));
                let mut setup = Setup::empty();
                setup.board = board;
                setup.turn = Color::from_white(white_moves);
                if passing {
                    setup.ep_square = en_passant(&setup);
                }
                setup.position::<Chess>(CastlingMode::Standard).ok()
            },
        )
}

/// A square that the last move could have passed.
fn en_passant(setup: &Setup) -> Option<Square> {
    let rank = setup.turn.fold_wb(5, 2);
    (0..8)
        .map(|file| Square::new(rank * 8 + file))
        .find(|square| {
            let step = setup.turn.fold_wb(8, -8);
            let from = square.offset(step);
            let to = square.offset(-step).and_then(|to| setup.board.piece_at(to));
            let free = |square| !setup.board.occupied().contains(square);
            free(*square) && from.is_some_and(free) && to == Some(Role::Pawn.of(!setup.turn))
        })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, max_global_rejects: 1_000_000, ..ProptestConfig::default() })]

    #[test]
    fn no_search_finds_a_mate_in_a_structure_that_the_static_test_calls_locked(
        position in closed_structures(),
    ) {
        let mut reached = Reached::with_capacity(4_000);
        for winner in Color::ALL {
            if is_locked(&position, winner) {
                let ended = explore(&mut reached, &position, winner, 4_000, |_, _| false, &crate::Interrupt::default());
                prop_assert!(!matches!(ended, Ended::Mate(_)));
            }
        }
    }
}
