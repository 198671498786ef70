//! The socket of a connection, as answers leave by it. hyper 1.12 waits without an end for an HTTP/1.1 caller to take what was
//! written: it offers a time for reading headers and none for writing, and the answer keeps its place meanwhile. Such a
//! connection carries one call at a time, so whoever takes nothing of an answer loses the connection. Calls by HTTP/2 share theirs,
//! and lose themselves alone ([`super::taking`]).
//!
//! It stands below TLS, where what counts is what the network has taken. A time that begins again with each byte, as the crate
//! tokio-io-timeout has it, would let a caller who takes a few now and then hold its place for days.

use std::{
    future::Future,
    io::{self, IoSlice},
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    task::{Context, Poll},
    time::Duration,
};

use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::TcpStream,
    time::Sleep,
};

use super::{
    counts::{Counters, Event},
    taking::PIECE,
};

/// Whether a connection carries one call at a time, as it is known once there is one, and whether the caller of that is gone.
#[derive(Clone, Debug, Default)]
pub(super) struct OneByOne(Arc<Known>);

#[derive(Debug, Default)]
struct Known {
    one_by_one: AtomicBool,
    caller_gone: AtomicBool,
}

impl OneByOne {
    /// What a request says about its connection.
    pub(super) fn heard(&self, version: http::Version) {
        if version < http::Version::HTTP_2 {
            self.0.one_by_one.store(true, Ordering::Relaxed);
        }
    }

    fn is_raised(&self) -> bool {
        self.0.one_by_one.load(Ordering::Relaxed)
    }

    /// A request broke off.
    pub(super) fn lose_caller(&self) {
        self.0.caller_gone.store(true, Ordering::Relaxed);
    }

    /// Whether nothing more can come of the connection: the caller of the one call on it is gone.
    pub(super) fn is_over(&self) -> bool {
        self.is_raised() && self.0.caller_gone.load(Ordering::Relaxed)
    }
}

/// What the system may keep of answers that the network has no room for.
#[cfg(any(target_os = "android", target_os = "linux"))]
const UNSENT: u32 = 64 << 10;

/// Has the system say when a part of that was taken. By itself it says so when a third of its buffer is free, which is megabytes on a fast
/// network: a caller who is slow but takes his answer would look like one who takes nothing.
pub(super) fn tell_early(stream: &TcpStream) {
    #[cfg(any(target_os = "android", target_os = "linux"))]
    if let Err(error) = socket2::SockRef::from(stream).set_tcp_notsent_lowat(UNSENT) {
        tracing::debug!(%error, "TCP_NOTSENT_LOWAT cannot be set");
    }
    #[cfg(not(any(target_os = "android", target_os = "linux")))]
    let _ = stream;
}

/// See the module. It arms a timer only when it waits for its caller.
#[derive(Debug)]
pub(super) struct Outlet<IO> {
    io: IO,
    one_by_one: OneByOne,
    /// How long a caller may take nothing of an answer; `None`: as long as it likes.
    limit: Option<Duration>,
    stalled: Option<Pin<Box<Sleep>>>,
    /// Bytes that were taken since the timer was armed.
    taken: usize,
    counters: Counters,
}

impl<IO> Outlet<IO> {
    pub(super) fn of(
        io: IO,
        one_by_one: OneByOne,
        limit: Option<Duration>,
        counters: Counters,
    ) -> Outlet<IO> {
        Outlet {
            io,
            one_by_one,
            limit,
            stalled: None,
            taken: 0,
            counters,
        }
    }

    /// What becomes of an attempt to write.
    fn wrote(
        &mut self,
        cx: &mut Context<'_>,
        wrote: Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        match &wrote {
            Poll::Ready(Ok(bytes)) if self.stalled.is_some() => {
                self.taken = self.taken.saturating_add(*bytes);
                if self.taken >= PIECE {
                    self.stalled = None;
                }
            }
            Poll::Ready(_) => {}
            Poll::Pending => return self.waits(cx).map(Err),
        }
        wrote
    }

