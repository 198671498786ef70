//! Long computations: off the threads that serve the network, so many at one time, and stopped when nobody waits for them.

use std::sync::{
    Arc,
    atomic::{AtomicBool, AtomicU64, Ordering},
};

use tokio::sync::Semaphore;

use crate::{
    error::Failure,
    telemetry::{catalogue, metrics::Metrics},
};

/// A bounded pool for work that may take more than about 100 µs.
///
/// Waiting for a place and waiting for the result both end with the call: when its deadline passes or its
/// caller leaves, the call's future is dropped, and that raises the [`Cancel`] flag that the work polls.
#[derive(Clone, Debug)]
pub struct Compute {
    places: Arc<Semaphore>,
    width: usize,
    /// Calls that wait for a place.
    queue: Arc<AtomicU64>,
    metrics: Metrics,
}

/// Raised when nobody waits for the result any more. It also counts the positions that searches look at for the call.
#[derive(Clone, Debug, Default)]
pub struct Cancel {
    flag: Arc<AtomicBool>,
    work: Arc<AtomicU64>,
}

impl Cancel {
    /// Whether to stop. Cheap enough to ask once per position.
    #[must_use]
    pub fn is_raised(&self) -> bool {
        self.flag.load(Ordering::Relaxed)
    }

    /// Positions that searches have looked at for this call.
    #[must_use]
    pub fn work(&self) -> u64 {
        self.work.load(Ordering::Relaxed)
    }

    /// The flag and the count for a rules core that knows no server.
    #[must_use]
    pub fn interrupt(&self) -> tabuleiro_rules::Interrupt {
        tabuleiro_rules::Interrupt::by(Arc::clone(&self.flag)).counting(Arc::clone(&self.work))
    }
}

/// A call that waits for its result. Dropped before that, it raises the flag.
struct Waiting {
    cancel: Cancel,
    metrics: Metrics,
    done: bool,
}

impl Drop for Waiting {
    fn drop(&mut self) {
        if !self.done {
            self.cancel.flag.store(true, Ordering::Relaxed);
            self.metrics.abandoned();
        }
    }
}

/// A call in the queue.
struct Queued<'a>(&'a AtomicU64);

impl<'a> Queued<'a> {
    fn in_line(queue: &'a AtomicU64) -> Queued<'a> {
        queue.fetch_add(1, Ordering::Relaxed);
        Queued(queue)
    }
}

impl Drop for Queued<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Compute {
    /// A pool of `threads` places.
    #[must_use]
    pub fn new(threads: usize, metrics: Metrics) -> Compute {
        let threads = threads.max(1);
        let places = Arc::new(Semaphore::new(threads));
        let queue = Arc::new(AtomicU64::new(0));
        let (free, waiting) = (Arc::clone(&places), Arc::clone(&queue));
        metrics.watch(&catalogue::COMPUTE_QUEUE, move || {
            waiting.load(Ordering::Relaxed)
        });
        metrics.watch(&catalogue::COMPUTE_RUNNING, move || {
            threads.saturating_sub(free.available_permits()) as u64
        });
        metrics.watch(&catalogue::COMPUTE_LIMIT, move || threads as u64);
        Compute {
            places,
            width: threads,
            queue,
            metrics,
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
        let cancel = Cancel::default();
        let mut waiting = Waiting {
            cancel: cancel.clone(),
            metrics: self.metrics.clone(),
            done: false,
        };
        let queued = Queued::in_line(&self.queue);
        let Ok(place) = Arc::clone(&self.places).acquire_owned().await else {
            return Err(Failure::Internal);
        };
        drop(queued);
        let span = tracing::Span::current();
        let done = tokio::task::spawn_blocking(move || {
            // The place is held to the end of the work, not to the end of the wait.
            let _place = place;
            span.in_scope(|| work(&cancel))
        })
        .await;
        waiting.done = true;
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
        let compute = Compute::new(1, Metrics::default());
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
        let _ = Compute::new(1, Metrics::default())
            .run::<(), _>(|_| panic!("of the work"))
            .await;
    }
}
