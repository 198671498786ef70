//! `tabuleiro audit` as it is run: plain and compressed files, the report, a crosstable beside the standings.
#![allow(clippy::unwrap_used, reason = "a test crate")]

mod support;

use support::{file, out, run};

use std::io::Read as _;

const GAMES: &str = r#"[Event "Open"]
[Round "1"]
[White "Silva, Ana"]
[Black "Souza, Bia"]
[Result "1-0"]

1. f3 e5 2. g4 Qh4# 1-0

[Event "Open"]
[Round "2"]
[White "Souza, <Bia>"]
[Black "Costa, Caio"]
[Result "0-1"]

1. e4 e5 2. Ke3 0-1
"#;

/// Ana is said to have won, Bia to have lost to her.
const CROSSTABLE: &str = "\
012 Open
001    1      Silva, Ana                                                         1.0    1     2 w 1
001    2      Souza, Bia                                                         0.0    2     1 b 0
";

#[test]
fn a_report_is_one_page_with_rulings_diagrams_and_standings_and_runs_nothing() {
    let games = file("report.pgn", GAMES.as_bytes());
    for (lang, standings) in [
        ("en", "Standings by the law"),
        ("pt-BR", "Classificação pela lei"),
    ] {
        let page = format!("{games}.{lang}.html");
        let output = run(&["--lang", lang, "audit", &games, "--report", &page]);
        assert_eq!(
            output.status.code(),
            Some(1),
            "something was found: {output:?}"
        );
        let page = std::fs::read_to_string(page).unwrap();
        assert!(page.starts_with("<!DOCTYPE html>"));
        for said in [
            standings,
            "5.1.1",
            "<svg",
            "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
        ] {
            assert!(page.contains(said), "{said}");
        }
        // Text of the file is text on the page.
        assert!(page.contains("Souza, &lt;Bia&gt;") && !page.contains("<Bia>"));
        for other in ["<script", "<link", "<img", "@import", "url(http", "onload"] {
            assert!(!page.contains(other), "{other}");
        }
    }
}

#[test]
fn compressed_files_are_read_as_what_they_were() {
    let mut gzip = Vec::new();
    let level = flate2::Compression::fast();
    flate2::read::GzEncoder::new(GAMES.as_bytes(), level)
        .read_to_end(&mut gzip)
        .unwrap();
    let zstd = ruzstd::encoding::compress_to_vec(
        GAMES.as_bytes(),
        ruzstd::encoding::CompressionLevel::Fastest,
    );
    // The summary and the games; the places name the file.
    let said = |path: &str| {
        let text = out(&run(&["audit", path]));
        text.replace(path, "FILE")
    };
    let plain = said(&file("plain.pgn", GAMES.as_bytes()));
    assert!(plain.contains("2 games, 2 with faults"), "{plain}");
    assert_eq!(said(&file("games.pgn.gz", &gzip)), plain);
    assert_eq!(said(&file("games.pgn.zst", &zstd)), plain);
    gzip.truncate(gzip.len() / 2);
    let output = run(&["audit", &file("broken.pgn.gz", &gzip)]);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
}

#[test]
fn a_crosstable_is_compared_with_both_tables() {
    let games = file("beside.pgn", GAMES.replace("<Bia>", "Bia").as_bytes());
    let table = file("beside.trf", CROSSTABLE.as_bytes());
    let output = run(&["audit", &games, "--trf", &table]);
    let text = out(&output);
    for said in [
        "Silva, Ana: crosstable 1 from play and 0 without; games 1 by the file, 0 by the law",
        "Costa, Caio has games and is not in the crosstable",
    ] {
        assert!(text.contains(said), "{text}");
    }
    let none = file("none.trf", b"012 Open\n");
    let output = run(&["audit", &games, "--trf", &none]);
    assert_eq!(output.status.code(), Some(2));
}
