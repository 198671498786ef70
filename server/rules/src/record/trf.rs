//! Crosstables in the FIDE Tournament Report File format (TRF16): who met whom in which round, and with what result.
//!
//! Read is what standings are compared by: the tournament's name, the number of rounds, and the players' lines. Every other line is passed over. A
//! line that cannot be read is a [`TrfFault`] with its place, and the rest is read all the same.

use std::collections::HashMap;

/// A crosstable.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Crosstable {
    /// The name of the tournament (`012`).
    pub name: String,
    /// Its players, in the order of the file.
    pub players: Vec<TrfPlayer>,
    /// What could not be read.
    pub faults: Vec<TrfFault>,
}

/// A player's line (`001`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrfPlayer {
    /// The pairing number.
    pub number: u32,
    /// The name, as the file has it: `Surname, Given`.
    pub name: String,
    /// Points in halves, as the line states them.
    pub half_points: u32,
    /// The place, where the line states one.
    pub rank: Option<u32>,
    /// The rounds, the first one first.
    pub rounds: Vec<TrfRound>,
}

/// A player's round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TrfRound {
    /// The pairing number of the opponent. None: no opponent.
    pub opponent: Option<u32>,
    /// Whether he had White. None: not said.
    pub white: Option<bool>,
    /// How it came out.
    pub result: TrfResult,
}

/// The result of a round, as the player has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrfResult {
    /// `1`, `W`: won, whether or not it is rated.
    Won,
    /// `=`, `D`.
    Drawn,
    /// `0`, `L`.
    Lost,
    /// `+`: won without play.
    ForfeitWin,
    /// `-`: lost without play.
    ForfeitLoss,
    /// `H`: half a point without an opponent.
    HalfPointBye,
    /// `F`, `U`: a point without an opponent.
    FullPointBye,
    /// `Z`, or nothing: no point without an opponent.
    ZeroPointBye,
}

impl TrfResult {
    const fn read(letter: u8) -> Option<TrfResult> {
        Some(match letter.to_ascii_uppercase() {
            b'1' | b'W' => TrfResult::Won,
            b'=' | b'D' => TrfResult::Drawn,
            b'0' | b'L' => TrfResult::Lost,
            b'+' => TrfResult::ForfeitWin,
            b'-' => TrfResult::ForfeitLoss,
            b'H' => TrfResult::HalfPointBye,
            b'F' | b'U' => TrfResult::FullPointBye,
            b'Z' | b' ' => TrfResult::ZeroPointBye,
            _ => return None,
        })
    }

    /// What it is worth, in halves.
    #[must_use]
    pub const fn half_points(self) -> u32 {
        match self {
            TrfResult::Won | TrfResult::ForfeitWin | TrfResult::FullPointBye => 2,
            TrfResult::Drawn | TrfResult::HalfPointBye => 1,
            TrfResult::Lost | TrfResult::ForfeitLoss | TrfResult::ZeroPointBye => 0,
        }
    }

    /// Whether a game was played, of which a record can be expected.
    #[must_use]
    pub const fn is_played(self) -> bool {
        matches!(self, TrfResult::Won | TrfResult::Drawn | TrfResult::Lost)
    }
}

/// A line, or a part of it, that cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {kind}")]
pub struct TrfFault {
    /// The line, from 1.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
    /// What is wrong.
    pub kind: TrfFaultKind,
}

/// What is wrong with a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TrfFaultKind {
    /// The pairing number is no number.
    #[error("no pairing number")]
    Number,
    /// The pairing number is given twice.
    #[error("a pairing number that another line has")]
    DoubleNumber,
    /// The points are no number of halves.
    #[error("no number of points")]
    Points,
    /// The opponent is no number.
    #[error("no opponent's number")]
    Opponent,
    /// The opponent is in no line.
    #[error("an opponent who has no line")]
    UnknownOpponent,
    /// A letter that is no colour.
    #[error("no colour")]
    Colour,
    /// A letter that is no result.
    #[error("no result")]
    Result,
    /// The points stated are not those of the rounds.
    #[error("points that are not the sum of the rounds")]
    Sum,
    /// There are more players than are read.
    #[error("more players than are read")]
    TooManyPlayers,
}

impl Crosstable {
    /// How many players are read.
    pub const MOST_PLAYERS: usize = 10_000;
    /// How many rounds of a player are read.
    pub const MOST_ROUNDS: usize = 100;

