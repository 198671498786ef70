//! Where a game stands.

use tabuleiro_proto::v1;
use tabuleiro_rules::{
    Move, Position, Ruleset,
    adjudication::Context,
    game::{
        Availability, ClaimKind, Counter, CounterKind, CounterUnit, GameState, Note, Obligation,
        ObligationKind, OpenClaim, ResetBy, Ternary,
    },
    rulebook::Mode,
};

use super::{count, ending, nouns, position, square::Names};
use crate::error::Failure;

/// Most moves that an obligation lists.
const MOST_MOVES: usize = 64;

/// Where the game stands under these circumstances, without its token. `pieces` says whether the position lists them.
///
/// # Errors
/// A capture tree beyond the bound on work.
pub(crate) fn status(
    state: &GameState,
    context: &Context,
    pieces: bool,
    names: &Names,
) -> Result<v1::Status, Failure> {
    let mut claims = state.open_claims();
    context.allow(&mut claims);
    status_claiming(state, claims, pieces, names)
}

/// The same with these claims: those that are known already, or none where nobody asks for them.
///
/// # Errors
/// A capture tree beyond the bound on work.
pub(crate) fn status_claiming(
    state: &GameState,
    claims: Vec<OpenClaim>,
    pieces: bool,
    names: &Names,
) -> Result<v1::Status, Failure> {
    let status = state.status_claiming(claims);
    let rules = state.ruleset();
    let mut message = v1::Status {
        position: Some(position::with_key(
            state.position(),
            state.key(),
            pieces,
            names,
        )),
        ply_count: count(status.ply_count),
        ending: status.ending.as_ref().map(|it| ending::ending(it, rules)),
        claims: status
            .claims
            .iter()
            .map(|it| claim(it, state.position(), rules))
            .collect::<Result<_, _>>()?,
        counters: status.counters.iter().map(counter).collect(),
        obligations: status
            .obligations
            .iter()
            .map(|it| obligation(it, state.position(), names))
            .collect::<Result<_, _>>()?,
        taken: status
            .taken
            .iter()
            .map(|(by, kind, number)| v1::Taken {
                by: nouns::side(*by) as i32,
                kind: nouns::kind(*kind) as i32,
                piece_count: i32::from(*number),
            })
            .collect(),
        in_check: status.in_check,
        dead_position: match state.position() {
            Position::Chess(_) => ternary(status.dead_position),
            Position::Draughts(_) => v1::Ternary::Unspecified,
        } as i32,
        state_hash: String::new(),
        state: bytes::Bytes::new(),
        history_known: status.history_known,
    };
    message.state_hash = tabuleiro_proto::state_hash(&message);
    Ok(message)
}

super::mirror! {
    ternary: Ternary => v1::Ternary { Yes, No, Undetermined }
}

/// The canonical texts of legal moves.
fn texts(moves: &[Move], position: &Position) -> Result<Vec<String>, Failure> {
    if moves.is_empty() {
        return Ok(Vec::new());
    }
    position
        .texts(moves)
        .map_err(|exhausted| Failure::WorkBudgetExhausted {
            limit: exhausted.budget,
        })
}

super::mirror! {
    availability: Availability => v1::Availability { Now, WithMove, Unknown }
}

super::mirror! {
    claim_kind: ClaimKind => v1::ClaimKind {
        Repetition, FiftyMoves, KingMoves, StrongerSide, MaterialUnchanged, MainRoad, SmallEnding, FrisianTwoKings, DeadPosition,
        Quickplay,
    }
}

fn claim(claim: &OpenClaim, position: &Position, rules: &Ruleset) -> Result<v1::Claim, Failure> {
    Ok(v1::Claim {
        kind: claim_kind(claim.kind) as i32,
        side: claim.side.map_or(0, |side| nouns::side(side) as i32),
        availability: availability(claim.availability) as i32,
        moves: texts(&claim.moves, position)?,
        citation: Some(nouns::citation(rules.cite(claim.topic))),
    })
}

super::mirror! {
    counter_kind: CounterKind => v1::CounterKind {
        Occurrences, FiftyMoves, SeventyFiveMoves, KingMoves, StrongerSide, MaterialUnchanged, MainRoad, SmallEnding,
        FrisianTwoKingsVOne, RefusedOffer, KingRun, IllegalMoves, TouchOffences,
    }
}

super::mirror! {
    counter_unit: CounterUnit => v1::CounterUnit { Ply, OwnMove, Times }
}

super::mirror! {
    reset_by: ResetBy => v1::ResetCause {
        Start, Capture, ManMove, PawnMove, Promotion, MaterialChange, Refusal, BeforeStart,
    }
}

super::mirror! {
    mode: Mode => v1::LimitMode { Auto, Claim, Off }
}

pub(crate) fn counter(counter: &Counter) -> v1::Counter {
    v1::Counter {
        kind: counter_kind(counter.kind) as i32,
        side: counter.side.map_or(0, |side| nouns::side(side) as i32),
        value: count(counter.value),
        limit: counter.limit.map_or(0, count),
        unit: counter_unit(counter.unit) as i32,
        since_ply: count(counter.since_ply),
        reset_by: reset_by(counter.reset_by) as i32,
        citation: counter.limit.map(|_| nouns::citation(counter.citation)),
        mode: mode(counter.mode) as i32,
    }
}

super::mirror! {
    obligation_kind: ObligationKind => v1::ObligationKind {
        OfferPending, MayCorrect, MayHuff, MustCorrect, MustPlayTouched, MustDesignate, MustPlayIntended,
        MustPlayIntendedPiece, MustShowAdvantage, AwaitsArbiter, MayComplete, MustComplete,
    }
}

/// Something owed.
pub(crate) fn obligation(
    obligation: &Obligation,
    position: &Position,
    names: &Names,
) -> Result<v1::Obligation, Failure> {
    let shown = obligation.moves.len().min(MOST_MOVES);
    Ok(v1::Obligation {
        kind: obligation_kind(obligation.kind) as i32,
        side: nouns::side(obligation.side) as i32,
        since_ply: count(obligation.since_ply),
        squares: names.names(obligation.squares.iter().copied()),
        moves: texts(obligation.moves.get(..shown).unwrap_or_default(), position)?,
        citation: Some(nouns::citation(obligation.citation)),
    })
}

/// The notes of an action that the contract has a word for; the others show in the status.
pub(crate) fn notes(notes: &[Note]) -> Vec<i32> {
    notes
        .iter()
        .filter_map(|note| {
            Some(match note {
                Note::OfferLapsed => v1::ActionNote::OfferLapsed,
                Note::OmissionLetStand => v1::ActionNote::OmissionLetStand,
                Note::ClaimCountsAsOffer => v1::ActionNote::ClaimCountsAsOffer,
                Note::TouchNoted => v1::ActionNote::TouchNoted,
                Note::CountedAlready => v1::ActionNote::CountedAlready,
                Note::ArbiterDecides => v1::ActionNote::ArbiterDecides,
                Note::ClaimWrong { .. } | Note::TimePenalty { .. } | Note::Noted => return None,
            } as i32)
        })
        .collect()
}
