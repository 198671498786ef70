//! FEN, written. An answer in full has one for each of its moves, nearly always of plain chess: those are written here, in 0.2 µs for a
//! middle game where the library's own writing takes 0.7 (measured side by side); all others by the library. A test holds both together.

use shakmaty::{
    CastlingMode, Color, Role, Setup, Square,
    fen::{Fen, LossyFenError},
};

/// What stands in the places of an empty square while the board is filled.
const EMPTY: u8 = 0;

/// The position as X-FEN.
pub(super) fn text(setup: Setup, mode: CastlingMode) -> String {
    let plain = mode.is_standard()
        && setup.promoted.is_empty()
        && setup.pockets.is_none()
        && setup.remaining_checks.is_none();
    if plain {
        return plain_text(&setup);
    }
    let fen = Fen::try_from_setup(setup).unwrap_or_else(LossyFenError::ignore);
    let mut text = String::with_capacity(96);
    fen.append_to_string(&mut text);
    text
}

fn plain_text(setup: &Setup) -> String {
    let mut letters = Letters::default();
    push_board(&mut letters, setup);
    letters.push(b' ');
    letters.push(setup.turn.char() as u8);
    letters.push(b' ');
    let before = letters.len;
    for (rook, letter) in [
        (Square::H1, b'K'),
        (Square::A1, b'Q'),
        (Square::H8, b'k'),
        (Square::A8, b'q'),
    ] {
        if setup.castling_rights.contains(rook) {
            letters.push(letter);
        }
    }
    if letters.len == before {
        letters.push(b'-');
    }
    letters.push(b' ');
    match setup.ep_square {
        Some(square) => {
            letters.push(square.file().char() as u8);
            letters.push(square.rank().char() as u8);
        }
        None => letters.push(b'-'),
    }
    letters.push(b' ');
    letters.number(setup.halfmoves);
    letters.push(b' ');
    letters.number(setup.fullmoves.get());
    letters.text()
}

/// Letters one after another, as many as the longest plain FEN has: no growth is asked about for each.
struct Letters {
    all: [u8; LONGEST],
    len: usize,
}

/// 64 pieces, 7 strokes, then fields of at most 1, 4, 2, 10 and 10 letters with a space before each.
const LONGEST: usize = 64 + 7 + 2 + 5 + 3 + 11 + 11;

impl Default for Letters {
    fn default() -> Letters {
        Letters {
            all: [0; LONGEST],
            len: 0,
        }
    }
}

impl Letters {
    fn push(&mut self, letter: u8) {
        if let Some(place) = self.all.get_mut(self.len) {
            *place = letter;
            self.len += 1;
        }
    }

    fn number(&mut self, number: u32) {
        let mut digits = itoa::Buffer::new();
        digits.format(number).bytes().for_each(|it| self.push(it));
    }

    /// The number of empty squares, where there are any.
    fn empty(&mut self, squares: &mut u8) {
        if *squares > 0 {
            self.push(b'0' + *squares);
            *squares = 0;
        }
    }

    fn text(&self) -> String {
        let letters = self.all.get(..self.len).unwrap_or_default();
        // All of them are ASCII.
        std::str::from_utf8(letters).unwrap_or_default().to_owned()
    }
}

fn push_board(letters: &mut Letters, setup: &Setup) {
    let mut board = [EMPTY; 64];
    for color in Color::ALL {
        for role in Role::ALL {
            let piece = role.of(color);
            let letter = piece.char() as u8;
            for square in setup.board.by_piece(piece) {
                board[usize::from(square)] = letter;
            }
        }
    }
    for (index, rank) in board.as_chunks::<8>().0.iter().rev().enumerate() {
        if index > 0 {
            letters.push(b'/');
        }
        let mut empty = 0;
        for letter in rank {
            if *letter == EMPTY {
                empty += 1;
                continue;
            }
            letters.empty(&mut empty);
            letters.push(*letter);
        }
        letters.empty(&mut empty);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn both(fen: &str, mode: CastlingMode) -> [String; 2] {
        let read: Fen = fen.parse().expect("a FEN");
        [text(read.as_setup().clone(), mode), read.to_string()]
    }

    #[test]
    fn every_position_is_written_as_the_library_writes_it() {
        let standard = [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/8/8/8/3Pp3/8/8/4K2R b Kq d3 0 65535",
            "8/8/8/8/8/8/8/k1K5 w - - 99 100",
            "7k/P6P/8/3Q4/8/8/p6p/7K b - - 12 34",
        ];
        for fen in standard {
            for mode in [CastlingMode::Standard, CastlingMode::Chess960] {
                assert_eq!(both(fen, mode), [fen, fen]);
            }
        }
        for fen in [
            "1rk3r1/8/8/8/8/8/8/1RK3R1 w KQkq - 0 1",
            "r3k3/8/8/8/8/8/8/RR2K3 w Bq - 0 1",
            "7k/Q~7/8/8/8/8/8/7K[NQp] b - - 0 1",
            "7k/8/8/8/8/8/8/7K w - - 3+1 0 1",
        ] {
            assert_eq!(both(fen, CastlingMode::Chess960), [fen, fen]);
        }
    }
}
