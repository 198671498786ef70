//! Questions of arbiters and importers over a real socket.
#![allow(clippy::expect_used, reason = "a panic is how a test fails")]

mod support;

use support::{connect, start};
use tabuleiro_proto::v1::{
    self, arbiter_service_client::ArbiterServiceClient, convert_record_request::Source,
    game::Standing, record_service_client::RecordServiceClient,
    rules_service_client::RulesServiceClient,
};
use tabuleiro_server::Config;
use tonic::{Code, Status, transport::Channel};
use tonic_types::StatusExt as _;

async fn channel() -> Channel {
    connect(&start(Config::local()).await).await
}

fn reason(status: &Status) -> String {
    let info = status.get_details_error_info();
    info.expect("always an ErrorInfo").reason
}

fn ruleset(variant: &str) -> Option<v1::Ruleset> {
    Some(v1::Ruleset {
        variant: variant.into(),
        ..v1::Ruleset::default()
    })
}

fn at(variant: &str, fen: &str) -> Option<v1::Game> {
    Some(v1::Game {
        ruleset: ruleset(variant),
        standing: Some(Standing::Record(v1::Record {
            start_position: fen.into(),
            ..v1::Record::default()
        })),
    })
}

fn asks(variant: &str, fen: &str, side: v1::Side) -> v1::CanMateRequest {
    v1::CanMateRequest {
        game: at(variant, fen),
        side: side.into(),
        work_budget: 0,
    }
}

#[tokio::test]
async fn can_mate_shows_a_line_or_says_why_there_is_none() {
    let mut arbiter = ArbiterServiceClient::new(channel().await);
    let mut ask = async |fen: &str, side| {
        let response = arbiter
            .can_mate(asks("chess", fen, side))
            .await
            .expect("an answer");
        response.into_inner()
    };
    // A lone knight mates with the help of a pawn of the opponent's own.
    let can = ask("7k/7p/8/8/8/8/8/K5N1 w - - 0 1", v1::Side::White).await;
    let answer = can.answer.expect("an answer");
    assert_eq!(answer.verdict(), v1::MateVerdict::Winnable);
    assert!(
        answer.line.last().expect("a line").ends_with('#'),
        "{:?}",
        answer.line
    );
    assert_eq!(answer.line.len(), can.line_uci.len());
    let bare = ask("7k/7p/8/8/8/8/8/K7 w - - 0 1", v1::Side::White)
        .await
        .answer
        .expect("an answer");
    assert_eq!(
        (bare.verdict(), bare.reason()),
        (v1::MateVerdict::Unwinnable, v1::UnwinnableReason::BareKing)
    );
}

#[tokio::test]
async fn the_question_of_mate_does_not_arise_in_draughts_and_a_batch_says_so_for_that_item_alone() {
    use v1::batch_can_mate_result::Outcome;
    let mut arbiter = ArbiterServiceClient::new(channel().await);
    let requests = vec![
        asks("brazilian", "", v1::Side::White),
        asks("chess", "", v1::Side::Black),
        v1::CanMateRequest {
            work_budget: i64::MAX,
            ..asks("chess", "", v1::Side::Black)
        },
    ];
    let status = arbiter
        .can_mate(requests[0].clone())
        .await
        .expect_err("no mate there");
    assert_eq!(
        (status.code(), reason(&status).as_str()),
        (Code::InvalidArgument, "NOT_APPLICABLE")
    );
    let status = arbiter
        .can_mate(requests[2].clone())
        .await
        .expect_err("too much");
    assert_eq!(
        (status.code(), reason(&status).as_str()),
        (Code::ResourceExhausted, "LIMIT_EXCEEDED")
    );
    let batch = arbiter
        .batch_can_mate(v1::BatchCanMateRequest { requests })
        .await
        .expect("an answer");
    let outcomes: Vec<_> = batch
        .into_inner()
        .results
        .into_iter()
        .map(|it| it.outcome)
        .collect();
    assert!(matches!(
        outcomes.as_slice(),
        [
            Some(Outcome::Error(_)),
            Some(Outcome::Response(_)),
            Some(Outcome::Error(_))
        ]
    ));
}

