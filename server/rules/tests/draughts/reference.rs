//! The engine against a second opinion, on random and crowded positions of every named set and of random house rules.

use std::collections::BTreeSet;

use crate::mailbox::{Identity, Mailbox};
use crate::switches::SWITCHES;
use tabuleiro_rules::draughts::{
    CompiledRules, Convention, KingRun, Move, Position, RuleSet, Rules, perft,
};
use tabuleiro_rules::{Kind, Piece, Side, Square};

/// The switches that the second opinion does not look at: where the men begin, how squares are called, who begins, how a game ends.
const CHANGE_NO_MOVE: [&str; 5] = [
    "rows_of_men",
    "numbering",
    "first_player",
    "blocked_player",
    "lone_piece_v_king",
];

/// SplitMix64: the same positions in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ z >> 31) % limit as u64) as usize
    }

    fn position(&mut self, rules: &CompiledRules) -> Position {
        let geometry = *rules.geometry();
        let squares = geometry.square_count();
        let most = [squares / 6, squares / 3, squares / 2, squares * 3 / 4][self.below(4)];
        let count = 1 + self.below(most);
        let kings = [0, 2, 5, 9][self.below(4)];
        let mut taken = BTreeSet::new();
        let mut pieces = Vec::new();
        for _ in 0..count {
            let square = Square::new(self.below(squares) as u8);
            let side = Side::BOTH[self.below(2)];
            let king = self.below(10) < kings;
            let kind = if king { Kind::King } else { Kind::Man };
            if (king || !geometry.promotes(side, square)) && taken.insert(square) {
                pieces.push((square, Piece { side, kind }));
            }
        }
        let side = Side::BOTH[self.below(2)];
        let position = Position::new(rules, pieces.iter().copied(), side).unwrap();
        let limit = rules.rules().king_run_limit;
        let king = pieces.iter().find(|(_, piece)| piece.kind == Kind::King);
        match king {
            Some((square, piece)) if limit > 0 => {
                let length = 1 + self.below(usize::from(limit)) as u8;
                let run = KingRun {
                    square: *square,
                    length,
                };
                position
                    .clone()
                    .with_king_run(piece.side, run)
                    .unwrap_or(position)
            }
            _ => position,
        }
    }

    fn rules(&mut self) -> CompiledRules {
        loop {
            let mut rules = RuleSet::ALL[self.below(RuleSet::ALL.len())].rules();
            let switches = SWITCHES.iter();
            for (key, values) in switches.filter(|(key, _)| !CHANGE_NO_MOVE.contains(key)) {
                if self.below(2) == 0 {
                    rules.set(key, values[self.below(values.len())]).unwrap();
                }
            }
            if let Ok(rules) = CompiledRules::new(&rules) {
                return rules;
            }
        }
    }
}

fn identity(played: &Move) -> Identity {
    let captured = played.captured.iter().collect();
    (
        played.from,
        played.to,
        captured,
        played.promotes,
        played.offence,
    )
}

fn shown(position: &Position) -> String {
    let mut text = format!(
        "{:?} to move, {:?}",
        position.side_to_move(),
        position.rules()
    );
    for (square, piece) in position.pieces() {
        let name = position.geometry().name(square);
        text.push_str(&format!(" {:?}-{:?}-{name}", piece.side, piece.kind));
    }
    text
}

/// Compares what may be played; whether it was few enough to be compared.
fn compare(position: &Position) -> bool {
    let mailbox = Mailbox::of(position);
    let Some(expected) = mailbox.moves() else {
        return false;
    };
    let list = position.legal_moves().unwrap();
    let moves: BTreeSet<Identity> = list.iter().map(identity).collect();
    assert_eq!(moves.len(), list.len(), "a move twice: {}", shown(position));
    assert_eq!(moves, expected, "{}", shown(position));
    assert_eq!(
        position.has_legal_move(),
        !moves.is_empty(),
        "{}",
        shown(position)
    );
    assert_eq!(
        perft(position, 1, Convention::Unique),
        Ok(moves.len() as u64)
    );
    for played in &list {
        compare_after(position, played);
    }
    true
}

/// Compares the board after a move.
fn compare_after(position: &Position, played: &Move) {
    let after = position.after(played);
    let mut pieces: Vec<(Square, Piece)> = position
        .pieces()
        .filter(|(square, _)| *square != played.from && !played.captured.contains(*square))
        .collect();
    let mover = position.piece_at(played.from).unwrap();
    let kind = played.kind_after(mover.kind);
    pieces.push((played.to, Piece { kind, ..mover }));
    pieces.sort_unstable_by_key(|(square, _)| *square);
    assert_eq!(after.pieces().collect::<Vec<_>>(), pieces);
    assert_eq!(after.side_to_move(), position.side_to_move().opponent());
    let again = Position::new(position.compiled_rules(), pieces, after.side_to_move()).unwrap();
    let runs = Side::BOTH
        .into_iter()
        .filter_map(|side| Some((side, after.king_run(side)?)));
    let again = runs.fold(again, |again, (side, run)| {
        again.with_king_run(side, run).unwrap()
    });
    assert_eq!((&again, again.key()), (&after, after.key()));
}

