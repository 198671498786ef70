//! Leaves a second of the draughts move generator, for every way to move, and as a ratio to chess: `shakmaty::perft` of the
//! start at depth 6, in the same run.
//!
//! `cargo bench -p tabuleiro-rules --bench draughts_perft [-- FILTER]`. The ratios are printed first: each is that of the
//! best of several turns, taken in alternation, so that a busy machine slows both alike. Where the system tells, time is
//! the processor time of this thread.
#![allow(clippy::expect_used, reason = "a bench may fail loudly")]

use std::time::Instant;

use divan::counter::ItemsCount;
use shakmaty::Chess;
use tabuleiro_rules::draughts::{CompiledRules, Convention, Position, RuleSet, perft};

/// Depths at which the start positions have some millions of leaves.
const SETS: [(RuleSet, u32); 24] = [
    (RuleSet::International, 8),
    (RuleSet::Brazilian, 9),
    (RuleSet::Russian, 9),
    (RuleSet::English, 9),
    (RuleSet::Italian, 9),
    (RuleSet::Pool, 9),
    (RuleSet::Spanish, 9),
    (RuleSet::Czech, 9),
    (RuleSet::Frisian, 8),
    (RuleSet::Frysk, 7),
    (RuleSet::Canadian, 7),
    (RuleSet::Turkish, 7),
    (RuleSet::Thai, 8),
    (RuleSet::Armenian, 5),
    (RuleSet::Breakthrough, 8),
    (RuleSet::Spantsiretti, 8),
    (RuleSet::Killer, 8),
    (RuleSet::Argentine, 9),
    (RuleSet::Malaysian, 6),
    (RuleSet::TradicionalBr, 9),
    (RuleSet::DamasForward, 9),
    (RuleSet::RussaBr, 7),
    (RuleSet::ItalianaBr, 8),
    (RuleSet::TurcaBr, 7),
];
const TURNS: usize = 4;
const CHESS_DEPTH: u32 = 6;
const CHESS_LEAVES: u64 = 119_060_324;

/// Seconds that this thread has worked.
fn seconds(start: Instant) -> f64 {
    let worked = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = worked.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(|| start.elapsed().as_secs_f64(), |worked| worked / 1e9)
}

/// Leaves a second.
fn speed(count: impl FnOnce() -> u64) -> f64 {
    let start = Instant::now();
    let before = seconds(start);
    let leaves = count();
    leaves as f64 / (seconds(start) - before)
}

fn start(rules: &CompiledRules) -> Position {
    Position::start(rules)
}

/// The same moves, read from memory: a limit that no run of king moves reaches makes house rules of a named set.
fn house(set: RuleSet) -> Option<CompiledRules> {
    let mut rules = set.rules();
    if rules.king_run_limit > 0 {
        rules.king_run_limit += 90;
    } else {
        rules.king_run_limit = 100;
    }
    CompiledRules::new(&rules).ok()
}

fn print_ratios(filter: Option<&str>) {
    println!(
        "{:16} {:>10} {:>7} {:>14}",
        "", "M leaves/s", "ratio", "house rules"
    );
    for (set, depth) in SETS {
        if filter.is_some_and(|filter| !set.id().contains(filter)) {
            continue;
        }
        let known = start(&set.compiled());
        let read = house(set).map(|rules| start(&rules));
        let (mut chess, mut draughts, mut slow) = (0_f64, 0_f64, 0_f64);
        for _ in 0..TURNS {
            let leaves = |position: &Position| {
                perft(position, depth, Convention::Unique).expect("no wide tree")
            };
            draughts = draughts.max(speed(|| leaves(&known)));
            chess = chess.max(speed(|| shakmaty::perft(&Chess::default(), CHESS_DEPTH)));
            if let Some(read) = &read {
                slow = slow.max(speed(|| leaves(read)));
            }
        }
        println!(
            "{:16} {:10.1} {:7.2} {:9.1} 1/{:.1}",
            set.id(),
            draughts / 1e6,
            draughts / chess,
            slow / 1e6,
            draughts / slow
        );
    }
}

fn main() {
    let filter = std::env::args()
        .skip(1)
        .find(|argument| !argument.starts_with('-'));
    print_ratios(filter.as_deref());
    divan::main();
}

#[divan::bench(sample_count = 3, sample_size = 1)]
fn chess_start(bencher: divan::Bencher<'_, '_>) {
    bencher.counter(ItemsCount::new(CHESS_LEAVES)).bench(|| {
        let leaves = shakmaty::perft(&Chess::default(), CHESS_DEPTH);
        assert_eq!(leaves, CHESS_LEAVES);
    });
}

#[divan::bench(args = SETS.map(|(set, _)| set.id()), sample_count = 5, sample_size = 1)]
fn draughts_start(bencher: divan::Bencher<'_, '_>, id: &str) {
    let (set, depth) = SETS
        .into_iter()
        .find(|(set, _)| set.id() == id)
        .expect("a set");
    let position = start(&set.compiled());
    let leaves = perft(&position, depth, Convention::Unique).expect("no wide tree");
    bencher
        .counter(ItemsCount::new(leaves))
        .bench(|| perft(&position, depth, Convention::Unique));
}
