//! The laws that every parser of hostile input keeps, each as a function of bare bytes: what the fuzz targets ask of bytes that a fuzzer finds,
//! and `server/rules/tests/parser_laws.rs` of the seeds and of many mutations of them.
//!
//! They are laws, not just "does not crash".

use std::sync::Arc;

use arbitrary::{Arbitrary, Unstructured};
use tabuleiro_rules::{
    Catalogue, Interrupt, MoveRequest, Position, Reading, Ruleset, Strictness, Variant,
    adjudication::{AuditRules, Auditor, Finding},
    game::{GameState, Refusal},
    record::{self, Format, Limits, Splitter, Transcript},
};

/// A law by its name, which is also that of its fuzz target and of the folder of its seeds.
pub type Law = (&'static str, fn(&[u8]));

/// All of them.
pub const LAWS: [Law; 6] = [
    ("audit", audit),
    ("move_text", move_text),
    ("pdn", pdn),
    ("pgn", pgn),
    ("position", position),
    ("state_token", state_token),
];

/// The parts of an input, from bytes as a fuzzer makes them; none where they do not suffice.
fn parts<'b, T: Arbitrary<'b>>(bytes: &'b [u8]) -> Option<T> {
    T::arbitrary_take_rest(Unstructured::new(bytes)).ok()
}

/// Every variant in turn.
fn ruleset(selector: u8) -> Option<Arc<Ruleset>> {
    let variants: Vec<Variant> = Variant::all().collect();
    let variant = variants.get(usize::from(selector) % variants.len())?;
    Ruleset::standard(*variant).ok().map(Arc::new)
}

/// A position text: what is read is written in a form that reads back to the same position, and every fault has a place in the text.
pub fn position(bytes: &[u8]) {
    let Some((selector, relaxed, text)) = parts::<(u8, bool, &str)>(bytes) else {
        return;
    };
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
}

/// A move text: it is a legal move, or it is refused for at least one reason.
pub fn move_text(bytes: &[u8]) {
    let Some((selector, way, text)) = parts::<(u8, Vec<u8>, &str)>(bytes) else {
        return;
    };
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
        Err(Refusal::Broken { violations }) => assert!(!violations.is_empty()),
        Err(Refusal::Exhausted(_)) => {}
    }
}

/// A state token: any bytes give a typed error or a state that writes the same bytes again and plays on.
pub fn state_token(bytes: &[u8]) {
    let Some((selector, edits, tail)) = parts::<(u8, Vec<(u16, u8)>, Vec<u8>)>(bytes) else {
        return;
    };
    let Some(rules) = ruleset(selector) else {
        return;
    };
    // A true token with some bytes changed gets further than noise does.
    let Ok(mut token) = GameState::start(Arc::clone(&rules)).encode() else {
        return;
    };
    for (place, value) in edits {
        let place = usize::from(place) % token.len();
        if let Some(byte) = token.get_mut(place) {
            *byte = value;
        }
    }
    token.extend(tail);
    if let Ok(state) = GameState::decode(&token, &rules) {
        assert_eq!(state.encode().ok().as_deref(), Some(&token[..]));
        let _ = state.status();
        let _ = state.legal_moves();
    }
}

/// A PGN file.
pub fn pgn(bytes: &[u8]) {
    record(bytes, Format::Pgn);
}

/// A PDN file.
pub fn pdn(bytes: &[u8]) {
    record(bytes, Format::Pdn);
}

/// However a file is cut into chunks, its games are the same; every place lies in the text; replay is total.
fn record(bytes: &[u8], format: Format) {
    let limits = Limits::default();
    let mut whole = 0_usize;
    record::for_each_game(bytes, &limits, |_| whole += 1);

    let mut splitter = Splitter::new(&limits);
    let mut games = 0_usize;
    for chunk in bytes.chunks(7) {
        splitter.push(chunk);
        while let Some(game) = splitter.next_game() {
            let text = record::read(&game, format, &limits);
            for token in text.tokens() {
                let _ = text.slice(token.span);
            }
            for fault in text.faults() {
                assert!(fault.place.line >= 1 && fault.place.column >= 1);
            }
            let transcript = Transcript::new(&text);
            let variant = match record::variant(&text) {
                record::NamedVariant::Known(variant) => Some(variant),
                _ if format == Format::Pdn => Variant::parse("international"),
                _ => Variant::parse("chess"),
            };
            if let Some(Ok(rules)) = variant.map(Ruleset::standard) {
                let _ = record::replay(
                    &transcript,
                    &rules,
                    &Reading::default(),
                    Strictness::Strict,
                    &Interrupt::default(),
                );
            }
            games += 1;
        }
    }
    splitter.finish();
    while splitter.next_game().is_some() {
        games += 1;
    }
    assert_eq!(whole, games, "chunks changed the games");
}

/// A file that is audited: however it is cut into chunks the findings are the same; they are numbered in order, reach further and further into
/// the file, and are all in the summary.
pub fn audit(bytes: &[u8]) {
    let whole = findings(bytes, bytes.len().max(1));
    let cut = findings(bytes, 13);
    assert_eq!(whole, cut, "chunks changed the findings");
    let mut reached = 0;
    for (finding, number) in whole.iter().zip(1_u64..) {
        assert_eq!(finding.number, number);
        assert!(finding.place.offset >= reached && finding.offset_after >= finding.place.offset);
        reached = finding.offset_after;
    }
    assert!(reached <= bytes.len() as u64);
}

fn findings(bytes: &[u8], chunk: usize) -> Vec<Finding> {
    let rules = AuditRules {
        // Enough to tell a dead position, and little enough for many files a second.
        work_budget: 500,
        ..AuditRules::new(Arc::new(Catalogue::new()))
    };
    let mut auditor = Auditor::new(rules);
    let mut found = Vec::new();
    for chunk in bytes.chunks(chunk) {
        auditor.push(chunk);
        found.extend(std::iter::from_fn(|| auditor.next_finding()));
    }
    auditor.finish();
    found.extend(std::iter::from_fn(|| auditor.next_finding()));
    assert_eq!(auditor.summary().game_count, found.len() as u64);
    found
}
