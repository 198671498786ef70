//! Rules of play: the catalogue, legal moves, actions, positions, diagrams, openings.

use std::sync::Arc;

use tabuleiro_proto::v1::{self, rules_service_server::RulesService};
use tonic::{Request, Response, Status};

use crate::{
    compute::Cancel,
    error::Failure,
    services::{Core, apply, batch, catalogue, diagram, legal, openings, position, standing},
};

/// More actions than this are applied in the compute pool.
const MANY_ACTIONS: usize = 32;

/// See the module.
pub(crate) struct Rules {
    core: Arc<Core>,
}

impl Rules {
    pub(crate) fn new(core: Arc<Core>) -> Self {
        Rules { core }
    }

    /// Answers in the compute pool what may take long.
    async fn long<Q, A>(
        &self,
        request: Q,
        answer: fn(&Core, &Q) -> Result<A, Failure>,
    ) -> Result<Response<A>, Status>
    where
        Q: Send + 'static,
        A: Send + 'static,
    {
        let core = Arc::clone(&self.core);
        let work = move |_: &Cancel| answer(&core, &request);
        Ok(Response::new(self.core.compute.run(work).await?))
    }
}

#[tonic::async_trait]
impl RulesService for Rules {
    async fn list_variants(
        &self,
        request: Request<v1::ListVariantsRequest>,
    ) -> Result<Response<v1::ListVariantsResponse>, Status> {
        Ok(Response::new(catalogue::list(
            &self.core,
            request.get_ref(),
        )?))
    }

    async fn legal_moves(
        &self,
        request: Request<v1::LegalMovesRequest>,
    ) -> Result<Response<v1::LegalMovesResponse>, Status> {
        let request = request.into_inner();
        if standing::is_long(request.game.as_ref()) {
            return self.long(request, legal::legal).await;
        }
        Ok(Response::new(legal::legal(&self.core, &request)?))
    }

    async fn apply_move(
        &self,
        request: Request<v1::ApplyMoveRequest>,
    ) -> Result<Response<v1::ApplyMoveResponse>, Status> {
        let request = request.into_inner();
        if standing::is_long(request.game.as_ref()) || request.actions.len() > MANY_ACTIONS {
            return self.long(request, apply::apply).await;
        }
        Ok(Response::new(apply::apply(&self.core, &request)?))
    }

    async fn batch_legal_moves(
        &self,
        request: Request<v1::BatchLegalMovesRequest>,
    ) -> Result<Response<v1::BatchLegalMovesResponse>, Status> {
        use v1::batch_legal_moves_result::Outcome;
        let requests = request.into_inner().requests;
        let results = batch::run(&self.core, requests, legal::legal, |outcome| {
            v1::BatchLegalMovesResult {
                outcome: Some(match outcome {
                    Ok(response) => Outcome::Response(response),
                    Err(failure) => Outcome::Error(failure.into()),
                }),
            }
        });
        Ok(Response::new(v1::BatchLegalMovesResponse {
            results: results.await?,
        }))
    }

    async fn batch_apply_move(
        &self,
        request: Request<v1::BatchApplyMoveRequest>,
    ) -> Result<Response<v1::BatchApplyMoveResponse>, Status> {
        use v1::batch_apply_move_result::Outcome;
        let requests = request.into_inner().requests;
        let results = batch::run(&self.core, requests, apply::apply, |outcome| {
            v1::BatchApplyMoveResult {
                outcome: Some(match outcome {
                    Ok(response) => Outcome::Response(response),
                    Err(failure) => Outcome::Error(failure.into()),
                }),
            }
        });
        Ok(Response::new(v1::BatchApplyMoveResponse {
            results: results.await?,
        }))
    }

    async fn validate_position(
        &self,
        request: Request<v1::ValidatePositionRequest>,
    ) -> Result<Response<v1::ValidatePositionResponse>, Status> {
        Ok(Response::new(position::validate(
            &self.core,
            request.get_ref(),
        )?))
    }

    async fn render_board(
        &self,
        request: Request<v1::RenderBoardRequest>,
    ) -> Result<Response<v1::RenderBoardResponse>, Status> {
        let request = request.into_inner();
        if standing::is_long(request.game.as_ref()) {
            return self.long(request, diagram::render).await;
        }
        Ok(Response::new(diagram::render(&self.core, &request)?))
    }

    async fn list_openings(
        &self,
        request: Request<v1::ListOpeningsRequest>,
    ) -> Result<Response<v1::ListOpeningsResponse>, Status> {
        self.long(request.into_inner(), openings::list).await
    }

    async fn draw_opening(
        &self,
        request: Request<v1::DrawOpeningRequest>,
    ) -> Result<Response<v1::DrawOpeningResponse>, Status> {
        let (core, request) = (Arc::clone(&self.core), request.into_inner());
        let work = move |cancel: &Cancel| openings::draw(&core, &request, cancel);
        Ok(Response::new(self.core.compute.run(work).await?))
    }
}
