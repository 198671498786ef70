//! Authentication and permission: a call passes with credentials that hold and that allow its method. The caller is
//! then among the extensions of the request ([`Caller`]), for the rate limit and for handlers.
//!
//! Refused calls are counted against the address that they come from, so that guessing is no faster than calling.

use std::sync::Arc;

use http::Request;

use super::{
    gate::Gate,
    rate_limit::{Client, RateLimiter},
};
use crate::{error::Failure, identity::Authority, peer::Peer};

#[cfg(doc)]
use crate::identity::Caller;

/// Lets pass whom the authority lets pass; everybody without one.
#[derive(Clone, Debug)]
pub struct Auth {
    authority: Option<Arc<Authority>>,
    limiter: Option<Arc<RateLimiter>>,
}

impl Auth {
    /// `limiter` bounds the refusals from one address.
    #[must_use]
    pub fn new(authority: Option<Arc<Authority>>, limiter: Option<Arc<RateLimiter>>) -> Auth {
        Auth { authority, limiter }
    }
}

impl Gate for Auth {
    type Held = ();

    fn pass<B>(&self, request: &mut Request<B>) -> Result<(), Failure> {
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
                    let headers = request.headers();
                    limiter.check(&Client::by_address(peer, headers, &limiter.trusted))?;
                }
                Err(failure)
            }
        }
    }
}
