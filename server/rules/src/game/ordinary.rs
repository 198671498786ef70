//! The ordinary stretches of a record: moves of chess that raise no question, played many at a time. Those of draughts are in a file of
//! their own.
//!
//! A move is ordinary if its text is plain SAN, it is legal, nobody owes anything, and nothing ends with it: no mate or stalemate, no
//! dead material, no count or repetition that is automatic. Nearly all moves are, and a game that was played so is the same as one
//! that was played move by move. Whatever is not plainly ordinary is left to [`Game::play_as`].

mod draughts;

use super::{
    action::RequestedMove,
    mating::needs_search,
    obligations::Obligations,
    record::Game,
    state::GameState,
    window::{Entry, History},
};
use crate::{
    chess::{Step, Stretch},
    position::{Move, Position, Reading},
    rulebook::{EndRules, Mode},
};

/// The counts at which a game ends by itself.
#[derive(Clone, Copy)]
struct Limits {
    /// Occurrences of a position.
    occurrences: Option<u16>,
    /// Plies without a capture or a move of a pawn.
    plies: Option<u32>,
}

impl Limits {
    fn of(rules: &EndRules) -> Limits {
        let occurrences = [
            (rules.fivefold.mode, rules.fivefold.count),
            (rules.repetition.mode, rules.repetition.count),
        ];
        let moves = [
            (rules.seventy_five.mode, rules.seventy_five.limit),
            (rules.fifty.mode, rules.fifty.limit),
        ];
        fn least(counts: [(Mode, u16); 2]) -> Option<u16> {
            let automatic = counts.into_iter().filter(|(mode, _)| *mode == Mode::Auto);
            automatic.map(|(_, count)| count).min()
        }
        Limits {
            occurrences: least(occurrences),
            plies: least(moves).map(|moves| 2 * u32::from(moves)),
        }
    }
}

impl Game {
    /// Plays the ordinary moves at the head of these, up to the first that may be none; returns how many.
    pub(crate) fn play_ordinary<'m>(
        &mut self,
        requests: impl Iterator<Item = &'m RequestedMove>,
        reading: &Reading,
    ) -> usize {
        if self.irregular {
            return 0;
        }
        if self.state.position.as_draughts().is_some() {
            return self.play_ordinary_draughts(requests);
        }
        let state = &mut self.state;
        let Some((mut stretch, mut history)) = state.begin_stretch(reading) else {
            return 0;
        };
        let before = self.moves.len();
        let limits = Limits::of(state.ruleset.end_rules());
        for request in requests {
            let RequestedMove::Text(text) = request else {
                break;
            };
            let step = stretch.play(text);
            let Some(step) = step.filter(|step| state.goes_on_after(step, stretch.key(), limits))
            else {
                break;
            };
            let entry = Entry {
                key: stretch.key(),
                check: stretch.is_check(),
            };
            state.count_ordinary(&step, entry);
            history.push(Position::Chess(stretch.position()));
            self.moves.push(Move::Chess(step.m));
        }
        let played = self.moves.len() - before;
        if let Some(last) = history.positions().last().filter(|_| played > 0) {
            state.position.clone_from(last);
        }
        state.history = Some(history);
        if played > 0 {
            state.dead = state.ask_whether_dead();
        }
        played
    }
}

impl GameState {
    /// What is needed to go on from here by ordinary moves, if one may follow. The history is taken out: put it back.
    fn begin_stretch(&mut self, reading: &Reading) -> Option<(Stretch, History)> {
        let nothing_owed = self.counters.duty == [None; 2]
            && self.obligations == Obligations::default()
            && self.ending.is_none();
        if !nothing_owed || !self.defers_searches() || !needs_search(self.ruleset.end_rules()) {
            return None;
        }
        let position = self.position.as_chess()?;
        let stretch = Stretch::from(position, self.key(), reading.chess)?;
        Some((stretch, self.history.take()?))
    }

    /// Whether no count and no repetition ends the game with this move, which leads to a position of this key.
    fn goes_on_after(&self, step: &Step, key: u128, limits: Limits) -> bool {
        let clock = match step.captured.is_some() || step.pawn_move {
            true => 0,
            false => self.counters.clock.value.saturating_add(1),
        };
        if limits.plies.is_some_and(|limit| clock >= limit) {
            return false;
        }
        let Some(limit) = limits.occurrences.filter(|_| !step.irreversible) else {
            return true;
        };
        // It stood at every second ply at most, this one included.
        let reversible = self.window.reversible_plies() + 1;
        reversible < 2 * usize::from(limit.saturating_sub(1))
            || self.window.occurrences(key) + 1 < u32::from(limit)
    }

    /// Takes in an ordinary move, but for the position itself.
    fn count_ordinary(&mut self, step: &Step, entry: Entry) {
        let capture = step.captured.is_some();
        self.ply = self.ply.saturating_add(1);
        self.counters
            .step_ordinary(step.mover, self.ply, capture, step.pawn_move);
        self.window.enter(entry, step.irreversible);
        if let Some(kind) = step.captured {
            let count = &mut self.taken[step.mover.index()][kind as usize];
            *count = count.saturating_add(1);
        }
    }
}
