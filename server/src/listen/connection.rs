//! One connection from its acceptance to its end: TLS, HTTP/2, and the times by which it must have spoken, may be idle,
//! may grow old, and must be gone.
//!
//! tonic 0.14.9's own connection loop has one age for all connections, and with a grace it cuts them without GOAWAY: this
//! one jitters the age, says GOAWAY first, and cuts only what has not closed by the end of the grace.

use std::{
    convert::Infallible,
    future::{Future as _, poll_fn},
    net::SocketAddr,
    pin::pin,
    sync::Arc,
    task::{Context, Poll},
};

use bytes::Bytes;
use futures::future::{MapOk, TryFutureExt as _};
use http::{Request, Response};
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    server::conn::auto,
    service::TowerToHyperService,
};
use tokio::{
    io::{AsyncRead, AsyncWrite},
    net::TcpStream,
    sync::{OwnedSemaphorePermit, watch},
    time::Instant,
};
use tonic::body::Body;
use tower::Service;

use super::{
    accept::Places,
    asked::Asked,
    counts::{Counters, Event},
    idle::{Call, Calls},
    outbox::Outbox,
    outlet::{OneByOne, Outlet, tell_early},
    phase::{Phase, reached},
    speech::{Spoken, listening},
    taking::{Patience, Pieces, SEND_BUFFER},
    tls::Tls,
    together::{Begun, Together},
};
use crate::{
    config::Transport,
    layers::gate::{PassedBody, Passing},
    peer::Peer,
};

/// What answers the requests of every connection.
pub(crate) trait Answering:
    Service<
        Request<Body>,
        Response = Response<<Self as Answering>::Answer>,
        Error = Infallible,
        Future: Send + 'static,
    > + Clone
    + Send
    + Sync
    + 'static
{
    /// The body of an answer.
    type Answer: http_body::Body<Data = Bytes, Error: Into<tonic::codegen::StdError> + Send + Sync>
        + Send
        + 'static;
}

impl<S, R> Answering for S
where
    S: Service<Request<Body>, Response = Response<R>, Error = Infallible>
        + Clone
        + Send
        + Sync
        + 'static,
    S::Future: Send + 'static,
    R: http_body::Body<Data = Bytes> + Send + 'static,
    R::Error: Into<tonic::codegen::StdError> + Send + Sync,
{
    type Answer = R;
}

/// What every connection of a server has in common.
#[derive(Clone, Debug)]
pub(crate) struct Connections<S> {
    limits: Transport,
    tls: Option<Tls>,
    /// Whether web pages may call, and so HTTP/1.1 is spoken.
    pages: bool,
    pub(super) places: Places,
    pub(super) counters: Counters,
    service: S,
}

impl<S: Answering> Connections<S> {
    pub(crate) fn new(
        service: S,
        limits: Transport,
        pages: bool,
        tls: Option<Tls>,
        counters: Counters,
    ) -> Connections<S> {
        Connections {
            places: Places::new(limits.max_connections),
            limits,
            tls,
            pages,
            counters,
            service,
        }
    }

    /// Serves a socket to its end.
    pub(crate) async fn tcp(
        self: Arc<Self>,
        stream: TcpStream,
        address: SocketAddr,
        place: OwnedSemaphorePermit,
        mut phase: watch::Receiver<Phase>,
    ) {
        let _open = Open {
            _place: place,
            counters: self.counters.clone(),
        };
        let speak_by = Instant::now() + self.limits.handshake_timeout;
        let mut peer = Peer::at(address);
        if self.pages {
            tell_early(&stream);
        }
        let one_by_one = OneByOne::default();
        let (stall, counters) = (self.limits.answer_stall, self.counters.clone());
        let stream = Outlet::of(stream, one_by_one.clone(), stall, counters);
        let Some(tls) = &self.tls else {
            let timers = Timers::new(&self.limits, speak_by);
            return self.http(stream, peer, one_by_one, timers, phase).await;
        };
        let handshake = tokio::select! {
            () = reached(&mut phase, Phase::GoAway) => return,
            handshake = tokio::time::timeout_at(speak_by, tls.accept(stream)) => handshake,
        };
        match handshake {
            Ok(Ok((stream, subject))) => {
                peer.certificate_subject = subject;
                let timers = Timers::new(&self.limits, speak_by);
                self.http(stream, peer, one_by_one, timers, phase).await;
            }
            Ok(Err(error)) => {
                self.counters.count(Event::HandshakeFailure);
                tracing::info!(%address, %error, "TLS handshake failed");
            }
            Err(_) => {
                self.counters.count(Event::HandshakeTimeout);
                tracing::info!(%address, "TLS handshake took longer than --handshake-timeout");
            }
        }
    }

    /// Serves a caller in this process, who is trusted to end his connection himself.
    pub(crate) async fn memory<IO>(self: Arc<Self>, stream: IO, phase: watch::Receiver<Phase>)
    where
        IO: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    {
        let (peer, timers) = (Peer::embedded(), Timers::default());
        self.http(stream, peer, OneByOne::default(), timers, phase)
            .await;
    }

