//! An OTLP collector in this process that hands on what it is sent.
#![allow(
    dead_code,
    clippy::expect_used,
    reason = "each test binary uses a part; a panic is how a test fails"
)]

use std::{collections::HashMap, net::SocketAddr};

use opentelemetry_proto::tonic::{
    collector::{
        metrics::v1::{
            ExportMetricsServiceRequest, ExportMetricsServiceResponse,
            metrics_service_server::{MetricsService, MetricsServiceServer},
        },
        trace::v1::{
            ExportTraceServiceRequest, ExportTraceServiceResponse,
            trace_service_server::{TraceService, TraceServiceServer},
        },
    },
    common::v1::{KeyValue, any_value::Value},
    metrics::v1::Metric,
    trace::v1::Span,
};
use tokio::sync::mpsc;
use tonic::{
    Request, Response, Status,
    transport::{Server, server::TcpIncoming},
};

/// See the module.
pub(crate) struct Collector {
    pub(crate) address: SocketAddr,
    pub(crate) spans: mpsc::UnboundedReceiver<Span>,
    /// By the attributes of who sent them.
    pub(crate) metrics: mpsc::UnboundedReceiver<(Vec<KeyValue>, Metric)>,
}

impl Collector {
    /// Listens on a free port.
    pub(crate) fn start() -> Collector {
        let incoming = TcpIncoming::bind(SocketAddr::from(([127, 0, 0, 1], 0)));
        let incoming = incoming.expect("a free port");
        let address = incoming.local_addr().expect("bound");
        let (to_spans, spans) = mpsc::unbounded_channel();
        let (to_metrics, metrics) = mpsc::unbounded_channel();
        tokio::spawn(
            Server::builder()
                .add_service(TraceServiceServer::new(Spans(to_spans)))
                .add_service(MetricsServiceServer::new(Metrics(to_metrics)))
                .serve_with_incoming(incoming),
        );
        Collector {
            address,
            spans,
            metrics,
        }
    }
}

struct Spans(mpsc::UnboundedSender<Span>);

#[tonic::async_trait]
impl TraceService for Spans {
    async fn export(
        &self,
        request: Request<ExportTraceServiceRequest>,
    ) -> Result<Response<ExportTraceServiceResponse>, Status> {
        let resources = request.into_inner().resource_spans.into_iter();
        let scopes = resources.flat_map(|resource| resource.scope_spans);
        for span in scopes.flat_map(|scope| scope.spans) {
            let _ = self.0.send(span);
        }
        Ok(Response::new(ExportTraceServiceResponse::default()))
    }
}

struct Metrics(mpsc::UnboundedSender<(Vec<KeyValue>, Metric)>);

#[tonic::async_trait]
impl MetricsService for Metrics {
    async fn export(
        &self,
        request: Request<ExportMetricsServiceRequest>,
    ) -> Result<Response<ExportMetricsServiceResponse>, Status> {
        for resource in request.into_inner().resource_metrics {
            let sender = resource.resource.unwrap_or_default().attributes;
            let scopes = resource.scope_metrics.into_iter();
            for metric in scopes.flat_map(|scope| scope.metrics) {
                let _ = self.0.send((sender.clone(), metric));
            }
        }
        Ok(Response::new(ExportMetricsServiceResponse::default()))
    }
}

/// The attributes that are texts.
pub(crate) fn texts(attributes: &[KeyValue]) -> HashMap<&str, &str> {
    let pairs = attributes.iter();
    pairs
        .filter_map(|pair| match pair.value.as_ref()?.value.as_ref()? {
            Value::StringValue(value) => Some((pair.key.as_str(), value.as_str())),
            _ => None,
        })
        .collect()
}
