//! Notices when the other end has sent as much as an HTTP/2 connection preface: until then a connection is not known to
//! be one, and may cost us no more than the handshake timeout.

use std::{
    io,
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    task::{Context, Poll},
};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n`. No HTTP/1 request that we answer is shorter.
const PREFACE: usize = 24;

/// Raised once the other end has spoken.
#[derive(Clone, Debug, Default)]
pub(crate) struct Spoken(Arc<AtomicBool>);

impl Spoken {
    pub(crate) fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// A stream that counts until then.
#[derive(Debug)]
pub(crate) struct Listening<IO> {
    io: IO,
    missing: usize,
    spoken: Spoken,
}

impl<IO> Listening<IO> {
    pub(crate) fn new(io: IO, spoken: Spoken) -> Listening<IO> {
        Listening {
            io,
            missing: PREFACE,
            spoken,
        }
    }
}

impl<IO: AsyncRead + Unpin> AsyncRead for Listening<IO> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buf.filled().len();
        let read = Pin::new(&mut self.io).poll_read(cx, buf);
        if self.missing > 0 {
            let got = buf.filled().len() - before;
            self.missing = self.missing.saturating_sub(got);
            if self.missing == 0 {
                self.spoken.0.store(true, Ordering::Relaxed);
            }
        }
        read
    }
}

impl<IO: AsyncWrite + Unpin> AsyncWrite for Listening<IO> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.io).poll_write(cx, buf)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.io).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.io).poll_shutdown(cx)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bufs: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.io).poll_write_vectored(cx, bufs)
    }

    fn is_write_vectored(&self) -> bool {
        self.io.is_write_vectored()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

    #[tokio::test]
    async fn twenty_four_bytes_are_speech_however_they_come() {
        let (mut far, near) = tokio::io::duplex(64);
        let spoken = Spoken::default();
        let mut near = Listening::new(near, spoken.clone());
        let mut byte = [0];
        for n in 1..=PREFACE {
            assert!(!spoken.is_raised(), "{n}");
            far.write_all(b"x").await.expect("sent");
            near.read_exact(&mut byte).await.expect("read");
        }
        assert!(spoken.is_raised());
    }
}
