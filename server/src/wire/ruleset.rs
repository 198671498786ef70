//! From the rules that a request names to a law of the rules core.

use std::sync::Arc;

use tabuleiro_proto::v1;
use tabuleiro_rules::{
    Catalogue, Ruleset, RulesetError, RulesetRequest,
    draughts::RuleError,
    rulebook::{RulebookError, SwitchError},
};

use super::house_rules::Switches;
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

fn failure(error: RulesetError, switches: &Switches) -> Failure {
    match error {
        RulesetError::UnknownVariant { id } => Failure::UnknownVariant(id),
        RulesetError::Rulebook(RulebookError::Unknown { id }) => Failure::UnknownRulebook(id),
        RulesetError::Rulebook(RulebookError::OtherGame { id, .. }) => {
            Failure::UnknownRulebook(id.word().to_owned())
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
