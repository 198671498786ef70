//! One question on its way through a handler: what it may use, whether anybody still waits for it, whether it is short enough
//! for the threads that serve the network, and what telemetry learns of it.

use std::{cell::Cell, ops::Deref, sync::Arc, time::Duration};

use tabuleiro_proto::UnaryMethod;
use tabuleiro_rules::{Position, game::GameState};
use tonic::{Response, Status};

use super::{
    Core,
    observed::{Observed, Seen},
};
use crate::{compute::Cancel, error::Failure};

/// Jumps that a capture tree may have where it is searched on a thread that serves the network: some ten microseconds.
const SHORT_TREE: u64 = 4_000;

/// See the module.
pub(crate) struct Call<'a> {
    core: &'a Core,
    /// None: on a thread that serves the network, where nothing takes long enough to be cancelled.
    cancel: Option<&'a Cancel>,
    is_wide: Cell<bool>,
    pub(crate) seen: Seen,
}

impl Deref for Call<'_> {
    type Target = Core;
    fn deref(&self) -> &Core {
        self.core
    }
}

/// How a question of a method is answered: by its response, or by that in another form.
pub(crate) type Answer<M, R = <M as UnaryMethod>::Response> =
    fn(&Call<'_>, &<M as UnaryMethod>::Request) -> Result<R, Failure>;

impl<'a> Call<'a> {
    /// On a thread that serves the network.
    fn here(core: &'a Core) -> Call<'a> {
        Call {
            core,
            cancel: None,
            is_wide: Cell::new(false),
            seen: Seen::default(),
        }
    }

    /// In the compute pool.
    pub(crate) fn pooled(core: &'a Core, cancel: &'a Cancel) -> Call<'a> {
        Call {
            cancel: Some(cancel),
            ..Call::here(core)
        }
    }

    /// Ends work that nobody waits for. Asked between plies and actions.
    ///
    /// # Errors
    /// A failure that nobody sees.
    pub(crate) fn go_on(&self) -> Result<(), Failure> {
        match self.cancel {
            Some(cancel) if cancel.is_raised() => Err(Failure::DeadlineExceeded {
                allowed: Duration::ZERO,
            }),
            _ => Ok(()),
        }
    }

    /// The same for the rules core.
    pub(crate) fn interrupt(&self) -> tabuleiro_rules::Interrupt {
        self.cancel.map(Cancel::interrupt).unwrap_or_default()
    }

    /// A game was opened.
    pub(crate) fn opened(&self, state: &GameState) -> Result<(), Failure> {
        self.seen.game(state.ruleset().variant().id(), state.ply());
        self.short(state.position())
    }

    /// Stops on a thread that serves the network, to begin again in the pool, where the captures of a position are many.
    ///
    /// # Errors
    /// A failure that nobody sees.
    pub(crate) fn short(&self, position: &Position) -> Result<(), Failure> {
        if self.cancel.is_none()
            && let Position::Draughts(draughts) = position
            && draughts.can_capture()
            && draughts.legal_moves_within(SHORT_TREE).is_err()
        {
            self.is_wide.set(true);
            return Err(Failure::Internal);
        }
        Ok(())
    }

    /// Answers, and tells metrics.
    pub(crate) fn answer<M, R>(
        &self,
        request: &M::Request,
        answer: Answer<M, R>,
    ) -> Result<R, Failure>
    where
        M: UnaryMethod,
        R: Observed,
    {
        let answered = answer(self, request);
        if !self.is_wide.get() {
            let method = M::METHOD.path.trim_start_matches('/');
            self.seen.look(method, &self.core.metrics, &answered);
        }
        answered
    }
}

impl Core {
    /// Answers a short question where it arrived; in the pool, if it turns out to be long.
    pub(crate) async fn here<M>(
        self: &Arc<Core>,
        request: M::Request,
        answer: Answer<M>,
    ) -> Result<Response<M::Response>, Status>
    where
        M: UnaryMethod,
        M::Response: Observed,
    {
        {
            let call = Call::here(self);
            let answered = call.answer::<M, _>(&request, answer);
            if !call.is_wide.get() {
                call.seen.tell_span();
                return Ok(Response::new(answered?));
            }
        }
        self.metrics.moved_to_pool();
        self.pooled::<M>(request, answer).await
    }

    /// Answers a question in the compute pool.
    pub(crate) async fn pooled<M>(
        self: &Arc<Core>,
        request: M::Request,
        answer: Answer<M>,
    ) -> Result<Response<M::Response>, Status>
    where
        M: UnaryMethod,
        M::Response: Observed,
    {
        let core = Arc::clone(self);
        let work = move |cancel: &Cancel| {
            let call = Call::pooled(&core, cancel);
            let answered = call.answer::<M, _>(&request, answer);
            call.seen.tell_span();
            answered
        };
        Ok(Response::new(self.compute.run(work).await?))
    }
}
