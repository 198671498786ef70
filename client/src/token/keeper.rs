//! Keeps the token that calls carry: who asks the source for a new one, when, and who waits for it.

use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use futures::{
    FutureExt as _,
    future::{BoxFuture, Shared},
};
use tokio::time::Instant;

use super::{Header, Token, TokenSource, bearer};
use crate::{Error, backoff::Backoff, transport::BoxError};

/// The shortest time between two questions for a token that are asked because a server has refused one.
const RENEWAL_GAP: Duration = Duration::from_secs(1);

/// The tokens of a client.
#[derive(Clone, Default)]
pub(crate) enum Tokens {
    #[default]
    None,
    Fixed(Header),
    From(Arc<Keeper>),
}

impl std::fmt::Debug for Tokens {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Tokens::None => "None",
            Tokens::Fixed(_) => "Fixed",
            Tokens::From(_) => "From",
        })
    }
}

impl Tokens {
    pub(crate) fn from(source: Arc<dyn TokenSource>, seed: Option<u64>) -> Tokens {
        Tokens::From(Arc::new(Keeper {
            source,
            state: Mutex::new(State {
                kept: None,
                asking: None,
                rest: Backoff::default(),
                failure: None,
                renewed: None,
                chance: seed.map_or_else(fastrand::Rng::new, fastrand::Rng::with_seed),
            }),
        }))
    }

    /// The header to send, if any.
    pub(crate) async fn header(&self) -> Result<Option<Header>, Error> {
        match self {
            Tokens::None => Ok(None),
            Tokens::Fixed(header) => Ok(Some(header.clone())),
            Tokens::From(keeper) => match keeper.header().await {
                Ok(header) => Ok(Some(header)),
                Err(failure) => Err(failure.error()),
            },
        }
    }

    /// A server did not take this token. True: it is worth asking for the header again.
    pub(crate) fn refused(&self, header: &Header) -> bool {
        match self {
            Tokens::None | Tokens::Fixed(_) => false,
            Tokens::From(keeper) => keeper.state().refused(header, Instant::now()),
        }
    }
}

/// What all clones of a client share.
pub(crate) struct Keeper {
    source: Arc<dyn TokenSource>,
    state: Mutex<State>,
}

struct State {
    kept: Option<Kept>,
    /// The question that everybody waits for who needs a token.
    asking: Option<Asking>,
    /// How long the source is left alone after it failed, and why it did.
    rest: Backoff,
    failure: Option<Failure>,
    /// When a token was last given up because a server had refused it.
    renewed: Option<Instant>,
    chance: fastrand::Rng,
}

type Asking = Shared<BoxFuture<'static, Result<Header, Failure>>>;

struct Kept {
    header: Header,
    fresh_until: Option<Instant>,
    good_until: Option<Instant>,
}

/// Why there is no token; told to everybody who waited for it.
#[derive(Clone)]
enum Failure {
    Source(Told),
    /// It cannot be sent.
    Unfit,
}

impl Failure {
    fn error(self) -> Error {
        match self {
            Failure::Source(told) => Error::NoToken(Box::new(told)),
            Failure::Unfit => Error::BadToken,
        }
    }
}

/// The error of a source, for more than one caller.
#[derive(Clone, Debug)]
struct Told(Arc<BoxError>);

impl std::fmt::Display for Told {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for Told {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.0.source()
    }
}

impl Keeper {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn header(self: &Arc<Self>) -> Result<Header, Failure> {
        let asking = {
            let mut state = self.state();
            let now = Instant::now();
            if let Some(header) = state.fresh(now) {
                return Ok(header);
            }
            match (&state.asking, &state.failure) {
                (Some(asking), _) => asking.clone(),
                (None, Some(failure)) if state.rest.rests(now) => {
                    return state.good(now).ok_or_else(|| failure.clone());
                }
                _ => state.asking.insert(self.ask()).clone(),
            }
        };
        asking.await
    }

