//! A ruling in a few sentences, fit to be read out at the board.

use super::{Scene, Voice, args::Args, keys, names::capital};
use crate::{
    Cause, Certainty, Citation, Outcome, Side,
    adjudication::{Assumption, Disposition, Evidence, RuledEnding, Ruling},
    game::{Availability, Basis},
    rulebook::Flag,
    variant::Variant,
};

/// Most pieces of evidence that an explanation tells; the answer has them all.
const MOST_EVIDENCE: usize = 2;
/// Most facts without effect, and most open claims, that an explanation tells.
const MOST_LISTED: usize = 3;

impl Voice<'_> {
    /// What a finished ruling says and why: what ended the game and when, the article, the evidence in short, what is to be done, what
    /// is asked, and what was taken for granted. The ruling is not changed by the language it is told in.
    #[must_use]
    pub fn explain(&self, ruling: &Ruling) -> String {
        let scene = Scene::of_ruling(ruling);
        let mut told = vec![match &ruling.ending {
            Some(ending) => self.ended(ending, ruling, &scene),
            None => self.undecided(ruling, &scene),
        }];
        if !ruling.also.is_empty() {
            let causes: Vec<String> = ruling.also.iter().map(|it| self.cause(it.cause)).collect();
            told.push(self.say(
                "ruling-also",
                &Args::none().text("causes", self.all_of(&causes)),
            ));
        }
        for evidence in deciding(&ruling.evidence) {
            told.push(self.evidence(evidence, &scene));
        }
        if ruling.surplus_moves > 0 {
            let args = Args::none().number("count", u64::from(ruling.surplus_moves));
            told.push(self.say("ruling-surplus", &args));
        }
        for refused in ruling.refused_facts.iter().take(MOST_LISTED) {
            told.push(self.refused_fact(refused, &scene));
        }
        told.extend(
            ruling
                .remedies
                .iter()
                .map(|remedy| self.remedy(remedy, &scene)),
        );
        told.extend(
            ruling
                .questions
                .iter()
                .map(|query| self.query(query, &scene)),
        );
        let now = |kind| {
            let mut claims = ruling.claims.iter();
            claims.any(|it| it.kind == kind && it.availability == Availability::Now)
        };
        // Who can claim as the position stands need announce no move.
        let claims = ruling
            .claims
            .iter()
            .filter(|it| it.availability != Availability::WithMove || !now(it.kind));
        told.extend(
            claims
                .take(MOST_LISTED)
                .map(|claim| self.open_claim(claim, &scene)),
        );
        for assumption in &ruling.assumptions {
            if !self.is_told(*assumption, ruling) {
                told.push(self.assumption_of(*assumption, ruling));
            }
        }
        told.join(" ")
    }

    /// What ended the game, when and by which article.
    fn ended(&self, ending: &RuledEnding, ruling: &Ruling, scene: &Scene<'_>) -> String {
        let rules = ruling.state.ruleset().end_rules();
        let variant = ruling.state.ruleset().variant();
        let winner = match ending.outcome {
            Outcome::Win(side) | Outcome::HalfPoint(side) => side,
            Outcome::Draw | Outcome::BothLose => Side::White,
        };
        let how = match ending.basis {
            Basis::Claim => self.name("ruling-how-claim"),
            Basis::Arbiter => self.name("ruling-how-arbiter"),
            Basis::Automatic | Basis::Fact => String::new(),
        };
        let moves = match ending.cause {
            Cause::SeventyFiveMoves => rules.seventy_five.limit,
            _ => rules.fifty.limit,
        };
        let outcome = self.outcome(ending.outcome, variant);
        let args = Args::none()
            .text("Outcome", capital(&outcome))
            .text("cause", self.cause(ending.cause))
            .text("after", self.after_ply(scene, ending.ply))
            .text("how", how)
            .text("winner", self.noun(scene, winner))
            .text("loser", self.noun(scene, winner.opponent()))
            .text("stuck", self.noun(scene, scene.position().side_to_move()))
            .number("moves", u64::from(moves))
            .number("times", u64::from(rules.fivefold.count));
        let result = match ending.outcome {
            Outcome::Win(_) => "win",
            Outcome::Draw => "draw",
            Outcome::BothLose => "lose",
            Outcome::HalfPoint(_) => "half",
        };
        let cause = keys::cause(ending.cause).trim_start_matches("cause-");
        let by_list = match ending.cause {
            Cause::FlagFall => rules.flag == Flag::MaterialList,
            Cause::Resignation | Cause::IllegalMoves => !rules.asks_for_any_series(),
            _ => false,
        };
        let how = if by_list && ending.outcome == Outcome::Draw {
            "-by-list"
        } else {
            ""
        };
        let sentence = self
            .find(&format!("ruling-{cause}-{result}{how}"), None, &args)
            .unwrap_or_else(|| self.say("ruling-any", &args));
        // A result that is only recorded rests on no article.
        match ending.cause {
            Cause::ResultAsRecorded => sentence,
            _ => self.with_citations(sentence, &ending.citations),
        }
    }

    /// A sentence with its articles before the full stop.
    pub(super) fn with_citations(&self, mut sentence: String, citations: &[Citation]) -> String {
        let mut named: Vec<String> = citations.iter().map(|it| self.citation(it)).collect();
        named.dedup();
        if named.is_empty() {
            return sentence;
        }
        let stop = sentence.ends_with('.');
        if stop {
            sentence.pop();
        }
        sentence.push_str(" (");
        sentence.push_str(&named.join("; "));
        sentence.push_str(if stop { ")." } else { ")" });
        sentence
    }

    fn undecided(&self, ruling: &Ruling, scene: &Scene<'_>) -> String {
        if ruling.disposition != Disposition::InProgress {
            return self.disposition(ruling.disposition);
        }
        let args = Args::none()
            .text("after", self.after_ply(scene, ruling.state.ply()))
            .text("side", self.noun(scene, scene.position().side_to_move()));
        let id = match ruling.state.ply() {
            0 => "in-progress-at-start",
            _ => "in-progress-to-move",
        };
        self.say(id, &args)
    }

    /// Whether a question could be decided, as a sentence.
    #[must_use]
    pub fn disposition(&self, disposition: Disposition) -> String {
        self.name(&format!("disposition-{}", disposition.word()))
    }

    /// Whether an assumption is said already by the sentence on the ending.
    fn is_told(&self, assumption: Assumption, ruling: &Ruling) -> bool {
        assumption == Assumption::ResultAsRecorded
            && ruling
                .ending
                .as_ref()
                .is_some_and(|ending| ending.cause == Cause::ResultAsRecorded)
    }

    /// An assumption of this ruling: what a house rule or a secondary source is about is said with it.
    fn assumption_of(&self, assumption: Assumption, ruling: &Ruling) -> String {
        let keys: Vec<&str> = ruling.departures.iter().map(|it| it.key).collect();
        let args = Args::none()
            .number("count", keys.len() as u64)
            .text("keys", self.all_of(&keys));
        self.say(&assumption_id(assumption), &args)
    }

    /// Something that was taken for granted, as a sentence.
    #[must_use]
    pub fn assumption(&self, assumption: Assumption) -> String {
        let args = Args::none().number("count", 0).text("keys", "");
        self.say(&assumption_id(assumption), &args)
    }

    /// How surely an article is known, where it is not read in an official text.
    #[must_use]
    pub fn certainty(&self, certainty: Certainty) -> Option<String> {
        match certainty {
            Certainty::Primary => None,
            Certainty::Secondary => Some(self.assumption(Assumption::SecondarySources)),
            Certainty::HouseRule => Some(self.assumption(Assumption::HouseRules)),
        }
    }

    /// An ending, in a few words: the result and the cause.
    #[must_use]
    pub fn ending(&self, ending: &RuledEnding, variant: Variant) -> String {
        let outcome = self.outcome(ending.outcome, variant);
        format!("{}: {}", capital(&outcome), self.cause(ending.cause))
    }

    /// The side of a question or a claim; nothing where it is nobody's.
    pub(super) fn side_or_none(&self, side: Option<Side>, scene: &Scene<'_>) -> String {
        side.map_or_else(String::new, |side| self.noun(scene, side).to_owned())
    }
}

/// The evidence that an explanation tells: the first of it, and always a conflict of results. What a fault says already is not
/// said again as the capture that was open.
fn deciding(evidence: &[Evidence]) -> Vec<&Evidence> {
    let faulty = evidence
        .iter()
        .any(|it| matches!(it, Evidence::FirstFault(_)));
    let is_conflict = |it: &&Evidence| matches!(it, Evidence::ResultConflict(_));
    let proofs = evidence
        .iter()
        .filter(|it| !is_conflict(it))
        .filter(|it| !faulty || !matches!(it, Evidence::MaximumCapture(_)));
    let conflicts = evidence.iter().filter(is_conflict);
    proofs.take(MOST_EVIDENCE).chain(conflicts).collect()
}

fn assumption_id(assumption: Assumption) -> String {
    format!("assumption-{}", assumption.word().to_ascii_lowercase())
}
