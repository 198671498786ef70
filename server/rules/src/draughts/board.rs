//! The bare board: which bits are whose, quiet moves on it, and what a move does to it.

use super::law::{DIRECTIONS, Law};
use super::word::Word;
use super::{KingReach, KingStep, Omission, Removal, Rules};

/// A rule set as the generator sees it: known to the compiler, or read from memory. One generator serves both.
pub(super) trait Ruled {
    /// The word that holds its board.
    type Word: Word;
    /// The law, where the compiler knows it.
    const KNOWN: Option<&'static Law>;
    /// The law.
    fn law(&self) -> &Law;
}

/// Whether men may capture in a direction, as far as the compiler knows. What stands behind `const { … }` with it is not even made where it
/// certainly may not: half of every generator.
pub(super) const fn men_may_capture<R: Ruled>(side: usize, direction: usize) -> bool {
    match R::KNOWN {
        Some(law) => has(law.man_captures[side], direction),
        None => true,
    }
}

/// The same of both sides.
pub(super) const fn any_men_may_capture<R: Ruled>(direction: usize) -> bool {
    men_may_capture::<R>(0, direction) || men_may_capture::<R>(1, direction)
}

/// Whether men of any side may go in a direction without capturing, as far as the compiler knows.
const fn any_men_may_step<R: Ruled>(direction: usize) -> bool {
    match R::KNOWN {
        Some(law) => has(law.man_steps[0] | law.man_steps[1], direction),
        None => true,
    }
}

/// A run of quiet moves with the same king (FRIS 17); length 0 where there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub(super) struct Run {
    /// The bit of the king.
    pub(super) place: u8,
    /// How many quiet moves in a row it has made.
    pub(super) length: u8,
}

/// Pieces on a board, by [`crate::Side::index`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Board<W> {
    /// All pieces of each side.
    pub(super) sides: [W; 2],
    /// The kings of both.
    pub(super) kings: W,
    /// The kings' runs, only where the rules limit them.
    pub(super) runs: [Run; 2],
}

/// A move on the bare board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Raw<W> {
    /// The bits of the captured pieces.
    pub(super) captured: W,
    /// Where the piece stood.
    pub(super) from: u8,
    /// Where it comes to stand.
    pub(super) to: u8,
    /// Whether it is crowned.
    pub(super) promotes: bool,
}

impl<W: Word> Raw<W> {
    /// The same move in another word. The bits fit.
    #[inline(always)]
    pub(super) fn convert<V: Word>(&self) -> Raw<V> {
        Raw {
            captured: V::from_bits(self.captured.bits()),
            from: self.from,
            to: self.to,
            promotes: self.promotes,
        }
    }
}

/// Writes a block out for each of the eight directions, so that each copy is made for its direction.
macro_rules! each_direction {
    ($direction:ident, $block:block) => {
        each_direction!(@ $direction, $block, 0 1 2 3 4 5 6 7)
    };
    (@ $direction:ident, $block:block, $($number:literal)*) => {
        $({
            const $direction: usize = $number;
            $block
        })*
    };
}
pub(super) use each_direction;

/// From where men can jump.
#[derive(Clone, Copy)]
pub(super) struct ManJumps<W> {
    /// By direction: the squares from which a man could jump that way.
    pub(super) starts: [W; DIRECTIONS],
    /// The squares from which a man could jump in any direction.
    pub(super) all: W,
    /// The men that can jump.
    pub(super) men: W,
}

/// Whether a set of directions has this one.
#[inline(always)]
pub(super) const fn has(directions: u8, direction: usize) -> bool {
    directions >> direction & 1 == 1
}

impl<W: Word> Board<W> {
    /// The same board in another word. The bits fit.
    #[inline(always)]
    pub(super) fn convert<V: Word>(&self) -> Board<V> {
        Board {
            sides: [
                V::from_bits(self.sides[0].bits()),
                V::from_bits(self.sides[1].bits()),
            ],
            kings: V::from_bits(self.kings.bits()),
            runs: self.runs,
        }
    }

    /// The pieces of both sides.
    #[inline(always)]
    pub(super) fn occupied(&self) -> W {
        self.sides[0] | self.sides[1]
    }

    /// The men of a side.
    #[inline(always)]
    pub(super) fn men(&self, side: usize) -> W {
        self.sides[side] & !self.kings
    }

    /// The free squares.
    #[inline(always)]
    pub(super) fn empty<R: Ruled<Word = W>>(&self, ruled: &R) -> W {
        W::from_bits(ruled.law().board) & !self.occupied()
    }

