//! The retry budget: how much of the work of a client may be done over again.

use std::sync::{Mutex, PoisonError};

use tokio::time::Instant;

/// Further attempts that are free, a second.
const FREE_PER_SECOND: f64 = 10.0;
/// How many seconds' worth can be saved up.
const SAVED_SECONDS: f64 = 10.0;

/// Calls pay in, further attempts take out. tower's budget counts by the clock of the machine, which a simulation cannot hold
/// still.
#[derive(Debug)]
pub(crate) struct Budget {
    /// What a call pays in.
    share: f64,
    account: Mutex<Account>,
}

#[derive(Debug)]
struct Account {
    attempts: f64,
    since: Option<Instant>,
}

impl Budget {
    /// `share`: further attempts for each call.
    pub(crate) fn new(share: f64) -> Budget {
        Budget {
            share,
            account: Mutex::new(Account {
                attempts: FREE_PER_SECOND * SAVED_SECONDS,
                since: None,
            }),
        }
    }

    /// A call begins.
    pub(crate) fn pay(&self) {
        self.change(|attempts| *attempts += self.share);
    }

    /// Whether a further attempt may be made.
    pub(crate) fn take(&self) -> bool {
        self.change(|attempts| {
            let enough = *attempts >= 1.0;
            if enough {
                *attempts -= 1.0;
            }
            enough
        })
    }

    fn change<T>(&self, change: impl FnOnce(&mut f64) -> T) -> T {
        let mut account = self.account.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        let since = account.since.replace(now).unwrap_or(now);
        let earned = now.duration_since(since).as_secs_f64() * FREE_PER_SECOND;
        // A client that pays saves more than one that does not, but nobody saves for ever.
        let most = FREE_PER_SECOND * SAVED_SECONDS * (1.0 + 10.0 * self.share);
        account.attempts = (account.attempts + earned).min(most);
        let result = change(&mut account.attempts);
        account.attempts = account.attempts.min(most);
        result
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn spend(budget: &Budget) -> u32 {
        let mut taken = 0;
        while budget.take() {
            taken += 1;
        }
        taken
    }

    #[tokio::test(start_paused = true)]
    async fn ten_a_second_are_free_and_calls_pay_for_more() {
        let budget = Budget::new(0.2);
        assert_eq!(spend(&budget), 100);
        assert!(!budget.take());
        tokio::time::advance(Duration::from_secs(2)).await;
        assert_eq!(spend(&budget), 20);
        for _ in 0..51 {
            budget.pay();
        }
        assert_eq!(spend(&budget), 10);
        tokio::time::advance(Duration::from_secs(3600)).await;
        assert_eq!(spend(&budget), 300, "nobody saves for ever");
    }
}
