//! The generator `splitmix64/1`, by which openings and colours are drawn: the whole of it, so that a draw can be repeated.
//!
//! All arithmetic is modulo 2^64.
//!
//! * **Stream** of a seed `s`: the outputs of SplitMix64. Before each output `s` grows by `0x9E3779B97F4A7C15`; the output is
//!   `z = s`, `z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9`, `z = (z ^ z >> 27) * 0x94D049BB133111EB`, `z ^ z >> 31`.
//! * **Below** a bound `n`: outputs from `2^64 - 2^64 mod n` on are thrown away, so that no remainder comes oftener than
//!   another; the first one that is left, modulo `n`.
//! * **Card** of round `r` (from 0) from `n` cards: with `q = r / n` and `k = r mod n`, the seed is output number `q` (from 0)
//!   of the stream of the caller's number. The cards are shuffled from the front with the stream of that seed: for `i` from 0
//!   to `k`, card `i` changes places with card `i + below(n - i)`. Card `k` is drawn. No card comes again, therefore, before
//!   all have come.
//! * **Colours**: the highest bit of the first output of the stream of the caller's number with all its bits turned over.

use std::num::NonZeroU64;

/// The generator and its version. Another version may draw otherwise; this one never will.
pub const NAME: &str = "splitmix64/1";

/// A stream of numbers.
#[derive(Clone, Debug)]
pub struct SplitMix64 {
    state: u64,
}

impl SplitMix64 {
    const STEP: u64 = 0x9E37_79B9_7F4A_7C15;

    /// The stream of a seed.
    #[must_use]
    pub const fn new(seed: u64) -> SplitMix64 {
        SplitMix64 { state: seed }
    }

    /// The stream of a seed without its first outputs, at no cost.
    #[must_use]
    pub const fn after(seed: u64, outputs: u64) -> SplitMix64 {
        SplitMix64 {
            state: seed.wrapping_add(SplitMix64::STEP.wrapping_mul(outputs)),
        }
    }

    /// The next output.
    pub const fn output(&mut self) -> u64 {
        self.state = self.state.wrapping_add(SplitMix64::STEP);
        let z = self.state;
        let z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ z >> 31
    }

    /// A number below a bound, each as likely as another.
    pub fn below(&mut self, bound: NonZeroU64) -> u64 {
        // How many outputs are left over when each remainder has had its turn equally often.
        let left_over = (u64::MAX % bound + 1) % bound;
        loop {
            let output = self.output();
            if output <= u64::MAX - left_over {
                return output % bound;
            }
        }
    }
}

/// The place, from 0, of the card of a round among so many cards; none where there is no card.
#[must_use]
pub fn card(number: u64, round: u32, cards: u32) -> Option<u32> {
    let pass = round.checked_div(cards)?;
    let seed = SplitMix64::after(number, u64::from(pass)).output();
    let mut stream = SplitMix64::new(seed);
    let mut order: Vec<u32> = (0..cards).collect();
    let last = (round % cards) as usize;
    for i in 0..=last {
        let left = NonZeroU64::new((order.len() - i) as u64)?;
        order.swap(i, i + stream.below(left) as usize);
    }
    order.get(last).copied()
}

/// Whether the lot changes the colours of the first game.
#[must_use]
pub const fn colours_change(number: u64) -> bool {
    SplitMix64::new(!number).output() >> 63 == 1
}
