//! Rulings and audits: one game, and files of real games of both kinds.
//!
//! `cargo bench -p tabuleiro-rules --bench adjudication` prints the ratios first: an audit with every rule checked beside the plain
//! legality replay by `pgn-reader` and shakmaty of the same bytes, two threads beside one, plies of draughts a second, and
//! the time of one ruling. Each is the best of several turns, taken in alternation.
#![allow(clippy::unwrap_used, missing_docs)]

use std::{
    ops::ControlFlow,
    sync::{Arc, mpsc},
    time::{Duration, Instant},
};

use divan::{Bencher, counter::ItemsCount};
use pgn_reader::{Reader, SanPlus, Skip, Visitor};
use shakmaty::{Chess, Position as _};
use tabuleiro_rules::adjudication::{AuditRules, Auditor, GameRecord, Question, adjudicate};
use tabuleiro_rules::record::{Limits, Transcript, for_each_game, pgn};
use tabuleiro_rules::{Catalogue, Interrupt, Variant, chess::ChessVariant};

/// As in the programs.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const PGN: &[u8] = include_bytes!("../../../tests/data/chess-tournament.pgn");
const CLOCKED_PGN: &[u8] = include_bytes!("../../../tests/data/chess-rated.pgn");
const PDN: &[u8] = include_bytes!("../../../tests/data/international.pdn");
const TURNS: usize = 7;
/// Games that are cut at once, as the service does it.
const SHEAF: usize = 16;

fn main() {
    print_ratios();
    divan::main();
}

fn print_ratios() {
    for (name, file) in [("tournament", PGN), ("rated, clocks", CLOCKED_PGN)] {
        let file = file.repeat(100);
        let games = audited(&file).0 as f64;
        let [mut ours, mut plain, mut two] = [Duration::MAX; 3];
        for _ in 0..TURNS {
            ours = ours.min(timed(|| audited(&file)));
            plain = plain.min(timed(|| replayed(&file)));
            two = two.min(timed(|| audited_by(2, &file)));
        }
        let rate = |time: Duration| games / time.as_secs_f64();
        println!(
            "PGN, {name}: audit {:.0} games/s, plain replay {:.0} games/s: ratio {:.2}; two threads {:.0} games/s: ratio {:.2}",
            rate(ours),
            rate(plain),
            plain.as_secs_f64() / ours.as_secs_f64(),
            rate(two),
            ours.as_secs_f64() / two.as_secs_f64(),
        );
    }
    let file = PDN.repeat(100);
    let plies = audited(&file).1 as f64;
    let best = (0..TURNS).map(|_| timed(|| audited(&file))).min().unwrap();
    println!(
        "PDN: audit {:.2} million plies/s",
        plies / best.as_secs_f64() / 1e6
    );
    let questions = questions();
    let plies: usize = questions.iter().map(plies_of).sum();
    let all = || {
        questions
            .iter()
            .map(adjudicate)
            .filter(Result::is_ok)
            .count()
    };
    let best = (0..TURNS).map(|_| timed(all)).min().unwrap();
    let one = best.as_secs_f64() * 1e6 / questions.len() as f64;
    println!(
        "ruling on one game of {:.0} plies: {one:.1} µs",
        plies as f64 / questions.len() as f64
    );
}

fn timed<T>(work: impl FnOnce() -> T) -> Duration {
    let start = Instant::now();
    divan::black_box(work());
    start.elapsed()
}

/// The games and the plies of a file, audited on this thread.
fn audited(bytes: &[u8]) -> (usize, u64) {
    let mut auditor = Auditor::new(AuditRules::new(Arc::new(Catalogue::new())));
    auditor.push(bytes);
    auditor.finish();
    let mut plies = 0;
    let games = std::iter::from_fn(|| auditor.next_finding());
    let games = games.inspect(|found| plies += u64::from(found.ply_count));
    (games.count(), plies)
}

/// The games of a file, examined on so many threads and added up in their order on this one.
fn audited_by(threads: usize, bytes: &[u8]) -> u64 {
    let mut auditor = Auditor::new(AuditRules::new(Arc::new(Catalogue::new())));
    auditor.push(bytes);
    auditor.finish();
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads)
            .map(|_| {
                let (give, take) = mpsc::sync_channel::<tabuleiro_rules::adjudication::Sheaf>(2);
                let (tell, hear) = mpsc::sync_channel(2);
                scope.spawn(move || {
                    for sheaf in take {
                        let found: Vec<_> = sheaf.findings(&Interrupt::default()).collect();
                        tell.send(found).unwrap();
                    }
                });
                (give, hear)
            })
            .collect();
        let mut waiting = std::collections::VecDeque::new();
        for (give, hear) in workers.iter().cycle() {
            let sheaf = auditor.cut(SHEAF, 1 << 20);
            if sheaf.is_empty() {
                break;
            }
            give.send(sheaf).unwrap();
            waiting.push_back(hear);
            if waiting.len() > threads {
                let found = waiting.pop_front().unwrap().recv().unwrap();
                found.iter().for_each(|finding| auditor.add(finding));
            }
        }
        for hear in waiting {
            let found = hear.recv().unwrap();
            found.iter().for_each(|finding| auditor.add(finding));
        }
    });
    auditor.summary().game_count
}

/// Plays the moves of each game on a board and checks nothing else.
struct Plain;

impl Visitor for Plain {
    type Tags = ();
    type Movetext = Chess;
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<(), ()> {
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, (): ()) -> ControlFlow<(), Chess> {
        ControlFlow::Continue(Chess::default())
    }

    fn begin_variation(&mut self, _: &mut Chess) -> ControlFlow<(), Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn san(&mut self, position: &mut Chess, san: SanPlus) -> ControlFlow<()> {
        let m = san.san.to_move(position).unwrap();
        position.play_unchecked(m);
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, _: Chess) {}
}

fn replayed(bytes: &[u8]) -> usize {
    let mut reader = Reader::new(bytes);
    std::iter::from_fn(|| reader.read_game(&mut Plain).unwrap()).count()
}

/// The games of a file, each as a question.
fn questions() -> Vec<Question> {
    let law = Catalogue::new()
        .standard(Variant::Chess(ChessVariant::Chess))
        .unwrap();
    let mut questions = Vec::new();
    for_each_game(PGN, &Limits::default(), |game| {
        let text = pgn::read(&game, &Limits::default());
        let transcript = Transcript::new(&text);
        let moves = transcript
            .half_moves
            .iter()
            .map(|half_move| &*half_move.text);
        let record = GameRecord::new(Arc::clone(&law)).with_moves(moves);
        questions.push(Question::of_record(record));
    });
    questions
}

fn plies_of(question: &Question) -> usize {
    match &question.game {
        tabuleiro_rules::adjudication::Standing::Record(record) => record.moves.len(),
        tabuleiro_rules::adjudication::Standing::State(_) => 0,
    }
}

#[divan::bench]
fn audit_of_a_pgn_file(bencher: Bencher<'_, '_>) {
    bencher
        .counter(ItemsCount::new(24_u32))
        .bench_local(|| audited(PGN));
}

#[divan::bench]
fn audit_of_a_pdn_file(bencher: Bencher<'_, '_>) {
    bencher
        .counter(ItemsCount::new(13_u32))
        .bench_local(|| audited(PDN));
}

#[divan::bench]
fn ruling_on_one_game(bencher: Bencher<'_, '_>) {
    let questions = questions();
    bencher
        .counter(ItemsCount::new(questions.len()))
        .bench_local(|| {
            for question in &questions {
                divan::black_box(adjudicate(question).unwrap());
            }
        });
}
