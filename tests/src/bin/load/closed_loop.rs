//! Closed loops: each caller waits for its answer before it asks again.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use hdrhistogram::Histogram;

use crate::{
    child::Child,
    figures::median,
    questions::{Call, Questions},
    wire,
};

/// Calls in flight on each connection: single calls, and batches.
const IN_FLIGHT: usize = 16;
const BATCHES_IN_FLIGHT: usize = 1;

/// What a single call can take and still be told from a longer one: a minute.
const LONGEST_CALL_NS: u64 = 60_000_000_000;

/// What one turn of throughput showed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rate {
    /// Calls per second.
    pub(crate) calls: f64,
    /// Processor time of the server for each call, in microseconds.
    pub(crate) server_us: f64,
}

impl Rate {
    pub(crate) async fn measure(
        server: &Child,
        questions: &Arc<Questions>,
        call: Call,
        span: Duration,
    ) -> Rate {
        let in_flight = match call {
            Call::BatchMinimal | Call::BatchStandard => BATCHES_IN_FLIGHT,
            _ => IN_FLIGHT,
        };
        let done = Arc::new(AtomicU64::new(0));
        let (start, used) = (Instant::now(), server.processor_time());
        let callers = server
            .channels()
            .iter()
            .flat_map(|channel| std::iter::repeat_n(channel, in_flight));
        let mut running = tokio::task::JoinSet::new();
        for (caller, channel) in callers.enumerate() {
            let (channel, done) = (channel.clone(), Arc::clone(&done));
            let questions = Arc::clone(questions);
            running.spawn(async move {
                // Each caller begins elsewhere in the list.
                let mut number = caller * 7;
                while start.elapsed() < span {
                    wire::call(&channel, call.path(), questions.question(call, number)).await;
                    done.fetch_add(1, Ordering::Relaxed);
                    number += 1;
                }
            });
        }
        running.join_all().await;
        let (elapsed, used) = (start.elapsed(), server.processor_time() - used);
        let done = done.load(Ordering::Relaxed) as f64;
        Rate {
            calls: done / elapsed.as_secs_f64(),
            server_us: used.as_secs_f64() * 1e6 / done,
        }
    }
}

/// How long one call takes when it is alone, in microseconds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Latency {
    pub(crate) p50: f64,
    pub(crate) p99: f64,
}

impl Latency {
    pub(crate) async fn measure(
        server: &Child,
        questions: &Questions,
        call: Call,
        span: Duration,
    ) -> Latency {
        let channel = server.channel();
        // Bounds are given: a histogram that grows does not do so for values that are recorded saturating.
        let mut histogram =
            Histogram::<u64>::new_with_bounds(1, LONGEST_CALL_NS, 3).expect("a histogram");
        let start = Instant::now();
        let mut number = 0;
        while start.elapsed() < span {
            let asked = Instant::now();
            wire::call(channel, call.path(), questions.question(call, number)).await;
            let took = u64::try_from(asked.elapsed().as_nanos()).unwrap_or(u64::MAX);
            histogram.saturating_record(took);
            number += 1;
        }
        let at = |quantile: f64| histogram.value_at_quantile(quantile) as f64 / 1e3;
        Latency {
            p50: at(0.5),
            p99: at(0.99),
        }
    }

    /// The median of several runs.
    pub(crate) fn median(runs: &[Latency]) -> Latency {
        Latency {
            p50: median(runs.iter().map(|run| run.p50).collect()),
            p99: median(runs.iter().map(|run| run.p99).collect()),
        }
    }
}
