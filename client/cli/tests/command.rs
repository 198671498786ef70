//! The command as it is run: real arguments, real output, exit codes.
#![allow(clippy::unwrap_used, reason = "a test crate")]

mod support;

use support::{code, err, json, out, run, tabuleiro, with_input};

use std::{io::Read as _, process::Stdio};

#[test]
fn variants_lists_both_games_and_tells_one_in_full() {
    let all = run(&["variants"]);
    assert_eq!(code(&all), 0);
    for id in ["chess960", "brazilian", "frisian", "perde-ganha"] {
        assert!(out(&all).contains(id), "{id}");
    }
    let one = run(&["--lang", "pt-BR", "variants", "damas"]);
    assert!(out(&one).starts_with("brazilian"), "{}", out(&one));
    assert!(out(&one).contains("regulamentos"));
}

#[test]
fn moves_shows_the_board_and_the_moves_by_origin() {
    let output = run(&["moves", "--variant", "brazilian"]);
    assert_eq!(code(&output), 0);
    let text = out(&output);
    assert!(text.contains(" 3 | w     w     w     w    |"), "{text}");
    assert!(text.contains("7 legal moves"), "{text}");
    assert!(
        text.contains("c3    man    c3-d4  c3-b4") || text.contains("c3-b4  c3-d4"),
        "{text}"
    );
    // No terminal, no colours.
    assert!(!text.contains('\u{1b}'));
    let from = run(&["--json", "moves", "-V", "chess", "--from", "g1", "e4", "e5"]);
    let answer = &json(&from)[0];
    assert_eq!(answer["moveCount"], 3);
    assert_eq!(answer["origins"][0]["from"], "g1");
}

#[test]
fn colours_come_when_they_are_asked_for() {
    let output = run(&["moves", "-V", "chess", "--color", "always"]);
    assert!(out(&output).contains("\u{1b}["));
}

#[test]
fn an_unknown_variant_is_wrong_usage_with_a_suggestion() {
    for args in [
        &["moves", "-V", "brasilian"][..],
        &["apply", "-V", "brasilian", "c3-d4"],
        &["variants", "brasilian"],
        &["perft", "-V", "brasilian", "--depth", "1"],
        &["validate", "-V", "brasilian", "W:Wc3:Bd4"],
    ] {
        let output = run(args);
        assert_eq!(code(&output), 2, "{args:?}");
        assert!(
            err(&output).contains("did you mean brazilian"),
            "{}",
            err(&output)
        );
    }
}

#[test]
fn a_bad_fen_shows_a_mark_under_its_fault() {
    for args in [
        &["moves", "-V", "brazilian", "--fen", "W:Wa2:Bd4"][..],
        &["apply", "-V", "brazilian", "--fen", "W:Wa2:Bd4"],
        &[
            "perft",
            "-V",
            "brazilian",
            "--fen",
            "W:Wa2:Bd4",
            "--depth",
            "1",
        ],
    ] {
        let output = run(args);
        assert_eq!(code(&output), 2);
        let text = err(&output);
        assert!(text.contains("  W:Wa2:Bd4\n     ^ "), "{text}");
    }
}

#[test]
fn validate_finds_faults_and_says_the_normal_form() {
    let good = run(&["validate", "-V", "brazilian", "B:Bd4:WKc3"]);
    assert_eq!(code(&good), 0);
    assert!(out(&good).contains("B:WKc3:Bd4"), "{}", out(&good));
    let lines = "8/8/8/8/8/8/8/8 w - - 0 1\n\n# a comment\n4k3/8/8/8/8/8/8/4K3 w - - 0 1\n";
    let both = with_input(&["--json", "validate", "-V", "chess", "-"], lines);
    assert_eq!(code(&both), 1);
    let answers = json(&both);
    assert_eq!(answers.len(), 2);
    assert_eq!(answers[0]["faults"][0]["field"], "FEN_FIELD_BOARD");
    assert_eq!(answers[1]["valid"], true);
}

#[test]
fn apply_plays_and_names_the_article_of_a_rejection() {
    let played = run(&["apply", "-V", "chess", "e4", "e5", "Nf3"]);
    assert_eq!(code(&played), 0);
    assert!(out(&played).contains("✓    3 Nf3"), "{}", out(&played));
    let refused = run(&["apply", "-V", "chess", "e4", "e5", "Ke3"]);
    assert_eq!(code(&refused), 1);
    let text = out(&refused);
    assert!(
        text.contains("✗ Ke3 is refused") && text.contains("3.8.1"),
        "{text}"
    );
    assert!(text.contains("after ply 2"), "{text}");
}

#[test]
fn an_agreed_draw_ends_the_game() {
    let output = run(&[
        "--json",
        "apply",
        "-V",
        "brazilian",
        "c3-d4",
        "d6-c5",
        "offer",
        "accept",
    ]);
    assert_eq!(code(&output), 0);
    let answer = &json(&output)[0];
    assert_eq!(answer["status"]["ending"]["cause"], "CAUSE_AGREEMENT");
    let resigned = run(&["--json", "apply", "-V", "brazilian", "resign:black"]);
    let ending = json(&resigned)[0]["status"]["ending"].clone();
    assert_eq!(ending["outcome"], "OUTCOME_WHITE_WINS");
}

