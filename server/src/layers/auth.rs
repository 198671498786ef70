//! Authentication and permission: a call passes with credentials that hold and that allow its method. The caller is
//! then among the extensions of the request ([`Caller`]), for the rate limit and for handlers.
//!
//! Refused calls are counted against the address that they come from, so that guessing is no faster than calling.

use std::{
    convert::Infallible,
    sync::Arc,
    task::{Context, Poll},
};

use http::{Request, Response};
use tower::{Layer, Service};

use super::{
    rate_limit::{Client, RateLimiter},
    refusal::{Refusable, RefusableBody},
};
use crate::{error::Failure, identity::Authority, peer::Peer};

#[cfg(doc)]
use crate::identity::Caller;

/// Lets pass whom the authority lets pass; everybody without one.
#[derive(Clone, Debug)]
pub struct AuthLayer {
    authority: Option<Arc<Authority>>,
    limiter: Option<Arc<RateLimiter>>,
}

impl AuthLayer {
    /// `limiter` bounds the refusals from one address.
    #[must_use]
    pub fn new(authority: Option<Arc<Authority>>, limiter: Option<Arc<RateLimiter>>) -> AuthLayer {
        AuthLayer { authority, limiter }
    }

    fn check<B>(&self, request: &mut Request<B>) -> Result<(), Failure> {
        let Some(authority) = &self.authority else {
            return Ok(());
        };
        let peer = request.extensions().get::<Peer>();
        match authority.allow(request.uri().path(), request.headers(), peer) {
            Ok(caller) => {
                request.extensions_mut().insert(caller);
                Ok(())
            }
            Err(failure) => {
                if let Some(limiter) = &self.limiter {
                    limiter.check(&Client::by_address(peer, request.headers(), limiter))?;
                }
                Err(failure)
            }
        }
    }
}

impl<S> Layer<S> for AuthLayer {
    type Service = Auth<S>;
    fn layer(&self, inner: S) -> Self::Service {
        Auth {
            inner,
            gate: self.clone(),
        }
    }
}

/// See [`AuthLayer`].
#[derive(Clone, Debug)]
pub struct Auth<S> {
    inner: S,
    gate: AuthLayer,
}

impl<S, B, R> Service<Request<B>> for Auth<S>
where
    S: Service<Request<B>, Response = Response<R>, Error = Infallible>,
{
    type Response = Response<RefusableBody<R>>;
    type Error = Infallible;
    type Future = Refusable<S::Future>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        self.inner.poll_ready(cx)
    }

    fn call(&mut self, mut request: Request<B>) -> Self::Future {
        match self.gate.check(&mut request) {
            Ok(()) => Refusable::passed(self.inner.call(request), ()),
            Err(failure) => Refusable::refused(failure),
        }
    }
}
