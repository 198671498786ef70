//! Bytes that can be read again from any place.

use std::{
    io::{self, SeekFrom},
    path::PathBuf,
};

use bytes::Bytes;
use futures::{FutureExt as _, StreamExt as _, future::BoxFuture, stream, stream::BoxStream};
use tokio::io::{AsyncRead, AsyncSeekExt as _};
use tokio_util::io::ReaderStream;

/// Bytes in one message to the server.
pub(super) const CHUNK: usize = 64 << 10;

type Chunks = BoxStream<'static, io::Result<Bytes>>;

/// Bytes that can be read again from any place, so that an audit can go on after its stream broke. They must be the same
/// bytes each time. A function from an offset to a reader is one:
///
/// ```
/// # use tabuleiro_client::testing::FakeServer;
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), tabuleiro_client::Error> {
/// # let client = FakeServer::with_samples().client();
/// let text = "1. f3 e5 2. g4 Qh4# 0-1\n".to_owned();
/// let findings = client
///     .audit()
///     .replay(move |offset: u64| {
///         let rest = text.as_bytes()[offset as usize..].to_vec();
///         async move { Ok(std::io::Cursor::new(rest)) }
///     })
///     .await?;
/// # Ok(()) }
/// ```
pub trait Replay: Send + Sync + 'static {
    /// The bytes from this offset on, in chunks cut anywhere.
    fn read_from(&self, offset: u64) -> BoxFuture<'static, io::Result<Chunks>>;
}

impl<F, Fut, R> Replay for F
where
    F: Fn(u64) -> Fut + Send + Sync + 'static,
    Fut: Future<Output = io::Result<R>> + Send + 'static,
    R: AsyncRead + Send + 'static,
{
    fn read_from(&self, offset: u64) -> BoxFuture<'static, io::Result<Chunks>> {
        self(offset)
            .map(|reader| Ok(ReaderStream::with_capacity(reader?, CHUNK).boxed()))
            .boxed()
    }
}

impl Replay for Bytes {
    fn read_from(&self, offset: u64) -> BoxFuture<'static, io::Result<Chunks>> {
        let past = || io::Error::new(io::ErrorKind::InvalidInput, "the offset is past the end");
        let offset = usize::try_from(offset).ok();
        let rest = offset.filter(|offset| *offset <= self.len());
        let rest = rest.map(|offset| self.slice(offset..)).ok_or_else(past);
        let chunks = rest.map(|mut rest| {
            let next = move || (!rest.is_empty()).then(|| Ok(rest.split_to(CHUNK.min(rest.len()))));
            stream::iter(std::iter::from_fn(next)).boxed()
        });
        std::future::ready(chunks).boxed()
    }
}

/// A file.
pub(super) struct FileSource(pub(super) PathBuf);

impl Replay for FileSource {
    fn read_from(&self, offset: u64) -> BoxFuture<'static, io::Result<Chunks>> {
        let path = self.0.clone();
        async move {
            let mut file = tokio::fs::File::open(path).await?;
            file.seek(SeekFrom::Start(offset)).await?;
            Ok(ReaderStream::with_capacity(file, CHUNK).boxed())
        }
        .boxed()
    }
}
