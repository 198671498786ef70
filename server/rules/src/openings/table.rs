//! The ballot tables, and the decks that are drawn from them.

use std::{collections::BTreeMap, sync::Arc};

use super::{
    card::{Card, Opening, Setup, Standing},
    data::{Row, TableFault, rows},
};
use crate::{
    Catalogue, Citation, Position, Ruleset, Side, Variant, draughts::RuleSet, rulebook::words,
};

words! {
    /// A ballot table.
    pub enum TableId {
        /// The first moves of both sides, in English draughts.
        English2Move = "english-2-move",
        /// The first three moves, in English draughts.
        English3Move = "english-3-move",
        /// A man fewer each and the first moves of both sides, in English draughts.
        English11Man = "english-11-man",
        /// A man fewer each and some men moved, in Italian draughts.
        Italian11Man = "italian-11-man",
        /// The table of the International Draughts Federation, in Russian draughts.
        Idf64Russian = "idf-64-russian",
        /// The table of the International Draughts Federation, in Brazilian draughts.
        Idf64Brazilian = "idf-64-brazilian",
        /// The basic table of the International Draughts Federation, in Russian draughts.
        Idf64BasicRussian = "idf-64-basic-russian",
        /// The basic table of the International Draughts Federation, in Brazilian draughts.
        Idf64BasicBrazilian = "idf-64-basic-brazilian",
    }
}

impl TableId {
    /// The variant that it belongs to.
    #[must_use]
    pub const fn variant(self) -> Variant {
        Variant::Draughts(match self {
            TableId::English2Move | TableId::English3Move | TableId::English11Man => {
                RuleSet::English
            }
            TableId::Italian11Man => RuleSet::Italian,
            TableId::Idf64Russian | TableId::Idf64BasicRussian => RuleSet::Russian,
            TableId::Idf64Brazilian | TableId::Idf64BasicBrazilian => RuleSet::Brazilian,
        })
    }

    /// Where it comes from.
    #[must_use]
    pub const fn citation(self) -> Citation {
        match self {
            TableId::English2Move => Citation::secondary("Two-move restriction", "", ""),
            TableId::English3Move => Citation::primary("ACF three-move deck", "2003", ""),
            TableId::English11Man => Citation::secondary("Eleven-man ballot", "", ""),
            TableId::Italian11Man => Citation::secondary("Italian eleven-man set", "", ""),
            TableId::Idf64Russian | TableId::Idf64Brazilian => {
                Citation::primary("IDF drawing table", "", "")
            }
            TableId::Idf64BasicRussian | TableId::Idf64BasicBrazilian => {
                Citation::primary("IDF basic drawing table", "", "")
            }
        }
    }

    pub(super) const fn text(self) -> &'static str {
        match self {
            TableId::English2Move => include_str!("english-2-move.tsv"),
            TableId::English3Move => include_str!("english-3-move.tsv"),
            TableId::English11Man => include_str!("english-11-man.tsv"),
            TableId::Italian11Man => include_str!("italian-11-man.tsv"),
            TableId::Idf64Russian | TableId::Idf64Brazilian => include_str!("idf-64.tsv"),
            TableId::Idf64BasicRussian | TableId::Idf64BasicBrazilian => {
                include_str!("idf-64-basic.tsv")
            }
        }
    }
}

/// The openings of a table that are drawn from together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableDeck {
    /// Its id in the table, e.g. `144`, `barred`, `category-9`.
    pub id: String,
    /// The numbers of its openings, ascending.
    pub numbers: Vec<u32>,
}

/// A table of openings.
#[derive(Clone, Debug)]
pub struct Table {
    id: TableId,
    ruleset: Arc<Ruleset>,
    rows: Vec<Row>,
    decks: Vec<TableDeck>,
}

impl Table {
    fn new(id: TableId, ruleset: Arc<Ruleset>) -> Result<Table, TableFault> {
        let rows = rows(id, &ruleset)?;
        let decks = decks(id, &rows);
        Ok(Table {
            id,
            ruleset,
            rows,
            decks,
        })
    }

    /// Its id.
    #[must_use]
    pub const fn id(&self) -> TableId {
        self.id
    }

    /// The law by which it is replayed: its variant's own.
    #[must_use]
    pub const fn ruleset(&self) -> &Arc<Ruleset> {
        &self.ruleset
    }

    /// How many openings it has, those that no deck draws included.
    #[must_use]
    pub fn len(&self) -> u32 {
        u32::try_from(self.rows.len()).unwrap_or(u32::MAX)
    }

    /// Whether it has none. No table is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Whether each opening serves two games with colours changed: so it is with every table there is.
    #[must_use]
    pub const fn in_pairs(&self) -> bool {
        true
    }

    /// Its decks; the first is the one that is drawn from where none is named.
    #[must_use]
    pub fn decks(&self) -> &[TableDeck] {
        &self.decks
    }

    /// The deck with this id; empty: the first.
    #[must_use]
    pub fn deck(&self, id: &str) -> Option<&TableDeck> {
        match id {
            "" => self.decks.first(),
            id => self.decks.iter().find(|deck| deck.id == id),
        }
    }