    async fn http<IO>(
        &self,
        stream: IO,
        peer: Peer,
        one_by_one: OneByOne,
        mut timers: Timers,
        mut phase: watch::Receiver<Phase>,
    ) where
        IO: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    {
        let (spoken, calls) = (Spoken::default(), Calls::none_yet());
        let address = peer.address;
        let service = OfConnection {
            inner: self.service.clone(),
            peer,
            calls: calls.clone(),
            one_by_one: one_by_one.clone(),
        };
        let outbox = Outbox::of(listening(stream, spoken.clone()));
        let stream = TokioIo::new(outbox.clone());
        let begun = Begun::default();
        let http = http(&self.limits, self.pages, &self.counters, begun.clone());
        let connection = http.serve_connection(stream, TowerToHyperService::new(service));
        let mut connection = pin!(Together::of(connection, begun, outbox));
        let mut next_phase = Phase::GoAway;
        loop {
            // hyper finds out by itself that a caller by HTTP/2 is gone, and drops his call.
            let served = poll_fn(|cx| match connection.as_mut().poll(cx) {
                Poll::Pending if one_by_one.is_over() => Poll::Ready(Ok(Ok(()))),
                served => served,
            });
            tokio::select! {
                ended = served => {
                    match ended {
                        Ok(Ok(())) => {}
                        Ok(Err(error)) => tracing::debug!(?address, %error, "connection failed"),
                        Err(error) => tracing::debug!(?address, %error, "connection lost"),
                    }
                    return;
                }
                () = reached(&mut phase, next_phase) => {
                    // Whoever has not spoken yet has no call to finish.
                    if next_phase == Phase::Cut || !spoken.is_raised() {
                        return;
                    }
                    next_phase = Phase::Cut;
                    connection.as_mut().project().connection.graceful_shutdown();
                }
                () = at(timers.next()) => {
                    match timers.due(Instant::now(), spoken.is_raised(), &calls) {
                        None => {}
                        Some(Due::Close(why)) => {
                            self.counters.count(why);
                            tracing::debug!(?address, ?why, "connection asked to close");
                            connection.as_mut().project().connection.graceful_shutdown();
                        }
                        Some(Due::Cut(why)) => {
                            self.counters.count(why);
                            tracing::info!(?address, ?why, "connection cut");
                            return;
                        }
                    }
                }
            }
        }
    }
}

/// How HTTP is spoken; HTTP/1 only where web pages may call.
fn http(
    limits: &Transport,
    pages: bool,
    counters: &Counters,
    begun: Begun,
) -> auto::Builder<Patience> {
    let mut http = auto::Builder::new(Patience {
        begun,
        limit: limits.answer_stall,
        counters: counters.clone(),
    });
    if pages {
        http.http1()
            .timer(TokioTimer::new())
            .header_read_timeout(limits.handshake_timeout);
    } else {
        http = http.http2_only();
    }
    http.http2()
        .timer(TokioTimer::new())
        .max_concurrent_streams(limits.max_concurrent_streams)
        .max_header_list_size(limits.max_header_list)
        .max_send_buf_size(SEND_BUFFER)
        .max_pending_accept_reset_streams(limits.max_pending_resets)
        .max_local_error_reset_streams(limits.max_local_resets)
        .keep_alive_interval(limits.keepalive_interval)
        .keep_alive_timeout(limits.keepalive_timeout);
    http
}

async fn at(instant: Option<Instant>) {
    match instant {
        Some(instant) => tokio::time::sleep_until(instant).await,
        None => std::future::pending().await,
    }
}

/// Gives the place back and counts, however the connection ends.
struct Open {
    _place: OwnedSemaphorePermit,
    counters: Counters,
}

impl Drop for Open {
    fn drop(&mut self) {
        self.counters.count(Event::Closed);
    }
}

/// The times that a connection has to keep. Without any it may do as it likes.
#[derive(Debug, Default)]
struct Timers {
    speak_by: Option<Instant>,
    idle: Option<(std::time::Duration, Instant)>,
    old_at: Option<Instant>,
    grace: Option<std::time::Duration>,
    cut_at: Option<Instant>,
}

/// What a time that has come asks for.
#[derive(Debug, PartialEq, Eq)]
enum Due {
    /// GOAWAY.
    Close(Event),
    /// The end.
    Cut(Event),
}

impl Timers {
    fn new(limits: &Transport, speak_by: Instant) -> Timers {
        let now = Instant::now();
        // Up to a tenth earlier or later, so that clients that came together do not come back together.
        let jitter = 0.9 + 0.2 * fastrand::f64();
        Timers {
            speak_by: Some(speak_by),
            idle: limits.max_idle.map(|idle| (idle, now + idle)),
            old_at: limits.max_age.map(|age| now + age.mul_f64(jitter)),
            grace: limits.age_grace,
            cut_at: None,
        }
    }

    fn next(&self) -> Option<Instant> {
        let idle = self.idle.map(|(_, look_at)| look_at);
        [self.speak_by, idle, self.old_at, self.cut_at]
            .into_iter()
            .flatten()
            .min()
    }