#[tokio::test]
async fn a_diagram_is_drawn_for_either_game_in_text_and_svg() {
    let mut rules = RulesServiceClient::new(channel().await);
    let mut draw = async |variant: &str, format: v1::DiagramFormat| {
        let request = v1::RenderBoardRequest {
            game: at(variant, ""),
            format: format.into(),
            ..v1::RenderBoardRequest::default()
        };
        rules
            .render_board(request)
            .await
            .expect("an answer")
            .into_inner()
    };
    let ascii = draw("chess", v1::DiagramFormat::Ascii).await;
    assert!(ascii.diagram.contains("r") && ascii.media_type.starts_with("text/plain"));
    let svg = draw("international", v1::DiagramFormat::Svg).await;
    assert!(svg.diagram.starts_with("<svg") && svg.media_type == "image/svg+xml");
    assert!(svg.description.starts_with("W:"), "{}", svg.description);
}

const PGN: &[u8] = b"[Event \"?\"]\n[White \"White 1\"]\n[Black \"Black 1\"]\n[Result \"0-1\"]\n\n\
1. f3 {[%clk 0:05:00]} e5 $1 2. g4 (2. e4 d5) Qh4# {the quickest} 0-1\n";

fn text(data: &[u8]) -> v1::ConvertRecordRequest {
    v1::ConvertRecordRequest {
        source: Some(Source::Text(v1::RecordText {
            data: bytes::Bytes::copy_from_slice(data),
            ..v1::RecordText::default()
        })),
        ..v1::ConvertRecordRequest::default()
    }
}

#[tokio::test]
async fn a_pgn_becomes_a_structured_game_and_a_pgn_again() {
    let mut records = RecordServiceClient::new(channel().await);
    let request = v1::ConvertRecordRequest {
        target_format: v1::RecordFormat::Pgn.into(),
        include_status: true,
        ..text(PGN)
    };
    let answer = records
        .convert_record(request)
        .await
        .expect("an answer")
        .into_inner();
    assert!(answer.notes.is_empty(), "{:?}", answer.notes);
    let game = answer.game.expect("a game");
    assert_eq!(game.result(), v1::Outcome::BlackWins);
    assert_eq!(
        game.record.clone().expect("a record").moves,
        ["f3", "e5", "g4", "Qh4#"]
    );
    let [clock, glyph, variation, remark] = game.annotations.as_slice() else {
        panic!("four notes: {:?}", game.annotations);
    };
    assert_eq!((clock.ply, clock.clock_ms), (1, Some(300_000)));
    assert_eq!((glyph.ply, glyph.glyphs.as_slice()), (2, &[1][..]));
    assert_eq!(
        (variation.ply, variation.variations.as_slice()),
        (3, &["e4 d5".to_owned()][..])
    );
    assert_eq!(
        (remark.ply, remark.comments.as_slice()),
        (4, &["the quickest".to_owned()][..])
    );
    let ending = answer.status.expect("a status").ending.expect("mate");
    assert_eq!(ending.cause(), v1::Cause::Checkmate);

    // What was written reads as the same game.
    let again = records
        .convert_record(text(answer.text.as_bytes()))
        .await
        .expect("an answer");
    let again = again.into_inner().game.expect("a game");
    assert_eq!(again.record, game.record);
    // The writer completes the roster; nothing is lost.
    assert!(game.tags.iter().all(|tag| again.tags.contains(tag)));
}

const PDN: &[u8] = b"[GameType \"26\"]\n[Rulebook \"casual-br\"]\n[HouseRules \"omission=huff; king_moves.limit=30\"]\n\
[Room \"galera\"]\n[Result \"*\"]\n\n1. c3-d4 (=) {[%fact black refused_draw]} b6-a5 2. d4-c5 h6-g5 \
{[%huff d6] said} 3. e3-d4 *\n";

