//! Two score sheets of one game: where they part, and which repairs make one legal game of both.
//!
//! Both sheets are read together, ply by ply, as far as they agree. Where they do not, a search looks for the legal games that
//! explain both with the fewest repairs: a move written wrongly, left out, written twice or in the wrong order. It never decides which player
//! is right; it lists every game that explains both equally well, the likeliest slip of the pen first.

mod alone;
mod search;
mod spelling;
mod step;

use super::{OtherLanguages, evidence::FirstFault, languages};
use crate::{Position, Reading, Side, rulebook::words};

/// What one player wrote down.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scoresheet {
    /// The moves in the order in which they are written, illegible ones as empty texts.
    pub moves: Vec<String>,
    /// How they are written.
    pub reading: Reading,
    /// Who kept it, where that is known: of two equally good repairs, the one that trusts a player's own moves comes first.
    pub kept_by: Option<Side>,
}

impl Scoresheet {
    /// The languages in which it is legal to its end and another game than in the one that its reading names.
    ///
    /// ```
    /// use tabuleiro_rules::adjudication::scoresheet::Scoresheet;
    /// use tabuleiro_rules::{Catalogue, Position, Variant, chess::{Forms, Language}};
    /// let law = Catalogue::new().standard(Variant::parse("chess").unwrap()).unwrap();
    /// let mut sheet = Scoresheet::default();
    /// sheet.moves = "e4 e5 Cf3".split(' ').map(str::to_owned).collect();
    /// sheet.reading.chess.forms = Forms::Lenient;
    /// sheet.reading.chess.language = Language::German;
    /// let others = sheet.other_languages(&Position::start(&law)).unwrap();
    /// // C is no German letter, and the knight in these three.
    /// assert!(!others.legal_as_named);
    /// assert!(others.languages.contains(&Language::Portuguese));
    /// ```
    #[must_use]
    pub fn other_languages(&self, start: &Position) -> Option<OtherLanguages> {
        let moves = self.moves.iter().map(|text| Some(text.as_str()));
        languages::other_languages(start, moves, &self.reading)
    }
}

/// How far the search goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CompareLimits {
    /// Repairs that may be combined on one sheet.
    pub most_repairs: u8,
    /// Positions that the search may look at off the path on which both sheets agree.
    pub work_budget: u32,
}

impl Default for CompareLimits {
    fn default() -> CompareLimits {
        CompareLimits {
            most_repairs: 2,
            work_budget: 20_000,
        }
    }
}

words! {
    /// Whether one game explains both sheets.
    pub enum Verdict {
        /// They record the same legal game, however each is written.
        Same = "same",
        /// One is the beginning of the other.
        OneIsLonger = "one_is_longer",
        /// Repairs make them one legal game.
        Reconciled = "reconciled",
        /// No game within the number of repairs explains both.
        Irreconcilable = "irreconcilable",
    }
}

words! {
    /// What was wrong on a sheet.
    pub enum RepairKind {
        /// Another move was written.
        Replaced = "replaced",
        /// A move was left out.
        Missing = "missing",
        /// A move too many was written.
        Extra = "extra",
        /// Two moves were written in the wrong order.
        Swapped = "swapped",
    }
}

/// Which of the two sheets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Which {
    /// The first.
    First,
    /// The second.
    Second,
}

impl Which {
    pub(crate) const BOTH: [Which; 2] = [Which::First, Which::Second];

    /// 1 or 2.
    #[must_use]
    pub const fn number(self) -> u8 {
        match self {
            Which::First => 1,
            Which::Second => 2,
        }
    }

    const fn other(self) -> Which {
        match self {
            Which::First => Which::Second,
            Which::Second => Which::First,
        }
    }

    const fn index(self) -> usize {
        self as usize
    }
}

/// One thing that was wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repair {
    /// On which sheet.
    pub sheet: Which,
    /// What was wrong.
    pub kind: RepairKind,
    /// Where on that sheet, as a ply from 1. Of a move left out: the place where it belongs.
    pub ply: u32,
    /// What is written there, control characters replaced and shortened. Empty: nothing.
    pub written: String,
    /// What it should be, in canonical text. Empty: nothing.
    pub meant: String,
}

/// A game that explains both sheets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reconciliation {
    /// Its moves, in canonical text.
    pub moves: Vec<String>,
    /// What was wrong on which sheet, in the order of the game. Illegible moves are read from the game and not counted.
    pub repairs: Vec<Repair>,
}

/// What came out of comparing two sheets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// Whether one game explains both.
    pub verdict: Verdict,
    /// The first ply at which they differ, from 1; where one ends, the next ply of the other. None: they do not differ.
    pub first_difference_ply: Option<u32>,
    /// The first fault of each sheet alone. None: it is legal to its end.
    pub first_faults: [Option<FirstFault>; 2],
    /// Games that explain both with the fewest repairs, the likeliest first, up to [`Comparison::MOST_GAMES`].
    pub reconciliations: Vec<Reconciliation>,
    /// The ply from which no game explains both, from 1. None: one does.
    pub irreconcilable_from_ply: Option<u32>,
    /// The moves from the start on which both agree, in canonical text.
    pub common_moves: Vec<String>,
    /// Whether the search ended on its budget or on the number of games, so that other repairs may exist.
    pub budget_spent: bool,
}

impl Comparison {
    /// How many games are listed.
    pub const MOST_GAMES: usize = 16;
}

/// Compares two score sheets of one game that began in this position. The same sheets give the same answer; the work is linear in their
/// length and bounded by the budget beyond that.
///
/// ```
/// use tabuleiro_rules::adjudication::scoresheet::{CompareLimits, Scoresheet, Verdict, compare};
/// use tabuleiro_rules::{Catalogue, Position, Variant};
/// let sheet = |moves: &str| Scoresheet {
///     moves: moves.split(' ').map(str::to_owned).collect(),
///     ..Scoresheet::default()
/// };
/// let law = Catalogue::new().standard(Variant::parse("chess").unwrap()).unwrap();
/// // The second player left out 2... Nc6.
/// let sheets = [sheet("e4 e5 Nf3 Nc6 Bb5 a6"), sheet("e4 e5 Nf3 Bb5 a6")];
/// let compared = compare(&Position::start(&law), &sheets, CompareLimits::default());
/// assert_eq!(compared.verdict, Verdict::Reconciled);
/// assert_eq!(compared.first_difference_ply, Some(4));
/// assert_eq!(compared.reconciliations[0].moves, ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6"]);
/// assert_eq!(compared.reconciliations[0].repairs[0].meant, "Nc6");
/// ```
#[must_use]
pub fn compare(start: &Position, sheets: &[Scoresheet; 2], limits: CompareLimits) -> Comparison {
    let first_faults = Which::BOTH.map(|which| alone::first_fault(start, &sheets[which.index()]));
    let common = alone::together(start, sheets);
    let found = search::search(start, sheets, limits);
    let verdict = match found.games.first() {
        None => Verdict::Irreconcilable,
        Some(game) if !game.repairs.is_empty() => Verdict::Reconciled,
        Some(_) if sheets[0].moves.len() == sheets[1].moves.len() => Verdict::Same,
        Some(_) => Verdict::OneIsLonger,
    };
    Comparison {
        verdict,
        first_difference_ply: common.difference,
        first_faults,
        irreconcilable_from_ply: found.games.is_empty().then_some(found.plies + 1),
        reconciliations: found.games,
        common_moves: common.moves,
        budget_spent: found.budget_spent,
    }
}
