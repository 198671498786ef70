//! What is wrong with a position text, a record or a choice of rules, in a sentence. Of what a user wrote no more is repeated than a
//! few harmless characters of a position text.

use super::{Scene, Voice, args::Args};
use crate::{
    FenDetail, FenFault, FenField, Ruleset, RulesetError, Side, Variant,
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
        let square = fault.square.map(|square| ruleset.square_name(square));
        self.fen_fault(fault, &square.unwrap_or_default())
    }

    /// The same where the name of its square is at hand; empty where it has none.
    fn fen_fault(&self, fault: &FenFault, square: &str) -> String {
        let args = fen_args(fault.field, &fault.detail, square);
        self.find(&fen_id(fault.code), None, &args)
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
            GameFaultCode::Position(code) | GameFaultCode::PositionNote(code) => match &fault.start
            {
                Some(start) => self.fen_fault(&start.fault, &start.square),
                None => {
                    let args = fen_args(FenField::Whole, &FenDetail::default(), "");
                    self.find(&fen_id(code), None, &args)
                        .unwrap_or_else(|| self.game_fault_kind(GameFaultKind::Position))
                }
            },
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

/// What the sentence for a fault of a position text fills in: `at` and `found` with what stands around them, or nothing.
fn fen_args<'a>(field: FenField, detail: &FenDetail, square: &str) -> Args<'a> {
    let around = |before: &str, text: &str, after: &str| match text {
        "" => String::new(),
        text => format!("{before}{text}{after}"),
    };
    let found = detail.found.as_deref().unwrap_or_default();
    Args::none()
        .text("at", around(" (", square, ")"))
        .text("field", field_word(field))
        .text("found", around(": “", found, "”"))
        .text("what", around("“", found, "”"))
        .flag("told", !found.is_empty())
        .flag("counted", detail.count.is_some())
        .number("count", u64::from(detail.count.unwrap_or(0)))
        .flag("limited", detail.limit.is_some())
        .number("limit", u64::from(detail.limit.unwrap_or(0)))
        .number("rank", u64::from(detail.rank.unwrap_or(0)))
        .text(
            "side",
            match detail.side {
                Some(Side::White) => "white",
                Some(Side::Black) => "black",
                None => "none",
            },
        )
}

/// By which word messages choose the field.
const fn field_word(field: FenField) -> &'static str {
    match field {
        FenField::Whole => "whole",
        FenField::Board => "board",
        FenField::Turn => "turn",
        FenField::Castling => "castling",
        FenField::EnPassant => "en_passant",
        FenField::Clock => "clock",
        FenField::MoveNumber => "move_number",
        FenField::Pocket => "pocket",
        FenField::Checks => "checks",
    }
}

fn fen_id(code: &str) -> String {
    format!("fen-{}", kebab(code))
}

/// `NO_SUCH_THING` as `no-such-thing`.
fn kebab(name: &str) -> String {
    name.to_ascii_lowercase().replace('_', "-")
}
