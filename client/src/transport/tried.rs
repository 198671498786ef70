//! What the attempts of one call know of each other: which servers have been asked, and whether the last one is silent.

use std::{
    net::SocketAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError, Weak},
};

use super::life::Life;

/// Where the attempts of one call went.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tried(Arc<Mutex<Vec<Asked>>>);

#[derive(Debug)]
struct Asked {
    endpoint: u64,
    address: SocketAddr,
    /// The connection.
    life: Weak<Life>,
}

impl Tried {
    fn seen(&self) -> MutexGuard<'_, Vec<Asked>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Another attempt goes to this endpoint.
    pub(super) fn note(&self, endpoint: u64, address: SocketAddr, life: &Arc<Life>) {
        self.seen().push(Asked {
            endpoint,
            address,
            life: Arc::downgrade(life),
        });
    }

    /// Whether an attempt went there, for each endpoint that is asked about.
    pub(super) fn memory(&self) -> impl Fn(u64) -> bool {
        let seen = self.seen();
        move |endpoint| seen.iter().any(|asked| asked.endpoint == endpoint)
    }

    /// Whether nothing has come for a while from the server that was asked last.
    pub(crate) fn is_stalled(&self) -> bool {
        let last = self.seen().last().and_then(|asked| asked.life.upgrade());
        last.is_some_and(|life| life.is_silent())
    }

    /// The address of the server that was asked last.
    pub(crate) fn last_address(&self) -> Option<SocketAddr> {
        self.seen().last().map(|asked| asked.address)
    }
}
