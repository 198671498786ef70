//! Endings that stand on the board, and the identity of positions (FIDE 9.2.3).

use tabuleiro_rules::{
    Cause, MoveRequest, Outcome, Side, Strictness,
    chess::{ChessVariant, Difference, Position, Reading},
};

fn board(variant: ChessVariant, fen: &str) -> Position {
    Position::from_fen(variant, fen, Strictness::Strict)
        .unwrap_or_else(|faults| panic!("{fen}: {faults:?}"))
        .position
}

fn play(mut position: Position, moves: &str) -> Vec<Position> {
    let mut all = vec![position.clone()];
    for text in moves.split_whitespace() {
        let m = position
            .read_move(&MoveRequest::Text(text), Reading::default())
            .unwrap_or_else(|violations| panic!("{text}: {violations:?}"));
        position.play(&m);
        all.push(position.clone());
    }
    all
}

fn last(positions: &[Position]) -> &Position {
    positions.last().expect("at least the start")
}

/// How often the last position has been on the board, by comparison and by key.
fn occurrences(positions: &[Position]) -> usize {
    let last = last(positions);
    let equal = positions
        .iter()
        .filter(|position| *position == last)
        .count();
    let keys = positions
        .iter()
        .filter(|position| position.key() == last.key())
        .count();
    assert_eq!(equal, keys);
    equal
}

fn game(moves: &str) -> Vec<Position> {
    play(Position::start(ChessVariant::Chess), moves)
}

#[test]
fn mate_and_stalemate_are_endings() {
    let mated = game("f3 e5 g4 Qh4");
    assert_eq!(
        last(&mated).board_ending(),
        Some((Cause::Checkmate, Outcome::Win(Side::Black)))
    );
    let knight = board(ChessVariant::Chess, "6rk/5N2/7K/8/8/8/8/8 b - - 0 1");
    assert_eq!(
        knight.board_ending(),
        Some((Cause::Checkmate, Outcome::Win(Side::White)))
    );
    let stalemate = board(ChessVariant::Chess, "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    assert_eq!(
        stalemate.board_ending(),
        Some((Cause::Stalemate, Outcome::Draw))
    );
}

#[test]
fn a_mate_on_the_hundredth_ply_is_a_mate() {
    let start = board(
        ChessVariant::Chess,
        "8/8/2p5/3b1K1k/4p3/4PpR1/5P2/8 w - - 99 113",
    );
    let after = play(start, "Rh3");
    assert_eq!(
        last(&after).board_ending(),
        Some((Cause::Checkmate, Outcome::Win(Side::White)))
    );
    assert_eq!(last(&after).halfmove_clock(), 100);
}

#[test]
fn material_that_cannot_win_is_told_for_each_side() {
    for (fen, white, black) in [
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", true, true),
        ("4k3/8/8/8/8/8/8/4KN2 w - - 0 1", true, true),
        ("8/8/8/3nk3/8/4B3/4K3/8 w - - 0 1", false, false),
        ("8/8/8/4k3/8/2NN4/4K3/8 b - - 0 1", false, true),
        ("4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1", true, true),
        ("4kr2/8/8/8/8/8/8/2B1K3 w - - 0 1", true, false),
    ] {
        let position = board(ChessVariant::Chess, fen);
        assert_eq!(position.cannot_win_by_material(Side::White), white, "{fen}");
        assert_eq!(position.cannot_win_by_material(Side::Black), black, "{fen}");
        assert_eq!(position.insufficient_material(), white && black, "{fen}");
        assert_eq!(position.board_ending(), None, "{fen}");
    }
}

