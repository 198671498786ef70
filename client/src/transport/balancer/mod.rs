//! Spreads calls over the open connections, keeps them open, and follows the addresses of the service.

mod choose;
mod names;
mod state;
mod upkeep;

use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    task::{Context, Poll},
};

use futures::{FutureExt as _, future::BoxFuture};
use http::{HeaderMap, HeaderValue, Request, Response, header};
use tokio::sync::watch;
use tonic::body::Body;
use tower::Service;

use super::{
    TransportError, body,
    fault::{Fault, Lost},
    plan::Plan,
    tried::Tried,
};
use choose::Lease;
use state::State;

const USER_AGENT: &str = concat!("tabuleiro-client/", env!("CARGO_PKG_VERSION"));

/// How often a call goes on to another connection because the one that was chosen had just closed.
const HANDOVERS: usize = 16;

/// A service over all connections.
#[derive(Clone)]
pub(crate) struct Balancer(Arc<Shared>);

struct Shared {
    plan: Arc<Plan>,
    state: Mutex<State>,
    /// Told whenever a connection is opened or lost, or addresses are found.
    changed: watch::Sender<()>,
    /// Told when addresses are wanted before it is time.
    hurry: watch::Sender<()>,
}

impl Balancer {
    pub(crate) fn new(plan: Plan) -> Balancer {
        Balancer(Arc::new(Shared {
            state: Mutex::new(State::new(&plan)),
            plan: Arc::new(plan),
            changed: watch::Sender::new(()),
            hurry: watch::Sender::new(()),
        }))
    }

    /// Waits until there is a connection.
    pub(crate) async fn reach(&self) -> Result<(), Fault> {
        self.0.lease(&Tried::default()).await.map(|_| ())
    }
}

impl Service<Request<Body>> for Balancer {
    type Response = Response<Body>;
    type Error = TransportError;
    type Future = BoxFuture<'static, Result<Response<Body>, TransportError>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), TransportError>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<Body>) -> Self::Future {
        let shared = Arc::clone(&self.0);
        async move { shared.carry(request).await }.boxed()
    }
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sends a request over some connection.
    async fn carry(
        self: Arc<Self>,
        mut request: Request<Body>,
    ) -> Result<Response<Body>, TransportError> {
        let fault = |fault: Fault| TransportError(Box::new(fault));
        let tried = request
            .extensions_mut()
            .remove::<Tried>()
            .unwrap_or_default();
        let agent = HeaderValue::from_static(USER_AGENT);
        request
            .headers_mut()
            .entry(header::USER_AGENT)
            .or_insert(agent);
        let mut handovers = 0;
        loop {
            let mut lease = self.lease(&tried).await.map_err(fault)?;
            self.guard_token(&request, &lease).map_err(fault)?;
            let uri = lease.target.uri(request.uri());
            *request.uri_mut() = uri.ok_or_else(|| fault(Fault::NoPath))?;
            let in_flight = lease.life.begin();
            tried.note(lease.endpoint, lease.address, &lease.life);
            match lease.sender.try_send_request(request).await {
                Ok(response) => {
                    self.answered(lease.endpoint, is_unavailable(&response));
                    return Ok(response.map(|incoming| body::counted(incoming, in_flight)));
                }
                Err(mut error) => {
                    let unsent = error.take_message();
                    if unsent.is_some() || lease.sender.is_closed() {
                        self.ended(lease.endpoint, &lease.life);
                    }
                    match unsent {
                        // The connection had just begun to close.
                        Some(unsent) if handovers < HANDOVERS => {
                            handovers += 1;
                            request = unsent;
                        }
                        _ => {
                            return Err(TransportError(Box::new(Lost {
                                address: lease.address,
                                source: error.into_error(),
                            })));
                        }
                    }
                }
            }
        }
    }

    /// Whoever put the token there: it does not go where everyone can read it.
    fn guard_token(&self, request: &Request<Body>, lease: &Lease) -> Result<(), Fault> {
        let open = !lease.target.tls && !lease.address.ip().to_canonical().is_loopback();
        if open
            && !self.plan.token_in_plaintext
            && request.headers().contains_key(header::AUTHORIZATION)
        {
            return Err(Fault::TokenInPlaintext {
                address: lease.address,
            });
        }
        Ok(())
    }
}

/// Whether the server, or a proxy before it, takes no calls at present.
fn is_unavailable<B>(response: &Response<B>) -> bool {
    let refused = |headers: &HeaderMap| headers.get("grpc-status").is_some_and(|it| it == "14");
    refused(response.headers()) || matches!(response.status().as_u16(), 502..=504)
}
