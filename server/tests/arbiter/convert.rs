//! Records read, written and translated.

use super::*;

fn text(data: &[u8]) -> v1::ConvertRecordRequest {
    v1::ConvertRecordRequest {
        source: Some(Source::Text(v1::RecordText {
            data: bytes::Bytes::copy_from_slice(data),
            ..v1::RecordText::default()
        })),
        ..v1::ConvertRecordRequest::default()
    }
}

#[tokio::test]
async fn a_pgn_becomes_a_structured_game_and_a_pgn_again() {
    let mut records = RecordServiceClient::new(channel().await);
    let request = v1::ConvertRecordRequest {
        target_format: v1::RecordFormat::Pgn.into(),
        include_status: true,
        ..text(PGN)
    };
    let answer = records
        .convert_record(request)
        .await
        .expect("an answer")
        .into_inner();
    assert!(answer.notes.is_empty(), "{:?}", answer.notes);
    let game = answer.game.expect("a game");
    assert_eq!(game.result(), v1::Outcome::BlackWins);
    assert_eq!(
        game.record.clone().expect("a record").moves,
        ["f3", "e5", "g4", "Qh4#"]
    );
    let [clock, glyph, variation, remark] = game.annotations.as_slice() else {
        panic!("four notes: {:?}", game.annotations);
    };
    assert_eq!((clock.ply, clock.clock_ms), (1, Some(300_000)));
    assert_eq!((glyph.ply, glyph.glyphs.as_slice()), (2, &[1][..]));
    assert_eq!(
        (variation.ply, variation.variations.as_slice()),
        (3, &["e4 d5".to_owned()][..])
    );
    assert_eq!(
        (remark.ply, remark.comments.as_slice()),
        (4, &["the quickest".to_owned()][..])
    );
    let ending = answer.status.expect("a status").ending.expect("mate");
    assert_eq!(ending.cause(), v1::Cause::Checkmate);

    // What was written reads as the same game.
    let again = records
        .convert_record(text(answer.text.as_bytes()))
        .await
        .expect("an answer");
    let again = again.into_inner().game.expect("a game");
    assert_eq!(again.record, game.record);
    // The writer completes the roster; nothing is lost.
    assert!(game.tags.iter().all(|tag| again.tags.contains(tag)));
}

const PDN: &[u8] = b"[GameType \"26\"]\n[Rulebook \"casual-br\"]\n[HouseRules \"omission=huff; king_moves.limit=30\"]\n\
[Room \"galera\"]\n[Result \"*\"]\n\n1. c3-d4 (=) {[%fact black refused_draw]} b6-a5 2. d4-c5 h6-g5 \
{[%huff d6] said} 3. e3-d4 *\n";

#[tokio::test]
async fn law_circumstances_and_facts_are_saved_and_loaded() {
    let mut records = RecordServiceClient::new(channel().await);
    let mut convert = async |request: v1::ConvertRecordRequest| {
        let request = v1::ConvertRecordRequest {
            target_format: v1::RecordFormat::Pdn.into(),
            include_status: true,
            ..request
        };
        let answer = records.convert_record(request).await.expect("an answer");
        answer.into_inner()
    };
    let loaded = convert(text(PDN)).await;
    assert!(loaded.notes.is_empty(), "{:?}", loaded.notes);
    let game = loaded.game.clone().expect("a game");
    let ruleset = game.ruleset.clone().expect("rules");
    assert_eq!(ruleset.rulebook, "casual-br");
    let house = ruleset.house_rules.expect("house rules");
    assert_eq!((house.omission(), house.size), (v1::Omission::Huff, None));
    assert_eq!(game.context.clone().expect("a context").room, "galera");
    let record = game.record.clone().expect("a record");
    let plies: Vec<_> = record.facts.iter().map(|it| it.after_ply).collect();
    assert_eq!(plies, [Some(1), Some(1), Some(4)]);
    assert_eq!(game.annotations.len(), 1);
    for wanted in [
        "[Rulebook \"casual-br\"]",
        "[HouseRules \"king_moves.limit=30; omission=huff\"]",
        "[Room \"galera\"]",
        "c3-d4 (=)",
        "[%huff d6]",
    ] {
        assert!(loaded.text.contains(wanted), "{wanted} in {}", loaded.text);
    }
    // From the text, and from the structured game: the same standing.
    let again = convert(text(loaded.text.as_bytes())).await;
    let structured = convert(v1::ConvertRecordRequest {
        source: Some(Source::Game(game)),
        ..v1::ConvertRecordRequest::default()
    })
    .await;
    assert_eq!(structured.text, loaded.text);
    let stateless = |answer: &v1::ConvertRecordResponse| v1::Status {
        state: bytes::Bytes::new(),
        ..answer.status.clone().expect("a status")
    };
    assert_eq!(stateless(&again), stateless(&loaded));
    assert_eq!(stateless(&structured), stateless(&loaded));
}

