//! Bearer tokens: what one is, and where they come from.

mod keeper;

use std::{path::PathBuf, time::Duration};

use futures::{FutureExt as _, future::BoxFuture};
use tonic::metadata::{Ascii, MetadataValue};

use crate::{Error, transport::BoxError};
pub(crate) use keeper::Tokens;

/// A token as it is sent.
pub(crate) type Header = MetadataValue<Ascii>;

/// A bearer token, and how long it is good. [`TokenSource`] has an example.
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
/// [UNAUTHENTICATED](crate::ErrorReason::Unauthenticated); then the source is asked again, once for all calls that wait. A call
/// whose token was refused is made once more with a newer one; if there is none, or that is refused too, the refusal is its
/// answer, and for a second the source is not asked because of refusals.
///
/// A source that fails rests for 100 ms, and twice as long after each further failure, up to 10 s. Meanwhile the old token is
/// used as long as it is good; without one, calls end at once with [`Error::NoToken`] and the reason of the last failure.
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
pub(crate) fn bearer(token: &str) -> Result<Header, Error> {
    let mut value: Header = format!("Bearer {token}")
        .parse()
        .map_err(|_| Error::BadToken)?;
    value.set_sensitive(true);
    Ok(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_with_a_line_break_is_refused() {
        assert!(matches!(bearer("a\nb"), Err(Error::BadToken)));
    }

    #[test]
    fn no_token_is_ever_shown() {
        let token = Token::new("hunter2");
        assert!(!format!("{token:?}").contains("hunter2"));
        let header = bearer("hunter2").expect("a header");
        assert!(!format!("{header:?} {:?}", Tokens::Fixed(header.clone())).contains("hunter2"));
    }

    #[tokio::test]
    async fn a_token_file_is_read_without_the_white_space_around_its_token() {
        let path = std::env::temp_dir().join(format!("tabuleiro-token-{}", std::process::id()));
        let source = FileToken::new(&path).every(Duration::from_secs(7));
        let missing = source.token().await.expect_err("no file yet");
        assert!(missing.downcast_ref::<std::io::Error>().is_some());
        std::fs::write(&path, " first\n").expect("written");
        let token = source.token().await.expect("a token");
        assert_eq!(
            (token.secret.as_str(), token.valid_for),
            ("first", Some(Duration::from_secs(7)))
        );
        std::fs::write(&path, "\n").expect("written");
        let empty = source.token().await.expect_err("nothing in it");
        assert!(empty.to_string().contains("empty"), "{empty}");
        std::fs::remove_file(&path).expect("removed");
    }
}
