//! The life of a running server and its orderly end: health says NOT_SERVING, a pause in which balancers
//! leave, GOAWAY, calls in progress finish, end. Every stage is bounded, logged, and said how long it took.

use std::{
    net::SocketAddr,
    time::{Duration, Instant},
};

use tokio::sync::watch;

use crate::{
    admin::Admin,
    config::Drain,
    listen::{ConnectionCounts, Counters, Phase, Workers},
    server::Health,
    telemetry::metrics::Metrics,
};

/// A server that runs. Dropping it lets it run on; [`Running::shutdown`] ends it in order.
#[derive(Debug)]
pub struct Running {
    addresses: Vec<SocketAddr>,
    health: Health,
    draining: watch::Sender<bool>,
    drain: Drain,
    phase: watch::Sender<Phase>,
    workers: Workers,
    counters: Counters,
    admin: Option<Admin>,
    metrics: Metrics,
}

/// How a server ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// Every call in progress was finished.
    Drained,
    /// The drain timeout passed before that.
    TimedOut,
    /// Every worker was lost.
    Failed,
}

impl Running {
    pub(crate) fn new(
        addresses: Vec<SocketAddr>,
        health: Health,
        draining: watch::Sender<bool>,
        drain: Drain,
        phase: watch::Sender<Phase>,
        workers: Workers,
        counters: Counters,
    ) -> Running {
        Running {
            addresses,
            health,
            draining,
            drain,
            phase,
            workers,
            counters,
            admin: None,
            metrics: Metrics::default(),
        }
    }

    pub(crate) fn with_admin(mut self, admin: Option<Admin>) -> Running {
        self.admin = admin;
        self
    }

    pub(crate) fn with_metrics(mut self, metrics: Metrics) -> Running {
        self.metrics = metrics;
        self
    }

    /// The addresses that it listens on, with their real ports.
    #[must_use]
    pub fn addresses(&self) -> &[SocketAddr] {
        &self.addresses
    }

    /// The addresses of its admin port, with their real ports. Empty where there is none.
    #[must_use]
    pub fn admin_addresses(&self) -> &[SocketAddr] {
        self.admin.as_ref().map_or(&[], Admin::addresses)
    }

    /// How its connections have fared so far.
    #[must_use]
    pub fn connections(&self) -> ConnectionCounts {
        self.counters.read()
    }

    /// The first address that it listens on.
    ///
    /// # Panics
    /// If it was told to listen nowhere.
    #[must_use]
    pub fn addr(&self) -> SocketAddr {
        self.addresses[0]
    }

    /// Ends when serving ends by itself, which only the loss of every worker does.
    pub async fn failed(&mut self) {
        self.workers.ended().await;
    }

    /// Ends in order, as on SIGTERM.
    pub async fn shutdown(self) -> Ended {
        let pause = self.drain.pause;
        self.shutdown_after(pause).await
    }

    /// Ends in order, with another pause before GOAWAY than the configured one (none when a person waits at a terminal).
    pub async fn shutdown_after(mut self, pause: Duration) -> Ended {
        self.health.leave().await;
        tracing::info!(pause_ms = pause.as_millis(), "draining: NOT_SERVING");
        tokio::time::sleep(pause).await;

        let since = Instant::now();
        self.health.end_watches().await;
        self.draining.send_replace(true);
        self.phase.send_replace(Phase::GoAway);
        tracing::info!("draining: GOAWAY, no new calls");
        let drained = tokio::time::timeout(self.drain.timeout, self.workers.ended()).await;
        let ended = if drained.is_ok() {
            Ended::Drained
        } else {
            self.phase.send_replace(Phase::Cut);
            Ended::TimedOut
        };
        tracing::info!(took_ms = since.elapsed().as_millis(), ?ended, "drained");
        if let Some(admin) = self.admin {
            admin.stop();
        }
        let metrics = self.metrics;
        // Blocks while it sends the rest.
        let _ = tokio::task::spawn_blocking(move || metrics.flush()).await;
        ended
    }
}

/// What asked the process to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signal {
    /// SIGTERM: an orchestrator; balancers need the pause.
    Terminate,
    /// SIGINT: a person at a terminal.
    Interrupt,
}

/// Waits for SIGTERM or SIGINT.
///
/// # Errors
/// The system refuses the handlers.
#[cfg(unix)]
pub async fn signal() -> std::io::Result<Signal> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    Ok(tokio::select! {
        _ = terminate.recv() => Signal::Terminate,
        _ = interrupt.recv() => Signal::Interrupt,
    })
}

/// Waits for Ctrl-C.
///
/// # Errors
/// The system refuses the handler.
#[cfg(not(unix))]
pub async fn signal() -> std::io::Result<Signal> {
    tokio::signal::ctrl_c().await.map(|()| Signal::Interrupt)
}
