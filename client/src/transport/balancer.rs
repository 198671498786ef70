//! Spreads calls over the open connections, keeps them open, and follows the addresses of the service.

use std::{
    collections::BTreeSet,
    convert::Infallible,
    net::SocketAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError, Weak},
    task::{Context, Poll},
    time::Duration,
};

use futures::{FutureExt as _, future::BoxFuture};
use http::{HeaderMap, HeaderValue, Request, Response, header};
use hyper::client::conn::http2::SendRequest;
use tokio::{
    sync::{Notify, oneshot, watch},
    time::{Instant, sleep, sleep_until, timeout},
};
use tonic::body::Body;
use tower::Service;

use super::{
    TransportError, body,
    connect::Connect,
    connection::{self, Connection, Ending},
    endpoint::{Backoff, Endpoint, Slot},
    fault::{Fault, Lost},
    life::Life,
    resolve::Resolve,
    target::Target,
};

const USER_AGENT: &str = concat!("tabuleiro-client/", env!("CARGO_PKG_VERSION"));

/// How long a question for addresses may take.
const RESOLVE_TIMEOUT: Duration = Duration::from_secs(5);
/// The shortest time between two questions for the same addresses.
const RESOLVE_GAP: Duration = Duration::from_secs(1);
/// A connection that ends sooner after its greeting counts as one that could not be opened.
const SHORT_LIVED: Duration = Duration::from_secs(1);
/// How often a call goes on to another connection because the one that was chosen had just closed.
const HANDOVERS: usize = 16;

/// Everything that does not change while the client lives.
pub(crate) struct Plan {
    pub(crate) targets: Vec<Arc<Target>>,
    pub(crate) connections: usize,
    pub(crate) connector: Arc<dyn Connect>,
    pub(crate) connect_timeout: Duration,
    pub(crate) resolver: Arc<dyn Resolve>,
    pub(crate) resolve_every: Duration,
    pub(crate) keep_alive: Duration,
    pub(crate) keep_alive_timeout: Duration,
    pub(crate) wait_for_ready: bool,
    pub(crate) token_in_plaintext: bool,
    pub(crate) seed: Option<u64>,
    #[cfg(feature = "tls")]
    /// None: no address is spoken to by TLS.
    pub(crate) tls: Option<super::tls::Handshake>,
}

/// Where the attempts of one call went.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tried(Arc<Mutex<Vec<Asked>>>);

/// An endpoint, and the connection to it.
type Asked = (u64, Weak<Life>);

impl Tried {
    fn seen(&self) -> MutexGuard<'_, Vec<Asked>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether nothing has come for a while from the server that was asked last.
    pub(crate) fn is_stalled(&self) -> bool {
        let last = self.seen().last().and_then(|(_, life)| life.upgrade());
        last.is_some_and(|life| life.is_silent())
    }
}

/// A service over all connections.
#[derive(Clone)]
pub(crate) struct Balancer(Arc<Shared>);

struct Shared {
    plan: Arc<Plan>,
    state: Mutex<State>,
    /// Told whenever a connection is opened or lost, or addresses are found.
    changed: watch::Sender<()>,
    /// Asks for addresses before it is time.
    hurry: Arc<Notify>,
}

struct State {
    endpoints: Vec<Endpoint>,
    /// Endpoint and slot of every connection, so that neighbours have different endpoints.
    order: Vec<(usize, usize)>,
    turn: usize,
    next_id: u64,
    chance: fastrand::Rng,
    /// Targets whose addresses are not known yet.
    asking: usize,
    fault: Option<Fault>,
    /// Kept until the client is dropped; the task that follows the addresses waits for that.
    following: Option<oneshot::Sender<Infallible>>,
}

/// A connection for one call.
struct Lease {
    endpoint: u64,
    target: Arc<Target>,
    address: SocketAddr,
    sender: SendRequest<Body>,
    life: Arc<Life>,
}

enum Choice {
    Take(Lease),
    /// Something will change; at the latest then, if there is a time.
    Wait(Option<Instant>),
    Nobody(Fault),
}

