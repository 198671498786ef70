//! Chess and its variants: moves, notations, positions, endings on the board, and whether a side can still mate.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a panic is how a test fails"
)]

mod cannot_mate;
mod endings;
mod fen;
mod laws;
mod notation;
mod perft;
mod perft_table;
mod refusals;
mod walks;
