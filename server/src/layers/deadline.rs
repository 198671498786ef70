//! Deadlines: the caller's `grpc-timeout`, capped by the server's own limit, over the whole call, its response
//! body included. Answers DEADLINE_EXCEEDED.
//!
//! tonic 0.14.9's own timeout answers CANCELLED and ends at the response headers, so that it never ends a stream.
//! It is not in our stack. Here a call that is answered without waiting never arms a timer.

use std::{
    convert::Infallible,
    future::Future,
    pin::Pin,
    task::{Context, Poll},
    time::Duration,
};

use bytes::Bytes;
use http::{HeaderMap, Request, Response};
use http_body::{Body, Frame, SizeHint};
use pin_project_lite::pin_project;
use tokio::time::{Instant, Sleep};
use tonic::Status;
use tower::{Layer, Service};

use crate::{contract::Methods, error::Failure};

const GRPC_TIMEOUT: &str = "grpc-timeout";

/// How much earlier than the caller's own clock a call is answered at most, so that the answer still arrives.
const MARGIN: Duration = Duration::from_millis(5);

/// The server's own limits on a call's time.
#[derive(Clone, Debug)]
pub struct DeadlineLayer {
    unary: Duration,
    stream: Option<Duration>,
    methods: Methods,
}

impl DeadlineLayer {
    /// `methods` say which of the two limits a path falls under.
    #[must_use]
    pub fn new(unary: Duration, stream: Option<Duration>, methods: Methods) -> Self {
        DeadlineLayer {
            unary,
            stream,
            methods,
        }
    }

    fn allowed<B>(&self, request: &Request<B>) -> Option<Allowed> {
        let cap = if self.methods.streams(request.uri().path()) {
            self.stream
        } else {
            Some(self.unary)
        };
        let asked = asked(request.headers());
        match (asked, cap) {
            (Some(asked), cap) if cap.is_none_or(|cap| asked <= cap) => Some(Allowed {
                time: asked,
                margin: (asked / 10).min(MARGIN),
            }),
            (_, Some(cap)) => Some(Allowed {
                time: cap,
                margin: Duration::ZERO,
            }),
            _ => None,
        }
    }
}

/// How long a call may take, and how much earlier it is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Allowed {
    time: Duration,
    margin: Duration,
}

/// The caller's timeout. An unreadable one is ignored, as the gRPC specification has no status for it.
fn asked(headers: &HeaderMap) -> Option<Duration> {
    parse(headers.get(GRPC_TIMEOUT)?.as_bytes())
}

/// At most eight digits and one of the units H M S m u n.
fn parse(text: &[u8]) -> Option<Duration> {
    let (unit, digits) = text.split_last()?;
    if digits.is_empty() || digits.len() > 8 {
        return None;
    }
    let mut value = 0u64;
    for digit in digits {
        value = value * 10 + u64::from(char::from(*digit).to_digit(10)?);
    }
    match unit {
        b'H' => Some(Duration::from_secs(value * 3600)),
        b'M' => Some(Duration::from_secs(value * 60)),
        b'S' => Some(Duration::from_secs(value)),
        b'm' => Some(Duration::from_millis(value)),
        b'u' => Some(Duration::from_micros(value)),
        b'n' => Some(Duration::from_nanos(value)),
        _ => None,
    }
}

/// When a call must end, and the timer that is armed the first time it waits.
struct Clock {
    start: Instant,
    allowed: Option<Allowed>,
    timer: Option<Pin<Box<Sleep>>>,
}

impl Clock {
    fn poll_expired(&mut self, cx: &mut Context<'_>) -> Poll<Status> {
        let Some(allowed) = self.allowed else {
            return Poll::Pending;
        };
        let start = self.start;
        let timer = self.timer.get_or_insert_with(|| {
            Box::pin(tokio::time::sleep_until(
                start + allowed.time - allowed.margin,
            ))
        });
        timer.as_mut().poll(cx).map(|()| {
            Failure::DeadlineExceeded {
                allowed: allowed.time,
            }
            .into()
        })
    }
}

impl<S> Layer<S> for DeadlineLayer {
    type Service = Deadline<S>;
    fn layer(&self, inner: S) -> Self::Service {
        Deadline {
            inner,
            limits: self.clone(),
        }
    }
}

/// See [`DeadlineLayer`].
#[derive(Clone, Debug)]
pub struct Deadline<S> {
    inner: S,
    limits: DeadlineLayer,
}

impl<S, B, R> Service<Request<B>> for Deadline<S>
where
    S: Service<Request<B>, Response = Response<R>, Error = Infallible>,
    R: Body<Data = Bytes>,
{
    type Response = Response<DeadlineBody<R>>;
    type Error = Infallible;
    type Future = DeadlineFuture<S::Future>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        self.inner.poll_ready(cx)
    }

    fn call(&mut self, request: Request<B>) -> Self::Future {
        let clock = Clock {
            start: Instant::now(),
            allowed: self.limits.allowed(&request),
            timer: None,
        };
        DeadlineFuture {
            inner: self.inner.call(request),
            clock: Some(clock),
        }
    }
}

pin_project! {
    /// The call up to its response headers.
    pub struct DeadlineFuture<F> {
        #[pin]
        inner: F,
        clock: Option<Clock>,
    }
}

