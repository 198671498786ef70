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
