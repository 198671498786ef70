//! The draw: an opening and the colours of one game of a match, by a number that the caller gives.

use std::{num::NonZeroU32, sync::Arc};

use super::{
    card::{CardFault, Opening},
    deck::Deck,
    generator,
    table::{Table, TableDeck, TableId},
};
use crate::{Position, Ruleset, Side, Variant, game::Game};

/// What is drawn from.
#[derive(Clone, Copy, Debug)]
pub enum Source<'a> {
    /// Nothing: only colours are drawn.
    Colours,
    /// A deck of a table.
    Table(&'a Table, &'a TableDeck),
    /// A caller's own deck.
    Deck(&'a Deck),
}

/// What decides, and for which game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lot {
    /// The number that decides. All games of a match are drawn by the same one.
    pub number: u64,
    /// Which game of the match this is, from 1.
    pub game: NonZeroU32,
    /// Whether lots are drawn for the colours of the first game. Else its first move is the first player's.
    pub draw_colours: bool,
    /// Whether each opening serves two games with colours changed.
    pub in_pairs: bool,
}

/// What was drawn.
#[derive(Clone, Debug)]
pub struct Drawn {
    /// The opening; none where only colours were drawn.
    pub opening: Option<Opening>,
    /// The game as the players receive it, the opening played.
    pub game: Game,
    /// The side that the first player of the match has in this game. Colours change with every game.
    pub first_player: Side,
    /// The generator by which was drawn, with its version.
    pub generator: &'static str,
}

/// Why nothing can be drawn.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DrawFault {
    /// The table belongs to another variant.
    #[error("the table {table} belongs to {}, not to {variant}", .table.variant())]
    OtherVariant {
        /// The table.
        table: TableId,
        /// The variant of the game.
        variant: Variant,
    },
    /// The deck was replayed by another law.
    #[error("the deck was replayed by another law")]
    OtherLaw,
    /// The deck of the table has no opening.
    #[error("the deck has no opening")]
    NothingToDraw,
    /// By the house rules of the game an opening of the deck cannot be played.
    #[error("by these rules opening {number} of the deck cannot be played: {fault}")]
    Unplayable {
        /// Its number in the table.
        number: u32,
        /// Why.
        fault: CardFault,
    },
}

impl Lot {
    /// The round of draws that the game belongs to, from 0: games of a pair share one.
    #[must_use]
    pub const fn round(&self) -> u32 {
        let before = self.game.get() - 1;
        match self.in_pairs {
            true => before / 2,
            false => before,
        }
    }

    /// The side that the first player of the match has, where the law lets `begins` begin.
    #[must_use]
    pub const fn first_player(&self, begins: Side) -> Side {
        let changed = self.draw_colours && generator::colours_change(self.number);
        match changed != self.game.get().is_multiple_of(2) {
            true => begins.opponent(),
            false => begins,
        }
    }
}

/// Draws the opening and the colours of one game of a match.
///
/// In a match of several games no opening comes again before all others of the deck have come.
///
/// # Errors
/// The table or the deck does not belong to the law, or its openings cannot be played by it. Whether they can does not
/// depend on the lot.
pub fn draw(ruleset: &Arc<Ruleset>, source: Source<'_>, lot: &Lot) -> Result<Drawn, DrawFault> {
    let opening = match source {
        Source::Colours => None,
        Source::Table(table, deck) => Some(from_table(ruleset, table, deck, lot)?),
        Source::Deck(deck) if deck.ruleset().fingerprint() != ruleset.fingerprint() => {
            return Err(DrawFault::OtherLaw);
        }
        Source::Deck(deck) => {
            let number = one_of(deck.drawn(), lot)?;
            let opening = deck.opening(number).ok_or(DrawFault::NothingToDraw)?;
            Some(opening.clone())
        }
    };
    let game = match &opening {
        None => Game::start(Arc::clone(ruleset)),
        Some(opening) => play(ruleset, opening)?,
    };
    Ok(Drawn {
        opening,
        game,
        first_player: lot.first_player(Position::start(ruleset).side_to_move()),
        generator: generator::NAME,
    })
}

fn from_table(
    ruleset: &Arc<Ruleset>,
    table: &Table,
    deck: &TableDeck,
    lot: &Lot,
) -> Result<Opening, DrawFault> {
    let variant = ruleset.variant();
    if table.id().variant() != variant {
        let table = table.id();
        return Err(DrawFault::OtherVariant { table, variant });
    }
    let opening = |number| table.opening(number).ok_or(DrawFault::NothingToDraw);
    // The openings are proven by the variant's own rules. By others each is tried, lest the number decide whether one is bad.
    if ruleset.switches() != table.ruleset().switches() {
        for number in &deck.numbers {
            play(ruleset, &opening(*number)?)?;
        }
    }
    opening(one_of(&deck.numbers, lot)?)
}

fn play(ruleset: &Arc<Ruleset>, opening: &Opening) -> Result<Game, DrawFault> {
    let number = opening.number;
    let unplayable = |fault| DrawFault::Unplayable { number, fault };
    opening.card.replay(ruleset).map_err(unplayable)
}

/// The number that the lot falls upon.
fn one_of(numbers: &[u32], lot: &Lot) -> Result<u32, DrawFault> {
    u32::try_from(numbers.len())
        .ok()
        .and_then(|cards| generator::card(lot.number, lot.round(), cards))
        .and_then(|place| numbers.get(place as usize).copied())
        .ok_or(DrawFault::NothingToDraw)
}
