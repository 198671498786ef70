//! Unknown methods: tonic answers them UNIMPLEMENTED with an empty message. This gives the message.

use http::{HeaderValue, Response};
use tonic::Status;

const MESSAGE: &str =
    "this server has no such method; server reflection and ListVariants say what it has";

/// Adds the message where it is missing.
pub fn explain<B>(mut response: Response<B>) -> Response<B> {
    let headers = response.headers_mut();
    // A success has its status in trailers, so that this test costs one failed look-up.
    if super::code_in(headers) == Some(tonic::Code::Unimplemented)
        && headers
            .get(Status::GRPC_MESSAGE)
            .is_none_or(HeaderValue::is_empty)
    {
        headers.insert(Status::GRPC_MESSAGE, HeaderValue::from_static(MESSAGE));
    }
    response
}