    /// Asks the source in a task of its own: a caller whose time is up ends nothing for the others.
    fn ask(self: &Arc<Self>) -> Asking {
        let keeper = Arc::clone(self);
        let asking = tokio::spawn(async move {
            let given = keeper.source.token().await;
            keeper.state().given(given, Instant::now())
        });
        let keeper = Arc::downgrade(self);
        async move {
            asking.await.unwrap_or_else(|broken| {
                // It panicked, or its runtime is gone: the next caller asks again.
                if let Some(keeper) = keeper.upgrade() {
                    keeper.state().asking = None;
                }
                Err(Failure::Source(Told(Arc::new(broken.into()))))
            })
        }
        .boxed()
        .shared()
    }
}

impl State {
    fn fresh(&self, now: Instant) -> Option<Header> {
        let fresh = self.kept.as_ref();
        let fresh = fresh.filter(|kept| kept.fresh_until.is_none_or(|until| now < until));
        fresh.map(|kept| kept.header.clone())
    }

    fn good(&self, now: Instant) -> Option<Header> {
        let good = self.kept.as_ref();
        let good = good.filter(|kept| kept.good_until.is_none_or(|until| now < until));
        good.map(|kept| kept.header.clone())
    }

    /// Takes in what the source gave; what is to be sent now.
    fn given(&mut self, given: Result<Token, BoxError>, now: Instant) -> Result<Header, Failure> {
        self.asking = None;
        let given = given.map_err(|error| Failure::Source(Told(Arc::new(error))));
        let given = given.and_then(|token| match bearer(&token.secret) {
            Ok(header) => Ok((header, token.valid_for)),
            Err(_) => Err(Failure::Unfit),
        });
        match given {
            Ok((header, valid_for)) => {
                let after = |time: Duration| now.checked_add(time);
                self.kept = Some(Kept {
                    header: header.clone(),
                    fresh_until: valid_for.and_then(|time| after(time.mul_f64(0.8))),
                    good_until: valid_for.and_then(after),
                });
                self.rest.succeed();
                self.failure = None;
                Ok(header)
            }
            Err(failure) => {
                self.rest.fail(now, self.chance.f64());
                self.failure = Some(failure.clone());
                self.good(now).ok_or(failure)
            }
        }
    }

