//! Typed calls over whatever carries them, by example: a fake that answers from a table.
#![allow(missing_docs, clippy::unwrap_used, reason = "a test crate")]

use std::collections::HashMap;
use std::future::Future;

use prost::Message as _;
use tabuleiro_proto::v1::{
    ArbiterServiceCalls as _, CanMateRequest, CanMateResponse, LegalMovesRequest,
    LegalMovesResponse, RulesServiceCalls as _,
};
use tabuleiro_proto::{UnaryCall, UnaryMethod};

/// Encoded answers by path.
struct Canned(HashMap<&'static str, Vec<u8>>);

impl UnaryCall for Canned {
    type Error = String;

    fn unary<M: UnaryMethod>(
        &self,
        _request: M::Request,
    ) -> impl Future<Output = Result<M::Response, String>> + Send {
        let answer = match self.0.get(M::METHOD.path) {
            Some(bytes) => M::Response::decode(bytes.as_slice()).map_err(|error| error.to_string()),
            None => Err(format!("no answer for {}", M::METHOD.name)),
        };
        std::future::ready(answer)
    }
}

#[tokio::test]
async fn one_function_gives_every_typed_call() {
    let answer = LegalMovesResponse {
        move_count: 20,
        ..LegalMovesResponse::default()
    };
    let path = "/tabuleiro.v1.RulesService/LegalMoves";
    let canned = Canned(HashMap::from([(path, answer.encode_to_vec())]));
    let got = canned.legal_moves(LegalMovesRequest::default()).await;
    assert_eq!(got, Ok(answer));
    let got: Result<CanMateResponse, _> = canned.can_mate(CanMateRequest::default()).await;
    assert_eq!(got, Err("no answer for CanMate".to_owned()));
}
