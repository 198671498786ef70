//! Re-resolution: follows the addresses of the names among the targets, each at its own pace. When a connection is lost, when its server
//! ends it, and when a server takes no calls, the addresses are asked for at once: then replicas come and go. The one that replaces another
//! is often not ready yet, so for a while the addresses are asked for more often.

use std::{
    collections::BTreeSet,
    net::SocketAddr,
    sync::{Arc, Weak},
    time::Duration,
};

use futures::future::join_all;
use tokio::{
    sync::{oneshot, watch},
    time::{Instant, sleep, timeout},
};

use super::{Shared, state::State};
use crate::transport::{fault::Fault, plan::Plan, target::Target};

/// How long a question for addresses may take.
const RESOLVE_TIMEOUT: Duration = Duration::from_secs(5);
/// The shortest time between two questions for the same addresses.
pub(super) const RESOLVE_GAP: Duration = Duration::from_secs(1);
/// The time between two questions while replicas come and go, give or take a quarter: clients that lose the same server do not
/// ask in step.
pub(super) const UNREST: Duration = Duration::from_secs(5);
/// A change of the addresses alone begins or renews the unrest once in so many times the ordinary pause at most: some names have other
/// addresses in every answer, and would be asked for more often for ever.
const CHANGES: u32 = 10;

impl Shared {
    /// Begins to follow the names, at the first call.
    pub(super) fn start(self: &Arc<Self>, state: &mut State) {
        if state.following.is_some() {
            return;
        }
        let (alive, gone) = oneshot::channel();
        state.following = Some(alive);
        if state.asking > 0 {
            let names = Names {
                plan: Arc::clone(&self.plan),
                shared: Arc::downgrade(self),
                hurry: self.hurry.subscribe(),
            };
            tokio::spawn(async move {
                tokio::select! {
                    biased;
                    _ = gone => {}
                    () = names.follow() => {}
                }
            });
        }
    }

    /// Asks for addresses before it is time.
    pub(super) fn hurry(&self) {
        self.hurry.send_replace(());
    }

    fn found(&self, target: &Arc<Target>, first: bool, found: Result<BTreeSet<SocketAddr>, Fault>) {
        let mut state = self.state();
        if first {
            state.asking = state.asking.saturating_sub(1);
        }
        state.found(target, found, self.plan.connections);
        drop(state);
        self.changed.send_replace(());
    }
}

/// Follows the names.
struct Names {
    plan: Arc<Plan>,
    shared: Weak<Shared>,
    hurry: watch::Receiver<()>,
}

impl Names {
    async fn follow(self) {
        let targets = self.plan.targets.iter();
        let named = targets.filter(|target| target.literal().is_none());
        // All at the same time: a name that nobody answers for holds up no other.
        join_all(named.map(|target| self.follow_one(target))).await;
    }

    async fn follow_one(&self, target: &Arc<Target>) {
        let mut hurry = self.hurry.clone();
        let mut first = true;
        let mut chance = self
            .plan
            .seed
            .map_or_else(fastrand::Rng::new, fastrand::Rng::with_seed);
        let mut known = None;
        let mut unrest_until: Option<Instant> = None;
        let mut last_change: Option<Instant> = None;
        loop {
            // This question is the answer to whoever was in a hurry before it.
            hurry.mark_unchanged();
            let (found, valid_for) = self.ask(target).await;
            let Some(shared) = self.shared.upgrade() else {
                return;
            };
            let every = self.plan.resolve_every;
            if let Ok(found) = &found
                && known.replace(found.clone()).is_some_and(|it| it != *found)
                && last_change.is_none_or(|at| at.elapsed() >= every.saturating_mul(CHANGES))
            {
                unrest_until = Some(Instant::now() + every);
                last_change = Some(Instant::now());
            }
            shared.found(target, first, found);
            drop(shared);
            first = false;
            sleep(RESOLVE_GAP).await;
            let mut rest = pause(valid_for, every);
            if unrest_until.is_some_and(|until| Instant::now() < until) {
                rest = rest.min(UNREST.mul_f64(0.75 + 0.5 * chance.f64()));
            }
            // A connection may fail meanwhile; the addresses may be other ones.
            let hurried = timeout(rest.saturating_sub(RESOLVE_GAP), hurry.changed()).await;
            if hurried.is_ok() {
                unrest_until = Some(Instant::now() + every);
            }
        }
    }

    async fn ask(
        &self,
        target: &Target,
    ) -> (Result<BTreeSet<SocketAddr>, Fault>, Option<Duration>) {
        let asked = self.plan.resolver.resolve(&target.host, target.port);
        let fault = |why: String| Fault::Resolve {
            host: target.host.clone(),
            why,
        };
        match timeout(RESOLVE_TIMEOUT, asked).await {
            Ok(Ok(found)) if found.addresses.is_empty() => (
                Err(fault("the answer is empty".to_owned())),
                Some(RESOLVE_GAP),
            ),
            Ok(Ok(found)) => (Ok(found.addresses.into_iter().collect()), found.valid_for),
            Ok(Err(error)) => (Err(fault(error.to_string())), Some(RESOLVE_GAP)),
            Err(_) => {
                let why = format!("no answer within {RESOLVE_TIMEOUT:?}");
                (Err(fault(why)), Some(RESOLVE_GAP))
            }
        }
    }
}

/// The time until the next question: as long as the addresses are good, but neither all the time nor never.
fn pause(valid_for: Option<Duration>, longest: Duration) -> Duration {
    valid_for.unwrap_or(longest).min(longest).max(RESOLVE_GAP)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_asked_for_again_when_their_time_is_over_within_bounds() {
        let seconds = Duration::from_secs;
        let every = seconds(30);
        assert_eq!(pause(None, every), every);
        assert_eq!(pause(Some(seconds(5)), every), seconds(5));
        assert_eq!(pause(Some(Duration::ZERO), every), RESOLVE_GAP);
        assert_eq!(pause(Some(seconds(86_400)), every), every);
    }
}
