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
    let bare = Child::start(Kind::Tonic).await;
    let layered = Child::start(Kind::Echo).await;
    let echoes = [&bare, &layered];
    let questions = Arc::new(Questions::of(&product).await);
    let mut table = Table::of("beside a bare tonic echo", "calls/s", "echo");
    let mut table_of_layers = Table::of("beside the same layers", "calls/s", "echo");

    let mut unary = Vec::new();
    let mut of_layers = Vec::new();
    for call in Call::UNARY {
        let compared = compare(&plan, &product, echoes, &questions, call).await;
        table.throughput(call, &compared[0]);
        table_of_layers.throughput(call, &compared[1]);
        unary.push(compared[0]);
        of_layers.push(compared[1].ratio());
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
        // One call at a time; the call that the figure is about is measured longest.
        let span = if call == Call::Apply {
            plan.latency
        } else {
            plan.latency / 3
        };
        let mut runs = [const { Vec::new() }; 3];
        for _ in 0..5 {
            for (server, runs) in [&product, &bare, &layered].into_iter().zip(&mut runs) {
                runs.push(Latency::measure(server, &questions, call, span).await);
            }
        }
        let [ours, bare, layered] = runs.map(|runs| Latency::median(&runs));
        table.latency(call, ours, bare);
        table_of_layers.latency(call, ours, layered);
        p99.push([bare, layered].map(|echo| ours.p99 / echo.p99));
    }

    let (now, peak) = (product.resident(), product.peak());
    table_of_layers.print();
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
        "LAYERS apply={:.2} legal_min={:.2} legal_std={:.2} legal_full={:.2} p99={:.2}",
        of_layers[0], of_layers[1], of_layers[2], of_layers[3], p99[0][1],
    );
    println!(
        "RATIOS apply={:.2} legal_min={:.2} legal_std={:.2} legal_full={:.2} batch_min={:.2} batch_std={:.2} p99={:.2} rss_mib={:.0}",
        apply.ratio(),
        minimal.ratio(),
        standard.ratio(),
        full.ratio(),
        batches[0],
        batches[1],
        p99[0][0],
        peak,
    );
    ExitCode::SUCCESS
}

/// Measures the product and others in turn, so that what else the machine does falls on all.
async fn compare<const N: usize>(
    plan: &Plan,
    product: &Child,
    others: [&Child; N],
    questions: &Arc<Questions>,
    call: Call,
) -> [Comparison; N] {
    let mut ours = Vec::new();
    let mut theirs = [const { Vec::new() }; N];
    // A first turn of each warms up and is forgotten.
    for server in std::iter::once(product).chain(others) {
        Rate::measure(server, questions, call, plan.turn / 4).await;
    }
    for _ in 0..plan.rounds {
        ours.push(Rate::measure(product, questions, call, plan.turn).await);
        for (other, rates) in others.into_iter().zip(&mut theirs) {
            rates.push(Rate::measure(other, questions, call, plan.turn).await);
        }
    }
    theirs.map(|rates| Comparison::of(&ours, &rates))
}
