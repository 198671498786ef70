//! What a user of the SDK may rely on: retries, deadlines, batches, sessions, audits. By example, against the fake.
#![allow(clippy::unwrap_used, reason = "a test crate")]

use std::{
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
    time::Duration,
};

use bytes::Bytes;
use futures::{StreamExt as _, TryStreamExt as _, stream};
use tabuleiro_client::{
    Client, Error, ErrorReason, Fact, Game, GameSession, Play, Retries, Rules, Side,
    audit::{AuditEvent, ResumePoint},
    testing::FakeServer,
    v1::{self, arbiter_service::*, audit_records_response::Part, rules_service::*},
};
use tonic::Status;

/// A fake whose LegalMoves fails so many times before it answers.
fn failing(times: u32, status: impl Fn() -> Status + Send + Sync + 'static) -> FakeServer {
    let calls = Arc::new(AtomicU32::new(0));
    FakeServer::new().answer::<LegalMoves>(move |_| {
        if calls.fetch_add(1, Ordering::Relaxed) < times {
            return Err(status());
        }
        Ok(v1::LegalMovesResponse {
            move_count: 7,
            ..v1::LegalMovesResponse::default()
        })
    })
}

fn quick() -> Retries {
    Retries {
        first_pause: Duration::from_millis(1),
        longest_pause: Duration::from_millis(2),
        ..Retries::default()
    }
}

#[tokio::test]
async fn a_full_or_leaving_server_is_asked_again() {
    let server = failing(3, || FakeServer::refuse(ErrorReason::Overloaded, "full"));
    let client = server.client().with_retries(quick());
    let answer = client.legal_moves(Game::start("chess")).send().await;
    assert_eq!(answer.unwrap().move_count, 7);
    assert_eq!(server.requests::<LegalMoves>().len(), 4);
}

#[tokio::test]
async fn the_last_refusal_is_given_back_when_the_attempts_are_spent() {
    let server = failing(9, || FakeServer::refuse(ErrorReason::ShuttingDown, "going"));
    let client = server.client().with_retries(quick());
    let error = client.legal_moves(Game::start("chess")).send().await;
    let error = error.unwrap_err();
    assert_eq!(error.reason(), Some(ErrorReason::ShuttingDown));
    assert!(error.is_unavailable());
    assert_eq!(server.requests::<LegalMoves>().len(), 4);
}

#[tokio::test]
async fn a_refused_question_is_not_asked_again() {
    let server = failing(9, || {
        FakeServer::refuse(ErrorReason::InvalidPosition, "no king")
    });
    let call = server.client();
    let error = call.legal_moves(Game::start("chess")).send().await;
    assert_eq!(
        error.unwrap_err().reason(),
        Some(ErrorReason::InvalidPosition)
    );
    assert_eq!(server.requests::<LegalMoves>().len(), 1);
}

#[tokio::test]
async fn the_budget_keeps_many_callers_from_storming_a_server_that_is_down() {
    let server = failing(u32::MAX, || Status::unavailable(""));
    let client = server.client().with_retries(Retries {
        budget_percent: 0.0,
        ..quick()
    });
    for _ in 0..200 {
        let answer = client.legal_moves(Game::start("chess")).send().await;
        assert!(answer.unwrap_err().is_unavailable());
    }
    // 200 calls with up to three retries each would be 800; ten a second over ten seconds are free.
    let attempts = server.requests::<LegalMoves>().len();
    assert!((200..=320).contains(&attempts), "{attempts}");
}

#[tokio::test(start_paused = true)]
async fn a_call_is_over_at_its_deadline_and_not_before() {
    let silent = tower::service_fn(|_: http::Request<tonic::body::Body>| {
        std::future::pending::<Result<http::Response<tonic::body::Body>, std::io::Error>>()
    });
    let client = Client::from_service(silent);
    let began = tokio::time::Instant::now();
    let call = client.legal_moves(Game::start("chess"));
    let error = call.deadline(Duration::from_millis(300)).send().await;
    assert!(matches!(
        error,
        Err(Error::DeadlineExceeded { allowed: Some(allowed) }) if allowed.as_millis() == 300
    ));
    assert_eq!(began.elapsed().as_millis(), 300);
}

#[tokio::test]
async fn nobody_at_the_address_is_unreachable() {
    // Bound and dropped: a port at which nobody listens.
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", free.local_addr().unwrap());
    drop(free);
    let error = Client::connect(&address).await.unwrap_err();
    assert!(matches!(error, Error::Unreachable { .. }), "{error:?}");
    assert!(error.to_string().contains("refused"), "{error}");
    let lazy = Client::builder(address).retries(quick()).connect_lazy();
    let error = lazy.unwrap().list_variants().send().await.unwrap_err();
    assert!(error.is_unavailable(), "{error:?}");
}

#[tokio::test]
async fn what_is_set_arrives() {
    let server = FakeServer::with_samples();
    let client = server.client().with_locale("pt-BR");
    let rules = Rules::of("brazilian").rulebook("cbd");
    let rules = rules.switch("king_step", "one").unwrap();
    let game = Game::start(rules)
        .moves(["c3-d4", "d6-c5"])
        .fact(Fact::offered_draw(Side::White))
        .history_known();
    let call = client
        .apply_move(game)
        .action(Fact::accepted_draw(Side::Black));
    call.expected_ply(2).send().await.unwrap();

    let request = server.requests::<ApplyMove>().remove(0);
    assert_eq!(request.locale, "pt-BR");
    assert_eq!(request.expected_ply, Some(2));
    let game = request.game.unwrap();
    let ruleset = game.ruleset.unwrap();
    assert_eq!(ruleset.rulebook, "cbd");
    let step = ruleset.house_rules.unwrap().king_step();
    assert_eq!(step, v1::KingStep::One);
    let Some(v1::game::Standing::Record(record)) = game.standing else {
        panic!("a record")
    };
    assert_eq!(record.moves, ["c3-d4", "d6-c5"]);
    assert_eq!(record.history_known, Some(true));
    assert_eq!(record.facts[0].after_ply, Some(2));
    assert_eq!(record.facts[0].by(), v1::Side::White);
}

