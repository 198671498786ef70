//! Trying again: how often, how long between, on how many servers at once, and how much of it all callers may do together.

use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use futures::{StreamExt as _, stream::FuturesUnordered};
use tokio::time::{Instant, sleep_until, timeout_at};
use tonic::{Code, Status};
use tower::retry::budget::{Budget as _, TpsBudget};

use crate::{error::retry_after, trace};

/// For so long what calls have paid into the budget is good.
const SAVED: Duration = Duration::from_secs(10);

/// Further attempts that are free, a second.
const FREE_PER_SECOND: u32 = 10;

/// The least time before a call is asked of another server too, where only its deadline says how long it may take.
const LEAST_PATIENCE: Duration = Duration::from_millis(5);

/// How often it is looked whether a call is stalled.
const STALL_CHECK: Duration = Duration::from_millis(300);

/// How calls that failed on the way are tried again. Every unary call of the contract is a pure question, so that this is
/// always safe. A refused question is not asked again.
///
/// ```
/// # use std::time::Duration;
/// # use tabuleiro_client::Client;
/// use tabuleiro_client::{Hedge, Retries};
/// # fn example() -> Result<(), tabuleiro_client::Error> {
/// let retries = Retries {
///     attempts: 3,
///     first_pause: Duration::from_millis(5),
///     // Nearly all answers are there after 20 ms: whoever has none then asks a second server.
///     hedge: Hedge::After(Duration::from_millis(20)),
///     ..Retries::default()
/// };
/// let client = Client::builder("http://tabuleiro:50051").retries(retries).connect_lazy()?;
/// # Ok(()) }
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Retries {
    /// How often a call is made at most, the first time included.
    pub attempts: u32,
    /// The pause after the first failure, which doubles with each further one; half of it is up to chance.
    pub first_pause: Duration,
    /// The longest pause.
    pub longest_pause: Duration,
    /// How many further attempts there may be for a hundred calls, over all calls of the client. Ten a second are free.
    pub budget_percent: f32,
    /// When a call that has no answer yet is asked of another server too; the first answer counts.
    pub hedge: Hedge,
    /// After how long an attempt is given up and made again. None: only the deadline of the call ends it. A call that takes
    /// longer than this can never be answered.
    pub attempt_timeout: Option<Duration>,
}

/// When a call that has no answer yet is asked of another server too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hedge {
    /// Never.
    Never,
    /// When nothing has come from its server for a second, or when half of the time that the call has left is gone, and so
    /// on with the rest: a server that hangs does not cost the call.
    WhenStalled,
    /// After this time, and again after as much.
    After(Duration),
}

impl Default for Retries {
    /// Four attempts, pauses from 20 ms to 1 s, one further attempt for five calls, hedged when stalled.
    fn default() -> Retries {
        Retries {
            attempts: 4,
            first_pause: Duration::from_millis(20),
            longest_pause: Duration::from_secs(1),
            budget_percent: 20.0,
            hedge: Hedge::WhenStalled,
            attempt_timeout: None,
        }
    }
}

impl Retries {
    /// One attempt only.
    #[must_use]
    pub fn none() -> Retries {
        Retries {
            attempts: 1,
            hedge: Hedge::Never,
            ..Retries::default()
        }
    }

    /// The pause after so many failures, half of it up to `chance` (0 to 1).
    fn pause(&self, failures: u32, chance: f64) -> Duration {
        let doubled = self.first_pause.saturating_mul(1 << failures.min(20));
        doubled.min(self.longest_pause).mul_f64(0.5 + 0.5 * chance)
    }
}

/// An attempt that was given up before the call was.
#[derive(Debug, thiserror::Error)]
#[error("no answer within the time of one attempt")]
pub(crate) struct AttemptTimedOut;

fn given_up() -> Status {
    let mut status = Status::new(Code::DeadlineExceeded, AttemptTimedOut.to_string());
    status.set_source(Arc::new(AttemptTimedOut));
    status
}

/// What all calls of a client share.
#[derive(Debug)]
pub(crate) struct Retrying {
    retries: Retries,
    budget: TpsBudget,
    chance: Mutex<fastrand::Rng>,
}

impl Retrying {
    pub(crate) fn new(retries: Retries, seed: Option<u64>) -> Retrying {
        let share = retries.budget_percent.clamp(0.0, 1000.0) / 100.0;
        let chance = seed.map_or_else(fastrand::Rng::new, fastrand::Rng::with_seed);
        Retrying {
            retries,
            budget: TpsBudget::new(SAVED, FREE_PER_SECOND, share),
            chance: Mutex::new(chance),
        }
    }

