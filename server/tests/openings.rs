//! Balloted openings over a real socket: the tables in pages, draws that can be repeated, and decks of a caller's own.
#![allow(clippy::expect_used, reason = "a panic is how a test fails")]

mod support;

use support::{connect, start};
use tabuleiro_proto::v1::{
    self, draw_opening_request::Source, rules_service_client::RulesServiceClient,
};
use tabuleiro_server::Config;
use tonic::{Code, Status, transport::Channel};
use tonic_types::StatusExt as _;

type Rules = RulesServiceClient<Channel>;

async fn rules() -> Rules {
    let running = start(Config::local()).await;
    RulesServiceClient::new(connect(&running).await)
}

async fn listed(rules: &mut Rules, request: v1::ListOpeningsRequest) -> v1::ListOpeningsResponse {
    let answer = rules.list_openings(request).await;
    answer.expect("an answer").into_inner()
}

/// Every opening that a table or deck has, page by page, and how many pages it took.
async fn all_of(rules: &mut Rules, table: &str, page_size: i32) -> (Vec<v1::Opening>, usize) {
    let (mut openings, mut pages, mut page_token) = (Vec::new(), 0, String::new());
    loop {
        let request = v1::ListOpeningsRequest {
            table: table.into(),
            page_size,
            page_token,
            ..v1::ListOpeningsRequest::default()
        };
        let answer = listed(rules, request).await;
        openings.extend(answer.openings);
        pages += 1;
        page_token = answer.next_page_token;
        if page_token.is_empty() {
            return (openings, pages);
        }
    }
}

fn from_table(variant: &str, table: &str, number: u64, game_number: i32) -> v1::DrawOpeningRequest {
    v1::DrawOpeningRequest {
        ruleset: Some(v1::Ruleset {
            variant: variant.into(),
            ..v1::Ruleset::default()
        }),
        source: Some(Source::Table(table.into())),
        number,
        game_number,
        ..v1::DrawOpeningRequest::default()
    }
}

fn from_deck(variant: &str, cards: Vec<v1::Opening>) -> v1::DrawOpeningRequest {
    v1::DrawOpeningRequest {
        source: Some(Source::Deck(v1::OpeningDeck { cards })),
        ..from_table(variant, "", 7, 1)
    }
}

fn card(moves: &[&str]) -> v1::Opening {
    v1::Opening {
        moves: moves.iter().map(|text| (*text).into()).collect(),
        ..v1::Opening::default()
    }
}

async fn drawn(rules: &mut Rules, request: v1::DrawOpeningRequest) -> v1::DrawOpeningResponse {
    let answer = rules.draw_opening(request).await;
    answer.expect("an answer").into_inner()
}

async fn refused(rules: &mut Rules, request: v1::DrawOpeningRequest) -> Status {
    rules.draw_opening(request).await.expect_err("an error")
}

fn reason(status: &Status) -> String {
    let info = status.get_details_error_info();
    info.expect("always an ErrorInfo").reason
}

/// The field and the code of each field violation.
fn faults(status: &Status) -> Vec<(String, String)> {
    let request = status.get_details_bad_request().expect("a BadRequest");
    let faults = request.field_violations.into_iter().map(|it| {
        let code = it.description.split([':', ' ']).next().unwrap_or_default();
        (it.field, code.to_owned())
    });
    faults.collect()
}

fn fault(field: &str, code: &str) -> (String, String) {
    (field.to_owned(), code.to_owned())
}

/// The status of a game, after so many further moves of whatever is legal first.
async fn play_on(rules: &mut Rules, game: Option<v1::Game>, more: usize) -> v1::Status {
    let mut game = game;
    let mut left = more;
    loop {
        let request = v1::ApplyMoveRequest {
            game: game.clone(),
            ..v1::ApplyMoveRequest::default()
        };
        let answer = rules.apply_move(request).await.expect("an answer");
        let status = answer.into_inner().status.expect("a status");
        if left == 0 {
            return status;
        }
        left -= 1;
        let request = v1::LegalMovesRequest {
            game: game.clone(),
            view: v1::MoveView::Standard.into(),
            ..v1::LegalMovesRequest::default()
        };
        let legal = rules.legal_moves(request).await.expect("an answer");
        let first = legal.into_inner().origins.remove(0).moves.remove(0);
        if let Some(v1::game::Standing::Record(record)) =
            game.as_mut().and_then(|game| game.standing.as_mut())
        {
            record.moves.push(first.text);
        }
    }
}