#[tokio::test]
async fn a_corrected_move_is_kept_at_the_one_in_its_place() {
    let mut records = RecordServiceClient::new(channel().await);
    let pdn = b"[GameType \"21\"]\n[Rulebook \"english-traditional\"]\n[FEN \"B:W18,30:B14,5,1\"]\n\n1. 14x23 {[%corrected 5-9]} *\n";
    let request = v1::ConvertRecordRequest {
        target_format: v1::RecordFormat::Pdn.into(),
        include_status: true,
        ..text(pdn)
    };
    let answer = records
        .convert_record(request)
        .await
        .expect("an answer")
        .into_inner();
    assert!(
        answer.text.contains("1. 14x23 {[%corrected 5-9]} *"),
        "{}",
        answer.text
    );
    let record = answer.game.and_then(|it| it.record).expect("a record");
    assert_eq!(record.moves, ["5-9", "14x23"]);
    assert_eq!(answer.status.expect("a status").ply_count, 1);
}

#[tokio::test]
async fn moves_are_translated_between_notations() {
    let mut records = RecordServiceClient::new(channel().await);
    let mut write = async |notation: v1::Notation, language: &str| {
        let request = v1::ConvertRecordRequest {
            target_notation: notation.into(),
            target_language: language.into(),
            ..text(PGN)
        };
        let answer = records
            .convert_record(request)
            .await
            .expect("an answer")
            .into_inner();
        answer
            .game
            .and_then(|it| it.record)
            .expect("a record")
            .moves
    };
    assert_eq!(
        write(v1::Notation::Uci, "").await,
        ["f2f3", "e7e5", "g2g4", "d8h4"]
    );
    let portuguese = write(v1::Notation::ScoreSheet, "pt-BR").await;
    assert_eq!(portuguese.last().expect("a move"), "Dh4#");
}

#[tokio::test]
async fn a_text_that_is_no_single_legal_game_is_refused_with_its_place() {
    let mut records = RecordServiceClient::new(channel().await);
    let mut refused = async |data: &[u8]| {
        records
            .convert_record(text(data))
            .await
            .expect_err("an error")
    };
    let status = refused(b"").await;
    assert_eq!(reason(&status), "INVALID_TEXT");
    let status = refused(&[PGN, b"\n", PGN].concat()).await;
    assert_eq!(reason(&status), "INVALID_TEXT");
    assert_eq!(
        status
            .get_details_error_info()
            .expect("an ErrorInfo")
            .metadata["line"],
        "8"
    );
    let status = refused(b"[Event \"?\"]\n[Result \"*\"]\n\n1. e4 e5 2. Ke3 *\n").await;
    let info = status.get_details_error_info().expect("an ErrorInfo");
    assert_eq!(
        (info.reason.as_str(), info.metadata["ply"].as_str()),
        ("INVALID_RECORD", "3")
    );
    let status =
        refused(b"[Event \"?\"]\n[Variant \"Bughouse\"]\n[Result \"*\"]\n\n1. e4 *\n").await;
    assert_eq!(reason(&status), "UNKNOWN_VARIANT");
}

