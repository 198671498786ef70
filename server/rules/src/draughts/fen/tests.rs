//! What is read as a position, what is written, and what is refused where.

use proptest::prelude::*;

use super::*;
use crate::draughts::RuleSet;

fn read(set: RuleSet, text: &str) -> Result<Parsed, Vec<FenFault>> {
    Position::from_fen(&set.compiled(), text, Strictness::Strict)
}

/// The text in its canonical form.
fn canonical(set: RuleSet, text: &str) -> String {
    match read(set, text) {
        Ok(parsed) => parsed.position.fen(),
        Err(faults) => panic!("{text}: {faults:?}"),
    }
}

/// The codes and offsets of all faults.
fn faults(set: RuleSet, text: &str) -> Vec<(&'static str, usize)> {
    match read(set, text) {
        Ok(parsed) => panic!("{text} was read as {}", parsed.position.fen()),
        Err(faults) => faults
            .iter()
            .map(|fault| (fault.code, fault.offset))
            .collect(),
    }
}

#[test]
fn the_forms_that_are_met_all_mean_the_same_position() {
    for text in [
        "W:W31,32,33,K40:BK1,2,3",
        "W:BK1,2,3:W31,32,33,K40",
        "W:W31-33,K40:BK1,2-3",
        "W:W31-33,K40:BK1,2,3.",
        " W : W31, 32 ,33, K40 : B K1,2,3 . ",
        "W:WK40,33,32,31:B3,2,K1",
        "W:Wb4,d4,f4,Ki3:BKb10,2,f10",
        "W:W31,32,33,K40:BK1,2,3:H0:F12",
    ] {
        let written = canonical(RuleSet::International, text);
        assert_eq!(written, "W:W31,32,33,K40:BK1,2,3", "{text}");
    }
}

#[test]
fn a_range_takes_its_prefix_to_all_its_squares() {
    let written = canonical(RuleSet::International, "B:WK46-50:BK1-3");
    assert_eq!(written, "B:WK46,K47,K48,K49,K50:BK1,K2,K3");
    let start = canonical(RuleSet::International, "W:W31-50:B1-20");
    assert_eq!(
        start,
        Position::start(&RuleSet::International.compiled()).fen()
    );
}

#[test]
fn a_side_or_both_may_have_no_piece() {
    assert_eq!(canonical(RuleSet::International, "W:W50:B"), "W:W50:B");
    assert_eq!(canonical(RuleSet::International, "B::"), "B:W:B");
    assert_eq!(canonical(RuleSet::International, "B:W:"), "B:W:B");
}

#[test]
fn sets_that_are_written_with_letters_are_written_so() {
    assert_eq!(
        canonical(RuleSet::Brazilian, "W:W21,K32:B1"),
        "W:WKg1,a3:Bb8"
    );
    assert_eq!(canonical(RuleSet::English, "B:Wa3:Bb8"), "B:W21:B1");
}

#[test]
fn counters_are_read_and_the_frisian_ones_written() {
    let parsed = read(RuleSet::International, "W:W31:BK3:H0:F40").unwrap();
    assert_eq!(parsed.counters.half_moves, Some(0));
    assert_eq!(parsed.counters.move_number, Some(40));
    let text = "W:WK12,31:BK3,4:+0+312";
    let parsed = read(RuleSet::Frisian, text).unwrap();
    let runs = parsed.counters.king_runs.unwrap();
    assert_eq!(
        (runs[0].count, runs[1].count),
        (3, 0),
        "White's stands after Black's"
    );
    assert_eq!(parsed.position.fen(), text);
    let idle = canonical(RuleSet::Frisian, "W:WK12,31:BK3,4:+0+0");
    assert_eq!(idle, "W:WK12,31:BK3,4");
}

#[test]
fn a_draw_count_that_has_begun_is_refused_and_never_ignored() {
    let text = "W:WK31:BK3:H12:F40";
    assert_eq!(
        faults(RuleSet::International, text),
        [("COUNTER_NOT_COUNTED", 11)]
    );
    let rules = RuleSet::International.compiled();
    let relaxed = Position::from_fen(&rules, text, Strictness::Relaxed).unwrap();
    let notes: Vec<_> = relaxed.notes.iter().map(|note| note.code).collect();
    assert_eq!(notes, ["COUNTER_NOT_COUNTED"]);
    assert_eq!(relaxed.counters.half_moves, Some(12));
}

