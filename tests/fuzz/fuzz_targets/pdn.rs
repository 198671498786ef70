//! A PDN file: chunks do not change its games, places lie in the text, replay is total.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tabuleiro_fuzz::record_laws;
use tabuleiro_rules::record::Format;

fuzz_target!(|bytes: &[u8]| record_laws(bytes, Format::Pdn));
