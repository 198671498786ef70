//! The client: one service to send calls to, and the way of one call.

use std::{sync::Arc, time::Duration};

use futures::Stream;
use http::{Request, Response, uri::PathAndQuery};
use tabuleiro_proto::{UnaryCall, UnaryMethod, v1};
use tokio::time::{Instant, timeout_at};
use tonic::{
    Status, Streaming,
    body::Body,
    metadata::{Ascii, MetadataValue},
    transport::Channel,
};
use tonic_prost::ProstCodec;
use tower::{ServiceExt as _, retry::Retry, service_fn, util::BoxCloneSyncService};

use crate::{
    Error,
    builder::{ClientBuilder, DEADLINE, MAX_ANSWER_BYTES},
    retry::{Retries, Retrying},
};

type BoxError = Box<dyn std::error::Error + Send + Sync>;
type BoxService = BoxCloneSyncService<Request<Body>, Response<Body>, TransportError>;

/// What the service underneath says when it cannot carry a call. A type of its own, because the compiler cannot show that
/// a future which holds a boxed error can be sent.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct TransportError(#[source] BoxError);

const AUDIT_PATH: &str = "/tabuleiro.v1.ArbiterService/AuditRecords";

/// A client of a Tabuleiro service. Cheap to clone; clones share connections and the retry budget.
///
/// It has one function for each RPC, which begins a [`Call`](crate::Call): set what differs from the defaults, then
/// `send().await`. It also carries the calls of the bare contract ([`UnaryCall`]), for those who have ready requests.
#[derive(Clone, Debug)]
pub struct Client {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    service: BoxService,
    settings: Settings,
    retrying: Retrying,
}

#[derive(Clone, Debug)]
pub(crate) struct Settings {
    pub(crate) deadline: Option<Duration>,
    pub(crate) retries: Retries,
    pub(crate) locale: String,
    pub(crate) max_answer_bytes: usize,
    pub(crate) authorization: Option<MetadataValue<Ascii>>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            deadline: Some(DEADLINE),
            retries: Retries::default(),
            locale: String::new(),
            max_answer_bytes: MAX_ANSWER_BYTES,
            authorization: None,
        }
    }
}

pub(crate) fn boxed<S>(service: S) -> BoxService
where
    S: tower::Service<Request<Body>, Response = Response<Body>> + Clone + Send + Sync + 'static,
    S::Error: Into<BoxError>,
    S::Future: Send + 'static,
{
    BoxCloneSyncService::new(service.map_err(|error| TransportError(error.into())))
}

impl Client {
    /// A client of the service at this address, e.g. `http://localhost:50051`.
    ///
    /// # Errors
    /// [`Error::BadAddress`], or [`Error::Unreachable`]: nobody answers there.
    pub async fn connect(url: impl Into<String>) -> Result<Client, Error> {
        Client::builder(url).connect().await
    }

    /// Settings for a client of the service at this address.
    #[must_use]
    pub fn builder(url: impl Into<String>) -> ClientBuilder {
        ClientBuilder::new(url.into())
    }

    /// A client over a channel that exists already: one with layers and settings of the caller's own, or one to a server in
    /// the same process.
    #[must_use]
    pub fn from_channel(channel: Channel) -> Client {
        Client::from_service(channel)
    }

    /// A client over any service that carries gRPC, e.g. a channel with tower layers around it.
    #[must_use]
    pub fn from_service<S>(service: S) -> Client
    where
        S: tower::Service<Request<Body>, Response = Response<Body>> + Clone + Send + Sync + 'static,
        S::Error: Into<BoxError>,
        S::Future: Send + 'static,
    {
        Client::with_settings(boxed(service), Settings::default())
    }

    pub(crate) fn with_settings(service: BoxService, settings: Settings) -> Client {
        let retrying = Retrying::new(settings.retries);
        Client {
            inner: Arc::new(Inner {
                service,
                settings,
                retrying,
            }),
        }
    }

    fn changed(&self, change: impl FnOnce(&mut Settings)) -> Client {
        let mut settings = self.inner.settings.clone();
        change(&mut settings);
        Client::with_settings(self.inner.service.clone(), settings)
    }

    /// The same client with another language for messages and explanations, BCP 47.
    #[must_use]
    pub fn with_locale(&self, locale: impl Into<String>) -> Client {
        self.changed(|settings| settings.locale = locale.into())
    }

