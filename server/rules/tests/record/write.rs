//! The writers: the export format by example, and the law that what is written reads as what was meant.

use proptest::prelude::*;
use tabuleiro_rules::record::{
    Element, Format, Limits, Marker, Points, RawGame, Sheet, WriteError, for_each_game, pdn, pgn,
};
use tabuleiro_rules::{Outcome, Side};

const WHITE_WON: Marker = Marker::Decided(Outcome::Win(Side::White));

fn sheet(moves: &[&str], result: Marker) -> Sheet {
    let mut sheet = Sheet::new(result, Points::One);
    sheet.elements = moves
        .iter()
        .map(|text| Element::Move((*text).to_owned()))
        .collect();
    sheet
}

#[test]
fn the_roster_comes_first_and_is_complete() {
    let mut sheet = sheet(&["e4", "e5", "Qh5", "Ke7", "Qxe5#"], WHITE_WON);
    sheet.tags = vec![
        ("ECO".into(), "C20".into()),
        (
            "FEN".into(),
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".into(),
        ),
        ("White".into(), "A \"B\" \\ C".into()),
    ];
    assert_eq!(
        pgn::write(&sheet).unwrap(),
        r#"[Event "?"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "A \"B\" \\ C"]
[Black "?"]
[Result "1-0"]
[SetUp "1"]
[ECO "C20"]
[FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"]

1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0

"#
    );
}

#[test]
fn numbers_stand_where_they_belong() {
    let mut sheet = sheet(&[], Marker::Unknown);
    sheet.first_number = 12;
    sheet.second_begins = true;
    let text = |text: &str| Element::Move(text.to_owned());
    let command = |name: &str, value: &str| Element::Command {
        name: name.into(),
        value: value.into(),
    };
    sheet.elements = vec![
        Element::Comment("before".into()),
        text("Nf6"),
        Element::Nag(1),
        text("Nc3"),
        command("clk", "0:05:00"),
        command("eval", "0.3"),
        Element::Comment("said".into()),
        text("d5"),
        Element::Open,
        text("Bb4"),
        text("a3"),
        Element::Open,
        text("Qc2"),
        Element::Close,
        Element::Close,
        text("cxd5"),
        Element::DrawOffer,
        Element::Null,
    ];
    let written = pgn::write(&sheet).unwrap();
    let moves = written.split("\n\n").nth(1).unwrap();
    assert_eq!(
        moves,
        "{before} 12... Nf6 $1 13. Nc3 {[%clk 0:05:00] [%eval 0.3] said} 13... d5 (13...\nBb4 14. a3 (14. Qc2)) 14. cxd5 (=) -- *"
    );
}

#[test]
fn draughts_count_two_points_where_they_do() {
    let mut sheet = sheet(&["32-28", "19x23"], WHITE_WON);
    sheet.points = Points::Two;
    assert!(
        pdn::write(&sheet)
            .unwrap()
            .ends_with("[Result \"2-0\"]\n\n1. 32-28 19x23 2-0\n\n")
    );
    assert_eq!(pgn::write(&sheet), Err(WriteError::Result));
    sheet.result = Marker::Decided(Outcome::BothLose);
    assert!(pdn::write(&sheet).unwrap().ends_with(" 0-0\n\n"));
}

#[test]
fn tag_and_marker_count_the_points_alike() {
    let written = |tag: &str, result: Marker, points: Points| {
        let mut sheet = sheet(&["32-28"], result);
        sheet.tags = vec![("Result".into(), tag.into())];
        sheet.points = points;
        let text = pdn::write(&sheet).unwrap();
        let tag = text.split("[Result \"").nth(1).unwrap();
        let tag = tag.split('"').next().unwrap().to_owned();
        (tag, text.split_whitespace().last().unwrap().to_owned())
    };
    let drawn = Marker::Decided(Outcome::Draw);
    let pair = |tag: &str, marker: &str| (tag.to_owned(), marker.to_owned());
    assert_eq!(written("2-0", WHITE_WON, Points::One), pair("1-0", "1-0"));
    assert_eq!(written("1-0", WHITE_WON, Points::Two), pair("2-0", "2-0"));
    assert_eq!(written("1/2-1/2", drawn, Points::Two), pair("1-1", "1-1"));
    assert_eq!(
        written("½-½", drawn, Points::One),
        pair("1/2-1/2", "1/2-1/2")
    );
    assert_eq!(written("*", WHITE_WON, Points::One), pair("1-0", "1-0"));
    // What contradicts the marker is not put right, and what is no result is not made one.
    assert_eq!(written("0-2", WHITE_WON, Points::One), pair("0-1", "1-0"));
    assert_eq!(
        written("adjourned", drawn, Points::One),
        pair("adjourned", "1/2-1/2")
    );
}

#[test]
fn without_a_marker_the_tag_says_how_the_game_ended() {
    let text = "[Result \"0-1\"]\n\n1. e4 e5\n";
    let read = pgn::read(&RawGame::whole(text.as_bytes()), &Limits::default());
    let sheet = Sheet::from_text(&read);
    assert_eq!(sheet.result, Marker::Decided(Outcome::Win(Side::Black)));
    assert!(pgn::write(&sheet).unwrap().ends_with("1. e4 e5 0-1\n\n"));
}

#[test]
fn what_could_not_be_read_again_is_not_written() {
    for (text, format) in [
        ("1-0", Format::Pgn),
        ("12", Format::Pgn),
        ("e4 e5", Format::Pgn),
        ("e4!", Format::Pgn),
        ("{e4}", Format::Pgn),
        ("", Format::Pgn),
        ("--", Format::Pgn),
        ("e4;", Format::Pgn),
        ("1-1", Format::Pdn),
        ("32 - 28", Format::Pdn),
    ] {
        let sheet = sheet(&[text], Marker::Unknown);
        let written = match format {
            Format::Pgn => pgn::write(&sheet),
            Format::Pdn => pdn::write(&sheet),
        };
        assert_eq!(written, Err(WriteError::Move { index: 0 }), "{text}");
    }
    let mut broken = sheet(&["e4"], Marker::Unknown);
    broken.tags = vec![("Bad name".into(), String::new())];
    assert_eq!(pgn::write(&broken), Err(WriteError::TagName { index: 0 }));
    broken.tags = vec![("Event".into(), "two\nlines".into())];
    assert_eq!(pgn::write(&broken), Err(WriteError::TagValue { index: 0 }));
    broken.tags.clear();
    broken.elements = vec![Element::Open];
    assert_eq!(pgn::write(&broken), Err(WriteError::Variation { index: 1 }));
    broken.elements = vec![Element::Close];
    assert_eq!(pgn::write(&broken), Err(WriteError::Variation { index: 0 }));
    broken.elements = vec![Element::Command {
        name: "clk".into(),
        value: "]".into(),
    }];
    assert_eq!(pgn::write(&broken), Err(WriteError::Command { index: 0 }));
}

#[test]
fn a_comment_with_a_brace_becomes_the_rest_of_a_line() {
    let mut sheet = sheet(&["e4"], Marker::Unknown);
    sheet.elements.push(Element::Comment("a } b".into()));
    sheet.elements.push(Element::Move("e5".into()));
    let written = pgn::write(&sheet).unwrap();
    assert!(
        written.ends_with("1. e4 ; a } b\n1... e5 *\n\n"),
        "{written}"
    );
}

fn tag_value() -> impl Strategy<Value = String> {
    "[ -~áéçñ½“\\[\\]]{0,30}"
}

fn comment() -> impl Strategy<Value = String> {
    "[!-Z\\\\-~ü½]{1,12}( [!-Z\\\\-~ü\\[\\]%]{1,90}){0,12}"
        .prop_filter("no commands", |text| !text.contains("[%"))
}

fn element(moves: &'static [&'static str]) -> impl Strategy<Value = Element> {
    prop_oneof![
        8 => prop::sample::select(moves).prop_map(|text| Element::Move(text.to_owned())),
        1 => Just(Element::Null),
        1 => any::<u8>().prop_map(Element::Nag),
        1 => Just(Element::DrawOffer),
        2 => comment().prop_map(Element::Comment),
        2 => ("[a-zA-Z0-9_-]{1,8}", "([a-z0-9:.%]{1,9}( [a-z0-9:.]{1,5})?)?")
            .prop_map(|(name, value)| Element::Command { name, value }),
        1 => "[ -~]{0,40}".prop_map(Element::Escape),
        1 => Just(Element::Open),
        1 => Just(Element::Close),
    ]
}

