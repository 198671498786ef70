//! Captures on the bare board, quickly: a depth-first search that keeps the best under the law of choice.
//!
//! It counts its steps. Where a capture tree is wider than any that a game is likely to see, it gives up and
//! [`super::capture_tree`] answers, which forgets no state and so never looks at one twice.

use smallvec::SmallVec;

use super::board::{Board, Raw, Ruled, dead_pieces_block, has};
use super::law::{DIRECTIONS, opposite};
use super::word::Word;
use super::{Choice, KingLanding, KingReach, Promotion};

/// Steps after which the quick search of moves gives up.
const PATIENCE: u32 = 2_000;
/// Steps after which the count of routes gives up: nothing forgets fewer of them.
pub(super) const ROUTE_PATIENCE: u32 = 100_000_000;
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
    found: &'a mut Found<R::Word>,
}

/// Lists the captures that the law of choice allows a side. Whether the list is complete: when it is not, it is to be
/// thrown away.
#[inline(always)]
pub(super) fn find<R: Ruled, const SIDE: usize, const COUNTING: u8>(
    ruled: &R,
    board: &Board<R::Word>,
    men: R::Word,
    found: &mut Found<R::Word>,
) -> bool {
    let law = ruled.law();
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
        found,
    };
    let none = R::Word::ZERO;
    (board.sides[SIDE] & board.kings).each(|from| {
        search.start(from, occupied);
        search.king::<true>(R::Word::bit(from), none, none, NOWHERE);
    });
    search.with_king = false;
    men.each(|from| {
        search.start(from, occupied);
        search.man(R::Word::bit(from), none, none);
    });
    search.steps <= patience(COUNTING)
}

const fn patience(counting: u8) -> u32 {
    if counting == counting::UNIQUE {
        PATIENCE
    } else {
        ROUTE_PATIENCE
    }
}

impl<R: Ruled, const SIDE: usize, const COUNTING: u8> Search<'_, R, SIDE, COUNTING> {
    #[inline(always)]
    fn start(&mut self, from: u32, occupied: R::Word) {
        self.from = from as u8;
        self.others = occupied & !R::Word::bit(from);
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
        let empty = self.empty(captured);
        let victims = self.victims_of_men & !captured;
        let mut jumped = false;
        for direction in 0..DIRECTIONS {
            if !has(law.man_captures[SIDE], direction) {
                continue;
            }
            let victim = law.step(direction, at) & victims;
            let landing = law.step(direction, victim) & empty;
            if landing.none() {
                continue;
            }
            jumped = true;
            let captured = captured | victim;
            let order = self.ordered(order, victim);
            let crowned = (landing & self.promotion).any();
            let goes_on = match law.rules.promotion {
                Promotion::EndsMove if crowned => false,
                Promotion::PassingBecomesKing if crowned => {
                    self.king::<true>(landing, captured, order, direction)
                }
                _ => self.man(landing, captured, order),
            };
            if !goes_on {
                self.finish(landing, captured, order, crowned);
            }
        }
        jumped
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
            if !self.king::<true>(first, captured, order, direction) {
                self.finish(first, captured, order, !self.with_king);
            }
            return true;
        }
        // From every landing square the next piece straight ahead is the same: where the squares between do not
        // count, it is looked for once.
        let together =
            COUNTING != counting::LANDING && law.rules.king_capture_reach == KingReach::Any;
        let mut goes_on = false;
        let mut stops = R::Word::ZERO;
        let (mut landing, mut last) = (first, first);
        while landing.any() {
            let turns = if together {
                self.king::<false>(landing, captured, order, direction)
            } else {
                self.king::<true>(landing, captured, order, direction)
            };
            if turns {
                goes_on = true;
            } else {
                stops |= landing;
            }
            last = landing;
            landing = law.step(direction, landing) & empty;
        }
        if together && self.king_line(last, captured, order, direction) {
            goes_on = true;
        }
        if !goes_on {
            let next_square_only = law.rules.king_landing == KingLanding::AdjacentAfterKing
                && (victim & self.kings).any();
            let stops = if next_square_only { first } else { stops };
            stops.each(|to| self.finish(R::Word::bit(to), captured, order, !self.with_king));
        }
        true
    }

    /// A capture that cannot go on.
    #[inline(always)]
    fn finish(&mut self, to: R::Word, captured: R::Word, order: R::Word, promotes: bool) {
        let choice = self.ruled.law().rules.choice;
        if choice != Choice::Free {
            let rank = rank(choice, captured, self.kings, self.with_king);
            let better = rank > self.best
                || (choice == Choice::Italian && rank == self.best && order > self.best_order);
            if better {
                self.best = rank;
                self.best_order = order;
                self.found.clear();
            } else if rank < self.best || (choice == Choice::Italian && order < self.best_order) {
                return;
            }
        }
        let played = Raw {
            captured,
            from: self.from,
            to: to.lowest() as u8,
            promotes,
        };
        let known = COUNTING == counting::UNIQUE
            && captured.without_lowest().any()
            && self.found.iter().rev().any(|other| *other == played);
        if !known {
            self.found.push(played);
        }
    }
}

/// How a capture ranks under a law of choice; among equals the choice is free. The Italian order of kings
/// comes after this. No rank is 0 where captures are compared.
#[inline(always)]
pub(super) fn rank<W: Word>(choice: Choice, captured: W, kings: W, with_king: bool) -> u32 {
    let pieces = captured.count();
    let with_king = u32::from(with_king);
    match choice {
        Choice::Free => 1,
        Choice::Most => pieces,
        Choice::MostThenKings => pieces << 8 | (captured & kings).count(),
        Choice::MostThenWithKing => pieces << 1 | with_king,
        Choice::Italian => pieces << 9 | with_king << 8 | (captured & kings).count(),
        // FRIS 11: n kings are worth less than 2n men and more than 2n - 1, for every n below 100.
        Choice::FrisianValue => {
            let taken = (captured & kings).count();
            (100 * (pieces - taken) + 199 * taken) << 1 | with_king
        }
        Choice::KingFirst => 1 + with_king,
        Choice::MostValuable => (captured & kings).count() << 8 | pieces,
    }
}
