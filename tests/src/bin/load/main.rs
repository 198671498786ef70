//! What the rules, telemetry and time cost over the wire: the product and what it is compared with run in processes of their own and are
//! driven in turn. `tests/load/run` builds and starts it; `tests/load/README.md` says what is measured.
#![forbid(unsafe_code)]
#![allow(
    clippy::expect_used,
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a measurement that cannot run has nothing to say"
)]

mod child;
mod closed_loop;
mod echo;
mod figures;
mod memory;
mod outside;
mod questions;
mod soak;
mod telemetry;
mod wire;

use std::{process::ExitCode, sync::Arc, time::Duration};

use child::{Child, Kind};
use closed_loop::{Latency, Rate};
use figures::{Comparison, Table, median};
use questions::{BATCH, Call, Questions};
use tabuleiro_proto::v1::rules_service_client::RulesServiceClient;

/// As in the server's own program: both children are this one.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// How long the mixed load goes on.
const SOAK: Duration = Duration::from_secs(600);

/// How long is measured.
#[derive(Clone, Copy)]
struct Plan {
    /// Rounds in which the two servers take turns.
    rounds: usize,
    /// One turn of throughput.
    turn: Duration,
    /// One turn of latency.
    latency: Duration,
}

const QUICK: Plan = Plan {
    rounds: 5,
    turn: Duration::from_millis(400),
    latency: Duration::from_millis(900),
};
const FULL: Plan = Plan {
    rounds: 7,
    turn: Duration::from_secs(2),
    latency: Duration::from_secs(4),
};

fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let arguments: Vec<_> = arguments.iter().map(String::as_str).collect();
    if let ["serve", words @ ..] = &arguments[..] {
        let Some(kind) = Kind::named(words) else {
            return usage();
        };
        child::serve(kind);
        return ExitCode::SUCCESS;
    }
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .expect("a runtime");
    match arguments[..] {
        [] => runtime.block_on(run(FULL)),
        ["--quick"] => runtime.block_on(run(QUICK)),
        ["--telemetry"] => runtime.block_on(telemetry::run(FULL)),
        ["--telemetry", "--quick"] => runtime.block_on(telemetry::run(QUICK)),
        ["--h2load"] => runtime.block_on(outside::run(FULL)),
        ["--h2load", "--quick"] => runtime.block_on(outside::run(QUICK)),
        ["--soak"] => runtime.block_on(soak::run(SOAK)),
        ["--soak", minutes] => match minutes.parse() {
            Ok(minutes @ 1..=10_000) => {
                runtime.block_on(soak::run(Duration::from_secs(60 * minutes)))
            }
            _ => usage(),
        },
        _ => usage(),
    }
}

fn usage() -> ExitCode {
    eprintln!(
        "usage: tests/load/run [--quick] | --telemetry [--quick] | --h2load [--quick] | --soak [MINUTES]"
    );
    ExitCode::from(2)
}

async fn run(plan: Plan) -> ExitCode {
    let product = Child::start(Kind::Product).await;
    let echo = Child::start(Kind::Echo).await;
    let questions = Arc::new(Questions::of(&product).await);
    let mut table = Table::of("closed loop", "calls/s", "echo");

    let mut unary = Vec::new();
    for call in Call::UNARY {
        let compared = compare(&plan, &product, &echo, &questions, call).await;
        table.throughput(call, &compared);
        unary.push(compared);
    }
    let [apply, minimal, standard, full] = &unary[..] else {
        unreachable!("four unary calls");
    };

    let mut batches = Vec::new();
    for (call, alone) in [
        (Call::BatchMinimal, minimal),
        (Call::BatchStandard, standard),
    ] {
        let mut rates = Vec::new();
        for _ in 0..plan.rounds {
            rates.push(
                Rate::measure(&product, &questions, call, plan.turn)
                    .await
                    .calls,
            );
        }
        let positions = median(rates) * f64::from(BATCH);
        table.batch(call, positions, positions / alone.product.calls);
        batches.push(positions / alone.product.calls);
    }

    let mut p99 = Vec::new();
    for call in Call::UNARY {
        let (mut ours, mut theirs) = (Vec::new(), Vec::new());
        // One call at a time; the call that the figure is about is measured longest.
        let span = if call == Call::Apply {
            plan.latency
        } else {
            plan.latency / 3
        };
        for _ in 0..5 {
            ours.push(Latency::measure(&product, &questions, call, span).await);
            theirs.push(Latency::measure(&echo, &questions, call, span).await);
        }
        let (ours, theirs) = (Latency::median(&ours), Latency::median(&theirs));
        table.latency(call, ours, theirs);
        p99.push(ours.p99 / theirs.p99);
    }

    let (now, peak) = (product.resident(), product.peak());
    table.print();
    let client = RulesServiceClient::new(product.channel().clone());
    let answers = questions.answers(client).await;
    println!("bytes of a message, on average             question   answer");
    for call in Call::UNARY {
        let [asked, answered] = questions.bytes_of(&answers, call);
        println!("{:<42} {asked:>8.0} {answered:>8.0}", call.name());
    }
    println!("server memory after the load: {now:.0} MiB resident, {peak:.0} MiB at most");
    println!(
        "RATIOS apply={:.2} legal_min={:.2} legal_std={:.2} legal_full={:.2} batch_min={:.2} batch_std={:.2} p99={:.2} rss_mib={:.0}",
        apply.ratio(),
        minimal.ratio(),
        standard.ratio(),
        full.ratio(),
        batches[0],
        batches[1],
        p99[0],
        peak,
    );
    ExitCode::SUCCESS
}

/// Measures both servers in turn, so that what else the machine does falls on both.
async fn compare(
    plan: &Plan,
    product: &Child,
    echo: &Child,
    questions: &Arc<Questions>,
    call: Call,
) -> Comparison {
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    // A first turn of each warms up and is forgotten.
    Rate::measure(product, questions, call, plan.turn / 4).await;
    Rate::measure(echo, questions, call, plan.turn / 4).await;
    for _ in 0..plan.rounds {
        ours.push(Rate::measure(product, questions, call, plan.turn).await);
        theirs.push(Rate::measure(echo, questions, call, plan.turn).await);
    }
    Comparison::of(&ours, &theirs)
}