#[tokio::test]
async fn law_circumstances_and_facts_are_saved_and_loaded() {
    let mut records = RecordServiceClient::new(channel().await);
    let mut convert = async |request: v1::ConvertRecordRequest| {
        let request = v1::ConvertRecordRequest {
            target_format: v1::RecordFormat::Pdn.into(),
            include_status: true,
            ..request
        };
        let answer = records.convert_record(request).await.expect("an answer");
        answer.into_inner()
    };
    let loaded = convert(text(PDN)).await;
    assert!(loaded.notes.is_empty(), "{:?}", loaded.notes);
    let game = loaded.game.clone().expect("a game");
    let ruleset = game.ruleset.clone().expect("rules");
    assert_eq!(ruleset.rulebook, "casual-br");
    let house = ruleset.house_rules.expect("house rules");
    assert_eq!((house.omission(), house.size), (v1::Omission::Huff, None));
    assert_eq!(game.context.clone().expect("a context").room, "galera");
    let record = game.record.clone().expect("a record");
    let plies: Vec<_> = record.facts.iter().map(|it| it.after_ply).collect();
    assert_eq!(plies, [Some(1), Some(1), Some(4)]);
    assert_eq!(game.annotations.len(), 1);
    for wanted in [
        "[Rulebook \"casual-br\"]",
        "[HouseRules \"king_moves.limit=30; omission=huff\"]",
        "[Room \"galera\"]",
        "c3-d4 (=)",
        "[%huff d6]",
    ] {
        assert!(loaded.text.contains(wanted), "{wanted} in {}", loaded.text);
    }
    // From the text, and from the structured game: the same standing.
    let again = convert(text(loaded.text.as_bytes())).await;
    let structured = convert(v1::ConvertRecordRequest {
        source: Some(Source::Game(game)),
        ..v1::ConvertRecordRequest::default()
    })
    .await;
    assert_eq!(structured.text, loaded.text);
    let stateless = |answer: &v1::ConvertRecordResponse| v1::Status {
        state: bytes::Bytes::new(),
        ..answer.status.clone().expect("a status")
    };
    assert_eq!(stateless(&again), stateless(&loaded));
    assert_eq!(stateless(&structured), stateless(&loaded));
}

#[tokio::test]
async fn a_corrected_move_is_kept_at_the_one_in_its_place() {
    let mut records = RecordServiceClient::new(channel().await);
    let pdn = b"[GameType \"21\"]\n[Rulebook \"english-traditional\"]\n[FEN \"B:W18,30:B14,5,1\"]\n\n1. 14x23 {[%corrected 5-9]} *\n";
    let request = v1::ConvertRecordRequest {
        target_format: v1::RecordFormat::Pdn.into(),
        include_status: true,
        ..text(pdn)
    };
    let answer = records
        .convert_record(request)
        .await
        .expect("an answer")
        .into_inner();
    assert!(
        answer.text.contains("1. 14x23 {[%corrected 5-9]} *"),
        "{}",
        answer.text
    );
    let record = answer.game.and_then(|it| it.record).expect("a record");
    assert_eq!(record.moves, ["5-9", "14x23"]);
    assert_eq!(answer.status.expect("a status").ply_count, 1);
}

#[tokio::test]
async fn moves_are_translated_between_notations() {
    let mut records = RecordServiceClient::new(channel().await);
    let mut write = async |notation: v1::Notation, language: &str| {
        let request = v1::ConvertRecordRequest {
            target_notation: notation.into(),
            target_language: language.into(),
            ..text(PGN)
        };
        let answer = records
            .convert_record(request)
            .await
            .expect("an answer")
            .into_inner();
        answer
            .game
            .and_then(|it| it.record)
            .expect("a record")
            .moves
    };
    assert_eq!(
        write(v1::Notation::Uci, "").await,
        ["f2f3", "e7e5", "g2g4", "d8h4"]
    );
    let portuguese = write(v1::Notation::ScoreSheet, "pt-BR").await;
    assert_eq!(portuguese.last().expect("a move"), "Dh4#");
}

