//! How a client comes about: where the service is, and how patient its callers are.

use std::time::Duration;

use tonic::{
    metadata::{Ascii, MetadataValue},
    transport::{Channel, Endpoint},
};

use crate::{
    Client, Error,
    client::{Settings, boxed},
    pool::Pool,
    retry::Retries,
};

/// How long a call may take unless it says otherwise.
pub(crate) const DEADLINE: Duration = Duration::from_secs(10);
/// The largest answer that is taken.
pub(crate) const MAX_ANSWER_BYTES: usize = 64 << 20;

const CONNECT_TIMEOUT: Duration = Duration::from_secs(3);
const KEEP_ALIVE: Duration = Duration::from_secs(30);
const KEEP_ALIVE_TIMEOUT: Duration = Duration::from_secs(10);

/// Settings of a [`Client`] before it is made.
///
/// ```no_run
/// # use std::time::Duration;
/// # use tabuleiro_client::{Client, Retries};
/// # async fn example() -> Result<(), tabuleiro_client::Error> {
/// let client = Client::builder("http://10.0.0.1:50051")
///     .endpoint("http://10.0.0.2:50051")
///     .deadline(Duration::from_millis(500))
///     .retries(Retries { attempts: 3, ..Retries::default() })
///     .locale("pt-BR")
///     .connect()
///     .await?;
/// # Ok(()) }
/// ```
#[derive(Clone, Debug)]
pub struct ClientBuilder {
    endpoints: Vec<String>,
    connections: usize,
    token: Option<String>,
    settings: Settings,
}

impl ClientBuilder {
    pub(crate) fn new(endpoint: String) -> ClientBuilder {
        ClientBuilder {
            endpoints: vec![endpoint],
            connections: 1,
            token: None,
            settings: Settings::default(),
        }
    }

    /// A further address of the same service. Calls go round all of them.
    #[must_use]
    pub fn endpoint(mut self, url: impl Into<String>) -> Self {
        self.endpoints.push(url.into());
        self
    }

    /// Connections to each address. Default 1; several help a server that gives each connection a core of its own.
    #[must_use]
    pub fn connections(mut self, count: usize) -> Self {
        self.connections = count.max(1);
        self
    }

    /// How long a unary call may take, all its attempts together, unless it says otherwise. Default 10 s.
    #[must_use]
    pub fn deadline(mut self, deadline: Duration) -> Self {
        self.settings.deadline = Some(deadline);
        self
    }

    /// Calls wait as long as the server lets them.
    #[must_use]
    pub fn no_deadline(mut self) -> Self {
        self.settings.deadline = None;
        self
    }

    /// How failed calls are tried again.
    #[must_use]
    pub fn retries(mut self, retries: Retries) -> Self {
        self.settings.retries = retries;
        self
    }

    /// A bearer token that every call carries.
    #[must_use]
    pub fn token(mut self, token: impl Into<String>) -> Self {
        self.token = Some(token.into());
        self
    }

    /// Language of messages and explanations, BCP 47, for every call that does not say otherwise. Default: English.
    #[must_use]
    pub fn locale(mut self, locale: impl Into<String>) -> Self {
        self.settings.locale = locale.into();
        self
    }

    /// The largest answer that is taken, in bytes. Default 64 MiB.
    #[must_use]
    pub fn max_answer_bytes(mut self, bytes: usize) -> Self {
        self.settings.max_answer_bytes = bytes;
        self
    }

    /// Makes the client and sees to it that a server is there.
    ///
    /// # Errors
    /// [`Error::BadAddress`], [`Error::BadToken`], or [`Error::Unreachable`] when not one address can be reached.
    pub async fn connect(self) -> Result<Client, Error> {
        let mut channels = Vec::new();
        let mut refusal = None;
        let mut reached = false;
        for endpoint in self.endpoints()? {
            // Those that cannot be reached yet are kept: they may come.
            channels.push(match endpoint.connect().await {
                Ok(channel) => {
                    reached = true;
                    channel
                }
                Err(error) => {
                    refusal.get_or_insert(error);
                    endpoint.connect_lazy()
                }
            });
        }
        match refusal {
            Some(error) if !reached => Err(Error::from_status(
                tonic::Status::from_error(Box::new(error)),
                None,
            )),
            _ => self.finish(channels),
        }
    }

    /// Makes the client; the first call connects. Must be called within a Tokio runtime.
    ///
    /// # Errors
    /// [`Error::BadAddress`], [`Error::BadToken`].
    pub fn connect_lazy(self) -> Result<Client, Error> {
        let endpoints = self.endpoints()?;
        self.finish(endpoints.iter().map(Endpoint::connect_lazy).collect())
    }

    fn endpoints(&self) -> Result<Vec<Endpoint>, Error> {
        let mut endpoints = Vec::new();
        for address in &self.endpoints {
            let endpoint = endpoint(address).map_err(|why| Error::BadAddress {
                address: address.clone(),
                why,
            })?;
            endpoints.extend(std::iter::repeat_n(endpoint, self.connections));
        }
        Ok(endpoints)
    }

    fn finish(self, channels: Vec<Channel>) -> Result<Client, Error> {
        let mut settings = self.settings;
        settings.authorization = self.token.as_deref().map(bearer).transpose()?;
        Ok(Client::with_settings(boxed(Pool::new(channels)), settings))
    }
}

fn bearer(token: &str) -> Result<MetadataValue<Ascii>, Error> {
    let mut value: MetadataValue<Ascii> = format!("Bearer {token}")
        .parse()
        .map_err(|_| Error::BadToken)?;
    value.set_sensitive(true);
    Ok(value)
}

fn endpoint(address: &str) -> Result<Endpoint, String> {
    let url = match address.split_once("://") {
        None => format!("http://{address}"),
        Some(("http", _)) => address.to_owned(),
        Some(("https", _)) => {
            return Err("this build has no TLS; put http:// before the address".to_owned());
        }
        Some((scheme, _)) => return Err(format!("http:// is understood, {scheme}:// is not")),
    };
    let endpoint = Endpoint::from_shared(url).map_err(|error| {
        std::error::Error::source(&error).map_or_else(|| error.to_string(), ToString::to_string)
    })?;
    if endpoint.uri().host().is_none_or(str::is_empty) {
        return Err("it names no host".to_owned());
    }
    endpoint
        .connect_timeout(CONNECT_TIMEOUT)
        .tcp_nodelay(true)
        .http2_keep_alive_interval(KEEP_ALIVE)
        .keep_alive_timeout(KEEP_ALIVE_TIMEOUT)
        .keep_alive_while_idle(true)
        .user_agent(concat!("tabuleiro-client/", env!("CARGO_PKG_VERSION")))
        .map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bad_address_says_what_is_wrong_with_it() {
        for (address, why) in [
            ("https://a.example:1", "TLS"),
            ("ftp://a.example", "ftp://"),
            ("http://", "empty"),
            ("http://a b", "invalid"),
        ] {
            let error = endpoint(address).expect_err(address);
            assert!(error.contains(why), "{address}: {error}");
        }
        let plain = endpoint("localhost:50051").expect("an address without a scheme");
        assert_eq!(plain.uri().to_string(), "http://localhost:50051/");
    }

    #[test]
    fn a_token_with_a_line_break_is_refused() {
        assert!(matches!(bearer("a\nb"), Err(Error::BadToken)));
    }
}
