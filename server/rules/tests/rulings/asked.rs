//! How the tests of rulings put their questions.

use std::sync::Arc;

use tabuleiro_rules::adjudication::{
    DatedFact, Evidence, GameRecord, Question, RecordedResults, Ruling, adjudicate,
};
use tabuleiro_rules::game::{ClaimKind, Fact, FactKind};
use tabuleiro_rules::record::Marker;
use tabuleiro_rules::{
    Cause, Outcome, Position, Ruleset, RulesetRequest, Side, Strictness, ViolationCode,
};

/// The law of a variant, by one of its rulebooks (empty: its own).
pub(crate) fn law(variant: &str, rulebook: &str) -> Arc<Ruleset> {
    let request = RulesetRequest {
        variant,
        rulebook,
        ..RulesetRequest::default()
    };
    Arc::new(Ruleset::build(&request).unwrap())
}

/// A question about these moves from this position (empty: the start).
pub(crate) fn about(law: &Arc<Ruleset>, fen: &str, moves: &str) -> Question {
    let record = if fen.is_empty() {
        GameRecord::new(Arc::clone(law))
    } else {
        let parsed = Position::from_fen(law, fen, Strictness::Strict).unwrap();
        GameRecord::from_position(Arc::clone(law), parsed.position, true).unwrap()
    };
    let moves = moves.split_whitespace();
    // Move numbers are for the reader's eye only.
    let texts = moves.map(|text| text.rsplit_once('.').map_or(text, |(_, text)| text));
    Question::of_record(record.with_moves(texts.filter(|text| !text.is_empty())))
}

/// A question about a game of chess by the FIDE Laws.
pub(crate) fn fide(fen: &str, moves: &str) -> Question {
    about(&law("chess", ""), fen, moves)
}

pub(crate) fn fact(by: Side, kind: FactKind) -> DatedFact {
    DatedFact::at_the_end(Fact { by, kind })
}

pub(crate) fn after(ply: u32, by: Side, kind: FactKind) -> DatedFact {
    DatedFact::after(ply, Fact { by, kind })
}

pub(crate) fn claims(by: Side, kind: ClaimKind, intended: Option<&str>) -> DatedFact {
    fact(
        by,
        FactKind::Claimed {
            kind,
            intended: intended.map(Into::into),
        },
    )
}

pub(crate) fn rule(question: &Question) -> Ruling {
    adjudicate(question).unwrap()
}

/// The ruling with one fact after the last move.
pub(crate) fn with(mut question: Question, fact: DatedFact) -> Ruling {
    question.facts.push(fact);
    rule(&question)
}

/// What a tag and a marker say alike.
pub(crate) fn recorded(outcome: Outcome) -> RecordedResults {
    RecordedResults {
        tag: Some(Marker::Decided(outcome)),
        marker: Some(Marker::Decided(outcome)),
        ..RecordedResults::default()
    }
}

/// Cause, outcome and ply of the ending.
pub(crate) fn end(ruling: &Ruling) -> Option<(Cause, Outcome, u32)> {
    let ending = ruling.ending.as_ref()?;
    Some((ending.cause, ending.outcome, ending.ply))
}

/// The article that decided.
pub(crate) fn article(ruling: &Ruling) -> &'static str {
    ruling.ending.as_ref().unwrap().citations[0].article
}

/// The codes of the refused facts.
pub(crate) fn refused(ruling: &Ruling) -> Vec<ViolationCode> {
    let facts = ruling.refused_facts.iter();
    facts
        .flat_map(|fact| fact.violations.iter().map(|violation| violation.code))
        .collect()
}

/// The plies at which the position of the first repetition in evidence stood.
pub(crate) fn occurrences(ruling: &Ruling) -> Vec<u32> {
    let found = ruling.evidence.iter().find_map(|evidence| match evidence {
        Evidence::Repetition(repetition) => Some(repetition.plies.clone()),
        _ => None,
    });
    found.unwrap_or_default()
}

/// Kings to and fro in corners of a board of 8 by 8.
pub(crate) const TO_AND_FRO: &str = "a1-b2 g1-h2 b2-a1 h2-g1";

/// So many plies of these moves, over and over.
pub(crate) fn plies(moves: &str, number: usize) -> String {
    let words: Vec<_> = moves.split_whitespace().cycle().take(number).collect();
    words.join(" ")
}

/// Knights (or queens) to and fro: this many rounds of four plies.
pub(crate) fn rounds(number: usize) -> String {
    "Nf3 Nf6 Ng1 Ng8 ".repeat(number)
}
