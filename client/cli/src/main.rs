//! The `tabuleiro` command: every question of the contract from a terminal, to a service at an address or to one within
//! this process.
#![forbid(unsafe_code)]

mod actions;
mod args;
mod commands;
mod deck;
mod failure;
mod input;
mod lang;
mod output;
mod report;
mod rules;
mod security;
mod service;
mod suggest;

use std::process::ExitCode;

use clap::{CommandFactory as _, FromArgMatches as _, builder::Resettable, error::ErrorKind};

use crate::{args::Cli, output::Out};

/// As in the server's own program: a file of games is many small texts.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The command line. A variable of the environment that is empty counts as one that is not set.
fn parse() -> Cli {
    let command = Cli::command().mut_args(|arg| {
        let empty = |name| std::env::var_os(name).is_some_and(|value| value.is_empty());
        match arg.get_env() {
            Some(name) if empty(name) => arg.env(Resettable::Reset),
            _ => arg,
        }
    });
    let matches = command.get_matches();
    let mut cli = Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    let endpoint = cli.global.endpoint.is_some();
    if let Err(wrong) = cli.global.security.settle(&matches, endpoint) {
        Cli::command()
            .error(ErrorKind::ArgumentConflict, wrong)
            .exit();
    }
    cli
}

fn main() -> ExitCode {
    let cli = parse();
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
        Ok(commands::Found::Unreadable) => failure::EXIT_USAGE.into(),
        Err(failure) => failure.report(&mut out),
    }
}
