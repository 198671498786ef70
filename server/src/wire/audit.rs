//! What is found in a file of games.

use tabuleiro_proto::v1;
use tabuleiro_rules::{
    Variant,
    adjudication::{
        Finding, GameFault, GameFaultCode, GameFaultKind, Summary,
        tournament::{CardPair, PlayerStanding, StandingDifference},
    },
    record::Severity,
};

use super::{count, ending, evidence, nouns, record, ruling, telling::Telling, violation};
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
    let [white, black] = &finding.players;
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
        white: white.clone().unwrap_or_default(),
        black: black.clone().unwrap_or_default(),
        recorded_outcome: finding
            .recorded()
            .map_or(v1::Outcome::Unspecified, nouns::outcome) as i32,
    })
}

super::mirror! {
    kind: GameFaultKind => v1::GameFaultKind {
        Syntax, Tag, Position, IllegalMove, AmbiguousMove, MoveNumber, CheckMark, Result, SurplusMoves, Limit, Encoding,
    }
}

fn fault(fault: &GameFault, variant: Option<Variant>, telling: &Telling<'_>) -> v1::GameFault {
    let voice = telling.voice;
    let then = fault.position.as_deref().map(|position| {
        let before = fault.ply.unwrap_or(0).saturating_sub(1);
        telling.of(position, before)
    });
    let telling = then.as_ref().unwrap_or(telling);
    let message = match fault.violations.first() {
        // Its candidates stand with it, but it breaks no rule.
        _ if fault.code == GameFaultCode::ShortCapture => voice.game_fault(fault, variant),
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
        standings_by_file: standings(&summary.tables.by_file),
        standings_by_law: standings(&summary.tables.by_law),
        differences: summary.tables.differences.iter().map(difference).collect(),
        pairs: summary.tables.pairs.iter().map(pair).collect(),
        tables_left_out: (summary
            .tables
            .left_out
            .map(|why| why.word().to_ascii_uppercase()))
        .unwrap_or_default(),
        nameless_game_count: long(summary.tables.nameless_games),
        bytes_read: long(summary.bytes_read),
    }
}

fn standings(table: &[PlayerStanding]) -> Vec<v1::Standing> {
    let standing = |line: &PlayerStanding| v1::Standing {
        player: line.player.clone(),
        game_count: count(line.games),
        win_count: count(line.wins),
        draw_count: count(line.draws),
        loss_count: count(line.losses),
        half_points: count(line.half_wins),
        place: count(line.place),
        direct_encounter_half_points: line.direct_encounter.map(count),
        buchholz_half_points: count(line.buchholz),
        sonneborn_berger_quarter_points: count(line.sonneborn_berger),
    };
    table.iter().map(standing).collect()
}

fn difference(difference: &StandingDifference) -> v1::StandingDifference {
    let [half_points_by_file, half_points_by_law] = difference.half_wins.map(count);
    let [place_by_file, place_by_law] = difference.places.map(count);
    v1::StandingDifference {
        player: difference.player.clone(),
        half_points_by_file,
        half_points_by_law,
        place_by_file,
        place_by_law,
        games: difference.games.iter().map(|it| long(*it)).collect(),
    }
}

fn pair(pair: &CardPair) -> v1::CardPair {
    let [first_player, second_player] = pair.players.clone();
    let [first_half_points, second_half_points] = pair.half_wins.map(count);
    v1::CardPair {
        card: pair.card.clone(),
        first_game: long(pair.first_game),
        second_game: pair.second_game.map(long).unwrap_or_default(),
        first_player,
        second_player,
        first_half_points,
        second_half_points,
        winner: pair.winner().map_or(v1::Side::Unspecified, nouns::side) as i32,
        fault: pair
            .fault
            .map(|it| it.word().to_ascii_uppercase())
            .unwrap_or_default(),
    }
}