impl Balancer {
    pub(crate) fn new(plan: Plan) -> Balancer {
        let literal: Vec<_> = plan
            .targets
            .iter()
            .filter_map(|target| Some((Arc::clone(target), target.literal()?)))
            .collect();
        let mut state = State {
            endpoints: Vec::new(),
            order: Vec::new(),
            turn: 0,
            next_id: 0,
            chance: plan
                .seed
                .map_or_else(fastrand::Rng::new, fastrand::Rng::with_seed),
            asking: plan.targets.len() - literal.len(),
            fault: None,
            following: None,
        };
        for (target, address) in literal {
            state.follow(&target, &BTreeSet::from([address]), plan.connections);
        }
        Balancer(Arc::new(Shared {
            plan: Arc::new(plan),
            state: Mutex::new(state),
            changed: watch::Sender::new(()),
            hurry: Arc::default(),
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
            tried
                .seen()
                .push((lease.endpoint, Arc::downgrade(&lease.life)));
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

    async fn lease(self: &Arc<Self>, tried: &Tried) -> Result<Lease, Fault> {
        let mut changed = None;
        loop {
            match self.choose(tried) {
                Choice::Take(lease) => return Ok(lease),
                Choice::Nobody(fault) => return Err(fault),
                Choice::Wait(until) => {
                    // What changes after this line is seen; what changed before it, by one more choice.
                    let Some(seen) = &mut changed else {
                        changed = Some(self.changed.subscribe());
                        continue;
                    };
                    let late = async {
                        match until {
                            Some(until) => sleep_until(until).await,
                            None => std::future::pending().await,
                        }
                    };
                    tokio::select! {
                        biased;
                        told = seen.changed() => told.map_err(|_| Fault::Dropped)?,
                        () = late => {}
                    }
                }
            }
        }
    }

    /// The next connection in turn, the fittest first; connections that are missing are opened on the way.
    fn choose(self: &Arc<Self>, tried: &Tried) -> Choice {
        let now = Instant::now();
        let mut guard = self.state();
        let state = &mut *guard;
        self.start(state);
        let tried = tried.seen();
        let count = state.order.len();
        let mut best: Option<(u8, usize, usize)> = None;
        let mut opening = state.asking > 0;
        for step in 0..count {
            let place = (state.turn + step) % count;
            let (e, s) = state.order[place];
            let endpoint = &mut state.endpoints[e];
            let silent = match &endpoint.slots[s] {
                Slot::Open(connection) | Slot::Replacing(connection)
                    if !connection.sender.is_closed() =>
                {
                    connection.life.is_silent()
                }
                Slot::Opening | Slot::Replacing(_) => {
                    opening = true;
                    continue;
                }
                Slot::Open(_) | Slot::Empty => {
                    if !endpoint.reach.rests(now) {
                        self.open(endpoint, s);
                        opening = true;
                    }
                    continue;
                }
            };
            // It may be a connection that nobody at the other end knows any more: a new one will show.
            if silent && !endpoint.reach.rests(now) {
                self.open(endpoint, s);
            }
            let unfit = silent || endpoint.service.rests(now);
            let grade =
                2 * u8::from(unfit) + u8::from(tried.iter().any(|(id, _)| *id == endpoint.id));
            if best.is_none_or(|(best, ..)| grade < best) {
                best = Some((grade, e, s));
                if grade == 0 {
                    state.turn = place + 1;
                    break;
                }
            }
        }
        if let Some((grade, e, s)) = best {
            if grade > 0 {
                state.turn = state.turn.wrapping_add(1);
            }
            let endpoint = &state.endpoints[e];
            if let Some(Connection { sender, life }) = endpoint.slots[s].connection() {
                return Choice::Take(Lease {
                    endpoint: endpoint.id,
                    target: Arc::clone(&endpoint.target),
                    address: endpoint.address,
                    sender: sender.clone(),
                    life: Arc::clone(life),
                });
            }
        }
        if opening {
            return Choice::Wait(None);
        }
        self.hurry.notify_one();
        if self.plan.wait_for_ready {
            let rests = state.endpoints.iter().filter_map(|it| it.reach.until());
            return Choice::Wait(Some(rests.min().unwrap_or(now + RESOLVE_GAP)));
        }
        Choice::Nobody(state.fault.clone().unwrap_or(Fault::Dropped))
    }

    /// Begins to follow the names, at the first call.
    fn start(self: &Arc<Self>, state: &mut State) {
        if state.following.is_some() {
            return;
        }
        let (alive, gone) = oneshot::channel();
        state.following = Some(alive);
        if state.asking > 0 {
            let names = Names {
                plan: Arc::clone(&self.plan),
                shared: Arc::downgrade(self),
                hurry: Arc::clone(&self.hurry),
            };
            tokio::spawn(async move {
                tokio::select! {
                    biased;
                    _ = gone => {}
                    () = names.follow() => {}
                }
            });
        }
    }

    /// Opens a connection in the background. One that is open there is used until the new one is.
    fn open(self: &Arc<Self>, endpoint: &mut Endpoint, slot: usize) {
        let place = &mut endpoint.slots[slot];
        *place = match std::mem::take(place) {
            Slot::Open(connection) if !connection.sender.is_closed() => Slot::Replacing(connection),
            Slot::Replacing(connection) => {
                *place = Slot::Replacing(connection);
                return;
            }
            Slot::Open(_) | Slot::Opening | Slot::Empty => Slot::Opening,
        };
        let shared = Arc::downgrade(self);
        let plan = Arc::clone(&self.plan);
        let target = Arc::clone(&endpoint.target);
        let (id, address) = (endpoint.id, endpoint.address);
        tokio::spawn(async move {
            let opened = connection::open(&plan, &target, address).await;
            let opened = shared.upgrade().and_then(|it| it.opened(id, slot, opened));
            if let Some((life, ending)) = opened {
                let _ = ending.await;
                if let Some(shared) = shared.upgrade() {
                    shared.ended(id, &life);
                }
            }
        });
    }

    fn opened(
        &self,
        id: u64,
        slot: usize,
        opened: Result<(Connection, Ending), Fault>,
    ) -> Option<(Arc<Life>, Ending)> {
        let mut guard = self.state();
        let state = &mut *guard;
        // An address that is gone meanwhile, or has fewer connections now, needs none.
        let endpoint = state.endpoints.iter_mut().find(|it| it.id == id)?;
        let place = endpoint.slots.get_mut(slot)?;
        let ending = match opened {
            Ok((connection, ending)) => {
                let life = Arc::clone(&connection.life);
                *place = Slot::Open(connection);
                endpoint.reach.succeed();
                Some((life, ending))
            }
            Err(fault) => {
                *place = match std::mem::take(place) {
                    Slot::Replacing(connection) => Slot::Open(connection),
                    _ => Slot::Empty,
                };
                endpoint.reach.fail(Instant::now(), state.chance.f64());
                state.fault = Some(fault);
                self.hurry.notify_one();
                None
            }
        };
        drop(guard);
        self.changed.send_replace(());
        ending
    }

    /// No further call can be begun on a connection: opens another one in its place.
    fn ended(self: &Arc<Self>, id: u64, life: &Arc<Life>) {
        let mut guard = self.state();
        let state = &mut *guard;
        let chance = state.chance.f64();
        let Some(endpoint) = state.endpoints.iter_mut().find(|it| it.id == id) else {
            return;
        };
        let is_it = |slot: &Slot| {
            let connection = slot.connection();
            connection.is_some_and(|it| Arc::ptr_eq(&it.life, life))
        };
        let Some(slot) = endpoint.slots.iter().position(is_it) else {
            return;
        };
        let now = Instant::now();
        let opening = matches!(endpoint.slots[slot], Slot::Replacing(_));
        endpoint.slots[slot] = if opening { Slot::Opening } else { Slot::Empty };
        if life.age() < SHORT_LIVED {
            endpoint.reach.fail(now, chance);
            state.fault = Some(Fault::Closed {
                address: endpoint.address,
            });
        }
        if !opening && !endpoint.reach.rests(now) {
            self.open(endpoint, slot);
        }
        drop(guard);
        self.hurry.notify_one();
        self.changed.send_replace(());
    }

    fn answered(&self, id: u64, unavailable: bool) {
        let mut guard = self.state();
        let state = &mut *guard;
        let Some(endpoint) = state.endpoints.iter_mut().find(|it| it.id == id) else {
            return;
        };
        if unavailable {
            endpoint.service.fail(Instant::now(), state.chance.f64());
        } else {
            endpoint.service.succeed();
        }
    }

    /// The addresses of a target, or why there are none. What was known stays if nothing is found.
    fn found(&self, target: &Arc<Target>, first: bool, found: Result<BTreeSet<SocketAddr>, Fault>) {
        let mut state = self.state();
        if first {
            state.asking = state.asking.saturating_sub(1);
        }
        match found {
            Ok(addresses) => state.follow(target, &addresses, self.plan.connections),
            Err(fault) if state.endpoints.is_empty() => state.fault = Some(fault),
            Err(_) => {}
        }
        drop(state);
        self.changed.send_replace(());
    }
}

impl State {
    /// Takes in the addresses of a target. Those that stay keep their connections.
    fn follow(
        &mut self,
        target: &Arc<Target>,
        addresses: &BTreeSet<SocketAddr>,
        connections: usize,
    ) {
        self.endpoints
            .retain(|it| it.target != *target || addresses.contains(&it.address));
        for address in addresses {
            let known = |it: &Endpoint| it.target == *target && it.address == *address;
            if !self.endpoints.iter().any(known) {
                self.next_id += 1;
                self.endpoints.push(Endpoint {
                    id: self.next_id,
                    target: Arc::clone(target),
                    address: *address,
                    slots: Vec::new(),
                    reach: Backoff::default(),
                    service: Backoff::default(),
                });
            }
        }
        let each = connections.div_ceil(self.endpoints.len().max(1)).max(1);
        for endpoint in &mut self.endpoints {
            endpoint.slots.resize_with(each, Slot::default);
        }
        let endpoints = 0..self.endpoints.len();
        self.order = (0..each)
            .flat_map(|slot| endpoints.clone().map(move |endpoint| (endpoint, slot)))
            .collect();
    }
}

/// Follows the addresses of the names among the targets.
struct Names {
    plan: Arc<Plan>,
    shared: Weak<Shared>,
    hurry: Arc<Notify>,
}

impl Names {
    async fn follow(self) {
        let named: Vec<_> = self
            .plan
            .targets
            .iter()
            .filter(|target| target.literal().is_none())
            .collect();
        let mut first = true;
        loop {
            let mut pause = self.plan.resolve_every;
            for target in &named {
                let (found, valid_for) = self.ask(target).await;
                pause = pause.min(valid_for.unwrap_or(pause).max(RESOLVE_GAP));
                let Some(shared) = self.shared.upgrade() else {
                    return;
                };
                shared.found(target, first, found);
            }
            first = false;
            sleep(RESOLVE_GAP).await;
            let rest = pause.saturating_sub(RESOLVE_GAP);
            // The client may be in a hurry; the addresses may be good no longer.
            let _ = timeout(rest, self.hurry.notified()).await;
        }
    }

    async fn ask(
        &self,
        target: &Target,
    ) -> (Result<BTreeSet<SocketAddr>, Fault>, Option<Duration>) {
        let asked = self.plan.resolver.resolve(&target.host, target.port);
        let fault = |why: String| Fault::Resolve {
            host: target.host.clone(),
            why,
        };
        match timeout(RESOLVE_TIMEOUT, asked).await {
            Ok(Ok(found)) if found.addresses.is_empty() => (
                Err(fault("the answer is empty".to_owned())),
                Some(RESOLVE_GAP),
            ),
            Ok(Ok(found)) => (Ok(found.addresses.into_iter().collect()), found.valid_for),
            Ok(Err(error)) => (Err(fault(error.to_string())), Some(RESOLVE_GAP)),
            Err(_) => {
                let why = format!("no answer within {RESOLVE_TIMEOUT:?}");
                (Err(fault(why)), Some(RESOLVE_GAP))
            }
        }
    }
}

/// Whether the server, or a proxy before it, takes no calls at present.
fn is_unavailable<B>(response: &Response<B>) -> bool {
    let refused = |headers: &HeaderMap| headers.get("grpc-status").is_some_and(|it| it == "14");
    refused(response.headers()) || matches!(response.status().as_u16(), 502..=504)
}