#[test]
fn a_hub_position_is_a_letter_for_every_square() {
    let start = Position::start(&RuleSet::International.compiled());
    let hub = format!("W{}{}{}", "b".repeat(20), "e".repeat(10), "w".repeat(20));
    assert_eq!(canonical(RuleSet::International, &hub), start.fen());
    assert_eq!(start.hub(), hub);
    assert_eq!(
        faults(RuleSet::International, &hub[..50]),
        [("HUB_LENGTH", 0)]
    );
    let wrong = hub.replacen('e', "x", 1);
    assert_eq!(
        faults(RuleSet::International, &wrong),
        [("SQUARE_UNREADABLE", 21)]
    );
}

/// Case 45: a square out of range, a colour letter inside the list, a square named twice.
#[test]
fn case_45_every_fault_of_a_text_is_named_with_its_place() {
    let found = faults(RuleSet::International, "W:WK4,WK5,55:B4");
    let expected = [
        ("COLOUR_IN_LIST", 6),
        ("SQUARE_OFF_THE_BOARD", 10),
        ("SQUARE_REPEATED", 14),
    ];
    assert_eq!(found, expected);
}

/// Case 47: one token for the side to move.
#[test]
fn case_47_the_side_to_move_is_written_once() {
    let written = Position::start(&RuleSet::International.compiled()).fen();
    assert!(written.starts_with("W:W31,"), "{written}");
    assert_eq!(written.matches(':').count(), 2);
}

/// Case 48: a side without pieces has lost, but the position can be read.
#[test]
fn case_48_a_side_without_pieces_is_read() {
    let parsed = read(RuleSet::International, "W:W50:B").unwrap();
    assert_eq!(parsed.position.side_to_move(), Side::White);
}

#[test]
fn what_cannot_be_meant_is_refused() {
    for (set, text, expected) in [
        (RuleSet::International, "", vec![("EMPTY_TEXT", 0)]),
        (RuleSet::International, "W:W50", vec![("BLOCK_MISSING", 5)]),
        (
            RuleSet::International,
            "W:W50:W49",
            vec![("BLOCK_REPEATED", 6), ("BLOCK_MISSING", 9)],
        ),
        (RuleSet::International, ":W50:B1", vec![("TURN_MISSING", 0)]),
        (
            RuleSet::International,
            "X:W50:B1",
            vec![("TURN_UNREADABLE", 0)],
        ),
        (
            RuleSet::International,
            "?:W50:B1",
            vec![("TURN_UNKNOWN", 0)],
        ),
        (
            RuleSet::International,
            "W:W50:B1:zz",
            vec![("FIELD_UNREADABLE", 9)],
        ),
        (
            RuleSet::International,
            "W:W50:B1 zz",
            vec![("SQUARE_UNREADABLE", 7)],
        ),
        (
            RuleSet::International,
            "W:W50:B1:",
            vec![("FIELD_EMPTY", 9)],
        ),
        (
            RuleSet::International,
            "W:W50,,49:B1",
            vec![("SQUARE_MISSING", 6)],
        ),
        (
            RuleSet::International,
            "W:W50,K:B1",
            vec![("SQUARE_MISSING", 7)],
        ),
        (
            RuleSet::International,
            "W:W050:B1",
            vec![("LEADING_ZERO", 3)],
        ),
        (
            RuleSet::International,
            "W:W0:B1",
            vec![("SQUARE_OFF_THE_BOARD", 3)],
        ),
        (
            RuleSet::International,
            "W:W40-31:B1",
            vec![("RANGE_REVERSED", 3)],
        ),
        (
            RuleSet::International,
            "W:W31-33-35:B1",
            vec![("RANGE_UNREADABLE", 3)],
        ),
        (
            RuleSet::International,
            "W:W31-60:B1",
            vec![("SQUARE_OFF_THE_BOARD", 6)],
        ),
        (
            RuleSet::International,
            "W:Wa1-c1:B1",
            vec![("RANGE_UNREADABLE", 3)],
        ),
        (
            RuleSet::International,
            "W:W5:B50",
            vec![("MAN_ON_PROMOTION_ROW", 3), ("MAN_ON_PROMOTION_ROW", 6)],
        ),
        (
            RuleSet::International,
            "W:W50:BG1,P2",
            vec![("GHOST_PIECE", 7), ("GHOST_PIECE", 10)],
        ),
        (
            RuleSet::International,
            "W:W50:B1:H-1",
            vec![("COUNTER_UNREADABLE", 10)],
        ),
        (
            RuleSet::International,
            "W:W50:B1:H0:H0",
            vec![("COUNTER_REPEATED", 13)],
        ),
        (
            RuleSet::International,
            "W:W50:B1:+0+0",
            vec![("COUNTER_NOT_IN_RULES", 10)],
        ),
        (
            RuleSet::Frisian,
            "W:WK50:B1:+0+412",
            vec![("KING_RUN_TOO_LONG", 10)],
        ),
        (
            RuleSet::Frisian,
            "W:WK50,49:B1:+0+212",
            vec![("KING_RUN_WITHOUT_KING", 13)],
        ),
        (
            RuleSet::Frisian,
            "W:WK50:B1:+0",
            vec![("COUNTER_UNREADABLE", 11)],
        ),
        (
            RuleSet::Brazilian,
            "W:Wa2,i1:Bb8",
            vec![("SQUARE_NOT_PLAYED_ON", 3), ("SQUARE_OFF_THE_BOARD", 6)],
        ),
    ] {
        assert_eq!(faults(set, text), expected, "{text}");
    }
}

