//! Playing over a real socket: what may be played, what happens if it is, and what misuse is told.
#![allow(clippy::expect_used, reason = "a panic is how a test fails")]

mod support;

use support::{connect, start};
use tabuleiro_proto::v1::{self, game::Standing, rules_service_client::RulesServiceClient};
use tabuleiro_server::{
    Config,
    seal::{Keyring, SealKey},
};
use tonic::{Code, Status, transport::Channel};
use tonic_types::StatusExt as _;

type Rules = RulesServiceClient<Channel>;

async fn rules() -> Rules {
    rules_of(Config::local()).await
}

async fn rules_of(config: Config) -> Rules {
    let running = start(config).await;
    RulesServiceClient::new(connect(&running).await)
}

fn variant(id: &str) -> Option<v1::Ruleset> {
    Some(v1::Ruleset {
        variant: id.into(),
        ..v1::Ruleset::default()
    })
}

/// A game of this variant from the start, after these moves.
fn game(id: &str, moves: &[&str]) -> Option<v1::Game> {
    from(id, "", moves)
}

/// A game of this variant from a position, after these moves.
fn from(id: &str, fen: &str, moves: &[&str]) -> Option<v1::Game> {
    Some(v1::Game {
        ruleset: variant(id),
        standing: Some(Standing::Record(v1::Record {
            start_position: fen.into(),
            moves: moves.iter().map(|text| (*text).into()).collect(),
            ..v1::Record::default()
        })),
    })
}

fn from_state(state: bytes::Bytes) -> Option<v1::Game> {
    Some(v1::Game {
        ruleset: None,
        standing: Some(Standing::State(state)),
    })
}

fn play(text: &str) -> v1::Action {
    let input = v1::MoveInput {
        input: Some(v1::move_input::Input::Text(text.into())),
    };
    v1::Action {
        kind: Some(v1::action::Kind::Move(input)),
    }
}

fn fact(by: v1::Side, kind: v1::fact::Kind) -> v1::Action {
    let fact = v1::Fact {
        by: by.into(),
        kind: Some(kind),
        ..v1::Fact::default()
    };
    v1::Action {
        kind: Some(v1::action::Kind::Fact(fact)),
    }
}

fn apply(game: Option<v1::Game>, moves: &[&str]) -> v1::ApplyMoveRequest {
    v1::ApplyMoveRequest {
        game,
        actions: moves.iter().map(|text| play(text)).collect(),
        ..v1::ApplyMoveRequest::default()
    }
}

async fn applied(rules: &mut Rules, request: v1::ApplyMoveRequest) -> v1::ApplyMoveResponse {
    rules
        .apply_move(request)
        .await
        .expect("an answer")
        .into_inner()
}

async fn refused(rules: &mut Rules, request: v1::ApplyMoveRequest) -> Status {
    rules.apply_move(request).await.expect_err("an error")
}

fn reason(status: &Status) -> String {
    status
        .get_details_error_info()
        .expect("always an ErrorInfo")
        .reason
}

fn violation_codes(response: &v1::ApplyMoveResponse) -> Vec<&'static str> {
    let rejection = response.rejection.as_ref().expect("a rejection");
    rejection
        .violations
        .iter()
        .map(|it| it.code().as_str_name())
        .collect()
}

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
async fn a_game_is_carried_on_by_its_token_alone() {
    let mut rules = rules().await;
    let mut state = applied(&mut rules, apply(game("chess", &[]), &[]))
        .await
        .status
        .expect("a status")
        .state;
    for text in ["f3", "e5", "g4"] {
        let response = applied(&mut rules, apply(from_state(state), &[text])).await;
        assert_eq!(response.applied_count, 1, "{response:?}");
        state = response.status.expect("a status").state;
    }
    let response = applied(&mut rules, apply(from_state(state), &["Qh4#"])).await;
    let status = response.status.expect("a status");
    assert_eq!(status.ply_count, 4);
    let ending = status.ending.expect("it is mate");
    assert_eq!(
        (ending.cause(), ending.outcome()),
        (v1::Cause::Checkmate, v1::Outcome::BlackWins)
    );
    assert_eq!((ending.ply, ending.basis()), (4, v1::Basis::Automatic));
    assert!(!ending.citations.is_empty());
}

