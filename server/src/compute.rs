//! Long computations: off the threads that serve the network, so many at one time, and stopped when nobody waits for them.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use tokio::sync::Semaphore;

use crate::error::Failure;

/// A bounded pool for work that may take more than about 100 µs.
///
/// Waiting for a place and waiting for the result both end with the call: when its deadline passes or its
/// caller leaves, the call's future is dropped, and that raises the [`Cancel`] flag that the work polls.
#[derive(Clone, Debug)]
pub struct Compute {
    places: Arc<Semaphore>,
    width: usize,
}

/// Raised when nobody waits for the result any more.
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// Whether to stop. Cheap enough to ask once per position.
    #[must_use]
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// The flag itself, for a rules core that knows no server.
    #[must_use]
    pub fn flag(&self) -> &AtomicBool {
        &self.0
    }
}

/// Raises its flag when it is dropped.
struct RaiseOnDrop(Cancel);

impl Drop for RaiseOnDrop {
    fn drop(&mut self) {
        self.0.0.store(true, Ordering::Relaxed);
    }
}

impl Compute {
    /// A pool of `threads` places.
    #[must_use]
    pub fn new(threads: usize) -> Compute {
        let width = threads.max(1);
        Compute {
            places: Arc::new(Semaphore::new(width)),
            width,
        }
    }

    /// How many places it has: into so many parts a long work is worth cutting.
    #[must_use]
    pub fn width(&self) -> usize {
        self.width
    }

    /// Runs `work` in the pool.
    ///
    /// # Errors
    /// What the work fails with; [`Failure::Internal`] only when the process is ending.
    ///
    /// # Panics
    /// A panic of the work goes on in the call that waits for it, where it is answered INTERNAL.
    pub async fn run<T, F>(&self, work: F) -> Result<T, Failure>
    where
        T: Send + 'static,
        F: FnOnce(&Cancel) -> Result<T, Failure> + Send + 'static,
    {
        let Ok(place) = Arc::clone(&self.places).acquire_owned().await else {
            return Err(Failure::Internal);
        };
        let cancel = Cancel::default();
        let waiting = RaiseOnDrop(cancel.clone());
        let span = tracing::Span::current();
        let done = tokio::task::spawn_blocking(move || {
            // The place is held to the end of the work, not to the end of the wait.
            let _place = place;
            span.in_scope(|| work(&cancel))
        })
        .await;
        drop(waiting);
        match done {
            Ok(result) => result,
            Err(error) => match error.try_into_panic() {
                Ok(panic) => std::panic::resume_unwind(panic),
                Err(_cancelled) => Err(Failure::Internal),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    #[tokio::test]
    async fn work_stops_when_its_caller_leaves() {
        let compute = Compute::new(1);
        let (started, start) = mpsc::channel();
        let (stopped, stop) = mpsc::channel();
        let call = tokio::spawn({
            let compute = compute.clone();
            async move {
                compute
                    .run(move |cancel| {
                        let _ = started.send(());
                        while !cancel.is_raised() {
                            std::thread::yield_now();
                        }
                        let _ = stopped.send(());
                        Ok(())
                    })
                    .await
            }
        });
        tokio::task::spawn_blocking(move || start.recv())
            .await
            .expect("joined")
            .expect("started");
        call.abort();
        tokio::task::spawn_blocking(move || stop.recv())
            .await
            .expect("joined")
            .expect("stopped");
        // The place is free again.
        assert_eq!(compute.run(|_| Ok(7)).await, Ok(7));
    }

    #[tokio::test]
    #[should_panic(expected = "of the work")]
    async fn a_panic_of_the_work_is_a_panic_of_its_call() {
        let _ = Compute::new(1)
            .run::<(), _>(|_| panic!("of the work"))
            .await;
    }
}
