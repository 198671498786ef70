//! A long mixed load on a hundred connections, and what it does to the server's memory: how much it holds at most, and whether it
//! goes on growing.

use std::{
    process::ExitCode,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::Duration,
};

use bytes::Bytes;
use futures::StreamExt as _;
use tabuleiro_client::{Client, Fact, Game, Side, audit::AuditEvent};
use tabuleiro_tests::data;
use tokio::time::{Instant, MissedTickBehavior, interval};
use tonic::transport::Channel;

use crate::{
    child::{Child, Kind},
    memory::{BAR_MIB, BAR_SLOPE, Trend},
    questions::{Call, Questions},
    wire,
};

/// Connections: as many as the bar on memory speaks of.
const CONNECTIONS: usize = 100;

/// Time from one question of a connection to its next, so that the load is the same from the first minute to the last and memory does not
/// follow what else the machine does.
const PACE: Duration = Duration::from_millis(50);

/// What the connections do, in turn.
const MIX: [Does; 20] = [
    Does::Asks(Call::Apply),
    Does::Asks(Call::Apply),
    Does::Asks(Call::Apply),
    Does::Asks(Call::Apply),
    Does::Asks(Call::LegalMinimal),
    Does::Asks(Call::LegalMinimal),
    Does::Asks(Call::LegalMinimal),
    Does::Asks(Call::LegalStandard),
    Does::Asks(Call::LegalStandard),
    Does::Asks(Call::LegalStandard),
    Does::Asks(Call::LegalFull),
    Does::Asks(Call::LegalFull),
    Does::Asks(Call::LegalFull),
    Does::Asks(Call::BatchMinimal),
    Does::Asks(Call::BatchStandard),
    Does::Adjudicates,
    Does::Adjudicates,
    Does::CanMate,
    Does::CanMate,
    Does::Audits,
];

/// What one connection does.
#[derive(Clone, Copy, Debug)]
enum Does {
    /// A prepared question.
    Asks(Call),
    /// A ruling on a record with facts.
    Adjudicates,
    /// A search for a mate.
    CanMate,
    /// A file of real games.
    Audits,
}

/// Files of real games, and the rules where they name none.
const FILES: [(&str, Option<&str>); 3] = [
    ("chess-rated.pgn", None),
    ("brazilian.pdn", None),
    ("russian.pdn", Some("russian")),
];

/// Positions that are quick and slow to decide.
const ENDINGS: [&str; 4] = [
    "7k/7p/8/8/8/8/8/K5N1 w - - 0 1",
    "4k3/8/8/8/8/8/8/4KB2 w - - 0 1",
    "8/8/8/4k3/8/2NN4/4K3/8 b - - 0 1",
    "8/2k5/1p1p1p1p/pPpPpPpP/P1P1P1P1/3K4/8/5B2 w - - 0 1",
];

/// Everything that callers share.
#[derive(Clone)]
struct Callers {
    questions: Arc<Questions>,
    files: Arc<Vec<(Bytes, Option<&'static str>)>>,
    calls: Arc<AtomicU64>,
    games: Arc<AtomicU64>,
    over: Arc<AtomicBool>,
}

impl Callers {
    /// One connection, to the end of the soak.
    async fn run(self, channel: Channel, number: usize) {
        let client = Client::from_channel(channel.clone());
        let does = MIX[number % MIX.len()];
        let mut pace = interval(PACE);
        pace.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut turn = number;
        while !self.over.load(Ordering::Relaxed) {
            pace.tick().await;
            self.one(&channel, &client, does, turn).await;
            self.calls.fetch_add(1, Ordering::Relaxed);
            turn += 1;
        }
    }

    async fn one(&self, channel: &Channel, client: &Client, does: Does, turn: usize) {
        match does {
            Does::Asks(call) => {
                wire::call(channel, call.path(), self.questions.question(call, turn)).await;
            }
            Does::Adjudicates => {
                let moves = ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6"];
                let game = Game::start("chess").moves(moves);
                let asked = client.adjudicate(game).fact(Fact::resigned(Side::Black));
                let answer = asked.send().await.expect("a ruling");
                assert!(answer.ruling.is_some());
            }
            Does::CanMate => {
                let game = Game::from_position("chess", ENDINGS[turn % ENDINGS.len()]);
                let answer = client.can_mate(game, Side::White).send().await;
                assert!(answer.expect("an answer").answer.is_some());
            }
            Does::Audits => {
                let (file, rules) = &self.files[turn % self.files.len()];
                let audit = client.audit();
                let audit = match rules {
                    Some(rules) => audit.rules(*rules),
                    None => audit,
                };
                let mut findings = audit.bytes(file.clone()).await.expect("an audit");
                let mut ended = false;
                while let Some(event) = findings.next().await {
                    match event.expect("an event") {
                        AuditEvent::Game(_) => {
                            self.games.fetch_add(1, Ordering::Relaxed);
                        }
                        AuditEvent::Summary(_) => ended = true,
                        AuditEvent::Progress(_) => {}
                    }
                }
                assert!(ended, "an audit without its summary");
            }
        }
    }
}

/// Runs it and says whether memory kept within its bars.
pub(crate) async fn run(span: Duration) -> ExitCode {
    let product = Child::start(Kind::Product).await;
    let files = FILES.map(|(name, rules)| (Bytes::from(data(name)), rules));
    let callers = Callers {
        questions: Arc::new(Questions::of(&product).await),
        files: Arc::new(files.into()),
        calls: Arc::default(),
        games: Arc::default(),
        over: Arc::default(),
    };
    let mut running = tokio::task::JoinSet::new();
    // The child keeps some connections of its own.
    for number in 0..CONNECTIONS - product.channels().len() {
        running.spawn(callers.clone().run(product.connect().await, number));
    }

    let begun = Instant::now();
    let mut samples = Vec::new();
    let mut seconds = interval(Duration::from_secs(1));
    seconds.set_missed_tick_behavior(MissedTickBehavior::Delay);
    println!("{:>8}{:>12}{:>14}", "minute", "calls", "resident MiB");
    while begun.elapsed() < span {
        tokio::select! {
            _ = seconds.tick() => {}
            Some(ended) = running.join_next() => {
                ended.expect("every call is answered");
            }
        }
        samples.push((begun.elapsed(), product.resident()));
        if samples.len() % 60 == 0 {
            let calls = callers.calls.load(Ordering::Relaxed);
            let minute = begun.elapsed().as_secs_f64() / 60.0;
            println!("{minute:>8.1}{calls:>12}{:>14.1}", product.resident());
        }
    }
    callers.over.store(true, Ordering::Relaxed);
    while let Some(ended) = running.join_next().await {
        ended.expect("every call is answered");
    }

    let trend = Trend::of(&samples);
    let calls = callers.calls.load(Ordering::Relaxed);
    let games = callers.games.load(Ordering::Relaxed);
    println!(
        "{calls} calls ({:.0}/s), {games} games audited; load average {}",
        calls as f64 / begun.elapsed().as_secs_f64(),
        load_average()
    );
    println!(
        "SOAK {} max_mib={:.1} peak_mib={:.1} slope_mib_per_min={:.3} (bars: {BAR_MIB}, {BAR_SLOPE})",
        if trend.holds() { "ok" } else { "FAILED" },
        trend.most,
        product.peak(),
        trend.slope,
    );
    if trend.holds() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// How busy the machine is, in its own words.
pub(crate) fn load_average() -> String {
    let text = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    text.split(' ').take(1).collect()
}
