//! How callers take their answers. hyper 1.12 asks an answer for its next piece before it knows whether the caller has room for it,
//! hands a piece of any size to h2 once there is room for one byte, and then waits for more room without an end, whatever
//! deadline the answer itself keeps. So an answer is given in small pieces, each of which waits for its own room, and a caller who
//! takes nothing for too long loses the call: what it holds, its place among the calls in progress above all, is given back.
//! That is for HTTP/2; callers by HTTP/1.1 are waited for in [`super::outlet`].

use std::{
    cell::Cell,
    future::Future,
    pin::Pin,
    task::{Context, Poll},
    time::Duration,
};

use bytes::Bytes;
use http_body::{Body, Frame, SizeHint};
use hyper::rt::Executor;
use pin_project_lite::pin_project;
use tokio::time::{Instant, Sleep};

use super::{
    counts::{Counters, Event},
    together::Begun,
};

/// Largest piece of an answer: a frame of HTTP/2, unless its other end asks for larger ones.
pub(super) const PIECE: usize = 16 << 10;

/// What h2 may hold of one answer that its caller has room for and the network has not.
pub(super) const SEND_BUFFER: usize = 64 << 10;

/// What an answer last did, seen from the task that sends it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Last {
    /// It was not asked.
    Nothing,
    /// It gave a piece.
    Gave,
    /// It had none ready.
    Waits,
}

thread_local! {
    /// Between an answer and its task, which polls it on this thread.
    static LAST: Cell<Last> = const { Cell::new(Last::Nothing) };
}

pin_project! {
    /// An answer in small pieces.
    pub(super) struct Pieces<B> {
        #[pin]
        inner: B,
        rest: Bytes,
    }
}

impl<B> Pieces<B> {
    pub(super) fn of(inner: B) -> Pieces<B> {
        Pieces {
            inner,
            rest: Bytes::new(),
        }
    }
}

impl<B: Body<Data = Bytes>> Body for Pieces<B> {
    type Data = Bytes;
    type Error = B::Error;

    fn poll_frame(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, B::Error>>> {
        let this = self.project();
        let frame = if this.rest.is_empty() {
            this.inner.poll_frame(cx)
        } else {
            Poll::Ready(Some(Ok(Frame::data(std::mem::take(this.rest)))))
        };
        LAST.set(match &frame {
            Poll::Ready(_) => Last::Gave,
            Poll::Pending => Last::Waits,
        });
        frame.map_ok(|frame| match frame.into_data() {
            Ok(mut piece) => {
                if piece.len() > PIECE {
                    *this.rest = piece.split_off(PIECE);
                }
                Frame::data(piece)
            }
            Err(trailers) => trailers,
        })
    }

    fn is_end_stream(&self) -> bool {
        self.rest.is_empty() && self.inner.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        let (rest, inner) = (self.rest.len() as u64, self.inner.size_hint());
        let mut hint = SizeHint::new();
        hint.set_lower(inner.lower().saturating_add(rest));
        if let Some(upper) = inner.upper().and_then(|it| it.checked_add(rest)) {
            hint.set_upper(upper);
        }
        hint
    }
}

/// Hands what hyper asks to be run, which is a future for each call, to the connection, and bounds how long it waits for its caller.
#[derive(Clone)]
pub(super) struct Patience {
    pub(super) begun: Begun,
    /// How long a caller may take nothing of an answer; `None`: as long as it likes.
    pub(super) limit: Option<Duration>,
    pub(super) counters: Counters,
}

impl<F> Executor<F> for Patience
where
    F: Future<Output = ()> + Send + 'static,
{
    fn execute(&self, task: F) {
        match self.limit {
            None => self.begun.add(task),
            Some(limit) => self.begun.add(Patient {
                task,
                limit,
                stalled: None,
                counters: self.counters.clone(),
            }),
        }
    }
}

pin_project! {
    /// The task of a call. It arms a timer only when it waits for its caller to take a piece.
    struct Patient<F> {
        #[pin]
        task: F,
        limit: Duration,
        stalled: Option<Pin<Box<Sleep>>>,
        counters: Counters,
    }
}

impl<F: Future<Output = ()>> Future for Patient<F> {
    type Output = ();

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        let this = self.project();
        LAST.set(Last::Nothing);
        if this.task.poll(cx).is_ready() {
            return Poll::Ready(());
        }
        match LAST.get() {
            // Its body had something and was not asked again: there was no room for that.
            Last::Gave => {
                let until = Instant::now() + *this.limit;
                *this.stalled = Some(Box::pin(tokio::time::sleep_until(until)));
            }
            Last::Waits => *this.stalled = None,
            // It has no answer yet, or waits for room as before.
            Last::Nothing => {}
        }
        let Some(stalled) = this.stalled else {
            return Poll::Pending;
        };
        if stalled.as_mut().poll(cx).is_ready() {
            this.counters.count(Event::Stalled);
            tracing::debug!("an answer was not taken: its call is reset");
            // What is dropped with the task is reset by h2.
            return Poll::Ready(());
        }
        Poll::Pending
    }
}

