//! One stream of an audit, and the findings as the caller sees them.

use std::{
    io,
    pin::Pin,
    sync::{Arc, Mutex, PoisonError},
    task::{Context, Poll},
};

use bytes::Bytes;
use futures::{Stream, StreamExt as _, channel::oneshot, ready, stream, stream::BoxStream};
use tabuleiro_proto::v1::{self, audit_records_request as up, audit_records_response as down};
use tonic::{Status, Streaming};

use super::{AuditEvent, ResumePoint};
use crate::{Client, Error, client::Trip, token::Header};

pub(super) type Events = BoxStream<'static, Result<AuditEvent, Error>>;

/// What one server says of one reading.
pub(super) struct Part {
    answers: Streaming<v1::AuditRecordsResponse>,
    input_fault: Arc<Mutex<Option<io::Error>>>,
    /// Ends the input when nobody reads any more: a stream is only cancelled when both of its directions are let go.
    _wanted: oneshot::Sender<()>,
}

/// Why a stream has no further event.
pub(super) enum Broken {
    /// The call failed on the way, or was refused.
    Failed(Status),
    /// It ended without a summary: the server is going away.
    Cut,
    /// Nothing that another server would do better.
    Hopeless(Error),
}

impl Part {
    /// Opens a stream whose bytes cannot be had a second time.
    pub(super) async fn open_once(
        client: &Client,
        header: v1::AuditHeader,
        chunks: BoxStream<'static, io::Result<Bytes>>,
        trip: &Trip,
    ) -> Result<Part, Status> {
        let token = client.token().await?;
        let opened = Part::open(client, header, chunks, token.as_ref(), trip).await;
        if let Err(status) = &opened {
            // Too late for this stream; the next call has a newer one.
            client.refused_token(status, token.as_ref());
        }
        opened
    }

    pub(super) async fn open(
        client: &Client,
        header: v1::AuditHeader,
        chunks: BoxStream<'static, io::Result<Bytes>>,
        token: Option<&Header>,
        trip: &Trip,
    ) -> Result<Part, Status> {
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
            .take_until(unwanted);
        let header = stream::once(std::future::ready(up::Part::Header(header)));
        let requests = header
            .chain(chunks)
            .map(|part| v1::AuditRecordsRequest { part: Some(part) });
        Ok(Part {
            answers: client.audit_stream(requests.boxed(), token, trip).await?,
            input_fault,
            _wanted: wanted,
        })
    }

    pub(super) async fn next(&mut self) -> Result<AuditEvent, Broken> {
        let answer = self.answers.message().await;
        match answer {
            Ok(Some(answer)) => match answer.part {
                Some(down::Part::Finding(finding)) => Ok(AuditEvent::Game(Box::new(finding))),
                Some(down::Part::Progress(progress)) => Ok(AuditEvent::Progress(progress)),
                Some(down::Part::Summary(summary)) => {
                    // Half a file was read: its summary is of no use.
                    self.fail_on_input()?;
                    Ok(AuditEvent::Summary(Box::new(summary)))
                }
                None => Err(Broken::Hopeless(Error::Protocol(
                    "an audit answer without content".to_owned(),
                ))),
            },
            Ok(None) => self.fail_on_input().and(Err(Broken::Cut)),
            Err(status) => self.fail_on_input().and(Err(Broken::Failed(status))),
        }
    }

    fn fail_on_input(&self) -> Result<(), Broken> {
        let fault = self
            .input_fault
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        fault.map_or(Ok(()), |error| Err(Broken::Hopeless(Error::Input(error))))
    }

    /// The events of this stream alone. The last is the summary or an error.
    pub(super) fn events(self, from: ResumePoint, trip: Trip) -> Events {
        stream::unfold(Some((self, from, trip)), |state| async move {
            let (mut part, mut reached, trip) = state?;
            match part.next().await {
                Ok(event) => {
                    reached = event.reached().unwrap_or(reached);
                    let over = matches!(event, AuditEvent::Summary(_));
                    if over {
                        trip.end(None);
                    }
                    Some((Ok(event), (!over).then_some((part, reached, trip))))
                }
                Err(broken) => {
                    let error = broken.error(reached);
                    trip.end(Some(&error));
                    Some((Err(error), None))
                }
            }
        })
        .boxed()
    }
}

impl Broken {
    /// What it means where nobody goes on.
    pub(super) fn error(self, reached: ResumePoint) -> Error {
        match self {
            Broken::Failed(status) => Error::from_status(status, None),
            Broken::Cut => Error::Interrupted { resume: reached },
            Broken::Hopeless(error) => error,
        }
    }
}

/// The findings of an audit as they come. The stream ends after the summary, or after an error. Dropped before that, it ends
/// the audit.
pub struct Findings {
    events: Events,
    reached: ResumePoint,
}

impl std::fmt::Debug for Findings {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Findings")
            .field("reached", &self.reached)
            .finish_non_exhaustive()
    }
}

impl Findings {
    pub(super) fn new(events: Events, from: ResumePoint) -> Findings {
        Findings {
            events,
            reached: from,
        }
    }

    /// Where an audit could go on that begins now.
    #[must_use]
    pub fn reached(&self) -> ResumePoint {
        self.reached
    }
}

impl Stream for Findings {
    type Item = Result<AuditEvent, Error>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let event = ready!(self.events.poll_next_unpin(cx));
        if let Some(Ok(event)) = &event
            && let Some(reached) = event.reached()
        {
            self.reached = reached;
        }
        Poll::Ready(event)
    }
}
