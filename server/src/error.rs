//! Every way in which a call can fail, and the one place where a failure becomes a gRPC status.
//!
//! An illegal move, a position with faults that was asked to be examined, a claim that does not hold: those are
//! answers, not failures, and are not here.

use std::{collections::HashMap, time::Duration};

use tabuleiro_proto::{ERROR_DOMAIN, v1::ErrorReason};
use tonic::{Code, Status};
use tonic_types::{ErrorDetails, StatusExt};

use crate::seal::TokenFault;

/// How long an overloaded server asks callers to wait.
const RETRY_AFTER: Duration = Duration::from_millis(100);

/// Longest piece of user text that an answer repeats, in characters.
const MAX_ECHO: usize = 64;

/// One thing wrong with a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldFault {
    /// Path of the field, e.g. `game.record.start_position`.
    pub field: String,
    /// Stable machine name of the fault.
    pub code: &'static str,
    /// Byte offset into the field's text, where it has one.
    pub offset: Option<usize>,
    /// One English sentence.
    pub message: String,
}

impl FieldFault {
    /// A fault of a whole field.
    pub fn new(field: impl Into<String>, code: &'static str, message: impl Into<String>) -> Self {
        FieldFault {
            field: field.into(),
            code,
            offset: None,
            message: message.into(),
        }
    }

    /// A fault at a byte of a field.
    #[must_use]
    pub fn at(mut self, offset: usize) -> Self {
        self.offset = Some(offset);
        self
    }

    fn description(&self) -> String {
        match self.offset {
            Some(offset) => format!("{} at offset {offset}: {}", self.code, self.message),
            None => format!("{}: {}", self.code, self.message),
        }
    }
}

/// A call that has no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// A position text that cannot be read or cannot be.
    #[error("the position is not valid")]
    InvalidPosition(Vec<FieldFault>),
    /// A move of a record that cannot be read or played.
    #[error("the record is not valid at ply {ply}: {code}")]
    InvalidRecord {
        /// The ply that would have been played, from 1.
        ply: usize,
        /// The first rule that the move breaks, or the fault of its text.
        code: &'static str,
        /// What is wrong, by field.
        faults: Vec<FieldFault>,
    },
    /// A PGN or PDN text that cannot be read at all.
    #[error("the text cannot be read")]
    InvalidText {
        /// Line, from 1.
        line: usize,
        /// Column in characters, from 1.
        column: usize,
        /// What is wrong there.
        fault: FieldFault,
    },
    /// Any other field that does not hold what it must.
    #[error("the request is not valid")]
    InvalidField(Vec<FieldFault>),
    /// A question that does not arise in this game.
    #[error("the question does not arise in this game")]
    NotApplicable(FieldFault),
    /// No variant has this id.
    #[error("no variant is called \"{}\"; ListVariants has them all", escaped(.0))]
    UnknownVariant(String),
    /// No rulebook has this id.
    #[error("no rulebook is called \"{}\"; ListVariants has them all", escaped(.0))]
    UnknownRulebook(String),
    /// House rules that cannot hold together.
    #[error("the house rules contradict each other")]
    ContradictoryHouseRules(Vec<FieldFault>),
    /// A state token that is damaged, forged, or of another release.
    #[error("{0}")]
    Token(TokenFault),
    /// A state token whose seal holds but whose content does not fit this request or release.
    #[error("the state token cannot be used: {0}")]
    TokenContent(String),
    /// The state token alone does not answer this.
    #[error("the state token alone does not answer this, the record is needed: {0}")]
    RecordRequired(String),
    /// No table of openings has this id.
    #[error("no table of openings is called \"{}\"; ListOpenings has them all", escaped(.0))]
    UnknownOpeningTable(String),
    /// The caller expected the game to stand elsewhere.
    #[error("the game stands at ply {ply} with state hash {state_hash}, not where it was expected")]
    StaleState {
        /// Where it stands.
        ply: u32,
        /// The hash of its state.
        state_hash: String,
        /// What the caller expected, if he said so.
        expected_ply: Option<i32>,
        /// What the caller expected; empty if he did not say.
        expected_hash: String,
    },
    /// Too much of something.
    #[error("{limit_name} is {limit}, the request has {value}")]
    LimitExceeded {
        /// Which limit, as `ServerLimits` names it.
        limit_name: &'static str,
        /// What may be sent.
        limit: u64,
        /// What was sent.
        value: u64,
    },
    /// The work budget of the call is spent.
    #[error("the work budget of {limit} is spent")]
    WorkBudgetExhausted {
        /// What it was, in the unit that the RPC documents.
        limit: u64,
    },
    /// More calls in progress than this server takes.
    #[error(
        "this server has {limit} calls in progress and takes no more; retry, if you can on another replica"
    )]
    Overloaded {
        /// How many it takes.
        limit: usize,
    },
    /// The time is up.
    #[error("the call took longer than {}", humantime::format_duration(*.allowed))]
    DeadlineExceeded {
        /// What the call was allowed.
        allowed: Duration,
    },
    /// An RPC of the contract that this release does not answer yet.
    #[error("{rpc} is part of the contract, and this release does not answer it yet")]
    NotBuilt {
        /// `Service/Method`.
        rpc: &'static str,
    },
    /// Something that this release does not do for the variant asked for, in one sentence.
    #[error("{0}")]
    NotSupported(String),
    /// A fault of ours. What it was stays in the log.
    #[error("internal error")]
    Internal,
}

