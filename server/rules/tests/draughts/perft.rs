//! The perft table: every row that a debug run can afford. All rows: `cargo run --release -p tabuleiro-rules --example
//! perft_table`.

use crate::support;
use tabuleiro_rules::draughts::{CompiledRules, Convention, Position, perft};

const NODE_LIMIT: u64 = 1_000_000;

#[test]
fn every_affordable_row_of_the_table_is_reproduced() {
    let mut wrong = Vec::new();
    let mut rows = 0;
    for row in support::perft_table() {
        if row.nodes > NODE_LIMIT {
            continue;
        }
        let rules = CompiledRules::new(&support::rules(row.rules)).expect("playable rules");
        let position = support::position(&rules, row.fen);
        for convention in row.conventions {
            rows += 1;
            let nodes = perft(&position, row.depth, *convention);
            if nodes != Ok(row.nodes) {
                wrong.push(format!(
                    "{} ({}) {} depth {} {convention:?}: {nodes:?}, not {}",
                    row.rules, row.label, row.fen, row.depth, row.nodes
                ));
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {rows}:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    assert!(rows > 200);
}

#[test]
fn spantsiretti_counts_by_the_majority_law_and_not_as_russian_draughts() {
    let count = |name: &str| {
        let rules = CompiledRules::new(&support::rules(name)).expect("playable rules");
        perft(&Position::start(&rules), 7, Convention::Unique)
    };
    // The table's number is that of Brazilian draughts on the wider board; Russian rules give another there.
    assert_eq!(count("spantsiretti"), Ok(1_029_319));
    assert_eq!(count("brazilian-10x8"), Ok(1_029_319));
    assert_eq!(count("russian-10x8"), Ok(1_040_706));
}