    /// The opening with this number, from 1.
    #[must_use]
    pub fn opening(&self, number: u32) -> Option<Opening> {
        let row = self.rows.get(number.checked_sub(1)? as usize)?;
        let start = row.start.as_ref().map(|start| &start.position);
        let first = start.map_or_else(
            || Position::start(&self.ruleset).side_to_move(),
            Position::side_to_move,
        );
        let moves = self.moves(row);
        Some(Opening {
            number,
            label: match row.label {
                "" => number.to_string(),
                label => label.to_owned(),
            },
            side_to_move: after(first, moves.len()),
            card: Card {
                start: start.map(Position::to_fen),
                moves,
                name: row.name.to_owned(),
                standing: row.standing.unwrap_or(Standing::Sound),
            },
            setup: row
                .start
                .as_ref()
                .map_or_else(Setup::default, |start| start.setup.clone()),
        })
    }

    /// Every opening, in order.
    pub fn openings(&self) -> impl Iterator<Item = Opening> {
        (1..=self.len()).filter_map(|number| self.opening(number))
    }

    /// The moves in the notation of the variant: files write every capture with `x`.
    fn moves(&self, row: &Row) -> Vec<String> {
        let colon = self.id.variant() == Variant::Draughts(RuleSet::Russian);
        row.moves
            .split_whitespace()
            .map(|text| match colon {
                true => text.replace('x', ":"),
                false => text.to_owned(),
            })
            .collect()
    }
}

/// Who is to move after so many plies.
pub(super) const fn after(first: Side, plies: usize) -> Side {
    match plies % 2 {
        0 => first,
        _ => first.opponent(),
    }
}

/// The decks of a table, the usual one first.
fn decks(id: TableId, rows: &[Row]) -> Vec<TableDeck> {
    let of = |deck: &str, holds: &dyn Fn(&Row) -> bool| TableDeck {
        id: deck.to_owned(),
        numbers: (1..)
            .zip(rows)
            .filter(|(_, row)| holds(row))
            .map(|(number, _)| number)
            .collect(),
    };
    let named = |deck| move |row: &Row| row.decks.split(',').any(|id| id == deck);
    let sound = |row: &Row| row.standing.is_none();
    let barred = |row: &Row| row.standing == Some(Standing::Barred);
    let lost = |row: &Row| row.standing == Some(Standing::Lost);
    let all = |_: &Row| true;
    match id {
        TableId::English2Move => vec![
            of("43", &sound),
            of("47", &|row| !lost(row)),
            of("49", &all),
            of("barred", &barred),
            of("lost", &lost),
        ],
        TableId::English3Move => vec![
            of("156", &sound),
            of("174", &all),
            of("144", &named("144")),
            of("tough", &named("tough")),
            of("barred", &barred),
        ],
        TableId::English11Man => vec![of("sound", &sound), of("all", &all), of("lost", &lost)],
        TableId::Italian11Man => vec![of("all", &all)],
        TableId::Idf64Russian
        | TableId::Idf64Brazilian
        | TableId::Idf64BasicRussian
        | TableId::Idf64BasicBrazilian => {
            let mut categories: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
            for (number, row) in (1..).zip(rows) {
                let category = row
                    .label
                    .split_once('-')
                    .map(|(category, _)| category.parse());
                if let Some(Ok(category)) = category {
                    categories.entry(category).or_default().push(number);
                }
            }
            let categories = categories.into_iter().map(|(category, numbers)| TableDeck {
                id: format!("category-{category}"),
                numbers,
            });
            [of("all", &all)].into_iter().chain(categories).collect()
        }
    }
}

/// The ballot tables, each read once: a value that its owner shares.
#[derive(Clone, Debug)]
pub struct OpeningTables {
    tables: Vec<Table>,
}

impl OpeningTables {
    /// Reads every table.
    ///
    /// # Errors
    /// Never for the tables that come with this crate: a test sees to it.
    pub fn new(catalogue: &Catalogue) -> Result<OpeningTables, TableFault> {
        let table = |id: &TableId| {
            let unknown = TableFault {
                table: *id,
                line: 0,
                reason: "its variant has no law",
            };
            Table::new(*id, catalogue.standard(id.variant()).ok_or(unknown)?)
        };
        Ok(OpeningTables {
            tables: TableId::ALL.iter().map(table).collect::<Result<_, _>>()?,
        })
    }

    /// Every table, in the order of [`TableId`].
    #[must_use]
    pub fn all(&self) -> &[Table] {
        &self.tables
    }

    /// The tables of a variant.
    pub fn of(&self, variant: Variant) -> impl Iterator<Item = &Table> {
        let of = move |table: &&Table| table.id.variant() == variant;
        self.tables.iter().filter(of)
    }

    /// The table with this id.
    #[must_use]
    pub fn table(&self, id: &str) -> Option<&Table> {
        self.tables.iter().find(|table| table.id.word() == id)
    }

    /// The table and the deck that a text names: `english-3-move` with its usual deck, `english-3-move/144` with another.
    #[must_use]
    pub fn find(&self, text: &str) -> Option<(&Table, &TableDeck)> {
        let (table, deck) = match text.split_once('/') {
            Some((_, "")) => return None,
            Some(parts) => parts,
            None => (text, ""),
        };
        let table = self.table(table)?;
        Some((table, table.deck(deck)?))
    }
}
