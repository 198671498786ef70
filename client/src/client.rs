//! The client: one service to send calls to, and the way of one call.

use std::{sync::Arc, time::Duration};

use futures::Stream;
use http::{Request, Response, uri::PathAndQuery};
use tabuleiro_proto::{UnaryCall, UnaryMethod, v1};
use tokio::time::{Instant, timeout_at};
use tonic::{
    Code, Status, Streaming,
    body::Body,
    metadata::{Ascii, MetadataValue},
    transport::Channel,
};
use tonic_prost::ProstCodec;
use tower::ServiceExt as _;

use crate::{
    Error,
    builder::{ClientBuilder, DEADLINE, MAX_ANSWER_BYTES},
    retry::{Retries, Retrying},
    token::Tokens,
    transport::{BoxError, Transport, TransportError, Tried},
};

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
        let inner = &*self.inner;
        let trip = Trip::begin();
        let result = if M::METHOD.no_side_effects {
            let attempt = |limit| inner.attempt::<M>(&request, limit, &trip);
            until(
                deadline,
                inner
                    .retrying
                    .drive(deadline, || trip.tried.is_stalled(), attempt),
            )
            .await
        } else {
            until(deadline, inner.attempt::<M>(&request, deadline, &trip)).await
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
        trip: &Trip,
    ) -> Result<Streaming<v1::AuditRecordsResponse>, Status> {
        let mut request = tonic::Request::new(requests);
        let sent = self.inner.dress(&mut request, trip).await?;
        let opened = self
            .inner
            .ready()
            .await?
            .streaming(
                request,
                PathAndQuery::from_static(AUDIT_PATH),
                ProstCodec::<v1::AuditRecordsRequest, v1::AuditRecordsResponse>::default(),
            )
            .await;
        if let Err(status) = &opened {
            self.inner.note_refused_token(status, sent.as_ref());
        }
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
}

impl Trip {
    pub(crate) fn begin() -> Trip {
        Trip {
            tried: Tried::default(),
        }
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

    /// Adds what every request carries. The token that was sent.
    async fn dress<T>(
        &self,
        request: &mut tonic::Request<T>,
        trip: &Trip,
    ) -> Result<Option<MetadataValue<Ascii>>, Status> {
        request.extensions_mut().insert(trip.tried.clone());
        let header = self.settings.tokens.header().await;
        let header = header.map_err(|error| {
            let mut status = Status::unauthenticated("no token can be had");
            status.set_source(Arc::new(error));
            status
        })?;
        if let Some(value) = &header {
            request
                .metadata_mut()
                .insert("authorization", value.clone());
        }
        Ok(header)
    }

    /// Whether the call may be made once more with a token that is newer than the one that was sent.
    fn note_refused_token(&self, status: &Status, sent: Option<&MetadataValue<Ascii>>) -> bool {
        status.code() == Code::Unauthenticated
            && sent.is_some_and(|header| self.settings.tokens.refused(header))
    }

    async fn attempt<M: UnaryMethod>(
        &self,
        message: &M::Request,
        deadline: Option<Instant>,
        trip: &Trip,
    ) -> Result<M::Response, Status> {
        let mut renewed = false;
        loop {
            let mut request = tonic::Request::new(message.clone());
            if let Some(deadline) = deadline {
                request.set_timeout(deadline.saturating_duration_since(Instant::now()));
            }
            let sent = self.dress(&mut request, trip).await?;
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
                    let newer = self.note_refused_token(&status, sent.as_ref());
                    if renewed || !newer {
                        return Err(status);
                    }
                    renewed = true;
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
