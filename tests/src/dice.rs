//! Numbers that look random and are the same in every run, so that a failure can be repeated.

/// A small generator (splitmix64), seeded by a number and a name.
#[derive(Clone, Debug)]
pub struct Dice(u64);

impl Dice {
    /// The dice of a seed.
    #[must_use]
    pub fn new(seed: u64) -> Dice {
        Dice(seed)
    }

    /// The dice of a seed and a name, so that every variant has games of its own.
    #[must_use]
    pub fn of(seed: u64, name: &str) -> Dice {
        let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        Dice(name.bytes().fold(seed ^ 0xcbf2_9ce4_8422_2325, step))
    }

    /// The next number.
    pub fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below a limit; 0 where the limit is 0.
    pub fn below(&mut self, limit: usize) -> usize {
        let limit = u64::try_from(limit).unwrap_or(u64::MAX).max(1);
        usize::try_from(self.roll() % limit).unwrap_or_default()
    }

    /// One of these; none of nothing.
    pub fn pick<'a, T>(&mut self, of: &'a [T]) -> Option<&'a T> {
        of.get(self.below(of.len()))
    }
}
