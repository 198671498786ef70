//! Puts the server together: services, the layers around them, listeners; and starts it.

use std::{convert::Infallible, net::SocketAddr, sync::Arc, time::Duration};

use bytes::Bytes;
use http::{Request, Response};
use tokio::{
    io::DuplexStream,
    sync::{mpsc, watch},
};
use tonic::{
    body::Body,
    server::NamedService,
    service::{LayerExt as _, Layered, Routes},
};
use tonic_health::{ServingStatus, server::HealthReporter};
use tower::{Service, ServiceBuilder};
use tower_http::map_response_body::MapResponseBodyLayer;

use crate::{
    admin::Admin,
    config::{Config, Runtime},
    contract::{self, Methods},
    identity::REREAD,
    layers::{
        admission::Admission,
        auth::Auth,
        crowd::Crowd,
        deadline::{Deadline, DeadlineLayer},
        expansion::{BoundedBody, Expansion, ExpansionLayer},
        gate::{GateLayer, Gated},
        message_size::{LimitedBody, MessageSize, MessageSizeLayer},
        metrics::MetricsLayer,
        panic,
        rate_limit::{RateLimiter, Share},
        response_size::{ResponseSize, ResponseSizeLayer},
        span, unknown, web,
    },
    lifecycle::Running,
    listen::{Answering, Bound, Connections, Counters, Phase, Tls, TlsError, Workers, bind},
    services,
    telemetry::metrics::{Metrics, MetricsError},
    watched::keep_fresh,
};

