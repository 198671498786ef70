//! `CanMate`: whether a side can still mate by any legal series of moves.

use std::{
    fmt,
    sync::{Mutex, PoisonError},
};

use tabuleiro_proto::v1;
use tabuleiro_rules::{
    Kind, Position, Side,
    chess::{
        self, Language,
        cannot_mate::{Budget, Reason, Search, Verdict},
    },
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
    Ok(answer(position, side, &verdict, visited))
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

fn answer(
    position: &chess::Position,
    side: Side,
    verdict: &Verdict,
    visited: usize,
) -> v1::CanMateResponse {
    let (word, reason) = match verdict {
        Verdict::Winnable { .. } => (v1::MateVerdict::Winnable, v1::UnwinnableReason::Unspecified),
        Verdict::Unwinnable { reason } => (
            v1::MateVerdict::Unwinnable,
            match reason {
                Reason::Material if is_bare(position, side) => v1::UnwinnableReason::BareKing,
                Reason::Material => v1::UnwinnableReason::Material,
                Reason::Blocked => v1::UnwinnableReason::Blocked,
                Reason::Exhausted { .. } if position.legal_moves().is_empty() => {
                    v1::UnwinnableReason::GameOver
                }
                Reason::Exhausted { .. } => v1::UnwinnableReason::Exhausted,
            },
        ),
        Verdict::Undetermined { .. } => (
            v1::MateVerdict::Undetermined,
            v1::UnwinnableReason::Unspecified,
        ),
    };
    let (mut line, mut line_uci) = (Vec::new(), Vec::new());
    if let Verdict::Winnable { line: moves } = verdict {
        let mut at = position.clone();
        for m in moves {
            line.push(at.san(m, Language::English));
            line_uci.push(at.uci(m));
            at.play(m);
        }
    }
    v1::CanMateResponse {
        answer: Some(v1::MatePossible {
            side: nouns::side(side) as i32,
            verdict: word as i32,
            line,
            reason: reason as i32,
            positions_searched: i64::from(wire::count(visited)),
            only_beyond_limits: false,
        }),
        line_uci,
    }
}

fn is_bare(position: &chess::Position, side: Side) -> bool {
    position
        .pieces()
        .filter(|(_, piece)| piece.side == side)
        .all(|(_, piece)| piece.kind == Kind::King)
}
