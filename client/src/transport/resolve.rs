//! Addresses from names.

use std::{io, net::SocketAddr, time::Duration};

use futures::{FutureExt as _, future::BoxFuture};

/// The addresses of a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Addresses {
    /// All of them; their order does not matter. None at all counts as a failure: what was known stays.
    pub addresses: Vec<SocketAddr>,
    /// How long they are good, if the resolver knows: then they are asked for again, but not before a second is over. Without
    /// it, and at the latest, they are asked for again after
    /// [`ClientBuilder::resolve_every`](crate::ClientBuilder::resolve_every).
    pub valid_for: Option<Duration>,
}

impl From<Vec<SocketAddr>> for Addresses {
    fn from(addresses: Vec<SocketAddr>) -> Addresses {
        Addresses {
            addresses,
            valid_for: None,
        }
    }
}

/// Finds the addresses of a name, again and again. A name of a headless Service of Kubernetes has one address for each ready
/// replica. An answer that takes longer than 5 s counts as a failure; what was known stays then, and the name is asked for
/// again after a second.
///
/// ```
/// # use std::{io, net::SocketAddr, time::Duration};
/// # use futures::{FutureExt as _, future::BoxFuture};
/// # use tabuleiro_client::{Client, transport::{Addresses, Resolve}};
/// /// A registry of one's own.
/// struct Registry;
///
/// impl Resolve for Registry {
///     fn resolve(&self, _host: &str, port: u16) -> BoxFuture<'static, io::Result<Addresses>> {
///         async move {
///             let replicas = [[10, 0, 0, 7], [10, 0, 0, 8]];
///             Ok(Addresses {
///                 addresses: replicas.map(|ip| SocketAddr::from((ip, port))).to_vec(),
///                 valid_for: Some(Duration::from_secs(5)),
///             })
///         }
///         .boxed()
///     }
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), tabuleiro_client::Error> {
/// let client = Client::builder("http://rules:50051").resolver(Registry).connect_lazy()?;
/// # Ok(()) }
/// ```
pub trait Resolve: Send + Sync + 'static {
    /// All addresses that `host` has now, each with `port` or a port of its own.
    fn resolve(&self, host: &str, port: u16) -> BoxFuture<'static, io::Result<Addresses>>;
}

/// The resolver of the operating system, which knows `/etc/hosts` and says nothing about how long an answer is good. The
/// default. It occupies a thread for as long as the system takes to answer.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct SystemResolver;

impl Resolve for SystemResolver {
    fn resolve(&self, host: &str, port: u16) -> BoxFuture<'static, io::Result<Addresses>> {
        let host = host.to_owned();
        async move {
            let found = tokio::net::lookup_host((host.as_str(), port)).await?;
            Ok(Addresses::from(found.collect::<Vec<_>>()))
        }
        .boxed()
    }
}
