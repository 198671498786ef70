//! Many questions from standard input: a line each, an answer a line, and a bad line takes no other with it.
#![allow(clippy::unwrap_used, reason = "a test crate")]

mod support;

use support::{err, json, out, with_input};

#[test]
fn moves_of_many_positions_are_a_line_each() {
    let lines = "8/8/8/8/8/k7/p7/K7 w - - 0 1\n\
                 # a comment\n\
                 no/position\n\
                 e4 e5 | Nf3\n\
                 f3 e5 g4 Qh4#\n\
                 7k/5K2/8/8/8/8/8/6Q1 w - - 0 1 | Qg7#\n";
    let output = with_input(&["moves", "-V", "chess", "-"], lines);
    assert_eq!(output.status.code(), Some(1), "{}", err(&output));
    let text = out(&output);
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(lines.len(), 5, "{text}");
    assert!(lines[0].starts_with("0\t½-½  stalemate"), "{text}");
    assert_eq!(lines[1], "error");
    assert_eq!(lines[2], "error");
    assert!(lines[3].starts_with("0\t0-1  checkmate"), "{text}");
    assert!(lines[4].starts_with("0\t1-0  checkmate"), "{text}");
    // Why stands beside, by the number of the line in the input.
    assert!(
        err(&output).contains("<stdin>, line 3: "),
        "{}",
        err(&output)
    );
    assert!(
        err(&output).contains("<stdin>, line 4: "),
        "{}",
        err(&output)
    );
    let views = ["minimal", "standard", "full"].map(|view| {
        let args = ["moves", "-V", "brazilian", "--view", view, "-"];
        out(&with_input(&args, "W:Wc3:Bd8\n"))
    });
    assert_eq!(views, ["2\tc3-d4 c3-b4\n"; 3].map(str::to_owned));
}

#[test]
fn more_lines_than_a_batch_holds_are_answered_in_their_order() {
    let lines: Vec<String> = (0..150)
        .map(|n| {
            if n % 50 == 7 {
                "bad".to_owned()
            } else {
                "e4".to_owned() + &" Nf6 Nf3 Ng8 Ng1".repeat(n % 3)
            }
        })
        .collect();
    let output = with_input(
        &["--json", "apply", "-V", "chess", "-"],
        &(lines.join("\n") + "\n"),
    );
    let answers = json(&output);
    assert_eq!(answers.len(), 150, "{}", err(&output));
    for (n, answer) in answers.iter().enumerate() {
        if n % 50 == 7 {
            assert!(answer["rejection"].is_object(), "{n}: {answer}");
        } else {
            assert_eq!(answer["status"]["plyCount"], 1 + 4 * (n % 3), "{n}");
        }
    }
}

#[test]
fn actions_of_many_games_are_applied_a_line_each() {
    let lines = "e4 e5\n\
                 e4 e5 offer accept\n\
                 e4 e5 Ke3\n\
                 4k3/8/8/8/8/8/8/4K2R b - - 0 1 | resign\n\
                 e4 claim:repetitions\n";
    let output = with_input(&["apply", "-V", "chess", "-"], lines);
    assert_eq!(output.status.code(), Some(1), "{}", err(&output));
    let text = out(&output);
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(lines.len(), 5, "{text}");
    assert!(
        lines[0].starts_with("rnbqkbnr/pppp1ppp/8/4p3/4P3/"),
        "{text}"
    );
    assert!(lines[1].contains("\t½-½  agreement"), "{text}");
    assert!(lines[2].starts_with("refused\tKe3\t"), "{text}");
    // Whose turn it is comes from the position of the line.
    assert!(lines[3].contains("\t1-0  resignation"), "{text}");
    assert_eq!(lines[4], "error");
    assert!(
        err(&output).contains("<stdin>, line 3: "),
        "{}",
        err(&output)
    );
    assert!(
        err(&output).contains("<stdin>, line 5: "),
        "{}",
        err(&output)
    );
}

