//! The names of the squares of a board, looked up and not worked out: long records are read and written with them.

use super::Geometry;
use crate::Square;

/// No square.
const NONE: u8 = u8::MAX;
/// The longest name is a letter and two digits, or three digits.
const LONGEST: usize = 3;
/// As many files and ranks as the largest board has, and some more.
const LINES: usize = 16;

/// The names of the squares of one board.
pub(super) struct Names {
    /// By number: the index of the square.
    numbered: [u8; 256],
    /// By file and rank, both from 0: the index of the square.
    lettered: [[u8; LINES]; LINES],
    /// By index: the name under the board's own naming, and how long it is.
    names: Vec<(u8, [u8; LONGEST])>,
}

/// The two squares of the plainest move text: `32-28`, `c3:e5`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ends {
    pub(super) from: Square,
    pub(super) to: Square,
    /// Whether the sign between them is that of a capture. A hyphen does not say that it is none.
    pub(super) is_capture: bool,
}

impl Names {
    pub(super) fn new(geometry: &Geometry) -> Names {
        let mut names = Names {
            numbered: [NONE; 256],
            lettered: [[NONE; LINES]; LINES],
            names: Vec::with_capacity(geometry.square_count()),
        };
        for square in geometry.squares() {
            let index = square.index() as u8;
            let (file, rank) = geometry.coordinates(square);
            names.numbered[usize::from(geometry.number(square)) % 256] = index;
            names.lettered[usize::from(file) % LINES][usize::from(rank) % LINES] = index;
            let name = geometry.name(square);
            let mut letters = [0; LONGEST];
            letters
                .iter_mut()
                .zip(name.bytes())
                .for_each(|(letter, byte)| *letter = byte);
            names.names.push((name.len() as u8, letters));
        }
        names
    }

    /// Appends the name of a square under the board's own naming.
    pub(super) fn push(&self, out: &mut String, square: Square) {
        let name = self.names.get(square.index());
        let (length, letters) = name.map_or((0, &[0; LONGEST]), |(length, name)| (*length, name));
        // All are ASCII, and shorter than what copying them is prepared for.
        for letter in letters.iter().take(usize::from(length)) {
            out.push(char::from(*letter));
        }
    }

    /// The square with this number, if the board has it.
    pub(super) fn numbered(&self, number: u16) -> Option<Square> {
        let index = *self.numbered.get(usize::from(number))?;
        (index != NONE).then(|| Square::new(index))
    }

    /// The squares of a text that is two names with a sign between them. None where it is anything else, be it a move or not.
    pub(super) fn ends(&self, text: &str) -> Option<Ends> {
        let (from, rest) = self.first_square(text.as_bytes())?;
        let (sign, rest) = rest.split_first()?;
        let is_capture = match sign {
            b'-' => false,
            b'x' | b'X' | b':' => true,
            _ => return None,
        };
        let (to, rest) = self.first_square(rest)?;
        rest.is_empty().then_some(Ends {
            from,
            to,
            is_capture,
        })
    }

    /// The square that a text begins with, and the rest of the text.
    fn first_square<'t>(&self, text: &'t [u8]) -> Option<(Square, &'t [u8])> {
        let (first, rest) = text.split_first()?;
        let index = match first {
            b'a'..=b'n' => {
                let (rank, rest) = number(rest)?;
                let file = &self.lettered[usize::from(first - b'a') % LINES];
                (*file.get(rank - 1)?, rest)
            }
            _ => {
                let (number, rest) = number(text)?;
                (*self.numbered.get(number)?, rest)
            }
        };
        (index.0 != NONE).then(|| (Square::new(index.0), index.1))
    }
}

/// The number that a text begins with, of at most three digits and without leading zeros, and the rest of the text.
fn number(text: &[u8]) -> Option<(usize, &[u8])> {
    let mut number = 0;
    let mut length = 0;
    while let Some(digit @ b'0'..=b'9') = text.get(length) {
        number = 10 * number + usize::from(digit - b'0');
        length += 1;
        if number == 0 || length > LONGEST {
            return None;
        }
    }
    (length > 0).then(|| (number, &text[length..]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draughts::{Naming, RuleSet};

    #[test]
    fn the_plainest_texts_name_the_squares_that_the_board_knows_by_these_names() {
        for set in RuleSet::ALL {
            let geometry = set.rules().geometry();
            let names = Names::new(&geometry);
            for from in geometry.squares() {
                let mut name = String::new();
                names.push(&mut name, from);
                assert_eq!(name, geometry.name(from));
                for (naming, sign) in [(Naming::Numeric, "x"), (Naming::Algebraic, "-")] {
                    let to = Square::new(0);
                    let [one, other] = [from, to].map(|square| geometry.name_in(square, naming));
                    let ends = Ends {
                        from,
                        to,
                        is_capture: sign == "x",
                    };
                    assert_eq!(names.ends(&format!("{one}{sign}{other}")), Some(ends));
                }
            }
        }
    }

    #[test]
    fn nothing_else_is_read() {
        let names = Names::new(&RuleSet::Brazilian.rules().geometry());
        for text in [
            "", "-", "22", "22-", "-17", "22-17 ", " 22-17", "022-17", "22-017", "22-33", "0-1",
            "22x17x9", "c3b4", "c3-b5", "cb4", "c:b4", "c3-", "c3-b4!", "c0-b4", "c3-b9", "c3-z4",
            "C3-b4", "22–17", "1000-1", "22-1000", "n14-b4", "22--17", "c-3",
        ] {
            assert_eq!(names.ends(text), None, "{text:?}");
        }
    }
}
