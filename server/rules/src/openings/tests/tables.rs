//! The tables: every opening is played by our own engine and comes to the position that the printed table gives.

use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};

use super::*;
use crate::{Kind, Position, Side};

/// A position of men on 64 squares, its squares numbered from the top left of White's view: `W:W21,…:B1,…`.
fn numbered(position: &Position) -> String {
    let draughts = position.as_draughts().unwrap();
    let geometry = draughts.geometry();
    let squares = |side: Side| {
        let mut squares: Vec<u8> = draughts
            .pieces()
            .filter(|(_, piece)| piece.side == side)
            .map(|(square, piece)| {
                assert_eq!(piece.kind, Kind::Man);
                let (file, rank) = geometry.coordinates(square);
                (7 - rank) * 4 + file / 2 + 1
            })
            .collect();
        squares.sort_unstable();
        let squares: Vec<String> = squares.iter().map(u8::to_string).collect();
        squares.join(",")
    };
    let turn = match position.side_to_move() {
        Side::White => 'W',
        Side::Black => 'B',
    };
    format!("{turn}:W{}:B{}", squares(Side::White), squares(Side::Black))
}

fn end(table: &Table, label: &str) -> String {
    let opening = table
        .openings()
        .find(|opening| opening.label == label)
        .unwrap();
    numbered(
        opening
            .card
            .replay(table.ruleset())
            .unwrap()
            .state()
            .position(),
    )
}

/// Every opening replays; what is listed is canonical; and the positions reached are those of the published lists, of which
/// the first eight bytes of the SHA-256 of all lines `LABEL\tPOSITION\n` are kept here.
#[test]
fn every_opening_of_every_table_is_played_and_comes_to_its_published_position() {
    let digests = [
        (TableId::English2Move, 49, "1ccd5082e8adeeb1"),
        (TableId::English3Move, 174, "4425a097c833c018"),
        (TableId::English11Man, 2500, "ea29d14c2cae2c90"),
        (TableId::Italian11Man, 2400, "2d6f2e4d7431d3ec"),
        (TableId::Idf64Russian, 745, "38900e29a5dcbe26"),
        (TableId::Idf64Brazilian, 736, "6a6ea9a63a93baa7"),
        (TableId::Idf64BasicRussian, 150, "a5f8859fdf156c4d"),
        (TableId::Idf64BasicBrazilian, 150, "a5f8859fdf156c4d"),
    ];
    let tables = tables();
    assert_eq!(tables.all().len(), digests.len());
    for (table, (id, count, expected)) in tables.all().iter().zip(digests) {
        assert_eq!((table.id(), table.len()), (id, count));
        let mut lines = String::new();
        for (number, opening) in (1..).zip(table.openings()) {
            assert_eq!(opening.number, number);
            let (game, texts) = opening
                .card
                .play(table.ruleset())
                .unwrap_or_else(|fault| panic!("{id} {}: {fault:?}", opening.label));
            assert_eq!(texts, opening.card.moves, "{id} {}", opening.label);
            let position = game.state().position();
            assert_eq!(position.side_to_move(), opening.side_to_move);
            assert_eq!(game.state().ply() as usize, opening.card.moves.len());
            lines += &format!("{}\t{}\n", opening.label, numbered(position));
        }
        let digest = Sha256::digest(lines.as_bytes());
        assert_eq!(HEXLOWER.encode(&digest[..8]), expected, "{id}");
    }
}

#[test]
fn no_opening_stands_in_a_table_twice() {
    for table in tables().all() {
        let mut cards: Vec<_> = table
            .openings()
            .map(|opening| (opening.card.start, opening.card.moves))
            .collect();
        cards.sort();
        cards.dedup();
        assert_eq!(cards.len() as u32, table.len(), "{}", table.id());
    }
}

#[test]
fn decks_have_the_counts_of_the_printed_decks() {
    let tables = tables();
    for (text, count) in [
        ("english-2-move", 43),
        ("english-2-move/47", 47),
        ("english-2-move/49", 49),
        ("english-3-move", 156),
        ("english-3-move/156", 156),
        ("english-3-move/174", 174),
        ("english-3-move/144", 144),
        ("english-3-move/tough", 50),
        ("english-3-move/barred", 18),
        ("english-11-man", 2253),
        ("english-11-man/lost", 247),
        ("english-11-man/all", 2500),
        ("italian-11-man", 2400),
        ("idf-64-russian", 745),
        ("idf-64-russian/category-9", 33),
        ("idf-64-russian/category-23", 32),
        ("idf-64-brazilian", 736),
        ("idf-64-basic-russian", 150),
        ("idf-64-basic-brazilian/category-15", 10),
    ] {
        let (_, deck) = tables.find(text).unwrap_or_else(|| panic!("{text}"));
        assert_eq!(deck.numbers.len(), count, "{text}");
        assert!(deck.numbers.is_sorted_by(|a, b| a < b), "{text}");
    }
    for text in [
        "",
        "/",
        "english-3-move/",
        "english-3-move/145",
        "english-3-move/156/",
        "chess",
        "ENGLISH-3-MOVE",
    ] {
        assert!(tables.find(text).is_none(), "{text}");
    }
}

#[test]
fn number_26_is_barred_and_13_stands_in_the_list_once() {
    let tables = tables();
    let (table, barred) = tables.find("english-3-move/barred").unwrap();
    assert_eq!(
        barred.numbers,
        [
            3, 13, 26, 35, 44, 45, 48, 52, 77, 88, 94, 109, 114, 137, 145, 156, 168, 171
        ]
    );
    let opening = table.opening(26).unwrap();
    assert_eq!(opening.card.moves, ["9-13", "24-19", "10-15"]);
    assert_eq!(opening.card.standing, Standing::Barred);
    let (_, usual) = tables.find("english-3-move").unwrap();
    assert!(
        usual
            .numbers
            .iter()
            .all(|number| !barred.numbers.contains(number))
    );
    let (_, older) = tables.find("english-3-move/144").unwrap();
    assert!(
        older
            .numbers
            .iter()
            .all(|number| usual.numbers.contains(number))
    );
}

