//! Captures on the bare board, quickly: a depth-first search that keeps the best under the law of choice.
//!
//! It counts its steps. Where a capture tree is wider than any that a game is likely to see, it gives up and
//! [`super::capture_tree`] answers, which forgets no state and so never looks at one twice.

use smallvec::SmallVec;

use super::board::{
    Board, ManJumps, Raw, Ruled, captures_may_offend, dead_pieces_block, each_direction, has,
    men_may_capture,
};
use super::first_jumps::FirstJumps;
use super::law::{DIRECTIONS, opposite};
use super::word::Word;
use super::{Choice, KingLanding, KingReach, Promotion};

/// Steps after which the quick search of moves gives up.
const PATIENCE: u32 = 2_000;
/// Steps after which the count of routes gives up: nothing forgets fewer of them.
pub(super) const ROUTE_PATIENCE: u32 = 100_000_000;
/// Offences that are compared each with each.
const FEW: usize = 200;
/// No direction: a piece that has not jumped yet.
const NOWHERE: usize = DIRECTIONS;

/// Which captures count as one.
pub(super) mod counting {
    /// Same origin, destination, captured set and resulting kind.
    pub(in super::super) const UNIQUE: u8 = 0;
    /// Same captured pieces in the same order, same turning squares.
    pub(in super::super) const PATH: u8 = 1;
    /// Same captured pieces in the same order, same landing squares.
    pub(in super::super) const LANDING: u8 = 2;
}

/// A list of moves that seldom needs the heap.
pub(super) type Found<W> = SmallVec<[Raw<W>; 24]>;

/// What a side may do in a position in which it can capture, quiet moves apart.
pub(super) struct Lists<W> {
    /// What the law of choice allows.
    pub(super) best: Found<W>,
    /// Accepted offences: captures that stop half-way, or that take too few pieces.
    pub(super) offences: Found<W>,
    /// Every finished capture, where those of fewer pieces are accepted offences.
    finished: Found<W>,
}

impl<W: Word> Lists<W> {
    #[inline(always)]
    pub(super) fn new() -> Lists<W> {
        Lists {
            best: Found::new(),
            offences: Found::new(),
            finished: Found::new(),
        }
    }

    /// Of what has been found elsewhere.
    pub(super) fn of(best: Vec<Raw<W>>, offences: Vec<Raw<W>>) -> Lists<W> {
        Lists {
            best: best.into(),
            offences: offences.into(),
            finished: Found::new(),
        }
    }

    /// Leaves in the offences each once, and what is one; whether they were few enough for that.
    fn settle_offences(&mut self) -> bool {
        let most = self.best.iter().map(|best| best.captured.count()).max();
        let fewer = |finished: &&Raw<W>| Some(finished.captured.count()) < most;
        let stops = std::mem::take(&mut self.offences);
        if stops.len() + self.finished.len() > FEW {
            return false;
        }
        for offence in stops.iter().chain(self.finished.iter().filter(fewer)) {
            if !self.best.contains(offence) && !self.offences.contains(offence) {
                self.offences.push(*offence);
            }
        }
        true
    }
}

struct Search<'a, R: Ruled, const SIDE: usize, const COUNTING: u8> {
    ruled: &'a R,
    board: R::Word,
    promotion: R::Word,
    /// All pieces but the capturing one.
    others: R::Word,
    victims_of_men: R::Word,
    victims_of_kings: R::Word,
    kings: R::Word,
    from: u8,
    with_king: bool,
    steps: u32,
    best: u32,
    best_order: R::Word,
    /// From where men could jump before anything was captured.
    jumps: &'a ManJumps<R::Word>,
    /// The squares from which a man could jump to where this one stood.
    closing: R::Word,
    lists: &'a mut Lists<R::Word>,
}

