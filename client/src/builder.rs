//! How a client comes about: where the service is, how its connections are kept, and how patient its callers are.

use std::{sync::Arc, time::Duration};

use tonic::body::Body;
use tower::Layer;

use crate::{
    Client, Error,
    client::{Settings, boxed},
    retry::{Hedge, Retries},
    token::{TokenSource, Tokens, bearer},
    transport::{
        Balancer, BoxError, Connect, Plan, Resolve, SystemResolver, Target, Transport, tcp,
    },
};

/// How long a call may take unless it says otherwise.
pub(crate) const DEADLINE: Duration = Duration::from_secs(10);
/// The largest answer that is taken.
pub(crate) const MAX_ANSWER_BYTES: usize = 64 << 20;

type Wrap = Arc<dyn Fn(Transport) -> Transport + Send + Sync>;

/// Settings of a [`Client`] before it is made.
///
/// ```
/// # use std::time::Duration;
/// use tabuleiro_client::{Client, Retries};
///
/// # fn example() -> Result<(), tabuleiro_client::Error> {
/// // A headless Service: one name, an address for each replica.
/// let client = Client::builder("http://tabuleiro-headless:50051")
///     .connections(8)
///     .deadline(Duration::from_millis(500))
///     .retries(Retries { attempts: 3, ..Retries::default() })
///     .locale("pt-BR")
///     .connect_lazy()?;
/// # Ok(()) }
/// ```
#[derive(Clone)]
pub struct ClientBuilder {
    targets: Vec<String>,
    connections: usize,
    connector: Arc<dyn Connect>,
    connect_timeout: Duration,
    resolver: Arc<dyn Resolve>,
    resolve_every: Duration,
    keep_alive: Duration,
    keep_alive_timeout: Duration,
    wait_for_ready: bool,
    token: Option<String>,
    token_source: Option<Arc<dyn TokenSource>>,
    token_in_plaintext: bool,
    layers: Vec<Wrap>,
    #[cfg(feature = "tls")]
    tls: Option<crate::transport::Tls>,
    settings: Settings,
}

impl std::fmt::Debug for ClientBuilder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ClientBuilder")
            .field("targets", &self.targets)
            .field("connections", &self.connections)
            .field("settings", &self.settings)
            .finish_non_exhaustive()
    }
}

impl ClientBuilder {
    pub(crate) fn new(target: String) -> ClientBuilder {
        ClientBuilder {
            targets: vec![target],
            connections: 4,
            connector: Arc::new(tcp),
            connect_timeout: Duration::from_secs(3),
            resolver: Arc::new(SystemResolver),
            resolve_every: Duration::from_secs(30),
            keep_alive: Duration::from_secs(5),
            keep_alive_timeout: Duration::from_secs(3),
            wait_for_ready: false,
            token: None,
            token_source: None,
            token_in_plaintext: false,
            layers: Vec::new(),
            #[cfg(feature = "tls")]
            tls: None,
            settings: Settings::default(),
        }
    }

    /// A further address of the same service, or a name with addresses. Calls go round all of them.
    #[must_use]
    pub fn endpoint(mut self, url: impl Into<String>) -> Self {
        self.targets.push(url.into());
        self
    }

    /// Connections in all, at least: each address has the same number, and at least one. Default 4: several help a server
    /// that gives each connection a core of its own.
    #[must_use]
    pub fn connections(mut self, count: usize) -> Self {
        self.connections = count.max(1);
        self
    }

    /// How byte streams are opened. Default: TCP.
    #[must_use]
    pub fn connector(mut self, connector: impl Connect) -> Self {
        self.connector = Arc::new(connector);
        self
    }

    /// How long it may take until a server has greeted: TCP, TLS and the first words of HTTP/2 together. Default 3 s.
    #[must_use]
    pub fn connect_timeout(mut self, time: Duration) -> Self {
        self.connect_timeout = time;
        self
    }

    /// How a name becomes addresses. Default: the [system's resolver](crate::transport::SystemResolver), which does not know how
    /// long an answer is good; `DnsResolver` of the feature `dns` does.
    #[must_use]
    pub fn resolver(mut self, resolver: impl Resolve) -> Self {
        self.resolver = Arc::new(resolver);
        self
    }

    /// How often a name is asked for again, at least. Default 30 s, and no less than 1 s; sooner where the resolver says that the
    /// addresses are good for a shorter time. A connection that fails or is ended by its server asks at once, and so does a server
    /// that takes no calls; after that, and after a change of the addresses, they are asked for every 5 s, give or take a quarter, for
    /// as long as this time. A change alone has that effect once in ten times this time at most: some names have other addresses
    /// in every answer. A replica that is added where none of that happens has its share of calls after this time at the latest.
    #[must_use]
    pub fn resolve_every(mut self, time: Duration) -> Self {
        self.resolve_every = time.max(Duration::from_secs(1));
        self
    }