#[tokio::test]
async fn the_catalogue_and_the_list_name_the_same_tables() {
    let mut rules = rules().await;
    let catalogue = rules
        .list_variants(v1::ListVariantsRequest::default())
        .await
        .expect("an answer")
        .into_inner();
    let tables = listed(&mut rules, v1::ListOpeningsRequest::default()).await;
    assert!(tables.openings.is_empty());
    for variant in &catalogue.variants {
        let request = v1::ListOpeningsRequest {
            variant: variant.id.clone(),
            ..v1::ListOpeningsRequest::default()
        };
        let of_variant = listed(&mut rules, request).await.tables;
        let ids: Vec<_> = of_variant.iter().map(|table| table.id.clone()).collect();
        assert_eq!(ids, variant.opening_tables, "{}", variant.id);
    }
    let of_variants = catalogue.variants.iter().map(|it| it.opening_tables.len());
    assert_eq!(of_variants.sum::<usize>(), tables.tables.len());
    let three_move = tables.tables.iter().find(|it| it.id == "english-3-move");
    let three_move = three_move.expect("the three-move table");
    assert_eq!((three_move.opening_count, three_move.in_pairs), (174, true));
    let decks = three_move.decks.iter();
    let decks: Vec<_> = decks.map(|it| (it.id.as_str(), it.opening_count)).collect();
    assert!(decks.contains(&("english-3-move/144", 144)), "{decks:?}");
    assert!(three_move.citation.is_some() && !three_move.name.is_empty());
}

#[tokio::test]
async fn pages_cover_a_table_once_and_in_order() {
    let mut rules = rules().await;
    let (openings, pages) = all_of(&mut rules, "english-3-move", 50).await;
    assert_eq!(pages, 4);
    let numbers: Vec<_> = openings.iter().map(|it| it.number).collect();
    assert_eq!(numbers, (1..=174).collect::<Vec<_>>());
    let barred = openings.iter().filter(|it| it.barred).count();
    assert_eq!(barred, 174 - 156);
    // A page is never larger than a thousand, whatever is asked for.
    let (openings, pages) = all_of(&mut rules, "english-11-man", i32::MAX).await;
    assert_eq!((openings.len(), pages), (2500, 3));
    assert!(openings.iter().all(|it| !it.start_position.is_empty()));
    let (deck, pages) = all_of(&mut rules, "english-3-move/144", 72).await;
    assert_eq!((deck.len(), pages), (144, 2));
    // The federation's codes.
    let (coded, _) = all_of(&mut rules, "idf-64-basic-russian", 0).await;
    assert_eq!(coded.first().expect("one").label, "1-I");
}

#[tokio::test]
async fn pages_tables_and_variants_that_there_are_not_are_refused() {
    let mut rules = rules().await;
    let request = |variant: &str, table: &str, page_size, page_token: &str| {
        let (variant, table) = (variant.to_owned(), table.to_owned());
        v1::ListOpeningsRequest {
            variant,
            table,
            page_size,
            page_token: page_token.into(),
            ..v1::ListOpeningsRequest::default()
        }
    };
    let three = "english-3-move";
    for (request, expected, at) in [
        (
            request("", "english-4-move", 0, ""),
            "UNKNOWN_OPENING_TABLE",
            "table",
        ),
        (
            request("", "english-3-move/", 0, ""),
            "UNKNOWN_OPENING_TABLE",
            "table",
        ),
        (
            request("checkerz", "", 0, ""),
            "UNKNOWN_VARIANT",
            "ruleset.variant",
        ),
        (request("russian", three, 0, ""), "INVALID_FIELD", "table"),
        (request("", three, -1, ""), "INVALID_FIELD", "page_size"),
        (
            request("", three, 0, "english-3-move@174"),
            "INVALID_FIELD",
            "page_token",
        ),
        (
            request("", three, 0, "english-3-move/144@100"),
            "INVALID_FIELD",
            "page_token",
        ),
        (
            request("", three, 0, "\u{1f3b2}"),
            "INVALID_FIELD",
            "page_token",
        ),
        (
            request("", "", 0, "english-3-move@100"),
            "INVALID_FIELD",
            "page_token",
        ),
    ] {
        let told = format!("{request:?}");
        let status = rules.list_openings(request).await.expect_err("an error");
        assert_eq!(status.code(), Code::InvalidArgument, "{told}");
        assert_eq!(reason(&status), expected, "{told}");
        assert_eq!(faults(&status).remove(0).0, at, "{told}");
    }
}