/// Compares the ways by which captures go.
fn compare_routes(position: &Position) {
    let mailbox = Mailbox::of(position);
    let (Some(lines), Some(_)) = (mailbox.lines(), mailbox.moves()) else {
        return;
    };
    let list = position.legal_moves().unwrap();
    for played in list.iter().filter(|played| played.is_capture()) {
        let mut expected = BTreeSet::new();
        for line in &lines {
            if mailbox.identity(line, played.offence) != identity(played) {
                continue;
            }
            let mut line = line.clone();
            line.jumps = mailbox.turning_only(&line);
            expected.insert(mailbox.route(&line));
        }
        let routes = position.routes(played, 1_000_000).unwrap();
        let found: BTreeSet<_> = routes
            .iter()
            .map(|route| (route.landings.clone(), route.captured.clone()))
            .collect();
        assert_eq!(
            found.len(),
            routes.len(),
            "a route twice: {}",
            shown(position)
        );
        assert!(
            found.is_subset(&expected) && !found.is_empty(),
            "{found:?} of {expected:?}: {}",
            shown(position)
        );
        let first = position.routes(played, 1).unwrap();
        assert_eq!(first, routes[..1]);
        walk(position, played, &routes[0].landings);
    }
}

/// A route can be entered step by step, and may end where it ends.
fn walk(position: &Position, played: &Move, landings: &[Square]) {
    for length in 0..=landings.len() {
        let step = position
            .continuations(played.from, &landings[..length])
            .unwrap();
        let step = step.unwrap_or_else(|| panic!("{played:?} at {length}: {}", shown(position)));
        match landings.get(length) {
            Some(next) => assert!(step.steps.iter().any(|step| step.landing == *next)),
            None => assert!(step.may_stop),
        }
    }
}

fn compare_counts(position: &Position) {
    let mailbox = Mailbox::of(position);
    if position.rules().omission.id() != "reject" || !position.has_legal_move() {
        return;
    }
    let Some(lines) = mailbox.lines().filter(|lines| !lines.is_empty()) else {
        return;
    };
    let (landing, path) = mailbox.route_counts(&lines);
    assert_eq!(
        perft(position, 1, Convention::Landing),
        Ok(landing as u64),
        "{}",
        shown(position)
    );
    if position.rules().king_capture_reach.id() == "any" {
        assert_eq!(
            perft(position, 1, Convention::Path),
            Ok(path as u64),
            "{}",
            shown(position)
        );
    }
}

#[test]
fn every_named_set_plays_as_the_second_opinion_says() {
    for set in RuleSet::ALL {
        let rules = set.compiled();
        let mut dice = Dice(set as u64 + 1);
        let mut compared = 0;
        for _ in 0..400 {
            let position = dice.position(&rules);
            compared += u32::from(compare(&position));
            compare_routes(&position);
            compare_counts(&position);
        }
        assert!(compared > 300, "{}: {compared}", set.id());
    }
}

#[test]
fn house_rules_play_as_the_second_opinion_says() {
    let mut dice = Dice(2_026);
    let mut compared = 0;
    for _ in 0..800 {
        let rules = dice.rules();
        for _ in 0..4 {
            let position = dice.position(&rules);
            compared += u32::from(compare(&position));
            compare_routes(&position);
            compare_counts(&position);
        }
    }
    assert!(compared > 2_500, "{compared}");
}

#[test]
fn a_set_that_is_read_from_memory_plays_like_the_same_set_known_to_the_compiler() {
    for set in RuleSet::ALL {
        let known = set.compiled();
        // A limit that no run of moves reaches makes other rules of it, and changes no move.
        let rules = Rules {
            king_run_limit: 100,
            ..set.rules()
        };
        if set.rules().king_run_limit > 0 {
            continue;
        }
        let read = CompiledRules::new(&rules).unwrap();
        let mut dice = Dice(set as u64 + 77);
        for _ in 0..50 {
            let position = dice.position(&known);
            let same = Position::new(&read, position.pieces(), position.side_to_move()).unwrap();
            assert_eq!(position.legal_moves(), same.legal_moves());
            assert_eq!(
                perft(&position, 2, Convention::Unique),
                perft(&same, 2, Convention::Unique)
            );
        }
    }
}
