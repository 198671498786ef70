//! Records played through: real games to their end, and the move that stops one named with its ply and place.

use std::sync::{Arc, atomic::AtomicBool};

use tabuleiro_rules::chess::{self, ChessVariant, Forms, Language};

use tabuleiro_rules::draughts::RuleSet;
use tabuleiro_rules::game::{Action, FactKind, Game};
use tabuleiro_rules::record::{
    ClockError, Format, Limits, Marker, NamedVariant, RawGame, RemarkKind, Replay, StopReason,
    Termination, Transcript, actions, fact_value, for_each_game, parse_fact, pdn, pgn, read,
    replay,
};
use tabuleiro_rules::{
    Interrupt, Outcome, Position, Reading, Ruleset, Side, Square, Strictness, Variant,
    ViolationCode,
};

fn chess_rules() -> Law {
    rules_of(Variant::Chess(ChessVariant::Chess))
}

/// By which law a record is played through, and how its moves are read.
struct Law(Ruleset, Reading);

fn rules_of(variant: Variant) -> Law {
    Law(Ruleset::standard(variant).unwrap(), Reading::default())
}

fn play(transcript: &Transcript<'_>, law: &Law) -> Replay {
    replay(
        transcript,
        &law.0,
        &law.1,
        Strictness::Strict,
        &Interrupt::default(),
    )
    .unwrap()
}

fn reading(chess: chess::Reading) -> Law {
    Law(chess_rules().0, Reading { chess })
}

/// The replay of a chess game, with the place of its stop as `ply line:column`.
fn chess(text: &str, rules: &Law) -> (Replay, String) {
    let text = pgn::read(&RawGame::whole(text.as_bytes()), &Limits::default());
    let replay = play(&Transcript::new(&text), rules);
    let stop = replay.stop.as_ref().map_or(String::new(), |stop| {
        let place = text.place(stop.span.start as usize);
        format!("{} {}:{}", stop.ply, place.line, place.column)
    });
    (replay, stop)
}

