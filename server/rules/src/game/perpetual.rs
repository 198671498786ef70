//! Whether a side can give check for ever: a rule of casual play in which an offer of perpetual check can draw.

use std::collections::HashSet;

use crate::{
    Side,
    chess::{Move, Position},
};

/// Positions that the question may visit: bounded by number, so that the same input always gives the same answer.
pub const PERPETUAL_BUDGET: u32 = 5_000;
/// The checks within which a repetition must have come, tried one after another.
const DEPTHS: [usize; 5] = [2, 4, 8, 16, 32];

/// Whether a side can force a series of checks that never ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ForEver {
    /// It can, whatever the replies.
    Yes {
        /// One course of it, with a long defence, until a position comes again. It was played through.
        line: Vec<Move>,
        /// After so many half-moves of the line the position stood to which the whole line comes back.
        returns_to: usize,
    },
    /// It cannot: every series of checks ends.
    No,
    /// The opponent is on move and not in check: no series of checks is under way.
    NoCheck,
    /// A bound was reached.
    Undetermined,
}

/// The answer of the search, and how many positions it looked at. Never [`ForEver::Yes`] by mistake.
pub(crate) fn check_for_ever(position: &Position, side: Side) -> (ForEver, u32) {
    let on_move = position.side_to_move() == side;
    if !on_move && !position.in_check() {
        return (ForEver::NoCheck, 0);
    }
    let mut left = PERPETUAL_BUDGET;
    // Short cycles first: a long line of other checks must not use up the work.
    for longest in DEPTHS {
        let mut search = Search {
            left,
            longest,
            cut: false,
            path: Vec::new(),
            failed: HashSet::new(),
        };
        let found = if on_move {
            search.checks(position)
        } else {
            // The opponent is in check, and every way out must lead to further checks.
            search.every_reply(position)
        };
        left = search.left;
        let visited = PERPETUAL_BUDGET - left;
        match found {
            Some(course) => {
                let first_check = usize::from(!on_move);
                let returns_to = first_check + 2 * course.returns_to;
                let line = course.line();
                let answer = if holds(position, side, &line, returns_to) {
                    ForEver::Yes { line, returns_to }
                } else {
                    ForEver::Undetermined
                };
                return (answer, visited);
            }
            None if !search.cut => return (ForEver::No, visited),
            None => {}
        }
    }
    (ForEver::Undetermined, PERPETUAL_BUDGET - left)
}

/// Whether a line can be played from here, is all checks of this side, and comes back to where it stood after so many half-moves.
fn holds(start: &Position, side: Side, line: &[Move], returns_to: usize) -> bool {
    let mut position = start.clone();
    let mut stood = None;
    for (index, m) in line.iter().enumerate() {
        if index == returns_to {
            stood = Some(position.clone());
        }
        let checks = position.side_to_move() == side;
        if !position.legal_moves().contains(m) {
            return false;
        }
        position.play(m);
        if checks && !position.in_check() {
            return false;
        }
    }
    stood.is_some_and(|stood| stood == position)
}

/// A way to check on until a position of the path comes again.
struct Course {
    /// The moves, the last one first.
    reversed: Vec<Move>,
    /// The place on the path of the position that comes again.
    returns_to: usize,
}

impl Course {
    fn line(self) -> Vec<Move> {
        let mut line = self.reversed;
        line.reverse();
        line
    }

    fn behind(mut self, m: &Move) -> Course {
        self.reversed.push(*m);
        self
    }
}

struct Search {
    left: u32,
    longest: usize,
    /// Whether a bound was reached: from then on a failure proves nothing.
    cut: bool,
    /// Positions of the checking side on the way here: to come back to one is to check for ever.
    path: Vec<Position>,
    /// Positions from which it is known that the checks end. What succeeds is not kept: it may rest on the path.
    failed: HashSet<Position>,
}

