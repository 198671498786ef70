//! Moves as text, both ways.

use super::*;
use crate::draughts::RuleSet;
use crate::{Flag, MoveParts, Required, Square, Strictness, ViolationCode};

fn position(set: RuleSet, fen: &str) -> Position {
    match Position::from_fen(&set.compiled(), fen, Strictness::Strict) {
        Ok(parsed) => parsed.position,
        Err(faults) => panic!("{fen}: {faults:?}"),
    }
}

fn play(position: &Position, text: &str) -> Result<Move, Vec<Violation>> {
    match position.read_move(&MoveRequest::Text(text)) {
        Ok(m) => Ok(m),
        Err(NotPlayed::Refused(violations)) => Err(violations),
        Err(NotPlayed::TooWide(error)) => panic!("{text}: {error}"),
    }
}

fn legal(position: &Position) -> Vec<Move> {
    position.legal_moves().expect("within the budget")
}

/// The legal moves with their captured squares: `26x8 {12,21}`.
fn listed(set: RuleSet, fen: &str, naming: Naming) -> Vec<String> {
    let position = position(set, fen);
    let geometry = *position.geometry();
    legal(&position)
        .iter()
        .map(|m| {
            let from = geometry.name_in(m.from, naming);
            let to = geometry.name_in(m.to, naming);
            if !m.is_capture() {
                return format!("{from}-{to}");
            }
            let mut captured: Vec<Square> = m.captured.iter().collect();
            captured.sort_by_key(|square| geometry.number(*square));
            let captured: Vec<String> = captured
                .iter()
                .map(|square| geometry.name_in(*square, naming))
                .collect();
            format!("{from}x{to} {{{}}}", captured.join(","))
        })
        .collect()
}

