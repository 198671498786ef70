//! The variants on offer: the chess variants and the draughts rule sets under one list of ids.

use crate::{chess::ChessVariant, draughts::RuleSet, rulebook::words};

words! {
    /// The two families of games.
    pub enum Family {
        /// Chess and its variants.
        Chess = "chess",
        /// The draughts family.
        Draughts = "draughts",
    }
}

/// A variant of the catalogue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Variant {
    /// A chess variant.
    Chess(ChessVariant),
    /// A named draughts rule set.
    Draughts(RuleSet),
}

impl Variant {
    /// Every variant, in the order of the catalogue.
    pub fn all() -> impl Iterator<Item = Variant> {
        let chess = ChessVariant::ALL.into_iter().map(Variant::Chess);
        chess.chain(RuleSet::ALL.into_iter().map(Variant::Draughts))
    }

    /// Its id in the catalogue, e.g. `chess960`, `brazilian`.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Variant::Chess(variant) => variant.id(),
            Variant::Draughts(set) => set.id(),
        }
    }

    /// Other names that mean this variant.
    #[must_use]
    pub const fn aliases(self) -> &'static [&'static str] {
        match self {
            Variant::Chess(_) => &[],
            Variant::Draughts(set) => set.aliases(),
        }
    }

    /// The variant with this id or alias, spelt exactly.
    #[must_use]
    pub fn parse(id: &str) -> Option<Variant> {
        ChessVariant::parse(id)
            .map(Variant::Chess)
            .or_else(|| RuleSet::parse(id).map(Variant::Draughts))
    }

    /// The family it belongs to.
    #[must_use]
    pub const fn family(self) -> Family {
        match self {
            Variant::Chess(_) => Family::Chess,
            Variant::Draughts(_) => Family::Draughts,
        }
    }
}

impl std::fmt::Display for Variant {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.id())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_id_and_alias_leads_to_its_variant_and_no_two_are_the_same() {
        let mut seen = HashSet::new();
        for variant in Variant::all() {
            for id in variant.aliases().iter().chain([&variant.id()]) {
                assert_eq!(Variant::parse(id), Some(variant), "{id}");
                assert!(seen.insert(*id), "{id} is used twice");
            }
        }
        assert_eq!(Variant::parse("checkers2"), None);
    }

    #[test]
    fn the_names_of_the_documents_are_known() {
        for (alias, id) in [
            ("polish", "international"),
            ("damas", "brazilian"),
            ("damas-do-brasil", "brazilian"),
            ("damas-turcas", "turkish"),
            ("perde-ganha", "losing"),
        ] {
            assert_eq!(Variant::parse(alias).map(Variant::id), Some(id));
        }
    }
}
