//! Reads the table of known node counts, and counts them again.

use tabuleiro_rules::{
    Strictness,
    chess::{ChessVariant, Position, perft},
};

const TABLE: &str = include_str!("../data/perft_chess.tsv");

/// One position with its known counts.
pub(crate) struct Row {
    pub(crate) position: Position,
    pub(crate) fen: &'static str,
    /// Depth and number of nodes.
    pub(crate) counts: Vec<(u32, u64)>,
}

/// The whole table. Panics on a row that cannot be read: the table is part of the test.
pub(crate) fn rows() -> Vec<Row> {
    TABLE
        .lines()
        .filter(|line| !line.starts_with('#'))
        .skip(1)
        .map(row)
        .collect()
}

fn row(line: &'static str) -> Row {
    let columns: Vec<&str> = line.split('\t').collect();
    let [variant, setup, fen, counts] = columns[..] else {
        panic!("four columns expected: {line}");
    };
    let strictness = match setup {
        "strict" => Strictness::Strict,
        "relaxed" => Strictness::Relaxed,
        _ => panic!("unknown set-up: {line}"),
    };
    Row {
        position: position(variant, fen, strictness),
        fen,
        counts: counts.split(' ').map(count).collect(),
    }
}

fn position(variant: &str, fen: &str, strictness: Strictness) -> Position {
    let read = |variant| Position::from_fen(variant, fen, strictness);
    let parsed = match variant {
        // Standard chess, if the castling field can be read so.
        "tricky" => read(ChessVariant::Chess).or_else(|_| read(ChessVariant::Chess960)),
        id => read(ChessVariant::parse(id).expect("a known variant")),
    };
    match parsed {
        Ok(parsed) => parsed.position,
        Err(faults) => panic!("{variant} {fen}: {faults:?}"),
    }
}

fn count(pair: &str) -> (u32, u64) {
    let (depth, nodes) = pair.split_once(':').expect("depth:nodes");
    (
        depth.parse().expect("a depth"),
        nodes.parse().expect("a count"),
    )
}

/// Counts every known count up to this many nodes again; the number of counts, and of nodes.
pub(crate) fn verify(row: &Row, limit: u64) -> Result<(usize, u64), String> {
    let (mut counts, mut nodes) = (0, 0);
    for (depth, known) in row.counts.iter().filter(|(_, known)| *known <= limit) {
        let counted = perft(&row.position, *depth);
        if counted != *known {
            return Err(format!(
                "{} {} depth {depth}: {counted} counted, {known} known",
                row.position.variant().id(),
                row.fen
            ));
        }
        counts += 1;
        nodes += counted;
    }
    Ok((counts, nodes))
}
