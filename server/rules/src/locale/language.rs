//! Which languages there are, and which of them is nearest to the one that is asked for.

use crate::chess;

/// A language in which the product speaks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Locale {
    /// English.
    #[default]
    En,
    /// Portuguese as in Brazil.
    PtBr,
    /// Portuguese as in Portugal.
    PtPt,
}

/// Where Portuguese is written as in Portugal.
const AS_IN_PORTUGAL: [&str; 8] = ["PT", "AO", "CV", "GW", "MO", "MZ", "ST", "TL"];

impl Locale {
    /// Every language, the default first.
    pub const ALL: [Locale; 3] = [Locale::En, Locale::PtBr, Locale::PtPt];

    /// Its BCP 47 tag.
    #[must_use]
    pub const fn tag(self) -> &'static str {
        match self {
            Locale::En => "en",
            Locale::PtBr => "pt-BR",
            Locale::PtPt => "pt-PT",
        }
    }

    /// In which letters it writes the moves of chess (FIDE C.2).
    #[must_use]
    pub const fn piece_letters(self) -> chess::Language {
        match self {
            Locale::En => chess::Language::English,
            Locale::PtBr | Locale::PtPt => chess::Language::Portuguese,
        }
    }

    /// The nearest language to a BCP 47 tag, in any case and with `_` for `-`: `pt` and `pt-BR` are Brazilian, `pt-PT` and
    /// `pt-AO` European Portuguese. English for everything else, the empty tag included.
    #[must_use]
    pub fn negotiate(tag: &str) -> Locale {
        let mut subtags = tag.trim().split(['-', '_']);
        if !subtags
            .next()
            .is_some_and(|language| language.eq_ignore_ascii_case("pt"))
        {
            return Locale::En;
        }
        // After the language: a script of four letters, the region, variants; extensions begin with a single letter.
        let region = subtags
            .take_while(|subtag| subtag.len() > 1)
            .find(|subtag| subtag.len() == 2);
        let as_in_portugal = region.is_some_and(|region| {
            AS_IN_PORTUGAL
                .iter()
                .any(|known| known.eq_ignore_ascii_case(region))
        });
        if as_in_portugal {
            Locale::PtPt
        } else {
            Locale::PtBr
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_language_is_taken() {
        for (tag, locale) in [
            ("", Locale::En),
            ("en", Locale::En),
            ("en-GB", Locale::En),
            ("fr-PT", Locale::En),
            ("ptx", Locale::En),
            ("pt", Locale::PtBr),
            ("pt-BR", Locale::PtBr),
            ("pt_br", Locale::PtBr),
            ("PT-br", Locale::PtBr),
            ("pt-Latn-BR", Locale::PtBr),
            ("pt-US", Locale::PtBr),
            ("pt-u-rg-ptzzzz", Locale::PtBr),
            ("pt-PT", Locale::PtPt),
            ("pt-Latn-pt", Locale::PtPt),
            ("pt-PT-u-co-standard", Locale::PtPt),
            ("pt-AO", Locale::PtPt),
            (" pt-PT ", Locale::PtPt),
            ("não é uma língua", Locale::En),
        ] {
            assert_eq!(Locale::negotiate(tag), locale, "{tag:?}");
        }
    }

    #[test]
    fn every_language_is_nearest_to_itself() {
        for locale in Locale::ALL {
            assert_eq!(Locale::negotiate(locale.tag()), locale);
        }
    }
}
