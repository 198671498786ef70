//! How connections fared, as numbers that only grow, and how many there are now.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

/// What happened to the connections of a server so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ConnectionCounts {
    /// Open now, those in their TLS handshake included.
    pub open: u64,
    /// Accepted and given a place.
    pub accepted: u64,
    /// Closed at once, because `--max-connections` were open.
    pub refused: u64,
    /// Accepting failed, e.g. because the process has no file descriptor left.
    pub accept_errors: u64,
    /// TLS handshakes that failed, a wrong or missing client certificate included.
    pub handshake_failures: u64,
    /// Cut because the TLS handshake or the first bytes of HTTP took longer than `--handshake-timeout`.
    pub handshake_timeouts: u64,
    /// Asked to close because no call came for `--max-connection-idle`.
    pub idle: u64,
    /// Asked to close at `--max-connection-age`.
    pub aged: u64,
    /// Cut because they did not close within `--max-connection-age-grace`.
    pub cut: u64,
    /// Calls on them that were lost because nothing of their answers was taken for `--max-answer-stall`.
    pub stalled: u64,
}

/// The counters behind [`ConnectionCounts`].
#[derive(Clone, Debug, Default)]
pub(crate) struct Counters(Arc<Cells>);

#[derive(Debug, Default)]
struct Cells {
    closed: AtomicU64,
    accepted: AtomicU64,
    refused: AtomicU64,
    accept_errors: AtomicU64,
    handshake_failures: AtomicU64,
    handshake_timeouts: AtomicU64,
    idle: AtomicU64,
    aged: AtomicU64,
    cut: AtomicU64,
    stalled: AtomicU64,
}

/// One thing to count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Event {
    Accepted,
    Closed,
    Refused,
    AcceptError,
    HandshakeFailure,
    HandshakeTimeout,
    Idle,
    Aged,
    Cut,
    Stalled,
}

impl Counters {
    pub(crate) fn count(&self, event: Event) {
        let cells = &self.0;
        let cell = match event {
            Event::Accepted => &cells.accepted,
            Event::Closed => &cells.closed,
            Event::Refused => &cells.refused,
            Event::AcceptError => &cells.accept_errors,
            Event::HandshakeFailure => &cells.handshake_failures,
            Event::HandshakeTimeout => &cells.handshake_timeouts,
            Event::Idle => &cells.idle,
            Event::Aged => &cells.aged,
            Event::Cut => &cells.cut,
            Event::Stalled => &cells.stalled,
        };
        cell.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn read(&self) -> ConnectionCounts {
        let read = |cell: &AtomicU64| cell.load(Ordering::Relaxed);
        // In this order: a connection that closes meanwhile is not counted below nothing.
        let closed = read(&self.0.closed);
        let accepted = read(&self.0.accepted);
        ConnectionCounts {
            open: accepted.saturating_sub(closed),
            accepted,
            refused: read(&self.0.refused),
            accept_errors: read(&self.0.accept_errors),
            handshake_failures: read(&self.0.handshake_failures),
            handshake_timeouts: read(&self.0.handshake_timeouts),
            idle: read(&self.0.idle),
            aged: read(&self.0.aged),
            cut: read(&self.0.cut),
            stalled: read(&self.0.stalled),
        }
    }
}
