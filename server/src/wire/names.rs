//! What variants and rulebooks are called, for people. Ids are for programs and never change with the language.

/// A language in which names are offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Locale {
    /// English.
    En,
    /// Brazilian Portuguese.
    PtBr,
}

impl Locale {
    /// The nearest language to a BCP 47 tag; English where there is none.
    pub(crate) fn nearest(tag: &str) -> Locale {
        let primary = tag.split(['-', '_']).next().unwrap_or_default();
        if primary.eq_ignore_ascii_case("pt") {
            Locale::PtBr
        } else {
            Locale::En
        }
    }
}

/// Id, English, Brazilian Portuguese.
const VARIANTS: &[(&str, &str, &str)] = &[
    ("chess", "Chess", "Xadrez"),
    ("chess960", "Chess960", "Xadrez 960"),
    ("antichess", "Antichess", "Antixadrez"),
    ("atomic", "Atomic chess", "Xadrez atômico"),
    ("crazyhouse", "Crazyhouse", "Crazyhouse"),
    ("horde", "Horde", "Horda"),
    ("kingofthehill", "King of the Hill", "Rei da colina"),
    ("racingkings", "Racing Kings", "Corrida de reis"),
    ("3check", "Three-check", "Três xeques"),
    ("brazilian", "Brazilian draughts", "Damas brasileiras"),
    (
        "international",
        "International draughts",
        "Damas internacionais",
    ),
    ("russian", "Russian draughts", "Damas russas"),
    ("english", "English draughts", "Damas inglesas"),
    ("italian", "Italian draughts", "Damas italianas"),
    ("turkish", "Turkish draughts", "Damas turcas"),
    ("losing", "Losing draughts", "Perde-ganha"),
    ("pool", "Pool checkers", "Pool checkers"),
    ("spanish", "Spanish draughts", "Damas espanholas"),
    (
        "portuguese",
        "Portuguese draughts",
        "Damas clássicas portuguesas",
    ),
    ("czech", "Czech draughts", "Damas tchecas"),
    ("canadian", "Canadian draughts", "Damas canadenses"),
    ("frisian", "Frisian draughts", "Damas frísias"),
    ("frysk", "Frysk!", "Frysk!"),
    ("thai", "Thai draughts", "Damas tailandesas"),
    ("armenian", "Armenian draughts", "Damas armênias"),
    ("antidraughts", "Antidraughts", "Antidamas"),
    (
        "breakthrough",
        "Breakthrough draughts",
        "Damas: primeira dama vence",
    ),
    ("jamaican", "Jamaican draughts", "Damas jamaicanas"),
    ("spantsiretti", "Spantsiretti", "Spantsiretti"),
    ("killer", "Killer draughts", "Damas killer"),
    ("argentine", "Argentine draughts", "Damas argentinas"),
    (
        "argentine-10",
        "Argentine draughts, 10 × 10",
        "Damas argentinas, 10 × 10",
    ),
    ("srilankan", "Sri Lankan draughts", "Damas do Sri Lanka"),
    ("malaysian", "Malaysian draughts", "Damas malaias"),
    ("filipino", "Filipino draughts", "Damas filipinas"),
    (
        "tradicional-br",
        "Traditional Brazilian draughts",
        "Damas tradicionais",
    ),
    (
        "damas-forward",
        "Brazilian draughts, men capture forward",
        "Damas com captura só para a frente",
    ),
    (
        "inglesa-br",
        "English draughts as played in Brazil",
        "Damas inglesas, à brasileira",
    ),
    (
        "russa-br",
        "Russian draughts as played in Brazil",
        "Damas russas, à brasileira",
    ),
    (
        "italiana-br",
        "Italian draughts as played in Brazil",
        "Damas italianas, à brasileira",
    ),
    (
        "turca-br",
        "Turkish draughts as played in Brazil",
        "Damas turcas, à brasileira",
    ),
];

/// The name of a variant; its id where it has none.
pub(crate) fn variant(id: &str, locale: Locale) -> String {
    let found = VARIANTS.iter().find(|(known, ..)| *known == id);
    found
        .map_or(id, |(_, en, pt)| match locale {
            Locale::En => en,
            Locale::PtBr => pt,
        })
        .to_owned()
}

#[cfg(test)]
mod tests {
    use tabuleiro_rules::Variant;

    use super::*;

    #[test]
    fn every_variant_has_a_name_and_every_name_a_variant() {
        let ids: Vec<_> = Variant::all().map(Variant::id).collect();
        let named: Vec<_> = VARIANTS.iter().map(|(id, ..)| *id).collect();
        assert_eq!(ids, named);
    }

    #[test]
    fn a_language_that_is_not_offered_falls_back_to_english() {
        assert_eq!(Locale::nearest("pt-PT"), Locale::PtBr);
        assert_eq!(Locale::nearest("fr"), Locale::En);
        assert_eq!(Locale::nearest(""), Locale::En);
    }
}