#[test]
fn rulings_on_many_games_are_a_line_each() {
    let lines = "f3 e5 g4 Qh4#\n\
                 e4 e5 resign\n\
                 e4 e5\n\
                 e4 e5 Ke3\n";
    let output = with_input(&["ruling", "-V", "chess", "-"], lines);
    assert_eq!(output.status.code(), Some(1), "{}", err(&output));
    let text = out(&output);
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(lines.len(), 4, "{text}");
    assert_eq!(
        lines[0].split('\t').collect::<Vec<_>>(),
        [
            "0-1",
            "checkmate at ply 4",
            "FIDE Laws of Chess (2023), 5.1.1"
        ]
    );
    assert!(
        lines[1].starts_with("0-1\tresignation at ply 2\t"),
        "{text}"
    );
    assert_eq!(lines[2], "*\tthe game goes on\t");
    assert_eq!(lines[3], "*\tthe record has a fault\t");
    let output = with_input(
        &["--json", "ruling", "-V", "chess", "-"],
        "f3 e5 g4 Qh4#\nbad/fen\n",
    );
    let answers = json(&output);
    assert_eq!(answers[0]["ruling"]["ending"]["cause"], "CAUSE_CHECKMATE");
    assert_eq!(answers[1]["details"][0]["reason"], "INVALID_POSITION");
}

#[test]
fn rules_that_no_line_can_mend_are_refused_once() {
    for command in ["moves", "apply", "ruling"] {
        let output = with_input(&[command, "-V", "brasilian", "-"], "c3-d4\nc3-b4\n");
        assert_eq!(output.status.code(), Some(2), "{command}");
        assert_eq!(out(&output), "");
        assert!(
            err(&output).contains("did you mean brazilian"),
            "{}",
            err(&output)
        );
    }
    let output = with_input(&["moves", "--state", "bm8=", "-"], "e4\n");
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn can_mate_names_the_line_of_a_bad_side_and_of_a_bad_position() {
    let lines =
        "4k3/8/8/8/8/8/8/4K3 w - -\twhite\n4k3/8/8/8/8/8/8/4K3 w - -\tgreen\nno position\twhite\n";
    let output = with_input(&["can-mate"], lines);
    assert_eq!(out(&output), "no\nerror\nerror\n");
    assert!(
        err(&output).contains("<stdin>, line 2: "),
        "{}",
        err(&output)
    );
    assert!(
        err(&output).contains("<stdin>, line 3: "),
        "{}",
        err(&output)
    );
    // One line is a line too.
    let one = with_input(&["can-mate"], "no position\twhite\n");
    assert_eq!(out(&one), "error\n");
    assert!(err(&one).contains("<stdin>, line 1: "), "{}", err(&one));
}

#[test]
fn validate_tells_each_line_by_itself() {
    let long = "8/".repeat(600);
    let lines = [
        b"4k3/8/8/8/8/8/8/4K3 w - -\n".to_vec(),
        b"\xff\xfe\n".to_vec(),
        format!("{long}\n").into_bytes(),
        b"4k3/8/8/8/8/8/8/8 w - - 0 1\n".to_vec(),
    ]
    .concat();
    let output = with_input(&["validate", "-V", "chess", "-"], &lines);
    assert_eq!(output.status.code(), Some(1), "{}", err(&output));
    let text = out(&output);
    assert!(
        text.starts_with("✓ 4k3/8/8/8/8/8/8/4K3 w - - 0 1\n"),
        "{text}"
    );
    assert_eq!(text.matches("error\n").count(), 2, "{text}");
    assert!(text.contains("White has no king."), "{text}");
    assert!(
        err(&output).contains("<stdin>, line 2: not UTF-8"),
        "{}",
        err(&output)
    );
    assert!(
        err(&output).contains("<stdin>, line 3: the position is not valid"),
        "{}",
        err(&output)
    );
    let answers = with_input(&["--json", "validate", "-V", "chess", "-"], &lines);
    assert_eq!(json(&answers).len(), 4);
}
