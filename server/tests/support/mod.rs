//! A server on a free port, and clients of it.
#![allow(
    dead_code,
    clippy::expect_used,
    reason = "each test binary uses a part; a panic is how a test fails"
)]

pub(crate) mod probe;

use tabuleiro_server::{Config, Running, Server};
use tonic::transport::{Channel, Endpoint};

/// The product's server with the probe beside it, listening on a free port.
pub(crate) async fn start(config: Config) -> Running {
    Server::new(config)
        .expect("put together")
        .with_service(probe::Probe)
        .listen()
        .await
        .expect("started")
}

/// A client's connection to it.
pub(crate) async fn connect(running: &Running) -> Channel {
    Endpoint::from_shared(format!("http://{}", running.addr()))
        .expect("an address")
        .connect()
        .await
        .expect("connected")
}
