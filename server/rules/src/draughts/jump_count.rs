//! How many captures the men have on a board without kings, without a list of them: what the last ply of a count asks
//! most often.

use smallvec::SmallVec;

use super::board::{
    Board, ManJumps, Ruled, captures_may_offend, dead_pieces_block, each_direction, has,
    men_may_capture,
};
use super::captures::counting;
use super::word::Word;
use super::{Choice, Promotion};

/// Jumps after which it is left to the search that lists.
const PATIENCE: u32 = 1_000;
/// Captures of fewer pieces than this are all different: only a longer way can be gone in another order.
const FEWEST_ALIKE: u32 = 3;

/// The number of captures. None where they must be listed.
#[inline(always)]
pub(super) fn count<R: Ruled, const SIDE: usize, const COUNTING: u8>(
    ruled: &R,
    board: &Board<R::Word>,
    jumps: &ManJumps<R::Word>,
) -> Option<u64> {
    let law = ruled.law();
    let promotion = R::Word::from_bits(law.promotion[SIDE]);
    let none = R::Word::ZERO;
    let (mut landings, mut once, mut twice) = (none, none, none);
    each_direction!(DIRECTION, {
        if const { men_may_capture::<R>(SIDE, DIRECTION) } && has(law.man_captures[SIDE], DIRECTION)
        {
            let from = jumps.starts[DIRECTION] & jumps.men;
            landings |= law.step(DIRECTION, law.step(DIRECTION, from));
            twice |= once & from;
            once |= from;
        }
    });
    // A second jump is over another piece to a square that was free before: never straight back, for there the man
    // stood.
    let mut goes_on = landings & jumps.all;
    match law.rules.promotion {
        Promotion::OnStopping => {}
        Promotion::EndsMove => goes_on &= !promotion,
        Promotion::PassingBecomesKing if (landings & promotion).any() => return None,
        Promotion::PassingBecomesKing => {}
    }
    // All are equal under every law of choice.
    if goes_on.none() {
        return Some(if twice.none() {
            u64::from(once.count())
        } else {
            first_jumps::<R, SIDE>(ruled, jumps)
        });
    }
    if !dead_pieces_block(law)
        || captures_may_offend(&law.rules)
        || law.rules.omission_includes_fewer
    {
        return None;
    }
    longer::<R, SIDE, COUNTING>(ruled, board, jumps, goes_on)
}

/// How many first jumps there are.
#[inline(always)]
fn first_jumps<R: Ruled, const SIDE: usize>(ruled: &R, jumps: &ManJumps<R::Word>) -> u64 {
    let mut count = 0;
    each_direction!(DIRECTION, {
        if const { men_may_capture::<R>(SIDE, DIRECTION) } {
            let from = jumps.starts[DIRECTION] & jumps.men;
            if has(ruled.law().man_captures[SIDE], DIRECTION) && from.any() {
                count += from.count();
            }
        }
    });
    u64::from(count)
}

/// The number of captures, where some go on from these squares after their first jump.
#[inline(never)]
fn longer<R: Ruled, const SIDE: usize, const COUNTING: u8>(
    ruled: &R,
    board: &Board<R::Word>,
    jumps: &ManJumps<R::Word>,
    goes_on: R::Word,
) -> Option<u64> {
    let law = ruled.law();
    let mut chains = Chains::<R, SIDE, COUNTING> {
        ruled,
        jumps,
        victims: board.victims_of_men(ruled, SIDE),
        from: R::Word::ZERO,
        closing: R::Word::ZERO,
        longest: 0,
        count: 0,
        long: SmallVec::new(),
        patience: PATIENCE,
    };
    let mut ways_on = 0;
    each_direction!(DIRECTION, {
        if const { men_may_capture::<R>(SIDE, DIRECTION) } && has(law.man_captures[SIDE], DIRECTION)
        {
            let from = jumps.starts[DIRECTION] & jumps.men;
            let to = law.step(DIRECTION, law.step(DIRECTION, from)) & goes_on;
            let step = i32::from(law.shift[DIRECTION]);
            to.each(|to| {
                ways_on += 1;
                let from = to as i32 - 2 * step;
                let victim = R::Word::bit((to as i32 - step) as u32);
                chains.begin(from as u32, victim, R::Word::bit(to));
            });
        }
    });
    if chains.patience == 0 {
        return None;
    }
    let takes_any = matches!(law.rules.choice, Choice::Free | Choice::KingFirst);
    let singles = if takes_any {
        first_jumps::<R, SIDE>(ruled, jumps) - ways_on
    } else {
        0
    };
    Some(singles + chains.count)
}

