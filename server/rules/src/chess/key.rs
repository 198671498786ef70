//! The 128-bit key of a position: equal for the same position in the sense of FIDE 9.2.3. Documented where it is
//! public, at `Position::key`.

use shakmaty::{
    Bitboard, CastlingSide, Color, Move, Piece, Position as _, Role, Square,
    variant::VariantPosition,
};

use super::convert;

const WHITE_TO_MOVE: u64 = 768;
const CASTLING: u64 = 1024;
const EN_PASSANT: u64 = 1088;
const PROMOTED: u64 = 1152;
const HAND: u64 = 2048;
const CHECKS: u64 = 4096;

const fn splitmix64(seed: u64) -> u64 {
    let mut z = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

const fn word(number: u64) -> u128 {
    (splitmix64(number * 2) as u128) << 64 | splitmix64(number * 2 + 1) as u128
}

/// The words of the pieces: they make up nearly all of a key.
static PIECES: [[u128; 64]; 12] = {
    let mut table = [[0; 64]; 12];
    let mut piece = 0;
    while piece < 12 {
        let mut square = 0;
        while square < 64 {
            table[piece][square] = word((piece * 64 + square) as u64);
            square += 1;
        }
        piece += 1;
    }
    table
};

const fn piece_number(color: Color, role: Role) -> usize {
    let color = match color {
        Color::White => 0,
        Color::Black => 6,
    };
    color + role as usize - 1
}

fn squares(base: u64, squares: Bitboard) -> u128 {
    squares.into_iter().fold(0, |key, square| {
        key ^ word(base + u64::from(u8::from(square)))
    })
}

/// The word of so many pieces of a kind in hand.
fn hand(color: Color, role: Role, count: u8) -> u128 {
    match count {
        0 => 0,
        count => word(HAND + (piece_number(color, role) * 64) as u64 + u64::from(count)),
    }
}

/// The words of everything but the pieces on the board and the castling rights, which make up nearly all of a key.
fn beside_the_board(position: &VariantPosition) -> u128 {
    let mut key = squares(PROMOTED, position.promoted());
    if position.turn().is_white() {
        key ^= const { word(WHITE_TO_MOVE) };
    }
    key ^= of_en_passant(position.legal_ep_square());
    if let Some(pockets) = position.pockets() {
        for color in Color::ALL {
            for role in Role::ALL {
                key ^= hand(color, role, *pockets.get(color).get(role));
            }
        }
    }
    if let Some(checks) = position.remaining_checks() {
        for (color, left) in [(0, checks.white), (1, checks.black)] {
            key ^= word(CHECKS + 8 * color + u64::from(u32::from(left)));
        }
    }
    key
}

/// The word of a piece on a square.
fn piece(piece: Piece, square: Square) -> u128 {
    PIECES[piece_number(piece.color, piece.role)][usize::from(square)]
}

pub(super) fn key(position: &VariantPosition) -> u128 {
    let pieces = position.board().iter();
    let pieces = pieces.fold(0, |key, (square, stands)| key ^ piece(stands, square));
    let rights = position.castles().castling_rights();
    pieces ^ of_rights(rights) ^ beside_the_board(position)
}

/// The words of castling rights, by the squares of their rooks.
pub(super) fn of_rights(rooks: Bitboard) -> u128 {
    squares(CASTLING, rooks)
}

/// The word of the square on which a pawn can legally be taken in passing.
pub(super) fn of_en_passant(square: Option<Square>) -> u128 {
    square.map_or(0, |square| word(EN_PASSANT + u64::from(u8::from(square))))
}

/// The words that a move of this colour changes by the pieces that it moves and takes, and by the turn: of chess without pieces in hand.
pub(super) fn of_move(mover: Color, m: &Move) -> u128 {
    let moved = match *m {
        Move::Normal {
            role,
            from,
            capture,
            to,
            promotion,
        } => {
            let taken = capture.map_or(0, |role| piece(role.of(!mover), to));
            let stands = promotion.unwrap_or(role);
            piece(role.of(mover), from) ^ piece(stands.of(mover), to) ^ taken
        }
        Move::EnPassant { from, to } => {
            let taken = Square::from_coords(to.file(), from.rank());
            piece(mover.pawn(), from) ^ piece(mover.pawn(), to) ^ piece((!mover).pawn(), taken)
        }
        Move::Castle { king, rook } => {
            let side = CastlingSide::from_king_side(king < rook);
            let goal = |file| Square::from_coords(file, king.rank());
            piece(mover.king(), king)
                ^ piece(mover.king(), goal(side.king_to_file()))
                ^ piece(mover.rook(), rook)
                ^ piece(mover.rook(), goal(side.rook_to_file()))
        }
        Move::Put { role, to } => piece(role.of(mover), to),
    };
    moved ^ const { word(WHITE_TO_MOVE) }
}

/// The key of `after` from that of `before`: the words of what one of them has and the other has not. What both have goes out by itself.
pub(super) fn key_after(after: &VariantPosition, before: &VariantPosition, key: u128) -> u128 {
    let boards = [before, after].map(|position| position.board());
    let changed = convert::differences(boards[0], boards[1]);
    let pieces = changed.into_iter().fold(key, |key, square| {
        let stood = boards
            .into_iter()
            .filter_map(|board| board.piece_at(square));
        stood.fold(key, |key, stood| key ^ piece(stood, square))
    });
    let rights = |position: &VariantPosition| position.castles().castling_rights();
    pieces
        ^ of_rights(rights(before) ^ rights(after))
        ^ beside_the_board(before)
        ^ beside_the_board(after)
}