/// The sheet as it is read again: its `Result` tag is spelt as the marker is.
fn spelt_alike(sheet: &Sheet) -> Sheet {
    let spelt = |outcome: &str| match (outcome, sheet.points) {
        ("1-0", Points::Two) => "2-0".to_owned(),
        ("0-1", Points::Two) => "0-2".to_owned(),
        ("1/2-1/2", Points::Two) => "1-1".to_owned(),
        (outcome, _) => outcome.to_owned(),
    };
    let marker = match sheet.result {
        Marker::Decided(Outcome::Win(Side::White)) => "1-0",
        Marker::Decided(Outcome::Win(Side::Black)) => "0-1",
        Marker::Decided(Outcome::Draw) => "1/2-1/2",
        _ => "*",
    };
    let mut expected = sheet.clone();
    for (name, value) in &mut expected.tags {
        if name == "Result" {
            *value = spelt(if value == "*" { marker } else { value });
        }
    }
    expected
}

/// Closes what is open, and drops what closes nothing.
fn balanced(elements: Vec<Element>) -> Vec<Element> {
    let mut depth = 0;
    let mut out: Vec<Element> = elements
        .into_iter()
        .filter(|element| match element {
            Element::Open => {
                depth += 1;
                true
            }
            Element::Close if depth == 0 => false,
            Element::Close => {
                depth -= 1;
                true
            }
            _ => true,
        })
        .collect();
    out.extend((0..depth).map(|_| Element::Close));
    out
}

