//! The tables of a tournament from what an audit found: standings as the file has the results and as the law has them, with
//! tie-breaks, what differs between the two, and pairs of games from one card.
//!
//! Players are told apart by the text of their tags. Scores are counted in half wins, so that one table serves both ways of
//! counting: a win is two, a draw one ([`Scoring`](crate::openings::Scoring) says how they are written).

mod crosstable;
mod pairs;
mod standings;

use std::collections::HashMap;

use super::finding::Finding;
use crate::{Outcome, Side, rulebook::words};

pub use crosstable::{CrosstableDifference, PlayerPoints, compare_crosstable};
pub use pairs::{CardPair, CardPairFault};
pub use standings::{PlayerStanding, StandingDifference};

use pairs::Cards;

/// By whose results a table is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Results {
    /// By the end marker of each game, else by its result tag.
    OfTheFile,
    /// By the ruling where the law decides the game; where it leaves it open, the result of the file stands.
    OfTheLaw,
}

words! {
    /// Why there are no tables.
    pub enum NoTables {
        /// There are more players than are counted.
        TooManyPlayers = "too_many_players",
        /// There are more games than are counted.
        TooManyGames = "too_many_games",
    }
}

/// The tables of a tournament.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tables {
    /// Standings by the results of the file, best first.
    pub by_file: Vec<PlayerStanding>,
    /// Standings by the law, best first.
    pub by_law: Vec<PlayerStanding>,
    /// Players whose score differs between the two, in the order of the standings by law.
    pub differences: Vec<StandingDifference>,
    /// Games of one card with colours changed, in the order of their first games.
    pub pairs: Vec<CardPair>,
    /// Games that are in no table because a player has no name, or has both sides.
    pub nameless_games: u64,
    /// Why there are no tables at all. None: there are.
    pub left_out: Option<NoTables>,
}

/// A game of the tournament.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    number: u64,
    /// White and Black, as indices of players.
    players: [u32; 2],
    by_file: Option<Outcome>,
    by_law: Option<Outcome>,
    /// Won or lost without a move.
    without_moves: bool,
}

impl Entry {
    const fn outcome(&self, results: Results) -> Option<Outcome> {
        match results {
            Results::OfTheFile => self.by_file,
            Results::OfTheLaw => self.by_law,
        }
    }
}

/// Half wins of a side: 2, 1 or 0.
const fn half_wins(outcome: Outcome, side: Side) -> u32 {
    match (outcome, side) {
        (Outcome::Win(Side::White), Side::White) | (Outcome::Win(Side::Black), Side::Black) => 2,
        (Outcome::Draw, _)
        | (Outcome::HalfPoint(Side::White), Side::White)
        | (Outcome::HalfPoint(Side::Black), Side::Black) => 1,
        (Outcome::Win(_) | Outcome::BothLose | Outcome::HalfPoint(_), _) => 0,
    }
}

/// Gathers the games of a tournament. Its size is bounded: beyond [`Tournament::MOST_PLAYERS`] or [`Tournament::MOST_GAMES`] it lets go of
/// everything and says so, since a table of some of the players would be wrong.
#[derive(Clone, Debug, Default)]
pub struct Tournament {
    names: Vec<String>,
    indices: HashMap<String, u32>,
    games: Vec<Entry>,
    cards: Cards,
    nameless: u64,
    left_out: Option<NoTables>,
}

impl Tournament {
    /// How many players are counted.
    pub const MOST_PLAYERS: usize = 5_000;
    /// How many games are counted.
    pub const MOST_GAMES: usize = 100_000;

    /// Adds a game.
    pub fn add(&mut self, finding: &Finding) {
        if self.left_out.is_some() {
            return;
        }
        let [Some(white), Some(black)] = &finding.players else {
            self.nameless += 1;
            return;
        };
        if white == black {
            self.nameless += 1;
            return;
        }
        if self.games.len() >= Tournament::MOST_GAMES {
            return self.let_go(NoTables::TooManyGames);
        }
        let players = [white, black].map(|name| self.player(name));
        if self.names.len() > Tournament::MOST_PLAYERS {
            return self.let_go(NoTables::TooManyPlayers);
        }
        let by_file = finding.recorded();
        let ruling = finding
            .ruling
            .as_ref()
            .and_then(|ruling| ruling.ending.as_ref());
        let by_law = ruling.map(|ending| ending.outcome).or(by_file);
        let entry = Entry {
            number: finding.number,
            players,
            by_file,
            by_law,
            // A move that was taken back was made all the same.
            without_moves: finding.ply_count == 0
                && finding
                    .opening
                    .as_ref()
                    .is_none_or(|opening| opening.texts.is_empty())
                && !finding.is_faulty(),
        };
        self.cards.add(finding, self.games.len());
        self.games.push(entry);
    }

    fn player(&mut self, name: &str) -> u32 {
        if let Some(index) = self.indices.get(name) {
            return *index;
        }
        let index = u32::try_from(self.names.len()).unwrap_or(u32::MAX);
        self.names.push(name.to_owned());
        self.indices.insert(name.to_owned(), index);
        index
    }

    fn let_go(&mut self, why: NoTables) {
        *self = Tournament {
            left_out: Some(why),
            ..Tournament::default()
        };
    }

    /// The tables of the games so far.
    #[must_use]
    pub fn tables(&self) -> Tables {
        let [by_file, by_law] = [Results::OfTheFile, Results::OfTheLaw]
            .map(|results| standings::standings(&self.names, &self.games, results));
        Tables {
            differences: standings::differences(&self.names, &self.games, &by_file, &by_law),
            by_file,
            by_law,
            pairs: self.cards.pairs(&self.names, &self.games),
            nameless_games: self.nameless,
            left_out: self.left_out,
        }
    }
}
