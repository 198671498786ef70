//! Logs for people or machines, traces and metrics by OTLP, metrics as a Prometheus page. Traces are off unless a collector
//! is configured, metrics unless that or an admin port is.

pub mod catalogue;
mod correlated;
pub mod metrics;
pub(crate) mod sampling;
mod spans;

use opentelemetry::trace::TracerProvider as _;
use opentelemetry_otlp::WithExportConfig as _;
use opentelemetry_sdk::{
    Resource,
    propagation::TraceContextPropagator,
    trace::{Sampler, SdkTracerProvider},
};
use tracing_subscriber::{
    Layer as _, Registry,
    filter::{LevelFilter, Targets},
    fmt::{self, format::FmtSpan},
    layer::SubscriberExt as _,
    util::SubscriberInitExt as _,
};

use self::{correlated::Correlated, sampling::Choice};
use crate::{
    config::{LogFormat, Otlp, Telemetry},
    layers::span,
};

/// What has to be flushed before the process ends.
#[derive(Debug, Default)]
pub struct Guard {
    traces: Option<SdkTracerProvider>,
}

/// Telemetry that cannot be set up.
#[derive(Debug, thiserror::Error)]
pub enum TelemetryError {
    /// The filter's directives cannot be read.
    #[error("the log filter cannot be read: {0}")]
    Filter(#[from] tracing_subscriber::filter::ParseError),
    /// The trace exporter cannot be built.
    #[error("the trace exporter cannot be built: {0}")]
    Exporter(#[from] opentelemetry_otlp::ExporterBuildError),
    /// Another subscriber is installed already.
    #[error("another log subscriber is installed already: {0}")]
    Installed(#[from] tracing_subscriber::util::TryInitError),
}

type BoxedLayer = Box<dyn tracing_subscriber::Layer<Registry> + Send + Sync>;

/// Installs logs and traces for the whole process. Call it inside a runtime.
///
/// # Errors
/// [`TelemetryError`].
pub fn install(config: &Telemetry) -> Result<Guard, TelemetryError> {
    let colours = std::io::IsTerminal::is_terminal(&std::io::stderr());
    let filter: Targets = config.log.parse()?;
    let all_are_logged = filter.would_enable(span::TARGET, &tracing::Level::DEBUG);
    // Before the layer of the traces: at the end of a call that one forgets the ids.
    let mut layers = vec![log(config.format, filter, colours, std::io::stderr)];
    let mut guard = Guard::default();
    if let Some(otlp) = &config.otlp {
        let provider = traces(otlp, all_are_logged)?;
        sampling::choose_by(Choice {
            ratio: otlp.ratio,
            all_are_logged,
        });
        layers.push(
            tracing_opentelemetry::layer()
                .with_tracer(provider.tracer("tabuleiro"))
                .with_filter(
                    Targets::new()
                        .with_default(LevelFilter::INFO)
                        .with_target(span::TARGET, LevelFilter::DEBUG),
                )
                .boxed(),
        );
        opentelemetry::global::set_text_map_propagator(TraceContextPropagator::new());
        guard.traces = Some(provider);
    }
    tracing_subscriber::registry().with(layers).try_init()?;
    log_panics();
    Ok(guard)
}

/// Lines of the log, with the ids of the trace that they belong to.
fn log<W>(format: LogFormat, filter: Targets, colours: bool, writer: W) -> BoxedLayer
where
    W: for<'a> fmt::MakeWriter<'a> + Send + Sync + 'static,
{
    let log = fmt::layer()
        .with_writer(writer)
        .with_span_events(FmtSpan::CLOSE);
    match format {
        LogFormat::Json => log
            .json()
            .flatten_event(true)
            .map_event_format(|inner| Correlated { inner })
            .with_filter(filter)
            .boxed(),
        LogFormat::Text => log
            .with_ansi(colours)
            .map_event_format(|inner| Correlated {
                inner: inner.with_ansi(colours),
            })
            .with_filter(filter)
            .boxed(),
    }
}

fn traces(otlp: &Otlp, all_are_logged: bool) -> Result<SdkTracerProvider, TelemetryError> {
    let exporter = opentelemetry_otlp::SpanExporter::builder()
        .with_tonic()
        .with_endpoint(&otlp.endpoint)
        .build()?;
    Ok(SdkTracerProvider::builder()
        .with_span_processor(spans::Counted::new(exporter, otlp.queue))
        .with_sampler(Sampler::ParentBased(Box::new(if all_are_logged {
            Sampler::TraceIdRatioBased(otlp.ratio)
        } else {
            // The dice have fallen before the span was made.
            Sampler::AlwaysOn
        })))
        .with_resource(resource())
        .build())
}

/// Who sends: `OTEL_RESOURCE_ATTRIBUTES` and `OTEL_SERVICE_NAME` add to it and win.
fn resource() -> Resource {
    let version = opentelemetry::KeyValue::new("service.version", env!("CARGO_PKG_VERSION"));
    let resource = Resource::builder().with_attribute(version);
    match std::env::var_os("OTEL_SERVICE_NAME") {
        Some(name) if !name.is_empty() => resource.build(),
        _ => resource.with_service_name("tabuleiro").build(),
    }
}

/// Panics are log lines too, in the log's own format.
fn log_panics() {
    std::panic::set_hook(Box::new(|panic| {
        let at = panic.location().map(ToString::to_string);
        let text = panic.payload_as_str().unwrap_or("(no text)");
        tracing::error!(at, panic = text, "panic");
    }));
}

impl Guard {
    /// Sends what is still queued. Blocks: call it off the async threads.
    pub fn flush(self) {
        if let Some(provider) = self.traces
            && let Err(error) = provider.shutdown()
        {
            tracing::warn!(%error, "the last traces were not sent");
        }
    }
}
