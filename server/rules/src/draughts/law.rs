//! A rule set made ready for bitboards: where each square's bit lies, how far a step shifts, who goes where.
//!
//! The squares of a rank lie on neighbouring bits, White's first rank lowest. On boards of dark squares
//! every second rank is followed by a bit that is no square (on Frisian boards every rank is), so that a
//! step over the edge falls on no square and one shift moves all pieces at once. On boards where every square
//! is played on, bits are squares and the edge files are masked off.

use super::word::{Bits, Word};
use super::{ManCaptures, Movement, Rules};
use crate::{Side, Square};

/// The eight directions, clockwise from White's forward one. The opposite of `d` is `(d + 4) % 8`.
pub(super) const DIRECTIONS: usize = 8;
const NORTH: u8 = 1 << 0;
const NORTH_EAST: u8 = 1 << 1;
const EAST: u8 = 1 << 2;
const SOUTH: u8 = 1 << 4;
const WEST: u8 = 1 << 6;
const NORTH_WEST: u8 = 1 << 7;
const DIAGONAL: u8 = 0b1010_1010;
const ORTHOGONAL: u8 = 0b0101_0101;

/// The opposite direction.
pub(super) const fn opposite(direction: usize) -> usize {
    (direction + DIRECTIONS / 2) % DIRECTIONS
}

/// A rule set, ready for bitboards.
#[derive(Clone, Debug)]
pub(super) struct Law {
    /// The switches.
    pub(super) rules: Rules,
    /// Every square.
    pub(super) board: Bits,
    /// By [`Side::index`]: where its men are crowned.
    pub(super) promotion: [Bits; 2],
    /// The squares of the main road, the diagonal through the dark corners.
    pub(super) main_road: Bits,
    /// By direction: by how many places a step shifts, upwards or (negative) downwards.
    pub(super) shift: [i8; DIRECTIONS],
    /// By direction: the bits that a step may start from.
    pub(super) starts: [Bits; DIRECTIONS],
    /// By [`Side::index`], a set of directions: a man's quiet moves.
    pub(super) man_steps: [u8; 2],
    /// By [`Side::index`], a set of directions: a man's captures.
    pub(super) man_captures: [u8; 2],
    /// A set of directions: a king's quiet moves.
    pub(super) king_steps: u8,
    /// A set of directions: a king's captures.
    pub(super) king_captures: u8,
    /// By square index: the place of its bit.
    pub(super) bit_of: [u8; 256],
    /// By bit: the index of its square.
    pub(super) square_of: [u8; 256],
    /// By bit: the squares two steps away in the directions of capture.
    pub(super) two_steps: [Bits; 256],
    /// One more than the highest place of a square's bit.
    pub(super) width: u32,
}

impl Law {
    /// Makes a rule set ready. The rules contain no contradiction.
    pub(super) const fn new(rules: &Rules) -> Law {
        let geometry = rules.geometry();
        let files = rules.files as i8;
        let (shift, double_rank) = if rules.on_every_square() {
            let n = files;
            ([n, n + 1, 1, 1 - n, -n, -n - 1, -1, n - 1], 2 * files)
        } else {
            let frisian = matches!(rules.movement, Movement::Frisian);
            let west = files / 2 + frisian as i8;
            let north = 2 * west + 1;
            (
                [north, west + 1, 1, -west, -north, -west - 1, -1, west],
                north,
            )
        };
        let mut law = Law {
            rules: *rules,
            board: [0; 4],
            promotion: [[0; 4]; 2],
            main_road: [0; 4],
            shift,
            starts: [[u64::MAX; 4]; DIRECTIONS],
            man_steps: [0; 2],
            man_captures: [0; 2],
            king_steps: 0,
            king_captures: 0,
            bit_of: [0; 256],
            square_of: [0; 256],
            two_steps: [[0; 4]; 256],
            width: 0,
        };
        let mut index = 0;
        while index < geometry.square_count() {
            let square = Square::new(index as u8);
            let (file, rank) = geometry.coordinates(square);
            // The second rank of a pair starts where the first square's forward neighbour is. A board with the
            // dark corner at the right is laid out as its mirror image: one layout serves both.
            let (second, place) = if rules.on_every_square() {
                (files, file)
            } else if geometry.dark_corner_is_right() {
                (shift[1], (rules.files - 1 - file) / 2)
            } else {
                (shift[1], file / 2)
            };
            let bit = (rank / 2) as usize * double_rank as usize
                + (rank % 2) as usize * second as usize
                + place as usize;
            law.bit_of[index] = bit as u8;
            law.square_of[bit] = index as u8;
            law.width = if bit as u32 >= law.width {
                bit as u32 + 1
            } else {
                law.width
            };
            insert(&mut law.board, bit);
            let on_road = if geometry.dark_corner_is_right() {
                file + rank + 1 == geometry.files()
            } else {
                file == rank
            };
            if on_road {
                insert(&mut law.main_road, bit);
            }
            if geometry.promotes(Side::White, square) {
                insert(&mut law.promotion[0], bit);
            }
            if geometry.promotes(Side::Black, square) {
                insert(&mut law.promotion[1], bit);
            }
            if rules.on_every_square() {
                let mut direction = 1;
                while direction < DIRECTIONS {
                    let edge = if direction < 4 { rules.files - 1 } else { 0 };
                    if direction != 4 && file == edge {
                        law.starts[direction][bit / 64] &= !(1 << (bit % 64));
                    }
                    direction += 1;
                }
            }
            index += 1;
        }
        law.set_directions();
        law.set_two_steps();
        law
    }

