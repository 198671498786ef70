//! The languages of the command's own words. What the service says comes in that language already.

use std::str::FromStr;

use tabuleiro_rules::locale::Locale;

/// A text of the command in every language: made where what it is about is known, and chosen where it is said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Told([String; 3]);

impl Told {
    /// What this says in each language.
    pub(crate) fn by(says: impl Fn(Lang) -> String) -> Told {
        Told([Lang::En, Lang::PtBr, Lang::PtPt].map(says))
    }

    /// In this language.
    pub(crate) fn in_lang(&self, lang: Lang) -> &str {
        let [en, brazil, portugal] = &self.0;
        match lang {
            Lang::En => en,
            Lang::PtBr => brazil,
            Lang::PtPt => portugal,
        }
    }
}

/// As a program reads it: English.
impl std::fmt::Display for Told {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.in_lang(Lang::En))
    }
}

/// Which Portuguese.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Portuguese {
    Brazil,
    Portugal,
}

impl Portuguese {
    /// One of two texts that say the same.
    pub(crate) const fn each<T: Copy>(self, brazil: T, portugal: T) -> T {
        match self {
            Portuguese::Brazil => brazil,
            Portuguese::Portugal => portugal,
        }
    }
}

/// A language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lang {
    En,
    PtBr,
    PtPt,
}

impl FromStr for Lang {
    type Err = String;

    /// By the same law as the service: a country decides which Portuguese is meant. A language that is not spoken is an error here,
    /// where it was typed, and no English.
    fn from_str(text: &str) -> Result<Lang, String> {
        match (text.split(['-', '_']).next(), Locale::negotiate(text)) {
            (_, Locale::PtBr) => Ok(Lang::PtBr),
            (_, Locale::PtPt) => Ok(Lang::PtPt),
            (Some(language), Locale::En) if language.eq_ignore_ascii_case("en") => Ok(Lang::En),
            (_, Locale::En) => Err("`en`, `pt-BR` and `pt-PT` are spoken here".to_owned()),
        }
    }
}

impl Lang {
    /// The same language of the service.
    pub(crate) const fn locale(self) -> Locale {
        match self {
            Lang::En => Locale::En,
            Lang::PtBr => Locale::PtBr,
            Lang::PtPt => Locale::PtPt,
        }
    }

    /// Its BCP 47 tag.
    pub(crate) const fn tag(self) -> &'static str {
        self.locale().tag()
    }

    /// Which Portuguese it is. None: it is English, in which the service speaks to programs already.
    pub(crate) const fn portuguese(self) -> Option<Portuguese> {
        match self {
            Lang::En => None,
            Lang::PtBr => Some(Portuguese::Brazil),
            Lang::PtPt => Some(Portuguese::Portugal),
        }
    }

    /// One of two texts that say the same, where Brazil and Portugal write it alike.
    pub(crate) const fn say<T: Copy>(self, en: T, pt: T) -> T {
        self.each(en, pt, pt)
    }

    /// One of three texts that say the same.
    pub(crate) const fn each<T: Copy>(self, en: T, brazil: T, portugal: T) -> T {
        match self {
            Lang::En => en,
            Lang::PtBr => brazil,
            Lang::PtPt => portugal,
        }
    }

    /// A number of things.
    pub(crate) fn count(self, n: usize, one: [&str; 2], many: [&str; 2]) -> String {
        let [en, pt] = if n == 1 { one } else { many };
        format!("{n} {}", self.say(en, pt))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_country_decides_which_portuguese_is_meant() {
        let of = |text: &str| text.parse::<Lang>();
        assert_eq!(of("en-GB"), Ok(Lang::En));
        assert_eq!(of("pt"), Ok(Lang::PtBr));
        assert_eq!(of("pt_BR"), Ok(Lang::PtBr));
        assert_eq!(of("pt-pt"), Ok(Lang::PtPt));
        assert_eq!(of("pt-AO"), Ok(Lang::PtPt));
        assert!(of("tlh").is_err());
        assert!(of("").is_err());
    }
}
