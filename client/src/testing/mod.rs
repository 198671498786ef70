//! A server in memory with canned answers, for the tests of programs that use this crate. The client under test is the
//! real one: requests and answers are encoded and decoded as on the wire, retries and deadlines work.
//!
//! ```
//! use tabuleiro_client::testing::FakeServer;
//! use tabuleiro_client::v1::{LegalMovesResponse, rules_service::LegalMoves};
//! use tabuleiro_client::{Error, ErrorReason, Game};
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), tabuleiro_client::Error> {
//! let server = FakeServer::new().answer::<LegalMoves>(|request| {
//!     match request.game.and_then(|game| game.ruleset) {
//!         Some(rules) if rules.variant == "chess" => {
//!             Ok(LegalMovesResponse { move_count: 20, ..LegalMovesResponse::default() })
//!         }
//!         _ => Err(FakeServer::refuse(ErrorReason::UnknownVariant, "no such variant")),
//!     }
//! });
//! let client = server.client();
//! assert_eq!(client.legal_moves(Game::start("chess")).send().await?.move_count, 20);
//! let error = client.legal_moves(Game::start("go")).send().await.unwrap_err();
//! assert_eq!(error.reason(), Some(ErrorReason::UnknownVariant));
//! assert_eq!(server.requests::<LegalMoves>().len(), 2);
//! # Ok(()) }
//! ```

mod samples;

use std::{
    any::Any,
    collections::HashMap,
    convert::Infallible,
    sync::{Arc, Mutex, PoisonError},
};

use bytes::{Bytes, BytesMut};
use futures::{FutureExt as _, StreamExt as _, future::BoxFuture, stream, stream::BoxStream};
use http::{HeaderMap, Request, Response};
use tabuleiro_proto::{
    ERROR_DOMAIN, UnaryMethod,
    v1::{self, ErrorReason, audit_records_request::Part},
};
use tonic::{Code, Status, Streaming, body::Body};
use tonic_prost::ProstCodec;
use tonic_types::{ErrorDetails, StatusExt as _};
use tower::service_fn;

use crate::{Client, client::boxed, transport::Transport};

const AUDIT_PATH: &str = "/tabuleiro.v1.ArbiterService/AuditRecords";

type Handler = Arc<dyn Fn(Request<Body>) -> BoxFuture<'static, Response<Body>> + Send + Sync>;
type Calls = Arc<Mutex<Vec<Arrived>>>;

/// A call as it arrived.
struct Arrived {
    path: &'static str,
    headers: HeaderMap,
    message: Box<dyn Any + Send>,
}

/// A server in memory. What it has no answer for is UNIMPLEMENTED. The [module](self) has an example.
#[derive(Clone, Default)]
pub struct FakeServer {
    handlers: HashMap<&'static str, Handler>,
    calls: Calls,
}

impl std::fmt::Debug for FakeServer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("FakeServer")
            .field("answers", &self.handlers.keys())
            .finish_non_exhaustive()
    }
}

impl FakeServer {
    /// A server without answers.
    #[must_use]
    pub fn new() -> FakeServer {
        FakeServer::default()
    }

    /// A server with a plausible answer for every RPC: enough to see a program run, no judge of anything.
    #[must_use]
    pub fn with_samples() -> FakeServer {
        samples::add_to(FakeServer::new())
    }

    /// Answers a unary RPC with this function, from now on.
    #[must_use]
    pub fn answer<M: UnaryMethod>(
        mut self,
        answer: impl Fn(M::Request) -> Result<M::Response, Status> + Send + Sync + 'static,
    ) -> FakeServer {
        let answer = Arc::new(answer);
        let calls = Arc::clone(&self.calls);
        let handler = move |http: Request<Body>| {
            let (answer, calls) = (Arc::clone(&answer), Arc::clone(&calls));
            let service = service_fn(move |request: tonic::Request<M::Request>| {
                let (headers, _, message) = request.into_parts();
                record(&calls, M::METHOD.path, headers, message.clone());
                std::future::ready(answer(message).map(tonic::Response::new))
            });
            async move {
                let codec = ProstCodec::<M::Response, M::Request>::default();
                grpc(codec).unary(service, http).await
            }
            .boxed()
        };
        self.handlers.insert(M::METHOD.path, Arc::new(handler));
        self
    }

