//! A service that knows no rules: it has the answers of the product ready and repeats them in turn. What is left is the cost of
//! the contract, the layers and the transport.

use std::sync::atomic::{AtomicUsize, Ordering};

use tabuleiro_proto::{
    encoded::Encoded,
    v1::{self, rules_service_server::RulesService},
};
use tonic::{Request, Response, Status};

use crate::questions::Answers;

/// See the module.
#[derive(Debug)]
pub(crate) struct Echo {
    answers: Answers,
    turn: AtomicUsize,
}

impl Echo {
    pub(crate) fn of(answers: Answers) -> Echo {
        Echo {
            answers,
            turn: AtomicUsize::new(0),
        }
    }

    fn next<T: Clone>(&self, of: &[T]) -> Result<Response<T>, Status> {
        let turn = self.turn.fetch_add(1, Ordering::Relaxed);
        let answer = of.get(turn % of.len().max(1)).cloned();
        answer
            .map(Response::new)
            .ok_or_else(|| Status::unimplemented("nothing prepared"))
    }
}

macro_rules! echo {
    ($($method:ident: $request:ident => $response:ty),+ $(,)?) => {
        #[tonic::async_trait]
        impl RulesService for Echo {
            async fn legal_moves(
                &self,
                request: Request<v1::LegalMovesRequest>,
            ) -> Result<Response<v1::LegalMovesResponse>, Status> {
                let [minimal, standard, full] = &self.answers.legal;
                self.next(match request.get_ref().view() {
                    v1::MoveView::Unspecified | v1::MoveView::Minimal => minimal,
                    v1::MoveView::Standard => standard,
                    v1::MoveView::Full => full,
                })
            }

            async fn apply_move(
                &self,
                _: Request<v1::ApplyMoveRequest>,
            ) -> Result<Response<v1::ApplyMoveResponse>, Status> {
                self.next(&self.answers.apply)
            }

            $(async fn $method(&self, _: Request<v1::$request>) -> Result<Response<$response>, Status> {
                Err(Status::unimplemented("an echo"))
            })+
        }
    };
}

echo! {
    list_variants: ListVariantsRequest => v1::ListVariantsResponse,
    batch_legal_moves: BatchLegalMovesRequest => Encoded<v1::BatchLegalMovesResponse>,
    batch_apply_move: BatchApplyMoveRequest => Encoded<v1::BatchApplyMoveResponse>,
    validate_position: ValidatePositionRequest => v1::ValidatePositionResponse,
    render_board: RenderBoardRequest => v1::RenderBoardResponse,
    list_openings: ListOpeningsRequest => v1::ListOpeningsResponse,
    draw_opening: DrawOpeningRequest => v1::DrawOpeningResponse,
}
