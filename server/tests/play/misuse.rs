//! What misuse is told: stale and forged states, bad positions, unknown names, limits.

use super::*;

#[tokio::test]
async fn a_stale_ply_or_hash_is_failed_precondition_and_says_where_the_game_stands() {
    let mut rules = rules().await;
    let now = applied(&mut rules, apply(game("chess", &["e4"]), &[]))
        .await
        .status
        .expect("a status");
    let fresh = v1::ApplyMoveRequest {
        expected_ply: Some(1),
        expected_hash: now.state_hash.clone(),
        ..apply(game("chess", &["e4"]), &["e5"])
    };
    assert_eq!(applied(&mut rules, fresh.clone()).await.applied_count, 1);
    for stale in [
        v1::ApplyMoveRequest {
            expected_ply: Some(2),
            ..fresh.clone()
        },
        v1::ApplyMoveRequest {
            expected_hash: "0".repeat(32),
            ..fresh
        },
    ] {
        let status = refused(&mut rules, stale).await;
        assert_eq!(
            (status.code(), reason(&status).as_str()),
            (Code::FailedPrecondition, "STALE_STATE")
        );
        let info = status.get_details_error_info().expect("an ErrorInfo");
        assert_eq!(info.metadata["ply"], "1");
        assert_eq!(info.metadata["state_hash"], now.state_hash);
    }
}

#[tokio::test]
async fn a_bad_fen_is_invalid_argument_with_field_and_offset() {
    let mut rules = rules().await;
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQXBNR w KQkq - 0 1";
    let status = refused(&mut rules, apply(from("chess", fen, &[]), &["e4"])).await;
    assert_eq!(
        (status.code(), reason(&status).as_str()),
        (Code::InvalidArgument, "INVALID_POSITION")
    );
    let violations = status
        .get_details_bad_request()
        .expect("a BadRequest")
        .field_violations;
    assert_eq!(violations[0].field, "game.record.start_position");
    assert!(
        violations[0].description.contains("at offset 39"),
        "{violations:?}"
    );
}

#[tokio::test]
async fn a_position_is_validated_with_every_fault_at_once() {
    let mut rules = rules().await;
    let mut validate = async |fen: &str| {
        let request = v1::ValidatePositionRequest {
            ruleset: variant("chess"),
            fen: fen.into(),
            ..v1::ValidatePositionRequest::default()
        };
        rules
            .validate_position(request)
            .await
            .expect("an answer")
            .into_inner()
    };
    let valid = validate("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").await;
    assert!(valid.valid && valid.faults.is_empty());
    assert_eq!(valid.position.expect("a position").pieces.len(), 3);
    let faulty = validate("8/8/8/8/8/8/4P3/8 w KQ e9 x 1").await;
    assert!(!faulty.valid && faulty.position.is_none());
    assert!(faulty.faults.len() >= 3, "{:?}", faulty.faults);
}

#[tokio::test]
async fn unknown_names_are_refused_by_name() {
    let mut rules = rules().await;
    let status = refused(&mut rules, apply(game("checkers2", &[]), &[])).await;
    assert_eq!(
        (status.code(), reason(&status).as_str()),
        (Code::InvalidArgument, "UNKNOWN_VARIANT")
    );
    assert!(status.message().contains("checkers2"));
    let mut with_rulebook = apply(game("chess", &[]), &[]);
    if let Some(ruleset) = with_rulebook
        .game
        .as_mut()
        .and_then(|it| it.ruleset.as_mut())
    {
        ruleset.rulebook = "cbd".into();
    }
    let status = refused(&mut rules, with_rulebook).await;
    assert_eq!(reason(&status), "UNKNOWN_RULEBOOK");
    let status = refused(&mut rules, v1::ApplyMoveRequest::default()).await;
    assert_eq!(reason(&status), "INVALID_FIELD");
    let unknown_enum = v1::ApplyMoveRequest {
        notation: 99,
        ..apply(game("chess", &[]), &[])
    };
    let status = refused(&mut rules, unknown_enum).await;
    assert_eq!(reason(&status), "INVALID_FIELD");
}

#[tokio::test]
async fn an_illegal_move_in_a_record_is_invalid_argument_with_its_ply() {
    let mut rules = rules().await;
    let status = refused(
        &mut rules,
        apply(game("chess", &["e4", "e5", "Ke3"]), &["d4"]),
    )
    .await;
    assert_eq!(
        (status.code(), reason(&status).as_str()),
        (Code::InvalidArgument, "INVALID_RECORD")
    );
    let info = status.get_details_error_info().expect("an ErrorInfo");
    assert_eq!(info.metadata["ply"], "3");
    let violations = status
        .get_details_bad_request()
        .expect("a BadRequest")
        .field_violations;
    assert_eq!(violations[0].field, "game.record.moves[2]");
}

