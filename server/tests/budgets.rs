//! What one call may cost: the memory of its question, the bytes of its answer, the patience with its stream, the time of the
//! threads that serve the network. Each test trips one bound, and finds it counted.
#![allow(clippy::expect_used, reason = "a panic is how a test fails")]

mod support;

use std::{net::SocketAddr, time::Duration};

use bytes::Bytes;
use support::{connect, page, start};
use tabuleiro_proto::v1::{
    self, arbiter_service_client::ArbiterServiceClient, audit_records_request::Part,
    batch_legal_moves_result::Outcome, game::Standing, record_service_client::RecordServiceClient,
    rules_service_client::RulesServiceClient,
};
use tabuleiro_server::{Config, Running};
use tonic::{Code, Request, Response, Status, codec::CompressionEncoding, transport::Channel};
use tonic_types::StatusExt as _;

fn config() -> Config {
    Config {
        admin: vec![SocketAddr::from(([127, 0, 0, 1], 0))],
        ..Config::local()
    }
}

async fn counted(running: &Running, line: &str) {
    let text = page(running).await;
    assert!(text.lines().any(|it| it == line), "{line} in\n{text}");
}

fn limit_name(status: &Status) -> String {
    let info = status.get_details_error_info().expect("an ErrorInfo");
    assert_eq!(info.reason, "LIMIT_EXCEEDED");
    assert!(status.get_details_quota_failure().is_some());
    info.metadata["limit_name"].clone()
}

/// A unary call of a batch with one item, these bytes: the codec of `Bytes` writes them as field 1.
async fn raw(channel: &Channel, path: &'static str, item: Vec<u8>, gzip: bool) -> Status {
    let mut client = tonic::client::Grpc::new(channel.clone());
    if gzip {
        client = client.send_compressed(CompressionEncoding::Gzip);
    }
    client.ready().await.expect("ready");
    let codec = tonic_prost::ProstCodec::<Bytes, Bytes>::default();
    let path = http::uri::PathAndQuery::from_static(path);
    let message = Request::new(Bytes::from(item));
    let answer: Result<Response<Bytes>, Status> = client.unary(message, path, codec).await;
    answer.expect_err("beyond the bound")
}

/// A question with very many empty facts in the record of its game.
fn facts(count: usize) -> Vec<u8> {
    let facts: Vec<u8> = [0x32, 0].into_iter().cycle().take(2 * count).collect();
    let record = nested(2, &facts);
    nested(1, &record)
}

fn nested(field: u8, content: &[u8]) -> Vec<u8> {
    let mut bytes = vec![field << 3 | 2];
    let mut len = content.len();
    while len >= 0x80 {
        bytes.push((len & 0x7f) as u8 | 0x80);
        len >>= 7;
    }
    bytes.push(len as u8);
    bytes.extend_from_slice(content);
    bytes
}

const BATCH: &str = "/tabuleiro.v1.ArbiterService/BatchAdjudicate";

#[tokio::test]
async fn a_message_of_empty_items_is_refused_before_it_becomes_memory() {
    let mut config = config();
    config.limits.decoded_bytes = 1 << 20;
    let running = start(config).await;
    let channel = connect(&running).await;
    for gzip in [false, true] {
        let status = raw(&channel, BATCH, facts(40_000), gzip).await;
        assert_eq!(status.code(), Code::ResourceExhausted, "{status:?}");
        assert_eq!(limit_name(&status), "max_decoded_bytes");
    }
    counted(
        &running,
        r#"tabuleiro_limits_exceeded_total{limit="max_decoded_bytes"} 2"#,
    )
    .await;
}

/// tonic 0.14.9 answers OUT_OF_RANGE.
#[tokio::test]
async fn what_unpacks_to_more_than_a_message_may_be_is_refused_by_that_limit() {
    let mut config = config();
    config.limits.request_bytes = 100_000;
    let running = start(config).await;
    let channel = connect(&running).await;
    let status = raw(&channel, BATCH, vec![0; 1 << 20], true).await;
    assert_eq!(status.code(), Code::ResourceExhausted, "{status:?}");
    assert_eq!(limit_name(&status), "max_message_bytes");
}

fn game(variant: &str, fen: &str) -> Option<v1::Game> {
    Some(v1::Game {
        ruleset: Some(v1::Ruleset {
            variant: variant.into(),
            ..v1::Ruleset::default()
        }),
        standing: Some(Standing::Record(v1::Record {
            start_position: fen.into(),
            ..v1::Record::default()
        })),
    })
}

