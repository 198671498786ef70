//! JWTs that were verified a moment ago: a signature costs more than most calls, and a client sends one token many times.

use std::{
    collections::HashMap,
    fmt,
    sync::{Mutex, PoisonError},
};

use sha2::{Digest as _, Sha256};

use super::Caller;

/// Tokens that are remembered. Beyond that all are forgotten, and cost a signature each once more.
const MAX_REMEMBERED: usize = 4_096;

/// A token that holds from one second to another, both since 1970.
#[derive(Clone, Debug)]
pub(super) struct Verified {
    pub(super) caller: Caller,
    pub(super) not_before: u64,
    pub(super) expires: u64,
}

/// Verified tokens by their digests. It lives as long as the keys that verified them.
#[derive(Default)]
pub(super) struct JwtCache(Mutex<HashMap<[u8; 32], Verified>>);

impl fmt::Debug for JwtCache {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JwtCache(…)")
    }
}

pub(super) fn key(token: &str) -> [u8; 32] {
    Sha256::digest(token).into()
}

impl JwtCache {
    /// A token that was verified before and holds at this second.
    pub(super) fn get(&self, key: &[u8; 32], now: u64) -> Option<Caller> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known
            .get(key)
            .filter(|it| (it.not_before..=it.expires).contains(&now))
            .map(|it| it.caller.clone())
    }

    /// Remembers a token.
    pub(super) fn put(&self, key: [u8; 32], verified: Verified, now: u64) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= MAX_REMEMBERED {
            known.retain(|_, it| it.expires >= now);
        }
        if known.len() >= MAX_REMEMBERED {
            known.clear();
        }
        known.insert(key, verified);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::identity::{Credential, Permissions};

    fn verified(expires: u64) -> Verified {
        Verified {
            caller: Caller {
                name: "a".into(),
                by: Credential::Jwt,
                permissions: Permissions::all(),
            },
            not_before: 10,
            expires,
        }
    }

    #[test]
    fn a_remembered_token_still_begins_and_ends_at_its_time() {
        let cache = JwtCache::default();
        cache.put(key("t"), verified(20), 15);
        let holds = |now| cache.get(&key("t"), now).is_some();
        assert!(holds(10) && holds(20) && !holds(9) && !holds(21));
        assert!(cache.get(&key("u"), 15).is_none());
    }

    #[test]
    fn memory_is_bounded() {
        let cache = JwtCache::default();
        for n in 0..3 * MAX_REMEMBERED {
            cache.put(key(&n.to_string()), verified(20), 15);
        }
        let held = cache.0.lock().expect("not poisoned").len();
        assert!((1..=MAX_REMEMBERED).contains(&held), "{held}");
    }
}
