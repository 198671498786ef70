//! Saving and loading: what a text keeps of a game beside its moves, and that loading it restores the same standing.

use std::sync::Arc;

use proptest::prelude::*;
use tabuleiro_rules::adjudication::{Context, Room, TimeClass};
use tabuleiro_rules::draughts::RuleSet;
use tabuleiro_rules::game::{
    Action, ClaimKind, Fact, FactKind, Game, RequestedMove, RequestedParts,
};
use tabuleiro_rules::record::{
    Course, Element, LawTags, Limits, Marker, NamedVariant, Points, RawGame, Sheet, Transcript,
    elements, law_tags, pdn, pgn, replay, tags_of_law,
};
use tabuleiro_rules::rulebook::Agreement;
use tabuleiro_rules::{
    Interrupt, Position, Reading, Ruleset, RulesetRequest, Side, Square, Strictness, Variant,
    record,
};

fn law(variant: &str, rulebook: &str, switches: &[(&str, &str)]) -> Arc<Ruleset> {
    let switches = switches.to_vec();
    let request = RulesetRequest {
        variant,
        rulebook,
        switches,
    };
    Arc::new(Ruleset::build(&request).unwrap())
}

/// Moves and facts of a game as a record has them, those counted that were corrected.
fn parts(game: &Game) -> (Vec<String>, Vec<(usize, Fact)>) {
    let (mut moves, mut facts) = (Vec::new(), Vec::new());
    for action in game.actions() {
        match action {
            Action::Move(RequestedMove::Text(text)) => moves.push(text.to_string()),
            Action::Move(RequestedMove::Parts(_)) => unreachable!("these games are played by text"),
            Action::Fact(fact) => facts.push((moves.len(), fact.clone())),
        }
    }
    (moves, facts)
}

/// The text of a game with its law.
fn save(game: &Game, context: &Context) -> String {
    let law = game.state().ruleset();
    let (moves, facts) = parts(game);
    let start = &game.positions()[0];
    let mut sheet = Sheet::new(Marker::Unknown, Points::One);
    let own = |(name, value): (&str, String)| (name.to_owned(), value);
    sheet.tags = tags_of_law(law, context, None)
        .into_iter()
        .map(own)
        .collect();
    if let Variant::Draughts(set) = law.variant() {
        sheet
            .tags
            .extend(set.pdn_game_type().map(|tag| ("GameType".to_owned(), tag)));
    }
    if *start != Position::start(law) {
        sheet.tags.push(("FEN".to_owned(), start.to_fen()));
    }
    sheet.elements = elements(start, &moves, &facts, |_| Vec::new()).unwrap();
    match law.variant() {
        Variant::Draughts(_) => pdn::write(&sheet).unwrap(),
        Variant::Chess(_) => pgn::write(&sheet).unwrap(),
    }
}

fn apply(game: &mut Game, action: &Action, saved: &str) {
    if let Err(refusal) = game.apply(action) {
        panic!("{action:?}: {refusal:?}\n{saved}");
    }
}

/// Law, circumstances and game of a text.
fn load(saved: &str) -> (Game, Context) {
    let raw = RawGame::whole(saved.as_bytes());
    let text = record::read(&raw, record::Format::Pgn, &Limits::default());
    assert_eq!(text.faults(), []);
    let transcript = Transcript::new(&text);
    let NamedVariant::Known(variant) = transcript.variant else {
        panic!("{:?}", transcript.variant);
    };
    let tags = law_tags(&text).unwrap();
    let law = Arc::new(tags.law(variant).unwrap());
    let replay = replay(
        &transcript,
        &law,
        &Reading::default(),
        Strictness::Strict,
        &Interrupt::default(),
    )
    .unwrap();
    assert_eq!(replay.stop, None);
    let course = Course::of(&transcript, &replay);
    assert_eq!(course.unread, []);
    let mut game = match &transcript.start {
        None => Game::start(law),
        Some(_) => Game::start_from(law, replay.start.clone(), false).unwrap(),
    };
    let mut facts = course.facts.iter().peekable();
    for ply in 0..=course.moves.len() {
        if let Some((position, m)) = ply.checked_sub(1).and_then(|at| course.moves.get(at)) {
            let text = position.texts(&[*m]).unwrap().remove(0);
            apply(&mut game, &Action::text(&text), saved);
        }
        while let Some((_, fact, _)) = facts.next_if(|(at, ..)| *at == ply) {
            apply(&mut game, &Action::Fact(fact.clone()), saved);
        }
    }
    (game, tags.context)
}

fn played(law: &Arc<Ruleset>, fen: &str, actions: &[Action]) -> Game {
    let mut game = match fen {
        "" => Game::start(Arc::clone(law)),
        fen => {
            let parsed = Position::from_fen(law, fen, Strictness::Strict).unwrap();
            Game::start_from(Arc::clone(law), parsed.position, false).unwrap()
        }
    };
    for action in actions {
        game.apply(action)
            .unwrap_or_else(|refusal| panic!("{action:?}: {refusal:?}"));
    }
    game
}