    fn due(&mut self, now: Instant, spoken: bool, calls: &Calls) -> Option<Due> {
        let come = |it: Option<Instant>| it.is_some_and(|it| it <= now);
        if come(self.speak_by) {
            self.speak_by = None;
            if !spoken {
                return Some(Due::Cut(Event::HandshakeTimeout));
            }
        }
        if come(self.cut_at) {
            return Some(Due::Cut(Event::Cut));
        }
        if come(self.old_at) {
            return Some(self.close(now, Event::Aged));
        }
        if let Some((most, look_at)) = self.idle
            && look_at <= now
        {
            let been = calls.idle_for();
            if been >= most {
                return Some(self.close(now, Event::Idle));
            }
            self.idle = Some((most, now + (most - been)));
        }
        None
    }

    fn close(&mut self, now: Instant, why: Event) -> Due {
        self.old_at = None;
        self.idle = None;
        self.cut_at = self.grace.map(|grace| now + grace);
        Due::Close(why)
    }
}

/// What becomes of an answer.
type InPieces<R> = fn(Response<R>) -> Response<Pieces<R>>;

/// The service as one connection has it: its requests say who the peer is, and count as its calls.
#[derive(Clone, Debug)]
struct OfConnection<S> {
    inner: S,
    peer: Peer,
    calls: Calls,
    one_by_one: OneByOne,
}

impl<S, B, R> Service<Request<B>> for OfConnection<S>
where
    S: Service<Request<Body>, Response = Response<R>, Error = Infallible>,
    B: http_body::Body<Data = Bytes> + Send + 'static,
    B::Error: Into<tonic::codegen::StdError> + Send,
{
    type Response = Response<Pieces<PassedBody<R, Call>>>;
    type Error = Infallible;
    type Future = MapOk<Passing<S::Future, Call>, InPieces<PassedBody<R, Call>>>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        self.inner.poll_ready(cx)
    }

    fn call(&mut self, request: Request<B>) -> Self::Future {
        let (version, connection) = (request.version(), &self.one_by_one);
        connection.heard(version);
        let mut request =
            request.map(|body| Body::new(Asked::of(body, version, connection.clone())));
        request.extensions_mut().insert(self.peer.clone());
        let call = self.calls.begin();
        let in_pieces: InPieces<_> = |answer| answer.map(Pieces::of);
        Passing::passed(self.inner.call(request), call).map_ok(in_pieces)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn limits() -> Transport {
        Transport {
            handshake_timeout: 2 * SECOND,
            max_idle: Some(10 * SECOND),
            max_age: Some(100 * SECOND),
            age_grace: Some(5 * SECOND),
            ..crate::Config::default().transport
        }
    }

    fn next_due(timers: &mut Timers, spoken: bool, calls: &Calls) -> (Instant, Option<Due>) {
        let at = timers.next().expect("a time");
        (at, timers.due(at, spoken, calls))
    }

    #[tokio::test(start_paused = true)]
    async fn whoever_never_speaks_is_cut_at_the_handshake_timeout() {
        let calls = Calls::none_yet();
        let mut timers = Timers::new(&limits(), Instant::now() + 2 * SECOND);
        let (_, due) = next_due(&mut timers, false, &calls);
        assert_eq!(due, Some(Due::Cut(Event::HandshakeTimeout)));
    }

    #[tokio::test(start_paused = true)]
    async fn whoever_speaks_but_asks_nothing_is_asked_to_close_and_cut_after_the_grace() {
        let calls = Calls::none_yet();
        let start = Instant::now();
        let mut timers = Timers::new(&limits(), start + 2 * SECOND);
        assert_eq!(
            next_due(&mut timers, true, &calls),
            (start + 2 * SECOND, None)
        );
        tokio::time::advance(10 * SECOND).await;
        assert_eq!(
            next_due(&mut timers, true, &calls),
            (start + 10 * SECOND, Some(Due::Close(Event::Idle)))
        );
        assert_eq!(
            next_due(&mut timers, true, &calls),
            (start + 15 * SECOND, Some(Due::Cut(Event::Cut)))
        );
    }

    #[tokio::test(start_paused = true)]
    async fn a_busy_connection_grows_old_with_a_tenth_of_jitter() {
        let calls = Calls::none_yet();
        let _call = calls.begin();
        let mut ages = Vec::new();
        for _ in 0..50 {
            let start = Instant::now();
            let mut timers = Timers::new(&limits(), start + 2 * SECOND);
            let age = loop {
                let (at, due) = next_due(&mut timers, true, &calls);
                match due {
                    None => {}
                    Some(Due::Close(Event::Aged)) => break at - start,
                    other => panic!("{other:?}"),
                }
            };
            ages.push(age);
        }
        assert!(
            ages.iter()
                .all(|age| (90 * SECOND..=110 * SECOND).contains(age)),
            "{ages:?}"
        );
        ages.dedup();
        assert!(ages.len() > 1, "no jitter");
    }
}
