//! The score of a pair: two games of the same players from the same card, with colours changed.

use super::card::{Card, CardFault};
use crate::{Outcome, Position, Side, game::Game, rulebook::words};

words! {
    /// What a game counts.
    pub enum Scoring {
        /// Two for a win, one for a draw.
        TwoOneZero = "2-1-0",
        /// One for a win, a half for a draw.
        OneHalfZero = "1-1/2-0",
    }
}

/// A game of a pair.
#[derive(Clone, Copy, Debug)]
pub struct PairGame<'a> {
    /// Who has White.
    pub white: &'a str,
    /// Who has Black.
    pub black: &'a str,
    /// The game.
    pub game: &'a Game,
    /// How it came out, where that was decided beside the board.
    pub outcome: Option<Outcome>,
}

/// By what the two games are known to begin alike.
#[derive(Clone, Copy, Debug)]
pub enum SameOpening<'a> {
    /// By the card that was drawn.
    Card(&'a Card),
    /// By their start and so many first plies: three in the three-move restriction.
    FirstPlies(u32),
}

/// The score of a pair.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairScore {
    /// The players: the one who had White in the first game, then the other.
    pub players: [String; 2],
    /// Half wins of both, in their order: a win counts two, a draw one.
    pub half_wins: [u8; 2],
    /// What they are worth.
    pub scoring: Scoring,
}

/// What keeps two games from being a pair. Games are numbered 1 and 2.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PairFault {
    /// A player has no name.
    #[error("in game {game} a player has no name")]
    Unnamed {
        /// The game.
        game: u8,
    },
    /// A player plays against himself.
    #[error("in game {game} both sides have one player")]
    OnePlayer {
        /// The game.
        game: u8,
    },
    /// The players are not the same.
    #[error("the players of the games differ")]
    Players {
        /// White and Black of the first game.
        first: [String; 2],
        /// White and Black of the second game.
        second: [String; 2],
    },
    /// The players have the same colours in both games.
    #[error("the colours were not changed")]
    ColoursNotChanged,
    /// The games were played by different laws.
    #[error("the games were played by different laws")]
    Law,
    /// A game has not ended, and no outcome is given.
    #[error("game {game} has no outcome")]
    Unfinished {
        /// The game.
        game: u8,
    },
    /// The outcome that is given is not the one that the game came to.
    #[error("game {game} came out otherwise")]
    Outcome {
        /// The game.
        game: u8,
        /// How it came out by the rules.
        by_rules: Outcome,
        /// What is given.
        given: Outcome,
    },
    /// The card cannot be played.
    #[error("the card cannot be played: {fault}")]
    Card {
        /// Why.
        fault: CardFault,
    },
    /// A game starts from another position than the card, or than the first game.
    #[error("game {game} starts elsewhere")]
    Start {
        /// The game.
        game: u8,
        /// The position, as FEN, that it should start from.
        expected: String,
        /// The position that it starts from.
        found: String,
    },
    /// A game has another move than the card, or than the first game.
    #[error("game {game} has another move at ply {ply}")]
    Ply {
        /// The game.
        game: u8,
        /// The ply, from 1.
        ply: u32,
        /// The move that it should have.
        expected: String,
        /// The move that it has; none: it is over.
        found: Option<String>,
    },
    /// The first game is too short to be compared by so many plies.
    #[error("game 1 has {plies} plies, too few to compare")]
    TooShort {
        /// How many it has.
        plies: u32,
    },
}

impl PairScore {
    /// The player with the better total; none: the pair is drawn.
    #[must_use]
    pub fn better(&self) -> Option<&str> {
        let [first, second] = &self.players;
        let [ours, theirs] = self.half_wins;
        match ours.cmp(&theirs) {
            std::cmp::Ordering::Greater => Some(first),
            std::cmp::Ordering::Less => Some(second),
            std::cmp::Ordering::Equal => None,
        }
    }

    /// The totals as they are written: `3` and `1`, or `1½` and `½`.
    #[must_use]
    pub fn totals(&self) -> [String; 2] {
        self.half_wins.map(|halves| match self.scoring {
            Scoring::TwoOneZero => halves.to_string(),
            Scoring::OneHalfZero => match (halves / 2, halves % 2) {
                (whole, 0) => whole.to_string(),
                (0, _) => "½".to_owned(),
                (whole, _) => format!("{whole}½"),
            },
        })
    }
}

