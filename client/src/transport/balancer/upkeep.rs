//! Connections come and go: they are opened, replaced when they end, and addresses rest after failures.

use std::{sync::Arc, time::Duration};

use tokio::time::Instant;

use super::{Shared, names::UNREST};
use crate::transport::{
    connection::{self, Connection, Ending},
    endpoint::{Endpoint, Slot},
    fault::Fault,
    life::Life,
};

/// A connection that ends sooner after its greeting counts as one that could not be opened.
const SHORT_LIVED: Duration = Duration::from_secs(1);

impl Shared {
    /// Opens a connection in the background. One that is open there is used until the new one is.
    pub(super) fn open(self: &Arc<Self>, endpoint: &mut Endpoint, slot: usize) {
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
                endpoint.reached();
                Some((life, ending))
            }
            Err(fault) => {
                *place = match std::mem::take(place) {
                    Slot::Replacing(connection) => Slot::Open(connection),
                    _ => Slot::Empty,
                };
                endpoint.missed(Instant::now(), state.chance.f64(), fault);
                self.hurry();
                None
            }
        };
        drop(guard);
        self.changed.send_replace(());
        ending
    }

    /// No further call can be begun on a connection: opens another one in its place.
    pub(super) fn ended(self: &Arc<Self>, id: u64, life: &Arc<Life>) {
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
            let address = endpoint.address;
            endpoint.missed(now, chance, Fault::Closed { address });
        }
        if !opening && !endpoint.rests(now) {
            self.open(endpoint, slot);
        }
        drop(guard);
        self.hurry();
        self.changed.send_replace(());
    }

    /// A server has answered a call, if only that it takes none.
    pub(super) fn answered(&self, id: u64, unavailable: bool) {
        let mut guard = self.state();
        let state = &mut *guard;
        let Some(endpoint) = state.endpoints.iter_mut().find(|it| it.id == id) else {
            return;
        };
        if !unavailable {
            endpoint.service.succeed();
            return;
        }
        let now = Instant::now();
        endpoint.service.fail(now, state.chance.f64());
        // It leaves, or is full: others may have come. While it says so again and again, it is doubted now and then.
        if state.doubted.is_none_or(|then| now - then >= UNREST) {
            state.doubted = Some(now);
            drop(guard);
            self.hurry();
        }
    }
}
