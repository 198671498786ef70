//! The first field of a FEN: the pieces on the board, and those in hand.

use shakmaty::{Bitboard, Board, ByColor, ByRole, File, Piece, Rank, Role, Square};

use super::{Faults, Token};
use crate::{FenDetail, FenField, chess::ChessVariant};

pub(super) struct Placement {
    pub(super) board: Board,
    pub(super) promoted: Bitboard,
    pub(super) pockets: ByColor<ByRole<u8>>,
}

/// The placement, if it can be read; else the faults say why not.
pub(super) fn read(
    variant: ChessVariant,
    field: Token<'_>,
    faults: &mut Faults,
) -> Option<Placement> {
    if field.is_missing() {
        faults.fatal(
            "MISSING_FIELD",
            FenField::Board,
            field.offset,
            "the text ends before the piece placement".to_owned(),
        );
        return None;
    }
    let known = faults.found.len();
    let mut placement = Placement {
        board: Board::empty(),
        promoted: Bitboard::EMPTY,
        pockets: ByColor::default(),
    };
    let (ranks, hand) = split_hand(variant, field);
    squares(variant, ranks, &mut placement, faults);
    match hand {
        Some(hand) if variant.has_hand() => pockets(hand, &mut placement.pockets, faults),
        Some(hand) => faults.fatal(
            "UNEXPECTED_HAND",
            FenField::Pocket,
            hand.offset,
            format!("pieces in hand do not belong to {}", variant.id()),
        ),
        None if variant.has_hand() => faults.remark(
            "HAND_MISSING",
            FenField::Pocket,
            field.offset + field.text.len(),
            "no pieces in hand are given: both hands are taken to be empty",
        ),
        None => {}
    }
    let readable = faults.found[known..].iter().all(|fault| fault.waivable);
    readable.then_some(placement)
}

/// Splits off the hand: `[QNp]`, or a ninth rank in the variant that has hands.
fn split_hand<'a>(variant: ChessVariant, field: Token<'a>) -> (Token<'a>, Option<Token<'a>>) {
    let ninth = || {
        let at = field.text.match_indices('/').nth(7)?.0;
        variant.has_hand().then_some(at)
    };
    match field.text.find('[').or_else(ninth) {
        Some(at) => (
            Token {
                text: &field.text[..at],
                offset: field.offset,
            },
            Some(Token {
                text: &field.text[at..],
                offset: field.offset + at,
            }),
        ),
        None => (field, None),
    }
}

/// Reads the ranks. A rank of the wrong length is reported once, at its end.
fn squares(
    variant: ChessVariant,
    ranks: Token<'_>,
    placement: &mut Placement,
    faults: &mut Faults,
) {
    let mut offset = ranks.offset;
    let mut count = 0_u32;
    for text in ranks.text.split('/') {
        let rank = Token { text, offset };
        offset += text.len() + 1;
        if let Some(place) = (count < 8).then(|| Rank::new(7 - count)) {
            one_rank(variant, rank, place, placement, faults);
        }
        count += 1;
    }
    if count != 8 {
        faults.fatal(
            "WRONG_RANK_COUNT",
            FenField::Board,
            ranks.offset,
            format!("a board has 8 ranks, this one has {count}"),
        );
        faults.about(FenDetail::count(count));
    }
}

fn one_rank(
    variant: ChessVariant,
    text: Token<'_>,
    rank: Rank,
    placement: &mut Placement,
    faults: &mut Faults,
) {
    let mut file = 0_u32;
    let mut after_digit = false;
    let mut readable = true;
    let mut last_piece: Option<Square> = None;
    for (offset, c) in text.chars() {
        let here = File::try_from(file)
            .ok()
            .map(|file| Square::from_coords(file, rank));
        match (c, Piece::from_char(c)) {
            (_, Some(piece)) => {
                if let Some(square) = here {
                    placement.board.set_piece_at(square, piece);
                }
                last_piece = here;
                file += 1;
                after_digit = false;
            }
            ('1'..='8', _) => {
                if after_digit {
                    faults.waivable(
                        "ADJACENT_DIGITS",
                        FenField::Board,
                        offset,
                        here,
                        "two numbers of empty squares follow each other".to_owned(),
                    );
                }
                file += u32::from(c).saturating_sub(u32::from('0'));
                last_piece = None;
                after_digit = true;
            }
            ('~', _) => {
                match last_piece {
                    Some(square) if variant.has_hand() => placement.promoted.add(square),
                    _ => faults.waivable(
                        "UNEXPECTED_PROMOTION_MARK",
                        FenField::Board,
                        offset,
                        last_piece,
                        "the mark of a promoted pawn belongs after a piece of crazyhouse"
                            .to_owned(),
                    ),
                }
                last_piece = None;
            }
            _ => {
                faults.push(
                    "UNKNOWN_PIECE",
                    FenField::Board,
                    offset,
                    here,
                    format!("{} is neither a piece nor a number of squares", shown(c)),
                    false,
                );
                faults.about(FenDetail::character(c));
                readable = false;
                file += 1;
                after_digit = false;
                last_piece = None;
            }
        }
    }
    // How long a rank with an unreadable character is meant to be, nobody knows.
    if readable && file != 8 {
        let code = if file > 8 {
            "RANK_TOO_LONG"
        } else {
            "RANK_TOO_SHORT"
        };
        faults.fatal(
            code,
            FenField::Board,
            text.offset,
            format!("rank {} has {file} squares instead of 8", rank.char()),
        );
        faults.about(FenDetail {
            rank: Some(number_of(rank)),
            ..FenDetail::count(file)
        });
    }
}

fn pockets(hand: Token<'_>, pockets: &mut ByColor<ByRole<u8>>, faults: &mut Faults) {
    let closed = !hand.text.starts_with('[') || hand.text.ends_with(']');
    if !closed {
        faults.fatal(
            "HAND_NOT_CLOSED",
            FenField::Pocket,
            hand.offset,
            "the bracket of the pieces in hand is not closed".to_owned(),
        );
    }
    let inner = hand.text.trim_start_matches(['[', '/']);
    let start = hand.offset + hand.text.len() - inner.len();
    let inner = inner.strip_suffix(']').unwrap_or(inner);
    if inner == "-" {
        return;
    }
    for (at, c) in inner.char_indices() {
        match Piece::from_char(c) {
            Some(piece) if piece.role != Role::King => {
                let count = pockets.get_mut(piece.color).get_mut(piece.role);
                *count = count.saturating_add(1);
            }
            Some(_) => faults.fatal(
                "KING_IN_HAND",
                FenField::Pocket,
                start + at,
                "a king cannot be in hand".to_owned(),
            ),
            None => {
                faults.fatal(
                    "UNKNOWN_PIECE",
                    FenField::Pocket,
                    start + at,
                    format!("{} is not a piece", shown(c)),
                );
                faults.about(FenDetail::character(c));
            }
        }
    }
}

/// A rank as its number, from 1.
pub(super) fn number_of(rank: Rank) -> u8 {
    u8::from(rank) + 1
}

/// A character as it may stand in a message: escaped, unless it is printable ASCII.
pub(super) fn shown(c: char) -> String {
    if c.is_ascii_graphic() {
        format!("`{c}`")
    } else {
        format!("the character U+{:04X}", u32::from(c))
    }
}
