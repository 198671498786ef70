//! Reasons of errors as `google.rpc.ErrorInfo` has them.

use crate::v1::ErrorReason;

/// The domain of every `google.rpc.ErrorInfo` of this contract.
pub const ERROR_DOMAIN: &str = "tabuleiro.v1";

const PREFIX: &str = "ERROR_REASON_";

impl ErrorReason {
    /// The text of `google.rpc.ErrorInfo.reason`: the name of the value without its prefix, e.g. `STALE_STATE`.
    #[must_use]
    pub fn reason(self) -> &'static str {
        let name = self.as_str_name();
        name.strip_prefix(PREFIX).unwrap_or(name)
    }

    /// The value for a text of `google.rpc.ErrorInfo.reason`. None: a later server's reason, or `UNSPECIFIED`.
    #[must_use]
    pub fn from_reason(reason: &str) -> Option<ErrorReason> {
        ErrorReason::from_str_name(&format!("{PREFIX}{reason}"))
            .filter(|reason| *reason != ErrorReason::Unspecified)
    }
}
