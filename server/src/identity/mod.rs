//! Who may call: bearer tokens from a file, JWTs by a JWKS file, verified client certificates, and which RPCs each of
//! them allows. The files are read again when they change.
//!
//! Without any of these sources every call is allowed ([`crate::config::Identity`] has no [`Authority`] then).

mod jwt;
mod jwt_cache;
mod lines;
mod permissions;
mod signature;
mod subjects;
mod text_file;
mod tokens;

use std::{fmt, sync::Arc, time::Duration};

use http::{HeaderMap, header::AUTHORIZATION};

use crate::{
    error::Failure,
    peer::Peer,
    watched::{Refresh, Watched},
};

pub use jwt::{Jwks, JwtRules};
pub use permissions::Permissions;
pub use subjects::Subjects;
pub use text_file::{LoadError, Parse, TextFile};
pub use tokens::Tokens;

/// Longest bearer token that is looked at, in bytes.
const MAX_TOKEN: usize = 8 << 10;

/// How often the files are looked at.
pub(crate) const REREAD: Duration = Duration::from_secs(1);

/// A caller whose credentials hold: `request.extensions().get::<Caller>()`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Caller {
    /// The name of the token, the subject of the JWT, or the subject of the certificate.
    pub name: Arc<str>,
    /// What proved it.
    pub by: Credential,
    /// What it may call.
    pub permissions: Permissions,
}

/// What proves who a caller is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Credential {
    /// A bearer token of the file.
    Token,
    /// A bearer token signed by a key of the JWKS file.
    Jwt,
    /// A client certificate that the transport verified.
    Certificate,
}

/// Why there is no caller behind a call. It never says whether a token exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unproved {
    /// No credentials at all.
    Missing,
    /// Malformed, unknown, badly signed, or for somebody else.
    Invalid,
    /// Signed by a known key, and past its time.
    Expired,
    /// Signed by a known key, and before its time.
    NotYetValid,
}

impl Unproved {
    /// Its stable machine name.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Unproved::Missing => "MISSING",
            Unproved::Invalid => "INVALID",
            Unproved::Expired => "EXPIRED",
            Unproved::NotYetValid => "NOT_YET_VALID",
        }
    }
}

impl fmt::Display for Unproved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Unproved::Missing => {
                "the call carries no credentials: send `authorization: Bearer TOKEN`, or a client certificate that the server knows"
            }
            Unproved::Invalid => "the credentials of the call are not valid",
            Unproved::Expired => "the token of the call has expired",
            Unproved::NotYetValid => "the token of the call is not valid yet",
        })
    }
}

/// The sources that say who may call. At least one is there.
#[derive(Debug, Default)]
pub struct Authority {
    /// Bearer tokens by their digests.
    pub tokens: Option<Watched<TextFile<Tokens>>>,
    /// The keys that sign JWTs.
    pub jwks: Option<Watched<TextFile<Jwks>>>,
    /// Certificates by their subjects.
    pub subjects: Option<Watched<TextFile<Subjects>>>,
}

impl Authority {
    /// The caller behind these headers and this connection.
    ///
    /// A bearer token that is sent must hold, whatever certificate comes with it: a caller that shows a wrong token
    /// is told so, and not quietly served as somebody else.
    ///
    /// # Errors
    /// [`Unproved`].
    pub fn caller(&self, headers: &HeaderMap, peer: Option<&Peer>) -> Result<Caller, Unproved> {
        let mut sent = headers.get_all(AUTHORIZATION).iter();
        match (sent.next(), sent.next()) {
            (Some(header), None) => self.bearer(bearer(header.as_bytes())?),
            (Some(_), Some(_)) => Err(Unproved::Invalid),
            (None, _) => self.certificate(peer),
        }
    }

    fn bearer(&self, token: &str) -> Result<Caller, Unproved> {
        if let Some(tokens) = &self.tokens
            && let Some(caller) = tokens.get().find(token)
        {
            return Ok(caller);
        }
        match &self.jwks {
            Some(jwks) => jwks.get().verify(token),
            None => Err(Unproved::Invalid),
        }
    }

    fn certificate(&self, peer: Option<&Peer>) -> Result<Caller, Unproved> {
        let (Some(subjects), Some(subject)) = (
            &self.subjects,
            peer.and_then(|peer| peer.certificate_subject.as_ref()),
        ) else {
            return Err(Unproved::Missing);
        };
        subjects.get().find(subject).ok_or(Unproved::Invalid)
    }

    /// Lets the caller of this method pass, or says why not.
    ///
    /// # Errors
    /// [`Failure::Unauthenticated`] or [`Failure::PermissionDenied`].
    pub fn allow(
        &self,
        path: &str,
        headers: &HeaderMap,
        peer: Option<&Peer>,
    ) -> Result<Caller, Failure> {
        let caller = self
            .caller(headers, peer)
            .map_err(Failure::Unauthenticated)?;
        if caller.permissions.allow(path) {
            Ok(caller)
        } else {
            Err(Failure::PermissionDenied {
                rpc: path.trim_start_matches('/').to_owned(),
            })
        }
    }
}

impl Refresh for Authority {
    fn refresh(&self) {
        if let Some(tokens) = &self.tokens {
            tokens.refresh();
        }
        if let Some(jwks) = &self.jwks {
            jwks.refresh();
        }
        if let Some(subjects) = &self.subjects {
            subjects.refresh();
        }
    }
}

/// The token of an `authorization: Bearer …` header (RFC 6750).
fn bearer(header: &[u8]) -> Result<&str, Unproved> {
    let text = std::str::from_utf8(header).map_err(|_| Unproved::Invalid)?;
    let (scheme, token) = text.trim().split_once(' ').ok_or(Unproved::Invalid)?;
    let token = token.trim_start();
    if !scheme.eq_ignore_ascii_case("bearer") || token.is_empty() || token.len() > MAX_TOKEN {
        return Err(Unproved::Invalid);
    }
    Ok(token)
}

#[cfg(test)]
mod tests;
