//! Pairs of draughts games: one card, the same players, colours changed.
//!
//! A card is known by its tag (`Ballot` or `Card`), else by the first plies of the game: three, as the three-move restriction has
//! them. Where it is known by its plies alone, only games that do make a pair are reported; where it is tagged, also what keeps two games
//! from being one.

use std::collections::HashMap;

use super::{Entry, Finding, half_wins};
use crate::{Outcome, Side, Variant, rulebook::words};

/// The tags that name a card.
const TAGS: [&str; 2] = ["Ballot", "Card"];

words! {
    /// What keeps two games from being a pair.
    pub enum CardPairFault {
        /// There is no second game.
        SecondGameMissing = "second_game_missing",
        /// The players have the same colours in both games.
        ColoursNotChanged = "colours_not_changed",
        /// The games do not begin alike.
        OtherOpening = "other_opening",
        /// A game has no result.
        Unfinished = "unfinished",
    }
}

/// Two games of one card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardPair {
    /// The card: its tag, or the moves that both games begin with.
    pub card: String,
    /// The first game, by number.
    pub first_game: u64,
    /// The second game, by number; none: it is missing.
    pub second_game: Option<u64>,
    /// The players who had White and Black in the first game.
    pub players: [String; 2],
    /// Their half wins over both games, by the law.
    pub half_wins: [u32; 2],
    /// What keeps the games from being a pair.
    pub fault: Option<CardPairFault>,
}

impl CardPair {
    /// Who won the pair, by his side in the first game. None: it is drawn, or no pair.
    #[must_use]
    pub fn winner(&self) -> Option<Side> {
        let [first, second] = self.half_wins;
        match first.cmp(&second) {
            _ if self.fault.is_some() => None,
            std::cmp::Ordering::Greater => Some(Side::White),
            std::cmp::Ordering::Less => Some(Side::Black),
            std::cmp::Ordering::Equal => None,
        }
    }
}

/// What is known of the card of a game.
#[derive(Clone, Debug)]
struct Dealt {
    game: usize,
    tag: Option<String>,
    plies: Vec<String>,
    /// Stands for the position at the start and the first moves.
    opening: u64,
}

/// The cards of the games.
#[derive(Clone, Debug, Default)]
pub(super) struct Cards {
    dealt: Vec<Dealt>,
}

/// By what games of one card find each other: the card, and the players in any order.
type Table<'a> = (Result<&'a str, u64>, [u32; 2]);

impl Cards {
    /// Notes the card of a game.
    pub(super) fn add(&mut self, finding: &Finding, game: usize) {
        if !matches!(finding.variant, Some(Variant::Draughts(_))) {
            return;
        }
        let Some(opening) = &finding.opening else {
            return;
        };
        let mut tags = finding.tags.iter();
        let tag = tags.find(|(name, value)| {
            let mut names = TAGS.iter();
            !value.trim().is_empty() && names.any(|known| known.eq_ignore_ascii_case(name))
        });
        self.dealt.push(Dealt {
            game,
            tag: tag.map(|(_, value)| value.trim().to_owned()),
            plies: opening.texts.to_vec(),
            opening: opening.key,
        });
    }

    /// The pairs, in the order of their first games.
    pub(super) fn pairs(&self, names: &[String], games: &[Entry]) -> Vec<CardPair> {
        let mut waiting: HashMap<Table<'_>, Vec<&Dealt>> = HashMap::new();
        let mut pairs = Vec::new();
        for second in &self.dealt {
            let Some(game) = games.get(second.game) else {
                continue;
            };
            let mut players = game.players;
            players.sort_unstable();
            let card = second.tag.as_deref().ok_or(second.opening);
            let open = waiting.entry((card, players)).or_default();
            // Known by its plies alone, a game waits for one with the colours changed.
            let partner = open.iter().position(|first| {
                second.tag.is_some()
                    || games
                        .get(first.game)
                        .is_some_and(|it| it.players != game.players)
            });
            match partner {
                Some(at) => {
                    let first = open.remove(at);
                    pairs.extend(pair(names, games, first, Some(second)));
                }
                None => open.push(second),
            }
        }
        let alone = waiting
            .into_values()
            .flatten()
            .filter(|first| first.tag.is_some());
        pairs.extend(alone.filter_map(|first| pair(names, games, first, None)));
        pairs.sort_by_key(|pair| pair.first_game);
        pairs
    }
}

fn pair(
    names: &[String],
    games: &[Entry],
    first: &Dealt,
    second: Option<&Dealt>,
) -> Option<CardPair> {
    let one = games.get(first.game)?;
    let other = second.and_then(|second| games.get(second.game));
    let [white, black] = one
        .players
        .map(|player| names.get(player as usize).cloned());
    let mut sums = [0, 0];
    let mut open = false;
    for game in [Some(one), other].into_iter().flatten() {
        match game.by_law {
            Some(outcome) => count(outcome, game, one.players, &mut sums),
            None => open = true,
        }
    }
    let fault = match (second, other) {
        (Some(second), Some(_)) if second.opening != first.opening => {
            Some(CardPairFault::OtherOpening)
        }
        (Some(_), Some(other)) if other.players == one.players => {
            Some(CardPairFault::ColoursNotChanged)
        }
        (Some(_), Some(_)) => open.then_some(CardPairFault::Unfinished),
        _ => Some(CardPairFault::SecondGameMissing),
    };
    Some(CardPair {
        card: first.tag.clone().unwrap_or_else(|| first.plies.join(" ")),
        first_game: one.number,
        second_game: other.map(|game| game.number),
        players: [white?, black?],
        half_wins: sums,
        fault,
    })
}

fn count(outcome: Outcome, game: &Entry, players: [u32; 2], sums: &mut [u32; 2]) {
    for (player, side) in game.players.iter().zip(Side::BOTH) {
        for (of, sum) in players.iter().zip(sums.iter_mut()) {
            if of == player {
                *sum += half_wins(outcome, side);
            }
        }
    }
}
