//! The moves of a record by their coordinates: UCI in chess, the full path in draughts, whatever notation the record is in.

use crate::{Move, Position};

/// The moves that were played, in order, as the lines that a fingerprint is taken of: a long record has many, so all lie in one text.
#[derive(Clone, Debug, Default)]
pub(in crate::adjudication) struct Coordinates {
    /// `move e2e4` and so on, a line for each move that was played by the rules.
    lines: Vec<u8>,
    /// The moves that broke the rules and stand, in order. They have no line.
    gaps: Vec<Gap>,
    /// The moves, of both kinds.
    count: usize,
    /// Where the text of a move of draughts is made.
    scratch: String,
}

/// A move that broke the rules and stands.
#[derive(Clone, Copy, Debug)]
struct Gap {
    /// Which move it is, from 0.
    index: usize,
    /// Where the line of the next move begins.
    next: usize,
}

impl Coordinates {
    /// Makes room for so many moves.
    pub(super) fn reserve(&mut self, moves: usize) {
        self.lines.reserve("move e2e4\n".len() * moves);
    }

    /// Adds a move that was made in this position.
    pub(super) fn push(&mut self, before: &Position, m: &Move) {
        self.lines.extend_from_slice(b"move ");
        match (before, m) {
            (Position::Chess(position), Move::Chess(m)) => position.push_uci(&mut self.lines, m),
            (Position::Draughts(position), Move::Draughts(m)) => {
                self.scratch.clear();
                position.push_full_text(&mut self.scratch, m);
                self.lines.extend_from_slice(self.scratch.as_bytes());
            }
            _ => debug_assert!(false, "a move of the other game"),
        }
        self.lines.push(b'\n');
        self.count += 1;
    }

    /// Adds a move that broke the rules and stands.
    pub(super) fn push_irregular(&mut self) {
        let (index, next) = (self.count, self.lines.len());
        self.gaps.push(Gap { index, next });
        self.count += 1;
    }

    /// The moves that were played, those among them that broke the rules included.
    pub(in crate::adjudication) fn count(&self) -> usize {
        self.count
    }

    /// Whether the move with this index was played though it broke the rules.
    pub(in crate::adjudication) fn is_irregular(&self, index: usize) -> bool {
        let found = self.gaps.binary_search_by_key(&index, |gap| gap.index);
        found.is_ok()
    }

    /// Adds the lines of all moves to a text. Those of the moves that broke the rules are for the caller to write.
    pub(in crate::adjudication) fn write_lines(
        &self,
        text: &mut Vec<u8>,
        mut irregular: impl FnMut(&mut Vec<u8>, usize),
    ) {
        let mut written = 0;
        for gap in &self.gaps {
            text.extend_from_slice(self.lines.get(written..gap.next).unwrap_or_default());
            irregular(text, gap.index);
            written = gap.next;
        }
        text.extend_from_slice(self.lines.get(written..).unwrap_or_default());
    }
}
