//! The moves of a record by their coordinates: UCI in chess, the full path in draughts, whatever notation the record is in.

use crate::{Move, Position};

/// Every move that was played, in order. All texts lie in one string: a long record has many.
#[derive(Clone, Debug, Default)]
pub(in crate::adjudication) struct Coordinates {
    text: String,
    /// Where the text of each move ends. It is empty for a move that broke the rules and stands.
    ends: Vec<usize>,
}

/// How a move of a record was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::adjudication) enum Played<'c> {
    /// By the rules: its coordinates.
    Legally(&'c str),
    /// It broke the rules and stands.
    Irregularly,
}

impl Coordinates {
    /// Makes room for so many moves.
    pub(super) fn reserve(&mut self, moves: usize) {
        self.text.reserve(4 * moves);
        self.ends.reserve(moves);
    }

    /// Adds a move that was made in this position.
    pub(super) fn push(&mut self, before: &Position, m: &Move) {
        match (before, m) {
            (Position::Chess(position), Move::Chess(m)) => position.push_uci(&mut self.text, m),
            (Position::Draughts(position), Move::Draughts(m)) => {
                position.push_full_text(&mut self.text, m);
            }
            _ => debug_assert!(false, "a move of the other game"),
        }
        self.ends.push(self.text.len());
    }

    /// Adds a move that broke the rules and stands.
    pub(super) fn push_irregular(&mut self) {
        self.ends.push(self.text.len());
    }

    /// The move with this index; none if it was not played.
    pub(in crate::adjudication) fn get(&self, index: usize) -> Option<Played<'_>> {
        let end = *self.ends.get(index)?;
        let start = match index {
            0 => 0,
            _ => *self.ends.get(index - 1)?,
        };
        Some(match self.text.get(start..end) {
            None | Some("") => Played::Irregularly,
            Some(text) => Played::Legally(text),
        })
    }
}
