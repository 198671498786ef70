//! "Cannot mate by any series of legal moves" (FIDE 5.1.2, 5.2.2, 6.9, 7.5.5): golden cases, two tables
//! of real and composed positions, and the laws that verdicts must obey.

use std::collections::HashSet;

use proptest::prelude::*;
use shakmaty::{
    Bitboard, Board, CastlingMode, Chess, Color, FromSetup, Piece, Position, PositionError, Role,
    Setup, Square, fen::Fen,
};
use tabuleiro_rules::chess::cannot_mate::{
    Budget, Death, Life, Reason, Search, Verdict, can_mate, ended_by_75_moves, looks_open, shorten,
    standard_chess,
};
use tabuleiro_rules::chess::{ChessVariant, Position as AnyPosition};

fn position(fen: &str) -> Chess {
    let setup = fen.parse::<Fen>().expect("a FEN").into_setup();
    let mode = CastlingMode::detect(&setup);
    Chess::from_setup(setup, mode)
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_impossible_check)
        .expect("a position")
}

fn ask(fen: &str, winner: Color) -> Verdict {
    let position = position(fen);
    let verdict = can_mate(&position, winner, Budget::default());
    if let Verdict::Winnable { line } = &verdict {
        assert_mates(&position, line, winner);
    }
    verdict
}

fn assert_mates(start: &Chess, line: &[shakmaty::Move], winner: Color) {
    let mut position = start.clone();
    for m in line {
        position = position.play(*m).expect("a legal move");
    }
    assert!(position.is_checkmate(), "the line ends in mate");
    assert_eq!(position.turn(), !winner, "by the winner");
}

fn winnable(fen: &str, winner: Color) {
    assert!(
        matches!(ask(fen, winner), Verdict::Winnable { .. }),
        "{winner} can mate in {fen}"
    );
}

fn unwinnable(fen: &str, winner: Color) -> Reason {
    match ask(fen, winner) {
        Verdict::Unwinnable { reason } => reason,
        verdict => panic!("{winner} cannot mate in {fen}: {verdict:?}"),
    }
}

mod golden {
    use super::*;

    #[test]
    fn a_forced_capture_that_leaves_a_bare_king_is_unwinnable() {
        let reason = unwinnable("r7/K1k5/8/8/8/8/8/8 w - - 0 1", Color::Black);
        assert!(matches!(reason, Reason::Exhausted { .. }));
    }

    #[test]
    fn a_side_whose_only_piece_must_be_taken_cannot_win() {
        let reason = unwinnable("7k/6q1/p4PPK/6PP/8/5P2/8/8 w - - 0 1", Color::Black);
        assert!(matches!(reason, Reason::Exhausted { positions } if positions <= 10));
    }

    #[test]
    fn a_closed_pawn_wall_is_dead_by_structure() {
        let wall = "8/8/3k4/1p2p1p1/pP1pP1P1/P2P4/1K6/8 b - - 0 1";
        assert_eq!(unwinnable(wall, Color::White), Reason::Blocked);
        assert_eq!(unwinnable(wall, Color::Black), Reason::Blocked);
        let life = Search::default().dead_position(&position(wall), Budget::default());
        assert!(matches!(
            life,
            Life::Dead {
                white: Reason::Blocked,
                black: Reason::Blocked
            }
        ));
    }

    #[test]
    fn a_checking_rook_that_must_be_taken_does_not_win() {
        unwinnable("6Rk/8/7K/8/8/8/8/8 b - - 0 1", Color::White);
    }

    #[test]
    fn a_lone_knight_may_win_when_the_loser_has_a_pawn() {
        winnable("8/8/8/4k3/4p3/4N3/4K3/8 w - - 0 1", Color::White);
    }

    #[test]
    fn a_bare_king_never_wins() {
        let reason = unwinnable("8/8/3rk3/8/8/2K5/8/8 w - - 0 1", Color::White);
        assert_eq!(reason, Reason::Material);
    }

    #[test]
    fn minor_piece_against_minor_piece_is_not_dead() {
        for fen in [
            "8/8/8/3nk3/8/4B3/4K3/8 w - - 0 1",
            "8/8/8/8/1n6/8/B7/K1k5 b - - 0 1",
            "8/8/8/8/1b6/8/B1k5/K7 b - - 0 1",
        ] {
            winnable(fen, Color::White);
            winnable(fen, Color::Black);
        }
    }

