//! House rules: every combination that makes sense plays, from one replica to another too, and the others are refused with the
//! reason.
#![allow(clippy::unwrap_used)]

#[path = "draughts/switches.rs"]
mod switches;

use std::sync::Arc;

use proptest::prelude::*;
use switches::SWITCHES;
use tabuleiro_rules::draughts::{RuleSet, Rules};
use tabuleiro_rules::game::{Action, Fact, FactKind, Game, GameState, Refusal};
use tabuleiro_rules::{
    Position, Ruleset, RulesetError, RulesetRequest, Side, Square, Strictness, ViolationCode,
};

/// A named set, and a few of its switches changed.
fn any_house() -> impl Strategy<Value = (RuleSet, Vec<(&'static str, &'static str)>)> {
    let switch = prop::sample::select(&SWITCHES[..])
        .prop_flat_map(|(key, values)| (Just(key), prop::sample::select(values)));
    let set = prop::sample::select(&RuleSet::ALL[..]);
    (set, prop::collection::vec(switch, 0..6))
}

fn build(set: RuleSet, switches: &[(&str, &str)]) -> Result<Ruleset, RulesetError> {
    Ruleset::build(&RulesetRequest {
        variant: set.id(),
        rulebook: "",
        switches: switches.to_vec(),
    })
}

/// The action that a number stands for: mostly a move, sometimes a huff, a correction, a waiver or a touch.
fn action(state: &GameState, choice: u32) -> Option<Action> {
    let pick = |n: usize| (choice / 8) as usize % n;
    let by = state.position().side_to_move();
    let open = state.open_obligations();
    let squares: Vec<Square> = open.iter().flat_map(|open| open.squares.clone()).collect();
    let kind = match choice % 8 {
        0 if !squares.is_empty() => FactKind::Huffed {
            square: squares[pick(squares.len())],
        },
        1 => FactKind::RequestedCorrection,
        2 => FactKind::LetStand,
        3 => {
            let pieces = state.position().pieces();
            FactKind::Touched {
                squares: vec![pieces.get(pick(pieces.len().max(1)))?.0],
                adjusted: false,
            }
        }
        _ => {
            let moves = state.legal_moves().unwrap();
            let m = moves.get(pick(moves.len().max(1)))?;
            return Some(Action::text(&state.position().texts(&[*m]).unwrap()[0]));
        }
    };
    Some(Action::Fact(Fact { by, kind }))
}

fn through_bytes(state: &GameState) -> GameState {
    GameState::decode(&state.encode().unwrap(), state.ruleset()).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn what_makes_sense_plays_and_the_rest_is_refused_with_the_reason((set, switches) in any_house()) {
        match build(set, &switches) {
            Ok(law) => {
                let state = GameState::start(Arc::new(law));
                let moves = state.legal_moves().unwrap();
                prop_assert!(!moves.is_empty() || state.ending().is_some());
            }
            Err(RulesetError::Contradictory { reasons }) => {
                prop_assert!(!reasons.is_empty());
                for reason in reasons {
                    prop_assert!(!reason.keys.is_empty());
                    prop_assert!(!reason.reason.to_string().is_empty());
                    // A reason speaks of what was asked for.
                    prop_assert!(
                        reason.keys.iter().any(|key| switches.iter().any(|(asked, _)| asked == key)),
                        "{set:?} {switches:?}: {reason:?}"
                    );
                }
            }
            Err(other) => prop_assert!(false, "{set:?} {switches:?}: {other:?}"),
        }
    }

    #[test]
    fn a_game_by_any_house_rules_is_the_same_from_replica_to_replica(
        (set, switches) in any_house(),
        choices in prop::collection::vec(any::<u32>(), 0..60),
    ) {
        let Ok(law) = build(set, &switches) else {
            return Ok(());
        };
        let law = Arc::new(law);
        let mut carried = GameState::start(Arc::clone(&law));
        let mut record = Game::start(law);
        for choice in choices {
            carried = through_bytes(&carried);
            if carried.ending().is_some() {
                break;
            }
            let Some(action) = action(&carried, choice) else {
                continue;
            };
            let here = carried.apply(&action);
            let there = record.apply(&action);
            match (&here, &there) {
                (Ok(_), Ok(_)) => {}
                (Err(Refusal::Broken { violations }), Err(_)) => {
                    // A listed move is refused only because a touched piece has not been named yet.
                    let waits = violations.iter().all(|it| it.code == ViolationCode::AwaitingDesignation);
                    prop_assert!(!matches!(action, Action::Move(_)) || waits, "{action:?}: {violations:?}");
                }
                _ => prop_assert!(false, "{action:?}: {here:?} and {there:?}"),
            }
            prop_assert_eq!(&carried, &record.to_state());
            prop_assert_eq!(carried.status(), record.state().status());
        }
    }
}

