//! What telemetry costs: the product as it is beside the product that sends its metrics and a tenth of its traces to a collector,
//! which swallows them. Nothing is logged for a call in either.

#[path = "../../../../server/tests/support/collector.rs"]
mod collector;

use std::{process::ExitCode, sync::Arc};

use collector::Collector;
use tokio::io::AsyncReadExt as _;

use crate::{
    Plan,
    child::{Child, Kind},
    compare,
    figures::Table,
    questions::{Call, Questions},
    soak::load_average,
};

/// The share of calls that is traced.
pub(crate) const RATIO: f64 = 0.1;

/// What must be left of the throughput.
const BAR: f64 = 0.9;

/// A collector in a process of its own: prints its address first, and ends when standard input does.
pub(crate) async fn collect() {
    let Collector {
        address,
        spans,
        metrics,
    } = Collector::start();
    // Nobody looks at what it is sent.
    drop((spans, metrics));
    println!("{address}");
    // An input that cannot be read has ended as well.
    let _ = tokio::io::stdin().read_to_end(&mut Vec::new()).await;
}

/// Measures, and says whether enough is left.
pub(crate) async fn run(plan: Plan) -> ExitCode {
    let collector = Child::start(Kind::Collector).await;
    let silent = Child::start(Kind::Product).await;
    let telling = Child::start(Kind::Telling(collector.address())).await;
    let questions = Arc::new(Questions::of(&silent).await);
    let mut table = Table::of("telemetry", "told/s", "silent");
    let mut left = Vec::new();
    for call in Call::UNARY {
        let [compared] = compare(&plan, &telling, [&silent], &questions, call).await;
        table.throughput(call, &compared);
        left.push(compared.ratio());
    }
    table.print();
    let told = telling.page("/metrics").await;
    let count = |name: &str| -> f64 {
        let lines = told.lines().filter(|line| line.starts_with(name));
        let values = lines.filter_map(|line| line.rsplit(' ').next()?.parse::<f64>().ok());
        values.sum()
    };
    let sent = count("tabuleiro_telemetry_spans_exported_total");
    let lost = count("tabuleiro_telemetry_spans_dropped_total");
    let fine = left.iter().all(|it| *it >= BAR) && sent > 0.0;
    println!("load average {}", load_average());
    println!(
        "TELEMETRY {} apply={:.2} legal_min={:.2} legal_std={:.2} legal_full={:.2} spans={sent:.0} lost={lost:.0} (bar: {BAR})",
        if fine { "ok" } else { "FAILED" },
        left[0],
        left[1],
        left[2],
        left[3],
    );
    if fine {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
