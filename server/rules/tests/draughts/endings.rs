//! How a game of draughts ends by what stands on the board.

use crate::support;
use tabuleiro_rules::draughts::{CompiledRules, Position, RuleSet};
use tabuleiro_rules::{Cause, Outcome, Side};

fn position(rules: &str, switches: &[(&str, &str)], fen: &str) -> Position {
    let mut rules = support::rules(rules);
    for (key, value) in switches {
        rules.set(key, value).unwrap();
    }
    support::position(&CompiledRules::new(&rules).unwrap(), fen)
}

#[test]
fn no_game_is_over_at_its_start() {
    for set in RuleSet::ALL {
        let start = Position::start(&set.compiled());
        assert_eq!(
            (start.board_ending(), start.start_ending()),
            (None, None),
            "{}",
            set.id()
        );
        assert_eq!(start.side_to_move(), set.first_player());
    }
}

#[test]
fn a_side_without_pieces_has_lost_or_where_losing_is_the_aim_won() {
    let bare = position("international", &[], "W:W50:B");
    assert_eq!(
        bare.board_ending(),
        Some((Cause::NoPieces, Outcome::Win(Side::White)))
    );
    let bare = position("losing", &[], "B:W32:B");
    assert_eq!(
        bare.board_ending(),
        Some((Cause::NoPieces, Outcome::Win(Side::Black)))
    );
}

#[test]
fn a_blocked_player_loses_wins_or_draws_as_the_rules_say() {
    // White's man on a3 stands before b4 and cannot jump it: c5 is held.
    let fen = "W:Wa3:Bb4,c5";
    for (switches, outcome) in [
        (&[][..], Outcome::Win(Side::Black)),
        (&[("blocked_player", "wins")], Outcome::Win(Side::White)),
        (&[("blocked_player", "draw")], Outcome::Draw),
    ] {
        let blocked = position("brazilian", switches, fen);
        assert_eq!(blocked.board_ending(), Some((Cause::NoLegalMove, outcome)));
    }
    let losing = position("losing", &[], fen);
    assert_eq!(
        losing.board_ending(),
        Some((Cause::NoLegalMove, Outcome::Win(Side::White)))
    );
    // Black, who is not to move, may be blocked as he likes.
    let other = position("english", &[], "W:W25,K11:B28,K8");
    assert_eq!(other.board_ending(), None);
}

#[test]
fn breakthrough_is_over_with_the_first_king() {
    let mut race = position("breakthrough", &[], "W:W7:B44");
    let crowning = race.legal_moves().unwrap()[0];
    assert!(crowning.promotes);
    race.play(&crowning).unwrap();
    assert_eq!(
        race.board_ending(),
        Some((Cause::KingMade, Outcome::Win(Side::White)))
    );
    assert_eq!(race.legal_moves(), Ok(Vec::new()));
}

#[test]
fn one_piece_each_is_a_draw_in_turkish_draughts_unless_one_can_capture() {
    let drawn = position("turkish", &[], "W:WKa1:Bb7");
    assert_eq!(
        drawn.board_ending(),
        Some((Cause::LonePieceVKing, Outcome::Draw))
    );
    assert_eq!(
        drawn.start_ending(),
        Some((Cause::LonePieceVKing, Outcome::Draw))
    );
    let open = position("turkish", &[], "W:WKa1:Ba7");
    assert_eq!(open.board_ending(), None);
}

#[test]
fn a_lone_man_may_lose_to_a_king() {
    let switch = [("lone_piece_v_king", "win_v_man")];
    for (fen, outcome) in [
        ("W:WKa1:Bb7", Some(Outcome::Win(Side::White))),
        ("W:Wa2:BKb8", Some(Outcome::Win(Side::Black))),
        ("W:WKa1:BKb8", Some(Outcome::Draw)),
        ("W:Wa2:Bb7", Some(Outcome::Draw)),
        ("W:WKa1,h2:Bb7", None),
    ] {
        let ending = position("turkish", &switch, fen).board_ending();
        assert_eq!(ending.map(|(_, outcome)| outcome), outcome, "{fen}");
    }
}

#[test]
fn in_turca_br_a_side_with_a_king_beats_a_lone_piece_and_of_two_kings_the_one_that_moved() {
    for (fen, moved, started) in [
        ("W:WKa1,h2:Bb7", Some(Side::White), Some(Side::White)),
        ("W:WKa1,h2:BKb8", Some(Side::White), Some(Side::White)),
        ("W:WKa1:BKb8", Some(Side::Black), None),
        ("B:WKa1:BKb8", Some(Side::White), None),
        ("W:Wa2:Bb7", None, None),
        ("W:WKa1,h2:Bb7,c7", None, None),
    ] {
        let here = position("turca-br", &[], fen);
        let winner = |ending: Option<(Cause, Outcome)>| match ending {
            Some((Cause::LonePieceVKing, Outcome::Win(side))) => Some(side),
            None => None,
            other => panic!("{fen}: {other:?}"),
        };
        assert_eq!(winner(here.board_ending()), moved, "{fen}");
        assert_eq!(winner(here.start_ending()), started, "{fen}");
    }
}
