//! The law of one game: a variant, its rules of movement, a rulebook and its limits, with whatever a request changed.

mod contradictions;

use std::{collections::HashMap, sync::Arc};

use sha2::{Digest, Sha256};

use crate::{
    Citation, Square,
    chess::{self, ChessVariant},
    draughts::{self, CompiledRules, Hand, Omission, RuleSet},
    rulebook::{
        Agreement, EndRules, Rulebook, RulebookError, RulebookId, StartFault, Switch, SwitchError,
        Topic,
    },
    variant::{Family, Variant},
};

pub use contradictions::Contradiction;

/// The law of one game. Shared between the games that are played by it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ruleset {
    movement: Movement,
    rulebook: Rulebook,
    end_rules: EndRules,
    changed: Vec<&'static str>,
    fingerprint: Fingerprint,
}

/// By which rules the pieces move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Movement {
    /// Those of a chess variant.
    Chess(ChessVariant),
    /// The switches of a draughts game, ready to play by.
    Draughts(RuleSet, CompiledRules),
}

/// Sixteen bytes that stand for a rule set: equal for the same law, whatever way it was asked for.
pub type Fingerprint = [u8; 16];

/// What a caller asks for: nothing is set but what differs from the variant's own law.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RulesetRequest<'a> {
    /// Id or alias of the variant.
    pub variant: &'a str,
    /// Id of the rulebook; empty = the variant's own.
    pub rulebook: &'a str,
    /// Switches of movement and of the end of the game, in order: `("repetition.count", "3")`.
    pub switches: Vec<(&'a str, &'a str)>,
}

