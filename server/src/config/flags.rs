//! The flags, each of which is also an environment variable, and how they become a [`Config`].

use std::{path::PathBuf, time::Duration};

use clap::{CommandFactory as _, FromArgMatches as _, Parser, builder::Resettable};

use super::{
    Config, Drain, Faults, IdentityFlags, Limits, RateLimitFlags, WebFlags, budgets::BudgetFlags,
    telemetry::TelemetryFlags, transport::TransportFlags, values::Collector,
};

/// The flags as they were written. [`Flags::resolve`] turns them into a [`Config`].
///
/// Values that need parsing are kept as text here, because a parser that stops at the first wrong value
/// makes an operator start the program once per mistake.
#[derive(Clone, Debug, Parser)]
#[command(
    name = "tabuleiro-server",
    version,
    about = "Tabuleiro: a rules authority for chess and the draughts family, over gRPC",
    long_about = None,
    after_help = "Every flag can be given as an environment variable (TABULEIRO_*), or as a key of the file of --config. Durations are written 500ms, 30s, 5m; \
                  0s switches a limit off where the flag says so. Sizes are written in bytes, or as 64KiB, 4MiB."
)]
pub struct Flags {
    /// Addresses to listen on, separated by commas. Port 0 takes a free port.
    #[arg(long, env = "TABULEIRO_LISTEN", default_value = DEFAULT_LISTEN, value_name = "ADDR,…")]
    pub listen: String,

    /// Listen beyond loopback although neither TLS nor authentication protects the port.
    #[arg(long, env = "TABULEIRO_ALLOW_INSECURE_BIND")]
    pub allow_insecure_bind: bool,

    /// File with the key that seals state tokens: at least 32 bytes, surrounding white space is ignored.
    /// Without it tokens are only checksummed, which is refused beyond loopback.
    #[arg(long, env = "TABULEIRO_TOKEN_KEY_FILE", value_name = "FILE")]
    pub token_key_file: Option<PathBuf>,

    /// File with a second key, whose tokens are accepted but which seals none (for rotation).
    #[arg(long, env = "TABULEIRO_TOKEN_ACCEPT_KEY_FILE", value_name = "FILE")]
    pub token_accept_key_file: Option<PathBuf>,

    /// Calls in progress at one time; more are answered UNAVAILABLE with a RetryInfo.
    #[arg(
        long,
        env = "TABULEIRO_MAX_IN_FLIGHT",
        default_value = "512",
        value_name = "CALLS"
    )]
    pub max_in_flight: String,

    /// Largest request message (each message of a stream); a larger one is answered RESOURCE_EXHAUSTED.
    #[arg(
        long,
        env = "TABULEIRO_MAX_REQUEST_SIZE",
        default_value = "4MiB",
        value_name = "SIZE"
    )]
    pub max_request_size: String,

    /// Longest time a unary call may take, whatever deadline the caller sets.
    #[arg(
        long,
        env = "TABULEIRO_MAX_CALL_TIME",
        default_value = "30s",
        value_name = "DURATION"
    )]
    pub max_call_time: String,

    /// Longest time a stream may stay open. 0s: as long as the caller likes.
    #[arg(
        long,
        env = "TABULEIRO_MAX_STREAM_TIME",
        default_value = "1h",
        value_name = "DURATION"
    )]
    pub max_stream_time: String,

    /// Items in one batch call.
    #[arg(
        long,
        env = "TABULEIRO_MAX_BATCH_ITEMS",
        default_value = "1000",
        value_name = "ITEMS"
    )]
    pub max_batch_items: String,

    /// Moves in one game record.
    #[arg(
        long,
        env = "TABULEIRO_MAX_RECORD_PLIES",
        default_value = "12000",
        value_name = "PLIES"
    )]
    pub max_record_plies: String,

    /// Facts beside the moves in one record or question.
    #[arg(
        long,
        env = "TABULEIRO_MAX_FACTS",
        default_value = "4096",
        value_name = "FACTS"
    )]
    pub max_facts: String,

    /// Actions in one ApplyMove.
    #[arg(
        long,
        env = "TABULEIRO_MAX_ACTIONS",
        default_value = "512",
        value_name = "ACTIONS"
    )]
    pub max_actions: String,

    /// Positions that one "can this side still mate" may look at. The tables of a search keep up to 80 bytes each.
    #[arg(
        long,
        env = "TABULEIRO_MAX_WORK_BUDGET",
        default_value = "200000",
        value_name = "POSITIONS"
    )]
    pub max_work_budget: String,

    /// Positions that all searches of one batch may look at together. Items that come after them are refused RESOURCE_EXHAUSTED.
    #[arg(
        long,
        env = "TABULEIRO_MAX_BATCH_WORK",
        default_value = "20000000",
        value_name = "POSITIONS"
    )]
    pub max_batch_work: String,

    /// Threads for long computations (searches, batches, whole records). 0: one per core.
    #[arg(
        long,
        env = "TABULEIRO_COMPUTE_THREADS",
        default_value = "0",
        value_name = "N"
    )]
    pub compute_threads: String,

    /// Threads that serve the network. 0: one per core.
    #[arg(
        long,
        env = "TABULEIRO_WORKER_THREADS",
        default_value = "0",
        value_name = "N"
    )]
    pub worker_threads: String,

    /// After SIGTERM: how long to keep serving while health already says NOT_SERVING, so that balancers leave first.
    #[arg(
        long,
        env = "TABULEIRO_DRAIN_PAUSE",
        default_value = "3s",
        value_name = "DURATION"
    )]
    pub drain_pause: String,

    /// After the pause: how long calls in progress may take to finish before the process ends regardless.
    #[arg(
        long,
        env = "TABULEIRO_DRAIN_TIMEOUT",
        default_value = "25s",
        value_name = "DURATION"
    )]
    pub drain_timeout: String,

    /// Print every metric that this server has (tab-separated), and exit.
    #[arg(long)]
    pub list_metrics: bool,

    /// Read settings from this TOML file: keys are the names of the flags without dashes in front. A flag or an
    /// environment variable wins over the file.
    #[arg(long, env = "TABULEIRO_CONFIG", value_name = "FILE")]
    pub config: Option<PathBuf>,

    /// Check the configuration, print each value and where it is from, and exit.
    #[arg(long)]
    pub check_config: bool,

    // What has a heading of its own stands last: a heading is that of every flag behind it.
    /// Who may call.
    #[command(flatten)]
    pub identity: IdentityFlags,

    /// The share of each client.
    #[command(flatten)]
    pub rate_limit: RateLimitFlags,

    /// Browsers.
    #[command(flatten)]
    pub web: WebFlags,

    /// Memory, bytes and patience for one call.
    #[command(flatten)]
    pub budgets: BudgetFlags,

    /// The admin port, logs, traces and metrics.
    #[command(flatten)]
    pub telemetry: TelemetryFlags,

    /// Connections, HTTP/2, TLS, runtimes.
    #[command(flatten)]
    pub transport: TransportFlags,
}

