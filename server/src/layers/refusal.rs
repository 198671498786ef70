//! A call that a layer may refuse before it reaches the service, and what it holds to its end: the future and the body of
//! both outcomes. What is held is dropped with the body, so that a stream counts until it has ended.

use std::{
    convert::Infallible,
    future::Future,
    pin::Pin,
    task::{Context, Poll},
};

use bytes::Bytes;
use http::Response;
use http_body::{Body, Frame, SizeHint};
use pin_project_lite::pin_project;
use tonic::Status;

pin_project! {
    /// The call, or its refusal.
    pub struct Refusable<F, H = ()> {
        // None: refused.
        #[pin]
        inner: Option<F>,
        held: Option<H>,
        status: Option<Status>,
    }
}

impl<F, H> Refusable<F, H> {
    /// The call goes on, and holds this until it has ended.
    pub fn passed(call: F, held: H) -> Refusable<F, H> {
        Refusable {
            inner: Some(call),
            held: Some(held),
            status: None,
        }
    }

    /// The call is answered here.
    pub fn refused(status: impl Into<Status>) -> Refusable<F, H> {
        Refusable {
            inner: None,
            held: None,
            status: Some(status.into()),
        }
    }
}

impl<F, H, R> Future for Refusable<F, H>
where
    F: Future<Output = Result<Response<R>, Infallible>>,
{
    type Output = Result<Response<RefusableBody<R, H>>, Infallible>;

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let this = self.project();
        let Some(inner) = this.inner.as_pin_mut() else {
            // A future is not polled again after its end.
            let status = this.status.take().unwrap_or_else(|| Status::internal(""));
            let nothing = RefusableBody {
                inner: None,
                held: None,
            };
            return Poll::Ready(Ok(super::answer(status).map(|_| nothing)));
        };
        inner.poll(cx).map_ok(|response| {
            response.map(|inner| RefusableBody {
                inner: Some(inner),
                held: this.held.take(),
            })
        })
    }
}

pin_project! {
    /// The body of a call that passed, with what it holds; nothing for a refusal, which is in the headers.
    pub struct RefusableBody<R, H = ()> {
        #[pin]
        inner: Option<R>,
        held: Option<H>,
    }
}

impl<R: Body<Data = Bytes>, H> Body for RefusableBody<R, H> {
    type Data = Bytes;
    type Error = R::Error;

    fn poll_frame(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, R::Error>>> {
        match self.project().inner.as_pin_mut() {
            Some(inner) => inner.poll_frame(cx),
            None => Poll::Ready(None),
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
