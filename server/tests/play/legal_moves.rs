//! What may be played: views, captures, half-entered moves, touched pieces.

use super::*;

#[tokio::test]
async fn twenty_moves_are_open_in_chess_grouped_by_origin_in_board_order() {
    let mut rules = rules().await;
    let request = v1::LegalMovesRequest {
        game: game("chess", &[]),
        ..v1::LegalMovesRequest::default()
    };
    let response = rules
        .legal_moves(request)
        .await
        .expect("an answer")
        .into_inner();
    assert_eq!(response.move_count, 20);
    let origins: Vec<_> = response.origins.iter().map(|it| it.from.as_str()).collect();
    assert_eq!(
        origins,
        ["b1", "g1", "a2", "b2", "c2", "d2", "e2", "f2", "g2", "h2"]
    );
    let knight = &response.origins[0];
    assert_eq!(knight.piece.expect("a piece").kind(), v1::PieceKind::Knight);
    // The minimal view says where it goes and of what kind it is, and nothing else.
    let minimal = v1::Move {
        to: "a3".into(),
        kind: v1::MoveKind::Quiet.into(),
        ..v1::Move::default()
    };
    assert!(knight.moves.contains(&minimal), "{knight:?}");
}

#[tokio::test]
async fn each_view_says_more_about_the_same_moves() {
    let mut rules = rules().await;
    let fen = "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2";
    let mut see = async |view: v1::MoveView| {
        let request = v1::LegalMovesRequest {
            game: from("chess", fen, &[]),
            view: view.into(),
            from: vec!["d8".into()],
            ..v1::LegalMovesRequest::default()
        };
        let response = rules
            .legal_moves(request)
            .await
            .expect("an answer")
            .into_inner();
        let moves = response.origins.into_iter().flat_map(|it| it.moves);
        moves
            .into_iter()
            .find(|m| m.to == "h4")
            .expect("the queen reaches h4")
    };
    let standard = see(v1::MoveView::Standard).await;
    assert_eq!(
        (standard.text.as_str(), standard.uci.as_str()),
        ("Qh4", "d8h4")
    );
    assert!(standard.flags.is_empty() && standard.position_after.is_none());
    let full = see(v1::MoveView::Full).await;
    assert_eq!(full.text, "Qh4#");
    assert!(full.flags().any(|flag| flag == v1::MoveFlag::Mate));
    let changed: Vec<_> = full.changes.iter().map(|it| it.square.as_str()).collect();
    assert_eq!(changed.len(), 2);
    assert!(
        full.position_after
            .expect("the position")
            .fen
            .starts_with("rnb1kbnr/")
    );
}

#[tokio::test]
async fn draughts_captures_name_their_path_and_victims() {
    let mut rules = rules().await;
    let request = v1::LegalMovesRequest {
        game: from("brazilian", "W:Wc3:Bd4,f6", &[]),
        view: v1::MoveView::Standard.into(),
        ..v1::LegalMovesRequest::default()
    };
    let response = rules
        .legal_moves(request)
        .await
        .expect("an answer")
        .into_inner();
    assert_eq!(response.move_count, 1);
    let capture = &response.origins[0].moves[0];
    assert_eq!(capture.kind(), v1::MoveKind::Capture);
    assert_eq!(capture.path, ["e5", "g7"]);
    let victims: Vec<_> = capture
        .captured
        .iter()
        .map(|it| it.square.as_str())
        .collect();
    assert_eq!(victims, ["d4", "f6"]);
}

#[tokio::test]
async fn a_half_entered_capture_is_told_its_next_steps() {
    let mut rules = rules().await;
    let mut enter = async |partial: &[&str]| {
        let request = v1::LegalMovesRequest {
            game: from("brazilian", "W:Wc3:Bd4,f6", &[]),
            partial: partial.iter().map(|it| (*it).into()).collect(),
            ..v1::LegalMovesRequest::default()
        };
        rules
            .legal_moves(request)
            .await
            .expect("an answer")
            .into_inner()
    };
    let first = enter(&["c3"]).await;
    assert_eq!((first.move_count, first.next_steps.len()), (1, 1));
    assert_eq!(first.next_steps[0].to, "e5");
    assert!(!first.next_steps[0].may_stop && first.next_steps[0].may_continue);
    let second = enter(&["c3", "e5"]).await;
    assert_eq!(second.next_steps[0].to, "g7");
    assert!(second.next_steps[0].may_stop && !second.next_steps[0].may_continue);
    let nowhere = enter(&["c3", "b4"]).await;
    assert_eq!((nowhere.move_count, nowhere.next_steps.len()), (0, 0));
}

