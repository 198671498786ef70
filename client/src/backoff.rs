//! A time of rest after failures, for an address or a source of tokens.

use std::time::Duration;

use tokio::time::Instant;

/// The first time of rest.
const FIRST: Duration = Duration::from_millis(100);
/// The longest.
const LONGEST: Duration = Duration::from_secs(10);

/// A time of rest that doubles with each failure in a row.
#[derive(Debug, Default)]
pub(crate) struct Backoff {
    failures: u32,
    until: Option<Instant>,
}

impl Backoff {
    pub(crate) fn rests(&self, now: Instant) -> bool {
        self.until.is_some_and(|until| now < until)
    }

    pub(crate) fn until(&self) -> Option<Instant> {
        self.until
    }

    pub(crate) fn succeed(&mut self) {
        *self = Backoff::default();
    }

    /// `chance`, from 0 to 1, keeps clients from coming back in step. A failure during a rest says nothing new.
    pub(crate) fn fail(&mut self, now: Instant, chance: f64) {
        if self.rests(now) {
            return;
        }
        let doubled = FIRST
            .saturating_mul(1 << self.failures.min(10))
            .min(LONGEST);
        self.failures = self.failures.saturating_add(1);
        self.until = Some(now + doubled.mul_f64(0.75 + 0.5 * chance.clamp(0.0, 1.0)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn rests_double_up_to_a_limit_and_a_success_ends_them() {
        let mut backoff = Backoff::default();
        let mut rests = Vec::new();
        for _ in 0..10 {
            let now = Instant::now();
            backoff.fail(now, 0.5);
            backoff.fail(now, 0.5);
            let until = backoff.until().expect("a rest");
            rests.push((until - now).as_millis());
            tokio::time::advance(until - now).await;
            assert!(!backoff.rests(Instant::now()));
        }
        assert_eq!(
            rests,
            [100, 200, 400, 800, 1600, 3200, 6400, 10_000, 10_000, 10_000]
        );
        backoff.succeed();
        backoff.fail(Instant::now(), 0.0);
        assert_eq!(
            backoff.until(),
            Some(Instant::now() + Duration::from_millis(75))
        );
    }
}