/// Lists the captures of a side. Whether the list is complete: when it is not, it is to be thrown away.
#[inline(always)]
pub(super) fn find<R: Ruled, const SIDE: usize, const COUNTING: u8>(
    ruled: &R,
    board: &Board<R::Word>,
    jumps: &ManJumps<R::Word>,
    lists: &mut Lists<R::Word>,
) -> bool {
    let law = ruled.law();
    let first = FirstJumps::of(ruled, board, jumps, SIDE);
    let occupied = board.occupied();
    let mut search = Search::<R, SIDE, COUNTING> {
        ruled,
        board: R::Word::from_bits(law.board),
        promotion: R::Word::from_bits(law.promotion[SIDE]),
        others: occupied,
        victims_of_men: board.victims_of_men(ruled, SIDE),
        victims_of_kings: board.sides[SIDE ^ 1],
        kings: board.kings,
        from: 0,
        with_king: true,
        steps: 0,
        best: 0,
        best_order: R::Word::ZERO,
        jumps,
        closing: R::Word::ZERO,
        lists,
    };
    if first.are_all {
        search.with_king = false;
        search.men_at_once(&first, occupied);
    } else {
        search.piece_by_piece(board, jumps.men, occupied);
    }
    search.steps <= patience(COUNTING)
        && (!captures_may_offend(&law.rules) || search.lists.settle_offences())
}

const fn patience(counting: u8) -> u32 {
    if counting == counting::UNIQUE {
        PATIENCE
    } else {
        ROUTE_PATIENCE
    }
}

