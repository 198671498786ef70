//! Every metric that the server has: its name, unit and labels, in one list. Instruments are made from these entries and from
//! nothing else, and `--list-metrics` prints them, so that dashboards can be checked against the program.

use std::fmt::Write as _;

/// One metric.
#[derive(Clone, Copy, Debug)]
pub struct Metric {
    /// Its name in OpenTelemetry.
    pub name: &'static str,
    /// What it counts or measures with.
    pub kind: Kind,
    /// Its unit in UCUM; braces are annotations.
    pub unit: &'static str,
    /// The keys of its attributes.
    pub attributes: &'static [&'static str],
    /// What it says, in one sentence.
    pub about: &'static str,
}

/// The kinds of instrument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A sum that only grows.
    Counter,
    /// A value that goes up and down.
    Gauge,
    /// A distribution.
    Histogram,
}

/// The method of a call, `_OTHER` where the server has no such method.
pub const RPC_METHOD: &str = "rpc.method";
/// How a call ended, by the code's name in the gRPC specification.
pub const RPC_STATUS: &str = "rpc.response.status_code";
/// The same for calls that failed, as the conventions ask.
pub const ERROR_TYPE: &str = "error.type";
/// Always `grpc`.
pub const RPC_SYSTEM: &str = "rpc.system.name";
/// The cause of an ending, or the disposition of a ruling that names none, as the contract's enums call them.
pub const CAUSE: &str = "cause";
/// The violated rule, as the contract's `ViolationCode` calls it.
pub const RULE: &str = "rule";
/// The limit, as `ServerLimits` and the error's details name it.
pub const LIMIT: &str = "limit";
/// Why something was refused or lost.
pub const REASON: &str = "reason";

macro_rules! catalogue {
    ($($ident:ident = $kind:ident $name:literal in $unit:literal by [$($key:expr),*]: $about:literal;)*) => {
        $(
            #[doc = $about]
            pub const $ident: Metric = Metric {
                name: $name,
                kind: Kind::$kind,
                unit: $unit,
                attributes: &[$($key),*],
                about: $about,
            };
        )*

        /// All of them.
        pub const ALL: &[Metric] = &[$($ident),*];
    };
}