impl Failure {
    /// One field fault as a failure.
    pub fn field(
        field: impl Into<String>,
        code: &'static str,
        message: impl Into<String>,
    ) -> Failure {
        Failure::InvalidField(vec![FieldFault::new(field, code, message)])
    }

    /// The stable reason, and the canonical code: what the caller should do.
    #[must_use]
    pub fn reason(&self) -> (ErrorReason, Code) {
        use ErrorReason as R;
        match self {
            Failure::InvalidPosition(_) => (R::InvalidPosition, Code::InvalidArgument),
            Failure::InvalidRecord { .. } => (R::InvalidRecord, Code::InvalidArgument),
            Failure::InvalidText { .. } => (R::InvalidText, Code::InvalidArgument),
            Failure::InvalidField(_) => (R::InvalidField, Code::InvalidArgument),
            Failure::NotApplicable(_) => (R::NotApplicable, Code::InvalidArgument),
            Failure::UnknownVariant(_) => (R::UnknownVariant, Code::InvalidArgument),
            Failure::UnknownRulebook(_) => (R::UnknownRulebook, Code::InvalidArgument),
            Failure::UnknownOpeningTable(_) => (R::UnknownOpeningTable, Code::InvalidArgument),
            Failure::ContradictoryHouseRules(_) => {
                (R::ContradictoryHouseRules, Code::InvalidArgument)
            }
            Failure::Token(TokenFault::UnknownKey { .. }) => {
                (R::StateTokenExpiredKey, Code::FailedPrecondition)
            }
            Failure::Token(_) | Failure::TokenContent(_) => {
                (R::StateTokenInvalid, Code::InvalidArgument)
            }
            Failure::RecordRequired(_) => (R::RecordRequired, Code::FailedPrecondition),
            Failure::StaleState { .. } => (R::StaleState, Code::FailedPrecondition),
            Failure::LimitExceeded { .. } => (R::LimitExceeded, Code::ResourceExhausted),
            Failure::WorkBudgetExhausted { .. } => {
                (R::WorkBudgetExhausted, Code::ResourceExhausted)
            }
            Failure::Overloaded { .. } => (R::Overloaded, Code::Unavailable),
            Failure::DeadlineExceeded { .. } => (R::DeadlineExceeded, Code::DeadlineExceeded),
            Failure::NotBuilt { .. } | Failure::NotSupported(_) => {
                (R::NotImplemented, Code::Unimplemented)
            }
            Failure::Internal => (R::Internal, Code::Internal),
        }
    }

    /// What is wrong with which field, where that is what is wrong.
    fn faults(&self) -> &[FieldFault] {
        match self {
            Failure::InvalidPosition(faults)
            | Failure::InvalidRecord { faults, .. }
            | Failure::InvalidField(faults)
            | Failure::ContradictoryHouseRules(faults) => faults,
            Failure::NotApplicable(fault) | Failure::InvalidText { fault, .. } => {
                std::slice::from_ref(fault)
            }
            _ => &[],
        }
    }

