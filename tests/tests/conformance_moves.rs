//! Moves: what `LegalMoves` lists is what `ApplyMove` takes, by text and by squares, in every view and every variant; what it
//! does not list is refused with a reason. Counts of positions through the wire are the known ones.
#![allow(clippy::expect_used, reason = "a panic is how a test fails")]

use std::collections::BTreeSet;

use tabuleiro_client::{Action, Client, Game, MoveSquares, MoveView, StateToken, v1};
use tabuleiro_rules::{Catalogue, Position, RulesetRequest, Variant, chess, draughts};
use tabuleiro_tests::{Dice, Played, all_moves, client, parts, random_line, token, variants};

/// The answer to each of these actions, tried on one game.
async fn tried(
    client: &Client,
    at: &StateToken,
    actions: Vec<Action>,
) -> Vec<v1::ApplyMoveResponse> {
    let mut answers = Vec::new();
    for chunk in actions.chunks(256) {
        let calls = chunk
            .iter()
            .map(|action| client.apply_move(at.clone()).action(action.clone()));
        let outcomes = client.batch_apply_move().ask_all(calls).send().await;
        let outcomes = outcomes.expect("a batch").into_iter();
        answers.extend(outcomes.map(|outcome| outcome.expect("an answer")));
    }
    answers
}

fn fen(answer: &v1::ApplyMoveResponse) -> &str {
    let position = answer.status.as_ref().and_then(|it| it.position.as_ref());
    &position.expect("a position").fen
}

fn after(shown: &Played) -> &v1::Position {
    shown
        .shown
        .position_after
        .as_ref()
        .expect("the position after")
}

/// Some positions of random games of a variant: its start, and a few further on.
async fn positions(client: &Client, variant: &str) -> Vec<(StateToken, Vec<String>)> {
    let start = client
        .apply_move(Game::start(variant))
        .send()
        .await
        .expect("a start");
    let mut all = vec![(token(&start.status.expect("a status")), Vec::new())];
    let line = random_line(client, variant, 60, &mut Dice::of(11, variant)).await;
    for (at, status) in line.after.iter().enumerate() {
        if at % 14 == 5 {
            all.push((token(status), line.moves[..=at].to_vec()));
        }
    }
    all
}

#[tokio::test]
async fn every_listed_move_is_taken_by_text_and_by_squares_and_does_what_was_shown() {
    let client = client().await;
    for variant in variants(&client).await {
        for (at, moves) in positions(&client, &variant).await {
            let full = all_moves(&client, at.clone(), MoveView::Full).await;
            let texts = full.iter().map(|it| Action::from(it.shown.text.as_str()));
            let squares = full.iter().map(|it| Action::from(parts(it)));
            let by_text = tried(&client, &at, texts.collect()).await;
            let by_squares = tried(&client, &at, squares.collect()).await;
            for ((listed, by_text), by_squares) in full.iter().zip(&by_text).zip(&by_squares) {
                let name = format!("{variant} {moves:?} {}", listed.shown.text);
                assert_eq!(by_text.rejection, None, "{name}");
                assert_eq!(by_text, by_squares, "{name}");
                assert_eq!(fen(by_text), after(listed).fen, "{name}");
                let played = by_text.results[0].played.as_ref().expect("a move");
                assert_eq!(
                    (&played.to, &played.captured),
                    (&listed.shown.to, &listed.shown.captured),
                    "{name}"
                );
                let changes = |list: &[v1::SquareChange]| -> BTreeSet<String> {
                    list.iter().map(|it| format!("{it:?}")).collect()
                };
                assert_eq!(
                    changes(&by_text.changes),
                    changes(&listed.shown.changes),
                    "{name}"
                );
            }
            let distinct: BTreeSet<_> = full.iter().map(|it| &after(it).hash).collect();
            assert_eq!(
                distinct.len(),
                full.len(),
                "{variant} {moves:?}: two moves with one result"
            );
        }
    }
}

#[tokio::test]
async fn the_minimal_view_is_enough_to_play_by() {
    let client = client().await;
    for variant in variants(&client).await {
        for (at, moves) in positions(&client, &variant).await {
            let minimal = all_moves(&client, at.clone(), MoveView::Minimal).await;
            let full = all_moves(&client, at.clone(), MoveView::Full).await;
            assert_eq!(minimal.len(), full.len());
            let actions = minimal.iter().map(|it| match it.shown.text.as_str() {
                "" => Action::from(parts(it)),
                text => Action::from(text),
            });
            let answers = tried(&client, &at, actions.collect()).await;
            for ((shown, full), answer) in minimal.iter().zip(&full).zip(&answers) {
                let name = format!("{variant} {moves:?} {shown:?}");
                assert_eq!(answer.rejection, None, "{name}");
                assert_eq!(fen(answer), after(full).fen, "{name}");
            }
        }
    }
}