#[cfg(test)]
mod tests {
    use futures::FutureExt as _;
    use http_body_util::{BodyExt as _, Full, StreamBody};

    use super::*;

    #[tokio::test]
    async fn an_answer_comes_in_small_pieces_and_whole() {
        let all: Vec<u8> = (0..3 * PIECE + 5).map(|n| (n % 251) as u8).collect();
        let mut pieces = Pieces::of(Full::new(Bytes::from(all.clone())));
        assert_eq!(pieces.size_hint().exact(), Some(all.len() as u64));
        let mut sizes = Vec::new();
        let mut got = Vec::new();
        while let Some(frame) = pieces.frame().await {
            assert!(got.len() < all.len(), "it goes on after its end");
            let piece = frame.expect("infallible").into_data().expect("data");
            sizes.push(piece.len());
            got.extend_from_slice(&piece);
            assert_eq!(pieces.is_end_stream(), got.len() == all.len());
            assert_eq!(
                pieces.size_hint().exact(),
                Some((all.len() - got.len()) as u64)
            );
        }
        assert_eq!(sizes, [PIECE, PIECE, PIECE, 5]);
        assert_eq!(got, all);
    }

    #[tokio::test]
    async fn trailers_come_after_the_last_piece() {
        let frames = [
            Frame::data(Bytes::from(vec![1; PIECE + 1])),
            Frame::trailers(http::HeaderMap::new()),
        ];
        let stream = futures::stream::iter(frames.map(Ok::<_, std::convert::Infallible>));
        let mut pieces = Pieces::of(StreamBody::new(stream));
        let mut kinds = Vec::new();
        while let Some(frame) = pieces.frame().await {
            kinds.push(frame.expect("infallible").is_data());
        }
        assert_eq!(kinds, [true, true, false]);
    }

    const LIMIT: Duration = Duration::from_secs(30);

    /// A task whose answer does this at each poll.
    fn patient(does: impl Fn(usize) -> Last + Send) -> Patient<impl Future<Output = ()>> {
        let mut polls = 0;
        Patient {
            task: std::future::poll_fn(move |_| {
                match does(polls) {
                    Last::Nothing => {}
                    other => LAST.set(other),
                }
                polls += 1;
                Poll::Pending
            }),
            limit: LIMIT,
            stalled: None,
            counters: Counters::default(),
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_caller_who_takes_nothing_is_waited_for_so_long_and_no_longer() {
        let task = patient(|poll| if poll == 0 { Last::Gave } else { Last::Nothing });
        let counters = task.counters.clone();
        let begun = Instant::now();
        task.await;
        assert_eq!(begun.elapsed().as_secs(), LIMIT.as_secs());
        assert_eq!(counters.read().stalled, 1);
    }

    #[tokio::test(start_paused = true)]
    async fn the_time_begins_again_with_each_piece() {
        let mut task = Box::pin(patient(|_| Last::Gave));
        for _ in 0..10 {
            assert!(task.as_mut().now_or_never().is_none());
            tokio::time::advance(LIMIT / 2).await;
        }
    }

    #[tokio::test(start_paused = true)]
    async fn an_answer_that_is_not_there_yet_is_nobodys_fault() {
        for last in [Last::Nothing, Last::Waits] {
            let mut task = Box::pin(patient(move |_| last));
            for _ in 0..10 {
                assert!(task.as_mut().now_or_never().is_none());
                tokio::time::advance(LIMIT).await;
            }
        }
    }
}
