//! Rules that have been checked and made ready to play by.

use std::sync::{Arc, OnceLock};

use super::engine::{self, Engine};
use super::law::Law;
use super::names::Names;
use super::{Contradiction, Geometry, RuleSet, Rules};

/// Rules without contradiction, with their board and their move generator: a handle that is cheap to clone.
#[derive(Clone)]
pub struct CompiledRules(Handle);

/// A record has a position for every ply, and many records are read at the same time: those of the named sets, as nearly all are, share
/// no count of their owners.
#[derive(Clone)]
enum Handle {
    Named(&'static Compiled),
    House(Arc<Compiled>),
}

struct Compiled {
    law: Law,
    geometry: Geometry,
    names: Names,
    engine: Box<dyn Engine>,
}

impl Compiled {
    /// Makes rules ready that contain no contradiction.
    fn playable(rules: &Rules) -> Compiled {
        let law = Law::new(rules);
        let geometry = rules.geometry();
        Compiled {
            engine: engine::engine(&law),
            names: Names::new(&geometry),
            geometry,
            law,
        }
    }
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
            let compiled = Arc::new(Compiled::playable(rules));
            Ok(CompiledRules(Handle::House(compiled)))
        } else {
            Err(contradictions)
        }
    }

    fn get(&self) -> &Compiled {
        match &self.0 {
            Handle::Named(compiled) => compiled,
            Handle::House(compiled) => compiled,
        }
    }

    /// The switches.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.get().law.rules
    }

    /// The board.
    #[must_use]
    pub fn geometry(&self) -> &Geometry {
        &self.get().geometry
    }

    pub(super) fn law(&self) -> &Law {
        &self.get().law
    }

    pub(super) fn names(&self) -> &Names {
        &self.get().names
    }

    pub(super) fn engine(&self) -> &dyn Engine {
        &*self.get().engine
    }
}

impl RuleSet {
    /// This set, ready to play by. It is made once.
    #[must_use]
    pub fn compiled(self) -> CompiledRules {
        static READY: [OnceLock<Compiled>; RuleSet::ALL.len()] =
            [const { OnceLock::new() }; RuleSet::ALL.len()];
        let ready = READY[self as usize].get_or_init(|| Compiled::playable(&self.rules()));
        CompiledRules(Handle::Named(ready))
    }
}

impl PartialEq for CompiledRules {
    fn eq(&self, other: &CompiledRules) -> bool {
        std::ptr::eq(self.get(), other.get()) || self.rules() == other.rules()
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
