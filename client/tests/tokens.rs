//! Tokens that are refused, renewed, or read from a file that changes: by example, against the fake behind a gate.
#![allow(clippy::unwrap_used, reason = "a test crate")]

use std::{
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use futures::TryStreamExt as _;
use tabuleiro_client::{
    Client, Error, ErrorReason, FileToken, Token,
    audit::AuditEvent,
    testing::FakeServer,
    transport::TransportError,
    v1::{self, audit_records_response::Part, rules_service::*},
};
use tonic::{Status, body::Body};
use tower::ServiceExt as _;

/// Told the token, and the number of calls before: whether the call may pass.
type Rule = Arc<dyn Fn(&str, usize) -> bool + Send + Sync>;

/// A gate before a fake, which lets tokens through and remembers those that it saw.
#[derive(Clone)]
struct Gate {
    seen: Arc<Mutex<Vec<String>>>,
    lets_through: Rule,
    asked: Arc<AtomicUsize>,
}

impl Gate {
    fn new(lets_through: impl Fn(&str, usize) -> bool + Send + Sync + 'static) -> Gate {
        Gate {
            seen: Arc::default(),
            lets_through: Arc::new(lets_through),
            asked: Arc::default(),
        }
    }

    fn seen(&self) -> Vec<String> {
        self.seen.lock().unwrap().clone()
    }

    /// How often the source was asked.
    fn asked(&self) -> usize {
        self.asked.load(Ordering::Relaxed)
    }

    /// A client whose tokens are named after the number of the question.
    fn client(
        &self,
        fake: &FakeServer,
        name: impl Fn(usize) -> String + Send + Sync + 'static,
    ) -> Client {
        let (gate, service) = (self.clone(), fake.service());
        let wire = tower::service_fn(move |request: http::Request<Body>| {
            let token = request.headers()["authorization"].to_str().unwrap();
            let token = token.strip_prefix("Bearer ").unwrap().to_owned();
            let mut seen = gate.seen.lock().unwrap();
            let through = (gate.lets_through)(&token, seen.len());
            seen.push(token);
            let service = service.clone();
            async move {
                if !through {
                    let refusal = FakeServer::refuse(ErrorReason::Unauthenticated, "expired");
                    return Ok::<_, TransportError>(refusal.into_http());
                }
                service.oneshot(request).await
            }
        });
        let asked = Arc::clone(&self.asked);
        Client::builder("unused")
            .token_source(move || {
                let token = Token::new(name(asked.fetch_add(1, Ordering::Relaxed)));
                async move { Ok(token) }
            })
            .layer(tower::layer::layer_fn(move |_| wire.clone()))
            .connect_lazy()
            .unwrap()
    }
}

fn numbered(number: usize) -> String {
    format!("token-{number}")
}

fn is_refused<T: std::fmt::Debug>(result: Result<T, Error>) -> bool {
    result.unwrap_err().reason() == Some(ErrorReason::Unauthenticated)
}

#[tokio::test]
async fn a_refused_token_is_not_sent_again_where_the_source_knows_no_other() {
    let gate = Gate::new(|_, _| false);
    let client = gate.client(&FakeServer::with_samples(), |_| "same".to_owned());
    assert!(is_refused(client.list_variants().send().await));
    assert_eq!(gate.seen(), ["same"]);
    assert_eq!(gate.asked(), 2);
}

#[tokio::test]
async fn a_token_is_renewed_once_for_a_call_and_then_the_refusal_is_its_answer() {
    let gate = Gate::new(|_, _| false);
    let client = gate.client(&FakeServer::with_samples(), numbered);
    assert!(is_refused(client.list_variants().send().await));
    assert_eq!(gate.seen(), ["token-0", "token-1"]);
    // Within the next second nobody asks the source because of refusals.
    for _ in 0..5 {
        assert!(is_refused(client.list_variants().send().await));
    }
    assert_eq!((gate.seen().len(), gate.asked()), (7, 2));
}

/// An audit of three games, of which a first stream tells one; then its token is good no longer.
fn cut_by_a_token() -> FakeServer {
    FakeServer::new().audit(|header, _| {
        let game = |number| {
            let finding = v1::GameFinding {
                number,
                offset_after: number * 10,
                line_count_after: number,
                ..v1::GameFinding::default()
            };
            Ok(v1::AuditRecordsResponse {
                part: Some(Part::Finding(finding)),
            })
        };
        let summary = Ok(v1::AuditRecordsResponse {
            part: Some(Part::Summary(v1::AuditSummary::default())),
        });
        match header.resume_game_count {
            _ if header.only_findings => vec![summary],
            0 => vec![
                game(1),
                Err(Status::unauthenticated("the token has expired")),
            ],
            _ => vec![game(2), game(3), summary],
        }
    })
}

async fn audited(client: &Client) -> Result<Vec<i64>, Error> {
    let findings = client.audit().bytes(vec![b'.'; 30]).await?;
    let events: Vec<_> = findings.try_collect().await?;
    let numbers = events.iter().filter_map(|event| match event {
        AuditEvent::Game(game) => Some(game.number),
        _ => None,
    });
    Ok(numbers.collect())
}

#[tokio::test]
async fn an_audit_whose_token_expires_in_the_middle_goes_on_with_a_fresh_one() {
    // The first token is good for one stream.
    let gate = Gate::new(|token, calls| token != "token-0" || calls == 0);
    let server = cut_by_a_token();
    let client = gate.client(&server, numbered);
    assert_eq!(audited(&client).await.unwrap(), [1, 2, 3]);
    // The third is the reading for the summary.
    assert_eq!(gate.seen(), ["token-0", "token-1", "token-1"]);
    assert_eq!(server.audits()[1].resume_offset, 10);
}

#[tokio::test]
async fn an_audit_that_begins_with_an_expired_token_begins_again_with_a_fresh_one() {
    let gate = Gate::new(|token, _| token != "token-0");
    let server = FakeServer::with_samples();
    let client = gate.client(&server, numbered);
    assert!(!audited(&client).await.unwrap().is_empty());
    assert_eq!(gate.seen(), ["token-0", "token-1"]);
}

#[tokio::test]
async fn an_audit_whose_tokens_are_all_refused_says_so_after_one_renewal() {
    let gate = Gate::new(|_, calls| calls == 0);
    let client = gate.client(&cut_by_a_token(), numbered);
    assert!(is_refused(audited(&client).await));
    assert_eq!(gate.seen(), ["token-0", "token-1"]);
    // And not even that where the source knows no other.
    let gate = Gate::new(|_, _| false);
    let client = gate.client(&cut_by_a_token(), |_| "same".to_owned());
    assert!(is_refused(audited(&client).await));
    assert_eq!((gate.seen().len(), gate.asked()), (1, 2));
}

#[tokio::test]
async fn an_input_that_can_be_read_once_ends_with_the_refusal_and_the_next_call_has_a_fresh_token()
{
    let gate = Gate::new(|token, _| token != "token-0");
    let client = gate.client(&FakeServer::with_samples(), numbered);
    let once = std::io::Cursor::new("1. e4 *");
    assert!(is_refused(client.audit().reader(once).await));
    client.list_variants().send().await.unwrap();
    assert_eq!(gate.seen(), ["token-0", "token-1"]);
}

#[tokio::test(start_paused = true)]
async fn many_callers_ask_a_source_that_fails_once() {
    let asked = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&asked);
    let service = FakeServer::with_samples().service();
    let client = Client::builder("unused")
        .token_source(move || {
            count.fetch_add(1, Ordering::Relaxed);
            async {
                tokio::time::sleep(Duration::from_millis(200)).await;
                Err("the vault is sealed".into())
            }
        })
        .layer(tower::layer::layer_fn(move |_| service.clone()))
        .connect_lazy()
        .unwrap();
    let calls = (0..100).map(|_| client.list_variants().send());
    for result in futures::future::join_all(calls).await {
        let error = result.unwrap_err();
        assert!(matches!(error, Error::NoToken(_)), "{error:?}");
        assert!(error.to_string().contains("sealed"), "{error}");
    }
    assert_eq!(asked.load(Ordering::Relaxed), 1);
}