#[tokio::test]
async fn a_text_that_is_no_single_legal_game_is_refused_with_its_place() {
    let mut records = RecordServiceClient::new(channel().await);
    let mut refused = async |data: &[u8]| {
        records
            .convert_record(text(data))
            .await
            .expect_err("an error")
    };
    let status = refused(b"").await;
    assert_eq!(reason(&status), "INVALID_TEXT");
    let status = refused(&[PGN, b"\n", PGN].concat()).await;
    assert_eq!(reason(&status), "INVALID_TEXT");
    assert_eq!(
        status
            .get_details_error_info()
            .expect("an ErrorInfo")
            .metadata["line"],
        "8"
    );
    let status = refused(b"[Event \"?\"]\n[Result \"*\"]\n\n1. e4 e5 2. Ke3 *\n").await;
    let info = status.get_details_error_info().expect("an ErrorInfo");
    assert_eq!(
        (info.reason.as_str(), info.metadata["ply"].as_str()),
        ("INVALID_RECORD", "3")
    );
    let status =
        refused(b"[Event \"?\"]\n[Variant \"Bughouse\"]\n[Result \"*\"]\n\n1. e4 *\n").await;
    assert_eq!(reason(&status), "UNKNOWN_VARIANT");
}

fn record(variant: &str, moves: &str, facts: Vec<v1::Fact>) -> v1::AdjudicateRequest {
    v1::AdjudicateRequest {
        game: Some(v1::Game {
            ruleset: ruleset(variant),
            standing: Some(Standing::Record(v1::Record {
                moves: moves.split_whitespace().map(str::to_owned).collect(),
                ..v1::Record::default()
            })),
        }),
        facts,
        ..v1::AdjudicateRequest::default()
    }
}

fn resigned(by: v1::Side, after_ply: i32) -> v1::Fact {
    v1::Fact {
        after_ply: Some(after_ply),
        by: by.into(),
        kind: Some(v1::fact::Kind::Resigned(v1::Resigned {})),
    }
}

#[tokio::test]
async fn the_first_ending_wins_over_a_resignation_noted_later() {
    let mut arbiter = ArbiterServiceClient::new(channel().await);
    let request = record("chess", "f3 e5 g4 Qh4#", vec![resigned(v1::Side::Black, 4)]);
    let ruling = arbiter
        .adjudicate(request)
        .await
        .expect("an answer")
        .into_inner()
        .ruling
        .expect("a ruling");
    assert_eq!(ruling.disposition(), v1::Disposition::Decided);
    let ending = ruling.ending.expect("an ending");
    assert_eq!(
        (ending.cause(), ending.outcome(), ending.ply),
        (v1::Cause::Checkmate, v1::Outcome::BlackWins, 4)
    );
    assert!(!ending.citations.is_empty());
    assert_eq!(ruling.refused_facts.len(), 1);
    assert!(!ruling.explanation.is_empty());
    assert_eq!(
        ruling
            .fingerprint
            .expect("a fingerprint")
            .input_digest
            .len(),
        64
    );
    assert!(!ruling.status.expect("a status").state.is_empty());
}

#[tokio::test]
async fn a_faulty_record_is_ruled_on_and_a_batch_keeps_its_answers_apart() {
    use v1::batch_adjudicate_result::Outcome;
    let mut arbiter = ArbiterServiceClient::new(channel().await);
    let requests = vec![
        record("chess", "e4 e5 Ke3", vec![]),
        record("no-such-game", "e4", vec![]),
        record("brazilian", "c3-d4", vec![resigned(v1::Side::Black, 1)]),
        record("chess", "e4", vec![resigned(v1::Side::Black, 9)]),
    ];
    let batch = arbiter
        .batch_adjudicate(v1::BatchAdjudicateRequest { requests })
        .await
        .expect("an answer");
    let mut outcomes = batch
        .into_inner()
        .results
        .into_iter()
        .map(|it| it.outcome.expect("an outcome"));
    let ruling = |outcome: Option<Outcome>| match outcome {
        Some(Outcome::Response(response)) => response.ruling.expect("a ruling"),
        other => panic!("expected a ruling: {other:?}"),
    };
    let faulty = ruling(outcomes.next());
    assert_eq!(faulty.disposition(), v1::Disposition::RecordFault);
    let is_first_fault = |it: &v1::Evidence| matches!(&it.kind, Some(v1::evidence::Kind::FirstFault(fault)) if fault.ply == 3);
    assert!(
        faulty.evidence.iter().any(is_first_fault),
        "{:?}",
        faulty.evidence
    );
    assert!(matches!(outcomes.next(), Some(Outcome::Error(_))));
    let won = ruling(outcomes.next()).ending.expect("an ending");
    assert_eq!(
        (won.cause(), won.outcome()),
        (v1::Cause::Resignation, v1::Outcome::WhiteWins)
    );
    assert!(
        matches!(outcomes.next(), Some(Outcome::Error(it)) if it.code == Code::InvalidArgument as i32)
    );
}