    /// A connection on which nothing has come for the time `interval` is pinged; one whose ping has no answer within `timeout` is
    /// left, and its calls are made again elsewhere. Default 5 s and 3 s. A server may take pings that come too often amiss.
    ///
    /// ```
    /// # use std::time::Duration;
    /// # use tabuleiro_client::Client;
    /// # fn example() -> Result<(), tabuleiro_client::Error> {
    /// let client = Client::builder("http://tabuleiro:50051")
    ///     .keep_alive(Duration::from_secs(20), Duration::from_secs(5))
    ///     .connect_lazy()?;
    /// # Ok(()) }
    /// ```
    #[must_use]
    pub fn keep_alive(mut self, interval: Duration, timeout: Duration) -> Self {
        self.keep_alive = interval;
        self.keep_alive_timeout = timeout;
        self
    }

    /// Calls wait for a connection, as long as their deadline lets them, where they would otherwise fail because no server can
    /// be reached: for a service with a single replica that is restarted.
    ///
    /// ```
    /// # use std::time::Duration;
    /// # use tabuleiro_client::{Client, Error, Game};
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Error> {
    /// let client = Client::builder("http://localhost:1").wait_for_ready().connect_lazy()?;
    /// let call = client.legal_moves(Game::start("chess")).deadline(Duration::from_millis(50));
    /// // Not Unreachable: it has waited for somebody to be there.
    /// assert!(matches!(call.send().await, Err(Error::DeadlineExceeded { .. })));
    /// # Ok(()) }
    /// ```
    #[must_use]
    pub fn wait_for_ready(mut self) -> Self {
        self.wait_for_ready = true;
        self
    }

    /// How long a unary call may take, all its attempts together, unless it says otherwise. Default 10 s.
    #[must_use]
    pub fn deadline(mut self, deadline: Duration) -> Self {
        self.settings.deadline = Some(deadline);
        self
    }

    /// Calls wait as long as the server lets them.
    #[must_use]
    pub fn no_deadline(mut self) -> Self {
        self.settings.deadline = None;
        self
    }

    /// How failed calls are tried again.
    #[must_use]
    pub fn retries(mut self, retries: Retries) -> Self {
        self.settings.retries = retries;
        self
    }

    /// A call that has no answer after this time is asked of another server too; the first answer counts. The retry budget
    /// bounds how often. Set a little above the time that nearly all calls take, it cuts the tail of the latency.
    #[must_use]
    pub fn hedge_after(mut self, patience: Duration) -> Self {
        self.settings.retries.hedge = Hedge::After(patience);
        self
    }

    /// A bearer token that every call carries.
    ///
    /// ```
    /// # use tabuleiro_client::Client;
    /// # fn example() -> Result<(), tabuleiro_client::Error> {
    /// let client = Client::builder("http://localhost:50051").token("secret").connect_lazy()?;
    /// # Ok(()) }
    /// ```
    ///
    /// Tokens are sent over TLS or to this machine itself, and nowhere else, unless
    /// [that is allowed](ClientBuilder::allow_token_in_plaintext).
    #[must_use]
    pub fn token(mut self, token: impl Into<String>) -> Self {
        self.token = Some(token.into());
        self.token_source = None;
        self
    }

    /// Where bearer tokens come from that are good for a time only: a function or a [`FileToken`](crate::FileToken). When it is
    /// asked: [`TokenSource`].
    #[must_use]
    pub fn token_source(mut self, source: impl TokenSource) -> Self {
        self.token_source = Some(Arc::new(source));
        self.token = None;
        self
    }

    /// Sends tokens without TLS beyond this machine, where everyone on the way can read them: for a mesh that encrypts.
    #[must_use]
    pub fn allow_token_in_plaintext(mut self) -> Self {
        self.token_in_plaintext = true;
        self
    }

    /// TLS for addresses with `https://`, of which there must be one. Without it: the authorities that the system trusts, and no
    /// certificate of our own.
    #[cfg(feature = "tls")]
    #[must_use]
    pub fn tls(mut self, tls: crate::transport::Tls) -> Self {
        self.tls = Some(tls);
        self
    }

    /// Requests are compressed. Worth it for long records over slow networks; answers are a matter of
    /// [`accept_gzip`](ClientBuilder::accept_gzip). A server that cannot read them refuses them as UNIMPLEMENTED; those of
    /// Tabuleiro can.
    ///
    /// ```
    /// # use tabuleiro_client::Client;
    /// # fn example() -> Result<(), tabuleiro_client::Error> {
    /// let client = Client::builder("http://rules.example:50051").send_gzip().accept_gzip().connect_lazy()?;
    /// # Ok(()) }
    /// ```
    #[cfg(feature = "gzip")]
    #[must_use]
    pub fn send_gzip(mut self) -> Self {
        self.settings.send_gzip = true;
        self
    }

    /// Servers may compress their answers. Those of Tabuleiro do not at present; a proxy before them may.
    #[cfg(feature = "gzip")]
    #[must_use]
    pub fn accept_gzip(mut self) -> Self {
        self.settings.accept_gzip = true;
        self
    }

    /// Language of messages and explanations, BCP 47, for every call that does not say otherwise. Default: English.
    #[must_use]
    pub fn locale(mut self, locale: impl Into<String>) -> Self {
        self.settings.locale = locale.into();
        self
    }

    /// The largest answer that is taken, in bytes. Default 64 MiB. A larger one ends its call with [`Error::Refused`] and the code
    /// OUT_OF_RANGE.
    #[must_use]
    pub fn max_answer_bytes(mut self, bytes: usize) -> Self {
        self.settings.max_answer_bytes = bytes;
        self
    }

    /// A tower layer around every attempt of every call: the innermost is the first that was added. It sees requests of gRPC
    /// as HTTP, with their headers.
    ///
    /// ```
    /// # use tabuleiro_client::Client;
    /// # fn example() -> Result<(), tabuleiro_client::Error> {
    /// let client = Client::builder("http://rules.example:50051")
    ///     .layer(tower::util::MapRequestLayer::new(|mut request: http::Request<tonic::body::Body>| {
    ///         request.headers_mut().insert("x-tenant", http::HeaderValue::from_static("club"));
    ///         request
    ///     }))
    ///     .connect_lazy()?;
    /// # Ok(()) }
    /// ```
    #[must_use]
    pub fn layer<L>(mut self, layer: L) -> Self
    where
        L: Layer<Transport> + Send + Sync + 'static,
        L::Service: tower::Service<http::Request<Body>, Response = http::Response<Body>>
            + Clone
            + Send
            + Sync
            + 'static,
        <L::Service as tower::Service<http::Request<Body>>>::Error: Into<BoxError>,
        <L::Service as tower::Service<http::Request<Body>>>::Future: Send + 'static,
    {
        self.layers
            .push(Arc::new(move |inner| boxed(layer.layer(inner))));
        self
    }

    /// What is left to chance (pauses, times of rest) follows from this number: for simulations, in which those are the same
    /// each time.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.settings.seed = Some(seed);
        self
    }

