//! Signs of life: what a connection has heard from its server, and what it still waits for.

use std::{
    io,
    pin::Pin,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering},
    },
    task::{Context, Poll, ready},
    time::Duration,
};

use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    sync::Notify,
    time::Instant,
};

use super::{connect::BoxIo, fault::Answered};

/// How long nothing may come before a connection that waits for answers is avoided.
const SILENCE: Duration = Duration::from_secs(1);

/// Length, type and flags of the frame that a server of HTTP/2 sends first.
const HEAD: usize = 5;
const SETTINGS: u8 = 4;

/// What is known of one connection.
#[derive(Debug)]
pub(super) struct Life {
    began: Instant,
    greeted: Notify,
    heard: Mutex<Heard>,
    in_flight: AtomicUsize,
    /// Milliseconds since `began`: the last bytes, or the call that broke the quiet.
    waiting_since: AtomicU64,
    /// A call was given up that had waited in silence, and nothing has come since.
    given_up: AtomicBool,
}

#[derive(Debug, Default)]
struct Heard {
    first: Vec<u8>,
    fault: Option<Arc<io::Error>>,
}

impl Life {
    pub(super) fn new() -> Arc<Life> {
        Arc::new(Life {
            began: Instant::now(),
            greeted: Notify::new(),
            heard: Mutex::default(),
            in_flight: AtomicUsize::new(0),
            waiting_since: AtomicU64::new(0),
            given_up: AtomicBool::new(false),
        })
    }

    fn now(&self) -> u64 {
        u64::try_from(self.began.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    /// How long the connection has existed.
    pub(super) fn age(&self) -> Duration {
        self.began.elapsed()
    }

    /// Whether answers are waited for and nothing comes, or nothing came until they were waited for no longer.
    pub(super) fn is_silent(&self) -> bool {
        self.given_up.load(Ordering::Relaxed) || self.is_waiting()
    }

    /// Whether answers are waited for and nothing has come for a while.
    fn is_waiting(&self) -> bool {
        if self.in_flight.load(Ordering::Relaxed) == 0 {
            return false;
        }
        let quiet = self
            .now()
            .saturating_sub(self.waiting_since.load(Ordering::Relaxed));
        Duration::from_millis(quiet) > SILENCE
    }

    /// A call begins; it ends when what is given back is dropped.
    pub(super) fn begin(self: &Arc<Self>) -> InFlight {
        if self.in_flight.fetch_add(1, Ordering::Relaxed) == 0 {
            self.waiting_since.store(self.now(), Ordering::Relaxed);
        }
        InFlight {
            life: Arc::clone(self),
            answered: false,
        }
    }

    /// Waits for the greeting of HTTP/2. Never ends if something else comes.
    pub(super) async fn greeting(&self) {
        self.greeted.notified().await;
    }

    /// What came first.
    pub(super) fn answered(&self) -> Answered {
        let heard = self.heard.lock().unwrap_or_else(PoisonError::into_inner);
        Answered::of(&heard.first)
    }

    /// Why reading ended, if the stream said why.
    pub(super) fn fault(&self) -> Option<Arc<io::Error>> {
        let heard = self.heard.lock().unwrap_or_else(PoisonError::into_inner);
        heard.fault.clone()
    }

    fn hear(&self, bytes: &[u8]) {
        self.waiting_since.store(self.now(), Ordering::Relaxed);
        self.given_up.store(false, Ordering::Relaxed);
        let mut heard = self.heard.lock().unwrap_or_else(PoisonError::into_inner);
        let missing = HEAD.saturating_sub(heard.first.len());
        if missing > 0 && !bytes.is_empty() {
            heard
                .first
                .extend_from_slice(&bytes[..missing.min(bytes.len())]);
            if heard.first.get(3) == Some(&SETTINGS) {
                self.greeted.notify_one();
            }
        }
    }

    fn fail(&self, error: io::Error) -> io::Error {
        let kind = error.kind();
        let error = Arc::new(error);
        let mut heard = self.heard.lock().unwrap_or_else(PoisonError::into_inner);
        heard.fault.get_or_insert_with(|| Arc::clone(&error));
        io::Error::new(kind, error)
    }
}

/// A call in progress.
#[derive(Debug)]
pub(super) struct InFlight {
    life: Arc<Life>,
    answered: bool,
}

impl InFlight {
    /// The call has its whole answer, however long its caller took to read it.
    pub(super) fn end(mut self) {
        self.answered = true;
    }
}

impl Drop for InFlight {
    fn drop(&mut self) {
        // Otherwise the next call would wait as long to find out the same.
        if !self.answered && self.life.is_waiting() {
            self.life.given_up.store(true, Ordering::Relaxed);
        }
        self.life.in_flight.fetch_sub(1, Ordering::Relaxed);
    }
}

/// A byte stream that is listened to.
pub(super) struct Heeded {
    pub(super) io: BoxIo,
    pub(super) life: Arc<Life>,
}

impl AsyncRead for Heeded {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buf.filled().len();
        let result = ready!(Pin::new(&mut self.io).poll_read(cx, buf));
        Poll::Ready(match result {
            Ok(()) => {
                self.life.hear(&buf.filled()[before..]);
                Ok(())
            }
            Err(error) => Err(self.life.fail(error)),
        })
    }
}

impl AsyncWrite for Heeded {
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
