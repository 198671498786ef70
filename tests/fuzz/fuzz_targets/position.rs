//! A position text: what is read is written in a form that reads back to the same position, and every fault has a place in the text.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tabuleiro_fuzz::ruleset;
use tabuleiro_rules::{Position, Strictness};

fuzz_target!(|input: (u8, bool, &str)| {
    let (selector, relaxed, text) = input;
    let Some(rules) = ruleset(selector) else {
        return;
    };
    let strictness = if relaxed {
        Strictness::Relaxed
    } else {
        Strictness::Strict
    };
    match Position::from_fen(&rules, text, strictness) {
        Ok(parsed) => {
            let written = parsed.position.to_fen();
            let again = Position::from_fen(&rules, &written, Strictness::Relaxed)
                .unwrap_or_else(|faults| panic!("{written:?} does not read back: {faults:?}"));
            assert_eq!(again.position.to_fen(), written);
            assert_eq!(again.position.key(), parsed.position.key());
        }
        Err(faults) => {
            assert!(!faults.is_empty());
            for fault in faults {
                assert!(fault.offset <= text.len(), "{fault:?}");
            }
        }
    }
});
