//! Panics: a panic in one call is answered INTERNAL and touches no other call.

use std::any::Any;

use http::Response;
use tonic::body::Body;
use tower_http::catch_panic::CatchPanicLayer;

use crate::error::Failure;

/// Turns a panic of the inner service into an INTERNAL answer. The panic's own text stays in the log.
pub type PanicLayer = CatchPanicLayer<fn(Box<dyn Any + Send>) -> Response<Body>>;

/// See [`PanicLayer`].
#[must_use]
pub fn layer() -> PanicLayer {
    CatchPanicLayer::custom(answer as fn(Box<dyn Any + Send>) -> Response<Body>)
}

fn answer(panic: Box<dyn Any + Send>) -> Response<Body> {
    tracing::error!(panic = text(&*panic), "a call panicked");
    super::answer(Failure::Internal.into())
}

fn text(panic: &(dyn Any + Send)) -> &str {
    panic
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("(no text)")
}
