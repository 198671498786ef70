//! The language of what is read: every word of an answer is in the language asked for, and the letters of pieces agree.
#![allow(clippy::unwrap_used, reason = "a test crate")]

mod support;

use support::{err, file, out, tabuleiro, with_input};

use std::process::Output;

fn run(lang: &str, args: &[&str]) -> Output {
    tabuleiro(&["--lang", lang]).args(args).output().unwrap()
}

/// A game with a fault, one with results that differ, one that goes on.
const GAMES: &str = "\
[Result \"0-1\"]\n\n1. e4 e5 2. Ke3 0-1\n\n\
[Result \"1-0\"]\n\n1. f3 e5 2. g4 Qh4# 1-0\n\n\
[Result \"*\"]\n\n1. e4 e5 *\n\n";

#[test]
fn a_summary_is_in_the_language_asked_for() {
    let games = file("words.pgn", GAMES);
    for (lang, fault) in [
        ("pt-BR", "falha no registro"),
        ("pt-PT", "falha no registo"),
    ] {
        let text = out(&run(lang, &["adjudicate", &games]));
        for said in ["1  decidida", "1  não terminada", fault, "lance ilegal: "] {
            assert!(text.contains(said), "{lang}: {said}\n{text}");
        }
        for english in [
            "decided",
            "record fault",
            "illegal move",
            "result:",
            "checkmate",
            "ply",
        ] {
            assert!(!text.contains(english), "{lang}: {english}\n{text}");
        }
    }
    let text = out(&run("en", &["adjudicate", &games]));
    for said in ["1  decided", "fault in the record", "illegal move: "] {
        assert!(text.contains(said), "{said}\n{text}");
    }
}

#[test]
fn a_report_has_the_words_of_the_summary() {
    let games = file("report-words.pgn", GAMES);
    for (lang, said) in [
        ("en", ["fault in the record", "illegal move: "]),
        ("pt-BR", ["falha no registro", "lance ilegal: "]),
        ("pt-PT", ["falha no registo", "lance ilegal: "]),
    ] {
        let page = file(&format!("report-words-{lang}.html"), "");
        let told = out(&run(lang, &["audit", &games, "--report", &page]));
        let page = std::fs::read_to_string(page).unwrap();
        for said in said {
            assert!(told.contains(said), "{lang}: {said}\n{told}");
            assert!(page.contains(said), "{lang}: {said}");
        }
    }
}

