//! What a person can check at the board.

use tabuleiro_proto::v1;
use tabuleiro_rules::{
    Outcome,
    adjudication::{
        Advantage, AdvantageSnapshot, CountedOnce, Difference, Evidence, FirstFault, ForcedMate,
        ForcedVerdict, MatePossible, MateVerdict, MaximumCapture, OtherLanguages, PerpetualCheck,
        PerpetualVerdict, PositionShown, Repetition, ResultConflict, UnfinishedCapture,
        UnfinishedFate, UnwinnableReason,
    },
    record::{Marker, ShortCapture},
    rulebook::MoveFault,
};

use super::{count, nouns, position, record, square::Names, status, telling::Telling, violation};

pub(crate) fn evidence(evidence: &Evidence, telling: &Telling<'_>) -> v1::Evidence {
    use v1::evidence::Kind;
    v1::Evidence {
        announced_move: match evidence {
            Evidence::Repetition(it) => it.announced.clone().unwrap_or_default(),
            Evidence::CounterAfter(it) => it.announced.clone(),
            _ => String::new(),
        },
        kind: Some(match evidence {
            Evidence::Repetition(it) => Kind::Repetition(repetition(it, &telling.names)),
            Evidence::Counter(it) => Kind::Counter(status::counter(it)),
            Evidence::CounterAfter(it) => Kind::Counter(status::counter(&it.counter)),
            Evidence::MatePossible(it) => Kind::MatePossible(mate_possible(it)),
            Evidence::MaximumCapture(it) => Kind::MaximumCapture(maximum_capture(it)),
            Evidence::ResultConflict(it) => Kind::ResultConflict(result_conflict(it)),
            Evidence::FirstFault(it) => Kind::FirstFault(first_fault(it, telling)),
            Evidence::Advantage(it) => Kind::Advantage(advantage(it)),
            Evidence::IrregularStart(it) => Kind::IrregularStart(v1::IrregularStart {
                fault: super::fact::start_fault(it.kind) as i32,
                start: Some(position::position(&it.start, false, &telling.names)),
                only_reading: it.only_reading,
            }),
            Evidence::ShortCapture(it) => Kind::ShortCapture(short_capture(it)),
            Evidence::OtherLanguages(it) => Kind::OtherLanguages(other_languages(it)),
            Evidence::ReportedPosition(it) => Kind::ReportedPosition(v1::ReportedPosition {
                ply: count(it.ply),
                shown: position_shown(it.shown) as i32,
                illegal_ply: it.illegal_ply.map_or(0, count),
            }),
            Evidence::CountedOnce(it) => Kind::CountedOnce(counted_once(it)),
            Evidence::ForcedMate(it) => Kind::ForcedMate(forced_mate(it)),
            Evidence::PerpetualCheck(it) => Kind::PerpetualCheck(perpetual_check(it)),
            Evidence::UnfinishedCapture(it) => {
                Kind::UnfinishedCapture(unfinished_capture(it, &telling.names))
            }
        }),
    }
}

super::mirror! {
    difference: Difference => v1::Difference {
        SideToMove, WhiteCastlesShort, WhiteCastlesLong, BlackCastlesShort, BlackCastlesLong, EnPassant, Pocket, Checks,
        KingRun, Promoted,
    }
}

fn repetition(repetition: &Repetition, names: &Names) -> v1::RepetitionEvidence {
    let near_miss = |miss: &tabuleiro_rules::adjudication::NearMiss| v1::NearMiss {
        ply: count(miss.ply),
        differs_in: miss
            .differs_in
            .iter()
            .map(|it| difference(*it) as i32)
            .collect(),
    };
    v1::RepetitionEvidence {
        plies: repetition.plies.iter().map(|ply| count(*ply)).collect(),
        near_misses: repetition.near_misses.iter().map(near_miss).collect(),
        position: Some(position::position(&repetition.position, false, names)),
    }
}

fn short_capture(short: &ShortCapture) -> v1::ShortCapture {
    v1::ShortCapture {
        ply: count(short.ply),
        text: short.text.clone(),
        candidates: short.candidates.clone(),
        played: short.played.clone(),
        told_by_ply: count(short.told_by_ply),
        same_position: short.same_position,
    }
}

pub(crate) fn other_languages(others: &OtherLanguages) -> v1::OtherLanguages {
    let tags = others.languages.iter().map(|it| it.tag().to_owned());
    v1::OtherLanguages {
        legal_as_named: others.legal_as_named,
        languages: tags.collect(),
    }
}

super::mirror! {
    unwinnable: UnwinnableReason => v1::UnwinnableReason { BareKing, Material, Blocked, Exhausted, GameOver }
}

pub(crate) fn mate_possible(mate: &MatePossible) -> v1::MatePossible {
    let (verdict, line, reason) = match &mate.verdict {
        MateVerdict::Winnable { line, .. } => (
            v1::MateVerdict::Winnable,
            line.clone(),
            v1::UnwinnableReason::Unspecified,
        ),
        MateVerdict::Unwinnable { reason } => {
            (v1::MateVerdict::Unwinnable, Vec::new(), unwinnable(*reason))
        }
        MateVerdict::Undetermined => (
            v1::MateVerdict::Undetermined,
            Vec::new(),
            v1::UnwinnableReason::Unspecified,
        ),
    };
    v1::MatePossible {
        side: nouns::side(mate.side) as i32,
        verdict: verdict as i32,
        line,
        reason: reason as i32,
        positions_searched: i64::try_from(mate.positions_searched).unwrap_or(i64::MAX),
        only_beyond_limits: mate.only_beyond_limits,
    }
}

