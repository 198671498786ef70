//! Files over the wire: every game of a real file is found and none is faulted falsely; an audit is resumed where it was cut off,
//! whatever the chunks; hostile files end in findings with names; who goes away is not worked for any more.
#![allow(clippy::expect_used, reason = "a panic is how a test fails")]

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use bytes::Bytes;
use futures::{Stream, StreamExt as _, stream};
use tabuleiro_client::{
    Client, Error, ErrorReason, Game, Retries,
    audit::{Audit, AuditEvent, Findings, ResumePoint},
    v1,
};
use tabuleiro_server::{Config, Server, embedded};
use tabuleiro_tests::{Dice, client, client_of, data, reason};

/// The files beside these tests, the rules where some game names them by no tag, and how many games they hold.
const FILES: [(&str, Option<&str>, usize); 7] = [
    ("chess-rated.pgn", None, 24),
    ("chess-tournament.pgn", None, 24),
    ("international.pdn", None, 13),
    ("frisian.pdn", Some("frisian"), 6),
    ("brazilian.pdn", None, 8),
    ("russian.pdn", Some("russian"), 9),
    ("english.pdn", None, 8),
];

fn of<'c>(client: &'c Client, rules: Option<&str>) -> Audit<'c> {
    match rules {
        Some(rules) => client.audit().rules(rules),
        None => client.audit(),
    }
}

/// Everything that an audit says: findings and summary.
async fn all(mut findings: Findings) -> (Vec<v1::GameFinding>, v1::AuditSummary) {
    let mut games = Vec::new();
    let mut summary = None;
    while let Some(event) = findings.next().await {
        assert_eq!(summary, None, "nothing comes after the summary");
        match event.expect("an event") {
            AuditEvent::Game(game) => games.push(*game),
            AuditEvent::Progress(_) => {}
            AuditEvent::Summary(all) => summary = Some(*all),
        }
    }
    (games, summary.expect("a summary"))
}

async fn audited(
    client: &Client,
    text: impl Into<Bytes>,
) -> (Vec<v1::GameFinding>, v1::AuditSummary) {
    all(client.audit().bytes(text).await.expect("an audit")).await
}

/// The bytes in chunks of sizes that a file reader would never choose.
fn cut(bytes: &Bytes, mut dice: Dice) -> impl Stream<Item = std::io::Result<Bytes>> + Send + use<> {
    let mut rest = bytes.clone();
    stream::iter(std::iter::from_fn(move || {
        let len = (1 + dice.below(900)).min(rest.len());
        (!rest.is_empty()).then(|| Ok(rest.split_to(len)))
    }))
}

fn codes(finding: &v1::GameFinding) -> Vec<&str> {
    finding
        .faults
        .iter()
        .map(|fault| fault.code.as_str())
        .collect()
}

#[tokio::test]
async fn every_game_of_a_real_file_is_found_and_none_is_faulted_falsely() {
    let client = client().await;
    for (name, rules, games) in FILES {
        let bytes = data(name);
        let length = i64::try_from(bytes.len()).expect("a length");
        let (findings, summary) =
            all(of(&client, rules).bytes(bytes).await.expect("an audit")).await;
        assert_eq!(findings.len(), games, "{name}");
        assert_eq!(
            summary.game_count,
            i64::try_from(games).expect("a count"),
            "{name}"
        );
        assert_eq!(summary.bytes_read, length, "{name}");
        let numbers: Vec<_> = findings.iter().map(|it| it.number).collect();
        assert_eq!(
            numbers,
            (1..=summary.game_count).collect::<Vec<_>>(),
            "{name}"
        );
        assert_eq!(
            findings.last().map(|it| it.offset_after),
            Some(length),
            "{name}"
        );
        for finding in &findings {
            let ruling = finding.ruling.as_ref();
            let ruling = ruling.unwrap_or_else(|| panic!("{name} {finding:?}"));
            assert_eq!(
                ruling.disposition(),
                v1::Disposition::Decided,
                "{name} {}",
                finding.number
            );
            assert!(
                ruling.ending.is_some() && !ruling.explanation.is_empty(),
                "{name} {}",
                finding.number
            );
            // The tags of some Russian games give another result than their markers: real faults, and nothing else is one.
            let differs = name == "russian.pdn" && finding.result_conflict.is_some();
            let of_the_result = |fault: &v1::GameFault| fault.kind() == v1::GameFaultKind::Result;
            assert!(
                finding.faults.iter().all(of_the_result),
                "{name} {finding:?}"
            );
            assert_eq!(finding.faults.is_empty(), !differs, "{name} {finding:?}");
        }
    }
}

