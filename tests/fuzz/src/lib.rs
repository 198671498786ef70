//! What the fuzz targets share: a rule set from one byte, and the laws of a record.

use std::sync::Arc;

use tabuleiro_rules::{
    Ruleset, Strictness, Variant,
    record::{self, Format, Limits, Splitter, Transcript},
};

/// Every variant in turn.
pub fn ruleset(selector: u8) -> Option<Arc<Ruleset>> {
    let variants: Vec<Variant> = Variant::all().collect();
    let variant = variants.get(usize::from(selector) % variants.len())?;
    Ruleset::standard(*variant).ok().map(Arc::new)
}

/// However a file is cut into chunks, its games are the same; every place lies in the text; replay is total.
pub fn record_laws(bytes: &[u8], format: Format) {
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
                    &tabuleiro_rules::Reading::default(),
                    Strictness::Strict,
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
