//! Byte streams to addresses: TCP, or whatever the caller brings.

use std::{io, net::SocketAddr};

use futures::{FutureExt as _, future::BoxFuture};
use tokio::{
    io::{AsyncRead, AsyncWrite},
    net::TcpStream,
};

/// A byte stream in both directions.
pub trait Io: AsyncRead + AsyncWrite + Send + Unpin + 'static {}

impl<T: AsyncRead + AsyncWrite + Send + Unpin + 'static> Io for T {}

/// Some byte stream.
pub type BoxIo = Box<dyn Io>;

/// Opens byte streams to addresses. A function of an address is one: to go through a proxy, over a Unix socket, or nowhere at
/// all in a test. TLS, where it is wanted, is spoken on what it gives.
///
/// ```
/// # use std::net::SocketAddr;
/// # use tabuleiro_client::Client;
/// # fn example() -> Result<(), tabuleiro_client::Error> {
/// let client = Client::builder("http://rules.example:50051")
///     .connector(|address: SocketAddr| async move {
///         println!("opening {address}");
///         tokio::net::TcpStream::connect(address).await
///     })
///     .connect_lazy()?;
/// # Ok(()) }
/// ```
pub trait Connect: Send + Sync + 'static {
    /// A new stream to this address.
    fn connect(&self, address: SocketAddr) -> BoxFuture<'static, io::Result<BoxIo>>;
}

impl<F, Fut, S> Connect for F
where
    F: Fn(SocketAddr) -> Fut + Send + Sync + 'static,
    Fut: Future<Output = io::Result<S>> + Send + 'static,
    S: Io,
{
    fn connect(&self, address: SocketAddr) -> BoxFuture<'static, io::Result<BoxIo>> {
        self(address)
            .map(|opened| opened.map(|stream| Box::new(stream) as BoxIo))
            .boxed()
    }
}

/// TCP, with small packets sent at once.
pub(crate) async fn tcp(address: SocketAddr) -> io::Result<TcpStream> {
    let stream = TcpStream::connect(address).await?;
    stream.set_nodelay(true)?;
    Ok(stream)
}
