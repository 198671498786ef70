//! Panics: a panic in one call is answered INTERNAL and touches no other call.

use std::any::Any;

use http::Response;
use tonic::body::Body;
use tower_http::catch_panic::{CatchPanicLayer, ResponseForPanic};

use crate::{error::Failure, telemetry::metrics::Metrics};

/// Turns a panic of the inner service into an INTERNAL answer. The panic's own text stays in the log.
pub type PanicLayer = CatchPanicLayer<Answer>;

/// See [`PanicLayer`].
#[must_use]
pub fn layer(metrics: Metrics) -> PanicLayer {
    CatchPanicLayer::custom(Answer(metrics))
}

/// Answers a panic, and counts it.
#[derive(Clone, Debug)]
pub struct Answer(Metrics);

impl ResponseForPanic for Answer {
    type ResponseBody = Body;

    fn response_for_panic(&mut self, panic: Box<dyn Any + Send>) -> Response<Body> {
        tracing::error!(panic = text(&*panic), "a call panicked");
        self.0.panicked();
        super::answer(Failure::Internal.into())
    }
}

fn text(panic: &(dyn Any + Send)) -> &str {
    panic
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("(no text)")
}
