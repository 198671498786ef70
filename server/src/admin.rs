//! The admin port: the Prometheus page, liveness and readiness for HTTP and gRPC probes, and nothing else. It is plain text
//! whatever the main port asks of its callers, because kubelets bring no certificates, and it answers until the drain has ended.

use std::{net::SocketAddr, time::Duration};

use axum::{
    http::{HeaderMap, StatusCode, header::CONTENT_TYPE},
    response::{IntoResponse as _, Response},
    routing::get,
};
use futures::stream;
use tokio::{net::TcpListener, sync::watch, task::JoinHandle};
use tonic::{service::Routes, transport::server::TcpIncoming};

use crate::{listen::Bound, server::StartError, telemetry::metrics::Metrics};

/// Longest time that a request of a probe or a scraper may take.
const PATIENCE: Duration = Duration::from_secs(10);

/// Calls at one time on one connection. A scraper and a kubelet make one.
const CALLS: usize = 16;

/// An admin port that runs.
#[derive(Debug)]
pub(crate) struct Admin {
    addresses: Vec<SocketAddr>,
    serving: JoinHandle<()>,
}

impl Admin {
    /// Starts it. `health` answers gRPC probes; `ready` says whether the server takes calls.
    ///
    /// # Errors
    /// The runtime does not take a socket.
    pub(crate) fn start(
        bound: Bound,
        health: Routes,
        metrics: Metrics,
        ready: watch::Receiver<bool>,
    ) -> Result<Admin, StartError> {
        let mut incoming = Vec::new();
        for listener in bound.listeners.into_iter().flatten() {
            let listener = TcpListener::from_std(listener).map_err(StartError::Worker)?;
            incoming.push(TcpIncoming::from(listener));
        }
        let incoming = stream::select_all(incoming);
        let page = async move || ([(CONTENT_TYPE, prometheus::TEXT_FORMAT)], metrics.page());
        let readiness = async move || match *ready.borrow() {
            true => (StatusCode::OK, "ready\n"),
            false => (StatusCode::SERVICE_UNAVAILABLE, "not ready\n"),
        };
        let pages = health
            .into_axum_router()
            .route("/metrics", get(page))
            .route("/livez", get(async || "alive\n"))
            .route("/readyz", get(readiness))
            .fallback(nothing_here);
        let server = tonic::transport::Server::builder()
            .accept_http1(true)
            .timeout(PATIENCE)
            .concurrency_limit_per_connection(CALLS)
            .add_routes(Routes::from(pages));
        let serving = tokio::spawn(async move {
            if let Err(error) = server.serve_with_incoming(incoming).await {
                tracing::error!(%error, "the admin port failed");
            }
        });
        Ok(Admin {
            addresses: bound.addresses,
            serving,
        })
    }

    pub(crate) fn addresses(&self) -> &[SocketAddr] {
        &self.addresses
    }

    /// Closes it.
    pub(crate) fn stop(self) {
        self.serving.abort();
    }
}

/// Says so in the terms of whoever asks: tonic's own answer is 200 with a gRPC status, which a browser takes for a page.
async fn nothing_here(headers: HeaderMap) -> Response {
    let asks_for_grpc = headers
        .get(CONTENT_TYPE)
        .is_some_and(|it| it.as_bytes().starts_with(b"application/grpc"));
    if asks_for_grpc {
        let status = tonic::Status::unimplemented("the admin port has no such method");
        return status.into_http::<axum::body::Body>();
    }
    StatusCode::NOT_FOUND.into_response()
}
