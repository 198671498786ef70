//! Two games of one card make a pair.

use super::*;
use crate::{Outcome, Side, game::Action};

fn game(law: &Arc<Ruleset>, moves: &str) -> Game {
    let mut game = Game::start(Arc::clone(law));
    for text in moves.split_whitespace() {
        game.apply(&Action::text(text)).unwrap();
    }
    game
}

fn played<'a>(game: &'a Game, players: [&'a str; 2], outcome: Outcome) -> PairGame<'a> {
    let [white, black] = players;
    PairGame {
        white,
        black,
        game,
        outcome: Some(outcome),
    }
}

const WHITE: Outcome = Outcome::Win(Side::White);
const BLACK: Outcome = Outcome::Win(Side::Black);

#[test]
fn results_are_added_and_the_better_total_wins_the_pair() {
    let law = law("english", &[]);
    let [first, second] =
        ["9-14 22-18 5-9 24-19", "9-14 22-18 5-9 25-22"].map(|moves| game(&law, moves));
    let drawn = card("9-14 22-18 5-9");
    for (results, scoring, totals, better) in [
        (
            [WHITE, Outcome::Draw],
            Scoring::TwoOneZero,
            ["3", "1"],
            Some("Ana"),
        ),
        (
            [WHITE, Outcome::Draw],
            Scoring::OneHalfZero,
            ["1½", "½"],
            Some("Ana"),
        ),
        ([WHITE, WHITE], Scoring::TwoOneZero, ["2", "2"], None),
        (
            [BLACK, WHITE],
            Scoring::OneHalfZero,
            ["0", "2"],
            Some("Rui"),
        ),
        (
            [Outcome::Draw, Outcome::Draw],
            Scoring::OneHalfZero,
            ["1", "1"],
            None,
        ),
        (
            [Outcome::BothLose, BLACK],
            Scoring::TwoOneZero,
            ["2", "0"],
            Some("Ana"),
        ),
    ] {
        let games = [
            played(&first, ["Ana", "Rui"], results[0]),
            played(&second, ["Rui", "Ana"], results[1]),
        ];
        for opening in [SameOpening::Card(&drawn), SameOpening::FirstPlies(3)] {
            let score = score_pair(games, opening, scoring).unwrap();
            assert_eq!(score.totals(), totals, "{results:?}");
            assert_eq!(score.better(), better, "{results:?}");
        }
    }
}

#[test]
fn a_fault_names_what_differs() {
    let law = law("english", &[]);
    let [first, second, short] =
        ["9-14 22-18 5-9 24-19", "9-14 22-18 6-9", "9-14"].map(|moves| game(&law, moves));
    let drawn = card("9-14 22-18 5-9");
    let score = |second: PairGame<'_>, opening| {
        let games = [played(&first, ["Ana", "Rui"], WHITE), second];
        score_pair(games, opening, Scoring::TwoOneZero).unwrap_err()
    };
    let differs = |found: Option<&str>, ply, expected: &str| PairFault::Ply {
        game: 2,
        ply,
        expected: expected.to_owned(),
        found: found.map(str::to_owned),
    };
    let card = SameOpening::Card(&drawn);
    assert_eq!(
        score(played(&second, ["Rui", "Ana"], WHITE), card),
        [differs(Some("6-9"), 3, "5-9")]
    );
    assert_eq!(
        score(
            played(&short, ["Rui", "Ana"], WHITE),
            SameOpening::FirstPlies(3)
        ),
        [differs(None, 2, "22-18")]
    );
    assert_eq!(
        score(played(&first, ["Ana", "Rui"], WHITE), card),
        [PairFault::ColoursNotChanged]
    );
    assert_eq!(
        score(played(&first, ["Rui", "Eva"], WHITE), card),
        [PairFault::Players {
            first: ["Ana".to_owned(), "Rui".to_owned()],
            second: ["Rui".to_owned(), "Eva".to_owned()],
        }]
    );
    assert_eq!(
        score(played(&first, ["", "Ana"], WHITE), card),
        [PairFault::Unnamed { game: 2 }]
    );
    assert_eq!(
        score(played(&first, ["Ana", "Ana"], WHITE), card),
        [PairFault::OnePlayer { game: 2 }]
    );
    let unfinished = PairGame {
        outcome: None,
        ..played(&first, ["Rui", "Ana"], WHITE)
    };
    assert_eq!(score(unfinished, card), [PairFault::Unfinished { game: 2 }]);
    assert_eq!(
        score(
            played(&first, ["Rui", "Ana"], WHITE),
            SameOpening::FirstPlies(5)
        ),
        [PairFault::TooShort { plies: 4 }]
    );
    let bad = super::card("9-9");
    assert!(matches!(
        score(
            played(&first, ["Rui", "Ana"], WHITE),
            SameOpening::Card(&bad)
        )[..],
        [PairFault::Card { .. }]
    ));
}

#[test]
fn every_fault_is_told_at_once() {
    let english = law("english", &[]);
    let first = game(&english, "9-14");
    let other = game(&law("russian", &[]), "a3-b4");
    let games = [
        played(&first, ["Ana", "Rui"], WHITE),
        PairGame {
            outcome: None,
            ..played(&other, ["Ana", "Rui"], WHITE)
        },
    ];
    assert_eq!(
        score_pair(games, SameOpening::FirstPlies(1), Scoring::TwoOneZero).unwrap_err(),
        [
            PairFault::ColoursNotChanged,
            PairFault::Law,
            PairFault::Unfinished { game: 2 }
        ]
    );
}

#[test]
fn a_result_that_contradicts_the_board_is_refused_and_another_start_named() {
    let chess = law("chess", &[]);
    let mated = game(&chess, "f3 e5 g4 Qh4#");
    let games = [
        PairGame {
            outcome: None,
            ..played(&mated, ["Ana", "Rui"], BLACK)
        },
        played(&mated, ["Rui", "Ana"], WHITE),
    ];
    assert_eq!(
        score_pair(games, SameOpening::FirstPlies(1), Scoring::OneHalfZero).unwrap_err(),
        [PairFault::Outcome {
            game: 2,
            by_rules: BLACK,
            given: WHITE
        }]
    );
    let elsewhere = Card {
        start: Some("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1".to_owned()),
        ..card("")
    };
    let games = [
        played(&mated, ["Ana", "Rui"], BLACK),
        played(&mated, ["Rui", "Ana"], BLACK),
    ];
    let faults =
        score_pair(games, SameOpening::Card(&elsewhere), Scoring::OneHalfZero).unwrap_err();
    assert!(
        matches!(
            faults[..],
            [
                PairFault::Start { game: 1, .. },
                PairFault::Start { game: 2, .. }
            ]
        ),
        "{faults:?}"
    );
}
