//! The geometry of a draughts board: which squares are played on, where they lie and what they are called.

use crate::{Side, Square};

/// A corner of the board, as White sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Corner {
    /// Where a1 lies.
    BottomLeft,
    /// Where h1 lies on the 8×8 board.
    BottomRight,
    /// Where a8 lies on the 8×8 board.
    TopLeft,
    /// Where h8 lies on the 8×8 board.
    TopRight,
}

impl Corner {
    /// The PDN 3.0 digit of this corner, seen by `viewer`: 0 bottom left, 1 bottom right, 2 top left, 3 top right.
    #[must_use]
    pub const fn digit(self, viewer: Side) -> u8 {
        let from_white = match self {
            Corner::BottomLeft => 0,
            Corner::BottomRight => 1,
            Corner::TopLeft => 2,
            Corner::TopRight => 3,
        };
        match viewer {
            Side::White => from_white,
            Side::Black => 3 - from_white,
        }
    }

    /// The corner that `viewer` calls by this PDN 3.0 digit.
    #[must_use]
    pub const fn from_digit(digit: u8, viewer: Side) -> Option<Corner> {
        if digit > 3 {
            return None;
        }
        let from_white = match viewer {
            Side::White => digit,
            Side::Black => 3 - digit,
        };
        Some(match from_white {
            0 => Corner::BottomLeft,
            1 => Corner::BottomRight,
            2 => Corner::TopLeft,
            _ => Corner::TopRight,
        })
    }
}

/// How the squares of a board are called by default. Both ways can be read on every board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Naming {
    /// By number, from 1.
    Numeric,
    /// By file letter and rank number, a1 at White's bottom left.
    Algebraic,
}

/// Size, playing squares and numbering of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Geometry {
    files: u8,
    ranks: u8,
    all_squares: bool,
    dark_right: bool,
    numbering: Corner,
    naming: Naming,
}

impl Geometry {
    /// A board of dark squares only. `dark_right` says that the near corner at each player's right hand,
    /// not the left one, is played on.
    ///
    /// Files and ranks are even and 6 to 14: the caller, [`super::Rules`], has seen to that.
    pub(super) const fn dark_squares(
        files: u8,
        ranks: u8,
        dark_right: bool,
        numbering: Corner,
        naming: Naming,
    ) -> Geometry {
        Geometry {
            files,
            ranks,
            all_squares: false,
            dark_right,
            numbering,
            naming,
        }
    }

    /// A board on which every square is played on.
    pub(super) const fn every_square(
        files: u8,
        ranks: u8,
        numbering: Corner,
        naming: Naming,
    ) -> Geometry {
        Geometry {
            files,
            ranks,
            all_squares: true,
            dark_right: false,
            numbering,
            naming,
        }
    }

    /// The number of files.
    #[must_use]
    pub const fn files(&self) -> u8 {
        self.files
    }

    /// The number of ranks.
    #[must_use]
    pub const fn ranks(&self) -> u8 {
        self.ranks
    }

    /// Whether every square is played on (Turkish, Armenian), not only the dark ones.
    #[must_use]
    pub const fn plays_on_all_squares(&self) -> bool {
        self.all_squares
    }

    /// Whether the playing corner near each player is the right one.
    #[must_use]
    pub const fn dark_corner_is_right(&self) -> bool {
        self.dark_right
    }

    /// Where square 1 lies.
    #[must_use]
    pub const fn numbering(&self) -> Corner {
        self.numbering
    }

    /// How the squares are called by default.
    #[must_use]
    pub const fn naming(&self) -> Naming {
        self.naming
    }

    /// Playing squares in a rank.
    #[must_use]
    pub const fn squares_per_rank(&self) -> u8 {
        if self.all_squares {
            self.files
        } else {
            self.files / 2
        }
    }

    /// The number of playing squares.
    #[must_use]
    pub const fn square_count(&self) -> usize {
        self.squares_per_rank() as usize * self.ranks as usize
    }