#[test]
fn a_state_token_carries_the_game_to_the_next_command() {
    let first = run(&["--json", "apply", "-V", "chess", "e4"]);
    let state = json(&first)[0]["status"]["state"]
        .as_str()
        .unwrap()
        .to_owned();
    let second = run(&["--json", "apply", "--state", &state, "e5"]);
    assert_eq!(code(&second), 0, "{}", err(&second));
    assert_eq!(json(&second)[0]["status"]["plyCount"], 2);
    let forged = run(&["apply", "--state", "bm8gdG9rZW4=", "e5"]);
    assert_eq!(code(&forged), 2, "{}", err(&forged));
}

#[test]
fn house_rules_are_played_and_wrong_ones_explained() {
    let small = run(&["moves", "-V", "brazilian", "--rule", "size=6x6"]);
    assert!(
        out(&small).contains(" 6 |    b     b     b |"),
        "{}",
        out(&small)
    );
    for (rule, help) in [
        ("king_stp=one", "did you mean `king_step`?"),
        ("king_step=two", "one | any"),
        ("king_step", "KEY=VALUE"),
    ] {
        let output = run(&["moves", "-V", "brazilian", "--rule", rule]);
        assert_eq!(code(&output), 2);
        assert!(err(&output).contains(help), "{}", err(&output));
    }
    let chess = run(&["moves", "-V", "chess", "--rule", "king_step=one"]);
    assert_eq!(code(&chess), 2);
    assert!(
        err(&chess).contains("no meaning in chess"),
        "{}",
        err(&chess)
    );
}

#[test]
fn perft_has_the_count_alone_on_its_last_line() {
    for (args, count) in [
        (&["-V", "chess", "-d", "3", "--divide"][..], "8902"),
        (&["-V", "brazilian", "-d", "5", "--divide"], "7473"),
        (
            &["-V", "international", "-d", "4", "--convention", "path"],
            "4265",
        ),
        // A king that goes one square has fewer moves.
        (
            &[
                "-V",
                "brazilian",
                "-d",
                "1",
                "--fen",
                "W:WKa1:Bh8",
                "--rule",
                "king_step=one",
            ],
            "1",
        ),
    ] {
        let output = run(&[&["perft"], args].concat());
        assert_eq!(code(&output), 0, "{}", err(&output));
        assert_eq!(out(&output).lines().last(), Some(count));
    }
}

#[test]
fn render_draws_and_writes_files() {
    let path = std::env::temp_dir().join(format!("tabuleiro-{}.svg", std::process::id()));
    let name = path.to_str().unwrap();
    let args = [
        "render", "-V", "chess", "e4", "--format", "svg", "--output", name,
    ];
    let output = run(&args);
    assert_eq!(code(&output), 0, "{}", err(&output));
    assert!(std::fs::read_to_string(&path).unwrap().starts_with("<svg"));
    std::fs::remove_file(path).unwrap();
}

#[test]
fn nobody_at_the_endpoint_is_exit_code_three() {
    let output = run(&["--endpoint", "http://127.0.0.1:1", "variants"]);
    assert_eq!(code(&output), 3);
    assert!(
        err(&output).contains("no server can be reached"),
        "{}",
        err(&output)
    );
    let output = run(&["--endpoint", "gopher://x", "variants"]);
    assert_eq!(code(&output), 2);
}