    #[test]
    fn a_mate_by_a_lone_knight_on_the_board_is_a_win_already() {
        let verdict = ask("6rk/5N2/7K/8/8/8/8/8 b - - 0 1", Color::White);
        assert_eq!(verdict, Verdict::Winnable { line: Vec::new() });
    }

    #[test]
    fn two_knights_can_mate_with_help() {
        winnable("8/8/8/4k3/8/2NN4/4K3/8 b - - 0 1", Color::White);
    }

    #[test]
    fn the_move_counters_are_not_part_of_the_question() {
        let late = "7k/8/2R3K1/8/8/8/8/8 b - - 149 100";
        let Verdict::Winnable { line } = ask(late, Color::White) else {
            panic!("white can mate");
        };
        assert_eq!(ended_by_75_moves(&position(late), &line), Some(1));
        assert_eq!(
            ended_by_75_moves(
                &position(&late.replace("149", "0")),
                &shorten(&position(late), &line)
            ),
            None
        );
        winnable("8/5r2/p3k3/P7/8/1K6/8/8 w - - 148 100", Color::Black);
    }

    #[test]
    fn a_mate_on_the_very_move_comes_before_the_75_moves() {
        let start = position("7k/8/2R3K1/8/8/8/8/8 w - - 149 100");
        let mate = start
            .legal_moves()
            .into_iter()
            .find(|m| start.clone().play(*m).is_ok_and(|next| next.is_checkmate()));
        assert_eq!(ended_by_75_moves(&start, &[mate.expect("Rc8")]), None);
    }

    #[test]
    fn only_the_game_of_the_laws_is_asked_about() {
        assert!(standard_chess(&AnyPosition::start(ChessVariant::Chess960)).is_some());
        assert!(standard_chess(&AnyPosition::start(ChessVariant::KingOfTheHill)).is_none());
    }

    #[test]
    fn a_budget_of_nothing_decides_by_material_alone() {
        let kings = position("8/8/8/4k3/8/8/4K3/8 w - - 0 1");
        assert_eq!(
            can_mate(&kings, Color::White, Budget::positions(0)),
            Verdict::Unwinnable {
                reason: Reason::Material
            }
        );
        assert_eq!(
            can_mate(&Chess::default(), Color::White, Budget::positions(0)),
            Verdict::Undetermined { positions: 0 }
        );
    }
}

/// Rows of `fen, side, yes|no`.
fn rows(table: &str) -> impl Iterator<Item = (Chess, Color, bool, &str)> {
    table.lines().filter_map(|row| {
        let mut columns = row.split('\t');
        let (fen, side, answer) = (columns.next()?, columns.next()?, columns.next()?);
        let winner = match side {
            "white" => Color::White,
            "black" => Color::Black,
            _ => return None,
        };
        Some((position(fen), winner, answer == "yes", row))
    })
}

/// Asks every row; returns rows and undetermined rows.
fn check_table(table: &str) -> (usize, usize) {
    let mut search = Search::default();
    let (mut asked, mut undetermined) = (0, 0);
    for (position, winner, expected, row) in rows(table) {
        asked += 1;
        match search.can_mate(&position, winner, Budget::default()) {
            Verdict::Winnable { line } => {
                assert!(expected, "no mate is possible: {row}");
                assert_mates(&position, &line, winner);
            }
            Verdict::Unwinnable { reason } => assert!(!expected, "{reason:?}, but: {row}"),
            Verdict::Undetermined { .. } => undetermined += 1,
        }
    }
    (asked, undetermined)
}

#[test]
fn real_time_outs_are_ruled_rightly_and_hardly_any_stays_open() {
    let (asked, undetermined) = check_table(include_str!("../data/time-outs.tsv"));
    assert_eq!(asked, 4_000);
    assert!(undetermined * 1_000 <= asked, "{undetermined} undetermined");
}

#[test]
fn composed_and_cited_positions_are_ruled_rightly_and_few_stay_open() {
    let (asked, undetermined) = check_table(include_str!("../data/cannot-mate.tsv"));
    assert_eq!(asked, 2_069);
    assert!(undetermined * 50 <= asked, "{undetermined} undetermined");
}

