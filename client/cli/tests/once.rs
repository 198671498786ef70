//! What is said once, and what is drawn without being asked for.
#![allow(clippy::unwrap_used, reason = "a test crate")]

mod support;

use support::{err, out, run};

#[test]
fn a_ruling_says_nothing_twice() {
    for args in [
        &["ruling", "-V", "chess", "e4", "e5", "resign"][..],
        &["ruling", "-V", "chess", "e4", "flag"],
        &["ruling", "-V", "brazilian", "c3-d4", "flag:white"],
        &[
            "ruling",
            "-V",
            "chess",
            "--fen",
            "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
            "claim:repetition",
        ],
        &["ruling", "-V", "chess", "f3", "e5", "g4", "Qh4#", "a3"],
    ] {
        let text = out(&run(args));
        let sentences = text.split_inclusive(['.', '?']).map(str::trim);
        let long: Vec<_> = sentences.filter(|text| text.len() > 30).collect();
        for sentence in &long {
            assert_eq!(text.matches(sentence).count(), 1, "{sentence}\n{text}");
        }
        assert!(!long.is_empty(), "{text}");
    }
}

#[test]
fn a_violation_names_its_squares_its_article_and_the_legal_moves_once() {
    for (args, square) in [
        (
            &["apply", "-V", "brazilian", "c3-d4", "f6-g5", "a3-a5"][..],
            "a5",
        ),
        (&["apply", "-V", "chess", "Bc4"], "e2"),
    ] {
        let text = out(&run(args));
        let line = text
            .lines()
            .find(|line| line.contains(square) && line.starts_with("  "));
        let line = line.unwrap_or_else(|| panic!("{text}"));
        assert_eq!(line.matches(square).count(), 1, "{line}");
        assert!(
            line.matches("FIDE").count() + line.matches("CBD").count() < 2,
            "{line}"
        );
    }
    let must = out(&run(&[
        "apply",
        "-V",
        "brazilian",
        "--fen",
        "W:Wc3,h2:Bd4",
        "h2-g3",
    ]));
    assert_eq!(must.matches("c3xe5").count(), 1, "{must}");
}

#[test]
fn a_line_that_mates_is_printed_when_it_is_asked_for() {
    let resigned = ["ruling", "-V", "chess", "e4", "e5", "resign"];
    let short = out(&run(&resigned));
    assert!(short.contains("plies (-v prints the line)"), "{short}");
    let long = out(&run(&[&resigned[..], &["-v"]].concat()));
    assert!(
        long.len() > short.len() && !long.contains("-v prints"),
        "{long}"
    );
}

#[test]
fn a_state_token_is_drawn_without_its_variant() {
    for (variant, first, rank) in [
        ("chess", "e4", " 4 |"),
        ("brazilian", "c3-d4", " 4 |"),
        ("international", "32-28", "|"),
    ] {
        let begun = out(&run(&["apply", "-V", variant, first, "--show-state"]));
        let token = begun
            .lines()
            .find_map(|line| line.strip_prefix("state "))
            .unwrap();
        let board = |text: &str| -> Vec<String> {
            let rows = text.lines().filter(|line| line.contains('|'));
            // The squares of the last move are marked where it was played.
            rows.map(|row| row.replace(['(', ')', '[', ']', '{', '}'], " "))
                .collect()
        };
        for command in ["moves", "apply", "ruling"] {
            let bare = out(&run(&[command, "--state", token]));
            assert!(bare.contains(rank), "{command} {variant}\n{bare}");
            let named = out(&run(&[command, "--state", token, "-V", variant]));
            // Where squares have numbers, the service writes them on those that are empty.
            if variant != "international" {
                assert_eq!(board(&bare), board(&named), "{command} {variant}");
            }
        }
    }
}

#[test]
fn where_a_list_is_is_said_once_and_as_a_command() {
    let output = run(&["moves", "-V", "nope"]);
    assert_eq!(
        err(&output).matches("`tabuleiro variants`").count(),
        1,
        "{}",
        err(&output)
    );
    assert!(!err(&output).contains("ListVariants"), "{}", err(&output));
}

#[test]
fn one_ply_is_one() {
    let text = out(&run(&["apply", "-V", "chess", "Nf3"]));
    assert!(text.contains("1 ply"), "{text}");
    assert!(!text.contains("1 plies"), "{text}");
}

#[test]
fn the_help_has_every_claim_and_every_rpc() {
    let help = out(&run(&["apply", "--help"]));
    let claims = (1..).map_while(|number| tabuleiro_client::ClaimKind::try_from(number).ok());
    for claim in claims {
        let name = claim
            .as_str_name()
            .trim_start_matches("CLAIM_KIND_")
            .to_lowercase();
        assert!(help.contains(&name), "{name}\n{help}");
    }
    let help = out(&run(&["--help"]));
    for rpc in [
        "BatchLegalMoves",
        "BatchApplyMove",
        "BatchAdjudicate",
        "BatchCanMate",
    ] {
        assert!(help.contains(rpc), "{rpc}");
    }
    let help = out(&run(&["compare", "--help"]));
    assert!(
        help.contains("File with the moves of the first sheet"),
        "{help}"
    );
}

/// FIDE 9.2.1: what is counted is the position after the move that the claim announces.
#[test]
fn a_claim_with_an_announced_move_names_it_in_its_evidence() {
    let moves = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 claim:repetition:Ng8";
    let ruled = |lang: &str| {
        let args = ["ruling", "-V", "chess", "--lang", lang].into_iter();
        let args: Vec<_> = args.chain(moves.split(' ')).collect();
        let text = out(&run(&args));
        let evidence = text.lines().find(|line| line.contains("• "));
        evidence.unwrap_or_else(|| panic!("{text}")).to_owned()
    };
    let (english, portuguese) = (ruled("en"), ruled("pt-BR"));
    assert!(
        english.ends_with("with the announced move Ng8"),
        "{english}"
    );
    assert!(
        portuguese.ends_with("com o lance anunciado Cg8"),
        "{portuguese}"
    );
}
