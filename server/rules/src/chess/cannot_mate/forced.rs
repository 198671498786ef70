//! Can this side force mate, whatever the other plays? (US Chess 14E)
//!
//! An AND/OR search, one move of the winner deeper each time: every position in which the winner is on move needs one move that mates
//! or keeps the mate, every other one needs an answer to all replies. It is bounded by the number of moves and by positions, never by
//! time, and has three answers: a forced mate with a line that was played through, none within so many moves, or not found out. The
//! counters of the 50 moves and repetitions are ignored, as everywhere in this room.

use std::collections::HashMap;

use shakmaty::{Chess, Color, Move, Position as _};

use super::{
    Budget,
    position_key::{PackedMove, PositionKey},
};
use crate::Interrupt;

/// Moves of the winner within which a mate is looked for.
pub const MOST_FORCED_MOVES: u32 = 20;

/// Whether a side can force mate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Forced {
    /// Yes: by this line against a long defence, which was played through.
    Mate {
        /// The moves of both sides from the position asked about. Empty if the loser is mated already.
        line: Vec<Move>,
    },
    /// No: not within so many moves of the winner. `None`: not within any number of moves.
    None {
        /// The number of moves.
        within: Option<u32>,
    },
    /// The budget was spent. It is known that there is no mate within so many moves of the winner.
    Undetermined {
        /// The number of moves; 0: nothing is known.
        within: u32,
    },
}

/// Whether `winner` can force mate from `position`, and how many positions were looked at.
#[must_use]
pub fn forced_mate(
    position: &Chess,
    winner: Color,
    budget: Budget,
    interrupt: &Interrupt,
) -> (Forced, u32) {
    let mut search = Search {
        winner,
        limit: budget.get(),
        visited: 0,
        known: HashMap::new(),
        interrupt,
    };
    let mut answer = Forced::None {
        within: Some(MOST_FORCED_MOVES),
    };
    for moves in 1..=MOST_FORCED_MOVES {
        let found = if position.turn() == winner {
            search.attack(position, moves)
        } else {
            search.defend(position, moves)
        };
        match found {
            Found::NotWithin => continue,
            Found::Mate => {
                if let Some(line) = search.line(position) {
                    answer = Forced::Mate { line };
                    break;
                }
                // A line that cannot be played through proves nothing.
                answer = Forced::Undetermined { within: moves - 1 };
            }
            Found::Never => answer = Forced::None { within: None },
            Found::Spent => answer = Forced::Undetermined { within: moves - 1 },
        }
        break;
    }
    interrupt.count(search.visited as usize);
    (answer, search.visited)
}

/// What is found out about a position, for so many moves of the winner.
enum Found {
    Mate,
    /// No mate within these moves.
    NotWithin,
    /// No mate within any number of moves.
    Never,
    /// The budget is spent.
    Spent,
}

/// What is known of a position in which the winner is on move.
#[derive(Clone, Copy)]
enum Known {
    /// He mates within so many moves, beginning with this one.
    Mates { within: u32, by: PackedMove },
    /// He cannot mate within so many moves.
    NotWithin(u32),
    /// He can never force mate.
    Never,
}

struct Search<'i> {
    winner: Color,
    limit: u32,
    visited: u32,
    known: HashMap<PositionKey, Known>,
    interrupt: &'i Interrupt,
}

