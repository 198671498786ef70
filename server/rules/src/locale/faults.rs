//! What is wrong with a position text, a record or a choice of rules, in a sentence. What a user wrote is never repeated.

use super::{Scene, Voice, args::Args};
use crate::{
    FenFault, Ruleset, RulesetError, Variant,
    adjudication::{GameFault, GameFaultCode, GameFaultKind},
    draughts::RuleError,
    record::{FaultCode, StopReason},
    rulebook::{RulebookError, SwitchError},
    ruleset::Contradiction,
    variant::Family,
};

impl Voice<'_> {
    /// A fault of a position text under these rules. A fault that no language has words for is told as the core tells it.
    #[must_use]
    pub fn position_fault(&self, fault: &FenFault, ruleset: &Ruleset) -> String {
        let at = fault.square.map_or_else(String::new, |square| {
            let name = match ruleset.switches() {
                Some(rules) => rules.geometry().name(square),
                None => super::scene::chess_square(square),
            };
            format!(" ({name})")
        });
        self.find(&fen_id(fault.code), None, &Args::none().text("at", at))
            .unwrap_or_else(|| fault.message.clone())
    }

    /// A fault of the text of a record.
    #[must_use]
    pub fn record_fault(&self, code: FaultCode) -> String {
        self.name(&format!("record-{}", kebab(code.name())))
    }

    /// Why a half-move of a record could not be played. The scene is the position before it.
    #[must_use]
    pub fn stop(&self, reason: &StopReason, scene: &Scene<'_>) -> String {
        match reason {
            StopReason::Refused(violations) => self.violations(violations, scene),
            StopReason::NullMove => self.name("record-null-move"),
            StopReason::TooWide => self.name("record-too-wide"),
        }
    }

    /// A fault that an audit found in a game of this variant (none: it could not be told). The position is not at hand: a broken
    /// rule is told without its squares.
    #[must_use]
    pub fn game_fault(&self, fault: &GameFault, variant: Option<Variant>) -> String {
        let family = variant.map_or(Family::Chess, Variant::family);
        match fault.code {
            GameFaultCode::Syntax(code) => self.record_fault(code),
            GameFaultCode::Position(name) | GameFaultCode::PositionNote(name) => {
                let args = Args::none().text("at", "");
                self.find(&fen_id(name), None, &args)
                    .unwrap_or_else(|| self.game_fault_kind(GameFaultKind::Position))
            }
            GameFaultCode::Move(code) if fault.violations.is_empty() => self.rule(code, family),
            GameFaultCode::Move(_) => {
                let told: Vec<String> = fault
                    .violations
                    .iter()
                    .map(|it| {
                        self.with_citations(self.rule(it.code, family), it.citation.as_slice())
                    })
                    .collect();
                told.join(" ")
            }
            GameFaultCode::UnknownVariant
            | GameFaultCode::UnnamedVariant
            | GameFaultCode::BadLawTag
            | GameFaultCode::OtherGame
            | GameFaultCode::ShortCapture
            | GameFaultCode::NullMove
            | GameFaultCode::TooWide
            | GameFaultCode::NotJudged
            | GameFaultCode::WrongCheckMark
            | GameFaultCode::BadClock
            | GameFaultCode::BadFact
            | GameFaultCode::ResultTagDiffersFromMarker
            | GameFaultCode::ResultContradictsBoard
            | GameFaultCode::SurplusMoves => {
                self.name(&format!("record-{}", kebab(&fault.code.name())))
            }
        }
    }

    /// What kind of fault.
    #[must_use]
    pub fn game_fault_kind(&self, kind: GameFaultKind) -> String {
        self.name(&format!("fault-kind-{}", kind.word()))
    }

    /// Why a law cannot be had.
    #[must_use]
    pub fn ruleset_error(&self, error: &RulesetError) -> String {
        match error {
            RulesetError::UnknownVariant { .. } => self.name("rules-unknown-variant"),
            RulesetError::Rulebook(RulebookError::Unknown { .. }) => {
                self.name("rules-unknown-rulebook")
            }
            RulesetError::Rulebook(RulebookError::OtherGame { id, variant }) => {
                let named = Variant::parse(variant);
                let variant = named.map_or_else(|| (*variant).to_owned(), |it| self.variant(it));
                let args = Args::none()
                    .text("rulebook", self.rulebook(*id))
                    .text("variant", variant);
                self.say("rules-other-game", &args)
            }
            RulesetError::Movement(RuleError::UnknownKey { .. })
            | RulesetError::End(SwitchError::UnknownKey { .. }) => {
                self.name("rules-unknown-switch")
            }
            RulesetError::Movement(RuleError::BadValue { key, expected, .. })
            | RulesetError::End(SwitchError::BadValue { key, expected, .. }) => {
                let args = Args::none()
                    .text("key", *key)
                    .text("expected", expected.as_str());
                self.say("rules-bad-value", &args)
            }
            RulesetError::End(SwitchError::OtherFamily { key, family }) => {
                let args = Args::none()
                    .text("key", *key)
                    .text("family", self.family(*family));
                self.say("rules-other-family", &args)
            }
            RulesetError::Contradictory { reasons } => {
                let told: Vec<String> = reasons.iter().map(|it| self.contradiction(it)).collect();
                let args = Args::none().text("reasons", told.join(" "));
                self.say("rules-contradictory", &args)
            }
        }
    }

    /// Why switches cannot be played together, with their names.
    #[must_use]
    pub fn contradiction(&self, contradiction: &Contradiction) -> String {
        let id = format!("contradiction-{}", kebab(contradiction.code));
        let reason = self
            .find(&id, None, &Args::none())
            .unwrap_or_else(|| contradiction.reason.clone());
        let args = Args::none()
            .text("reason", reason)
            .text("keys", contradiction.keys.join(", "));
        self.say("rules-contradiction", &args)
    }
}

fn fen_id(code: &str) -> String {
    format!("fen-{}", kebab(code))
}

/// `NO_SUCH_THING` as `no-such-thing`.
fn kebab(name: &str) -> String {
    name.to_ascii_lowercase().replace('_', "-")
}
