//! The PGN reader as a specification: nothing in a movetext vanishes, and every fault says where it is.

use crate::shown::{faults, moves};
use tabuleiro_rules::record::{
    Encoding, FaultCode, Format, Limit, Limits, Marker, RawGame, RecordText, Severity, TokenKind,
    Transcript, detect, pgn,
};
use tabuleiro_rules::{Outcome, Side};

fn read(text: &str) -> RecordText<'_> {
    pgn::read(&RawGame::whole(text.as_bytes()), &Limits::default())
}

fn kinds(text: &RecordText<'_>) -> Vec<TokenKind> {
    text.tokens().iter().map(|token| token.kind).collect()
}

const WHITE_WON: Marker = Marker::Decided(Outcome::Win(Side::White));

#[test]
fn an_ordinary_game_reads_without_a_remark() {
    let text = read(
        "[Event \"Open\"]\n[White \"White 1\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 1-0\n",
    );
    assert_eq!(faults(&text), [""; 0]);
    assert_eq!(moves(&text), ["e4", "e5", "Nf3", "Nc6", "Bb5"]);
    assert_eq!(text.tag("White").unwrap(), "White 1");
    assert_eq!(text.tag("white").unwrap(), "White 1");
    assert_eq!(text.tags().len(), 3);
    assert_eq!(text.result(), Some(WHITE_WON));
    assert_eq!(text.encoding(), Encoding::Utf8);
}

/// Words that libraries drop without a word, with a wrong position or a missing mate as the outcome.
#[test]
fn words_that_others_drop_reach_the_position() {
    for word in [
        "qxf7#", "e8Q", "e8", "exd6e.p.", "o-o", "0-0", "0-0-0", "Cf3", "P-K4", "Kg1", "Nfe3",
        "♘f3", "К-е2", "e8=Q+", "N@f3", "resigns", "e2e4", "1e4", "Nf3.", "12h", "e4,",
    ] {
        let source = format!("1. d4 d5 2. {word} Nf6 *");
        let text = read(&source);
        assert_eq!(moves(&text), ["d4", "d5", word, "Nf6"], "{word}");
        assert!(text.is_sound(), "{word}: {:?}", text.faults());
    }
}

#[test]
fn a_half_result_is_a_draw_in_a_spelling_of_its_own() {
    let text = read("1. e4 e5 1/2\n");
    assert_eq!(text.result(), Some(Marker::Decided(Outcome::Draw)));
    assert_eq!(faults(&text), ["NONSTANDARD_RESULT 1:10"]);
}

#[test]
fn portuguese_letters_are_left_to_the_caller_who_knows_the_language() {
    let text = read("1. e4 e5 2. Cf3 Cc6 3. Bb5 *");
    assert_eq!(moves(&text), ["e4", "e5", "Cf3", "Cc6", "Bb5"]);
}

#[test]
fn a_missing_marker_is_noted_at_the_end() {
    let text = read("1. e4 e5\n2. Nf3\n");
    assert_eq!(text.result(), None);
    assert_eq!(faults(&text), ["MISSING_RESULT 2:7"]);
    assert_eq!(text.faults()[0].code.severity(), Severity::Note);
}

#[test]
fn a_second_result_and_moves_after_a_result_are_reported() {
    let text = read("1. e4 1-0 e5 0-1");
    assert_eq!(
        faults(&text),
        ["MOVE_AFTER_RESULT 1:11", "DUPLICATE_RESULT 1:14"]
    );
    assert_eq!(
        text.result(),
        Some(Marker::Decided(Outcome::Win(Side::Black)))
    );
    assert_eq!(moves(&text), ["e4", "e5"]);
}

