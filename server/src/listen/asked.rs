//! What a caller asks, as it comes. Of a caller who goes in the middle of it tonic 0.14.9 says that there is no message, or that it
//! is cut short: INTERNAL, which nobody hears and telemetry counts as ours. Here such a request says nothing more, so that its
//! call waits; hyper finds the reset when it has asked the call for its answer, and drops it. Telemetry counts that as CANCELLED.

use std::{
    future::Future,
    pin::Pin,
    task::{Context, Poll, ready},
    time::Duration,
};

use http::Version;
use http_body::{Body, Frame, SizeHint};
use pin_project_lite::pin_project;
use tokio::time::Sleep;

use super::outlet::OneByOne;

/// Whoever reads a request in another task than its call's, as tonic-reflection 0.14.9 does, is not dropped with it, and learns after
/// so long that nothing more comes.
const TOLD_AFTER: Duration = Duration::from_secs(1);

pin_project! {
    /// See the module.
    pub(super) struct Asked<B: Body> {
        #[pin]
        inner: B,
        version: Version,
        connection: OneByOne,
        gone: Option<Gone<B::Error>>,
    }
}

/// The caller is gone.
struct Gone<E> {
    /// Why, if that is known.
    error: Option<E>,
    told_at: Pin<Box<Sleep>>,
}

impl<B: Body> Asked<B> {
    pub(super) fn of(inner: B, version: Version, connection: OneByOne) -> Asked<B> {
        Asked {
            inner,
            version,
            connection,
            gone: None,
        }
    }
}

impl<B: Body> Body for Asked<B> {
    type Data = B::Data;
    type Error = B::Error;

    fn poll_frame(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<B::Data>, B::Error>>> {
        let mut this = self.project();
        let gone = match this.gone {
            Some(gone) => gone,
            None => {
                let error = match ready!(this.inner.as_mut().poll_frame(cx)) {
                    Some(Err(error)) => Some(error),
                    // A reset with NO_ERROR. Of HTTP/1.1 a request whose length is not known beforehand never says that it is at its end.
                    None if *this.version == Version::HTTP_2 && !this.inner.is_end_stream() => None,
                    frame => return Poll::Ready(frame),
                };
                this.connection.lose_caller();
                this.gone.insert(Gone {
                    error,
                    told_at: Box::pin(tokio::time::sleep(TOLD_AFTER)),
                })
            }
        };
        ready!(gone.told_at.as_mut().poll(cx));
        Poll::Ready(gone.error.take().map(Err))
    }

    fn is_end_stream(&self) -> bool {
        self.gone.is_none() && self.inner.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.inner.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use std::io;

    use bytes::Bytes;
    use http_body_util::{BodyExt as _, StreamBody};
    use tokio::time::Instant;

    use super::*;

    /// A request whose caller sends half of it and is gone.
    #[tokio::test(start_paused = true)]
    async fn of_a_caller_who_is_gone_nothing_is_said_for_a_moment() {
        let frames = [
            Ok(Frame::data(Bytes::from_static(b"half"))),
            Err(io::Error::from(io::ErrorKind::ConnectionReset)),
        ];
        let inner = StreamBody::new(futures::stream::iter(frames));
        let mut asked = Asked::of(inner, Version::HTTP_2, OneByOne::default());
        let half = asked.frame().await.expect("a frame").expect("no error");
        assert_eq!(half.into_data().expect("data"), "half");
        let begun = Instant::now();
        let error = asked.frame().await.expect("it ends").expect_err("gone");
        assert_eq!(error.kind(), io::ErrorKind::ConnectionReset);
        assert_eq!(begun.elapsed(), TOLD_AFTER);
        assert!(asked.frame().await.is_none());
    }
}
