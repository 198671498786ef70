//! Can this side still give mate by any series of legal moves? (FIDE 5.1.2, 5.2.2, 6.9, 7.5.5)
//!
//! The answer has three values. [`Verdict::Winnable`] carries a whole line to mate that was replayed;
//! [`Verdict::Unwinnable`] carries its proof's kind; [`Verdict::Undetermined`] says how much was
//! searched. Nothing is guessed: heuristics order the search and never decide.
//!
//! Three layers, cheapest first: material (`has_insufficient_material`), the static test of the
//! structure (`mobility`), and a guided search (`search`) which proves either way, applying both
//! tests to what it reaches. The counters of the 50 and 75 moves and repetitions are ignored: whether
//! they cut the "series of legal moves" is disputed, and belongs to the rulebook; [`ended_by_75_moves`]
//! says where they would end a line.

mod dead;
mod forced;
mod guide;
mod line;
mod mobility;
mod position_key;
mod reached;
mod search;
mod sights;
#[cfg(test)]
mod soundness;
mod view;

use shakmaty::{Chess, Color, Move, Position as _, variant::VariantPosition};

use crate::Interrupt;
pub use dead::{Death, Life, looks_open};
pub use forced::{Forced, MOST_FORCED_MOVES, forced_mate};
pub use line::{ended_by_75_moves, shorten};

use reached::Reached;
use search::Ended;

/// The position as this module asks about it; none for variants, which end by other laws.
#[must_use]
pub fn standard_chess(position: &super::Position) -> Option<&Chess> {
    match &position.inner {
        VariantPosition::Chess(chess) => Some(chess),
        _ => None,
    }
}

/// How many positions a question may visit. Positions, not time: verdicts do not depend on the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    positions: u32,
}

impl Budget {
    /// A budget of this many positions; 0 still allows the tests that need no search.
    #[must_use]
    pub const fn positions(positions: u32) -> Budget {
        Budget { positions }
    }

    /// The number of positions.
    #[must_use]
    pub const fn get(self) -> u32 {
        self.positions
    }
}

impl Default for Budget {
    /// 100,000 positions: about a tenth of a second at worst, which real games hardly ever need.
    fn default() -> Budget {
        Budget::positions(100_000)
    }
}

/// May the intended winner still mate?
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Yes: this line, replayed move by move, ends in mate by the winner. Empty if the loser is mated
    /// already. Not the shortest line.
    Winnable {
        /// The moves of both sides from the position asked about.
        line: Vec<Move>,
    },
    /// No series of legal moves leads to mate by the winner.
    Unwinnable {
        /// Why not.
        reason: Reason,
    },
    /// Not decided within the budget.
    Undetermined {
        /// Positions visited.
        positions: u32,
    },
}

/// Why no mate is possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// The material left can never mate.
    Material,
    /// The structure can never open: even if every man may wander as far as the structure can ever
    /// allow, no square exists where the loser's king could be mated.
    Blocked,
    /// Everything that can be reached was visited, and none of it is such a mate.
    Exhausted {
        /// Positions visited, the start included.
        positions: u32,
    },
}

/// A workspace for questions, to be pooled and reused: the memory is kept, the content is forgotten.
///
/// It grows with the questions asked and never beyond [`Search::bytes_at_most`].
pub struct Search {
    reached: Reached,
    interrupt: Interrupt,
}

impl Default for Search {
    /// Room for the default budget, at most 8 MiB.
    fn default() -> Search {
        Search::with_capacity(Budget::default().get())
    }
}

impl Search {
    /// A workspace that can hold this many positions; a larger budget is cut to it.
    #[must_use]
    pub fn with_capacity(positions: u32) -> Search {
        Search {
            reached: Reached::with_capacity(positions as usize),
            interrupt: Interrupt::default(),
        }
    }

    /// Lets the next questions be interrupted: one that was is answered [`Verdict::Undetermined`], which is then no answer, and
    /// who raised the flag knows it.
    pub fn set_interrupt(&mut self, interrupt: Interrupt) {
        self.interrupt = interrupt;
    }

    /// The most memory this workspace ever keeps, in bytes.
    #[must_use]
    pub fn bytes_at_most(&self) -> usize {
        self.reached.bytes_at_most()
    }

    /// Whether `winner` may still mate from `position`.
    pub fn can_mate(&mut self, position: &Chess, winner: Color, budget: Budget) -> Verdict {
        if position.has_insufficient_material(winner) {
            return Verdict::Unwinnable {
                reason: Reason::Material,
            };
        }
        let limit = budget.get() as usize;
        let ended = search::explore(
            &mut self.reached,
            position,
            winner,
            limit,
            mobility::is_locked,
            &self.interrupt,
        );
        self.interrupt.count(self.reached.len());
        let positions = u32::try_from(self.reached.len()).unwrap_or(u32::MAX);
        match ended {
            Ended::Mate(moves) => match line::replay(position, &moves, winner) {
                Some(line) => Verdict::Winnable { line },
                None => Verdict::Undetermined { positions },
            },
            Ended::Locked => Verdict::Unwinnable {
                reason: Reason::Blocked,
            },
            Ended::Closed => Verdict::Unwinnable {
                reason: Reason::Exhausted { positions },
            },
            Ended::OutOfBudget => Verdict::Undetermined { positions },
        }
    }

    /// Positions visited by the last question.
    #[must_use]
    pub fn visited(&self) -> usize {
        self.reached.len()
    }
}

/// [`Search::can_mate`] with a workspace of its own.
#[must_use]
pub fn can_mate(position: &Chess, winner: Color, budget: Budget) -> Verdict {
    Search::with_capacity(budget.get()).can_mate(position, winner, budget)
}
