//! Every way in which a call can fail, and the one place where a failure becomes a gRPC status.
//!
//! An illegal move, a position with faults that was asked to be examined, a claim that does not hold: those are
//! answers, not failures, and are not here.

use std::{collections::HashMap, time::Duration};

use tabuleiro_proto::{ERROR_DOMAIN, v1::ErrorReason};
use tabuleiro_rules::{Family, rulebook::RulebookId};
use tonic::{Code, Status};
use tonic_types::{ErrorDetails, StatusExt};

use crate::{identity::Unproved, seal::TokenFault};

/// How long an overloaded server asks callers to wait.
const RETRY_AFTER: Duration = Duration::from_millis(100);

/// Faults of one request that an answer tells, the first ones.
const MOST_FAULTS_TOLD: usize = 32;

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
    #[error("the text cannot be read from line {line}, column {column}")]
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
    /// A rulebook that says nothing about the variant.
    #[error(
        "rulebook \"{}\" {}says nothing about \"{variant}\"; ListVariants has those of each variant",
        .rulebook.word(),
        of_family(*.family)
    )]
    RulebookOfOther {
        /// The rulebook.
        rulebook: RulebookId,
        /// The game that it is law for, where it is not that of the variant.
        family: Option<Family>,
        /// The variant.
        variant: &'static str,
    },
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
    #[error("{limit_name} is {limit}, here it would be {value}")]
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
    /// No credentials, or none that hold.
    #[error("{0}")]
    Unauthenticated(Unproved),
    /// Credentials that hold, and do not allow this RPC.
    #[error("the credentials of the call do not allow {}", escaped(.rpc))]
    PermissionDenied {
        /// `package.Service/Method`.
        rpc: String,
    },
    /// The caller has spent its share of calls.
    #[error(
        "this caller has spent its share of calls; there is more in {}",
        humantime::format_duration(whole_ms(*.retry_after))
    )]
    RateLimited {
        /// When there is more.
        retry_after: Duration,
    },
    /// The caller has as many calls in progress as one may have.
    #[error(
        "this caller has {limit} calls in progress and may have no more; wait until one of them ends"
    )]
    Crowded {
        /// How many it may have.
        limit: usize,
    },
    /// The time is up.
    #[error("the call took longer than {}", humantime::format_duration(*.allowed))]
    DeadlineExceeded {
        /// What the call was allowed.
        allowed: Duration,
    },
    /// Nothing came on a stream for too long.
    #[error("nothing came for {}", humantime::format_duration(*.allowed))]
    StreamIdle {
        /// How long a stream may be idle.
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
            Failure::UnknownRulebook(_) | Failure::RulebookOfOther { .. } => {
                (R::UnknownRulebook, Code::InvalidArgument)
            }
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
            Failure::Unauthenticated(_) => (R::Unauthenticated, Code::Unauthenticated),
            Failure::PermissionDenied { .. } => (R::PermissionDenied, Code::PermissionDenied),
            Failure::RateLimited { .. } | Failure::Crowded { .. } => {
                (R::RateLimited, Code::ResourceExhausted)
            }
            Failure::DeadlineExceeded { .. } | Failure::StreamIdle { .. } => {
                (R::DeadlineExceeded, Code::DeadlineExceeded)
            }
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
            Failure::RulebookOfOther {
                rulebook, variant, ..
            } => vec![
                ("rulebook", rulebook.word().to_owned()),
                ("variant", (*variant).to_owned()),
            ],
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
            Failure::Unauthenticated(why) => vec![("why", why.code().to_owned())],
            Failure::PermissionDenied { rpc } => vec![("rpc", escaped(rpc))],
            Failure::RateLimited { retry_after } => {
                let wait = whole_ms(*retry_after).as_millis();
                vec![("retry_after_ms", wait.to_string())]
            }
            Failure::Crowded { limit } => vec![
                ("in_flight", limit.to_string()),
                ("retry_after_ms", RETRY_AFTER.as_millis().to_string()),
            ],
            Failure::DeadlineExceeded { allowed } | Failure::StreamIdle { allowed } => {
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
        // The details travel in a trailer, and clients take 16 KiB of them: `faults` in the metadata says how many there are.
        for fault in self.faults().iter().take(MOST_FAULTS_TOLD) {
            details.add_bad_request_violation(&fault.field, fault.description());
        }
        let bad_field = match self {
            Failure::UnknownVariant(_) => Some("ruleset.variant"),
            Failure::UnknownRulebook(_) | Failure::RulebookOfOther { .. } => {
                Some("ruleset.rulebook")
            }
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
            Failure::RateLimited { retry_after } => {
                details.set_retry_info(Some(whole_ms(*retry_after)));
                details.add_quota_failure_violation("calls", self.to_string());
            }
            Failure::Crowded { .. } => {
                details.set_retry_info(Some(RETRY_AFTER));
                details.add_quota_failure_violation("calls_in_progress", self.to_string());
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

/// Rounded up to whole milliseconds, so that a caller who waits for it has waited long enough.
fn whole_ms(wait: Duration) -> Duration {
    let ms = wait.as_nanos().div_ceil(1_000_000);
    Duration::from_millis(u64::try_from(ms).unwrap_or(u64::MAX))
}

/// Which game a rulebook is of, in the sentence that it is not for another.
const fn of_family(family: Option<Family>) -> &'static str {
    match family {
        Some(Family::Chess) => "is one of chess, and ",
        Some(Family::Draughts) => "is one of draughts, and ",
        None => "",
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
mod tests;
