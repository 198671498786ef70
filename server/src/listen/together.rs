//! The calls of a connection, run by its own task. As tasks of their own, as hyper's executors have them, each answer wakes the
//! connection by itself, which then writes it by itself: a system call for each of them costs more than most answers. Here
//! all that was asked at once is answered at once, and the answers leave at once ([`Outbox`]). A long computation is none of
//! theirs: that goes to the compute pool.

use std::{
    future::Future,
    io,
    panic::AssertUnwindSafe,
    pin::Pin,
    sync::{Arc, Mutex, PoisonError},
    task::{Context, Poll},
};

use futures::{
    FutureExt as _,
    stream::{FuturesUnordered, StreamExt as _},
};
use pin_project_lite::pin_project;
use tokio::io::AsyncWrite;

use super::{outbox::Outbox, rousing::Rousing};

type Call = Pin<Box<dyn Future<Output = ()> + Send>>;

/// The calls that hyper has handed over and that are not run yet.
#[derive(Clone, Default)]
pub(super) struct Begun(Arc<Mutex<Vec<Call>>>);

impl Begun {
    /// Takes over a call. One that panics where no layer catches it is reset, and the others go on.
    pub(super) fn add(&self, call: impl Future<Output = ()> + Send + 'static) {
        let call = AssertUnwindSafe(call).catch_unwind().map(|ended| {
            if ended.is_err() {
                tracing::error!("a call panicked beyond its handler: it is reset");
            }
        });
        self.calls().push(Box::pin(call));
    }