#[test]
fn every_omission_can_be_played_in_every_named_set() {
    for set in RuleSet::ALL {
        for omission in SWITCHES[16].1 {
            let law = build(set, &[("omission", omission)]);
            assert!(law.is_ok(), "{set:?} {omission}: {law:?}");
        }
    }
}

#[test]
fn every_switch_of_movement_is_tried_here() {
    for key in Rules::KEYS {
        assert!(SWITCHES.iter().any(|(known, _)| known == &key), "{key}");
    }
}

#[test]
fn who_touched_what_binds_what_is_listed() {
    // c3 and e3 can move, a1 cannot; g7 is Black's.
    let touch = |rule: &str, names: &[&str]| {
        let law = build(RuleSet::Brazilian, &[("touch_rule", rule)]).unwrap();
        let mut game = Game::start(Arc::new(law));
        let geometry = RuleSet::Brazilian.rules().geometry();
        let squares = names
            .iter()
            .map(|name| geometry.parse(name).unwrap())
            .collect();
        let kind = FactKind::Touched {
            squares,
            adjusted: false,
        };
        game.apply(&Action::fact(Side::White, kind)).unwrap();
        let state = game.state();
        state
            .position()
            .texts(&state.legal_moves().unwrap())
            .unwrap()
    };
    let c3 = ["c3-b4", "c3-d4"];
    // FIDE 4.3.1: the first that can move.
    assert_eq!(sorted(touch("fide", &["a1", "c3", "e3"])), c3);
    // FMJD 3.11: the same, of his own pieces.
    assert_eq!(sorted(touch("fmjd", &["g7", "c3", "e3"])), c3);
    // The Brazilian tradition: all playable ones, until the opponent has named one.
    let both = ["c3-b4", "c3-d4", "e3-d4", "e3-f4"];
    assert_eq!(
        sorted(touch("opponent_designates", &["a1", "c3", "e3"])),
        both
    );
    assert_eq!(sorted(touch("opponent_designates", &["c3"])), c3);
    // Nothing playable was touched, or no rule says anything: any move.
    for (rule, names) in [("opponent_designates", ["a1"]), ("none", ["c3"])] {
        assert_eq!(touch(rule, &names).len(), 7, "{rule}");
    }
}

#[test]
fn under_compulsion_only_pieces_that_can_capture_are_playable() {
    let law = build(RuleSet::Brazilian, &[("touch_rule", "opponent_designates")]).unwrap();
    let law = Arc::new(law);
    let mut game = Game::start(law);
    for text in ["c3-d4", "b6-a5", "d4-c5"] {
        game.apply(&Action::text(text)).unwrap();
    }
    let geometry = RuleSet::Brazilian.rules().geometry();
    let squares = ["h6", "d6"]
        .map(|name| geometry.parse(name).unwrap())
        .to_vec();
    let kind = FactKind::Touched {
        squares,
        adjusted: false,
    };
    game.apply(&Action::fact(Side::Black, kind)).unwrap();
    let state = game.state();
    let texts = state
        .position()
        .texts(&state.legal_moves().unwrap())
        .unwrap();
    assert!(texts.iter().all(|text| text.starts_with("d6")), "{texts:?}");
}

fn sorted(mut texts: Vec<String>) -> Vec<String> {
    texts.sort();
    texts
}

#[test]
fn a_correction_comes_before_a_touch() {
    // White omitted c3xe5 and touched g1, which takes nothing: the correction leaves the capture, and the touch nothing.
    let law = build(
        RuleSet::Brazilian,
        &[("omission", "correct_on_request"), ("touch_rule", "fmjd")],
    )
    .unwrap();
    let law = Arc::new(law);
    let start = Position::from_fen(&law, "W:Wc3,g1:Bd4,a7", Strictness::Strict).unwrap();
    let mut game = Game::start_from(law, start.position, true).unwrap();
    let parse = |game: &Game, name: &str| {
        let position = game.state().position().as_draughts().unwrap();
        position.geometry().parse(name).unwrap()
    };
    game.apply(&Action::text("g1-f2")).unwrap();
    game.apply(&Action::fact(Side::Black, FactKind::RequestedCorrection))
        .unwrap();
    let squares = vec![parse(&game, "g1")];
    game.apply(&Action::fact(
        Side::White,
        FactKind::Touched {
            squares,
            adjusted: false,
        },
    ))
    .unwrap();
    let listed = game.state().legal_moves().unwrap();
    assert_eq!(listed.len(), 1);
    game.apply(&Action::text("c3xe5")).unwrap();
}
