//! A set of playing squares, large enough for the widest board.

use crate::Square;

/// A set of squares of one board, at most 256.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct SquareSet([u64; 4]);

impl SquareSet {
    /// The set without a square.
    pub const EMPTY: SquareSet = SquareSet([0; 4]);

    /// Whether no square is in it.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0[0] | self.0[1] | self.0[2] | self.0[3] == 0
    }

    /// How many squares are in it.
    #[must_use]
    pub const fn len(self) -> usize {
        (self.0[0].count_ones()
            + self.0[1].count_ones()
            + self.0[2].count_ones()
            + self.0[3].count_ones()) as usize
    }

    /// Whether this square is in it.
    #[must_use]
    pub const fn contains(self, square: Square) -> bool {
        self.0[square.index() / 64] & 1 << (square.index() % 64) != 0
    }

    /// Puts this square in; whether it was not in before.
    pub const fn insert(&mut self, square: Square) -> bool {
        let new = !self.contains(square);
        self.0[square.index() / 64] |= 1 << (square.index() % 64);
        new
    }

    /// Takes this square out; whether it was in before.
    pub const fn remove(&mut self, square: Square) -> bool {
        let old = self.contains(square);
        self.0[square.index() / 64] &= !(1 << (square.index() % 64));
        old
    }

    /// With this square too.
    #[must_use]
    pub const fn with(mut self, square: Square) -> SquareSet {
        self.insert(square);
        self
    }

    /// The squares that are in both.
    #[must_use]
    pub fn intersection(self, other: SquareSet) -> SquareSet {
        SquareSet(std::array::from_fn(|limb| self.0[limb] & other.0[limb]))
    }

    /// The squares that are in either.
    #[must_use]
    pub fn union(self, other: SquareSet) -> SquareSet {
        SquareSet(std::array::from_fn(|limb| self.0[limb] | other.0[limb]))
    }

    /// The squares of this set that are not in the other.
    #[must_use]
    pub fn difference(self, other: SquareSet) -> SquareSet {
        SquareSet(std::array::from_fn(|limb| self.0[limb] & !other.0[limb]))
    }

    /// Whether every square of this set is in the other.
    #[must_use]
    pub fn is_subset(self, other: SquareSet) -> bool {
        self.difference(other).is_empty()
    }

    /// The squares, in the order of their indices.
    pub fn iter(self) -> Squares {
        Squares(self.0)
    }
}

impl IntoIterator for SquareSet {
    type Item = Square;
    type IntoIter = Squares;

    fn into_iter(self) -> Squares {
        self.iter()
    }
}

impl FromIterator<Square> for SquareSet {
    fn from_iter<T: IntoIterator<Item = Square>>(squares: T) -> SquareSet {
        squares
            .into_iter()
            .fold(SquareSet::EMPTY, |set, square| set.with(square))
    }
}

impl std::fmt::Debug for SquareSet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// The squares of a [`SquareSet`], in the order of their indices.
#[derive(Clone, Debug)]
pub struct Squares([u64; 4]);

impl Iterator for Squares {
    type Item = Square;

    fn next(&mut self) -> Option<Square> {
        for (limb, bits) in self.0.iter_mut().enumerate() {
            if *bits != 0 {
                let place = bits.trailing_zeros();
                *bits &= *bits - 1;
                return Some(Square::new((limb as u32 * 64 + place) as u8));
            }
        }
        None
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = SquareSet(self.0).len();
        (len, Some(len))
    }
}

impl ExactSizeIterator for Squares {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_gives_back_its_squares_in_order() {
        let squares = [0, 3, 63, 64, 127, 128, 195].map(Square::new);
        let set: SquareSet = squares.iter().rev().copied().collect();
        assert_eq!(set.len(), squares.len());
        assert_eq!(set.iter().collect::<Vec<_>>(), squares);
        assert!(set.contains(Square::new(195)) && !set.contains(Square::new(194)));
    }
}