#[test]
fn of_the_two_move_openings_two_lose_a_man_and_four_more_are_barred() {
    let tables = tables();
    let moves = |deck: &str| -> Vec<String> {
        let (table, deck) = tables.find(deck).unwrap();
        let numbers = deck.numbers.iter();
        numbers
            .map(|number| table.opening(*number).unwrap().card.moves.join(" "))
            .collect()
    };
    assert_eq!(moves("english-2-move/lost"), ["9-14 21-17", "10-14 21-17"]);
    assert_eq!(
        moves("english-2-move/barred"),
        ["9-14 23-18", "10-14 23-18", "11-16 23-19", "12-16 23-19"]
    );
}

#[test]
fn idf_9_xxvii_has_six_plies_and_leaves_white_to_move() {
    for id in ["idf-64-russian", "idf-64-brazilian"] {
        let tables = tables();
        let table = tables.table(id).unwrap();
        assert_eq!(
            end(table, "9-XXVII"),
            "W:W19,20,21,22,24,25,26,27,29,30,31,32:B1,2,3,4,6,7,8,9,11,12,13,14"
        );
    }
}

#[test]
fn idf_basic_2_iv_does_not_repeat_the_position_of_2_v() {
    let tables = tables();
    let table = tables.table("idf-64-basic-russian").unwrap();
    assert_eq!(
        end(table, "2-IV"),
        "B:W17,19,22,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,12,15"
    );
    assert_eq!(
        end(table, "2-V"),
        "B:W13,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,12,15"
    );
}

#[test]
fn white_begins_after_flying_men_in_idf_1_ii_and_18_xx_too() {
    let tables = tables();
    let table = tables.table("idf-64-russian").unwrap();
    assert_eq!(
        end(table, "1-II"),
        "W:W13,21,22,23,24,25,26,27,28,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"
    );
    assert_eq!(
        end(table, "18-XX"),
        "W:W13,21,22,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,8,9,10,11,12,16"
    );
    let flown = table
        .openings()
        .filter(|opening| opening.card.start.is_some());
    let mut count = 0;
    for opening in flown {
        count += 1;
        assert_eq!(opening.side_to_move, Side::White, "{}", opening.label);
        assert!(opening.card.moves.is_empty());
    }
    assert_eq!(count, 396);
}

#[test]
fn the_brazilian_list_lacks_nine_openings_of_the_russian() {
    let tables = tables();
    let labels = |id: &str| -> Vec<String> {
        let table = tables.table(id).unwrap();
        table.openings().map(|opening| opening.label).collect()
    };
    let brazilian = labels("idf-64-brazilian");
    let mut lacking = labels("idf-64-russian");
    lacking.retain(|label| !brazilian.contains(label));
    assert_eq!(
        lacking,
        [
            "3-XIII", "5-XXVI", "12-XV", "16-XV", "17-I", "18-XI", "18-XV", "20-XXIII", "22-XIV"
        ]
    );
    // Four of them are not legal where most pieces must be taken.
    let russian = tables.table("idf-64-russian").unwrap();
    let law = tables.table("idf-64-brazilian").unwrap().ruleset();
    let illegal: Vec<String> = russian
        .openings()
        .filter(|opening| opening.card.replay(law).is_err())
        .map(|opening| opening.label)
        .collect();
    assert_eq!(illegal, ["16-XV", "17-I", "18-XI", "20-XXIII"]);
}

#[test]
fn set_ups_say_which_men_leave_their_squares() {
    let tables = tables();
    let names = |table: &Table, squares: &[crate::Square]| -> Vec<String> {
        let start = Position::start(table.ruleset());
        let geometry = *start.as_draughts().unwrap().geometry();
        squares
            .iter()
            .map(|square| geometry.name(*square))
            .collect()
    };
    let english = tables.table("english-11-man").unwrap();
    let opening = english.opening(1).unwrap();
    let [white, black] = &opening.setup.left;
    assert_eq!(names(english, white), ["28"]);
    assert_eq!(names(english, black), ["11"]);
    assert_eq!(opening.setup.taken, [vec![], vec![]]);
    assert_eq!(opening.card.moves, ["8-11", "24-19"]);
    let russian = tables.table("idf-64-russian").unwrap();
    let opening = russian
        .openings()
        .find(|opening| opening.label == "1-IV")
        .unwrap();
    assert_eq!(names(russian, &opening.setup.left[0]), ["a1"]);
    assert_eq!(names(russian, &opening.setup.taken[0]), ["e5"]);
    assert_eq!(names(russian, &opening.setup.left[1]), ["d6"]);
    assert_eq!(names(russian, &opening.setup.taken[1]), ["g5"]);
    let italian = tables.table("italian-11-man").unwrap();
    let opening = italian.opening(5).unwrap();
    assert_eq!(names(italian, &opening.setup.left[0]), ["21", "24"]);
    assert_eq!(names(italian, &opening.setup.taken[0]), ["17"]);
}

#[test]
fn the_free_opening_leaves_the_start_as_it_is() {
    let tables = tables();
    let table = tables.table("idf-64-basic-brazilian").unwrap();
    let opening = table
        .openings()
        .find(|opening| opening.label == "5-VII")
        .unwrap();
    assert!(opening.card.moves.is_empty() && opening.card.start.is_none());
}
