//! Expansion: what a request message becomes in memory, bounded before it is read. Compressed messages are unpacked here, so
//! that what they unpack to is bounded too, and the bound says its name (tonic 0.14.9 answers OUT_OF_RANGE, or reads gigabytes of
//! empty items).

use std::{
    io::Read as _,
    pin::Pin,
    task::{Context, Poll, ready},
};

use bytes::{Bytes, BytesMut};
use flate2::read::GzDecoder;
use http::{HeaderMap, Request};
use http_body::{Body, Frame};
use pin_project_lite::pin_project;
use tonic::Status;
use tower::{Layer, Service};

use super::message_size::MAX_MESSAGE_BYTES;
use crate::{contract::Shapes, error::Failure, telemetry::metrics::Metrics};

/// A flag byte and four bytes of length come before each message.
const PREFIX: usize = 5;

const MAX_DECODED_BYTES: &str = "max_decoded_bytes";

/// Bounds every request message.
#[derive(Clone, Debug)]
pub struct ExpansionLayer {
    shapes: Shapes,
    /// Bytes of a message, unpacked.
    bytes: usize,
    /// Memory that it may become.
    memory: u64,
    /// Bytes that never become more than that.
    harmless: u64,
    metrics: Metrics,
}

impl ExpansionLayer {
    /// At most `bytes` when it is unpacked and `memory` when it is read.
    #[must_use]
    pub fn new(shapes: Shapes, bytes: usize, memory: usize, metrics: Metrics) -> ExpansionLayer {
        let memory = memory as u64;
        ExpansionLayer {
            harmless: shapes.harmless(memory),
            shapes,
            bytes,
            memory,
            metrics,
        }
    }
}

impl<S> Layer<S> for ExpansionLayer {
    type Service = Expansion<S>;
    fn layer(&self, inner: S) -> Self::Service {
        Expansion {
            inner,
            layer: self.clone(),
        }
    }
}

/// See [`ExpansionLayer`].
#[derive(Clone, Debug)]
pub struct Expansion<S> {
    inner: S,
    layer: ExpansionLayer,
}

impl<S, B> Service<Request<B>> for Expansion<S>
where
    S: Service<Request<BoundedBody<B>>>,
{
    type Response = S::Response;
    type Error = S::Error;
    type Future = S::Future;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.inner.poll_ready(cx)
    }

    fn call(&mut self, request: Request<B>) -> Self::Future {
        let gzip = request
            .headers()
            .get("grpc-encoding")
            .map(|it| it.as_bytes())
            == Some(b"gzip");
        let messages = Messages {
            input: self.layer.shapes.input(request.uri().path()),
            gzip,
            layer: self.layer.clone(),
            buffer: BytesMut::new(),
        };
        self.inner.call(request.map(|inner| BoundedBody {
            inner,
            messages,
            ended: false,
            trailers: None,
        }))
    }
}

/// The messages of one call.
#[derive(Debug)]
struct Messages {
    layer: ExpansionLayer,
    /// Which message the method takes; none for a method that is not of the contract.
    input: Option<usize>,
    gzip: bool,
    /// Bytes that are no whole message yet.
    buffer: BytesMut,
}

/// The whole message at the beginning of some bytes: whether it is compressed, and its length with its prefix.
fn whole(bytes: &[u8]) -> Option<(bool, usize)> {
    let ([flag, a, b, c, d], rest) = bytes.split_first_chunk::<PREFIX>()?;
    let len = u32::from_be_bytes([*a, *b, *c, *d]) as usize;
    (rest.len() >= len).then_some((*flag == 1, PREFIX + len))
}

impl Messages {
    /// Takes bytes of the body. One whole harmless message comes back as it is: the usual case.
    fn take(&mut self, data: Bytes) -> Result<Option<Bytes>, Failure> {
        if self.buffer.is_empty()
            && let Some((packed, len)) = whole(&data)
            && len == data.len()
            && !(packed && self.gzip)
        {
            self.check(data.get(PREFIX..).unwrap_or_default())?;
            return Ok(Some(data));
        }
        self.buffer.extend_from_slice(&data);
        Ok(None)
    }

