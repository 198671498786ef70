//! Request message size: the five bytes before each gRPC message announce its length, so that a message
//! over the limit is refused before it is buffered, as RESOURCE_EXHAUSTED with the limit by name (tonic 0.14.9's own
//! check says OUT_OF_RANGE, and says it without details).

use std::{
    pin::Pin,
    task::{Context, Poll},
};

use bytes::Bytes;
use http::Request;
use http_body::{Body, Frame, SizeHint};
use pin_project_lite::pin_project;
use tonic::Status;
use tower::{Layer, Service};

use crate::{error::Failure, telemetry::metrics::Metrics};

pub(super) const MAX_MESSAGE_BYTES: &str = "max_message_bytes";

/// Limits every request message to so many bytes.
#[derive(Clone, Debug)]
pub struct MessageSizeLayer {
    limit: usize,
    metrics: Metrics,
}

impl MessageSizeLayer {
    /// At most `limit` bytes in a message, as it travels.
    #[must_use]
    pub fn new(limit: usize, metrics: Metrics) -> MessageSizeLayer {
        MessageSizeLayer { limit, metrics }
    }
}

impl<S> Layer<S> for MessageSizeLayer {
    type Service = MessageSize<S>;
    fn layer(&self, inner: S) -> Self::Service {
        MessageSize {
            inner,
            layer: self.clone(),
        }
    }
}

/// See [`MessageSizeLayer`].
#[derive(Clone, Debug)]
pub struct MessageSize<S> {
    inner: S,
    layer: MessageSizeLayer,
}

impl<S, B> Service<Request<B>> for MessageSize<S>
where
    S: Service<Request<LimitedBody<B>>>,
{
    type Response = S::Response;
    type Error = S::Error;
    type Future = S::Future;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.inner.poll_ready(cx)
    }

    fn call(&mut self, request: Request<B>) -> Self::Future {
        let MessageSizeLayer { limit, metrics } = self.layer.clone();
        self.inner.call(request.map(|inner| LimitedBody {
            inner,
            frames: Frames::new(MAX_MESSAGE_BYTES, limit),
            metrics,
        }))
    }
}

/// Follows the length prefixes through a body, however it is cut into chunks.
#[derive(Debug)]
pub(super) struct Frames {
    limit_name: &'static str,
    limit: usize,
    /// Prefix bytes seen so far.
    prefix: [u8; 5],
    seen: usize,
    /// Bytes of the present message still to come.
    rest: usize,
}

impl Frames {
    pub(super) fn new(limit_name: &'static str, limit: usize) -> Frames {
        Frames {
            limit_name,
            limit,
            prefix: [0; 5],
            seen: 0,
            rest: 0,
        }
    }

    pub(super) fn check(&mut self, mut data: &[u8]) -> Result<(), Failure> {
        while !data.is_empty() {
            if self.rest > 0 {
                let skip = self.rest.min(data.len());
                self.rest -= skip;
                data = data.get(skip..).unwrap_or_default();
            } else if let (Some(slot), Some((byte, tail))) =
                (self.prefix.get_mut(self.seen), data.split_first())
            {
                *slot = *byte;
                self.seen += 1;
                data = tail;
            }
            if self.seen == self.prefix.len() {
                let [_, a, b, c, d] = self.prefix;
                let len = u32::from_be_bytes([a, b, c, d]) as usize;
                self.seen = 0;
                self.rest = len;
                if len > self.limit {
                    return Err(Failure::LimitExceeded {
                        limit_name: self.limit_name,
                        limit: self.limit as u64,
                        value: len as u64,
                    });
                }
            }
        }
        Ok(())
    }
}

pin_project! {
    /// A request body that fails at the prefix of a message that is too large.
    pub struct LimitedBody<B> {
        #[pin]
        inner: B,
        frames: Frames,
        metrics: Metrics,
    }
}

impl<B> Body for LimitedBody<B>
where
    B: Body<Data = Bytes>,
    B::Error: Into<tonic::codegen::StdError>,
{
    type Data = Bytes;
    type Error = tonic::codegen::StdError;

    fn poll_frame(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        let this = self.project();
        let (frames, metrics) = (this.frames, this.metrics);
        this.inner.poll_frame(cx).map(|next| {
            next.map(|result| {
                let frame = result.map_err(Into::into)?;
                if let Some(data) = frame.data_ref() {
                    frames.check(data).map_err(|failure| {
                        metrics.limit_exceeded(MAX_MESSAGE_BYTES);
                        Status::from(failure)
                    })?;
                }
                Ok(frame)
            })
        })
    }

    fn is_end_stream(&self) -> bool {
        self.inner.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.inner.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(len: u32) -> Vec<u8> {
        let mut bytes = vec![0];
        bytes.extend(len.to_be_bytes());
        bytes.extend(std::iter::repeat_n(7, len as usize));
        bytes
    }

    #[test]
    fn a_limit_holds_wherever_the_chunks_are_cut() {
        let mut stream = message(10);
        stream.extend(message(0));
        stream.extend(message(11));
        for size in 1..=stream.len() {
            let mut ten = Frames::new("ten", 10);
            let refused = stream.chunks(size).any(|chunk| ten.check(chunk).is_err());
            assert!(refused, "chunks of {size}");
            let mut eleven = Frames::new("eleven", 11);
            let passed = stream.chunks(size).all(|chunk| eleven.check(chunk).is_ok());
            assert!(passed, "chunks of {size}");
        }
    }
}