/// Why a law cannot be had.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RulesetError {
    /// There is no such variant.
    #[error("there is no variant of this name")]
    UnknownVariant {
        /// The id as it was given.
        id: String,
    },
    /// The rulebook is unknown, or is not for this variant.
    #[error(transparent)]
    Rulebook(#[from] RulebookError),
    /// A switch is unknown or does not take the value.
    #[error(transparent)]
    Movement(#[from] draughts::RuleError),
    /// A switch of the end of the game is unknown or does not take the value.
    #[error(transparent)]
    End(#[from] SwitchError),
    /// The switches cannot be played together.
    #[error("the house rules contradict each other")]
    Contradictory {
        /// Every reason.
        reasons: Vec<Contradiction>,
    },
}

/// A point on which a law differs from the law of the variant's federation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Departure {
    /// The switch.
    pub key: &'static str,
    /// Its value here.
    pub value: String,
    /// Its value in the federation's law.
    pub law: String,
    /// Where the federation says so.
    pub citation: Citation,
}

impl Ruleset {
    /// The law of a variant, by its own rulebook.
    ///
    /// # Errors
    /// Never for the variants of the catalogue: a test sees to it.
    pub fn standard(variant: Variant) -> Result<Ruleset, RulesetError> {
        Ruleset::build(&RulesetRequest {
            variant: variant.id(),
            ..RulesetRequest::default()
        })
    }

    /// The law that is asked for.
    ///
    /// # Errors
    /// The variant, the rulebook or a switch is unknown, a value is not taken, or the whole cannot be played.
    pub fn build(request: &RulesetRequest<'_>) -> Result<Ruleset, RulesetError> {
        let variant =
            Variant::parse(request.variant).ok_or_else(|| RulesetError::UnknownVariant {
                id: request.variant.to_owned(),
            })?;
        let id = match request.rulebook {
            "" => Rulebook::default_for(variant),
            id => id.parse()?,
        };
        let rulebook = Rulebook::of(id, variant)?;
        let mut end_rules = rulebook.end_rules.clone();
        let mut switches = own_switches(variant, id);
        let mut changed = Vec::new();
        for (key, value) in &request.switches {
            let movement_key = draughts::Rules::KEYS.iter().find(|known| *known == key);
            changed.push(match (movement_key, &mut switches) {
                (Some(key), Some(rules)) => {
                    rules.set(key, value)?;
                    *key
                }
                (Some(key), None) => {
                    return Err(SwitchError::OtherFamily {
                        key,
                        family: Family::Chess,
                    }
                    .into());
                }
                (None, _) => end_rules.set(variant.family(), key, value)?.key,
            });
        }
        let reasons = contradictions::find(variant, switches.as_ref(), &end_rules);
        let contradictory = |reasons| RulesetError::Contradictory { reasons };
        if !reasons.is_empty() {
            return Err(contradictory(reasons));
        }
        let movement = match (variant, switches) {
            (Variant::Chess(variant), _) => Movement::Chess(variant),
            (Variant::Draughts(set), None) => Movement::Draughts(set, set.compiled()),
            (Variant::Draughts(set), Some(rules)) if rules == set.rules() => {
                Movement::Draughts(set, set.compiled())
            }
            (Variant::Draughts(set), Some(rules)) => {
                let compiled = CompiledRules::new(&rules)
                    .map_err(|reasons| contradictory(contradictions::of_movement(reasons)))?;
                Movement::Draughts(set, compiled)
            }
        };
        let ruleset = Ruleset {
            movement,
            rulebook,
            end_rules,
            changed,
            fingerprint: Fingerprint::default(),
        };
        Ok(ruleset.settled())
    }

    /// Keeps of the changed switches those whose value really is another, and takes the fingerprint.
    fn settled(mut self) -> Ruleset {
        let variant = self.variant();
        let own = own_switches(variant, self.rulebook.id);
        let mut changed = std::mem::take(&mut self.changed);
        changed.sort_unstable();
        changed.dedup();
        changed.retain(|key| match (Switch::find(key), &own) {
            (Some(switch), _) => {
                switch.value(&self.end_rules) != switch.value(&self.rulebook.end_rules)
            }
            (None, Some(own)) => self.switches().and_then(|rules| rules.get(key)) != own.get(key),
            (None, None) => false,
        });
        self.changed = changed;
        let mut hash = Sha256::new();
        let mut line = |key: &str, value: &str| {
            hash.update(key.as_bytes());
            hash.update(b"=");
            hash.update(value.as_bytes());
            hash.update(b"\n");
        };
        line("variant", variant.id());
        line("rulebook", self.rulebook.id.word());
        for (key, value) in self.switches().into_iter().flat_map(draughts::Rules::iter) {
            line(key, &value);
        }
        for (key, value) in self.end_rules.list(variant.family()) {
            line(key, &value);
        }
        let digest = hash.finalize();
        self.fingerprint.copy_from_slice(&digest[..16]);
        self
    }

    /// The same law with the event's own rule on when a draw may be agreed (FIDE 9.1.1).
    #[must_use]
    pub fn with_agreement(&self, agreement: Agreement) -> Ruleset {
        let mut law = self.clone();
        law.end_rules.agreement = agreement;
        law.changed.push("agreement");
        law.settled()
    }

    /// The same law where an omitted capture stands unless the opponent asks for its correction (FMJD 5.4): what a record is
    /// read by whose players accepted each other's omissions. None in chess, and where omissions have a law of their own.
    #[must_use]
    pub fn with_omissions_accepted(&self) -> Option<Ruleset> {
        let Movement::Draughts(set, rules) = &self.movement else {
            return None;
        };
        if rules.rules().omission != Omission::Reject {
            return None;
        }
        let mut lenient = *rules.rules();
        lenient.omission = Omission::CorrectOnRequest;
        let mut law = self.clone();
        law.movement = Movement::Draughts(*set, CompiledRules::new(&lenient).ok()?);
        law.changed.push("omission");
        Some(law.settled())
    }

    /// The same movement with another law of omissions, to read a position by: not a law to play by. None in chess.
    pub(crate) fn reading_omissions_as(&self, omission: Omission) -> Option<Ruleset> {
        let Movement::Draughts(set, rules) = &self.movement else {
            return None;
        };
        let mut other = *rules.rules();
        other.omission = omission;
        let mut law = self.clone();
        law.movement = Movement::Draughts(*set, CompiledRules::new(&other).ok()?);
        Some(law)
    }

    /// The same law with the other side to begin, and with the board lying with its other corner to the players: what a record of
    /// draughts is read by that began so. None in chess, and where that cannot be played.
    #[must_use]
    pub fn begun_wrongly(&self, fault: StartFault) -> Option<Ruleset> {
        let Movement::Draughts(set, rules) = &self.movement else {
            return None;
        };
        let mut wrong = *rules.rules();
        let key = match fault {
            StartFault::ColoursReversed => {
                wrong.first_player = wrong.first_player.opponent();
                "first_player"
            }
            StartFault::BoardTurned => {
                wrong.dark_corner = match wrong.dark_corner {
                    Hand::Left => Hand::Right,
                    Hand::Right => Hand::Left,
                };
                "dark_corner"
            }
            StartFault::WrongSetUp => return None,
        };
        let mut law = self.clone();
        law.movement = Movement::Draughts(*set, CompiledRules::new(&wrong).ok()?);
        law.changed.push(key);
        Some(law.settled())
    }

    /// The variant.
    #[must_use]
    pub const fn variant(&self) -> Variant {
        match &self.movement {
            Movement::Chess(variant) => Variant::Chess(*variant),
            Movement::Draughts(set, _) => Variant::Draughts(*set),
        }
    }

    pub(crate) const fn movement(&self) -> &Movement {
        &self.movement
    }

    /// The switches of movement of draughts; none in chess, where the variant alone says how the pieces move.
    #[must_use]
    pub fn switches(&self) -> Option<&draughts::Rules> {
        match &self.movement {
            Movement::Chess(_) => None,
            Movement::Draughts(_, rules) => Some(rules.rules()),
        }
    }

    /// The name of a square of the board on which this variant is played.
    #[must_use]
    pub fn square_name(&self, square: Square) -> String {
        match self.switches() {
            None => chess::square_name(square).to_owned(),
            Some(rules) => rules.geometry().name(square),
        }
    }

    /// The rulebook.
    #[must_use]
    pub const fn rulebook(&self) -> &Rulebook {
        &self.rulebook
    }

    /// Every limit, with what the request changed.
    #[must_use]
    pub const fn end_rules(&self) -> &EndRules {
        &self.end_rules
    }

    /// The switches that the request changed, sorted by name.
    #[must_use]
    pub fn changed(&self) -> &[&'static str] {
        &self.changed
    }

    /// What stands for this law in a token: the first 16 bytes of the SHA-256 of the lines `KEY=VALUE` of the variant, the rulebook
    /// and every switch of movement and of the end of the game, each ended by a line feed.
    #[must_use]
    pub const fn fingerprint(&self) -> &Fingerprint {
        &self.fingerprint
    }

    /// The article on a subject: the rulebook's, or the house's where a switch was changed.
    #[must_use]
    pub fn cite(&self, topic: Topic) -> Citation {
        if self.changed.is_empty() {
            return self.rulebook.cite(topic);
        }
        let changed = topic.switches().iter().find_map(|start| {
            let is_of = |key: &&&'static str| match start.strip_suffix('.') {
                Some(_) => key.starts_with(start),
                None => *key == start,
            };
            self.changed.iter().find(is_of)
        });
        match changed {
            Some(key) => Citation::house(crate::rulebook::documents::HOUSE, "", key),
            None => self.rulebook.cite(topic),
        }
    }

    /// The federation's rulebook that this law is measured against: its own where it is one, else that of the variant.
    fn measured_against(&self) -> RulebookId {
        let own = self.rulebook.id;
        let is_a_site = own == RulebookId::Lichess;
        if self.rulebook.is_federation_law() && !is_a_site {
            own
        } else {
            federation(self.variant())
        }
    }

    /// Where this law departs from the law of the variant's federation: in the rulebook's limits, and in the switches of
    /// movement that a house rule or a document's game changed.
    #[must_use]
    pub fn departures(&self) -> Vec<Departure> {
        let variant = self.variant();
        let family = variant.family();
        let measure = self.measured_against();
        let by_the_book = self.rulebook.id == measure
            && self
                .switches()
                .is_none_or(|rules| official_movement(rules.base) == rules.base);
        if self.changed.is_empty() && by_the_book {
            return Vec::new();
        }
        let Ok(law) = Rulebook::of(measure, variant) else {
            return Vec::new();
        };
        let here = self.end_rules.list(family);
        let there = law.end_rules.list(family);
        let limits = here.into_iter().zip(there).filter_map(|(ours, theirs)| {
            let (key, value) = ours;
            (value != theirs.1).then(|| Departure {
                key,
                value,
                law: theirs.1,
                citation: topic_of_key(key)
                    .map_or_else(|| law.cite(Topic::GameOver), |topic| law.cite(topic)),
            })
        });
        let movement = self.switches().into_iter().flat_map(|rules| {
            let official = official_movement(rules.base).rules();
            official
                .iter()
                .zip(rules.iter())
                .filter(|((_, theirs), (_, ours))| theirs != ours)
                .map(|((key, theirs), (_, ours))| Departure {
                    key,
                    value: ours,
                    law: theirs,
                    citation: Citation::secondary(law.document, law.edition, ""),
                })
                .collect::<Vec<_>>()
        });
        movement.chain(limits).collect()
    }
}

