//! `AuditRecords`: bytes of a file in, a finding per game out, a summary last.
//!
//! The answer is pulled: the next chunk is read only when the findings of the last one have been taken, so that a slow reader
//! slows the audit, and an audit that nobody reads any more stops. Games are examined in the compute pool, some on each of its
//! places, and answered in the order of the file; between two rounds of games an audit holds no place there.

use std::{collections::VecDeque, panic::AssertUnwindSafe, sync::Arc, time::Duration};

use futures::{FutureExt as _, Stream, future, stream};
use tabuleiro_proto::v1::{
    self, audit_records_request::Part as In, audit_records_response::Part as Out,
};
use tabuleiro_rules::{
    Position, Variant,
    adjudication::{AuditRules, Auditor, Finding, Sheaf},
    chess::ChessVariant,
    locale::Locale,
    record::{LawTags, Limits},
};
use tokio::sync::watch;
use tonic::{Status, Streaming};

use crate::{
    error::Failure,
    services::{Core, mate, observed},
    wire::{
        self,
        audit::{finding, long, summary},
        context, reading, record,
        telling::Telling,
    },
};

/// Games in one sheaf: enough that cutting and handing over cost little beside examining them.
const SHEAF: usize = 16;

/// Bytes after which a sheaf is full, however few its games are: a round holds so many for each place of the pool, and one game.
const SHEAF_BYTES: usize = 256 << 10;

/// Bytes after which there is a sign of life, where there are no findings.
const PROGRESS: u64 = 1 << 20;

/// An audit in progress.
struct Audit {
    core: Arc<Core>,
    chunks: Streaming<v1::AuditRecordsRequest>,
    draining: watch::Receiver<bool>,
    /// None while it is in the compute pool, and after a panic there.
    auditor: Option<Box<Auditor>>,
    /// What was answered and is not yet added up.
    found: Vec<Finding>,
    only_findings: bool,
    locale: Locale,
    stage: Stage,
    answers: VecDeque<Out>,
    reached: Reached,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// The next chunk is to be read.
    Reading,
    /// Games may be complete that are not examined yet.
    Examining,
    /// The same, and no chunk follows.
    Finishing,
    /// The summary is on its way, or the stream is broken.
    Done,
}

/// How far it has come.
struct Reached {
    bytes: u64,
    said: u64,
    games: i64,
    offset: i64,
    lines: i64,
}

/// The answers to an audit whose first message has been read.
///
/// # Errors
/// A first message that is no header, or a header that cannot be.
pub(crate) async fn audit(
    core: Arc<Core>,
    mut chunks: Streaming<v1::AuditRecordsRequest>,
) -> Result<impl Stream<Item = Result<v1::AuditRecordsResponse, Status>>, Status> {
    let first = chunks.message().await?.and_then(|message| message.part);
    let Some(In::Header(header)) = first else {
        let fault = Failure::field("header", "REQUIRED", "the first message is the header");
        return Err(fault.into());
    };
    let audit = Audit {
        auditor: Some(Box::new(auditor(&core, &header)?)),
        draining: core.draining.clone(),
        found: Vec::new(),
        core,
        chunks,
        only_findings: header.only_findings,
        locale: Locale::negotiate(&header.locale),
        stage: Stage::Reading,
        answers: VecDeque::new(),
        reached: Reached {
            bytes: header.resume_offset.unsigned_abs(),
            said: header.resume_offset.unsigned_abs(),
            games: header.resume_game_count,
            offset: header.resume_offset,
            lines: header.resume_line_count,
        },
    };
    Ok(stream::unfold(audit, |mut audit| async move {
        let part = audit.next().await.transpose()?;
        let answer = part.map(|part| v1::AuditRecordsResponse { part: Some(part) });
        Some((answer, audit))
    }))
}

