//! Which positions can still come again: their keys since the last move that cannot be undone, and in a record the
//! whole positions too, so that no two positions are ever taken for one.

use smallvec::SmallVec;

use crate::Position;

/// A position that can still come again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// Its key.
    pub(super) key: u128,
    /// Whether the side to move is in check.
    pub(super) check: bool,
}

impl Entry {
    pub(super) fn of(position: &Position) -> Entry {
        Entry {
            key: position.key(),
            check: position.in_check(),
        }
    }
}

/// The keys since the last irreversible move, the current position's last. Never empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Window {
    pub(super) entries: Vec<Entry>,
}

impl Window {
    pub(super) fn new(position: &Position) -> Window {
        Window {
            entries: vec![Entry::of(position)],
        }
    }

    /// The number of plies that could be undone.
    pub(super) fn reversible_plies(&self) -> usize {
        self.entries.len().saturating_sub(1)
    }

    /// Takes in the position after a move that was made in `before`, the current position so far.
    pub(super) fn push(&mut self, before: &Position, position: &Position, irreversible: bool) {
        let entry = Entry {
            key: position.key_after(before, self.key()),
            check: position.in_check(),
        };
        self.enter(entry, irreversible);
    }

    /// Takes in the position after a move.
    pub(super) fn enter(&mut self, entry: Entry, irreversible: bool) {
        if irreversible {
            self.entries.clear();
        }
        self.entries.push(entry);
    }

    /// The key of the current position.
    pub(super) fn key(&self) -> u128 {
        self.entries.last().map_or(0, |entry| entry.key)
    }

    /// How often a position with this key has stood.
    pub(super) fn occurrences(&self, key: u128) -> u32 {
        let count = self.entries.iter().filter(|entry| entry.key == key).count();
        u32::try_from(count).unwrap_or(u32::MAX)
    }

    /// Whether a position has come `times` times or more with the opponent of the side to move on turn: one that a move
    /// can bring about once more.
    pub(super) fn repeats_after_move(&self, times: u32) -> bool {
        let reach = (times as usize).saturating_mul(2);
        if times == 0 || self.entries.len() < reach {
            return false;
        }
        let mut keys: SmallVec<[u128; 16]> = self
            .entries
            .iter()
            .rev()
            .skip(1)
            .step_by(2)
            .map(|entry| entry.key)
            .collect();
        keys.sort_unstable();
        keys.chunk_by(|a, b| a == b)
            .any(|group| group.len() >= times as usize)
    }
}

/// Every position of a record. Those that can come again are the last ones, as many as the window has keys.
#[derive(Clone, Debug)]
pub(super) struct History {
    positions: Vec<Position>,
    /// Whether the reader of the record searches for mates himself.
    pub(super) defers_searches: bool,
}

impl History {
    pub(super) fn new(position: &Position) -> History {
        History {
            positions: vec![position.clone()],
            defers_searches: false,
        }
    }

    /// Makes room for so many further positions.
    pub(super) fn reserve(&mut self, plies: usize) {
        self.positions.reserve(plies);
    }

    /// Takes in the position after a move.
    pub(super) fn push(&mut self, position: Position) {
        self.positions.push(position);
    }

    /// Puts another position in the place of the last: a piece was huffed.
    pub(super) fn replace_last(&mut self, position: &Position) {
        self.positions.pop();
        self.push(position.clone());
    }

    /// Forgets the last position: a move was taken back.
    pub(super) fn take_back(&mut self) {
        self.positions.pop();
    }

    /// The plies at which this very position stood since the last irreversible move, oldest first: the keys of the window say where to
    /// look, the whole positions decide.
    pub(super) fn plies_of(
        &self,
        window: &Window,
        key: u128,
        position: &Position,
    ) -> impl Iterator<Item = u32> {
        let first = self.positions.len().saturating_sub(window.entries.len());
        let same_key = window.entries.iter().zip(first..);
        same_key
            .filter(move |(entry, _)| entry.key == key)
            .map(|(_, ply)| ply)
            .filter(move |ply| self.positions.get(*ply) == Some(position))
            .map(|ply| u32::try_from(ply).unwrap_or(u32::MAX))
    }

    /// Every position, by ply.
    pub(super) fn positions(&self) -> &[Position] {
        &self.positions
    }
}