fn is_restored(game: &Game, text: &str) {
    let (loaded, _) = load(text);
    assert_eq!(loaded.state(), game.state(), "{text}");
    assert_eq!(loaded.state().status(), game.state().status(), "{text}");
    assert_eq!(loaded.positions(), game.positions());
}

#[test]
fn a_huff_is_kept_and_restored_with_the_turn() {
    let law = law("brazilian", "traditional-br", &[("omission", "huff")]);
    let before = [
        Action::text("c3-d4"),
        Action::text("b6-a5"),
        Action::text("d4-c5"),
    ];
    let mut game = played(&law, "", &before);
    // d6xb4 was open; Black moves elsewhere, and White huffs.
    game.apply(&Action::text("h6-g5")).unwrap();
    let open = game.state().open_obligations();
    let may = open
        .iter()
        .flat_map(|open| open.squares.iter())
        .next()
        .copied()
        .unwrap();
    game.apply(&Action::fact(Side::White, FactKind::Huffed { square: may }))
        .unwrap();
    game.apply(&Action::text("e3-d4")).unwrap();
    let text = save(&game, &Context::default());
    assert!(text.contains("[HouseRules \"omission=huff\"]"), "{text}");
    assert!(text.contains("[Rulebook \"traditional-br\"]"), "{text}");
    let name = game
        .state()
        .position()
        .as_draughts()
        .unwrap()
        .geometry()
        .name(may);
    assert!(text.contains(&format!("{{[%huff {name}]}}")), "{text}");
    is_restored(&game, &text);
}

#[test]
fn a_correction_stands_at_the_move_that_replaced_the_other() {
    let law = law("english", "english-traditional", &[]);
    let game = played(
        &law,
        "B:W18,30:B14,5,1",
        &[
            Action::text("5-9"),
            Action::fact(Side::Black, FactKind::OfferedDraw),
            Action::fact(Side::White, FactKind::RequestedCorrection),
            Action::fact(Side::White, FactKind::OfferedDraw),
            Action::text("14x23"),
        ],
    );
    let text = save(&game, &Context::default());
    let words: Vec<&str> = text.split_whitespace().collect();
    let kept = "1. 14x23 {[%fact black offered_draw] [%fact white requested_correction] \
        [%fact white offered_draw] [%corrected 5-9]}";
    assert!(words.join(" ").contains(kept), "{text}");
    is_restored(&game, &text);
}

#[test]
fn a_right_that_is_still_open_is_open_again() {
    for omission in ["huff", "correct_on_request"] {
        let law = law("brazilian", "", &[("omission", omission)]);
        let game = played(&law, "W:Wc3,h2:Bd4,h8", &[Action::text("h2-g3")]);
        assert!(!game.state().open_obligations().is_empty());
        is_restored(&game, &save(&game, &Context::default()));
    }
}

#[test]
fn a_correction_that_nothing_has_replaced_yet_is_kept_too() {
    let law = law("brazilian", "", &[("omission", "correct_on_request")]);
    let request = Action::fact(Side::Black, FactKind::RequestedCorrection);
    let game = played(&law, "W:Wc3,h2:Bd4,h8", &[Action::text("h2-g3"), request]);
    assert_eq!(game.state().ply(), 0);
    is_restored(&game, &save(&game, &Context::default()));
}

#[test]
fn counters_and_the_duty_of_a_refused_offer_go_on_after_loading() {
    let english = law("english", "english-traditional", &[]);
    let mut game = played(
        &english,
        "B:WK32,K31:BK1,K2",
        &[
            Action::text("1-5"),
            Action::fact(Side::Black, FactKind::OfferedDraw),
            Action::fact(Side::White, FactKind::RefusedDraw),
        ],
    );
    for text in ["32-28", "5-1", "28-32", "1-5"] {
        game.apply(&Action::text(text)).unwrap();
    }
    let text = save(&game, &Context::default());
    assert!(
        text.contains("1-5 (=) {[%fact white refused_draw]}"),
        "{text}"
    );
    is_restored(&game, &text);

    let kings = law("brazilian", "casual-br", &[("king_moves.limit", "30")]);
    let mut game = played(&kings, "W:Wa1,Kc1:Bh8,Kf8", &[]);
    for text in ["c1-d2", "f8-e7", "d2-c1", "e7-f8"] {
        game.apply(&Action::text(text)).unwrap();
    }
    is_restored(&game, &save(&game, &Context::default()));
}

#[test]
fn the_circumstances_are_kept_in_tags() {
    let law = law("brazilian", "casual-br", &[]);
    let context = Context {
        room: Some(Room::Friends),
        score_sheet_kept: Some(true),
        supervised: Some(false),
        time_class: Some(TimeClass::Rapid),
        agreement: Some(Agreement::MinimumMove(40)),
        ..Context::default()
    };
    let game = Game::start(Arc::clone(&law));
    assert!(!LawTags::is_one("Room", "Hall 2") && LawTags::is_one("Room", "galera"));
    let text = save(&game, &context);
    assert!(text.contains("[Room \"galera\"]"), "{text}");
    assert_eq!(load(&text).1, context);
}

