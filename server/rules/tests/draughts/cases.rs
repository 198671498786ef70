//! Small inputs that broke other programs, each with its right answer, named by its number in the list of such cases.
//! Those that are about positions alone stand in `draughts_positions`, those about the text of a position beside its reader.

use std::collections::BTreeSet;
use std::sync::Arc;

use tabuleiro_rules::draughts::Position as Draughts;
use tabuleiro_rules::game::{Action, ClaimKind, CounterKind, FactKind, Game, Refusal};
use tabuleiro_rules::{
    Cause, Kind, Outcome, Position, Ruleset, RulesetRequest, Side, Strictness, ViolationCode,
};

fn law(variant: &str, switches: &[(&str, &str)]) -> Arc<Ruleset> {
    let request = RulesetRequest {
        variant,
        rulebook: "",
        switches: switches.to_vec(),
    };
    Arc::new(Ruleset::build(&request).unwrap())
}

fn game(variant: &str, fen: &str) -> Game {
    game_by(&law(variant, &[]), fen)
}

fn game_by(law: &Arc<Ruleset>, fen: &str) -> Game {
    let parsed = Position::from_fen(law, fen, Strictness::Strict).unwrap();
    Game::start_from(Arc::clone(law), parsed.position, true).unwrap()
}

fn board(game: &Game) -> &Draughts {
    game.state().position().as_draughts().unwrap()
}

/// Every legal move as `from-to` or `fromxto{captured}`.
fn moves(game: &Game) -> BTreeSet<String> {
    let board = board(game);
    let name = |square| board.geometry().name(square);
    let show = |m: tabuleiro_rules::draughts::Move| {
        let (from, to) = (name(m.from), name(m.to));
        let mut captured: Vec<String> = m.captured.iter().map(name).collect();
        captured.sort_by_key(|name| (name.len(), name.clone()));
        match m.is_capture() {
            true => format!("{from}x{to}{{{}}}", captured.join(",")),
            false => format!("{from}-{to}"),
        }
    };
    board.legal_moves().unwrap().into_iter().map(show).collect()
}

fn play(game: &mut Game, texts: &str) {
    for text in texts.split_whitespace() {
        game.apply(&Action::text(text))
            .unwrap_or_else(|refusal| panic!("{text}: {refusal:?}"));
    }
}

/// Plays moves over and over, until the game ends or so many plies were played.
fn shuffle(game: &mut Game, texts: &str, plies: u32) {
    for text in texts.split_whitespace().cycle() {
        if game.state().ending().is_some() || game.state().ply() >= plies {
            return;
        }
        play(game, text);
    }
}

fn refused(game: &mut Game, action: &Action) -> Vec<ViolationCode> {
    match game.apply(action) {
        Err(Refusal::Broken { violations }) => violations.iter().map(|it| it.code).collect(),
        other => panic!("{other:?}"),
    }
}

fn end(game: &Game) -> Option<(Cause, Outcome, u32)> {
    let ending = game.state().ending()?;
    Some((ending.cause, ending.outcome, ending.ply))
}

#[test]
fn every_position_of_the_table_has_just_its_legal_moves() {
    let rows = include_str!("../data/draughts-cases.tsv").lines();
    let rows = rows.filter(|row| !row.starts_with('#')).skip(1);
    let mut count = 0;
    for row in rows {
        let [case, rules, fen, legal] = row.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{row}");
        };
        let legal: BTreeSet<String> = legal.split(' ').map(str::to_owned).collect();
        assert_eq!(moves(&game(rules, fen)), legal, "case {case}");
        count += 1;
    }
    assert!(count > 10, "the table is empty");
}

#[test]
fn case_01_a_russian_capture_does_not_stop_early() {
    let mut game = game("russian", "W:Wh6:Bg7,c5,d2");
    play(&mut game, "h6:e1");
    let e1 = board(&game).geometry().parse("e1").unwrap();
    assert_eq!(
        game.state().position().piece_at(e1).unwrap().kind,
        Kind::King
    );
}

#[test]
fn case_02_ambiguous_russian_captures_are_three_outcomes() {
    let mut game = game("russian", "W:Wa3,b2,e3,g3,h2,h4,a5,Kf8:Bc5,e5,g5,g7,h8");
    assert_eq!(
        refused(&mut game, &Action::text("f8:b4")),
        [ViolationCode::Ambiguous]
    );
}

