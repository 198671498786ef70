//! What tests of connections share: a server with other limits, the plainest call, and the counts of its connections.
#![allow(
    dead_code,
    clippy::expect_used,
    reason = "each test binary uses a part; a panic is how a test fails"
)]

use std::time::Duration;

use bytes::Bytes;
use tabuleiro_server::{Config, Running, config::Transport, listen::ConnectionCounts};
use tonic::{Request, transport::Channel};

use crate::support::{probe, raw::PATIENCE};

/// The configuration of a laptop with this changed.
pub(crate) fn with(change: impl FnOnce(&mut Transport)) -> Config {
    let mut config = Config::local();
    change(&mut config.transport);
    config
}

pub(crate) fn hello() -> Request<Bytes> {
    Request::new(Bytes::from_static(b"hello"))
}

/// One call, which is answered.
pub(crate) async fn echo(channel: &Channel) {
    let answer = probe::call(channel, "Echo", hello()).await;
    assert_eq!(answer.expect("answered"), "hello");
}

/// Waits until the counts are so.
pub(crate) async fn until(running: &Running, so: impl Fn(ConnectionCounts) -> bool) {
    let waiting = async {
        while !so(running.connections()) {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    let done = tokio::time::timeout(PATIENCE, waiting).await;
    assert!(done.is_ok(), "{:?}", running.connections());
}
