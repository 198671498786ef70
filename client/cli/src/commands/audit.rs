//! `tabuleiro audit`: rulings on every game of some files, with standings, a crosstable beside them, and a report for paper.

use std::path::{Path, PathBuf};

use clap::Args;
use tabuleiro_client::{Client, v1::AuditSummary};
use tabuleiro_rules::{
    adjudication::tournament::{PlayerPoints, compare_crosstable},
    record::Crosstable,
};

use super::{Found, adjudicate};
use crate::{
    args::Global,
    failure::Failure,
    input,
    output::{
        Out, audit,
        style::{self, in_style},
    },
    report::{self, CrosstableReport, Report},
    rules,
};

#[derive(Debug, Args)]
#[group(id = "audit")]
pub(crate) struct Arguments {
    #[command(flatten)]
    games: adjudicate::Arguments,
    /// Write the report as one printable page: diagrams, rulings with their articles, standings
    #[arg(long, value_name = "OUT.html")]
    report: Option<PathBuf>,
    /// A FIDE crosstable (TRF16) to compare the standings with
    #[arg(long, value_name = "FILE")]
    trf: Option<PathBuf>,
}

pub(crate) async fn run(
    args: &Arguments,
    global: &Global,
    client: &Client,
    out: &mut Out,
) -> Result<Found, Failure> {
    let stdin = |path: &PathBuf| input::is_stdin(path);
    if args.trf.as_ref().is_some_and(stdin) && args.games.files().iter().any(stdin) {
        return Err(Failure::usage(|lang| {
            lang.say(
                "standard input (-) can be the games or the crosstable, not both",
                "a entrada padrão (-) pode ser as partidas ou a tabela, e não ambas",
            )
            .to_owned()
        }));
    }
    let crosstable = match &args.trf {
        Some(path) => Some(crosstable(path).await?),
        None => None,
    };
    if args.trf.is_some() && args.games.files().len() > 1 {
        return Err(Failure::usage(|lang| {
            lang.each(
                "--trf: a crosstable is of one file; name one",
                "--trf: uma tabela é de um só arquivo; indique um",
                "--trf: uma tabela é de um só ficheiro; indique um",
            )
            .to_owned()
        }));
    }
    let switches = rules::switches(global)?.into_iter();
    let mut report = Report {
        rulebook: global.rulebook.clone().unwrap_or_default(),
        switches: switches
            .map(|(key, value)| (key.to_owned(), value.to_owned()))
            .collect(),
        ..Report::default()
    };
    let mut found = adjudicate::files(&args.games, global, client, out, Some(&mut report)).await?;
    for file in &mut report.files {
        if !out.is_json() {
            out.write(&audit::standings(&file.summary, out.lang()))?;
        }
        if let (Some(table), Some(path)) = (&crosstable, &args.trf) {
            let beside = beside(path, table, &file.summary);
            if !beside.differences.is_empty() {
                found = Found::Something;
            }
            file.crosstable = Some(beside);
        }
        if !out.is_json() {
            show(file.crosstable.as_ref(), out)?;
        }
    }
    if let Some(path) = &args.report {
        let page = report::html(&report, out.lang());
        std::fs::write(path, page).map_err(|error| Failure::File {
            name: path.display().to_string(),
            error,
        })?;
    }
    Ok(found)
}

async fn crosstable(path: &Path) -> Result<Crosstable, Failure> {
    // Names that are not UTF-8 lose their accents, and are then told apart by the rest.
    let text = input::read(path).await?;
    let table = Crosstable::read(&String::from_utf8_lossy(&text));
    if table.players.is_empty() {
        let name = input::name(path);
        return Err(Failure::usage(|lang| {
            let says = lang.say(
                "no line of a player (001) can be read",
                "nenhuma linha de jogador (001) pôde ser lida",
            );
            format!("{name}: {says}")
        }));
    }
    Ok(table)
}

fn beside(path: &Path, table: &Crosstable, summary: &AuditSummary) -> CrosstableReport {
    let halves = |halves: i32| u32::try_from(halves).unwrap_or(0);
    let points = summary.standings_by_law.iter().map(|line| {
        let mut file = summary.standings_by_file.iter();
        let file = file.find(|other| other.player == line.player);
        PlayerPoints {
            player: line.player.clone(),
            by_file: file.map_or(0, |file| halves(file.half_points)),
            by_law: halves(line.half_points),
        }
    });
    CrosstableReport {
        name: input::name(path),
        differences: compare_crosstable(table, &points.collect::<Vec<_>>()),
        faults: table.faults.clone(),
    }
}

fn show(beside: Option<&CrosstableReport>, out: &mut Out) -> Result<(), Failure> {
    let Some(beside) = beside else {
        return Ok(());
    };
    let lang = out.lang();
    out.line(in_style(
        style::HEAD,
        lang.say("Beside the crosstable", "Em comparação com a tabela"),
    ))?;
    for fault in &beside.faults {
        out.line(in_style(
            style::WARN,
            format!("{}: {}", beside.name, report::trf_fault(fault, lang)),
        ))?;
    }
    if beside.differences.is_empty() {
        return out.line(lang.say("no difference", "nenhuma diferença"));
    }
    for difference in &beside.differences {
        out.line(format!(
            "  {}",
            report::crosstable_difference(difference, lang)
        ))?;
    }
    Ok(())
}
