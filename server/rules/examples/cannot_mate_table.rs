//! Asks every row of a table "can this side still mate?" and prints agreement, counts and times.
//!
//! `cargo run --release -p tabuleiro-rules --example cannot_mate_table -- FILE [POSITIONS]`
//!
//! A row is `FEN<TAB>white|black<TAB>yes|no<TAB>...<TAB>kind`; lines that do not fit are skipped.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use shakmaty::{CastlingMode, Chess, Color, fen::Fen};
use tabuleiro_rules::chess::cannot_mate::{Budget, Search, Verdict};

#[derive(Default)]
struct Tally {
    rows: u32,
    yes: u32,
    no: u32,
    undetermined: u32,
    wrong: u32,
    positions: usize,
    plies: usize,
    total: Duration,
    worst: Duration,
    worst_row: String,
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let Some(file) = arguments.next() else {
        eprintln!("usage: cannot_mate_table FILE [POSITIONS]");
        std::process::exit(64);
    };
    let budget = arguments
        .next()
        .and_then(|text| text.parse().ok())
        .map_or_else(Budget::default, Budget::positions);
    let text = match std::fs::read_to_string(&file) {
        Ok(text) => text,
        Err(error) => {
            eprintln!("{file}: {error}");
            std::process::exit(66);
        }
    };
    let mut search = Search::with_capacity(budget.get());
    let mut tallies: BTreeMap<String, Tally> = BTreeMap::new();
    let verbose = std::env::var_os("VERBOSE").is_some();
    for row in text.lines() {
        let columns: Vec<&str> = row.split('\t').collect();
        let [fen, side, expected, rest @ ..] = columns.as_slice() else {
            continue;
        };
        let Ok(winner) = side.parse::<Side>() else {
            continue;
        };
        let Some(position) = read(fen) else {
            eprintln!("skipped: {fen}");
            continue;
        };
        let start = Instant::now();
        let verdict = search.can_mate(&position, winner.0, budget);
        let took = start.elapsed();
        let kind = format!("{expected} {}", if columns.len() == 4 { rest.last().unwrap_or(&"") } else { "" });
        let tally = tallies.entry(kind).or_default();
        tally.rows += 1;
        tally.total += took;
        tally.positions += search.visited();
        if took > tally.worst {
            tally.worst = took;
            tally.worst_row = format!("{fen} {side}");
        }
        let answer = match &verdict {
            Verdict::Winnable { line } => {
                tally.yes += 1;
                tally.plies += line.len();
                "yes"
            }
            Verdict::Unwinnable { .. } => {
                tally.no += 1;
                "no"
            }
            Verdict::Undetermined { .. } => {
                tally.undetermined += 1;
                "undetermined"
            }
        };
        if answer != "undetermined" && answer != *expected {
            tally.wrong += 1;
            println!("WRONG {answer}, expected {expected}: {fen} {side}");
        }
        if verbose {
            println!("{}\t{}\t{answer}\t{expected}\t{fen}\t{side}", search.visited(), took.as_nanos() / 1000);
        }
    }
    for (kind, tally) in &tallies {
        println!(
            "{kind:>12}: {} rows, {} yes, {} no, {} undetermined, {} wrong; mean {:.1} us, {:.0} positions, {:.1} plies; worst {:.1} ms: {}",
            tally.rows, tally.yes, tally.no, tally.undetermined, tally.wrong,
            tally.total.as_secs_f64() * 1e6 / f64::from(tally.rows.max(1)),
            tally.positions as f64 / f64::from(tally.rows.max(1)),
            tally.plies as f64 / f64::from(tally.yes.max(1)),
            tally.worst.as_secs_f64() * 1e3, tally.worst_row,
        );
    }
}

struct Side(Color);

impl std::str::FromStr for Side {
    type Err = ();

    fn from_str(text: &str) -> Result<Side, ()> {
        match text {
            "white" => Ok(Side(Color::White)),
            "black" => Ok(Side(Color::Black)),
            _ => Err(()),
        }
    }
}

fn read(fen: &str) -> Option<Chess> {
    let setup = fen.parse::<Fen>().ok()?.into_setup();
    let mode = CastlingMode::detect(&setup);
    setup
        .position::<Chess>(mode)
        .or_else(|fault| fault.ignore_too_much_material())
        .or_else(|fault| fault.ignore_impossible_check())
        .ok()
}
