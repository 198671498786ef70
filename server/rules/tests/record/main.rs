//! Records of games: read, split, played through, written again.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a panic is how a test fails"
)]

mod course;
mod games;
mod laws;
mod pdn;
mod pgn;
mod replay;
mod shown;
mod split;
mod write;
