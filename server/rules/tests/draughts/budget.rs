//! The widest capture trees: answered exactly where the work allows, and else not at all.

use crate::support::position;
use tabuleiro_rules::draughts::{BudgetExhausted, CompiledRules, Position, RuleSet};
use tabuleiro_rules::{Kind, Piece, Side, Square};

#[test]
fn wide_frisian_captures_are_listed_in_full() {
    let frisian = RuleSet::Frisian.compiled();
    for (fen, moves, routes) in [
        (
            "W:WK50:B3,7,10,12,13,14,17,20,21,23,25,30,32,36,38,39,41,43,K47",
            1,
            16,
        ),
        (
            "W:WK39:B4,10,11,12,18,22,23,24,25,27,29,34,K38,40,41,K48",
            2,
            7_223,
        ),
    ] {
        let here = position(&frisian, fen);
        let list = here.legal_moves().unwrap();
        assert_eq!(list.len(), moves, "{fen}");
        let found: usize = list
            .iter()
            .map(|played| here.routes(played, 100_000).unwrap().len())
            .sum();
        assert_eq!(found, routes, "{fen}");
    }
}

/// A king of White in the corner of a Frisian board of 14 files, and kings of Black on every second square of every
/// second row: nearly everything can be taken in nearly every order.
fn crowded() -> Position {
    let mut rules = RuleSet::Frisian.rules();
    rules.set("size", "14").unwrap();
    let rules = CompiledRules::new(&rules).unwrap();
    let geometry = *rules.geometry();
    let king = |side| Piece {
        side,
        kind: Kind::King,
    };
    let mut pieces = vec![(geometry.square(0, 0).unwrap(), king(Side::White))];
    for (file, rank) in (1..13).flat_map(|file| (1..13).map(move |rank| (file, rank))) {
        if file % 2 == 1 && rank % 2 == 1 {
            pieces.extend(
                geometry
                    .square(file, rank)
                    .map(|square| (square, king(Side::Black))),
            );
        }
    }
    Position::new(&rules, pieces, Side::White).unwrap()
}

#[test]
fn a_tree_beyond_the_budget_is_refused_and_never_half_told() {
    let here = crowded();
    let mut list = Vec::new();
    for budget in [3_000, 100_000] {
        let refused = Err(BudgetExhausted { budget });
        assert_eq!(here.legal_moves_within(budget), refused.clone());
        assert_eq!(
            here.legal_moves_into(budget, &mut list),
            refused.map(|_: Vec<_>| ())
        );
        assert_eq!(list, []);
    }
    // What does not need the whole tree is still known.
    assert!(here.can_capture() && here.has_legal_move());
    assert_eq!(here.board_ending(), None);
}

#[test]
fn thirty_two_kings_on_a_frisian_board_are_answered_in_full() {
    let frisian = RuleSet::Frisian.compiled();
    let mut state = 32_u64;
    for round in 0..60 {
        let mut squares: Vec<Square> = frisian.geometry().squares().collect();
        let mut pieces = Vec::new();
        for place in 0..32 {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let square = squares.swap_remove((state >> 33) as usize % squares.len());
            let side = if place <= round % 16 {
                Side::White
            } else {
                Side::Black
            };
            pieces.push((
                square,
                Piece {
                    side,
                    kind: Kind::King,
                },
            ));
        }
        let here = Position::new(&frisian, pieces, Side::White).unwrap();
        let moves = here.legal_moves().expect("within the budget");
        // A budget is no filter: with less work the list is the same or there is none.
        for budget in [1, 50, 5_000] {
            if let Ok(list) = here.legal_moves_within(budget) {
                assert_eq!(list, moves);
            }
        }
    }
}
