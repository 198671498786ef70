//! A state token: any bytes give a typed error or a state that writes the same bytes again and plays on.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tabuleiro_fuzz::ruleset;
use tabuleiro_rules::game::GameState;

fuzz_target!(|input: (u8, Vec<(u16, u8)>, Vec<u8>)| {
    let (selector, edits, tail) = input;
    let Some(rules) = ruleset(selector) else {
        return;
    };
    // A true token with some bytes changed gets further than noise does.
    let Ok(mut bytes) = GameState::start(std::sync::Arc::clone(&rules)).encode() else {
        return;
    };
    for (place, value) in edits {
        let place = usize::from(place) % bytes.len();
        if let Some(byte) = bytes.get_mut(place) {
            *byte = value;
        }
    }
    bytes.extend(tail);
    if let Ok(state) = GameState::decode(&bytes, &rules) {
        assert_eq!(state.encode().ok().as_deref(), Some(&bytes[..]));
        let _ = state.status();
        let _ = state.legal_moves();
    }
});
