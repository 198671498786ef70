//! The game that a ruling walks through: from its record, with every position, or from a state, without.

use crate::{
    Position, Reading,
    game::{Action, Applied, Ending, Fact, FactKind, Game, GameState, Refusal},
};

/// The game that is walked: with its record, or from a state.
#[derive(Debug)]
pub(super) enum Board {
    /// With every position.
    Game(Box<Game>),
    /// Without.
    State(Box<GameState>),
}

impl Board {
    pub(super) fn state(&self) -> &GameState {
        match self {
            Board::Game(game) => game.state(),
            Board::State(state) => state,
        }
    }

    /// Every position by ply; none of a state.
    pub(super) fn positions(&self) -> &[Position] {
        match self {
            Board::Game(game) => game.positions(),
            Board::State(_) => &[],
        }
    }

    /// The state itself, with the keys of positions in the place of positions.
    pub(super) fn to_state(&self) -> GameState {
        match self {
            Board::Game(game) => game.to_state(),
            Board::State(state) => state.as_ref().clone(),
        }
    }

    pub(super) fn apply(&mut self, fact: &Fact, reading: &Reading) -> Result<Applied, Refusal> {
        let action = Action::Fact(fact.clone());
        match self {
            Board::Game(game) => game.apply_as(&action, reading),
            Board::State(state) => state.apply_as(&action, reading),
        }
    }

    /// Ends the game by what the game itself does not know.
    pub(super) fn end(&mut self, ending: Ending) {
        match self {
            Board::Game(game) => game.end_as(ending),
            Board::State(state) => state.end_as(ending),
        }
    }

    /// Ends the game otherwise than it ended by itself.
    pub(super) fn end_otherwise(&mut self, ending: Ending) {
        match self {
            Board::Game(game) => game.end_otherwise(ending),
            Board::State(state) => state.rule_ended_as(ending),
        }
    }

    /// Waives a right to correct or to huff that nobody used.
    pub(super) fn close(&mut self) {
        match self {
            Board::Game(game) => game.close(),
            Board::State(state) => {
                // The player who may call it is the one to move.
                let by = state.position().side_to_move();
                let fact = Action::fact(by, FactKind::LetStand);
                // Refused only where nothing is open; then there is nothing to waive.
                let _ = state.apply(&fact);
            }
        }
    }
}