    fn pause(&self, failures: u32) -> Duration {
        let mut chance = self.chance.lock().unwrap_or_else(PoisonError::into_inner);
        self.retries.pause(failures, chance.f64())
    }

    /// When the next attempt is to be begun beside those in progress.
    fn hedge_at(&self, deadline: Option<Instant>) -> Option<Instant> {
        let now = Instant::now();
        match (self.retries.hedge, deadline) {
            (Hedge::Never, _) | (Hedge::WhenStalled, None) => None,
            (Hedge::After(patience), _) => Some(now + patience),
            (Hedge::WhenStalled, Some(deadline)) => {
                let half = deadline.saturating_duration_since(now) / 2;
                (half >= LEAST_PATIENCE).then(|| now + half)
            }
        }
    }

    /// When it is time to look whether the call is stalled.
    fn look_at(&self) -> Option<Instant> {
        let looks = self.retries.hedge == Hedge::WhenStalled;
        looks.then(|| Instant::now() + STALL_CHECK)
    }

    /// Waits for a further attempt after so many failures in a row. False: enough is enough.
    pub(crate) async fn may_retry(&self, failures: u32, wait: Duration) -> bool {
        let may = failures + 1 < self.retries.attempts && self.budget.withdraw();
        if may {
            tokio::time::sleep(self.pause(failures).max(wait)).await;
        }
        may
    }

    /// When an attempt that begins now must be over, if that is before the deadline.
    fn limit(&self, deadline: Option<Instant>) -> Option<Instant> {
        let timeout = self.retries.attempt_timeout?;
        let limit = Instant::now().checked_add(timeout)?;
        deadline
            .is_none_or(|deadline| limit < deadline)
            .then_some(limit)
    }

    /// Makes attempts, each told when it must be over, until one has an answer, or until there is no sense in going on. Does
    /// not look at the deadline beyond planning for it. `stalled` says whether the last attempt waits for a server from which nothing comes.
    pub(crate) async fn drive<T, F, Fut>(
        &self,
        deadline: Option<Instant>,
        stalled: impl Fn() -> bool,
        mut attempt: F,
    ) -> Result<T, Status>
    where
        F: FnMut(Option<Instant>) -> Fut,
        Fut: Future<Output = Result<T, Status>>,
    {
        self.budget.deposit();
        let mut left = self.retries.attempts.saturating_sub(1);
        let mut failures = 0;
        let mut running = FuturesUnordered::new();
        let mut begin_at = Some(Instant::now());
        let (mut hedge_at, mut look_at) = (None, None);
        loop {
            if begin_at.is_some_and(|at| at <= Instant::now()) {
                begin_at = None;
                let limit = self.limit(deadline);
                running.push(limited(attempt(limit.or(deadline)), limit));
                hedge_at = self.hedge_at(deadline);
                look_at = self.look_at();
            }
            let hedging = left > 0 && begin_at.is_none() && !running.is_empty();
            tokio::select! {
                biased;
                Some(result) = running.next() => {
                    let status = match result {
                        Ok(answer) => return Ok(answer),
                        Err(status) => status,
                    };
                    let Some(wait) = retry_after(&status) else {
                        return Err(status);
                    };
                    if begin_at.is_some() {
                        continue;
                    }
                    let pause = self.pause(failures).max(wait);
                    let at = Instant::now() + pause;
                    failures += 1;
                    let in_time = deadline.is_none_or(|deadline| at < deadline);
                    if left > 0 && in_time && self.budget.withdraw() {
                        trace::tries_again(status.code(), pause);
                        left -= 1;
                        begin_at = Some(at);
                    } else if running.is_empty() {
                        return Err(status);
                    }
                }
                () = until(begin_at) => {}
                () = until(look_at), if hedging => {
                    look_at = self.look_at();
                    if stalled() {
                        hedge_at = Some(Instant::now());
                    }
                }
                () = until(hedge_at), if hedging => {
                    (hedge_at, look_at) = (None, None);
                    if self.budget.withdraw() {
                        trace::asks_another(stalled());
                        left -= 1;
                        begin_at = Some(Instant::now());
                    }
                }
            }
        }
    }
}

/// An attempt with a time of its own.
async fn limited<T>(
    attempt: impl Future<Output = Result<T, Status>>,
    limit: Option<Instant>,
) -> Result<T, Status> {
    let Some(limit) = limit else {
        return attempt.await;
    };
    match timeout_at(limit, attempt).await {
        // The server knew the limit too, and said so first.
        Ok(Err(status)) if status.code() == Code::DeadlineExceeded => Err(given_up()),
        Ok(result) => result,
        Err(_) => Err(given_up()),
    }
}