impl Search {
    /// The checking side is on move.
    fn checks(&mut self, position: &Position) -> Option<Course> {
        if let Some(returns_to) = self.path.iter().position(|stood| stood == position) {
            return Some(Course {
                reversed: Vec::new(),
                returns_to,
            });
        }
        if self.failed.contains(position) {
            return None;
        }
        if self.left == 0 || self.path.len() >= self.longest {
            self.cut = true;
            return None;
        }
        self.left -= 1;
        self.path.push(position.clone());
        let found = position.legal_moves().iter().find_map(|m| {
            let after = position.after(m);
            let goes_on = after.in_check() && after.board_ending().is_none();
            let course = if goes_on {
                self.every_reply(&after)
            } else {
                None
            };
            course.map(|course| course.behind(m))
        });
        self.path.pop();
        if found.is_none() && !self.cut {
            self.failed.insert(position.clone());
        }
        found
    }

    /// The checked side is on move: every reply must be answered. Of the courses the longest is shown, the first of these.
    fn every_reply(&mut self, position: &Position) -> Option<Course> {
        let mut longest: Option<Course> = None;
        for m in &position.legal_moves() {
            let after = position.after(m);
            if after.board_ending().is_some() {
                return None;
            }
            let course = self.checks(&after)?.behind(m);
            let known = longest.as_ref().map_or(0, |it| it.reversed.len());
            if course.reversed.len() > known {
                longest = Some(course);
            }
        }
        longest
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Strictness,
        chess::{ChessVariant, Language},
    };

    fn position(fen: &str) -> Position {
        let parsed = Position::from_fen(ChessVariant::Chess, fen, Strictness::Strict);
        parsed.unwrap().position
    }

    fn told(board: &Position, line: &[Move]) -> Vec<String> {
        let mut position = board.clone();
        let mut told = Vec::new();
        for m in line {
            told.push(position.san(m, Language::English));
            position.play(m);
        }
        told
    }

    #[test]
    fn a_queen_that_checks_to_and_fro_checks_for_ever() {
        // The pawns on f6 and g7 leave no other way.
        let board = position("6k1/6p1/5p2/7Q/8/8/qq6/7K w - - 0 1");
        let (ForEver::Yes { line, returns_to }, visited) = check_for_ever(&board, Side::White)
        else {
            panic!("not found");
        };
        assert_eq!(told(&board, &line), ["Qe8+", "Kh7", "Qh5+", "Kg8"]);
        assert_eq!(returns_to, 0);
        assert!(visited > 0);
    }

    #[test]
    fn the_line_of_a_checked_opponent_begins_with_his_reply() {
        let board = position("4Q1k1/6p1/5p2/8/8/8/qq6/7K b - - 0 1");
        let (ForEver::Yes { line, returns_to }, _) = check_for_ever(&board, Side::White) else {
            panic!("not found");
        };
        let told = told(&board, &line);
        assert_eq!(told, ["Kh7", "Qh5+", "Kg8", "Qe8+", "Kh7"]);
        assert_eq!(returns_to, 1);
    }

    #[test]
    fn a_lone_check_is_not_perpetual() {
        let board = position("7k/8/6P1/8/8/8/q7/7K w - - 0 1");
        assert_eq!(check_for_ever(&board, Side::White).0, ForEver::No);
    }

    #[test]
    fn a_long_chase_is_not_determined() {
        // An open board and a king that walks: more checks than are looked at.
        let board = position("8/8/3k4/8/8/8/2r2q2/Q6K w - - 0 1");
        let (answer, visited) = check_for_ever(&board, Side::White);
        assert_eq!(answer, ForEver::Undetermined);
        assert!(visited <= PERPETUAL_BUDGET);
    }

    #[test]
    fn without_a_check_no_series_is_under_way() {
        let board = position("6k1/6p1/5p2/7Q/8/8/qq6/7K b - - 0 1");
        assert_eq!(check_for_ever(&board, Side::White), (ForEver::NoCheck, 0));
    }
}