    /// Answers audits: this function gets the header and all bytes of a stream, and gives what comes back.
    ///
    /// ```
    /// # use tabuleiro_client::testing::FakeServer;
    /// use futures::StreamExt as _;
    /// use tabuleiro_client::v1::{self, audit_records_response::Part};
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), tabuleiro_client::Error> {
    /// let server = FakeServer::new().audit(|header, bytes| {
    ///     assert!(header.only_findings);
    ///     let lines = bytes.split(|byte| *byte == b'\n').count() as i64;
    ///     let summary = v1::AuditSummary { game_count: lines, ..Default::default() };
    ///     vec![Ok(v1::AuditRecordsResponse { part: Some(Part::Summary(summary)) })]
    /// });
    /// let client = server.client();
    /// let findings = client.audit().only_findings().bytes("one game\nanother").await?;
    /// assert_eq!(findings.count().await, 1);
    /// # Ok(()) }
    /// ```
    #[must_use]
    pub fn audit(
        mut self,
        answer: impl Fn(v1::AuditHeader, Bytes) -> Vec<Result<v1::AuditRecordsResponse, Status>>
        + Send
        + Sync
        + 'static,
    ) -> FakeServer {
        type Answers = BoxStream<'static, Result<v1::AuditRecordsResponse, Status>>;
        let answer = Arc::new(answer);
        let calls = Arc::clone(&self.calls);
        let handler = move |http: Request<Body>| {
            let (answer, calls) = (Arc::clone(&answer), Arc::clone(&calls));
            let service = service_fn(
                move |request: tonic::Request<Streaming<v1::AuditRecordsRequest>>| {
                    let (answer, calls) = (Arc::clone(&answer), Arc::clone(&calls));
                    async move {
                        let (headers, _, stream) = request.into_parts();
                        let (header, bytes) = gather(stream).await?;
                        record(&calls, AUDIT_PATH, headers, header.clone());
                        let answers: Answers = stream::iter(answer(header, bytes)).boxed();
                        Ok::<_, Status>(tonic::Response::new(answers))
                    }
                },
            );
            async move {
                let codec =
                    ProstCodec::<v1::AuditRecordsResponse, v1::AuditRecordsRequest>::default();
                grpc(codec).streaming(service, http).await
            }
            .boxed()
        };
        self.handlers.insert(AUDIT_PATH, Arc::new(handler));
        self
    }

    /// A client of this server. Answers that are given to the server afterwards are not known to it.
    #[must_use]
    pub fn client(&self) -> Client {
        Client::from_service(self.service())
    }

    /// The server as a service, to be put behind layers or a socket. Answers that are given to the server afterwards are not
    /// known to it.
    #[must_use]
    pub fn service(&self) -> Transport {
        let handlers = Arc::new(self.handlers.clone());
        boxed(service_fn(move |request: Request<Body>| {
            let handler = handlers.get(request.uri().path()).map(Arc::clone);
            async move {
                Ok::<_, Infallible>(match handler {
                    Some(handler) => handler(request).await,
                    None => Status::unimplemented("the fake has no answer").into_http(),
                })
            }
        }))
    }

    /// The requests of an RPC that arrived so far, retries included, in their order.
    #[must_use]
    pub fn requests<M: UnaryMethod>(&self) -> Vec<M::Request> {
        self.recorded(M::METHOD.path)
    }

    /// The headers of the audits that arrived so far.
    #[must_use]
    pub fn audits(&self) -> Vec<v1::AuditHeader> {
        self.recorded(AUDIT_PATH)
    }

    /// The headers of the requests of an RPC that arrived so far, retries included, in their order: what layers, tokens and
    /// traces have put there.
    ///
    /// ```
    /// # use tabuleiro_client::{Client, testing::FakeServer, v1::rules_service::ListVariants};
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), tabuleiro_client::Error> {
    /// let server = FakeServer::with_samples();
    /// server.client().list_variants().send().await?;
    /// assert!(server.headers::<ListVariants>()[0].contains_key("grpc-timeout"));
    /// # Ok(()) }
    /// ```
    #[must_use]
    pub fn headers<M: UnaryMethod>(&self) -> Vec<HeaderMap> {
        self.headers_at(M::METHOD.path)
    }

    /// The headers, as HTTP has them, of the audits that arrived so far.
    #[must_use]
    pub fn headers_of_audits(&self) -> Vec<HeaderMap> {
        self.headers_at(AUDIT_PATH)
    }

    fn recorded<T: Clone + 'static>(&self, path: &str) -> Vec<T> {
        let calls = self.calls.lock().unwrap_or_else(PoisonError::into_inner);
        let of_path = calls.iter().filter(|call| call.path == path);
        of_path
            .filter_map(|call| call.message.downcast_ref::<T>().cloned())
            .collect()
    }

    fn headers_at(&self, path: &str) -> Vec<HeaderMap> {
        let calls = self.calls.lock().unwrap_or_else(PoisonError::into_inner);
        let of_path = calls.iter().filter(|call| call.path == path);
        of_path.map(|call| call.headers.clone()).collect()
    }

    /// A refusal as a server words it: with the code that belongs to the reason.
    #[must_use]
    pub fn refuse(reason: ErrorReason, message: impl Into<String>) -> Status {
        let mut details = ErrorDetails::new();
        details.set_error_info(reason.reason(), ERROR_DOMAIN, HashMap::new());
        Status::with_error_details(code_of(reason), message, details)
    }
}