/// The switches of movement before a request changes any; none in chess.
fn own_switches(variant: Variant, id: RulebookId) -> Option<draughts::Rules> {
    match variant {
        Variant::Chess(_) => None,
        Variant::Draughts(set) => Some(rulebook_defaults(set.rules(), id)),
    }
}

/// What a rulebook says about movement where neither the variant nor the request does.
fn rulebook_defaults(mut rules: draughts::Rules, id: RulebookId) -> draughts::Rules {
    if let Some(omission) = id.omission().filter(|_| rules.omission == Omission::Reject) {
        rules.omission = omission;
    }
    rules
}

/// The rulebook of the federation that a variant is measured against.
fn federation(variant: Variant) -> RulebookId {
    match (variant.id(), Rulebook::default_for(variant)) {
        ("italiana-br", _) => RulebookId::Fid,
        ("turca-br", _) => RulebookId::Tdf,
        ("russa-br", _) => RulebookId::Fmjd64,
        ("inglesa-br", _) => RulebookId::Wcdf,
        (_, RulebookId::TraditionalBr) => RulebookId::Cbd,
        (_, own) => own,
    }
}

/// The official game that a document's game is a reading of.
fn official_movement(base: draughts::RuleSet) -> draughts::RuleSet {
    let official = match base.id() {
        "tradicional-br" | "damas-forward" => "brazilian",
        "inglesa-br" => "english",
        "russa-br" => "russian",
        "italiana-br" => "italian",
        "turca-br" => "turkish",
        other => other,
    };
    draughts::RuleSet::parse(official).unwrap_or(base)
}

