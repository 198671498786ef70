//! The same server inside the caller's process, over memory instead of a socket: for the `tabuleiro` command and for tests.

use hyper_util::rt::TokioIo;
use tokio::{io::DuplexStream, sync::mpsc};
use tonic::transport::{Channel, Endpoint, Uri};

use crate::{
    config::Config,
    server::{Server, StartError},
};

/// Bytes in flight each way before the writer waits.
const BUFFER: usize = 256 << 10;

/// A channel to a server of its own with default limits. It lives as long as the channel and its clones.
///
/// # Errors
/// [`StartError`]: a broken build.
pub async fn channel() -> Result<Channel, StartError> {
    channel_to(Server::new(Config::local())?).await
}

/// A channel to this server, which then listens on nothing else.
///
/// # Errors
/// None at present; the signature leaves room for servers that need to start something.
pub async fn channel_to(server: Server) -> Result<Channel, StartError> {
    let (connections, accepted) = mpsc::channel::<DuplexStream>(1);
    server.embed(accepted).await;
    let connector = tower::service_fn(move |_: Uri| {
        let connections = connections.clone();
        async move {
            let (ours, theirs) = tokio::io::duplex(BUFFER);
            connections
                .send(theirs)
                .await
                .map_err(|_| std::io::Error::from(std::io::ErrorKind::ConnectionRefused))?;
            Ok::<_, std::io::Error>(TokioIo::new(ours))
        }
    });
    Ok(Endpoint::from_static("http://embedded.invalid").connect_with_connector_lazy(connector))
}