    /// Every playing square, in the order of the indices.
    pub fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        (0..self.square_count()).map(|index| Square::new(index as u8))
    }

    /// Whether this board has that square.
    #[must_use]
    pub const fn has(&self, square: Square) -> bool {
        square.index() < self.square_count()
    }

    /// The playing square on this file and rank, both counted from 0 at White's bottom left.
    #[must_use]
    pub const fn square(&self, file: u8, rank: u8) -> Option<Square> {
        if file >= self.files || rank >= self.ranks {
            return None;
        }
        if self.all_squares {
            return Some(Square::new(rank * self.files + file));
        }
        if (file + rank) % 2 != self.dark_right as u8 {
            return None;
        }
        Some(Square::new(rank * (self.files / 2) + file / 2))
    }

    /// File and rank of a playing square, both counted from 0 at White's bottom left.
    #[must_use]
    pub const fn coordinates(&self, square: Square) -> (u8, u8) {
        let index = square.index() as u8;
        let per_rank = self.squares_per_rank();
        let (rank, place) = (index / per_rank, index % per_rank);
        if self.all_squares {
            (place, rank)
        } else {
            (2 * place + (rank + self.dark_right as u8) % 2, rank)
        }
    }

    /// The number of a playing square, from 1.
    #[must_use]
    pub const fn number(&self, square: Square) -> u16 {
        let index = square.index() as u16;
        let per_rank = self.squares_per_rank() as u16;
        let (rank, place) = (index / per_rank, index % per_rank);
        let (row, column) = self.turned(rank, place);
        row * per_rank + column + 1
    }

    /// The playing square with this number.
    #[must_use]
    pub const fn from_number(&self, number: u16) -> Option<Square> {
        if number == 0 || number as usize > self.square_count() {
            return None;
        }
        let per_rank = self.squares_per_rank() as u16;
        let (rank, place) = self.turned((number - 1) / per_rank, (number - 1) % per_rank);
        Some(Square::new((rank * per_rank + place) as u8))
    }

    /// Rank and place counted from the corner of square 1, or back again: the turn is its own inverse.
    const fn turned(&self, rank: u16, place: u16) -> (u16, u16) {
        let last_rank = self.ranks as u16 - 1;
        let last_place = self.squares_per_rank() as u16 - 1;
        match self.numbering {
            Corner::BottomLeft => (rank, place),
            Corner::BottomRight => (rank, last_place - place),
            Corner::TopLeft => (last_rank - rank, place),
            Corner::TopRight => (last_rank - rank, last_place - place),
        }
    }

    /// The algebraic name of a playing square, e.g. `c3`; a1 is White's bottom left.
    #[must_use]
    pub fn algebraic(&self, square: Square) -> String {
        self.name_in(square, Naming::Algebraic)
    }

    /// The name of a playing square under a naming.
    #[must_use]
    pub fn name_in(&self, square: Square, naming: Naming) -> String {
        let mut name = String::with_capacity(3);
        self.push_name(&mut name, square, naming);
        name
    }

    /// Appends the name of a playing square under a naming.
    pub fn push_name(&self, out: &mut String, square: Square, naming: Naming) {
        let number = match naming {
            Naming::Numeric => self.number(square),
            Naming::Algebraic => {
                let (file, rank) = self.coordinates(square);
                out.push(char::from(b'a' + file));
                u16::from(rank) + 1
            }
        };
        out.push_str(itoa::Buffer::new().format(number));
    }

    /// The name of a playing square under the board's own naming.
    #[must_use]
    pub fn name(&self, square: Square) -> String {
        self.name_in(square, self.naming)
    }

    /// The playing square that a text names: a number, or a small file letter and a rank. No sign, no
    /// leading zero, nothing around it.
    #[must_use]
    pub fn parse(&self, text: &str) -> Option<Square> {
        let bytes = text.as_bytes();
        match bytes.first()? {
            b'0'..=b'9' => self.from_number(plain_number(bytes)?),
            letter @ b'a'..=b'n' => {
                let rank = plain_number(bytes.get(1..)?)?;
                let rank = u8::try_from(rank.checked_sub(1)?).ok()?;
                self.square(letter - b'a', rank)
            }
            _ => None,
        }
    }

    /// The rank, counted from 0, on which men of this side are crowned.
    #[must_use]
    pub const fn promotion_rank(&self, side: Side) -> u8 {
        match side {
            Side::White => self.ranks - 1,
            Side::Black => 0,
        }
    }

    /// Whether men of this side are crowned on this square.
    #[must_use]
    pub const fn promotes(&self, side: Side, square: Square) -> bool {
        self.coordinates(square).1 == self.promotion_rank(side)
    }
}

/// A number of at most three digits, without sign or leading zero.
fn plain_number(digits: &[u8]) -> Option<u16> {
    if digits.is_empty() || digits.len() > 3 || digits[0] == b'0' {
        return None;
    }
    let mut number = 0;
    for digit in digits {
        if !digit.is_ascii_digit() {
            return None;
        }
        number = number * 10 + u16::from(digit - b'0');
    }
    Some(number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draughts::RuleSet;

    fn named(set: RuleSet, text: &str) -> Square {
        set.rules().geometry().parse(text).expect("a square")
    }

    #[test]
    fn names_and_numbers_lead_back_to_their_square_on_every_board() {
        for set in RuleSet::ALL {
            let geometry = set.rules().geometry();
            for square in geometry.squares() {
                let (file, rank) = geometry.coordinates(square);
                assert_eq!(geometry.square(file, rank), Some(square));
                assert_eq!(geometry.from_number(geometry.number(square)), Some(square));
                for naming in [Naming::Numeric, Naming::Algebraic] {
                    assert_eq!(
                        geometry.parse(&geometry.name_in(square, naming)),
                        Some(square)
                    );
                }
            }
        }
    }

    #[test]
    fn black_stands_on_the_low_numbers_in_international_and_english_draughts() {
        assert_eq!(
            named(RuleSet::International, "1"),
            named(RuleSet::International, "b10")
        );
        assert_eq!(
            named(RuleSet::International, "46"),
            named(RuleSet::International, "a1")
        );
        assert_eq!(named(RuleSet::English, "1"), named(RuleSet::English, "b8"));
        assert_eq!(named(RuleSet::Italian, "1"), named(RuleSet::Italian, "a8"));
    }

    #[test]
    fn spanish_numbers_count_from_the_bottom_right_of_white() {
        assert_eq!(named(RuleSet::Spanish, "1"), named(RuleSet::Spanish, "h1"));
        assert_eq!(named(RuleSet::Spanish, "4"), named(RuleSet::Spanish, "b1"));
        assert_eq!(named(RuleSet::Spanish, "32"), named(RuleSet::Spanish, "a8"));
    }

    #[test]
    fn a_text_that_names_no_playing_square_is_none() {
        let geometry = RuleSet::Brazilian.rules().geometry();
        for text in [
            "", "0", "33", "01", "+1", "a2", "i1", "a9", "a0", "a01", "A1", "a1 ", "1000", "ç1",
        ] {
            assert_eq!(geometry.parse(text), None, "{text:?}");
        }
    }
}