#[test]
fn each_set_of_the_catalogue_and_each_preset_is_named_by_its_tags() {
    for set in RuleSet::ALL {
        let law = law(set.id(), "", &[]);
        let game = Game::start(Arc::clone(&law));
        let text = save(&game, &Context::default());
        assert_eq!(load(&text).0.state().ruleset(), &law, "{text}");
        // The variant's own law needs no further tag.
        assert!(
            LawTags::NAMES
                .iter()
                .all(|name| !text.contains(&format!("[{name} "))),
            "{text}"
        );
    }
}

#[test]
fn a_tag_that_cannot_be_read_is_refused() {
    for (tag, part) in [
        ("HouseRules \"omission\"", "omission"),
        ("Circumstances \"time_class=slow\"", "time_class"),
        ("HistoryKnown \"perhaps\"", "perhaps"),
    ] {
        let text = format!("[GameType \"26\"]\n[{tag}]\n\n*\n");
        let text = pdn::read(&RawGame::whole(text.as_bytes()), &Limits::default());
        assert_eq!(law_tags(&text).unwrap_err().value, part);
    }
}

#[test]
fn a_fact_may_hold_any_text() {
    let law = law("chess", "", &[]);
    let illegal = |text: &str| FactKind::CompletedIllegalMove {
        text: text.to_owned(),
    };
    let game = played(
        &law,
        "",
        &[
            Action::text("e4"),
            Action::fact(Side::Black, illegal("Ke9 {50%} [?]")),
        ],
    );
    is_restored(&game, &save(&game, &Context::default()));
}

#[test]
fn an_intended_move_given_by_squares_is_put_into_words() {
    let law = law("brazilian", "", &[]);
    let claim = |from: &str, to: &str| Fact {
        by: Side::White,
        kind: FactKind::Claimed {
            kind: ClaimKind::Repetition,
            intended: Some(RequestedMove::Parts(Box::new(RequestedParts {
                from: from.to_owned(),
                to: to.to_owned(),
                ..RequestedParts::default()
            }))),
        },
    };
    let position = Position::start(&law);
    for (from, to, words) in [("c3", "d4", "c3-d4"), ("c3", "h8", "c3-h8")] {
        match claim(from, to).in_words(&position).kind {
            FactKind::Claimed {
                intended: Some(RequestedMove::Text(text)),
                ..
            } => {
                assert_eq!(text, words);
            }
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn what_is_noted_beside_a_corrected_move_stays_beside_it() {
    let moves = ["a", "b"].map(str::to_owned);
    let facts = [(
        1,
        Fact {
            by: Side::Black,
            kind: FactKind::RequestedCorrection,
        },
    )];
    let start = Position::start(&law("brazilian", "", &[("omission", "correct_on_request")]));
    let note = |ply: usize| vec![Element::Comment(format!("after {ply}"))];
    let text = |text: &str| Element::Move(text.to_owned());
    let comment = |text: &str| Element::Comment(text.to_owned());
    assert_eq!(
        elements(&start, &moves, &facts, note).unwrap(),
        [
            comment("after 0"),
            text("b"),
            comment("after 1"),
            Element::Command {
                name: "corrected".to_owned(),
                value: "a".to_owned()
            },
            comment("after 2"),
        ]
    );
}

/// One step chosen by a number: mostly a move, sometimes a fact.
fn step(game: &mut Game, choice: u32) {
    let moves = game.state().legal_moves().unwrap();
    let pick = |n: usize| (choice / 8) as usize % n;
    let by = Side::BOTH[pick(2)];
    let action = match choice % 8 {
        0 => Action::fact(by, FactKind::OfferedDraw),
        1 => Action::fact(by, FactKind::RefusedDraw),
        2 => Action::fact(by, FactKind::RequestedCorrection),
        3 => {
            let open = game.state().open_obligations();
            let may = open.into_iter().flat_map(|open| open.squares).last();
            let square = may.unwrap_or(Square::new(0));
            Action::fact(by, FactKind::Huffed { square })
        }
        _ if moves.is_empty() => return,
        _ => {
            let texts = game
                .state()
                .position()
                .texts(&[moves[pick(moves.len())]])
                .unwrap();
            Action::text(&texts[0])
        }
    };
    // What the law refuses is not part of the game.
    let _ = game.apply(&action);
}

const OMISSIONS: [&str; 5] = ["reject", "correct_on_request", "huff", "loss", "allowed"];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_game_is_restored_from_its_text(
        set in prop::sample::select(&RuleSet::ALL[..]),
        omission in prop::sample::select(&OMISSIONS[..]),
        choices in prop::collection::vec(any::<u32>(), 0..80),
    ) {
        let law = law(set.id(), "", &[("omission", omission)]);
        let mut game = Game::start(law);
        for choice in choices {
            if game.state().ending().is_none() {
                step(&mut game, choice);
            }
        }
        let text = save(&game, &Context::default());
        let (loaded, _) = load(&text);
        prop_assert_eq!(loaded.state(), game.state(), "{}", text);
    }
}