#[tokio::test]
async fn the_summary_names_the_games_whose_results_conflict() {
    let client = client().await;
    let audit = of(&client, Some("russian"))
        .bytes(data("russian.pdn"))
        .await;
    let (findings, summary) = all(audit.expect("an audit")).await;
    let conflicts = findings.iter().filter(|it| it.result_conflict.is_some());
    let conflicts: Vec<_> = conflicts.map(|it| it.number).collect();
    assert_eq!(conflicts, [1, 3, 4, 5, 6, 7, 8]);
    assert_eq!(summary.conflicts, conflicts);
    let dispositions = summary.dispositions.iter().map(|it| it.game_count);
    assert_eq!(dispositions.sum::<i64>(), summary.game_count);
    let endings = summary.endings.iter().map(|it| it.game_count);
    assert_eq!(endings.sum::<i64>(), summary.game_count);
}

#[tokio::test]
async fn findings_do_not_depend_on_where_chunks_are_cut() {
    let client = client().await;
    for (name, rules, _) in FILES {
        let bytes = Bytes::from(data(name));
        let whole = all(of(&client, rules)
            .bytes(bytes.clone())
            .await
            .expect("an audit"))
        .await;
        for seed in [1, 2] {
            let chunks = cut(&bytes, Dice::of(seed, name));
            let parts = all(of(&client, rules).chunks(chunks).await.expect("an audit")).await;
            assert_eq!(parts, whole, "{name}");
        }
    }
}

#[tokio::test]
async fn an_audit_that_was_cut_off_goes_on_after_any_game() {
    let client = client().await;
    for (name, rules, _) in FILES {
        let bytes = Bytes::from(data(name));
        let (whole, _) = all(of(&client, rules)
            .bytes(bytes.clone())
            .await
            .expect("an audit"))
        .await;
        for (seen, last) in whole.iter().enumerate().step_by(3) {
            let from = ResumePoint {
                offset: last.offset_after,
                game_count: last.number,
                line_count: last.line_count_after,
            };
            let offset = usize::try_from(last.offset_after).expect("an offset");
            let audit = of(&client, rules).resume(from).bytes(bytes.slice(offset..));
            let (rest, summary) = all(audit.await.expect("an audit")).await;
            assert_eq!(rest, whole[seen + 1..], "{name} after {}", last.number);
            assert_eq!(
                summary.game_count,
                i64::try_from(rest.len()).expect("a count")
            );
        }
    }
}

#[tokio::test]
async fn one_bad_game_never_sinks_the_file() {
    let client = client().await;
    let bad = b"[Event \"?\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Ke3 Nf6 1-0\n\n";
    let text = [
        &data("chess-rated.pgn")[..],
        bad,
        &data("chess-tournament.pgn"),
    ]
    .concat();
    let (findings, summary) = audited(&client, text).await;
    assert_eq!((findings.len(), summary.game_count), (49, 49));
    assert_eq!(summary.faulty_game_count, 1);
    let fault = &findings[24].faults[0];
    assert_eq!(
        (fault.kind(), fault.ply),
        (v1::GameFaultKind::IllegalMove, Some(3))
    );
    assert_eq!(
        (fault.token.as_str(), fault.severity()),
        ("Ke3", v1::Severity::Fault)
    );
    assert!(!fault.violations.is_empty() && !fault.message.is_empty());
    let ruling = findings[24].ruling.as_ref().expect("a ruling");
    assert_eq!(ruling.disposition(), v1::Disposition::RecordFault);
    // Only what has a finding is sent where that is asked for; the summary still counts all.
    let text = [&data("chess-rated.pgn")[..], bad].concat();
    let audit = client
        .audit()
        .only_findings()
        .bytes(text)
        .await
        .expect("an audit");
    let (findings, summary) = all(audit).await;
    let numbers: Vec<_> = findings.iter().map(|it| it.number).collect();
    assert_eq!((numbers.last(), summary.game_count), (Some(&25), 25));
}

#[tokio::test]
async fn cases_64_65_67_the_board_decides_and_the_file_is_heard() {
    let client = client().await;
    // Mate, and the result of a resignation.
    let mate = "[Result \"1-0\"]\n\n1. f3 e5 2. g4 Qh4# 1-0\n";
    let (findings, _) = audited(&client, mate).await;
    let board = findings[0].board_ending.as_ref().expect("it is mate");
    assert_eq!(
        (board.cause(), board.outcome()),
        (v1::Cause::Checkmate, v1::Outcome::BlackWins)
    );
    assert!(findings[0].result_conflict.is_some());
    // No marker: the tag speaks.
    let (findings, _) = audited(&client, "[Result \"1/2-1/2\"]\n\n1. e4 e5 2. Nf3 Nc6\n").await;
    assert_eq!(codes(&findings[0]), ["MISSING_RESULT"]);
    let ruling = findings[0].ruling.as_ref().expect("a ruling");
    let ending = ruling.ending.as_ref().expect("an ending");
    assert_eq!(
        (ending.cause(), ending.outcome()),
        (v1::Cause::ResultAsRecorded, v1::Outcome::Draw)
    );
}