    /// Reads a file. Nothing stops it; what cannot be read is among the faults.
    #[must_use]
    pub fn read(text: &str) -> Crosstable {
        let mut table = Crosstable::default();
        let mut lines: HashMap<u32, u32> = HashMap::new();
        let mut places = Vec::new();
        for (line, text) in (1_u32..).zip(text.trim_start_matches('\u{feff}').lines()) {
            let columns: Vec<char> = text.trim_end().chars().take(2_000).collect();
            match field(&columns, 1, 3).as_str() {
                "012" => table.name = field(&columns, 5, 2_000),
                "001" if table.players.len() >= Crosstable::MOST_PLAYERS => {
                    table
                        .faults
                        .push(fault(line, 1, TrfFaultKind::TooManyPlayers));
                    break;
                }
                "001" => {
                    let Some(player) = player(line, &columns, &mut table.faults) else {
                        continue;
                    };
                    if lines.insert(player.number, line).is_some() {
                        table
                            .faults
                            .push(fault(line, 5, TrfFaultKind::DoubleNumber));
                    }
                    places.push(line);
                    table.players.push(player);
                }
                _ => {}
            }
        }
        for (player, line) in table.players.iter().zip(places) {
            for (column, round) in (92_u32..).step_by(10).zip(&player.rounds) {
                if round
                    .opponent
                    .is_some_and(|number| !lines.contains_key(&number))
                {
                    table
                        .faults
                        .push(fault(line, column, TrfFaultKind::UnknownOpponent));
                }
            }
        }
        table.faults.sort_by_key(|fault| (fault.line, fault.column));
        table
    }

    /// The player with this pairing number.
    #[must_use]
    pub fn player(&self, number: u32) -> Option<&TrfPlayer> {
        self.players.iter().find(|player| player.number == number)
    }
}

/// The characters of some columns, both from 1 and included, without the blanks around them.
fn field(columns: &[char], from: usize, to: usize) -> String {
    let part = columns
        .get(from - 1..to.min(columns.len()))
        .unwrap_or_default();
    part.iter().collect::<String>().trim().to_owned()
}

const fn fault(line: u32, column: u32, kind: TrfFaultKind) -> TrfFault {
    TrfFault { line, column, kind }
}

fn player(line: u32, columns: &[char], faults: &mut Vec<TrfFault>) -> Option<TrfPlayer> {
    let Ok(number) = field(columns, 5, 8).parse() else {
        faults.push(fault(line, 5, TrfFaultKind::Number));
        return None;
    };
    let mut rounds = Vec::new();
    for from in (92..=columns.len())
        .step_by(10)
        .take(Crosstable::MOST_ROUNDS)
    {
        rounds.push(round(line, columns, from, faults));
    }
    let sum: u32 = rounds.iter().map(|round| round.result.half_points()).sum();
    let half_points = match halves(&field(columns, 81, 84)) {
        Some(stated) => {
            if stated != sum {
                faults.push(fault(line, 81, TrfFaultKind::Sum));
            }
            stated
        }
        None => {
            faults.push(fault(line, 81, TrfFaultKind::Points));
            sum
        }
    };
    Some(TrfPlayer {
        number,
        name: field(columns, 15, 47),
        half_points,
        rank: field(columns, 86, 89).parse().ok(),
        rounds,
    })
}

fn round(line: u32, columns: &[char], from: usize, faults: &mut Vec<TrfFault>) -> TrfRound {
    let column = u32::try_from(from).unwrap_or(u32::MAX);
    let opponent = field(columns, from, from + 3);
    let at = |column: usize| columns.get(column - 1).copied().unwrap_or(' ');
    TrfRound {
        opponent: match opponent.as_str() {
            "" | "0000" => None,
            number => match number.parse() {
                Ok(number) => Some(number),
                Err(_) => {
                    faults.push(fault(line, column, TrfFaultKind::Opponent));
                    None
                }
            },
        },
        white: match at(from + 5) {
            'w' | 'W' => Some(true),
            'b' | 'B' => Some(false),
            '-' | ' ' => None,
            _ => {
                faults.push(fault(line, column + 5, TrfFaultKind::Colour));
                None
            }
        },
        result: u8::try_from(at(from + 7))
            .ok()
            .and_then(TrfResult::read)
            .unwrap_or_else(|| {
                faults.push(fault(line, column + 7, TrfFaultKind::Result));
                TrfResult::ZeroPointBye
            }),
    }
}

/// `6.5`, `6,5` or `6` in halves.
fn halves(text: &str) -> Option<u32> {
    let (whole, part) = text.split_once(['.', ',']).unwrap_or((text, "0"));
    let whole: u32 = match whole {
        "" => 0,
        whole => whole.parse().ok()?,
    };
    let half = match part {
        "0" | "00" | "" => 0,
        "5" | "50" => 1,
        _ => return None,
    };
    whole.checked_mul(2)?.checked_add(half)
}
