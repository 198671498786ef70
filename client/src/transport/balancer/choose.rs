//! Picking: which connection carries the next call.

use std::{net::SocketAddr, sync::Arc};

use hyper::client::conn::http2::SendRequest;
use tokio::time::{Instant, sleep_until};
use tonic::body::Body;

use super::{Shared, names::RESOLVE_GAP};
use crate::transport::{
    connection::Connection, endpoint::Slot, fault::Fault, life::Life, target::Target, tried::Tried,
};

/// A connection for one call.
pub(super) struct Lease {
    pub(super) endpoint: u64,
    pub(super) target: Arc<Target>,
    pub(super) address: SocketAddr,
    pub(super) sender: SendRequest<Body>,
    pub(super) life: Arc<Life>,
}

enum Choice {
    Take(Lease),
    /// Something will change; at the latest then, if there is a time.
    Wait(Option<Instant>),
    Nobody(Fault),
}

impl Shared {
    /// Waits for a connection, as long as one may come.
    pub(super) async fn lease(self: &Arc<Self>, tried: &Tried) -> Result<Lease, Fault> {
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
        let was_tried = tried.memory();
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
                    if !endpoint.rests(now) {
                        self.open(endpoint, s);
                        opening = true;
                    }
                    continue;
                }
            };
            // It may be a connection that nobody at the other end knows any more: a new one will show.
            if silent && !endpoint.rests(now) {
                self.open(endpoint, s);
            }
            let unfit = silent || endpoint.service.rests(now);
            let grade = 2 * u8::from(unfit) + u8::from(was_tried(endpoint.id));
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
        self.hurry();
        if self.plan.wait_for_ready {
            let rests = state.endpoints.iter().filter_map(|it| it.rests_until());
            return Choice::Wait(Some(rests.min().unwrap_or(now + RESOLVE_GAP)));
        }
        Choice::Nobody(state.fault())
    }
}
