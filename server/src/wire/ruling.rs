//! What an arbiter is told.

use tabuleiro_proto::v1;
use tabuleiro_rules::{
    adjudication::{
        Assumption, CorrectionEffect, Disposition, Query, QueryKind, RefusedFact, Remedy,
        RemedyKind, RuledEnding, Ruling,
    },
    locale::Voice,
};

use super::{
    catalogue, count, ending, evidence, nouns, position, square::Names, status, telling::Telling,
    violation,
};
use crate::error::Failure;

/// A ruling, with where the game stands but without a token for it.
///
/// # Errors
/// A capture tree beyond the bound on work.
pub(crate) fn ruling(ruling: &Ruling, voice: Voice<'_>) -> Result<v1::Ruling, Failure> {
    let state = &ruling.state;
    let telling = Telling::of_ruling(voice, ruling);
    let names = telling.names;
    let status = status::status_claiming(state, ruling.claims.clone(), false, &names)?;
    Ok(v1::Ruling {
        disposition: disposition(ruling.disposition) as i32,
        ending: ruling.ending.as_ref().map(ruled_ending),
        also: ruling.also.iter().map(ruled_ending).collect(),
        surplus_moves: count(ruling.surplus_moves),
        refused_facts: ruling
            .refused_facts
            .iter()
            .map(|it| refused_fact(it, &telling))
            .collect(),
        evidence: ruling
            .evidence
            .iter()
            .map(|it| evidence::evidence(it, &telling))
            .collect(),
        claims: status.claims.clone(),
        remedies: ruling
            .remedies
            .iter()
            .map(|it| remedy(it, &names))
            .collect(),
        questions: ruling
            .questions
            .iter()
            .map(|it| question(it, &telling))
            .collect(),
        assumptions: ruling
            .assumptions
            .iter()
            .map(|it| assumption(*it, voice))
            .collect(),
        explanation: voice.explain(ruling),
        fingerprint: Some(v1::Fingerprint {
            input_digest: ruling.fingerprint.input_digest.clone(),
            rules_version: ruling.fingerprint.rules_version.to_owned(),
        }),
        status: Some(status),
        departures: ruling.departures.iter().map(catalogue::departure).collect(),
    })
}

super::mirror! {
    disposition: Disposition => v1::Disposition { Decided, InProgress, NeedsFacts, NeedsArbiter, RecordFault }
}

pub(crate) fn ruled_ending(it: &RuledEnding) -> v1::Ending {
    v1::Ending {
        cause: ending::cause(it.cause) as i32,
        outcome: nouns::outcome(it.outcome) as i32,
        basis: ending::basis(it.basis) as i32,
        ply: count(it.ply),
        citations: it.citations.iter().copied().map(nouns::citation).collect(),
    }
}

fn refused_fact(fact: &RefusedFact, telling: &Telling<'_>) -> v1::RefusedFact {
    let then = telling.of(&fact.position, fact.ply);
    v1::RefusedFact {
        index: count(fact.index),
        violations: violation::violations(&fact.violations, &then),
        counts_as_offer: fact.counts_as_offer,
    }
}

fn remedy(remedy: &Remedy, names: &Names) -> v1::Remedy {
    use v1::remedy::Kind;
    v1::Remedy {
        kind: Some(match &remedy.kind {
            RemedyKind::RestorePosition { position: at, ply } => {
                Kind::RestorePosition(v1::RestorePosition {
                    position: Some(position::position(at, true, names)),
                    ply: count(*ply),
                })
            }
            RemedyKind::TimePenalty { to, seconds } => Kind::TimePenalty(v1::TimePenalty {
                to: nouns::side(*to) as i32,
                seconds: count(*seconds),
            }),
            RemedyKind::MustPlay { side, moves } => Kind::MustPlay(v1::MustPlay {
                side: nouns::side(*side) as i32,
                moves: moves.clone(),
            }),
            RemedyKind::ResultStands { outcome } => Kind::ResultStands(v1::ResultStands {
                outcome: nouns::outcome(*outcome) as i32,
            }),
            RemedyKind::NewGame => Kind::NewGame(v1::NewGame {}),
            RemedyKind::TransferPosition { position: at, ply } => {
                Kind::TransferPosition(v1::TransferPosition {
                    position: Some(position::position(at, true, names)),
                    ply: count(*ply),
                })
            }
            RemedyKind::PlayOn => Kind::PlayOn(v1::PlayOn {}),
            RemedyKind::Correction { effect } => Kind::Correction(v1::Correction {
                effect: correction_effect(*effect) as i32,
            }),
            RemedyKind::DiscretionaryPenalty { side } => {
                Kind::DiscretionaryPenalty(v1::DiscretionaryPenalty {
                    side: nouns::side(*side) as i32,
                })
            }
        }),
        citation: Some(nouns::citation(remedy.citation)),
    }
}

super::mirror! {
    correction_effect: CorrectionEffect => v1::CorrectionEffect { NextPairing, LaterPairing, RatingOnly }
}

super::mirror! {
    question_kind: QueryKind => v1::QuestionKind {
        TimeClass, Supervision, ScoreSheet, History, DecidedAdvantage, Designation, FlagOrder, LastPeriod, CanMate,
        NormalMeans, Irregularity, ArbiterDecision, Room, QuickplayAnnounced,
    }
}

fn question(query: &Query, telling: &Telling<'_>) -> v1::Question {
    v1::Question {
        kind: question_kind(query.kind) as i32,
        side: query.side.map_or(0, |side| nouns::side(side) as i32),
        ply: query.ply.map(count),
        choices: query.choices.clone(),
        text: telling.voice.query(query, &telling.scene),
    }
}

fn assumption(assumption: Assumption, voice: Voice<'_>) -> v1::Assumption {
    v1::Assumption {
        code: assumption.word().to_owned(),
        text: voice.assumption(assumption),
    }
}