/// Positions with their complete legal moves, computed by a generator of another hand.
#[test]
fn positions_of_the_rule_book_have_exactly_these_moves() {
    use RuleSet::*;
    let numeric = Naming::Numeric;
    let letters = Naming::Algebraic;
    for (set, naming, fen, moves) in [
        (
            International,
            numeric,
            "W:WK41,49:B9,10,12,19,38",
            vec!["41x43 {9,12,19,38}"],
        ),
        (
            International,
            numeric,
            "W:W15:B8,19,20",
            vec!["15x2 {8,19,20}"],
        ),
        (
            International,
            numeric,
            "W:W26:B12,K21,31,32",
            vec!["26x28 {31,32}", "26x8 {12,21}"],
        ),
        (
            International,
            numeric,
            "B:W27,28,38,39,42:BK25",
            vec!["25x33 {27,28,39,42}"],
        ),
        (
            International,
            numeric,
            "W:WK48:B7,8,31,34,K42,44",
            vec!["48x50 {7,8,34,44}"],
        ),
        (
            International,
            numeric,
            "W:WK47:B14,19,29,31,42",
            vec!["47x36 {14,29,31,42}", "47x36 {19,29,31,42}"],
        ),
        (
            International,
            numeric,
            "W:WK4:B13,20,32,37",
            vec!["4x15 {13,20,32}", "4x15 {13,20,37}"],
        ),
        (
            International,
            numeric,
            "W:WK22:B11,28",
            vec![
                "22x33 {28}",
                "22x39 {28}",
                "22x44 {28}",
                "22x50 {28}",
                "22x6 {11}",
            ],
        ),
        (International, numeric, "W:W15:B9,10", vec!["15x13 {9,10}"]),
        (
            International,
            numeric,
            "W:WK2,25:B14,15,16",
            vec![
                "2-11", "2-13", "2-19", "2-24", "2-30", "2-35", "2-7", "2-8", "25-20",
            ],
        ),
        (Brazilian, numeric, "W:W11,12:B15,16", vec!["12x10 {15,16}"]),
        (
            Pool,
            numeric,
            "W:W11,12:B15,16",
            vec!["11x18 {15}", "11x20 {16}", "12x10 {15,16}"],
        ),
        (Pool, numeric, "W:W12:BK7,8", vec!["12x10 {7,8}"]),
        (
            Russian,
            letters,
            "W:Wh6:Bg7,c5,d2",
            vec!["h6xe1 {g7,c5,d2}"],
        ),
        (
            Russian,
            letters,
            "W:WKd2:Bf6,c5,e5,e3",
            vec![
                "d2xa3 {f6,c5,e3}",
                "d2xa3 {c5,e5,e3}",
                "d2xb4 {f6,c5,e3}",
                "d2xb4 {c5,e5,e3}",
            ],
        ),
        (
            Russian,
            letters,
            "W:WKd2:Bc5,e5,c3,e3",
            vec![
                "d2xc1 {c5,e5,c3,e3}",
                "d2xd2 {c5,e5,c3,e3}",
                "d2xe1 {c5,e5,c3,e3}",
            ],
        ),
        (
            Russian,
            numeric,
            "B:WK1,17,K24,30:BK13",
            vec!["13x20 {17,24}"],
        ),
        (
            Russian,
            numeric,
            "W:W12:BK7,8",
            vec!["12x10 {7,8}", "12x14 {7,8}", "12x17 {7,8}", "12x21 {7,8}"],
        ),
        (
            Italian,
            numeric,
            "W:WK21,31:B10,18,27",
            vec!["31x6 {10,18,27}"],
        ),
        (
            Italian,
            numeric,
            "W:WK23,31:B19,26,27",
            vec!["23x21 {26,27}"],
        ),
        (
            Italian,
            numeric,
            "W:WK30:B10,K12,K18,20,K26,K27",
            vec!["30x5 {10,18,26}"],
        ),
        (Italian, numeric, "W:W31:BK28", vec!["31-27"]),
        (Italian, numeric, "W:W30:BK26", vec!["30-27"]),
        (
            Italian,
            numeric,
            "W:W31,32,K25:B12,20,21,28,5,K13,K14,K7",
            vec!["25x4 {7,14,21}"],
        ),
        (Czech, numeric, "W:WK14,31:B19,27", vec!["14x32 {27}"]),
        (
            Frisian,
            numeric,
            "W:WK5,10,28:BK3,7,K22,31,36,42",
            vec![
                "5x23 {3,7,22,31,42}",
                "5x24 {3,7,22,31,42}",
                "5x25 {3,7,22,31,42}",
                "5x43 {3,7,22,31,42}",
                "5x44 {3,7,22,31,42}",
                "5x45 {3,7,22,31,42}",
            ],
        ),
        (Thai, numeric, "W:WK28:B19", vec!["28x15 {19}"]),
        (
            Turkish,
            letters,
            "W:WKd8:Bc8,e8",
            vec![
                "d8xa8 {c8}",
                "d8xb8 {c8}",
                "d8xf8 {e8}",
                "d8xg8 {e8}",
                "d8xh8 {e8}",
            ],
        ),
        (
            Turkish,
            letters,
            "W:WKa1,a2:Bh8",
            vec![
                "a1-b1", "a1-c1", "a1-d1", "a1-e1", "a1-f1", "a1-g1", "a1-h1", "a2-a3", "a2-b2",
            ],
        ),
        (English, numeric, "B:WK11,23:BK27", vec!["27x18 {23}"]),
        (
            English,
            numeric,
            "W:WK14:B12",
            vec!["14-10", "14-17", "14-18", "14-9"],
        ),
        (
            English,
            numeric,
            "B:W6,14,21:B1,9",
            vec!["1x17 {6,14}", "9x18 {14}"],
        ),
        (English, numeric, "W:WK29:BK25", vec!["29x22 {25}"]),
    ] {
        let expected: Vec<String> = moves.iter().map(|text| (*text).to_owned()).collect();
        let found = listed(set, fen, naming);
        let sets = |texts: &[String]| {
            let mut all: Vec<(String, Vec<String>)> = texts
                .iter()
                .map(|text| {
                    let (ends, captured) = text.split_once(' ').unwrap_or((text, "{}"));
                    let captured = captured.trim_matches(['{', '}']);
                    let mut captured: Vec<String> =
                        captured.split(',').map(str::to_owned).collect();
                    captured.sort();
                    (ends.to_owned(), captured)
                })
                .collect();
            all.sort();
            all
        };
        assert_eq!(sets(&found), sets(&expected), "{} {fen}", set.id());
    }
}

#[test]
fn two_captures_with_the_same_ends_are_written_with_their_path() {
    let position = position(RuleSet::International, "W:WK47:B14,19,29,31,42");
    let all = legal(&position);
    let text = |m: &Move| position.text(m, &all);
    let mut texts: Vec<String> = all.iter().map(text).collect();
    texts.sort();
    assert_eq!(texts, ["47x38x20x9x36", "47x38x24x13x36"]);
    let violations = play(&position, "47x36").unwrap_err();
    assert_eq!(violations.len(), 1);
    assert_eq!(violations[0].code, ViolationCode::Ambiguous);
    let Some(Required { mut moves, .. }) = violations[0].required.clone() else {
        panic!("candidates");
    };
    moves.sort();
    assert_eq!(moves, texts);
    for text in &texts {
        let m = play(&position, text).unwrap();
        assert_eq!(&position.text(&m, &all), text);
    }
}