    /// The next whole message of those taken.
    fn next(&mut self) -> Result<Option<Bytes>, Failure> {
        let Some((packed, len)) = whole(&self.buffer) else {
            return Ok(None);
        };
        let message = self.buffer.split_to(len).freeze();
        let content = message.get(PREFIX..).unwrap_or_default();
        if packed
            && self.gzip
            && let Some(unpacked) = self.unpack(content)?
        {
            return Ok(Some(unpacked));
        }
        if !packed {
            self.check(content)?;
        }
        Ok(Some(message))
    }

    /// The same message, not compressed; none where it cannot be unpacked, which is for tonic to say.
    fn unpack(&self, packed: &[u8]) -> Result<Option<Bytes>, Failure> {
        let limit = self.layer.bytes;
        let mut content = vec![0; PREFIX];
        let mut unpacked = GzDecoder::new(packed).take(limit as u64 + 1);
        if unpacked.read_to_end(&mut content).is_err() {
            return Ok(None);
        }
        let len = content.len() - PREFIX;
        let Some(prefix) = u32::try_from(len).ok().filter(|_| len <= limit) else {
            return Err(self.exceeded(MAX_MESSAGE_BYTES, limit as u64, len as u64));
        };
        if let Some(place) = content.get_mut(1..PREFIX) {
            place.copy_from_slice(&prefix.to_be_bytes());
        }
        self.check(content.get(PREFIX..).unwrap_or_default())?;
        Ok(Some(content.into()))
    }

    fn check(&self, content: &[u8]) -> Result<(), Failure> {
        let Some(input) = self.input else {
            return Ok(());
        };
        let ExpansionLayer {
            shapes,
            memory,
            harmless,
            ..
        } = &self.layer;
        if content.len() as u64 <= *harmless {
            return Ok(());
        }
        match shapes.memory(input, content, *memory) {
            fits if fits <= *memory => Ok(()),
            more => Err(self.exceeded(MAX_DECODED_BYTES, *memory, more)),
        }
    }

    fn exceeded(&self, limit_name: &'static str, limit: u64, value: u64) -> Failure {
        self.layer.metrics.limit_exceeded(limit_name);
        Failure::LimitExceeded {
            limit_name,
            limit,
            value,
        }
    }
}

pin_project! {
    /// A request body of whole messages that are not too large.
    pub struct BoundedBody<B> {
        #[pin]
        inner: B,
        messages: Messages,
        ended: bool,
        trailers: Option<HeaderMap>,
    }
}

impl<B> Body for BoundedBody<B>
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
        let mut this = self.project();
        loop {
            if let Some(message) = this.messages.next().map_err(Status::from)? {
                return Poll::Ready(Some(Ok(Frame::data(message))));
            }
            if *this.ended {
                let rest = this.messages.buffer.split();
                if !rest.is_empty() {
                    return Poll::Ready(Some(Ok(Frame::data(rest.freeze()))));
                }
                let trailers = this.trailers.take();
                return Poll::Ready(trailers.map(|it| Ok(Frame::trailers(it))));
            }
            match ready!(this.inner.as_mut().poll_frame(cx)) {
                None => *this.ended = true,
                Some(Err(error)) => return Poll::Ready(Some(Err(error.into()))),
                Some(Ok(frame)) => match frame.into_data() {
                    Ok(data) => {
                        if let Some(message) = this.messages.take(data).map_err(Status::from)? {
                            return Poll::Ready(Some(Ok(Frame::data(message))));
                        }
                    }
                    Err(frame) => {
                        *this.ended = true;
                        *this.trailers = frame.into_trailers().ok();
                    }
                },
            }
        }
    }

    fn is_end_stream(&self) -> bool {
        self.messages.buffer.is_empty() && self.trailers.is_none() && self.inner.is_end_stream()
    }
}
