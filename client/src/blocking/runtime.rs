//! The thread that keeps the connections of a client whose calls wait.

use std::sync::Arc;

/// A runtime with a thread of its own, which ends with the last clone.
#[derive(Clone, Debug)]
pub(super) struct Runtime(Arc<Background>);

/// Some until it is dropped.
#[derive(Debug)]
struct Background(Option<tokio::runtime::Runtime>);

impl Runtime {
    /// Starts the thread.
    ///
    /// # Panics
    /// The system has no further thread, or no further file, to give.
    #[allow(
        clippy::expect_used,
        reason = "as std::thread::spawn: without a thread there is no client"
    )]
    pub(super) fn start() -> Runtime {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .thread_name("tabuleiro-client")
            .enable_all()
            .build()
            .expect("a runtime");
        Runtime(Arc::new(Background(Some(runtime))))
    }

    /// Waits on this thread for work whose connections live on the other.
    ///
    /// # Panics
    /// Within an async runtime.
    #[allow(clippy::expect_used, reason = "only dropping takes it")]
    pub(super) fn wait<T>(&self, work: impl Future<Output = T>) -> T {
        self.0.0.as_ref().expect("it runs").block_on(work)
    }
}

impl Drop for Background {
    fn drop(&mut self) {
        if let Some(runtime) = self.0.take() {
            // Dropped within an async runtime too, where waiting for the thread would panic.
            runtime.shutdown_background();
        }
    }
}