#[test]
fn a_path_may_name_every_landing_or_turns_alone_or_just_enough() {
    let position = position(RuleSet::International, "W:WK47:B14,19,29,31,42");
    let squares = |numbers: &[u16]| -> crate::draughts::SquareSet {
        let geometry = *position.geometry();
        numbers
            .iter()
            .filter_map(|number| geometry.from_number(*number))
            .collect()
    };
    let through_19 = squares(&[19, 29, 31, 42]);
    let through_14 = squares(&[14, 29, 31, 42]);
    for (text, captured) in [
        ("47x38x24x13x36", through_19),
        ("47x38x20x9x36", through_14),
        ("47x24x13x36", through_19),
        ("47x20x9x36", through_14),
        ("47x20x36", through_14),
        ("47-38-24-13-36", through_19),
        ("47x33x24x13x36", through_19),
        ("47x36x19x29x31x42", through_19),
        ("47x36x42x31x29x14", through_14),
    ] {
        match play(&position, text) {
            Ok(m) => assert_eq!(m.captured, captured, "{text}"),
            Err(violations) => panic!("{text}: {violations:?}"),
        }
    }
}

#[test]
fn parts_may_name_the_captured_squares_instead() {
    let position = position(RuleSet::International, "W:WK4:B13,20,32,37");
    let ask = |path: Vec<&'static str>, captured: Vec<&'static str>| {
        position.read_move(&MoveRequest::Parts(MoveParts {
            from: "4",
            to: "15",
            path,
            captured,
            ..MoveParts::default()
        }))
    };
    assert!(matches!(ask(vec![], vec![]), Err(NotPlayed::Refused(_))));
    let by_set = ask(vec![], vec!["37", "13", "20"]).unwrap();
    let full = position.full_text(&by_set);
    let path: Vec<&str> = full.split('x').skip(1).collect();
    let path = path
        .into_iter()
        .map(|name| &*name.to_owned().leak())
        .collect();
    assert_eq!(ask(path, vec![]).unwrap(), by_set);
}

#[test]
fn the_short_form_of_drawing_tables_finds_its_man() {
    let russian = Position::start(&RuleSet::Russian.compiled());
    assert_eq!(play(&russian, "ab4"), play(&russian, "a3-b4"));
    assert_eq!(play(&russian, "cb4"), play(&russian, "22-17"));
    assert!(play(&russian, "cb4").is_ok());
    assert!(play(&russian, "eb4").is_err());
}

#[test]
fn captures_are_parted_as_their_records_do() {
    for (set, fen, text) in [
        (RuleSet::Russian, "W:Wc3:Bd4", "c3:e5"),
        (RuleSet::Brazilian, "W:Wc3:Bd4", "c3xe5"),
        (RuleSet::Thai, "W:W22:B18", "22-15"),
        (RuleSet::Spanish, "W:W9:B13", "9x18"),
    ] {
        let position = position(set, fen);
        let moves = legal(&position);
        assert_eq!(position.text(&moves[0], &moves), text);
        assert_eq!(play(&position, text), Ok(moves[0]));
    }
}

#[test]
fn a_hyphen_is_a_capture_too_but_a_cross_is_no_step() {
    let taking = position(RuleSet::International, "W:W32:B28");
    assert!(play(&taking, "32-23").is_ok());
    let quiet = position(RuleSet::International, "W:W32:B1");
    let codes: Vec<_> = play(&quiet, "32x28")
        .unwrap_err()
        .iter()
        .map(|v| v.code)
        .collect();
    assert_eq!(codes, [ViolationCode::NothingToCapture]);
}

#[test]
fn a_detail_tells_path_victims_and_flags() {
    let position = position(RuleSet::Russian, "W:Wh6:Bg7,c5,d2");
    let moves = legal(&position);
    let details = position.details(&moves);
    let geometry = *position.geometry();
    let names = |squares: &[Square]| -> Vec<String> {
        squares
            .iter()
            .map(|square| geometry.name(*square))
            .collect()
    };
    assert_eq!(details[0].text, "h6:e1");
    assert_eq!(names(&details[0].path), ["f8", "b4", "e1"]);
    let victims: Vec<Square> = details[0]
        .captured
        .iter()
        .map(|victim| victim.square)
        .collect();
    assert_eq!(names(&victims), ["g7", "c5", "d2"]);
    assert_eq!(details[0].promotion, Some(Kind::King));
    assert!(details[0].flags.has(Flag::Capture) && details[0].flags.has(Flag::Promotion));
    let changes = position.changes(&moves[0]);
    assert_eq!(changes.len(), 5);
}
