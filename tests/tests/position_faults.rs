//! The names of the faults of position texts, each with a text that has it: callers switch on these names, so that they are part
//! of the contract. No fault is left without an example here.
#![allow(clippy::expect_used, reason = "a panic is how a test fails")]

use std::{collections::BTreeSet, path::Path};

use tabuleiro_client::ErrorReason;
use tabuleiro_tests::{client, refusal};

/// Fault, variant, and a text that has it.
const EXAMPLES: &[(&str, &str, &str)] = &[
    // Chess: the fields and how they are written.
    ("ADJACENT_DIGITS", "chess", "4k3/8/8/8/8/8/44/4K3 w - - 0 1"),
    (
        "CASTLING_WITHOUT_KING",
        "chess",
        "4k3/8/8/8/8/8/3K4/7R w K - 0 1",
    ),
    (
        "CASTLING_WITHOUT_ROOK",
        "chess",
        "4k3/8/8/8/8/8/8/4K3 w K - 0 1",
    ),
    (
        "CHESS960_CASTLING",
        "atomic",
        "4k3/8/8/8/8/8/8/1R2K3 w B - 0 1",
    ),
    (
        "CLOCK_TOO_LARGE",
        "chess",
        "4k3/8/8/8/8/8/8/4K2R w - - 90 5",
    ),
    (
        "CLOCK_WITH_EN_PASSANT",
        "chess",
        "4k3/8/8/3pP3/8/8/8/4K3 w - d6 4 9",
    ),
    ("COUNTERS_MISSING", "chess", "4k3/8/8/8/8/8/8/4K2R w - -"),
    (
        "DUPLICATE_CASTLING_RIGHT",
        "chess",
        "4k3/8/8/8/8/8/8/4K2R w KK - 0 1",
    ),
    (
        "EN_PASSANT_NO_DOUBLE_STEP",
        "chess",
        "4k3/8/8/4P3/8/8/8/4K3 w - d6 0 1",
    ),
    (
        "EN_PASSANT_WRONG_RANK",
        "chess",
        "4k3/8/8/3pP3/8/8/8/4K3 w - d5 0 1",
    ),
    (
        "EXTRA_FIELD",
        "chess",
        "4k3/8/8/8/8/8/8/4K2R w - - 0 1 more",
    ),
    ("MISSING_FIELD", "chess", "4k3/8/8/8/8/8/8/4K2R w"),
    (
        "MOVE_NUMBER_MISSING",
        "chess",
        "4k3/8/8/8/8/8/8/4K2R w - - 0",
    ),
    (
        "MOVE_NUMBER_ZERO",
        "chess",
        "4k3/8/8/8/8/8/8/4K2R w - - 0 0",
    ),
    ("RANK_TOO_LONG", "chess", "4k3/8p/8/8/8/8/8/4K2R w - - 0 1"),
    ("RANK_TOO_SHORT", "chess", "4k3/7/8/8/8/8/8/4K2R w - - 0 1"),
    (
        "UNKNOWN_CASTLING_RIGHT",
        "chess",
        "4k3/8/8/8/8/8/8/4K2R w X - 0 1",
    ),
    ("UNKNOWN_PIECE", "chess", "4k3/8/8/8/8/8/8/4KX1R w - - 0 1"),
    ("UNKNOWN_SIDE", "chess", "4k3/8/8/8/8/8/8/4K2R x - - 0 1"),
    ("UNKNOWN_SQUARE", "chess", "4k3/8/8/8/8/8/8/4K2R w - z9 0 1"),
    (
        "UNREADABLE_NUMBER",
        "chess",
        "4k3/8/8/8/8/8/8/4K2R w - - many 1",
    ),
    ("WRONG_RANK_COUNT", "chess", "4k3/8/8/8/8/8/4K2R w - - 0 1"),
    (
        "UNEXPECTED_HAND",
        "chess",
        "4k3/8/8/8/8/8/8/4K2R[Q] w - - 0 1",
    ),
    (
        "UNEXPECTED_PROMOTION_MARK",
        "chess",
        "4k3/8/8/8/8/8/8/4K2Q~ w - - 0 1",
    ),
    (
        "UNEXPECTED_CHECKS",
        "chess",
        "4k3/8/8/8/8/8/8/4K2R w - - 3+3 0 1",
    ),
    // Chess: what stands on the board.
    ("EMPTY_BOARD", "chess", "8/8/8/8/8/8/8/8 w - - 0 1"),
    (
        "IMPOSSIBLE_CHECK",
        "chess",
        "4k3/8/8/8/1b5b/8/8/4K2r w - - 0 1",
    ),
    ("KINGS_TOUCH", "chess", "8/8/8/8/8/8/5kK1/8 w - - 0 1"),
    ("MISSING_KING", "chess", "8/8/8/8/8/8/8/4K2R w - - 0 1"),
    ("OPPOSITE_CHECK", "chess", "4k3/8/8/8/8/8/8/K3R3 w - - 0 1"),
    (
        "PAWN_ON_BACK_RANK",
        "chess",
        "4k2P/8/8/8/8/8/8/4K3 w - - 0 1",
    ),
    ("TOO_MANY_KINGS", "chess", "4k3/8/8/8/8/8/8/K3K3 w - - 0 1"),
    (
        "TOO_MUCH_MATERIAL",
        "chess",
        "4k3/8/8/8/8/PPPPPPPP/P7/4K3 w - - 0 1",
    ),
    // The other games on the chess board.
    (
        "CHECKS_ALL_GIVEN",
        "3check",
        "4k3/8/8/8/8/8/8/4K2R w - - 0+0 0 1",
    ),
    ("CHECKS_MISSING", "3check", "4k3/8/8/8/8/8/8/4K2R w - - 0 1"),
    (
        "UNREADABLE_CHECKS",
        "3check",
        "4k3/8/8/8/8/8/8/4K2R w - - x+3 0 1",
    ),
    (
        "HAND_MISSING",
        "crazyhouse",
        "4k3/8/8/8/8/8/8/4K2R w - - 0 1",
    ),
    (
        "HAND_NOT_CLOSED",
        "crazyhouse",
        "4k3/8/8/8/8/8/8/4K2R[Q w - - 0 1",
    ),
    (
        "KING_IN_HAND",
        "crazyhouse",
        "4k3/8/8/8/8/8/8/4K2R[K] w - - 0 1",
    ),
    (
        "TOO_MANY_PIECES",
        "crazyhouse",
        "4k3/8/8/8/8/8/8/4K2R[QQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQ] w - - 0 1",
    ),
    (
        "NO_CASTLING_IN_VARIANT",
        "racingkings",
        "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w K - 0 1",
    ),
    (
        "NO_EN_PASSANT_IN_VARIANT",
        "racingkings",
        "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - e3 0 1",
    ),
    (
        "PAWN_IN_RACING_KINGS",
        "racingkings",
        "8/8/8/8/8/4P3/krbnNBRK/qrbnNBRQ w - - 0 1",
    ),
    (
        "RACE_ALREADY_OVER",
        "racingkings",
        "k6K/8/8/8/8/8/8/8 b - - 0 1",
    ),
    // Draughts.
    ("BLOCK_MISSING", "international", "W:W50"),
    ("BLOCK_REPEATED", "international", "W:W50:W49:B1"),
    ("COLOUR_IN_LIST", "international", "W:W50,W49:B1"),
    ("COUNTER_NOT_COUNTED", "international", "W:WK50:BK1:H3"),
    ("COUNTER_NOT_IN_RULES", "international", "W:W50:B1:+0+0"),
    ("COUNTER_REPEATED", "international", "W:W50:B1:H0:H0"),
    ("COUNTER_UNREADABLE", "international", "W:W50:B1:Hx"),
    ("EMPTY_TEXT", "international", ""),
    ("FIELD_EMPTY", "international", "W:W50:B1:"),
    ("FIELD_UNREADABLE", "international", "W:W50:B1:?"),
    ("GHOST_PIECE", "international", "W:W50:B1,G2"),
    ("HUB_LENGTH", "international", "Wwwbb"),
    ("KING_RUN_TOO_LONG", "frisian", "W:WK50,49:BK1,2:+9+0"),
    ("KING_RUN_UNPLACED", "frisian", "W:WK50,K44,49:BK1,2:+0+2"),
    ("KING_RUN_WITHOUT_KING", "frisian", "W:W50:B1:+2+0"),
    ("KING_RUN_WITHOUT_MAN", "frisian", "W:WK50:BK1,2:+0+2"),
    ("LEADING_ZERO", "international", "W:W050:B1"),
    ("MAN_ON_PROMOTION_ROW", "international", "W:W1:B2"),
    ("RANGE_REVERSED", "international", "W:W50-31:B1"),
    ("RANGE_UNREADABLE", "international", "W:W31-33-35:B1"),
    ("SQUARE_MISSING", "international", "W:W50,,49:B1"),
    ("SQUARE_NOT_PLAYED_ON", "brazilian", "W:Wa2:Bb8"),
    ("SQUARE_OFF_THE_BOARD", "international", "W:W51:B1"),
    ("SQUARE_REPEATED", "international", "W:W50,50:B1"),
    ("SQUARE_UNREADABLE", "international", "W:Wx:B1"),
    ("TURN_MISSING", "international", ":W50:B1"),
    ("TURN_UNKNOWN", "international", "?:W50:B1"),
    ("TURN_UNREADABLE", "international", "Q:W50:B1"),
];