#[test]
fn case_05_a_russian_man_is_crowned_in_mid_capture() {
    let mut game = game("russian", "W:Wg5:Bf6,d6,b8");
    // g5:e7:c5 passes no last row; the man is a king only where it arrives there.
    play(&mut game, "g5:c5");
    assert!(board(&game).kings(Side::White).is_empty());
    let mut crowned = game_by(&law("russian", &[]), "W:Wh6:BKg7,Ke7");
    play(&mut crowned, "h6:f8:c5");
    assert_eq!(board(&crowned).kings(Side::White).len(), 1);
}

#[test]
fn case_09_an_illegal_move_leaves_no_phantom_king() {
    let mut game = game("international", "W:WK2,25:B14,15,16");
    let before = game.to_state();
    assert!(game.apply(&Action::text("25-5")).is_err());
    assert_eq!(game.to_state(), before);
}

#[test]
fn case_11_passing_the_last_row_crowns_nobody() {
    let mut game = game("international", "W:W15:B9,10");
    play(&mut game, "15x13");
    assert!(board(&game).kings(Side::White).is_empty());
}

#[test]
fn case_15_a_king_passes_one_piece_in_a_jump() {
    // 10 and 14 stand behind each other on the king's line.
    let found = moves(&game("international", "W:WK5,46:B10,14"));
    assert!(found.iter().all(|text| !text.contains('x')), "{found:?}");
}

#[test]
fn case_19_a_king_that_can_jump_on_must() {
    let mut game = game("english", "W:WK29:B25,18");
    assert_eq!(
        refused(&mut game, &Action::text("29x22")),
        [ViolationCode::MustContinue]
    );
}

#[test]
fn case_20_a_king_does_not_move_onto_its_own_square() {
    let mut game = game("international", "W:WK2:B40");
    assert!(game.apply(&Action::text("2-2")).is_err());
}

#[test]
fn case_21_a_missed_capture_is_refused_and_the_end_is_tested_for_the_side_to_move() {
    let mut game = game("brazilian", "W:Wc3,h2:Bd4");
    let codes = refused(&mut game, &Action::text("h2-g3"));
    assert_eq!(codes, [ViolationCode::MustCapture]);
    play(&mut game, "c3xe5");
    assert_eq!(end(&game).map(|it| it.1), Some(Outcome::Win(Side::White)));
}

#[test]
fn case_23_a_turkish_king_does_not_slide_through_pieces() {
    // The second position counts its squares from a1 along the ranks: 12 is d2, 20 d3, 22 f3; 1 is a1, 27 c4, 49 a7.
    let name = |number: u8| {
        let (file, rank) = ((number - 1) % 8, (number - 1) / 8);
        format!("{}{}", char::from(b'a' + file), rank + 1)
    };
    let fen = format!(
        "W:W{},K{},{}:BK{},{},{}",
        name(12),
        name(20),
        name(22),
        name(1),
        name(27),
        name(49)
    );
    let mut game = game("turkish", &fen);
    for to in [4, 23, 24] {
        let text = format!("{}-{}", name(20), name(to));
        assert!(game.apply(&Action::text(&text)).is_err(), "{text}");
    }
}

#[test]
fn case_27_a_man_move_starts_the_twenty_five_anew() {
    let law = law("international", &[("repetition.mode", "off")]);
    let mut game = game_by(&law, "W:WK47,35,45:BK5,6,16");
    shuffle(&mut game, "47-42 5-10 42-47 10-5", 48);
    play(&mut game, "35-30");
    let counters = game.state().running_counters();
    let kings = counters.iter().find(|it| it.kind == CounterKind::KingMoves);
    assert_eq!(kings.map_or(0, |it| it.value), 0);
    assert_eq!(end(&game), None);
}

#[test]
fn case_30_the_unchanged_material_of_the_64_is_thirty_moves_each() {
    let law = law("russian", &[("repetition.mode", "off")]);
    let mut game = game_by(&law, "W:WKa1,Kc1:BKh8,Kf8");
    shuffle(&mut game, "c1-d2 f8-e7 d2-c1 e7-f8", 200);
    assert_eq!(end(&game).map(|it| it.2), Some(60));
}

