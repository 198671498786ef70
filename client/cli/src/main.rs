//! The `tabuleiro` command: every question of the contract from a terminal, to a service at an address or to one within
//! this process.
#![forbid(unsafe_code)]

mod actions;
mod args;
mod commands;
mod failure;
mod input;
mod lang;
mod output;
mod rules;
mod service;
mod suggest;

use std::process::ExitCode;

use clap::Parser as _;

use crate::{args::Cli, output::Out};

fn main() -> ExitCode {
    let cli = Cli::parse();
    cli.global.colour.install();
    let mut out = Out::new(cli.global.json, cli.global.lang);
    let runtime = match tokio::runtime::Runtime::new() {
        Ok(runtime) => runtime,
        Err(error) => {
            anstream::eprintln!("tabuleiro: no threads can be started: {error}");
            return failure::EXIT_UNREACHABLE.into();
        }
    };
    let ended = runtime.block_on(commands::run(&cli, &mut out));
    // Standard input is read on a thread that cannot be stopped.
    runtime.shutdown_background();
    match ended.and_then(|found| out.flush().map(|()| found)) {
        Ok(commands::Found::Nothing) => ExitCode::SUCCESS,
        Ok(commands::Found::Something) => failure::EXIT_FINDINGS.into(),
        Err(failure) => failure.report(&mut out),
    }
}
