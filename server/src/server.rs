//! Puts the server together: services, the layers around them, listeners; and starts it.

use std::{convert::Infallible, net::SocketAddr, sync::Arc};

use bytes::Bytes;
use futures::{Stream, StreamExt as _, stream};
use http::{Request, Response};
use tokio::{
    io::{AsyncRead, AsyncWrite},
    net::TcpStream,
    sync::watch,
};
use tonic::{
    body::Body,
    server::NamedService,
    service::{LayerExt as _, Layered, Routes},
    transport::server::{Connected, TcpIncoming},
};
use tonic_health::{ServingStatus, server::HealthReporter};
use tower::{Service, ServiceBuilder};
use tower_http::map_response_body::MapResponseBodyLayer;

use crate::{
    admin::Admin,
    config::Config,
    contract::{self, Methods},
    identity::Authority,
    layers::{
        admission::{Admission, AdmissionLayer},
        auth::{Auth, AuthLayer},
        deadline::{Deadline, DeadlineLayer},
        expansion::{BoundedBody, Expansion, ExpansionLayer},
        message_size::{LimitedBody, MessageSize, MessageSizeLayer},
        metrics::MetricsLayer,
        panic,
        rate_limit::{RateLimitLayer, RateLimited, RateLimiter},
        span, unknown, web,
    },
    lifecycle::Running,
    listen::accepted::Accepted,
    peer::Peer,
    services,
    telemetry::metrics::{Metrics, MetricsError},
};

/// Pending resets that a connection may leave behind. The default of 20 lets a burst of cancelled calls (a
/// client with short deadlines) take unrelated calls on its connection down with it.
const MAX_PENDING_RESETS: usize = 200;

