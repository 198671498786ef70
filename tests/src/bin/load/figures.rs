//! Medians, ratios, and the table that they are printed in.

use crate::{
    closed_loop::{Latency, Rate},
    questions::Call,
};

/// The middle of these values.
pub(crate) fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}

/// The product beside another server, mostly the echo.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Comparison {
    pub(crate) product: Rate,
    echo: Rate,
    /// The median of the ratios of neighbouring turns: a slow minute of the machine falls on both.
    ratio: f64,
}

impl Comparison {
    pub(crate) fn of(product: &[Rate], echo: &[Rate]) -> Comparison {
        let middle = |rates: &[Rate]| Rate {
            calls: median(rates.iter().map(|it| it.calls).collect()),
            server_us: median(rates.iter().map(|it| it.server_us).collect()),
        };
        let pairs = product.iter().zip(echo);
        Comparison {
            product: middle(product),
            echo: middle(echo),
            ratio: median(
                pairs
                    .map(|(ours, theirs)| ours.calls / theirs.calls)
                    .collect(),
            ),
        }
    }

    /// Calls per second of the product for one of the other's.
    pub(crate) fn ratio(&self) -> f64 {
        self.ratio
    }
}

/// Lines for people, printed at the end.
#[derive(Debug)]
pub(crate) struct Table {
    /// Over the lines of throughput: what is compared, and the two sides.
    title: [&'static str; 3],
    throughput: Vec<String>,
    batches: Vec<String>,
    latency: Vec<String>,
}

impl Table {
    /// A table of throughput under this title, with these two sides.
    pub(crate) fn of(title: &'static str, ours: &'static str, theirs: &'static str) -> Table {
        Table {
            title: [title, ours, theirs],
            throughput: Vec::new(),
            batches: Vec::new(),
            latency: Vec::new(),
        }
    }

    pub(crate) fn throughput(&mut self, call: Call, it: &Comparison) {
        self.throughput.push(format!(
            "{:<24}{:>10.0}{:>10.0}{:>8.2}{:>12.1}{:>12.1}",
            call.name(),
            it.product.calls,
            it.echo.calls,
            it.ratio(),
            it.product.server_us,
            it.echo.server_us,
        ));
    }

    pub(crate) fn batch(&mut self, call: Call, positions: f64, ratio: f64) {
        self.batches
            .push(format!("{:<24}{positions:>10.0}{ratio:>8.2}", call.name()));
    }

    pub(crate) fn latency(&mut self, call: Call, ours: Latency, theirs: Latency) {
        self.latency.push(format!(
            "{:<24}{:>10.0}{:>10.0}{:>10.0}{:>10.0}{:>8.2}",
            call.name(),
            ours.p50,
            theirs.p50,
            ours.p99,
            theirs.p99,
            ours.p99 / theirs.p99,
        ));
    }

    pub(crate) fn print(&self) {
        let [title, ours, theirs] = self.title;
        let part = |heading: String, lines: &[String]| {
            if !lines.is_empty() {
                println!("{heading}");
                lines.iter().for_each(|line| println!("{line}"));
                println!();
            }
        };
        let heading = format!(
            "{title:<24}{ours:>10}{theirs:>10}{:>8}{:>12}{:>12}",
            "ratio", "server us", "other us"
        );
        part(heading, &self.throughput);
        let heading = format!("{:<24}{:>10}{:>8}", "batches", "posit./s", "x unary");
        part(heading, &self.batches);
        let heading = format!(
            "{:<24}{:>10}{:>10}{:>10}{:>10}{:>8}",
            "one call, microseconds", "p50", "echo p50", "p99", "echo p99", "ratio"
        );
        part(heading, &self.latency);
    }
}