/// A capture of more than two pieces: from, to, captured.
type Chain<W> = (W, W, W);

/// The captures that go on after their first jump.
struct Chains<'a, R: Ruled, const SIDE: usize, const COUNTING: u8> {
    ruled: &'a R,
    /// From where men could jump before anything was captured.
    jumps: &'a ManJumps<R::Word>,
    victims: R::Word,
    /// Where the man stood.
    from: R::Word,
    /// The squares from which a man could jump there.
    closing: R::Word,
    /// The most pieces that were captured so far.
    longest: u32,
    /// How many captures count so far.
    count: u64,
    /// Those among them that can be gone in more than one order.
    long: SmallVec<[Chain<R::Word>; 8]>,
    /// Jumps that may still be looked at. 0: the count is to be thrown away.
    patience: u32,
}

impl<R: Ruled, const SIDE: usize, const COUNTING: u8> Chains<'_, R, SIDE, COUNTING> {
    /// Goes on from the first jump.
    #[inline(always)]
    fn begin(&mut self, from: u32, victim: R::Word, landing: R::Word) {
        self.from = R::Word::bit(from);
        // The way back from the first landing is barred by the first victim.
        let two_steps = R::Word::from_bits(self.ruled.law().two_steps[from as usize & 255]);
        self.closing = two_steps & !landing;
        self.go_on(landing, victim, 1);
    }

    /// Goes on from a square; whether it could.
    fn go_on(&mut self, at: R::Word, captured: R::Word, pieces: u32) -> bool {
        let law = self.ruled.law();
        // While dead pieces block, no jump opens that was not open before, but one to where the man stood.
        let may_close = (at & self.closing).any();
        if !may_close && (at & self.jumps.all).none() {
            return false;
        }
        let victims = self.victims & !captured;
        let mut jumped = false;
        each_direction!(DIRECTION, {
            if const { men_may_capture::<R>(SIDE, DIRECTION) }
                && has(law.man_captures[SIDE], DIRECTION)
            {
                let is_open = (at & self.jumps.starts[DIRECTION]).any()
                    || (may_close
                        && (law.step(DIRECTION, law.step(DIRECTION, at)) & self.from).any());
                if is_open {
                    let victim = law.step(DIRECTION, at) & victims;
                    if victim.any() {
                        jumped = true;
                        self.land(law.step(DIRECTION, victim), captured | victim, pieces + 1);
                    }
                }
            }
        });
        jumped
    }

    /// Comes down after a jump.
    #[inline(always)]
    fn land(&mut self, at: R::Word, captured: R::Word, pieces: u32) {
        let law = self.ruled.law();
        self.patience = self.patience.saturating_sub(1);
        if self.patience == 0 {
            return;
        }
        let promotion = R::Word::from_bits(law.promotion[SIDE]);
        let ends = match law.rules.promotion {
            Promotion::OnStopping => false,
            Promotion::EndsMove => (at & promotion).any(),
            Promotion::PassingBecomesKing if (at & promotion).any() => {
                self.patience = 0;
                return;
            }
            Promotion::PassingBecomesKing => false,
        };
        if ends || !self.go_on(at, captured, pieces) {
            self.finish(at, captured, pieces);
        }
    }

    /// A capture that cannot go on. Without kings all laws of choice compare the number of pieces.
    #[inline(always)]
    fn finish(&mut self, at: R::Word, captured: R::Word, pieces: u32) {
        if !matches!(
            self.ruled.law().rules.choice,
            Choice::Free | Choice::KingFirst
        ) {
            if pieces < self.longest {
                return;
            }
            if pieces > self.longest {
                self.longest = pieces;
                self.count = 0;
                self.long.clear();
            }
        }
        if COUNTING == counting::UNIQUE && pieces >= FEWEST_ALIKE {
            let chain = (self.from, at, captured);
            if self.long.contains(&chain) {
                return;
            }
            self.long.push(chain);
        }
        self.count += 1;
    }
}
