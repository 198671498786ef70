//! `Adjudicate`: how a game ends and why.

use std::sync::Arc;

use tabuleiro_proto::v1;
use tabuleiro_rules::{
    Ruleset,
    adjudication::{self, DatedFact, GameRecord, Question, Standing, Unanswerable},
};

use crate::{
    error::Failure,
    services::{
        Core,
        call::Call,
        mate,
        standing::{self, NamedRules, Opened},
    },
    wire::{self, context, nouns, reading, ruling, square::Names},
};

/// The answer to one request.
///
/// # Errors
/// Misuse: rules, positions and facts that cannot be. A faulty record is ruled on.
pub(crate) fn adjudicate(
    core: &Call<'_>,
    request: &v1::AdjudicateRequest,
) -> Result<v1::AdjudicateResponse, Failure> {
    standing::limit("max_facts", core.limits.facts, request.facts.len())?;
    let game = wire::required(request.game.as_ref(), "game")?;
    let (mut question, rules) = match &game.standing {
        Some(v1::game::Standing::State(_)) => {
            let Opened { state, ruleset } = standing::open(core, Some(game), &request.locale)?;
            (Question::about(Standing::State(Box::new(state))), ruleset)
        }
        Some(v1::game::Standing::Record(record)) => {
            let ruleset = wire::required(game.ruleset.as_ref(), "game.ruleset")?;
            let law = core.rulesets.read(ruleset)?;
            (of_record(core, &law, record)?, NamedRules::Message(ruleset))
        }
        None => {
            let ruleset = wire::required(game.ruleset.as_ref(), "game.ruleset")?;
            let record = GameRecord::new(core.rulesets.read(ruleset)?);
            (Question::of_record(record), NamedRules::Message(ruleset))
        }
    };
    let names = Names::of(question.ruleset());
    question
        .facts
        .extend(facts(&request.facts, &names, "facts")?);
    question.context = context::read(request.context.as_ref())?;
    question.irregularities = context::read_irregularities(request.irregularities)?;
    question.results.claimed = nouns::read_outcome(request.claimed_result, "claimed_result")?;
    question.work_budget = mate::budget(core, request.work_budget)?.get();

    question.interrupt = core.interrupt();
    let (variant, plies) = match &question.game {
        Standing::Record(record) => (record.ruleset().variant(), record.moves.len()),
        Standing::State(state) => (state.ruleset().variant(), state.ply() as usize),
    };
    core.seen
        .game(variant.id(), u32::try_from(plies).unwrap_or(u32::MAX));
    let ruled = adjudication::adjudicate(&question).map_err(unanswerable)?;
    // A search that was interrupted has found nothing out.
    core.go_on()?;
    let mut message = ruling::ruling(&ruled, core.voice(&request.locale))?;
    if let Some(status) = &mut message.status {
        // Where the record is too long for a token, the ruling stands without one.
        status.state = standing::seal(core, &ruled.state, rules).unwrap_or_default();
    }
    Ok(v1::AdjudicateResponse {
        ruling: Some(message),
    })
}

/// The question about a record, whose moves are judged and not merely played.
fn of_record(core: &Core, law: &Arc<Ruleset>, record: &v1::Record) -> Result<Question, Failure> {
    let limits = &core.limits;
    standing::limit("max_record_plies", limits.record_plies, record.moves.len())?;
    standing::limit("max_facts", limits.facts, record.facts.len())?;
    let field = "game.record";
    let mut read = if record.start_position.is_empty() {
        GameRecord::new(Arc::clone(law))
    } else {
        let at = format!("{field}.start_position");
        let strictness =
            wire::position::read_strictness(record.strictness, &format!("{field}.strictness"))?;
        let position = standing::position(law, &record.start_position, strictness, &at)?;
        let known = record.history_known.unwrap_or(false);
        GameRecord::from_position(Arc::clone(law), position, known)
            .map_err(|_| Failure::Internal)?
    };
    read.reading = reading::read(record.notation, &record.language, field)?;
    let read = read.with_moves(record.moves.iter().map(String::as_str));
    let mut question = Question::of_record(read);
    question.facts = facts(&record.facts, &Names::of(law), "game.record.facts")?;
    Ok(question)
}

fn facts(facts: &[v1::Fact], names: &Names, field: &str) -> Result<Vec<DatedFact>, Failure> {
    let mut dated = Vec::with_capacity(facts.len());
    for (index, fact) in facts.iter().enumerate() {
        let field = format!("{field}[{index}]");
        let after_ply = match fact.after_ply.map(u32::try_from) {
            None => None,
            Some(Ok(ply)) => Some(ply),
            Some(Err(_)) => {
                let at = format!("{field}.after_ply");
                return Err(Failure::field(at, "NEGATIVE", "expected 0 or more"));
            }
        };
        dated.push(DatedFact {
            after_ply,
            fact: wire::fact::read_fact(fact, names, &field)?,
        });
    }
    Ok(dated)
}

fn unanswerable(why: Unanswerable) -> Failure {
    match why {
        Unanswerable::FactBeyondRecord { index, .. }
        | Unanswerable::FactBeforeState { index, .. } => Failure::field(
            format!("facts[{index}].after_ply"),
            "OUT_OF_ORDER",
            why.to_string(),
        ),
        Unanswerable::Interrupted => Failure::DeadlineExceeded {
            allowed: std::time::Duration::ZERO,
        },
        Unanswerable::TooWide { .. } => Failure::WorkBudgetExhausted {
            limit: tabuleiro_rules::draughts::Position::WORK_BUDGET,
        },
    }
}