    /// There is no room for more, until there is or the time is over.
    fn waits(&mut self, cx: &mut Context<'_>) -> Poll<io::Error> {
        let Some(limit) = self.limit.filter(|_| self.one_by_one.is_raised()) else {
            return Poll::Pending;
        };
        let taken = &mut self.taken;
        let stalled = self.stalled.get_or_insert_with(|| {
            *taken = 0;
            Box::pin(tokio::time::sleep(limit))
        });
        if stalled.as_mut().poll(cx).is_pending() {
            return Poll::Pending;
        }
        self.counters.count(Event::Stalled);
        tracing::debug!("an answer was not taken: its connection is cut");
        Poll::Ready(io::ErrorKind::TimedOut.into())
    }
}

impl<IO: AsyncRead + Unpin> AsyncRead for Outlet<IO> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.io).poll_read(cx, into)
    }
}

impl<IO: AsyncWrite + Unpin> AsyncWrite for Outlet<IO> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let wrote = Pin::new(&mut self.io).poll_write(cx, bytes);
        self.wrote(cx, wrote)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let wrote = Pin::new(&mut self.io).poll_write_vectored(cx, bytes);
        self.wrote(cx, wrote)
    }

    fn is_write_vectored(&self) -> bool {
        self.io.is_write_vectored()
    }

    /// hyper and rustls ask this only when all that they had is written.
    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.stalled = None;
        Pin::new(&mut self.io).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.io).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use tokio::{
        io::{AsyncReadExt as _, AsyncWriteExt as _, DuplexStream},
        time::Instant,
    };

    use super::*;

    const LIMIT: Duration = Duration::from_secs(30);

    /// A connection whose network has room for a piece, and its other end.
    fn connection(version: http::Version) -> (Outlet<DuplexStream>, DuplexStream) {
        let (near, far) = tokio::io::duplex(PIECE);
        let one_by_one = OneByOne::default();
        one_by_one.heard(version);
        let outlet = Outlet::of(near, one_by_one, Some(LIMIT), Counters::default());
        (outlet, far)
    }

    /// An answer that a network with room for a piece does not hold.
    const ANSWER: &[u8] = &[7; 4 * PIECE];

    #[tokio::test(start_paused = true)]
    async fn a_caller_who_takes_nothing_is_waited_for_so_long_and_no_longer() {
        let (mut outlet, _far) = connection(http::Version::HTTP_11);
        let begun = Instant::now();
        let error = outlet.write_all(ANSWER).await.expect_err("cut");
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
        assert_eq!(begun.elapsed().as_secs(), LIMIT.as_secs());
        assert_eq!(outlet.counters.read().stalled, 1);
    }

    #[tokio::test(start_paused = true)]
    async fn the_time_begins_again_with_each_piece_and_not_with_each_byte() {
        for (takes, whole) in [(PIECE, true), (1, false)] {
            let (mut outlet, mut far) = connection(http::Version::HTTP_11);
            let reading = tokio::spawn(async move {
                let mut part = vec![0; takes];
                loop {
                    tokio::time::sleep(LIMIT - Duration::from_secs(1)).await;
                    if far.read_exact(&mut part).await.is_err() {
                        return;
                    }
                }
            });
            let wrote = outlet.write_all(ANSWER).await;
            assert_eq!(wrote.is_ok(), whole, "{takes} bytes at a time");
            drop(outlet);
            reading.await.expect("ends");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn an_answer_that_was_taken_leaves_no_time_to_the_next() {
        let (mut outlet, mut far) = connection(http::Version::HTTP_11);
        for _ in 0..3 {
            let reading = async {
                tokio::time::sleep(LIMIT - Duration::from_secs(1)).await;
                far.read_exact(&mut vec![0; PIECE + 1]).await
            };
            let writing = async {
                outlet.write_all(&ANSWER[..=PIECE]).await?;
                outlet.flush().await
            };
            let (read, wrote) = tokio::join!(reading, writing);
            read.expect("read");
            wrote.expect("written");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_connection_of_many_calls_is_not_cut_for_one() {
        let (mut outlet, _far) = connection(http::Version::HTTP_2);
        let writing = tokio::time::timeout(3 * LIMIT, outlet.write_all(ANSWER));
        assert!(writing.await.is_err(), "it goes on waiting");
        assert_eq!(outlet.counters.read().stalled, 0);
    }
}
