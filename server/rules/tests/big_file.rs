//! A file of a hundred megabytes, audited as it comes in: what is kept does not grow with it.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used)]

use std::sync::Arc;

use tabuleiro_rules::Catalogue;
use tabuleiro_rules::adjudication::{AuditRules, Auditor};

const RATED: &[u8] = include_bytes!("../../../tests/data/chess-rated.pgn");
const GAMES_OF_RATED: u64 = 24;
const FILE: usize = 100 << 20;
/// As a stream brings it, without regard to where games end.
const CHUNK: usize = 64 << 10;

/// The most memory that this process has had, in kibibytes.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let number = line.and_then(|line| line.split_whitespace().next());
    number.and_then(|number| number.parse().ok()).unwrap()
}

#[test]
fn a_hundred_megabytes_are_audited_in_memory_that_does_not_grow_with_them() {
    let copies = FILE.div_ceil(RATED.len());
    let mut auditor = Auditor::new(AuditRules::new(Arc::new(Catalogue::new())));
    let mut games = 0;
    let mut take = |auditor: &mut Auditor| {
        while let Some(finding) = auditor.next_finding() {
            games += 1;
            assert_eq!(finding.number, games);
        }
        games
    };
    // What one tenth needs the whole may need too, and little more: the tables hold a stated number of games.
    let mut after_a_tenth = 0;
    let mut chunk = Vec::with_capacity(CHUNK + RATED.len());
    for copy in 0..copies {
        chunk.extend_from_slice(RATED);
        if chunk.len() >= CHUNK {
            auditor.push(&chunk[..CHUNK]);
            chunk.drain(..CHUNK);
            take(&mut auditor);
        }
        if copy == copies / 10 {
            after_a_tenth = peak();
        }
    }
    auditor.push(&chunk);
    auditor.finish();
    let games = take(&mut auditor);
    assert_eq!(games, copies as u64 * GAMES_OF_RATED);
    let summary = auditor.summary();
    assert_eq!(
        (summary.game_count, summary.bytes_read),
        (games, (copies * RATED.len()) as u64)
    );
    let grown = peak() - after_a_tenth;
    assert!(
        grown < 16 << 10,
        "{grown} KiB more than after a tenth of the file"
    );
}
