//! The handlers: each converts a request, asks the rules core, and converts the answer.

mod adjudicate;
mod apply;
mod arbiter;
mod audit;
mod batch;
mod call;
mod catalogue;
mod convert;
mod diagram;
mod legal;
mod listing;
mod mate;
mod observed;
mod openings;
mod position;
mod record;
mod rules;
mod rulesets;
mod scoresheets;
mod standing;

/// The bounds that no flag sets, for the test that compares them with LIMITS.md.
#[cfg(test)]
pub(crate) mod bounds {
    pub(crate) use super::{
        diagram::MOST_MARKS,
        legal::{MOST_ORIGINS, MOST_SQUARES},
        rulesets::LONGEST_RULESET,
        standing::{LONGEST_FEN, LONGEST_TOKEN},
    };
}

use std::sync::Arc;

use tabuleiro_proto::v1::{
    arbiter_service_server::ArbiterServiceServer, record_service_server::RecordServiceServer,
    rules_service_server::RulesServiceServer,
};
use tabuleiro_rules::locale::{Locale, Voice, Words};
use tokio::sync::watch;
use tonic::codec::CompressionEncoding;

use crate::{
    compute::Compute,
    config::{Config, Limits},
    seal::Keyring,
    server::Server,
    telemetry::metrics::Metrics,
};

/// What every handler may use.
#[derive(Debug)]
pub(crate) struct Core {
    /// Limits on what callers may ask.
    pub(crate) limits: Limits,
    /// Seals and opens state tokens.
    pub(crate) keys: Keyring,
    /// Where long computations run.
    pub(crate) compute: Compute,
    /// What is counted.
    pub(crate) metrics: Metrics,
    /// The laws that games are played by.
    pub(crate) rulesets: rulesets::Rulesets,
    /// Whether the server is going away, so that long streams end where they can be resumed.
    pub(crate) draining: watch::Receiver<bool>,
    /// The words of every language.
    pub(crate) words: Words,
    /// Workspaces of mate searches.
    pub(crate) workspaces: mate::Workspaces,
    /// The catalogue as answers have it.
    pub(crate) prepared: catalogue::Prepared,
    /// The ballot tables.
    pub(crate) openings: openings::Tables,
}

impl Core {
    fn new(config: &Config, metrics: &Metrics, draining: watch::Receiver<bool>) -> Core {
        Core {
            limits: config.limits.clone(),
            keys: config.keys.clone(),
            compute: Compute::new(config.compute_threads, metrics.clone()),
            metrics: metrics.clone(),
            rulesets: rulesets::Rulesets::default(),
            draining,
            words: Words::new(),
            workspaces: mate::Workspaces::default(),
            prepared: catalogue::Prepared::default(),
            openings: openings::Tables::default(),
        }
    }

    /// The voice that speaks the nearest language to a BCP 47 tag.
    pub(crate) fn voice(&self, tag: &str) -> Voice<'_> {
        self.words.voice(Locale::negotiate(tag))
    }
}

/// A generated server around a handler: compression is understood but not forced on anybody, and tonic's own size check
/// (OUT_OF_RANGE, without details) never comes before ours, except for what unpacks to more than it may.
macro_rules! served {
    ($server:ident, $handler:expr, $limit:expr) => {
        $server::new($handler)
            .max_decoding_message_size($limit)
            // The layer around it bounds answers, and names the limit.
            .max_encoding_message_size(usize::MAX)
            .accept_compressed(CompressionEncoding::Gzip)
    };
}

/// Adds the product's services.
pub(crate) fn add_to(server: Server) -> Server {
    let core = Arc::new(Core::new(
        server.config(),
        server.metrics(),
        server.draining(),
    ));
    let limit = core.limits.request_bytes;
    server
        .with_service(served!(
            RulesServiceServer,
            rules::Rules::new(Arc::clone(&core)),
            limit
        ))
        .with_service(served!(
            ArbiterServiceServer,
            arbiter::Arbiter::new(Arc::clone(&core)),
            limit
        ))
        .with_service(served!(
            RecordServiceServer,
            record::Records::new(core),
            limit
        ))
}