/// Last lines of defence that no text is known to reach, and the one fault that is a refusal of the call.
const OTHERS: [&str; 4] = [
    "IMPOSSIBLE_POSITION",
    "CONTRADICTORY_RIGHTS",
    "GAME_ALREADY_OVER",
    "TEXT_TOO_LONG",
];

#[tokio::test]
async fn every_fault_has_a_text_that_has_it() {
    let client = client().await;
    let mut missing = Vec::new();
    for (code, variant, fen) in EXAMPLES {
        let answer = client
            .validate_position(*variant, *fen)
            .send()
            .await
            .expect("an answer");
        let faults = answer.faults.iter().chain(&answer.notes);
        let found: Vec<_> = faults.clone().map(|it| it.code.as_str()).collect();
        if !found.contains(code) {
            missing.push(format!("{code}: {variant} {fen:?} has {found:?}"));
        }
        for fault in faults {
            let offset = usize::try_from(fault.offset).expect("an offset");
            assert!(offset <= fen.len(), "{fault:?}");
            assert!(fault.field != 0 && !fault.message.is_empty(), "{fault:?}");
        }
    }
    assert!(missing.is_empty(), "{missing:#?}");
}

#[tokio::test]
async fn a_text_beyond_all_bounds_is_refused_unread() {
    let client = client().await;
    for (variant, text) in [
        ("chess", "8/".repeat(600)),
        ("frisian", "W:W1,".repeat(300)),
    ] {
        let outcome = client.validate_position(variant, text).send().await;
        let refused = refusal(outcome);
        assert_eq!(refused.reason(), Some(ErrorReason::InvalidPosition));
        assert_eq!(refused.metadata()["fault"], "TEXT_TOO_LONG");
    }
}

/// Names of faults as the readers of positions spell them.
fn spelt(at: &Path, names: &mut BTreeSet<String>) {
    if at.is_dir() {
        for entry in std::fs::read_dir(at).expect("a folder") {
            spelt(&entry.expect("an entry").path(), names);
        }
        return;
    }
    if at.ends_with("tests.rs") {
        return;
    }
    let text = std::fs::read_to_string(at).expect("a source");
    for literal in text.split('"').skip(1).step_by(2) {
        let of_a_name = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
        if literal.contains('_') && literal.chars().all(of_a_name) {
            names.insert(literal.to_owned());
        }
    }
}

#[test]
fn no_fault_is_without_an_example() {
    let rules = Path::new(env!("CARGO_MANIFEST_DIR")).join("../server/rules/src");
    let mut names = BTreeSet::new();
    for at in ["chess/fen", "draughts/fen", "draughts/fen.rs"] {
        spelt(&rules.join(at), &mut names);
    }
    let examples = EXAMPLES.iter().map(|(code, ..)| *code).chain(OTHERS);
    let examples: BTreeSet<_> = examples.map(str::to_owned).collect();
    assert_eq!(names, examples);
}
