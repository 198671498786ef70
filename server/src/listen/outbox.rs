//! What a connection has to say, gathered until it has said all that it can for now. h2 0.4 writes and flushes each piece of 256
//! bytes and more by itself: to sixteen questions that came together it would answer with sixteen system calls, which cost more than
//! most answers do.
//!
//! It stands above TLS, so that what is gathered is sealed together too.

use std::{
    io::{self, IoSlice},
    pin::Pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    task::{Context, Poll, ready},
};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// The most that is gathered before it has to leave.
const MOST: usize = 64 << 10;
/// Pieces of this size leave by themselves where nothing waits before them: to copy them would cost more than it saves.
const LARGE: usize = 16 << 10;
/// Room that a connection keeps for the next time.
const KEPT: usize = 16 << 10;

/// See the module. Its clones are one: one is written to, and by the other what was written is sent.
#[derive(Debug)]
pub(super) struct Outbox<IO>(Arc<Mutex<Gathered<IO>>>);

#[derive(Debug)]
struct Gathered<IO> {
    io: IO,
    waiting: Vec<u8>,
    /// How much of it the stream has taken.
    taken: usize,
    /// Whether something was given to the stream since it was flushed.
    unflushed: bool,
    /// Why the stream takes nothing more. It is not asked again: each time would count.
    lost: Option<io::ErrorKind>,
}

impl<IO> Clone for Outbox<IO> {
    fn clone(&self) -> Outbox<IO> {
        Outbox(Arc::clone(&self.0))
    }
}

impl<IO> Outbox<IO> {
    pub(super) fn of(io: IO) -> Outbox<IO> {
        Outbox(Arc::new(Mutex::new(Gathered {
            io,
            waiting: Vec::new(),
            taken: 0,
            unflushed: false,
            lost: None,
        })))
    }

    /// Never waited for: both ends are polled by one task.
    fn gathered(&self) -> MutexGuard<'_, Gathered<IO>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<IO: AsyncWrite + Unpin> Outbox<IO> {
    /// Sends all that was gathered.
    pub(super) fn poll_send(&self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.gathered().poll_send(cx)
    }
}

impl<IO: AsyncWrite + Unpin> Gathered<IO> {
    /// What the stream does with it, unless it is lost.
    fn poll_stream<T>(
        &mut self,
        ask: impl FnOnce(Pin<&mut IO>, &[u8]) -> Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if let Some(lost) = self.lost {
            return Poll::Ready(Err(lost.into()));
        }
        let waiting = self.waiting.get(self.taken..).unwrap_or_default();
        let asked = ask(Pin::new(&mut self.io), waiting);
        if let Poll::Ready(Err(error)) = &asked {
            self.lost = Some(error.kind());
        }
        asked
    }

    /// Hands the stream what waits, until there is no more or no room for it.
    fn poll_hand_over(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        while self.taken < self.waiting.len() {
            let taken = ready!(self.poll_stream(|io, waiting| io.poll_write(cx, waiting)))?;
            if taken == 0 {
                return Poll::Ready(Err(io::ErrorKind::WriteZero.into()));
            }
            self.unflushed = true;
            self.taken += taken;
        }
        self.taken = 0;
        self.waiting.clear();
        self.waiting.shrink_to(KEPT);
        Poll::Ready(Ok(()))
    }

    fn poll_send(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(self.poll_hand_over(cx))?;
        if self.unflushed {
            ready!(self.poll_stream(|io, _| io.poll_flush(cx)))?;
            self.unflushed = false;
        }
        Poll::Ready(Ok(()))
    }

    fn poll_gather(&mut self, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        if let Some(lost) = self.lost {
            return Poll::Ready(Err(lost.into()));
        }
        if self.waiting.is_empty() && bytes.len() >= LARGE {
            self.unflushed = true;
            return self.poll_stream(|io, _| io.poll_write(cx, bytes));
        }
        if self.waiting.len() >= MOST {
            ready!(self.poll_hand_over(cx))?;
        }
        let room = MOST.saturating_sub(self.waiting.len()).min(bytes.len());
        self.waiting
            .extend_from_slice(bytes.get(..room).unwrap_or(bytes));
        Poll::Ready(Ok(room))
    }
}

impl<IO: AsyncRead + Unpin> AsyncRead for Outbox<IO> {
    fn poll_read(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.gathered().io).poll_read(cx, into)
    }
}