#[test]
fn comments_glyphs_and_marks_stand_in_order() {
    let text = read(
        "{first} 1. e4! $14 {best, by {test} e5?! ; a rest of a line 1-0\n% an escape (\n2. Nf3 *",
    );
    use TokenKind::{Comment, Escape, LineComment, Move, Nag, Number, Result};
    assert_eq!(
        kinds(&text),
        [
            Comment,
            Number { number: 1, dots: 1 },
            Move,
            Nag(1),
            Nag(14),
            Comment,
            Move,
            Nag(6),
            LineComment,
            Escape,
            Number { number: 2, dots: 1 },
            Move,
            Result(Marker::Unknown)
        ]
    );
    assert_eq!(text.comment(&text.tokens()[5]), "best, by {test");
    assert_eq!(text.comment(&text.tokens()[8]), "a rest of a line 1-0");
    assert_eq!(faults(&text), [""; 0]);
}

#[test]
fn signs_for_an_assessment_are_glyphs() {
    let text = read("1. e4 += e5 +- 2. Nf3 -+ (=) Nc6 = 1/2-1/2");
    use TokenKind::{DrawOffer, Nag};
    let marks: Vec<_> = kinds(&text)
        .into_iter()
        .filter(|kind| matches!(kind, Nag(_) | DrawOffer))
        .collect();
    assert_eq!(marks, [Nag(14), Nag(18), Nag(19), DrawOffer, Nag(10)]);
    assert_eq!(faults(&text), [""; 0]);
}

#[test]
fn e_p_behind_a_capture_belongs_to_it() {
    let text = read("1. exd6 e.p. *");
    assert_eq!(kinds(&text)[2], TokenKind::EnPassantMark);
    assert_eq!(moves(&text), ["exd6"]);
}

#[test]
fn commands_are_found_with_their_values() {
    let text =
        read("1. e4 { [%clk 0:05:00] [%eval -0.3,12] good [%corrected e3]} e5 {[%huff c3]} *");
    let commands = |index: usize| -> Vec<_> {
        text.commands(index)
            .map(|command| (command.name, command.value))
            .collect()
    };
    assert_eq!(
        commands(2),
        [("clk", "0:05:00"), ("eval", "-0.3,12"), ("corrected", "e3")]
    );
    assert_eq!(commands(4), [("huff", "c3")]);
    assert_eq!(commands(1), []);
    assert_eq!(faults(&text), [""; 0]);
}

#[test]
fn a_broken_command_is_reported_and_its_comment_kept() {
    let text = read("1. e4 {[%clk 0:05 and on} e5 {[%] [%eval 1]} *");
    assert_eq!(
        faults(&text),
        ["MALFORMED_COMMAND 1:8", "MALFORMED_COMMAND 1:31"]
    );
    assert_eq!(text.commands(4).count(), 1);
    assert_eq!(moves(&text), ["e4", "e5"]);
}

#[test]
fn variations_are_kept_beside_the_main_line() {
    let text = read("1. e4 (1. d4 d5 (1... Nf6 2. c4) 2. c4) 1... e5 2. Nf3 *");
    assert_eq!(moves(&text), ["e4", "e5", "Nf3"]);
    assert_eq!(faults(&text), [""; 0]);
    let all = text
        .tokens()
        .iter()
        .filter(|token| token.kind == TokenKind::Move)
        .count();
    assert_eq!(all, 8);
    let TokenKind::Open { close } = text.tokens()[2].kind else {
        panic!("{:?}", text.tokens()[2])
    };
    assert_eq!(text.slice(text.tokens()[close as usize].span), ")");
    assert_eq!(text.slice(text.tokens()[close as usize - 1].span), "c4");
}

