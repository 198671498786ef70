//! Small draughts positions that broke other programs, over the whole service. What the law says of them is proven on the rules
//! core (`draughts_cases`, with the same table); here that every row and every kind of answer comes through unchanged.
#![allow(clippy::expect_used, reason = "a panic is how a test fails")]

use std::collections::BTreeSet;

use tabuleiro_client::{
    Client, Game, MoveView, v1,
    v1::{Basis, Cause, CounterKind, Outcome, ViolationCode},
};
use tabuleiro_tests::{all_moves, client};

/// A legal move as origin, goal and the squares taken, as the table has it.
fn shown(from: &str, played: &v1::Move) -> String {
    let mut taken: Vec<_> = played
        .captured
        .iter()
        .map(|it| it.square.as_str())
        .collect();
    taken.sort_by_key(|name| (name.len(), *name));
    match taken[..] {
        [] => format!("{from}-{}", played.to),
        _ => format!("{from}x{}{{{}}}", played.to, taken.join(",")),
    }
}

#[tokio::test]
async fn every_position_of_the_table_has_just_its_legal_moves() {
    let client = client().await;
    let rows = include_str!("../../server/rules/tests/data/draughts-cases.tsv").lines();
    for row in rows.filter(|row| !row.starts_with('#')).skip(1) {
        let [case, rules, fen, legal] = row.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{row}");
        };
        let game = Game::from_position(rules, fen);
        let found = all_moves(&client, game, MoveView::Standard).await;
        let found: BTreeSet<_> = found.iter().map(|it| shown(&it.from, &it.shown)).collect();
        let legal: BTreeSet<_> = legal.split(' ').map(str::to_owned).collect();
        assert_eq!(found, legal, "case {case}");
    }
}

async fn applied(client: &Client, game: Game, text: &str) -> v1::ApplyMoveResponse {
    let call = client.apply_move(game).action(text).include_pieces();
    call.send().await.expect("an answer")
}

async fn status(client: &Client, game: Game) -> v1::Status {
    let answer = client.apply_move(game).include_pieces().send().await;
    answer.expect("an answer").status.expect("a status")
}

fn ending(status: &v1::Status) -> Option<(Cause, Outcome, Basis)> {
    let ending = status.ending.as_ref()?;
    Some((ending.cause(), ending.outcome(), ending.basis()))
}

fn counter(status: &v1::Status, kind: CounterKind) -> Option<&v1::Counter> {
    status.counters.iter().find(|it| it.kind() == kind)
}

#[tokio::test]
async fn case_7_one_pair_of_squares_with_two_sets_of_victims_is_ambiguous_until_the_path_is_named()
{
    let client = client().await;
    let fen = "W:WK4:B13,20,32,37";
    let answer = applied(&client, Game::from_position("international", fen), "4x15").await;
    let rejection = answer.rejection.expect("it is ambiguous");
    assert_eq!(rejection.violations[0].code(), ViolationCode::Ambiguous);
    let candidates = rejection.violations[0]
        .required
        .as_ref()
        .expect("candidates");
    assert_eq!(candidates.moves.len(), 2);
    for text in &candidates.moves {
        let answer = applied(&client, Game::from_position("international", fen), text).await;
        assert_eq!(answer.rejection, None, "{text}");
    }
}

#[tokio::test]
async fn case_9_a_refused_move_leaves_the_position_as_it_was() {
    let client = client().await;
    let fen = "W:WK2,25:B14,15,16";
    let game = || Game::from_position("international", fen);
    let before = status(&client, game()).await;
    for text in ["25-21", "2-16", "2-45", "25-30"] {
        let answer = applied(&client, game(), text).await;
        assert!(answer.rejection.is_some(), "{text}");
        assert_eq!(answer.status, Some(before.clone()), "{text}");
    }
}

/// A king of each side goes out and back, so many times.
fn shuttle(white: [&str; 2], black: [&str; 2], rounds: usize) -> Vec<String> {
    let round = |[out, back]: [&str; 2]| (format!("{out}-{back}"), format!("{back}-{out}"));
    let (white, black) = (round(white), round(black));
    let mut moves = Vec::new();
    for _ in 0..rounds {
        moves.extend([&white.0, &black.0, &white.1, &black.1].map(String::clone));
    }
    moves
}

#[tokio::test]
async fn case_30_unchanged_material_counts_thirty_moves_of_each_side() {
    let client = client().await;
    for (fen, plies) in [
        ("W:WKa1,Kc1:BKh8,Kf8", 60),
        ("W:WKa1,Kc1,Ke1:BKh8,Kf8,Kd8", 120),
    ] {
        let now = status(&client, Game::from_position("russian", fen)).await;
        let material = counter(&now, CounterKind::MaterialUnchanged).expect("it is counted");
        assert_eq!(
            (material.limit, material.unit()),
            (plies, v1::CounterUnit::Ply),
            "{fen}"
        );
    }
}

#[tokio::test]
async fn cases_31_44_english_draughts_is_drawn_after_forty_moves_of_each_side_on_a_claim() {
    let client = client().await;
    let now = status(&client, Game::from_position("english", "W:WK32:BK1")).await;
    let moves = counter(&now, CounterKind::KingMoves).expect("it is counted");
    assert_eq!((moves.limit, moves.mode()), (80, v1::LimitMode::Claim));
    let round = shuttle(["32", "28"], ["1", "5"], 10);
    let game = Game::from_position("english", "W:WK32:BK1")
        .history_known()
        .moves(round);
    let now = status(&client, game).await;
    assert_eq!((ending(&now), now.ply_count), (None, 40));
    let moves = counter(&now, CounterKind::KingMoves).expect("it is counted");
    assert_eq!(moves.value, 40);
    assert!(
        now.claims
            .iter()
            .all(|it| it.kind() != v1::ClaimKind::KingMoves)
    );
}

#[tokio::test]
async fn case_32_a_lone_king_holds_the_draw_in_pool_after_thirteen_moves() {
    let client = client().await;
    let fen = "W:WKa1,Kc1,Ke1:BKh8";
    let now = status(&client, Game::from_position("pool", fen)).await;
    let strong = counter(&now, CounterKind::StrongerSide).expect("it is counted");
    assert_eq!(
        (strong.limit, strong.unit()),
        (13, v1::CounterUnit::OwnMove)
    );
    assert_eq!(strong.side(), v1::Side::Black);
}

#[tokio::test]
async fn cases_45_47_48_position_texts() {
    let client = client().await;
    let validate = async |fen: &str| {
        let answer = client.validate_position("international", fen).send().await;
        answer.expect("an answer")
    };
    let faults = validate("W:WK4,WK5,55:B4").await.faults;
    let codes: Vec<_> = faults
        .iter()
        .map(|it| (it.code.as_str(), it.offset))
        .collect();
    assert_eq!(
        codes,
        [
            ("COLOUR_IN_LIST", 6),
            ("SQUARE_OFF_THE_BOARD", 10),
            ("SQUARE_REPEATED", 14)
        ]
    );
    let ranges = validate("W:W31-50:B1-20").await;
    let normal = ranges.position.expect("a position").fen;
    assert_eq!(normal.matches(['W', 'B']).count(), 3, "{normal}");
    assert_eq!(
        validate(&normal).await.position.expect("a position").fen,
        normal
    );
    // A side without pieces is a position: that side has lost.
    let now = status(&client, Game::from_position("international", "B:W50:B")).await;
    assert_eq!(
        ending(&now),
        Some((Cause::NoPieces, Outcome::WhiteWins, Basis::Automatic))
    );
    assert!(validate("W:W50:B").await.valid);
}
