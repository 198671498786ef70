//! How fast sentences are made: that of a refused move stands on the way of every rejected request.
//!
//! `cargo bench -p tabuleiro-rules --bench words`
#![allow(clippy::unwrap_used, reason = "a panic is how a benchmark fails")]

use std::sync::Arc;

use divan::{Bencher, black_box};
use tabuleiro_rules::{
    MoveRequest, Position, Reading, Ruleset, Strictness, Variant, Violation,
    adjudication::{GameRecord, Question, adjudicate},
    locale::{Locale, Scene, Words},
};

fn main() {
    divan::main();
}

fn refused(variant: &str, fen: &str, text: &str) -> (Position, Vec<Violation>) {
    let ruleset = Ruleset::standard(Variant::parse(variant).unwrap()).unwrap();
    let position = Position::from_fen(&ruleset, fen, Strictness::Strict)
        .unwrap()
        .position;
    let refusal = position
        .read_move(&MoveRequest::Text(text), &Reading::default())
        .unwrap_err();
    let violations = refusal.violations().to_vec();
    (position, violations)
}

const REFUSED: [(&str, &str, &str); 3] = [
    ("chess", "4k3/8/b7/8/8/8/8/4K2R w K - 0 1", "O-O"),
    ("chess", "4k3/8/8/8/8/8/8/RN2KN2 w - - 0 1", "Nd2"),
    ("brazilian", "W:Wc3,h2:Bd4", "h2-g3"),
];

#[divan::bench(args = REFUSED)]
fn violation(bencher: Bencher<'_, '_>, (variant, fen, text): (&str, &str, &str)) {
    let (position, violations) = refused(variant, fen, text);
    let words = Words::new();
    let voice = words.voice(Locale::PtBr);
    let scene = Scene::at(&position, 0);
    bencher.bench(|| voice.violation(black_box(&violations[0]), &scene));
}

#[divan::bench]
fn explanation(bencher: Bencher<'_, '_>) {
    let ruleset = Arc::new(Ruleset::standard(Variant::parse("chess").unwrap()).unwrap());
    let record = GameRecord::new(ruleset).with_moves(["f3", "e5", "g4", "Qh4#"]);
    let ruling = adjudicate(&Question::of_record(record)).unwrap();
    let words = Words::new();
    let voice = words.voice(Locale::PtBr);
    bencher.bench(|| voice.explain(black_box(&ruling)));
}

#[divan::bench]
fn reading_every_message() -> Words {
    Words::new()
}
