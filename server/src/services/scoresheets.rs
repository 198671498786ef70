//! `CompareScoresheets`: two records of one game.

use tabuleiro_proto::v1;
use tabuleiro_rules::{
    Position, Ruleset,
    adjudication::{
        FirstFault,
        scoresheet::{
            self, CompareLimits, Comparison, Reconciliation, Repair, RepairKind, Scoresheet,
            Verdict,
        },
    },
};

use crate::{
    error::Failure,
    services::{Core, call::Call, mate, standing},
    wire::{self, count, evidence, nouns, reading, telling::Telling},
};

/// Repairs on one sheet that a caller may ask for.
const MOST_REPAIRS: u8 = 8;

/// The answer.
///
/// # Errors
/// Misuse: rules and positions that cannot be, sheets beyond a limit, a language that is not known.
pub(crate) fn compare(
    core: &Call<'_>,
    request: &v1::CompareScoresheetsRequest,
) -> Result<v1::CompareScoresheetsResponse, Failure> {
    let law = core
        .rulesets
        .read(wire::required(request.ruleset.as_ref(), "ruleset")?)?;
    let start = match request.start_position.as_str() {
        "" => Position::start(&law),
        text => standing::position(
            &law,
            text,
            tabuleiro_rules::Strictness::Strict,
            "start_position",
        )?,
    };
    let sheets = [
        sheet(core, request.first.as_ref(), "first")?,
        sheet(core, request.second.as_ref(), "second")?,
    ];
    let comparison = scoresheet::compare(&start, &sheets, limits(core, request)?);
    let languages = sheets.each_ref().map(|sheet| sheet.other_languages(&start));
    let voice = core.voice(&request.locale);
    let mut message = told(&comparison, &law, &start, voice);
    message.explanation = voice.comparison(&comparison, &languages);
    let [first, second] = languages;
    message.first_other_languages = first.as_ref().map(evidence::other_languages);
    message.second_other_languages = second.as_ref().map(evidence::other_languages);
    Ok(v1::CompareScoresheetsResponse {
        comparison: Some(message),
    })
}

fn limits(core: &Core, request: &v1::CompareScoresheetsRequest) -> Result<CompareLimits, Failure> {
    let default = CompareLimits::default();
    let most_repairs = match u8::try_from(request.max_repairs) {
        Ok(0) => default.most_repairs,
        Ok(repairs) if repairs <= MOST_REPAIRS => repairs,
        _ => {
            let says = format!("expected 0 to {MOST_REPAIRS}");
            return Err(Failure::field("max_repairs", "OUT_OF_RANGE", says));
        }
    };
    let most = mate::budget(core, request.work_budget)?.get();
    let work_budget = match request.work_budget {
        0 => default.work_budget.min(most),
        _ => most,
    };
    Ok(CompareLimits {
        most_repairs,
        work_budget,
    })
}

fn sheet(core: &Core, sheet: Option<&v1::Scoresheet>, field: &str) -> Result<Scoresheet, Failure> {
    let sheet = wire::required(sheet, field)?;
    standing::limit(
        "max_record_plies",
        core.limits.record_plies,
        sheet.moves.len(),
    )?;
    nouns::read_outcome(sheet.result, &format!("{field}.result"))?;
    Ok(Scoresheet {
        moves: sheet.moves.clone(),
        reading: reading::read(sheet.notation, &sheet.language, field)?,
        kept_by: nouns::read_side(sheet.kept_by, &format!("{field}.kept_by"))?,
    })
}

fn told(
    comparison: &Comparison,
    law: &Ruleset,
    start: &Position,
    voice: tabuleiro_rules::locale::Voice<'_>,
) -> v1::ScoresheetComparison {
    let telling = Telling::new(voice, law, start, 0);
    let fault = |fault: &Option<FirstFault>| {
        let fault = fault.as_ref()?;
        Some(evidence::first_fault(fault, &telling))
    };
    let [first, second] = &comparison.first_faults;
    v1::ScoresheetComparison {
        verdict: verdict(comparison.verdict) as i32,
        first_difference_ply: comparison.first_difference_ply.map(count),
        first_fault: fault(first),
        second_fault: fault(second),
        reconciliations: comparison
            .reconciliations
            .iter()
            .map(reconciliation)
            .collect(),
        irreconcilable_from_ply: comparison.irreconcilable_from_ply.map(count),
        common_moves: comparison.common_moves.clone(),
        budget_spent: comparison.budget_spent,
        explanation: String::new(),
        first_other_languages: None,
        second_other_languages: None,
    }
}

wire::mirror! {
    verdict: Verdict => v1::ScoresheetVerdict {
        Same, OneIsLonger, Reconciled, Irreconcilable,
    }
}

wire::mirror! {
    kind: RepairKind => v1::RepairKind {
        Replaced, Missing, Extra, Swapped,
    }
}

fn reconciliation(game: &Reconciliation) -> v1::Reconciliation {
    let repair = |repair: &Repair| v1::Repair {
        sheet: i32::from(repair.sheet.number()),
        kind: kind(repair.kind) as i32,
        ply: count(repair.ply),
        written: repair.written.clone(),
        meant: repair.meant.clone(),
    };
    v1::Reconciliation {
        moves: game.moves.clone(),
        repairs: game.repairs.iter().map(repair).collect(),
    }
}
