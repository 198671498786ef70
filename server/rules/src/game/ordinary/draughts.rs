//! The ordinary stretches of a record of draughts: legal moves, played many at a time.
//!
//! Each is named by its squares and played without a list of moves, and what the counts need is carried along. Where an ending may have
//! come about, [`endings`] is asked. Left to [`Game::play_as`] is what is not legal, or an offence, and what is played while anything is
//! owed.

use std::sync::Arc;

use crate::{
    Kind, Position, Ruleset,
    draughts::{Carried, OrdinaryStep as Step},
    game::{
        action::RequestedMove,
        counters::{Progress, class_lists},
        endings,
        obligations::Obligations,
        record::Game,
        state::GameState,
        window::Entry,
    },
    position::Move,
    rulebook::{EndRules, Material, Mode},
};

/// What every ending that the rules list has on the board, so that most positions need not be compared with any.
struct Listed {
    /// Kings at the least.
    kings: u16,
    /// Men at the most.
    men: u16,
}

impl Listed {
    fn by(rules: &EndRules) -> Listed {
        let classes = || class_lists(rules).into_iter().flatten();
        let kings =
            classes().map(|class| u16::from(class.strong.kings) + u16::from(class.weak.kings));
        let men = classes().map(|class| u16::from(class.strong.men) + u16::from(class.weak.men));
        Listed {
            kings: kings.min().unwrap_or(u16::MAX),
            men: men.max().unwrap_or(0),
        }
    }

    /// Whether one of them may stand here.
    fn may_stand(&self, material: &Material) -> bool {
        let sum = |counts: [u8; 2]| counts.into_iter().map(u16::from).sum::<u16>();
        sum(material.kings) >= self.kings && sum(material.men) <= self.men
    }
}

impl Game {
    /// Plays the ordinary moves of draughts at the head of these; returns how many.
    pub(super) fn play_ordinary_draughts<'m>(
        &mut self,
        requests: impl Iterator<Item = &'m RequestedMove>,
    ) -> usize {
        let before = self.moves.len();
        let state = &mut self.state;
        let Some(mut carried) = state.carried_draughts() else {
            return 0;
        };
        let rules = Arc::clone(&state.ruleset);
        let listed = Listed::by(rules.end_rules());
        for request in requests {
            let RequestedMove::Text(text) = request else {
                break;
            };
            let Position::Draughts(position) = &mut state.position else {
                break;
            };
            let Some(step) = position.play_ordinary(&mut carried, text) else {
                break;
            };
            self.moves.push(Move::Draughts(step.m));
            state.take_in(&step, &carried, &rules, &listed);
            // Between much work and much work, whoever waits is to have a chance to call it off.
            if state.ending.is_some() || !step.is_plain {
                break;
            }
        }
        self.moves.len() - before
    }
}

impl GameState {
    /// What is needed to go on from here by ordinary moves, if one may follow.
    fn carried_draughts(&self) -> Option<Carried> {
        let nothing_owed = self.counters.duty == [None; 2]
            && self.obligations == Obligations::default()
            && self.ending.is_none();
        let position = self.position.as_draughts().filter(|_| nothing_owed)?;
        Some(Carried::with(position, self.key()))
    }

    /// Takes in an ordinary move that has been played on the board.
    fn take_in(&mut self, step: &Step, carried: &Carried, ruleset: &Ruleset, listed: &Listed) {
        let rules = ruleset.end_rules();
        self.ply = self.ply.saturating_add(1);
        let material = self.material_of(carried);
        let progress = Progress {
            capture: step.taken != [0; 2],
            promotion: step.m.promotes,
            man_move: step.man_move,
        };
        self.counters.count_own(step.mover);
        let classes = listed.may_stand(&material);
        self.counters
            .step_draughts(&material, rules, step.mover, self.ply, progress, classes);
        let entry = Entry {
            key: carried.key,
            check: false,
        };
        self.window.enter(entry, step.irreversible);
        if let Some(history) = &mut self.history {
            history.push(self.position.clone());
        }
        for (kind, taken) in [Kind::Man, Kind::King].into_iter().zip(step.taken) {
            let count = &mut self.taken[step.mover.index()][kind as usize];
            *count = count.saturating_add(u16::from(taken));
        }
        if step.may_end || self.may_be_drawn(&material, rules) {
            self.ending = endings::automatic(self);
        }
    }

    /// [`Position::material`], from what is carried along.
    fn material_of(&self, carried: &Carried) -> Material {
        let material = Material {
            men: carried.men,
            kings: carried.kings,
            ..Material::default()
        };
        // Where pieces stand matters where they are few.
        if material.total() > 8 {
            return material;
        }
        self.position.material().unwrap_or(material)
    }

    /// Whether a count or a repetition may end the game. `false` is certain.
    fn may_be_drawn(&self, material: &Material, rules: &EndRules) -> bool {
        let repetition = &rules.repetition;
        let repeats = || {
            repetition.mode == Mode::Auto
                && self.may_have_stood(repetition.count)
                && self.window.occurrences(self.key()) >= u32::from(repetition.count)
        };
        let one_king_each = rules.frisian_endings.one_king_each == Mode::Auto;
        one_king_each && material.total() <= 2
            || !self.limits_reached_with(Some(material)).is_empty()
            || repeats()
    }
}
