//! The perft table: every row that a debug run can afford. All rows: `cargo run --release -p tabuleiro-rules --example
//! perft_table`.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a panic is how a test fails"
)]

#[path = "support/draughts.rs"]
#[allow(dead_code, reason = "each test takes what it needs")]
mod support;

use tabuleiro_rules::draughts::{CompiledRules, perft};

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
                    "{} {} depth {} {convention:?}: {nodes:?}, not {}",
                    row.rules, row.fen, row.depth, row.nodes
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
