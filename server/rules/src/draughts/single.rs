//! One move on the bare board, named by its squares and played: no list of moves is made where nothing can be captured.

use super::board::{Board, Raw, Ruled, has};
use super::captures::{self, Lists, counting};
use super::law::DIRECTIONS;
use super::word::{U256, Word};
use super::{KingStep, Move, Omission, Position};

/// The move that is asked for.
pub(super) enum Asked {
    /// By the bits of its ends.
    Ends {
        from: u32,
        to: u32,
        /// Whether only a capture can be meant.
        is_capture: bool,
    },
    /// By itself: it is legal.
    Move(Raw<U256>),
}

/// A move that was played.
pub(super) struct Stepped {
    pub(super) played: Raw<U256>,
    pub(super) board: Board<U256>,
    /// Whether the opponent can capture now.
    pub(super) can_capture: bool,
    /// Whether the opponent has a move now.
    pub(super) has_move: bool,
}

/// Plays a move of a side, who can capture or not. None where the ends may be those of none or of several, or of an offence.
pub(super) fn step<R: Ruled, const SIDE: usize>(
    ruled: &R,
    board: &Board<U256>,
    asked: &Asked,
    can_capture: bool,
) -> Option<Stepped> {
    let board = board.convert::<R::Word>();
    let played = match asked {
        Asked::Move(raw) => raw.convert(),
        Asked::Ends {
            from,
            to,
            is_capture,
        } if can_capture => capture::<R, SIDE>(ruled, &board, *from, *to, *is_capture)?,
        Asked::Ends {
            is_capture: true, ..
        } => return None,
        Asked::Ends { from, to, .. } => board.quiet(ruled, SIDE, *from, *to)?,
    };
    let next = board.after(ruled, SIDE, played);
    let can_capture = next.can_capture(ruled, SIDE ^ 1);
    Some(Stepped {
        played: played.convert(),
        has_move: can_capture || next.can_move_quietly(ruled, SIDE ^ 1),
        can_capture,
        board: next.convert(),
    })
}

/// The one capture between these ends.
fn capture<R: Ruled, const SIDE: usize>(
    ruled: &R,
    board: &Board<R::Word>,
    from: u32,
    to: u32,
    is_capture: bool,
) -> Option<Raw<R::Word>> {
    // Where capturing may be omitted, a step may be meant.
    if !is_capture && ruled.law().rules.omission != Omission::Reject {
        return None;
    }
    let jumps = board.man_jumps(ruled, SIDE);
    let mut lists = Lists::new();
    if !captures::find::<R, SIDE, { counting::UNIQUE }>(ruled, board, &jumps, &mut lists) {
        return None;
    }
    let meant = |raw: &&Raw<R::Word>| (u32::from(raw.from), u32::from(raw.to)) == (from, to);
    let mut found = lists.best.iter().filter(meant);
    let first = *found.next()?;
    let is_alone = found.next().is_none() && !lists.offences.iter().any(|raw| meant(&raw));
    is_alone.then_some(first)
}

impl Position {
    /// A move on the bare board.
    pub(super) fn raw(&self, played: &Move) -> Raw<U256> {
        let law = self.compiled_rules().law();
        let mut captured = U256::ZERO;
        for square in played.captured {
            captured |= U256::bit(law.place(square));
        }
        Raw {
            captured,
            from: law.place(played.from) as u8,
            to: law.place(played.to) as u8,
            promotes: played.promotes,
        }
    }
}

impl<W: Word> Board<W> {
    /// The quiet move of a side between these ends, if it is one.
    #[inline(always)]
    fn quiet<R: Ruled<Word = W>>(
        &self,
        ruled: &R,
        side: usize,
        from: u32,
        to: u32,
    ) -> Option<Raw<W>> {
        let law = ruled.law();
        let (origin, goal) = (W::bit(from), W::bit(to));
        let empty = self.empty(ruled);
        if (origin & self.sides[side]).none() || (goal & empty).none() {
            return None;
        }
        let is_man = (origin & self.kings).none();
        if !is_man && (origin & self.free_kings(ruled, side)).none() {
            return None;
        }
        let ways = if is_man {
            law.man_steps[side]
        } else {
            law.king_steps
        };
        let reaches_far = !is_man && law.rules.king_step == KingStep::Any;
        let leads_there = |direction: usize| {
            let mut front = law.step(direction, origin) & empty;
            while reaches_far && front != goal && front.any() {
                front = law.step(direction, front) & empty;
            }
            front == goal
        };
        (0..DIRECTIONS)
            .any(|direction| has(ways, direction) && leads_there(direction))
            .then(|| Raw {
                captured: W::ZERO,
                from: from as u8,
                to: to as u8,
                promotes: is_man && W::from_bits(law.promotion[side]).has(to),
            })
    }
}
