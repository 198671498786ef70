//! The report of an audit as one printable page: what an arbiter hands to an appeals committee.
//!
//! A pure function of what was found: no clock, no scripts, nothing fetched from elsewhere. Diagrams are drawn into the page.

mod matter;
mod page;
mod tables;

use crate::output::audit::tag;
use tabuleiro_client::v1::{self, AuditSummary, GameFinding, Severity};
use tabuleiro_rules::{
    adjudication::tournament::CrosstableDifference, openings::Scoring, record::TrfFault,
};

pub(crate) use page::html;
pub(crate) use tables::{crosstable_difference, trf_fault};

/// How many games a report has a line for.
const MOST_LINES: usize = 5_000;
/// How many games a report tells at length.
const MOST_MATTERS: usize = 500;

/// What a report is made of.
#[derive(Debug, Default)]
pub(crate) struct Report {
    /// The files, in the order in which they were named.
    pub(crate) files: Vec<FileReport>,
    /// The rulebook that was asked for. Empty: the one of each variant.
    pub(crate) rulebook: String,
    /// The switches that were asked for.
    pub(crate) switches: Vec<(String, String)>,
}

/// What was found in one file.
#[derive(Debug, Default)]
pub(crate) struct FileReport {
    /// Its name.
    pub(crate) name: String,
    /// Its games, as far as the report holds them.
    findings: Vec<GameFinding>,
    /// Games of which the report says nothing but their number.
    games_left_out: usize,
    /// Games that call for a decision and are told in their line only.
    matters: usize,
    /// How points are written.
    scoring: Option<Scoring>,
    /// What was found in all.
    pub(crate) summary: AuditSummary,
    /// What a crosstable says otherwise. None: there was none.
    pub(crate) crosstable: Option<CrosstableReport>,
}

/// What a crosstable says otherwise.
#[derive(Debug)]
pub(crate) struct CrosstableReport {
    /// The name of its file.
    pub(crate) name: String,
    /// The differences.
    pub(crate) differences: Vec<CrosstableDifference>,
    /// What could not be read in it.
    pub(crate) faults: Vec<TrfFault>,
}

impl FileReport {
    pub(crate) fn new(name: String) -> FileReport {
        FileReport {
            name,
            ..FileReport::default()
        }
    }

    /// Takes in a finding. Beyond what a report can hold, it is counted.
    pub(crate) fn add(&mut self, finding: &GameFinding) {
        if self.scoring.is_none() {
            self.scoring = match tag(finding, "Result") {
                "2-0" | "0-2" | "1-1" => Some(Scoring::TwoOneZero),
                "1-0" | "0-1" | "1/2-1/2" => Some(Scoring::OneHalfZero),
                _ => None,
            };
        }
        let told = is_matter(finding) && self.matters < MOST_MATTERS;
        self.matters += usize::from(told);
        if told || self.findings.len() < MOST_LINES {
            self.findings.push(finding.clone());
        } else {
            self.games_left_out += 1;
        }
    }

    /// The games that call for a decision, as far as they are told.
    fn told(&self) -> impl Iterator<Item = &GameFinding> {
        let matters = self.findings.iter().filter(|finding| is_matter(finding));
        matters.take(MOST_MATTERS)
    }

    /// Halves as this tournament writes points.
    fn points(&self, halves: i32) -> String {
        match self.scoring {
            Some(Scoring::TwoOneZero) => halves.to_string(),
            _ => crate::output::audit::points(halves),
        }
    }

    /// Quarters of a point, of which Sonneborn-Berger is made.
    fn quarters(&self, quarters: i32) -> String {
        let part = ["", "¼", "½", "¾"];
        // A win brings the whole of the opponent's points, in whichever scale they are counted.
        match (quarters / 4, quarters % 4) {
            _ if self.scoring == Some(Scoring::TwoOneZero) => {
                crate::output::audit::points(quarters)
            }
            (whole, 0) => whole.to_string(),
            (0, part_of) => part[part_of.unsigned_abs() as usize].to_owned(),
            (whole, part_of) => format!("{whole}{}", part[part_of.unsigned_abs() as usize]),
        }
    }
}

/// Whether a game calls for a decision: a fault, results that differ, or something to be asked or done.
fn is_matter(finding: &GameFinding) -> bool {
    let fault = |fault: &v1::GameFault| fault.severity() == Severity::Fault;
    let asked = |ruling: &v1::Ruling| !ruling.questions.is_empty() || !ruling.remedies.is_empty();
    finding.result_conflict.is_some()
        || finding.more_faults > 0
        || finding.faults.iter().any(fault)
        || finding.ruling.as_ref().is_some_and(asked)
}
