//! What every accept loop and connection is told about the life of the server.

use tokio::sync::watch;

/// The phases of a server, in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Phase {
    /// Connections are accepted and served.
    Serving,
    /// No new connections; those that exist get GOAWAY and finish their calls.
    GoAway,
    /// Whatever is left is cut.
    Cut,
}

/// Waits until the server has come to `phase`. If nobody can say so any more, it never comes: a server whose handle
/// was dropped runs on.
pub(crate) async fn reached(told: &mut watch::Receiver<Phase>, phase: Phase) {
    if told.wait_for(|it| *it >= phase).await.is_err() {
        std::future::pending().await
    }
}
