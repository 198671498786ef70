//! Why a call has no answer. An illegal move, a refused claim, a position with faults: those are answers.

use std::{collections::BTreeMap, error::Error as _, io, net::SocketAddr, time::Duration};

use prost::Message as _;
use tabuleiro_proto::{ERROR_DOMAIN, v1::ErrorReason};
use tonic::{Code, Status};
use tonic_types::{StatusExt as _, pb};

use crate::{
    audit::ResumePoint,
    retry::AttemptTimedOut,
    transport::{BoxError, Fault, Lost},
};

/// What tonic says, on either side of the wire, when its own timer ran out. It calls that CANCELLED.
const TONIC_TIMEOUT: &str = "Timeout expired";

/// Why a call has no answer.
///
/// ```
/// # use tabuleiro_client::{Game, testing::FakeServer};
/// use tabuleiro_client::{Error, ErrorReason};
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() {
/// # let client = FakeServer::with_samples().client();
/// match client.legal_moves(Game::start("no-such-game")).send().await {
///     Ok(answer) => println!("{} moves", answer.move_count),
///     Err(error) if error.reason() == Some(ErrorReason::UnknownVariant) => println!("{error}"),
///     Err(Error::DeadlineExceeded { .. }) => println!("too late"),
///     Err(error) if error.is_unavailable() => println!("later, perhaps: {error}"),
///     Err(error) => println!("a mistake of this program, or of the server: {error}"),
/// }
/// # }
/// ```
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The address given is not one that can be called.
    #[error("{address:?} is no address of a server: {why}")]
    BadAddress {
        /// The address as it was given.
        address: String,
        /// What is wrong with it.
        why: String,
    },
    /// The token cannot be sent: it has characters that a header may not have.
    #[error("the token has characters that cannot be sent")]
    BadToken,
    /// The settings of TLS cannot be used: a certificate or key that is none.
    #[error("TLS cannot be set up: {0}")]
    BadTls(String),
    /// DNS cannot be asked: the settings of the system cannot be read, or name no server. The feature `dns`.
    #[error("DNS cannot be asked: {0}")]
    BadDns(String),
    /// The source of tokens gave none.
    #[error("no token can be had: {0}")]
    NoToken(#[source] BoxError),
    /// A token would be sent where everyone on the way can read it.
    #[error(
        "a token would be sent to {address} for everyone on the way to read: use https://, or allow_token_in_plaintext"
    )]
    TokenInPlaintext {
        /// Where it would be sent.
        address: SocketAddr,
    },
    /// Nobody answered, however often it was tried.
    #[error("no server can be reached: {message}")]
    Unreachable {
        /// What the transport says.
        message: String,
    },
    /// The time was up before the answer came.
    #[error("no answer in time{}", within(*.allowed))]
    DeadlineExceeded {
        /// How long the call could take. None: the server's own limit ended it.
        allowed: Option<Duration>,
    },
    /// The server refused the call and says why.
    #[error("{0}")]
    Refused(Box<Refusal>),
    /// The answer does not keep to the contract.
    #[error("the answer cannot be understood: {0}")]
    Protocol(String),
    /// The caller's own input, to be sent, cannot be read.
    #[error("the input cannot be read: {0}")]
    Input(#[source] io::Error),
    /// An audit ended without its summary: the server is going away. It can be resumed.
    #[error("the audit was cut off after {} games; it can be resumed", .resume.game_count)]
    Interrupted {
        /// Where to go on.
        resume: ResumePoint,
    },
}

fn within(allowed: Option<Duration>) -> String {
    allowed.map_or_else(String::new, |allowed| format!(" ({allowed:?})"))
}

impl Error {
    /// The stable reason, if the server refused the call and this crate knows the reason.
    #[must_use]
    pub fn reason(&self) -> Option<ErrorReason> {
        self.refusal().and_then(Refusal::reason)
    }

    /// The refusal, if it is one.
    #[must_use]
    pub fn refusal(&self) -> Option<&Refusal> {
        match self {
            Error::Refused(refusal) => Some(refusal),
            _ => None,
        }
    }

    /// Whether no server could take the call: nobody answers, or all are full or going away.
    #[must_use]
    pub fn is_unavailable(&self) -> bool {
        match self {
            Error::Unreachable { .. } => true,
            Error::Refused(refusal) => refusal.code() == Code::Unavailable,
            _ => false,
        }
    }

