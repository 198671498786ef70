//! The fields of a FEN behind the board: side to move, castling rights, en passant square and the counters.

use std::num::NonZeroU32;

use shakmaty::{
    Bitboard, Board, ByColor, CastlingMode, CastlingSide, Color, File, Rank, RemainingChecks,
    Setup, Square,
};

use super::{
    Faults, Fields, Token,
    board::{number_of, shown},
    convert, first_move,
};
use crate::{FenDetail, FenField, chess::ChessVariant};

/// Counters beyond this are a slip of the pen: no game is so long.
const LARGEST_NUMBER: u32 = 65_535;

pub(super) fn turn(fields: &Fields<'_>, faults: &mut Faults) -> Option<Color> {
    let field = fields.get(1);
    match field.text {
        "w" => Some(Color::White),
        "b" => Some(Color::Black),
        "" => {
            missing(FenField::Turn, "side to move", field, faults);
            None
        }
        _ => {
            faults.fatal(
                "UNKNOWN_SIDE",
                FenField::Turn,
                field.offset,
                "the side to move is `w` or `b`".to_owned(),
            );
            faults.about(FenDetail::found(field.text));
            None
        }
    }
}

fn missing(field: FenField, name: &str, token: Token<'_>, faults: &mut Faults) {
    faults.fatal(
        "MISSING_FIELD",
        field,
        token.offset,
        format!("the text ends before the {name}: a FEN has at least four fields"),
    );
}

/// What can be said of the later fields when the board or the side to move is not known.
pub(super) fn read_unjudged(variant: ChessVariant, fields: &Fields<'_>, faults: &mut Faults) {
    if fields.get(2).is_missing() {
        missing(FenField::Castling, "castling rights", fields.get(2), faults);
    }
    let square = fields.get(3);
    if square.is_missing() {
        missing(FenField::EnPassant, "en passant square", square, faults);
    } else if square.text != "-" && square.text.parse::<Square>().is_err() {
        unreadable_square(square, faults);
    }
    counters(variant, fields, &mut Setup::empty(), faults);
}

/// The rooks that still have their right.
pub(super) fn castling(
    variant: ChessVariant,
    mode: CastlingMode,
    fields: &Fields<'_>,
    setup: &Setup,
    faults: &mut Faults,
) -> Bitboard {
    let field = fields.get(2);
    let mut rights = Bitboard::EMPTY;
    if field.is_missing() {
        missing(FenField::Castling, "castling rights", field, faults);
    }
    if field.text == "-" || field.is_missing() {
        return rights;
    }
    if matches!(variant, ChessVariant::Antichess | ChessVariant::RacingKings) {
        // What is waived is a right that cannot be used, never a text that is no right.
        unknown_rights(field, faults);
        faults.waivable(
            "NO_CASTLING_IN_VARIANT",
            FenField::Castling,
            field.offset,
            None,
            format!("there is no castling in {}", variant.id()),
        );
        return rights;
    }
    // One right for each side of each king at most.
    let mut taken = [[false; 2]; 2];
    for (offset, c) in field.chars() {
        let color = Color::from_white(c.is_ascii_uppercase());
        let rook = match castling_letter(c) {
            Some(letter) => castling_rook(mode, letter, color, &setup.board),
            None => {
                unknown_right(offset, c, faults);
                continue;
            }
        };
        match rook {
            Ok((rook, side)) => {
                let taken = &mut taken[usize::from(color.is_black())]
                    [usize::from(side == CastlingSide::QueenSide)];
                if std::mem::replace(taken, true) {
                    faults.waivable(
                        "DUPLICATE_CASTLING_RIGHT",
                        FenField::Castling,
                        offset,
                        Some(rook),
                        "this side already has a castling right in that direction".to_owned(),
                    );
                } else {
                    rights.add(rook);
                }
            }
            Err((code, square, message)) => {
                faults.waivable(
                    code,
                    FenField::Castling,
                    offset,
                    square,
                    format!("{message} for the right {}", shown(c)),
                );
                faults.about(FenDetail::character(c));
            }
        }
    }
    rights
}