mod dead_positions {
    use super::*;

    fn game(start: &str, moves: &[&str]) -> Vec<Chess> {
        let mut position = position(start);
        let mut game = vec![position.clone()];
        for text in moves {
            let uci: shakmaty::uci::UciMove = text.parse().expect("a move");
            let m = uci.to_move(&position).expect("a legal move");
            position = position.play(m).expect("a legal move");
            game.push(position.clone());
        }
        game
    }

    #[test]
    fn the_first_dead_position_of_a_game_is_found_from_its_end() {
        // The last rook is taken at the second ply, and the kings walk on.
        let game = game(
            "3r4/8/8/8/8/5k2/8/4K3 b - - 0 1",
            &["d8d2", "e1d2", "f3f4", "d2d3", "f4f5"],
        );
        // After Rd2 the king may still step aside to f1: alive. Taken: dead.
        let death = Search::default().first_dead(&game, Budget::default());
        assert_eq!(death, Death::At(2));
    }

    #[test]
    fn a_game_that_ends_alive_or_in_mate_was_never_dead() {
        let mut search = Search::default();
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let mated = game(start, &["f2f3", "e7e5", "g2g4", "d8h4"]);
        assert_eq!(
            search.first_dead(&mated, Budget::positions(0)),
            Death::Never
        );
        let broken_off = game(start, &["e2e4", "e7e5"]);
        assert_eq!(
            search.first_dead(&broken_off, Budget::default()),
            Death::Never
        );
    }

    #[test]
    fn no_real_dead_position_looks_open() {
        let mut search = Search::default();
        let (mut dead, mut open) = (0, 0);
        for (position, ..) in rows(include_str!("../data/time-outs.tsv")) {
            if looks_open(&position) {
                open += 1;
                let life = search.dead_position(&position, Budget::positions(3_000));
                assert!(!matches!(life, Life::Dead { .. }));
            } else if let Life::Dead { .. } =
                search.dead_position(&position, Budget::positions(300))
            {
                dead += 1;
            }
        }
        assert!(dead > 1_100 && open > 1_500, "{dead} dead, {open} open");
    }

    #[test]
    fn without_a_budget_the_doubt_is_told() {
        let undecided = game(
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            &["e2e4"],
        );
        let death = Search::default().first_dead(&undecided, Budget::positions(0));
        assert_eq!(death, Death::Undetermined { from: 0 });
    }
}

#[test]
fn shortened_lines_still_end_in_the_same_mate() {
    let mut search = Search::default();
    let (mut lines, mut before, mut after) = (0, 0, 0);
    let rows = rows(include_str!("../data/time-outs.tsv")).filter(|(_, _, expected, _)| *expected);
    for (position, winner, ..) in rows.step_by(40) {
        let Verdict::Winnable { line } = search.can_mate(&position, winner, Budget::default())
        else {
            continue;
        };
        let shorter = shorten(&position, &line);
        assert_mates(&position, &shorter, winner);
        assert!(shorter.len() <= line.len());
        lines += 1;
        before += line.len();
        after += shorter.len();
    }
    assert!(after < before, "from {before} to {after} plies");
    assert!(after <= 18 * lines, "{after} plies in {lines} lines");
}

#[test]
fn a_workspace_of_default_size_stays_within_eight_mebibytes() {
    assert!(Search::default().bytes_at_most() <= 8 << 20);
}

