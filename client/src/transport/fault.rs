//! Why there is no connection, and what a person may do about it.

use std::{io, net::SocketAddr, sync::Arc, time::Duration};

/// Why a call found no connection.
#[derive(Clone, Debug, thiserror::Error)]
pub(crate) enum Fault {
    #[error("{host} has no address: {why}")]
    Resolve { host: String, why: String },
    #[error("{address}: {source}{}", hint(.tls, source))]
    Open {
        address: SocketAddr,
        tls: bool,
        source: Arc<io::Error>,
    },
    #[error("{address}: nothing came within {within:?}")]
    Silent {
        address: SocketAddr,
        within: Duration,
    },
    #[error("{address}: {}", .answered.told(*.tls))]
    NoGreeting {
        address: SocketAddr,
        tls: bool,
        answered: Answered,
    },
    #[error("{address}: {why}")]
    Handshake { address: SocketAddr, why: String },
    #[error(
        "a token would be sent to {address} for everyone on the way to read: use https://, or allow it by name"
    )]
    TokenInPlaintext { address: SocketAddr },
    #[error("{address}: it closed the connection right after its greeting")]
    Closed { address: SocketAddr },
    #[error("the request has no path")]
    NoPath,
    #[error("the client was dropped")]
    Dropped,
}

/// A call that was on its way when its connection or its stream broke.
#[derive(Debug, thiserror::Error)]
#[error("{address}: {source}")]
pub(crate) struct Lost {
    pub(crate) address: SocketAddr,
    pub(crate) source: hyper::Error,
}

/// What came first from a port that did not greet as HTTP/2 does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Answered {
    /// The connection was closed without a word.
    Nothing,
    /// A record of TLS.
    Tls,
    /// HTTP/1.
    Http1,
    Other,
}

impl Answered {
    /// By the first bytes.
    pub(crate) fn of(first: &[u8]) -> Answered {
        match first {
            [] => Answered::Nothing,
            // Alert or handshake, version 3.x.
            [0x15 | 0x16, 0x03, ..] => Answered::Tls,
            [b'H', b'T', b'T', b'P', ..] => Answered::Http1,
            _ => Answered::Other,
        }
    }

    fn told(&self, tls: bool) -> &'static str {
        match (self, tls) {
            (Answered::Nothing, false) => {
                "it closed the connection before a word; does the server want https://?"
            }
            (Answered::Nothing, true) => {
                "it closed the connection after the TLS handshake; does the server want a client certificate?"
            }
            (Answered::Tls, _) => "it answered in TLS; the server wants https://",
            (Answered::Http1, _) => "it answered in HTTP/1; is this the port of a web server?",
            (Answered::Other, _) => "what it answered is not HTTP/2",
        }
    }
}

/// What to do about a failed handshake, from what the TLS library says.
#[cfg(feature = "tls")]
fn hint(tls: &bool, source: &Arc<io::Error>) -> &'static str {
    use tokio_rustls::rustls::{AlertDescription as A, CertificateError as C, Error as E};
    if !tls {
        return "";
    }
    let inner = source.get_ref().and_then(|inner| inner.downcast_ref::<E>());
    match inner {
        Some(E::AlertReceived(A::CertificateRequired)) => {
            " (the server wants a client certificate: Tls::identity_pem)"
        }
        Some(E::AlertReceived(
            A::BadCertificate
            | A::UnknownCA
            | A::CertificateUnknown
            | A::CertificateExpired
            | A::DecryptError
            | A::HandshakeFailure
            | A::AccessDenied,
        )) => " (the server refuses the client certificate, or the want of one)",
        Some(E::InvalidCertificate(C::UnknownIssuer | C::BadSignature)) => {
            " (the server's certificate is of no authority that is trusted here: Tls::ca_pem)"
        }
        Some(E::InvalidCertificate(C::NotValidForName | C::NotValidForNameContext { .. })) => {
            " (the server's certificate is for another name: Tls::domain)"
        }
        Some(E::InvalidCertificate(
            C::Expired | C::ExpiredContext { .. } | C::NotValidYet | C::NotValidYetContext { .. },
        )) => " (the server's certificate is not valid at this time)",
        Some(E::InvalidMessage(_)) => " (the server does not speak TLS: use http://)",
        Some(E::NoApplicationProtocol) => " (the server does not speak HTTP/2 there)",
        _ => "",
    }
}

#[cfg(not(feature = "tls"))]
fn hint(_: &bool, _: &Arc<io::Error>) -> &'static str {
    ""
}