#[tokio::test]
async fn an_illegal_move_is_an_answer_with_every_reason_and_stops_the_actions_after_it() {
    let mut rules = rules().await;
    let response = applied(
        &mut rules,
        apply(game("chess", &[]), &["e4", "e5", "Ke3", "Nf6"]),
    )
    .await;
    assert_eq!(response.applied_count, 2);
    assert_eq!(
        response
            .rejection
            .as_ref()
            .expect("a rejection")
            .action_index,
        2
    );
    assert!(!violation_codes(&response).is_empty());
    let status = response.status.expect("the state before it");
    assert_eq!(status.ply_count, 2);
    let more = applied(&mut rules, apply(from_state(status.state), &["Nf3"])).await;
    assert_eq!(more.applied_count, 1);
}

#[tokio::test]
async fn a_duty_to_capture_is_said_with_the_moves_that_satisfy_it() {
    let mut rules = rules().await;
    let request = apply(from("brazilian", "W:Wc3,a1:Bd4", &[]), &["a1-b2"]);
    let response = applied(&mut rules, request).await;
    let rejection = response.rejection.expect("a rejection");
    let duty = rejection
        .violations
        .iter()
        .find(|it| it.code() == v1::ViolationCode::MustCapture)
        .expect("the duty to capture");
    assert!(duty.citation.is_some());
    assert_eq!(
        duty.required.as_ref().expect("what instead").moves,
        ["c3xe5"]
    );
}

#[tokio::test]
async fn changes_over_all_actions_are_said_once_a_square() {
    let mut rules = rules().await;
    let request = apply(game("chess", &[]), &["Nf3", "Nf6", "Ng1", "e5"]);
    let response = applied(&mut rules, request).await;
    let mut changed: Vec<_> = response
        .changes
        .iter()
        .map(|it| it.square.as_str())
        .collect();
    changed.sort_unstable();
    // The white knight is back home: its squares did not change.
    assert_eq!(changed, ["e5", "e7", "f6", "g8"]);
}

#[tokio::test]
async fn a_resignation_ends_the_game_and_what_comes_after_it_is_refused() {
    let mut rules = rules().await;
    let mut request = apply(game("brazilian", &[]), &["c3-d4"]);
    request.actions.push(fact(
        v1::Side::Black,
        v1::fact::Kind::Resigned(v1::Resigned {}),
    ));
    request.actions.push(play("d6-c5"));
    let response = applied(&mut rules, request).await;
    assert_eq!(response.applied_count, 2);
    assert_eq!(violation_codes(&response), ["VIOLATION_CODE_GAME_OVER"]);
    let ending = response.status.and_then(|it| it.ending).expect("an ending");
    assert_eq!(
        (ending.cause(), ending.basis()),
        (v1::Cause::Resignation, v1::Basis::Fact)
    );
}

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
async fn house_rules_are_played_and_contradictions_refused() {
    let mut rules = rules().await;
    let house = |change: fn(&mut v1::DraughtsRules)| {
        let mut changed = v1::DraughtsRules::default();
        change(&mut changed);
        let mut request = apply(from("brazilian", "W:Wc3,a1:Bd4", &[]), &["a1-b2"]);
        if let Some(ruleset) = request.game.as_mut().and_then(|it| it.ruleset.as_mut()) {
            ruleset.house_rules = Some(changed);
        }
        request
    };
    let allowed = house(|it| it.omission = v1::Omission::Allowed.into());
    assert_eq!(applied(&mut rules, allowed).await.applied_count, 1);
    let impossible = house(|it| it.man_captures = v1::ManCaptures::ForwardAndSideways.into());
    let status = refused(&mut rules, impossible).await;
    assert_eq!(reason(&status), "CONTRADICTORY_HOUSE_RULES");
    let violations = status
        .get_details_bad_request()
        .expect("a BadRequest")
        .field_violations;
    assert!(
        violations[0].field.starts_with("ruleset.house_rules."),
        "{violations:?}"
    );
    let misread = house(|it| it.size = Some(v1::BoardSize { files: 7, ranks: 8 }));
    let status = refused(&mut rules, misread).await;
    assert_eq!(reason(&status), "INVALID_FIELD");
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

#[tokio::test]
async fn a_refusal_is_told_in_the_callers_language_and_its_codes_stay() {
    let mut rules = rules().await;
    let mut told = async |locale: &str| {
        let request = v1::ApplyMoveRequest {
            locale: locale.into(),
            ..apply(game("chess", &[]), &["Bc4"])
        };
        let rejection = applied(&mut rules, request)
            .await
            .rejection
            .expect("a rejection");
        rejection
            .violations
            .into_iter()
            .next()
            .expect("a violation")
    };
    let (english, portuguese) = (told("").await, told("pt-BR").await);
    assert_eq!(english.code, portuguese.code);
    assert!(english.message.contains("e2"), "{}", english.message);
    assert!(
        portuguese.message.contains("bloqueado"),
        "{}",
        portuguese.message
    );
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
