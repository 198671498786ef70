//! What is found in a file of games.

use tabuleiro_proto::v1;
use tabuleiro_rules::{
    Variant,
    adjudication::{Finding, GameFault, GameFaultKind, Summary},
    record::Severity,
};

use super::{count, ending, evidence, record, ruling, telling::Telling, violation};
use crate::error::Failure;

/// A number of a file as the contract has it.
pub(crate) fn long(value: u64) -> i64 {
    i64::try_from(value).unwrap_or(i64::MAX)
}

/// What was found in one game.
///
/// # Errors
/// A capture tree beyond the bound on work.
pub(crate) fn finding(
    finding: &Finding,
    telling: &Telling<'_>,
) -> Result<v1::GameFinding, Failure> {
    Ok(v1::GameFinding {
        number: long(finding.number),
        tags: finding
            .tags
            .iter()
            .map(|(name, value)| v1::Tag {
                name: name.clone(),
                value: value.clone(),
            })
            .collect(),
        variant: finding
            .variant
            .map(|it| it.id().to_owned())
            .unwrap_or_default(),
        faults: finding
            .faults
            .iter()
            .map(|it| fault(it, finding.variant, telling))
            .collect(),
        more_faults: count(finding.more_faults),
        board_ending: finding.board_ending.as_ref().map(ruling::ruled_ending),
        ruling: finding
            .ruling
            .as_deref()
            .map(|it| ruling::ruling(it, telling.voice))
            .transpose()?,
        result_conflict: finding
            .result_conflict
            .as_ref()
            .map(evidence::result_conflict),
        place: Some(record::place(finding.place)),
        offset_after: long(finding.offset_after),
        line_count_after: long(finding.line_count_after),
        ply_count: count(finding.ply_count),
    })
}

super::mirror! {
    kind: GameFaultKind => v1::GameFaultKind {
        Syntax, Tag, Position, IllegalMove, AmbiguousMove, MoveNumber, CheckMark, Result, SurplusMoves, Limit, Encoding,
    }
}

fn fault(fault: &GameFault, variant: Option<Variant>, telling: &Telling<'_>) -> v1::GameFault {
    let voice = telling.voice;
    let message = match fault.violations.first() {
        Some(first) => voice.violation(first, &telling.scene),
        None => voice.game_fault(fault, variant),
    };
    v1::GameFault {
        kind: kind(fault.kind()) as i32,
        code: fault.code.name().into_owned(),
        place: Some(record::place(fault.place)),
        ply: fault.ply.map(count),
        token: fault.token.clone(),
        violations: violation::violations(&fault.violations, telling),
        message,
        in_variation: fault.in_variation,
        severity: match fault.severity() {
            Severity::Note => v1::Severity::Note,
            Severity::Fault => v1::Severity::Fault,
        } as i32,
        length: long(fault.length),
    }
}

/// What was found in all.
pub(crate) fn summary(summary: &Summary) -> v1::AuditSummary {
    v1::AuditSummary {
        game_count: long(summary.game_count),
        faulty_game_count: long(summary.faulty_game_count),
        faults: summary
            .faults
            .iter()
            .map(|tally| v1::FaultTally {
                kind: kind(tally.code.kind()) as i32,
                code: tally.code.name().into_owned(),
                fault_count: long(tally.count),
            })
            .collect(),
        endings: summary
            .endings
            .iter()
            .map(|(cause, games)| v1::CauseTally {
                cause: ending::cause(*cause) as i32,
                game_count: long(*games),
            })
            .collect(),
        conflicts: summary.conflicts.iter().map(|it| long(*it)).collect(),
        dispositions: summary
            .dispositions
            .iter()
            .map(|(disposition, games)| v1::DispositionTally {
                disposition: ruling::disposition(*disposition) as i32,
                game_count: long(*games),
            })
            .collect(),
        bytes_read: long(summary.bytes_read),
        ..v1::AuditSummary::default()
    }
}