fn unknown_right(offset: usize, c: char, faults: &mut Faults) {
    faults.fatal(
        "UNKNOWN_CASTLING_RIGHT",
        FenField::Castling,
        offset,
        format!("{} is not a castling right", shown(c)),
    );
    faults.about(FenDetail::character(c));
}

fn unknown_rights(field: Token<'_>, faults: &mut Faults) {
    for (offset, c) in field.chars().filter(|(_, c)| castling_letter(*c).is_none()) {
        unknown_right(offset, c, faults);
    }
}

enum Letter {
    /// `K` or `Q`: the outermost rook on that side of the king.
    Side(CastlingSide),
    /// The file of the rook.
    File(File),
}

fn castling_letter(c: char) -> Option<Letter> {
    match c.to_ascii_lowercase() {
        'k' => Some(Letter::Side(CastlingSide::KingSide)),
        'q' => Some(Letter::Side(CastlingSide::QueenSide)),
        file => File::from_char(file).map(Letter::File),
    }
}

type NoRight = (&'static str, Option<Square>, &'static str);

/// The rook that a right belongs to (X-FEN), or what is missing on the board for it.
fn castling_rook(
    mode: CastlingMode,
    letter: Letter,
    color: Color,
    board: &Board,
) -> Result<(Square, CastlingSide), NoRight> {
    let home = color.backrank();
    let standard = mode.is_standard();
    let king = (board.by_piece(color.king()) & Bitboard::from_rank(home)).single_square();
    let king = match king {
        Some(king) if !standard || king.file() == File::E => king,
        _ => {
            let square = standard.then(|| Square::from_coords(File::E, home));
            return Err(("CASTLING_WITHOUT_KING", square, "no king at home"));
        }
    };
    let rooks = board.by_piece(color.rook()) & Bitboard::from_rank(home);
    let rook = match letter {
        Letter::Side(side) if standard => {
            let corner = match side {
                CastlingSide::KingSide => File::H,
                CastlingSide::QueenSide => File::A,
            };
            Some(Square::from_coords(corner, home)).filter(|square| rooks.contains(*square))
        }
        Letter::Side(CastlingSide::KingSide) => rooks.last().filter(|rook| *rook > king),
        Letter::Side(CastlingSide::QueenSide) => rooks.first().filter(|rook| *rook < king),
        Letter::File(file) => Some(Square::from_coords(file, home)).filter(|square| {
            rooks.contains(*square) && (!standard || matches!(file, File::A | File::H))
        }),
    };
    match rook {
        Some(rook) => Ok((rook, CastlingSide::from_king_side(rook > king))),
        None => {
            let square = match letter {
                Letter::File(file) => Some(Square::from_coords(file, home)),
                Letter::Side(CastlingSide::KingSide) if standard => {
                    Some(Square::from_coords(File::H, home))
                }
                Letter::Side(CastlingSide::QueenSide) if standard => {
                    Some(Square::from_coords(File::A, home))
                }
                Letter::Side(_) => None,
            };
            Err(("CASTLING_WITHOUT_ROOK", square, "no rook at home"))
        }
    }
}

