//! What telemetry costs: the product as it is beside the product that sends its metrics and a tenth of its traces to a collector,
//! which swallows them. Nothing is logged for a call in either.

use std::{net::SocketAddr, process::ExitCode, sync::Arc};

use opentelemetry_proto::tonic::collector::{
    metrics::v1::{
        ExportMetricsServiceRequest, ExportMetricsServiceResponse,
        metrics_service_server::{MetricsService, MetricsServiceServer},
    },
    trace::v1::{
        ExportTraceServiceRequest, ExportTraceServiceResponse,
        trace_service_server::{TraceService, TraceServiceServer},
    },
};
use tokio::io::AsyncReadExt as _;
use tonic::{
    Request, Response, Status,
    transport::{Server, server::TcpIncoming},
};

use crate::{
    Plan,
    child::{Child, Kind},
    compare,
    figures::Table,
    questions::{Call, Questions},
    soak::load_average,
};

/// The share of calls that is traced.
pub(crate) const RATIO: f64 = 0.1;

/// What must be left of the throughput.
const BAR: f64 = 0.9;

/// Takes whatever it is sent.
#[derive(Clone, Copy, Debug)]
struct Swallows;

#[tonic::async_trait]
impl TraceService for Swallows {
    async fn export(
        &self,
        _: Request<ExportTraceServiceRequest>,
    ) -> Result<Response<ExportTraceServiceResponse>, Status> {
        Ok(Response::new(ExportTraceServiceResponse::default()))
    }
}

#[tonic::async_trait]
impl MetricsService for Swallows {
    async fn export(
        &self,
        _: Request<ExportMetricsServiceRequest>,
    ) -> Result<Response<ExportMetricsServiceResponse>, Status> {
        Ok(Response::new(ExportMetricsServiceResponse::default()))
    }
}

/// A collector in a process of its own: prints its address first, and ends when standard input does.
pub(crate) async fn collect() {
    let incoming = TcpIncoming::bind(SocketAddr::from(([127, 0, 0, 1], 0))).expect("a free port");
    println!("{}", incoming.local_addr().expect("bound"));
    let serving = Server::builder()
        .add_service(TraceServiceServer::new(Swallows))
        .add_service(MetricsServiceServer::new(Swallows))
        .serve_with_incoming(incoming);
    let (mut input, mut nothing) = (tokio::io::stdin(), Vec::new());
    tokio::select! {
        _ = serving => {}
        _ = input.read_to_end(&mut nothing) => {}
    }
}

/// Measures, and says whether enough is left.
pub(crate) async fn run(plan: Plan) -> ExitCode {
    let collector = Child::start(Kind::Collector).await;
    let silent = Child::start(Kind::Product).await;
    let telling = Child::start(Kind::Telling(collector.address())).await;
    let questions = Arc::new(Questions::of(&silent).await);
    let mut table = Table::of("telemetry", "told/s", "silent");
    let mut left = Vec::new();
    for call in Call::UNARY {
        let compared = compare(&plan, &telling, &silent, &questions, call).await;
        table.throughput(call, &compared);
        left.push(compared.ratio());
    }
    table.print();
    let told = telling.page("/metrics").await;
    let count = |name: &str| -> f64 {
        let lines = told.lines().filter(|line| line.starts_with(name));
        let values = lines.filter_map(|line| line.rsplit(' ').next()?.parse::<f64>().ok());
        values.sum()
    };
    let sent = count("tabuleiro_telemetry_spans_exported_total");
    let lost = count("tabuleiro_telemetry_spans_dropped_total");
    let fine = left.iter().all(|it| *it >= BAR) && sent > 0.0;
    println!("load average {}", load_average());
    println!(
        "TELEMETRY {} apply={:.2} legal_min={:.2} legal_std={:.2} legal_full={:.2} spans={sent:.0} lost={lost:.0} (bar: {BAR})",
        if fine { "ok" } else { "FAILED" },
        left[0],
        left[1],
        left[2],
        left[3],
    );
    if fine {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