#[tokio::test]
async fn a_game_that_began_wrongly_is_told_with_its_start_and_its_remedy() {
    use v1::{evidence, remedy};
    let mut arbiter = ArbiterServiceClient::new(channel().await);
    // Black begins; and in another game the arbiter found the board turned.
    let found = v1::Fact {
        after_ply: None,
        by: 0,
        kind: Some(v1::fact::Kind::FoundIrregularStart(
            v1::FoundIrregularStart {
                fault: v1::StartFault::BoardTurned.into(),
            },
        )),
    };
    let requests = vec![
        record("chess", "e5 e4 Nf6 Nf3 Nc6 Nc3", vec![]),
        record("chess", "e4 e5", vec![found]),
    ];
    let batch = arbiter
        .batch_adjudicate(v1::BatchAdjudicateRequest { requests })
        .await
        .expect("an answer")
        .into_inner();
    let rulings: Vec<v1::Ruling> = batch
        .results
        .into_iter()
        .map(|it| match it.outcome {
            Some(v1::batch_adjudicate_result::Outcome::Response(it)) => it.ruling.expect("one"),
            other => panic!("expected a ruling: {other:?}"),
        })
        .collect();
    let Some(evidence::Kind::IrregularStart(start)) = &rulings[0].evidence[0].kind else {
        panic!("{:?}", rulings[0].evidence)
    };
    assert_eq!(start.fault(), v1::StartFault::ColoursReversed);
    assert!(start.only_reading && start.start.is_some());
    let kinds: Vec<_> = rulings
        .iter()
        .map(|ruling| ruling.remedies[0].kind.as_ref())
        .collect();
    assert!(matches!(kinds[0], Some(remedy::Kind::NewGame(_))));
    assert!(
        matches!(kinds[1], Some(remedy::Kind::TransferPosition(it)) if it.ply == 2 && it.position.is_some())
    );
}

fn header(header: v1::AuditHeader) -> v1::AuditRecordsRequest {
    v1::AuditRecordsRequest {
        part: Some(v1::audit_records_request::Part::Header(header)),
    }
}

fn chunk(bytes: &[u8]) -> v1::AuditRecordsRequest {
    let bytes = bytes::Bytes::copy_from_slice(bytes);
    v1::AuditRecordsRequest {
        part: Some(v1::audit_records_request::Part::Chunk(bytes)),
    }
}

/// Audits a file in chunks of this size; the findings and the summary.
async fn audit(file: &[u8], size: usize) -> (Vec<v1::GameFinding>, v1::AuditSummary) {
    use v1::audit_records_response::Part;
    let mut arbiter = ArbiterServiceClient::new(channel().await);
    let mut messages = vec![header(v1::AuditHeader::default())];
    messages.extend(file.chunks(size).map(chunk));
    let answers = arbiter
        .audit_records(futures::stream::iter(messages))
        .await
        .expect("begun");
    let mut answers = answers.into_inner();
    let mut findings = Vec::new();
    while let Some(answer) = answers.message().await.expect("no error") {
        match answer.part.expect("a part") {
            Part::Finding(finding) => findings.push(finding),
            Part::Progress(_) => {}
            Part::Summary(summary) => {
                assert!(
                    answers.message().await.expect("no error").is_none(),
                    "the summary is last"
                );
                return (findings, summary);
            }
        }
    }
    panic!("no summary");
}