#[tokio::test]
async fn the_same_number_gives_the_same_draw_and_a_pair_changes_colours() {
    let mut rules = rules().await;
    let first = drawn(&mut rules, from_table("english", "english-3-move", 42, 1)).await;
    assert_eq!(first.generator, "splitmix64/1");
    let again = drawn(&mut rules, from_table("english", "english-3-move", 42, 0)).await;
    assert_eq!(first, again, "game 0 is game 1");
    let second = drawn(&mut rules, from_table("english", "english-3-move", 42, 2)).await;
    assert_eq!(first.opening, second.opening);
    assert_eq!(first.first_player_side(), v1::Side::Black, "Black begins");
    assert_eq!(second.first_player_side(), v1::Side::White);
    let unpaired = v1::DrawOpeningRequest {
        in_pairs: Some(false),
        ..from_table("english", "english-3-move", 42, 2)
    };
    assert_ne!(drawn(&mut rules, unpaired).await.opening, first.opening);
    // Number 42 falls on place 152, from 0, among the 156 that are not barred.
    let (openings, _) = all_of(&mut rules, "english-3-move", 1000).await;
    let sound: Vec<_> = openings.into_iter().filter(|it| !it.barred).collect();
    assert_eq!(first.opening.as_ref(), sound.get(152));
}

#[tokio::test]
async fn a_drawn_game_is_ready_to_be_played_on() {
    let mut rules = rules().await;
    for (variant, table) in [
        ("english", "english-3-move/tough"),
        ("english", "english-11-man"),
        ("italian", "italian-11-man"),
        ("russian", "idf-64-russian"),
        ("brazilian", "idf-64-basic-brazilian/category-1"),
    ] {
        for number in 0..6 {
            let answer = drawn(&mut rules, from_table(variant, table, number, 1)).await;
            let opening = answer.opening.expect("an opening");
            let position = answer.position.expect("a position");
            let plies = i32::try_from(opening.moves.len()).expect("few");
            let status = play_on(&mut rules, answer.game.clone(), 0).await;
            assert_eq!(status.ply_count, plies, "{table} {number}");
            let stands = status.position.expect("a position");
            assert_eq!(stands.fen, position.fen, "{table} {number}");
            assert_eq!(opening.side_to_move, position.side_to_move);
            let status = play_on(&mut rules, answer.game, 2).await;
            assert_eq!(status.ply_count, plies + 2, "{table} {number}");
        }
    }
}

#[tokio::test]
async fn colours_alone_are_drawn_for_any_variant() {
    let mut rules = rules().await;
    let request = |number, game_number| v1::DrawOpeningRequest {
        source: None,
        draw_colours: true,
        ..from_table("chess", "", number, game_number)
    };
    // The fixed draws of the generator: 1 changes the colours, 42 does not.
    let changed = drawn(&mut rules, request(1, 1)).await;
    assert_eq!(changed.first_player_side(), v1::Side::Black);
    assert_eq!(changed.opening, None);
    let kept = drawn(&mut rules, request(42, 1)).await;
    assert_eq!(kept.first_player_side(), v1::Side::White);
    let next = drawn(&mut rules, request(42, 2)).await;
    assert_eq!(next.first_player_side(), v1::Side::Black);
    assert_eq!(play_on(&mut rules, kept.game, 0).await.ply_count, 0);
}

#[tokio::test]
async fn a_table_must_exist_and_belong_to_the_game() {
    let mut rules = rules().await;
    let unknown = refused(&mut rules, from_table("english", "english-3-move/7", 1, 1)).await;
    assert_eq!(reason(&unknown), "UNKNOWN_OPENING_TABLE");
    let info = unknown.get_details_error_info().expect("an ErrorInfo");
    assert_eq!(
        info.metadata.get("table").map(String::as_str),
        Some("english-3-move/7")
    );
    let other = refused(&mut rules, from_table("russian", "english-3-move", 1, 1)).await;
    assert_eq!(faults(&other), [fault("table", "OTHER_VARIANT")]);
    let negative = refused(&mut rules, from_table("english", "english-3-move", 1, -1)).await;
    assert_eq!(faults(&negative), [fault("game_number", "OUT_OF_RANGE")]);
}

