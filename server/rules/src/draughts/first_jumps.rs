//! The first jumps of all men at once: most captures are over after one, and need not be searched for.

use super::Promotion;
use super::board::{Board, ManJumps, Ruled, any_men_may_capture, each_direction, has};
use super::law::DIRECTIONS;
use super::word::Word;

/// The first jumps of all men together, by direction: the landing squares where the capture ends, and those from
/// which it goes on.
pub(super) struct FirstJumps<W> {
    pub(super) ends: [W; DIRECTIONS],
    pub(super) goes_on: [W; DIRECTIONS],
    pub(super) all_goes_on: W,
    /// Whether these are all captures there are: no king captures or is captured, and no man goes on as a king.
    pub(super) are_all: bool,
}

impl<W: Word> FirstJumps<W> {
    #[inline(always)]
    pub(super) fn of<R: Ruled<Word = W>>(
        ruled: &R,
        board: &Board<W>,
        jumps: &ManJumps<W>,
        side: usize,
    ) -> FirstJumps<W> {
        let mut first = FirstJumps {
            ends: [W::ZERO; DIRECTIONS],
            goes_on: [W::ZERO; DIRECTIONS],
            all_goes_on: W::ZERO,
            are_all: false,
        };
        if board.kings.none() {
            first.find(ruled, board, jumps, side);
        }
        first
    }

    #[inline(always)]
    fn find<R: Ruled<Word = W>>(
        &mut self,
        ruled: &R,
        board: &Board<W>,
        jumps: &ManJumps<W>,
        side: usize,
    ) {
        let law = ruled.law();
        let men = board.men(side);
        let promotion = W::from_bits(law.promotion[side]);
        let mut crowned = W::ZERO;
        each_direction!(DIRECTION, {
            if const { any_men_may_capture::<R>(DIRECTION) }
                && has(law.man_captures[side], DIRECTION)
            {
                let from = jumps.starts[DIRECTION] & men;
                let landings = law.step(DIRECTION, law.step(DIRECTION, from));
                // A second jump is over another piece to a square that was free before: never straight back, for
                // there the man stood.
                let mut goes_on = landings & jumps.all;
                match law.rules.promotion {
                    Promotion::OnStopping => {}
                    Promotion::EndsMove => goes_on &= !promotion,
                    Promotion::PassingBecomesKing => crowned |= landings & promotion,
                }
                self.goes_on[DIRECTION] = goes_on;
                self.ends[DIRECTION] = landings & !goes_on;
                self.all_goes_on |= goes_on;
            }
        });
        self.are_all = crowned.none();
    }
}
