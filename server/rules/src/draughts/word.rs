//! The machine words that hold a board: one bit for each square, as wide as the board needs.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not, Shl, Shr};

/// Bits in the widest form, lowest first: the form in which laws and positions keep them.
pub(super) type Bits = [u64; 4];

/// An unsigned integer that serves as a set of bits.
pub(super) trait Word:
    Copy
    + Debug
    + Eq
    + Ord
    + Hash
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitAndAssign
    + BitOr<Output = Self>
    + BitOrAssign
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// No bit.
    const ZERO: Self;
    /// From the widest form; what does not fit is lost.
    fn from_bits(bits: Bits) -> Self;
    /// Into the widest form.
    fn bits(self) -> Bits;
    /// This bit alone.
    fn bit(place: u32) -> Self;
    /// How many bits are set.
    fn count(self) -> u32;
    /// The place of the lowest bit that is set.
    fn lowest(self) -> u32;
    /// Without the lowest bit that is set.
    fn without_lowest(self) -> Self;

    /// Whether a bit is set.
    #[inline(always)]
    fn any(self) -> bool {
        self != Self::ZERO
    }

    /// Whether none is set.
    #[inline(always)]
    fn none(self) -> bool {
        self == Self::ZERO
    }

    /// Whether this bit is set.
    #[inline(always)]
    fn has(self, place: u32) -> bool {
        (self & Self::bit(place)).any()
    }

    /// Calls with the place of each bit that is set, lowest first.
    #[inline(always)]
    fn each(mut self, mut visit: impl FnMut(u32)) {
        while self.any() {
            visit(self.lowest());
            self = self.without_lowest();
        }
    }
}

impl Word for u64 {
    const ZERO: u64 = 0;

    #[inline(always)]
    fn from_bits(bits: Bits) -> u64 {
        bits[0]
    }

    #[inline(always)]
    fn bits(self) -> Bits {
        [self, 0, 0, 0]
    }

    #[inline(always)]
    fn bit(place: u32) -> u64 {
        1 << place
    }

    #[inline(always)]
    fn count(self) -> u32 {
        self.count_ones()
    }

    #[inline(always)]
    fn lowest(self) -> u32 {
        self.trailing_zeros()
    }

    #[inline(always)]
    fn without_lowest(self) -> u64 {
        self & self.wrapping_sub(1)
    }
}

impl Word for u128 {
    const ZERO: u128 = 0;

    #[inline(always)]
    fn from_bits(bits: Bits) -> u128 {
        u128::from(bits[0]) | u128::from(bits[1]) << 64
    }

    #[inline(always)]
    fn bits(self) -> Bits {
        [self as u64, (self >> 64) as u64, 0, 0]
    }

    #[inline(always)]
    fn bit(place: u32) -> u128 {
        1 << place
    }

    #[inline(always)]
    fn count(self) -> u32 {
        self.count_ones()
    }

    #[inline(always)]
    fn lowest(self) -> u32 {
        self.trailing_zeros()
    }

    #[inline(always)]
    fn without_lowest(self) -> u128 {
        self & self.wrapping_sub(1)
    }
}

/// 256 bits, high half first, so that the derived order is that of the number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct U256 {
    high: u128,
    low: u128,
}

impl BitAnd for U256 {
    type Output = U256;

    #[inline(always)]
    fn bitand(self, other: U256) -> U256 {
        U256 {
            high: self.high & other.high,
            low: self.low & other.low,
        }
    }
}

impl BitOr for U256 {
    type Output = U256;

    #[inline(always)]
    fn bitor(self, other: U256) -> U256 {
        U256 {
            high: self.high | other.high,
            low: self.low | other.low,
        }
    }
}

impl BitXor for U256 {
    type Output = U256;

    #[inline(always)]
    fn bitxor(self, other: U256) -> U256 {
        U256 {
            high: self.high ^ other.high,
            low: self.low ^ other.low,
        }
    }
}

impl BitAndAssign for U256 {
    #[inline(always)]
    fn bitand_assign(&mut self, other: U256) {
        *self = *self & other;
    }
}

impl BitOrAssign for U256 {
    #[inline(always)]
    fn bitor_assign(&mut self, other: U256) {
        *self = *self | other;
    }
}

impl Not for U256 {
    type Output = U256;

    #[inline(always)]
    fn not(self) -> U256 {
        U256 {
            high: !self.high,
            low: !self.low,
        }
    }
}

/// By less than 128 places: a step on a board is never longer.
impl Shl<u32> for U256 {
    type Output = U256;

    #[inline(always)]
    fn shl(self, places: u32) -> U256 {
        let carried = if places == 0 {
            0
        } else {
            self.low >> (128 - places)
        };
        U256 {
            high: self.high << places | carried,
            low: self.low << places,
        }
    }
}

/// By less than 128 places: a step on a board is never longer.
impl Shr<u32> for U256 {
    type Output = U256;

    #[inline(always)]
    fn shr(self, places: u32) -> U256 {
        let carried = if places == 0 {
            0
        } else {
            self.high << (128 - places)
        };
        U256 {
            high: self.high >> places,
            low: self.low >> places | carried,
        }
    }
}

impl Word for U256 {
    const ZERO: U256 = U256 { high: 0, low: 0 };

    #[inline(always)]
    fn from_bits(bits: Bits) -> U256 {
        U256 {
            high: u128::from(bits[2]) | u128::from(bits[3]) << 64,
            low: u128::from(bits[0]) | u128::from(bits[1]) << 64,
        }
    }

    #[inline(always)]
    fn bits(self) -> Bits {
        [
            self.low as u64,
            (self.low >> 64) as u64,
            self.high as u64,
            (self.high >> 64) as u64,
        ]
    }

    #[inline(always)]
    fn bit(place: u32) -> U256 {
        if place < 128 {
            U256 {
                high: 0,
                low: 1 << place,
            }
        } else {
            U256 {
                high: 1 << (place - 128),
                low: 0,
            }
        }
    }

    #[inline(always)]
    fn count(self) -> u32 {
        self.high.count_ones() + self.low.count_ones()
    }

    #[inline(always)]
    fn lowest(self) -> u32 {
        if self.low != 0 {
            self.low.trailing_zeros()
        } else {
            128 + self.high.trailing_zeros()
        }
    }

    #[inline(always)]
    fn without_lowest(self) -> U256 {
        if self.low != 0 {
            U256 {
                low: self.low & (self.low - 1),
                ..self
            }
        } else {
            U256 {
                low: 0,
                high: self.high & self.high.wrapping_sub(1),
            }
        }
    }

    /// By the halves of its halves, which the machine has registers for.
    #[inline(always)]
    fn each(self, mut visit: impl FnMut(u32)) {
        for (base, bits) in (0..).step_by(64).zip(self.bits()) {
            bits.each(|place| visit(base + place));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_widest_word_carries_over_its_middle() {
        for place in 0..256 {
            let bit = U256::bit(place);
            assert_eq!((bit.count(), bit.lowest()), (1, place));
            assert!(bit.without_lowest().none());
            assert_eq!(U256::from_bits(bit.bits()), bit);
            for step in [0, 1, 13, 15] {
                let up = bit << step;
                assert_eq!(
                    up,
                    if place + step < 256 {
                        U256::bit(place + step)
                    } else {
                        U256::ZERO
                    }
                );
                let down = bit >> step;
                assert_eq!(
                    down,
                    if place >= step {
                        U256::bit(place - step)
                    } else {
                        U256::ZERO
                    }
                );
            }
        }
        assert!(U256::bit(128) > U256::bit(127));
    }
}