#[tokio::test]
async fn a_note_that_cannot_be_written_is_refused_and_not_left_out() {
    use tonic_types::StatusExt as _;
    type Spoil = fn(&mut v1::Annotation);
    let mut records = RecordServiceClient::new(channel().await);
    let game = records.convert_record(text(PGN)).await.expect("an answer");
    let game = game.into_inner().game.expect("a game");
    let cases: [(&str, Spoil); 4] = [
        ("game.annotations[1].ply", |note| note.ply = 5),
        ("game.annotations[1].ply", |note| note.ply = -1),
        ("game.annotations[1].glyphs[0]", |note| note.glyphs[0] = 256),
        ("game.annotations[1].clock_ms", |note| {
            note.clock_ms = Some(-1);
        }),
    ];
    for (field, spoil) in cases {
        let mut game = game.clone();
        spoil(&mut game.annotations[1]);
        let request = v1::ConvertRecordRequest {
            source: Some(Source::Game(game)),
            target_format: v1::RecordFormat::Pgn.into(),
            ..v1::ConvertRecordRequest::default()
        };
        let status = records.convert_record(request).await.expect_err("refused");
        let details = status.get_details_bad_request().expect("details");
        assert_eq!(details.field_violations[0].field, field);
    }
}

/// A converted text: its tags of this name, and the last word of its moves.
fn tag_and_marker(text: &str, name: &str) -> (String, String) {
    let head = format!("[{name} \"");
    let tag = text.lines().find_map(|line| line.strip_prefix(&head));
    let tag = tag.and_then(|rest| rest.split('"').next());
    let marker = text.split_whitespace().last();
    (
        tag.unwrap_or_default().to_owned(),
        marker.unwrap_or_default().to_owned(),
    )
}

/// The games of a file of the test data.
fn games(file: &str) -> Vec<Vec<u8>> {
    let path = format!("{}/../tests/data/{file}", env!("CARGO_MANIFEST_DIR"));
    let bytes = std::fs::read(path).expect("test data");
    let mut games = Vec::new();
    let limits = tabuleiro_rules::record::Limits::default();
    tabuleiro_rules::record::for_each_game(&bytes, &limits, |game| {
        games.push(game.bytes.to_vec());
    });
    games
}

#[tokio::test]
async fn tag_and_marker_of_a_written_game_agree() {
    let mut records = RecordServiceClient::new(channel().await);
    let mut agreed = 0;
    for file in ["brazilian.pdn", "russian.pdn", "international.pdn"] {
        for game in games(file) {
            // Some name no game by a tag: the file does.
            let source = v1::RecordText {
                data: game.clone().into(),
                ruleset: ruleset(file.trim_end_matches(".pdn")),
                ..v1::RecordText::default()
            };
            let request = v1::ConvertRecordRequest {
                source: Some(Source::Text(source)),
                target_format: v1::RecordFormat::Pdn.into(),
                ..v1::ConvertRecordRequest::default()
            };
            let answer = records.convert_record(request).await.expect("an answer");
            let written = answer.into_inner().text;
            let (tag, marker) = tag_and_marker(&written, "Result");
            // Where a file contradicts itself, so does what is written of it, counted one way.
            let counted = tabuleiro_rules::record::Points::of;
            assert_eq!(counted(&tag), counted(&marker), "{file}: {written}");
            let (given_tag, given_marker) =
                tag_and_marker(&String::from_utf8_lossy(&game), "Result");
            if given_tag == given_marker {
                agreed += 1;
                assert_eq!(tag, marker, "{file}: {written}");
            }
        }
    }
    assert!(agreed > 10, "{agreed}");
}

