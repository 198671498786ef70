//! Looking through a file of games: bytes go up, findings come down as a stream.
//!
//! Where the bytes can be read again ([`Audit::bytes`], [`Audit::file`], [`Audit::replay`]), a stream that breaks (a server
//! that dies, or goes away in a rolling update) is taken up by another server after the last finding that arrived: every game
//! is told once, with its number in the file. The same goes for a token that is good no longer: the stream is taken up with a
//! newer one. A summary covers what one server has read, so the summary of a file that was read in parts comes from a second
//! reading of it, whose findings are not told again.

mod resuming;
mod source;
mod stream;

use std::{path::PathBuf, sync::Arc};

use bytes::Bytes;
use futures::{Stream, StreamExt as _};
use tabuleiro_proto::v1;
use tokio::io::AsyncRead;
use tokio_util::io::ReaderStream;

use crate::{Client, Error, Rules, client::Trip};
use resuming::Resuming;
pub use source::Replay;
use source::{CHUNK, FileSource};
pub use stream::Findings;
use stream::Part;

/// An audit before it begins, made by [`Client::audit`]: set what differs from the defaults, then give it the bytes.
///
/// ```
/// # use tabuleiro_client::{testing::FakeServer, audit::AuditEvent};
/// use futures::TryStreamExt as _;
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), tabuleiro_client::Error> {
/// # let client = FakeServer::with_samples().client();
/// let audit = client.audit().rules("chess").only_findings().locale("pt-BR");
/// let mut findings = audit.bytes("1. f3 e5 2. g4 Qh4# 0-1\n").await?;
/// while let Some(event) = findings.try_next().await? {
///     match event {
///         AuditEvent::Game(finding) => println!("game {}: {} plies", finding.number, finding.ply_count),
///         AuditEvent::Progress(progress) => println!("{} games so far", progress.game_count),
///         AuditEvent::Summary(summary) => println!("{} games in all", summary.game_count),
///     }
/// }
/// # Ok(()) }
/// ```
#[derive(Clone, Debug)]
#[must_use = "nothing happens until bytes are sent"]
pub struct Audit<'c, C = Client> {
    client: &'c C,
    header: v1::AuditHeader,
}

/// What comes back from an audit, in the order of the file.
#[derive(Clone, Debug, PartialEq)]
pub enum AuditEvent {
    /// What was found in one game.
    Game(Box<v1::GameFinding>),
    /// A sign of life.
    Progress(v1::AuditProgress),
    /// What was found in all; the last event.
    Summary(Box<v1::AuditSummary>),
}

/// Where an audit that was cut off goes on: [`Audit::resume`], with the bytes of the file from `offset` on.
///
/// ```
/// # use tabuleiro_client::{Error, testing::FakeServer};
/// use futures::TryStreamExt as _;
/// use tokio::io::AsyncSeekExt as _;
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let client = FakeServer::with_samples().client();
/// # let mut file = std::io::Cursor::new(b"1. f3 e5 2. g4 Qh4# 0-1\n".to_vec());
/// let mut findings = client.audit().reader(file.clone()).await?;
/// let cut_off = loop {
///     match findings.try_next().await {
///         Ok(Some(event)) => println!("{event:?}"),
///         Ok(None) => break None,
///         Err(Error::Interrupted { resume }) => break Some(resume),
///         Err(error) => return Err(error.into()),
///     }
/// };
/// if let Some(resume) = cut_off {
///     file.seek(std::io::SeekFrom::Start(resume.offset.unsigned_abs())).await?;
///     findings = client.audit().resume(resume).reader(file).await?;
/// }
/// # Ok(()) }
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ResumePoint {
    /// Byte offset in the file.
    pub offset: i64,
    /// Games before it.
    pub game_count: i64,
    /// Lines before it.
    pub line_count: i64,
}

impl ResumePoint {
    /// Where an audit with this header begins.
    fn of(header: &v1::AuditHeader) -> ResumePoint {
        ResumePoint {
            offset: header.resume_offset,
            game_count: header.resume_game_count,
            line_count: header.resume_line_count,
        }
    }

    /// Lets an audit with this header begin here.
    fn put_into(self, header: &mut v1::AuditHeader) {
        header.resume_offset = self.offset;
        header.resume_game_count = self.game_count;
        header.resume_line_count = self.line_count;
    }
}

impl<'c> Audit<'c> {
    pub(crate) fn new(client: &'c Client) -> Self {
        Audit {
            client,
            header: v1::AuditHeader {
                locale: client.locale(),
                ..v1::AuditHeader::default()
            },
        }
    }
}

impl<'c, C> Audit<'c, C> {
    /// The same audit by another client.
    #[cfg(feature = "blocking")]
    pub(crate) fn over<D>(self, client: &D) -> Audit<'_, D> {
        Audit {
            client,
            header: self.header,
        }
    }

    #[cfg(feature = "blocking")]
    pub(crate) fn client(&self) -> &'c C {
        self.client
    }

    /// How the bytes are written. Without it: told from the tags of each game.
    pub fn format(mut self, format: v1::RecordFormat) -> Self {
        self.header.format = format.into();
        self
    }

    /// Rules for every game, over what its tags say.
    pub fn rules(mut self, rules: impl Into<Rules>) -> Self {
        self.header.ruleset = Some(rules.into().into());
        self
    }

    /// Circumstances, for every game.
    pub fn context(mut self, context: v1::Context) -> Self {
        self.header.context = Some(context);
        self
    }

    /// How records with irregularities are read.
    pub fn irregularities(mut self, how: v1::Irregularities) -> Self {
        self.header.irregularities = how.into();
        self
    }

    /// Result tags, end markers and termination tags are ignored: the board alone.
    pub fn ignore_tags(mut self) -> Self {
        self.header.ignore_tags = true;
        self
    }

    /// Games without fault and conflict are left out; they still count in the summary.
    pub fn only_findings(mut self) -> Self {
        self.header.only_findings = true;
        self
    }

    /// Language of the letters that the moves are written with, BCP 47. Without it: English letters.
    pub fn language(mut self, language: impl Into<String>) -> Self {
        self.header.language = language.into();
        self
    }

    /// Language of messages and explanations, BCP 47.
    pub fn locale(mut self, locale: impl Into<String>) -> Self {
        self.header.locale = locale.into();
        self
    }

    /// Positions that "can this side mate" may look at in each game. Without it: the server's default.
    pub fn work_budget(mut self, positions: i64) -> Self {
        self.header.work_budget = positions;
        self
    }

    /// Goes on where an audit was cut off.
    pub fn resume(mut self, from: ResumePoint) -> Self {
        from.put_into(&mut self.header);
        self
    }
}