/// The square behind a pawn that has just made a double step, if the board agrees.
pub(super) fn en_passant(
    variant: ChessVariant,
    fields: &Fields<'_>,
    setup: &Setup,
    faults: &mut Faults,
) -> Option<Square> {
    let field = fields.get(3);
    if field.is_missing() {
        missing(FenField::EnPassant, "en passant square", field, faults);
        return None;
    }
    if field.text == "-" {
        return None;
    }
    let Ok(square) = field.text.parse::<Square>() else {
        unreadable_square(field, faults);
        return None;
    };
    let mut refuse = |code, message: String, detail: FenDetail| {
        faults.waivable(
            code,
            FenField::EnPassant,
            field.offset,
            Some(square),
            message,
        );
        faults.about(detail);
        None
    };
    if variant == ChessVariant::RacingKings {
        return refuse(
            "NO_EN_PASSANT_IN_VARIANT",
            "there are no pawns in racingkings".to_owned(),
            FenDetail::default(),
        );
    }
    let rank = setup.turn.relative_rank(Rank::Sixth);
    if square.rank() != rank {
        let mover = setup.turn.fold_wb("White", "Black");
        return refuse(
            "EN_PASSANT_WRONG_RANK",
            format!(
                "with {mover} to move the en passant square lies on rank {}, behind the pawn",
                rank.char()
            ),
            FenDetail {
                rank: Some(number_of(rank)),
                side: Some(convert::side(setup.turn)),
                ..FenDetail::default()
            },
        );
    }
    let (from, to) = double_step(square, setup.turn);
    let pawn = setup.board.piece_at(to) == Some((!setup.turn).pawn());
    let empty = setup.board.piece_at(square).is_none() && setup.board.piece_at(from).is_none();
    if !pawn || !empty {
        return refuse(
            "EN_PASSANT_NO_DOUBLE_STEP",
            format!("no pawn can just have stepped from {from} to {to}"),
            FenDetail::default(),
        );
    }
    Some(square)
}

/// Where the opponent's pawn came from and stands, if it just passed over this square.
pub(super) fn double_step(passed: Square, mover: Color) -> (Square, Square) {
    let at = |rank| Square::from_coords(passed.file(), mover.relative_rank(rank));
    (at(Rank::Seventh), at(Rank::Fifth))
}

fn unreadable_square(field: Token<'_>, faults: &mut Faults) {
    faults.fatal(
        "UNKNOWN_SQUARE",
        FenField::EnPassant,
        field.offset,
        "the en passant square is `-` or a square such as `e3`".to_owned(),
    );
    faults.about(FenDetail::found(field.text));
}

/// The two counters, and the checks of three-check before or behind them.
pub(super) fn counters(
    variant: ChessVariant,
    fields: &Fields<'_>,
    setup: &mut Setup,
    faults: &mut Faults,
) {
    let mut rest: Vec<Token<'_>> = (4..fields.len()).map(|index| fields.get(index)).collect();
    checks(variant, &mut rest, fields.end, setup, faults);
    for extra in rest.iter().skip(2) {
        faults.fatal(
            "EXTRA_FIELD",
            FenField::Whole,
            extra.offset,
            "the text goes on after the move number".to_owned(),
        );
        faults.about(FenDetail::found(extra.text));
    }
    setup.halfmoves = 0;
    setup.fullmoves = first_move();
    let Some(clock) = rest.first() else {
        if fields.len() >= 4 {
            faults.remark(
                "COUNTERS_MISSING",
                FenField::Clock,
                fields.end,
                "no counters are given: the clock is taken as 0 and the move number as 1",
            );
        }
        return;
    };
    let halfmoves = number(*clock, FenField::Clock, "half-move clock", faults);
    setup.halfmoves = halfmoves.unwrap_or(0);
    if let (Some(halfmoves @ 1..), Some(square)) = (halfmoves, setup.ep_square) {
        faults.waivable(
            "CLOCK_WITH_EN_PASSANT",
            FenField::Clock,
            clock.offset,
            Some(square),
            format!("after a double step of a pawn the half-move clock is 0, not {halfmoves}"),
        );
        faults.about(FenDetail::count(halfmoves));
    }
    let Some(number_field) = rest.get(1) else {
        faults.remark(
            "MOVE_NUMBER_MISSING",
            FenField::MoveNumber,
            fields.end,
            "no move number is given: it is taken as 1",
        );
        return;
    };
    let fullmoves = number(*number_field, FenField::MoveNumber, "move number", faults);
    match fullmoves.map(NonZeroU32::new) {
        Some(Some(fullmoves)) => {
            setup.fullmoves = fullmoves;
            let played = 2 * (fullmoves.get() - 1) + setup.turn.fold_wb(0, 1);
            if halfmoves.is_some_and(|clock| clock > played) {
                faults.waivable(
                    "CLOCK_TOO_LARGE",
                    FenField::Clock,
                    clock.offset,
                    None,
                    format!(
                        "the clock counts more than the {played} plies that the move number allows"
                    ),
                );
                faults.about(FenDetail {
                    limit: Some(played),
                    count: halfmoves,
                    ..FenDetail::default()
                });
            }
        }
        Some(None) => faults.waivable(
            "MOVE_NUMBER_ZERO",
            FenField::MoveNumber,
            number_field.offset,
            None,
            "move numbers begin with 1".to_owned(),
        ),
        None => {}
    }
}

