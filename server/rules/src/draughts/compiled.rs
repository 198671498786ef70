//! Rules that have been checked and made ready to play by.

use std::sync::{Arc, OnceLock};

use super::engine::{self, Engine};
use super::law::Law;
use super::{Contradiction, Geometry, RuleSet, Rules};

/// Rules without contradiction, with their board and their move generator: a handle that is cheap to clone.
#[derive(Clone)]
pub struct CompiledRules(Arc<Compiled>);

struct Compiled {
    law: Law,
    geometry: Geometry,
    engine: Box<dyn Engine>,
}

impl CompiledRules {
    /// Makes rules ready.
    ///
    /// # Errors
    ///
    /// Every contradiction in the rules.
    pub fn new(rules: &Rules) -> Result<CompiledRules, Vec<Contradiction>> {
        let contradictions = rules.validate();
        if contradictions.is_empty() {
            Ok(CompiledRules::playable(rules))
        } else {
            Err(contradictions)
        }
    }

    /// Makes rules ready that contain no contradiction.
    fn playable(rules: &Rules) -> CompiledRules {
        let law = Law::new(rules);
        let engine = engine::engine(&law);
        CompiledRules(Arc::new(Compiled {
            geometry: rules.geometry(),
            law,
            engine,
        }))
    }

    /// The switches.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.0.law.rules
    }

    /// The board.
    #[must_use]
    pub fn geometry(&self) -> &Geometry {
        &self.0.geometry
    }

    pub(super) fn law(&self) -> &Law {
        &self.0.law
    }

    pub(super) fn engine(&self) -> &dyn Engine {
        &*self.0.engine
    }
}

impl RuleSet {
    /// This set, ready to play by. It is made once.
    #[must_use]
    pub fn compiled(self) -> CompiledRules {
        static READY: [OnceLock<CompiledRules>; RuleSet::ALL.len()] =
            [const { OnceLock::new() }; RuleSet::ALL.len()];
        READY[self as usize]
            .get_or_init(|| CompiledRules::playable(&self.rules()))
            .clone()
    }
}

impl PartialEq for CompiledRules {
    fn eq(&self, other: &CompiledRules) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.rules() == other.rules()
    }
}

impl Eq for CompiledRules {}

impl std::hash::Hash for CompiledRules {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.rules().hash(state);
    }
}

impl std::fmt::Debug for CompiledRules {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("CompiledRules").field(self.rules()).finish()
    }
}
