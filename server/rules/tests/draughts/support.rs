//! What the draughts tests share: positions from a short text, and the rows of the perft table.

use tabuleiro_rules::draughts::{CompiledRules, Convention, Position, RuleSet, Rules};
use tabuleiro_rules::{Kind, Piece, Side};

/// The rules with this id, or id and size (`english-6x6`).
pub(crate) fn rules(name: &str) -> Rules {
    if let Some(set) = RuleSet::parse(name) {
        return set.rules();
    }
    let (id, size) = name.rsplit_once('-').expect("an id and a size");
    let mut rules = RuleSet::parse(id).expect("a rule set").rules();
    rules.set("size", size).expect("a size");
    rules
}

/// The position of a PDN FEN in its plainest form.
pub(crate) fn position(rules: &CompiledRules, fen: &str) -> Position {
    let colour = |text: &str| match text {
        "W" => Side::White,
        "B" => Side::Black,
        _ => panic!("no colour: {text:?} in {fen}"),
    };
    let mut fields = fen.split(':');
    let side_to_move = colour(fields.next().expect("a side"));
    let mut pieces = Vec::new();
    for field in fields {
        let (side, list) = field.split_at(1);
        for name in list.split(',').filter(|name| !name.is_empty()) {
            let (kind, name) = match name.strip_prefix('K') {
                Some(name) => (Kind::King, name),
                None => (Kind::Man, name),
            };
            let square = rules
                .geometry()
                .parse(name)
                .unwrap_or_else(|| panic!("{name} in {fen}"));
            let side = colour(side);
            pieces.push((square, Piece { side, kind }));
        }
    }
    Position::new(rules, pieces, side_to_move).unwrap_or_else(|faults| panic!("{fen}: {faults:?}"))
}

/// A row of the perft table.
pub(crate) struct Row {
    pub(crate) rules: &'static str,
    pub(crate) fen: &'static str,
    pub(crate) depth: u32,
    pub(crate) nodes: u64,
    pub(crate) conventions: &'static [Convention],
    pub(crate) label: &'static str,
}

/// Every row of the perft table.
pub(crate) fn perft_table() -> Vec<Row> {
    include_str!("../data/perft-draughts.tsv")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            let fields: Vec<&'static str> = line.split('\t').collect();
            let [rules, fen, depth, nodes, convention, label] = fields[..] else {
                panic!("six fields: {line}");
            };
            Row {
                rules,
                fen,
                depth: depth.parse().expect("a depth"),
                nodes: nodes.parse().expect("a count"),
                conventions: match convention {
                    "unique" => &[Convention::Unique],
                    "path" => &[Convention::Path],
                    "landing" => &[Convention::Landing],
                    "unique=path" => &[Convention::Unique, Convention::Path],
                    _ => panic!("a convention: {line}"),
                },
                label,
            }
        })
        .collect()
}
