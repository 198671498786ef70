//! The move generator against known node counts: all variants, each count up to a million nodes.
//!
//! All counts, the deep ones included: `cargo run --release -p tabuleiro-rules --example perft_chess_table`.

use crate::perft_table::{rows, verify};

#[test]
fn every_known_count_up_to_a_million_nodes_is_reproduced() {
    let rows = rows();
    let mut counts = 0;
    for row in &rows {
        counts += verify(row, 1_000_000)
            .unwrap_or_else(|error| panic!("{error}"))
            .0;
    }
    assert_eq!(rows.len(), 409);
    assert!(counts > 1_500, "only {counts} counts were in reach");
}
