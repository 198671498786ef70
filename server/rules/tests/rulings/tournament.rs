//! Standings by the file and by the law, tie-breaks, and pairs of games from one card.

use std::sync::Arc;

use tabuleiro_rules::adjudication::tournament::{
    CardPairFault, NoTables, PlayerStanding, Tables, Tournament,
};
use tabuleiro_rules::adjudication::{AuditRules, Auditor};
use tabuleiro_rules::{Catalogue, Side};

fn tables(text: &str) -> Tables {
    let mut auditor = Auditor::new(AuditRules::new(Arc::new(Catalogue::new())));
    auditor.push(text.as_bytes());
    auditor.finish();
    while auditor.next_finding().is_some() {}
    auditor.summary().tables
}

fn game(white: &str, black: &str, moves: &str, result: &str) -> String {
    format!(
        "[White \"{white}\"]\n[Black \"{black}\"]\n[Result \"{result}\"]\n\n{moves} {result}\n\n"
    )
}

fn line<'t>(table: &'t [PlayerStanding], player: &str) -> &'t PlayerStanding {
    table.iter().find(|line| line.player == player).unwrap()
}

const OPEN: &str = "1. e4 e5";

#[test]
fn a_round_robin_has_its_known_tie_breaks() {
    // Ana beats Bia and Caio, Bia beats Caio and Davi, Caio beats Davi; Ana and Davi draw.
    let text = [
        game("Ana", "Bia", OPEN, "1-0"),
        game("Caio", "Ana", OPEN, "0-1"),
        game("Bia", "Caio", OPEN, "1-0"),
        game("Davi", "Bia", OPEN, "0-1"),
        game("Caio", "Davi", OPEN, "1-0"),
        game("Ana", "Davi", OPEN, "1/2-1/2"),
    ];
    let table = tables(&text.concat()).by_file;
    let rows: Vec<_> = table
        .iter()
        .map(|l| {
            (
                l.place,
                l.player.as_str(),
                [l.wins, l.draws, l.losses],
                l.half_wins,
                l.buchholz,
                l.sonneborn_berger,
            )
        })
        .collect();
    // Sonneborn-Berger of Ana: 2 + 1 + ½ × ½ = 3¼, that is 13 quarters.
    assert_eq!(
        rows,
        [
            (1, "Ana", [2, 1, 0], 5, 4 + 2 + 1, 2 * 4 + 2 * 2 + 1),
            (2, "Bia", [2, 0, 1], 4, 5 + 2 + 1, 2 * 2 + 2),
            (3, "Caio", [1, 0, 2], 2, 5 + 4 + 1, 2),
            (4, "Davi", [0, 1, 2], 1, 5 + 4 + 2, 5),
        ]
    );
    assert!(table.iter().all(|line| line.direct_encounter.is_none()));
}

#[test]
fn equal_scores_share_a_place_and_the_direct_encounter_orders_them() {
    let text = [
        game("Ana", "Bia", OPEN, "0-1"),
        game("Ana", "Caio", OPEN, "1-0"),
        game("Bia", "Caio", OPEN, "0-1"),
        game("Ana", "Davi", OPEN, "1-0"),
        game("Bia", "Davi", OPEN, "1-0"),
        game("Caio", "Davi", OPEN, "0-1"),
    ];
    let table = tables(&text.concat()).by_file;
    let rows: Vec<_> = table
        .iter()
        .map(|l| (l.place, l.player.as_str(), l.direct_encounter))
        .collect();
    let expected = [
        (1, "Bia", Some(2)),
        (1, "Ana", Some(0)),
        (3, "Davi", Some(2)),
        (3, "Caio", Some(0)),
    ];
    assert_eq!(rows, expected);
}

#[test]
fn the_direct_encounter_says_nothing_unless_all_have_met() {
    let text = [
        game("Ana", "Bia", OPEN, "1-0"),
        game("Caio", "Davi", OPEN, "1-0"),
    ];
    let table = tables(&text.concat()).by_file;
    assert_eq!(line(&table, "Ana").direct_encounter, None);
    assert_eq!(line(&table, "Ana").place, line(&table, "Caio").place);
}

#[test]
fn a_result_that_the_board_contradicts_changes_the_standings_by_the_law() {
    let mate = "1. f3 e5 2. g4 Qh4#";
    let text = [
        game("Ana", "Bia", mate, "1-0"),
        game("Bia", "Caio", OPEN, "1/2-1/2"),
    ];
    let tables = tables(&text.concat());
    assert_eq!(line(&tables.by_file, "Ana").half_wins, 2);
    assert_eq!(line(&tables.by_law, "Ana").half_wins, 0);
    let rows: Vec<_> = tables
        .differences
        .iter()
        .map(|d| (d.player.as_str(), d.half_wins, d.places, d.games.as_slice()))
        .collect();
    let expected = [
        ("Bia", [1, 3], [2, 1], [1].as_slice()),
        ("Ana", [2, 0], [1, 3], &[1]),
    ];
    assert_eq!(rows, expected);
}

#[test]
fn fide_12_9_half_a_point_for_one_side_counts_for_it_alone() {
    let text = [
        game("Ana", "Bia", OPEN, "1/2-0"),
        game("Bia", "Caio", OPEN, "0-1/2"),
    ];
    let table = tables(&text.concat()).by_file;
    let half_wins = ["Ana", "Bia", "Caio"].map(|player| line(&table, player).half_wins);
    assert_eq!(half_wins, [1, 0, 1]);
}

