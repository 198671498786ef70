//! An opening as plain data, and its replay.

use std::sync::Arc;

use crate::{
    Cause, FenFault, Position, Ruleset, Side, Square, Strictness, draughts,
    game::{Action, Game, Refusal},
    rulebook::words,
};

/// The most moves of a card.
pub const LONGEST_CARD: usize = 64;

/// The longest start position of a card, in bytes.
pub const LONGEST_POSITION: usize = 1024;

/// The work, in jumps looked at, that the legal moves of one position of a card may cost. Positions of play stay far below;
/// those that do not are built to keep a machine busy.
pub const WIDEST: u64 = 4096;

words! {
    /// How an opening stands in its table.
    pub enum Standing {
        /// It is played.
        Sound = "sound",
        /// It is known to lose, or to lose a man at once.
        Lost = "lost",
        /// It is left out of the draw.
        Barred = "barred",
    }
}

/// What is played before the players begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Card {
    /// The start position as FEN; none: the variant's own.
    pub start: Option<String>,
    /// The moves, in any notation of the variant. May be empty.
    pub moves: Vec<String>,
    /// Its name in the field ("Glasgow"); empty: it has none.
    pub name: String,
    /// Whether it is drawn.
    pub standing: Standing,
}

/// How a table changes the start position, by side, White first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Setup {
    /// Squares of the start position whose men leave them.
    pub left: [Vec<Square>; 2],
    /// Squares to which men go. Fewer than those left: men are taken off.
    pub taken: [Vec<Square>; 2],
}

/// An opening of a table or a deck.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// Its number, from 1.
    pub number: u32,
    /// What it is called in the printed table: its number, or a code such as `9-XXVII`.
    pub label: String,
    /// What is played, in canonical notation.
    pub card: Card,
    /// How the start position was changed. Empty: it was not, or by a FEN of the caller's.
    pub setup: Setup,
    /// Who is to move after it.
    pub side_to_move: Side,
}

/// Why a card cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CardFault {
    /// The text of the start position is too long to be read.
    #[error("the start position has {bytes} bytes, at most {LONGEST_POSITION} are read")]
    PositionTooLong {
        /// Its length.
        bytes: usize,
    },
    /// The start position cannot be played from.
    #[error("the start position has {} fault(s)", .faults.len())]
    Position {
        /// Every fault.
        faults: Vec<FenFault>,
    },
    /// The start position is not one of these rules.
    #[error("the start position is not one of these rules")]
    OtherRules,
    /// It has more moves than an opening has.
    #[error("{moves} moves, a card has at most {LONGEST_CARD}")]
    TooLong {
        /// How many it has.
        moves: usize,
    },
    /// The captures of a position are too many to be looked at.
    #[error("at ply {ply} there are more ways to capture than can be looked at")]
    TooWide {
        /// The plies played before.
        ply: u32,
    },
    /// A move is not legal.
    #[error("the move of ply {ply} is refused")]
    Move {
        /// Its ply, from 1.
        ply: u32,
        /// The move as it was given.
        text: String,
        /// Every rule that it breaks.
        refusal: Refusal,
    },
    /// The game ends before the players begin.
    #[error("the game is over at ply {ply}")]
    Over {
        /// The ply that ends it; 0: the start position does.
        ply: u32,
        /// Why.
        cause: Cause,
    },
}

impl Card {
    /// Plays it: the game as the players receive it.
    ///
    /// # Errors
    /// The first thing about it that cannot be played.
    pub fn replay(&self, ruleset: &Arc<Ruleset>) -> Result<Game, CardFault> {
        self.play(ruleset).map(|(game, _)| game)
    }

    /// The game, and the moves in canonical notation.
    pub(super) fn play(&self, ruleset: &Arc<Ruleset>) -> Result<(Game, Vec<String>), CardFault> {
        if self.moves.len() > LONGEST_CARD {
            return Err(CardFault::TooLong {
                moves: self.moves.len(),
            });
        }
        let mut game = self.begin(ruleset)?;
        let mut texts = Vec::with_capacity(self.moves.len());
        let mut ply = 0;
        playable(&game, ply)?;
        for text in &self.moves {
            let refused = |refusal| CardFault::Move {
                ply: ply + 1,
                text: text.clone(),
                refusal,
            };
            let applied = game.apply(&Action::text(text)).map_err(refused)?;
            texts.extend(applied.played.map(|played| played.detail.text));
            ply += 1;
            playable(&game, ply)?;
        }
        Ok((game, texts))
    }

    fn begin(&self, ruleset: &Arc<Ruleset>) -> Result<Game, CardFault> {
        let Some(fen) = &self.start else {
            return Ok(Game::start(Arc::clone(ruleset)));
        };
        if fen.len() > LONGEST_POSITION {
            return Err(CardFault::PositionTooLong { bytes: fen.len() });
        }
        let parsed = Position::from_fen(ruleset, fen, Strictness::Strict)
            .map_err(|faults| CardFault::Position { faults })?;
        // A drawn set-up is where the game begins: nothing was played before it.
        Game::start_from(Arc::clone(ruleset), parsed.position, true)
            .map_err(|_| CardFault::OtherRules)
    }
}

/// Refuses a game that is over, and one whose moves cost too much to be looked for.
fn playable(game: &Game, ply: u32) -> Result<(), CardFault> {
    let state = game.state();
    if let Some(ending) = state.ending() {
        let cause = ending.cause;
        return Err(CardFault::Over { ply, cause });
    }
    if let Position::Draughts(position) = state.position() {
        position
            .legal_moves_within(WIDEST)
            .map_err(|draughts::BudgetExhausted { .. }| CardFault::TooWide { ply })?;
    }
    Ok(())
}
