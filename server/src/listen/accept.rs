//! The accept loop: it never waits for a connection that it has accepted, and no error ends it.

use std::{io, net::SocketAddr, sync::Arc, time::Duration};

use tokio::{
    net::{TcpListener, TcpStream},
    sync::{OwnedSemaphorePermit, Semaphore, watch},
    time::Instant,
};

use super::{
    counts::{Counters, Event},
    phase::{Phase, reached},
};

/// How long to wait after an error that another attempt would only repeat, such as EMFILE: doubled each time up to the second.
const BACK_OFF: (Duration, Duration) = (Duration::from_millis(5), Duration::from_secs(1));

/// What happens again and again is logged this often.
const SAID_EVERY: Duration = Duration::from_secs(10);

/// Where connections come from.
pub(crate) trait Accept: Send + 'static {
    /// A connection.
    type Stream: Send + 'static;
    /// Waits for the next connection.
    fn accept(&mut self) -> impl Future<Output = io::Result<(Self::Stream, SocketAddr)>> + Send;
}

impl Accept for TcpListener {
    type Stream = TcpStream;

    async fn accept(&mut self) -> io::Result<(TcpStream, SocketAddr)> {
        let (stream, address) = TcpListener::accept(self).await?;
        // Answers are small: none waits for the next one to fill a segment.
        if let Err(error) = stream.set_nodelay(true) {
            tracing::debug!(%error, "TCP_NODELAY cannot be set");
        }
        Ok((stream, address))
    }
}

/// The places for connections, shared by every loop of a server.
#[derive(Clone, Debug)]
pub(crate) struct Places {
    places: Arc<Semaphore>,
    limit: usize,
}

impl Places {
    pub(crate) fn new(limit: usize) -> Places {
        Places {
            places: Arc::new(Semaphore::new(limit)),
            limit,
        }
    }
}

/// Accepts until the server goes away, and hands on each connection with its place. Beyond the limit a connection is
/// accepted and closed, so that its client learns at once instead of waiting in the backlog.
pub(crate) async fn accept_loop<A: Accept>(
    mut listener: A,
    places: Places,
    counters: Counters,
    mut phase: watch::Receiver<Phase>,
    mut hand_on: impl FnMut(A::Stream, SocketAddr, OwnedSemaphorePermit),
) {
    let mut wait = BACK_OFF.0;
    let (mut full, mut failing) = (Seldom::default(), Seldom::default());
    loop {
        let accepted = tokio::select! {
            biased;
            () = reached(&mut phase, Phase::GoAway) => return,
            accepted = listener.accept() => accepted,
        };
        match accepted {
            Ok((stream, address)) => {
                wait = BACK_OFF.0;
                match Arc::clone(&places.places).try_acquire_owned() {
                    Ok(place) => {
                        counters.count(Event::Accepted);
                        hand_on(stream, address, place);
                    }
                    Err(_) => {
                        drop(stream);
                        counters.count(Event::Refused);
                        if full.may_speak() {
                            tracing::warn!(
                                limit = places.limit,
                                "--max-connections are open: new ones are closed"
                            );
                        }
                    }
                }
            }
            // The connection failed, not the listener.
            Err(error)
                if matches!(
                    error.kind(),
                    io::ErrorKind::ConnectionAborted
                        | io::ErrorKind::ConnectionReset
                        | io::ErrorKind::ConnectionRefused
                        | io::ErrorKind::Interrupted
                ) => {}
            Err(error) => {
                counters.count(Event::AcceptError);
                if failing.may_speak() {
                    tracing::error!(%error, "connections cannot be accepted");
                }
                tokio::time::sleep(wait).await;
                wait = (wait * 2).min(BACK_OFF.1);
            }
        }
    }
}

/// Whether it is time to say it again.
#[derive(Debug, Default)]
struct Seldom(Option<Instant>);

impl Seldom {
    fn may_speak(&mut self) -> bool {
        let now = Instant::now();
        let may = self.0.is_none_or(|last| now - last >= SAID_EVERY);
        if may {
            self.0 = Some(now);
        }
        may
    }
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;

    use super::*;

    const SOMEWHERE: SocketAddr =
        SocketAddr::new(std::net::IpAddr::V4(std::net::Ipv4Addr::LOCALHOST), 1);

    /// Gives what it is told to, then nothing.
    struct Script(VecDeque<io::Result<u32>>);

    impl Accept for Script {
        type Stream = u32;
        async fn accept(&mut self) -> io::Result<(u32, SocketAddr)> {
            match self.0.pop_front() {
                Some(next) => next.map(|stream| (stream, SOMEWHERE)),
                None => std::future::pending().await,
            }
        }
    }

    /// EMFILE by its number.
    fn too_many_files() -> io::Error {
        io::Error::from_raw_os_error(24)
    }

    #[tokio::test(start_paused = true)]
    async fn no_error_of_accept_ends_the_loop_and_emfile_backs_off() {
        let mut script: VecDeque<_> = std::iter::repeat_with(|| Err(too_many_files()))
            .take(12)
            .collect();
        script.push_back(Err(io::ErrorKind::ConnectionAborted.into()));
        script.push_back(Ok(7));
        let (tell, phase) = watch::channel(Phase::Serving);
        let counters = Counters::default();
        let (sender, mut accepted) = tokio::sync::mpsc::unbounded_channel();
        let start = Instant::now();
        let looping = tokio::spawn(accept_loop(
            Script(script),
            Places::new(1),
            counters.clone(),
            phase,
            move |stream, _, place| {
                let _ = sender.send((stream, place));
            },
        ));
        let (stream, _place) = accepted.recv().await.expect("it goes on");
        assert_eq!(stream, 7);
        // 5 ms doubled to the second: the first eight are 1,275 ms, the other four 1 s each.
        assert_eq!(start.elapsed(), Duration::from_millis(5_275));
        assert_eq!(counters.read().accept_errors, 12);
        tell.send_replace(Phase::GoAway);
        looping.await.expect("it ends when the server does");
    }

    #[tokio::test(start_paused = true)]
    async fn beyond_the_limit_connections_are_closed_and_a_freed_place_is_used() {
        let (tell, phase) = watch::channel(Phase::Serving);
        let counters = Counters::default();
        let places = Places::new(2);
        let script = (0..5).map(Ok).collect();
        let (sender, mut accepted) = tokio::sync::mpsc::unbounded_channel();
        let hand_on = {
            let sender = sender.clone();
            move |stream: u32, _, place| {
                let _ = sender.send((stream, place));
            }
        };
        let looping = tokio::spawn(accept_loop(
            Script(script),
            places.clone(),
            counters.clone(),
            phase,
            hand_on,
        ));
        let held = [accepted.recv().await, accepted.recv().await];
        tokio::task::yield_now().await;
        let counts = counters.read();
        assert_eq!((counts.accepted, counts.refused), (2, 3));
        drop(held);
        assert_eq!(places.places.available_permits(), 2);
        tell.send_replace(Phase::GoAway);
        looping.await.expect("ended");
    }
}
