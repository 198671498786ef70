//! What a chess position costs: legal moves, their descriptions, a move played, a move read, a refusal with its reasons.
//!
//! `cargo bench -p tabuleiro-rules --bench chess`

use divan::{Bencher, black_box, counter::ItemsCount};
use tabuleiro_rules::{
    MoveRequest, Strictness,
    chess::{ChessVariant, Detail, Position, Reading, perft},
};

fn main() {
    divan::main();
}

/// A quiet middle game with 48 legal moves, castling, captures and a pin.
const MIDDLE_GAME: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn middle_game() -> Position {
    match Position::from_fen(ChessVariant::Chess, MIDDLE_GAME, Strictness::Strict) {
        Ok(parsed) => parsed.position,
        Err(faults) => panic!("{faults:?}"),
    }
}

#[divan::bench]
fn legal_moves(bencher: Bencher<'_, '_>) {
    let position = middle_game();
    bencher.bench(|| black_box(&position).legal_moves());
}

#[divan::bench(args = [Detail::Minimal, Detail::Standard, Detail::Full])]
fn details_of_all_moves(bencher: Bencher<'_, '_>, level: Detail) {
    let position = middle_game();
    bencher
        .counter(ItemsCount::new(position.legal_moves().len()))
        .bench(|| black_box(&position).details(level));
}

#[divan::bench]
fn changes_of_all_moves(bencher: Bencher<'_, '_>) {
    let position = middle_game();
    let moves = position.legal_moves();
    bencher.counter(ItemsCount::new(moves.len())).bench(|| {
        moves
            .iter()
            .map(|m| position.changes(m))
            .collect::<Vec<_>>()
    });
}

#[divan::bench(args = ["O-O", "e1g1", "dxe6"])]
fn read_and_play(bencher: Bencher<'_, '_>, text: &str) {
    let position = middle_game();
    bencher.bench(|| {
        position
            .read_move(&MoveRequest::Text(black_box(text)), Reading::default())
            .map(|m| position.after(&m))
    });
}

#[divan::bench(args = ["Nb6", "e1c2", "Bxe8"])]
fn refuse(bencher: Bencher<'_, '_>, text: &str) {
    let position = middle_game();
    bencher.bench(|| position.read_move(&MoveRequest::Text(black_box(text)), Reading::default()));
}

#[divan::bench]
fn key(bencher: Bencher<'_, '_>) {
    let position = middle_game();
    bencher.bench(|| black_box(&position).key());
}

#[divan::bench]
fn read_fen() -> Position {
    middle_game()
}

#[divan::bench]
fn write_fen(bencher: Bencher<'_, '_>) {
    let position = middle_game();
    bencher.bench(|| black_box(&position).to_fen());
}

#[divan::bench]
fn board_ending(bencher: Bencher<'_, '_>) {
    let position = middle_game();
    bencher.bench(|| black_box(&position).board_ending());
}

#[divan::bench(sample_count = 10)]
fn perft_of_four_plies_from_the_start(bencher: Bencher<'_, '_>) {
    let start = Position::start(ChessVariant::Chess);
    bencher
        .counter(ItemsCount::new(197_281_usize))
        .bench(|| perft(black_box(&start), 4));
}