#[test]
fn both_may_lose_and_a_game_without_result_counts_for_nobody() {
    let text = [
        game("Ana", "Bia", "", "0-0"),
        game("Ana", "Caio", OPEN, "*"),
    ];
    let table = tables(&text.concat()).by_file;
    let ana = line(&table, "Ana");
    assert_eq!((ana.games, ana.losses, ana.draws, ana.wins), (2, 1, 0, 0));
    assert_eq!(line(&table, "Bia").losses, 1);
    assert_eq!(line(&table, "Caio").losses, 0);
}

#[test]
fn c_07_a_game_without_a_move_counts_against_a_dummy_with_the_players_own_points() {
    let text = [
        game("Ana", "Bia", "", "1-0"),
        game("Bia", "Caio", OPEN, "1-0"),
    ];
    let table = tables(&text.concat()).by_file;
    let ana = line(&table, "Ana");
    assert_eq!(
        (ana.half_wins, ana.buchholz, ana.sonneborn_berger),
        (2, 2, 4)
    );
    // Her opponent lost to a dummy with his own point, and beat one without any.
    let bia = line(&table, "Bia");
    assert_eq!(
        (bia.half_wins, bia.buchholz, bia.sonneborn_berger),
        (2, 2, 0)
    );
    assert_eq!(ana.direct_encounter, None);
}

#[test]
fn a_game_without_names_is_counted_apart() {
    let text = [
        game("?", "Bia", OPEN, "1-0"),
        game("Ana", "Ana", OPEN, "1-0"),
    ];
    let tables = tables(&text.concat());
    assert_eq!(tables.nameless_games, 2);
    assert!(tables.by_file.is_empty());
}

#[test]
fn too_many_players_are_said_and_no_table_of_some_of_them_is_given() {
    let text: String = (0..=Tournament::MOST_PLAYERS / 2)
        .map(|n| game(&format!("a{n}"), &format!("b{n}"), "", "1-0"))
        .collect();
    let tables = tables(&text);
    assert_eq!(tables.left_out, Some(NoTables::TooManyPlayers));
    assert!(tables.by_file.is_empty() && tables.by_law.is_empty());
}

/// A game of checkers.
fn checkers(white: &str, black: &str, card: &str, moves: &str, result: &str) -> String {
    let card = match card {
        "" => String::new(),
        card => format!("[Ballot \"{card}\"]\n"),
    };
    format!(
        "[GameType \"21\"]\n{card}{}",
        game(white, black, moves, result)
    )
}

const CARD: &str = "1. 11-15 23-19 2. 8-11";

#[test]
fn two_games_of_one_card_with_colours_changed_are_a_pair() {
    for card in ["", "Old Fourteenth"] {
        let text = [
            checkers("Ana", "Bia", card, CARD, "1-0"),
            checkers("Bia", "Ana", card, CARD, "1/2-1/2"),
        ];
        let pairs = tables(&text.concat()).pairs;
        assert_eq!(pairs.len(), 1, "{pairs:?}");
        let pair = &pairs[0];
        assert_eq!(
            (pair.first_game, pair.second_game, pair.half_wins),
            (1, Some(2), [3, 1])
        );
        assert_eq!(pair.winner(), Some(Side::White));
        assert_eq!(pair.fault, None);
        let name = if card.is_empty() {
            "11-15 23-19 8-11"
        } else {
            card
        };
        assert_eq!(pair.card, name);
    }
}

#[test]
fn what_keeps_two_games_of_a_card_from_being_a_pair_is_named() {
    let other = "1. 11-16 23-19 2. 8-11";
    let cases = [
        (
            vec![checkers("Ana", "Bia", "7", CARD, "1-0")],
            CardPairFault::SecondGameMissing,
        ),
        (
            vec![
                checkers("Ana", "Bia", "7", CARD, "1-0"),
                checkers("Ana", "Bia", "7", CARD, "1-0"),
            ],
            CardPairFault::ColoursNotChanged,
        ),
        (
            vec![
                checkers("Ana", "Bia", "7", CARD, "1-0"),
                checkers("Bia", "Ana", "7", other, "1-0"),
            ],
            CardPairFault::OtherOpening,
        ),
        (
            vec![
                checkers("Ana", "Bia", "7", CARD, "1-0"),
                checkers("Bia", "Ana", "7", CARD, "*"),
            ],
            CardPairFault::Unfinished,
        ),
    ];
    for (games, fault) in cases {
        let pairs = tables(&games.concat()).pairs;
        assert_eq!(pairs.len(), 1);
        assert_eq!(pairs[0].fault, Some(fault));
        assert_eq!(pairs[0].winner(), None);
    }
}

#[test]
fn games_that_only_begin_alike_are_no_pair_where_no_card_is_named() {
    let text = [
        checkers("Ana", "Bia", "", CARD, "1-0"),
        checkers("Ana", "Bia", "", CARD, "1-0"),
        checkers("Caio", "Ana", "", CARD, "1-0"),
    ];
    assert!(tables(&text.concat()).pairs.is_empty());
}