#[tokio::test]
async fn a_compressed_question_of_the_usual_size_is_answered() {
    let running = start(config()).await;
    let channel = connect(&running).await;
    let mut rules = RulesServiceClient::new(channel).send_compressed(CompressionEncoding::Gzip);
    let request = v1::LegalMovesRequest {
        game: game("chess", ""),
        ..Default::default()
    };
    let answer = rules.legal_moves(request).await.expect("answered");
    assert_eq!(answer.into_inner().move_count, 20);
}

#[tokio::test]
async fn the_items_of_a_batch_that_no_longer_fit_say_so_and_the_others_are_answered() {
    let mut config = config();
    config.limits.response_bytes = 40_000;
    let running = start(config).await;
    let mut rules = RulesServiceClient::new(connect(&running).await);
    let item = v1::LegalMovesRequest {
        game: game("chess", ""),
        view: v1::MoveView::Full.into(),
        ..Default::default()
    };
    let request = v1::BatchLegalMovesRequest {
        requests: vec![item; 50],
    };
    let answer = rules.batch_legal_moves(request).await.expect("answered");
    let answer = answer.into_inner();
    assert!(prost::Message::encoded_len(&answer) <= 40_000);
    let outcomes: Vec<_> = answer
        .results
        .into_iter()
        .map(|it| it.outcome.expect("an outcome"))
        .collect();
    assert_eq!(outcomes.len(), 50);
    let answered = outcomes
        .iter()
        .take_while(|it| matches!(it, Outcome::Response(_)))
        .count();
    assert!((1..50).contains(&answered), "{answered}");
    for outcome in outcomes.iter().skip(answered) {
        let Outcome::Error(status) = outcome else {
            panic!("an answer after the budget was spent");
        };
        assert_eq!(status.code, Code::ResourceExhausted as i32);
    }
    counted(
        &running,
        r#"tabuleiro_limits_exceeded_total{limit="max_response_bytes"} 1"#,
    )
    .await;
}

#[tokio::test]
async fn an_answer_that_is_too_large_is_refused_by_name() {
    let mut config = config();
    config.limits.response_bytes = 300;
    let running = start(config).await;
    let mut records = RecordServiceClient::new(connect(&running).await);
    let text = v1::RecordText {
        data: Bytes::from_static(b"[Event \"?\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n"),
        format: v1::RecordFormat::Pgn.into(),
        ruleset: Some(v1::Ruleset {
            variant: "chess".into(),
            ..v1::Ruleset::default()
        }),
        ..Default::default()
    };
    let request = v1::ConvertRecordRequest {
        source: Some(v1::convert_record_request::Source::Text(text)),
        target_format: v1::RecordFormat::Pgn.into(),
        include_status: true,
        ..Default::default()
    };
    let status = records
        .convert_record(request)
        .await
        .expect_err("too large");
    assert_eq!(status.code(), Code::ResourceExhausted, "{status:?}");
    assert_eq!(limit_name(&status), "max_response_bytes");
    counted(
        &running,
        r#"tabuleiro_limits_exceeded_total{limit="max_response_bytes"} 1"#,
    )
    .await;
}

