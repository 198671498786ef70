//! The runtimes that serve, and how many threads they have. A runtime lends out threads for what blocks: long computations and the
//! reading of files. tokio's own bound on them is 512, and it wakes a sleeping one for each piece of work in turn: however few
//! computations run at one time, each of many threads keeps memory of the last one that it ran.

use std::io;

use tokio::runtime::{Builder, Runtime};

use crate::config::{self, Config};

/// Threads for what blocks beside the computations: files that are read again, names that are looked up.
const OTHERS: usize = 2;

/// The runtime of the program, in which a server of this configuration is started.
///
/// # Errors
/// The system gives no threads.
pub fn of(config: &Config) -> io::Result<Runtime> {
    let threads = match config.transport.runtime {
        config::Runtime::Multi => config.worker_threads,
        // Serving has threads of its own; this one waits for signals and looks after files.
        config::Runtime::PerCore => 1,
    };
    Builder::new_multi_thread()
        .worker_threads(threads)
        .max_blocking_threads(blocking(config.compute_threads))
        .enable_all()
        .build()
}

/// The runtime of one thread that serves alone.
pub(crate) fn of_core(compute_threads: usize) -> io::Result<Runtime> {
    Builder::new_current_thread()
        .max_blocking_threads(blocking(compute_threads))
        .enable_all()
        .build()
}

fn blocking(compute_threads: usize) -> usize {
    compute_threads.max(1) + OTHERS
}
