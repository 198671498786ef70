//! The draughts family: moves, positions, endings and omissions, against tables and against a second opinion.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a panic is how a test fails"
)]

mod budget;
mod cases;
mod endings;
mod mailbox;
mod omissions;
mod perft;
mod positions;
mod reference;
mod support;
mod switches;
