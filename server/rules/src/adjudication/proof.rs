//! Gathers what a person can check at the board.

use super::{
    evidence::{
        Advantage, AdvantageSnapshot, CounterAfter, Difference, Evidence, FirstFault,
        MaximumCapture, NearMiss, Repetition,
    },
    ruling::RuledEnding,
    walk::{Announced, Fault, MadeClaim, Walk},
};
use crate::{
    Cause, Kind, Position, Side, Square, ViolationCode, chess, draughts,
    game::{ClaimKind, Counter, CounterKind, RequestedMove},
    printable,
    rulebook::Mode,
};

/// The evidence of a game that was played through, the deciding first.
pub(super) fn of(walk: &Walk, ending: Option<&RuledEnding>) -> Vec<Evidence> {
    let mut list = Vec::new();
    if let Some(fault) = walk.first_fault() {
        list.push(Evidence::FirstFault(first_fault(fault)));
        // A capture that was left unfinished is no omission of the largest one.
        if !walk.unfinished.iter().any(|it| it.ply == fault.ply) {
            list.extend(maximum_capture(fault));
        }
    }
    let unfinished = walk.unfinished.iter().cloned();
    list.extend(unfinished.map(Evidence::UnfinishedCapture));
    list.extend(walk.perpetual.clone().map(Evidence::PerpetualCheck));
    let state = walk.board.state();
    let mut kinds: Vec<(CounterKind, Option<&Announced>)> = Vec::new();
    let mut note = |kind: Option<CounterKind>, announced| {
        if let Some(kind) = kind.filter(|kind| !kinds.iter().any(|(known, _)| known == kind)) {
            kinds.push((kind, announced));
        }
    };
    let mut repeats: Vec<(&Position, Option<&Announced>)> = Vec::new();
    if let Some(ending) = ending {
        let by_claim = |claim: &&MadeClaim| {
            ending.basis == crate::game::Basis::Claim
                && (is_repetition(ending.cause) && is_of_repetition(claim)
                    || counter_of(ending.cause).is_some()
                        && counter_of(ending.cause) == counter_of_claim(claim.kind))
        };
        let claimed = walk.claims.iter().rev().find(by_claim);
        let announced = claimed.and_then(|claim| claim.announced.as_ref());
        note(counter_of(ending.cause), announced);
        let by_search = ending.cause == Cause::PerpetualCheck && walk.perpetual.is_some();
        if is_repetition(ending.cause) && !by_search {
            let position = claimed.map_or(state.position(), |claim| &claim.position);
            repeats.push((position, announced));
        }
    }
    for claim in &walk.claims {
        let announced = claim.announced.as_ref();
        note(counter_of_claim(claim.kind), announced);
        let known = |(position, _): &(&Position, _)| *position == claim.position.as_ref();
        if is_of_repetition(&claim) && !repeats.iter().any(known) {
            repeats.push((&claim.position, announced));
        }
    }
    // A position that stands again is of interest as long as the game goes on.
    let repetition = &state.ruleset().end_rules().repetition;
    if ending.is_none()
        && walk.fault.is_none()
        && repeats.is_empty()
        && repetition.mode != Mode::Off
        && state.occurrences() >= 2
    {
        repeats.push((state.position(), None));
    }
    let positions = walk.board.positions();
    if !positions.is_empty() {
        let shown = repeats
            .into_iter()
            .map(|(position, announced)| repetition_of(positions, position, announced));
        list.extend(shown.map(Evidence::Repetition));
    }
    let counters = state.running_counters();
    for (kind, announced) in kinds {
        let of_kind = |counter: &&Counter| counter.kind == kind;
        match announced {
            None => {
                let found = counters.iter().filter(of_kind);
                list.extend(found.copied().map(Evidence::Counter));
            }
            // The claim speaks of what the counter says after the announced move.
            Some(announced) => {
                let found = announced.counters.iter().filter(of_kind);
                list.extend(found.map(|counter| {
                    Evidence::CounterAfter(CounterAfter {
                        counter: *counter,
                        announced: announced.text.clone(),
                    })
                }));
            }
        }
    }
    let once = walk.counted_once.iter().cloned();
    list.extend(once.map(Evidence::CountedOnce));
    let told = walk.short_captures.iter().cloned();
    list.extend(told.map(Evidence::ShortCapture));
    list
}