#[test]
fn relaxed_reading_waives_what_needs_no_guess_and_says_so() {
    for (text, code, written) in [
        ("?:W50:B1", "TURN_UNKNOWN", "W:W50:B1"),
        ("W:W50", "BLOCK_MISSING", "W:W50:B"),
        ("W:W050,,49:B1", "LEADING_ZERO", "W:W49,50:B1"),
        ("W:W50:B1,G2", "GHOST_PIECE", "W:W50:B1"),
        ("W:W50:B1:+0+0", "COUNTER_NOT_IN_RULES", "W:W50:B1"),
    ] {
        let rules = RuleSet::International.compiled();
        let parsed = Position::from_fen(&rules, text, Strictness::Relaxed).unwrap();
        assert_eq!(parsed.notes[0].code, code, "{text}");
        assert_eq!(parsed.position.fen(), written, "{text}");
    }
    let rules = RuleSet::International.compiled();
    let refused = Position::from_fen(&rules, "W:W050,55:B1", Strictness::Relaxed).unwrap_err();
    assert_eq!(
        refused.len(),
        2,
        "a note is told with the faults that refuse the text"
    );
}

#[test]
fn a_text_is_never_repeated_unescaped() {
    let found = read(RuleSet::International, "W:W\u{1b}[31m\u{202e}x:B1").unwrap_err();
    assert!(found.iter().all(|fault| !fault.message.contains('\u{1b}')));
    let long = "9".repeat(5000);
    assert_eq!(
        faults(RuleSet::International, &long),
        [("TEXT_TOO_LONG", 4096)]
    );
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused_with_reasons(text in ".{0,60}", set in 0..RuleSet::ALL.len()) {
        for strictness in [Strictness::Strict, Strictness::Relaxed] {
            let rules = RuleSet::ALL[set].compiled();
            if let Err(faults) = Position::from_fen(&rules, &text, strictness) {
                prop_assert!(!faults.is_empty());
            }
        }
    }

    #[test]
    fn texts_out_of_the_alphabet_of_fen_are_read_or_refused(
        text in "[WB?]:[WBKGPa-n0-9,:+HF. -]{0,60}",
        set in 0..RuleSet::ALL.len(),
    ) {
        let rules = RuleSet::ALL[set].compiled();
        match Position::from_fen(&rules, &text, Strictness::Strict) {
            Ok(parsed) => {
                let again = Position::from_fen(&rules, &parsed.position.fen(), Strictness::Strict);
                prop_assert_eq!(again.map(|again| again.position.fen()), Ok(parsed.position.fen()));
            }
            Err(faults) => {
                for fault in &faults {
                    prop_assert!(fault.offset <= text.len());
                }
                prop_assert!(!faults.is_empty());
            }
        }
    }
}
