//! Counts the whole table of known node counts again, deep rows included, and prints a line for each position.
//!
//! `cargo run --release -p tabuleiro-rules --example perft_chess_table -- [LIMIT]` counts up to LIMIT nodes a row.

#[path = "../tests/chess/perft_table.rs"]
#[allow(clippy::expect_used, reason = "the table is part of the program")]
mod perft_chess_table;

use std::{process::ExitCode, time::Instant};

fn main() -> ExitCode {
    let limit = match std::env::args().nth(1).map(|limit| limit.parse()) {
        None => u64::MAX,
        Some(Ok(limit)) => limit,
        Some(Err(_)) => {
            eprintln!("the limit is a number of nodes");
            return ExitCode::from(64);
        }
    };
    let start = Instant::now();
    let (mut counts, mut nodes, mut wrong) = (0, 0, 0);
    for row in perft_chess_table::rows() {
        match perft_chess_table::verify(&row, limit) {
            Ok((row_counts, row_nodes)) => {
                counts += row_counts;
                nodes += row_nodes;
                println!("ok {:>13} {}", row_nodes, row.fen);
            }
            Err(error) => {
                wrong += 1;
                println!("WRONG {error}");
            }
        }
    }
    println!(
        "{counts} counts, {nodes} nodes, {wrong} positions wrong, {:.1} s",
        start.elapsed().as_secs_f64()
    );
    ExitCode::from(u8::from(wrong > 0))
}
