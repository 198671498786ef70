//! Files and standard input as they come: missing, empty, compressed, named twice, with the result in the marker alone, with
//! players named by turn.
#![allow(clippy::unwrap_used, reason = "a test crate")]

mod support;

use support::{code, err, file, out, run, with_input};

use std::io::Read as _;

fn gzip(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    let level = flate2::Compression::fast();
    flate2::read::GzEncoder::new(text, level)
        .read_to_end(&mut out)
        .unwrap();
    out
}

#[test]
fn a_file_that_cannot_be_read_keeps_no_other_from_being_read() {
    let one = file("one.pgn", b"1. f3 e5 2. g4 Qh4# 0-1\n");
    let two = file("two.pgn", b"1. e4 e5 1-0\n");
    let mut broken = gzip(&b"1. e4 e5 1-0\n".repeat(3_000));
    broken.truncate(broken.len() / 2);
    let broken = file("broken-between.pgn.gz", &broken);
    for command in ["adjudicate", "audit"] {
        for bad in ["/no/such.pgn", &broken, env!("CARGO_TARGET_TMPDIR")] {
            let output = run(&[command, &one, bad, &two]);
            assert_eq!(code(&output), 2, "{command} {bad}");
            assert!(err(&output).contains(bad), "{}", err(&output));
            let text = out(&output);
            assert!(text.contains("checkmate"), "{text}");
            assert!(text.contains("1-0  result as recorded"), "{text}");
        }
    }
    // A variant that does not exist is no fault of one file.
    let output = run(&["adjudicate", "-V", "brasilian", &one, &two]);
    assert_eq!(code(&output), 2);
    assert_eq!(err(&output).matches("no variant is called").count(), 1);
    assert!(
        err(&output).contains("did you mean brazilian"),
        "{}",
        err(&output)
    );
}

#[test]
fn a_file_without_a_game_is_remarked() {
    let empty = file("empty.pgn", b"");
    for name in [empty.as_str(), "/dev/null"] {
        let output = run(&["adjudicate", name]);
        assert_eq!(code(&output), 0);
        let says = format!("{name}: no game stands there\n");
        assert_eq!(err(&output), says);
    }
    assert!(
        err(&run(&["--lang", "pt-BR", "adjudicate", &empty])).contains("não há nenhuma partida")
    );
}

#[test]
fn standard_input_is_read_once() {
    for args in [
        &["adjudicate", "-", "-"][..],
        &["audit", "-", "-"],
        &["audit", "-", "--trf", "-"],
        &["compare", "-V", "chess", "-", "-"],
    ] {
        let output = with_input(args, b"1. e4 e5 1-0\n");
        assert_eq!(code(&output), 2, "{args:?}");
        assert!(err(&output).contains("standard input"), "{}", err(&output));
        assert_eq!(out(&output), "");
    }
}

#[test]
fn a_result_in_the_marker_alone_is_the_result_of_the_record() {
    for (text, both) in [
        ("1. d4 d5 1-0\n", ["1-0", "1-0  result as recorded"]),
        ("1. f3 e5 2. g4 Qh4# 0-1\n", ["0-1", "0-1  checkmate"]),
        ("1. d4 d5 1/2-1/2\n", ["½-½", "½-½  result as recorded"]),
    ] {
        let text = out(&with_input(&["adjudicate", "-"], text.as_bytes()));
        let line = text.lines().next().unwrap();
        let [record, law] = both;
        let (before, _) = line.split_once(law).unwrap();
        assert!(before.contains(record), "{line}");
    }
}

#[test]
fn players_by_turn_and_their_result_are_seen_from_white() {
    // In English draughts Black begins: P1 has the black pieces, and the first number is his.
    let game = "[GameType \"21\"]\n[Result \"0-1\"]\n[P1 \"First\"]\n[P2 \"Second\"]\n\n1. 11-15 23-19 0-1\n";
    let text = out(&with_input(&["adjudicate", "-"], game.as_bytes()));
    let line = text.lines().next().unwrap();
    assert!(line.contains("Second – First"), "{line}");
    assert_eq!(line.matches("1-0").count(), 2, "{line}");
    assert!(!line.contains("0-1"), "{line}");
    let json = out(&with_input(&["--json", "adjudicate", "-"], game.as_bytes()));
    assert!(
        json.contains(r#""white":"Second","black":"First","recordedOutcome":"OUTCOME_WHITE_WINS""#),
        "{json}"
    );
    // Points of a file that gives two for a win stay so on both sides.
    let game = "[GameType \"20\"]\n[Result \"2-0\"]\n\n1. 32-28 19-23 2-0\n";
    let text = out(&with_input(&["adjudicate", "-"], game.as_bytes()));
    assert_eq!(
        text.lines().next().unwrap().matches("2-0").count(),
        2,
        "{text}"
    );
}

#[test]
fn what_names_no_variant_is_told_how_to_name_it() {
    let text = out(&with_input(&["adjudicate", "-"], b"1. 32-28 19-23 2-0\n"));
    assert!(text.contains("UNNAMED_VARIANT"), "{text}");
    assert!(text.contains("--variant ID"), "{text}");
    let chess = out(&with_input(&["adjudicate", "-"], b"1. e4 e5 1-0\n"));
    assert!(!chess.contains("--variant"), "{chess}");
}

#[test]
fn a_compressed_game_is_converted_and_a_file_of_games_is_sent_to_the_audit() {
    let text = b"1. f3 e5 2. g4 Qh4# 0-1\n";
    let plain = file("convert.pgn", text);
    let packed = file("convert.pgn.gz", gzip(text));
    let zstd =
        ruzstd::encoding::compress_to_vec(&text[..], ruzstd::encoding::CompressionLevel::Fastest);
    let zstd = file("convert.pgn.zst", &zstd);
    let convert = |path: &str| run(&["convert", "--to", "pgn", path]);
    let expected = out(&convert(&plain));
    assert!(expected.contains("Qh4#"), "{expected}");
    assert_eq!(out(&convert(&packed)), expected);
    assert_eq!(out(&convert(&zstd)), expected);
    let many = file(
        "many.pgn",
        [&text[..], b"\n[Event \"Next\"]\n\n", text].concat(),
    );
    let output = convert(&many);
    assert_eq!(code(&output), 2);
    assert!(
        err(&output).contains("tabuleiro adjudicate"),
        "{}",
        err(&output)
    );
    assert!(!err(&output).contains("AuditRecords"), "{}", err(&output));
}

#[test]
fn sheets_without_a_move_are_not_compared() {
    let empty = file("sheet-empty.txt", b"1. 2.\n");
    let sheet = file("sheet.txt", b"1. e4 e5\n");
    for pair in [[&empty, &empty], [&empty, &sheet], [&sheet, &empty]] {
        let output = run(&["compare", "-V", "chess", pair[0], pair[1]]);
        assert_eq!(code(&output), 2);
        assert!(
            err(&output).contains("no move stands there"),
            "{}",
            err(&output)
        );
    }
}
