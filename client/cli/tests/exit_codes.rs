//! Exit code 1 says that something was found, whichever command found it and however the record is read.
#![allow(clippy::unwrap_used, reason = "a test crate")]

mod support;

use support::{code, file, json, out, run, tabuleiro, with_input};

/// White moves in Black's place, and the game goes on.
const TWICE: &str = "32-28 33-29 19-23";

fn ruling(irregularities: &str, moves: &str) -> i32 {
    let mut command = tabuleiro(&["ruling", "-V", "international"]);
    command.args(["--irregularities", irregularities]);
    let output = command.args(moves.split_whitespace()).output().unwrap();
    code(&output)
}

#[test]
fn an_illegal_move_is_found_however_the_record_is_read() {
    for irregularities in ["strict", "as-accepted", "rectified"] {
        assert_eq!(ruling(irregularities, TWICE), 1, "{irregularities}");
        assert_eq!(ruling(irregularities, "32-28 19-23"), 0, "{irregularities}");
        // A file, and lines, say the same.
        let pdn = format!("[GameType \"20\"]\n[Result \"*\"]\n\n{TWICE} *\n");
        let games = file(&format!("exit-{irregularities}.pdn"), pdn);
        for command in ["adjudicate", "audit"] {
            let output = run(&[command, &games, "--irregularities", irregularities]);
            assert_eq!(
                code(&output),
                1,
                "{command} {irregularities}: {}",
                out(&output)
            );
        }
        let lines = [
            "ruling",
            "-V",
            "international",
            "--irregularities",
            irregularities,
            "-",
        ];
        assert_eq!(code(&with_input(&lines, TWICE)), 1, "{irregularities}");
        assert_eq!(
            code(&with_input(&lines, "32-28 19-23")),
            0,
            "{irregularities}"
        );
    }
    // For programs too.
    let args = [
        "--json",
        "ruling",
        "-V",
        "international",
        "--irregularities",
        "as-accepted",
    ];
    let output = tabuleiro(&args).args(TWICE.split(' ')).output().unwrap();
    assert_eq!((code(&output), json(&output).len()), (1, 1));
}

#[test]
fn a_fact_without_effect_is_found_in_a_file_as_in_a_game_that_is_typed() {
    let typed = run(&["ruling", "-V", "chess", "e4", "accept:white"]);
    assert_eq!(code(&typed), 1, "{}", out(&typed));
    let pgn = "[Result \"*\"]\n\n1. e4 {[%fact white accepted_draw]} *\n";
    let games = file("exit-fact.pgn", pgn);
    let output = run(&["adjudicate", &games]);
    assert_eq!(code(&output), 1, "{}", out(&output));
    // And it is said what it is.
    assert!(
        out(&output).contains("without effect: fact 1"),
        "{}",
        out(&output)
    );
    assert!(
        out(&output).contains("NO_OFFER_PENDING"),
        "{}",
        out(&output)
    );
}
