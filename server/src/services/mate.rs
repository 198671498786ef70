//! `CanMate`: whether a side can still mate by any legal series of moves.

use std::{
    fmt,
    sync::{Mutex, PoisonError},
};

use tabuleiro_proto::v1;
use tabuleiro_rules::{
    Position,
    adjudication::{MatePossible, MateVerdict},
    chess::cannot_mate::{Budget, Search},
    locale::Scene,
};

use crate::{
    error::{Failure, FieldFault},
    services::{Core, call::Call, standing},
    wire::{self, nouns},
};

/// Workspaces for searches, kept for the next question. There are never more than questions at one time, which the compute
/// pool bounds.
#[derive(Default)]
pub(crate) struct Workspaces(Mutex<Vec<Search>>);

impl fmt::Debug for Workspaces {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Workspaces")
    }
}

impl Workspaces {
    /// Asks with a kept workspace, or with a new one of this capacity.
    fn with<T>(&self, capacity: u32, ask: impl FnOnce(&mut Search) -> T) -> T {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut search = kept.unwrap_or_else(|| Search::with_capacity(capacity));
        let answer = ask(&mut search);
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(search);
        answer
    }
}

/// The answer to one request.
///
/// # Errors
/// Misuse: a game that is not chess, a budget beyond the server's.
pub(crate) fn can_mate(
    core: &Call<'_>,
    request: &v1::CanMateRequest,
) -> Result<v1::CanMateResponse, Failure> {
    let side = nouns::read_side(request.side, "side")?
        .ok_or_else(|| Failure::field("side", "REQUIRED", "which side would mate"))?;
    let budget = budget(core, request.work_budget)?;
    let state = standing::open(core, request.game.as_ref(), "")?.state;
    let Position::Chess(position) = state.position() else {
        return Err(Failure::NotApplicable(FieldFault::new(
            "game",
            "NOT_CHESS",
            "there is no mate in draughts",
        )));
    };
    let verdict = core.workspaces.with(core.limits.work_budget, |search| {
        search.set_interrupt(core.interrupt());
        let verdict = position.can_mate(side, search, budget)?;
        Some((verdict, search.visited()))
    });
    // A search that was interrupted has found nothing out.
    core.go_on()?;
    let Some((verdict, visited)) = verdict else {
        return Err(Failure::NotSupported(
            "whether a side can still mate is answered for chess and Chess960 only".to_owned(),
        ));
    };
    let found = MatePossible::found(position, side, state.ply(), verdict, visited);
    let scene = Scene::at(state.position(), state.ply());
    Ok(v1::CanMateResponse {
        answer: Some(wire::evidence::mate_possible(&found)),
        explanation: core.voice(&request.locale).mate_possible(&found, &scene),
        line_uci: match found.verdict {
            MateVerdict::Winnable { line_uci, .. } => line_uci,
            MateVerdict::Unwinnable { .. } | MateVerdict::Undetermined => Vec::new(),
        },
    })
}

/// The budget of a question: 0 means the server's default.
pub(crate) fn budget(core: &Core, asked: i64) -> Result<Budget, Failure> {
    let most = core.limits.work_budget;
    match u32::try_from(asked) {
        Ok(0) => Ok(Budget::positions(Budget::default().get().min(most))),
        Ok(positions) if positions <= most => Ok(Budget::positions(positions)),
        _ if asked < 0 => Err(Failure::field(
            "work_budget",
            "NEGATIVE",
            "expected 0 or more",
        )),
        _ => Err(Failure::LimitExceeded {
            limit_name: "max_work_budget",
            limit: u64::from(most),
            value: asked.unsigned_abs(),
        }),
    }
}