#[tokio::test]
async fn touched_squares_without_a_piece_are_named() {
    let mut rules = rules().await;
    let mut touch = async |variant: &str, touched: &[&str]| {
        let request = v1::LegalMovesRequest {
            game: game(variant, &[]),
            touched: touched.iter().map(|it| (*it).to_owned()).collect(),
            ..v1::LegalMovesRequest::default()
        };
        rules.legal_moves(request).await
    };
    for (variant, touched, field, code) in [
        ("chess", ["e2", "e3"], "touched[1]", "NO_PIECE"),
        ("brazilian", ["d4", "c3"], "touched[0]", "NO_PIECE"),
        (
            "international",
            ["32", "51"],
            "touched[1]",
            "UNKNOWN_SQUARE",
        ),
    ] {
        let status = touch(variant, &touched).await.expect_err("no piece");
        assert_eq!(reason(&status), "INVALID_FIELD", "{variant}");
        let bad = status.get_details_bad_request().expect("a BadRequest");
        assert_eq!(bad.field_violations.len(), 1);
        let fault = &bad.field_violations[0];
        assert_eq!(fault.field, field);
        assert!(fault.description.starts_with(code), "{fault:?}");
    }
    // The same piece twice is one, and the opponent's binds nobody in draughts.
    for (variant, touched, outcome) in [
        ("chess", ["e2", "e2"], v1::TouchOutcome::Bound),
        ("international", ["32", "20"], v1::TouchOutcome::Bound),
        ("international", ["20", "19"], v1::TouchOutcome::Free),
    ] {
        let answer = touch(variant, &touched).await.expect("an answer");
        assert_eq!(answer.into_inner().touch_outcome(), outcome, "{touched:?}");
    }
}

#[tokio::test]
async fn a_capture_tree_beyond_the_bound_gives_no_part_of_a_list() {
    let mut rules = rules().await;
    // One king of White in a corner, and kings of Black on every second square of every second row of 14 by 14.
    let rows = (1..13).step_by(2);
    let kings = rows.flat_map(|rank| {
        (1..13)
            .step_by(2)
            .map(move |file| (13 - rank) * 7 + file / 2 + 1)
    });
    let kings: Vec<_> = kings.map(|number| format!("K{number}")).collect();
    let mut wide = from("frisian", &format!("W:WK92:B{}", kings.join(",")), &[]);
    let rules_of_wide = wide.as_mut().and_then(|it| it.ruleset.as_mut());
    rules_of_wide.expect("a ruleset").house_rules = Some(v1::DraughtsRules {
        size: Some(v1::BoardSize {
            files: 14,
            ranks: 14,
        }),
        ..v1::DraughtsRules::default()
    });
    let request = v1::LegalMovesRequest {
        game: wide,
        ..v1::LegalMovesRequest::default()
    };
    let status = rules.legal_moves(request).await.expect_err("too wide");
    assert_eq!(status.code(), Code::ResourceExhausted);
    assert_eq!(reason(&status), "WORK_BUDGET_EXHAUSTED");
}

/// The texts of the legal moves in a notation.
async fn texts(
    rules: &mut Rules,
    game: Option<v1::Game>,
    view: v1::MoveView,
    notation: v1::Notation,
    language: &str,
) -> Vec<String> {
    let request = v1::LegalMovesRequest {
        game,
        view: view.into(),
        notation: notation.into(),
        language: language.into(),
        ..v1::LegalMovesRequest::default()
    };
    let answer = rules.legal_moves(request).await.expect("an answer");
    let moves = answer
        .into_inner()
        .origins
        .into_iter()
        .flat_map(|it| it.moves);
    moves.map(|m| m.text).collect()
}

