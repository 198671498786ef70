//! A game that goes on from a move that breaks its rules, because that move stands: the players accepted it, or the law lets nobody
//! correct it any more.

use super::{endings, record::Game, state::GameState};
use crate::{Position, Side};

impl GameState {
    /// Takes a position as the one after the next ply, a move of `mover`, though no legal move leads to it. What the pieces on the board
    /// say of the past is kept: a position that could come again still can. Where a side moved twice in a row the counting of positions
    /// begins anew, since it looks at every second ply.
    pub(crate) fn accept_irregular(&mut self, position: Position, mover: Side) {
        let ruleset = std::sync::Arc::clone(&self.ruleset);
        let twice = mover != self.position.side_to_move();
        let count = |position: &Position| position.pieces().len();
        let progress = count(&self.position) != count(&position)
            || position
                .as_chess()
                .is_some_and(|chess| chess.halfmove_clock() == 0)
            || position.as_draughts().is_some();
        self.obligations.omission = None;
        let before = std::mem::replace(&mut self.position, position);
        self.ply = self.ply.saturating_add(1);
        self.counters.irregular(
            &self.position,
            ruleset.end_rules(),
            mover,
            self.ply,
            progress,
        );
        let mut notes = Vec::new();
        self.move_answers(mover, &mut notes);
        self.window.push(&before, &self.position, progress || twice);
        if let Some(history) = &mut self.history {
            history.push(self.position.clone());
        }
        self.dead = self.ask_whether_dead();
        self.ending = endings::automatic(self);
    }

    /// Releases the side to move from what its touches and its announced move bind it to: the opponent has moved on, and may not
    /// complain any more (FIDE 4.8; FMJD 5.7).
    pub(crate) fn release(&mut self) {
        self.obligations.intended = None;
        self.obligations.intended_piece = None;
        self.obligations.touched.clear();
        self.obligations.designated = None;
        self.obligations.must_correct = false;
        self.obligations.must_complete = None;
    }
}

impl Game {
    /// Goes on from an irregular move; see [`GameState::accept_irregular`].
    pub(crate) fn accept_irregular(&mut self, position: Position, mover: Side) {
        self.irregular = true;
        self.state_mut().accept_irregular(position, mover);
    }

    /// See [`GameState::release`].
    pub(crate) fn release(&mut self) {
        self.state_mut().release();
    }
}
