//! What happens to the duty to capture under each value of `omission`, and captures entered step by step.

use crate::support;
use tabuleiro_rules::draughts::{CompiledRules, Convention, Offence, Position, perft};

fn position(switches: &[(&str, &str)], fen: &str) -> Position {
    let mut rules = support::rules("brazilian");
    for (key, value) in switches {
        rules.set(key, value).unwrap();
    }
    support::position(&CompiledRules::new(&rules).unwrap(), fen)
}

fn listed(position: &Position) -> Vec<(String, Offence)> {
    let name = |square| position.geometry().name(square);
    let mut list: Vec<_> = position
        .legal_moves()
        .unwrap()
        .iter()
        .map(|played| {
            let between = if played.is_capture() { 'x' } else { '-' };
            (
                format!("{}{between}{}", name(played.from), name(played.to)),
                played.offence,
            )
        })
        .collect();
    list.sort();
    list
}

fn list(expected: &[(&str, Offence)]) -> Vec<(String, Offence)> {
    let mut list: Vec<_> = expected
        .iter()
        .map(|(text, offence)| ((*text).to_owned(), *offence))
        .collect();
    list.sort();
    list
}

/// White's c3 takes two pieces, d4 and d6; his h2 takes one, g3.
const TWO_OR_ONE: &str = "W:Wc3,h2:Bd4,d6,g3";

#[test]
fn an_omission_is_rejected_by_default() {
    assert_eq!(
        listed(&position(&[], TWO_OR_ONE)),
        list(&[("c3xc7", Offence::None)])
    );
}

#[test]
fn under_huff_a_quiet_move_and_a_stop_half_way_are_accepted_as_offences() {
    for omission in ["huff", "correct_on_request"] {
        assert_eq!(
            listed(&position(&[("omission", omission)], TWO_OR_ONE)),
            list(&[
                ("c3xc7", Offence::None),
                ("c3xe5", Offence::OmitsCapture),
                ("c3-b4", Offence::OmitsCapture),
            ])
        );
        assert_eq!(
            listed(&position(
                &[("omission", omission), ("omission_includes_fewer", "yes")],
                TWO_OR_ONE
            )),
            list(&[
                ("c3xc7", Offence::None),
                ("c3xe5", Offence::OmitsCapture),
                ("h2xf4", Offence::OmitsCapture),
                ("c3-b4", Offence::OmitsCapture),
            ])
        );
    }
}

#[test]
fn under_loss_a_quiet_move_loses_and_no_line_goes_beyond_it() {
    let here = position(&[("omission", "loss")], TWO_OR_ONE);
    assert_eq!(
        listed(&here),
        list(&[("c3xc7", Offence::None), ("c3-b4", Offence::LosesGame)])
    );
    let capture = here.legal_moves().unwrap()[0];
    assert!(capture.is_capture());
    let beyond = perft(&here.after(&capture), 1, Convention::Unique).unwrap();
    assert_eq!(perft(&here, 1, Convention::Unique), Ok(2));
    assert_eq!(perft(&here, 2, Convention::Unique), Ok(beyond));
}

#[test]
fn where_omission_is_allowed_quiet_moves_stand_beside_captures() {
    assert_eq!(
        listed(&position(&[("omission", "allowed")], TWO_OR_ONE)),
        list(&[("c3xc7", Offence::None), ("c3-b4", Offence::None)])
    );
}

#[test]
fn a_capture_is_entered_step_by_step() {
    let here = position(&[("omission", "huff")], TWO_OR_ONE);
    let square = |name: &str| here.geometry().parse(name).unwrap();
    let begun = here
        .continuations(square("c3"), &[square("e5")])
        .unwrap()
        .unwrap();
    assert!(begun.may_stop);
    assert_eq!(begun.offence, Offence::OmitsCapture);
    let [step] = begun.steps[..] else {
        panic!("one way on: {begun:?}");
    };
    assert_eq!(
        (step.landing, step.captured),
        (square("c7"), Some(square("d6")))
    );
    assert!(step.may_stop);
    assert_eq!(here.continuations(square("c3"), &[square("c7")]), Ok(None));
    assert_eq!(here.continuations(square("d6"), &[]), Ok(None));
    let strict = position(&[], TWO_OR_ONE);
    let begun = strict
        .continuations(square("c3"), &[square("e5")])
        .unwrap()
        .unwrap();
    assert!(!begun.may_stop);
    assert_eq!(strict.continuations(square("h2"), &[]), Ok(None));
}
