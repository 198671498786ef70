//! The 128-bit key of a position: equal for the same position in the sense of FIDE 9.2.3. Documented where it is
//! public, at `Position::key`.

use shakmaty::{
    Bitboard, ByColor, ByRole, Color, Position as _, RemainingChecks, Role,
    variant::VariantPosition,
};

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

/// The word of an en passant square.
fn en_passant(square: Option<shakmaty::Square>) -> u128 {
    square.map_or(0, |square| word(EN_PASSANT + u64::from(u8::from(square))))
}

/// The word of so many pieces of a kind in hand.
fn hand(color: Color, role: Role, count: u8) -> u128 {
    match count {
        0 => 0,
        count => word(HAND + (piece_number(color, role) * 64) as u64 + u64::from(count)),
    }
}

fn checks(left: &ByColor<RemainingChecks>) -> u128 {
    let of =
        |color: u64, left: RemainingChecks| word(CHECKS + 8 * color + u64::from(u32::from(left)));
    of(0, left.white) ^ of(1, left.black)
}

pub(super) fn key(position: &VariantPosition) -> u128 {
    let board = position.board();
    let mut key = 0;
    for color in Color::ALL {
        for role in Role::ALL {
            let words = &PIECES[piece_number(color, role)];
            for square in board.by_piece(role.of(color)) {
                key ^= words[usize::from(square)];
            }
        }
    }
    if position.turn().is_white() {
        key ^= word(WHITE_TO_MOVE);
    }
    key ^= squares(CASTLING, position.castles().castling_rights());
    key ^= squares(PROMOTED, position.promoted());
    key ^= en_passant(position.legal_ep_square());
    if let Some(pockets) = position.pockets() {
        for color in Color::ALL {
            for role in Role::ALL {
                key ^= hand(color, role, *pockets.get(color).get(role));
            }
        }
    }
    key ^= position.remaining_checks().map_or(0, checks);
    key
}

/// The key of `after` from that of `before`: the words of what one of them has and the other has not.
pub(super) fn key_after(after: &VariantPosition, before: &VariantPosition, key: u128) -> u128 {
    let mut key = key;
    let [was, is] = [before, after].map(|position| position.board());
    let colours = (was.white() ^ is.white()) | (was.black() ^ is.black());
    let changed = Role::ALL.into_iter().fold(colours, |changed, role| {
        changed | (was.by_role(role) ^ is.by_role(role))
    });
    for square in changed {
        for piece in [was, is]
            .into_iter()
            .filter_map(|board| board.piece_at(square))
        {
            key ^= PIECES[piece_number(piece.color, piece.role)][usize::from(square)];
        }
    }
    if before.turn() != after.turn() {
        key ^= word(WHITE_TO_MOVE);
    }
    let rights = |position: &VariantPosition| position.castles().castling_rights();
    key ^= squares(CASTLING, rights(before) ^ rights(after));
    key ^= squares(PROMOTED, before.promoted() ^ after.promoted());
    key ^= en_passant(before.legal_ep_square()) ^ en_passant(after.legal_ep_square());
    if let (Some(was), Some(is)) = (before.pockets(), after.pockets())
        && was != is
    {
        for color in Color::ALL {
            for role in Role::ALL {
                let of = |pockets: &ByColor<ByRole<u8>>| *pockets.get(color).get(role);
                key ^= hand(color, role, of(was)) ^ hand(color, role, of(is));
            }
        }
    }
    if let (Some(was), Some(is)) = (before.remaining_checks(), after.remaining_checks())
        && was != is
    {
        key ^= checks(was) ^ checks(is);
    }
    key
}