    /// Everything variable in the message, by name.
    fn metadata(&self) -> HashMap<String, String> {
        let mut pairs: Vec<(&str, String)> = match self {
            Failure::InvalidRecord { ply, code, .. } => {
                vec![("ply", ply.to_string()), ("code", (*code).to_owned())]
            }
            Failure::InvalidText { line, column, .. } => {
                vec![("line", line.to_string()), ("column", column.to_string())]
            }
            Failure::UnknownVariant(id) => vec![("variant", escaped(id))],
            Failure::UnknownRulebook(id) => vec![("rulebook", escaped(id))],
            Failure::UnknownOpeningTable(id) => vec![("table", escaped(id))],
            Failure::Token(fault) => match fault {
                TokenFault::Truncated { len } => vec![("length", len.to_string())],
                TokenFault::Version { version } => vec![("version", version.to_string())],
                TokenFault::UnknownKey { key } => vec![("key", key.to_string())],
                TokenFault::Unsealed | TokenFault::BrokenSeal => vec![],
            },
            Failure::TokenContent(why) | Failure::RecordRequired(why) => {
                vec![("why", why.clone())]
            }
            Failure::StaleState {
                ply,
                state_hash,
                expected_ply,
                expected_hash,
            } => {
                let mut pairs = vec![("ply", ply.to_string()), ("state_hash", state_hash.clone())];
                pairs.extend(expected_ply.map(|ply| ("expected_ply", ply.to_string())));
                if !expected_hash.is_empty() {
                    pairs.push(("expected_hash", escaped(expected_hash)));
                }
                pairs
            }
            Failure::LimitExceeded {
                limit_name,
                limit,
                value,
            } => vec![
                ("limit_name", (*limit_name).to_owned()),
                ("limit", limit.to_string()),
                ("value", value.to_string()),
            ],
            Failure::WorkBudgetExhausted { limit } => vec![("limit", limit.to_string())],
            Failure::Overloaded { limit } => vec![("in_flight", limit.to_string())],
            Failure::DeadlineExceeded { allowed } => {
                vec![("allowed_ms", allowed.as_millis().to_string())]
            }
            Failure::NotBuilt { rpc } => vec![("rpc", (*rpc).to_owned())],
            Failure::InvalidPosition(_)
            | Failure::InvalidField(_)
            | Failure::ContradictoryHouseRules(_)
            | Failure::NotApplicable(_)
            | Failure::NotSupported(_)
            | Failure::Internal => vec![],
        };
        let faults = self.faults();
        if let Some(first) = faults.first() {
            pairs.push(("faults", faults.len().to_string()));
            pairs.push(("field", first.field.clone()));
            pairs.push(("fault", first.code.to_owned()));
            pairs.extend(first.offset.map(|offset| ("offset", offset.to_string())));
        }
        pairs
            .into_iter()
            .map(|(key, value)| (key.to_owned(), value))
            .collect()
    }

    fn details(&self) -> ErrorDetails {
        let mut details = ErrorDetails::new();
        details.set_error_info(self.reason().0.reason(), ERROR_DOMAIN, self.metadata());
        for fault in self.faults() {
            details.add_bad_request_violation(&fault.field, fault.description());
        }
        let bad_field = match self {
            Failure::UnknownVariant(_) => Some("ruleset.variant"),
            Failure::UnknownRulebook(_) => Some("ruleset.rulebook"),
            Failure::UnknownOpeningTable(_) => Some("table"),
            Failure::Token(_) | Failure::TokenContent(_) => Some("game.state"),
            _ => None,
        };
        if let (Some(field), Code::InvalidArgument) = (bad_field, self.reason().1) {
            details.add_bad_request_violation(field, self.to_string());
        }
        match self {
            Failure::Token(TokenFault::UnknownKey { key }) => {
                details.add_precondition_failure_violation(
                    "KEY",
                    key.to_string(),
                    self.to_string(),
                );
            }
            Failure::StaleState { .. } => {
                details.add_precondition_failure_violation("STATE", "game.state", self.to_string());
            }
            Failure::RecordRequired(_) => {
                details.add_precondition_failure_violation(
                    "RECORD",
                    "game.record",
                    self.to_string(),
                );
            }
            Failure::LimitExceeded { limit_name, .. } => {
                details.add_quota_failure_violation(*limit_name, self.to_string());
            }
            Failure::WorkBudgetExhausted { .. } => {
                details.add_quota_failure_violation("work_budget", self.to_string());
            }
            Failure::Overloaded { .. } => {
                details.set_retry_info(Some(RETRY_AFTER));
            }
            _ => {}
        }
        details
    }
}

impl From<TokenFault> for Failure {
    fn from(fault: TokenFault) -> Failure {
        Failure::Token(fault)
    }
}

