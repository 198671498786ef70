//! `ApplyMove`: what happens if these actions are played.

use tabuleiro_proto::v1;
use tabuleiro_rules::{
    Change,
    game::{Applied, GameState, Refusal},
};

use crate::{
    error::Failure,
    services::{
        Core,
        call::Call,
        standing::{self, Opened},
    },
    wire::{self, count, moves, reading, square::Names, status, telling::Telling, violation},
};

/// The answer to one request.
///
/// # Errors
/// Misuse only: a refused action is an answer.
pub(crate) fn apply(
    core: &Call<'_>,
    request: &v1::ApplyMoveRequest,
) -> Result<v1::ApplyMoveResponse, Failure> {
    standing::limit("max_actions", core.limits.actions, request.actions.len())?;
    let reading = reading::read(request.notation, &request.language, "")?;
    let Opened { mut state, ruleset } =
        standing::open(core, request.game.as_ref(), &request.locale)?;
    let names = Names::of(state.ruleset());
    let context = wire::context::read(request.context.as_ref())?;
    expect(&state, request, &names)?;

    let mut results = Vec::with_capacity(request.actions.len());
    let mut changes = Vec::new();
    let mut rejection = None;
    for (index, action) in request.actions.iter().enumerate() {
        core.go_on()?;
        if index > 0 {
            core.short(state.position())?;
        }
        present(action, &state, index)?;
        let action = wire::fact::read_action(action, &names, format_args!("actions[{index}]"))?;
        match context.apply(&mut state, &action, &reading) {
            Ok(applied) => {
                merge(&mut changes, &applied.changes);
                results.push(result(applied, &names));
            }
            Err(Refusal::Broken { violations }) => {
                rejection = Some(v1::Rejection {
                    action_index: count(index),
                    violations: violation::violations(&violations, &telling(core, request, &state)),
                });
                break;
            }
            Err(Refusal::Exhausted(exhausted)) => {
                return Err(Failure::WorkBudgetExhausted {
                    limit: exhausted.budget,
                });
            }
        }
    }
    core.short(state.position())?;
    changes.retain(|(_, before, after)| before != after);
    let mut status = status::status(&state, &context, request.include_pieces, &names)?;
    status.state = standing::seal(core, &state, ruleset)?;
    Ok(v1::ApplyMoveResponse {
        applied_count: count(results.len()),
        status: Some(status),
        results,
        rejection,
        changes: changes
            .into_iter()
            .map(|change| moves::square_change(change, &names))
            .collect(),
    })
}

/// In which words a refusal is told.
fn telling<'a>(
    core: &'a Core,
    request: &v1::ApplyMoveRequest,
    state: &'a GameState,
) -> Telling<'a> {
    let voice = core.voice(&request.locale);
    Telling::new(voice, state.ruleset(), state.position(), state.ply())
}

/// Checks where the caller believes the game to stand.
fn expect(state: &GameState, request: &v1::ApplyMoveRequest, names: &Names) -> Result<(), Failure> {
    let ply_differs = request
        .expected_ply
        .is_some_and(|expected| i64::from(expected) != i64::from(state.ply()));
    if !ply_differs && request.expected_hash.is_empty() {
        return Ok(());
    }
    // No claim is a part of it.
    let state_hash = status::status_claiming(state, Vec::new(), false, names)?.state_hash;
    let hash_differs = !request.expected_hash.is_empty() && request.expected_hash != state_hash;
    if !ply_differs && !hash_differs {
        return Ok(());
    }
    Err(Failure::StaleState {
        ply: state.ply(),
        state_hash,
        expected_ply: request.expected_ply,
        expected_hash: request.expected_hash.clone(),
    })
}

/// A fact among the actions happens at the present ply.
fn present(action: &v1::Action, state: &GameState, index: usize) -> Result<(), Failure> {
    let Some(v1::action::Kind::Fact(fact)) = &action.kind else {
        return Ok(());
    };
    match fact.after_ply {
        Some(ply) if i64::from(ply) != i64::from(state.ply()) => Err(Failure::field(
            format!("actions[{index}].fact.after_ply"),
            "NOT_THE_PRESENT_PLY",
            format!("the game stands at ply {}", state.ply()),
        )),
        _ => Ok(()),
    }
}

fn result(applied: Applied, names: &Names) -> v1::ActionResult {
    let changes: Vec<_> = applied
        .changes
        .iter()
        .map(|change| moves::square_change(*change, names))
        .collect();
    let (played, changes) = match applied.played {
        Some(played) => {
            let played = v1::Move {
                changes,
                ..moves::standard(played.detail, names)
            };
            (Some(played), Vec::new())
        }
        None => (None, changes),
    };
    v1::ActionResult {
        ply: count(applied.ply),
        notes: status::notes(&applied.notes),
        changes,
        played,
    }
}

/// Keeps for each square what stood there first and what stands there last.
fn merge(all: &mut Vec<Change>, more: &[Change]) {
    for (square, before, after) in more {
        match all.iter_mut().find(|(known, ..)| known == square) {
            Some((.., last)) => *last = *after,
            None => all.push((*square, *before, *after)),
        }
    }
}