#[tokio::test]
async fn the_game_type_says_how_the_squares_are_named() {
    let mut records = RecordServiceClient::new(channel().await);
    let pdn =
        b"[GameType \"26,W,8,8,A0,0\"]\n[FEN \"W:Wc3,e3:Bf6,h6\"]\n[Result \"*\"]\n\n1. c3-d4 *\n";
    for (notation, game_type, fen, moved) in [
        (
            v1::Notation::Pdn,
            "26,W,8,8,A0,0",
            "W:Wc3,e3:Bf6,h6",
            "c3-d4",
        ),
        (
            v1::Notation::Algebraic,
            "26,W,8,8,A0,0",
            "W:Wc3,e3:Bf6,h6",
            "c3-d4",
        ),
        (
            v1::Notation::RussianShort,
            "26,W,8,8,A0,0",
            "W:Wc3,e3:Bf6,h6",
            "cd4",
        ),
        (
            v1::Notation::Numeric,
            "26,W,8,8,N2,0",
            "W:W22,23:B11,12",
            "22-18",
        ),
        (
            v1::Notation::Hub,
            "26,W,8,8,N2,0",
            "W:W22,23:B11,12",
            "22-18",
        ),
    ] {
        let request = v1::ConvertRecordRequest {
            target_format: v1::RecordFormat::Pdn.into(),
            target_notation: notation.into(),
            ..text(pdn)
        };
        let answer = records.convert_record(request).await.expect("an answer");
        let written = answer.into_inner().text;
        assert_eq!(
            tag_and_marker(&written, "GameType").0,
            game_type,
            "{written}"
        );
        assert_eq!(tag_and_marker(&written, "FEN").0, fen, "{written}");
        assert!(written.contains(&format!("1. {moved} *")), "{written}");
    }
}

#[tokio::test]
async fn what_is_written_in_any_notation_is_read_again() {
    use v1::Notation as N;
    let mut records = RecordServiceClient::new(channel().await);
    let chess = games("chess-rated.pgn").remove(0);
    let draughts = [
        games("russian.pdn").remove(0),
        games("international.pdn").remove(0),
    ];
    let of_chess = [N::San, N::Lan, N::Uci, N::Figurine, N::ScoreSheet];
    let of_draughts = [
        N::Pdn,
        N::Numeric,
        N::Algebraic,
        N::Hub,
        N::FullPath,
        N::RussianShort,
    ];
    let mut asked: Vec<(&[u8], N, v1::RecordFormat)> = Vec::new();
    asked.extend(of_chess.map(|it| (&chess[..], it, v1::RecordFormat::Pgn)));
    for game in &draughts {
        asked.extend(of_draughts.map(|it| (&game[..], it, v1::RecordFormat::Pdn)));
    }
    for (game, notation, format) in asked {
        let language = if notation == N::ScoreSheet {
            "pt-BR"
        } else {
            ""
        };
        let plain = records.convert_record(text(game)).await.expect("an answer");
        let plain = plain
            .into_inner()
            .game
            .and_then(|it| it.record)
            .expect("a record");
        let request = v1::ConvertRecordRequest {
            target_format: format.into(),
            target_notation: notation.into(),
            target_language: language.into(),
            ..text(game)
        };
        let answer = records.convert_record(request).await.expect("an answer");
        let written = answer.into_inner().text;
        // Told in which notation it is, and, but for the letters of a language, without being told.
        for told in [true, false] {
            if !told && notation == N::ScoreSheet {
                continue;
            }
            let source = v1::RecordText {
                data: written.clone().into(),
                notation: if told { notation.into() } else { 0 },
                language: language.into(),
                ..v1::RecordText::default()
            };
            let request = v1::ConvertRecordRequest {
                source: Some(Source::Text(source)),
                ..v1::ConvertRecordRequest::default()
            };
            let again = records.convert_record(request).await;
            let again = again.unwrap_or_else(|status| panic!("{notation:?} {status:?}\n{written}"));
            let again = again
                .into_inner()
                .game
                .and_then(|it| it.record)
                .expect("a record");
            assert_eq!(again.moves, plain.moves, "{notation:?}");
        }
    }
}

#[tokio::test]
async fn an_illegal_move_of_a_text_is_told_in_words_with_its_place() {
    let mut records = RecordServiceClient::new(channel().await);
    let request = v1::ConvertRecordRequest {
        locale: "pt-BR".into(),
        ..text(b"[Event \"?\"]\n[Result \"*\"]\n\n1. e4 e5 2. Ke3 *\n")
    };
    let status = records.convert_record(request).await.expect_err("an error");
    let faults = status.get_details_bad_request().expect("a BadRequest");
    let told = &faults.field_violations[0].description;
    assert!(
        told.contains("line 4, column 13: \"Ke3\": O rei de e1"),
        "{told}"
    );
}