#[tokio::test]
async fn cases_68_70_nothing_is_dropped_and_blank_lines_part_no_game() {
    let client = client().await;
    let (findings, _) = audited(&client, "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. qxf7# 1-0\n").await;
    assert_eq!(findings[0].ply_count, 6);
    assert_eq!(findings[0].faults[0].token, "qxf7#");
    let apart =
        "[Event \"a\"]\n\n1. e4 e5\n\n2. Nf3 Nc6 *\n\n[Event \"b\"]\n\n*\n\n[Event \"c\"]\n\n*\n";
    let (findings, _) = audited(&client, apart).await;
    let plies: Vec<_> = findings.iter().map(|it| it.ply_count).collect();
    assert_eq!(plies, [4, 0, 0]);
}

/// Files that nobody wrote in good faith. Each ends in findings with names and in a summary.
#[tokio::test]
async fn hostile_files_end_in_findings() {
    let client = client().await;
    let mut dice = Dice::new(99);
    let noise: Vec<u8> = (0..200_000).map(|_| dice.roll().to_le_bytes()[0]).collect();
    let knights = "Nf3 Nf6 Ng1 Ng8 ".repeat(2_500);
    let nested = format!("1. e4 {} e5 *", "(1. d4 ".repeat(10_000));
    let large = format!(
        "[Event \"large\"]\n\n1. e4 {{{}}} *\n\n",
        "x".repeat(5 << 20)
    );
    for (name, text, expected) in [
        ("noise", noise, ""),
        ("zeros", vec![0; 100_000], ""),
        (
            "an open comment",
            b"[Event \"a\"]\n\n1. e4 {never closed".to_vec(),
            "UNTERMINATED_COMMENT",
        ),
        (
            "an open tag",
            b"[Event \"never closed\n\n1. e4 *".to_vec(),
            "UNTERMINATED_TAG",
        ),
        (
            "an open variation",
            b"1. e4 (1. d4 d5 *".to_vec(),
            "UNTERMINATED_VARIATION",
        ),
        (
            "ten thousand plies",
            format!("{knights}*").into_bytes(),
            "SURPLUS_MOVES",
        ),
        (
            "ten thousand variations inside each other",
            nested.into_bytes(),
            "LIMIT_NESTING",
        ),
        (
            "a game larger than games may be",
            large.into_bytes(),
            "LIMIT_GAME_BYTES",
        ),
    ] {
        let length = i64::try_from(text.len()).expect("a length");
        // An honest game behind it is still found.
        let honest = b"\n\n[Event \"honest\"]\n[Result \"*\"]\n\n1. e4 e5 *\n";
        let text = [&text[..], honest].concat();
        let (findings, summary) = audited(&client, text).await;
        assert_eq!(
            summary.bytes_read,
            length + i64::try_from(honest.len()).expect("a length"),
            "{name}"
        );
        assert_eq!(
            summary.game_count,
            i64::try_from(findings.len()).expect("a count"),
            "{name}"
        );
        let faults: Vec<_> = findings.iter().flat_map(|it| &it.faults).collect();
        assert!(
            faults
                .iter()
                .all(|it| it.kind != 0 && !it.code.is_empty() && !it.message.is_empty()),
            "{name}"
        );
        assert!(
            faults
                .iter()
                .all(|it| it.token.chars().count() <= 200 && !it.token.contains('\0')),
            "{name}"
        );
        let found = faults.iter().any(|it| it.code == expected);
        assert!(
            found || expected.is_empty(),
            "{name}: {:?}",
            findings.first().map(codes)
        );
        assert!(!faults.is_empty(), "{name}");
        let last = findings.last().expect("a game");
        assert!(
            last.tags.iter().any(|tag| tag.value == "honest"),
            "{name} {last:?}"
        );
        assert_eq!(
            (last.ply_count, last.faults.len()),
            (2, 0),
            "{name} {last:?}"
        );
        let limits = client
            .list_variants()
            .send()
            .await
            .expect("the catalogue")
            .limits;
        let most = usize::try_from(limits.expect("limits").max_game_faults).expect("a number");
        assert!(
            findings
                .iter()
                .all(|it| most == 0 || it.faults.len() <= most),
            "{name}"
        );
    }
    let (findings, summary) = audited(&client, Bytes::new()).await;
    assert_eq!(
        (findings.len(), summary.game_count, summary.bytes_read),
        (0, 0, 0)
    );
}