#[tokio::test]
async fn an_illegal_move_in_a_record_is_named_and_told_in_the_language_of_the_caller() {
    let mut rules = rules().await;
    let mut told = async |moves: &[&str], locale: &str| {
        let request = v1::LegalMovesRequest {
            game: game("chess", moves),
            locale: locale.into(),
            ..v1::LegalMovesRequest::default()
        };
        let status = rules.legal_moves(request).await.expect_err("an error");
        let faults = status.get_details_bad_request().expect("a BadRequest");
        faults.field_violations[0].description.clone()
    };
    let english = told(&["e4", "e9"], "").await;
    assert!(
        english.contains("\"e9\": The move names a square that is not on the board."),
        "{english}"
    );
    let portuguese = told(&["e4", "e9"], "pt-BR").await;
    assert!(
        portuguese.contains("\"e9\": O lance indica uma casa que não existe neste tabuleiro."),
        "{portuguese}"
    );
    let why = told(&["e4", "e5", "Ke3"], "").await;
    assert!(
        why.contains("\"Ke3\": The king on e1 does not move like that"),
        "{why}"
    );
    // What a caller wrote is repeated shortened and escaped.
    let long = format!("\u{1b}[31m{}", "x".repeat(200));
    let harmless = told(&["e4", &long], "").await;
    assert!(
        !harmless.contains('\u{1b}') && harmless.len() < 200,
        "{harmless}"
    );
}

#[tokio::test]
async fn a_rulebook_of_draughts_is_not_unknown_in_chess() {
    let mut rules = rules().await;
    let mut request = v1::LegalMovesRequest {
        game: game("chess", &[]),
        ..v1::LegalMovesRequest::default()
    };
    let ruleset = request.game.as_mut().and_then(|it| it.ruleset.as_mut());
    ruleset.expect("rules").rulebook = "cbd".into();
    let status = rules.legal_moves(request).await.expect_err("an error");
    assert_eq!(reason(&status), "UNKNOWN_RULEBOOK");
    assert!(
        status.message().contains("\"cbd\" is one of draughts"),
        "{}",
        status.message()
    );
}

#[tokio::test]
async fn the_catalogue_names_the_rooms_of_a_rulebook() {
    let mut rules = rules().await;
    let listed = rules
        .list_variants(v1::ListVariantsRequest::default())
        .await;
    let books = listed.expect("an answer").into_inner().rulebooks;
    for book in books {
        let rooms: &[&str] = match book.id.as_str() {
            "casual-br" => &["ranqueada", "galera"],
            _ => &[],
        };
        assert_eq!(book.rooms, rooms, "{}", book.id);
        let omission = match book.id.as_str() {
            "english-traditional" => v1::Omission::CorrectOnRequest,
            _ => v1::Omission::Unspecified,
        };
        let defaults = book.defaults.expect("defaults");
        assert_eq!(defaults.omission(), omission, "{}", book.id);
    }
}

#[tokio::test]
async fn forged_truncated_unsealed_and_foreign_tokens_are_refused() {
    let key = |byte: u8| SealKey::new(&[byte; 32]).expect("long enough");
    let sealing = |byte| {
        let mut config = Config::local();
        config.keys = Keyring::with_keys(key(byte), None);
        config
    };
    let mut sealed = rules_of(sealing(1)).await;
    let mut other = rules_of(sealing(2)).await;
    let mut unsealed = rules().await;
    let token = async |rules: &mut Rules| {
        applied(rules, apply(game("chess", &["e4"]), &[]))
            .await
            .status
            .expect("a status")
            .state
    };
    let genuine = token(&mut sealed).await;
    assert_eq!(
        applied(&mut sealed, apply(from_state(genuine.clone()), &["e5"]))
            .await
            .applied_count,
        1
    );

    let mut forged = genuine.to_vec();
    let middle = forged.len() / 2;
    forged[middle] ^= 1;
    let foreign = token(&mut other).await;
    let bare = token(&mut unsealed).await;
    for (bad, code, expected) in [
        (forged.into(), Code::InvalidArgument, "STATE_TOKEN_INVALID"),
        (
            genuine.slice(..10),
            Code::InvalidArgument,
            "STATE_TOKEN_INVALID",
        ),
        (
            bytes::Bytes::new(),
            Code::InvalidArgument,
            "STATE_TOKEN_INVALID",
        ),
        (bare, Code::InvalidArgument, "STATE_TOKEN_INVALID"),
        (foreign, Code::FailedPrecondition, "STATE_TOKEN_EXPIRED_KEY"),
    ] {
        let status = refused(&mut sealed, apply(from_state(bad), &["e5"])).await;
        assert_eq!((status.code(), reason(&status).as_str()), (code, expected));
    }

    // A token binds its rules: naming others beside it is refused.
    let mut contradicting = apply(from_state(genuine), &["e5"]);
    if let Some(game) = &mut contradicting.game {
        game.ruleset = variant("atomic");
    }
    let status = refused(&mut sealed, contradicting).await;
    assert_eq!(reason(&status), "STATE_TOKEN_INVALID");
}

