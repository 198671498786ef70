//! The languages of the command's own words. What the service says comes in that language already.

use std::str::FromStr;

/// A language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lang {
    En,
    PtBr,
}

impl FromStr for Lang {
    type Err = String;

    fn from_str(text: &str) -> Result<Lang, String> {
        let lower = text.to_ascii_lowercase().replace('_', "-");
        match lower.split('-').next() {
            Some("en") => Ok(Lang::En),
            Some("pt") => Ok(Lang::PtBr),
            _ => Err("`en` and `pt-BR` are spoken here".to_owned()),
        }
    }
}

impl Lang {
    /// Its BCP 47 tag.
    pub(crate) const fn tag(self) -> &'static str {
        match self {
            Lang::En => "en",
            Lang::PtBr => "pt-BR",
        }
    }

    /// One of two texts that say the same.
    pub(crate) const fn say<T: Copy>(self, en: T, pt: T) -> T {
        match self {
            Lang::En => en,
            Lang::PtBr => pt,
        }
    }

    /// A number of things.
    pub(crate) fn count(self, n: usize, one: [&str; 2], many: [&str; 2]) -> String {
        let [en, pt] = if n == 1 { one } else { many };
        format!("{n} {}", self.say(en, pt))
    }
}