async fn until(at: Option<Instant>) {
    match at {
        Some(at) => sleep_until(at).await,
        None => std::future::pending().await,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    fn retrying(retries: Retries) -> Retrying {
        Retrying::new(retries, Some(1))
    }

    #[test]
    fn pauses_double_up_to_a_limit_and_half_is_chance() {
        let retries = Retries::default();
        let pause = |failures, chance| retries.pause(failures, chance).as_millis();
        assert_eq!((pause(0, 0.0), pause(0, 1.0)), (10, 20));
        assert_eq!((pause(3, 0.0), pause(3, 1.0)), (80, 160));
        assert_eq!((pause(30, 0.0), pause(30, 1.0)), (500, 1000));
    }

    #[tokio::test(start_paused = true)]
    async fn a_server_that_hangs_costs_half_the_time_and_not_the_call() {
        let asked = AtomicU32::new(0);
        let began = Instant::now();
        let deadline = began + Duration::from_secs(8);
        let retrying = retrying(Retries::default());
        let answer = retrying.drive(
            Some(deadline),
            || false,
            |_| {
                let number = asked.fetch_add(1, Ordering::Relaxed);
                async move {
                    match number {
                        0 | 1 => std::future::pending().await,
                        _ => Ok(number),
                    }
                }
            },
        );
        assert_eq!(answer.await.expect("an answer"), 2);
        assert_eq!(began.elapsed(), Duration::from_secs(6));
    }

    #[tokio::test(start_paused = true)]
    async fn a_stalled_call_is_asked_of_another_server_long_before_its_deadline() {
        let asked = AtomicU32::new(0);
        let began = Instant::now();
        let stalled = || began.elapsed() > Duration::from_secs(1);
        let retrying = retrying(Retries::default());
        let answer = retrying.drive(None, stalled, |_| {
            let number = asked.fetch_add(1, Ordering::Relaxed);
            async move {
                match number {
                    0 => std::future::pending().await,
                    _ => Ok(number),
                }
            }
        });
        assert_eq!(answer.await.expect("an answer"), 1);
        assert_eq!(began.elapsed(), STALL_CHECK * 4);
    }

    #[tokio::test(start_paused = true)]
    async fn a_slow_answer_still_counts_when_another_server_was_asked_too() {
        let asked = AtomicU32::new(0);
        let hedged = Retries {
            hedge: Hedge::After(Duration::from_millis(100)),
            attempts: 2,
            ..Retries::default()
        };
        let retrying = retrying(hedged);
        let answer = retrying.drive(
            None,
            || false,
            |_| {
                let number = asked.fetch_add(1, Ordering::Relaxed);
                async move {
                    if number == 1 {
                        return Err(Status::unavailable("full"));
                    }
                    tokio::time::sleep(Duration::from_secs(5)).await;
                    Ok(number)
                }
            },
        );
        assert_eq!(answer.await.expect("the first answer"), 0);
    }

    #[tokio::test(start_paused = true)]
    async fn an_attempt_has_a_time_of_its_own_and_the_server_is_told() {
        let limits = Mutex::new(Vec::new());
        let began = Instant::now();
        let short = Retries {
            attempt_timeout: Some(Duration::from_millis(300)),
            attempts: 3,
            hedge: Hedge::Never,
            ..Retries::default()
        };
        let deadline = Some(began + Duration::from_secs(1));
        let result: Result<(), _> = retrying(short)
            .drive(
                deadline,
                || false,
                |limit| {
                    let limit = limit.expect("a limit") - Instant::now();
                    limits.lock().expect("a lock").push(limit.as_millis());
                    std::future::pending()
                },
            )
            .await;
        assert_eq!(
            result.expect_err("no answer").code(),
            Code::DeadlineExceeded
        );
        assert_eq!(*limits.lock().expect("a lock"), [300, 300, 300]);
    }

    #[tokio::test(start_paused = true)]
    async fn no_attempt_is_begun_that_the_deadline_would_cut_before_it_starts() {
        let asked = AtomicU32::new(0);
        let began = Instant::now();
        let deadline = Some(began + Duration::from_millis(5));
        let result: Result<(), _> = retrying(Retries::default())
            .drive(
                deadline,
                || false,
                |_| {
                    asked.fetch_add(1, Ordering::Relaxed);
                    async { Err(Status::unavailable("")) }
                },
            )
            .await;
        assert_eq!(result.expect_err("no answer").code(), Code::Unavailable);
        assert_eq!((asked.into_inner(), began.elapsed()), (1, Duration::ZERO));
    }
}
