//! Audits of files.

use super::*;

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
pub(super) async fn audit(file: &[u8], size: usize) -> (Vec<v1::GameFinding>, v1::AuditSummary) {
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
