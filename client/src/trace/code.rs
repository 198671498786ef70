//! Names of outcomes, as the conventions for telemetry have them.

use tonic::Code;

use crate::Error;

/// The name of a status code in the specification of gRPC.
pub(super) fn name(code: Code) -> &'static str {
    match code {
        Code::Ok => "OK",
        Code::Cancelled => "CANCELLED",
        Code::Unknown => "UNKNOWN",
        Code::InvalidArgument => "INVALID_ARGUMENT",
        Code::DeadlineExceeded => "DEADLINE_EXCEEDED",
        Code::NotFound => "NOT_FOUND",
        Code::AlreadyExists => "ALREADY_EXISTS",
        Code::PermissionDenied => "PERMISSION_DENIED",
        Code::ResourceExhausted => "RESOURCE_EXHAUSTED",
        Code::FailedPrecondition => "FAILED_PRECONDITION",
        Code::Aborted => "ABORTED",
        Code::OutOfRange => "OUT_OF_RANGE",
        Code::Unimplemented => "UNIMPLEMENTED",
        Code::Internal => "INTERNAL",
        Code::Unavailable => "UNAVAILABLE",
        Code::DataLoss => "DATA_LOSS",
        Code::Unauthenticated => "UNAUTHENTICATED",
    }
}

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
        (Some(code), _) => name(code),
        (None, Error::NoToken(_)) => "NO_TOKEN",
        (None, Error::BadToken) => "BAD_TOKEN",
        (None, Error::TokenInPlaintext { .. }) => "TOKEN_IN_PLAINTEXT",
        (None, Error::Protocol(_)) => "PROTOCOL",
        (None, Error::Input(_)) => "INPUT",
        (None, _) => "_OTHER",
    }
}
