//! Captures that were not made: corrected, huffed, let stand, or lost by.

use super::*;
use Side::{Black, White};

/// White can take d4 with c3, and can also move a3.
const OPEN: &str = "W:Wc3,a3:Bd4,h8";

fn brazilian(omission: &str) -> Arc<Ruleset> {
    law("brazilian", "", &[("omission", omission)])
}

fn huffs(game: &Game, by: Side, name: &str) -> Action {
    does(
        by,
        FactKind::Huffed {
            square: square(game, name),
        },
    )
}

#[test]
fn huff_the_piece_that_could_have_captured_is_removed_and_the_turn_stays() {
    let mut game = game(&brazilian("huff"), OPEN);
    play(&mut game, "a3-b4");
    let open = game.state().open_obligations();
    assert_eq!(
        (open[0].kind, open[0].side),
        (ObligationKind::MayHuff, Black)
    );
    assert_eq!(open[0].squares, [square(&game, "c3")]);
    let wrong = huffs(&game, Black, "b4");
    assert_eq!(refused(&mut game, &wrong), [ViolationCode::WrongHuffSquare]);
    let by_white = huffs(&game, White, "c3");
    assert_eq!(
        refused(&mut game, &by_white),
        [ViolationCode::NoRightToHuff]
    );
    let applied = game.apply(&huffs(&game, Black, "c3")).unwrap();
    assert_eq!((applied.ply, applied.changes.len()), (1, 1));
    assert_eq!(game.state().taken(Black, crate::Kind::Man), 1);
    assert_eq!(game.state().position().side_to_move(), Black);
    play(&mut game, "d4-e3");
}

#[test]
fn huff_a_piece_that_moved_is_huffed_where_it_now_stands() {
    let mut game = game(&brazilian("huff"), OPEN);
    play(&mut game, "c3-b4");
    game.apply(&huffs(&game, Black, "b4")).unwrap();
    assert_eq!(game.state().position().piece_at(square(&game, "b4")), None);
}

#[test]
fn huff_the_right_is_gone_with_the_next_move() {
    let mut game = game(&brazilian("huff"), OPEN);
    play(&mut game, "a3-b4");
    let applied = game.apply(&Action::text("d4xb2")).unwrap();
    assert_eq!(applied.notes, [Note::OmissionLetStand]);
    let late = huffs(&game, Black, "b4");
    assert_eq!(refused(&mut game, &late), [ViolationCode::NoRightToHuff]);
}

#[test]
fn huff_removing_the_last_piece_ends_the_game() {
    let mut game = game(&brazilian("huff"), "W:Wc3:Bd4,h8");
    play(&mut game, "c3-b4");
    game.apply(&huffs(&game, Black, "b4")).unwrap();
    assert_eq!(end(&game), Some((Cause::NoPieces, Outcome::Win(Black), 1)));
}

#[test]
fn correction_restores_the_position_and_a_second_omission_is_rejected() {
    let mut game = game(&brazilian("correct_on_request"), OPEN);
    let before = game.to_state();
    play(&mut game, "a3-b4");
    let request = does(Black, FactKind::RequestedCorrection);
    let by_white = does(White, FactKind::RequestedCorrection);
    assert_eq!(
        refused(&mut game, &by_white),
        [ViolationCode::NothingToCorrect]
    );
    let applied = game.apply(&request).unwrap();
    assert_eq!((applied.ply, applied.changes.len()), (0, 2));
    assert_eq!(game.state().position(), before.position());
    assert_eq!(game.positions().len(), 1);
    assert_eq!(
        refused(&mut game, &Action::text("a3-b4")),
        [ViolationCode::MustCorrect]
    );
    assert_eq!(game.state().legal_moves().unwrap().len(), 1);
    // The replacement takes the ply of the move that was taken back.
    play(&mut game, "c3xe5");
    assert_eq!((game.state().ply(), game.moves().len()), (1, 1));
    assert_eq!(
        refused(&mut game, &request),
        [ViolationCode::NothingToCorrect]
    );
}

#[test]
fn an_ending_on_the_board_waits_until_the_right_is_waived() {
    let switches = [
        ("omission", "huff"),
        ("king_moves.limit", "1"),
        ("king_moves.unit", "ply"),
    ];
    let law = law("brazilian", "", &switches);
    let fen = "W:WKa1:Bd4,h8,h6";
    let mut stands = game(&law, fen);
    play(&mut stands, "a1-b2");
    assert_eq!(end(&stands), None);
    let waiting = stands.state().status().waiting.unwrap();
    assert_eq!(waiting.cause, Cause::KingMovesLimit);
    assert_eq!(
        refused(&mut stands, &Action::text("h6-g5")),
        [ViolationCode::GameOver]
    );
    let mut huffed = stands.clone();
    let mut closed = stands.clone();
    stands.apply(&does(Black, FactKind::LetStand)).unwrap();
    assert_eq!(
        end(&stands),
        Some((Cause::KingMovesLimit, Outcome::Draw, 1))
    );
    // The record ends without a request.
    closed.close();
    assert_eq!(end(&closed), end(&stands));
    // The huff leaves White without a piece.
    huffed.apply(&huffs(&huffed, Black, "b2")).unwrap();
    assert_eq!(
        end(&huffed),
        Some((Cause::NoPieces, Outcome::Win(Black), 1))
    );
}

#[test]
fn loss_the_quiet_move_is_accepted_and_loses() {
    let mut game = game(&brazilian("loss"), OPEN);
    play(&mut game, "a3-b4");
    assert_eq!(
        end(&game),
        Some((Cause::MissedCapture, Outcome::Win(Black), 1))
    );
}

#[test]
fn allowed_and_reject_leave_nothing_open() {
    let mut allowed = game(&brazilian("allowed"), OPEN);
    play(&mut allowed, "a3-b4");
    assert_eq!(allowed.state().open_obligations(), []);
    let mut reject = game(&brazilian("reject"), OPEN);
    assert_eq!(
        refused(&mut reject, &Action::text("a3-b4")),
        [ViolationCode::MustCapture]
    );
    let stand = does(Black, FactKind::LetStand);
    assert_eq!(
        refused(&mut reject, &stand),
        [ViolationCode::NothingToCorrect]
    );
}

#[test]
fn huff_a_piece_that_stopped_on_its_way_is_the_one_to_huff() {
    // c3 takes d4 and f6; stopping on e5 is the offence.
    let mut game = game(&brazilian("huff"), "W:Wc3,a1:Bd4,f6,h8");
    play(&mut game, "c3xe5");
    let open = game.state().open_obligations();
    assert_eq!(open[0].squares, [square(&game, "e5")]);
    game.apply(&huffs(&game, Black, "e5")).unwrap();
    assert_eq!(game.state().taken(White, crate::Kind::Man), 1);
}
