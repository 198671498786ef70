//! How long a connection has carried no call. Counted by the calls themselves, so that a busy connection arms no timer.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, AtomicUsize, Ordering},
    },
    time::Duration,
};

use tokio::time::Instant;

/// The calls of one connection.
#[derive(Clone, Debug)]
pub(crate) struct Calls(Arc<Cells>);

#[derive(Debug)]
struct Cells {
    born: Instant,
    open: AtomicUsize,
    /// When the last call ended, in milliseconds after birth.
    ended: AtomicU64,
}

impl Calls {
    pub(crate) fn none_yet() -> Calls {
        Calls(Arc::new(Cells {
            born: Instant::now(),
            open: AtomicUsize::new(0),
            ended: AtomicU64::new(0),
        }))
    }

    /// A call begins; it ends when what is returned is dropped.
    pub(crate) fn begin(&self) -> Call {
        self.0.open.fetch_add(1, Ordering::AcqRel);
        Call(self.clone())
    }

    /// How long there has been no call; nothing while there is one.
    pub(crate) fn idle_for(&self) -> Duration {
        if self.0.open.load(Ordering::Acquire) > 0 {
            return Duration::ZERO;
        }
        let ended = Duration::from_millis(self.0.ended.load(Ordering::Acquire));
        self.0.born.elapsed().saturating_sub(ended)
    }
}

/// A call in progress.
#[derive(Debug)]
pub(crate) struct Call(Calls);

impl Drop for Call {
    fn drop(&mut self) {
        let cells = &self.0.0;
        let now = u64::try_from(cells.born.elapsed().as_millis()).unwrap_or(u64::MAX);
        cells.ended.fetch_max(now, Ordering::AcqRel);
        cells.open.fetch_sub(1, Ordering::AcqRel);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_connection_is_idle_since_its_last_call_and_never_during_one() {
        let calls = Calls::none_yet();
        tokio::time::advance(Duration::from_secs(5)).await;
        assert_eq!(calls.idle_for(), Duration::from_secs(5));
        let (first, second) = (calls.begin(), calls.begin());
        tokio::time::advance(Duration::from_secs(5)).await;
        drop(first);
        tokio::time::advance(Duration::from_secs(5)).await;
        assert_eq!(calls.idle_for(), Duration::ZERO);
        drop(second);
        tokio::time::advance(Duration::from_secs(2)).await;
        assert_eq!(calls.idle_for(), Duration::from_secs(2));
    }
}
