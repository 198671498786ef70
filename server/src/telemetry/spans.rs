//! What becomes of finished spans. The SDK's batch processor drops spans in silence when its queue is full (opentelemetry_sdk
//! 0.33.1); this one keeps the same bound before it, and counts what it drops and what the collector does not take.

use std::{
    sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed},
    time::Duration,
};

use opentelemetry::Context;
use opentelemetry_sdk::{
    Resource,
    error::OTelSdkResult,
    trace::{
        BatchConfig, BatchConfigBuilder, BatchSpanProcessor, Span, SpanData, SpanExporter,
        SpanProcessor,
    },
};

/// The spans of this process: tracing is installed once for all of it.
pub(crate) static SPANS: Spans = Spans::new();

/// Counts of spans.
#[derive(Debug)]
pub(crate) struct Spans {
    /// Accepted, and not yet handed to the exporter.
    queued: AtomicUsize,
    exported: AtomicU64,
    queue_full: AtomicU64,
    export_failed: AtomicU64,
}

impl Spans {
    const fn new() -> Spans {
        Spans {
            queued: AtomicUsize::new(0),
            exported: AtomicU64::new(0),
            queue_full: AtomicU64::new(0),
            export_failed: AtomicU64::new(0),
        }
    }

    /// Those that the collector took.
    pub(crate) fn exported(&self) -> u64 {
        self.exported.load(Relaxed)
    }

    /// Those that found the queue full.
    pub(crate) fn queue_full(&self) -> u64 {
        self.queue_full.load(Relaxed)
    }

    /// Those that the collector did not take.
    pub(crate) fn export_failed(&self) -> u64 {
        self.export_failed.load(Relaxed)
    }
}

/// A batch processor that counts.
#[derive(Debug)]
pub(crate) struct Counted {
    inner: BatchSpanProcessor,
    room: usize,
}

impl Counted {
    /// Keeps at most `queue` spans that have not been handed to the exporter.
    pub(crate) fn new<E: SpanExporter + 'static>(exporter: E, queue: usize) -> Counted {
        let config: BatchConfig = BatchConfigBuilder::default()
            .with_max_queue_size(queue)
            .build();
        let exporter = CountedExporter { inner: exporter };
        Counted {
            inner: BatchSpanProcessor::builder(exporter)
                .with_batch_config(config)
                .build(),
            room: queue,
        }
    }
}

impl SpanProcessor for Counted {
    fn on_start(&self, span: &mut Span, cx: &Context) {
        self.inner.on_start(span, cx);
    }

    fn on_end(&self, span: SpanData) {
        if !span.span_context.is_sampled() {
            return;
        }
        // Counted before it is sent, so that the SDK's own queue, which is as long, is never the one that is full.
        if SPANS.queued.fetch_add(1, Relaxed) >= self.room {
            SPANS.queued.fetch_sub(1, Relaxed);
            SPANS.queue_full.fetch_add(1, Relaxed);
            return;
        }
        self.inner.on_end(span);
    }

    fn force_flush(&self) -> OTelSdkResult {
        self.inner.force_flush()
    }

    fn shutdown_with_timeout(&self, timeout: Duration) -> OTelSdkResult {
        self.inner.shutdown_with_timeout(timeout)
    }

    fn set_resource(&mut self, resource: &Resource) {
        self.inner.set_resource(resource);
    }
}

#[derive(Debug)]
struct CountedExporter<E> {
    inner: E,
}

impl<E: SpanExporter> SpanExporter for CountedExporter<E> {
    async fn export(&self, batch: Vec<SpanData>) -> OTelSdkResult {
        let spans = batch.len();
        SPANS.queued.fetch_sub(spans, Relaxed);
        let taken = self.inner.export(batch).await;
        let count = match &taken {
            Ok(()) => &SPANS.exported,
            Err(_) => &SPANS.export_failed,
        };
        count.fetch_add(spans as u64, Relaxed);
        taken
    }

    fn shutdown_with_timeout(&self, timeout: Duration) -> OTelSdkResult {
        self.inner.shutdown_with_timeout(timeout)
    }

    fn force_flush(&self) -> OTelSdkResult {
        self.inner.force_flush()
    }

    fn set_resource(&mut self, resource: &Resource) {
        self.inner.set_resource(resource);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Mutex, mpsc};

    use opentelemetry::trace::{Span as _, Tracer as _, TracerProvider as _};
    use opentelemetry_sdk::trace::SdkTracerProvider;

    use super::*;

    /// A collector that takes nothing until it is let go, and then everything.
    #[derive(Debug)]
    struct Stuck(Mutex<mpsc::Receiver<()>>);

    impl SpanExporter for Stuck {
        async fn export(&self, _: Vec<SpanData>) -> OTelSdkResult {
            // An error means that the sender is gone: let go for good.
            let _ = self.0.lock().expect("not poisoned").recv();
            Ok(())
        }
    }

    /// The SDK's own processor loses them in silence.
    #[test]
    fn spans_that_find_the_queue_full_are_counted_and_none_is_lost_uncounted() {
        const QUEUE: usize = 8;
        const ENDED: u64 = 100;
        let (go, gate) = mpsc::channel();
        let processor = Counted::new(Stuck(Mutex::new(gate)), QUEUE);
        let provider = SdkTracerProvider::builder()
            .with_span_processor(processor)
            .build();
        let tracer = provider.tracer("test");
        let before = (SPANS.exported(), SPANS.queue_full());
        for _ in 0..ENDED {
            tracer.start("span").end();
        }
        // One batch is with the exporter at most, and one queue waits.
        assert!(SPANS.queue_full() - before.1 >= ENDED - 2 * QUEUE as u64);
        drop(go);
        provider.shutdown().expect("flushed");
        let exported = SPANS.exported() - before.0;
        assert_eq!(exported + SPANS.queue_full() - before.1, ENDED);
    }
}
