//! Standings with tie-breaks (FIDE C.07: direct encounter, Buchholz, Sonneborn-Berger).
//!
//! A game won or lost without a move counts for points. For the tie-breaks of its player it counts as played against a dummy opponent
//! with as many points as he has himself at the end (FIDE C.07, 16.4, known from secondary sources); among equals it is no encounter. A game without result
//! counts for neither.

use std::collections::HashMap;

use super::{Entry, Results, half_wins};
use crate::Side;

/// A player's line in a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerStanding {
    /// The player.
    pub player: String,
    /// Games, those without result included.
    pub games: u32,
    /// Won games.
    pub wins: u32,
    /// Drawn games.
    pub draws: u32,
    /// Lost games, those that both lost included.
    pub losses: u32,
    /// Half wins: 2 for a win, 1 for a draw.
    pub half_wins: u32,
    /// Place, from 1; equal scores share it.
    pub place: u32,
    /// Half wins in the games between players with this score, where all of them have met equally often. None: they have not, or nobody
    /// shares the score.
    pub direct_encounter: Option<u32>,
    /// The sum of the opponents' half wins, dummies of games without a move included.
    pub buchholz: u32,
    /// The sum over all games of the opponent's half wins times the half wins taken from him: four to a point.
    pub sonneborn_berger: u32,
}

/// A player whose score is not the same by the file and by the law.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StandingDifference {
    /// The player.
    pub player: String,
    /// Half wins by the file, and by the law.
    pub half_wins: [u32; 2],
    /// Place by the file, and by the law.
    pub places: [u32; 2],
    /// The games that make the difference, by number.
    pub games: Vec<u64>,
}

/// A finished game as one player sees it.
#[derive(Clone, Copy)]
struct Meeting {
    /// None: a dummy with as many points as the player himself.
    opponent: Option<u32>,
    half_wins: u32,
}

struct Line {
    player: usize,
    standing: PlayerStanding,
    /// Games with a result.
    meetings: Vec<Meeting>,
}

/// The table of all players, best first: by points, direct encounter, Buchholz, Sonneborn-Berger, then by name.
pub(super) fn standings(
    names: &[String],
    games: &[Entry],
    results: Results,
) -> Vec<PlayerStanding> {
    let mut lines: Vec<Line> = names.iter().enumerate().map(empty_line).collect();
    for game in games {
        let [white, black] = game.players;
        for (player, opponent, side) in [(white, black, Side::White), (black, white, Side::Black)] {
            let Some(line) = lines.get_mut(player as usize) else {
                continue;
            };
            line.standing.games += 1;
            let Some(outcome) = game.outcome(results) else {
                continue;
            };
            let half_wins = half_wins(outcome, side);
            match half_wins {
                2 => line.standing.wins += 1,
                1 => line.standing.draws += 1,
                _ => line.standing.losses += 1,
            }
            line.standing.half_wins += half_wins;
            line.meetings.push(Meeting {
                opponent: (!game.without_moves).then_some(opponent),
                half_wins,
            });
        }
    }
    let points: Vec<u32> = lines.iter().map(|line| line.standing.half_wins).collect();
    for line in &mut lines {
        for meeting in &line.meetings {
            let theirs = match meeting.opponent {
                Some(opponent) => points.get(opponent as usize).copied().unwrap_or(0),
                None => line.standing.half_wins,
            };
            line.standing.buchholz += theirs;
            line.standing.sonneborn_berger += theirs * meeting.half_wins;
        }
    }
    lines.sort_by_key(|line| std::cmp::Reverse(line.standing.half_wins));
    let mut place = 1;
    for group in lines.chunk_by_mut(|a, b| a.standing.half_wins == b.standing.half_wins) {
        direct_encounter(group);
        for line in group.iter_mut() {
            line.standing.place = place;
        }
        group.sort_by(|Line { standing: a, .. }, Line { standing: b, .. }| {
            let direct = b.direct_encounter.cmp(&a.direct_encounter);
            let buchholz = b.buchholz.cmp(&a.buchholz);
            let sonneborn = b.sonneborn_berger.cmp(&a.sonneborn_berger);
            direct
                .then(buchholz)
                .then(sonneborn)
                .then_with(|| a.player.cmp(&b.player))
        });
        place += u32::try_from(group.len()).unwrap_or(u32::MAX);
    }
    lines.into_iter().map(|line| line.standing).collect()
}

fn empty_line((player, name): (usize, &String)) -> Line {
    Line {
        player,
        meetings: Vec::new(),
        standing: PlayerStanding {
            player: name.clone(),
            games: 0,
            wins: 0,
            draws: 0,
            losses: 0,
            half_wins: 0,
            place: 0,
            direct_encounter: None,
            buchholz: 0,
            sonneborn_berger: 0,
        },
    }
}

/// Counts the games among players with one score. It says nothing unless each has met each equally often.
fn direct_encounter(group: &mut [Line]) {
    if group.len() < 2 {
        return;
    }
    let members: HashMap<u32, ()> = group.iter().map(|line| (line.player as u32, ())).collect();
    let mut rounds = None;
    let mut scores = Vec::with_capacity(group.len());
    for line in group.iter() {
        let mut met: HashMap<u32, u32> = HashMap::new();
        let mut score = 0;
        for meeting in &line.meetings {
            if let Some(opponent) = meeting.opponent.filter(|it| members.contains_key(it)) {
                *met.entry(opponent).or_default() += 1;
                score += meeting.half_wins;
            }
        }
        let often = *rounds.get_or_insert(met.values().next().copied().unwrap_or(0));
        if met.len() + 1 != group.len() || met.values().any(|times| *times != often) {
            return;
        }
        scores.push(score);
    }
    for (line, score) in group.iter_mut().zip(scores) {
        line.standing.direct_encounter = Some(score);
    }
}

/// Who has another score by the law than by the file, and through which games.
pub(super) fn differences(
    names: &[String],
    games: &[Entry],
    by_file: &[PlayerStanding],
    by_law: &[PlayerStanding],
) -> Vec<StandingDifference> {
    let mut through: HashMap<&str, Vec<u64>> = HashMap::new();
    for game in games {
        for (player, side) in game.players.iter().zip(Side::BOTH) {
            let points = |results| game.outcome(results).map_or(0, |it| half_wins(it, side));
            if points(Results::OfTheFile) != points(Results::OfTheLaw)
                && let Some(name) = names.get(*player as usize)
            {
                through.entry(name).or_default().push(game.number);
            }
        }
    }
    let of_the_file: HashMap<&str, &PlayerStanding> = by_file
        .iter()
        .map(|line| (line.player.as_str(), line))
        .collect();
    let differs = |law: &PlayerStanding| {
        let file = of_the_file.get(law.player.as_str())?;
        (file.half_wins != law.half_wins).then(|| StandingDifference {
            player: law.player.clone(),
            half_wins: [file.half_wins, law.half_wins],
            places: [file.place, law.place],
            games: through.remove(law.player.as_str()).unwrap_or_default(),
        })
    };
    by_law.iter().filter_map(differs).collect()
}