#[tokio::test(start_paused = true)]
async fn a_token_file_is_read_again_when_its_time_is_over_and_when_its_token_is_refused() {
    let path = std::env::temp_dir().join(format!("tabuleiro-tokens-{}", std::process::id()));
    std::fs::write(&path, "first\n").unwrap();
    let server = FakeServer::with_samples();
    let service = server.service();
    let revoked = Arc::new(Mutex::new(String::new()));
    let black_list = Arc::clone(&revoked);
    let wire = tower::service_fn(move |request: http::Request<Body>| {
        let service = service.clone();
        let bad = request.headers()["authorization"] == *black_list.lock().unwrap();
        async move {
            if bad {
                return Ok(Status::unauthenticated("revoked").into_http());
            }
            service.oneshot(request).await
        }
    });
    let client = Client::builder("unused")
        .token_source(FileToken::new(&path).every(Duration::from_secs(100)))
        .layer(tower::layer::layer_fn(move |_| wire.clone()))
        .connect_lazy()
        .unwrap();
    let ask = async || {
        client.list_variants().send().await.unwrap();
        let headers = server.headers::<ListVariants>();
        headers.last().unwrap()["authorization"]
            .to_str()
            .unwrap()
            .to_owned()
    };
    assert_eq!(ask().await, "Bearer first");
    std::fs::write(&path, "second\n").unwrap();
    tokio::time::advance(Duration::from_secs(70)).await;
    assert_eq!(ask().await, "Bearer first");
    tokio::time::advance(Duration::from_secs(20)).await;
    assert_eq!(ask().await, "Bearer second");
    // A file that is gone for a moment costs nothing.
    std::fs::remove_file(&path).unwrap();
    tokio::time::advance(Duration::from_secs(90)).await;
    assert_eq!(ask().await, "Bearer second");
    // Nor does a token that is revoked before its time.
    std::fs::write(&path, "third\n").unwrap();
    tokio::time::advance(Duration::from_secs(2)).await;
    assert_eq!(ask().await, "Bearer third");
    std::fs::write(&path, "fourth\n").unwrap();
    *revoked.lock().unwrap() = "Bearer third".to_owned();
    assert_eq!(ask().await, "Bearer fourth");
    std::fs::remove_file(&path).unwrap();
}
