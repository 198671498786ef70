//! The `tabuleiro-server` program: configuration, telemetry, server, signals, drain.

use std::process::ExitCode;

use tabuleiro_server::{
    Config, Ended, Server,
    config::{EXIT_BAD_CONFIGURATION, Loaded},
    lifecycle::{self, Signal},
    runtime, telemetry, watched,
};

/// Answers are many small strings: this allocator serves them a tenth faster than the system's, for a few MiB more.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let loaded = match Loaded::parse(std::env::args_os()) {
        Ok(loaded) => loaded,
        Err(error) => {
            let _ = error.print();
            return if error.use_stderr() {
                ExitCode::from(EXIT_BAD_CONFIGURATION)
            } else {
                ExitCode::SUCCESS
            };
        }
    };
    if loaded.flags.list_metrics {
        print!("{}", telemetry::catalogue::listed());
        return ExitCode::SUCCESS;
    }
    let config = match loaded.resolve() {
        Ok(config) => config,
        Err(faults) => {
            eprintln!("{faults}");
            return ExitCode::from(EXIT_BAD_CONFIGURATION);
        }
    };
    if loaded.flags.check_config {
        for setting in &loaded.settings {
            let value = setting.value.as_deref().unwrap_or("-");
            println!("{:<24} {value:<40} {}", setting.name, setting.source);
        }
        return ExitCode::SUCCESS;
    }
    match runtime::of(&config) {
        Ok(runtime) => runtime.block_on(run(config)),
        Err(error) => {
            eprintln!("the runtime cannot be started: {error}");
            ExitCode::FAILURE
        }
    }
}

async fn run(config: Config) -> ExitCode {
    let telemetry = match telemetry::install(&config.telemetry) {
        Ok(guard) => guard,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::FAILURE;
        }
    };
    watched::heed_hangup(config.watches_files());
    let code = serve(config).await;
    // The exporter blocks while it sends the rest, so it must not hold an async thread.
    let _ = tokio::task::spawn_blocking(move || telemetry.flush()).await;
    code
}

async fn serve(config: Config) -> ExitCode {
    if !config.keys.seals() {
        tracing::warn!(
            "no token key: state tokens are checksummed, not sealed, and could be forged"
        );
    }
    let (keys, limits) = (config.keys.to_string(), config.limits.clone());
    let workers = config.worker_threads;
    let (runtime, tls) = (config.transport.runtime, config.transport.tls.is_some());
    let mut running = match Server::start(config).await {
        Ok(running) => running,
        Err(error) => {
            tracing::error!(%error, "not started");
            return ExitCode::FAILURE;
        }
    };
    tracing::info!(
        version = env!("CARGO_PKG_VERSION"),
        addresses = ?running.addresses(),
        admin = ?running.admin_addresses(),
        tokens = keys,
        ?limits,
        workers,
        ?runtime,
        tls,
        "serving"
    );
    let asked = tokio::select! {
        signal = lifecycle::signal() => signal.ok(),
        () = running.failed() => None,
    };
    let ended = match asked {
        Some(Signal::Terminate) => running.shutdown().await,
        Some(Signal::Interrupt) => tokio::select! {
            ended = running.shutdown_after(std::time::Duration::ZERO) => ended,
            _ = lifecycle::signal() => Ended::TimedOut,
        },
        None => Ended::Failed,
    };
    match ended {
        Ended::Drained => ExitCode::SUCCESS,
        Ended::TimedOut | Ended::Failed => ExitCode::FAILURE,
    }
}