/// Scores a pair: the better total wins it, an equal one draws it.
///
/// # Errors
/// Everything in which the games differ that they must share, or share that must differ.
pub fn score_pair(
    games: [PairGame<'_>; 2],
    opening: SameOpening<'_>,
    scoring: Scoring,
) -> Result<PairScore, Vec<PairFault>> {
    let mut faults = Vec::new();
    let [first, second] = games;
    names(&first, &second, &mut faults);
    if first.game.state().ruleset().fingerprint() == second.game.state().ruleset().fingerprint() {
        openings(games, opening, &mut faults);
    } else {
        faults.push(PairFault::Law);
    }
    let mut half_wins = [0, 0];
    for (number, played) in (1..).zip(&games) {
        // The first player has White in the first game, Black in the second.
        let sides = match number {
            1 => [Side::White, Side::Black],
            _ => [Side::Black, Side::White],
        };
        match outcome(number, played) {
            Ok(outcome) => {
                for (sum, side) in half_wins.iter_mut().zip(sides) {
                    *sum += half_wins_of(outcome, side);
                }
            }
            Err(fault) => faults.push(fault),
        }
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    Ok(PairScore {
        players: [first.white.to_owned(), first.black.to_owned()],
        half_wins,
        scoring,
    })
}

fn half_wins_of(outcome: Outcome, side: Side) -> u8 {
    match outcome {
        Outcome::Win(winner) if winner == side => 2,
        Outcome::HalfPoint(half) if half == side => 1,
        Outcome::Win(_) | Outcome::BothLose | Outcome::HalfPoint(_) => 0,
        Outcome::Draw => 1,
    }
}

fn outcome(number: u8, played: &PairGame<'_>) -> Result<Outcome, PairFault> {
    let by_rules = played.game.state().ending().map(|ending| ending.outcome);
    match (by_rules, played.outcome) {
        (Some(by_rules), Some(given)) if by_rules != given => Err(PairFault::Outcome {
            game: number,
            by_rules,
            given,
        }),
        (Some(outcome), _) | (None, Some(outcome)) => Ok(outcome),
        (None, None) => Err(PairFault::Unfinished { game: number }),
    }
}

fn names(first: &PairGame<'_>, second: &PairGame<'_>, faults: &mut Vec<PairFault>) {
    let before = faults.len();
    for (game, played) in (1..).zip([first, second]) {
        if played.white.is_empty() || played.black.is_empty() {
            faults.push(PairFault::Unnamed { game });
        } else if played.white == played.black {
            faults.push(PairFault::OnePlayer { game });
        }
    }
    if faults.len() > before {
        return;
    }
    let ours = [first.white, first.black];
    if ours == [second.white, second.black] {
        faults.push(PairFault::ColoursNotChanged);
    } else if ours != [second.black, second.white] {
        faults.push(PairFault::Players {
            first: ours.map(str::to_owned),
            second: [second.white, second.black].map(str::to_owned),
        });
    }
}

fn openings(games: [PairGame<'_>; 2], opening: SameOpening<'_>, faults: &mut Vec<PairFault>) {
    let [first, second] = games.map(|played| played.game);
    match opening {
        SameOpening::Card(card) => match card.replay(first.state().ruleset()) {
            Ok(drawn) => {
                let plies = drawn.moves().len();
                faults.extend(differs(1, &drawn, first, plies));
                faults.extend(differs(2, &drawn, second, plies));
            }
            Err(fault) => faults.push(PairFault::Card { fault }),
        },
        SameOpening::FirstPlies(plies) => {
            let has = first.state().ply();
            if has < plies {
                faults.push(PairFault::TooShort { plies: has });
            }
            faults.extend(differs(2, first, second, plies.min(has) as usize));
        }
    }
}

/// The first thing in which a game differs from a model at its start or in its first plies.
fn differs(number: u8, model: &Game, game: &Game, plies: usize) -> Option<PairFault> {
    let (expected, found) = (model.positions().first()?, game.positions().first()?);
    if expected != found {
        return Some(PairFault::Start {
            game: number,
            expected: expected.to_fen(),
            found: found.to_fen(),
        });
    }
    let parting = (0..plies).find(|ply| model.moves().get(*ply) != game.moves().get(*ply))?;
    Some(PairFault::Ply {
        game: number,
        ply: u32::try_from(parting + 1).unwrap_or(u32::MAX),
        expected: text(model, parting)?,
        found: text(game, parting),
    })
}

/// The move of a ply, counted from 0, in canonical notation; none: there is no such move.
fn text(game: &Game, ply: usize) -> Option<String> {
    let m = game.moves().get(ply)?;
    let before: &Position = game.positions().get(ply)?;
    let texts = before.texts(std::slice::from_ref(m));
    Some(
        texts
            .ok()
            .and_then(|texts| texts.into_iter().next())
            .unwrap_or_default(),
    )
}
