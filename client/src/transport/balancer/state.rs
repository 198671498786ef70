//! What the balancer knows: the addresses, their connections, whose turn it is, and why there may be nobody.

use std::{collections::BTreeSet, convert::Infallible, net::SocketAddr, sync::Arc};

use tokio::{sync::oneshot, time::Instant};

use crate::transport::{
    endpoint::{Endpoint, Slot},
    fault::Fault,
    plan::Plan,
    target::Target,
};

pub(super) struct State {
    pub(super) endpoints: Vec<Endpoint>,
    /// Endpoint and slot of every connection, so that neighbours have different endpoints.
    pub(super) order: Vec<(usize, usize)>,
    pub(super) turn: usize,
    next_id: u64,
    pub(super) chance: fastrand::Rng,
    /// When the addresses were last doubted because a server took no calls.
    pub(super) doubted: Option<Instant>,
    /// Targets whose addresses are not known yet.
    pub(super) asking: usize,
    /// Why the names had no addresses when they were asked for last.
    nameless: Option<Fault>,
    /// Kept until the client is dropped; the task that follows the addresses waits for that.
    pub(super) following: Option<oneshot::Sender<Infallible>>,
}

impl State {
    pub(super) fn new(plan: &Plan) -> State {
        let literal: Vec<_> = plan
            .targets
            .iter()
            .filter_map(|target| Some((target, target.literal()?)))
            .collect();
        let mut state = State {
            endpoints: Vec::new(),
            order: Vec::new(),
            turn: 0,
            next_id: 0,
            chance: plan
                .seed
                .map_or_else(fastrand::Rng::new, fastrand::Rng::with_seed),
            doubted: None,
            asking: plan.targets.len() - literal.len(),
            nameless: None,
            following: None,
        };
        for (target, address) in literal {
            state.follow(target, &BTreeSet::from([address]), plan.connections);
        }
        state
    }

    /// The addresses of a target, or why there are none. What was known stays if nothing is found.
    pub(super) fn found(
        &mut self,
        target: &Arc<Target>,
        found: Result<BTreeSet<SocketAddr>, Fault>,
        connections: usize,
    ) {
        match found {
            Ok(addresses) => {
                self.nameless = None;
                self.follow(target, &addresses, connections);
            }
            Err(fault) => self.nameless = Some(fault),
        }
    }

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
                let endpoint = Endpoint::new(self.next_id, Arc::clone(target), *address);
                self.endpoints.push(endpoint);
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

    /// Why nobody can be reached: the latest failure of an address that is still one, or else of a name.
    pub(super) fn fault(&self) -> Fault {
        let faults = self.endpoints.iter().filter_map(Endpoint::fault);
        let latest = faults.max_by_key(|(when, _)| *when);
        latest
            .map(|(_, fault)| fault)
            .or(self.nameless.as_ref())
            .cloned()
            .unwrap_or(Fault::Dropped)
    }
}
