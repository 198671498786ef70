//! Where a rule stands written.

/// How surely a rule is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Certainty {
    /// Read in an official text, or in an implementation that quotes the article.
    Primary,
    /// Known from secondary sources only.
    Secondary,
    /// A house rule: of the caller, or of a document that is no federation's law.
    HouseRule,
}

/// An article of a document in one of its editions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Citation {
    /// Short name of the document, e.g. `FIDE Laws of Chess`, `FMJD Annex 1`.
    pub document: &'static str,
    /// The edition, e.g. `2023`. Empty where the document has none.
    pub edition: &'static str,
    /// The article, e.g. `9.2.2`. Empty where the document does not number its rules.
    pub article: &'static str,
    /// How surely it is known.
    pub certainty: Certainty,
}

impl Citation {
    /// An article that was read in an official text.
    #[must_use]
    pub const fn primary(
        document: &'static str,
        edition: &'static str,
        article: &'static str,
    ) -> Citation {
        Citation {
            document,
            edition,
            article,
            certainty: Certainty::Primary,
        }
    }

    /// An article known from secondary sources.
    #[must_use]
    pub const fn secondary(
        document: &'static str,
        edition: &'static str,
        article: &'static str,
    ) -> Citation {
        Citation {
            document,
            edition,
            article,
            certainty: Certainty::Secondary,
        }
    }

    /// A house rule.
    #[must_use]
    pub const fn house(
        document: &'static str,
        edition: &'static str,
        article: &'static str,
    ) -> Citation {
        Citation {
            document,
            edition,
            article,
            certainty: Certainty::HouseRule,
        }
    }
}
