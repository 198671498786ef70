//! The laws that games are played by: those of the catalogue, made once, and the last few that requests made of their own.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

use prost::Message as _;
use tabuleiro_proto::v1;
use tabuleiro_rules::{Catalogue, Ruleset};

use crate::{error::Failure, wire};

/// How many laws of requests are kept. When there are more, all are forgotten: a law is made anew in microseconds.
const MOST_KEPT: usize = 256;

/// The longest message of a law, in bytes: every switch set takes a fraction of it.
const LONGEST_RULESET: usize = 8 << 10;

/// See the module.
#[derive(Debug, Default)]
pub(crate) struct Rulesets {
    catalogue: Arc<Catalogue>,
    /// By the encoded message that named them.
    made: Mutex<HashMap<Vec<u8>, Arc<Ruleset>>>,
}

impl Rulesets {
    /// The laws of the catalogue.
    pub(crate) fn catalogue(&self) -> &Catalogue {
        &self.catalogue
    }

    /// The same, shared.
    pub(crate) fn shared_catalogue(&self) -> Arc<Catalogue> {
        Arc::clone(&self.catalogue)
    }

    /// The law that a message names.
    ///
    /// # Errors
    /// As [`wire::ruleset::read`].
    pub(crate) fn read(&self, ruleset: &v1::Ruleset) -> Result<Arc<Ruleset>, Failure> {
        // Before anything is read: what is read and what is kept must be bounded.
        if ruleset.encoded_len() > LONGEST_RULESET {
            return Err(Failure::LimitExceeded {
                limit_name: "ruleset_bytes",
                limit: LONGEST_RULESET as u64,
                value: ruleset.encoded_len() as u64,
            });
        }
        let plain = ruleset.rulebook.is_empty()
            && ruleset.house_rules.is_none()
            && ruleset.end_rules.is_none();
        if plain {
            return wire::ruleset::read(ruleset, &self.catalogue);
        }
        let key = ruleset.encode_to_vec();
        // A panic while the lock is held cannot leave the map half changed.
        let known = |made: &HashMap<Vec<u8>, Arc<Ruleset>>| made.get(&key).map(Arc::clone);
        if let Some(law) = known(&self.made.lock().unwrap_or_else(PoisonError::into_inner)) {
            return Ok(law);
        }
        let law = wire::ruleset::read(ruleset, &self.catalogue)?;
        let mut made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        if made.len() >= MOST_KEPT {
            made.clear();
        }
        made.insert(key, Arc::clone(&law));
        Ok(law)
    }
}
