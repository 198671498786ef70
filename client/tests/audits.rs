//! Audits of files: read where the audit stands, and read again where a stream broke.
#![allow(clippy::unwrap_used, reason = "a test crate")]

use std::path::PathBuf;

use bytes::Bytes;
use futures::TryStreamExt as _;
use tabuleiro_client::{
    Error, Retries,
    audit::{AuditEvent, ResumePoint},
    testing::FakeServer,
    v1::{self, audit_records_response::Part},
};

/// A file that is removed again.
struct File(PathBuf);

impl File {
    fn new(name: &str, text: &[u8]) -> File {
        let name = format!("tabuleiro-{name}-{}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::write(&path, text).unwrap();
        File(path)
    }
}

impl Drop for File {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// A game in each line. No stream tells more than `most` games, and then ends without a summary.
fn forgetful(most: usize) -> FakeServer {
    FakeServer::new().audit(move |header, bytes| {
        let mut offset = header.resume_offset;
        let mut number = header.resume_game_count;
        let lines: Vec<_> = bytes.split_inclusive(|byte| *byte == b'\n').collect();
        let part = |part| Ok(v1::AuditRecordsResponse { part: Some(part) });
        let mut answers = Vec::new();
        for line in &lines {
            offset += i64::try_from(line.len()).unwrap();
            number += 1;
            let tag = v1::Tag {
                name: "Line".to_owned(),
                value: String::from_utf8(line.to_vec()).unwrap(),
            };
            answers.push(part(Part::Finding(v1::GameFinding {
                number,
                offset_after: offset,
                line_count_after: number,
                tags: vec![tag],
                ..v1::GameFinding::default()
            })));
        }
        if lines.len() <= most || header.only_findings {
            answers.push(part(Part::Summary(v1::AuditSummary {
                game_count: number - header.resume_game_count,
                ..v1::AuditSummary::default()
            })));
        } else {
            answers.truncate(most);
        }
        answers
    })
}

/// The lines told, and the number of games in the summary.
async fn audited(
    server: &FakeServer,
    file: &File,
    from: ResumePoint,
) -> Result<(Vec<String>, i64), Error> {
    let client = server.client().with_retries(Retries {
        first_pause: std::time::Duration::from_millis(1),
        ..Retries::default()
    });
    let findings = client.audit().resume(from).file(&file.0).await?;
    let events: Vec<_> = findings.try_collect().await?;
    let mut lines = Vec::new();
    let mut count = 0;
    for event in events {
        match event {
            AuditEvent::Game(game) => lines.push(game.tags[0].value.clone()),
            AuditEvent::Progress(_) => {}
            AuditEvent::Summary(summary) => count = summary.game_count,
        }
    }
    Ok((lines, count))
}

#[tokio::test]
async fn a_file_is_audited_from_its_first_byte_to_its_last() {
    // More than one chunk.
    let text: String = (0..20_000).map(|line| format!("game {line}\n")).collect();
    let file = File::new("whole", text.as_bytes());
    let server = forgetful(usize::MAX);
    let (lines, count) = audited(&server, &file, ResumePoint::default())
        .await
        .unwrap();
    assert_eq!((lines.concat(), count), (text, 20_000));
}

#[tokio::test]
async fn a_broken_stream_goes_on_in_the_file_after_the_last_finding() {
    let file = File::new("broken", b"a\nbb\nccc\ndddd\ne\n");
    let server = forgetful(2);
    let (lines, count) = audited(&server, &file, ResumePoint::default())
        .await
        .unwrap();
    assert_eq!(lines, ["a\n", "bb\n", "ccc\n", "dddd\n", "e\n"]);
    // The summary is of a reading of the whole file.
    assert_eq!(count, 5);
    let offsets: Vec<_> = server.audits().iter().map(|it| it.resume_offset).collect();
    assert_eq!(offsets, [0, 5, 14, 0]);
}

#[tokio::test]
async fn an_audit_of_a_file_goes_on_where_an_earlier_one_was_cut_off() {
    let file = File::new("resumed", b"a\nbb\nccc\n");
    let server = forgetful(usize::MAX);
    let from = ResumePoint {
        offset: 2,
        game_count: 1,
        line_count: 1,
    };
    let (lines, count) = audited(&server, &file, from).await.unwrap();
    assert_eq!(lines, ["bb\n", "ccc\n"]);
    assert_eq!(count, 2);
    assert_eq!(server.audits()[0].resume_game_count, 1);
}

#[tokio::test]
async fn a_file_that_is_not_there_is_an_error_of_the_input() {
    let server = forgetful(1);
    let file = File(PathBuf::from("/nowhere/games.pgn"));
    let error = audited(&server, &file, ResumePoint::default())
        .await
        .unwrap_err();
    assert!(matches!(error, Error::Input(_)), "{error:?}");
    assert!(server.audits().is_empty());
}

#[tokio::test]
async fn bytes_at_hand_are_those_from_the_resume_offset_on() {
    let server = forgetful(1);
    let client = server.client();
    let from = ResumePoint {
        offset: 100,
        game_count: 7,
        line_count: 9,
    };
    let bytes = Bytes::from_static(b"a\nbb\n");
    let findings = client.audit().resume(from).bytes(bytes).await.unwrap();
    let events: Vec<_> = findings.try_collect().await.unwrap();
    let numbers = events.iter().filter_map(|event| match event {
        AuditEvent::Game(game) => Some((game.number, game.tags[0].value.as_str())),
        _ => None,
    });
    assert_eq!(numbers.collect::<Vec<_>>(), [(8, "a\n"), (9, "bb\n")]);
    let offsets: Vec<_> = server.audits().iter().map(|it| it.resume_offset).collect();
    assert_eq!(offsets, [100, 102, 100]);
}
