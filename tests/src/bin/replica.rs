//! The whole service as a process of its own, for tests that stop, freeze and kill servers. Flags and signals are those of
//! `tabuleiro-server`.

use std::time::Duration;

use clap::Parser as _;
use tabuleiro_server::{
    Server,
    config::Flags,
    lifecycle::{self, Signal},
};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let config = Flags::parse()
        .resolve()
        .map_err(|faults| faults.to_string())?;
    let running = Server::start(config).await?;
    match lifecycle::signal().await? {
        Signal::Terminate => running.shutdown().await,
        Signal::Interrupt => running.shutdown_after(Duration::ZERO).await,
    };
    Ok(())
}