#[tokio::test]
async fn a_stream_whose_caller_says_nothing_ends_and_gives_its_place_back() {
    let mut config = config();
    config.limits.stream_idle = Some(Duration::from_millis(50));
    config.limits.in_flight = 1;
    let running = start(config).await;
    let channel = connect(&running).await;
    let mut arbiter = ArbiterServiceClient::new(channel.clone());
    let (say, hear) = tokio::sync::mpsc::channel(4);
    let header = v1::AuditRecordsRequest {
        part: Some(Part::Header(v1::AuditHeader::default())),
    };
    say.send(header).await.expect("taken");
    let requests = tokio_stream::wrappers::ReceiverStream::new(hear);
    let mut answers = arbiter
        .audit_records(requests)
        .await
        .expect("begun")
        .into_inner();
    let status = answers.message().await.expect_err("idle for too long");
    assert_eq!(status.code(), Code::DeadlineExceeded, "{status:?}");
    let info = status.get_details_error_info().expect("an ErrorInfo");
    assert_eq!(info.reason, "DEADLINE_EXCEEDED");
    assert_eq!(info.metadata["allowed_ms"], "50");
    drop(answers);
    let mut rules = RulesServiceClient::new(channel);
    for _ in 0..100 {
        if rules
            .list_variants(v1::ListVariantsRequest::default())
            .await
            .is_ok()
        {
            drop(say);
            return counted(
                &running,
                r#"tabuleiro_limits_exceeded_total{limit="max_stream_idle"} 1"#,
            )
            .await;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("the place was never given back");
}

/// A king in the corner of a Frisian board of 14 files, and kings of the other side on every second square of every second
/// row: nearly everything can be taken in nearly every order.
fn crowded() -> Option<v1::Game> {
    let mut black = Vec::new();
    for rank in (1..13).step_by(2) {
        for file in (1..13).step_by(2) {
            black.push(format!("K{}", (13 - rank) * 7 + (file - 1) / 2 + 1));
        }
    }
    let fen = format!("W:WK92:B{}", black.join(","));
    let mut crowded = game("frisian", &fen);
    if let Some(ruleset) = crowded.as_mut().and_then(|game| game.ruleset.as_mut()) {
        ruleset.house_rules = Some(v1::DraughtsRules {
            size: Some(v1::BoardSize {
                files: 14,
                ranks: 14,
            }),
            ..Default::default()
        });
    }
    crowded
}

#[tokio::test]
async fn a_wide_capture_tree_leaves_the_threads_that_serve_the_network() {
    let running = start(config()).await;
    let mut rules = RulesServiceClient::new(connect(&running).await);
    let quiet = v1::LegalMovesRequest {
        game: game("frisian", ""),
        ..Default::default()
    };
    rules.legal_moves(quiet).await.expect("answered");
    counted(&running, "tabuleiro_compute_moved_total 0").await;
    let wide = v1::LegalMovesRequest {
        game: crowded(),
        ..Default::default()
    };
    let status = rules.legal_moves(wide).await.expect_err("too wide");
    let info = status.get_details_error_info().expect("an ErrorInfo");
    assert_eq!(info.reason, "WORK_BUDGET_EXHAUSTED", "{status:?}");
    counted(&running, "tabuleiro_compute_moved_total 1").await;
    counted(&running, "tabuleiro_work_exhausted_total 1").await;
}

#[tokio::test]
async fn a_move_text_has_at_most_256_bytes() {
    let running = start(config()).await;
    let mut rules = RulesServiceClient::new(connect(&running).await);
    let mut play = async |text: String| {
        let input = v1::move_input::Input::Text(text);
        let action = v1::Action {
            kind: Some(v1::action::Kind::Move(v1::MoveInput { input: Some(input) })),
        };
        let request = v1::ApplyMoveRequest {
            game: game("chess", ""),
            actions: vec![action],
            ..Default::default()
        };
        rules.apply_move(request).await
    };
    let rejected = play("x".repeat(256)).await.expect("an answer").into_inner();
    assert!(rejected.rejection.is_some());
    let status = play("x".repeat(257)).await.expect_err("too long");
    assert_eq!(status.code(), Code::InvalidArgument);
}

#[tokio::test]
async fn verdicts_broken_rules_and_searches_are_counted_by_name() {
    let running = start(config()).await;
    let channel = connect(&running).await;
    let mut rules = RulesServiceClient::new(channel.clone());
    let mut arbiter = ArbiterServiceClient::new(channel);
    let text = |text: &str| v1::Action {
        kind: Some(v1::action::Kind::Move(v1::MoveInput {
            input: Some(v1::move_input::Input::Text(text.into())),
        })),
    };
    let play = |moves: &[&str]| v1::ApplyMoveRequest {
        game: game("chess", ""),
        actions: moves.iter().map(|it| text(it)).collect(),
        ..Default::default()
    };
    rules
        .apply_move(play(&["f3", "e5", "g4", "Qh4"]))
        .await
        .expect("answered");
    rules.apply_move(play(&["e2e5"])).await.expect("answered");
    arbiter
        .adjudicate(v1::AdjudicateRequest {
            game: game("chess", ""),
            ..Default::default()
        })
        .await
        .expect("answered");
    let can_mate = v1::CanMateRequest {
        game: game("chess", "8/8/8/4k3/8/2NN4/4K3/8 b - - 0 1"),
        side: v1::Side::White.into(),
        work_budget: 0,
        ..v1::CanMateRequest::default()
    };
    arbiter.can_mate(can_mate).await.expect("answered");

    let text = page(&running).await;
    for line in [
        r#"tabuleiro_verdicts_total{cause="CHECKMATE",rpc_method="tabuleiro.v1.RulesService/ApplyMove"} 1"#,
        r#"tabuleiro_verdicts_total{cause="IN_PROGRESS",rpc_method="tabuleiro.v1.ArbiterService/Adjudicate"} 1"#,
        r#"tabuleiro_rejections_total{rule="PIECE_CANNOT_MOVE_THERE"} 1"#,
        r#"tabuleiro_search_nodes_total{rpc_method="tabuleiro.v1.ArbiterService/CanMate"}"#,
    ] {
        assert!(text.contains(line), "{line} in\n{text}");
    }
}