/// The code that the contract gives a reason.
fn code_of(reason: ErrorReason) -> Code {
    use ErrorReason as R;
    match reason {
        R::InvalidPosition
        | R::InvalidRecord
        | R::InvalidText
        | R::InvalidField
        | R::UnknownVariant
        | R::UnknownRulebook
        | R::UnknownOpeningTable
        | R::ContradictoryHouseRules
        | R::StateTokenInvalid
        | R::NotApplicable => Code::InvalidArgument,
        R::StateTokenExpiredKey | R::StaleState | R::RecordRequired => Code::FailedPrecondition,
        R::LimitExceeded | R::WorkBudgetExhausted | R::RateLimited => Code::ResourceExhausted,
        R::Overloaded | R::ShuttingDown => Code::Unavailable,
        R::Unauthenticated => Code::Unauthenticated,
        R::PermissionDenied => Code::PermissionDenied,
        R::DeadlineExceeded => Code::DeadlineExceeded,
        R::NotImplemented => Code::Unimplemented,
        R::Internal => Code::Internal,
        R::Unspecified => Code::Unknown,
    }
}

fn record<T: Any + Send>(
    calls: &Calls,
    path: &'static str,
    headers: tonic::metadata::MetadataMap,
    message: T,
) {
    let mut calls = calls.lock().unwrap_or_else(PoisonError::into_inner);
    calls.push(Arrived {
        path,
        headers: headers.into_headers(),
        message: Box::new(message),
    });
}

/// The server's side of a call: compressed requests are read, and answers compressed for clients that take them.
fn grpc<C: tonic::codec::Codec>(codec: C) -> tonic::server::Grpc<C> {
    let grpc = tonic::server::Grpc::new(codec);
    #[cfg(feature = "gzip")]
    let grpc = {
        use tonic::codec::CompressionEncoding::Gzip;
        grpc.accept_compressed(Gzip).send_compressed(Gzip)
    };
    grpc
}

/// The header and all bytes of a stream.
async fn gather(
    mut stream: Streaming<v1::AuditRecordsRequest>,
) -> Result<(v1::AuditHeader, Bytes), Status> {
    let mut header = None;
    let mut bytes = BytesMut::new();
    while let Some(message) = stream.message().await? {
        match (message.part, &header) {
            (Some(Part::Header(first)), None) => header = Some(first),
            (Some(Part::Chunk(chunk)), Some(_)) => bytes.extend_from_slice(&chunk),
            _ => {
                let message = "a header first, then chunks";
                return Err(FakeServer::refuse(ErrorReason::InvalidField, message));
            }
        }
    }
    match header {
        Some(header) => Ok((header, bytes.freeze())),
        None => Err(FakeServer::refuse(ErrorReason::InvalidField, "no header")),
    }
}