fn any_sheet(moves: &'static [&'static str], two: bool) -> impl Strategy<Value = Sheet> {
    let marker = prop_oneof![
        Just(WHITE_WON),
        Just(Marker::Decided(Outcome::Win(Side::Black))),
        Just(Marker::Decided(Outcome::Draw)),
    ];
    let tags = prop::collection::vec(tag_value(), 6);
    let result_tag = prop::sample::select(vec!["1-0", "0-1", "1/2-1/2", "0-0", "*"]);
    // The roster ends with the one tag whose value the reader checks.
    let tags = (tags, result_tag).prop_map(|(mut roster, result)| {
        roster.push(result.to_owned());
        roster
    });
    let more = prop::collection::btree_map("[A-Z][a-z0-9_]{0,9}X", tag_value(), 0..5);
    let elements = prop::collection::vec(element(moves), 0..60);
    (
        tags,
        more,
        elements,
        marker,
        1_u32..200,
        any::<bool>(),
        any::<bool>(),
    )
        .prop_map(
            move |(roster, more, elements, result, first_number, second_begins, points)| {
                let names = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];
                let elements = balanced(elements);
                let moved = elements
                    .iter()
                    .any(|element| matches!(element, Element::Move(_) | Element::Null));
                Sheet {
                    tags: names
                        .into_iter()
                        .map(str::to_owned)
                        .zip(roster)
                        .chain(more)
                        .collect(),
                    elements,
                    result,
                    points: if points && two {
                        Points::Two
                    } else {
                        Points::One
                    },
                    first_number: if moved { first_number } else { 1 },
                    second_begins: second_begins && moved,
                }
            },
        )
}

const CHESS: &[&str] = &[
    "e4",
    "Nf3",
    "O-O",
    "O-O-O#",
    "exd6",
    "exd6 e.p.",
    "e8=Q+",
    "N@f3",
    "0-0",
    "Cf3",
    "♘f3",
    "a1=R",
];
const DRAUGHTS: &[&str] = &[
    "32-28",
    "1-18",
    "47x33x24x13x36",
    "c3-d4",
    "c3:e5:g7",
    "ab4",
    "1x1",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn a_chess_game_reads_as_it_was_written(sheet in any_sheet(CHESS, false)) {
        let written = pgn::write(&sheet).unwrap();
        let text = pgn::read(&RawGame::whole(written.as_bytes()), &Limits::default());
        let first = sheet.elements.iter().any(|element| matches!(element, Element::Open));
        prop_assert!(text.is_sound() || first, "{:?}\n{written}", text.faults());
        prop_assert_eq!(Sheet::from_text(&text), spelt_alike(&sheet), "{}", written);
    }

    #[test]
    fn a_draughts_game_reads_as_it_was_written(sheet in any_sheet(DRAUGHTS, true)) {
        let written = pdn::write(&sheet).unwrap();
        let text = pdn::read(&RawGame::whole(written.as_bytes()), &Limits::default());
        prop_assert_eq!(Sheet::from_text(&text), spelt_alike(&sheet), "{}", written);
    }

    #[test]
    fn games_written_one_after_another_are_read_apart(sheets in prop::collection::vec(any_sheet(CHESS, false), 1..5)) {
        let written: Vec<String> = sheets.iter().map(|sheet| pgn::write(sheet).unwrap()).collect();
        let mut games = Vec::new();
        for_each_game(written.concat().as_bytes(), &Limits::default(), |game| games.push(game.bytes.to_vec()));
        let expected: Vec<Vec<u8>> = written.into_iter().map(String::into_bytes).collect();
        prop_assert_eq!(games, expected);
    }

    #[test]
    fn no_line_is_longer_than_79_characters_unless_one_word_is(sheet in any_sheet(CHESS, false)) {
        let written = pgn::write(&sheet).unwrap();
        let moves = written.split_once("\n\n").unwrap().1;
        // Words with a bracket or a percent sign stick to the one before; escapes and line comments are one line.
        for line in moves.lines().filter(|line| !line.contains(['[', '%', ';'])) {
            prop_assert!(line.chars().count() <= 79 || !line.contains(' '), "{line}");
        }
    }
}
