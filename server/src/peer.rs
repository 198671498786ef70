//! Who is at the other end of a connection, as the transport knows it: an address, and the name in a client
//! certificate that was verified. Every request carries it among its extensions.

use std::{net::SocketAddr, sync::Arc};

/// The other end of a connection: `request.extensions().get::<Peer>()`, in a layer or a handler.
///
/// It says what the transport itself has seen. A forwarded header is not in it, and neither is a token.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Peer {
    /// Where it connects from; `None` for a caller in this process.
    pub address: Option<SocketAddr>,
    /// The name in its certificate: the first URI among the alternative names (a SPIFFE id is one), else the first DNS
    /// name, else the first e-mail address, else the subject's common name. `None` without TLS, without a client
    /// certificate, and where the certificate has none of these. A certificate that does not verify never gets as far as a request.
    pub certificate_subject: Option<Arc<str>>,
}

impl Peer {
    /// A peer that is known by its address alone.
    #[must_use]
    pub fn at(address: SocketAddr) -> Peer {
        Peer {
            address: Some(address),
            certificate_subject: None,
        }
    }

    /// A caller in this process, over memory.
    #[must_use]
    pub fn embedded() -> Peer {
        Peer::default()
    }
}