#[test]
fn a_comparison_is_in_the_language_asked_for() {
    let white = file("words-white.txt", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6\n");
    let black = file("words-black.txt", "1. e4 e5 2. Nf3 Nc6 3. Bc4 a6 4. Bxc6\n");
    let text = out(&run("pt-BR", &["compare", "-V", "chess", &white, &black]));
    for said in ["conciliadas", "meio-lance", "trocado", "Cf3 Cc6"] {
        assert!(text.contains(said), "{said}\n{text}");
    }
    for english in ["reconciled", "ply", "replaced", "Nf3 Nc6"] {
        assert!(!text.contains(english), "{english}\n{text}");
    }
}

#[test]
fn can_mate_keeps_its_first_word_and_translates_the_reason() {
    let bare = [
        "can-mate",
        "-v",
        "--side",
        "white",
        "4k3/8/8/8/8/7r/8/4K3 b - -",
    ];
    assert_eq!(out(&run("en", &bare)), "no\tbare king\n");
    assert_eq!(out(&run("pt-BR", &bare)), "no\trei só\n");
    let line = [
        "can-mate",
        "-v",
        "--side",
        "white",
        "k7/8/1K6/8/8/8/8/7R w - - 0 1",
    ];
    let told = out(&run("pt-PT", &line));
    assert!(
        told.starts_with("yes\t") && told.contains('T') && !told.contains('K'),
        "{told}"
    );
}

#[test]
fn portugal_is_not_brazil() {
    let games = file("portugal.pgn", GAMES);
    let brazil = out(&run("pt-BR", &["ruling", "-V", "chess", "e4", "flag"]));
    let portugal = out(&run("pt-PT", &["ruling", "-V", "chess", "e4", "flag"]));
    assert!(brazil.contains("tempo esgotado"), "{brazil}");
    assert!(portugal.contains("queda da bandeira"), "{portugal}");
    // The service speaks it too, and not the command alone.
    assert!(
        portugal.contains("a bandeira das pretas caiu"),
        "{portugal}"
    );
    let page = file("portugal.html", "");
    let told = out(&run("pt-PT", &["audit", &games, "--report", &page]));
    let page = std::fs::read_to_string(page).unwrap();
    for brazilian in ["registro", "rodada", "arquivo", "fato ", "reivindic"] {
        for text in [&told, &page] {
            assert!(
                !text.to_lowercase().contains(brazilian),
                "{brazilian}\n{told}"
            );
        }
    }
}

#[test]
fn the_letters_below_an_explanation_are_those_of_the_explanation() {
    let resigned = ["ruling", "-v", "-V", "chess", "e4", "e5", "resign"];
    let text = out(&run("pt-BR", &resigned));
    let line = text.lines().find(|line| line.contains("podem dar mate: "));
    let line = line.unwrap_or_else(|| panic!("{text}"));
    assert!(
        line.contains('#') && !line.contains(['K', 'Q', 'N']),
        "{line}"
    );
    let refused = out(&run("pt-BR", &["apply", "-V", "chess", "Nf6"]));
    assert!(
        !refused.contains("Nf3") && !refused.contains("Nh3"),
        "{refused}"
    );
    // A program reads the same in every language.
    let json = |lang| {
        out(&run(
            lang,
            &["--json", "moves", "-V", "chess", "--from", "g1"],
        ))
    };
    assert_eq!(json("en"), json("pt-BR"));
}

/// What may stand in a line that is the same in every language: positions, notations, diagrams, ids, names of documents and openings, and
/// what was typed.
fn is_of_no_language(line: &str) -> bool {
    let words = line.split(|c: char| !c.is_alphabetic());
    // A word has vowels and consonants; a board, a FEN or a notation has runs of letters too, which are none.
    let is_word = |word: &&str| {
        word.len() > 3
            && word.chars().all(char::is_lowercase)
            && word.contains(['a', 'e', 'i', 'o'])
    };
    let is_fen =
        line.contains('/') && line.contains(" - ") || line.contains("W:W") || line.contains("B:W");
    is_fen
        || !words.clone().any(|word| is_word(&word))
        || KNOWN.iter().any(|known| line.contains(known))
}

/// Names.
const KNOWN: [&str; 6] = [
    "FIDE Laws of Chess",
    "GameType / Variant",
    "splitmix64",
    "english-",
    "idf-64-",
    "offer",
];

#[test]
fn no_line_of_any_command_is_the_same_in_english_and_portuguese_but_for_names_and_notations() {
    let games = file("all-words.pgn", GAMES);
    let nothing = file("all-words-none.txt", "");
    let unreadable = file("all-words.trf", "001 xx\n");
    let line = file("all-words-line.txt", "1. e4 e5 2. Nf3\n");
    let stopped = file(
        "all-words.pdn",
        "[GameType \"26,W,8,8,A0,0\"]\n[FEN \"W:Wc3,a1:Bd4,f6,h8\"]\n\n1. c3xe5 f6xd4 *\n",
    );
    let asked: &[&[&str]] = &[
        &["variants"],
        &["variants", "brazilian"],
        &["variants", "braz"],
        &["moves", "-V", "brazilian"],
        &["moves", "-V", "foo"],
        &["moves", "-V", "brazilian", "--rulebook", "xx"],
        &["moves", "-V", "brazilian", "--rulebook", "fide-2023"],
        &["moves", "-V", "chess", "--fen", "4k3/8/8/8/8/8/8/4K3 w"],
        &["moves", "-V", "chess", "e9"],
        &["moves", "-V", "brazilian", "--rule", "size=8x7"],
        &["moves", "-V", "brazilian", "--rule", "repetition.count=99"],
        &["moves", "-V", "chess", "--touched", "e5"],
        &["moves", "--state", "!!"],
        &["moves", "--state", "AAAA"],
        &["apply", "-V", "international", "32-28", "19-23", "37-32"],
        &["apply", "-V", "chess", "e4", "offer"],
        &["apply", "-V", "chess", "claim:luck"],
        &["apply", "-V", "chess", "claim:repetitio"],
        &["apply", "-V", "chess", "resign@x"],
        &["apply", "-V", "chess", "arbiter:x"],
        &["perft", "-V", "brasilian", "-d", "1"],
        &["perft", "-V", "chess", "-d", "1", "--fen", "xx"],
        &["perft", "-V", "brazilian", "-d", "1", "--rule", "size=99"],
        &["adjudicate", &games],
        &["adjudicate", "no-such-file"],
        &["adjudicate", "-", "-"],
        &["adjudicate", "-V", "foo", &games],
        &[
            "adjudicate",
            "-V",
            "brazilian",
            "--rule",
            "size=8x7",
            &games,
        ],
        &["audit", &games],
        &["audit", &games, "--trf", &unreadable],
        &["ruling", "-V", "chess", "e4", "flag"],
        &["ruling", "-V", "chess", "--rule", "a=b", "e4"],
        &["ruling", "-V", "chess", "--rule", "king_step=two", "e4"],
        &["ruling", "-V", "chess", "--rule", "king_step", "e4"],
        &["validate", "-V", "chess", "xx"],
        &["convert", &games, "--to", "pgn"],
        &["convert", &line, "--to", "pdn"],
        &["convert", &stopped, "--to", "pdn"],
        &["convert", &stopped, "--to", "pdn", "--rulebook", "cbd"],
        &[
            "can-mate",
            "-v",
            "--side",
            "white",
            "4k3/8/8/8/8/7r/8/4K3 b - -",
        ],
        &["can-mate", "4k3/8/8/8/8/7r/8/4K3 b - -"],
        &["can-mate", "-V", "atomic", "--side", "white", BARE_KINGS],
        &[
            "can-mate",
            "--side",
            "white",
            "-V",
            "brazilian",
            "W:Wc3:Bd4",
        ],
        &["render", "-V", "chess", "--arrow", "e2"],
        &["render", "-V", "chess", "--arrow", "e2-e2"],
        &["render", "-V", "chess", "--width", "3"],
        &["openings", "list"],
        &["openings", "list", "foo"],
        &["openings", "list", "english-3-move", "-V", "brazilian"],
        &[
            "openings",
            "draw",
            "-V",
            "english",
            "english-3-move",
            "--number",
            "5",
        ],
        &["openings", "draw", "-V", "english", "foo", "--number", "5"],
        &[
            "openings", "draw", "-V", "english", "--deck", &nothing, "--number", "5",
        ],
        &[
            "openings", "draw", "-V", "english", "--deck", &line, "--number", "5",
        ],
        &["compare", "-V", "chess", &line, &nothing],
        &["compare", "-V", "chess", "-", "-"],
        &[
            "ruling",
            "--endpoint",
            "http://127.0.0.1:9",
            "-V",
            "chess",
            "e4",
        ],
    ];
    for args in asked {
        let lines = |lang| -> Vec<String> {
            let output = run(lang, args);
            let said = [out(&output), support::err(&output)].concat();
            said.lines().map(str::to_owned).collect()
        };
        let english = lines("en");
        assert!(!english.is_empty(), "{args:?} says nothing");
        for lang in ["pt-BR", "pt-PT"] {
            for line in lines(lang) {
                let same = english.contains(&line) && !is_of_no_language(&line);
                assert!(!same, "{lang} {args:?}: {line}");
                // Nor is an English word left within one.
                for word in ["error:", " the ", " not ", "expected ", " is ", "line "] {
                    let is_name = KNOWN.iter().any(|known| line.contains(known));
                    assert!(is_name || !line.contains(word), "{lang} {args:?}: {line}");
                }
            }
        }
    }
}

const BARE_KINGS: &str = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";

/// What is of no language in a message: paths of fields, codes, squares and numbers.
fn named(message: &str) -> Vec<&str> {
    let words = message.split(|c: char| c.is_whitespace() || "\",;:^()".contains(c));
    let words = words.map(|word| word.trim_matches('.'));
    let is_name = |word: &&str| {
        let is_code = word.len() > 3 && word.chars().all(|c| c.is_ascii_uppercase() || c == '_');
        let is_path =
            word.contains('_') || word.contains('[') || word.len() > 3 && word.contains('.');
        is_code || is_path || word.contains(|c: char| c.is_ascii_digit())
    };
    words.filter(is_name).collect()
}

/// Whatever the English names, the Portuguese names too.
fn says_as_much(about: &str, of: impl Fn(&str) -> String) {
    let english = of("en");
    let names = named(&english);
    assert!(!names.is_empty(), "{about} names nothing: {english}");
    for lang in ["pt-BR", "pt-PT"] {
        let portuguese = of(lang);
        for name in &names {
            assert!(
                portuguese.contains(name),
                "{about}, {lang}: {name} is left out\n{english}{portuguese}"
            );
        }
    }
}

#[test]
fn a_refusal_names_in_portuguese_what_it_names_in_english() {
    let deck = file("as-much-deck.txt", "11-15 23-19\n11-99\n");
    let bare = file(
        "as-much.pgn",
        "[FEN \"8/8/8/8/8/8/8/4K3 w - - 0 1\"]\n[SetUp \"1\"]\n\n1. Kd1 *\n",
    );
    let game = file("as-much.pdn", "[GameType \"26\"]\n\n1. c3-d4 *\n");
    let asked: &[&[&str]] = &[
        &["moves", "-V", "chess", "e9"],
        &["moves", "-V", "chess", "--touched", "e5,e6"],
        &["moves", "-V", "chess", "--from", "e9"],
        &["moves", "-V", "brazilian", "--rule", "size=8x7"],
        &["moves", "-V", "brazilian", "--rule", "repetition.count=99"],
        &[
            "moves",
            "-V",
            "brazilian",
            "--rule",
            "size=6x6",
            "--rule",
            "rows_of_men=3",
        ],
        &["moves", "--state", "AAAA"],
        &["can-mate", "-V", "atomic", "--side", "white", BARE_KINGS],
        &["render", "-V", "chess", "--width", "3"],
        &["openings", "list", "english-3-move", "-V", "brazilian"],
        &[
            "openings", "draw", "-V", "english", "--deck", &deck, "--number", "5",
        ],
        &["adjudicate", "-V", "brazilian", "--rule", "size=8x7", &game],
        &["convert", &bare, "--to", "pgn"],
        &["convert", &game, "--to", "pgn"],
    ];
    for args in asked {
        says_as_much(&format!("{args:?}"), |lang| err(&run(lang, args)));
    }
}

#[test]
fn a_line_that_has_no_answer_says_as_much_in_portuguese() {
    let lines = "e9\nno/position | e4\n4k3/8/8/8/8/8/8/8 w - - | e4\ne4 e5 Ke4\n";
    for command in ["moves", "apply", "ruling"] {
        let of = |lang: &str| {
            err(&with_input(
                &[command, "-V", "chess", "-", "--lang", lang],
                lines,
            ))
        };
        says_as_much(command, of);
    }
    let can_mate = ["can-mate", "-V", "chess", "--side", "white", "-", "--lang"];
    says_as_much("can-mate", |lang| {
        err(&with_input(&[&can_mate[..], &[lang]].concat(), lines))
    });
}

#[test]
fn the_reason_stands_in_the_sentence_and_the_file_below_it() {
    let game = file("as-much-file.pdn", "[GameType \"26\"]\n\n1. c3-d4 *\n");
    let args = ["adjudicate", "-V", "brazilian", "--rule", "size=8x7", &game];
    let told = err(&run("pt-BR", &args));
    let lines: Vec<_> = told.lines().collect();
    assert_eq!(
        lines,
        [
            "erro: o pedido não é válido: ruleset.house_rules.size: BAD_VALUE: esperava-se colunas x fileiras, como 10x8, ambas pares e de 6 a 14",
            &format!("  em {game}"),
        ]
    );
}

#[test]
fn a_position_that_a_line_starts_from_has_its_faults_in_the_readers_language() {
    let lines = "4k3/8/8/8/8/8/8/8 w - - | e4\n";
    let told = err(&with_input(
        &["moves", "-V", "chess", "-", "--lang", "pt-BR"],
        lines,
    ));
    assert!(
        told.starts_with("<stdin>, linha 1: a posição não é válida\n"),
        "{told}"
    );
    assert!(
        told.contains("^ MISSING_KING: As brancas não têm rei."),
        "{told}"
    );
}