impl Search<'_> {
    /// The winner is on move, and has so many moves to mate.
    fn attack(&mut self, position: &Chess, moves: u32) -> Found {
        if position.has_insufficient_material(self.winner) {
            return Found::Never;
        }
        if moves == 0 {
            return Found::NotWithin;
        }
        let key = PositionKey::of(position);
        match self.known.get(&key) {
            Some(Known::Mates { within, .. }) if *within <= moves => return Found::Mate,
            Some(Known::NotWithin(within)) if *within >= moves => return Found::NotWithin,
            Some(Known::Never) => return Found::Never,
            _ => {}
        }
        let mut found = Known::Never;
        // Checks leave few replies, so they are looked at first; with the last move nothing else mates.
        let tries = position.legal_moves();
        let after = |m: &Move| {
            let mut after = position.clone();
            after.play_unchecked(*m);
            after
        };
        let mut tries: Vec<(bool, Move, Chess)> = tries
            .iter()
            .map(|m| (m, after(m)))
            .map(|(m, after)| (!after.is_check(), *m, after))
            .collect();
        tries.sort_by_key(|(is_quiet, _, _)| *is_quiet);
        for (is_quiet, m, after) in &tries {
            if *is_quiet && moves == 1 {
                found = Known::NotWithin(moves);
                break;
            }
            match self.defend(after, moves - 1) {
                Found::Mate => {
                    found = Known::Mates {
                        within: moves,
                        by: PackedMove::of(*m),
                    };
                    break;
                }
                Found::Never => {}
                Found::NotWithin => found = Known::NotWithin(moves),
                Found::Spent => return Found::Spent,
            }
        }
        self.known.insert(key, found);
        match found {
            Known::Mates { .. } => Found::Mate,
            Known::NotWithin(_) => Found::NotWithin,
            Known::Never => Found::Never,
        }
    }

    /// The other side is on move, and the winner has so many moves behind it.
    fn defend(&mut self, position: &Chess, moves: u32) -> Found {
        if self.visited >= self.limit || self.interrupt.is_raised() {
            return Found::Spent;
        }
        self.visited += 1;
        let mut replies = position.legal_moves();
        if replies.is_empty() {
            return match position.is_check() {
                true => Found::Mate,
                false => Found::Never,
            };
        }
        if position.has_insufficient_material(self.winner) {
            return Found::Never;
        }
        if moves == 0 {
            return Found::NotWithin;
        }
        // What takes the winner's last piece ends the question for ever.
        replies.sort_by_key(|m| !m.is_capture());
        for m in &replies {
            let mut after = position.clone();
            after.play_unchecked(*m);
            match self.attack(&after, moves) {
                Found::Mate => {}
                other => return other,
            }
        }
        Found::Mate
    }

    /// The forced mate from here: of the replies always the one that is known to last longest. None unless it ends in mate.
    fn line(&self, start: &Chess) -> Option<Vec<Move>> {
        let mut position = start.clone();
        let mut line = Vec::new();
        while !position.is_checkmate() {
            let legal = position.legal_moves();
            let next = if position.turn() == self.winner {
                let (_, by) = self.mates(&position)?;
                legal.into_iter().find(|m| PackedMove::of(*m) == by)?
            } else {
                let lasts = |m: &Move| {
                    let mut after = position.clone();
                    after.play_unchecked(*m);
                    self.mates(&after).map(|(within, _)| within)
                };
                let mut longest = None;
                for m in legal {
                    let within = lasts(&m)?;
                    if longest.is_none_or(|(most, _)| within > most) {
                        longest = Some((within, m));
                    }
                }
                longest?.1
            };
            position = position.play(next).ok()?;
            line.push(next);
            if line.len() > 2 * MOST_FORCED_MOVES as usize {
                return None;
            }
        }
        (position.turn() != self.winner).then_some(line)
    }

    fn mates(&self, position: &Chess) -> Option<(u32, PackedMove)> {
        match self.known.get(&PositionKey::of(position))? {
            Known::Mates { within, by } => Some((*within, *by)),
            Known::NotWithin(_) | Known::Never => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::{CastlingMode, fen::Fen, san::SanPlus};

    use super::*;

    fn ask(fen: &str, winner: Color, positions: u32) -> (Forced, u32, Vec<String>) {
        let fen: Fen = fen.parse().unwrap();
        let start: Chess = fen.into_position(CastlingMode::Standard).unwrap();
        let budget = Budget::positions(positions);
        let (forced, visited) = forced_mate(&start, winner, budget, &Interrupt::default());
        let mut told = Vec::new();
        if let Forced::Mate { line } = &forced {
            let mut position = start;
            for m in line {
                told.push(SanPlus::from_move_and_play_unchecked(&mut position, *m).to_string());
            }
        }
        (forced, visited, told)
    }

    /// Black's king is shut in by his own pawn, and he has only moves of the other one.
    const SHUT_IN: &str = "8/7p/8/8/8/8/p1K5/k2N4 b - - 0 1";

    #[test]
    fn a_knight_mates_a_king_that_its_own_pawn_shuts_in() {
        let (forced, _, line) = ask(SHUT_IN, Color::White, 10_000);
        assert!(matches!(forced, Forced::Mate { .. }), "{forced:?}");
        assert_eq!(line, ["h6", "Ne3", "h5", "Kc1", "h4", "Nc2#"]);
    }

    #[test]
    fn who_takes_the_last_piece_is_not_mated() {
        let (forced, _, _) = ask("8/8/8/8/8/1N6/pk6/3K4 b - - 0 1", Color::White, 10_000);
        assert_eq!(forced, Forced::None { within: None });
    }

    #[test]
    fn a_bishop_against_pieces_that_are_free_forces_nothing_within_the_moves_looked_at() {
        let fen = "8/1r5p/2k5/8/8/4K3/3B4/8 w - - 0 1";
        let (forced, visited, _) = ask(fen, Color::White, 5_000);
        let Forced::Undetermined { within } = forced else {
            panic!("{forced:?}");
        };
        assert!(within >= 1 && visited == 5_000, "{within} {visited}");
        // The same question has the same answer; a larger budget knows no less.
        assert_eq!(ask(fen, Color::White, 5_000).0, forced);
        assert!(matches!(
            ask(fen, Color::White, 50_000).0,
            Forced::Undetermined { within: more } if more >= within
        ));
    }

    #[test]
    fn nothing_is_known_without_a_budget() {
        let (forced, visited, _) = ask(SHUT_IN, Color::White, 0);
        assert_eq!((forced, visited), (Forced::Undetermined { within: 0 }, 0));
    }

    #[test]
    fn what_is_forced_can_be_mated_and_no_reply_escapes_from_it() {
        // Every reply to every move of the line leaves a forced mate.
        let fen: Fen = SHUT_IN.parse().unwrap();
        let mut position: Chess = fen.into_position(CastlingMode::Standard).unwrap();
        let budget = Budget::positions(50_000);
        let all = Interrupt::default();
        let (Forced::Mate { line }, _) = forced_mate(&position, Color::White, budget, &all) else {
            panic!("not found");
        };
        for m in line {
            if position.turn() == Color::Black {
                for reply in position.legal_moves() {
                    let mut after = position.clone();
                    after.play_unchecked(reply);
                    let (answer, _) = forced_mate(&after, Color::White, budget, &all);
                    assert!(matches!(answer, Forced::Mate { .. }), "{reply}");
                }
            }
            position.play_unchecked(m);
        }
        assert!(position.is_checkmate());
    }
}
