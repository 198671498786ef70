//! What draughts texts cost: legal moves with their notation, a move read, a refusal with its reasons, positions
//! read and written, diagrams.
//!
//! `cargo bench -p tabuleiro-rules --bench draughts_notation`. The bar: legal moves with notation and captured
//! squares of an ordinary position in a microsecond.

use std::fmt;

use divan::{Bencher, black_box, counter::ItemsCount};
use tabuleiro_rules::draughts::{Move, NotPlayed, Position, RuleSet};
use tabuleiro_rules::{MoveRequest, Strictness};

fn main() {
    divan::main();
}

/// A position with a name for the table.
struct Case {
    name: &'static str,
    set: RuleSet,
    fen: &'static str,
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

const CASES: [Case; 6] = [
    Case {
        name: "brazilian start, 7 steps",
        set: RuleSet::Brazilian,
        fen: "W:W21-32:B1-12",
    },
    Case {
        name: "international middle game, 6 steps",
        set: RuleSet::International,
        fen: "W:W25,27,28,30,32,33,34,35,37,38:B12,13,14,16,18,19,21,23,24,26",
    },
    Case {
        name: "english, 2 captures",
        set: RuleSet::English,
        fen: "B:W6,14,21:B1,9",
    },
    Case {
        name: "international, kings, 32 steps",
        set: RuleSet::International,
        fen: "W:WK46,K48,31,36:B2,3,K5,15",
    },
    Case {
        name: "international, 1 capture of 4",
        set: RuleSet::International,
        fen: "W:WK41,49:B9,10,12,19,38",
    },
    Case {
        name: "international, 2 captures with the same ends",
        set: RuleSet::International,
        fen: "W:WK47:B14,19,29,31,42",
    },
];

fn position(case: &Case) -> Position {
    match Position::from_fen(&case.set.compiled(), case.fen, Strictness::Strict) {
        Ok(parsed) => parsed.position,
        Err(faults) => panic!("{faults:?}"),
    }
}

fn legal(position: &Position) -> Vec<Move> {
    position.legal_moves().unwrap_or_default()
}

#[divan::bench(args = &CASES)]
fn legal_moves(bencher: Bencher<'_, '_>, case: &Case) {
    let position = position(case);
    let mut list = Vec::new();
    bencher.bench_local(|| {
        let found = black_box(&position).legal_moves_into(Position::WORK_BUDGET, &mut list);
        found.map(|()| list.len())
    });
}

#[divan::bench(args = &CASES)]
fn legal_moves_with_notation(bencher: Bencher<'_, '_>, case: &Case) {
    let position = position(case);
    let mut list = Vec::new();
    bencher
        .counter(ItemsCount::new(legal(&position).len()))
        .bench_local(|| {
            let found = black_box(&position).legal_moves_into(Position::WORK_BUDGET, &mut list);
            found.map(|()| position.details(&list))
        });
}

#[divan::bench(args = &CASES)]
fn a_move_read(bencher: Bencher<'_, '_>, case: &Case) {
    let position = position(case);
    let moves = legal(&position);
    let text = position.text(&moves[0], &moves);
    bencher.bench(|| black_box(&position).read_move(&MoveRequest::Text(&text)));
}

#[divan::bench(args = &CASES)]
fn a_move_refused(bencher: Bencher<'_, '_>, case: &Case) {
    let position = position(case);
    let geometry = position.geometry();
    let from = legal(&position)[0].from;
    let text = format!("{}-{}", geometry.name(from), geometry.name(from));
    bencher.bench(|| {
        let read = black_box(&position).read_move(&MoveRequest::Text(&text));
        matches!(read, Err(NotPlayed::Refused(_)))
    });
}

#[divan::bench]
fn a_fen_read(bencher: Bencher<'_, '_>) {
    let rules = RuleSet::International.compiled();
    let text = Position::start(&rules).fen();
    bencher.bench(|| Position::from_fen(&rules, black_box(&text), Strictness::Strict));
}

#[divan::bench]
fn a_fen_written(bencher: Bencher<'_, '_>) {
    let position = Position::start(&RuleSet::International.compiled());
    bencher.bench(|| black_box(&position).fen());
}