#[test]
fn open_ends_are_faults_where_they_begin() {
    assert_eq!(
        faults(&read("1. e4 (1. d4 d5 *")),
        [
            "UNTERMINATED_VARIATION 1:7",
            "RESULT_IN_VARIATION 1:17",
            "MISSING_RESULT 1:18"
        ]
    );
    assert_eq!(
        faults(&read("1. e4 {no end\n1-0")),
        ["UNTERMINATED_COMMENT 1:7", "MISSING_RESULT 2:4"]
    );
    assert_eq!(
        faults(&read("1. e4 } ) ] > *")),
        [
            "UNMATCHED_BRACE 1:7",
            "UNMATCHED_PARENTHESIS 1:9",
            "STRAY_BRACKET 1:11",
            "RESERVED_SYMBOL 1:13"
        ]
    );
    let text = read("[Event \"Open]\n[Site \"x\"\n[White White 1]\n[Black]\n[Result \"*\"]\n\n*");
    assert_eq!(
        faults(&text),
        [
            "UNTERMINATED_TAG 1:1",
            "UNTERMINATED_TAG 2:1",
            "UNQUOTED_TAG_VALUE 3:8",
            "MALFORMED_TAG 4:1"
        ]
    );
    assert_eq!(text.tag("Event").unwrap(), "Open");
    assert_eq!(text.tag("Site").unwrap(), "x");
    assert_eq!(text.tag("White").unwrap(), "White 1");
    assert_eq!(text.tag("Result").unwrap(), "*");
}

