//! A service whose methods misbehave on request, to be put behind the server's own layers: it answers at once, waits,
//! streams, tells what it knows of its caller, or panics. Written by hand, so that no such method exists in the contract.

use std::{
    convert::Infallible,
    future::Future,
    pin::Pin,
    task::{Context, Poll},
    time::Duration,
};

use bytes::Bytes;
use futures::{StreamExt as _, stream::BoxStream};
use http::Request;
use tabuleiro_server::Peer;
use tonic::{
    Response, Status,
    body::Body,
    codegen::{BoxFuture, StdError},
    server::{Grpc, NamedService, ServerStreamingService, UnaryService},
    transport::Channel,
};
use tonic_prost::ProstCodec;

type Codec = ProstCodec<Bytes, Bytes>;

/// See the module.
#[derive(Clone)]
pub(crate) struct Probe;

impl NamedService for Probe {
    const NAME: &'static str = "test.v1.Probe";
}

/// Answers with the request, after as many milliseconds as the method's name says.
struct Echo(u64);

impl UnaryService<Bytes> for Echo {
    type Response = Bytes;
    type Future = BoxFuture<Response<Bytes>, Status>;
    fn call(&mut self, request: tonic::Request<Bytes>) -> Self::Future {
        let wait = self.0;
        Box::pin(async move {
            if wait > 0 {
                tokio::time::sleep(Duration::from_millis(wait)).await;
            }
            Ok(Response::new(request.into_inner()))
        })
    }
}

/// Answers with a text.
struct Tells(String);

impl UnaryService<Bytes> for Tells {
    type Response = Bytes;
    type Future = BoxFuture<Response<Bytes>, Status>;
    fn call(&mut self, _: tonic::Request<Bytes>) -> Self::Future {
        let text = Bytes::from(std::mem::take(&mut self.0));
        Box::pin(async { Ok(Response::new(text)) })
    }
}

struct Panics;

impl UnaryService<Bytes> for Panics {
    type Response = Bytes;
    type Future = BoxFuture<Response<Bytes>, Status>;
    fn call(&mut self, _: tonic::Request<Bytes>) -> Self::Future {
        Box::pin(async { panic!("on request") })
    }
}

/// Sends the request back every 20 ms, for ever.
struct Ticks;

impl ServerStreamingService<Bytes> for Ticks {
    type Response = Bytes;
    type ResponseStream = BoxStream<'static, Result<Bytes, Status>>;
    type Future = BoxFuture<Response<Self::ResponseStream>, Status>;
    fn call(&mut self, request: tonic::Request<Bytes>) -> Self::Future {
        let message = request.into_inner();
        let ticks = tokio_stream::wrappers::IntervalStream::new(tokio::time::interval(
            Duration::from_millis(20),
        ));
        Box::pin(async move {
            Ok(Response::new(
                ticks.map(move |_| Ok(message.clone())).boxed(),
            ))
        })
    }
}

impl<B> tower::Service<Request<B>> for Probe
where
    B: http_body::Body + Send + 'static,
    B::Error: Into<StdError> + Send + 'static,
{
    type Response = http::Response<Body>;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<http::Response<Body>, Infallible>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<B>) -> Self::Future {
        let method = request
            .uri()
            .path()
            .rsplit('/')
            .next()
            .unwrap_or_default()
            .to_owned();
        Box::pin(async move {
            let mut grpc = Grpc::new(Codec::default());
            Ok(match method.as_str() {
                "Peer" => {
                    let peer = request.extensions().get::<Peer>().cloned();
                    grpc.unary(Tells(format!("{peer:?}")), request).await
                }
                "Panic" => grpc.unary(Panics, request).await,
                "Ticks" => grpc.server_streaming(Ticks, request).await,
                "Echo" => grpc.unary(Echo(0), request).await,
                wait => grpc.unary(Echo(wait.parse().unwrap_or(0)), request).await,
            })
        })
    }
}

/// Calls a unary method of the probe.
pub(crate) async fn call(
    channel: &Channel,
    method: &str,
    request: tonic::Request<Bytes>,
) -> Result<Bytes, Status> {
    let mut client = tonic::client::Grpc::new(channel.clone());
    client
        .ready()
        .await
        .map_err(|error| Status::unavailable(error.to_string()))?;
    client
        .unary(request, path(method), Codec::default())
        .await
        .map(Response::into_inner)
}

/// Calls the stream of the probe.
pub(crate) async fn ticks(
    channel: &Channel,
    request: tonic::Request<Bytes>,
) -> Result<tonic::Streaming<Bytes>, Status> {
    let mut client = tonic::client::Grpc::new(channel.clone());
    client
        .ready()
        .await
        .map_err(|error| Status::unavailable(error.to_string()))?;
    client
        .server_streaming(request, path("Ticks"), Codec::default())
        .await
        .map(Response::into_inner)
}

fn path(method: &str) -> http::uri::PathAndQuery {
    format!("/{}/{method}", Probe::NAME)
        .parse()
        .expect("a path")
}