fn number(field: Token<'_>, place: FenField, name: &str, faults: &mut Faults) -> Option<u32> {
    let digits = field.text.bytes().all(|byte| byte.is_ascii_digit());
    match field.text.parse::<u32>() {
        Ok(value) if digits && value <= LARGEST_NUMBER => Some(value),
        _ => {
            faults.fatal(
                "UNREADABLE_NUMBER",
                place,
                field.offset,
                format!("the {name} is a number from 0 to {LARGEST_NUMBER}"),
            );
            faults.about(FenDetail {
                limit: Some(LARGEST_NUMBER),
                ..FenDetail::found(field.text)
            });
            None
        }
    }
}

/// Takes the field of the checks out of the rest: `3+3` (left) before the clock, or `+0+0` (given) at the end.
fn checks(
    variant: ChessVariant,
    rest: &mut Vec<Token<'_>>,
    end: usize,
    setup: &mut Setup,
    faults: &mut Faults,
) {
    let place = rest
        .iter()
        .enumerate()
        .find(|(index, field)| field.text.contains('+') && matches!(index, 0 | 2))
        .map(|(index, _)| index);
    let field = place.map(|index| rest.remove(index));
    if variant != ChessVariant::ThreeCheck {
        if let Some(field) = field {
            faults.fatal(
                "UNEXPECTED_CHECKS",
                FenField::Checks,
                field.offset,
                format!("a count of checks does not belong to {}", variant.id()),
            );
        }
        return;
    }
    let Some(field) = field else {
        setup.remaining_checks = Some(ByColor::default());
        faults.remark(
            "CHECKS_MISSING",
            FenField::Checks,
            end,
            "no checks are given: both sides are taken to have all three left",
        );
        return;
    };
    let Some((white, black)) = check_counts(field.text) else {
        faults.fatal(
            "UNREADABLE_CHECKS",
            FenField::Checks,
            field.offset,
            "checks left are written `3+3`, checks given `+0+0`".to_owned(),
        );
        faults.about(FenDetail::found(field.text));
        return;
    };
    if white == 0 && black == 0 {
        faults.fatal(
            "CHECKS_ALL_GIVEN",
            FenField::Checks,
            field.offset,
            "only one side can have given its third check".to_owned(),
        );
        return;
    }
    setup.remaining_checks = Some(ByColor {
        white: RemainingChecks::new(white),
        black: RemainingChecks::new(black),
    });
}

/// The checks left for White and Black, each from 0 to 3.
fn check_counts(text: &str) -> Option<(u32, u32)> {
    let (given, text) = match text.strip_prefix('+') {
        Some(text) => (true, text),
        None => (false, text),
    };
    let (white, black) = text.split_once('+')?;
    let count = |text: &str| match text {
        "0" => Some(0),
        "1" => Some(1),
        "2" => Some(2),
        "3" => Some(3),
        _ => None,
    };
    let left = |count: u32| if given { 3 - count } else { count };
    Some((left(count(white)?), left(count(black)?)))
}
