//! Captures on the bare board, exactly and within a budget: every state of a capture is looked at once.
//!
//! A state is the square of the piece, what it is, and the set that it has captured: what may follow depends on
//! nothing else (but on the direction it came from where a king may not turn back). The number of states is still
//! exponential in the worst positions, so the work is counted and ends with an honest error.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};

use super::board::{Board, Raw, captures_may_offend, dead_pieces_block, has};
use super::captures::{Lists, rank};
use super::law::{DIRECTIONS, Law, opposite};
use super::word::Word;
use super::{BudgetExhausted, Choice, KingLanding, KingReach, Promotion};

/// No direction: a piece that has not jumped yet, or one for which it makes no difference.
pub(super) const NOWHERE: u8 = DIRECTIONS as u8;

/// Hashes states: a handful of words, mixed as they come. The work is counted, so that nobody gains by collisions.
#[derive(Default)]
pub(super) struct Mixer(u64);

/// A set of states or moves.
pub(super) type Set<T> = HashSet<T, BuildHasherDefault<Mixer>>;
/// A map by states.
pub(super) type Map<K, V> = HashMap<K, V, BuildHasherDefault<Mixer>>;

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes
            .iter()
            .for_each(|byte| self.write_u64(u64::from(*byte)));
    }

    fn write_u8(&mut self, number: u8) {
        self.write_u64(u64::from(number));
    }

    fn write_u64(&mut self, number: u64) {
        let product = u128::from(self.0 ^ number ^ 0x9E37_79B9_7F4A_7C15) * 0xD6E8_FEB8_6659_FD93;
        self.0 = (product >> 64) as u64 ^ product as u64;
    }

    fn write_u128(&mut self, number: u128) {
        self.write_u64(number as u64);
        self.write_u64((number >> 64) as u64);
    }
}

/// Work that may still be done, in jumps looked at.
#[derive(Clone, Copy, Debug)]
pub(super) struct Work {
    budget: u64,
    left: u64,
}

impl Work {
    pub(super) fn new(budget: u64) -> Work {
        Work {
            budget,
            left: budget,
        }
    }

    /// Takes some steps of work.
    #[inline(always)]
    pub(super) fn spend(&mut self, steps: u32) -> Result<(), BudgetExhausted> {
        match self.left.checked_sub(u64::from(steps)) {
            Some(left) => {
                self.left = left;
                Ok(())
            }
            None => Err(BudgetExhausted {
                budget: self.budget,
            }),
        }
    }
}

/// A piece in the middle of a capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct State<W> {
    pub(super) captured: W,
    pub(super) at: u8,
    pub(super) king: bool,
    /// The direction of the last jump, where turning back is forbidden; else [`NOWHERE`].
    pub(super) came: u8,
}

/// A jump over one piece, to any of some squares.
#[derive(Clone, Copy, Debug)]
pub(super) struct Jump<W> {
    pub(super) victim: W,
    pub(super) landings: W,
    /// The square right behind the victim.
    pub(super) first: W,
    pub(super) direction: usize,
    /// Whether the piece is a king from there on.
    pub(super) king: bool,
    /// Whether it is a man that is crowned if its move ends there.
    pub(super) crowned: bool,
    /// Whether the move ends there in any case.
    pub(super) ends: bool,
}

/// The captures of one piece on a board.
pub(super) struct Piece<'a, W> {
    pub(super) law: &'a Law,
    board: W,
    promotion: W,
    others: W,
    victims_of_men: W,
    victims_of_kings: W,
    kings: W,
    side: usize,
    from: u8,
    with_king: bool,
}