    /// The pieces that a man of this side may capture.
    #[inline(always)]
    pub(super) fn victims_of_men<R: Ruled<Word = W>>(&self, ruled: &R, side: usize) -> W {
        let victims = self.sides[side ^ 1];
        if ruled.law().rules.man_takes_king {
            victims
        } else {
            victims & !self.kings
        }
    }

    /// The jumps of a side's men.
    #[inline(always)]
    pub(super) fn man_jumps<R: Ruled<Word = W>>(&self, ruled: &R, side: usize) -> ManJumps<W> {
        let law = ruled.law();
        let (men, empty) = (self.men(side), self.empty(ruled));
        let victims = self.victims_of_men(ruled, side);
        let mut jumps = ManJumps {
            starts: [W::ZERO; DIRECTIONS],
            all: W::ZERO,
            men: W::ZERO,
        };
        each_direction!(DIRECTION, {
            if const { any_men_may_capture::<R>(DIRECTION) }
                && has(law.man_captures[side], DIRECTION)
            {
                let back = super::law::opposite(DIRECTION);
                let jumped = law.step(back, empty) & victims;
                jumps.starts[DIRECTION] = law.step(back, jumped);
                jumps.all |= jumps.starts[DIRECTION];
            }
        });
        jumps.men = jumps.all & men;
        jumps
    }

    /// Whether a king of a side can capture something.
    #[inline(always)]
    pub(super) fn kings_capture<R: Ruled<Word = W>>(&self, ruled: &R, side: usize) -> bool {
        let law = ruled.law();
        let kings = self.sides[side] & self.kings;
        if kings.none() {
            return false;
        }
        let (empty, victims) = (self.empty(ruled), self.sides[side ^ 1]);
        for direction in 0..DIRECTIONS {
            if has(law.king_captures, direction) {
                let mut front = law.step(direction, kings);
                let mut met = front & victims;
                if law.rules.king_capture_reach == KingReach::Any {
                    front &= empty;
                    while front.any() {
                        front = law.step(direction, front);
                        met |= front & victims;
                        front &= empty;
                    }
                }
                if (law.step(direction, met) & empty).any() {
                    return true;
                }
            }
        }
        false
    }

    /// Whether a side can capture something.
    #[inline(always)]
    pub(super) fn can_capture<R: Ruled<Word = W>>(&self, ruled: &R, side: usize) -> bool {
        self.man_jumps(ruled, side).men.any() || self.kings_capture(ruled, side)
    }

    /// The kings of a side that may move without capturing: all but the one whose run is over (FRIS 17).
    #[inline(always)]
    pub(super) fn free_kings<R: Ruled<Word = W>>(&self, ruled: &R, side: usize) -> W {
        let kings = self.sides[side] & self.kings;
        let limit = ruled.law().rules.king_run_limit;
        if limit > 0 && self.runs[side].length >= limit && self.men(side).any() {
            kings & !W::bit(u32::from(self.runs[side].place))
        } else {
            kings
        }
    }

    /// Whether a side has a quiet move.
    #[inline(always)]
    pub(super) fn can_move_quietly<R: Ruled<Word = W>>(&self, ruled: &R, side: usize) -> bool {
        let law = ruled.law();
        let (men, empty) = (self.men(side), self.empty(ruled));
        let kings = self.free_kings(ruled, side);
        (0..DIRECTIONS).any(|direction| {
            let goes = |ways: u8, pieces: W| {
                has(ways, direction) && (law.step(direction, pieces) & empty).any()
            };
            goes(law.man_steps[side], men) || goes(law.king_steps, kings)
        })
    }

    /// How many quiet moves a side has.
    #[inline(always)]
    pub(super) fn count_quiet<R: Ruled<Word = W>>(&self, ruled: &R, side: usize) -> u64 {
        let law = ruled.law();
        let (men, empty) = (self.men(side), self.empty(ruled));
        let mut count = 0;
        each_direction!(DIRECTION, {
            if const { any_men_may_step::<R>(DIRECTION) } && has(law.man_steps[side], DIRECTION) {
                count += (law.step(DIRECTION, men) & empty).count();
            }
        });
        let kings = self.free_kings(ruled, side);
        if kings.any() {
            for direction in 0..DIRECTIONS {
                if has(law.king_steps, direction) {
                    let mut front = law.step(direction, kings) & empty;
                    count += front.count();
                    if law.rules.king_step == KingStep::Any {
                        while front.any() {
                            front = law.step(direction, front) & empty;
                            count += front.count();
                        }
                    }
                }
            }
        }
        u64::from(count)
    }

    /// Calls with every quiet move of a side.
    #[inline(always)]
    pub(super) fn each_quiet<R: Ruled<Word = W>>(
        &self,
        ruled: &R,
        side: usize,
        mut visit: impl FnMut(Raw<W>),
    ) {
        self.each_man_step(ruled, side, &mut visit);
        self.each_king_step(ruled, side, &mut visit);
    }