#[tokio::test]
async fn an_audit_finds_what_is_wrong_in_each_game_however_the_file_is_cut() {
    let bad = b"\n[Event \"?\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Ke3 1-0\n\n";
    let file = [PGN, bad, PGN].concat();
    for size in [1, 7, 64, 1 << 16] {
        let (findings, summary) = audit(&file, size).await;
        assert_eq!(findings.len(), 3, "chunks of {size}");
        assert_eq!(
            findings.iter().map(|it| it.number).collect::<Vec<_>>(),
            [1, 2, 3]
        );
        let mate = findings[0]
            .ruling
            .as_ref()
            .and_then(|it| it.ending.as_ref())
            .expect("mate");
        assert_eq!(mate.cause(), v1::Cause::Checkmate);
        assert!(
            findings[1]
                .faults
                .iter()
                .any(|it| it.kind() == v1::GameFaultKind::IllegalMove && it.ply == Some(3))
        );
        assert_eq!((summary.game_count, summary.faulty_game_count), (3, 1));
        assert_eq!(usize::try_from(summary.bytes_read), Ok(file.len()));
        assert_eq!(usize::try_from(findings[2].offset_after), Ok(file.len()));
    }
}

#[tokio::test]
async fn an_audit_begins_with_its_header_and_nothing_else() {
    let mut arbiter = ArbiterServiceClient::new(channel().await);
    let status = arbiter
        .audit_records(futures::stream::iter(vec![chunk(PGN)]))
        .await
        .expect_err("no header");
    assert_eq!(
        (status.code(), reason(&status).as_str()),
        (Code::InvalidArgument, "INVALID_FIELD")
    );
    let twice = vec![
        header(v1::AuditHeader::default()),
        header(v1::AuditHeader::default()),
    ];
    let mut answers = arbiter
        .audit_records(futures::stream::iter(twice))
        .await
        .expect("begun")
        .into_inner();
    let status = answers.message().await.expect_err("two headers");
    assert_eq!(reason(&status), "INVALID_FIELD");
}

#[tokio::test]
async fn a_draining_server_ends_an_audit_where_it_can_be_resumed() {
    use v1::audit_records_response::Part;
    let running = start(Config::local()).await;
    let mut arbiter = ArbiterServiceClient::new(connect(&running).await);
    let (send, messages) = tokio::sync::mpsc::channel(4);
    send.send(header(v1::AuditHeader::default()))
        .await
        .expect("open");
    send.send(chunk(&[PGN, b"\n", PGN].concat()))
        .await
        .expect("open");
    let messages = tokio_stream::wrappers::ReceiverStream::new(messages);
    let mut answers = arbiter
        .audit_records(messages)
        .await
        .expect("begun")
        .into_inner();
    let first = answers
        .message()
        .await
        .expect("no error")
        .and_then(|it| it.part);
    let Some(Part::Finding(first)) = first else {
        panic!("expected a finding: {first:?}");
    };
    let drain = tokio::spawn(running.shutdown());
    let last = answers
        .message()
        .await
        .expect("no error")
        .and_then(|it| it.part);
    let Some(Part::Progress(last)) = last else {
        panic!("expected the last sign of life: {last:?}");
    };
    assert!(last.draining);
    assert_eq!(last.offset_after, first.offset_after);
    assert!(answers.message().await.expect("no error").is_none());
    assert_eq!(
        drain.await.expect("joined"),
        tabuleiro_server::Ended::Drained
    );
}

#[tokio::test]
async fn a_note_that_cannot_be_written_is_refused_and_not_left_out() {
    use tonic_types::StatusExt as _;
    type Spoil = fn(&mut v1::Annotation);
    let mut records = RecordServiceClient::new(channel().await);
    let game = records.convert_record(text(PGN)).await.expect("an answer");
    let game = game.into_inner().game.expect("a game");
    let cases: [(&str, Spoil); 4] = [
        ("game.annotations[1].ply", |note| note.ply = 5),
        ("game.annotations[1].ply", |note| note.ply = -1),
        ("game.annotations[1].glyphs[0]", |note| note.glyphs[0] = 256),
        ("game.annotations[1].clock_ms", |note| {
            note.clock_ms = Some(-1);
        }),
    ];
    for (field, spoil) in cases {
        let mut game = game.clone();
        spoil(&mut game.annotations[1]);
        let request = v1::ConvertRecordRequest {
            source: Some(Source::Game(game)),
            target_format: v1::RecordFormat::Pgn.into(),
            ..v1::ConvertRecordRequest::default()
        };
        let status = records.convert_record(request).await.expect_err("refused");
        let details = status.get_details_bad_request().expect("details");
        assert_eq!(details.field_violations[0].field, field);
    }
}
