//! The thread that keeps the connections of a client whose calls wait.

use std::{
    sync::{Arc, mpsc},
    thread::{self, JoinHandle},
};

use tokio::{runtime::Handle, sync::oneshot};

/// A runtime on a thread of its own, which ends with the last clone.
#[derive(Clone, Debug)]
pub(super) struct Runtime(Arc<Background>);

#[derive(Debug)]
struct Background {
    handle: Handle,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

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
        let (stop, stopped) = oneshot::channel::<()>();
        let (tell, told) = mpsc::channel();
        let thread = thread::Builder::new()
            .name("tabuleiro-client".to_owned())
            .spawn(move || {
                let runtime = tokio::runtime::Builder::new_current_thread()
                    .enable_all()
                    .build()
                    .expect("a runtime");
                if tell.send(runtime.handle().clone()).is_ok() {
                    // Ends when the sender is dropped.
                    let _ = runtime.block_on(stopped);
                }
            })
            .expect("a thread");
        let handle = told.recv().expect("the thread tells its runtime");
        Runtime(Arc::new(Background {
            handle,
            stop: Some(stop),
            thread: Some(thread),
        }))
    }

    /// Waits on this thread for work whose connections live on the other.
    pub(super) fn wait<T>(&self, work: impl Future<Output = T>) -> T {
        self.0.handle.block_on(work)
    }
}

impl Drop for Background {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take()
            && thread.thread().id() != thread::current().id()
        {
            let _ = thread.join();
        }
    }
}
