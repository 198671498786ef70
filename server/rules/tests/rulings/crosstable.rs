//! FIDE crosstables: read by their columns, and compared with the points of the games.

use proptest::prelude::*;
use tabuleiro_rules::adjudication::tournament::{
    CrosstableDifference, PlayerPoints, compare_crosstable,
};
use tabuleiro_rules::record::{Crosstable, TrfFaultKind, TrfResult};

/// A player's line: number, name, points, rank, and each round as `opponent colour result`.
fn line(number: u32, name: &str, points: &str, rank: u32, rounds: &[&str]) -> String {
    let mut text = format!(
        "001 {number:>4} m    {name:<33} 2000 BRA      123456 1990/01/01 {points:>4} {rank:>4}"
    );
    assert_eq!(text.chars().count(), 89);
    for round in rounds {
        text.push_str(&format!("  {round:>8}"));
    }
    text.push('\n');
    text
}

fn open() -> String {
    [
        "012 Aberto de São Paulo\n".to_owned(),
        line(1, "Silva, Ana", "2.0", 1, &["   2 w 1", "   3 b 1"]),
        line(2, "Souza, Bia", "1.5", 2, &["   1 b 0", "0000 - U"]).replace(" 1.5 ", " 1.0 "),
        line(3, "Costa, Caio", "1.0", 3, &["0000 - U", "   1 w 0"]),
    ]
    .concat()
}

#[test]
fn a_crosstable_is_read_by_its_columns() {
    let table = Crosstable::read(&open());
    assert_eq!(table.faults, []);
    assert_eq!(table.name, "Aberto de São Paulo");
    let ana = table.player(1).unwrap();
    assert_eq!(
        (ana.name.as_str(), ana.half_points, ana.rank),
        ("Silva, Ana", 4, Some(1))
    );
    let rounds: Vec<_> = ana
        .rounds
        .iter()
        .map(|r| (r.opponent, r.white, r.result))
        .collect();
    let expected = [
        (Some(2), Some(true), TrfResult::Won),
        (Some(3), Some(false), TrfResult::Won),
    ];
    assert_eq!(rounds, expected);
    assert_eq!(
        table.player(3).unwrap().rounds[0].result,
        TrfResult::FullPointBye
    );
}

#[test]
fn what_cannot_be_read_is_named_with_its_place_and_the_rest_is_read() {
    let text = [
        line(1, "A", "1.0", 1, &["   9 w 1"]),
        line(1, "B", "2.0", 2, &["   1 x 1"]),
        line(3, "C", " abc", 3, &["   1 b ?"]),
        "001 none\n".to_owned(),
    ];
    let table = Crosstable::read(&text.concat());
    let faults: Vec<_> = table
        .faults
        .iter()
        .map(|f| (f.line, f.column, f.kind))
        .collect();
    let expected = [
        (1, 92, TrfFaultKind::UnknownOpponent),
        (2, 5, TrfFaultKind::DoubleNumber),
        (2, 81, TrfFaultKind::Sum),
        (2, 97, TrfFaultKind::Colour),
        (3, 81, TrfFaultKind::Points),
        (3, 99, TrfFaultKind::Result),
        (4, 5, TrfFaultKind::Number),
    ];
    assert_eq!(faults, expected);
    assert_eq!(table.players.len(), 3);
}

fn points(player: &str, by_file: u32, by_law: u32) -> PlayerPoints {
    PlayerPoints {
        player: player.to_owned(),
        by_file,
        by_law,
    }
}

#[test]
fn names_agree_by_their_words_and_byes_need_no_record() {
    let games = [
        points("Ana Silva", 4, 4),
        points("Souza, BIA", 0, 0),
        points("Caio Costa", 0, 0),
    ];
    assert_eq!(compare_crosstable(&Crosstable::read(&open()), &games), []);
}

#[test]
fn points_that_the_law_changes_and_missing_players_are_named() {
    let games = [
        points("Ana Silva", 4, 2),
        points("Bia Souza", 0, 2),
        points("Davi Reis", 2, 2),
    ];
    let differences = compare_crosstable(&Crosstable::read(&open()), &games);
    assert_eq!(differences.len(), 3, "{differences:?}");
    assert!(
        matches!(&differences[0], CrosstableDifference::Points { player, crosstable: 4, by_law: 2, .. } if player == "Silva, Ana")
    );
    assert!(
        matches!(&differences[1], CrosstableDifference::NoGames { player } if player == "Costa, Caio")
    );
    assert!(
        matches!(&differences[2], CrosstableDifference::NotInCrosstable { player } if player == "Davi Reis")
    );
}

proptest! {
    #[test]
    fn any_text_is_read_without_harm(text in "(001|012|[^\r]){0,4}(001 [ 0-9a-z]{0,140}\n){0,4}") {
        let table = Crosstable::read(&text);
        prop_assert!(table.players.len() <= 8);
    }
}