impl<'a, W: Word> Piece<'a, W> {
    /// The piece of this side on this bit.
    pub(super) fn new(law: &'a Law, board: &Board<W>, side: usize, from: u32) -> Piece<'a, W> {
        let victims = board.sides[side ^ 1];
        Piece {
            law,
            board: W::from_bits(law.board),
            promotion: W::from_bits(law.promotion[side]),
            others: board.occupied() & !W::bit(from),
            victims_of_men: if law.rules.man_takes_king {
                victims
            } else {
                victims & !board.kings
            },
            victims_of_kings: victims,
            kings: board.kings,
            side,
            from: from as u8,
            with_king: board.kings.has(from),
        }
    }

    /// Before its first jump.
    pub(super) fn start(&self) -> State<W> {
        State {
            captured: W::ZERO,
            at: self.from,
            king: self.with_king,
            came: NOWHERE,
        }
    }

    fn empty(&self, captured: W) -> W {
        if dead_pieces_block(self.law) {
            self.board & !self.others
        } else {
            self.board & !(self.others & !captured)
        }
    }

    /// The jump in one direction, if there is one.
    fn jump(&self, state: &State<W>, direction: usize) -> Option<Jump<W>> {
        let law = self.law;
        let empty = self.empty(state.captured);
        let at = W::bit(u32::from(state.at));
        let mut victim = law.step(direction, at);
        if !state.king {
            if !has(law.man_captures[self.side], direction) {
                return None;
            }
            victim &= self.victims_of_men & !state.captured;
            let landing = law.step(direction, victim) & empty;
            let crowned = (landing & self.promotion).any();
            let at_once = crowned && law.rules.promotion != Promotion::OnStopping;
            return landing.any().then_some(Jump {
                victim,
                landings: landing,
                first: landing,
                direction,
                king: at_once,
                crowned,
                ends: at_once && law.rules.promotion == Promotion::EndsMove,
            });
        }
        if !has(law.king_captures, direction)
            || (state.came != NOWHERE && direction == opposite(usize::from(state.came)))
        {
            return None;
        }
        if law.rules.king_capture_reach == KingReach::Any {
            while (victim & empty).any() {
                victim = law.step(direction, victim);
            }
        }
        victim &= self.victims_of_kings & !state.captured;
        let first = law.step(direction, victim) & empty;
        let mut landings = first;
        if law.rules.king_landing != KingLanding::Adjacent {
            let mut next = first;
            while next.any() {
                landings |= next;
                next = law.step(direction, next) & empty;
            }
        }
        first.any().then_some(Jump {
            victim,
            landings,
            first,
            direction,
            king: true,
            crowned: !self.with_king,
            ends: false,
        })
    }

    /// Every jump that is open.
    pub(super) fn jumps(&self, state: &State<W>) -> impl Iterator<Item = Jump<W>> {
        (0..DIRECTIONS).filter_map(|direction| self.jump(state, direction))
    }

    /// The piece after a jump.
    pub(super) fn after(&self, state: &State<W>, jump: &Jump<W>, landing: u32) -> State<W> {
        let turning_counts = !self.law.rules.king_reversal && !dead_pieces_block(self.law);
        State {
            captured: state.captured | jump.victim,
            at: landing as u8,
            king: jump.king,
            came: if turning_counts && jump.king {
                jump.direction as u8
            } else {
                NOWHERE
            },
        }
    }

    /// Whether a piece that has made this jump can go on.
    pub(super) fn goes_on(&self, jump: &Jump<W>, after: &State<W>) -> bool {
        !jump.ends && self.jumps(after).next().is_some()
    }

    /// Whether a capture whose last jump this is may end on that square at all (killer draughts).
    pub(super) fn may_land(&self, jump: &Jump<W>, landing: u32) -> bool {
        self.law.rules.king_landing != KingLanding::AdjacentAfterKing
            || !jump.king
            || (jump.victim & self.kings).none()
            || jump.first.has(landing)
    }

    /// The move that ends a capture here.
    pub(super) fn ended(&self, jump: &Jump<W>, after: &State<W>) -> Raw<W> {
        Raw {
            captured: after.captured,
            from: self.from,
            to: after.at,
            promotes: jump.crowned,
        }
    }

    /// The Italian order of kings: an earlier king is a higher bit.
    fn ordered(&self, order: W, victim: W) -> W {
        match self.law.rules.choice {
            Choice::Italian if (victim & self.kings).any() => order << 1 | W::bit(0),
            Choice::Italian => order << 1,
            _ => order,
        }
    }
}

struct Collection<W> {
    best: Set<Raw<W>>,
    rank: (u32, W),
    /// Every finished capture, where those of fewer pieces are listed too.
    finished: Set<Raw<W>>,
    stops: Set<Raw<W>>,
    lists_finished: bool,
    lists_stops: bool,
}

/// Lists the captures of a side.
pub(super) fn captures<W: Word>(
    law: &Law,
    board: &Board<W>,
    side: usize,
    work: &mut Work,
) -> Result<Lists<W>, BudgetExhausted> {
    let mut found = Collection {
        best: Set::default(),
        rank: (0, W::ZERO),
        finished: Set::default(),
        stops: Set::default(),
        lists_finished: captures_may_offend(&law.rules) && law.rules.omission_includes_fewer,
        lists_stops: captures_may_offend(&law.rules),
    };
    let mut origins = board.sides[side];
    while origins.any() {
        explore(
            &Piece::new(law, board, side, origins.lowest()),
            &mut found,
            work,
        )?;
        origins = origins.without_lowest();
    }
    let most = found
        .best
        .iter()
        .map(|capture| capture.captured.count())
        .max();
    let fewer = |capture: &&Raw<W>| Some(capture.captured.count()) < most;
    let mut offences: Set<Raw<W>> = found.finished.iter().filter(fewer).copied().collect();
    offences.extend(&found.stops);
    offences.retain(|offence| !found.best.contains(offence));
    let sorted = |set: Set<Raw<W>>| {
        let mut list: Vec<Raw<W>> = set.into_iter().collect();
        list.sort_unstable_by_key(|raw| (raw.from, raw.to, raw.captured, raw.promotes));
        list
    };
    Ok(Lists::of(sorted(found.best), sorted(offences)))
}

fn explore<W: Word>(
    piece: &Piece<'_, W>,
    found: &mut Collection<W>,
    work: &mut Work,
) -> Result<(), BudgetExhausted> {
    // With each state the best order of kings by which it has been reached: only a better one is worth a second
    // look, because what follows is the same.
    let mut seen: Map<State<W>, W> = Map::default();
    let mut open = vec![(piece.start(), W::ZERO)];
    while let Some((state, order)) = open.pop() {
        for jump in piece.jumps(&state) {
            work.spend(jump.landings.count())?;
            let order = piece.ordered(order, jump.victim);
            let mut ends: Vec<State<W>> = Vec::new();
            let mut goes_on = false;
            jump.landings.each(|landing| {
                let after = piece.after(&state, &jump, landing);
                let more = piece.goes_on(&jump, &after);
                goes_on |= more;
                if more && seen.get(&after).is_none_or(|known| *known < order) {
                    seen.insert(after, order);
                    open.push((after, order));
                }
                if (!more || found.lists_stops) && piece.may_land(&jump, landing) {
                    ends.push(after);
                }
            });
            for end in &ends {
                let raw = piece.ended(&jump, end);
                if goes_on {
                    if found.lists_stops {
                        found.stops.insert(raw);
                    }
                } else {
                    found.finish(piece, raw, order);
                }
            }
        }
    }
    Ok(())
}

impl<W: Word> Collection<W> {
    fn finish(&mut self, piece: &Piece<'_, W>, raw: Raw<W>, order: W) {
        let choice = piece.law.rules.choice;
        let rank = (
            rank(choice, raw.captured, piece.kings, piece.with_king),
            order,
        );
        if rank > self.rank {
            self.rank = rank;
            self.best.clear();
        }
        if rank == self.rank {
            self.best.insert(raw);
        }
        if self.lists_finished {
            self.finished.insert(raw);
        }
    }
}
