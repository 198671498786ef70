//! A call that a layer may refuse before it reaches the service: the future and the body of both outcomes.

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
    pub struct Refusable<F> {
        // None: refused.
        #[pin]
        inner: Option<F>,
        status: Option<Status>,
    }
}

impl<F> Refusable<F> {
    /// The call goes on.
    pub fn passed(call: F) -> Refusable<F> {
        Refusable {
            inner: Some(call),
            status: None,
        }
    }

    /// The call is answered here.
    pub fn refused(status: impl Into<Status>) -> Refusable<F> {
        Refusable {
            inner: None,
            status: Some(status.into()),
        }
    }
}

impl<F, R> Future for Refusable<F>
where
    F: Future<Output = Result<Response<R>, Infallible>>,
{
    type Output = Result<Response<RefusableBody<R>>, Infallible>;

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let this = self.project();
        let Some(inner) = this.inner.as_pin_mut() else {
            // A future is not polled again after its end.
            let status = this.status.take().unwrap_or_else(|| Status::internal(""));
            let refused = super::answer(status).map(|_| RefusableBody { inner: None });
            return Poll::Ready(Ok(refused));
        };
        inner
            .poll(cx)
            .map_ok(|response| response.map(|inner| RefusableBody { inner: Some(inner) }))
    }
}

pin_project! {
    /// The body of a call that passed; nothing for a refusal, which is in the headers.
    pub struct RefusableBody<R> {
        #[pin]
        inner: Option<R>,
    }
}

impl<R: Body<Data = Bytes>> Body for RefusableBody<R> {
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
