//! The names of the values of the contract: what an enum value, a variant, a rulebook or an article is called.

use super::{Scene, Voice, args::Args, keys, scene::Colour};
use crate::{
    Cause, Certainty, Citation, Kind, Outcome, Side,
    game::{Basis, ClaimKind, Counter, CounterKind, CounterUnit, Note, Obligation, ResetBy},
    locale::Locale,
    openings::TableId,
    rulebook::{RulebookId, Topic},
    variant::{Family, Variant},
};

impl Voice<'_> {
    /// What ended a game.
    #[must_use]
    pub fn cause(&self, cause: Cause) -> String {
        self.name(keys::cause(cause))
    }

    /// How an ending came about.
    #[must_use]
    pub fn basis(&self, basis: Basis) -> String {
        self.name(&format!("basis-{}", basis.word()))
    }

    /// How a game of this variant came out.
    #[must_use]
    pub fn outcome(&self, outcome: Outcome, variant: Variant) -> String {
        match outcome {
            Outcome::Win(side) => {
                self.name(&format!("outcome-{}", Colour::of(variant, side).word()))
            }
            Outcome::Draw => self.name("outcome-draw"),
            Outcome::BothLose => self.name("outcome-both-lose"),
            Outcome::HalfPoint(side) => {
                let noun = |side| self.noun_of(Colour::of(variant, side));
                let args = Args::none()
                    .text("side", noun(side))
                    .text("other", noun(side.opponent()));
                self.say("outcome-half-point", &args)
            }
        }
    }

    /// A side, by the colour of its pieces in this variant.
    #[must_use]
    pub fn side(&self, side: Side, variant: Variant) -> String {
        self.name(&format!("side-{}", Colour::of(variant, side).word()))
    }

    /// A piece. The king of draughts is another word than the king of chess.
    #[must_use]
    pub fn kind(&self, kind: Kind, family: Family) -> String {
        self.name(keys::kind(family, kind))
    }

    /// Pieces of a kind.
    #[must_use]
    pub fn kinds(&self, kind: Kind, family: Family) -> String {
        let id = keys::kind(family, kind);
        self.find(id, Some("many"), &Args::none())
            .unwrap_or_else(|| self.name(id))
    }

    /// One of the two games.
    #[must_use]
    pub fn family(&self, family: Family) -> String {
        self.name(&format!("family-{}", family.word()))
    }

    /// A variant.
    #[must_use]
    pub fn variant(&self, variant: Variant) -> String {
        self.name(&format!("variant-{}", variant.id()))
    }

    /// What the sources of a variant leave open, and what was decided here.
    #[must_use]
    pub fn variant_note(&self, variant: Variant) -> Option<String> {
        self.find(
            &format!("variant-note-{}", variant.id()),
            None,
            &Args::none(),
        )
    }

    /// A rulebook.
    #[must_use]
    pub fn rulebook(&self, id: RulebookId) -> String {
        self.name(&format!("rulebook-{}", id.word()))
    }

    /// A subject of the law.
    #[must_use]
    pub fn topic(&self, topic: Topic) -> String {
        self.name(&format!("topic-{}", topic.word()))
    }

    /// What is counted.
    #[must_use]
    pub fn counter_kind(&self, kind: CounterKind) -> String {
        self.name(&format!("counter-{}", kind.word()))
    }

    /// What set a count back.
    #[must_use]
    pub fn reset_by(&self, reset: ResetBy) -> String {
        self.name(&format!("reset-{}", reset.word()))
    }

    /// A count with its value and its limit. What is counted in plies is said in moves of each side, as the law has it.
    #[must_use]
    pub fn counter(&self, counter: &Counter, scene: &Scene<'_>) -> String {
        let mut name = self.counter_kind(counter.kind);
        if let Some(side) = counter.side {
            let args = Args::none()
                .text("counter", name)
                .text("side", self.noun(scene, side));
            name = self.say("counter-with-side", &args);
        }
        let args = Args::none()
            .text("counter", name)
            .text("value", self.count(counter.value, counter.unit));
        match counter.limit {
            None => self.say("counter-value", &args),
            Some(limit) => self.say(
                "counter-of-limit",
                &args.text("limit", self.count(limit, counter.unit)),
            ),
        }
    }

    /// A number of plies in moves of each side, with the half where there is one.
    pub(super) fn count(&self, value: u32, unit: CounterUnit) -> String {
        match unit {
            CounterUnit::Ply if !value.is_multiple_of(2) => {
                let point = match self.locale() {
                    Locale::En => '.',
                    Locale::PtBr | Locale::PtPt => ',',
                };
                format!("{}{point}5", value / 2)
            }
            CounterUnit::Ply => (value / 2).to_string(),
            CounterUnit::OwnMove | CounterUnit::Times => value.to_string(),
        }
    }

    /// By which rule a draw is claimed.
    #[must_use]
    pub fn claim_kind(&self, kind: ClaimKind) -> String {
        self.name(&format!("claim-{}", kind.word()))
    }

    /// What a player owes, or may demand, as a sentence. The moves that satisfy it are given in canonical text.
    #[must_use]
    pub fn obligation(&self, owed: &Obligation, moves: &[String], scene: &Scene<'_>) -> String {
        let args = Args::none()
            .text("side", self.noun(scene, owed.side))
            .text("squares", self.squares(scene, &owed.squares))
            .text("moves", self.moves(moves, scene))
            .number("count", owed.squares.len() as u64);
        self.say(&format!("obligation-{}", owed.kind.word()), &args)
    }

    /// What an action brought about beside its own effect, as a sentence.
    #[must_use]
    pub fn note(&self, note: &Note, scene: &Scene<'_>) -> String {
        match note {
            Note::OfferLapsed => self.name("note-offer-lapsed"),
            Note::OmissionLetStand => self.name("note-omission-let-stand"),
            Note::ClaimWrong { violation } => {
                format!(
                    "{} {}",
                    self.name("note-claim-wrong"),
                    self.violation(violation, scene)
                )
            }
            Note::ClaimCountsAsOffer => self.name("note-claim-counts-as-offer"),
            Note::TimePenalty {
                to,
                standard_seconds,
                rapid_seconds,
            } => {
                let args = Args::none()
                    .text("side", self.noun(scene, *to))
                    .number("standard", u64::from(*standard_seconds))
                    .number("rapid", u64::from(*rapid_seconds));
                self.say("note-time-penalty", &args)
            }
            Note::TouchNoted => self.name("note-touch-noted"),
            Note::CountedAlready => self.name("note-counted-already"),
            Note::ArbiterDecides => self.name("note-arbiter-decides"),
            Note::Noted => self.name("note-noted"),
        }
    }

    /// A table of openings.
    #[must_use]
    pub fn opening_table(&self, table: TableId) -> String {
        self.name(&format!("opening-table-{}", table.word()))
    }

    /// An article, with its document and edition; of a house rule the switch.
    #[must_use]
    pub fn citation(&self, citation: &Citation) -> String {
        if citation.certainty == Certainty::HouseRule
            && citation.document.eq_ignore_ascii_case("house rules")
        {
            return self.say("cite-house", &Args::none().text("switch", citation.article));
        }
        let mut document = self.document(citation.document);
        // The id of a variant stands as an article where a variant's own rules have no numbers.
        let article = match Variant::parse(citation.article) {
            Some(variant) => {
                document = format!("{document}, {}", self.variant(variant));
                ""
            }
            None => citation.article,
        };
        if !citation.edition.is_empty() {
            document = format!("{document} {}", citation.edition);
        }
        let args = Args::none()
            .text("document", document)
            .text("article", article);
        let id = if article.is_empty() {
            "cite"
        } else {
            "cite-article"
        };
        self.say(id, &args)
    }

    /// A document, by what it is called in this language.
    pub(super) fn document(&self, document: &'static str) -> String {
        let known = DOCUMENTS.iter().find(|(name, _)| *name == document);
        match known {
            Some((_, id)) => self.name(id),
            None => match Variant::parse(document) {
                Some(variant) => self.variant(variant),
                None => document.to_owned(),
            },
        }
    }

    /// The letters of the pieces in a move of chess: `Nf3` is `Cf3` in Portuguese (FIDE C.2).
    pub(super) fn letters(&self, san: &str) -> String {
        self.locale().piece_letters().spell(san)
    }
}