/// A file without an end: a small game again and again; counts the chunks that were asked for.
fn endless(asked: &Arc<AtomicUsize>) -> impl Stream<Item = std::io::Result<Bytes>> + Send + use<> {
    let asked = Arc::clone(asked);
    let game = "[Event \"again\"]\n[Result \"*\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n\n";
    let chunk = Bytes::from(game.repeat(400));
    stream::repeat_with(move || {
        asked.fetch_add(1, Ordering::Relaxed);
        Ok(chunk.clone())
    })
}

/// Waits until a number has stood still for a while.
async fn settled(number: &AtomicUsize) -> usize {
    let mut last = usize::MAX;
    let mut still = 0;
    while still < 10 {
        tokio::time::sleep(Duration::from_millis(50)).await;
        let now = number.load(Ordering::Relaxed);
        still = if now == last { still + 1 } else { 0 };
        last = now;
    }
    last
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reader_who_waits_makes_the_audit_wait() {
    let client = client().await;
    let asked = Arc::new(AtomicUsize::new(0));
    let mut findings = client
        .audit()
        .chunks(endless(&asked))
        .await
        .expect("an audit");
    let first = findings.next().await.expect("an event").expect("a finding");
    assert!(matches!(first, AuditEvent::Game(_)));
    // What lies between is buffers, which are bounded.
    let before = settled(&asked).await;
    assert!(
        before < 400,
        "{before} chunks of 20 KB were taken from a reader of nothing"
    );
    for _ in 0..before * 400 {
        findings.next().await.expect("an event").expect("a finding");
    }
    assert!(settled(&asked).await > before, "it goes on when it is read");
}

#[tokio::test(flavor = "multi_thread")]
async fn who_goes_away_is_not_worked_for_any_more() {
    // One place in the whole server, which the audit holds.
    let mut config = Config::local();
    config.limits.in_flight = 1;
    let client = client_of(config).await.with_retries(Retries::none());
    let asked = Arc::new(AtomicUsize::new(0));
    let mut findings = client
        .audit()
        .chunks(endless(&asked))
        .await
        .expect("an audit");
    findings.next().await.expect("an event").expect("a finding");
    let busy = client.apply_move(Game::start("chess")).send().await;
    assert_eq!(reason(busy), ErrorReason::Overloaded);
    drop(findings);
    let free = async {
        loop {
            match client.apply_move(Game::start("chess")).send().await {
                Ok(_) => break,
                Err(error) => assert_eq!(error.reason(), Some(ErrorReason::Overloaded), "{error}"),
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    let free = tokio::time::timeout(Duration::from_secs(60), free).await;
    free.expect("its place is free again");
    let then = settled(&asked).await;
    assert_eq!(
        settled(&asked).await,
        then,
        "nothing more is asked of the file"
    );
}

#[tokio::test]
async fn a_stream_that_breaks_the_contract_is_refused_by_the_field() {
    use v1::{arbiter_service_client::ArbiterServiceClient, audit_records_request::Part};
    let server = Server::new(Config::local()).expect("a server");
    let channel = embedded::channel_to(server).await.expect("a channel");
    let header = || Part::Header(v1::AuditHeader::default());
    let chunk = || Part::Chunk(Bytes::from_static(b"1. e4 *\n"));
    for (parts, field) in [
        (vec![], "header"),
        (vec![chunk()], "header"),
        (vec![header(), chunk(), header()], "part"),
    ] {
        let parts = parts
            .into_iter()
            .map(|part| v1::AuditRecordsRequest { part: Some(part) });
        let mut arbiter = ArbiterServiceClient::new(channel.clone());
        let outcome = match arbiter.audit_records(stream::iter(parts)).await {
            Ok(answers) => {
                let answers: Vec<_> = answers.into_inner().collect().await;
                answers.into_iter().find_map(Result::err)
            }
            Err(status) => Some(status),
        };
        let status = outcome.expect("a refusal");
        assert_eq!(status.code(), tonic::Code::InvalidArgument, "{status:?}");
        assert!(status.message().contains(field), "{status:?}");
    }
    let client = Client::from_channel(channel);
    let backwards = ResumePoint {
        offset: -1,
        ..ResumePoint::default()
    };
    let refused = client.audit().resume(backwards).bytes("1. e4 *").await;
    let refused = match refused {
        Ok(mut findings) => findings.next().await.expect("an event").map(|_| ()),
        Err(error) => Err(error),
    };
    assert_eq!(reason(refused), ErrorReason::InvalidField);
    // The law of the caller must exist.
    let unknown = client.audit().rules("no-such-game").bytes("1. e4 *").await;
    let unknown: Result<(), Error> = match unknown {
        Ok(mut findings) => findings.next().await.expect("an event").map(|_| ()),
        Err(error) => Err(error),
    };
    assert_eq!(reason(unknown), ErrorReason::UnknownVariant);
}