#[tokio::test]
async fn a_deck_of_ones_own_is_drawn_from_without_its_barred_cards() {
    let mut rules = rules().await;
    let barred = v1::Opening {
        barred: true,
        ..card(&["d4"])
    };
    let named = v1::Opening {
        name: "Siciliana".into(),
        label: "B20".into(),
        ..card(&["e2e4", "c7c5"])
    };
    let set_up = v1::Opening {
        start_position: "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1".into(),
        ..card(&["e4"])
    };
    for number in 0..12 {
        let deck = vec![barred.clone(), named.clone(), set_up.clone()];
        let request = v1::DrawOpeningRequest {
            number,
            ..from_deck("chess", deck)
        };
        let answer = drawn(&mut rules, request).await;
        let opening = answer.opening.expect("an opening");
        let (moves, label) = match opening.number {
            2 => (vec!["e4", "c5"], "B20"),
            3 => (vec!["e4"], "3"),
            other => panic!("card {other} is barred, or there is none"),
        };
        assert_eq!(
            (opening.moves, opening.label.as_str()),
            (moves.into_iter().map(str::to_owned).collect(), label)
        );
        let status = play_on(&mut rules, answer.game, 1).await;
        assert!(status.ply_count >= 2);
    }
}

#[tokio::test]
async fn every_bad_card_of_a_deck_is_named() {
    let mut rules = rules().await;
    let no_kings = v1::Opening {
        start_position: "8/8/8/8/8/8/8/8 w - - 0 1".into(),
        ..card(&[])
    };
    let mate = card(&["f3", "e5", "g4", "Qh4#"]);
    let deck = vec![card(&["e4"]), card(&["e4", "e5", "Ke3"]), no_kings, mate];
    let status = refused(&mut rules, from_deck("chess", deck)).await;
    assert_eq!(status.code(), Code::InvalidArgument);
    assert_eq!(reason(&status), "INVALID_RECORD");
    let info = status.get_details_error_info().expect("an ErrorInfo");
    assert_eq!(info.metadata.get("ply").map(String::as_str), Some("3"));
    let faults = faults(&status);
    let fields: Vec<_> = faults.iter().map(|(field, _)| field.as_str()).collect();
    assert_eq!(
        fields,
        [
            "deck.cards[1].moves[2]",
            "deck.cards[2].start_position",
            "deck.cards[3].moves[3]",
        ]
    );
    assert!(
        faults.contains(&fault("deck.cards[3].moves[3]", "GAME_OVER")),
        "{faults:?}"
    );
}

#[tokio::test]
async fn a_deck_beyond_its_bounds_is_refused_before_it_is_played() {
    let mut rules = rules().await;
    let barred = v1::Opening {
        barred: true,
        ..card(&["e4"])
    };
    let long_name = v1::Opening {
        name: "x".repeat(257),
        ..card(&["e4"])
    };
    let shuffle = ["Nf3", "Nf6", "Ng1", "Ng8"].repeat(17);
    for (cards, expected) in [
        (vec![], fault("deck.cards", "REQUIRED")),
        (vec![card(&[]); 4097], fault("deck.cards", "TOO_MANY")),
        (
            vec![card(&["e4"; 9]); 4096],
            fault("deck.cards", "TOO_MANY_MOVES"),
        ),
        (vec![barred], fault("deck.cards", "NOTHING_TO_DRAW")),
        (vec![long_name], fault("deck.cards[0].name", "TOO_LONG")),
        (
            vec![card(&shuffle)],
            fault("deck.cards[0].moves", "TOO_MANY"),
        ),
    ] {
        let status = refused(&mut rules, from_deck("chess", cards)).await;
        assert_eq!(faults(&status), [expected]);
    }
    // Of many bad cards the first are told, each once, and as many are counted as were looked at.
    let hundred = vec![card(&["e5"]); 100];
    let status = refused(&mut rules, from_deck("chess", hundred)).await;
    let fields: Vec<_> = faults(&status)
        .into_iter()
        .map(|(field, _)| field)
        .collect();
    let first: Vec<_> = (0..32)
        .map(|it| format!("deck.cards[{it}].moves[0]"))
        .collect();
    assert_eq!(fields, first);
    let info = status.get_details_error_info().expect("an ErrorInfo");
    assert_eq!(info.metadata.get("faults").map(String::as_str), Some("64"));
}
