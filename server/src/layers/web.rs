//! Browsers: gRPC-Web, and in front of it CORS, which answers the preflights that a browser sends before a call from
//! another origin. With tonic 0.14.9 a preflight that reached the gRPC side would be answered with a bare 400.
//!
//! No cookie or other ambient credential is ever used, so that a page can do no more than its own token allows.

use std::time::Duration;

use http::{HeaderName, Method, header};
use tonic_web::GrpcWebLayer;
use tower::layer::util::Stack;
use tower_http::cors::{AllowOrigin, CorsLayer};

use crate::config::Web;

/// What pages may send.
const SENT: [HeaderName; 8] = [
    header::AUTHORIZATION,
    header::CONTENT_TYPE,
    HeaderName::from_static("grpc-timeout"),
    HeaderName::from_static("x-grpc-web"),
    HeaderName::from_static("x-user-agent"),
    HeaderName::from_static("traceparent"),
    HeaderName::from_static("tracestate"),
    HeaderName::from_static("baggage"),
];

/// What pages may read: a refused call has its status in the headers.
const READ: [HeaderName; 3] = [
    HeaderName::from_static("grpc-status"),
    HeaderName::from_static("grpc-message"),
    HeaderName::from_static("grpc-status-details-bin"),
];

/// How long a browser may keep the answer to a preflight.
const KEPT: Duration = Duration::from_secs(3600);

/// CORS around gRPC-Web.
pub type WebLayer = Stack<GrpcWebLayer, CorsLayer>;

/// The layer for these pages; `None` where no page may call.
#[must_use]
pub fn layer(config: &Web) -> Option<WebLayer> {
    let origins = if config.any {
        AllowOrigin::any()
    } else {
        AllowOrigin::list(config.origins.clone())
    };
    let cors = CorsLayer::new()
        .allow_origin(origins)
        .allow_methods([Method::POST])
        .allow_headers(SENT)
        .expose_headers(READ)
        .max_age(KEPT);
    config
        .is_on()
        .then(|| Stack::new(GrpcWebLayer::new(), cors))
}
