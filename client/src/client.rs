//! The client: one service to send calls to, and the way of one call.

use std::{error::Error as _, sync::Arc, time::Duration};

use futures::Stream;
use http::{Request, Response, uri::PathAndQuery};
use tabuleiro_proto::{UnaryCall, UnaryMethod, v1};
use tokio::time::{Instant, timeout_at};
use tonic::{Code, Status, Streaming, body::Body, transport::Channel};
use tonic_prost::ProstCodec;
use tower::ServiceExt as _;

use crate::{
    Error,
    builder::{ClientBuilder, DEADLINE, MAX_ANSWER_BYTES},
    retry::{Retries, Retrying},
    token::{Header, Tokens},
    trace::CallSpan,
    transport::{BoxError, Transport, TransportError, Tried},
};

const AUDIT_PATH: &str = "/tabuleiro.v1.ArbiterService/AuditRecords";

/// A client of a Tabuleiro service. Cheap to clone; clones share connections and the retry budget.
///
/// It has one function for each RPC, which begins a [`Call`](crate::Call): set what differs from the defaults, then
/// `send().await`. It also carries the calls of the bare contract ([`UnaryCall`]), for those who have ready requests:
///
/// ```
/// # use tabuleiro_client::{testing::FakeServer, proto::UnaryCall as _};
/// use tabuleiro_client::v1::{ListVariantsRequest, rules_service::ListVariants};
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), tabuleiro_client::Error> {
/// # let client = FakeServer::with_samples().client();
/// let request = ListVariantsRequest { variants: vec!["brazilian".to_owned()], ..Default::default() };
/// let catalogue = client.unary::<ListVariants>(request).await?;
/// assert_eq!(catalogue.variants[0].id, "brazilian");
/// # Ok(()) }
/// ```
#[derive(Clone, Debug)]
pub struct Client {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    service: Transport,
    settings: Settings,
    retrying: Retrying,
}

#[derive(Clone, Debug)]
pub(crate) struct Settings {
    pub(crate) deadline: Option<Duration>,
    pub(crate) retries: Retries,
    pub(crate) locale: String,
    pub(crate) max_answer_bytes: usize,
    pub(crate) tokens: Tokens,
    pub(crate) seed: Option<u64>,
    #[cfg(feature = "gzip")]
    pub(crate) send_gzip: bool,
    #[cfg(feature = "gzip")]
    pub(crate) accept_gzip: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            deadline: Some(DEADLINE),
            retries: Retries::default(),
            locale: String::new(),
            max_answer_bytes: MAX_ANSWER_BYTES,
            tokens: Tokens::None,
            seed: None,
            #[cfg(feature = "gzip")]
            send_gzip: false,
            #[cfg(feature = "gzip")]
            accept_gzip: false,
        }
    }
}

pub(crate) fn boxed<S>(service: S) -> Transport
where
    S: tower::Service<Request<Body>, Response = Response<Body>> + Clone + Send + Sync + 'static,
    S::Error: Into<BoxError>,
    S::Future: Send + 'static,
{
    Transport::new(service.map_err(|error| TransportError(error.into())))
}