impl Audit<'_> {
    /// Audits bytes at hand; broken streams are resumed. After [`resume`](Audit::resume): the bytes from its offset on.
    ///
    /// # Errors
    /// As any call: the audit is refused, or no server can be reached. Later errors come with the [`Findings`].
    pub async fn bytes(self, bytes: impl Into<Bytes>) -> Result<Findings, Error> {
        let base = self.header.resume_offset;
        self.resuming(Arc::new(bytes.into()), base).await
    }

    /// Audits a file; broken streams are resumed. It is read in chunks of 64 KiB, as fast as the server takes them. After
    /// [`resume`](Audit::resume) it is read from that offset on.
    ///
    /// ```
    /// # use tabuleiro_client::{testing::FakeServer, audit::AuditEvent};
    /// use futures::StreamExt as _;
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let client = FakeServer::with_samples().client();
    /// # let path = std::env::temp_dir().join(format!("tabuleiro-example-{}", std::process::id()));
    /// # std::fs::write(&path, "1. f3 e5 2. g4 Qh4# 0-1\n")?;
    /// let findings = client.audit().file(&path).await?;
    /// let events: Vec<_> = findings.collect().await;
    /// assert!(matches!(events.last(), Some(Ok(AuditEvent::Summary(_)))));
    /// # std::fs::remove_file(&path)?;
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// [`Error::Input`]: the file cannot be read. Otherwise as [`bytes`](Audit::bytes).
    pub async fn file(self, path: impl Into<PathBuf>) -> Result<Findings, Error> {
        self.replay(FileSource(path.into())).await
    }

    /// Audits what can be read again from any place; broken streams are resumed. After [`resume`](Audit::resume) it is read
    /// from that offset on. [`Replay`] has an example.
    ///
    /// # Errors
    /// [`Error::Input`]: the source cannot be read. Otherwise as [`bytes`](Audit::bytes).
    pub async fn replay(self, source: impl Replay) -> Result<Findings, Error> {
        self.resuming(Arc::new(source), 0).await
    }

    async fn resuming(self, source: Arc<dyn Replay>, base: i64) -> Result<Findings, Error> {
        let from = ResumePoint::of(&self.header);
        let resuming = Resuming::begin(self.client.clone(), self.header, source, base).await?;
        Ok(Findings::new(resuming.events(), from))
    }

    /// Audits what a reader gives, as fast as the server takes it. A broken stream ends with [`Error::Interrupted`], or the
    /// error that broke it: only the caller can read again ([`ResumePoint`] shows how).
    ///
    /// # Errors
    /// As [`bytes`](Audit::bytes). A reader that fails later ends the findings with [`Error::Input`].
    pub async fn reader(self, reader: impl AsyncRead + Send + 'static) -> Result<Findings, Error> {
        self.chunks(ReaderStream::with_capacity(reader, CHUNK))
            .await
    }

    /// Audits chunks, cut anywhere. A broken stream ends as that of a [`reader`](Audit::reader).
    ///
    /// ```
    /// # use bytes::Bytes;
    /// # use tabuleiro_client::testing::FakeServer;
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), tabuleiro_client::Error> {
    /// # let client = FakeServer::with_samples().client();
    /// let chunks = ["1. f3 e5 2.", " g4 Qh4# 0-1\n"].map(|text| Ok(Bytes::from(text)));
    /// let findings = client.audit().chunks(futures::stream::iter(chunks)).await?;
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// As [`reader`](Audit::reader).
    pub async fn chunks(
        self,
        chunks: impl Stream<Item = std::io::Result<Bytes>> + Send + 'static,
    ) -> Result<Findings, Error> {
        let from = ResumePoint::of(&self.header);
        let trip = Trip::of_audit();
        match Part::open_once(self.client, self.header, chunks.boxed(), &trip).await {
            Ok(part) => Ok(Findings::new(part.events(from, trip), from)),
            Err(status) => {
                let error = Error::from_status(status, None);
                trip.end(Some(&error));
                Err(error)
            }
        }
    }
}

impl AuditEvent {
    /// Where an audit could go on after this event.
    pub(crate) fn reached(&self) -> Option<ResumePoint> {
        match self {
            AuditEvent::Game(finding) => Some(ResumePoint {
                offset: finding.offset_after,
                game_count: finding.number,
                line_count: finding.line_count_after,
            }),
            AuditEvent::Progress(progress) => Some(ResumePoint {
                offset: progress.offset_after,
                game_count: progress.game_count,
                line_count: progress.line_count_after,
            }),
            AuditEvent::Summary(_) => None,
        }
    }
}
