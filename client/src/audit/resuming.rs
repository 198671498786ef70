//! An audit that outlives its servers: a broken stream is taken up elsewhere after the last finding.

use std::{sync::Arc, time::Duration};

use futures::{StreamExt as _, stream};
use tabuleiro_proto::v1;
use tonic::{Code, Status};

use super::{
    AuditEvent, ResumePoint,
    source::Replay,
    stream::{Broken, Events, Part},
};
use crate::{Client, Error, client::Trip, error::retry_after, token::Header, trace};

/// An audit in progress.
pub(super) struct Resuming {
    client: Client,
    header: v1::AuditHeader,
    source: Arc<dyn Replay>,
    /// The offset of the first byte of the source.
    base: i64,
    /// What has been told; the next stream begins there.
    told: ResumePoint,
    part: Option<Part>,
    reading: Reading,
    /// Failures since the last step forward.
    failures: u32,
    /// What the last stream carried.
    token: Option<Header>,
    /// The token that a server has refused since the last step forward, and how.
    refused: Option<(Option<Header>, Status)>,
    trip: Trip,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Reading {
    /// One stream so far.
    Whole,
    /// A second or later stream.
    InParts,
    /// All is told; the file is read again for its summary.
    ForSummary,
    Over,
}

/// The offset of a source, as the contract and as a reader has it.
fn beyond(offset: i64, base: i64) -> u64 {
    offset.saturating_sub(base).unsigned_abs()
}

impl Resuming {
    /// Opens the first stream.
    pub(super) async fn begin(
        client: Client,
        header: v1::AuditHeader,
        source: Arc<dyn Replay>,
        base: i64,
    ) -> Result<Resuming, Error> {
        let mut resuming = Resuming {
            told: ResumePoint::of(&header),
            client,
            header,
            source,
            base,
            part: None,
            reading: Reading::Whole,
            failures: 0,
            token: None,
            refused: None,
            trip: Trip::of_audit(),
        };
        loop {
            let recovered = match resuming.open().await {
                Ok(()) => return Ok(resuming),
                Err(broken) => resuming.recover(broken).await,
            };
            if let Err(error) = recovered {
                resuming.trip.end(Some(&error));
                return Err(error);
            }
        }
    }

    pub(super) fn events(self) -> Events {
        stream::unfold(self, |mut resuming| async move {
            let event = resuming.next().await?;
            if event.is_err() {
                resuming.reading = Reading::Over;
            }
            if resuming.reading == Reading::Over {
                resuming.trip.end(event.as_ref().err());
            }
            Some((event, resuming))
        })
        .boxed()
    }

    async fn next(&mut self) -> Option<Result<AuditEvent, Error>> {
        loop {
            let event = match (self.reading, &mut self.part) {
                (Reading::Over, _) => return None,
                (_, Some(part)) => part.next().await,
                (_, None) => match self.open().await {
                    Ok(()) => continue,
                    Err(broken) => Err(broken),
                },
            };
            let event = match event {
                Ok(event) => event,
                Err(broken) => match self.recover(broken).await {
                    Ok(()) => continue,
                    Err(error) => return Some(Err(error)),
                },
            };
            match (self.reading, &event) {
                (Reading::ForSummary, AuditEvent::Game(_) | AuditEvent::Progress(_)) => continue,
                (Reading::InParts, AuditEvent::Summary(_)) => {
                    self.reading = Reading::ForSummary;
                    self.part = None;
                    continue;
                }
                (_, AuditEvent::Summary(_)) => self.reading = Reading::Over,
                _ => {}
            }
            if let Some(reached) = event.reached() {
                if reached.offset > self.told.offset {
                    self.failures = 0;
                    self.refused = None;
                }
                self.told = reached;
            }
            // What follows is the end of the stream, which is dealt with then.
            if matches!(&event, AuditEvent::Progress(progress) if progress.draining) {
                continue;
            }
            return Some(Ok(event));
        }
    }

    async fn open(&mut self) -> Result<(), Broken> {
        let mut header = self.header.clone();
        if self.reading == Reading::ForSummary {
            header.only_findings = true;
        } else {
            self.told.put_into(&mut header);
        }
        let token = self.client.token().await.map_err(Broken::Failed)?;
        if let Some((old, status)) = &self.refused
            && *old == token
        {
            // The source knows none that is newer.
            return Err(Broken::Failed(status.clone()));
        }
        self.token = token;
        let offset = beyond(header.resume_offset, self.base);
        let chunks = self.source.read_from(offset).await;
        let chunks = chunks.map_err(|error| Broken::Hopeless(Error::Input(error)))?;
        let part = Part::open(
            &self.client,
            header,
            chunks,
            self.token.as_ref(),
            &self.trip,
        );
        self.part = Some(part.await.map_err(Broken::Failed)?);
        Ok(())
    }

    /// Waits until a further stream may be opened, or says why there will be none.
    async fn recover(&mut self, broken: Broken) -> Result<(), Error> {
        if !self.renews_token(&broken) && !self.may_retry(&broken).await {
            return Err(broken.error(self.told));
        }
        self.part = None;
        if self.reading == Reading::Whole && self.told != ResumePoint::of(&self.header) {
            self.reading = Reading::InParts;
        }
        Ok(())
    }

    /// Whether a server has refused the token, for the first time since the last step forward, and a newer one may be had.
    fn renews_token(&mut self, broken: &Broken) -> bool {
        let Broken::Failed(status) = broken else {
            return false;
        };
        let newer = self.client.refused_token(status, self.token.as_ref());
        if !newer || self.refused.is_some() {
            return false;
        }
        self.trip.span.renews_token();
        self.refused = Some((self.token.take(), status.clone()));
        true
    }

    async fn may_retry(&mut self, broken: &Broken) -> bool {
        let (code, wait) = match broken {
            Broken::Cut => (Code::Unavailable, Some(Duration::ZERO)),
            Broken::Failed(status) => {
                let wait = retry_after(status).or_else(|| self.after_time_limit(status));
                (status.code(), wait)
            }
            Broken::Hopeless(_) => return false,
        };
        let Some(wait) = wait else {
            return false;
        };
        let again = self.client.may_retry(self.failures, wait).await;
        if again {
            self.failures += 1;
            self.trip.span.within(|| trace::tries_again(code, wait));
        }
        again
    }

    /// Servers bound how long a stream may stay open. As long as each one gets somewhere, there is sense in a further one.
    fn after_time_limit(&self, status: &Status) -> Option<Duration> {
        let gets_on = self.failures == 0 && self.reading != Reading::ForSummary;
        (status.code() == Code::DeadlineExceeded && gets_on).then_some(Duration::ZERO)
    }
}