    fn calls(&self) -> std::sync::MutexGuard<'_, Vec<Call>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

pin_project! {
    /// A connection with its calls. When it ends they end, and what it said last is sent. An error is the stream's, which takes
    /// nothing more.
    pub(super) struct Together<C: Future, IO> {
        #[pin]
        pub(super) connection: C,
        begun: Begun,
        running: FuturesUnordered<Call>,
        outbox: Outbox<IO>,
        ended: Option<C::Output>,
        rousing: Rousing,
    }
}

impl<C: Future, IO> Together<C, IO> {
    pub(super) fn of(connection: C, begun: Begun, outbox: Outbox<IO>) -> Together<C, IO> {
        Together {
            connection,
            begun,
            running: FuturesUnordered::new(),
            outbox,
            ended: None,
            rousing: Rousing::new(),
        }
    }
}

impl<C: Future, IO: AsyncWrite + Unpin> Future for Together<C, IO> {
    type Output = io::Result<C::Output>;

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<C::Output>> {
        let mut this = self.project();
        this.rousing.poll(cx, |cx| {
            if this.ended.is_none()
                && let Poll::Ready(ended) = this.connection.as_mut().poll(cx)
            {
                *this.ended = Some(ended);
            }
            let sent = this.outbox.poll_send(cx)?;
            if let Some(ended) = this.ended.take() {
                if sent.is_ready() {
                    return Poll::Ready(Ok(ended));
                }
                *this.ended = Some(ended);
                return Poll::Pending;
            }
            this.running.extend(this.begun.calls().drain(..));
            // An answer wakes the connection, which writes it in the next round.
            while let Poll::Ready(Some(())) = this.running.poll_next_unpin(cx) {}
            Poll::Pending
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use futures::{channel::oneshot, future::poll_fn, task::AtomicWaker};
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

    use super::*;

    /// How often a connection was polled, and what an answer wakes it by.
    #[derive(Default)]
    struct Heard {
        polls: AtomicUsize,
        answered: AtomicWaker,
    }

    /// A connection that hears so many calls at its first poll and never ends.
    fn hears(
        begun: &Begun,
        mut calls: Vec<Call>,
        heard: &Arc<Heard>,
    ) -> Together<impl Future<Output = ()>, tokio::io::Empty> {
        let (adds, heard) = (begun.clone(), Arc::clone(heard));
        let connection = poll_fn(move |cx| {
            heard.polls.fetch_add(1, Ordering::Relaxed);
            heard.answered.register(cx.waker());
            calls.drain(..).for_each(|call| adds.add(call));
            Poll::Pending
        });
        Together::of(connection, begun.clone(), Outbox::of(tokio::io::empty()))
    }

    #[tokio::test]
    async fn what_was_asked_at_once_is_answered_before_the_connection_goes_on() {
        let (begun, heard) = (Begun::default(), Arc::default());
        let answered = Arc::new(AtomicUsize::new(0));
        let calls = (0..8).map(|_| {
            let (answered, heard) = (Arc::clone(&answered), Arc::<Heard>::clone(&heard));
            let call: Call = Box::pin(async move {
                answered.fetch_add(1, Ordering::Relaxed);
                heard.answered.wake();
            });
            call
        });
        let mut together = Box::pin(hears(&begun, calls.collect(), &heard));
        assert!(together.as_mut().now_or_never().is_none());
        assert_eq!(answered.load(Ordering::Relaxed), 8);
        // Once to hear them, once to write what they said.
        assert_eq!(heard.polls.load(Ordering::Relaxed), 2);
    }

    #[tokio::test]
    async fn a_call_that_waits_holds_up_no_other_and_goes_on_when_it_may() {
        let (begun, heard) = (Begun::default(), Arc::default());
        let (go, gone) = (oneshot::channel(), Arc::new(AtomicUsize::new(0)));
        let (count, waits) = (Arc::clone(&gone), go.1);
        let slow: Call = Box::pin(async move {
            let _ = waits.await;
            count.fetch_add(10, Ordering::Relaxed);
        });
        let count = Arc::clone(&gone);
        let quick: Call = Box::pin(async move {
            count.fetch_add(1, Ordering::Relaxed);
        });
        let mut together = Box::pin(hears(&begun, vec![slow, quick], &heard));
        assert!(together.as_mut().now_or_never().is_none());
        assert_eq!(gone.load(Ordering::Relaxed), 1);
        go.0.send(()).expect("it waits");
        assert!(together.as_mut().now_or_never().is_none());
        assert_eq!(gone.load(Ordering::Relaxed), 11);
    }

    #[tokio::test]
    async fn a_call_that_panics_takes_no_other_with_it() {
        let (begun, heard) = (Begun::default(), Arc::default());
        let answered = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&answered);
        let mut together = Box::pin(hears(&begun, Vec::new(), &heard));
        begun.add(async { panic!("as this test wants it") });
        begun.add(async move {
            count.fetch_add(1, Ordering::Relaxed);
        });
        assert!(together.as_mut().now_or_never().is_none());
        assert_eq!(answered.load(Ordering::Relaxed), 1);
    }

    #[tokio::test]
    async fn what_a_connection_says_last_is_sent_before_it_ends() {
        let (near, mut far) = tokio::io::duplex(4);
        let outbox = Outbox::of(near);
        let mut says = outbox.clone();
        let connection = async move { says.write_all(b"farewell").await.expect("taken") };
        let together = Together::of(Box::pin(connection), Begun::default(), outbox);
        let mut together = Box::pin(together);
        assert!(together.as_mut().now_or_never().is_none(), "half is unsent");
        let mut heard = [0; 8];
        let (ended, read) = tokio::join!(together, far.read_exact(&mut heard));
        ended.expect("sent");
        read.expect("heard");
        assert_eq!(&heard, b"farewell");
    }

    #[tokio::test]
    async fn a_connection_whose_stream_is_lost_ends_though_it_would_go_on() {
        let (near, far) = tokio::io::duplex(4);
        drop(far);
        let outbox = Outbox::of(near);
        let mut says = outbox.clone();
        let connection = async move {
            says.write_all(b"farewell").await.expect("taken");
            std::future::pending::<()>().await;
        };
        let together = Together::of(Box::pin(connection), Begun::default(), outbox);
        assert!(together.await.is_err());
    }

    #[tokio::test]
    async fn calls_end_with_their_connection() {
        let (begun, heard) = (Begun::default(), Arc::default());
        let (held, dropped) = oneshot::channel::<()>();
        let endless: Call = Box::pin(async move {
            let _held = held;
            std::future::pending().await
        });
        let mut together = Box::pin(hears(&begun, vec![endless], &heard));
        assert!(together.as_mut().now_or_never().is_none());
        drop(together);
        assert!(dropped.await.is_err());
    }
}