fn auditor(core: &Core, header: &v1::AuditHeader) -> Result<Auditor, Failure> {
    // Without a variant each game names its own, and the rest of the law goes over what its tags say.
    let (law, over_tags) = match &header.ruleset {
        Some(ruleset) if ruleset.variant.is_empty() => (None, wire::ruleset::over_tags(ruleset)?),
        Some(ruleset) => (Some(core.rulesets.read(ruleset)?), LawTags::default()),
        None => (None, LawTags::default()),
    };
    let rules = AuditRules {
        format: record::read_format(header.format, "header.format")?,
        ruleset: law,
        over_tags,
        reading: match header.language.as_str() {
            "" => tabuleiro_rules::Reading::default(),
            language => reading::read(v1::Notation::ScoreSheet.into(), language, "header")?,
        },
        context: context::read(header.context.as_ref())?,
        irregularities: context::read_irregularities(header.irregularities)?,
        ignore_tags: header.ignore_tags,
        work_budget: mate::budget(core, header.work_budget)?.get(),
        limits: limits(core),
        ..AuditRules::new(core.rulesets.shared_catalogue())
    };
    let resume = [
        ("header.resume_offset", header.resume_offset),
        ("header.resume_game_count", header.resume_game_count),
        ("header.resume_line_count", header.resume_line_count),
    ];
    for (field, value) in resume {
        if value < 0 {
            return Err(Failure::field(field, "NEGATIVE", "expected 0 or more"));
        }
    }
    Ok(match resume.map(|(_, value)| value.unsigned_abs()) {
        [0, 0, 0] => Auditor::new(rules),
        [offset, games, lines] => Auditor::resume(rules, offset, games, lines),
    })
}

/// Ends when the server is going away; never, where nobody can say so any more.
async fn going_away(draining: &mut watch::Receiver<bool>) {
    if draining.wait_for(|it| *it).await.is_err() {
        std::future::pending().await
    }
}

/// The next message, unless it takes longer than a stream may be idle.
async fn idle<T>(
    allowed: Option<Duration>,
    message: impl Future<Output = T>,
) -> Result<T, Duration> {
    match allowed {
        None => Ok(message.await),
        Some(allowed) => {
            let waited = tokio::time::timeout(allowed, message).await;
            waited.map_err(|_elapsed| allowed)
        }
    }
}

/// What one game of a file may be.
pub(crate) fn limits(core: &Core) -> Limits {
    Limits {
        plies: core.limits.record_plies,
        facts: core.limits.facts,
        ..Limits::default()
    }
}

impl Audit {
    /// The next answer; none after the summary.
    async fn next(&mut self) -> Result<Option<Out>, Status> {
        loop {
            if let Some(answer) = self.answers.pop_front() {
                return Ok(Some(answer));
            }
            let step = match self.stage {
                Stage::Done => return Ok(None),
                Stage::Reading => self.read().await,
                Stage::Examining | Stage::Finishing => self.examine().await,
            };
            if let Err(status) = step {
                self.stage = Stage::Done;
                return Err(status);
            }
        }
    }

    async fn read(&mut self) -> Result<(), Status> {
        let auditor = self.auditor.as_mut().ok_or(Failure::Internal)?;
        let message = tokio::select! {
            biased;
            () = going_away(&mut self.draining) => {
                self.stage = Stage::Done;
                self.progress(true);
                return Ok(());
            }
            message = idle(self.core.limits.stream_idle, self.chunks.message()) => message,
        };
        let message = message.unwrap_or_else(|allowed| {
            self.core.metrics.limit_exceeded("max_stream_idle");
            Err(Failure::StreamIdle { allowed }.into())
        })?;
        match message {
            None => {
                auditor.finish();
                self.stage = Stage::Finishing;
            }
            Some(v1::AuditRecordsRequest {
                part: Some(In::Chunk(chunk)),
            }) => {
                auditor.push(&chunk);
                self.reached.bytes += chunk.len() as u64;
                self.core.metrics.audited(0, chunk.len() as u64);
                self.stage = Stage::Examining;
            }
            Some(_) => {
                let message = "after the header come chunks, and nothing else";
                return Err(Failure::field("part", "NOT_A_CHUNK", message).into());
            }
        }
        Ok(())
    }

