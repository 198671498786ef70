//! Positions as bytes. A position has one form only: what would be written otherwise is not read.
//!
//! ```text
//! chess     flags: 1 Black has the move, 2 castling as in Chess960, 4 a pawn can be taken in passing
//!           8 bytes: the occupied squares, a1 the lowest bit of the last byte
//!           4 bits a piece in the order of the squares, the first of a pair low: 0 pawn … 5 king, 6 a rook that may castle; +8 black
//!           the square on which that pawn can be taken, the half-move clock, the move number
//!           crazyhouse: 8 bytes of promoted pieces, 5 bytes of White's hand, 5 of Black's; three-check: the checks left for each
//! draughts  side to move; for White's men and kings, then Black's, a bit a square, the lowest first; the runs of king moves
//! ```

use std::num::NonZeroU32;

use shakmaty::{
    Bitboard, Board, ByColor, ByRole, CastlingMode, Color, RemainingChecks, Role, Setup,
};

use super::{Reader, StateFault, Writer, inconsistent, parts::read_side};
use crate::{
    Kind, Piece, Position, Ruleset, Side, Square,
    chess::{self, ChessVariant},
    draughts::{self, CompiledRules, SquareSet},
    ruleset::Movement,
};

const BLACK_TO_MOVE: u8 = 1;
const AS_CHESS960: u8 = 2;
const IN_PASSING: u8 = 4;

/// Larger clocks and move numbers are of no game: the largest that a FEN may have, and as many moves behind it.
const MOST_MOVES: u32 = 2 * 65_535;
/// The number of a black piece is this much higher.
const BLACK: u8 = 8;
/// The number of a rook that may castle.
const CASTLING_ROOK: u8 = 6;
/// What can be in a hand.
const IN_HAND: [Role; 5] = [
    Role::Pawn,
    Role::Knight,
    Role::Bishop,
    Role::Rook,
    Role::Queen,
];
/// No more of one kind can be in a hand than there are squares.
const MOST_IN_HAND: u32 = 64;

/// Bytes of the widest set of squares.
const WIDEST: usize = 32;

pub(super) fn write_position(writer: &mut Writer<'_>, position: &Position) {
    match position {
        Position::Chess(position) => write_chess(writer, position),
        Position::Draughts(position) => write_draughts(writer, position),
    }
}

pub(super) fn read_position(
    reader: &mut Reader<'_>,
    ruleset: &Ruleset,
) -> Result<Position, StateFault> {
    match ruleset.movement() {
        Movement::Chess(variant) => read_chess(reader, *variant).map(Position::Chess),
        Movement::Draughts(_, rules) => read_draughts(reader, rules).map(Position::Draughts),
    }
}

fn write_chess(writer: &mut Writer<'_>, position: &chess::Position) {
    let setup = position.to_setup();
    let mut flags = 0;
    for (holds, flag) in [
        (setup.turn.is_black(), BLACK_TO_MOVE),
        (position.castles_as_chess960(), AS_CHESS960),
        (setup.ep_square.is_some(), IN_PASSING),
    ] {
        flags |= if holds { flag } else { 0 };
    }
    writer.byte(flags);
    writer.raw(&setup.board.occupied().0.to_be_bytes());
    let mut numbers = setup.board.iter().map(|(square, piece)| {
        let number = if setup.castling_rights.contains(square) {
            CASTLING_ROOK
        } else {
            piece.role as u8 - Role::Pawn as u8
        };
        number + piece.color.fold_wb(0, BLACK)
    });
    while let Some(low) = numbers.next() {
        writer.byte(low | numbers.next().unwrap_or(0) << 4);
    }
    if let Some(square) = setup.ep_square {
        writer.byte(u8::from(square));
    }
    writer.number(setup.halfmoves);
    writer.number(setup.fullmoves.get());
    if let Some(pockets) = setup.pockets {
        writer.raw(&setup.promoted.0.to_be_bytes());
        for color in Color::ALL {
            for role in IN_HAND {
                writer.byte(*pockets.get(color).get(role));
            }
        }
    }
    if let Some(checks) = setup.remaining_checks {
        for left in [checks.white, checks.black] {
            writer.number(left.into());
        }
    }
}