fn forced_mate(forced: &ForcedMate) -> v1::ForcedMate {
    use v1::ForcedMateVerdict as Wire;
    let (verdict, within, lines) = match &forced.verdict {
        ForcedVerdict::Forced { line, line_uci } => {
            (Wire::Forced, None, (line.clone(), line_uci.clone()))
        }
        ForcedVerdict::None { within } => (Wire::None, *within, Default::default()),
        ForcedVerdict::Undetermined { within } => {
            (Wire::Undetermined, Some(*within), Default::default())
        }
    };
    let (line, line_uci) = lines;
    v1::ForcedMate {
        side: nouns::side(forced.side) as i32,
        ply: count(forced.ply),
        verdict: verdict as i32,
        line,
        line_uci,
        none_within_moves: within.map(count),
        positions_searched: i64::try_from(forced.positions_searched).unwrap_or(i64::MAX),
    }
}

fn perpetual_check(perpetual: &PerpetualCheck) -> v1::PerpetualCheckEvidence {
    use v1::PerpetualCheckVerdict as Wire;
    let (verdict, line, line_uci, returns_to) = match &perpetual.verdict {
        PerpetualVerdict::ForEver {
            line,
            line_uci,
            returns_to,
        } => (Wire::ForEver, line.clone(), line_uci.clone(), *returns_to),
        PerpetualVerdict::Ends => (Wire::Ends, Vec::new(), Vec::new(), 0),
        PerpetualVerdict::NoCheck => (Wire::NoCheck, Vec::new(), Vec::new(), 0),
        PerpetualVerdict::Undetermined => (Wire::Undetermined, Vec::new(), Vec::new(), 0),
    };
    v1::PerpetualCheckEvidence {
        side: nouns::side(perpetual.side) as i32,
        ply: count(perpetual.ply),
        verdict: verdict as i32,
        line,
        line_uci,
        returns_to: count(returns_to),
        positions_searched: i64::try_from(perpetual.positions_searched).unwrap_or(i64::MAX),
    }
}

super::mirror! {
    unfinished_fate: UnfinishedFate => v1::UnfinishedFate { Open, Accepted, Completed, Unanswered, PutRight }
}

fn unfinished_capture(capture: &UnfinishedCapture, names: &Names) -> v1::UnfinishedCapture {
    v1::UnfinishedCapture {
        side: nouns::side(capture.side) as i32,
        ply: count(capture.ply),
        from: names.name(capture.from),
        released_on: names.name(capture.released),
        captured: names.names(capture.captured.iter().copied()),
        ways: capture.ways.clone(),
        fate: unfinished_fate(capture.fate) as i32,
    }
}

fn maximum_capture(capture: &MaximumCapture) -> v1::MaximumCapture {
    v1::MaximumCapture {
        ply: count(capture.ply),
        capture_count: count(capture.capture_count),
        moves: capture.moves.clone(),
        played: capture.played.clone(),
    }
}

pub(crate) fn result_conflict(conflict: &ResultConflict) -> v1::ResultConflict {
    let marker = |it: Option<Marker>| it.map_or(v1::Outcome::Unspecified, record::marker) as i32;
    let outcome = |it: Option<Outcome>| it.map_or(v1::Outcome::Unspecified, nouns::outcome) as i32;
    v1::ResultConflict {
        tag: marker(conflict.tag),
        marker: marker(conflict.marker),
        board: outcome(conflict.board),
        claimed: outcome(conflict.claimed),
    }
}

pub(crate) fn first_fault(fault: &FirstFault, telling: &Telling<'_>) -> v1::FirstFault {
    let then = telling.of(&fault.position, fault.ply.saturating_sub(1));
    v1::FirstFault {
        ply: count(fault.ply),
        place: fault.place.map(record::place),
        violations: violation::violations(&fault.violations, &then),
        text: fault.text.clone(),
    }
}

super::mirror! {
    move_fault: MoveFault => v1::MoveFault { Illegal, NoMove, TwoHands }
}

super::mirror! {
    position_shown: PositionShown => v1::PositionShown { Legal, ByIllegalMove, Impossible, NotKnown }
}

fn counted_once(once: &CountedOnce) -> v1::CountedOnce {
    let faults = once
        .faults
        .iter()
        .map(|(fault, citation)| v1::CountedFault {
            fault: move_fault(*fault) as i32,
            citation: Some(nouns::citation(*citation)),
        });
    v1::CountedOnce {
        side: nouns::side(once.side) as i32,
        ply: count(once.ply),
        faults: faults.collect(),
    }
}

fn advantage(advantage: &Advantage) -> v1::AdvantageEvidence {
    let snapshot = |it: &AdvantageSnapshot| v1::AdvantageSnapshot {
        ply: count(it.ply),
        own_men: count(it.own_men),
        own_kings: count(it.own_kings),
        opponent_men: count(it.opponent_men),
        opponent_kings: count(it.opponent_kings),
        own_moves: count(it.own_moves),
        opponent_moves: count(it.opponent_moves),
    };
    v1::AdvantageEvidence {
        side: nouns::side(advantage.side) as i32,
        before: Some(snapshot(&advantage.before)),
        after: Some(snapshot(&advantage.after)),
    }
}
