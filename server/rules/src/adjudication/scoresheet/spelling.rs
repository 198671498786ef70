//! How a text on a sheet reads in a position, and how far it is from the text of a move that is not written there.

use smallvec::SmallVec;

use super::Scoresheet;
use crate::{Move, MoveRequest, Position, Reading, ViolationCode, draughts::Naming, game::Refusal};

/// Texts that are longer are compared by their beginning.
const LONGEST: usize = 40;

/// The moves that a text may mean in a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Reads {
    /// Any: it is illegible.
    Any,
    /// One, or several where the text leaves it open; none where it is not legal.
    Moves(SmallVec<[Move; 2]>),
}

impl Reads {
    /// Whether the text may mean this move.
    pub(super) fn fits(&self, m: &Move) -> bool {
        match self {
            Reads::Any => true,
            Reads::Moves(moves) => moves.contains(m),
        }
    }

    /// Whether it may mean any legal move at all.
    pub(super) fn is_legal(&self) -> bool {
        match self {
            Reads::Any => true,
            Reads::Moves(moves) => !moves.is_empty(),
        }
    }
}

/// Reads a text of a sheet.
pub(super) fn read(position: &Position, text: &str, reading: &Reading) -> Reads {
    let text = text.trim();
    if text.is_empty() {
        return Reads::Any;
    }
    match position.read_move(&MoveRequest::Text(text), reading) {
        Ok(m) => Reads::Moves(SmallVec::from_slice(&[m])),
        Err(Refusal::Broken { violations }) => {
            let open = violations
                .iter()
                .filter(|violation| violation.code == ViolationCode::Ambiguous);
            let meant = open
                .filter_map(|violation| violation.required.as_ref())
                .flat_map(|required| &required.moves)
                .filter_map(|text| {
                    let request = MoveRequest::Text(text);
                    position.read_move(&request, &Reading::default()).ok()
                });
            Reads::Moves(meant.collect())
        }
        Err(Refusal::Exhausted(_)) => Reads::Moves(SmallVec::new()),
    }
}

/// The canonical text of a legal move.
pub(super) fn canonical(position: &Position, m: &Move) -> String {
    let texts = position.texts(std::slice::from_ref(m));
    texts
        .ok()
        .and_then(|mut texts| texts.pop())
        .unwrap_or_default()
}

/// The legal moves of a position as they would be written, to measure how far a text is from each.
pub(super) struct Spellings {
    moves: Vec<(Move, SmallVec<[String; 3]>)>,
}

impl Spellings {
    /// As a sheet would write them. None where a draughts capture tree is too wide.
    pub(super) fn of(position: &Position, sheet: &Scoresheet) -> Spellings {
        let legal = position.legal_moves().unwrap_or_default();
        let moves = match position {
            Position::Chess(chess) => legal
                .iter()
                .filter_map(|m| {
                    let Move::Chess(played) = m else { return None };
                    let san = chess.san(played, sheet.reading.chess.language);
                    let uci = chess.uci(played);
                    let letter: String = san
                        .chars()
                        .take_while(|c| !c.is_ascii_lowercase())
                        .collect();
                    let long = format!("{letter}{uci}");
                    Some((*m, [san, uci, long].iter().map(|text| bare(text)).collect()))
                })
                .collect(),
            Position::Draughts(draughts) => {
                let own: Vec<_> = legal
                    .iter()
                    .filter_map(|m| match m {
                        Move::Draughts(played) => Some(*played),
                        Move::Chess(_) => None,
                    })
                    .collect();
                let spell = |played: &crate::draughts::Move| {
                    let texts = [Naming::Numeric, Naming::Algebraic]
                        .map(|naming| bare(&draughts.text_in(played, &own, naming)));
                    (Move::Draughts(*played), texts.into_iter().collect())
                };
                own.iter().map(spell).collect()
            }
        };
        Spellings { moves }
    }

    /// The legal moves.
    pub(super) fn moves(&self) -> impl Iterator<Item = &Move> {
        self.moves.iter().map(|(m, _)| m)
    }

    /// How many slips of the pen lie between a text and a move: characters written wrongly, too many, too few, or two in the wrong
    /// order.
    pub(super) fn distance(&self, text: &str, m: &Move) -> usize {
        let text = bare(text);
        let spelt = self.moves.iter().find(|(other, _)| other == m);
        let distances = spelt.into_iter().flat_map(|(_, texts)| texts);
        let least = distances
            .map(|spelt| strsim::osa_distance(&text, spelt))
            .min();
        least.unwrap_or(LONGEST)
    }

    /// The legal moves that a text may be a misreading of.
    pub(super) fn near(&self, text: &str) -> impl Iterator<Item = &Move> {
        let text = bare(text);
        let most = if text.chars().count() < 4 { 1 } else { 2 };
        self.moves.iter().filter_map(move |(m, texts)| {
            let near = texts
                .iter()
                .any(|spelt| strsim::osa_distance(&text, spelt) <= most);
            near.then_some(m)
        })
    }
}

/// A text without the marks that tell no move from another.
fn bare(text: &str) -> String {
    let text = text.trim().trim_end_matches("e.p.");
    text.chars()
        .filter(|c| !"+#!?=x:×-–()†‡ ".contains(*c))
        .map(|c| if c == '0' || c == 'o' { 'O' } else { c })
        .take(LONGEST)
        .collect()
}
