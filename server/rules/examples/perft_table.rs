//! Reproduces every row of the perft table, large ones included, and says how fast.
//!
//! `cargo run --release -p tabuleiro-rules --example perft_table [RULE_SET]`

#[path = "../tests/draughts/support.rs"]
#[allow(clippy::expect_used, reason = "the table is part of the program")]
mod support;

use std::process::ExitCode;
use std::time::Instant;

use tabuleiro_rules::draughts::{CompiledRules, perft};

fn main() -> ExitCode {
    let wanted = std::env::args().nth(1);
    let mut wrong = 0;
    for row in support::perft_table() {
        if wanted.as_ref().is_some_and(|set| set != row.rules) {
            continue;
        }
        let Ok(rules) = CompiledRules::new(&support::rules(row.rules)) else {
            wrong += 1;
            println!("{}: rules that contradict each other", row.rules);
            continue;
        };
        let position = support::position(&rules, row.fen);
        for convention in row.conventions {
            let before = Instant::now();
            let nodes = perft(&position, row.depth, *convention);
            let seconds = before.elapsed().as_secs_f64();
            let verdict = if nodes == Ok(row.nodes) {
                "ok"
            } else {
                "WRONG"
            };
            wrong += u32::from(nodes != Ok(row.nodes));
            println!(
                "{verdict:5} {:20} depth {:2} {convention:?} {:>12} {:8.1} M/s {}",
                row.rules,
                row.depth,
                row.nodes,
                row.nodes as f64 / seconds / 1e6,
                row.label
            );
        }
    }
    println!("{wrong} wrong");
    ExitCode::from(u8::from(wrong > 0))
}
