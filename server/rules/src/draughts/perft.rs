//! Counting lines of play, the field's measure of a move generator.

use super::board::{Board, ManJumps, Ruled};
use super::capture_tree::{self, Work};
use super::captures::{self, Lists, counting};
use super::engine::quiet_beside_captures;
use super::word::Word;
use super::{BudgetExhausted, Objective, Offence, Position, jump_count};

/// Which captures count as one line of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Convention {
    /// Moves by their identity: origin, destination, captured set, resulting kind.
    Unique,
    /// Routes: the captured pieces in order, and the squares on which the piece turns.
    Path,
    /// Routes, and every landing square between two captures on one line.
    Landing,
}

impl Convention {
    /// The convention with this name: `unique`, `path` or `landing`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Convention> {
        match text {
            "unique" => Some(Convention::Unique),
            "path" => Some(Convention::Path),
            "landing" => Some(Convention::Landing),
            _ => None,
        }
    }
}

/// Counts the lines of play of exactly `depth` plies. No draw rule and no repetition ends a line before; a side
/// without moves does, and a move that loses the game, and a king where the first king wins. Accepted offences
/// count like other moves; offences in capturing count by their identity under every convention.
///
/// # Errors
///
/// When a capture tree on the way is wider than [`Position::WORK_BUDGET`] allows.
pub fn perft(
    position: &Position,
    depth: u32,
    convention: Convention,
) -> Result<u64, BudgetExhausted> {
    position.perft(depth, convention)
}

/// Counts the lines of play on the bare board.
pub(super) fn count<R: Ruled, const COUNTING: u8>(
    ruled: &R,
    board: &Board<R::Word>,
    side: usize,
    depth: u32,
    budget: u64,
) -> Result<u64, BudgetExhausted> {
    if depth == 0 {
        return Ok(1);
    }
    let mut exhausted = None;
    let count = if side == 0 {
        lines::<R, 0, 1, COUNTING>(ruled, board, depth, budget, &mut exhausted)
    } else {
        lines::<R, 1, 0, COUNTING>(ruled, board, depth, budget, &mut exhausted)
    };
    exhausted.map_or(Ok(count), Err)
}

#[inline(always)]
fn lines<R: Ruled, const SIDE: usize, const OTHER: usize, const COUNTING: u8>(
    ruled: &R,
    board: &Board<R::Word>,
    depth: u32,
    budget: u64,
    exhausted: &mut Option<BudgetExhausted>,
) -> u64 {
    if depth == 1 {
        moves::<R, SIDE, COUNTING>(ruled, board, budget, exhausted)
    } else {
        longer_lines::<R, SIDE, OTHER, COUNTING>(ruled, board, depth, budget, exhausted)
    }
}

fn longer_lines<R: Ruled, const SIDE: usize, const OTHER: usize, const COUNTING: u8>(
    ruled: &R,
    board: &Board<R::Word>,
    depth: u32,
    budget: u64,
    exhausted: &mut Option<BudgetExhausted>,
) -> u64 {
    let rules = &ruled.law().rules;
    if rules.objective == Objective::FirstKing && board.kings.any() {
        return 0;
    }
    let jumps = board.man_jumps(ruled, SIDE);
    let mut count = 0;
    let mut quiet = Some(Offence::None);
    if jumps.men.any() || board.kings_capture(ruled, SIDE) {
        quiet = quiet_beside_captures(rules);
        let mut lists = Lists::new();
        list_captures::<R, SIDE, COUNTING>(ruled, board, &jumps, budget, exhausted, &mut lists);
        for raw in lists.best.iter().chain(&lists.offences) {
            let next = board.after(ruled, SIDE, *raw);
            count += lines::<R, OTHER, SIDE, COUNTING>(ruled, &next, depth - 1, budget, exhausted);
        }
    }
    match quiet {
        Some(Offence::None | Offence::OmitsCapture) => {
            board.each_man_step(ruled, SIDE, |raw| {
                let next = board.after_man_step(ruled, SIDE, raw);
                count +=
                    lines::<R, OTHER, SIDE, COUNTING>(ruled, &next, depth - 1, budget, exhausted);
            });
            board.each_king_step(ruled, SIDE, |raw| {
                let next = board.after(ruled, SIDE, raw);
                count +=
                    lines::<R, OTHER, SIDE, COUNTING>(ruled, &next, depth - 1, budget, exhausted);
            });
            count
        }
        // The game is lost: no line goes beyond it.
        Some(Offence::LosesGame) | None => count,
    }
}

/// How many moves there are: lines of one. Most need not be listed.
fn moves<R: Ruled, const SIDE: usize, const COUNTING: u8>(
    ruled: &R,
    board: &Board<R::Word>,
    budget: u64,
    exhausted: &mut Option<BudgetExhausted>,
) -> u64 {
    let rules = &ruled.law().rules;
    let has_kings = board.kings.any();
    if rules.objective == Objective::FirstKing && has_kings {
        return 0;
    }
    let jumps = board.man_jumps(ruled, SIDE);
    let mut count = 0;
    if jumps.men.any() || (has_kings && board.kings_capture(ruled, SIDE)) {
        let counted = if has_kings {
            None
        } else {
            jump_count::count::<R, SIDE, COUNTING>(ruled, board, &jumps)
        };
        count = match counted {
            Some(count) => count,
            None => listed_captures::<R, SIDE, COUNTING>(ruled, board, budget, exhausted),
        };
        if quiet_beside_captures(rules).is_none() {
            return count;
        }
    }
    count + board.count_quiet(ruled, SIDE)
}

/// How many captures there are, where they must be listed. Apart from the rest, which is then small and quick.
#[inline(never)]
fn listed_captures<R: Ruled, const SIDE: usize, const COUNTING: u8>(
    ruled: &R,
    board: &Board<R::Word>,
    budget: u64,
    exhausted: &mut Option<BudgetExhausted>,
) -> u64 {
    let jumps = board.man_jumps(ruled, SIDE);
    let mut lists = Lists::new();
    list_captures::<R, SIDE, COUNTING>(ruled, board, &jumps, budget, exhausted, &mut lists);
    (lists.best.len() + lists.offences.len()) as u64
}

/// Lists the captures; none, and the error is kept, where they cannot be known.
#[inline(always)]
fn list_captures<R: Ruled, const SIDE: usize, const COUNTING: u8>(
    ruled: &R,
    board: &Board<R::Word>,
    jumps: &ManJumps<R::Word>,
    budget: u64,
    exhausted: &mut Option<BudgetExhausted>,
    lists: &mut Lists<R::Word>,
) {
    if !captures::find::<R, SIDE, COUNTING>(ruled, board, jumps, lists) {
        *lists = wide_captures::<R, SIDE, COUNTING>(ruled, board, budget).unwrap_or_else(|error| {
            *exhausted = Some(error);
            Lists::new()
        });
    }
}

/// Captures where the quick search has given up.
#[cold]
#[inline(never)]
fn wide_captures<R: Ruled, const SIDE: usize, const COUNTING: u8>(
    ruled: &R,
    board: &Board<R::Word>,
    budget: u64,
) -> Result<Lists<R::Word>, BudgetExhausted> {
    if COUNTING == counting::UNIQUE {
        capture_tree::captures(ruled.law(), board, SIDE, &mut Work::new(budget))
    } else {
        Err(BudgetExhausted {
            budget: u64::from(captures::ROUTE_PATIENCE),
        })
    }
}
