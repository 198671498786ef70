//! Flags of the admin port, of logs, traces and metrics.

use std::{net::SocketAddr, time::Duration};

use super::{Otlp, Telemetry, values::Collector};

const LOG: &str = "info";
const LOG_FORMAT: &str = "text";
const OTLP_RATIO: &str = "0.1";
const OTLP_QUEUE: &str = "8192";
const OTLP_INTERVAL: &str = "60s";

/// The flags as they were written.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Telemetry")]
pub struct TelemetryFlags {
    /// Addresses of the admin port, separated by commas: /metrics, /livez, /readyz and gRPC health, in plain text, whatever the
    /// main port asks of its callers. Unset: no admin port.
    #[arg(long, env = "TABULEIRO_ADMIN_LISTEN", value_name = "ADDR,…")]
    pub admin_listen: Option<String>,

    /// What to log: a level, or directives such as `info,tabuleiro::rpc=debug` (a line per call).
    #[arg(long, env = "TABULEIRO_LOG", default_value = LOG, value_name = "FILTER")]
    pub log: String,

    /// `text` for people, `json` for machines.
    #[arg(long, env = "TABULEIRO_LOG_FORMAT", default_value = LOG_FORMAT, value_name = "FORMAT")]
    pub log_format: String,

    /// Send traces and metrics to this OTLP collector (gRPC), e.g. http://localhost:4317. Unset: no tracing at all.
    #[arg(long, env = "TABULEIRO_OTLP_ENDPOINT", value_name = "URL")]
    pub otlp_endpoint: Option<String>,

    /// Share of calls to trace where the caller has not decided (0 to 1).
    #[arg(long, env = "TABULEIRO_OTLP_RATIO", default_value = OTLP_RATIO, value_name = "RATIO")]
    pub otlp_ratio: String,

    /// Finished spans that may wait for the collector; more are dropped, and counted.
    #[arg(long, env = "TABULEIRO_OTLP_QUEUE", default_value = OTLP_QUEUE, value_name = "SPANS")]
    pub otlp_queue: String,

    /// How often metrics are sent to the collector.
    #[arg(long, env = "TABULEIRO_OTLP_INTERVAL", default_value = OTLP_INTERVAL, value_name = "DURATION")]
    pub otlp_interval: String,
}

impl TelemetryFlags {
    pub(super) fn admin(&self, faults: &mut Collector) -> Vec<SocketAddr> {
        match self.admin_listen.as_deref().map(str::trim) {
            None | Some("") => Vec::new(),
            Some(text) => faults.addresses("--admin-listen", text),
        }
    }

    pub(super) fn resolve(&self, faults: &mut Collector) -> Telemetry {
        Telemetry {
            log: faults.filter("--log", &self.log),
            format: faults.format("--log-format", &self.log_format),
            otlp: self.otlp(faults),
        }
    }

    fn otlp(&self, faults: &mut Collector) -> Option<Otlp> {
        let ratio = match self.otlp_ratio.trim().parse::<f64>() {
            Ok(ratio) if (0.0..=1.0).contains(&ratio) => ratio,
            _ => {
                let expected = "expected a number from 0 to 1";
                faults.add("--otlp-ratio", &self.otlp_ratio, expected);
                0.0
            }
        };
        let queue = faults.count("--otlp-queue", &self.otlp_queue, 512, 1 << 20);
        let second = Duration::from_secs(1);
        let interval = faults.duration("--otlp-interval", &self.otlp_interval, second);
        let endpoint = self.otlp_endpoint.as_deref().map(str::trim)?;
        match endpoint.parse::<http::Uri>() {
            _ if endpoint.is_empty() => None,
            Ok(uri) if matches!(uri.scheme_str(), Some("http" | "https")) => Some(Otlp {
                endpoint: endpoint.to_owned(),
                ratio,
                queue,
                interval,
            }),
            _ => {
                let expected = "expected an address such as http://localhost:4317";
                faults.add("--otlp-endpoint", endpoint, expected);
                None
            }
        }
    }
}
