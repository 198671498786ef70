//! Bearer tokens: where they come from, and how long one is used.

use std::{
    path::PathBuf,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use futures::{FutureExt as _, future::BoxFuture};
use tokio::time::Instant;
use tonic::metadata::{Ascii, MetadataValue};

use crate::{Error, transport::BoxError};

/// A bearer token, and how long it is good.
#[derive(Clone)]
pub struct Token {
    secret: String,
    valid_for: Option<Duration>,
}

impl std::fmt::Debug for Token {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Token")
            .field("valid_for", &self.valid_for)
            .finish_non_exhaustive()
    }
}

impl Token {
    /// A token that is good for ever.
    #[must_use]
    pub fn new(secret: impl Into<String>) -> Token {
        Token {
            secret: secret.into(),
            valid_for: None,
        }
    }

    /// The same token, good for this long from now on. It is asked for again when four fifths of that are over.
    #[must_use]
    pub fn valid_for(mut self, time: Duration) -> Token {
        self.valid_for = Some(time);
        self
    }
}

/// Gives tokens. One is used until four fifths of its time are over, or until a server calls it
/// [UNAUTHENTICATED](crate::ErrorReason::Unauthenticated); then the source is asked again, once for all calls that wait.
/// While the old token is still good, a source that fails is asked again later.
///
/// A function is one:
///
/// ```
/// # use std::time::Duration;
/// # use tabuleiro_client::{Client, Token};
/// # async fn fetch_token() -> std::io::Result<String> { Ok("secret".to_owned()) }
/// # fn example() -> Result<(), tabuleiro_client::Error> {
/// let client = Client::builder("https://rules.example:443")
///     .token_source(|| async {
///         let secret = fetch_token().await?;
///         Ok(Token::new(secret).valid_for(Duration::from_secs(300)))
///     });
/// # Ok(()) }
/// ```
pub trait TokenSource: Send + Sync + 'static {
    /// A fresh token.
    fn token(&self) -> BoxFuture<'static, Result<Token, BoxError>>;
}

impl<F, Fut> TokenSource for F
where
    F: Fn() -> Fut + Send + Sync + 'static,
    Fut: Future<Output = Result<Token, BoxError>> + Send + 'static,
{
    fn token(&self) -> BoxFuture<'static, Result<Token, BoxError>> {
        self().boxed()
    }
}

/// A file with a token and nothing else (white space around it is ignored), read again every so often: how Kubernetes hands
/// out the tokens of service accounts.
///
/// ```no_run
/// # use tabuleiro_client::{Client, FileToken};
/// let client = Client::builder("https://rules.example:443")
///     .token_source(FileToken::new("/var/run/secrets/tokens/tabuleiro"));
/// ```
#[derive(Clone, Debug)]
pub struct FileToken {
    path: PathBuf,
    every: Duration,
}

impl FileToken {
    /// A file that is read again at least every minute.
    #[must_use]
    pub fn new(path: impl Into<PathBuf>) -> FileToken {
        FileToken {
            path: path.into(),
            every: Duration::from_secs(60),
        }
    }

    /// Reads it again this often.
    #[must_use]
    pub fn every(mut self, time: Duration) -> FileToken {
        self.every = time;
        self
    }
}

impl TokenSource for FileToken {
    fn token(&self) -> BoxFuture<'static, Result<Token, BoxError>> {
        let FileToken { path, every } = self.clone();
        async move {
            let text = tokio::fs::read_to_string(path).await?;
            let secret = text.trim();
            if secret.is_empty() {
                return Err(BoxError::from("the token file is empty"));
            }
            Ok(Token::new(secret).valid_for(every))
        }
        .boxed()
    }
}

/// The header of a token.
pub(crate) fn bearer(token: &str) -> Result<MetadataValue<Ascii>, Error> {
    let mut value: MetadataValue<Ascii> = format!("Bearer {token}")
        .parse()
        .map_err(|_| Error::BadToken)?;
    value.set_sensitive(true);
    Ok(value)
}

/// The tokens of a client.
#[derive(Clone, Default)]
pub(crate) enum Tokens {
    #[default]
    None,
    Fixed(MetadataValue<Ascii>),
    From(Arc<Sourced>),
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

pub(crate) struct Sourced {
    source: Arc<dyn TokenSource>,
    kept: Mutex<Option<Kept>>,
    asking: tokio::sync::Mutex<()>,
}

#[derive(Clone)]
struct Kept {
    header: MetadataValue<Ascii>,
    fresh_until: Option<Instant>,
    good_until: Option<Instant>,
}

impl Kept {
    fn is_fresh(&self) -> bool {
        self.fresh_until.is_none_or(|until| Instant::now() < until)
    }

