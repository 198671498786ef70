//! Which calls are traced. It is decided before a span is made: a span that the sampler throws away has cost nearly as much as one
//! that is sent, and most are thrown away.

use std::sync::OnceLock;

use opentelemetry::{Context, trace::TraceContextExt as _};

/// How calls are chosen in this process: tracing is installed once for all of it.
static CHOICE: OnceLock<Choice> = OnceLock::new();

/// How calls are chosen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Choice {
    /// The share of calls to trace where the caller has not decided.
    pub(crate) ratio: f64,
    /// The log has a line for each call, traced or not.
    pub(crate) all_are_logged: bool,
}

/// From now on calls are chosen so.
pub(super) fn choose_by(choice: Choice) {
    // Whoever installs telemetry twice is told so by the subscriber.
    let _ = CHOICE.set(choice);
}

/// Whether a call of this caller needs a span. Where somebody else has set tracing up, all do.
pub(crate) fn needs_span(parent: &Context) -> bool {
    CHOICE.get().is_none_or(|choice| choice.falls_on(parent))
}

impl Choice {
    /// The caller's decision, else the dice.
    fn falls_on(self, parent: &Context) -> bool {
        if self.all_are_logged {
            return true;
        }
        let span = parent.span();
        let caller = span.span_context();
        if caller.is_valid() {
            caller.is_sampled()
        } else {
            fastrand::f64() < self.ratio
        }
    }
}

#[cfg(test)]
mod tests {
    use opentelemetry::trace::{SpanContext, SpanId, TraceFlags, TraceId, TraceState};

    use super::*;

    fn called(flags: TraceFlags) -> Context {
        let (trace, span) = (TraceId::from(7), SpanId::from(8));
        let caller = SpanContext::new(trace, span, flags, true, TraceState::default());
        Context::new().with_remote_span_context(caller)
    }

    fn choice(ratio: f64) -> Choice {
        Choice {
            ratio,
            all_are_logged: false,
        }
    }

    #[test]
    fn a_callers_decision_counts_whatever_the_ratio() {
        for ratio in [0.0, 1.0] {
            assert!(choice(ratio).falls_on(&called(TraceFlags::SAMPLED)));
            assert!(!choice(ratio).falls_on(&called(TraceFlags::default())));
        }
    }

    #[test]
    fn where_none_has_decided_it_is_the_ratio() {
        let chosen = |ratio| {
            let calls = (0..10_000).filter(|_| choice(ratio).falls_on(&Context::new()));
            calls.count()
        };
        assert_eq!((chosen(0.0), chosen(1.0)), (0, 10_000));
        // Ten standard deviations.
        assert!((700..1_300).contains(&chosen(0.1)));
    }

    #[test]
    fn a_line_for_each_call_needs_a_span_for_each() {
        let logged = Choice {
            all_are_logged: true,
            ..choice(0.0)
        };
        assert!(logged.falls_on(&Context::new()));
        assert!(logged.falls_on(&called(TraceFlags::default())));
    }
}