#[test]
fn case_31_and_44_forty_moves_each_are_eighty_plies_and_claimed() {
    let law = law("english", &[("repetition.mode", "off")]);
    let mut game = game_by(&law, "B:WK32,K31:BK1,K2");
    let claim = |kind| {
        Action::fact(
            Side::Black,
            FactKind::Claimed {
                kind,
                intended: None,
            },
        )
    };
    shuffle(&mut game, "1-5 32-28 5-1 28-32", 78);
    assert!(game.apply(&claim(ClaimKind::KingMoves)).is_err());
    shuffle(&mut game, "5-1 28-32 1-5 32-28", 80);
    assert_eq!(end(&game), None);
    let counters = game.state().running_counters();
    assert!(
        counters
            .iter()
            .any(|it| it.value == 80 && it.limit == Some(80)),
        "{counters:?}"
    );
}

#[test]
fn case_32_the_lone_king_of_pool_completes_thirteen_moves() {
    let law = law(
        "pool",
        &[("repetition.mode", "off"), ("king_moves.mode", "off")],
    );
    let mut game = game_by(&law, "B:WK29,K30,K31:BK1");
    shuffle(&mut game, "1-6 29-25 6-1 25-29", 100);
    assert_eq!(end(&game).map(|it| (it.1, it.2)), Some((Outcome::Draw, 25)));
}

#[test]
fn case_34_one_piece_each_is_a_turkish_draw_unless_the_house_says_otherwise() {
    let mut drawn = game("turkish", "W:WKa1:Bh5");
    assert_eq!(
        drawn.state().ending().map(|it| it.outcome),
        Some(Outcome::Draw)
    );
    let house = law("turkish", &[("lone_piece_v_king", "win_v_man")]);
    let won = game_by(&house, "W:WKa1:Bh5");
    assert_eq!(
        won.state().ending().map(|it| it.outcome),
        Some(Outcome::Win(Side::White))
    );
    assert_eq!(
        refused(&mut drawn, &Action::text("a1-a2")),
        [ViolationCode::GameOver]
    );
}

#[test]
fn case_35_and_36_only_the_side_to_move_loses_by_being_blocked() {
    // Black's man on 5 is blocked, but White is to move: nothing has ended.
    let mut game = game("english", "W:W9,14,32:B5");
    assert_eq!(end(&game), None);
    play(&mut game, "32-27");
    assert_eq!(
        end(&game).map(|it| (it.1, it.2)),
        Some((Outcome::Win(Side::White), 1))
    );
}

#[test]
fn case_37_a_game_with_a_jump_open_is_not_over() {
    let mut game = game("english", "W:WK29:BK25");
    assert_eq!(end(&game), None);
    play(&mut game, "29x22");
    assert_eq!(end(&game).map(|it| it.1), Some(Outcome::Win(Side::White)));
}

#[test]
fn case_38_positions_are_compared_and_not_their_hashes() {
    let mut game = game("international", "W:WK47,35:BK5,6");
    play(&mut game, "47-42 5-10 42-47 10-5");
    // A record compares whole positions, a token keys of 128 bits: both say the same.
    assert_eq!(game.occurrence_plies().len(), 2);
    assert_eq!(game.to_state().occurrences(), 2);
}

#[test]
fn case_40_the_start_counts_and_king_moves_count_though_men_stand_there() {
    let mut game = game("international", "W:WK47,35:BK5,6");
    shuffle(&mut game, "47-42 5-10 42-47 10-5", 100);
    assert_eq!(
        end(&game).map(|it| (it.0, it.2)),
        Some((Cause::ThreefoldRepetition, 8))
    );
    let law = law("international", &[("repetition.mode", "off")]);
    let mut game = game_by(&law, "W:WK47,35:BK5,6");
    shuffle(&mut game, "47-42 5-10 42-47 10-5", 100);
    assert_eq!(end(&game).map(|it| it.2), Some(50));
}

#[test]
fn case_42_a_position_that_comes_again_is_counted_again() {
    let mut game = game("international", "W:WK47,35:BK5,6");
    for (texts, occurrences) in [("47-42 5-10 42-47 10-5", 2), ("47-42 5-10 42-47 10-5", 3)] {
        play(&mut game, texts);
        assert_eq!(game.state().occurrences(), occurrences);
    }
}

#[test]
fn case_43_draughts_have_no_insufficient_material_but_the_counted_limits() {
    assert_eq!(end(&game("international", "W:WK46:BK5,K6")), None);
}