    fn is_good(&self) -> bool {
        self.good_until.is_none_or(|until| Instant::now() < until)
    }
}

impl Tokens {
    pub(crate) fn from(source: Arc<dyn TokenSource>) -> Tokens {
        Tokens::From(Arc::new(Sourced {
            source,
            kept: Mutex::new(None),
            asking: tokio::sync::Mutex::default(),
        }))
    }

    /// The header to send, if any.
    pub(crate) async fn header(&self) -> Result<Option<MetadataValue<Ascii>>, Error> {
        match self {
            Tokens::None => Ok(None),
            Tokens::Fixed(header) => Ok(Some(header.clone())),
            Tokens::From(sourced) => sourced.header().await.map(Some),
        }
    }

    /// A server did not take this token. True: another one may be had.
    pub(crate) fn refused(&self, header: &MetadataValue<Ascii>) -> bool {
        let Tokens::From(sourced) = self else {
            return false;
        };
        let mut kept = sourced.kept();
        if kept.as_ref().is_some_and(|kept| kept.header == *header) {
            *kept = None;
        }
        true
    }
}

impl Sourced {
    fn kept(&self) -> std::sync::MutexGuard<'_, Option<Kept>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn fresh(&self) -> Option<MetadataValue<Ascii>> {
        let kept = self.kept();
        let fresh = kept.as_ref().filter(|kept| kept.is_fresh());
        fresh.map(|kept| kept.header.clone())
    }

    async fn header(&self) -> Result<MetadataValue<Ascii>, Error> {
        if let Some(header) = self.fresh() {
            return Ok(header);
        }
        let _one = self.asking.lock().await;
        // Somebody else may have asked meanwhile.
        if let Some(header) = self.fresh() {
            return Ok(header);
        }
        match self.source.token().await {
            Ok(token) => {
                let header = bearer(&token.secret)?;
                let now = Instant::now();
                let after = |time: Duration| now.checked_add(time);
                *self.kept() = Some(Kept {
                    header: header.clone(),
                    fresh_until: token.valid_for.and_then(|time| after(time.mul_f64(0.8))),
                    good_until: token.valid_for.and_then(after),
                });
                Ok(header)
            }
            Err(error) => {
                let kept = self.kept();
                let good = kept.as_ref().filter(|kept| kept.is_good());
                good.map(|kept| kept.header.clone())
                    .ok_or_else(|| Error::NoToken(error))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    #[test]
    fn a_token_with_a_line_break_is_refused() {
        assert!(matches!(bearer("a\nb"), Err(Error::BadToken)));
    }

    fn numbered(fail_from: u32) -> Tokens {
        let asked = AtomicU32::new(0);
        Tokens::from(Arc::new(move || {
            let number = asked.fetch_add(1, Ordering::Relaxed);
            async move {
                if number >= fail_from {
                    return Err("gone".into());
                }
                Ok(Token::new(format!("{number}")).valid_for(Duration::from_secs(100)))
            }
        }))
    }

    async fn text(tokens: &Tokens) -> String {
        let header = tokens.header().await.expect("a token").expect("a header");
        header.to_str().expect("text").to_owned()
    }

    #[tokio::test(start_paused = true)]
    async fn a_token_is_kept_until_four_fifths_of_its_time_are_over() {
        let tokens = numbered(9);
        assert_eq!(text(&tokens).await, "Bearer 0");
        tokio::time::advance(Duration::from_secs(79)).await;
        assert_eq!(text(&tokens).await, "Bearer 0");
        tokio::time::advance(Duration::from_secs(2)).await;
        assert_eq!(text(&tokens).await, "Bearer 1");
    }

    #[tokio::test(start_paused = true)]
    async fn a_source_that_fails_matters_only_when_the_old_token_is_no_longer_good() {
        let tokens = numbered(1);
        assert_eq!(text(&tokens).await, "Bearer 0");
        tokio::time::advance(Duration::from_secs(90)).await;
        assert_eq!(text(&tokens).await, "Bearer 0");
        tokio::time::advance(Duration::from_secs(11)).await;
        assert!(matches!(tokens.header().await, Err(Error::NoToken(_))));
    }

    #[tokio::test]
    async fn a_refused_token_is_forgotten_and_a_newer_one_is_not() {
        let tokens = numbered(9);
        let old = tokens.header().await.expect("a token").expect("a header");
        assert!(tokens.refused(&old));
        assert_eq!(text(&tokens).await, "Bearer 1");
        assert!(tokens.refused(&old));
        assert_eq!(text(&tokens).await, "Bearer 1");
        assert!(!Tokens::Fixed(old.clone()).refused(&old));
    }

    #[tokio::test]
    async fn no_token_is_ever_shown() {
        let token = Token::new("hunter2");
        assert!(!format!("{token:?}").contains("hunter2"));
        let header = bearer("hunter2").expect("a header");
        assert!(!format!("{header:?} {:?}", Tokens::Fixed(header.clone())).contains("hunter2"));
    }
}
