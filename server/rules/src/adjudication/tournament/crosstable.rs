//! Standings beside a crosstable: whose points are not the same, and who is missing on either side.

use std::collections::{BTreeSet, HashMap};

use crate::record::Crosstable;

/// Points of a player by the file of games and by the law, in halves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerPoints {
    /// The player, as the tags name him.
    pub player: String,
    /// By the results of the file.
    pub by_file: u32,
    /// By the law.
    pub by_law: u32,
}

/// What differs between a crosstable and the games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CrosstableDifference {
    /// The points are not the same.
    Points {
        /// The player, as the crosstable names him.
        player: String,
        /// By the crosstable, byes and games without play left out: of them there are no records.
        crosstable: u32,
        /// The rest, of which there are no records.
        unplayed: u32,
        /// By the results of the file.
        by_file: u32,
        /// By the law.
        by_law: u32,
    },
    /// A player of the crosstable who has played has no game.
    NoGames {
        /// The player.
        player: String,
    },
    /// A player of the games is not in the crosstable.
    NotInCrosstable {
        /// The player.
        player: String,
    },
    /// Two players of the crosstable cannot be told apart by name.
    SameName {
        /// The name.
        player: String,
    },
}

/// Compares a crosstable with the points of the games. Names are the same if they have the same words, in any order and case and whatever the
/// punctuation: `Silva, Ana` is `Ana Silva`. The points of the games are those of games with a record; a result without moves that the
/// file has counts as one.
#[must_use]
pub fn compare_crosstable(table: &Crosstable, games: &[PlayerPoints]) -> Vec<CrosstableDifference> {
    let mut by_name: HashMap<Vec<String>, &PlayerPoints> = HashMap::new();
    for points in games {
        by_name.insert(words(&points.player), points);
    }
    let mut differences = Vec::new();
    let mut known: BTreeSet<Vec<String>> = BTreeSet::new();
    for player in &table.players {
        let name = words(&player.name);
        if !known.insert(name.clone()) {
            let player = player.name.clone();
            differences.push(CrosstableDifference::SameName { player });
            continue;
        }
        let (played, unplayed): (Vec<_>, Vec<_>) = player
            .rounds
            .iter()
            .partition(|round| round.result.is_played());
        let sum = |rounds: &[&crate::record::TrfRound]| -> u32 {
            rounds.iter().map(|round| round.result.half_points()).sum()
        };
        let (crosstable, unplayed) = (sum(&played), sum(&unplayed));
        match by_name.get(&name) {
            Some(points) => {
                // A forfeit may be in the file, as a result without moves, or not.
                let agrees = |games: u32| games == crosstable || games == crosstable + unplayed;
                if !agrees(points.by_file) || !agrees(points.by_law) {
                    differences.push(CrosstableDifference::Points {
                        player: player.name.clone(),
                        crosstable,
                        unplayed,
                        by_file: points.by_file,
                        by_law: points.by_law,
                    });
                }
            }
            None if played.is_empty() => {}
            None => differences.push(CrosstableDifference::NoGames {
                player: player.name.clone(),
            }),
        }
    }
    let strangers = games
        .iter()
        .filter(|points| !known.contains(&words(&points.player)));
    differences.extend(
        strangers.map(|points| CrosstableDifference::NotInCrosstable {
            player: points.player.clone(),
        }),
    );
    differences
}

/// The words of a name, sorted, in small letters.
fn words(name: &str) -> Vec<String> {
    let parts = name.split(|c: char| !c.is_alphanumeric());
    let parts = parts.filter(|word| !word.is_empty());
    let mut words: Vec<String> = parts.map(str::to_lowercase).collect();
    words.sort_unstable();
    words
}