const fn is_repetition(cause: Cause) -> bool {
    matches!(
        cause,
        Cause::ThreefoldRepetition | Cause::FivefoldRepetition | Cause::PerpetualCheck
    )
}

fn is_of_repetition(claim: &&MadeClaim) -> bool {
    claim.kind == ClaimKind::Repetition
}

/// The counter that an ending rests on.
const fn counter_of(cause: Cause) -> Option<CounterKind> {
    Some(match cause {
        Cause::FiftyMoves => CounterKind::FiftyMoves,
        Cause::SeventyFiveMoves => CounterKind::SeventyFiveMoves,
        Cause::KingMovesLimit => CounterKind::KingMoves,
        Cause::StrongerSideLimit => CounterKind::StrongerSide,
        Cause::MaterialUnchangedLimit => CounterKind::MaterialUnchanged,
        Cause::MainRoadLimit => CounterKind::MainRoad,
        Cause::SmallEndingLimit => CounterKind::SmallEnding,
        Cause::FrisianTwoKingsVOne => CounterKind::FrisianTwoKingsVOne,
        Cause::RefusedOfferLimit => CounterKind::RefusedOffer,
        Cause::IllegalMoves => CounterKind::IllegalMoves,
        _ => return None,
    })
}

const fn counter_of_claim(kind: ClaimKind) -> Option<CounterKind> {
    Some(match kind {
        ClaimKind::Repetition | ClaimKind::DeadPosition | ClaimKind::Quickplay => return None,
        ClaimKind::FiftyMoves => CounterKind::FiftyMoves,
        ClaimKind::KingMoves => CounterKind::KingMoves,
        ClaimKind::StrongerSide => CounterKind::StrongerSide,
        ClaimKind::MaterialUnchanged => CounterKind::MaterialUnchanged,
        ClaimKind::MainRoad => CounterKind::MainRoad,
        ClaimKind::SmallEnding => CounterKind::SmallEnding,
        ClaimKind::FrisianTwoKings => CounterKind::FrisianTwoKingsVOne,
    })
}

/// The plies at which a position stood, and those at which it only seemed to.
fn repetition_of(
    positions: &[Position],
    wanted: &Position,
    announced: Option<&Announced>,
) -> Repetition {
    let mut plies = Vec::new();
    let mut near_misses = Vec::new();
    for (ply, position) in (0_u32..).zip(positions) {
        if position == wanted {
            plies.push(ply);
        } else if let Some(differs_in) = differences(position, wanted) {
            near_misses.push(NearMiss { ply, differs_in });
        }
    }
    Repetition {
        plies,
        near_misses,
        position: Box::new(wanted.clone()),
        announced: announced.map(|announced| announced.text.clone()),
    }
}

/// In what two positions differ that have the same pieces on the same squares; none where the pieces differ.
fn differences(a: &Position, b: &Position) -> Option<Vec<Difference>> {
    match (a, b) {
        (Position::Chess(a), Position::Chess(b)) => chess_differences(a, b),
        (Position::Draughts(a), Position::Draughts(b)) => draughts_differences(a, b),
        _ => None,
    }
}

fn draughts_differences(a: &draughts::Position, b: &draughts::Position) -> Option<Vec<Difference>> {
    let same = Side::BOTH
        .into_iter()
        .all(|side| a.men(side) == b.men(side) && a.kings(side) == b.kings(side));
    if !same {
        return None;
    }
    let runs = Side::BOTH
        .into_iter()
        .any(|side| a.king_run(side) != b.king_run(side));
    let found = [
        (a.side_to_move() != b.side_to_move(), Difference::SideToMove),
        (runs, Difference::KingRun),
    ];
    Some(kept(found))
}

fn kept<const N: usize>(found: [(bool, Difference); N]) -> Vec<Difference> {
    let differs = found.into_iter().filter(|(differs, _)| *differs);
    differs.map(|(_, what)| what).collect()
}

