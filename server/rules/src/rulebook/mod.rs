//! The law on how games end: which articles of which edition apply, and every limit as a number.
//!
//! A [`Rulebook`] is data: a document, an edition, an article for each subject ([`Topic`]), and the values of the
//! end-of-game switches ([`EndRules`]). What the switches do is written once, in [`crate::game`].

mod chess_books;
mod classes;
pub(crate) mod documents;
mod draughts_books;
mod end_rules;
mod irregularities;
mod switches;
mod topic;
mod words;

pub use classes::{Class, Force, Material};
pub use end_rules::{
    Agreement, Band, Claimant, Completion, DeadPosition, EndRules, Fivefold, Flag, FrisianEndings,
    Holder, IllegalMoves, InsufficientMaterial, KingMoves, MainRoad, MaterialUnchanged, Mode,
    MovesOf, NoProgress, RefusedOffer, Repetition, Resets, Resignation, SmallEndings,
    StrongVLoneKing, TouchRule, Unit, WrongClaim,
};
pub use irregularities::{IllegalMoveRule, MoveFault, StartFault, StartRemedy, StartRule, Window};
pub use switches::{SWITCHES, Switch, SwitchError};
pub use topic::Topic;
pub(crate) use words::words;

use crate::{
    Citation,
    chess::ChessVariant,
    draughts::Omission,
    variant::{Family, Variant},
};
use chess_books::Articles;

words! {
    /// The rulebooks on offer, by the ids of the catalogue.
    pub enum RulebookId {
        /// FIDE Laws of Chess, in force since 1 January 2023.
        Fide2023 = "fide-2023",
        /// FIDE Laws of Chess of 2018.
        Fide2018 = "fide-2018",
        /// US Chess.
        Uscf = "uscf",
        /// lichess, with its endings of the chess variants.
        Lichess = "lichess",
        /// FMJD Annex 1: international draughts.
        Fmjd2015 = "fmjd-2015",
        /// Confederação Brasileira de Damas.
        Cbd = "cbd",
        /// FMJD section 64: Russian and Brazilian draughts.
        Fmjd64 = "fmjd64",
        /// World Checkers/Draughts Federation.
        Wcdf = "wcdf",
        /// Federazione Italiana Dama.
        Fid = "fid",
        /// Federação Portuguesa de Damas.
        Fpd = "fpd",
        /// American Pool Checker Association.
        Apca = "apca",
        /// Official Frisian draughts.
        Frisian2011 = "frisian-2011",
        /// Turkish draughts federations.
        Tdf = "tdf",
        /// Brazilian play among friends: chess and draughts.
        CasualBr = "casual-br",
        /// Brazilian draughts as it was handed down.
        TraditionalBr = "traditional-br",
        /// English draughts as it was handed down: correction or huff, and the forty-move duty.
        EnglishTraditional = "english-traditional",
        /// What games without a known federation's text are played by.
        Plain = "plain",
    }
}

/// Why a rulebook cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RulebookError {
    /// There is no such rulebook.
    #[error("there is no rulebook of this name")]
    Unknown {
        /// The id as it was given.
        id: String,
    },
    /// The rulebook says nothing about this game.
    #[error("rulebook `{id}` says nothing about `{variant}`")]
    OtherGame {
        /// The rulebook.
        id: RulebookId,
        /// The variant.
        variant: &'static str,
    },
}

/// A rulebook as it applies to one variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rulebook {
    /// Its id.
    pub id: RulebookId,
    /// Short name of the document.
    pub document: &'static str,
    /// The edition; empty where the document has none.
    pub edition: &'static str,
    /// Every limit.
    pub end_rules: EndRules,
    articles: Articles,
}

impl Rulebook {
    /// The rulebook that a variant is played by unless another is asked for.
    #[must_use]
    pub fn default_for(variant: Variant) -> RulebookId {
        match variant {
            Variant::Chess(ChessVariant::Chess | ChessVariant::Chess960) => RulebookId::Fide2023,
            Variant::Chess(_) => RulebookId::Lichess,
            Variant::Draughts(_) => match variant.id() {
                "brazilian" | "losing" => RulebookId::Cbd,
                "tradicional-br" | "damas-forward" | "inglesa-br" | "russa-br" | "italiana-br"
                | "turca-br" => RulebookId::TraditionalBr,
                "english" => RulebookId::Wcdf,
                "italian" => RulebookId::Fid,
                "portuguese" | "spanish" => RulebookId::Fpd,
                "russian" | "spantsiretti" => RulebookId::Fmjd64,
                "pool" | "jamaican" | "filipino" => RulebookId::Apca,
                "turkish" | "armenian" => RulebookId::Tdf,
                "frisian" | "frysk" => RulebookId::Frisian2011,
                "international" | "canadian" | "killer" | "srilankan" | "malaysian" => {
                    RulebookId::Fmjd2015
                }
                _ => RulebookId::Plain,
            },
        }
    }