    /// The same client with other retries and a budget of its own.
    #[must_use]
    pub fn with_retries(&self, retries: Retries) -> Client {
        self.changed(|settings| settings.retries = retries)
    }

    /// The same client with another deadline for its unary calls. None: as long as the server lets them.
    #[must_use]
    pub fn with_deadline(&self, deadline: Option<Duration>) -> Client {
        self.changed(|settings| settings.deadline = deadline)
    }

    pub(crate) fn locale(&self) -> String {
        self.inner.settings.locale.clone()
    }

    pub(crate) fn deadline(&self) -> Option<Duration> {
        self.inner.settings.deadline
    }

    /// Makes a unary call, and again where that may help, within the time allowed.
    pub(crate) async fn unary_within<M: UnaryMethod>(
        &self,
        request: M::Request,
        allowed: Option<Duration>,
    ) -> Result<M::Response, Error> {
        let deadline = allowed.and_then(|allowed| Instant::now().checked_add(allowed));
        let inner = Arc::clone(&self.inner);
        let attempt = service_fn(move |request: M::Request| {
            let inner = Arc::clone(&inner);
            async move { inner.attempt::<M>(request, deadline).await }
        });
        let result = if M::METHOD.no_side_effects {
            let retrying = Retry::new(self.inner.retrying.policy(deadline), attempt);
            until(deadline, retrying.oneshot(request)).await
        } else {
            until(deadline, attempt.oneshot(request)).await
        };
        match result {
            Some(result) => result.map_err(|status| Error::from_status(status, allowed)),
            None => Err(Error::DeadlineExceeded { allowed }),
        }
    }

    /// Opens the stream of an audit. Streams have no deadline of their own.
    pub(crate) async fn audit_stream(
        &self,
        requests: impl Stream<Item = v1::AuditRecordsRequest> + Send + 'static,
    ) -> Result<Streaming<v1::AuditRecordsResponse>, Error> {
        let mut request = tonic::Request::new(requests);
        self.inner.authorize(&mut request);
        self.inner
            .ready()
            .await
            .map_err(|status| Error::from_status(status, None))?
            .streaming(
                request,
                PathAndQuery::from_static(AUDIT_PATH),
                ProstCodec::<v1::AuditRecordsRequest, v1::AuditRecordsResponse>::default(),
            )
            .await
            .map(tonic::Response::into_inner)
            .map_err(|status| Error::from_status(status, None))
    }
}

/// Waits for an end, but no longer than until the deadline.
async fn until<T>(deadline: Option<Instant>, work: impl Future<Output = T>) -> Option<T> {
    match deadline {
        Some(deadline) => timeout_at(deadline, work).await.ok(),
        None => Some(work.await),
    }
}

impl Inner {
    async fn ready(&self) -> Result<tonic::client::Grpc<BoxService>, Status> {
        let mut service = self.service.clone();
        let ready = service.ready().await.map(|_| ());
        ready.map_err(|error| Status::from_error(Box::new(error)))?;
        Ok(tonic::client::Grpc::new(service)
            .max_decoding_message_size(self.settings.max_answer_bytes))
    }

    fn authorize<T>(&self, request: &mut tonic::Request<T>) {
        if let Some(value) = &self.settings.authorization {
            request
                .metadata_mut()
                .insert("authorization", value.clone());
        }
    }

    async fn attempt<M: UnaryMethod>(
        &self,
        message: M::Request,
        deadline: Option<Instant>,
    ) -> Result<M::Response, Status> {
        let mut request = tonic::Request::new(message);
        if let Some(deadline) = deadline {
            request.set_timeout(deadline.saturating_duration_since(Instant::now()));
        }
        self.authorize(&mut request);
        self.ready()
            .await?
            .unary(
                request,
                PathAndQuery::from_static(M::METHOD.path),
                ProstCodec::<M::Request, M::Response>::default(),
            )
            .await
            .map(tonic::Response::into_inner)
    }
}

impl UnaryCall for Client {
    type Error = Error;

    async fn unary<M: UnaryMethod>(&self, request: M::Request) -> Result<M::Response, Error> {
        self.unary_within::<M>(request, self.deadline()).await
    }
}