impl Client {
    /// A client of the service at this address, e.g. `http://localhost:50051`. The port is 50051 where none is given, and 443
    /// after `https://`.
    ///
    /// ```
    /// # use tabuleiro_client::{Client, Error};
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() {
    /// let nobody = Client::connect("http://localhost:1").await;
    /// assert!(matches!(nobody, Err(Error::Unreachable { .. })));
    /// let typo = Client::connect("htp://localhost").await;
    /// assert!(matches!(typo, Err(Error::BadAddress { .. })));
    /// # }
    /// ```
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
    /// the same process. What the [`ClientBuilder`] says of connections, balancing and tokens is then the channel's matter;
    /// retries and deadlines work.
    ///
    /// ```
    /// # use tabuleiro_client::Client;
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() {
    /// let channel = tonic::transport::Channel::from_static("http://localhost:50051").connect_lazy();
    /// let client = Client::from_channel(channel);
    /// # }
    /// ```
    #[must_use]
    pub fn from_channel(channel: Channel) -> Client {
        Client::from_service(channel)
    }

    /// A client over any service that carries gRPC, e.g. a channel with tower layers around it, or a fake.
    ///
    /// ```
    /// # use tabuleiro_client::{Client, testing::FakeServer};
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), tabuleiro_client::Error> {
    /// let client = Client::from_service(FakeServer::with_samples().service());
    /// client.list_variants().send().await?;
    /// # Ok(()) }
    /// ```
    #[must_use]
    pub fn from_service<S>(service: S) -> Client
    where
        S: tower::Service<Request<Body>, Response = Response<Body>> + Clone + Send + Sync + 'static,
        S::Error: Into<BoxError>,
        S::Future: Send + 'static,
    {
        Client::with_settings(boxed(service), Settings::default())
    }

    pub(crate) fn with_settings(service: Transport, settings: Settings) -> Client {
        let retrying = Retrying::new(settings.retries, settings.seed);
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

    /// The same client with another language for messages and explanations, BCP 47. It shares the connections.
    ///
    /// ```
    /// # use tabuleiro_client::{testing::FakeServer, v1::rules_service::ListVariants};
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), tabuleiro_client::Error> {
    /// # let server = FakeServer::with_samples();
    /// # let client = server.client();
    /// let em_portugues = client.with_locale("pt-BR");
    /// em_portugues.list_variants().send().await?;
    /// # assert_eq!(server.requests::<ListVariants>()[0].locale, "pt-BR");
    /// # Ok(()) }
    /// ```
    #[must_use]
    pub fn with_locale(&self, locale: impl Into<String>) -> Client {
        self.changed(|settings| settings.locale = locale.into())
    }

    /// The same client with other retries and a budget of its own. It shares the connections.
    ///
    /// ```
    /// # use tabuleiro_client::{Retries, testing::FakeServer};
    /// # let client = FakeServer::with_samples().client();
    /// let frank = client.with_retries(Retries::none());
    /// ```
    #[must_use]
    pub fn with_retries(&self, retries: Retries) -> Client {
        self.changed(|settings| settings.retries = retries)
    }

    /// The same client with another deadline for its unary calls. None: as long as the server lets them. It shares the
    /// connections.
    ///
    /// ```
    /// # use std::time::Duration;
    /// # use tabuleiro_client::testing::FakeServer;
    /// # let client = FakeServer::with_samples().client();
    /// let patient = client.with_deadline(Some(Duration::from_secs(60)));
    /// ```
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
        let inner = &*self.inner;
        let trip = Trip::begin(M::METHOD.path);
        let attempts = async {
            if M::METHOD.no_side_effects {
                let attempt = |limit| inner.attempt::<M>(&request, limit, &trip);
                let stalled = || trip.tried.is_stalled();
                inner.retrying.drive(deadline, stalled, attempt).await
            } else {
                inner.attempt::<M>(&request, deadline, &trip).await
            }
        };
        let result = match trip.span.around(until(deadline, attempts)).await {
            Some(result) => result.map_err(|status| Error::from_status(status, allowed)),
            None => Err(Error::DeadlineExceeded { allowed }),
        };
        trip.end(result.as_ref().err());
        result
    }

    /// The token that a call would carry now.
    pub(crate) async fn token(&self) -> Result<Option<Header>, Status> {
        self.inner.token().await
    }

    /// Whether the server has refused this token, so that it is worth asking for a newer one.
    pub(crate) fn refused_token(&self, status: &Status, sent: Option<&Header>) -> bool {
        self.inner.refused_token(status, sent)
    }

    /// Opens the stream of an audit. Streams have no deadline of their own.
    pub(crate) async fn audit_stream(
        &self,
        requests: impl Stream<Item = v1::AuditRecordsRequest> + Send + 'static,
        token: Option<&Header>,
        trip: &Trip,
    ) -> Result<Streaming<v1::AuditRecordsResponse>, Status> {
        let mut request = tonic::Request::new(requests);
        dress(&mut request, token, trip);
        let opening = async {
            self.inner
                .ready()
                .await?
                .streaming(
                    request,
                    PathAndQuery::from_static(AUDIT_PATH),
                    ProstCodec::<v1::AuditRecordsRequest, v1::AuditRecordsResponse>::default(),
                )
                .await
        };
        let opened = trip.span.around(opening).await;
        opened.map(tonic::Response::into_inner)
    }

    /// Waits for a further attempt after so many failures in a row. False: enough is enough.
    pub(crate) async fn may_retry(&self, failures: u32, wait: Duration) -> bool {
        self.inner.retrying.may_retry(failures, wait).await
    }
}

/// What all attempts of one call have in common.
pub(crate) struct Trip {
    tried: Tried,
    pub(crate) span: CallSpan,
}

impl Trip {
    pub(crate) fn begin(path: &'static str) -> Trip {
        Trip {
            tried: Tried::default(),
            span: CallSpan::begin(path),
        }
    }

    /// The trip of an audit.
    pub(crate) fn of_audit() -> Trip {
        Trip::begin(AUDIT_PATH)
    }

    /// The call is over, with this error if it has no answer.
    pub(crate) fn end(&self, error: Option<&Error>) {
        self.span.end(error, self.tried.last_address());
    }
}

/// Adds what every request carries.
fn dress<T>(request: &mut tonic::Request<T>, token: Option<&Header>, trip: &Trip) {
    request.extensions_mut().insert(trip.tried.clone());
    let metadata = request.metadata_mut();
    if let Some(token) = token {
        metadata.insert("authorization", token.clone());
    }
    trip.span.send(metadata);
}

/// Waits for an end, but no longer than until the deadline.
async fn until<T>(deadline: Option<Instant>, work: impl Future<Output = T>) -> Option<T> {
    match deadline {
        Some(deadline) => timeout_at(deadline, work).await.ok(),
        None => Some(work.await),
    }
}

impl Inner {
    async fn ready(&self) -> Result<tonic::client::Grpc<Transport>, Status> {
        let mut service = self.service.clone();
        let ready = service.ready().await.map(|_| ());
        ready.map_err(|error| Status::from_error(Box::new(error)))?;
        let grpc = tonic::client::Grpc::new(service)
            .max_decoding_message_size(self.settings.max_answer_bytes);
        #[cfg(feature = "gzip")]
        let grpc = {
            use tonic::codec::CompressionEncoding::Gzip;
            let grpc = if self.settings.send_gzip {
                grpc.send_compressed(Gzip)
            } else {
                grpc
            };
            if self.settings.accept_gzip {
                grpc.accept_compressed(Gzip)
            } else {
                grpc
            }
        };
        Ok(grpc)
    }

    async fn token(&self) -> Result<Option<Header>, Status> {
        let header = self.settings.tokens.header().await;
        header.map_err(|error| {
            let mut status = Status::unauthenticated("no token can be had");
            status.set_source(Arc::new(error));
            status
        })
    }

    fn refused_token(&self, status: &Status, sent: Option<&Header>) -> bool {
        // With a source it was made on this side.
        status.code() == Code::Unauthenticated
            && status.source().is_none()
            && sent.is_some_and(|header| self.settings.tokens.refused(header))
    }

    async fn attempt<M: UnaryMethod>(
        &self,
        message: &M::Request,
        deadline: Option<Instant>,
        trip: &Trip,
    ) -> Result<M::Response, Status> {
        let mut refused: Option<(Option<Header>, Status)> = None;
        loop {
            let mut request = tonic::Request::new(message.clone());
            if let Some(deadline) = deadline {
                request.set_timeout(deadline.saturating_duration_since(Instant::now()));
            }
            let token = self.token().await?;
            if let Some((_, status)) = refused.take_if(|(old, _)| *old == token) {
                // The source knows none that is newer.
                return Err(status);
            }
            dress(&mut request, token.as_ref(), trip);
            let result = self
                .ready()
                .await?
                .unary(
                    request,
                    PathAndQuery::from_static(M::METHOD.path),
                    ProstCodec::<M::Request, M::Response>::default(),
                )
                .await;
            match result {
                Ok(response) => return Ok(response.into_inner()),
                Err(status) => {
                    let again = self.refused_token(&status, token.as_ref());
                    if !again || refused.is_some() {
                        return Err(status);
                    }
                    trip.span.renews_token();
                    refused = Some((token, status));
                }
            }
        }
    }
}

impl UnaryCall for Client {
    type Error = Error;

    async fn unary<M: UnaryMethod>(&self, request: M::Request) -> Result<M::Response, Error> {
        self.unary_within::<M>(request, self.deadline()).await
    }
}
