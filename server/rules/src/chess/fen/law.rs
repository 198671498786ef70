//! Whether the pieces of a FEN can be a position of the variant at all, with the squares that say why not.

use shakmaty::{
    Bitboard, CastlingMode, Color, Position as _, PositionErrorKinds, Rank, Setup, attacks,
    variant::VariantPosition,
};

use super::{Faults, convert, waive};
use crate::{FenDetail, FenField, chess::ChessVariant};

/// Makes the position, and reports everything that forbids it. `offset` is that of the board.
pub(super) fn position(
    variant: ChessVariant,
    mode: CastlingMode,
    setup: Setup,
    offset: usize,
    faults: &mut Faults,
) -> Option<VariantPosition> {
    let board = setup.board.clone();
    let turn = setup.turn;
    let result = VariantPosition::from_setup(variant.movement(), setup, mode);
    let kinds = result
        .as_ref()
        .err()
        .map_or(PositionErrorKinds::empty(), |error| error.kinds());
    let has = |kind| kinds.contains(kind);

    if has(PositionErrorKinds::EMPTY_BOARD) {
        faults.fatal(
            "EMPTY_BOARD",
            FenField::Board,
            offset,
            "there is no piece on the board".to_owned(),
        );
    }
    for color in Color::ALL {
        let kings = board.by_piece(color.king());
        let name = color.fold_wb("White", "Black");
        if kings.is_empty() && has(PositionErrorKinds::MISSING_KING) {
            faults.fatal(
                "MISSING_KING",
                FenField::Board,
                offset,
                format!("{name} has no king"),
            );
            faults.about(FenDetail {
                side: Some(convert::side(color)),
                ..FenDetail::default()
            });
        }
        if kings.more_than_one() && has(PositionErrorKinds::TOO_MANY_KINGS) {
            for square in kings {
                faults.fatal_at(
                    "TOO_MANY_KINGS",
                    FenField::Board,
                    offset,
                    square,
                    format!(
                        "{name} has {} kings, one of them on {square}",
                        kings.count()
                    ),
                );
                faults.about(FenDetail {
                    count: u32::try_from(kings.count()).ok(),
                    side: Some(convert::side(color)),
                    ..FenDetail::default()
                });
            }
        }
    }
    if has(PositionErrorKinds::PAWNS_ON_BACKRANK) {
        let mut allowed = Bitboard::EMPTY;
        if variant == ChessVariant::Horde {
            // The side without a king begins with pawns on its own first rank.
            for color in Color::ALL {
                if board.by_piece(color.king()).is_empty() {
                    allowed |= board.by_color(color) & Bitboard::from_rank(color.backrank());
                }
            }
        }
        for square in board.pawns() & Bitboard::BACKRANKS & !allowed {
            faults.fatal_at(
                "PAWN_ON_BACK_RANK",
                FenField::Board,
                offset,
                square,
                format!("no pawn can stand on {square}"),
            );
        }
    }
    let (white, black) = (board.king_of(Color::White), board.king_of(Color::Black));
    let touching = match (white, black) {
        (Some(white), Some(black)) => {
            !matches!(variant, ChessVariant::Atomic | ChessVariant::Antichess)
                && attacks::king_attacks(white).contains(black)
        }
        _ => false,
    };
    if let (true, Some(square)) = (touching, board.king_of(turn)) {
        faults.fatal_at(
            "KINGS_TOUCH",
            FenField::Board,
            offset,
            square,
            "the kings stand side by side".to_owned(),
        );
    }
    if has(PositionErrorKinds::OPPOSITE_CHECK)
        && let Some(king) = board.king_of(!turn)
    {
        let attackers = board.attacks_to(king, turn, board.occupied()) & !board.kings();
        if attackers.any() || !touching {
            let name = turn.fold_wb("Black", "White");
            faults.fatal_at(
                "OPPOSITE_CHECK",
                FenField::Board,
                offset,
                king,
                format!("{name} is in check on {king} without having the move"),
            );
            faults.about(FenDetail {
                side: Some(convert::side(!turn)),
                ..FenDetail::default()
            });
        }
    }
    if has(PositionErrorKinds::IMPOSSIBLE_CHECK) && !touching {
        let square = if variant == ChessVariant::RacingKings {
            board.king_of(turn).or(board.king_of(!turn))
        } else {
            board.king_of(turn)
        };
        // Racing kings knows no check, so none of them can be waived there.
        faults.push(
            "IMPOSSIBLE_CHECK",
            FenField::Board,
            offset,
            square,
            "no last move can have given this check".to_owned(),
            variant != ChessVariant::RacingKings,
        );
    }
    if has(PositionErrorKinds::TOO_MUCH_MATERIAL) {
        // With drops on top, more material than that could outgrow the list of legal moves.
        faults.push(
            "TOO_MUCH_MATERIAL",
            FenField::Board,
            offset,
            None,
            "more pieces than the start position and its promotions can give".to_owned(),
            variant != ChessVariant::Crazyhouse,
        );
    }
    if kinds.intersects(
        PositionErrorKinds::INVALID_CASTLING_RIGHTS | PositionErrorKinds::INVALID_EP_SQUARE,
    ) {
        faults.fatal(
            "CONTRADICTORY_RIGHTS",
            FenField::Castling,
            offset,
            "castling rights or en passant square do not fit the board".to_owned(),
        );
    }
    if has(PositionErrorKinds::VARIANT) {
        variant_law(variant, &board, offset, faults);
    }
    waive(result).inspect(|inner| {
        if inner.is_variant_end() && !inner.legal_moves().is_empty() {
            faults.fatal(
                "GAME_ALREADY_OVER",
                FenField::Board,
                offset,
                "the side that is not to move has ended the game already".to_owned(),
            );
        }
    })
}

fn variant_law(variant: ChessVariant, board: &shakmaty::Board, offset: usize, faults: &mut Faults) {
    match variant {
        ChessVariant::RacingKings => {
            for square in board.pawns() {
                faults.fatal_at(
                    "PAWN_IN_RACING_KINGS",
                    FenField::Board,
                    offset,
                    square,
                    format!("racingkings has no pawns, and one stands on {square}"),
                );
            }
            if (board.kings() & Bitboard::from_rank(Rank::Eighth)).more_than_one() {
                faults.fatal(
                    "RACE_ALREADY_OVER",
                    FenField::Board,
                    offset,
                    "both kings have reached the goal although Black is to move".to_owned(),
                );
            }
        }
        ChessVariant::Crazyhouse => faults.fatal(
            "TOO_MANY_PIECES",
            FenField::Pocket,
            offset,
            "more than 64 pieces on the board and in hand".to_owned(),
        ),
        // The checks of three-check were judged where they were read.
        _ => {}
    }
}
