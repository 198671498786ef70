//! `tabuleiro_fuzz::audit`, with bytes that libFuzzer finds.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| tabuleiro_fuzz::audit(bytes));
