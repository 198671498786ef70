//! Asks every row of a table "can this side still mate?" and prints agreement, counts and times.
//!
//! `cargo run --release -p tabuleiro-rules --example cannot_mate_table -- FILE [POSITIONS]`
//!
//! A row is `FEN<TAB>white|black<TAB>yes|no[<TAB>kind...]`; lines that do not fit are skipped. Rows are
//! grouped by answer and kind. The first mean is processor time where the system tells it (Linux), the worst
//! case is by the clock.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use shakmaty::{CastlingMode, Chess, Color, PositionError, fen::Fen};
use tabuleiro_rules::chess::cannot_mate::{Budget, Search, Verdict};

struct Row<'t> {
    fen: &'t str,
    position: Chess,
    winner: Color,
    expected: &'t str,
}

#[derive(Default)]
struct Tally {
    yes: u32,
    no: u32,
    undetermined: u32,
    wrong: u32,
    positions: usize,
    plies: usize,
    worst: Duration,
    worst_fen: String,
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
    let mut groups: BTreeMap<String, Vec<Row<'_>>> = BTreeMap::new();
    for line in text.lines() {
        if let Some((group, row)) = read_row(line) {
            groups.entry(group).or_default().push(row);
        }
    }
    let mut search = Search::with_capacity(budget.get());
    for (group, rows) in &groups {
        ask_group(&mut search, budget, group, rows);
    }
}

fn ask_group(search: &mut Search, budget: Budget, group: &str, rows: &[Row<'_>]) {
    let mut tally = Tally::default();
    let (clock, processor) = (Instant::now(), processor_time());
    for row in rows {
        let asked = Instant::now();
        let verdict = search.can_mate(&row.position, row.winner, budget);
        let took = asked.elapsed();
        tally.positions += search.visited();
        if took > tally.worst {
            tally.worst = took;
            row.fen.clone_into(&mut tally.worst_fen);
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
                println!(
                    "undetermined ({}): {} {}",
                    row.expected, row.fen, row.winner
                );
                continue;
            }
        };
        if answer != row.expected {
            tally.wrong += 1;
            println!("WRONG, {answer}: {} {}", row.fen, row.winner);
        }
    }
    let elapsed = clock.elapsed();
    let total = match (processor, processor_time()) {
        // The system counts in ticks: too coarse for a short run.
        (Some(before), Some(after)) if elapsed > Duration::from_millis(50) => after - before,
        _ => elapsed,
    };
    let count = rows.len().max(1) as f64;
    println!(
        "{group}: {} rows, {} yes, {} no, {} undetermined, {} wrong; \
         mean {:.1} us, {:.0} positions, {:.0} plies of line; worst {:.1} ms: {}",
        rows.len(),
        tally.yes,
        tally.no,
        tally.undetermined,
        tally.wrong,
        total.as_secs_f64() * 1e6 / count,
        tally.positions as f64 / count,
        tally.plies as f64 / f64::from(tally.yes.max(1)),
        tally.worst.as_secs_f64() * 1e3,
        tally.worst_fen,
    );
}

/// Time on the processor so far, so that a busy machine does not look like a slow search.
fn processor_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds = text.split_whitespace().next()?.parse().ok()?;
    Some(Duration::from_nanos(nanoseconds))
}

fn read_row(line: &str) -> Option<(String, Row<'_>)> {
    let columns: Vec<&str> = line.split('\t').collect();
    let [fen, side, expected, rest @ ..] = columns.as_slice() else {
        return None;
    };
    let winner = match *side {
        "white" => Color::White,
        "black" => Color::Black,
        _ => return None,
    };
    let kind = match rest {
        [kind @ ("ordinary" | "unfair")] => kind,
        _ => "all",
    };
    let setup = fen.parse::<Fen>().ok()?.into_setup();
    let mode = CastlingMode::detect(&setup);
    let position = setup
        .position::<Chess>(mode)
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_impossible_check)
        .ok()?;
    let row = Row {
        fen,
        position,
        winner,
        expected,
    };
    Some((format!("{kind} {expected}"), row))
}