catalogue! {
    CALL_DURATION = Histogram "rpc.server.call.duration" in "s" by [RPC_SYSTEM, RPC_METHOD, RPC_STATUS, ERROR_TYPE]:
        "Time from a call's headers to the end of its answer. A caller who left is CANCELLED.";
    IN_FLIGHT = Gauge "tabuleiro.calls.in_flight" in "{call}" by []:
        "Admitted calls whose answer has not ended.";
    IN_FLIGHT_LIMIT = Gauge "tabuleiro.calls.in_flight.limit" in "{call}" by []:
        "How many calls are admitted at one time.";
    SHED = Counter "tabuleiro.calls.shed" in "{call}" by []:
        "Calls refused UNAVAILABLE because too many were in progress.";
    STALLED = Counter "tabuleiro.calls.stalled" in "{call}" by []:
        "Calls reset because their callers took nothing of the answers for too long.";
    RATE_LIMITED = Counter "tabuleiro.calls.rate_limited" in "{call}" by []:
        "Calls refused because their client asked too often.";
    CROWDED = Counter "tabuleiro.calls.crowded" in "{call}" by []:
        "Calls refused because their client had too many in progress.";
    LIMITS_EXCEEDED = Counter "tabuleiro.limits.exceeded" in "{refusal}" by [LIMIT]:
        "Requests, and items of batches, beyond a limit.";
    PANICS = Counter "tabuleiro.panics" in "{panic}" by []:
        "Calls that panicked and were answered INTERNAL. Each one is a fault of the server.";
    COMPUTE_QUEUE = Gauge "tabuleiro.compute.queue" in "{call}" by []:
        "Long computations that wait for a thread.";
    COMPUTE_RUNNING = Gauge "tabuleiro.compute.running" in "{call}" by []:
        "Long computations that have a thread.";
    COMPUTE_LIMIT = Gauge "tabuleiro.compute.limit" in "{call}" by []:
        "Threads for long computations.";
    COMPUTE_ABANDONED = Counter "tabuleiro.compute.abandoned" in "{call}" by []:
        "Long computations that stopped early because nobody waited for them any more.";
    COMPUTE_MOVED = Counter "tabuleiro.compute.moved" in "{call}" by []:
        "Questions that began on a network thread and went on in the pool, because their captures are many.";
    CONNECTIONS = Gauge "tabuleiro.connections.active" in "{connection}" by []:
        "Open connections.";
    CONNECTIONS_OPENED = Counter "tabuleiro.connections.opened" in "{connection}" by []:
        "Connections accepted.";
    CONNECTIONS_REFUSED = Counter "tabuleiro.connections.refused" in "{connection}" by [REASON]:
        "Connections that came to no call: too many, not accepted, or a handshake that failed or took too long.";
    VERDICTS = Counter "tabuleiro.verdicts" in "{verdict}" by [RPC_METHOD, CAUSE]:
        "Games that ended in ApplyMove, and rulings of Adjudicate and of audits, by cause.";
    REJECTIONS = Counter "tabuleiro.rejections" in "{violation}" by [RULE]:
        "Rules that refused actions and moves of records broke.";
    SEARCH_NODES = Counter "tabuleiro.search.nodes" in "{position}" by [RPC_METHOD]:
        "Positions that searches for a mate looked at.";
    SEARCH_UNDETERMINED = Counter "tabuleiro.search.undetermined" in "{search}" by [RPC_METHOD]:
        "Searches for a mate that ended without an answer because their budget was spent.";
    WORK_EXHAUSTED = Counter "tabuleiro.work.exhausted" in "{refusal}" by []:
        "Questions refused because a capture tree went beyond the bound on work.";
    AUDIT_GAMES = Counter "tabuleiro.audit.games" in "{game}" by []:
        "Games that audits examined.";
    AUDIT_BYTES = Counter "tabuleiro.audit.read" in "By" by []:
        "Bytes of files that audits read.";
    SPANS_EXPORTED = Counter "tabuleiro.telemetry.spans.exported" in "{span}" by []:
        "Spans that the collector took.";
    SPANS_DROPPED = Counter "tabuleiro.telemetry.spans.dropped" in "{span}" by [REASON]:
        "Sampled spans that never reached the collector: queue_full, or export_failed.";
    BUILD = Gauge "tabuleiro.build" in "" by ["version", "rules_version", "commit"]:
        "Always 1; the labels say what runs.";
}

impl Metric {
    /// Its name on the Prometheus page. A histogram has `_bucket`, `_sum` and `_count` behind it.
    #[must_use]
    pub fn prometheus(&self) -> String {
        let mut name = self.name.replace('.', "_");
        name.push_str(match self.unit {
            "s" => "_seconds",
            "By" => "_bytes",
            _ => "",
        });
        if self.kind == Kind::Counter {
            name.push_str("_total");
        }
        name
    }
}

/// The whole list as text: a line per metric, tab-separated: name on the Prometheus page, kind, labels, what it says.
#[must_use]
pub fn listed() -> String {
    let mut text =
        String::from("# prometheus name\tkind\tlabels\topentelemetry name\tunit\tabout\n");
    for metric in ALL {
        let kind = match metric.kind {
            Kind::Counter => "counter",
            Kind::Gauge => "gauge",
            Kind::Histogram => "histogram",
        };
        let labels: Vec<_> = metric
            .attributes
            .iter()
            .map(|key| key.replace('.', "_"))
            .collect();
        let labels = labels.join(",");
        let (name, unit, about) = (metric.name, metric.unit, metric.about);
        // Writing to a String cannot fail.
        let _ = writeln!(
            text,
            "{}\t{kind}\t{labels}\t{name}\t{unit}\t{about}",
            metric.prometheus()
        );
    }
    text
}
