//! Compression: what really goes over the wire.
#![allow(clippy::unwrap_used, reason = "a test crate")]

use std::sync::{Arc, Mutex};

use bytes::Bytes;
use http_body_util::{BodyExt as _, Full};
use tabuleiro_client::{
    Client, ClientBuilder, Game,
    testing::FakeServer,
    v1::{self, rules_service::*},
};
use tonic::body::Body;
use tower::ServiceExt as _;

/// Compressed or not, the magic number of gzip, and the length: of a message as it goes over the wire.
type Seen = (bool, bool, usize);

/// One call with a long request and a long answer; how both were sent.
async fn call(settings: impl FnOnce(ClientBuilder) -> ClientBuilder) -> (Seen, Seen) {
    let fake = FakeServer::new().answer::<LegalMoves>(|request| {
        assert_eq!(moves(request.game.unwrap()).len(), 400);
        Ok(v1::LegalMovesResponse {
            origins: vec![v1::OriginMoves::default(); 400],
            ..v1::LegalMovesResponse::default()
        })
    });
    let seen = Arc::new(Mutex::new(Vec::new()));
    let (service, log) = (fake.service(), Arc::clone(&seen));
    let wire = tower::service_fn(move |request: http::Request<Body>| {
        let (service, log) = (service.clone(), Arc::clone(&log));
        async move {
            let request = note(&log, request.into_parts()).await;
            let request = http::Request::from_parts(request.0, request.1);
            let answer = service.oneshot(request).await?;
            let (parts, body) = answer.into_parts();
            let collected = body.collect().await.unwrap();
            let trailers = collected.trailers().cloned();
            let bytes = collected.to_bytes();
            log.lock().unwrap().push(look(&bytes));
            let body = Full::new(bytes).with_trailers(async move { trailers.map(Ok) });
            Ok::<_, tabuleiro_client::transport::TransportError>(http::Response::from_parts(
                parts,
                Body::new(body),
            ))
        }
    });
    let builder = Client::builder("unused").layer(tower::layer::layer_fn(move |_| wire.clone()));
    let client = settings(builder).connect_lazy().unwrap();
    let game = Game::start("chess").moves(vec!["Ng1-f3"; 400]);
    let answer = client.legal_moves(game).send().await.unwrap();
    assert_eq!(answer.origins.len(), 400);
    let seen = seen.lock().unwrap();
    (seen[0], seen[1])
}

async fn note(
    log: &Mutex<Vec<Seen>>,
    (parts, body): (http::request::Parts, Body),
) -> (http::request::Parts, Body) {
    let bytes = body.collect().await.unwrap().to_bytes();
    log.lock().unwrap().push(look(&bytes));
    (parts, Body::new(Full::new(bytes)))
}

fn look(message: &Bytes) -> Seen {
    // A flag, four bytes of length, the message.
    (
        message[0] == 1,
        message[5..7] == [0x1f, 0x8b],
        message.len(),
    )
}

fn moves(game: v1::Game) -> Vec<String> {
    let Some(v1::game::Standing::Record(record)) = game.standing else {
        panic!("a record")
    };
    record.moves
}

#[tokio::test]
async fn nothing_is_compressed_unless_it_is_asked_for() {
    let (request, answer) = call(|builder| builder).await;
    assert_eq!((request.0, answer.0), (false, false));
    assert!(request.2 > 3000, "{request:?}");
}

#[tokio::test]
async fn requests_are_compressed() {
    let (request, answer) = call(ClientBuilder::send_gzip).await;
    assert_eq!((request.0, request.1, answer.0), (true, true, false));
    assert!(request.2 < 300, "{request:?}");
}

#[tokio::test]
async fn answers_are_compressed() {
    let (request, answer) = call(ClientBuilder::accept_gzip).await;
    assert_eq!((request.0, answer.0, answer.1), (false, true, true));
    assert!(answer.2 < 300, "{answer:?}");
}

#[tokio::test]
async fn both_are_compressed() {
    let (request, answer) = call(|builder| builder.send_gzip().accept_gzip()).await;
    assert!(request.0 && request.1 && answer.0 && answer.1);
}