#[tokio::test]
async fn texts_of_chess_stand_in_the_notation_asked_for() {
    use v1::{MoveView as V, Notation as N};
    let mut rules = rules().await;
    // A rook that mates, and a king that has one step.
    let fen = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1";
    for (notation, language, standard, full) in [
        (N::Unspecified, "", "Ra8", "Ra8#"),
        (N::Auto, "", "Ra8", "Ra8#"),
        (N::San, "", "Ra8", "Ra8#"),
        (N::Lan, "", "Ra1-a8", "Ra1-a8#"),
        (N::Uci, "", "a1a8", "a1a8"),
        (N::Figurine, "", "♖a8", "♖a8#"),
        (N::ScoreSheet, "pt-BR", "Ta8", "Ta8#"),
    ] {
        for (view, wanted) in [(V::Standard, standard), (V::Full, full)] {
            let texts = texts(
                &mut rules,
                from("chess", fen, &[]),
                view,
                notation,
                language,
            )
            .await;
            assert!(
                texts.iter().any(|it| it == wanted),
                "{notation:?} {view:?}: {texts:?}"
            );
        }
        let minimal = texts(
            &mut rules,
            from("chess", fen, &[]),
            V::Minimal,
            notation,
            language,
        )
        .await;
        assert!(minimal.iter().all(String::is_empty));
    }
}

#[tokio::test]
async fn texts_of_draughts_stand_in_the_notation_asked_for() {
    use v1::Notation as N;
    let mut rules = rules().await;
    for (notation, wanted) in [
        (N::Unspecified, "c3xg7"),
        (N::Pdn, "c3xg7"),
        (N::Algebraic, "c3xg7"),
        (N::Numeric, "22x8"),
        (N::FullPath, "c3xe5xg7"),
        (N::Hub, "22x8x11x18"),
        (N::RussianShort, "cxg7"),
    ] {
        for view in [v1::MoveView::Standard, v1::MoveView::Full] {
            let game = from("brazilian", "W:Wc3:Bd4,f6", &[]);
            let texts = texts(&mut rules, game, view, notation, "").await;
            assert_eq!(texts, [wanted], "{notation:?}");
        }
    }
}

#[tokio::test]
async fn a_notation_of_the_other_game_is_refused_and_so_is_one_item_of_a_batch() {
    use v1::Notation as N;
    let mut rules = rules().await;
    let ask = |id: &str, notation: N, view: v1::MoveView| v1::LegalMovesRequest {
        game: game(id, &[]),
        view: view.into(),
        notation: notation.into(),
        ..v1::LegalMovesRequest::default()
    };
    let standard = v1::MoveView::Standard;
    for (id, notation, fault) in [
        ("chess", N::Numeric, "OTHER_GAME"),
        ("chess", N::Hub, "OTHER_GAME"),
        ("brazilian", N::San, "OTHER_GAME"),
        ("brazilian", N::Lan, "OTHER_GAME"),
        ("chess", N::ScoreSheet, "UNKNOWN_LANGUAGE"),
    ] {
        for view in [v1::MoveView::Minimal, standard] {
            let status = rules.legal_moves(ask(id, notation, view)).await;
            let status = status.expect_err("an error");
            assert_eq!(status.code(), Code::InvalidArgument, "{id} {notation:?}");
            let info = status.get_details_error_info().expect("an ErrorInfo");
            assert_eq!(info.metadata["fault"], fault, "{id} {notation:?}");
        }
    }
    let requests = vec![
        ask("chess", N::Lan, standard),
        ask("chess", N::Hub, standard),
        ask("brazilian", N::Numeric, standard),
    ];
    let batch = rules.batch_legal_moves(v1::BatchLegalMovesRequest { requests });
    let results = batch.await.expect("an answer").into_inner().results;
    let first = |index: usize| match results[index].outcome.as_ref() {
        Some(v1::batch_legal_moves_result::Outcome::Response(it)) => {
            Some(it.origins[0].moves[0].text.clone())
        }
        _ => None,
    };
    assert_eq!(first(0).as_deref(), Some("Nb1-a3"));
    assert_eq!(first(1), None);
    assert!(first(2).is_some_and(|text| text.starts_with("2")));
}
