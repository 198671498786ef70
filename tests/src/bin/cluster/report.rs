//! What the scenes showed: a line each, and one in the end that sums up.

use std::{
    collections::BTreeMap,
    time::{Duration, Instant},
};

use crate::load::{Outcome, Sample};

/// One scene.
pub(crate) struct Scene {
    name: String,
    calls: usize,
    rate: f64,
    failed: usize,
    wrong: usize,
    median: Duration,
    p99: Duration,
    longest: Duration,
    note: String,
    failures: BTreeMap<String, usize>,
}

impl Scene {
    pub(crate) fn of(name: &str, samples: &[Sample], note: String) -> Scene {
        let mut took: Vec<_> = samples.iter().map(|sample| sample.took).collect();
        took.sort_unstable();
        let at = |share: f64| {
            #[allow(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                clippy::cast_precision_loss,
                reason = "a rank among the calls"
            )]
            let rank = (took.len() as f64 * share) as usize;
            took.get(rank.min(took.len().saturating_sub(1)))
                .copied()
                .unwrap_or_default()
        };
        let first = samples.iter().map(|sample| sample.at).min();
        let last = samples.iter().map(|sample| sample.at).max();
        let span = first
            .zip(last)
            .map_or(0.0, |(first, last)| (last - first).as_secs_f64());
        let mut failures = BTreeMap::new();
        for sample in samples {
            if let Outcome::Failed(why) = &sample.outcome {
                *failures.entry(why.clone()).or_default() += 1;
            }
        }
        #[allow(clippy::cast_precision_loss, reason = "a number of calls")]
        let rate = samples.len() as f64 / span.max(0.001);
        Scene {
            name: name.to_owned(),
            calls: samples.len(),
            rate,
            failed: failures.values().sum(),
            wrong: samples
                .iter()
                .filter(|s| s.outcome == Outcome::Wrong)
                .count(),
            median: at(0.5),
            p99: at(0.99),
            longest: took.last().copied().unwrap_or_default(),
            note,
            failures,
        }
    }

    /// The heading over the lines.
    pub(crate) fn heading() {
        println!("| scene | calls | calls/s | failed | wrong | p50 ms | p99 ms | longest ms | |");
        println!("|---|---|---|---|---|---|---|---|---|");
    }

    pub(crate) fn print(&self) {
        let ms = |time: Duration| time.as_secs_f64() * 1e3;
        println!(
            "| {} | {} | {:.0} | {} | {} | {:.2} | {:.1} | {:.0} | {} |",
            self.name,
            self.calls,
            self.rate,
            self.failed,
            self.wrong,
            ms(self.median),
            ms(self.p99),
            ms(self.longest),
            self.note
        );
        for (why, count) in &self.failures {
            println!("  {count} × {why}");
        }
    }
}

/// How long after an event the last call began that took longer than `slow` or failed: when the event was over for callers.
pub(crate) fn over_after(samples: &[Sample], event: Instant, slow: Duration) -> Duration {
    let hit = samples.iter().filter(|sample| {
        sample.at >= event && (sample.took > slow || sample.outcome != Outcome::Right)
    });
    hit.map(|sample| sample.at - event)
        .max()
        .unwrap_or_default()
}

/// The last line. Whether all is well.
pub(crate) fn sum_up(scenes: &[Scene], left_out: &[&str]) -> bool {
    let calls: usize = scenes.iter().map(|scene| scene.calls).sum();
    let failed: usize = scenes.iter().map(|scene| scene.failed).sum();
    let wrong: usize = scenes.iter().map(|scene| scene.wrong).sum();
    let fine = failed == 0 && wrong == 0 && calls > 0;
    let left_out = match left_out {
        [] => String::new(),
        some => format!(" left_out={}", some.join(",")),
    };
    println!(
        "CLUSTER {} scenes={} calls={calls} failed={failed} wrong={wrong}{left_out}",
        if fine { "ok" } else { "FAILED" },
        scenes.len()
    );
    fine
}
