//! Rulings: on single games, on files, on score sheets.

use std::sync::Arc;

use tabuleiro_proto::v1::{
    AdjudicateRequest, AdjudicateResponse, AuditRecordsRequest, AuditRecordsResponse,
    BatchAdjudicateRequest, BatchAdjudicateResponse, BatchAdjudicateResult, BatchCanMateRequest,
    BatchCanMateResponse, BatchCanMateResult, CanMateRequest, CanMateResponse,
    CompareScoresheetsRequest, CompareScoresheetsResponse, arbiter_service_server::ArbiterService,
    batch_adjudicate_result, batch_can_mate_result,
};
use tonic::{Request, Response, Status};

use crate::{
    compute::Cancel,
    services::{Core, adjudicate, audit, batch, mate, scoresheets},
};

/// See the module.
pub(crate) struct Arbiter {
    core: Arc<Core>,
}

impl Arbiter {
    pub(crate) fn new(core: Arc<Core>) -> Self {
        Arbiter { core }
    }
}

#[tonic::async_trait]
impl ArbiterService for Arbiter {
    type AuditRecordsStream =
        futures::stream::BoxStream<'static, Result<AuditRecordsResponse, Status>>;

    async fn adjudicate(
        &self,
        request: Request<AdjudicateRequest>,
    ) -> Result<Response<AdjudicateResponse>, Status> {
        let (core, request) = (Arc::clone(&self.core), request.into_inner());
        let work = move |_: &Cancel| adjudicate::adjudicate(&core, &request);
        Ok(Response::new(self.core.compute.run(work).await?))
    }

    async fn batch_adjudicate(
        &self,
        request: Request<BatchAdjudicateRequest>,
    ) -> Result<Response<BatchAdjudicateResponse>, Status> {
        use batch_adjudicate_result::Outcome;
        let requests = request.into_inner().requests;
        let results = batch::run(&self.core, requests, adjudicate::adjudicate, |outcome| {
            BatchAdjudicateResult {
                outcome: Some(match outcome {
                    Ok(response) => Outcome::Response(response),
                    Err(failure) => Outcome::Error(failure.into()),
                }),
            }
        });
        Ok(Response::new(BatchAdjudicateResponse {
            results: results.await?,
        }))
    }

    async fn can_mate(
        &self,
        request: Request<CanMateRequest>,
    ) -> Result<Response<CanMateResponse>, Status> {
        let (core, request) = (Arc::clone(&self.core), request.into_inner());
        let work = move |_: &Cancel| mate::can_mate(&core, &request);
        Ok(Response::new(self.core.compute.run(work).await?))
    }

    async fn batch_can_mate(
        &self,
        request: Request<BatchCanMateRequest>,
    ) -> Result<Response<BatchCanMateResponse>, Status> {
        use batch_can_mate_result::Outcome;
        let requests = request.into_inner().requests;
        let results = batch::run(&self.core, requests, mate::can_mate, |outcome| {
            BatchCanMateResult {
                outcome: Some(match outcome {
                    Ok(response) => Outcome::Response(response),
                    Err(failure) => Outcome::Error(failure.into()),
                }),
            }
        });
        Ok(Response::new(BatchCanMateResponse {
            results: results.await?,
        }))
    }

    async fn audit_records(
        &self,
        request: Request<tonic::Streaming<AuditRecordsRequest>>,
    ) -> Result<Response<Self::AuditRecordsStream>, Status> {
        let answers = audit::audit(Arc::clone(&self.core), request.into_inner()).await?;
        Ok(Response::new(Box::pin(answers)))
    }

    async fn compare_scoresheets(
        &self,
        request: Request<CompareScoresheetsRequest>,
    ) -> Result<Response<CompareScoresheetsResponse>, Status> {
        let (core, request) = (Arc::clone(&self.core), request.into_inner());
        let work = move |_: &Cancel| scoresheets::compare(&core, &request);
        Ok(Response::new(self.core.compute.run(work).await?))
    }
}
