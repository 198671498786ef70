//! The instruments behind the [`catalogue`]: one meter that feeds the Prometheus page and, where a collector is configured,
//! an OTLP exporter. Switched off it is an empty handle, and every call on it is one test of a pointer.

use std::{sync::Arc, time::Duration};

use opentelemetry::{
    KeyValue,
    metrics::{Counter, Histogram, Meter, MeterProvider as _},
};
use opentelemetry_otlp::WithExportConfig as _;
use opentelemetry_sdk::metrics::{PeriodicReader, SdkMeterProvider};
use prometheus::{Registry, TextEncoder};
use tabuleiro_proto::code_name;
use tonic::Code;

use super::{
    catalogue::{self, Metric},
    spans::SPANS,
};
use crate::{config::Config, listen::Counters};

/// Upper bounds of the histogram of calls, in seconds: answers take microseconds, searches and audits seconds.
const SECONDS: [f64; 17] = [
    0.000_1, 0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5,
    5.0, 10.0, 30.0,
];

/// Metrics that cannot be set up.
#[derive(Debug, thiserror::Error)]
pub enum MetricsError {
    /// The OTLP exporter cannot be built.
    #[error("the metrics exporter cannot be built: {0}")]
    Exporter(#[from] opentelemetry_otlp::ExporterBuildError),
    /// The Prometheus exporter cannot be built.
    #[error("the Prometheus page cannot be built: {0}")]
    Page(#[from] opentelemetry_sdk::error::OTelSdkError),
}

/// A handle to the instruments; cheap to clone. The default is switched off.
#[derive(Clone, Debug, Default)]
pub struct Metrics(Option<Arc<Instruments>>);

#[derive(Debug)]
struct Instruments {
    provider: SdkMeterProvider,
    registry: Registry,
    meter: Meter,
    calls: Histogram<f64>,
    shed: Counter<u64>,
    rate_limited: Counter<u64>,
    crowded: Counter<u64>,
    limits: Counter<u64>,
    panics: Counter<u64>,
    abandoned: Counter<u64>,
    moved: Counter<u64>,
    verdicts: Counter<u64>,
    rejections: Counter<u64>,
    nodes: Counter<u64>,
    undetermined: Counter<u64>,
    exhausted: Counter<u64>,
    games: Counter<u64>,
    bytes: Counter<u64>,
}

fn counter(meter: &Meter, metric: &Metric) -> Counter<u64> {
    let counter = meter
        .u64_counter(metric.name)
        .with_unit(metric.unit)
        .with_description(metric.about)
        .build();
    if metric.attributes.is_empty() {
        // A series that appears with its first event hides that event from every rate.
        counter.add(0, &[]);
    }
    counter
}

impl Metrics {
    /// On when somebody can read them: an admin port or a collector.
    ///
    /// # Errors
    /// [`MetricsError`]. Call it inside a runtime where a collector is configured.
    pub fn of(config: &Config) -> Result<Metrics, MetricsError> {
        let otlp = config.telemetry.otlp.as_ref();
        if config.admin.is_empty() && otlp.is_none() {
            return Ok(Metrics::default());
        }
        let registry = Registry::new();
        let page = opentelemetry_prometheus::exporter()
            .with_registry(registry.clone())
            .scope_info_enabled(false)
            .build()?;
        let mut provider = SdkMeterProvider::builder()
            .with_resource(super::resource())
            .with_reader(page);
        if let Some(otlp) = otlp {
            let exporter = opentelemetry_otlp::MetricExporter::builder()
                .with_tonic()
                .with_endpoint(&otlp.endpoint)
                .build()?;
            let reader = PeriodicReader::builder(exporter)
                .with_interval(otlp.interval)
                .build();
            provider = provider.with_reader(reader);
        }
        let metrics = Metrics(Some(Arc::new(Instruments::new(provider.build(), registry))));
        metrics.observe_process();
        Ok(metrics)
    }

    /// Whether anything is counted.
    #[must_use]
    pub fn is_on(&self) -> bool {
        self.0.is_some()
    }

    /// What does not belong to a server: the build, and the spans of the process.
    fn observe_process(&self) {
        let build = [
            KeyValue::new("version", env!("CARGO_PKG_VERSION")),
            KeyValue::new(
                "rules_version",
                tabuleiro_rules::adjudication::RULES_VERSION,
            ),
            KeyValue::new("commit", option_env!("TABULEIRO_COMMIT").unwrap_or("")),
        ];
        let Some(on) = &self.0 else {
            return;
        };
        let gauge = on.gauge(&catalogue::BUILD);
        gauge.with_callback(move |it| it.observe(1, &build)).build();
        on.sum(&catalogue::SPANS_EXPORTED)
            .with_callback(|it| it.observe(SPANS.exported(), &[]))
            .build();
        on.sum(&catalogue::SPANS_DROPPED)
            .with_callback(|it| {
                let reason = |reason| [KeyValue::new(catalogue::REASON, reason)];
                it.observe(SPANS.queue_full(), &reason("queue_full"));
                it.observe(SPANS.export_failed(), &reason("export_failed"));
            })
            .build();
    }

    /// A gauge that is asked for its value when somebody reads it.
    pub(crate) fn watch(&self, metric: &Metric, value: impl Fn() -> u64 + Send + Sync + 'static) {
        if let Some(on) = &self.0 {
            on.gauge(metric)
                .with_callback(move |it| it.observe(value(), &[]))
                .build();
        }
    }

    /// The connections of a server, counted where they are served.
    pub(crate) fn watch_connections(&self, counters: &Counters) {
        let Some(on) = &self.0 else {
            return;
        };
        let (open, accepted, ended) = (counters.clone(), counters.clone(), counters.clone());
        let stalled = counters.clone();
        on.sum(&catalogue::STALLED)
            .with_callback(move |it| it.observe(stalled.read().stalled, &[]))
            .build();
        self.watch(&catalogue::CONNECTIONS, move || open.read().open);
        on.sum(&catalogue::CONNECTIONS_OPENED)
            .with_callback(move |it| it.observe(accepted.read().accepted, &[]))
            .build();
        on.sum(&catalogue::CONNECTIONS_REFUSED)
            .with_callback(move |it| {
                let counts = ended.read();
                for (reason, count) in [
                    ("too_many", counts.refused),
                    ("accept_failed", counts.accept_errors),
                    ("handshake_failed", counts.handshake_failures),
                    ("handshake_timeout", counts.handshake_timeouts),
                ] {
                    it.observe(count, &[KeyValue::new(catalogue::REASON, reason)]);
                }
            })
            .build();
    }

    /// The Prometheus page.
    #[must_use]
    pub fn page(&self) -> String {
        let Some(on) = &self.0 else {
            return String::new();
        };
        TextEncoder::new()
            .encode_to_string(&on.registry.gather())
            .unwrap_or_else(|error| {
                tracing::error!(%error, "the metrics page cannot be written");
                String::new()
            })
    }

    /// Sends what has not been sent. Blocks: call it off the async threads.
    pub fn flush(&self) {
        if let Some(on) = &self.0
            && let Err(error) = on.provider.shutdown()
        {
            tracing::warn!(%error, "the last metrics were not sent");
        }
    }

    /// A call ended.
    pub fn call_ended(&self, method: &Arc<str>, code: Code, took: Duration) {
        let Some(on) = &self.0 else {
            return;
        };
        let status = code_name(code);
        let all = [
            KeyValue::new(catalogue::RPC_SYSTEM, "grpc"),
            KeyValue::new(catalogue::RPC_METHOD, Arc::clone(method)),
            KeyValue::new(catalogue::RPC_STATUS, status),
            KeyValue::new(catalogue::ERROR_TYPE, status),
        ];
        let labels = if code == Code::Ok {
            &all[..3]
        } else {
            &all[..]
        };
        on.calls.record(took.as_secs_f64(), labels);
    }

    /// A call was refused because too many are in progress.
    pub fn shed(&self) {
        self.count(|on| &on.shed, 1);
    }

    /// A call was refused because its client asked too often.
    pub fn rate_limited(&self) {
        self.count(|on| &on.rate_limited, 1);
    }

    /// A call was refused because its client had too many in progress.
    pub fn crowded(&self) {
        self.count(|on| &on.crowded, 1);
    }

    /// A request was beyond a limit of this name, which must be one of a bounded set.
    pub fn limit_exceeded(&self, limit: &'static str) {
        self.count_by(|on| &on.limits, 1, [(catalogue::LIMIT, limit)]);
    }

    /// A call panicked.
    pub fn panicked(&self) {
        self.count(|on| &on.panics, 1);
    }

    /// A computation stopped early because nobody waited for it.
    pub fn abandoned(&self) {
        self.count(|on| &on.abandoned, 1);
    }

    /// A question went on in the pool.
    pub fn moved_to_pool(&self) {
        self.count(|on| &on.moved, 1);
    }

    /// A game ended, or was ruled on.
    pub fn verdict(&self, method: &'static str, cause: &'static str) {
        let labels = [(catalogue::RPC_METHOD, method), (catalogue::CAUSE, cause)];
        self.count_by(|on| &on.verdicts, 1, labels);
    }

    /// An action broke a rule.
    pub fn rejected(&self, rule: &'static str) {
        self.count_by(|on| &on.rejections, 1, [(catalogue::RULE, rule)]);
    }

    /// A search looked at so many positions.
    pub fn searched(&self, method: &'static str, positions: u64) {
        if positions > 0 {
            let labels = [(catalogue::RPC_METHOD, method)];
            self.count_by(|on| &on.nodes, positions, labels);
        }
    }

    /// A search ended without an answer.
    pub fn undetermined(&self, method: &'static str) {
        let labels = [(catalogue::RPC_METHOD, method)];
        self.count_by(|on| &on.undetermined, 1, labels);
    }

    /// A capture tree went beyond the bound on work.
    pub fn work_exhausted(&self) {
        self.count(|on| &on.exhausted, 1);
    }

    /// An audit examined so many games and read so many bytes.
    pub fn audited(&self, games: u64, bytes: u64) {
        self.count(|on| &on.games, games);
        self.count(|on| &on.bytes, bytes);
    }

    fn count(&self, which: impl Fn(&Instruments) -> &Counter<u64>, by: u64) {
        if let Some(on) = &self.0 {
            which(on).add(by, &[]);
        }
    }

    fn count_by<const N: usize>(
        &self,
        which: impl Fn(&Instruments) -> &Counter<u64>,
        by: u64,
        labels: [(&'static str, &'static str); N],
    ) {
        if let Some(on) = &self.0 {
            which(on).add(by, &labels.map(|(key, value)| KeyValue::new(key, value)));
        }
    }
}

impl Instruments {
    fn new(provider: SdkMeterProvider, registry: Registry) -> Instruments {
        let meter = provider.meter("tabuleiro");
        let count = |metric| counter(&meter, metric);
        let calls = meter
            .f64_histogram(catalogue::CALL_DURATION.name)
            .with_unit(catalogue::CALL_DURATION.unit)
            .with_description(catalogue::CALL_DURATION.about)
            .with_boundaries(SECONDS.to_vec())
            .build();
        Instruments {
            shed: count(&catalogue::SHED),
            rate_limited: count(&catalogue::RATE_LIMITED),
            crowded: count(&catalogue::CROWDED),
            limits: count(&catalogue::LIMITS_EXCEEDED),
            panics: count(&catalogue::PANICS),
            moved: count(&catalogue::COMPUTE_MOVED),
            abandoned: count(&catalogue::COMPUTE_ABANDONED),
            verdicts: count(&catalogue::VERDICTS),
            rejections: count(&catalogue::REJECTIONS),
            nodes: count(&catalogue::SEARCH_NODES),
            undetermined: count(&catalogue::SEARCH_UNDETERMINED),
            exhausted: count(&catalogue::WORK_EXHAUSTED),
            games: count(&catalogue::AUDIT_GAMES),
            bytes: count(&catalogue::AUDIT_BYTES),
            calls,
            provider,
            registry,
            meter,
        }
    }

    fn sum(
        &self,
        metric: &Metric,
    ) -> opentelemetry::metrics::AsyncInstrumentBuilder<
        '_,
        opentelemetry::metrics::ObservableCounter<u64>,
        u64,
    > {
        self.meter
            .u64_observable_counter(metric.name)
            .with_unit(metric.unit)
            .with_description(metric.about)
    }

    fn gauge(
        &self,
        metric: &Metric,
    ) -> opentelemetry::metrics::AsyncInstrumentBuilder<
        '_,
        opentelemetry::metrics::ObservableGauge<u64>,
        u64,
    > {
        self.meter
            .u64_observable_gauge(metric.name)
            .with_unit(metric.unit)
            .with_description(metric.about)
    }
}