    const fn set_two_steps(&mut self) {
        let geometry = self.rules.geometry();
        let mut index = 0;
        while index < geometry.square_count() {
            let place = self.bit_of[index] as usize;
            let mut direction = 0;
            while direction < DIRECTIONS {
                if self.king_captures >> direction & 1 == 1 {
                    // Marks too many where the way leads over an edge: whoever asks looks closely anyway.
                    let far = place as i32 + 2 * self.shift[direction] as i32;
                    if far >= 0 && far < 256 {
                        insert(&mut self.two_steps[place], far as usize);
                    }
                }
                direction += 1;
            }
            index += 1;
        }
    }

    const fn set_directions(&mut self) {
        let (steps, king_steps, king_captures) = match self.rules.movement {
            Movement::Diagonal => (NORTH_EAST | NORTH_WEST, DIAGONAL, DIAGONAL),
            Movement::Frisian => (NORTH_EAST | NORTH_WEST, DIAGONAL, DIAGONAL | ORTHOGONAL),
            Movement::Orthogonal => (NORTH | EAST | WEST, ORTHOGONAL, ORTHOGONAL),
            Movement::Armenian => (
                NORTH | NORTH_EAST | NORTH_WEST | EAST | WEST,
                DIAGONAL | ORTHOGONAL,
                ORTHOGONAL,
            ),
        };
        let ahead = NORTH | NORTH_EAST | NORTH_WEST;
        let captures = king_captures
            & match self.rules.man_captures {
                ManCaptures::Forward => ahead,
                ManCaptures::ForwardAndBack => u8::MAX,
                ManCaptures::ForwardAndSideways => ahead | EAST | WEST,
            };
        self.man_steps = [steps, turned(steps)];
        self.man_captures = [captures, turned(captures)];
        self.king_steps = king_steps;
        self.king_captures = king_captures;
    }

    /// The bit of a square.
    #[inline(always)]
    pub(super) const fn place(&self, square: Square) -> u32 {
        self.bit_of[square.index() & 255] as u32
    }

    /// The square of a bit.
    #[inline(always)]
    pub(super) const fn square(&self, place: u32) -> Square {
        Square::new(self.square_of[place as usize & 255])
    }

    /// Every piece of a set one step further in a direction; what leaves the board falls on no square, so the
    /// result is to be met with the squares it may hold.
    #[inline(always)]
    pub(super) fn step<W: Word>(&self, direction: usize, pieces: W) -> W {
        let pieces = pieces & W::from_bits(self.starts[direction]);
        let places = self.shift[direction];
        if places > 0 {
            pieces << places as u32
        } else {
            pieces >> places.unsigned_abs() as u32
        }
    }
}

/// The same directions as the other player sees them.
const fn turned(directions: u8) -> u8 {
    directions.rotate_left(4)
}

const fn insert(bits: &mut Bits, place: usize) {
    bits[place / 64] |= 1 << (place % 64);
}

// `SOUTH` completes the compass; no man ever moves that way first.
const _: () = assert!(turned(NORTH) == SOUTH);

#[cfg(test)]
mod tests {
    use super::super::RuleSet;
    use super::super::word::U256;
    use super::*;

    /// Steps by coordinates, as a mailbox would take them.
    fn neighbour(rules: &Rules, square: Square, direction: usize) -> Option<Square> {
        let geometry = rules.geometry();
        let (file, rank) = geometry.coordinates(square);
        let (mut x, mut y) = [
            (0, 1),
            (1, 1),
            (1, 0),
            (1, -1),
            (0, -1),
            (-1, -1),
            (-1, 0),
            (-1, 1),
        ][direction];
        if !geometry.plays_on_all_squares() && direction.is_multiple_of(2) {
            (x, y) = (2 * x, 2 * y);
        }
        let file = u8::try_from(file as i8 + x).ok()?;
        let rank = u8::try_from(rank as i8 + y).ok()?;
        geometry.square(file, rank)
    }

    #[test]
    fn a_step_shifts_to_the_neighbour_or_off_the_board_on_boards_of_every_kind_and_size() {
        for movement in ["diagonal", "frisian", "orthogonal", "armenian"] {
            for hand in ["left", "right"] {
                for (files, ranks) in [
                    (6, 6),
                    (8, 8),
                    (10, 8),
                    (8, 14),
                    (10, 10),
                    (12, 12),
                    (14, 6),
                    (14, 14),
                ] {
                    let mut rules = RuleSet::Thai.rules();
                    rules.set("movement", movement).unwrap();
                    rules.set("dark_corner", hand).unwrap();
                    rules.set("size", &format!("{files}x{ranks}")).unwrap();
                    let law = Law::new(&rules);
                    let board = U256::from_bits(law.board);
                    assert_eq!(board.count() as usize, rules.geometry().square_count());
                    let steps = law.king_steps | law.king_captures;
                    for square in rules.geometry().squares() {
                        for direction in (0..DIRECTIONS).filter(|d| steps >> d & 1 == 1) {
                            let reached = law.step(direction, U256::bit(law.place(square))) & board;
                            let seen = if hand == "right" && !rules.on_every_square() {
                                (DIRECTIONS - direction) % DIRECTIONS
                            } else {
                                direction
                            };
                            let expected = neighbour(&rules, square, seen)
                                .map_or(U256::ZERO, |square| U256::bit(law.place(square)));
                            assert_eq!(
                                reached, expected,
                                "{movement} {hand} {files}x{ranks} {square:?} {direction}"
                            );
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn the_narrow_boards_fit_their_words() {
        assert!(Law::new(&RuleSet::Frisian.rules()).width <= 64);
        assert!(Law::new(&RuleSet::International.rules()).width <= 64);
        assert!(Law::new(&RuleSet::Canadian.rules()).width <= 128);
    }
}
