//! The body of an answer, which counts as a call in progress until its end.

use std::{
    pin::Pin,
    task::{Context, Poll},
};

use bytes::Bytes;
use http_body::{Body as HttpBody, Frame, SizeHint};
use hyper::body::Incoming;
use tonic::body::Body;

use super::life::InFlight;

/// An answer on its way.
struct Answer {
    body: Incoming,
    in_flight: Option<InFlight>,
}

/// This body as part of a call in progress.
pub(super) fn counted(body: Incoming, in_flight: InFlight) -> Body {
    Body::new(Answer {
        body,
        in_flight: Some(in_flight),
    })
}

impl HttpBody for Answer {
    type Data = Bytes;
    type Error = hyper::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, hyper::Error>>> {
        let frame = Pin::new(&mut self.body).poll_frame(cx);
        match &frame {
            Poll::Ready(None) => {
                if let Some(call) = self.in_flight.take() {
                    call.end();
                }
            }
            Poll::Ready(Some(Err(_))) => self.in_flight = None,
            Poll::Ready(Some(Ok(_))) | Poll::Pending => {}
        }
        frame
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