fn codes(replay: &Replay) -> Vec<ViolationCode> {
    match &replay.stop.as_ref().unwrap().reason {
        StopReason::Refused(violations) => {
            violations.iter().map(|violation| violation.code).collect()
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn every_real_game_plays_through_to_its_last_half_move() {
    for (name, bytes, untagged) in [
        (
            "chess-rated",
            &include_bytes!("../../../../tests/data/chess-rated.pgn")[..],
            None,
        ),
        (
            "chess-tournament",
            include_bytes!("../../../../tests/data/chess-tournament.pgn"),
            None,
        ),
        (
            "international",
            include_bytes!("../../../../tests/data/international.pdn"),
            None,
        ),
        (
            "frisian",
            include_bytes!("../../../../tests/data/frisian.pdn"),
            Some(RuleSet::Frisian),
        ),
        (
            "brazilian",
            include_bytes!("../../../../tests/data/brazilian.pdn"),
            None,
        ),
        (
            "russian",
            include_bytes!("../../../../tests/data/russian.pdn"),
            Some(RuleSet::Russian),
        ),
        (
            "english",
            include_bytes!("../../../../tests/data/english.pdn"),
            None,
        ),
    ] {
        for_each_game(bytes, &Limits::default(), |game| {
            let text = read(&game, Format::Pdn, &Limits::default());
            let transcript = Transcript::new(&text);
            let variant = match (&transcript.variant, untagged) {
                (NamedVariant::Known(variant), _) => *variant,
                (NamedVariant::Unnamed, Some(set)) => Variant::Draughts(set),
                other => panic!("{name} {}: {other:?}", game.number),
            };
            let replay = play(&transcript, &rules_of(variant));
            assert_eq!(replay.stop, None, "{name} {} {variant}", game.number);
            assert_eq!(replay.played(), transcript.half_moves.len());
            assert_eq!(transcript.bad_clocks, []);
        });
    }
}

#[test]
fn a_player_who_moves_first_may_be_black() {
    let text = "[P1 \"a\"]\n[P2 \"b\"]\n[Variant \"American/English\"]\n[Termination \"Time forfeit\"]\n[Result \"1-0\"]\n\n1. g3-f4 f6-e5 1-0";
    let text = pdn::read(&RawGame::whole(text.as_bytes()), &Limits::default());
    let transcript = Transcript::new(&text);
    assert_eq!(
        transcript.variant,
        NamedVariant::Known(Variant::Draughts(RuleSet::English))
    );
    let rules = rules_of(Variant::Draughts(RuleSet::English));
    let first = RuleSet::English.first_player();
    assert_eq!(first, Side::Black);
    assert_eq!(
        transcript.claimed(first),
        Some(Marker::Decided(Outcome::Win(Side::Black)))
    );
    assert_eq!(transcript.flag_fell(first), Some(Side::White));
    assert_eq!(play(&transcript, &rules).stop, None);
}

#[test]
fn an_illegal_move_is_named_with_its_ply() {
    let (replay, stop) = chess("1. g3 e5 2. f4 Nc6 3. Nfe3 d5 *", &chess_rules());
    assert_eq!(stop, "5 1:23");
    assert_eq!(replay.played(), 4);
    assert!(!codes(&replay).is_empty());
}

#[test]
fn a_word_in_small_letters_is_no_queen_and_no_mate() {
    let (replay, stop) = chess(
        "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. qxf7# 1-0",
        &chess_rules(),
    );
    assert_eq!(stop, "7 1:35");
    assert_eq!(codes(&replay), [ViolationCode::UnreadableMove]);
}

#[test]
fn the_language_is_the_callers() {
    let game = "1. e4 e5 2. Cf3 Cc6 3. Bb5 *";
    let (_, stop) = chess(game, &chess_rules());
    assert_eq!(stop, "3 1:13");
    let portuguese = chess::Reading {
        language: Language::Portuguese,
        ..chess::Reading::default()
    };
    let (replay, stop) = chess(game, &reading(portuguese));
    assert_eq!(stop, "");
    assert_eq!(
        replay.last.to_fen(),
        "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3"
    );
}

#[test]
fn a_promotion_names_its_piece() {
    let game = |text: &str| format!("[FEN \"8/4P2k/8/8/8/8/8/K7 w - - 0 1\"]\n\n1. {text} *");
    let (replay, stop) = chess(&game("e8"), &chess_rules());
    assert_eq!(stop, "1 3:4");
    assert_eq!(codes(&replay), [ViolationCode::PromotionRequired]);
    assert_ne!(chess(&game("e8Q"), &chess_rules()).1, "");
    let lenient = chess::Reading {
        forms: Forms::Lenient,
        ..chess::Reading::default()
    };
    assert_eq!(chess(&game("e8Q"), &reading(lenient)).1, "");
}

#[test]
fn castling_is_not_written_as_a_step_of_the_king() {
    let (replay, stop) = chess("1. e4 e5 2. Nf3 Nf6 3. Be2 Be7 4. Kg1 *", &chess_rules());
    assert_eq!(stop, "7 1:35");
    assert!(!codes(&replay).is_empty());
}

#[test]
fn a_null_move_stops_the_play() {
    let (replay, stop) = chess("1. e4 -- 2. d4 *", &chess_rules());
    assert_eq!(stop, "2 1:7");
    assert_eq!(replay.stop.unwrap().reason, StopReason::NullMove);
}

#[test]
fn a_start_position_that_is_none_is_refused_with_all_its_faults() {
    let text = "[FEN \"8/8/8/8/8/8/5kK1/8 w - - 0 1\"]\n\n1. Kg1 *";
    let text = pgn::read(&RawGame::whole(text.as_bytes()), &Limits::default());
    let law = chess_rules();
    let bad = replay(
        &Transcript::new(&text),
        &law.0,
        &law.1,
        Strictness::Strict,
        &Interrupt::default(),
    )
    .unwrap_err();
    assert!(!bad.faults.is_empty());
    assert_eq!(
        text.slice(bad.span),
        "[FEN \"8/8/8/8/8/8/5kK1/8 w - - 0 1\"]"
    );
}

#[test]
fn clocks_offers_and_huffs_stand_beside_their_plies() {
    let source = "[Termination \"Time forfeit\"]\n[Result \"0-1\"]\n\n\
        1. e4 {[%clk 0:05:00]} e5 (1... c5 {[%clk 0:00:01]}) {[%clk 5:00]} 2. Nf3 (=) {[%huff c3] [%eval 0.1]} \
        Nc6 {[%corrected d6]} exd6 e.p. *";
    let text = pgn::read(&RawGame::whole(source.as_bytes()), &Limits::default());
    let transcript = Transcript::new(&text);
    let clocks: Vec<_> = transcript
        .half_moves
        .iter()
        .map(|half| half.clock.map(|clock| clock.as_millis()))
        .collect();
    assert_eq!(clocks, [Some(300_000), None, None, None, None]);
    assert_eq!(transcript.bad_clocks.len(), 1);
    assert_eq!(transcript.bad_clocks[0].1, ClockError::Ambiguous);
    assert_eq!(text.slice(transcript.bad_clocks[0].0), "5:00");
    let remarks: Vec<_> = transcript
        .remarks
        .iter()
        .map(|remark| (remark.after_ply, remark.kind))
        .collect();
    assert_eq!(
        remarks,
        [
            (3, RemarkKind::DrawOffered),
            (3, RemarkKind::Huffed("c3")),
            (
                3,
                RemarkKind::Command {
                    name: "eval",
                    value: "0.1"
                }
            ),
        ]
    );
    let corrects = transcript.half_moves[3].corrects;
    assert_eq!(corrects.map(|it| (it.text, it.remarks)), Some(("d6", 3)));
    assert_eq!(transcript.half_moves[4].text, "exd6 e.p.");
    assert_eq!(transcript.termination, Some(Termination::TimeForfeit));
    assert_eq!(
        transcript.claimed(Side::White),
        Some(Marker::Decided(Outcome::Win(Side::Black)))
    );
    assert_eq!(transcript.flag_fell(Side::White), Some(Side::White));
}

#[test]
fn variants_go_by_many_names() {
    let named = |tags: &str, format: Format| {
        let text = format!("{tags}\n\n*");
        let text = match format {
            Format::Pgn => pgn::read(&RawGame::whole(text.as_bytes()), &Limits::default()),
            Format::Pdn => pdn::read(&RawGame::whole(text.as_bytes()), &Limits::default()),
        };
        Transcript::new(&text).variant
    };
    let chess = |variant| NamedVariant::Known(Variant::Chess(variant));
    let draughts = |set| NamedVariant::Known(Variant::Draughts(set));
    assert_eq!(named("", Format::Pgn), chess(ChessVariant::Chess));
    assert_eq!(
        named("[Variant \"King of the Hill\"]", Format::Pgn),
        chess(ChessVariant::KingOfTheHill)
    );
    assert_eq!(
        named("[Variant \"Three-check\"]", Format::Pgn),
        chess(ChessVariant::ThreeCheck)
    );
    assert_eq!(
        named("[Variant \"Shogi\"]", Format::Pgn),
        NamedVariant::Unknown("Shogi".into())
    );
    assert_eq!(named("", Format::Pdn), NamedVariant::Unnamed);
    assert_eq!(
        named("[GameType \"26\"]", Format::Pdn),
        draughts(RuleSet::Brazilian)
    );
    assert_eq!(
        named("[GameType \"20,W,10,10,N2,0\"]", Format::Pdn),
        draughts(RuleSet::International)
    );
    assert_eq!(
        named("[GameType \"23,B,8,8,A1,1\"]", Format::Pdn),
        draughts(RuleSet::Jamaican)
    );
    assert_eq!(
        named("[GameType \"32\"]", Format::Pdn),
        NamedVariant::Unknown("32".into())
    );
    assert_eq!(
        named("[P1 \"x\"]\n[GameType \"32\"]", Format::Pdn),
        draughts(RuleSet::English)
    );
    assert_eq!(
        named("[P1 \"x\"]\n[GameType \"27\"]", Format::Pdn),
        draughts(RuleSet::Pool)
    );
    assert_eq!(
        named("[Variant \"tradicional-br\"]", Format::Pdn),
        draughts(RuleSet::TradicionalBr)
    );
}

#[test]
fn a_capture_written_in_parts_is_one_move() {
    let text = "[GameType \"20\"]\n[FEN \"W:W26:B12,21\"]\n\n1. 26x17 17x8 *";
    let text = pdn::read(&RawGame::whole(text.as_bytes()), &Limits::default());
    let replay = play(
        &Transcript::new(&text),
        &rules_of(Variant::Draughts(RuleSet::International)),
    );
    assert_eq!(replay.stop, None);
    assert_eq!(replay.parts(), [2]);
    assert_eq!(replay.played(), 2);
}

#[test]
fn a_missed_capture_is_named_with_its_rule() {
    let text = "[GameType \"26\"]\n\n1. c3-d4 b6-c5 2. d4-e5 *";
    let text = pdn::read(&RawGame::whole(text.as_bytes()), &Limits::default());
    let replay = play(
        &Transcript::new(&text),
        &rules_of(Variant::Draughts(RuleSet::Brazilian)),
    );
    assert!(
        codes(&replay).contains(&ViolationCode::MustCapture),
        "{:?}",
        replay.stop
    );
    assert_eq!(replay.stop.unwrap().ply, 3);
}

#[test]
fn chess960_castles_by_its_rook() {
    let game = "[Variant \"Chess960\"]\n[FEN \"4k3/8/8/8/8/8/8/2R1K2R w HC - 0 1\"]\n\n1. O-O-O *";
    let text = pgn::read(&RawGame::whole(game.as_bytes()), &Limits::default());
    let transcript = Transcript::new(&text);
    let NamedVariant::Known(variant) = transcript.variant else {
        panic!()
    };
    let replay = play(&transcript, &rules_of(variant));
    assert_eq!(replay.stop, None);
    assert_eq!(replay.line.len(), 1);
    assert_eq!(replay.last.to_fen(), "4k3/8/8/8/8/8/8/2KR3R b - - 1 1");
}

#[test]
fn a_record_is_the_actions_of_a_game() {
    let source = "[Termination \"Time forfeit\"]\n[Result \"0-1\"]\n\n\
        {[%fact black offered_draw]} 1. e4 (=) e5 {[%fact white touched g1 f3] [%fact white nonsense]} 2. Nf3 Ke9 Nc6 0-1";
    let text = pgn::read(&RawGame::whole(source.as_bytes()), &Limits::default());
    let transcript = Transcript::new(&text);
    let replay = play(&transcript, &chess_rules());
    assert_eq!(replay.stop.as_ref().unwrap().ply, 4);
    let (recorded, unread) = actions(&transcript, &replay);
    let squares = ["g1", "f3"]
        .map(|name| parse_square(&replay.start, name))
        .to_vec();
    let all: Vec<Action> = recorded
        .into_iter()
        .map(|recorded| recorded.action)
        .collect();
    assert_eq!(
        all,
        [
            Action::fact(Side::Black, FactKind::OfferedDraw),
            Action::text("e4"),
            Action::fact(Side::White, FactKind::OfferedDraw),
            Action::text("e5"),
            Action::fact(
                Side::White,
                FactKind::Touched {
                    squares,
                    adjusted: false
                }
            ),
            Action::text("Nf3"),
            Action::text("Ke9"),
            Action::text("Nc6"),
            Action::fact(Side::White, FactKind::FLAG_FELL),
        ]
    );
    assert_eq!(unread.len(), 1);
    assert_eq!(text.slice(unread[0]), "white nonsense");
}

fn parse_square(position: &Position, name: &str) -> Square {
    match parse_fact(position, &format!("white designated {name}"))
        .unwrap()
        .kind
    {
        FactKind::Designated { square } => square,
        other => panic!("{other:?}"),
    }
}

#[test]
fn every_fact_is_read_as_it_is_written() {
    let chess = Position::start(&chess_rules().0);
    let draughts = Position::start(&rules_of(Variant::Draughts(RuleSet::Brazilian)).0);
    for value in [
        "white resigned",
        "black flag_fell",
        "black flag_fell last_period",
        "white flag_fell earlier_period",
        "white found colours_reversed",
        "black used_two_hands",
        "white claimed quickplay",
        "white claimed repetition",
        "black claimed fifty_moves Nf3",
        "white completed_illegal_move Nfe3",
        "black adjusted",
        "white arbiter_decided 1/2-1/2",
        "white arbiter_decided - no_advantage",
        "black arbiter_decided 0-0 advantage",
        "white illegal_position_stood",
    ] {
        for position in [&chess, &draughts] {
            let fact = parse_fact(position, value).unwrap();
            assert_eq!(fact_value(position, &fact).as_deref(), Some(value));
        }
    }
    for (position, value) in [
        (&chess, "white touched e2 d1"),
        (&chess, "black designated h8"),
        (&draughts, "white huffed c3"),
        (&draughts, "black touched b6 d6 f6"),
    ] {
        let fact = parse_fact(position, value).unwrap();
        assert_eq!(fact_value(position, &fact).as_deref(), Some(value));
    }
    for value in [
        "",
        "white",
        "green resigned",
        "white resigned twice",
        "white huffed",
        "white huffed z9",
        "white claimed",
        "white claimed luck",
        "white flag_fell twice",
        "white found nothing",
        "white arbiter_decided 5-0",
    ] {
        assert_eq!(parse_fact(&draughts, value), None, "{value}");
    }
}

#[test]
fn a_game_takes_the_actions_of_every_real_record() {
    for (bytes, variant) in [
        (
            &include_bytes!("../../../../tests/data/chess-rated.pgn")[..],
            Variant::Chess(ChessVariant::Chess),
        ),
        (
            include_bytes!("../../../../tests/data/brazilian.pdn"),
            Variant::Draughts(RuleSet::Brazilian),
        ),
        (
            include_bytes!("../../../../tests/data/english.pdn"),
            Variant::Draughts(RuleSet::English),
        ),
    ] {
        let law = rules_of(variant);
        let ruleset = Arc::new(law.0.clone());
        for_each_game(bytes, &Limits::default(), |game| {
            let text = read(&game, Format::Pdn, &Limits::default());
            let transcript = Transcript::new(&text);
            let replay = play(&transcript, &law);
            let (recorded, unread) = actions(&transcript, &replay);
            assert_eq!(unread, []);
            let mut game = Game::start(Arc::clone(&ruleset));
            for recorded in recorded {
                if game.state().ending().is_some() {
                    break;
                }
                game.apply(&recorded.action).unwrap();
            }
            if transcript
                .flag_fell(RuleSet::English.first_player())
                .is_some()
            {
                assert!(game.state().ending().is_some());
            }
            let line: Vec<_> = replay.line.iter().map(|made| made.m).collect();
            assert_eq!(game.moves(), &line[..game.moves().len()]);
        });
    }
}

/// A game of international draughts in which 47x36 takes the man on 14 (47x38x20x9x36) or the one on 19.
fn short(moves: &str) -> Replay {
    let text = format!(
        "[GameType \"20\"]\n[SetUp \"1\"]\n[FEN \"W:WK47,50:B6,14,19,29,31,42\"]\n\n{moves} *\n"
    );
    let text = pdn::read(&RawGame::whole(text.as_bytes()), &Limits::default());
    let law = rules_of(Variant::Draughts(RuleSet::International));
    play(&Transcript::new(&text), &law)
}

#[test]
fn a_short_capture_is_the_one_that_fits_what_follows_and_is_reported() {
    let by_14 = "47x38x20x9x36";
    let by_19 = "47x38x24x13x36";
    for (moves, played, told_by_ply) in [
        ("1. 47x36 19-23", by_14, 2),
        ("1. 47x36 14-20", by_19, 2),
        ("1. 47x36 6-11 2. 50-45 14-20", by_19, 4),
    ] {
        let replay = short(moves);
        assert_eq!(replay.stop, None, "{moves}");
        assert_eq!(replay.short_captures.len(), 1, "{moves}");
        let told = &replay.short_captures[0].capture;
        assert_eq!(told.played, played, "{moves}");
        assert_eq!((told.ply, told.told_by_ply), (1, told_by_ply), "{moves}");
        assert!(!told.same_position && told.candidates.len() == 2, "{moves}");
    }
}

#[test]
fn a_short_capture_that_nothing_tells_stays_a_fault_with_its_candidates() {
    for moves in ["1. 47x36", "1. 47x36 6-11 2. 50-45", "1. 47x36 6-16"] {
        let replay = short(moves);
        assert!(replay.short_captures.is_empty(), "{moves}");
        assert_eq!(replay.stop.as_ref().unwrap().ply, 1, "{moves}");
        assert_eq!(codes(&replay), [ViolationCode::Ambiguous], "{moves}");
    }
}

#[test]
fn a_replay_ends_where_it_is_interrupted() {
    let raised = Arc::new(AtomicBool::new(true));
    let text = pgn::read(&RawGame::whole(b"1. e4 e5 2. Nf3 *"), &Limits::default());
    let law = chess_rules();
    let interrupt = Interrupt::by(raised);
    let replay = replay(
        &Transcript::new(&text),
        &law.0,
        &law.1,
        Strictness::Strict,
        &interrupt,
    );
    assert!(replay.unwrap().line.is_empty());
}
