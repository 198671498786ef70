//! Calls without messages: a request goes out as bytes that were made before, an answer is counted and thrown away. The
//! generator then costs little, and what is measured is the server.

use bytes::{Buf as _, BufMut as _, Bytes};
use tonic::{
    Request, Status,
    client::Grpc,
    codec::{Codec, DecodeBuf, Decoder, EncodeBuf, Encoder},
    codegen::http::uri::PathAndQuery,
    transport::Channel,
};

/// Largest answer that is taken: a batch in full view.
const LARGEST_ANSWER: usize = 64 << 20;

/// Makes a call and says how long its answer is; anything but an answer ends the measurement.
pub(crate) async fn call(channel: &Channel, path: &'static str, request: Bytes) -> usize {
    let mut client = Grpc::new(channel.clone()).max_decoding_message_size(LARGEST_ANSWER);
    client.ready().await.expect("a connection");
    let answer = client.unary(Request::new(request), PathAndQuery::from_static(path), Raw);
    let length = answer.await.expect("an answer").into_inner();
    assert!(length > 0, "{path} answered with nothing");
    length
}

#[derive(Clone, Copy, Debug)]
struct Raw;

impl Codec for Raw {
    type Encode = Bytes;
    type Decode = usize;
    type Encoder = Raw;
    type Decoder = Raw;

    fn encoder(&mut self) -> Raw {
        Raw
    }

    fn decoder(&mut self) -> Raw {
        Raw
    }
}

impl Encoder for Raw {
    type Item = Bytes;
    type Error = Status;

    fn encode(&mut self, item: Bytes, buffer: &mut EncodeBuf<'_>) -> Result<(), Status> {
        buffer.put(item);
        Ok(())
    }
}

impl Decoder for Raw {
    type Item = usize;
    type Error = Status;

    fn decode(&mut self, buffer: &mut DecodeBuf<'_>) -> Result<Option<usize>, Status> {
        let length = buffer.remaining();
        buffer.advance(length);
        Ok(Some(length))
    }
}
