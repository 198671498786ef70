//! Rulings: on single games, on files, on score sheets.

use std::sync::Arc;

use tabuleiro_proto::v1::{
    AdjudicateRequest, AdjudicateResponse, AuditRecordsRequest, AuditRecordsResponse,
    BatchAdjudicateRequest, BatchAdjudicateResponse, BatchCanMateRequest, BatchCanMateResponse,
    CanMateRequest, CanMateResponse, CompareScoresheetsRequest, CompareScoresheetsResponse,
    arbiter_service_server::ArbiterService,
};
use tonic::{Request, Response, Status};

use crate::{error::Failure, services::Core};

/// See the module.
pub(crate) struct Arbiter {
    #[expect(dead_code, reason = "until this release answers its RPCs")]
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
        _request: Request<AdjudicateRequest>,
    ) -> Result<Response<AdjudicateResponse>, Status> {
        Err(Failure::NotBuilt {
            rpc: "ArbiterService/Adjudicate",
        }
        .into())
    }

    async fn batch_adjudicate(
        &self,
        _request: Request<BatchAdjudicateRequest>,
    ) -> Result<Response<BatchAdjudicateResponse>, Status> {
        Err(Failure::NotBuilt {
            rpc: "ArbiterService/BatchAdjudicate",
        }
        .into())
    }

    async fn can_mate(
        &self,
        _request: Request<CanMateRequest>,
    ) -> Result<Response<CanMateResponse>, Status> {
        Err(Failure::NotBuilt {
            rpc: "ArbiterService/CanMate",
        }
        .into())
    }

    async fn batch_can_mate(
        &self,
        _request: Request<BatchCanMateRequest>,
    ) -> Result<Response<BatchCanMateResponse>, Status> {
        Err(Failure::NotBuilt {
            rpc: "ArbiterService/BatchCanMate",
        }
        .into())
    }

    async fn audit_records(
        &self,
        _request: Request<tonic::Streaming<AuditRecordsRequest>>,
    ) -> Result<Response<Self::AuditRecordsStream>, Status> {
        Err(Failure::NotBuilt {
            rpc: "ArbiterService/AuditRecords",
        }
        .into())
    }

    async fn compare_scoresheets(
        &self,
        _request: Request<CompareScoresheetsRequest>,
    ) -> Result<Response<CompareScoresheetsResponse>, Status> {
        Err(Failure::NotBuilt {
            rpc: "ArbiterService/CompareScoresheets",
        }
        .into())
    }
}
