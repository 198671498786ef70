//! The wakes that a connection gives itself: an answer wakes the connection that is to write it, in the middle of its own poll. The
//! runtime takes that for work of its own, rouses another thread for it and polls once more: two system calls and two changes of
//! thread for a call that has been answered already. Here such a wake only says that there is more to do before the poll ends.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU8, Ordering},
    },
    task::{Context, Poll, Wake, Waker},
};

use futures::task::AtomicWaker;

/// A poll goes on for so many rounds, then others have their turn.
const ROUNDS: usize = 16;

/// What wakes, and what its waker is given to.
#[derive(Debug)]
pub(super) struct Rousing {
    shared: Arc<Shared>,
    waker: Waker,
}

#[derive(Debug)]
struct Shared {
    /// Of the task that polls.
    task: AtomicWaker,
    state: AtomicU8,
}

/// It is being polled. Where this bit is not set, a wake is the task's.
const WORKS: u8 = 1;
/// It has been woken since this round began.
const ROUSED: u8 = 2;

impl Rousing {
    pub(super) fn new() -> Rousing {
        let shared = Arc::new(Shared {
            task: AtomicWaker::new(),
            state: AtomicU8::new(0),
        });
        Rousing {
            waker: Waker::from(Arc::clone(&shared)),
            shared,
        }
    }

    /// Goes through rounds of work until one ends it, or nothing in it is woken any more. Each round polls all that there is.
    pub(super) fn poll<T>(
        &self,
        cx: &Context<'_>,
        mut round: impl FnMut(&mut Context<'_>) -> Poll<T>,
    ) -> Poll<T> {
        let Shared { task, state } = &*self.shared;
        task.register(cx.waker());
        for _ in 0..ROUNDS {
            // Exchanged, not stored, here and by who wakes: of a wake that comes before, this round sees the cause.
            state.swap(WORKS, Ordering::AcqRel);
            let ended = round(&mut Context::from_waker(&self.waker));
            if ended.is_ready() {
                state.swap(0, Ordering::AcqRel);
                return ended;
            }
            let rests = state.compare_exchange(WORKS, 0, Ordering::AcqRel, Ordering::Acquire);
            if rests.is_ok() {
                return Poll::Pending;
            }
        }
        state.swap(0, Ordering::AcqRel);
        cx.waker().wake_by_ref();
        Poll::Pending
    }
}

impl Wake for Shared {
    fn wake(self: Arc<Self>) {
        self.wake_by_ref();
    }

    fn wake_by_ref(self: &Arc<Self>) {
        if self.state.fetch_or(ROUSED, Ordering::AcqRel) & WORKS == 0 {
            self.task.wake();
        }
    }
}

#[cfg(test)]
mod tests {
    use futures::task::{ArcWake, waker};
    use std::{sync::atomic::AtomicUsize, thread};

    use super::*;

    /// A task that counts how often the runtime is told to poll it.
    #[derive(Default)]
    struct Told(AtomicUsize);

    impl ArcWake for Told {
        fn wake_by_ref(told: &Arc<Told>) {
            told.0.fetch_add(1, Ordering::AcqRel);
        }
    }

    impl Told {
        fn times(&self) -> usize {
            self.0.load(Ordering::Acquire)
        }
    }

    #[test]
    fn a_wake_within_a_round_is_another_round_and_no_work_for_the_runtime() {
        let (rousing, told) = (Rousing::new(), Arc::new(Told::default()));
        let task = waker(Arc::clone(&told));
        let mut rounds = 0;
        let polled = rousing.poll(&Context::from_waker(&task), |cx| {
            rounds += 1;
            if rounds < 3 {
                cx.waker().wake_by_ref();
            }
            Poll::<()>::Pending
        });
        assert!(polled.is_pending());
        assert_eq!((rounds, told.times()), (3, 0));
    }

    #[test]
    fn a_wake_between_two_polls_is_the_tasks() {
        let (rousing, told) = (Rousing::new(), Arc::new(Told::default()));
        let task = waker(Arc::clone(&told));
        let mut inner = None;
        let polled = rousing.poll(&Context::from_waker(&task), |cx| {
            inner = Some(cx.waker().clone());
            Poll::<()>::Pending
        });
        assert!(polled.is_pending());
        inner.expect("a round").wake();
        assert_eq!(told.times(), 1);
    }

    #[test]
    fn what_never_comes_to_rest_lets_others_have_their_turn() {
        let (rousing, told) = (Rousing::new(), Arc::new(Told::default()));
        let task = waker(Arc::clone(&told));
        let mut rounds = 0;
        let polled = rousing.poll(&Context::from_waker(&task), |cx| {
            rounds += 1;
            cx.waker().wake_by_ref();
            Poll::<()>::Pending
        });
        assert!(polled.is_pending());
        assert_eq!((rounds, told.times()), (ROUNDS, 1));
    }

    #[test]
    fn no_wake_of_another_thread_is_lost() {
        const STEPS: usize = 20_000;
        let (rousing, told) = (Rousing::new(), Arc::new(Told::default()));
        let task = waker(Arc::clone(&told));
        let (done, seen) = (Arc::new(AtomicUsize::new(0)), AtomicUsize::new(0));
        let round = |_: &mut Context<'_>| {
            seen.store(done.load(Ordering::Acquire), Ordering::Release);
            Poll::<()>::Pending
        };
        assert!(
            rousing
                .poll(&Context::from_waker(&task), round)
                .is_pending()
        );
        let (inner, counts) = (rousing.waker.clone(), Arc::clone(&done));
        let other = thread::spawn(move || {
            for _ in 0..STEPS {
                counts.fetch_add(1, Ordering::AcqRel);
                inner.wake_by_ref();
            }
        });
        // Polled as a runtime polls: only when it was told to.
        let mut heard = 0;
        while seen.load(Ordering::Acquire) < STEPS {
            let times = told.times();
            if times == heard {
                let lost = other.is_finished() && told.times() == heard;
                assert!(!lost, "the last wake was lost");
                thread::yield_now();
                continue;
            }
            heard = times;
            assert!(
                rousing
                    .poll(&Context::from_waker(&task), round)
                    .is_pending()
            );
        }
        other.join().expect("it ended");
    }
}
