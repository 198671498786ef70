//! The PDN reader as a specification: results are no moves, moves no results, and spaces do not tear a half-move.

use crate::shown::{faults, moves};
use tabuleiro_rules::record::{Limits, Marker, RawGame, RecordText, TokenKind, pdn};
use tabuleiro_rules::{Outcome, Side};

fn read(text: &str) -> RecordText<'_> {
    pdn::read(&RawGame::whole(text.as_bytes()), &Limits::default())
}

#[test]
fn both_ways_to_write_a_result_are_results() {
    let won = |side| Marker::Decided(Outcome::Win(side));
    for (text, marker) in [
        ("2-0", won(Side::White)),
        ("1-0", won(Side::White)),
        ("0-2", won(Side::Black)),
        ("0-1", won(Side::Black)),
        ("1-1", Marker::Decided(Outcome::Draw)),
        ("1/2-1/2", Marker::Decided(Outcome::Draw)),
        ("0-0", Marker::Decided(Outcome::BothLose)),
        ("*", Marker::Unknown),
    ] {
        let source = format!("1. 32-28 19-23 {text}");
        let read = read(&source);
        assert_eq!(read.result(), Some(marker), "{text}");
        assert_eq!(moves(&read), ["32-28", "19-23"], "{text}");
        assert_eq!(faults(&read), [""; 0], "{text}");
    }
}

#[test]
fn half_a_point_for_one_side_is_read_and_no_standard_spells_it() {
    for (text, side) in [("1/2-0", Side::White), ("0-1/2", Side::Black)] {
        let source = format!("1. 32-28 19-23 {text}");
        let read = read(&source);
        let half = Marker::Decided(Outcome::HalfPoint(side));
        assert_eq!(read.result(), Some(half), "{text}");
        assert_eq!(moves(&read), ["32-28", "19-23"], "{text}");
        assert_eq!(faults(&read).len(), 1, "{text}");
    }
}

#[test]
fn moves_that_begin_like_a_result_are_moves() {
    let text = read("1. 1-18 2-7 2. 1x10 1-12 3. 2-11 1x1 2-0");
    assert_eq!(moves(&text), ["1-18", "2-7", "1x10", "1-12", "2-11", "1x1"]);
    assert_eq!(faults(&text), [""; 0]);
}

#[test]
fn numbers_names_paths_and_every_separator() {
    let text =
        read("1. 32-28 47x33x24x13x36 2. c3-d4 c3:e5:g7 3. a3xc5 ab4 4. 26x19 32x23x28x19 *");
    assert_eq!(
        moves(&text),
        [
            "32-28",
            "47x33x24x13x36",
            "c3-d4",
            "c3:e5:g7",
            "a3xc5",
            "ab4",
            "26x19",
            "32x23x28x19"
        ]
    );
    assert_eq!(faults(&text), [""; 0]);
}

#[test]
fn spaces_inside_a_half_move_are_noted() {
    let text = read("1. 32 - 28 19 -23 2. 28 x 19 x 8 c3- d4 3. c3 : e5 20-24 1 - 1");
    assert_eq!(
        moves(&text),
        [
            "32 - 28",
            "19 -23",
            "28 x 19 x 8",
            "c3- d4",
            "c3 : e5",
            "20-24"
        ]
    );
    assert_eq!(text.result(), Some(Marker::Decided(Outcome::Draw)));
    assert_eq!(text.faults().len(), 6);
    assert!(text.is_sound());
}

#[test]
fn a_dash_before_a_move_number_joins_nothing() {
    let text = read("1. 32-28 19-23 - 2. 37-32 *");
    assert_eq!(moves(&text), ["32-28", "19-23", "37-32"]);
    assert_eq!(faults(&text), ["UNREADABLE_TOKEN 1:16"]);
}

#[test]
fn marks_comments_and_variations() {
    let text = read("1. 32-28! 19-23(?) {bad} (1... 18-23!?) 2. 28x19* $5 14x23 ; done\n*");
    assert_eq!(moves(&text), ["32-28", "19-23", "28x19", "14x23"]);
    let nags: Vec<_> = text
        .main_line()
        .filter_map(|(_, token)| match token.kind {
            TokenKind::Nag(number) => Some(number),
            _ => None,
        })
        .collect();
    assert_eq!(nags, [1, 2, 8, 5]);
    assert_eq!(faults(&text), ["NONSTANDARD_MARK 1:49"]);
    assert_eq!(text.result(), Some(Marker::Unknown));
}

#[test]
fn a_star_right_behind_the_last_move_ends_the_game() {
    let text = read("1. 32-28 19-23*\n");
    assert_eq!(text.result(), Some(Marker::Unknown));
    assert_eq!(faults(&text), [""; 0]);
}

#[test]
fn a_position_between_slashes_is_a_token() {
    let text = read("/W:W31-50:B1-20/ 1. 32-28 *");
    assert_eq!(text.tokens()[0].kind, TokenKind::Setup);
    assert_eq!(faults(&text), [""; 0]);
}

#[test]
fn words_that_are_no_draughts_moves_reach_the_position() {
    let text = read("1. 32-28k e4 2. Nf3 32- *");
    assert_eq!(moves(&text), ["32-28k", "e4", "Nf3", "32-"]);
}

#[test]
fn a_number_without_a_dot_is_a_move_number() {
    let text = read("1 32-28 19-23 2 28x19 14x23 1-1");
    assert_eq!(moves(&text).len(), 4);
    assert_eq!(faults(&text), [""; 0]);
}