#[tokio::test]
async fn a_batch_that_searches_says_what_its_questions_may_cost_together() {
    let server = FakeServer::with_samples();
    let client = server.client();
    let question = || client.can_mate(Game::start("chess"), Side::White);
    let batch = client.batch_can_mate();
    let batch = batch
        .ask(question())
        .work_budget(50_000)
        .ask_all([question()]);
    assert_eq!(batch.send().await.unwrap().len(), 2);
    client
        .batch_can_mate()
        .ask(question())
        .send()
        .await
        .unwrap();
    let asked: Vec<_> = server
        .requests::<BatchCanMate>()
        .iter()
        .map(|request| (request.requests.len(), request.work_budget))
        .collect();
    assert_eq!(asked, [(2, 50_000), (1, 0)]);
}

#[tokio::test]
async fn a_batch_with_too_few_outcomes_is_no_answer() {
    let server =
        FakeServer::new().answer::<BatchLegalMoves>(|_| Ok(v1::BatchLegalMovesResponse::default()));
    let client = server.client();
    let call = client.legal_moves(Game::start("chess"));
    let error = client.batch_legal_moves().ask(call).send().await;
    assert!(matches!(error, Err(Error::Protocol(_))), "{error:?}");
}

#[tokio::test]
async fn a_session_plays_on_with_the_token_and_stands_still_at_a_rejection() {
    let server = FakeServer::with_samples();
    let client = server.client();
    let mut session = GameSession::start(&client, Game::start("brazilian"))
        .await
        .unwrap();
    let token = session.token().clone();
    let play = session.play("c3-c4").await.unwrap();
    let Play::Rejected(rejection) = play else {
        panic!("{play:?}")
    };
    assert_eq!(rejection.violations[0].squares, ["c4"]);
    assert_eq!(session.status().ply_count, 0);
    assert!(session.play("c3-d4").await.unwrap().is_accepted());
    assert_eq!(session.status().ply_count, 1);

    let requests = server.requests::<ApplyMove>();
    let standing = requests[2].game.as_ref().unwrap().standing.clone();
    assert_eq!(standing, v1::Game::from(token).standing);
    assert_eq!(requests[2].expected_ply, Some(0));
}

#[tokio::test]
async fn an_audit_sends_every_byte_in_chunks_after_its_header() {
    let file: Bytes = (0..300_000_u32).map(|n| n as u8).collect::<Vec<_>>().into();
    let expected = file.clone();
    let server = FakeServer::new().audit(move |_, bytes| {
        assert_eq!(bytes, expected);
        let summary = v1::AuditSummary::default();
        vec![Ok(v1::AuditRecordsResponse {
            part: Some(Part::Summary(summary)),
        })]
    });
    let client = server.client();
    let resume = ResumePoint {
        offset: 9,
        game_count: 2,
        line_count: 4,
    };
    let audit = client.audit().rules("chess").ignore_tags().resume(resume);
    let reader = std::io::Cursor::new(file);
    let events: Vec<_> = audit
        .reader(reader)
        .await
        .unwrap()
        .try_collect()
        .await
        .unwrap();
    assert!(matches!(events[..], [AuditEvent::Summary(_)]));
    let header = server.audits().remove(0);
    assert!(header.ignore_tags);
    assert_eq!(header.resume_offset, 9);
    assert_eq!(header.ruleset.unwrap().variant, "chess");
}

#[tokio::test]
async fn an_audit_without_a_summary_says_where_to_go_on() {
    let server = FakeServer::new().audit(|_, _| {
        let finding = v1::GameFinding {
            number: 3,
            offset_after: 120,
            line_count_after: 10,
            ..v1::GameFinding::default()
        };
        vec![Ok(v1::AuditRecordsResponse {
            part: Some(Part::Finding(finding)),
        })]
    });
    let client = server.client();
    let once = std::io::Cursor::new("1. e4 *");
    let mut findings = client.audit().reader(once).await.unwrap();
    assert!(matches!(
        findings.next().await,
        Some(Ok(AuditEvent::Game(_)))
    ));
    let Some(Err(Error::Interrupted { resume })) = findings.next().await else {
        panic!("an interruption")
    };
    assert_eq!(
        (resume.offset, resume.game_count, resume.line_count),
        (120, 3, 10)
    );
    assert!(findings.next().await.is_none());
}

#[tokio::test]
async fn input_that_breaks_off_is_no_audit_of_half_a_file() {
    let server = FakeServer::with_samples();
    let client = server.client();
    let broken = stream::iter([
        Ok(Bytes::from_static(b"1. e4")),
        Err(std::io::Error::other("the disk is gone")),
        Ok(Bytes::from_static(b" e5")),
    ]);
    let findings = client.audit().chunks(broken).await.unwrap();
    let events: Vec<_> = findings.collect().await;
    assert!(
        matches!(events.last(), Some(Err(Error::Input(_)))),
        "{events:?}"
    );
}
