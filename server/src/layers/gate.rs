//! Gates: a call passes or is refused before it reaches the service, and holds what the gate gave it to its end. What is held
//! is dropped with the body, so that a stream counts until it has ended.

use std::{
    convert::Infallible,
    future::Future,
    pin::Pin,
    task::{Context, Poll},
};

use bytes::Bytes;
use http::{Request, Response};
use http_body::{Body, Frame, SizeHint};
use pin_project_lite::pin_project;
use tonic::Status;
use tower::{Layer, Service};

use crate::error::Failure;

/// Lets calls pass, or says why not.
pub trait Gate: Clone {
    /// What a call that passes holds until it has ended.
    type Held;

    /// Looks at a call.
    ///
    /// # Errors
    /// Why it does not pass.
    fn pass<B>(&self, request: &mut Request<B>) -> Result<Self::Held, Failure>;
}

/// Puts a gate before a service.
#[derive(Clone, Debug)]
pub struct GateLayer<G>(pub G);

impl<G: Gate, S> Layer<S> for GateLayer<G> {
    type Service = Gated<G, S>;
    fn layer(&self, inner: S) -> Self::Service {
        Gated {
            inner,
            gate: self.0.clone(),
        }
    }
}

/// A service behind a gate.
#[derive(Clone, Debug)]
pub struct Gated<G, S> {
    inner: S,
    gate: G,
}

impl<G, S, B, R> Service<Request<B>> for Gated<G, S>
where
    G: Gate,
    S: Service<Request<B>, Response = Response<R>, Error = Infallible>,
{
    type Response = Response<PassedBody<R, G::Held>>;
    type Error = Infallible;
    type Future = Passing<S::Future, G::Held>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        self.inner.poll_ready(cx)
    }

    fn call(&mut self, mut request: Request<B>) -> Self::Future {
        match self.gate.pass(&mut request) {
            Ok(held) => Passing::passed(self.inner.call(request), held),
            Err(failure) => Passing::refused(failure),
        }
    }
}

pin_project! {
    /// The call, or its refusal.
    pub struct Passing<F, H> {
        // None: refused.
        #[pin]
        inner: Option<F>,
        held: Option<H>,
        status: Option<Status>,
    }
}

impl<F, H> Passing<F, H> {
    /// The call goes on, and holds this until it has ended.
    pub fn passed(call: F, held: H) -> Passing<F, H> {
        Passing {
            inner: Some(call),
            held: Some(held),
            status: None,
        }
    }

    /// The call is answered here.
    fn refused(failure: Failure) -> Passing<F, H> {
        Passing {
            inner: None,
            held: None,
            status: Some(failure.into()),
        }
    }
}

impl<F, H, R> Future for Passing<F, H>
where
    F: Future<Output = Result<Response<R>, Infallible>>,
{
    type Output = Result<Response<PassedBody<R, H>>, Infallible>;

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let this = self.project();
        let Some(inner) = this.inner.as_pin_mut() else {
            // A future is not polled again after its end.
            let status = this.status.take().unwrap_or_else(|| Status::internal(""));
            let nothing = PassedBody {
                inner: None,
                held: None,
            };
            return Poll::Ready(Ok(super::answer(status).map(|_| nothing)));
        };
        inner.poll(cx).map_ok(|response| {
            response.map(|inner| PassedBody {
                inner: Some(inner),
                held: this.held.take(),
            })
        })
    }
}

pin_project! {
    /// The body of a call that passed, with what it holds; nothing for a refusal, which is in the headers.
    pub struct PassedBody<R, H> {
        #[pin]
        inner: Option<R>,
        held: Option<H>,
    }
}

impl<R: Body<Data = Bytes>, H> Body for PassedBody<R, H> {
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
