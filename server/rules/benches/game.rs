//! What a step of a game costs, with its endings, its status and its token, and that it does not grow with the game.
//!
//! `cargo bench -p tabuleiro-rules --bench game`

use std::sync::Arc;

use divan::{Bencher, black_box};
use tabuleiro_rules::{
    Ruleset, RulesetRequest,
    game::{Action, GameState},
};

fn main() {
    divan::main();
}

fn played(variant: &str, moves: &str) -> GameState {
    let request = RulesetRequest {
        variant,
        ..RulesetRequest::default()
    };
    let ruleset = match Ruleset::build(&request) {
        Ok(ruleset) => Arc::new(ruleset),
        Err(error) => panic!("{error}"),
    };
    let mut state = GameState::start(ruleset);
    for text in moves.split_whitespace() {
        if let Err(refusal) = state.apply(&Action::text(text)) {
            panic!("{text}: {refusal:?}");
        }
    }
    state
}

/// A game of each kind in its opening, and the move that comes next.
const GAMES: [(&str, &str, &str); 3] = [
    ("chess", "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7", "Re1"),
    ("brazilian", "c3-d4 d6-c5 b2-c3 f6-g5", "c3-b4"),
    ("international", "32-28 19-23 28x19 14x23", "33-28"),
];

fn game(variant: &str) -> (GameState, Action) {
    let found = GAMES.iter().find(|(name, ..)| *name == variant);
    let Some((_, moves, next)) = found else {
        panic!("no game of {variant}");
    };
    (played(variant, moves), Action::text(next))
}

const VARIANTS: [&str; 3] = ["chess", "brazilian", "international"];

#[divan::bench(args = VARIANTS)]
fn apply(bencher: Bencher<'_, '_>, variant: &str) {
    let (state, action) = game(variant);
    bencher
        .with_inputs(|| state.clone())
        .bench_local_values(|mut state| state.apply(black_box(&action)).map(|_| state));
}

#[divan::bench(args = VARIANTS)]
fn play(bencher: Bencher<'_, '_>, variant: &str) {
    let (state, _) = game(variant);
    let m = match state.legal_moves() {
        Ok(moves) => moves[0],
        Err(error) => panic!("{error}"),
    };
    bencher
        .with_inputs(|| state.clone())
        .bench_local_refs(|state| state.play(black_box(&m)));
}

#[divan::bench(args = VARIANTS)]
fn status(bencher: Bencher<'_, '_>, variant: &str) {
    let (state, _) = game(variant);
    bencher.bench_local(|| black_box(&state).status());
}

#[divan::bench(args = VARIANTS)]
fn encode_and_decode(bencher: Bencher<'_, '_>, variant: &str) {
    let (state, _) = game(variant);
    bencher.bench_local(|| {
        let bytes = black_box(&state).encode().unwrap_or_default();
        GameState::decode(&bytes, state.ruleset())
    });
}

/// A check in the middle of a game: not an open position, so that it is asked whether it is dead.
#[divan::bench]
fn play_into_a_check(bencher: Bencher<'_, '_>) {
    let state = played("chess", "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 b5 Bb3 Nf6 O-O Be7");
    let action = Action::text("Bxf7");
    bencher
        .with_inputs(|| state.clone())
        .bench_local_values(|mut state| state.apply(black_box(&action)).map(|_| state));
}