#[test]
fn what_is_no_command_is_wrong_usage() {
    for args in [
        &["mvoes"][..],
        &["moves"],
        &["--lang", "tlh", "variants"],
        &["apply", "-V", "chess", "claim:repetitions"],
        &["perft", "-V", "chess", "--depth", "-1"],
        &["can-mate", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"],
        &["adjudicate", "/no/such/file.pgn"],
    ] {
        let output = run(args);
        assert_eq!(code(&output), 2, "{args:?}: {}", err(&output));
        assert!(!err(&output).is_empty());
    }
}

#[test]
fn a_refused_call_prints_its_status_as_json() {
    let output = run(&["--json", "moves", "-V", "no-such-game"]);
    assert_eq!(code(&output), 2);
    let status = &json(&output)[0];
    assert_eq!(status["code"], 3);
    assert_eq!(status["details"][0]["reason"], "UNKNOWN_VARIANT");
}

#[test]
fn a_reader_that_has_enough_is_no_failure() {
    let mut child = tabuleiro(&["perft", "-V", "chess", "-d", "4", "--divide"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = [0; 1];
    let mut stdout = child.stdout.take().unwrap();
    stdout.read_exact(&mut first).unwrap();
    drop(stdout);
    let output = child.wait_with_output().unwrap();
    assert_eq!(err(&output), "");
    assert_eq!(code(&output), 0);
}

#[test]
fn a_ruling_with_moves_behind_the_end_or_with_a_wrong_start_finds_something() {
    let mated = ["ruling", "-V", "chess", "f3", "e5", "g4", "Qh4#"];
    assert_eq!(code(&run(&mated)), 0);
    let surplus = run(&[&mated[..], &["a3"]].concat());
    assert_eq!(code(&surplus), 1);
    let text = out(&surplus);
    assert!(
        text.contains("1 further half-move of the record is not part of the game"),
        "{text}"
    );
    let found = run(&["ruling", "-V", "chess", "e4", "e5", "wrong-start:set-up"]);
    assert_eq!(code(&found), 0);
    assert!(
        out(&found).contains("[FIDE Laws of Chess (2023), 7.2.1; secondary source]"),
        "{}",
        out(&found)
    );
    let rectified = run(&[
        "ruling",
        "-V",
        "chess",
        "--irregularities",
        "rectified",
        "--time-class",
        "rapid",
        "e4",
        "e5",
        "Ke3",
    ]);
    assert_eq!(code(&rectified), 1);
    assert!(
        out(&rectified).contains("60 seconds more for Black"),
        "{}",
        out(&rectified)
    );
}

#[test]
fn a_deck_of_ones_own_is_drawn_from_and_its_bad_lines_are_named() {
    let draw = [
        "openings",
        "draw",
        "-V",
        "international",
        "--deck",
        "-",
        "--number",
        "7",
    ];
    let deck = "# two cards\n1. 32-28 19-23 ; Ours\n!W:W31,32:B1,2 | 32-28\n";
    let drawn = with_input(&draw, deck);
    assert_eq!(code(&drawn), 0, "{}", err(&drawn));
    assert!(out(&drawn).contains("32-28 19-23  Ours"), "{}", out(&drawn));
    let bad = with_input(&draw, "32-28\n\n32-27 20-25\n31-26 1-6\n");
    assert_eq!(code(&bad), 2);
    assert!(err(&bad).contains("line 4: "), "{}", err(&bad));
    assert!(!err(&bad).contains("line 1: "), "{}", err(&bad));
    let empty = with_input(&draw, "# nothing\n");
    assert_eq!(code(&empty), 2);
    assert!(err(&empty).contains("no card"), "{}", err(&empty));
}

#[test]
fn what_the_sources_leave_open_stands_in_the_catalogue() {
    let told = run(&["variants", "spantsiretti"]);
    assert!(out(&told).contains("law of capture"), "{}", out(&told));
    let told = run(&["--lang", "pt-BR", "variants", "spantsiretti"]);
    assert!(out(&told).contains("lei de captura"), "{}", out(&told));
}

#[test]
fn can_mate_prints_a_word_a_line_for_one_position_and_for_many() {
    let knight = "8/8/8/4k3/8/2N5/4K3/8 b - - 0 1";
    let knights = "8/8/8/4k3/8/2NN4/4K3/8 b - - 0 1";
    let some = run(&["can-mate", "--side", "white", knight, knights]);
    assert_eq!(out(&some), "no\nyes\n", "{}", err(&some));
    // As sets of positions are written: four fields will do, and one bad line is its own error.
    let lines = format!(
        "{knight}\twhite\n8/8/8/4k3/8/2NN4/4K3/8 b - -\twhite\nno position\twhite\n{knights}\tblack\n"
    );
    let many = with_input(&["can-mate"], &lines);
    assert_eq!(out(&many), "no\nyes\nerror\nno\n", "{}", err(&many));
    // A search that may look at one position finds nothing out.
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let short = run(&["can-mate", "--side", "black", "--work-budget", "1", start]);
    assert_eq!(out(&short), "undetermined\n", "{}", err(&short));
}

#[test]
fn audit_tells_its_findings_and_their_sum_as_json() {
    let file = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../tests/data/chess-tournament.pgn"
    );
    let output = run(&["--json", "audit", file]);
    let lines = json(&output);
    let (sum, findings) = lines.split_last().unwrap();
    assert_eq!(findings.len(), 24);
    assert!(sum.to_string().contains("\"gameCount\""), "{sum}");
}

#[test]
fn compare_finds_where_two_score_sheets_part() {
    let sheet = |name: &str, text: &str| {
        let path = format!("{}/{name}", env!("CARGO_TARGET_TMPDIR"));
        std::fs::write(&path, text).unwrap();
        path
    };
    let white = sheet("white.txt", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6\n");
    let black = sheet("black.txt", "1. e4 e5 2. Nf3 Nc6 3. Bc4 a6\n");
    let output = run(&["compare", "-V", "chess", &white, &black]);
    let text = out(&output);
    assert!(
        text.contains("Bb5") && text.contains("Bc4"),
        "{text}{}",
        err(&output)
    );
    assert_eq!(code(&run(&["compare", "-V", "chess", &white, &white])), 0);
}