impl<R: Ruled, const SIDE: usize, const COUNTING: u8> Search<'_, R, SIDE, COUNTING> {
    /// Takes each piece by itself.
    fn piece_by_piece(&mut self, board: &Board<R::Word>, men: R::Word, occupied: R::Word) {
        let none = R::Word::ZERO;
        (board.sides[SIDE] & board.kings).each(|from| {
            self.start(from, occupied);
            self.king::<true>(R::Word::bit(from), none, none, NOWHERE);
        });
        self.with_king = false;
        men.each(|from| {
            self.start(from, occupied);
            self.man(R::Word::bit(from), none, none);
        });
    }

    /// Goes on from the first jumps of all men.
    #[inline(always)]
    fn men_at_once(&mut self, first: &FirstJumps<R::Word>, occupied: R::Word) {
        let law = self.ruled.law();
        let lists_all = law.rules.choice == Choice::Free
            || law.rules.choice == Choice::KingFirst
            || law.rules.omission_includes_fewer
            || first.all_goes_on.none();
        each_direction!(DIRECTION, {
            if const { men_may_capture::<R>(SIDE, DIRECTION) }
                && has(law.man_captures[SIDE], DIRECTION)
            {
                let step = i32::from(law.shift[DIRECTION]);
                if lists_all {
                    first.ends[DIRECTION].each(|to| self.end_at_once(to, step));
                }
                first.goes_on[DIRECTION].each(|to| self.go_on(to, step, occupied));
            }
        });
    }

    /// A man's capture that ends with its first jump.
    #[inline(always)]
    fn end_at_once(&mut self, to: u32, step: i32) {
        self.from = (to as i32 - 2 * step) as u8;
        let victim = R::Word::bit((to as i32 - step) as u32);
        let landing = R::Word::bit(to);
        let crowned = (landing & self.promotion).any();
        self.finish(landing, victim, R::Word::ZERO, crowned);
    }

    /// A man's capture that goes on after its first jump.
    fn go_on(&mut self, to: u32, step: i32, occupied: R::Word) {
        self.start((to as i32 - 2 * step) as u32, occupied);
        let landing = R::Word::bit(to);
        let victim = R::Word::bit((to as i32 - step) as u32);
        // The way back from here is barred by the first victim.
        self.closing &= !landing;
        self.man(landing, victim, R::Word::ZERO);
        self.stop(landing, victim, (landing & self.promotion).any());
    }

    /// A capture that goes on, and may be an accepted offence if it ends here all the same.
    #[inline(always)]
    fn stop(&mut self, to: R::Word, captured: R::Word, promotes: bool) {
        if captures_may_offend(&self.ruled.law().rules) {
            self.lists.offences.push(Raw {
                captured,
                from: self.from,
                to: to.lowest() as u8,
                promotes,
            });
        }
    }

    #[inline(always)]
    fn start(&mut self, from: u32, occupied: R::Word) {
        self.from = from as u8;
        self.others = occupied & !R::Word::bit(from);
        self.closing = R::Word::from_bits(self.ruled.law().two_steps[from as usize & 255]);
    }

    /// The squares that are free once these pieces are captured.
    #[inline(always)]
    fn empty(&self, captured: R::Word) -> R::Word {
        if dead_pieces_block(self.ruled.law()) {
            self.board & !self.others
        } else {
            self.board & !(self.others & !captured)
        }
    }

    /// The order in which kings are met, as the Italian law compares it: an earlier king is a higher bit.
    #[inline(always)]
    fn ordered(&self, order: R::Word, victim: R::Word) -> R::Word {
        if self.ruled.law().rules.choice != Choice::Italian {
            return order;
        }
        if (victim & self.kings).any() {
            order << 1 | R::Word::bit(0)
        } else {
            order << 1
        }
    }

    #[inline(always)]
    fn out_of_patience(&mut self) -> bool {
        self.steps += 1;
        self.steps > patience(COUNTING)
    }

    /// Goes on with a man; whether it could.
    fn man(&mut self, at: R::Word, captured: R::Word, order: R::Word) -> bool {
        if self.out_of_patience() {
            return true;
        }
        let law = self.ruled.law();
        // While dead pieces block, no jump opens that was not open before, but one to where the man stood.
        let known = dead_pieces_block(law) && (at & self.closing).none();
        if known && (at & self.jumps.all).none() {
            return false;
        }
        let empty = self.empty(captured);
        let victims = self.victims_of_men & !captured;
        let mut jumped = false;
        each_direction!(DIRECTION, {
            if const { men_may_capture::<R>(SIDE, DIRECTION) }
                && has(law.man_captures[SIDE], DIRECTION)
                && !(known && (at & self.jumps.starts[DIRECTION]).none())
            {
                let victim = law.step(DIRECTION, at) & victims;
                let landing = law.step(DIRECTION, victim) & empty;
                if landing.any() {
                    jumped = true;
                    self.man_lands(landing, victim, captured, order, DIRECTION);
                }
            }
        });
        jumped
    }

    /// Goes on with a man after a jump, or ends with it.
    fn man_lands(
        &mut self,
        landing: R::Word,
        victim: R::Word,
        captured: R::Word,
        order: R::Word,
        direction: usize,
    ) {
        let captured = captured | victim;
        let order = self.ordered(order, victim);
        let crowned = (landing & self.promotion).any();
        let goes_on = match self.ruled.law().rules.promotion {
            Promotion::EndsMove if crowned => false,
            Promotion::PassingBecomesKing if crowned => {
                self.king::<true>(landing, captured, order, direction)
            }
            _ => self.man(landing, captured, order),
        };
        if goes_on {
            self.stop(landing, captured, crowned);
        } else {
            self.finish(landing, captured, order, crowned);
        }
    }

    /// Goes on with a king in every direction, or (`STRAIGHT` false) in every one but that from which it comes
    /// and that in which it goes; whether it could.
    fn king<const STRAIGHT: bool>(
        &mut self,
        at: R::Word,
        captured: R::Word,
        order: R::Word,
        came: usize,
    ) -> bool {
        if self.out_of_patience() {
            return true;
        }
        let law = self.ruled.law();
        let may_turn_back = law.rules.king_reversal && !dead_pieces_block(law);
        let mut jumped = false;
        for direction in 0..DIRECTIONS {
            if !has(law.king_captures, direction)
                || (!STRAIGHT && direction == came)
                || (!may_turn_back && came != NOWHERE && direction == opposite(came))
            {
                continue;
            }
            jumped |= self.king_line(at, captured, order, direction);
        }
        jumped
    }

    /// Goes on with a king in one direction; whether it could.
    fn king_line(
        &mut self,
        at: R::Word,
        captured: R::Word,
        order: R::Word,
        direction: usize,
    ) -> bool {
        let law = self.ruled.law();
        let empty = self.empty(captured);
        let mut victim = law.step(direction, at);
        if law.rules.king_capture_reach == KingReach::Any {
            while (victim & empty).any() {
                victim = law.step(direction, victim);
            }
        }
        victim &= self.victims_of_kings & !captured;
        let first = law.step(direction, victim) & empty;
        if first.none() {
            return false;
        }
        let captured = captured | victim;
        let order = self.ordered(order, victim);
        if law.rules.king_landing == KingLanding::Adjacent {
            if self.king::<true>(first, captured, order, direction) {
                self.stop(first, captured, !self.with_king);
            } else {
                self.finish(first, captured, order, !self.with_king);
            }
            return true;
        }
        // From every landing square the next piece straight ahead is the same: where the squares between do not
        // count, it is looked for once.
        let together =
            COUNTING != counting::LANDING && law.rules.king_capture_reach == KingReach::Any;
        let mut goes_on = false;
        let mut landings = R::Word::ZERO;
        let (mut landing, mut last) = (first, first);
        while landing.any() {
            goes_on |= if together {
                self.king::<false>(landing, captured, order, direction)
            } else {
                self.king::<true>(landing, captured, order, direction)
            };
            landings |= landing;
            last = landing;
            landing = law.step(direction, landing) & empty;
        }
        if together && self.king_line(last, captured, order, direction) {
            goes_on = true;
        }
        let next_square_only =
            law.rules.king_landing == KingLanding::AdjacentAfterKing && (victim & self.kings).any();
        let ends = if next_square_only { first } else { landings };
        // Where it goes on from one landing square, it may end on none.
        if !goes_on {
            ends.each(|to| self.finish(R::Word::bit(to), captured, order, !self.with_king));
        } else if captures_may_offend(&law.rules) {
            ends.each(|to| self.stop(R::Word::bit(to), captured, !self.with_king));
        }
        true
    }

    /// A capture that cannot go on.
    #[inline(always)]
    fn finish(&mut self, to: R::Word, captured: R::Word, order: R::Word, promotes: bool) {
        let rules = &self.ruled.law().rules;
        let choice = rules.choice;
        let played = Raw {
            captured,
            from: self.from,
            to: to.lowest() as u8,
            promotes,
        };
        if rules.omission_includes_fewer {
            self.lists.finished.push(played);
        }
        if choice != Choice::Free {
            let rank = rank(choice, captured, self.kings, self.with_king);
            let better = rank > self.best
                || (choice == Choice::Italian && rank == self.best && order > self.best_order);
            if better {
                self.best = rank;
                self.best_order = order;
                self.lists.best.clear();
            } else if rank < self.best || (choice == Choice::Italian && order < self.best_order) {
                return;
            }
        }
        let known = COUNTING == counting::UNIQUE
            && captured.without_lowest().any()
            && self.lists.best.iter().rev().any(|other| *other == played);
        if !known {
            self.lists.best.push(played);
        }
    }
}

/// How a capture ranks under a law of choice; among equals the choice is free. The Italian order of kings
/// comes after this. No rank is 0 where captures are compared.
#[inline(always)]
pub(super) fn rank<W: Word>(choice: Choice, captured: W, kings: W, with_king: bool) -> u32 {
    let pieces = captured.count();
    let with_king = u32::from(with_king);
    // Most boards have no king.
    let taken = || {
        if kings.any() {
            (captured & kings).count()
        } else {
            0
        }
    };
    match choice {
        Choice::Free => 1,
        Choice::Most => pieces,
        Choice::MostThenKings => pieces << 8 | taken(),
        Choice::MostThenWithKing => pieces << 1 | with_king,
        Choice::Italian => pieces << 9 | with_king << 8 | taken(),
        // FRIS 11: n kings are worth less than 2n men and more than 2n - 1, for every n below 100.
        Choice::FrisianValue => {
            let taken = taken();
            (100 * (pieces - taken) + 199 * taken) << 1 | with_king
        }
        Choice::KingFirst => 1 + with_king,
        Choice::MostValuable => taken() << 8 | pieces,
    }
}
