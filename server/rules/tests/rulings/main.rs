//! Rulings, audits, score sheets and tournaments: golden rulings by article, and the laws that hold of all.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a panic is how a test fails"
)]

mod asked;
mod audit;
mod completion;
mod crosstable;
mod draughts;
mod every_cause;
mod fide_claims;
mod fide_endings;
mod fide_illegal_moves;
mod fide_irregularities;
mod fide_start;
mod fide_touch;
mod house_books;
mod language;
mod laws;
mod scoresheet;
mod tournament;
mod uscf_and_lichess;