    fn refused(&mut self, header: &Header, now: Instant) -> bool {
        match &self.kept {
            Some(kept) if kept.header == *header => {
                let just_now = |at: Instant| now.saturating_duration_since(at) < RENEWAL_GAP;
                if self.renewed.is_some_and(just_now) {
                    return false;
                }
                self.renewed = Some(now);
                self.kept = None;
                true
            }
            // A newer one is here already, or on its way.
            _ => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use futures::future::join_all;

    use super::*;

    /// A source that gives its number, good for 100 s, after half a second, and from some number on fails; and how often it
    /// was asked.
    fn numbered(fail_from: u32) -> (Tokens, Arc<AtomicU32>) {
        let asked = Arc::new(AtomicU32::new(0));
        let count = Arc::clone(&asked);
        let source = move || {
            let number = count.fetch_add(1, Ordering::Relaxed);
            async move {
                tokio::time::sleep(Duration::from_millis(500)).await;
                if number >= fail_from {
                    return Err(format!("failure {number}").into());
                }
                Ok(Token::new(format!("{number}")).valid_for(Duration::from_secs(100)))
            }
        };
        (Tokens::from(Arc::new(source), Some(1)), asked)
    }

    async fn text(tokens: &Tokens) -> String {
        let header = tokens.header().await.expect("a token").expect("a header");
        header.to_str().expect("text").to_owned()
    }

    #[tokio::test(start_paused = true)]
    async fn a_token_is_kept_until_four_fifths_of_its_time_are_over() {
        let (tokens, _) = numbered(9);
        assert_eq!(text(&tokens).await, "Bearer 0");
        tokio::time::advance(Duration::from_secs(79)).await;
        assert_eq!(text(&tokens).await, "Bearer 0");
        tokio::time::advance(Duration::from_secs(2)).await;
        assert_eq!(text(&tokens).await, "Bearer 1");
    }

    #[tokio::test(start_paused = true)]
    async fn a_source_that_fails_matters_only_when_the_old_token_is_no_longer_good() {
        let (tokens, _) = numbered(1);
        assert_eq!(text(&tokens).await, "Bearer 0");
        tokio::time::advance(Duration::from_secs(90)).await;
        assert_eq!(text(&tokens).await, "Bearer 0");
        tokio::time::advance(Duration::from_secs(11)).await;
        assert!(matches!(tokens.header().await, Err(Error::NoToken(_))));
    }

    #[tokio::test(start_paused = true)]
    async fn a_source_that_fails_is_asked_once_for_all_who_wait_and_then_rests() {
        let (tokens, asked) = numbered(0);
        let waiting = join_all((0..50).map(|_| tokens.header())).await;
        for result in waiting {
            let error = result.expect_err("a failure").to_string();
            assert_eq!(error, "no token can be had: failure 0");
        }
        // Those who come during the rest are told the same at once.
        let began = Instant::now();
        let error = tokens.header().await.expect_err("it rests").to_string();
        assert_eq!(error, "no token can be had: failure 0");
        assert_eq!(
            (asked.load(Ordering::Relaxed), began.elapsed()),
            (1, Duration::ZERO)
        );
        // For ten seconds somebody asks every ten milliseconds: the rests grow.
        for _ in 0..1000 {
            let _ = tokens.header().await;
            tokio::time::advance(Duration::from_millis(10)).await;
        }
        let asked = asked.load(Ordering::Relaxed);
        assert!((4..10).contains(&asked), "{asked}");
    }

    #[tokio::test(start_paused = true)]
    async fn a_caller_who_gives_up_ends_the_question_for_nobody() {
        let (tokens, asked) = numbered(9);
        for _ in 0..4 {
            // Less time than the source takes.
            let patience = Duration::from_millis(200);
            let _ = tokio::time::timeout(patience, tokens.header()).await;
        }
        assert_eq!(text(&tokens).await, "Bearer 0");
        assert_eq!(asked.load(Ordering::Relaxed), 1);
    }

    #[tokio::test(start_paused = true)]
    async fn a_source_that_panics_is_a_failure_and_asked_again() {
        let asked = Arc::new(AtomicU32::new(0));
        let count = Arc::clone(&asked);
        let source = move || {
            let number = count.fetch_add(1, Ordering::Relaxed);
            async move {
                assert!(number > 0, "the first time it panics");
                Ok(Token::new("good"))
            }
        };
        let tokens = Tokens::from(Arc::new(source), None);
        assert!(matches!(tokens.header().await, Err(Error::NoToken(_))));
        assert_eq!(text(&tokens).await, "Bearer good");
    }

    #[tokio::test(start_paused = true)]
    async fn a_refused_token_is_forgotten_and_a_newer_one_is_not() {
        let (tokens, _) = numbered(9);
        let old = tokens.header().await.expect("a token").expect("a header");
        assert!(tokens.refused(&old));
        assert_eq!(text(&tokens).await, "Bearer 1");
        assert!(tokens.refused(&old));
        assert_eq!(text(&tokens).await, "Bearer 1");
        assert!(!Tokens::Fixed(old.clone()).refused(&old));
    }

    #[tokio::test(start_paused = true)]
    async fn a_server_that_refuses_everything_does_not_make_a_storm_of_questions() {
        let (tokens, asked) = numbered(u32::MAX);
        let began = Instant::now();
        while began.elapsed() < Duration::from_secs(10) {
            let header = tokens.header().await.expect("a token").expect("a header");
            tokens.refused(&header);
            tokio::time::advance(Duration::from_millis(10)).await;
        }
        let asked = asked.load(Ordering::Relaxed);
        assert!((5..=11).contains(&asked), "{asked}");
    }
}
