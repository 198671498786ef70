//! A caller's own openings: every card is replayed before any is drawn.

use std::sync::Arc;

use super::card::{Card, CardFault, Opening, Setup, Standing};
use crate::Ruleset;

/// The most cards of a deck.
pub const LARGEST_DECK: usize = 4096;

/// The most moves of all cards of a deck together.
pub const LONGEST_DECK: usize = 32_768;

/// The most faults that are told of one deck. The cards after them are not looked at.
pub const MOST_FAULTS: usize = 64;

/// Openings that can all be played by one law.
#[derive(Clone, Debug)]
pub struct Deck {
    ruleset: Arc<Ruleset>,
    openings: Vec<Opening>,
    drawn: Vec<u32>,
}

/// Why a deck cannot be drawn from.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DeckFault {
    /// It has no card.
    #[error("the deck has no card")]
    Empty,
    /// It has too many cards.
    #[error("{cards} cards, a deck has at most {LARGEST_DECK}")]
    TooManyCards {
        /// How many it has.
        cards: usize,
    },
    /// Its cards have too many moves together.
    #[error("{moves} moves, the cards of a deck have at most {LONGEST_DECK} together")]
    TooManyMoves {
        /// How many they have.
        moves: usize,
    },
    /// Some cards cannot be played.
    #[error("{} card(s) cannot be played", .faults.len())]
    Cards {
        /// The faults, one for each card, in the order of the deck.
        faults: Vec<CardFaultAt>,
        /// Whether there were [`MOST_FAULTS`] of them before the last card was looked at.
        more: bool,
    },
    /// Every card is left out of the draw.
    #[error("every card is left out of the draw")]
    NothingToDraw,
    /// Nobody waits for it any more.
    #[error("the deck was not looked at to its end")]
    Stopped,
}

/// A card that cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("card {number}: {fault}")]
pub struct CardFaultAt {
    /// Its number, from 1.
    pub number: u32,
    /// Why.
    pub fault: CardFault,
}

impl Deck {
    /// A deck of these cards, numbered in their order. A card that stands in it twice is drawn twice as often.
    ///
    /// # Errors
    /// There is nothing to draw, there is too much of it, or cards cannot be played: those that are left out of the draw
    /// included.
    pub fn new(ruleset: Arc<Ruleset>, cards: &[Card]) -> Result<Deck, DeckFault> {
        Deck::new_while(ruleset, cards, || true)
    }

    /// [`Deck::new`], as long as somebody waits for it: that is asked before each card.
    ///
    /// # Errors
    /// As [`Deck::new`], and [`DeckFault::Stopped`] when nobody waits any more.
    pub fn new_while(
        ruleset: Arc<Ruleset>,
        cards: &[Card],
        is_awaited: impl Fn() -> bool,
    ) -> Result<Deck, DeckFault> {
        if cards.is_empty() {
            return Err(DeckFault::Empty);
        }
        if cards.len() > LARGEST_DECK {
            let cards = cards.len();
            return Err(DeckFault::TooManyCards { cards });
        }
        let moves = cards.iter().map(|card| card.moves.len()).sum();
        if moves > LONGEST_DECK {
            return Err(DeckFault::TooManyMoves { moves });
        }
        let mut openings = Vec::with_capacity(cards.len());
        let mut faults = Vec::new();
        let mut looked_at = 0;
        for (number, card) in (1..).zip(cards) {
            if faults.len() == MOST_FAULTS {
                break;
            }
            if !is_awaited() {
                return Err(DeckFault::Stopped);
            }
            looked_at += 1;
            match opening(&ruleset, number, card) {
                Ok(opening) => openings.push(opening),
                Err(fault) => faults.push(CardFaultAt { number, fault }),
            }
        }
        if !faults.is_empty() {
            let more = looked_at < cards.len();
            return Err(DeckFault::Cards { faults, more });
        }
        let drawn: Vec<u32> = openings
            .iter()
            .filter(|opening| opening.card.standing == Standing::Sound)
            .map(|opening| opening.number)
            .collect();
        if drawn.is_empty() {
            return Err(DeckFault::NothingToDraw);
        }
        Ok(Deck {
            ruleset,
            openings,
            drawn,
        })
    }

    /// The law by which it was replayed.
    #[must_use]
    pub const fn ruleset(&self) -> &Arc<Ruleset> {
        &self.ruleset
    }

    /// Every card, in order, its moves in canonical notation.
    #[must_use]
    pub fn openings(&self) -> &[Opening] {
        &self.openings
    }

    /// The card with this number, from 1.
    #[must_use]
    pub fn opening(&self, number: u32) -> Option<&Opening> {
        self.openings.get(number.checked_sub(1)? as usize)
    }

    /// The numbers of the cards that are drawn, ascending: those that stand as sound.
    #[must_use]
    pub fn drawn(&self) -> &[u32] {
        &self.drawn
    }
}

/// A card that was replayed.
fn opening(ruleset: &Arc<Ruleset>, number: u32, card: &Card) -> Result<Opening, CardFault> {
    let (game, moves) = card.play(ruleset)?;
    let start = game.positions().first();
    Ok(Opening {
        number,
        label: number.to_string(),
        setup: Setup::default(),
        side_to_move: game.state().position().side_to_move(),
        card: Card {
            start: card.start.as_ref().and(start.map(crate::Position::to_fen)),
            moves,
            ..card.clone()
        },
    })
}
