//! `tabuleiro adjudicate`: rulings on every game of some files.

use std::{
    path::{Path, PathBuf},
    pin::Pin,
    task::{Context, Poll, ready},
    time::Duration,
};

use clap::{Args, ValueEnum};
use futures::TryStreamExt as _;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use tabuleiro_client::{
    Client, ErrorReason,
    audit::{Audit, AuditEvent},
    v1::{self, AuditRecordsResponse, Irregularities, audit_records_response::Part},
};
use tokio::io::{AsyncRead, ReadBuf};

use super::{Found, convert::format};
use crate::{
    args::{ContextArgs, FormatArg, Global},
    failure::Failure,
    input,
    output::{
        Out, audit,
        style::{self, in_style},
    },
    report::{FileReport, Report},
    rules,
};

/// Files below this length are read before a bar could be seen.
const LONG_FILE: u64 = 1 << 20;

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// PGN or PDN files, plain or compressed (gzip, zstd); - is standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Variant of every game, over what the tags say
    #[arg(long, short = 'V', value_name = "ID")]
    variant: Option<String>,
    /// How the files are written. Without it: told from the text
    #[arg(long, value_name = "FORMAT")]
    format: Option<FormatArg>,
    #[command(flatten)]
    context: ContextArgs,
    /// The board alone: result tags, end markers and termination tags are ignored
    #[arg(long)]
    ignore_tags: bool,
    /// Leave out games without fault and conflict
    #[arg(long)]
    only_findings: bool,
    /// How records with irregularities are read
    #[arg(long, value_name = "HOW", default_value = "strict")]
    irregularities: How,
    /// Moves are written with the letters of this language
    #[arg(long, value_name = "BCP47")]
    language: Option<String>,
}

/// How records with irregularities are read.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum How {
    Strict,
    AsAccepted,
    Rectified,
}

impl From<How> for Irregularities {
    fn from(how: How) -> Irregularities {
        match how {
            How::Strict => Irregularities::Strict,
            How::AsAccepted => Irregularities::AsAccepted,
            How::Rectified => Irregularities::Rectified,
        }
    }
}

impl Arguments {
    /// The files, in the order in which they were named.
    pub(crate) fn files(&self) -> &[PathBuf] {
        &self.files
    }
}

pub(crate) async fn run(
    args: &Arguments,
    global: &Global,
    client: &Client,
    out: &mut Out,
) -> Result<Found, Failure> {
    files(args, global, client, out, None).await
}

/// Audits every file, prints what is found, and notes it for a report.
pub(crate) async fn files(
    args: &Arguments,
    global: &Global,
    client: &Client,
    out: &mut Out,
    mut report: Option<&mut Report>,
) -> Result<Found, Failure> {
    let stdin = args.files.iter().filter(|file| input::is_stdin(file));
    if stdin.count() > 1 {
        return Err(Failure::usage(|lang| {
            lang.say(
                "standard input (-) can be read once: name it once",
                "a entrada padrão (-) só pode ser lida uma vez; indique-a uma única vez",
            )
            .to_owned()
        }));
    }
    let mut found = Found::Nothing;
    for file in &args.files {
        if args.files.len() > 1 && !out.is_json() {
            out.line(in_style(style::HEAD, input::name(file)))?;
        }
        let audit = begin(args, global, client)?;
        let mut noted = FileReport::new(input::name(file));
        let notes = report.is_some().then_some(&mut noted);
        match one_file(file, audit, out, notes).await {
            Ok(it) => found = found.max(it),
            Err(failure) => {
                let failure = named(failure, file);
                if !is_of_one_file(&failure) {
                    let variant = args.variant.as_deref().unwrap_or_default();
                    let ruleset = Some(rules::rules(variant, global)?.into());
                    return Err(rules::explain(failure, client, ruleset, None).await);
                }
                // The others are read all the same.
                failure.report(out);
                found = Found::Unreadable;
                continue;
            }
        }
        if let Some(report) = &mut report {
            report.files.push(noted);
        }
    }
    Ok(found)
}

/// Whether another file can fare better: this one cannot be read, or is too large in some way.
fn is_of_one_file(failure: &Failure) -> bool {
    let reason = failure.reason();
    matches!(failure, Failure::File { .. })
        || matches!(
            reason,
            Some(
                ErrorReason::InvalidRecord | ErrorReason::InvalidText | ErrorReason::LimitExceeded
            )
        )
}