/// Few men, and on some boards rammed pawns, so that both verdicts are common.
fn small_positions() -> impl Strategy<Value = Chess> {
    let men = proptest::collection::vec((0_usize..5, any::<bool>(), 0_u32..64), 0..4);
    let rams = proptest::collection::vec((0_u32..8, 1_u32..6), 0..8);
    (men, rams, 0_u32..64, 0_u32..64, any::<bool>()).prop_filter_map(
        "a legal position",
        |(men, rams, white_king, black_king, white_moves)| {
            let mut board = Board::empty();
            for (file, rank) in rams {
                let (low, high) = (
                    Square::new(rank * 8 + file),
                    Square::new(rank * 8 + 8 + file),
                );
                if (board.occupied() & Bitboard::from(low.file())).is_empty() {
                    board.set_piece_at(low, Role::Pawn.of(Color::White));
                    board.set_piece_at(high, Role::Pawn.of(Color::Black));
                }
            }
            for (role, white, square) in men {
                let role = [
                    Role::Pawn,
                    Role::Knight,
                    Role::Bishop,
                    Role::Bishop,
                    Role::Rook,
                ][role];
                let color = Color::from_white(white);
                board.set_piece_at(Square::new(square), Piece { color, role });
            }
            board.set_piece_at(Square::new(white_king), Role::King.of(Color::White));
            board.set_piece_at(Square::new(black_king), Role::King.of(Color::Black));
            let mut setup = Setup::empty();
            setup.board = board;
            setup.turn = Color::from_white(white_moves);
            setup.position(CastlingMode::Standard).ok()
        },
    )
}

/// A search without any cleverness: is there a mate by the winner among all reachable positions?
/// `None` if there are more than `cap` of them.
fn plain_search(start: &Chess, winner: Color, cap: usize) -> Option<bool> {
    let mut seen = HashSet::from([start.clone()]);
    let mut stack = vec![start.clone()];
    while let Some(position) = stack.pop() {
        if position.is_checkmate() && position.turn() != winner {
            return Some(true);
        }
        for m in position.legal_moves() {
            let mut next = position.clone();
            next.play_unchecked(m);
            if seen.insert(next.clone()) {
                if seen.len() > cap {
                    return None;
                }
                stack.push(next);
            }
        }
    }
    Some(false)
}

fn answer(verdict: &Verdict) -> Option<bool> {
    match verdict {
        Verdict::Winnable { .. } => Some(true),
        Verdict::Unwinnable { .. } => Some(false),
        Verdict::Undetermined { .. } => None,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn a_plain_search_never_contradicts_a_verdict(position in small_positions()) {
        let mut search = Search::default();
        for winner in Color::ALL {
            let verdict = search.can_mate(&position, winner, Budget::positions(5_000));
            if let Verdict::Winnable { line } = &verdict {
                assert_mates(&position, line, winner);
            }
            if let (Some(ours), Some(plain)) =
                (answer(&verdict), plain_search(&position, winner, 1_000))
            {
                prop_assert_eq!(ours, plain);
            }
        }
    }

    #[test]
    fn swapping_the_colours_swaps_the_verdicts(position in small_positions()) {
        let mut search = Search::default();
        let mirrored: Chess = position
            .to_setup(shakmaty::EnPassantMode::Legal)
            .into_mirrored()
            .position(CastlingMode::Standard)
            .expect("a mirrored position is a position");
        let budget = Budget::positions(5_000);
        let one = answer(&search.can_mate(&position, Color::White, budget));
        let other = answer(&search.can_mate(&mirrored, Color::Black, budget));
        // The order of search differs between the colours, so only decided verdicts must agree.
        if let (Some(one), Some(other)) = (one, other) {
            prop_assert_eq!(one, other);
        }
    }

    #[test]
    fn a_larger_budget_decides_more_and_never_otherwise(position in small_positions()) {
        let mut search = Search::default();
        let small = answer(&search.can_mate(&position, Color::White, Budget::positions(300)));
        let large = answer(&search.can_mate(&position, Color::White, Budget::positions(6_000)));
        if small.is_some() {
            prop_assert_eq!(small, large);
        }
    }

    #[test]
    fn the_same_question_has_the_same_answer_in_a_used_workspace(position in small_positions()) {
        let budget = Budget::positions(2_000);
        let mut used = Search::default();
        let _ = used.can_mate(&Chess::default(), Color::Black, budget);
        prop_assert_eq!(
            used.can_mate(&position, Color::White, budget),
            can_mate(&position, Color::White, budget)
        );
    }

    #[test]
    fn death_is_final(position in small_positions()) {
        let mut search = Search::default();
        let budget = Budget::positions(3_000);
        if let Life::Dead { .. } = search.dead_position(&position, budget) {
            for m in position.legal_moves() {
                let mut next = position.clone();
                next.play_unchecked(m);
                let alive = matches!(search.dead_position(&next, budget), Life::Alive { .. });
                prop_assert!(!alive);
            }
        }
    }
}