/// Why a server did not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// An address cannot be listened on.
    #[error("cannot listen on {address}: {source}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// What the system says.
        source: std::io::Error,
    },
    /// The build's own descriptors are broken.
    #[error("the contract's descriptors cannot be read: {0}")]
    Contract(#[from] prost::DecodeError),
    /// Reflection refuses the build's own descriptors.
    #[error("reflection cannot be built: {0}")]
    Reflection(#[from] tonic_reflection::server::Error),
    /// Metrics cannot be set up.
    #[error(transparent)]
    Metrics(#[from] MetricsError),
}

/// A server that is put together but does not run yet.
#[derive(Debug)]
pub struct Server {
    config: Config,
    guards: Guards,
    methods: Methods,
    metrics: Metrics,
    routes: Routes,
    /// Health once more, for the admin port.
    probes: Routes,
    health: Health,
    draining: watch::Sender<bool>,
}

/// The layers around the product's own services.
#[derive(Clone, Debug)]
struct Guards {
    auth: AuthLayer,
    rate_limit: RateLimitLayer,
    deadline: DeadlineLayer,
    admission: AdmissionLayer,
    message_size: MessageSizeLayer,
    expansion: ExpansionLayer,
}

/// A service inside its guards.
type Guarded<S> = Layered<Auth<RateLimited<Deadline<Admission<MessageSize<Expansion<S>>>>>>, S>;

/// A service that needs credentials and takes from its client's share, and has no other limit.
type Gated<S> = Layered<Auth<RateLimited<S>>, S>;

impl Guards {
    fn around<S>(&self, service: S) -> Guarded<S> {
        ServiceBuilder::new()
            .layer(self.auth.clone())
            .layer(self.rate_limit.clone())
            .layer(self.deadline.clone())
            .layer(self.admission.clone())
            .layer(self.message_size.clone())
            .layer(self.expansion.clone())
            .into_inner()
            .named_layer(service)
    }

    fn gate<S>(&self, service: S) -> Gated<S> {
        ServiceBuilder::new()
            .layer(self.auth.clone())
            .layer(self.rate_limit.clone())
            .into_inner()
            .named_layer(service)
    }
}

/// The health service's reporter and the names that it answers for. The empty name says that the process lives; a
/// service's name, that it takes calls.
#[derive(Clone, Debug)]
pub(crate) struct Health {
    reporter: HealthReporter,
    /// The reporter of the admin port, whose statuses stay to the end.
    probes: HealthReporter,
    /// The same for probes by HTTP.
    ready: watch::Sender<bool>,
    names: Vec<&'static str>,
}

impl Health {
    async fn serve(&self) {
        for name in self.names.iter().chain([&""]) {
            self.say(name, ServingStatus::Serving).await;
        }
        self.ready.send_replace(true);
    }

    async fn say(&self, name: &'static str, status: ServingStatus) {
        for reporter in [&self.reporter, &self.probes] {
            reporter.set_service_status(name, status).await;
        }
    }

    /// Balancers look elsewhere; the process still lives.
    pub(crate) async fn leave(&self) {
        self.ready.send_replace(false);
        for name in &self.names {
            self.say(name, ServingStatus::NotServing).await;
        }
    }

    /// Ends every open watch: one would keep a draining server waiting for ever.
    pub(crate) async fn end_watches(&mut self) {
        for name in self.names.iter().chain([&""]) {
            self.reporter.clear_service_status(name).await;
        }
    }
}

impl Server {
    /// The product's services behind their layers.
    ///
    /// # Errors
    /// [`StartError::Contract`] or [`StartError::Reflection`]: a broken build.
    pub fn new(config: Config) -> Result<Server, StartError> {
        Server::bare(config).map(services::add_to)
    }

    /// The layers, health and reflection without the product's services: for measuring what those cost, and for
    /// services of one's own.
    ///
    /// # Errors
    /// As [`Server::new`].
    pub fn bare(config: Config) -> Result<Server, StartError> {
        let sets = contract::descriptor_sets();
        let methods = Methods::describe(&sets)?;
        let limiter = RateLimiter::new(&config.rate_limit).map(Arc::new);
        let metrics = Metrics::of(&config)?;
        let guards = Guards {
            auth: AuthLayer::new(config.identity.authority.clone(), limiter.clone()),
            rate_limit: RateLimitLayer::new(limiter),
            deadline: DeadlineLayer::new(
                config.limits.call_time,
                config.limits.stream_time,
                methods.clone(),
            ),
            admission: AdmissionLayer::new(config.limits.in_flight, metrics.clone()),
            message_size: MessageSizeLayer::new(config.limits.request_bytes, metrics.clone()),
            expansion: ExpansionLayer::new(
                methods.shapes().clone(),
                config.limits.request_bytes,
                config.limits.decoded_bytes,
                metrics.clone(),
            ),
        };
        let (reporter, health_service) = tonic_health::server::health_reporter();
        let (probes, probe_service) = tonic_health::server::health_reporter();
        let mut routes = Routes::new(health_service);
        if config.identity.reflection {
            let mut v1 = tonic_reflection::server::Builder::configure();
            let mut v1alpha = tonic_reflection::server::Builder::configure();
            for set in sets {
                v1 = v1.register_encoded_file_descriptor_set(set);
                v1alpha = v1alpha.register_encoded_file_descriptor_set(set);
            }
            routes = routes
                .add_service(guards.gate(v1.build_v1()?))
                .add_service(guards.gate(v1alpha.build_v1alpha()?));
        }
        let health = Health {
            reporter,
            probes,
            ready: watch::Sender::new(false),
            names: Vec::new(),
        };
        Ok(Server {
            config,
            guards,
            methods,
            metrics,
            routes,
            probes: Routes::new(probe_service),
            health,
            draining: watch::Sender::new(false),
        })
    }

    /// The configuration that it is put together for.
    #[must_use]
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// What it counts with.
    pub(crate) fn metrics(&self) -> &Metrics {
        &self.metrics
    }

    /// Says when the server is going away.
    pub(crate) fn draining(&self) -> watch::Receiver<bool> {
        self.draining.subscribe()
    }

    /// Adds a service behind the same layers as the product's own: deadline, admission, message size, panics, span.
    #[must_use]
    pub fn with_service<S, R>(mut self, service: S) -> Server
    where
        S: Service<
                Request<BoundedBody<LimitedBody<Body>>>,
                Response = Response<R>,
                Error = Infallible,
            > + NamedService
            + Clone
            + Send
            + Sync
            + 'static,
        S::Future: Send + 'static,
        R: http_body::Body<Data = Bytes> + Send + 'static,
        R::Error: Into<tonic::codegen::StdError>,
    {
        self.health.names.push(S::NAME);
        self.routes = self.routes.add_service(self.guards.around(service));
        self
    }

    /// Puts a server together and starts it on the configured addresses.
    ///
    /// # Errors
    /// [`StartError`].
    pub async fn start(config: Config) -> Result<Running, StartError> {
        Server::new(config)?.listen().await
    }

    /// Starts the server on the configured addresses.
    ///
    /// # Errors
    /// [`StartError::Listen`].
    pub async fn listen(self) -> Result<Running, StartError> {
        let (addresses, incoming) = bind(&self.config.listen)?;
        let admin = if self.config.admin.is_empty() {
            None
        } else {
            let (addresses, incoming) = bind(&self.config.admin)?;
            let ready = self.health.ready.subscribe();
            let (probes, metrics) = (self.probes.clone(), self.metrics.clone());
            Some(Admin::start(addresses, incoming, probes, metrics, ready))
        };
        Ok(self.run(addresses, incoming).await.with_admin(admin))
    }

    /// Starts the server on any source of connections.
    pub(crate) async fn run<I, IO>(self, addresses: Vec<SocketAddr>, incoming: I) -> Running
    where
        I: Stream<Item = std::io::Result<IO>> + Send + 'static,
        IO: AsyncRead + AsyncWrite + Connected + Unpin + Send + 'static,
    {
        let Server {
            config,
            methods,
            metrics,
            routes,
            health,
            draining,
            ..
        } = self;
        health.serve().await;
        if let Some(authority) = &config.identity.authority {
            tokio::spawn(Authority::keep_fresh(Arc::downgrade(authority)));
        }
        let around_all = ServiceBuilder::new()
            .option_layer(web::layer(&config.web))
            .layer(MapResponseBodyLayer::new(Body::new))
            .layer(MetricsLayer::new(metrics.clone(), methods.clone()))
            .layer(span::SpanLayer::new(methods))
            .layer(MapResponseBodyLayer::new(Body::new))
            .layer(panic::layer(metrics.clone()))
            .map_response(unknown::explain::<Body>)
            .into_inner();
        let mut transport = tonic::transport::Server::builder()
            .accept_http1(config.web.is_on())
            .max_concurrent_streams(config.max_concurrent_streams)
            .http2_max_pending_accept_reset_streams(Some(MAX_PENDING_RESETS))
            .http2_keepalive_interval(Some(std::time::Duration::from_secs(60)))
            .http2_keepalive_timeout(Some(std::time::Duration::from_secs(20)));
        if let Some(age) = config.max_connection_age {
            transport = transport.max_connection_age(age);
        }
        let router = transport.layer(around_all).add_routes(routes.prepare());
        Running::spawn(addresses, health, draining, config.drain, |goaway| {
            router.serve_with_incoming_shutdown(incoming, goaway)
        })
        .with_metrics(metrics)
    }
}

/// Binds every address. A loopback address of a protocol that the machine does not have is left out with a
/// warning, as long as another one is there: the defaults name both loopbacks.
fn bind(
    addresses: &[SocketAddr],
) -> Result<
    (
        Vec<SocketAddr>,
        impl Stream<Item = std::io::Result<Accepted<TcpStream>>> + Send + use<>,
    ),
    StartError,
> {
    let mut bound = Vec::new();
    let mut listeners = Vec::new();
    for address in addresses {
        let address = *address;
        let listener = TcpIncoming::bind(address)
            .and_then(|listener| Ok((listener.local_addr()?, listener.with_nodelay(Some(true)))));
        match listener {
            Ok((local, listener)) => {
                bound.push(local);
                listeners.push(listener);
            }
            Err(error) if address.is_ipv6() && address.ip().is_loopback() && !bound.is_empty() => {
                tracing::warn!(%address, %error, "not listening here");
            }
            Err(source) => return Err(StartError::Listen { address, source }),
        }
    }
    let incoming = stream::select_all(listeners).map(|accepted| {
        let stream = accepted?;
        let peer = Peer::at(stream.peer_addr()?);
        Ok(Accepted::new(stream, peer))
    });
    Ok((bound, incoming))
}
