//! Configuration: every flag is also an environment variable and a key of the configuration file, every default is safe
//! on a laptop, and all wrong values are reported together.

mod budgets;
mod file;
mod flags;
mod identity;
mod rate_limit;
mod telemetry;
mod transport;
mod values;
mod web;

use std::{fmt, net::SocketAddr, path::PathBuf, time::Duration};

use crate::seal::Keyring;

pub use budgets::BudgetFlags;
pub use file::{Loaded, Setting, Source};
pub use flags::Flags;
pub use identity::{Identity, IdentityFlags};
pub use rate_limit::{PerClient, RateLimit, RateLimitFlags};
pub use telemetry::TelemetryFlags;
pub use transport::{ClientAuth, Runtime, Transport, TransportFlags};
pub use web::{Web, WebFlags};

/// The exit code for a configuration that cannot be used (`EX_USAGE`).
pub const EXIT_BAD_CONFIGURATION: u8 = 64;

/// The configuration of a server. [`Config::default`] is what the flags' defaults give.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where to listen.
    pub listen: Vec<SocketAddr>,
    /// Which keys seal and open state tokens.
    pub keys: Keyring,
    /// Who may call.
    pub identity: Identity,
    /// How many calls each client has.
    pub rate_limit: RateLimit,
    /// How many calls each client may have in progress.
    pub per_client: PerClient,
    /// Which web pages may call.
    pub web: Web,
    /// Limits on what callers may ask.
    pub limits: Limits,
    /// How connections are accepted, protected and bounded.
    pub transport: Transport,
    /// Threads for long computations.
    pub compute_threads: usize,
    /// Threads that serve the network.
    pub worker_threads: usize,
    /// How the server ends.
    pub drain: Drain,
    /// Where the admin port listens; nowhere: there is none.
    pub admin: Vec<SocketAddr>,
    /// What is logged, traced and measured.
    pub telemetry: Telemetry,
}

/// What callers may ask of one server. `ListVariants` reports it.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Calls in progress at one time.
    pub in_flight: usize,
    /// Bytes of one request message.
    pub request_bytes: usize,
    /// Time of one unary call.
    pub call_time: Duration,
    /// Time of one stream.
    pub stream_time: Option<Duration>,
    /// Items of one batch.
    pub batch_items: usize,
    /// Moves of one game record.
    pub record_plies: usize,
    /// Facts of one record or question.
    pub facts: usize,
    /// Positions of one mate search.
    pub work_budget: u32,
    /// Positions that all searches of one batch may look at together.
    pub batch_work: u64,
    /// Actions of one ApplyMove.
    pub actions: usize,
    /// Bytes of one answer.
    pub response_bytes: usize,
    /// Memory that one request message may become.
    pub decoded_bytes: usize,
    /// Time that a stream may wait for its caller's next message.
    pub stream_idle: Option<Duration>,
}

/// How the server ends.
#[derive(Clone, Debug)]
pub struct Drain {
    /// Time between NOT_SERVING and GOAWAY.
    pub pause: Duration,
    /// Time for calls in progress after GOAWAY.
    pub timeout: Duration,
}

/// What is logged and traced.
#[derive(Clone, Debug)]
pub struct Telemetry {
    /// Directives of the log filter.
    pub log: String,
    /// The form of a log line.
    pub format: LogFormat,
    /// Where traces and metrics go; `None` switches tracing off.
    pub otlp: Option<Otlp>,
}

/// An OTLP collector.
#[derive(Clone, Debug)]
pub struct Otlp {
    /// Its gRPC address.
    pub endpoint: String,
    /// Share of root calls that are traced, 0 to 1.
    pub ratio: f64,
    /// Finished spans that may wait for the collector.
    pub queue: usize,
    /// Time between two reports of metrics.
    pub interval: Duration,
}

/// The form of a log line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogFormat {
    /// For people.
    Text,
    /// One JSON object a line.
    Json,
}

/// A value that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The flag, e.g. `--max-in-flight`; its environment variable follows from it.
    pub flag: &'static str,
    /// The text that was given; empty where the fault is a combination.
    pub given: String,
    /// What is expected instead.
    pub expected: String,
    /// The file that the text is from, under the flag's name without its dashes.
    pub file: Option<PathBuf>,
}

/// Everything wrong with a configuration.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct Faults(pub Vec<Fault>);

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = self.0.len();
        write!(
            f,
            "the configuration has {count} fault{}:",
            if count == 1 { "" } else { "s" }
        )?;
        for fault in &self.0 {
            let name = fault.flag.trim_start_matches('-');
            match &fault.file {
                Some(file) => write!(f, "\n  {}: {name}", file.display())?,
                None => {
                    let env = name.replace('-', "_").to_uppercase();
                    write!(f, "\n  {} (TABULEIRO_{env})", fault.flag)?;
                }
            }
            if !fault.given.is_empty() {
                write!(f, " = {:?}", fault.given)?;
            }
            write!(f, ": {}", fault.expected)?;
        }
        Ok(())
    }
}

impl Default for Config {
    fn default() -> Config {
        match Flags::defaults().resolve() {
            Ok(config) => config,
            Err(faults) => unreachable!("the defaults are valid: {faults}"),
        }
    }
}

impl Config {
    /// A server on a free loopback port with no pause at its end: for tests and for embedding.
    #[must_use]
    pub fn local() -> Config {
        let mut config = Config {
            listen: vec![SocketAddr::from(([127, 0, 0, 1], 0))],
            ..Config::default()
        };
        config.drain.pause = Duration::ZERO;
        config
    }

    /// Whether there are files that are read again when they change: certificates, or who may call.
    #[must_use]
    pub fn watches_files(&self) -> bool {
        self.transport.tls.is_some() || self.identity.authority.is_some()
    }
}

#[cfg(test)]
mod tests;