/// The documents by what they are called: one has one name, wherever it is cited.
#[cfg(test)]
pub(super) fn documents() -> &'static [(&'static str, &'static str)] {
    &DOCUMENTS
}

#[cfg(test)]
pub(super) fn is_known_document(document: &str) -> bool {
    DOCUMENTS.iter().any(|(name, _)| *name == document) || Variant::parse(document).is_some()
}

/// The documents that the core cites, and the messages that name them.
const DOCUMENTS: [(&str, &str); 26] = [
    ("FIDE Swiss Rules", "document-fide-swiss"),
    ("FIDE Laws of Chess", "document-fide"),
    ("US Chess Rules", "document-uscf"),
    ("lichess rules", "document-lichess"),
    ("lichess variants", "document-lichess"),
    ("Casual chess in Brazil", "document-casual-chess"),
    ("FMJD Annex 1", "document-fmjd"),
    ("FMJD section 64 rules", "document-fmjd64"),
    ("Section 64 Spanish draughts", "document-spanish64"),
    ("CBD rule list", "document-cbd"),
    ("WCDF rules of draughts", "document-wcdf"),
    ("FID Regolamento Tecnico", "document-fid"),
    ("FPD Damas Clássicas", "document-fpd"),
    ("APCA rules of pool checkers", "document-apca"),
    ("Official Frisian Draughts rules", "document-frisian"),
    ("TDF championship rules", "document-tdf"),
    ("Common practice", "document-plain"),
    ("Casual draughts in Brazil", "document-casual-draughts"),
    ("Traditional draughts in Brazil", "document-traditional"),
    (
        "Traditional English draughts",
        "document-english-traditional",
    ),
    ("Two-move restriction", "document-two-move"),
    ("ACF three-move deck", "document-three-move"),
    ("Eleven-man ballot", "document-eleven-man"),
    ("Italian eleven-man set", "document-italian-eleven-man"),
    ("IDF drawing table", "document-idf-64"),
    ("IDF basic drawing table", "document-idf-64-basic"),
];
