//! Names of outcomes, as the conventions for telemetry have them.

use tabuleiro_proto::code_name;
use tonic::Code;

use crate::Error;

/// The status of a call that ended with this error. None: it was never sent, or its answer was no answer.
pub(super) fn status(error: &Error) -> Option<Code> {
    match error {
        Error::Refused(refusal) => Some(refusal.code()),
        Error::DeadlineExceeded { .. } => Some(Code::DeadlineExceeded),
        Error::Unreachable { .. } | Error::Interrupted { .. } => Some(Code::Unavailable),
        _ => None,
    }
}

/// The kind of an error, of a small number of kinds.
pub(super) fn kind(error: &Error) -> &'static str {
    match (status(error), error) {
        (Some(code), _) => code_name(code),
        (None, Error::NoToken(_)) => "NO_TOKEN",
        (None, Error::BadToken) => "BAD_TOKEN",
        (None, Error::TokenInPlaintext { .. }) => "TOKEN_IN_PLAINTEXT",
        (None, Error::Protocol(_)) => "PROTOCOL",
        (None, Error::Input(_)) => "INPUT",
        (None, _) => "_OTHER",
    }
}