    /// Calls with every quiet move of a side's men.
    #[inline(always)]
    pub(super) fn each_man_step<R: Ruled<Word = W>>(
        &self,
        ruled: &R,
        side: usize,
        mut visit: impl FnMut(Raw<W>),
    ) {
        let law = ruled.law();
        let (men, empty) = (self.men(side), self.empty(ruled));
        let promotion = W::from_bits(law.promotion[side]);
        for direction in 0..DIRECTIONS {
            if has(law.man_steps[side], direction) {
                (law.step(direction, men) & empty).each(|to| {
                    visit(Raw {
                        captured: W::ZERO,
                        from: (to as i32 - i32::from(law.shift[direction])) as u8,
                        to: to as u8,
                        promotes: promotion.has(to),
                    });
                });
            }
        }
    }

    /// Calls with every quiet move of a side's kings.
    #[inline(always)]
    pub(super) fn each_king_step<R: Ruled<Word = W>>(
        &self,
        ruled: &R,
        side: usize,
        mut visit: impl FnMut(Raw<W>),
    ) {
        let law = ruled.law();
        let empty = self.empty(ruled);
        self.free_kings(ruled, side).each(|from| {
            for direction in 0..DIRECTIONS {
                if has(law.king_steps, direction) {
                    let mut front = law.step(direction, W::bit(from)) & empty;
                    while front.any() {
                        visit(Raw {
                            captured: W::ZERO,
                            from: from as u8,
                            to: front.lowest() as u8,
                            promotes: false,
                        });
                        if law.rules.king_step == KingStep::One {
                            break;
                        }
                        front = law.step(direction, front) & empty;
                    }
                }
            }
        });
    }

    /// The board after a quiet move of a man.
    #[inline(always)]
    pub(super) fn after_man_step<R: Ruled<Word = W>>(
        &self,
        ruled: &R,
        side: usize,
        played: Raw<W>,
    ) -> Board<W> {
        let (from, to) = (W::bit(u32::from(played.from)), W::bit(u32::from(played.to)));
        let mut next = *self;
        next.sides[side] = (self.sides[side] & !from) | to;
        if played.promotes {
            next.kings |= to;
        }
        if ruled.law().rules.king_run_limit > 0 {
            next.runs[side] = Run::default();
        }
        next
    }

    /// The board after a move of a side.
    #[inline(always)]
    pub(super) fn after<R: Ruled<Word = W>>(
        &self,
        ruled: &R,
        side: usize,
        played: Raw<W>,
    ) -> Board<W> {
        let (from, to) = (W::bit(u32::from(played.from)), W::bit(u32::from(played.to)));
        let mut next = *self;
        next.sides[side] = (self.sides[side] & !from) | to;
        next.sides[side ^ 1] = self.sides[side ^ 1] & !played.captured;
        next.kings = self.kings & !played.captured;
        let is_king = (self.kings & from).any();
        if is_king {
            next.kings = (next.kings & !from) | to;
        }
        if played.promotes {
            next.kings |= to;
        }
        // Without a king there is no run to carry on.
        if ruled.law().rules.king_run_limit > 0 && self.kings.any() {
            next.count_runs(side, played, is_king);
        }
        next
    }

    /// Carries the runs of quiet king moves on: another piece, a capture, the king's own capture or the loss of
    /// the last man end a run (FRIS 17).
    #[inline(always)]
    fn count_runs(&mut self, side: usize, played: Raw<W>, is_king: bool) {
        let before = self.runs[side];
        self.runs[side] = if is_king && played.captured.none() && self.men(side).any() {
            let same = before.length > 0 && before.place == played.from;
            Run {
                place: played.to,
                length: if same {
                    before.length.saturating_add(1)
                } else {
                    1
                },
            }
        } else {
            Run::default()
        };
        let theirs = self.runs[side ^ 1];
        if theirs.length > 0
            && (played.captured.has(u32::from(theirs.place)) || self.men(side ^ 1).none())
        {
            self.runs[side ^ 1] = Run::default();
        }
    }
}

/// Whether captured pieces stay on the board as long as the capture lasts.
#[inline(always)]
pub(super) fn dead_pieces_block(law: &Law) -> bool {
    law.rules.removal == Removal::AfterMove
}

/// Whether captures, too, may be accepted offences.
#[inline(always)]
pub(super) const fn captures_may_offend(rules: &Rules) -> bool {
    matches!(rules.omission, Omission::Huff | Omission::CorrectOnRequest)
}