#[tokio::test]
async fn what_is_not_listed_is_refused_with_a_reason_and_changes_nothing() {
    let client = client().await;
    let catalogue = client.list_variants().include_boards().send().await;
    for variant in catalogue.expect("the catalogue").variants {
        let board = variant.board.expect("a board");
        let names: Vec<_> = board.squares.into_iter().map(|it| it.name).collect();
        let mut dice = Dice::of(5, &variant.id);
        for (at, moves) in positions(&client, &variant.id).await.into_iter().step_by(2) {
            let listed = all_moves(&client, at.clone(), MoveView::Standard).await;
            // Castling goes by the rook's square too.
            let castles = listed
                .iter()
                .filter(|it| it.shown.kind() == v1::MoveKind::Castle);
            let castles: BTreeSet<_> = castles.map(|it| it.from.clone()).collect();
            let listed: BTreeSet<_> = listed
                .iter()
                .map(|it| (it.from.clone(), it.shown.to.clone()))
                .collect();
            let mut pairs = BTreeSet::new();
            for _ in 0..120 {
                let pick = |dice: &mut Dice| dice.pick(&names).expect("a square").clone();
                let pair = (pick(&mut dice), pick(&mut dice));
                if !listed.contains(&pair) && !castles.contains(&pair.0) {
                    pairs.insert(pair);
                }
            }
            let actions = pairs
                .iter()
                .map(|(from, to)| MoveSquares::new(from, to).into());
            let still = client
                .apply_move(at.clone())
                .send()
                .await
                .expect("an answer")
                .status;
            for (pair, answer) in pairs
                .iter()
                .zip(tried(&client, &at, actions.collect()).await)
            {
                let name = format!("{} {moves:?} {pair:?}", variant.id);
                let rejection = answer
                    .rejection
                    .as_ref()
                    .unwrap_or_else(|| panic!("{name} was taken"));
                assert!(!rejection.violations.is_empty(), "{name}");
                assert!(rejection.violations.iter().all(|it| it.code != 0), "{name}");
                assert_eq!(
                    (answer.applied_count, &answer.status),
                    (0, &still),
                    "{name}"
                );
                assert!(answer.changes.is_empty(), "{name}");
            }
        }
    }
}

/// Positions after so many plies, counted by asking for the moves of each.
async fn count(client: &Client, game: v1::Game, depth: u32) -> u64 {
    let mut level = vec![game];
    for remaining in (1..=depth).rev() {
        let mut next = Vec::new();
        let mut total = 0;
        for chunk in level.chunks(256) {
            let calls = chunk
                .iter()
                .map(|game| client.legal_moves(game.clone()).view(MoveView::Standard));
            let outcomes = client
                .batch_legal_moves()
                .ask_all(calls)
                .send()
                .await
                .expect("a batch");
            let mut steps = Vec::new();
            for (game, outcome) in chunk.iter().zip(outcomes) {
                let answer = outcome.expect("moves");
                total += u64::try_from(answer.move_count).expect("a count");
                if remaining > 1 {
                    for shown in answer.origins.into_iter().flat_map(|it| it.moves) {
                        steps.push(client.apply_move(game.clone()).action(shown.text));
                    }
                }
            }
            while !steps.is_empty() {
                let some = steps.split_off(steps.len().saturating_sub(256));
                let outcomes = client
                    .batch_apply_move()
                    .ask_all(some)
                    .send()
                    .await
                    .expect("a batch");
                for outcome in outcomes {
                    let answer = outcome.expect("an answer");
                    assert_eq!(answer.rejection, None);
                    next.push(token(&answer.status.expect("a status")).into());
                }
            }
        }
        if remaining == 1 {
            return total;
        }
        level = next;
    }
    1
}

/// Counts of positions from the start that are known from several programs, by variant and depth.
const KNOWN: [(&str, u32, u64); 22] = [
    ("chess", 3, 8902),
    ("antichess", 3, 8067),
    ("racingkings", 2, 421),
    ("3check", 2, 400),
    ("kingofthehill", 2, 400),
    ("crazyhouse", 2, 400),
    ("atomic", 2, 400),
    ("horde", 2, 128),
    ("international", 4, 4265),
    ("killer", 4, 4265),
    ("antidraughts", 4, 4265),
    ("breakthrough", 4, 4265),
    ("canadian", 4, 10053),
    ("frisian", 4, 3874),
    ("frysk", 4, 5329),
    ("brazilian", 4, 1469),
    ("russian", 4, 1469),
    ("pool", 4, 1469),
    ("english", 4, 1469),
    ("italian", 4, 1469),
    ("czech", 4, 1469),
    ("turkish", 3, 708),
];

#[tokio::test]
async fn known_counts_of_positions_are_found_through_the_wire() {
    let client = client().await;
    for (variant, depth, known) in KNOWN {
        let counted = count(&client, Game::start(variant).into(), depth).await;
        assert_eq!(counted, known, "{variant} at depth {depth}");
    }
}

#[tokio::test]
async fn every_start_has_as_many_moves_through_the_wire_as_in_the_rules_core() {
    let client = client().await;
    let laws = Catalogue::new();
    for variant in Variant::all() {
        let request = RulesetRequest {
            variant: variant.id(),
            ..RulesetRequest::default()
        };
        let law = laws.ruleset(&request).expect("a law");
        for depth in [1, 2] {
            let counted = count(&client, Game::start(variant.id()).into(), depth).await;
            let core = match Position::start(&law) {
                Position::Chess(position) => chess::perft(&position, depth),
                Position::Draughts(position) => {
                    draughts::perft(&position, depth, draughts::Convention::Unique)
                        .expect("within the budget")
                }
            };
            assert_eq!(counted, core, "{variant} at depth {depth}");
        }
    }
}
