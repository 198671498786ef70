//! Rules of play: the catalogue, legal moves, actions, positions, diagrams, openings.

use std::sync::Arc;

use tabuleiro_proto::v1::{
    ApplyMoveRequest, ApplyMoveResponse, BatchApplyMoveRequest, BatchApplyMoveResponse,
    BatchLegalMovesRequest, BatchLegalMovesResponse, DrawOpeningRequest, DrawOpeningResponse,
    LegalMovesRequest, LegalMovesResponse, ListOpeningsRequest, ListOpeningsResponse,
    ListVariantsRequest, ListVariantsResponse, RenderBoardRequest, RenderBoardResponse,
    ValidatePositionRequest, ValidatePositionResponse, rules_service_server::RulesService,
};
use tonic::{Request, Response, Status};

use crate::{error::Failure, services::Core};

/// See the module.
pub(crate) struct Rules {
    core: Arc<Core>,
}

impl Rules {
    pub(crate) fn new(core: Arc<Core>) -> Self {
        Rules { core }
    }
}

#[tonic::async_trait]
impl RulesService for Rules {
    async fn list_variants(
        &self,
        _request: Request<ListVariantsRequest>,
    ) -> Result<Response<ListVariantsResponse>, Status> {
        Err(Failure::NotBuilt {
            rpc: "RulesService/ListVariants",
        }
        .into())
    }

    async fn legal_moves(
        &self,
        _request: Request<LegalMovesRequest>,
    ) -> Result<Response<LegalMovesResponse>, Status> {
        Err(Failure::NotBuilt {
            rpc: "RulesService/LegalMoves",
        }
        .into())
    }

    async fn apply_move(
        &self,
        _request: Request<ApplyMoveRequest>,
    ) -> Result<Response<ApplyMoveResponse>, Status> {
        Err(Failure::NotBuilt {
            rpc: "RulesService/ApplyMove",
        }
        .into())
    }

    async fn batch_legal_moves(
        &self,
        _request: Request<BatchLegalMovesRequest>,
    ) -> Result<Response<BatchLegalMovesResponse>, Status> {
        Err(Failure::NotBuilt {
            rpc: "RulesService/BatchLegalMoves",
        }
        .into())
    }

    async fn batch_apply_move(
        &self,
        _request: Request<BatchApplyMoveRequest>,
    ) -> Result<Response<BatchApplyMoveResponse>, Status> {
        Err(Failure::NotBuilt {
            rpc: "RulesService/BatchApplyMove",
        }
        .into())
    }

    async fn validate_position(
        &self,
        _request: Request<ValidatePositionRequest>,
    ) -> Result<Response<ValidatePositionResponse>, Status> {
        Err(Failure::NotBuilt {
            rpc: "RulesService/ValidatePosition",
        }
        .into())
    }

    async fn render_board(
        &self,
        _request: Request<RenderBoardRequest>,
    ) -> Result<Response<RenderBoardResponse>, Status> {
        Err(Failure::NotBuilt {
            rpc: "RulesService/RenderBoard",
        }
        .into())
    }

    async fn list_openings(
        &self,
        _request: Request<ListOpeningsRequest>,
    ) -> Result<Response<ListOpeningsResponse>, Status> {
        Err(Failure::NotBuilt {
            rpc: "RulesService/ListOpenings",
        }
        .into())
    }

    async fn draw_opening(
        &self,
        _request: Request<DrawOpeningRequest>,
    ) -> Result<Response<DrawOpeningResponse>, Status> {
        Err(Failure::NotBuilt {
            rpc: "RulesService/DrawOpening",
        }
        .into())
    }
}