const DEFAULT_LISTEN: &str = "127.0.0.1:50051,[::1]:50051";

impl Flags {
    /// The defaults alone: no arguments, no environment.
    #[must_use]
    pub(super) fn defaults() -> Flags {
        let command = Flags::command().mut_args(|arg| arg.env(Resettable::Reset));
        let parsed = command
            .try_get_matches_from(["tabuleiro-server"])
            .and_then(|matches| Flags::from_arg_matches(&matches));
        match parsed {
            Ok(flags) => flags,
            Err(error) => unreachable!("no flag is required: {error}"),
        }
    }

    /// The typed configuration.
    ///
    /// # Errors
    /// Every value that cannot be used, and every combination that would be unsafe.
    pub fn resolve(&self) -> Result<Config, Faults> {
        let mut faults = Collector::default();
        let listen = faults.addresses("--listen", &self.listen);
        let keys = faults.keyring(self);
        let transport = self.transport.resolve(&mut faults);
        let identity = self.identity.resolve(&mut faults);
        let beyond_loopback = listen.iter().any(|address| !address.ip().is_loopback());
        if beyond_loopback {
            let protected = transport.tls.is_some() || identity.authority.is_some();
            if !self.allow_insecure_bind && !protected {
                faults.add(
                    "--listen",
                    &self.listen,
                    "an address beyond loopback has neither TLS nor authentication; --allow-insecure-bind accepts that",
                );
            }
            if self.token_key_file.is_none() {
                faults.add(
                    "--token-key-file",
                    "",
                    "an address beyond loopback needs a key, so that callers cannot forge state tokens",
                );
            }
        }
        let public = beyond_loopback && !self.allow_insecure_bind;
        let rate_limit = self.rate_limit.resolve(public, &mut faults);
        let in_flight = faults.count("--max-in-flight", &self.max_in_flight, 1, 1 << 20);
        let per_client = self
            .rate_limit
            .resolve_per_client(public, in_flight, &mut faults);
        let budgets = self.budgets.resolve(&mut faults);
        let config = Config {
            listen,
            keys,
            identity,
            rate_limit,
            per_client,
            web: self.web.resolve(&mut faults),
            transport,
            limits: Limits {
                in_flight,
                request_bytes: faults.bytes(
                    "--max-request-size",
                    &self.max_request_size,
                    1 << 10,
                    256 << 20,
                ),
                call_time: faults.duration("--max-call-time", &self.max_call_time, ms(10)),
                stream_time: optional(faults.duration(
                    "--max-stream-time",
                    &self.max_stream_time,
                    ms(0),
                )),
                batch_items: faults.count("--max-batch-items", &self.max_batch_items, 1, 100_000),
                record_plies: faults.count(
                    "--max-record-plies",
                    &self.max_record_plies,
                    1,
                    1_000_000,
                ),
                facts: faults.count("--max-facts", &self.max_facts, 0, 1_000_000),
                work_budget: u32::try_from(faults.count(
                    "--max-work-budget",
                    &self.max_work_budget,
                    1,
                    10_000_000,
                ))
                .unwrap_or(1),
                batch_work: faults.count("--max-batch-work", &self.max_batch_work, 1, 1_000_000_000)
                    as u64,
                actions: faults.count("--max-actions", &self.max_actions, 1, 100_000),
                response_bytes: budgets.response_bytes,
                decoded_bytes: budgets.decoded_bytes,
                stream_idle: budgets.stream_idle,
            },
            compute_threads: cores_if_zero(faults.count(
                "--compute-threads",
                &self.compute_threads,
                0,
                1024,
            )),
            worker_threads: cores_if_zero(faults.count(
                "--worker-threads",
                &self.worker_threads,
                0,
                1024,
            )),
            drain: Drain {
                pause: faults.duration("--drain-pause", &self.drain_pause, ms(0)),
                timeout: faults.duration("--drain-timeout", &self.drain_timeout, ms(0)),
            },
            admin: self.telemetry.admin(&mut faults),
            telemetry: self.telemetry.resolve(&mut faults),
        };
        faults.finish(config)
    }
}

pub(super) const fn ms(n: u64) -> Duration {
    Duration::from_millis(n)
}

pub(super) fn optional(duration: Duration) -> Option<Duration> {
    (!duration.is_zero()).then_some(duration)
}

fn cores_if_zero(n: usize) -> usize {
    if n > 0 {
        return n;
    }
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}
