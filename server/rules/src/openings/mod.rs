//! Openings that are drawn by lot: the ballot tables, decks of a caller's own, the draw, and the score of a pair.
//!
//! [`OpeningTables`] holds the tables as facts; [`Deck`] is what a caller brings, every card replayed before it is drawn from.
//! [`draw`] takes an opening from either, and colours with it, by a number that the caller gives: [`generator`] says how, to
//! the bit, so that anybody can repeat it. [`score_pair`] adds up the two games that are played from one card.

mod card;
mod data;
mod deck;
mod draw;
pub mod generator;
mod pair;
mod table;

pub use card::{Card, CardFault, LONGEST_CARD, LONGEST_POSITION, Opening, Setup, Standing, WIDEST};
pub use data::TableFault;
pub use deck::{CardFaultAt, Deck, DeckFault, LARGEST_DECK, LONGEST_DECK, MOST_FAULTS};
pub use draw::{DrawFault, Drawn, Lot, Source, draw};
pub use pair::{PairFault, PairGame, PairScore, SameOpening, Scoring, score_pair};
pub use table::{OpeningTables, Table, TableDeck, TableId};

#[cfg(test)]
mod tests;