#[tokio::test]
async fn one_bad_item_never_sinks_a_batch() {
    use v1::batch_apply_move_result::Outcome;
    let mut rules = rules().await;
    let requests = vec![
        apply(game("chess", &[]), &["e4"]),
        apply(game("no-such-game", &[]), &["e4"]),
        apply(game("chess", &[]), &["e5"]),
        apply(game("international", &[]), &["32-28"]),
    ];
    let request = v1::BatchApplyMoveRequest { requests };
    let results = rules
        .batch_apply_move(request)
        .await
        .expect("an answer")
        .into_inner()
        .results;
    let outcomes: Vec<_> = results
        .into_iter()
        .map(|it| it.outcome.expect("an outcome"))
        .collect();
    assert!(matches!(&outcomes[0], Outcome::Response(it) if it.applied_count == 1));
    assert!(
        matches!(&outcomes[1], Outcome::Error(it) if it.code == Code::InvalidArgument as i32 && !it.details.is_empty())
    );
    assert!(matches!(&outcomes[2], Outcome::Response(it) if it.rejection.is_some()));
    assert!(matches!(&outcomes[3], Outcome::Response(it) if it.applied_count == 1));
}

#[tokio::test]
async fn limits_are_refused_by_the_name_that_list_variants_gives_them() {
    let mut config = Config::local();
    config.limits.batch_items = 2;
    config.limits.actions = 2;
    config.limits.record_plies = 2;
    let mut rules = rules_of(config).await;
    let limit_name = |status: &Status| {
        assert_eq!(
            (status.code(), reason(status).as_str()),
            (Code::ResourceExhausted, "LIMIT_EXCEEDED")
        );
        let info = status.get_details_error_info().expect("an ErrorInfo");
        info.metadata["limit_name"].clone()
    };
    let batch = v1::BatchLegalMovesRequest {
        requests: vec![v1::LegalMovesRequest::default(); 3],
    };
    let status = rules.batch_legal_moves(batch).await.expect_err("too many");
    assert_eq!(limit_name(&status), "max_batch_items");
    let status = refused(&mut rules, apply(game("chess", &[]), &["e4", "e5", "d4"])).await;
    assert_eq!(limit_name(&status), "max_actions");
    let status = refused(&mut rules, apply(game("chess", &["e4", "e5", "d4"]), &[])).await;
    assert_eq!(limit_name(&status), "max_record_plies");
    let listed = rules
        .list_variants(v1::ListVariantsRequest::default())
        .await
        .expect("an answer");
    let limits = listed.into_inner().limits.expect("limits");
    assert_eq!(
        (
            limits.max_batch_items,
            limits.max_actions,
            limits.max_record_plies
        ),
        (2, 2, 2)
    );
}

#[tokio::test]
async fn the_catalogue_lists_every_variant_and_filters_by_alias() {
    let mut rules = rules().await;
    let all = rules
        .list_variants(v1::ListVariantsRequest::default())
        .await
        .expect("an answer")
        .into_inner();
    assert!(all.variants.len() > 35, "{}", all.variants.len());
    assert!(
        all.variants
            .iter()
            .all(|it| it.board.is_none() && !it.name.is_empty() && !it.start_position.is_empty())
    );
    let known: Vec<_> = all.rulebooks.iter().map(|it| it.id.as_str()).collect();
    assert!(
        all.variants
            .iter()
            .all(|it| known.contains(&it.default_rulebook.as_str()))
    );
    let request = v1::ListVariantsRequest {
        variants: vec!["damas".into()],
        include_boards: true,
        locale: "pt-BR".into(),
    };
    let one = rules
        .list_variants(request)
        .await
        .expect("an answer")
        .into_inner();
    assert_eq!(one.variants.len(), 1);
    let brazilian = &one.variants[0];
    assert_eq!(
        (brazilian.id.as_str(), brazilian.name.as_str()),
        ("brazilian", "Damas brasileiras")
    );
    let board = brazilian.board.as_ref().expect("a board");
    assert_eq!((board.files, board.squares.len()), (8, 32));
    assert!(
        brazilian
            .draughts_rules
            .as_ref()
            .is_some_and(|it| it.size.is_some() && it.omission() == v1::Omission::Reject)
    );
}