#[test]
fn the_variants_have_endings_of_their_own() {
    let win = |side| Outcome::Win(side);
    for (variant, fen, moves, ending) in [
        (
            ChessVariant::Atomic,
            "4k3/3p4/8/8/8/8/8/3QK3 w - - 0 1",
            "Qxd7",
            (Cause::KingExploded, win(Side::White)),
        ),
        (
            ChessVariant::KingOfTheHill,
            "4k3/8/8/8/8/4K3/8/8 w - - 0 1",
            "Kd4",
            (Cause::KingInTheCentre, win(Side::White)),
        ),
        (
            ChessVariant::ThreeCheck,
            "4k3/8/8/8/8/8/8/4K2R w - - 1+3 0 9",
            "Rh8",
            (Cause::ThirdCheck, win(Side::White)),
        ),
        (
            ChessVariant::RacingKings,
            "8/k5K1/8/8/8/8/8/8 w - - 0 1",
            "Kg8 Ka8",
            (Cause::RaceDrawn, Outcome::Draw),
        ),
        (
            ChessVariant::RacingKings,
            "8/6K1/8/8/8/8/8/k7 w - - 0 1",
            "Kg8",
            (Cause::RaceWon, win(Side::White)),
        ),
        (
            ChessVariant::RacingKings,
            "8/6k1/8/8/8/8/8/K7 b - - 0 1",
            "Kg8",
            (Cause::RaceWon, win(Side::Black)),
        ),
        (
            ChessVariant::Antichess,
            "8/8/8/3p4/4P3/8/8/8 w - - 0 1",
            "exd5",
            (Cause::AllPiecesLost, win(Side::Black)),
        ),
        (
            ChessVariant::Antichess,
            "8/8/8/8/3p4/8/3P4/8 w - - 0 1",
            "d3",
            (Cause::Stalemate, win(Side::Black)),
        ),
        (
            ChessVariant::Horde,
            "4k3/8/8/8/8/8/r7/P7 b - - 0 1",
            "Rxa1",
            (Cause::HordeDestroyed, win(Side::Black)),
        ),
    ] {
        let positions = play(board(variant, fen), moves);
        assert_eq!(
            last(&positions).board_ending(),
            Some(ending),
            "{} {fen}",
            variant.id()
        );
        assert!(last(&positions).legal_moves().is_empty());
    }
}

#[test]
fn an_en_passant_square_without_a_capture_does_not_make_another_position() {
    for moves in [
        "e4 e5 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8",
        "f4 Nf6 Nf3 Ng8 Ng1 Nf6 Nf3 Ng8 Ng1",
        "e4 e5 Be2 Be7 Bf1 Bf8 Bd3 Bd6 Bf1 Bf8",
        "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8",
    ] {
        assert_eq!(occurrences(&game(moves)), 3, "{moves}");
    }
}

#[test]
fn an_en_passant_square_that_no_pinned_pawn_can_use_does_not_either() {
    let start = board(
        ChessVariant::Chess,
        "6k1/1p2p1rp/rP1pR3/2pP1pP1/p1P2P1P/R5K1/8/8 b - - 0 1",
    );
    let positions = play(start, "h5 Rh6 Rh7 Re6 Rg7 Rh6 Rh7 Re6 Rg7");
    assert_eq!(occurrences(&positions), 3);
}

#[test]
fn a_real_right_to_take_in_passing_makes_another_position() {
    let twice = game("e4 Nf6 e5 d5 Bc4 Nc6 Bf1 Nb8 Bc4 Nc6 Bf1 Nb8");
    assert_eq!(occurrences(&twice), 2);
    assert_eq!(last(&twice).differs_in(&twice[4]), [Difference::EnPassant]);
    let other = game("e4 Nf6 e5 d5 Be2 Bd7 Bf1 Bc8 Bd3 Be6 Bf1 Bc8");
    assert_eq!(occurrences(&other), 2);
}

#[test]
fn a_castling_right_lost_makes_another_position() {
    let positions = game("e4 e5 Ke2 Ke7 Ke1 Ke8");
    assert_eq!(
        last(&positions).differs_in(&positions[2]),
        [Difference::Castling]
    );
    assert_ne!(last(&positions).key(), positions[2].key());
}

#[test]
fn the_key_of_the_start_position_is_the_documented_one() {
    // Computed apart from the documented table: pieces, White to move, rights of the rooks on a1, h1, a8 and h8.
    let key = Position::start(ChessVariant::Chess).key();
    assert_eq!(format!("{key:032x}"), "e5b24f64c2e4768b1e1c47e32dbc34dc");
}
