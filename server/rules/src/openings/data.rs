//! Reads the tables as they lie beside this file: a line for each opening, columns parted by tabs.

use std::sync::Arc;

use super::{
    card::{Setup, Standing},
    table::TableId,
};
use crate::{Kind, Piece, Position, Ruleset, Side, Square, draughts};

/// A line of a table that cannot be read. A test sees to it that there is none.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line} of the opening table {table} cannot be read: {reason}")]
pub struct TableFault {
    /// The table.
    pub table: TableId,
    /// The line, from 1; 0: the table as a whole.
    pub line: usize,
    /// What is wrong.
    pub reason: &'static str,
}

/// An opening as the table keeps it.
#[derive(Clone, Debug, Default)]
pub(super) struct Row {
    /// The code of the printed table; empty: it has only its number.
    pub(super) label: &'static str,
    /// The name; empty: none.
    pub(super) name: &'static str,
    /// How it stands; none: sound.
    pub(super) standing: Option<Standing>,
    /// The set-up that it starts from; none: the variant's own.
    pub(super) start: Option<Start>,
    /// The moves, parted by blanks.
    pub(super) moves: &'static str,
    /// The decks that it is in beside those that follow from its standing.
    pub(super) decks: &'static str,
}

/// A changed start position.
#[derive(Clone, Debug)]
pub(super) struct Start {
    pub(super) setup: Setup,
    pub(super) position: Position,
}

/// Reads a table.
pub(super) fn rows(id: TableId, ruleset: &Arc<Ruleset>) -> Result<Vec<Row>, TableFault> {
    let start = Position::start(ruleset);
    let Some(start) = start.as_draughts() else {
        return Err(TableFault {
            table: id,
            line: 0,
            reason: "it is not of draughts",
        });
    };
    let lines = lines(id.text());
    let at = |line| {
        move |reason| TableFault {
            table: id,
            line,
            reason,
        }
    };
    match id {
        TableId::English2Move | TableId::English3Move => lines
            .map(|(line, columns)| {
                let [moves, standing, decks, name] = columns;
                Ok(Row {
                    moves,
                    standing: read_standing(standing).map_err(at(line))?,
                    decks,
                    name,
                    ..Row::default()
                })
            })
            .collect(),
        TableId::English11Man => lines
            .map(|(line, [off, moves, standing, _])| {
                let (black, white) = off.split_once(' ').ok_or("two men").map_err(at(line))?;
                Ok(Row {
                    moves,
                    standing: read_standing(standing).map_err(at(line))?,
                    start: Some(changed(start, [(white, ""), (black, "")]).map_err(at(line))?),
                    ..Row::default()
                })
            })
            .collect(),
        TableId::Italian11Man => italian(start, lines, id),
        TableId::Idf64Russian | TableId::Idf64Brazilian => lines
            .filter(|(_, columns)| id == TableId::Idf64Russian || columns[3] != "russian")
            .map(|(line, [label, flying, moves, _])| {
                let start = match flying {
                    "" => None,
                    _ => Some(flown(start, flying).map_err(at(line))?),
                };
                Ok(Row {
                    label,
                    moves,
                    start,
                    ..Row::default()
                })
            })
            .collect(),
        TableId::Idf64BasicRussian | TableId::Idf64BasicBrazilian => Ok(lines
            .map(|(_, [label, moves, _, _])| Row {
                label,
                moves,
                ..Row::default()
            })
            .collect()),
    }
}

/// Every white half with every black one, but for those named.
fn italian(
    start: &draughts::Position,
    lines: impl Iterator<Item = (usize, [&'static str; 4])>,
    id: TableId,
) -> Result<Vec<Row>, TableFault> {
    let mut white_halves = Vec::new();
    let mut rows = Vec::new();
    for (line, [colour, left, taken, but]) in lines {
        let at = |reason| TableFault {
            table: id,
            line,
            reason,
        };
        if colour == "white" {
            white_halves.push((left, taken));
            continue;
        }
        let but = ranges(but).ok_or("a range").map_err(at)?;
        for (half, white) in (1..).zip(&white_halves) {
            if !but.iter().any(|range| range.contains(&half)) {
                rows.push(Row {
                    start: Some(changed(start, [*white, (left, taken)]).map_err(at)?),
                    ..Row::default()
                });
            }
        }
    }
    Ok(rows)
}

/// The lines that are no remarks, with their numbers from 1 and their columns; columns that are not there are empty.
fn lines(text: &'static str) -> impl Iterator<Item = (usize, [&'static str; 4])> {
    (1..).zip(text.lines()).filter_map(|(number, line)| {
        if line.starts_with('#') {
            return None;
        }
        let mut columns = line.split('\t');
        Some((
            number,
            std::array::from_fn(|_| columns.next().unwrap_or("")),
        ))
    })
}

fn read_standing(word: &str) -> Result<Option<Standing>, &'static str> {
    match word {
        "" => Ok(None),
        word => Standing::from_word(word).map(Some).ok_or("its standing"),
    }
}

/// `12-16 20`: inclusive ranges and single numbers.
fn ranges(text: &str) -> Option<Vec<std::ops::RangeInclusive<u32>>> {
    text.split_whitespace()
        .map(|range| {
            let (first, last) = range.split_once('-').unwrap_or((range, range));
            Some(first.parse().ok()?..=last.parse().ok()?)
        })
        .collect()
}

/// `a1-e5 d6-g5`: a man of White and a man of Black, each from where it is to where it goes; `-`: none.
fn flown(start: &draughts::Position, flying: &str) -> Result<Start, &'static str> {
    let mut sides = flying.split(' ').map(|text| match text {
        "-" => Some(("", "")),
        text => text.split_once('-'),
    });
    match (sides.next().flatten(), sides.next().flatten(), sides.next()) {
        (Some(white), Some(black), None) => changed(start, [white, black]),
        _ => Err("two men and their goals"),
    }
}

/// The start position with the men of White, then of Black, gone from some squares and come to others.
fn changed(start: &draughts::Position, halves: [(&str, &str); 2]) -> Result<Start, &'static str> {
    let geometry = start.geometry();
    let squares = |text: &str| -> Option<Vec<Square>> {
        text.split_whitespace()
            .map(|name| geometry.parse(name))
            .collect()
    };
    let mut setup = Setup::default();
    let mut pieces: Vec<(Square, Piece)> = start.pieces().collect();
    for (side, (left, taken)) in Side::BOTH.into_iter().zip(halves) {
        let left = squares(left).ok_or("a square that is left")?;
        let taken = squares(taken).ok_or("a square that is taken")?;
        let man = Piece {
            side,
            kind: Kind::Man,
        };
        for square in &left {
            let place = pieces.iter().position(|piece| *piece == (*square, man));
            pieces.swap_remove(place.ok_or("no man of this side is on a square that is left")?);
        }
        setup.left[side.index()] = left;
        setup.taken[side.index()] = taken;
    }
    for side in Side::BOTH {
        let man = Piece {
            side,
            kind: Kind::Man,
        };
        pieces.extend(
            setup.taken[side.index()]
                .iter()
                .map(|square| (*square, man)),
        );
    }
    let rules = start.compiled_rules();
    let position = draughts::Position::new(rules, pieces, start.side_to_move())
        .map_err(|_| "its position cannot be")?;
    Ok(Start {
        setup,
        position: Position::Draughts(position),
    })
}