impl<IO: AsyncWrite + Unpin> AsyncWrite for Outbox<IO> {
    fn poll_write(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.gathered().poll_gather(cx, bytes)
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let mut gathered = self.gathered();
        let mut taken = 0;
        for slice in slices.iter().filter(|slice| !slice.is_empty()) {
            match gathered.poll_gather(cx, slice) {
                Poll::Ready(Ok(bytes)) => {
                    taken += bytes;
                    // The next slice comes behind the whole of this one.
                    if bytes < slice.len() {
                        break;
                    }
                }
                // What was taken before is told first.
                other if taken == 0 => return other,
                _ => break,
            }
        }
        Poll::Ready(Ok(taken))
    }

    fn is_write_vectored(&self) -> bool {
        true
    }

    /// Whoever writes goes on at once; who polls it sends what was gathered ([`Outbox::poll_send`]).
    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let mut gathered = self.gathered();
        ready!(gathered.poll_send(cx))?;
        gathered.poll_stream(|io, _| io.poll_shutdown(cx))
    }
}

#[cfg(test)]
mod tests {
    use std::future::poll_fn;

    use futures::FutureExt as _;
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

    use super::*;

    #[tokio::test]
    async fn what_was_written_leaves_together_and_whole() {
        let (near, mut far) = tokio::io::duplex(1 << 20);
        let mut outbox = Outbox::of(near);
        for byte in 0..4 {
            outbox.write_all(&[byte; 300]).await.expect("taken");
            outbox.flush().await.expect("taken");
        }
        let mut got = vec![0; 2000];
        assert!(far.read(&mut got).now_or_never().is_none(), "nothing left");
        poll_fn(|cx| outbox.poll_send(cx)).await.expect("sent");
        assert_eq!(far.read(&mut got).await.expect("there"), 1200);
        let expected: Vec<u8> = (0..4).flat_map(|byte| [byte; 300]).collect();
        assert_eq!(got.get(..1200), Some(&expected[..]));
    }

    #[tokio::test]
    async fn no_more_is_gathered_than_may_be_and_nothing_is_lost_or_turned_round() {
        let (near, mut far) = tokio::io::duplex(1000);
        let mut outbox = Outbox::of(near);
        let all: Vec<u8> = (0..20 * MOST).map(|n| (n % 251) as u8).collect();
        let writing = async {
            let mut short = 0;
            // Small pieces, large ones, and several at once.
            for (n, part) in all.chunks(LARGE + 7).enumerate() {
                let (one, other) = part.split_at(part.len() * 2 / 3);
                match n % 3 {
                    0 => outbox.write_all(part).await.expect("taken"),
                    1 => {
                        for piece in part.chunks(100) {
                            outbox.write_all(piece).await.expect("taken");
                        }
                    }
                    _ => {
                        let slices = [IoSlice::new(one), IoSlice::new(&[]), IoSlice::new(other)];
                        let taken = outbox.write_vectored(&slices).await.expect("taken");
                        if taken < part.len() {
                            short += 1;
                        }
                        outbox.write_all(&part[taken..]).await.expect("taken");
                    }
                }
                assert!(outbox.gathered().waiting.len() <= MOST);
                assert!(outbox.gathered().waiting.capacity() <= 2 * MOST);
            }
            assert!(short > 0, "slices that had no room as a whole");
            outbox.shutdown().await.expect("closed");
            drop(outbox);
        };
        let mut got = Vec::new();
        let (_, read) = tokio::join!(writing, far.read_to_end(&mut got));
        read.expect("read");
        assert_eq!(got, all);
    }

    /// A stream whose far end is gone.
    #[derive(Debug, Default)]
    struct Gone {
        asked: usize,
    }

    impl AsyncWrite for Gone {
        fn poll_write(
            mut self: Pin<&mut Self>,
            _: &mut Context<'_>,
            _: &[u8],
        ) -> Poll<io::Result<usize>> {
            self.asked += 1;
            Poll::Ready(Err(io::ErrorKind::BrokenPipe.into()))
        }

        fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
            Poll::Ready(Ok(()))
        }

        fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
            Poll::Ready(Ok(()))
        }
    }

    #[tokio::test]
    async fn a_far_end_that_is_gone_is_told_when_it_is_sent_and_not_asked_again() {
        let mut outbox = Outbox::of(Gone::default());
        outbox.write_all(b"answer").await.expect("taken");
        for _ in 0..3 {
            let error = poll_fn(|cx| outbox.poll_send(cx)).await.expect_err("gone");
            assert_eq!(error.kind(), io::ErrorKind::BrokenPipe);
        }
        assert!(outbox.write_all(&[0; LARGE]).await.is_err());
        assert!(outbox.shutdown().await.is_err());
        assert_eq!(outbox.gathered().io.asked, 1);
    }
}
