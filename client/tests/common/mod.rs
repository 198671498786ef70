//! A fake behind a real socket that can greet, hang, drain and die.
#![allow(dead_code, reason = "each test crate uses a part")]

use std::{
    net::SocketAddr,
    pin::pin,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
};

use hyper::{body::Incoming, server::conn::http2, service::service_fn};
use hyper_util::rt::{TokioExecutor, TokioIo};
use tabuleiro_client::{testing::FakeServer, transport::BoxIo, v1, v1::rules_service::*};
use tokio::{
    net::TcpListener,
    sync::watch,
    task::{JoinHandle, JoinSet},
};
use tonic::{Status, body::Body};
use tower::ServiceExt as _;

/// One replica.
pub(crate) struct Host {
    pub(crate) address: SocketAddr,
    pub(crate) fake: FakeServer,
    pub(crate) accepted: Arc<AtomicUsize>,
    draining: watch::Sender<bool>,
    running: JoinHandle<()>,
}

/// A fake whose LegalMoves answers with a number.
pub(crate) fn numbered(number: i32) -> FakeServer {
    FakeServer::new().answer::<LegalMoves>(move |_| {
        Ok(v1::LegalMovesResponse {
            move_count: number,
            ..v1::LegalMovesResponse::default()
        })
    })
}

/// A fake whose LegalMoves is refused.
pub(crate) fn refusing(status: impl Fn() -> Status + Send + Sync + 'static) -> FakeServer {
    FakeServer::new().answer::<LegalMoves>(move |_| Err(status()))
}

/// Does nothing to a stream.
pub(crate) async fn plain(stream: tokio::net::TcpStream) -> std::io::Result<BoxIo> {
    Ok(Box::new(stream))
}

impl Host {
    pub(crate) async fn start(fake: FakeServer) -> Host {
        Host::start_at("127.0.0.1:0", fake).await
    }

    pub(crate) async fn start_at(address: &str, fake: FakeServer) -> Host {
        let listener = TcpListener::bind(address).await.unwrap();
        Host::serve(listener, fake, plain)
    }

    /// Serves what `secure` makes of each connection.
    pub(crate) fn serve<F, Fut>(listener: TcpListener, fake: FakeServer, secure: F) -> Host
    where
        F: Fn(tokio::net::TcpStream) -> Fut + Clone + Send + 'static,
        Fut: Future<Output = std::io::Result<BoxIo>> + Send,
    {
        let address = listener.local_addr().unwrap();
        let draining = watch::Sender::new(false);
        let accepted = Arc::new(AtomicUsize::new(0));
        let (watching, count) = (draining.subscribe(), Arc::clone(&accepted));
        let service = Mutex::new(fake.service());
        let running = tokio::spawn(async move {
            let mut connections = JoinSet::new();
            let mut closing = watching.clone();
            loop {
                let stream = tokio::select! {
                    stream = listener.accept() => stream.unwrap().0,
                    _ = closing.wait_for(|it| *it) => break,
                };
                count.fetch_add(1, Ordering::Relaxed);
                let (secure, mut closing) = (secure.clone(), watching.clone());
                let service = service.lock().unwrap().clone();
                connections.spawn(async move {
                    let Ok(stream) = secure(stream).await else {
                        return;
                    };
                    let service = service_fn(move |request: http::Request<Incoming>| {
                        service.clone().oneshot(request.map(Body::new))
                    });
                    let serving = http2::Builder::new(TokioExecutor::new())
                        .serve_connection(TokioIo::new(stream), service);
                    let mut serving = pin!(serving);
                    let leaving = tokio::select! {
                        _ = serving.as_mut() => false,
                        told = closing.wait_for(|it| *it) => told.is_ok(),
                    };
                    if leaving {
                        serving.as_mut().graceful_shutdown();
                        let _ = serving.await;
                    }
                });
            }
            drop(listener);
            while connections.join_next().await.is_some() {}
        });
        Host {
            address,
            fake,
            accepted,
            draining,
            running,
        }
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    pub(crate) fn asked(&self) -> usize {
        self.fake.requests::<LegalMoves>().len()
    }

    /// Says GOAWAY and finishes what it has.
    pub(crate) async fn drain(self) {
        self.draining.send_replace(true);
        self.running.await.unwrap();
    }

    /// Is gone from one moment to the next.
    pub(crate) async fn die(self) {
        self.running.abort();
        let _ = self.running.await;
    }
}