#[test]
fn tag_values_keep_every_character() {
    let text = read(
        r#"[Event "The \"Big\" \\ Open"]
[Site "The "Old" Hall"]
[Round "a\b"]
[White "]"]
[Black "x"] [Date "y"] ; two on a line
[Black "z"]

*"#,
    );
    assert_eq!(text.tag("Event").unwrap(), r#"The "Big" \ Open"#);
    assert_eq!(text.tag("Site").unwrap(), r#"The "Old" Hall"#);
    assert_eq!(text.tag("Round").unwrap(), r"a\b");
    assert_eq!(text.tag("White").unwrap(), "]");
    assert_eq!(text.tag("Black").unwrap(), "x");
    assert_eq!(text.tag("Date").unwrap(), "y");
    assert_eq!(
        faults(&text),
        [
            "UNESCAPED_QUOTE 2:12",
            "UNESCAPED_QUOTE 2:16",
            "UNKNOWN_ESCAPE 3:10",
            "DUPLICATE_TAG 6:2"
        ]
    );
    assert!(text.is_sound());
}

#[test]
fn move_numbers_that_do_not_fit_are_noted_once() {
    assert_eq!(
        faults(&read("1. e4 e5 2. Nf3 Nc6 4. Bb5 a6 5. Ba4 *")),
        ["WRONG_MOVE_NUMBER 1:21"]
    );
    assert_eq!(
        faults(&read("1. e4 1... e5 2. Nf3 2. ... Nc6 3 Bb5 *")),
        [""; 0]
    );
    assert_eq!(
        faults(&read("1. e4 1. e5 2. Nf3 *")),
        ["MOVE_NUMBER_OF_OTHER_SIDE 1:7"]
    );
    assert_eq!(faults(&read("1. 1. e4 e5 *")), ["REPEATED_MOVE_NUMBER 1:4"]);
    assert_eq!(faults(&read("e4 e5 2. Nf3 *")), [""; 0]);
    assert_eq!(faults(&read("[FEN \"x\"]\n\n31... Kg7 32. h4 *")), [""; 0]);
    assert_eq!(faults(&read("99999999999. e4 *")), ["UNREADABLE_TOKEN 1:1"]);
}

#[test]
fn null_moves_are_moves() {
    let text = read("1. e4 -- 2. d4 Z0 *");
    assert_eq!(moves(&text), ["e4", "--", "d4", "Z0"]);
    assert_eq!(faults(&text), [""; 0]);
}

#[test]
fn a_blank_line_amid_the_moves_changes_nothing() {
    let text = read("1. e4 e5\n\n2. Nf3 Nc6\r\n\r\n3. Bb5 1-0");
    assert_eq!(moves(&text).len(), 5);
    assert_eq!(faults(&text), [""; 0]);
}

#[test]
fn line_ends_of_every_system_count_alike() {
    for end in ["\n", "\r\n", "\r"] {
        let source = ["[Event \"x\"]", "", "1. e4 e5", "2. Nf3 <"].join(end);
        let text = read(&source);
        assert_eq!(
            faults(&text),
            ["RESERVED_SYMBOL 4:8", "MISSING_RESULT 4:9"],
            "{end:?}"
        );
    }
}

#[test]
fn latin_1_is_read_and_said_with_places_in_the_file() {
    let bytes = b"[White \"Jos\xe9 \xc1\"]\n\n1. e4 {\xe7\xe3o} < *";
    let text = pgn::read(&RawGame::whole(bytes), &Limits::default());
    assert_eq!(text.encoding(), Encoding::Windows1252);
    assert_eq!(text.tag("White").unwrap(), "José Á");
    assert_eq!(faults(&text), ["NOT_UTF8 1:1", "RESERVED_SYMBOL 3:13"]);
    assert_eq!(text.faults()[1].place.offset, 30);
    assert_eq!(bytes[30], b'<');
}

#[test]
fn columns_count_characters_and_offsets_bytes() {
    let text = read("\u{FEFF}1. e4 {Grünfeld} <");
    assert_eq!(text.tokens()[0].kind, TokenKind::ByteOrderMark);
    let place = text.faults()[0].place;
    assert_eq!((place.line, place.column, place.offset), (1, 19, 21));
}

#[test]
fn garbage_is_reported_and_bounded() {
    let text = read("1. e4 \0\0\u{1}\u{7f} e5 ~~ !!!? $ $900 *");
    assert_eq!(
        faults(&text),
        [
            "CONTROL_CHARACTER 1:7",
            "UNREADABLE_TOKEN 1:15",
            "UNKNOWN_SUFFIX 1:18",
            "NAG_WITHOUT_NUMBER 1:23",
            "NAG_OUT_OF_RANGE 1:25"
        ]
    );
    assert_eq!(moves(&text), ["e4", "e5"]);
    assert!(
        text.faults()[0].message.contains("\\u{0}"),
        "{}",
        text.faults()[0].message
    );
    let much = "} ".repeat(100_000);
    let text = read(&much);
    assert_eq!(text.faults().len(), Limits::default().faults + 1);
    assert!(
        text.faults()
            .iter()
            .any(|fault| fault.code == FaultCode::LimitExceeded(Limit::Faults))
    );
    assert_eq!(text.tokens().len(), 100_000);
}

#[test]
fn every_limit_has_its_fault_and_its_name() {
    let limits = Limits {
        plies: 3,
        nesting: 2,
        tags: 2,
        comment_bytes: 5,
        ..Limits::default()
    };
    let source = "[A \"1\"]\n[B \"2\"]\n[C \"3\"]\n[D \"4\"]\n\n1. e4 {too long} e5 (1... c5 (1... e6 (1... d5 {)} ) 2. d4) 2. d4) 2. Nf3 Nc6 1-0";
    let text = pgn::read(&RawGame::whole(source.as_bytes()), &limits);
    assert_eq!(
        faults(&text),
        [
            "LIMIT_TAGS 3:1",
            "LIMIT_COMMENT_BYTES 6:8",
            "LIMIT_NESTING 6:39",
            "LIMIT_PLIES 6:75"
        ]
    );
    assert!(
        text.faults()[2].message.contains("nesting of 2"),
        "{}",
        text.faults()[2].message
    );
    assert_eq!(text.faults()[0].length, 15);
    assert_eq!(moves(&text), ["e4", "e5", "Nf3"]);
    assert_eq!(text.slice(text.tokens().last().unwrap().span), "Nc6 1-0");
}

#[test]
fn facts_beyond_the_limit_are_not_read_and_are_told_once() {
    let limits = Limits {
        facts: 2,
        ..Limits::default()
    };
    let said = "{[%fact white offered_draw]} ".repeat(4);
    let source = format!("1. e4 {{[%clk 0:01:00]}} {said}e5 {{[%clk 0:01:00]}} *");
    let text = pgn::read(&RawGame::whole(source.as_bytes()), &limits);
    assert_eq!(faults(&text), ["LIMIT_FACTS 1:83"]);
    let transcript = Transcript::new(&text);
    assert_eq!(transcript.remarks.len(), 2);
    assert!(transcript.half_moves.iter().all(|it| it.clock.is_some()));
}

#[test]
fn a_game_of_ten_thousand_plies_is_read_whole() {
    let mut source = String::new();
    for number in 1..=5_000 {
        source += &format!("{number}. Nf3 {{[%clk 1:00:00]}} {number}... Nf6 ");
    }
    source += "1/2-1/2";
    let text = read(&source);
    assert_eq!(moves(&text).len(), 10_000);
    assert_eq!(faults(&text), [""; 0]);
}

#[test]
fn ten_thousand_nested_variations_do_not_recurse() {
    let source = format!(
        "1. e4 {}{} e5 *",
        "(1. d4 ".repeat(10_000),
        ")".repeat(10_000)
    );
    let text = read(&source);
    assert_eq!(faults(&text).len(), 1);
    assert_eq!(
        text.faults()[0].code,
        FaultCode::LimitExceeded(Limit::Nesting)
    );
    assert_eq!(moves(&text), ["e4", "e5"]);
    let unlimited = Limits {
        nesting: usize::MAX,
        ..Limits::default()
    };
    let text = pgn::read(&RawGame::whole(source.as_bytes()), &unlimited);
    assert_eq!(faults(&text), [""; 0]);
    assert_eq!(moves(&text), ["e4", "e5"]);
}

#[test]
fn a_million_tags_cost_no_more_than_the_limit() {
    let source: String = (0..200_000)
        .map(|index| format!("[T{index} \"\"]\n"))
        .collect();
    let text = read(&source);
    assert_eq!(text.tags().len(), Limits::default().tags);
    assert_eq!(faults(&text)[0], "LIMIT_TAGS 1001:1");
}

#[test]
fn the_format_shows_in_tags_or_moves() {
    let format = |text: &str| detect(&RawGame::whole(text.as_bytes()));
    assert_eq!(format("1. e4 e5 *"), Some(Format::Pgn));
    assert_eq!(format("1. Nf3 *"), Some(Format::Pgn));
    assert_eq!(format("1. e2-e4 e7-e5 *"), Some(Format::Pgn));
    assert_eq!(format("1. 32-28 19-23 *"), Some(Format::Pdn));
    assert_eq!(format("1. c3-d4 b6-c5 2. d4xb6 *"), Some(Format::Pdn));
    assert_eq!(format("[GameType \"26\"]\n\n*"), Some(Format::Pdn));
    assert_eq!(format("[Variant \"Chess960\"]\n\n*"), Some(Format::Pgn));
    assert_eq!(
        format("[Variant \"American/English\"]\n\n*"),
        Some(Format::Pdn)
    );
    assert_eq!(format("[FEN \"W:W31:B5\"]\n\n*"), Some(Format::Pdn));
    assert_eq!(
        format("[FEN \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"]\n\n*"),
        Some(Format::Pgn)
    );
    assert_eq!(format("[Result \"2-0\"]\n\n2-0"), Some(Format::Pdn));
    assert_eq!(format("*"), None);
}

#[test]
fn a_result_tag_that_is_no_result_and_control_characters_in_a_tag_are_faults() {
    let text = read("[White \"a\u{0}b\"]\n[Result \"white wins\"]\n\n1. e4 1-0\n");
    assert_eq!(
        faults(&text),
        ["CONTROL_CHARACTER 1:9", "UNREADABLE_RESULT_TAG 2:10"]
    );
    assert!(!text.is_sound());
    assert_eq!(
        faults(&read("[Result \"?\"]\n\n1. e4 *\n")),
        ["NONSTANDARD_RESULT 1:10"]
    );
}
