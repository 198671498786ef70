//! How fast records are read: bytes a second, beside `pgn-reader` over the same bytes in the same run.
//!
//! `cargo bench -p tabuleiro-rules --bench record`
#![allow(clippy::unwrap_used)]

use std::ops::ControlFlow;

use divan::counter::BytesCount;
use divan::{Bencher, black_box};
use pgn_reader::{RawComment, RawTag, Reader, SanPlus, Skip, Visitor};
use shakmaty::{Chess, Position};
use tabuleiro_rules::chess::ChessVariant;
use tabuleiro_rules::draughts::RuleSet;
use tabuleiro_rules::record::{
    Format, Limits, RawGame, RecordText, TokenKind, Transcript, for_each_game, pdn, pgn, read,
    replay,
};
use tabuleiro_rules::{Interrupt, Reading, Ruleset, Strictness, Variant};

fn main() {
    divan::main();
}

/// The real games of a file, again and again.
fn file(games: &[u8]) -> Vec<u8> {
    games.repeat(20)
}

fn chess() -> Vec<u8> {
    file(include_bytes!("../../../tests/data/chess-tournament.pgn"))
}

fn chess_with_clocks() -> Vec<u8> {
    file(include_bytes!("../../../tests/data/chess-rated.pgn"))
}

fn draughts() -> Vec<u8> {
    file(include_bytes!("../../../tests/data/international.pdn"))
}

type ReadGame = for<'a> fn(&RawGame<'a>, &Limits) -> RecordText<'a>;

/// Splits and reads everything; counts half-moves so that nothing is optimised away.
fn ours(bencher: Bencher<'_, '_>, bytes: &[u8], read: ReadGame) {
    let limits = Limits::default();
    bencher
        .counter(BytesCount::of_slice(bytes))
        .bench_local(|| {
            let mut plies = 0;
            for_each_game(black_box(bytes), &limits, |game| {
                let text = read(&game, &limits);
                plies += text
                    .tokens()
                    .iter()
                    .filter(|token| token.kind == TokenKind::Move)
                    .count();
            });
            plies
        });
}

fn detecting<'a>(game: &RawGame<'a>, limits: &Limits) -> RecordText<'a> {
    read(game, Format::Pgn, limits)
}

#[divan::bench]
fn pgn_ours(bencher: Bencher<'_, '_>) {
    ours(bencher, &chess(), pgn::read);
}

#[divan::bench]
fn pgn_ours_detecting(bencher: Bencher<'_, '_>) {
    ours(bencher, &chess(), detecting);
}

#[divan::bench]
fn pgn_clocks_ours(bencher: Bencher<'_, '_>) {
    ours(bencher, &chess_with_clocks(), pgn::read);
}

#[divan::bench]
fn pdn_ours(bencher: Bencher<'_, '_>) {
    ours(bencher, &draughts(), pdn::read);
}

#[divan::bench]
fn pgn_split_only(bencher: Bencher<'_, '_>) {
    let bytes = chess();
    bencher
        .counter(BytesCount::of_slice(&bytes))
        .bench_local(|| {
            let mut games = 0;
            for_each_game(black_box(&bytes), &Limits::default(), |_| games += 1);
            games
        });
}

/// Reads everything and plays every game through.
fn played(bencher: Bencher<'_, '_>, bytes: &[u8], law: &Ruleset, read: ReadGame) {
    let limits = Limits::default();
    bencher
        .counter(BytesCount::of_slice(bytes))
        .bench_local(|| {
            let mut plies = 0;
            for_each_game(black_box(bytes), &limits, |game| {
                let text = read(&game, &limits);
                let replay = replay(
                    &Transcript::new(&text),
                    law,
                    &Reading::default(),
                    Strictness::Strict,
                    &Interrupt::default(),
                )
                .unwrap();
                assert_eq!(replay.stop, None);
                plies += replay.played();
            });
            plies
        });
}

#[divan::bench]
fn pgn_replay_ours(bencher: Bencher<'_, '_>) {
    let law = Ruleset::standard(Variant::Chess(ChessVariant::Chess)).unwrap();
    played(bencher, &chess(), &law, pgn::read);
}

#[divan::bench]
fn pdn_replay_ours(bencher: Bencher<'_, '_>) {
    let law = Ruleset::standard(Variant::Draughts(RuleSet::International)).unwrap();
    played(bencher, &draughts(), &law, pdn::read);
}

/// Counts half-moves, comments and tags, and validates nothing: the reading alone.
struct Counter;

impl Visitor for Counter {
    type Tags = usize;
    type Movetext = usize;
    type Output = usize;

    fn begin_tags(&mut self) -> ControlFlow<usize, usize> {
        ControlFlow::Continue(0)
    }

    fn tag(&mut self, tags: &mut usize, _name: &[u8], _value: RawTag<'_>) -> ControlFlow<usize> {
        *tags += 1;
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, tags: usize) -> ControlFlow<usize, usize> {
        ControlFlow::Continue(tags)
    }

    fn begin_variation(&mut self, _: &mut usize) -> ControlFlow<usize, Skip> {
        ControlFlow::Continue(Skip(false))
    }

    fn san(&mut self, count: &mut usize, _: SanPlus) -> ControlFlow<usize> {
        *count += 1;
        ControlFlow::Continue(())
    }

    fn comment(&mut self, count: &mut usize, _: RawComment<'_>) -> ControlFlow<usize> {
        *count += 1;
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, count: usize) -> usize {
        count
    }
}

fn theirs(bencher: Bencher<'_, '_>, bytes: &[u8]) {
    bencher
        .counter(BytesCount::of_slice(bytes))
        .bench_local(|| {
            let mut reader = Reader::new(black_box(bytes));
            let mut count = 0;
            while let Some(game) = reader.read_game(&mut Counter).unwrap() {
                count += game;
            }
            count
        });
}

#[divan::bench]
fn pgn_pgn_reader(bencher: Bencher<'_, '_>) {
    theirs(bencher, &chess());
}

#[divan::bench]
fn pgn_clocks_pgn_reader(bencher: Bencher<'_, '_>) {
    theirs(bencher, &chess_with_clocks());
}

/// Plays the moves of each game on a board: the plain validation.
struct Validator;

impl Visitor for Validator {
    type Tags = ();
    type Movetext = (Chess, usize);
    type Output = usize;

    fn begin_tags(&mut self) -> ControlFlow<usize, ()> {
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, (): ()) -> ControlFlow<usize, (Chess, usize)> {
        ControlFlow::Continue((Chess::default(), 0))
    }

    fn begin_variation(&mut self, _: &mut (Chess, usize)) -> ControlFlow<usize, Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn san(&mut self, (position, count): &mut (Chess, usize), san: SanPlus) -> ControlFlow<usize> {
        let m = san.san.to_move(position).unwrap();
        position.play_unchecked(m);
        *count += 1;
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, (_, count): (Chess, usize)) -> usize {
        count
    }
}

#[divan::bench]
fn pgn_replay_pgn_reader(bencher: Bencher<'_, '_>) {
    let bytes = chess();
    bencher
        .counter(BytesCount::of_slice(&bytes))
        .bench_local(|| {
            let mut reader = Reader::new(black_box(&bytes[..]));
            let mut count = 0;
            while let Some(game) = reader.read_game(&mut Validator).unwrap() {
                count += game;
            }
            count
        });
}
