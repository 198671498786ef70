//! Rulings and audits: one game, and files of real games of both kinds.
#![allow(clippy::unwrap_used, missing_docs)]

use std::sync::Arc;

use divan::{Bencher, counter::ItemsCount};
use tabuleiro_rules::adjudication::{AuditRules, Auditor, GameRecord, Question, adjudicate};
use tabuleiro_rules::record::{Limits, Transcript, for_each_game, pgn};
use tabuleiro_rules::{Catalogue, Variant, chess::ChessVariant};

const PGN: &[u8] = include_bytes!("../../../tests/data/chess-tournament.pgn");
const PDN: &[u8] = include_bytes!("../../../tests/data/international.pdn");

fn main() {
    divan::main();
}

fn audit(bencher: Bencher<'_, '_>, bytes: &'static [u8], games: u64) {
    let rules = AuditRules::new(Arc::new(Catalogue::new()));
    bencher.counter(ItemsCount::new(games)).bench_local(|| {
        let mut auditor = Auditor::new(rules.clone());
        auditor.push(bytes);
        auditor.finish();
        std::iter::from_fn(|| auditor.next_finding()).count()
    });
}

#[divan::bench]
fn audit_of_a_pgn_file(bencher: Bencher<'_, '_>) {
    audit(bencher, PGN, 24);
}

#[divan::bench]
fn audit_of_a_pdn_file(bencher: Bencher<'_, '_>) {
    audit(bencher, PDN, 13);
}

#[divan::bench]
fn ruling_on_one_game(bencher: Bencher<'_, '_>) {
    let law = Catalogue::new()
        .standard(Variant::Chess(ChessVariant::Chess))
        .unwrap();
    let mut questions = Vec::new();
    for_each_game(PGN, &Limits::default(), |game| {
        let text = pgn::read(&game, &Limits::default());
        let transcript = Transcript::new(&text);
        let moves = transcript
            .half_moves
            .iter()
            .map(|half_move| &*half_move.text);
        let record = GameRecord::new(Arc::clone(&law)).with_moves(moves);
        questions.push(Question::of_record(record));
    });
    bencher
        .counter(ItemsCount::new(questions.len()))
        .bench_local(|| {
            for question in &questions {
                divan::black_box(adjudicate(question).unwrap());
            }
        });
}
