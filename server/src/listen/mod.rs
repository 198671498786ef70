//! Connections: how they are accepted, protected by TLS, bounded in number, time and age, and how they end. The
//! calls that they carry are the business of [`crate::layers`].

mod accept;
mod asked;
mod certificate;
mod connection;
mod counts;
mod idle;
mod outbox;
mod outlet;
mod phase;
mod rousing;
mod socket;
mod speech;
mod taking;
mod tls;
mod together;
mod workers;

pub(crate) use connection::{Answering, Connections};
pub use counts::ConnectionCounts;
pub(crate) use counts::Counters;
pub(crate) use phase::Phase;
pub(crate) use socket::{Bound, bind};
pub(crate) use tls::Tls;
pub use tls::{ClientCertificates, TlsError, TlsFiles};
pub(crate) use workers::Workers;
