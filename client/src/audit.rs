//! Looking through a file of games: bytes go up, findings come down as a stream.

use std::{
    pin::Pin,
    sync::{Arc, Mutex, PoisonError},
    task::{Context, Poll},
};

use bytes::Bytes;
use futures::{Stream, StreamExt as _, channel::oneshot, stream};
use tabuleiro_proto::v1::{self, audit_records_request as up, audit_records_response as down};
use tokio::io::AsyncRead;
use tokio_util::io::ReaderStream;
use tonic::Streaming;

use crate::{Client, Error, Rules};

/// Bytes in one message to the server.
const CHUNK: usize = 64 << 10;

/// An audit before it begins.
///
/// Made by [`Client::audit`].
#[derive(Clone, Debug)]
#[must_use = "nothing happens until bytes are sent"]
pub struct Audit<'c> {
    client: &'c Client,
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ResumePoint {
    /// Byte offset in the file.
    pub offset: i64,
    /// Games before it.
    pub game_count: i64,
    /// Lines before it.
    pub line_count: i64,
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
        self.header.resume_offset = from.offset;
        self.header.resume_game_count = from.game_count;
        self.header.resume_line_count = from.line_count;
        self
    }

    /// Audits bytes at hand.
    ///
    /// # Errors
    /// [`Error`].
    pub async fn bytes(self, bytes: impl Into<Bytes>) -> Result<Findings, Error> {
        let mut rest: Bytes = bytes.into();
        let chunks = std::iter::from_fn(move || {
            (!rest.is_empty()).then(|| Ok(rest.split_to(CHUNK.min(rest.len()))))
        });
        self.chunks(stream::iter(chunks)).await
    }

    /// Audits what a reader gives, as fast as the server takes it.
    ///
    /// # Errors
    /// [`Error`].
    pub async fn reader(self, reader: impl AsyncRead + Send + 'static) -> Result<Findings, Error> {
        self.chunks(ReaderStream::with_capacity(reader, CHUNK))
            .await
    }

    /// Audits chunks, cut anywhere.
    ///
    /// # Errors
    /// [`Error`].
    pub async fn chunks(
        self,
        chunks: impl Stream<Item = std::io::Result<Bytes>> + Send + 'static,
    ) -> Result<Findings, Error> {
        let input_fault = Arc::new(Mutex::new(None));
        let fault = Arc::clone(&input_fault);
        let (wanted, unwanted) = oneshot::channel();
        let chunks = chunks
            .scan(fault, |fault, chunk| {
                let part = chunk.map_err(|error| {
                    *fault.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                });
                // The first fault ends the input.
                std::future::ready(part.ok().map(up::Part::Chunk))
            })
            .take_until(unwanted)
            .boxed();
        let header = stream::once(std::future::ready(up::Part::Header(self.header.clone())));
        let requests = header
            .chain(chunks)
            .map(|part| v1::AuditRecordsRequest { part: Some(part) });
        let answers = self.client.audit_stream(requests).await?;
        let header = &self.header;
        Ok(Findings {
            answers,
            input_fault,
            reached: ResumePoint {
                offset: header.resume_offset,
                game_count: header.resume_game_count,
                line_count: header.resume_line_count,
            },
            over: false,
            _wanted: wanted,
        })
    }
}

/// The findings of an audit as they come. The stream ends after the summary, or after an error.
#[derive(Debug)]
pub struct Findings {
    answers: Streaming<v1::AuditRecordsResponse>,
    input_fault: Arc<Mutex<Option<std::io::Error>>>,
    reached: ResumePoint,
    over: bool,
    /// Ends the input when nobody reads any more: a stream is only cancelled when both of its directions are let go.
    _wanted: oneshot::Sender<()>,
}

impl Findings {
    /// Where an audit could go on that begins now.
    #[must_use]
    pub fn reached(&self) -> ResumePoint {
        self.reached
    }

    fn event(&mut self, answer: v1::AuditRecordsResponse) -> Result<AuditEvent, Error> {
        match answer.part {
            Some(down::Part::Finding(finding)) => {
                self.reached = ResumePoint {
                    offset: finding.offset_after,
                    game_count: finding.number,
                    line_count: finding.line_count_after,
                };
                Ok(AuditEvent::Game(Box::new(finding)))
            }
            Some(down::Part::Progress(progress)) => {
                self.reached = ResumePoint {
                    offset: progress.offset_after,
                    game_count: progress.game_count,
                    line_count: progress.line_count_after,
                };
                Ok(AuditEvent::Progress(progress))
            }
            Some(down::Part::Summary(summary)) => {
                // Half a file was read: its summary is of no use.
                self.fail_on_input()?;
                self.over = true;
                Ok(AuditEvent::Summary(Box::new(summary)))
            }
            None => Err(Error::Protocol(
                "an audit answer without content".to_owned(),
            )),
        }
    }

    fn fail_on_input(&self) -> Result<(), Error> {
        let fault = self
            .input_fault
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        fault.map_or(Ok(()), |error| Err(Error::Input(error)))
    }
}

impl Stream for Findings {
    type Item = Result<AuditEvent, Error>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        if self.over {
            return Poll::Ready(None);
        }
        let result = match self.answers.poll_next_unpin(cx) {
            Poll::Pending => return Poll::Pending,
            Poll::Ready(Some(Ok(answer))) => self.event(answer),
            Poll::Ready(Some(Err(status))) => self
                .fail_on_input()
                .and(Err(Error::from_status(status, None))),
            Poll::Ready(None) => self.fail_on_input().and(Err(Error::Interrupted {
                resume: self.reached,
            })),
        };
        self.over |= result.is_err();
        Poll::Ready(Some(result))
    }
}