impl From<Failure> for Status {
    fn from(failure: Failure) -> Status {
        let mut message = failure.to_string();
        if let Some(first) = failure.faults().first() {
            message = format!("{message}: {}: {}", first.field, first.description());
        }
        Status::with_error_details(failure.reason().1, message, failure.details())
    }
}

impl From<Failure> for tonic_types::pb::Status {
    /// The same failure as one item of a batch.
    fn from(failure: Failure) -> tonic_types::pb::Status {
        use prost::Message as _;
        let status = Status::from(failure);
        tonic_types::pb::Status::decode(status.details()).unwrap_or_else(|_| {
            tonic_types::pb::Status {
                code: status.code() as i32,
                message: status.message().to_owned(),
                details: Vec::new(),
            }
        })
    }
}

/// User text made safe to repeat: bounded, and with every unusual character escaped.
#[must_use]
pub fn escaped(text: &str) -> String {
    let mut shown: String = text
        .chars()
        .take(MAX_ECHO)
        .flat_map(char::escape_debug)
        .collect();
    if text.chars().nth(MAX_ECHO).is_some() {
        shown.push('…');
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults() -> Vec<FieldFault> {
        vec![
            FieldFault::new("game.record.start_position", "NO_KING", "White has no king").at(3),
            FieldFault::new("game.record.moves[0]", "EMPTY", "the move is empty"),
        ]
    }

    /// Every failure, with the reason, the code and the metadata keys that callers rely on.
    fn table() -> Vec<(Failure, &'static str, Code, &'static str)> {
        use Code::{
            DeadlineExceeded, FailedPrecondition, Internal, InvalidArgument, ResourceExhausted,
            Unavailable, Unimplemented,
        };
        let key = crate::seal::SealKey::new(&[1; 32])
            .expect("long enough")
            .id();
        let record = Failure::InvalidRecord {
            ply: 3,
            code: "PINNED",
            faults: faults(),
        };
        let text = Failure::InvalidText {
            line: 1,
            column: 2,
            fault: FieldFault::new("text.data", "NO_GAME", "there is no game"),
        };
        let stale = |expected_ply, expected_hash: &str| Failure::StaleState {
            ply: 4,
            state_hash: "00".into(),
            expected_ply,
            expected_hash: expected_hash.into(),
        };
        let limit = Failure::LimitExceeded {
            limit_name: "max_batch_items",
            limit: 1,
            value: 2,
        };
        let allowed = Duration::from_secs(1);
        let field = FieldFault::new("side", "CHESS_ONLY", "there is no mate in draughts");
        vec![
            (
                Failure::InvalidPosition(faults()),
                "INVALID_POSITION",
                InvalidArgument,
                "fault faults field offset",
            ),
            (
                record,
                "INVALID_RECORD",
                InvalidArgument,
                "code fault faults field offset ply",
            ),
            (
                text,
                "INVALID_TEXT",
                InvalidArgument,
                "column fault faults field line",
            ),
            (
                Failure::field("f", "C", "m"),
                "INVALID_FIELD",
                InvalidArgument,
                "fault faults field",
            ),
            (
                Failure::NotApplicable(field),
                "NOT_APPLICABLE",
                InvalidArgument,
                "fault faults field",
            ),
            (
                Failure::UnknownVariant("x".into()),
                "UNKNOWN_VARIANT",
                InvalidArgument,
                "variant",
            ),
            (
                Failure::UnknownRulebook("x".into()),
                "UNKNOWN_RULEBOOK",
                InvalidArgument,
                "rulebook",
            ),
            (
                Failure::UnknownOpeningTable("x".into()),
                "UNKNOWN_OPENING_TABLE",
                InvalidArgument,
                "table",
            ),
            (
                Failure::ContradictoryHouseRules(faults()),
                "CONTRADICTORY_HOUSE_RULES",
                InvalidArgument,
                "fault faults field offset",
            ),
            (
                TokenFault::Truncated { len: 3 }.into(),
                "STATE_TOKEN_INVALID",
                InvalidArgument,
                "length",
            ),
            (
                TokenFault::Version { version: 7 }.into(),
                "STATE_TOKEN_INVALID",
                InvalidArgument,
                "version",
            ),
            (
                TokenFault::UnknownKey { key }.into(),
                "STATE_TOKEN_EXPIRED_KEY",
                FailedPrecondition,
                "key",
            ),
            (
                TokenFault::Unsealed.into(),
                "STATE_TOKEN_INVALID",
                InvalidArgument,
                "",
            ),
            (
                TokenFault::BrokenSeal.into(),
                "STATE_TOKEN_INVALID",
                InvalidArgument,
                "",
            ),
            (
                Failure::TokenContent("y".into()),
                "STATE_TOKEN_INVALID",
                InvalidArgument,
                "why",
            ),
            (
                Failure::RecordRequired("y".into()),
                "RECORD_REQUIRED",
                FailedPrecondition,
                "why",
            ),
            (
                stale(Some(3), ""),
                "STALE_STATE",
                FailedPrecondition,
                "expected_ply ply state_hash",
            ),
            (
                stale(None, "ff"),
                "STALE_STATE",
                FailedPrecondition,
                "expected_hash ply state_hash",
            ),
            (
                limit,
                "LIMIT_EXCEEDED",
                ResourceExhausted,
                "limit limit_name value",
            ),
            (
                Failure::WorkBudgetExhausted { limit: 5 },
                "WORK_BUDGET_EXHAUSTED",
                ResourceExhausted,
                "limit",
            ),
            (
                Failure::Overloaded { limit: 5 },
                "OVERLOADED",
                Unavailable,
                "in_flight",
            ),
            (
                Failure::DeadlineExceeded { allowed },
                "DEADLINE_EXCEEDED",
                DeadlineExceeded,
                "allowed_ms",
            ),
            (
                Failure::NotBuilt { rpc: "A/B" },
                "NOT_IMPLEMENTED",
                Unimplemented,
                "rpc",
            ),
            (
                Failure::NotSupported("no".into()),
                "NOT_IMPLEMENTED",
                Unimplemented,
                "",
            ),
            (Failure::Internal, "INTERNAL", Internal, ""),
        ]
    }

    #[test]
    fn every_failure_has_its_code_reason_and_metadata() {
        for (failure, reason, code, keys) in table() {
            let status = Status::from(failure.clone());
            assert_eq!(status.code(), code, "{failure:?}");
            let info = status
                .get_details_error_info()
                .expect("always an ErrorInfo");
            assert_eq!(
                (info.reason.as_str(), info.domain.as_str()),
                (reason, ERROR_DOMAIN)
            );
            let mut found: Vec<_> = info.metadata.keys().map(String::as_str).collect();
            found.sort_unstable();
            assert_eq!(found.join(" "), keys, "{failure:?}");
            let item = tonic_types::pb::Status::from(failure);
            assert_eq!(item.code, code as i32);
            assert!(!item.details.is_empty());
        }
    }

    #[test]
    fn misuse_names_its_fields_and_limits_name_their_quota() {
        for (failure, _, code, _) in table() {
            let status = Status::from(failure.clone());
            let bad_request = status.get_details_bad_request().is_some();
            assert_eq!(bad_request, code == Code::InvalidArgument, "{failure:?}");
            let quota = status.get_details_quota_failure().is_some();
            assert_eq!(quota, code == Code::ResourceExhausted, "{failure:?}");
            let retry = status.get_details_retry_info().is_some();
            assert_eq!(retry, code == Code::Unavailable, "{failure:?}");
            let precondition = status.get_details_precondition_failure().is_some();
            assert_eq!(
                precondition,
                code == Code::FailedPrecondition,
                "{failure:?}"
            );
        }
    }

    #[test]
    fn every_fault_is_a_violation_with_its_offset() {
        let status = Status::from(Failure::InvalidPosition(faults()));
        let violations = status
            .get_details_bad_request()
            .expect("a BadRequest")
            .field_violations;
        assert_eq!(violations.len(), 2);
        assert_eq!(violations[0].field, "game.record.start_position");
        assert_eq!(
            violations[0].description,
            "NO_KING at offset 3: White has no king"
        );
    }

    #[test]
    fn user_text_is_bounded_and_escaped() {
        assert_eq!(escaped("a\nb\u{202e}"), "a\\nb\\u{202e}");
        let long = escaped(&"x".repeat(10_000));
        assert_eq!(long.chars().count(), MAX_ECHO + 1);
        let status = Status::from(Failure::UnknownVariant("\u{1b}[31mred".into()));
        assert!(!status.message().contains('\u{1b}'), "{}", status.message());
    }
}
