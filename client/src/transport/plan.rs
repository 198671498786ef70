//! What the transport is told once: where the service is, and how its connections are opened and kept.

use std::{sync::Arc, time::Duration};

use super::{connect::Connect, resolve::Resolve, target::Target};

/// Everything that does not change while the client lives.
pub(crate) struct Plan {
    pub(crate) targets: Vec<Arc<Target>>,
    pub(crate) connections: usize,
    pub(crate) connector: Arc<dyn Connect>,
    pub(crate) connect_timeout: Duration,
    pub(crate) resolver: Arc<dyn Resolve>,
    pub(crate) resolve_every: Duration,
    pub(crate) keep_alive: Duration,
    pub(crate) keep_alive_timeout: Duration,
    pub(crate) wait_for_ready: bool,
    pub(crate) token_in_plaintext: bool,
    pub(crate) seed: Option<u64>,
    #[cfg(feature = "tls")]
    /// None: no address is spoken to by TLS.
    pub(crate) tls: Option<super::tls::Handshake>,
}
