//! A move text: it is a legal move, or it is refused for at least one reason.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tabuleiro_fuzz::ruleset;
use tabuleiro_rules::{MoveRequest, Reading, game::GameState};

fuzz_target!(|input: (u8, Vec<u8>, &str)| {
    let (selector, way, text) = input;
    let Some(rules) = ruleset(selector) else {
        return;
    };
    let mut state = GameState::start(rules);
    for choice in way.iter().take(40) {
        let Ok(moves) = state.legal_moves() else {
            return;
        };
        let Some(chosen) = moves.get(usize::from(*choice) % moves.len().max(1)) else {
            break;
        };
        state.play(chosen);
    }
    match state.read_move(&MoveRequest::Text(text), &Reading::default()) {
        Ok(read) => assert!(state.legal_moves().is_ok_and(|legal| legal.contains(&read))),
        Err(tabuleiro_rules::game::Refusal::Broken { violations }) => {
            assert!(!violations.is_empty())
        }
        Err(tabuleiro_rules::game::Refusal::Exhausted(_)) => {}
    }
});
