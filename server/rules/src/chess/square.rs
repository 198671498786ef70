//! The names of the squares of the chess board.

use crate::Square;

/// All of them, from a1 to h8, one behind the other.
const NAMES: &str = concat!(
    "a1b1c1d1e1f1g1h1",
    "a2b2c2d2e2f2g2h2",
    "a3b3c3d3e3f3g3h3",
    "a4b4c4d4e4f4g4h4",
    "a5b5c5d5e5f5g5h5",
    "a6b6c6d6e6f6g6h6",
    "a7b7c7d7e7f7g7h7",
    "a8b8c8d8e8f8g8h8",
);

/// The name of a square; empty beyond h8.
#[must_use]
pub fn square_name(square: Square) -> &'static str {
    let at = 2 * square.index();
    NAMES.get(at..at + 2).unwrap_or_default()
}

/// The two letters of a name.
pub(super) const fn name_bytes(square: shakmaty::Square) -> [u8; 2] {
    let at = 2 * square.to_usize();
    [NAMES.as_bytes()[at], NAMES.as_bytes()[at + 1]]
}

/// The square of this name, which has small letters only.
#[must_use]
pub fn parse_square(name: &str) -> Option<Square> {
    match *name.as_bytes() {
        [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => {
            Some(Square::new((rank - b'1') * 8 + (file - b'a')))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_square_has_the_name_by_which_it_is_found() {
        for (index, name) in [(0, "a1"), (7, "h1"), (8, "a2"), (28, "e4"), (63, "h8")] {
            assert_eq!(square_name(Square::new(index)), name);
        }
        for square in (0..64).map(Square::new) {
            assert_eq!(parse_square(square_name(square)), Some(square));
        }
        assert_eq!(square_name(Square::new(64)), "");
        for text in ["", "e", "e9", "i1", "E4", "e44", "é4"] {
            assert_eq!(parse_square(text), None, "{text}");
        }
    }
}