fn read_chess(
    reader: &mut Reader<'_>,
    variant: ChessVariant,
) -> Result<chess::Position, StateFault> {
    let flags = reader.byte()?;
    let has = |flag: u8| flags & flag != 0;
    let mode = CastlingMode::from_chess960(has(AS_CHESS960));
    let own_mode = match variant {
        ChessVariant::Chess | ChessVariant::Antichess | ChessVariant::RacingKings => {
            mode.is_standard()
        }
        ChessVariant::Chess960 => mode.is_chess960(),
        _ => true,
    };
    if flags > BLACK_TO_MOVE | AS_CHESS960 | IN_PASSING || !own_mode {
        return Err(inconsistent("flags of the position"));
    }
    let (board, castling_rights) = read_board(reader)?;
    let mut setup = Setup {
        board,
        castling_rights,
        turn: Color::from_black(has(BLACK_TO_MOVE)),
        ..Setup::empty()
    };
    if has(IN_PASSING) {
        let square = shakmaty::Square::try_from(reader.byte()?);
        setup.ep_square = Some(square.map_err(|_| inconsistent("square"))?);
    }
    setup.halfmoves = reader.number()?;
    setup.fullmoves = NonZeroU32::new(reader.number()?).ok_or(inconsistent("move number"))?;
    if setup.halfmoves > MOST_MOVES || setup.fullmoves.get() > MOST_MOVES {
        return Err(inconsistent("move number"));
    }
    if variant.has_hand() {
        setup.promoted = Bitboard(u64::from_be_bytes(reader.raw()?));
        let mut pockets = ByColor::<ByRole<u8>>::default();
        for color in Color::ALL {
            for role in IN_HAND {
                let count = reader.byte()?;
                if u32::from(count) > MOST_IN_HAND {
                    return Err(inconsistent("hand"));
                }
                *pockets.get_mut(color).get_mut(role) = count;
            }
        }
        setup.pockets = Some(pockets);
    }
    if variant == ChessVariant::ThreeCheck {
        let mut left = || {
            let left = RemainingChecks::try_from(reader.number()?);
            left.map_err(|_| inconsistent("checks left"))
        };
        let checks = ByColor {
            white: left()?,
            black: left()?,
        };
        if checks.white.is_zero() && checks.black.is_zero() {
            return Err(inconsistent("checks left"));
        }
        setup.remaining_checks = Some(checks);
    }
    let position =
        chess::Position::from_setup(variant, setup.clone(), mode).map_err(StateFault::Position)?;
    // What could not be taken as it stands was not written by us.
    if position.to_setup() == setup {
        Ok(position)
    } else {
        Err(inconsistent("position"))
    }
}

/// The pieces, and the rooks among them that may castle.
fn read_board(reader: &mut Reader<'_>) -> Result<(Board, Bitboard), StateFault> {
    let occupied = Bitboard(u64::from_be_bytes(reader.raw()?));
    let mut by_role = ByRole::<Bitboard>::default();
    let mut by_color = ByColor::<Bitboard>::default();
    let mut castling = Bitboard::EMPTY;
    let mut pair = 0;
    for (index, square) in occupied.into_iter().enumerate() {
        pair = if index % 2 == 0 {
            reader.byte()?
        } else {
            pair >> 4
        };
        let role = match pair & (BLACK - 1) {
            CASTLING_ROOK => {
                castling.add(square);
                Some(Role::Rook)
            }
            number => Role::ALL.get(usize::from(number)).copied(),
        };
        let role = role.ok_or(inconsistent("piece"))?;
        by_role.get_mut(role).add(square);
        by_color
            .get_mut(Color::from_black(pair & BLACK != 0))
            .add(square);
    }
    if occupied.count() % 2 == 1 && pair >> 4 != 0 {
        return Err(inconsistent("piece"));
    }
    let board = Board::try_from_bitboards(by_role, by_color).map_err(|_| inconsistent("board"))?;
    Ok((board, castling))
}

/// The sets of pieces of a draughts board, in the order in which they are written.
const SETS: [(Side, Kind); 4] = [
    (Side::White, Kind::Man),
    (Side::White, Kind::King),
    (Side::Black, Kind::Man),
    (Side::Black, Kind::King),
];

fn write_draughts(writer: &mut Writer<'_>, position: &draughts::Position) {
    writer.number(position.side_to_move().index() as u32);
    let bytes = position.geometry().square_count().div_ceil(8);
    for (side, kind) in SETS {
        let squares = match kind {
            Kind::King => position.kings(side),
            _ => position.men(side),
        };
        let mut bits = [0_u8; WIDEST];
        for square in squares {
            bits[square.index() / 8] |= 1 << (square.index() % 8);
        }
        writer.raw(bits.get(..bytes).unwrap_or(&bits));
    }
    for side in Side::BOTH {
        writer.option(position.king_run(side).as_ref(), |writer, run| {
            writer.byte(run.square.index() as u8);
            writer.byte(run.length);
        });
    }
}

fn read_draughts(
    reader: &mut Reader<'_>,
    rules: &CompiledRules,
) -> Result<draughts::Position, StateFault> {
    let side_to_move = read_side(reader)?;
    let bytes = rules.geometry().square_count().div_ceil(8);
    let mut sets = [SquareSet::EMPTY; SETS.len()];
    for set in &mut sets {
        for byte in 0..bytes {
            let mut bits = reader.byte()?;
            while bits != 0 {
                let square = byte * 8 + bits.trailing_zeros() as usize;
                // A board has at most 256 squares; what is none of its own is found below.
                set.insert(Square::new(square as u8));
                bits &= bits - 1;
            }
        }
    }
    let pieces = SETS.into_iter().zip(sets).flat_map(|((side, kind), set)| {
        set.into_iter()
            .map(move |square| (square, Piece { side, kind }))
    });
    let mut position =
        draughts::Position::new(rules, pieces, side_to_move).map_err(|_| inconsistent("pieces"))?;
    for side in Side::BOTH {
        let run = reader.option(|reader| {
            Ok(draughts::KingRun {
                square: Square::new(reader.byte()?),
                length: reader.byte()?,
            })
        })?;
        if let Some(run) = run {
            position = position
                .with_king_run(side, run)
                .map_err(|_| inconsistent("run of king moves"))?;
        }
    }
    Ok(position)
}