/// A fault in reading gets the name of the file.
fn named(failure: Failure, file: &Path) -> Failure {
    let failure = match failure {
        Failure::Call {
            error,
            notes,
            explained,
        } => match *error {
            tabuleiro_client::Error::Input(error) => {
                let name = input::name(file);
                return Failure::File { name, error };
            }
            error => Failure::Call {
                error: Box::new(error),
                notes,
                explained,
            },
        },
        other => other,
    };
    let name = input::name(file);
    failure.with_notes([crate::lang::Told::by(|lang| {
        format!("{} {name}", lang.say("in", "em"))
    })])
}

fn begin<'c>(args: &Arguments, global: &Global, client: &'c Client) -> Result<Audit<'c>, Failure> {
    let mut audit = client.audit().irregularities(args.irregularities.into());
    // Without a variant the rules apply to whatever each game is.
    if args.variant.is_some() || rules::has_rules(global) {
        let variant = args.variant.as_deref().unwrap_or_default();
        audit = audit.rules(rules::rules(variant, global)?);
    }
    if let Some(form) = args.format {
        audit = audit.format(format(form));
    }
    if let Some(context) = rules::context(&args.context) {
        audit = audit.context(context);
    }
    if args.ignore_tags {
        audit = audit.ignore_tags();
    }
    if args.only_findings {
        audit = audit.only_findings();
    }
    if let Some(language) = &args.language {
        audit = audit.language(language);
    }
    Ok(audit)
}

/// Audits one file. Says whether something was found; that there is no game is said and is no fault.
async fn one_file(
    file: &Path,
    audit: Audit<'_>,
    out: &mut Out,
    mut notes: Option<&mut FileReport>,
) -> Result<Found, Failure> {
    let (reader, length) = input::open(file).await?;
    let bar = bar(length);
    let counted = Counted {
        reader,
        bar: bar.clone(),
    };
    let mut findings = audit.reader(counted).await?;
    let name = input::name(file);
    let mut found = false;
    let mut games = 0;
    while let Some(event) = findings.try_next().await? {
        found |= match &event {
            AuditEvent::Game(finding) => audit::is_faulty(finding),
            AuditEvent::Summary(summary) => {
                games = summary.game_count;
                summary.faulty_game_count > 0 || !summary.conflicts.is_empty()
            }
            AuditEvent::Progress(_) => false,
        };
        match (&event, &mut notes) {
            (AuditEvent::Game(finding), Some(notes)) => notes.add(finding),
            (AuditEvent::Summary(summary), Some(notes)) => {
                notes.summary = summary.as_ref().clone();
            }
            _ => {}
        }
        bar.suspend(|| show(event, &name, out))?;
    }
    bar.finish_and_clear();
    if games == 0 {
        let says = out
            .lang()
            .say("no game stands there", "não há nenhuma partida ali");
        let (note, plain) = (style::NOTE, style::PLAIN);
        anstream::eprintln!("{name}: {note}{says}{plain}");
    }
    Ok(Found::something_if(found))
}

fn show(event: AuditEvent, name: &str, out: &mut Out) -> Result<(), Failure> {
    let lang = out.lang();
    if !out.is_json() {
        return match event {
            AuditEvent::Game(finding) => out.write(&audit::game(&finding, name, lang)),
            AuditEvent::Summary(summary) => {
                out.write(&format!("\n{}", audit::summary(&summary, lang)))
            }
            AuditEvent::Progress(_) => Ok(()),
        };
    }
    let part = match event {
        AuditEvent::Game(finding) => Part::Finding(*finding),
        AuditEvent::Summary(summary) => Part::Summary(*summary),
        AuditEvent::Progress(progress) => Part::Progress(progress),
    };
    let message: v1::AuditRecordsResponse = AuditRecordsResponse { part: Some(part) };
    out.json_only(&message).map(|_| ())
}

/// A bar on the terminal for a long file; hidden where standard error is none.
fn bar(length: Option<u64>) -> ProgressBar {
    let bar = match length {
        Some(length) if length < LONG_FILE => return ProgressBar::hidden(),
        Some(length) => ProgressBar::with_draw_target(Some(length), ProgressDrawTarget::stderr()),
        None => return ProgressBar::hidden(),
    };
    let style = "{wide_bar:.cyan/dim} {bytes}/{total_bytes} {eta}";
    if let Ok(style) = ProgressStyle::with_template(style) {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

/// A reader that moves a bar.
struct Counted<R> {
    reader: R,
    bar: ProgressBar,
}

impl<R: AsyncRead + Unpin> AsyncRead for Counted<R> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<std::io::Result<()>> {
        let before = buffer.filled().len();
        ready!(Pin::new(&mut self.reader).poll_read(cx, buffer))?;
        let read = buffer.filled().len() - before;
        self.bar.inc(u64::try_from(read).unwrap_or(0));
        Poll::Ready(Ok(()))
    }
}