    /// What a failed call means; `allowed` is the time that it had.
    pub(crate) fn from_status(status: Status, allowed: Option<Duration>) -> Error {
        if status.code() == Code::DeadlineExceeded || is_tonic_timeout(&status) {
            return Error::DeadlineExceeded { allowed };
        }
        if let Some(&Fault::TokenInPlaintext { address }) = made_by(&status) {
            return Error::TokenInPlaintext { address };
        }
        if let Some(Error::NoToken(why)) = made_by(&status) {
            return Error::NoToken(why.to_string().into());
        }
        if let Some(Error::BadToken) = made_by(&status) {
            return Error::BadToken;
        }
        match status.source() {
            // Made on this side: the answer never came.
            Some(source) => Error::Unreachable {
                message: told(&status, source),
            },
            None => Error::Refused(Box::new(Refusal::new(status))),
        }
    }
}

/// The cause of this kind, if a status that was made on this side has one.
fn made_by<E: std::error::Error + 'static>(status: &Status) -> Option<&E> {
    let mut cause = status.source();
    while let Some(error) = cause {
        if let Some(found) = error.downcast_ref() {
            return Some(found);
        }
        cause = error.source();
    }
    None
}

/// What the transport says, with the address if it is known.
fn told(status: &Status, source: &(dyn std::error::Error + 'static)) -> String {
    let why = innermost(source);
    match (made_by::<Fault>(status), made_by::<Lost>(status)) {
        (Some(fault), _) => fault.to_string(),
        (None, Some(lost)) => format!("{}: {why}", lost.address),
        (None, None) => why,
    }
}

/// The cause at the bottom, which says most ("Connection refused").
fn innermost(mut error: &(dyn std::error::Error + 'static)) -> String {
    while let Some(source) = error.source() {
        error = source;
    }
    error.to_string()
}

fn is_tonic_timeout(status: &Status) -> bool {
    status.code() == Code::Cancelled && status.message() == TONIC_TIMEOUT
}

/// Whether the same call may succeed if it is made again, and how long the server asks to wait first.
pub(crate) fn retry_after(status: &Status) -> Option<Duration> {
    let wait = status
        .get_details_retry_info()
        .and_then(|info| info.retry_delay);
    let retryable = match status.code() {
        _ if made_by::<AttemptTimedOut>(status).is_some() => true,
        _ if is_tonic_timeout(status) => false,
        _ if matches!(
            made_by(status),
            Some(Fault::TokenInPlaintext { .. } | Fault::NoPath)
        ) =>
        {
            false
        }
        // A call that this side did not cancel: its connection was told to go away (tonic 0.14).
        Code::Unavailable | Code::Cancelled => true,
        Code::ResourceExhausted => wait.is_some() || status.source().is_some(),
        // With a source it was made on this side: the connection broke.
        Code::Unknown | Code::Internal => status.source().is_some(),
        _ => false,
    };
    retryable.then(|| wait.unwrap_or_default())
}

/// A refused call: the status of the server, with its details read.
///
/// ```
/// # use tabuleiro_client::{ErrorReason, Game, testing::FakeServer};
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() {
/// # let client = FakeServer::with_samples().client();
/// let error = client.legal_moves(Game::start("no-such-game")).send().await.unwrap_err();
/// let refusal = error.refusal().expect("the server said no");
/// assert_eq!(refusal.reason(), Some(ErrorReason::UnknownVariant));
/// assert_eq!(refusal.reason_text(), "UNKNOWN_VARIANT");
/// for fault in refusal.fields() {
///     println!("{}: {}", fault.field, fault.description);
/// }
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Refusal {
    status: Status,
    reason: String,
    metadata: BTreeMap<String, String>,
    fields: Vec<FieldFault>,
}

/// One thing wrong with a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldFault {
    /// The path of the field, e.g. `game.record.start_position`.
    pub field: String,
    /// What is wrong, in one sentence.
    pub description: String,
}

impl Refusal {
    fn new(status: Status) -> Refusal {
        let details = status.get_error_details();
        let info = details
            .error_info()
            .filter(|info| info.domain == ERROR_DOMAIN);
        let fields = details.bad_request().map_or_else(Vec::new, |bad| {
            let fault = |fault: &tonic_types::FieldViolation| FieldFault {
                field: fault.field.clone(),
                description: fault.description.clone(),
            };
            bad.field_violations.iter().map(fault).collect()
        });
        Refusal {
            reason: info.map_or_else(String::new, |info| info.reason.clone()),
            metadata: info
                .map(|info| info.metadata.clone().into_iter().collect())
                .unwrap_or_default(),
            fields,
            status,
        }
    }

    /// The error of one item of a batch.
    pub(crate) fn of_item(status: &pb::Status) -> Refusal {
        let code = Code::from_i32(status.code);
        let details = status.encode_to_vec().into();
        Refusal::new(Status::with_details(code, status.message.clone(), details))
    }

    /// The canonical code: what kind of thing the caller can do about it.
    #[must_use]
    pub fn code(&self) -> Code {
        self.status.code()
    }

    /// The stable reason. None: the server gave none, or one that this crate does not know yet.
    #[must_use]
    pub fn reason(&self) -> Option<ErrorReason> {
        ErrorReason::from_reason(&self.reason)
    }

    /// The reason as the server wrote it, e.g. `INVALID_POSITION`. Empty: it gave none.
    #[must_use]
    pub fn reason_text(&self) -> &str {
        &self.reason
    }

    /// The message, in English.
    #[must_use]
    pub fn message(&self) -> &str {
        self.status.message()
    }

    /// Everything variable in the message, by name (`limit`, `ply`, `offset` …).
    #[must_use]
    pub fn metadata(&self) -> &BTreeMap<String, String> {
        &self.metadata
    }

    /// What is wrong with which field. Empty where fields are not the point.
    #[must_use]
    pub fn fields(&self) -> &[FieldFault] {
        &self.fields
    }

    /// The `google.rpc.Status` as it came.
    #[must_use]
    pub fn to_status(&self) -> pb::Status {
        match pb::Status::decode(self.status.details()) {
            Ok(status) if status.code == self.status.code() as i32 => status,
            _ => pb::Status {
                code: self.status.code() as i32,
                message: self.status.message().to_owned(),
                details: Vec::new(),
            },
        }
    }
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.message() {
            "" => write!(f, "refused: {}", self.code()),
            message => f.write_str(message),
        }
    }
}

#[cfg(test)]
mod tests {
    use tonic_types::ErrorDetails;

    use super::*;

    fn with(code: Code, details: ErrorDetails) -> Status {
        Status::with_error_details(code, "no", details)
    }

    #[test]
    fn a_refusal_has_its_reason_its_fields_and_its_numbers() {
        let mut details = ErrorDetails::new();
        details.set_error_info(
            "INVALID_POSITION",
            ERROR_DOMAIN,
            [("offset".to_owned(), "7".to_owned())],
        );
        details.add_bad_request_violation("fen", "NO_KING: White has no king");
        let error = Error::from_status(with(Code::InvalidArgument, details), None);
        assert_eq!(error.reason(), Some(ErrorReason::InvalidPosition));
        let refusal = error.refusal().expect("a refusal");
        assert_eq!(refusal.metadata()["offset"], "7");
        assert_eq!(refusal.fields()[0].field, "fen");
        assert_eq!(refusal.to_status().details.len(), 2);
        let again = Refusal::of_item(&refusal.to_status());
        assert_eq!(again.reason(), Some(ErrorReason::InvalidPosition));
    }

    #[test]
    fn a_reason_of_another_domain_is_not_ours() {
        let mut details = ErrorDetails::new();
        details.set_error_info("OVERLOADED", "proxy.example", []);
        let error = Error::from_status(with(Code::Unavailable, details), None);
        assert_eq!(error.reason(), None);
        assert!(error.is_unavailable());
    }

    #[test]
    fn the_timeout_that_tonic_0_14_calls_cancelled_is_a_deadline() {
        let allowed = Some(Duration::from_secs(1));
        for status in [
            Status::cancelled(TONIC_TIMEOUT),
            Status::deadline_exceeded("late"),
        ] {
            assert_eq!(retry_after(&status), None);
            let error = Error::from_status(status, allowed);
            assert!(matches!(error, Error::DeadlineExceeded { allowed: a } if a == allowed));
        }
    }

    #[test]
    fn what_may_succeed_elsewhere_is_tried_again_and_nothing_else() {
        let mut wait = ErrorDetails::new();
        wait.set_retry_info(Some(Duration::from_millis(30)));
        let limited = with(Code::ResourceExhausted, wait);
        assert_eq!(retry_after(&limited), Some(Duration::from_millis(30)));
        for status in [
            Status::unavailable(""),
            Status::cancelled("operation was canceled"),
            Status::from_error(Box::new(io::Error::from(io::ErrorKind::ConnectionReset))),
        ] {
            assert_eq!(retry_after(&status), Some(Duration::ZERO), "{status}");
        }
        for status in [
            Status::resource_exhausted("max_batch_items"),
            Status::invalid_argument(""),
            Status::unknown("a handler said so"),
            Status::internal(""),
            Status::unimplemented(""),
        ] {
            assert_eq!(retry_after(&status), None, "{status}");
        }
    }
}
