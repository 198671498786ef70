//! A game as it is recorded: a start, a law and a list of actions. Everything else is derived from them.

use std::sync::Arc;

use super::{
    action::{Action, RequestedMove},
    ending::Ending,
    state::{Applied, GameState, Note, Refusal, WrongLaw},
    window::History,
};
use crate::{
    Position, Ruleset,
    position::{Move, Reading},
};

/// A game with every action and every position: what disputes are decided on.
///
/// It goes on by the same steps as a [`GameState`], but compares whole positions, never keys alone.
#[derive(Clone, Debug)]
pub struct Game {
    pub(super) state: GameState,
    actions: Vec<Action>,
    pub(super) moves: Vec<Move>,
    pub(super) irregular: bool,
}

impl Game {
    /// A game from the start position.
    #[must_use]
    pub fn start(ruleset: Arc<Ruleset>) -> Game {
        Game::recording(GameState::start(ruleset))
    }

    /// A game from another position; see [`GameState::start_from`].
    ///
    /// # Errors
    /// The position is one of another variant, or of other rules of movement.
    pub fn start_from(
        ruleset: Arc<Ruleset>,
        position: Position,
        history_known: bool,
    ) -> Result<Game, WrongLaw> {
        GameState::start_from(ruleset, position, history_known).map(Game::recording)
    }

    fn recording(mut state: GameState) -> Game {
        state.history = Some(History::new(&state.position));
        Game {
            state,
            actions: Vec::new(),
            moves: Vec::new(),
            irregular: false,
        }
    }

    /// Applies an action; see [`GameState::apply_as`].
    ///
    /// # Errors
    /// Every rule that it breaks. The game is then unchanged.
    pub fn apply_as(&mut self, action: &Action, reading: &Reading) -> Result<Applied, Refusal> {
        let applied = self.state.apply_as(action, reading)?;
        self.actions.push(action.clone());
        // A correction takes a move out of the game.
        self.moves.truncate(self.state.ply as usize);
        self.moves
            .extend(applied.played.as_ref().map(|played| played.m));
        Ok(applied)
    }

    /// Plays a move without its description, which takes time, and without keeping the action: what a long record is read with, which
    /// has its actions already.
    ///
    /// # Errors
    /// As [`Game::apply_as`].
    pub fn play_as(
        &mut self,
        request: &RequestedMove,
        reading: &Reading,
    ) -> Result<(Move, Vec<Note>), Refusal> {
        let m = self.state.read_move(&request.as_request(), reading)?;
        let notes = self.state.play(&m);
        self.moves.push(m);
        Ok((m, notes))
    }

    /// Applies an action; see [`GameState::apply`].
    ///
    /// # Errors
    /// As [`Game::apply_as`].
    pub fn apply(&mut self, action: &Action) -> Result<Applied, Refusal> {
        self.apply_as(action, &Reading::default())
    }

    /// Ends the game; see [`GameState::end_as`].
    pub(crate) fn end_as(&mut self, ending: Ending) {
        self.state.end_as(ending);
    }

    /// Ends the game otherwise than it ended by itself; see [`GameState::rule_ended_as`].
    pub(crate) fn end_otherwise(&mut self, ending: Ending) {
        self.state.rule_ended_as(ending);
    }

    /// Leaves the searches for a mate to the caller: for dead positions, of whom only the last need be asked since death is final, and
    /// for whether a player can still be mated by whoever profits from his loss. What the material decides is decided at once.
    pub(crate) fn defer_searches(&mut self) {
        if let Some(history) = &mut self.state.history {
            history.defers_searches = true;
        }
    }

    /// Makes room for so many moves.
    pub(crate) fn reserve(&mut self, plies: usize) {
        self.moves.reserve(plies);
        if let Some(history) = &mut self.state.history {
            history.reserve(plies);
        }
    }

    /// Closes a record: a right to correct or to huff that nobody used is waived.
    pub fn close(&mut self) {
        self.state.waive();
    }

    /// The standing of the game.
    #[must_use]
    pub fn state(&self) -> &GameState {
        &self.state
    }

    /// The standing of the game, with the keys of positions in the place of positions: what travels.
    #[must_use]
    pub fn to_state(&self) -> GameState {
        self.state.without_history()
    }

    pub(super) fn state_mut(&mut self) -> &mut GameState {
        &mut self.state
    }

    /// Whether it went on from a move that broke the rules: then [`Game::moves`] are not all of its plies.
    pub(crate) fn is_irregular(&self) -> bool {
        self.irregular
    }

    /// The actions that [`Game::apply_as`] applied, in order.
    #[must_use]
    pub fn actions(&self) -> &[Action] {
        &self.actions
    }

    /// The moves that stand, by ply.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Every position, by ply: number 0 is the start.
    #[must_use]
    pub fn positions(&self) -> &[Position] {
        self.state.history.as_ref().map_or(&[], History::positions)
    }

    /// The plies at which the present position stood since the last irreversible move, oldest first: whole positions are
    /// compared.
    #[must_use]
    pub fn occurrence_plies(&self) -> Vec<u32> {
        let (history, state) = (self.state.history.as_ref(), &self.state);
        let plies = history.map(|it| it.plies_of(&state.window, state.key(), &state.position));
        plies.into_iter().flatten().collect()
    }
}