/// The subject that a switch of the end of the game belongs to.
fn topic_of_key(key: &str) -> Option<Topic> {
    Topic::ALL.iter().copied().find(|topic| {
        let mut starts = topic.switches().iter();
        starts.any(|start| key == *start || start.ends_with('.') && key.starts_with(start))
    })
}

/// The laws of the catalogue, each made once: a value that its owner shares.
#[derive(Debug)]
pub struct Catalogue {
    standard: HashMap<&'static str, Arc<Ruleset>>,
}

impl Catalogue {
    /// Makes the own law of every variant.
    #[must_use]
    pub fn new() -> Catalogue {
        let standard = Variant::all()
            .filter_map(|variant| {
                let ruleset = Ruleset::standard(variant).ok()?;
                Some((variant.id(), Arc::new(ruleset)))
            })
            .collect();
        Catalogue { standard }
    }

    /// The law that is asked for: shared where nothing was changed, made where something was.
    ///
    /// # Errors
    /// As [`Ruleset::build`].
    pub fn ruleset(&self, request: &RulesetRequest<'_>) -> Result<Arc<Ruleset>, RulesetError> {
        if request.switches.is_empty() {
            let known = Variant::parse(request.variant)
                .and_then(|variant| self.standard.get(variant.id()))
                .filter(|known| {
                    request.rulebook.is_empty() || known.rulebook.id.word() == request.rulebook
                });
            if let Some(known) = known {
                return Ok(Arc::clone(known));
            }
        }
        Ruleset::build(request).map(Arc::new)
    }

    /// The own law of a variant.
    #[must_use]
    pub fn standard(&self, variant: Variant) -> Option<Arc<Ruleset>> {
        self.standard.get(variant.id()).map(Arc::clone)
    }
}

impl Default for Catalogue {
    fn default() -> Catalogue {
        Catalogue::new()
    }
}

#[cfg(test)]
mod tests;
