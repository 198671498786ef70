//! One address of the service: its connections, and how long it is left out after failures.

use std::{net::SocketAddr, sync::Arc};

use tokio::time::Instant;

use super::{connection::Connection, fault::Fault, target::Target};
use crate::backoff::Backoff;

/// One address.
#[derive(Debug)]
pub(super) struct Endpoint {
    pub(super) id: u64,
    pub(super) target: Arc<Target>,
    pub(super) address: SocketAddr,
    pub(super) slots: Vec<Slot>,
    /// Connections that failed.
    reach: Backoff,
    /// When and why a connection failed, unless one has been opened since.
    fault: Option<(Instant, Fault)>,
    /// Calls that it said UNAVAILABLE to.
    pub(super) service: Backoff,
}

impl Endpoint {
    pub(super) fn new(id: u64, target: Arc<Target>, address: SocketAddr) -> Endpoint {
        Endpoint {
            id,
            target,
            address,
            slots: Vec::new(),
            reach: Backoff::default(),
            fault: None,
            service: Backoff::default(),
        }
    }

    /// A connection is open: earlier failures are no longer of interest.
    pub(super) fn reached(&mut self) {
        self.reach.succeed();
        self.fault = None;
    }

    /// A connection failed.
    pub(super) fn missed(&mut self, now: Instant, chance: f64, fault: Fault) {
        self.reach.fail(now, chance);
        self.fault = Some((now, fault));
    }

    /// Whether no connection is to be opened at present.
    pub(super) fn rests(&self, now: Instant) -> bool {
        self.reach.rests(now)
    }

    pub(super) fn rests_until(&self) -> Option<Instant> {
        self.reach.until()
    }

    pub(super) fn fault(&self) -> Option<&(Instant, Fault)> {
        self.fault.as_ref()
    }
}

/// A place for a connection.
#[derive(Debug, Default)]
pub(super) enum Slot {
    #[default]
    Empty,
    Opening,
    Open(Connection),
    /// Open, but silent: another one is being opened.
    Replacing(Connection),
}

impl Slot {
    pub(super) fn connection(&self) -> Option<&Connection> {
        match self {
            Slot::Empty | Slot::Opening => None,
            Slot::Open(connection) | Slot::Replacing(connection) => Some(connection),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_failure_is_of_no_interest_once_a_connection_is_open() {
        let target = Arc::new(Target::read("10.0.0.1:7").expect("an address"));
        let address = target.literal().expect("no name");
        let mut endpoint = Endpoint::new(1, target, address);
        let now = Instant::now();
        endpoint.missed(now, 0.5, Fault::Closed { address });
        assert!(endpoint.rests(now) && endpoint.fault().is_some());
        endpoint.reached();
        assert!(!endpoint.rests(now) && endpoint.fault().is_none());
    }
}
