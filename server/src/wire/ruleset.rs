//! From the rules that a request names to a law of the rules core.

use std::sync::Arc;

use tabuleiro_proto::v1;
use tabuleiro_rules::{
    Catalogue, Ruleset, RulesetError, RulesetRequest, Variant,
    draughts::{Naming, RuleError, Rules},
    record::LawTags,
    rulebook::{RulebookError, RulebookId, SwitchError},
};

use super::{
    end_rules::end_rules,
    house_rules::{self, Switches},
};
use crate::error::{Failure, FieldFault};

/// The law that a request names. Laws of the catalogue are shared, others are made.
///
/// # Errors
/// `UNKNOWN_VARIANT`, `UNKNOWN_RULEBOOK`, `INVALID_FIELD`, `CONTRADICTORY_HOUSE_RULES`.
pub(crate) fn read(ruleset: &v1::Ruleset, catalogue: &Catalogue) -> Result<Arc<Ruleset>, Failure> {
    let mut switches = Switches::default();
    if let Some(rules) = &ruleset.house_rules {
        switches.add_movement(rules)?;
    }
    if let Some(rules) = &ruleset.end_rules {
        switches.add_end_rules(rules)?;
    }
    let request = RulesetRequest {
        variant: &ruleset.variant,
        rulebook: &ruleset.rulebook,
        switches: switches.pairs(),
    };
    catalogue
        .ruleset(&request)
        .map_err(|error| failure(error, &switches))
}

/// What a request without a variant says of the law of games that name their own: a rulebook and switches.
///
/// # Errors
/// `UNKNOWN_RULEBOOK`, and as [`read`] for switches that no game takes.
pub(crate) fn over_tags(ruleset: &v1::Ruleset) -> Result<LawTags, Failure> {
    let mut switches = Switches::default();
    if let Some(rules) = &ruleset.house_rules {
        switches.add_movement(rules)?;
    }
    if let Some(rules) = &ruleset.end_rules {
        switches.add_end_rules(rules)?;
    }
    let rulebook = ruleset.rulebook.as_str();
    if !rulebook.is_empty() && rulebook.parse::<RulebookId>().is_err() {
        return Err(Failure::UnknownRulebook(rulebook.to_owned()));
    }
    let law = LawTags {
        rulebook: (!rulebook.is_empty()).then(|| rulebook.to_owned()),
        switches: switches
            .pairs()
            .into_iter()
            .map(|(key, value)| (key.to_owned(), value.to_owned()))
            .collect(),
        ..LawTags::default()
    };
    // A law that no variant can be played by is the caller's mistake, not the fault of every game of the file.
    let first_error =
        Variant::all()
            .map(|variant| law.law(variant))
            .try_fold(None, |first, made| match made {
                Ok(_) => Err(()),
                Err(error) => Ok(first.or(Some(error))),
            });
    match first_error {
        Ok(Some(error)) => Err(failure(error, &switches)),
        Ok(None) | Err(()) => Ok(law),
    }
}

/// The rules that the tags of a record keep, as a request names them. Switches of movement are named one by one, limits
/// all together where one of them is changed.
///
/// # Errors
/// As [`read`].
pub(crate) fn of_tags(variant: Variant, tags: &LawTags) -> Result<v1::Ruleset, Failure> {
    let law = tags
        .law(variant)
        .map_err(|error| failure(error, &Switches::default()))?;
    let is_movement = |key: &&str| Rules::KEYS.contains(key);
    let changes_movement = law.changed().iter().any(is_movement);
    let changes_limits = !law.changed().iter().all(is_movement);
    let changed = law.switches().map(|rules| {
        let all = rules.iter().filter(|(key, _)| law.changed().contains(key));
        house_rules::movement(all, rules.geometry().naming() == Naming::Algebraic)
    });
    Ok(v1::Ruleset {
        variant: variant.id().to_owned(),
        rulebook: tags.rulebook.clone().unwrap_or_default(),
        house_rules: changed.filter(|_| changes_movement),
        end_rules: changes_limits.then(|| end_rules(law.end_rules(), variant.family())),
    })
}

fn failure(error: RulesetError, switches: &Switches) -> Failure {
    match error {
        RulesetError::UnknownVariant { id } => Failure::UnknownVariant(id),
        RulesetError::Rulebook(RulebookError::Unknown { id }) => Failure::UnknownRulebook(id),
        RulesetError::Rulebook(RulebookError::OtherGame { id, variant }) => {
            let asked = Variant::parse(variant).map(Variant::family);
            Failure::RulebookOfOther {
                rulebook: id,
                family: id.family().filter(|family| Some(*family) != asked),
                variant,
            }
        }
        RulesetError::Movement(error) => match error {
            RuleError::UnknownKey { key } => Failure::field("ruleset", "UNKNOWN_SWITCH", key),
            RuleError::BadValue { key, expected, .. } => Failure::field(
                switches.field(key),
                "BAD_VALUE",
                format!("expected {expected}"),
            ),
        },
        RulesetError::End(error) => match error {
            SwitchError::UnknownKey { key } => Failure::field("ruleset", "UNKNOWN_SWITCH", key),
            SwitchError::BadValue { key, expected, .. } => Failure::field(
                switches.field(key),
                "BAD_VALUE",
                format!("expected {expected}"),
            ),
            SwitchError::OtherFamily { key, family } => {
                Failure::ContradictoryHouseRules(vec![FieldFault::new(
                    switches.field(key),
                    "OTHER_GAME",
                    format!("this switch has no meaning in {family}"),
                )])
            }
        },
        RulesetError::Contradictory { reasons } => Failure::ContradictoryHouseRules(
            reasons
                .iter()
                .map(|reason| {
                    let field = reason
                        .keys
                        .iter()
                        .find_map(|key| switches.field_of(key))
                        .unwrap_or("ruleset");
                    let message = format!("{}: {}", reason.keys.join(", "), reason.reason);
                    FieldFault::new(field, "CONTRADICTION", message)
                })
                .collect(),
        ),
    }
}
