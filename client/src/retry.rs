//! Trying again: how often, how long between, and how much of it all callers of a client may do together.

use std::{pin::Pin, sync::Arc, time::Duration};

use tokio::time::{Instant, sleep};
use tonic::Status;
use tower::retry::{
    Policy,
    backoff::{Backoff as _, ExponentialBackoff, ExponentialBackoffMaker, MakeBackoff as _},
    budget::{Budget as _, TpsBudget},
};
use tower::util::rng::HasherRng;

use crate::error::retry_after;

/// How much the pauses are varied, so that callers do not come back in step.
const JITTER: f64 = 0.5;

/// How calls that failed on the way are tried again. Every unary call of the contract is a pure question, so that this is
/// always safe. A refused question is not asked again.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Retries {
    /// How often a call is made at most, the first time included.
    pub attempts: u32,
    /// The pause after the first failure, which doubles with each further one; half of it is up to chance.
    pub first_pause: Duration,
    /// The longest pause.
    pub longest_pause: Duration,
    /// How many retries there may be for a hundred calls, over all calls of the client. Ten a second are free.
    pub budget_percent: f32,
}

impl Default for Retries {
    /// Four attempts, pauses from 20 ms to 1 s, one retry for five calls.
    fn default() -> Retries {
        Retries {
            attempts: 4,
            first_pause: Duration::from_millis(20),
            longest_pause: Duration::from_secs(1),
            budget_percent: 20.0,
        }
    }
}

impl Retries {
    /// One attempt only.
    #[must_use]
    pub fn none() -> Retries {
        Retries {
            attempts: 1,
            ..Retries::default()
        }
    }

    /// Fresh pauses with chances of their own.
    fn backoff(&self) -> ExponentialBackoff {
        let longest = self.longest_pause.max(Duration::from_millis(1));
        let first = self.first_pause.clamp(Duration::from_millis(1), longest);
        ExponentialBackoffMaker::new(first, longest, JITTER, HasherRng::default())
            .unwrap_or_default()
            .make_backoff()
    }
}

/// What all calls of a client share.
#[derive(Debug)]
pub(crate) struct Retrying {
    retries: Retries,
    budget: Arc<TpsBudget>,
}

impl Retrying {
    pub(crate) fn new(retries: Retries) -> Retrying {
        let percent = retries.budget_percent.clamp(0.0, 1000.0) / 100.0;
        Retrying {
            retries,
            budget: Arc::new(TpsBudget::new(Duration::from_secs(10), 10, percent)),
        }
    }

    /// The policy of one call, which must be over at `deadline`.
    pub(crate) fn policy(&self, deadline: Option<Instant>) -> RetryPolicy {
        RetryPolicy {
            left: self.retries.attempts.saturating_sub(1),
            backoff: self.retries.backoff(),
            budget: Arc::clone(&self.budget),
            deadline,
        }
    }
}

/// The policy of one call.
#[derive(Clone, Debug)]
pub(crate) struct RetryPolicy {
    left: u32,
    backoff: ExponentialBackoff,
    budget: Arc<TpsBudget>,
    deadline: Option<Instant>,
}

impl<Req: Clone, Res> Policy<Req, Res, Status> for RetryPolicy {
    type Future = Pin<Box<dyn Future<Output = ()> + Send>>;

    fn retry(&mut self, _: &mut Req, result: &mut Result<Res, Status>) -> Option<Self::Future> {
        let Err(status) = result else {
            self.budget.deposit();
            return None;
        };
        let wait = retry_after(status)?;
        let too_late = self
            .deadline
            .is_some_and(|deadline| Instant::now() + wait >= deadline);
        if self.left == 0 || too_late || !self.budget.withdraw() {
            return None;
        }
        self.left -= 1;
        let pause = self.backoff.next_backoff();
        Some(Box::pin(async move {
            tokio::join!(pause, sleep(wait));
        }))
    }

    fn clone_request(&mut self, request: &Req) -> Option<Req> {
        Some(request.clone())
    }
}
