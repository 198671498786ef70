//! Log lines that say which trace they belong to: a line written inside a call whose trace is sampled ends with the ids that
//! the collector has for it, `trace_id` and `span_id`. Other lines stay as they are.

use std::fmt;

use opentelemetry::trace::{SpanContext, TraceContextExt as _};
use tracing::{Event, Subscriber, dispatcher};
use tracing_subscriber::{
    fmt::{
        FmtContext, FormatEvent, FormatFields,
        format::{Format, Full, Json, Writer},
    },
    registry::LookupSpan,
};

/// A format of lines, and how ids are added to one.
#[derive(Debug)]
pub(super) struct Correlated<F> {
    pub(super) inner: Format<F>,
}

/// How a finished line takes two more fields.
pub(super) trait Ending {
    /// What every line ends with.
    const END: &'static str;
    /// The end with the ids in it.
    fn with(writer: &mut Writer<'_>, ids: &SpanContext) -> fmt::Result;
}

impl Ending for Json {
    const END: &'static str = "}\n";
    fn with(writer: &mut Writer<'_>, ids: &SpanContext) -> fmt::Result {
        let (trace, span) = (ids.trace_id(), ids.span_id());
        writeln!(writer, r#","trace_id":"{trace}","span_id":"{span}"}}"#)
    }
}

impl Ending for Full {
    const END: &'static str = "\n";
    fn with(writer: &mut Writer<'_>, ids: &SpanContext) -> fmt::Result {
        let (trace, span) = (ids.trace_id(), ids.span_id());
        writeln!(writer, " trace_id={trace} span_id={span}")
    }
}

impl<S, N, F> FormatEvent<S, N> for Correlated<F>
where
    S: Subscriber + for<'a> LookupSpan<'a>,
    N: for<'a> FormatFields<'a> + 'static,
    Format<F>: FormatEvent<S, N>,
    F: Ending,
{
    fn format_event(
        &self,
        ctx: &FmtContext<'_, S, N>,
        mut writer: Writer<'_>,
        event: &Event<'_>,
    ) -> fmt::Result {
        let Some(ids) = sampled(event) else {
            return self.inner.format_event(ctx, writer, event);
        };
        let mut line = String::new();
        self.inner
            .format_event(ctx, Writer::new(&mut line), event)?;
        match line.strip_suffix(F::END) {
            Some(open) => {
                writer.write_str(open)?;
                F::with(&mut writer, &ids)
            }
            None => writer.write_str(&line),
        }
    }
}

/// The sampled call that an event belongs to: of the span that it names (the line at a call's end), else of the one it is in.
fn sampled(event: &Event<'_>) -> Option<SpanContext> {
    let context = match event.parent() {
        Some(span) => {
            dispatcher::get_default(|it| tracing_opentelemetry::get_otel_context(span, it))?
        }
        None => opentelemetry::Context::current(),
    };
    let span = context.span();
    let ids = span.span_context();
    (ids.is_valid() && ids.is_sampled()).then(|| ids.clone())
}

#[cfg(test)]
mod tests {
    use std::{
        io,
        sync::{Arc, Mutex, PoisonError},
    };

    use opentelemetry::trace::TracerProvider as _;
    use opentelemetry_sdk::trace::{InMemorySpanExporter, Sampler, SdkTracerProvider};
    use tracing_subscriber::{Layer as _, filter::LevelFilter, layer::SubscriberExt as _};

    use super::super::log;
    use crate::config::LogFormat;

    /// What was written.
    #[derive(Clone, Default)]
    struct Written(Arc<Mutex<Vec<u8>>>);

    impl io::Write for Written {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .write(bytes)
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    impl Written {
        fn lines(&self) -> Vec<String> {
            let bytes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            let text = String::from_utf8(bytes.clone()).expect("text");
            text.lines().map(str::to_owned).collect()
        }
    }

    /// An error outside any call, one inside a call that the log's filter leaves out, and the line at the end of a call that it
    /// takes; with the ids that the exporter was told of both calls.
    fn told(format: LogFormat, sampler: Sampler) -> (Vec<String>, Vec<(String, String)>) {
        let written = Written::default();
        let exporter = InMemorySpanExporter::default();
        let provider = SdkTracerProvider::builder()
            .with_simple_exporter(exporter.clone())
            .with_sampler(sampler)
            .build();
        let writer = written.clone();
        let filter = "info,loud=debug".parse().expect("a filter");
        let layers = vec![
            log(format, filter, false, move || writer.clone()),
            tracing_opentelemetry::layer()
                .with_tracer(provider.tracer("test"))
                .with_filter(LevelFilter::DEBUG)
                .boxed(),
        ];
        let subscriber = tracing_subscriber::registry().with(layers);
        tracing::subscriber::with_default(subscriber, || {
            tracing::error!("outside");
            tracing::debug_span!(target: "quiet", "call")
                .in_scope(|| tracing::error!(panic = "\"}\n", "inside"));
            drop(tracing::debug_span!(target: "loud", "call"));
        });
        let spans = exporter.get_finished_spans().expect("exported");
        let ids = spans.iter().map(|it| {
            let ids = &it.span_context;
            (ids.trace_id().to_string(), ids.span_id().to_string())
        });
        (written.lines(), ids.collect())
    }

    #[test]
    fn lines_for_machines_carry_the_ids_of_their_sampled_call() {
        let (lines, ids) = told(LogFormat::Json, Sampler::AlwaysOn);
        let lines: Vec<serde_json::Value> = lines
            .iter()
            .map(|line| serde_json::from_str(line).expect("still JSON"))
            .collect();
        assert_eq!((lines.len(), ids.len()), (3, 2), "{lines:?}");
        assert_eq!(lines[0]["message"], "outside");
        assert!(lines[0].get("trace_id").is_none());
        assert_eq!(
            (&lines[1]["message"], &lines[2]["message"]),
            (&"inside".into(), &"close".into())
        );
        assert_eq!(lines[1]["panic"], "\"}\n");
        for (line, (trace, span)) in lines[1..].iter().zip(&ids) {
            assert_eq!(line["trace_id"], **trace);
            assert_eq!(line["span_id"], **span);
        }
    }

    #[test]
    fn lines_for_people_end_with_the_ids() {
        let (lines, ids) = told(LogFormat::Text, Sampler::AlwaysOn);
        assert_eq!((lines.len(), ids.len()), (3, 2), "{lines:?}");
        assert!(lines[0].ends_with("outside"), "{}", lines[0]);
        for (line, (trace, span)) in lines[1..].iter().zip(&ids) {
            let end = format!(" trace_id={trace} span_id={span}");
            assert!(line.ends_with(&end), "{line}");
        }
    }

    #[test]
    fn a_call_that_no_collector_hears_of_has_no_ids() {
        for format in [LogFormat::Json, LogFormat::Text] {
            let (lines, ids) = told(format, Sampler::AlwaysOff);
            assert_eq!((lines.len(), ids.len()), (3, 0));
            assert!(lines.iter().all(|it| !it.contains("trace_id")), "{lines:?}");
        }
    }
}