    /// The rulebook with this id, as it applies to this variant.
    ///
    /// # Errors
    /// The rulebook says nothing about this game: it belongs to the other family, or the chess variant has endings
    /// that only `lichess` knows.
    pub fn of(id: RulebookId, variant: Variant) -> Result<Rulebook, RulebookError> {
        let found = match variant {
            Variant::Chess(ChessVariant::Chess | ChessVariant::Chess960) => chess_books::book(id),
            Variant::Chess(_) => chess_books::book(id).filter(|_| id == RulebookId::Lichess),
            Variant::Draughts(_) => draughts_books::book(id, variant.id()),
        };
        let (document, edition, articles, end_rules) = found.ok_or(RulebookError::OtherGame {
            id,
            variant: variant.id(),
        })?;
        Ok(Rulebook {
            id,
            document,
            edition,
            end_rules,
            articles,
        })
    }

    /// The rulebooks that can be used with this variant, the default first.
    #[must_use]
    pub fn all_for(variant: Variant) -> Vec<Rulebook> {
        let default = Rulebook::default_for(variant);
        let mut books: Vec<_> = RulebookId::ALL
            .iter()
            .filter_map(|id| Rulebook::of(*id, variant).ok())
            .collect();
        books.sort_by_key(|book| book.id != default);
        books
    }

    /// The article on a subject. A rulebook that is silent on it is named without an article: what a house's own book settles so is the
    /// house's rule all the same, and no law that is known at second hand.
    #[must_use]
    pub fn cite(&self, topic: Topic) -> Citation {
        let known = self.articles.iter().find(|(about, _)| *about == topic);
        let silent = || match self.id.is_of_the_house() {
            true => Citation::house(self.document, self.edition, ""),
            false => Citation::secondary(self.document, self.edition, ""),
        };
        known.map_or_else(silent, |(_, citation)| *citation)
    }

    /// Whether the rulebook has an article on a subject.
    #[must_use]
    pub fn speaks_of(&self, topic: Topic) -> bool {
        self.articles.iter().any(|(about, _)| *about == topic)
    }

    /// Every subject with an article of its own.
    pub fn articles(&self) -> impl Iterator<Item = (Topic, Citation)> {
        self.articles.iter().copied()
    }

    /// Whether it is the law of a federation or a site, and not a house rule or common practice.
    #[must_use]
    pub const fn is_federation_law(&self) -> bool {
        !self.id.is_of_the_house() && !matches!(self.id, RulebookId::Plain)
    }
}

impl RulebookId {
    /// What an omitted capture means by it, where neither the variant nor a request says so.
    #[must_use]
    pub const fn omission(self) -> Option<Omission> {
        match self {
            RulebookId::EnglishTraditional => Some(Omission::CorrectOnRequest),
            _ => None,
        }
    }

    /// Whether it is the book of a house: how people play among themselves, which is no federation's law.
    #[must_use]
    pub const fn is_of_the_house(self) -> bool {
        matches!(
            self,
            RulebookId::CasualBr | RulebookId::TraditionalBr | RulebookId::EnglishTraditional
        )
    }

    /// The game that it is law for; none where it is for both.
    #[must_use]
    pub fn family(self) -> Option<Family> {
        let speaks_of = |family: Family| {
            let mut variants = Variant::all().filter(|variant| variant.family() == family);
            variants.any(|variant| Rulebook::of(self, variant).is_ok())
        };
        match (speaks_of(Family::Chess), speaks_of(Family::Draughts)) {
            (true, false) => Some(Family::Chess),
            (false, true) => Some(Family::Draughts),
            _ => None,
        }
    }
}

impl std::str::FromStr for RulebookId {
    type Err = RulebookError;

    fn from_str(id: &str) -> Result<RulebookId, RulebookError> {
        RulebookId::from_word(id).ok_or_else(|| RulebookError::Unknown { id: id.to_owned() })
    }
}
