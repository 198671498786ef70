//! What surrounds every call, one file per concern. Outermost first: [`web`] (if pages may call), [`metrics`], [`span`], panics ([`mod@panic`]),
//! messages for unknown methods ([`unknown`]); then, around the product's own services only (never around health
//! and reflection, so that probes are not shed): [`auth`], [`rate_limit`] (both around reflection too), [`deadline`],
//! [`admission`] (with [`crowd`]), [`response_size`], [`message_size`], [`expansion`].

pub mod admission;
pub mod auth;
pub mod crowd;
pub mod deadline;
pub mod expansion;
pub mod gate;
pub mod message_size;
pub mod metrics;
pub mod panic;
pub mod rate_limit;
pub mod response_size;
pub mod span;
pub mod unknown;
pub mod web;

use http::{HeaderMap, Response};
use tonic::{Code, Status, body::Body};

/// The status of a failed call as a whole answer ("trailers only").
fn answer(status: Status) -> Response<Body> {
    status.into_http()
}

/// The status as the trailers of an answer that has begun.
fn trailers(status: &Status) -> HeaderMap {
    let mut map = HeaderMap::new();
    // It fails only for a message that cannot be a header; ours are ours.
    if status.add_header(&mut map).is_err() {
        map.insert(
            Status::GRPC_STATUS,
            http::HeaderValue::from(status.code() as i32),
        );
    }
    map
}

/// The `grpc-status` in headers or trailers, if it is there.
fn code_in(map: &HeaderMap) -> Option<Code> {
    map.get(Status::GRPC_STATUS)
        .map(|value| Code::from_bytes(value.as_bytes()))
}
