//! Rules of play: the catalogue, legal moves, actions, positions, diagrams, openings.

use std::sync::Arc;

use tabuleiro_proto::{
    encoded::Encoded,
    v1::{self, rules_service as rpc, rules_service_server::RulesService},
};
use tonic::{Request, Response, Status};

use crate::{
    error::Failure,
    services::{Core, apply, batch, catalogue, diagram, legal, openings, position, standing},
};

/// More actions than this are applied in the compute pool.
const MANY_ACTIONS: usize = 32;

/// Whether an action may need a search: whether somebody can still mate.
fn may_search(action: &v1::Action) -> bool {
    use v1::{action, fact::Kind};
    let Some(action::Kind::Fact(fact)) = &action.kind else {
        return false;
    };
    matches!(
        fact.kind,
        Some(
            Kind::Claimed(_)
                | Kind::FlagFell(_)
                | Kind::Resigned(_)
                | Kind::CompletedIllegalMove(_)
        )
    )
}

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
        request: Request<v1::ListVariantsRequest>,
    ) -> Result<Response<v1::ListVariantsResponse>, Status> {
        self.core
            .here::<rpc::ListVariants>(request.into_inner(), |call, it| catalogue::list(call, it))
            .await
    }

    async fn legal_moves(
        &self,
        request: Request<v1::LegalMovesRequest>,
    ) -> Result<Response<v1::LegalMovesResponse>, Status> {
        let request = request.into_inner();
        if standing::is_long(request.game.as_ref()) {
            return self
                .core
                .pooled::<rpc::LegalMoves>(request, legal::legal)
                .await;
        }
        self.core
            .here::<rpc::LegalMoves>(request, legal::legal)
            .await
    }

    async fn apply_move(
        &self,
        request: Request<v1::ApplyMoveRequest>,
    ) -> Result<Response<v1::ApplyMoveResponse>, Status> {
        let request = request.into_inner();
        if standing::is_long(request.game.as_ref())
            || request.actions.len() > MANY_ACTIONS
            || request.actions.iter().any(may_search)
        {
            return self
                .core
                .pooled::<rpc::ApplyMove>(request, apply::apply)
                .await;
        }
        self.core
            .here::<rpc::ApplyMove>(request, apply::apply)
            .await
    }

    async fn batch_legal_moves(
        &self,
        request: Request<v1::BatchLegalMovesRequest>,
    ) -> Result<Response<Encoded<v1::BatchLegalMovesResponse>>, Status> {
        use v1::batch_legal_moves_result::Outcome;
        let requests = request.into_inner().requests;
        let refused = |failure: Failure| v1::BatchLegalMovesResponse {
            results: vec![v1::BatchLegalMovesResult {
                outcome: Some(Outcome::Error(failure.into())),
            }],
        };
        Ok(
            batch::run::<rpc::LegalMoves, _, _>(&self.core, requests, 0, legal::encoded, refused)
                .await?,
        )
    }

    async fn batch_apply_move(
        &self,
        request: Request<v1::BatchApplyMoveRequest>,
    ) -> Result<Response<Encoded<v1::BatchApplyMoveResponse>>, Status> {
        use v1::batch_apply_move_result::Outcome;
        let requests = request.into_inner().requests;
        let refused = |failure: Failure| v1::BatchApplyMoveResponse {
            results: vec![v1::BatchApplyMoveResult {
                outcome: Some(Outcome::Error(failure.into())),
            }],
        };
        Ok(
            batch::run::<rpc::ApplyMove, _, _>(&self.core, requests, 0, apply::apply, refused)
                .await?,
        )
    }

    async fn validate_position(
        &self,
        request: Request<v1::ValidatePositionRequest>,
    ) -> Result<Response<v1::ValidatePositionResponse>, Status> {
        self.core
            .here::<rpc::ValidatePosition>(request.into_inner(), |call, it| {
                position::validate(call, it)
            })
            .await
    }

    async fn render_board(
        &self,
        request: Request<v1::RenderBoardRequest>,
    ) -> Result<Response<v1::RenderBoardResponse>, Status> {
        let request = request.into_inner();
        if standing::is_long(request.game.as_ref()) {
            return self
                .core
                .pooled::<rpc::RenderBoard>(request, diagram::render)
                .await;
        }
        self.core
            .here::<rpc::RenderBoard>(request, diagram::render)
            .await
    }

    async fn list_openings(
        &self,
        request: Request<v1::ListOpeningsRequest>,
    ) -> Result<Response<v1::ListOpeningsResponse>, Status> {
        self.core
            .pooled::<rpc::ListOpenings>(request.into_inner(), openings::list)
            .await
    }

    async fn draw_opening(
        &self,
        request: Request<v1::DrawOpeningRequest>,
    ) -> Result<Response<v1::DrawOpeningResponse>, Status> {
        self.core
            .pooled::<rpc::DrawOpening>(request.into_inner(), openings::draw)
            .await
    }
}
