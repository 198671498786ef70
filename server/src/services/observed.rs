//! What telemetry learns from an answer: causes, broken rules, work. Every value is one of a bounded set; nothing that a caller
//! wrote is among them.

use std::cell::Cell;

use tabuleiro_proto::{
    encoded::Encoded,
    v1::{self, evidence::Kind as Evidence},
};

use tabuleiro_rules::adjudication::Finding;

use crate::{
    error::Failure,
    telemetry::metrics::Metrics,
    wire::{ending, ruling},
};

/// An answer that telemetry looks at. By default there is nothing to see.
pub(crate) trait Observed {
    /// Tells what is in it.
    fn observe(&self, _seen: &Look<'_>) {}
}

/// What was seen of one question: for its span.
#[derive(Default)]
pub(crate) struct Seen {
    variant: Cell<Option<&'static str>>,
    ply: Cell<u32>,
    cause: Cell<Option<&'static str>>,
    rule: Cell<Option<&'static str>>,
    nodes: Cell<u64>,
}

/// A look at one answer: for metrics and for its span.
pub(crate) struct Look<'a> {
    seen: &'a Seen,
    method: &'static str,
    metrics: &'a Metrics,
}

impl Seen {
    /// A game of this variant was opened at this ply.
    pub(crate) fn game(&self, variant: &'static str, ply: u32) {
        self.variant.set(Some(variant));
        self.ply.set(ply);
    }

    /// Looks at an answer.
    pub(crate) fn look<A: Observed>(
        &self,
        method: &'static str,
        metrics: &Metrics,
        answered: &Result<A, Failure>,
    ) {
        let look = Look {
            seen: self,
            method,
            metrics,
        };
        match answered {
            Ok(answer) => answer.observe(&look),
            Err(Failure::LimitExceeded { limit_name, .. }) => metrics.limit_exceeded(limit_name),
            Err(Failure::WorkBudgetExhausted { .. }) => metrics.work_exhausted(),
            Err(Failure::InvalidRecord { code, .. }) => look.rejected(code),
            Err(_) => {}
        }
    }

    /// Puts it on the span of the call.
    pub(crate) fn tell_span(&self) {
        let span = tracing::Span::current();
        if span.is_disabled() {
            return;
        }
        if let Some(variant) = self.variant.get() {
            span.record("tabuleiro.variant", variant);
            span.record("tabuleiro.ply_count", self.ply.get());
        }
        if let Some(cause) = self.cause.get() {
            span.record("tabuleiro.cause", cause);
        }
        if let Some(rule) = self.rule.get() {
            span.record("tabuleiro.rule", rule);
        }
        if self.nodes.get() > 0 {
            span.record("tabuleiro.search.nodes", self.nodes.get());
        }
    }
}

impl Look<'_> {
    fn verdict(&self, cause: &'static str) {
        self.seen.cause.set(Some(cause));
        self.metrics.verdict(self.method, cause);
    }

    fn rejected(&self, rule: &'static str) {
        if self.seen.rule.get().is_none() {
            self.seen.rule.set(Some(rule));
        }
        self.metrics.rejected(rule);
    }

    fn violations(&self, violations: &[v1::Violation]) {
        for violation in violations {
            let name = violation.code().as_str_name();
            self.rejected(name.strip_prefix("VIOLATION_CODE_").unwrap_or(name));
        }
    }

    fn ending(&self, ending: &v1::Ending) {
        let name = ending.cause().as_str_name();
        self.verdict(name.strip_prefix("CAUSE_").unwrap_or(name));
    }

    fn search(&self, found: &v1::MatePossible) {
        let positions = found.positions_searched.unsigned_abs();
        self.seen.nodes.set(self.seen.nodes.get() + positions);
        self.metrics.searched(self.method, positions);
        if found.verdict() == v1::MateVerdict::Undetermined {
            self.metrics.undetermined(self.method);
        }
    }

    fn ruling(&self, ruling: &v1::Ruling) {
        match &ruling.ending {
            Some(ending) => self.ending(ending),
            None => {
                let name = ruling.disposition().as_str_name();
                self.verdict(name.strip_prefix("DISPOSITION_").unwrap_or(name));
            }
        }
        for evidence in &ruling.evidence {
            match &evidence.kind {
                Some(Evidence::MatePossible(found)) => self.search(found),
                Some(Evidence::FirstFault(fault)) => self.violations(&fault.violations),
                _ => {}
            }
        }
    }
}

impl Observed for v1::ApplyMoveResponse {
    fn observe(&self, seen: &Look<'_>) {
        if let Some(rejection) = &self.rejection {
            seen.violations(&rejection.violations);
        }
        let ending = self.status.as_ref().and_then(|it| it.ending.as_ref());
        // A game that was over before is not over again.
        if let Some(ending) = ending
            && self.applied_count > 0
        {
            seen.ending(ending);
        }
    }
}

impl Observed for v1::AdjudicateResponse {
    fn observe(&self, seen: &Look<'_>) {
        if let Some(ruling) = &self.ruling {
            seen.ruling(ruling);
        }
    }
}

impl Observed for v1::CanMateResponse {
    fn observe(&self, seen: &Look<'_>) {
        if let Some(found) = &self.answer {
            seen.search(found);
        }
    }
}

/// Tells metrics what an audit found out about one game.
pub(crate) fn finding(metrics: &Metrics, game: &Finding) {
    let Some(ruling) = &game.ruling else {
        return;
    };
    let name = match &ruling.ending {
        Some(ending) => ending::cause(ending.cause).as_str_name(),
        None => ruling::disposition(ruling.disposition).as_str_name(),
    };
    let name = name.strip_prefix("CAUSE_").unwrap_or(name);
    let name = name.strip_prefix("DISPOSITION_").unwrap_or(name);
    metrics.verdict("tabuleiro.v1.ArbiterService/AuditRecords", name);
}

impl Observed for v1::LegalMovesResponse {}
impl Observed for Encoded<v1::LegalMovesResponse> {}
impl Observed for v1::ListVariantsResponse {}
impl Observed for v1::ValidatePositionResponse {}
impl Observed for v1::RenderBoardResponse {}
impl Observed for v1::ListOpeningsResponse {}
impl Observed for v1::DrawOpeningResponse {}
impl Observed for v1::CompareScoresheetsResponse {}
impl Observed for v1::ConvertRecordResponse {}