/// How long a reflection stream may stay open where other streams may for ever.
const A_DAY: Duration = Duration::from_secs(24 * 3600);

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
    /// The certificates cannot be used.
    #[error("TLS cannot be served: {0}")]
    Tls(#[from] TlsError),
    /// The system gives no thread or no runtime.
    #[error("a worker cannot be started: {0}")]
    Worker(#[source] std::io::Error),
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
    auth: GateLayer<Auth>,
    share: GateLayer<Share>,
    deadline: DeadlineLayer,
    admission: GateLayer<Admission>,
    response_size: ResponseSizeLayer,
    message_size: MessageSizeLayer,
    expansion: ExpansionLayer,
}

/// A service inside its guards.
type Guarded<S> = Layered<Known<Deadline<Gated<Admission, Bounded<S>>>>, S>;

/// Who calls is known and allowed, and has a share left.
type Known<S> = Gated<Auth, Gated<Share, S>>;

/// Messages are bounded, both ways.
type Bounded<S> = ResponseSize<MessageSize<Expansion<S>>>;

/// A service that needs credentials and takes from its client's share, and has a deadline of its own.
type Allowed<S> = Layered<Known<Deadline<S>>, S>;

impl Guards {
    fn around<S>(&self, service: S) -> Guarded<S> {
        ServiceBuilder::new()
            .layer(self.auth.clone())
            .layer(self.share.clone())
            .layer(self.deadline.clone())
            .layer(self.admission.clone())
            .layer(self.response_size.clone())
            .layer(self.message_size.clone())
            .layer(self.expansion.clone())
            .into_inner()
            .named_layer(service)
    }

    fn gate<S>(&self, deadline: &DeadlineLayer, service: S) -> Allowed<S> {
        ServiceBuilder::new()
            .layer(self.auth.clone())
            .layer(self.share.clone())
            .layer(deadline.clone())
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
        let metrics = Metrics::of(&config)?;
        let limiter = RateLimiter::new(&config.rate_limit, metrics.clone()).map(Arc::new);
        let crowd = Crowd::new(config.per_client, &config.rate_limit, metrics.clone());
        let admission = Admission::new(config.limits.in_flight, metrics.clone());
        let guards = Guards {
            auth: GateLayer(Auth::new(
                config.identity.authority.clone(),
                limiter.clone(),
            )),
            share: GateLayer(Share(limiter)),
            deadline: DeadlineLayer::new(
                config.limits.call_time,
                config.limits.stream_time,
                methods.clone(),
            ),
            admission: GateLayer(admission.with_crowd(crowd)),
            response_size: ResponseSizeLayer::new(config.limits.response_bytes, metrics.clone()),
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
        // Neither is ever shed, but a call to them ends like any other: a stream whose message never comes holds memory.
        let in_time = ServiceBuilder::new()
            .layer(guards.deadline.clone())
            .into_inner();
        let mut routes = Routes::new(in_time.named_layer(health_service));
        if config.identity.reflection {
            let mut v1 = tonic_reflection::server::Builder::configure();
            let mut v1alpha = tonic_reflection::server::Builder::configure();
            for set in sets {
                v1 = v1.register_encoded_file_descriptor_set(set);
                v1alpha = v1alpha.register_encoded_file_descriptor_set(set);
            }
            // Reflection is a stream whose descriptors are not among ours.
            let longest = config.limits.stream_time.unwrap_or(A_DAY);
            let streams = DeadlineLayer::new(longest, Some(longest), methods.clone());
            routes = routes
                .add_service(guards.gate(&streams, v1.build_v1()?))
                .add_service(guards.gate(&streams, v1alpha.build_v1alpha()?));
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
    /// [`StartError::Listen`], [`StartError::Tls`], [`StartError::Worker`].
    pub async fn listen(self) -> Result<Running, StartError> {
        let transport = &self.config.transport;
        let per_core = transport.runtime == Runtime::PerCore;
        let copies = if per_core {
            self.config.worker_threads
        } else {
            1
        };
        let pages = self.config.web.is_on();
        let tls = transport.tls.clone();
        let tls = tls.map(|files| Tls::load(files, pages)).transpose()?;
        let Bound {
            addresses,
            listeners,
        } = bind(&self.config.listen, copies)?;
        let phase = watch::Sender::new(Phase::Serving);
        let told = phase.subscribe();
        let (alive, workers) = Workers::new();
        let counters = Counters::default();
        self.metrics.watch_connections(&counters);
        let admin = match self.config.admin.as_slice() {
            [] => None,
            addresses => {
                let ready = self.health.ready.subscribe();
                let (probes, metrics) = (self.probes.clone(), self.metrics.clone());
                Some(Admin::start(bind(addresses, 1)?, probes, metrics, ready)?)
            }
        };
        let connections = self.connections(tls, counters.clone());
        self.begin().await;
        let started = if per_core {
            let threads = self.config.compute_threads;
            connections
                .accept_per_core(listeners, &told, &alive, threads)
                .await
        } else {
            listeners
                .into_iter()
                .try_for_each(|all| connections.accept_here(all, &told, &alive))
        };
        if let Err(error) = started {
            phase.send_replace(Phase::Cut);
            if let Some(admin) = admin {
                admin.stop();
            }
            return Err(StartError::Worker(error));
        }
        Ok(Running::new(
            addresses,
            self.health,
            self.draining,
            self.config.drain,
            phase,
            workers,
            counters,
        )
        .with_admin(admin)
        .with_metrics(self.metrics))
    }

    /// Everything between a connection and the services.
    fn connections(
        &self,
        tls: Option<Tls>,
        counters: Counters,
    ) -> Arc<Connections<impl Answering + use<>>> {
        let stack = stack(
            self.methods.clone(),
            self.routes.clone(),
            web::layer(&self.config.web),
            self.metrics.clone(),
        );
        let limits = self.config.transport.clone();
        let pages = self.config.web.is_on();
        Arc::new(Connections::new(stack, limits, pages, tls, counters))
    }

    /// From now on calls are answered.
    async fn begin(&self) {
        self.health.serve().await;
        if let Some(authority) = &self.config.identity.authority {
            tokio::spawn(keep_fresh(Arc::downgrade(authority), REREAD));
        }
    }

    /// Serves callers in this process, as long as there are any.
    pub(crate) async fn embed(self, mut callers: mpsc::Receiver<DuplexStream>) {
        let connections = self.connections(None, Counters::default());
        self.begin().await;
        tokio::spawn(async move {
            // Nobody ever says that an embedded server goes away.
            let phase = watch::Sender::new(Phase::Serving);
            while let Some(stream) = callers.recv().await {
                tokio::spawn(Arc::clone(&connections).memory(stream, phase.subscribe()));
            }
        });
    }
}

/// Everything that a request passes, from its connection on.
fn stack(
    methods: Methods,
    routes: Routes,
    pages: Option<web::WebLayer>,
    metrics: Metrics,
) -> impl Answering {
    ServiceBuilder::new()
        .option_layer(pages)
        .layer(MapResponseBodyLayer::new(Body::new))
        .layer(MetricsLayer::new(metrics.clone(), methods.clone()))
        .layer(span::SpanLayer::new(methods))
        .layer(MapResponseBodyLayer::new(Body::new))
        .layer(panic::layer(metrics))
        .map_response(unknown::explain::<Body>)
        .service(routes.prepare())
}