    /// Examines the next few games in the compute pool.
    async fn examine(&mut self) -> Result<(), Status> {
        // The body of an answer lies outside the layer that catches panics.
        let round = AssertUnwindSafe(self.round()).catch_unwind().await;
        round.unwrap_or_else(|_| {
            self.core.metrics.panicked();
            Err(Failure::Internal)
        })?;
        if self.answers.is_empty() && self.reached.bytes - self.reached.said >= PROGRESS {
            self.progress(false);
        }
        Ok(())
    }

    async fn round(&mut self) -> Result<(), Failure> {
        let sheaves = self.cut().await?;
        let work = sheaves.into_iter().map(|sheaf| {
            let core = Arc::clone(&self.core);
            let (only_findings, locale) = (self.only_findings, self.locale);
            self.core.compute.run(move |cancel| {
                let mut told_of = Vec::with_capacity(sheaf.len());
                for game in sheaf.findings(&cancel.interrupt()) {
                    let shown = !only_findings || !game.is_clean();
                    let message = shown.then(|| told(&core, &game, locale)).transpose()?;
                    told_of.push((game, message));
                }
                Ok(told_of)
            })
        });
        for (game, message) in future::try_join_all(work).await?.into_iter().flatten() {
            self.reached.games = long(game.number);
            self.reached.offset = long(game.offset_after);
            self.reached.lines = long(game.line_count_after);
            self.answers.extend(message.map(Out::Finding));
            observed::finding(&self.core.metrics, &game);
            self.core.metrics.audited(1, 0);
            self.found.push(game);
        }
        Ok(())
    }

    /// Adds up the last round and cuts the next: a sheaf for each place of the pool. None is left: on to the next chunk, or to
    /// the summary.
    async fn cut(&mut self) -> Result<Vec<Sheaf>, Failure> {
        let mut auditor = self.auditor.take().ok_or(Failure::Internal)?;
        let found = std::mem::take(&mut self.found);
        let width = self.core.compute.width();
        let finishing = self.stage == Stage::Finishing;
        let work = self.core.compute.run(move |_| {
            found.iter().for_each(|game| auditor.add(game));
            let cut = std::iter::repeat_with(|| auditor.cut(SHEAF, SHEAF_BYTES));
            let sheaves: Vec<Sheaf> = cut
                .take(width)
                .take_while(|sheaf| !sheaf.is_empty())
                .collect();
            let all = (finishing && sheaves.is_empty()).then(|| summary(&auditor.summary()));
            Ok((auditor, sheaves, all))
        });
        let (auditor, sheaves, all) = work.await?;
        self.auditor = Some(auditor);
        if let Some(all) = all {
            self.answers.push_back(Out::Summary(all));
            self.stage = Stage::Done;
        } else if sheaves.is_empty() {
            self.stage = Stage::Reading;
        }
        Ok(sheaves)
    }

    fn progress(&mut self, draining: bool) {
        self.reached.said = self.reached.bytes;
        self.answers.push_back(Out::Progress(v1::AuditProgress {
            bytes_read: long(self.reached.bytes),
            game_count: self.reached.games,
            offset_after: self.reached.offset,
            line_count_after: self.reached.lines,
            draining,
        }));
    }
}

/// What was found in a game, told in a language.
fn told(core: &Core, game: &Finding, locale: Locale) -> Result<v1::GameFinding, Failure> {
    let voice = core.words.voice(locale);
    if let Some(ruling) = &game.ruling {
        return finding(game, &Telling::of_ruling(voice, ruling));
    }
    // Where nothing was ruled on there is no position but the start of the game that the tags name.
    let chess = Variant::Chess(ChessVariant::Chess);
    let law = core
        .rulesets
        .catalogue()
        .standard(game.variant.unwrap_or(chess))
        .ok_or(Failure::Internal)?;
    let start = Position::start(&law);
    finding(game, &Telling::new(voice, &law, &start, 0))
}
