//! Rulings: on single games, on files, on score sheets.

use std::sync::Arc;

use tabuleiro_proto::{
    encoded::Encoded,
    v1::{
        AdjudicateRequest, AdjudicateResponse, AuditRecordsRequest, AuditRecordsResponse,
        BatchAdjudicateRequest, BatchAdjudicateResponse, BatchAdjudicateResult,
        BatchCanMateRequest, BatchCanMateResponse, BatchCanMateResult, CanMateRequest,
        CanMateResponse, CompareScoresheetsRequest, CompareScoresheetsResponse,
        arbiter_service as rpc, arbiter_service_server::ArbiterService, batch_adjudicate_result,
        batch_can_mate_result,
    },
};
use tonic::{Request, Response, Status};

use crate::{
    error::Failure,
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
        self.core
            .pooled::<rpc::Adjudicate>(request.into_inner(), adjudicate::adjudicate)
            .await
    }

    async fn batch_adjudicate(
        &self,
        request: Request<BatchAdjudicateRequest>,
    ) -> Result<Response<Encoded<BatchAdjudicateResponse>>, Status> {
        use batch_adjudicate_result::Outcome;
        let BatchAdjudicateRequest {
            requests,
            work_budget,
        } = request.into_inner();
        let refused = |failure: Failure| BatchAdjudicateResponse {
            results: vec![BatchAdjudicateResult {
                outcome: Some(Outcome::Error(failure.into())),
            }],
        };
        let answer = adjudicate::adjudicate;
        Ok(
            batch::run::<rpc::Adjudicate, _, _>(&self.core, requests, work_budget, answer, refused)
                .await?,
        )
    }

    async fn can_mate(
        &self,
        request: Request<CanMateRequest>,
    ) -> Result<Response<CanMateResponse>, Status> {
        self.core
            .pooled::<rpc::CanMate>(request.into_inner(), mate::can_mate)
            .await
    }

    async fn batch_can_mate(
        &self,
        request: Request<BatchCanMateRequest>,
    ) -> Result<Response<Encoded<BatchCanMateResponse>>, Status> {
        use batch_can_mate_result::Outcome;
        let BatchCanMateRequest {
            requests,
            work_budget,
        } = request.into_inner();
        let refused = |failure: Failure| BatchCanMateResponse {
            results: vec![BatchCanMateResult {
                outcome: Some(Outcome::Error(failure.into())),
            }],
        };
        let answer = mate::can_mate;
        Ok(
            batch::run::<rpc::CanMate, _, _>(&self.core, requests, work_budget, answer, refused)
                .await?,
        )
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
        self.core
            .pooled::<rpc::CompareScoresheets>(request.into_inner(), scoresheets::compare)
            .await
    }
}
