//! The laws of the parsers, which the fuzz targets state, asked of every seed and of many mutations of the seeds. The mutations are the same each
//! time, so that a failure is of the change under test; longer hunts are for `cargo fuzz` (see `tests/fuzz`).
#![allow(clippy::unwrap_used)]

#[path = "../../../tests/fuzz/src/lib.rs"]
#[expect(unreachable_pub, reason = "it is the library of the fuzz targets too")]
mod laws;

use std::{
    fs,
    panic::{AssertUnwindSafe, catch_unwind},
    path::Path,
};

use fastrand::Rng;

/// Mutations of each law's seeds.
const RUNS: usize = 3_000;
/// Longer inputs are cut: what a parser makes of a byte it makes of the next million.
const LONGEST: usize = 4_096;

fn seeds(law: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../tests/fuzz/seeds")
        .join(law);
    let files = fs::read_dir(&folder).unwrap();
    let mut files: Vec<_> = files.map(|file| file.unwrap().path()).collect();
    files.sort();
    files.iter().map(|file| fs::read(file).unwrap()).collect()
}

/// One of the seeds with a few bytes changed, inserted, removed, or taken over from another seed.
fn mutated(seeds: &[Vec<u8>], dice: &mut Rng) -> Vec<u8> {
    let mut bytes = dice.choice(seeds).unwrap().clone();
    for _ in 0..dice.usize(1..6) {
        let at = dice.usize(0..=bytes.len());
        let end = (at + dice.usize(0..16)).min(bytes.len());
        match dice.u8(0..5) {
            0 => bytes.insert(at, dice.u8(..)),
            1 => drop(bytes.drain(at..end)),
            2 => bytes
                .get_mut(at..end)
                .unwrap()
                .iter_mut()
                .for_each(|it| *it ^= 1 << dice.u8(0..8)),
            3 => {
                let again = bytes[at..end].to_vec();
                bytes.splice(at..at, again.repeat(dice.usize(1..9)));
            }
            _ => {
                let other = dice.choice(seeds).unwrap();
                let from = dice.usize(0..=other.len());
                let to = (from + dice.usize(0..64)).min(other.len());
                bytes.splice(at..end, other[from..to].iter().copied());
            }
        }
    }
    bytes.truncate(LONGEST);
    bytes
}

/// Asks the law of this name, and shows the input that breaks it.
fn ask(name: &str) {
    let (_, law) = laws::LAWS.iter().find(|(law, _)| *law == name).unwrap();
    let seeds = seeds(name);
    assert!(!seeds.is_empty());
    let mut dice = Rng::with_seed(1);
    let mutations = std::iter::repeat_with(|| mutated(&seeds, &mut dice));
    for bytes in seeds.iter().cloned().chain(mutations.take(RUNS)) {
        if catch_unwind(AssertUnwindSafe(|| law(&bytes))).is_err() {
            panic!(
                "the law {name} is broken by {:?}",
                bytes.escape_ascii().to_string()
            );
        }
    }
}

#[test]
fn position_texts_read_back_or_are_refused_with_a_place() {
    ask("position");
}

#[test]
fn move_texts_are_legal_moves_or_are_refused_with_a_reason() {
    ask("move_text");
}

#[test]
fn state_tokens_open_to_what_they_say_or_not_at_all() {
    ask("state_token");
}

#[test]
fn pgn_files_have_the_same_games_however_they_are_cut() {
    ask("pgn");
}

#[test]
fn pdn_files_have_the_same_games_however_they_are_cut() {
    ask("pdn");
}

#[test]
fn audits_find_the_same_however_their_files_are_cut() {
    ask("audit");
}

#[test]
fn every_law_is_asked_here_and_has_a_fuzz_target() {
    let targets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fuzz/fuzz_targets");
    let source = include_str!("parser_laws.rs");
    for (law, _) in laws::LAWS {
        assert!(source.contains(&format!("ask(\"{law}\")")), "{law}");
        assert!(targets.join(law).with_extension("rs").exists(), "{law}");
    }
}