    /// Makes the client and sees to it that a server is there.
    ///
    /// # Errors
    /// [`Error::BadAddress`], [`Error::BadToken`], [`Error::BadTls`], or [`Error::Unreachable`] when not one address can be
    /// reached.
    pub async fn connect(self) -> Result<Client, Error> {
        let (client, balancer) = self.finish()?;
        match balancer.reach().await {
            Ok(()) => Ok(client),
            Err(fault) => Err(Error::Unreachable {
                message: fault.to_string(),
            }),
        }
    }

    /// Makes the client; the first call connects.
    ///
    /// # Errors
    /// [`Error::BadAddress`], [`Error::BadToken`], [`Error::BadTls`].
    pub fn connect_lazy(self) -> Result<Client, Error> {
        self.finish().map(|(client, _)| client)
    }

    fn finish(self) -> Result<(Client, Balancer), Error> {
        let mut targets: Vec<Arc<Target>> = Vec::new();
        for address in &self.targets {
            let target = Target::read(address).map_err(|why| Error::BadAddress {
                address: address.clone(),
                why,
            })?;
            // The same address twice is one address.
            if !targets.iter().any(|known| **known == target) {
                targets.push(Arc::new(target));
            }
        }
        let mut settings = self.settings;
        settings.tokens = match (self.token_source, self.token) {
            (Some(source), _) => Tokens::from(source, settings.seed),
            (None, Some(token)) => Tokens::Fixed(bearer(&token)?),
            (None, None) => Tokens::None,
        };
        #[cfg(feature = "tls")]
        let tls = match (self.tls, targets.iter().any(|target| target.tls)) {
            (tls, true) => Some(tls.unwrap_or_default().prepare()?),
            (None, false) => None,
            (Some(_), false) => {
                let why = "no address begins with https://: nothing would be protected";
                return Err(Error::BadTls(why.to_owned()));
            }
        };
        let balancer = Balancer::new(Plan {
            targets,
            connections: self.connections,
            connector: self.connector,
            connect_timeout: self.connect_timeout,
            resolver: self.resolver,
            resolve_every: self.resolve_every,
            keep_alive: self.keep_alive,
            keep_alive_timeout: self.keep_alive_timeout,
            wait_for_ready: self.wait_for_ready,
            token_in_plaintext: self.token_in_plaintext,
            seed: settings.seed,
            #[cfg(feature = "tls")]
            tls,
        });
        let layers = self.layers.iter();
        let service = layers.fold(boxed(balancer.clone()), |inner, wrap| wrap(inner));
        Ok((Client::with_settings(service, settings), balancer))
    }
}
