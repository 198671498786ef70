//! Flags that bound what one call may cost beside its time: memory for its question, bytes of its answer, patience with its stream.

use std::time::Duration;

use super::{flags::optional, values::Collector};

const RESPONSE: &str = "16MiB";
const DECODED: &str = "64MiB";
const IDLE: &str = "2m";

/// The flags as they were written.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Memory and patience")]
pub struct BudgetFlags {
    /// Largest answer. A larger one is refused RESOURCE_EXHAUSTED; of a batch, the items that no longer fit.
    #[arg(long, env = "TABULEIRO_MAX_RESPONSE_SIZE", default_value = RESPONSE, value_name = "SIZE")]
    pub max_response_size: String,

    /// Memory that one request message may take when it is read: a few bytes of an empty item become hundreds.
    #[arg(long, env = "TABULEIRO_MAX_DECODED_SIZE", default_value = DECODED, value_name = "SIZE")]
    pub max_decoded_size: String,

    /// Longest time that a stream may wait for its caller's next message. 0s: as long as the stream lasts.
    #[arg(long, env = "TABULEIRO_MAX_STREAM_IDLE", default_value = IDLE, value_name = "DURATION")]
    pub max_stream_idle: String,
}

/// What one call may cost beside its time.
pub(super) struct Budgets {
    pub(super) response_bytes: usize,
    pub(super) decoded_bytes: usize,
    pub(super) stream_idle: Option<Duration>,
}

impl BudgetFlags {
    pub(super) fn resolve(&self, faults: &mut Collector) -> Budgets {
        let (least, most) = (64 << 10, 1 << 30);
        Budgets {
            response_bytes: faults.bytes(
                "--max-response-size",
                &self.max_response_size,
                least,
                most,
            ),
            decoded_bytes: faults.bytes("--max-decoded-size", &self.max_decoded_size, least, most),
            stream_idle: optional(faults.duration(
                "--max-stream-idle",
                &self.max_stream_idle,
                Duration::ZERO,
            )),
        }
    }
}
