//! How calls travel: addresses from names, connections to addresses, and calls spread over connections.
//!
//! Most programs need nothing of this: [`Client::connect`](crate::Client::connect) finds the addresses of a name, keeps a few
//! connections open and sends calls round those that work. What can be replaced is here: how a name becomes addresses
//! ([`Resolve`]), how a byte stream to an address is opened ([`Connect`]), and what lies around every attempt of a call
//! ([`ClientBuilder::layer`](crate::ClientBuilder::layer)).
//!
//! What the balancer sees to:
//! - A name is asked for again every 30 s, when its answer is too old (where the resolver says how long it is good: the feature
//!   `dns`), and as soon as a connection fails, but once a second at most. Names are asked for at the same time. New addresses
//!   get their share; connections to addresses that are gone finish what they carry.
//! - A connection counts as open once the server has greeted it. A port that accepts and says nothing, a server that wants TLS,
//!   or one that refuses a certificate never gets a call.
//! - Calls go round the open connections. An address that cannot be reached, or that says UNAVAILABLE, is left out for a time
//!   that doubles with each failure in a row (100 ms to 10 s).
//! - A connection with calls on it from which nothing has come for a second is avoided until something comes, and another one is
//!   opened in its place: perhaps nobody at the other end knows it any more. If a ping stays without answer for the keep-alive timeout, it is left,
//!   and its calls are tried again elsewhere.
//! - A call that was handed to a connection that turned out to be closing (GOAWAY) goes to another one without being counted as
//!   an attempt; a further attempt goes to an address that this call has not tried, if there is one.

mod balancer;
mod body;
mod connect;
mod connection;
#[cfg(feature = "dns")]
mod dns;
mod endpoint;
mod fault;
mod life;
mod plan;
mod resolve;
mod target;
#[cfg(feature = "tls")]
mod tls;
mod tried;

use http::{Request, Response};
use tonic::body::Body;
use tower::util::BoxCloneSyncService;

pub use connect::{BoxIo, Connect, Io};
#[cfg(feature = "dns")]
pub use dns::DnsResolver;
pub use resolve::{Addresses, Resolve, SystemResolver};
#[cfg(feature = "tls")]
pub use tls::Tls;

pub(crate) use balancer::Balancer;
pub(crate) use connect::tcp;
pub(crate) use fault::{Fault, Lost};
pub(crate) use plan::Plan;
pub(crate) use target::Target;
pub(crate) use tried::Tried;

/// An error of any kind.
pub type BoxError = Box<dyn std::error::Error + Send + Sync>;

/// A service that carries calls of gRPC, whatever it is made of.
pub type Transport = BoxCloneSyncService<Request<Body>, Response<Body>, TransportError>;

/// Why a [`Transport`] cannot carry a call.
// A type of its own, because the compiler cannot show that a future which holds a boxed error can be sent.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct TransportError(#[source] pub BoxError);
