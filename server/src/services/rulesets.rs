//! The laws that games are played by: those of the catalogue, made once, and the last few that requests made of their own.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use prost::Message as _;
use tabuleiro_proto::v1;
use tabuleiro_rules::{Catalogue, Ruleset, Variant};

use crate::{error::Failure, wire};

/// How many laws of requests are kept. When there are more, all are forgotten: a law is made anew in microseconds.
const MOST_KEPT: usize = 256;

/// The longest message of a law, in bytes: every switch set takes a fraction of it.
pub(crate) const LONGEST_RULESET: usize = 8 << 10;

/// See the module.
#[derive(Debug)]
pub(crate) struct Rulesets {
    catalogue: Arc<Catalogue>,
    /// The own law of each variant, by the encoded message that names the variant alone.
    own: Laws,
    /// By the encoded message that named them.
    made: Mutex<Laws>,
}

type Laws = HashMap<Vec<u8>, Arc<Ruleset>>;

impl Default for Rulesets {
    fn default() -> Rulesets {
        let catalogue = Arc::new(Catalogue::default());
        let own = Variant::all().filter_map(|variant| {
            let message = v1::Ruleset {
                variant: variant.id().to_owned(),
                ..v1::Ruleset::default()
            };
            Some((message.encode_to_vec(), catalogue.standard(variant)?))
        });
        Rulesets {
            own: own.collect(),
            catalogue,
            made: Mutex::default(),
        }
    }
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
        if let Some(law) = self.made().get(&key) {
            return Ok(Arc::clone(law));
        }
        let law = wire::ruleset::read(ruleset, &self.catalogue)?;
        let mut made = self.made();
        if made.len() >= MOST_KEPT {
            made.clear();
        }
        made.insert(key, Arc::clone(&law));
        Ok(law)
    }

    /// The law that an encoded message names; none for bytes that are no message.
    ///
    /// # Errors
    /// As [`Rulesets::read`].
    pub(crate) fn read_encoded(&self, bytes: &[u8]) -> Result<Option<Arc<Ruleset>>, Failure> {
        if let Some(law) = self.own.get(bytes) {
            return Ok(Some(Arc::clone(law)));
        }
        if let Some(law) = self.made().get(bytes) {
            return Ok(Some(Arc::clone(law)));
        }
        match v1::Ruleset::decode(bytes) {
            Ok(message) => self.read(&message).map(Some),
            Err(_) => Ok(None),
        }
    }

    /// A panic while the lock is held cannot leave the map half changed.
    fn made(&self) -> MutexGuard<'_, Laws> {
        self.made.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