impl<F, R> Future for DeadlineFuture<F>
where
    F: Future<Output = Result<Response<R>, Infallible>>,
{
    type Output = Result<Response<DeadlineBody<R>>, Infallible>;

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let this = self.project();
        if let Poll::Ready(Ok(response)) = this.inner.poll(cx) {
            let clock = this.clock.take();
            return Poll::Ready(Ok(response.map(|inner| DeadlineBody {
                inner: Some(inner),
                clock,
            })));
        }
        let expired = this.clock.as_mut().map(|clock| clock.poll_expired(cx));
        match expired {
            Some(Poll::Ready(status)) => {
                Poll::Ready(Ok(super::answer(status).map(|_| DeadlineBody {
                    inner: None,
                    clock: None,
                })))
            }
            _ => Poll::Pending,
        }
    }
}

pin_project! {
    /// A response body that ends with DEADLINE_EXCEEDED when the time is up.
    pub struct DeadlineBody<R> {
        // None: the time was up, and that has been said.
        #[pin]
        inner: Option<R>,
        clock: Option<Clock>,
    }
}

impl<R: Body<Data = Bytes>> Body for DeadlineBody<R> {
    type Data = Bytes;
    type Error = R::Error;

    fn poll_frame(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, R::Error>>> {
        let mut this = self.project();
        let Some(inner) = this.inner.as_mut().as_pin_mut() else {
            return Poll::Ready(None);
        };
        if let Poll::Ready(frame) = inner.poll_frame(cx) {
            return Poll::Ready(frame);
        }
        match this.clock.as_mut().map(|clock| clock.poll_expired(cx)) {
            Some(Poll::Ready(status)) => {
                // Dropping the inner body is what tells its producer to stop.
                this.inner.set(None);
                Poll::Ready(Some(Ok(Frame::trailers(super::trailers(&status)))))
            }
            _ => Poll::Pending,
        }
    }

    fn is_end_stream(&self) -> bool {
        self.inner.as_ref().is_none_or(Body::is_end_stream)
    }

    fn size_hint(&self) -> SizeHint {
        self.inner
            .as_ref()
            .map_or(SizeHint::with_exact(0), Body::size_hint)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_six_units_of_grpc_timeout_are_read() {
        let cases = [
            ("2H", 7_200_000_000_000),
            ("3M", 180_000_000_000),
            ("4S", 4_000_000_000),
            ("5m", 5_000_000),
            ("1500000u", 1_500_000_000),
            ("99999999n", 99_999_999),
        ];
        for (text, nanos) in cases {
            let read = parse(text.as_bytes());
            assert_eq!(read, Some(Duration::from_nanos(nanos)), "{text}");
        }
    }

    #[test]
    fn unreadable_timeouts_are_ignored() {
        for text in ["", "S", "5", "5s", "-5S", "123456789S", "5 S", "٣S"] {
            assert_eq!(parse(text.as_bytes()), None, "{text}");
        }
    }

    const CHECK: &str = "/grpc.health.v1.Health/Check";
    const WATCH: &str = "/grpc.health.v1.Health/Watch";

    #[test]
    fn the_servers_cap_wins_over_a_longer_wish_and_streams_have_their_own() {
        let methods = Methods::describe(&[tonic_health::pb::FILE_DESCRIPTOR_SET]).expect("ours");
        let limits = DeadlineLayer::new(Duration::from_secs(1), None, methods);
        let request = |path: &str, timeout: Option<&str>| {
            let mut request = Request::builder().uri(path);
            if let Some(timeout) = timeout {
                request = request.header(GRPC_TIMEOUT, timeout);
            }
            request.body(()).expect("a request")
        };
        let cap = Duration::from_secs(1);
        let asked = |n| (Duration::from_secs(n), MARGIN);
        let allowed = |request| limits.allowed(&request).map(|it| (it.time, it.margin));
        assert_eq!(
            allowed(request(CHECK, Some("9S"))),
            Some((cap, Duration::ZERO))
        );
        assert_eq!(allowed(request(CHECK, None)), Some((cap, Duration::ZERO)));
        assert_eq!(
            allowed(request(CHECK, Some("900m"))).map(|(time, _)| time.as_millis()),
            Some(900)
        );
        assert_eq!(allowed(request(WATCH, None)), None);
        assert_eq!(allowed(request(WATCH, Some("9S"))), Some(asked(9)));
    }

    /// A client's own timeout answers CANCELLED where it is tonic's: ours should arrive first.
    #[tokio::test(start_paused = true)]
    async fn a_callers_deadline_is_answered_before_it_passes() {
        let methods = Methods::describe(&[]).expect("nothing");
        let service = DeadlineLayer::new(Duration::from_secs(30), None, methods).layer(
            tower::service_fn(|_: Request<()>| {
                std::future::pending::<Result<Response<tonic::body::Body>, Infallible>>()
            }),
        );
        let request = Request::builder()
            .uri("/unary")
            .header(GRPC_TIMEOUT, "100m")
            .body(())
            .expect("a request");
        let start = Instant::now();
        let answer = tower::ServiceExt::oneshot(service, request)
            .await
            .expect("infallible");
        assert_eq!(
            super::super::code_in(answer.headers()),
            Some(tonic::Code::DeadlineExceeded)
        );
        assert_eq!(start.elapsed(), Duration::from_millis(95));
    }
}