fn chess_differences(a: &chess::Position, b: &chess::Position) -> Option<Vec<Difference>> {
    let found = a.differs_in(b);
    if found.contains(&chess::Difference::Board) {
        return None;
    }
    let mut list = Vec::new();
    for difference in found {
        match difference {
            chess::Difference::Board => {}
            chess::Difference::SideToMove => list.push(Difference::SideToMove),
            chess::Difference::EnPassant => list.push(Difference::EnPassant),
            chess::Difference::ChecksLeft => list.push(Difference::Checks),
            chess::Difference::Hand => {
                let pockets = Side::BOTH.into_iter().any(|side| {
                    let mut kinds = [
                        Kind::Pawn,
                        Kind::Knight,
                        Kind::Bishop,
                        Kind::Rook,
                        Kind::Queen,
                    ]
                    .into_iter();
                    kinds.any(|kind| a.in_hand(side, kind) != b.in_hand(side, kind))
                });
                list.push(if pockets {
                    Difference::Pocket
                } else {
                    Difference::Promoted
                });
            }
            chess::Difference::Castling => {
                let (a, b) = (castling_rights(a), castling_rights(b));
                let names = [
                    Difference::WhiteCastlesShort,
                    Difference::WhiteCastlesLong,
                    Difference::BlackCastlesShort,
                    Difference::BlackCastlesLong,
                ];
                let differs = names.into_iter().zip(a.into_iter().zip(b));
                list.extend(differs.filter(|(_, (a, b))| a != b).map(|(name, _)| name));
            }
        }
    }
    Some(list)
}

/// The rook of each castling right: White short and long, Black short and long.
fn castling_rights(position: &chess::Position) -> [Option<Square>; 4] {
    let mut rights = [None; 4];
    for rook in position.castling_rooks() {
        let Some(piece) = position.piece_at(rook) else {
            continue;
        };
        let king = position
            .pieces()
            .find(|(_, other)| other.side == piece.side && other.kind == Kind::King);
        let long = king.is_some_and(|(king, _)| rook.index() < king.index());
        if let Some(right) = rights.get_mut(2 * piece.side.index() + usize::from(long)) {
            *right = Some(rook);
        }
    }
    rights
}

/// The longest text of a record that is shown.
const MOST_CHARACTERS: usize = 40;

/// A move as the record has it, fit to be shown.
pub(super) fn shown(request: &RequestedMove) -> String {
    match request {
        RequestedMove::Text(text) => harmless(text),
        RequestedMove::Parts(parts) => harmless(&format!("{}-{}", parts.from, parts.to)),
    }
}

/// A text of a record, fit to be shown, shortened.
pub(super) fn harmless(text: &str) -> String {
    let longer = text.char_indices().nth(MOST_CHARACTERS);
    let mut out = printable(longer.map_or(text, |(end, _)| &text[..end]));
    if longer.is_some() {
        out.push('…');
    }
    out
}

fn first_fault(fault: &Fault) -> FirstFault {
    FirstFault {
        ply: fault.ply,
        place: fault.place,
        violations: fault.violations.clone(),
        position: fault.before.clone(),
        text: shown(&fault.request),
    }
}

/// The largest capture that was open, where the fault was not to make it.
fn maximum_capture(fault: &Fault) -> Option<Evidence> {
    let violation = fault.violations.iter().find(|violation| {
        matches!(
            violation.code,
            ViolationCode::MustCapture
                | ViolationCode::MustCaptureMore
                | ViolationCode::MustCaptureWithKing
                | ViolationCode::MustCaptureMoreKings
                | ViolationCode::MustCaptureKingFirst
                | ViolationCode::MustCaptureMostValuable
                | ViolationCode::MustContinue
        )
    })?;
    let required = violation.required.as_ref()?;
    Some(Evidence::MaximumCapture(MaximumCapture {
        ply: fault.ply.saturating_sub(1),
        capture_count: required.capture_count,
        moves: required.moves.clone(),
        played: shown(&fault.request),
    }))
}

/// Material and mobility when a duty began and when it ended.
pub(super) fn advantage(
    side: Side,
    before: (u32, &draughts::Position),
    after: (u32, &draughts::Position),
) -> Advantage {
    let snapshot = |(ply, position): (u32, &draughts::Position)| {
        let count = |set: draughts::SquareSet| u32::try_from(set.len()).unwrap_or(u32::MAX);
        let mobility = |side: Side| {
            let moves = position.clone().with_side_to_move(side).legal_moves();
            moves.map_or(0, |moves| u32::try_from(moves.len()).unwrap_or(u32::MAX))
        };
        let other = side.opponent();
        AdvantageSnapshot {
            ply,
            own_men: count(position.men(side)),
            own_kings: count(position.kings(side)),
            opponent_men: count(position.men(other)),
            opponent_kings: count(position.kings(other)),
            own_moves: mobility(side),
            opponent_moves: mobility(other),
        }
    };
    Advantage {
        side,
        before: snapshot(before),
        after: snapshot(after),
    }
}
