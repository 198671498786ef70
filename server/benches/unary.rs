//! What the rules cost over the wire: calls per second of `LegalMoves` and `ApplyMove`, as ratios to an echo in the same
//! contract behind the same layers, whose handler returns the prepared answer. Both are measured in turn in one run, so that
//! the machine cancels out. `cargo bench -p tabuleiro-server --bench unary [-- SECONDS]`.
#![allow(
    clippy::expect_used,
    clippy::print_stdout,
    reason = "a measurement that cannot run has nothing to say"
)]

use std::{
    future::Future,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use tabuleiro_proto::v1::{
    self,
    game::Standing,
    rules_service_client::RulesServiceClient,
    rules_service_server::{RulesService, RulesServiceServer},
};
use tabuleiro_server::{Config, Running, Server};
use tonic::{
    Request, Response, Status,
    transport::{Channel, Endpoint},
};

type Rules = RulesServiceClient<Channel>;

/// Connections, and calls in flight on each.
const CONNECTIONS: usize = 4;
const IN_FLIGHT: usize = 16;
/// Rounds of which the median counts.
const ROUNDS: usize = 5;
/// Positions in a batch.
const BATCH: usize = 100;

/// Answers with what was prepared.
struct Echo {
    legal: v1::LegalMovesResponse,
    apply: v1::ApplyMoveResponse,
}

macro_rules! refuse {
    ($($method:ident: $request:ident => $response:ident),+ $(,)?) => {
        #[tonic::async_trait]
        impl RulesService for Echo {
            async fn legal_moves(
                &self,
                _: Request<v1::LegalMovesRequest>,
            ) -> Result<Response<v1::LegalMovesResponse>, Status> {
                Ok(Response::new(self.legal.clone()))
            }
            async fn apply_move(
                &self,
                _: Request<v1::ApplyMoveRequest>,
            ) -> Result<Response<v1::ApplyMoveResponse>, Status> {
                Ok(Response::new(self.apply.clone()))
            }
            $(async fn $method(
                &self,
                _: Request<v1::$request>,
            ) -> Result<Response<v1::$response>, Status> {
                Err(Status::unimplemented("an echo"))
            })+
        }
    };
}

refuse! {
    list_variants: ListVariantsRequest => ListVariantsResponse,
    batch_legal_moves: BatchLegalMovesRequest => BatchLegalMovesResponse,
    batch_apply_move: BatchApplyMoveRequest => BatchApplyMoveResponse,
    validate_position: ValidatePositionRequest => ValidatePositionResponse,
    render_board: RenderBoardRequest => RenderBoardResponse,
    list_openings: ListOpeningsRequest => ListOpeningsResponse,
    draw_opening: DrawOpeningRequest => DrawOpeningResponse,
}

async fn clients(running: &Running) -> Vec<Rules> {
    let mut clients = Vec::new();
    for _ in 0..CONNECTIONS {
        let channel = Endpoint::from_shared(format!("http://{}", running.addr()))
            .expect("an address")
            .connect()
            .await
            .expect("connected");
        clients.push(Rules::new(channel).max_decoding_message_size(64 << 20));
    }
    clients
}

async fn echo(legal: v1::LegalMovesResponse, apply: v1::ApplyMoveResponse) -> Running {
    Server::bare(Config::local())
        .expect("put together")
        .with_service(RulesServiceServer::new(Echo { legal, apply }))
        .listen()
        .await
        .expect("started")
}

/// Calls per second of a closed loop over all connections.
async fn rate<F, Fut>(clients: &[Rules], span: Duration, call: F) -> f64
where
    F: Fn(Rules) -> Fut + Clone + Send + Sync + 'static,
    Fut: Future<Output = ()> + Send,
{
    let done = Arc::new(AtomicU64::new(0));
    let start = Instant::now();
    let mut workers = tokio::task::JoinSet::new();
    for client in clients {
        for _ in 0..IN_FLIGHT {
            let (client, call, done) = (client.clone(), call.clone(), Arc::clone(&done));
            workers.spawn(async move {
                while start.elapsed() < span {
                    call(client.clone()).await;
                    done.fetch_add(1, Ordering::Relaxed);
                }
            });
        }
    }
    workers.join_all().await;
    done.load(Ordering::Relaxed) as f64 / start.elapsed().as_secs_f64()
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

async fn legal(mut client: Rules, request: v1::LegalMovesRequest) {
    client.legal_moves(request).await.expect("an answer");
}

async fn apply(mut client: Rules, request: v1::ApplyMoveRequest) {
    client.apply_move(request).await.expect("an answer");
}

/// The token of a middle game.
async fn middle_game(client: &mut Rules, variant: &str, moves: &str) -> v1::Game {
    let record = v1::Record {
        moves: moves.split(' ').map(str::to_owned).collect(),
        ..v1::Record::default()
    };
    let request = v1::ApplyMoveRequest {
        game: Some(v1::Game {
            ruleset: Some(v1::Ruleset {
                variant: variant.to_owned(),
                ..v1::Ruleset::default()
            }),
            standing: Some(Standing::Record(record)),
        }),
        ..v1::ApplyMoveRequest::default()
    };
    let answer = client.apply_move(request).await.expect("a legal record");
    let state = answer.into_inner().status.expect("a status").state;
    v1::Game {
        ruleset: None,
        standing: Some(Standing::State(state)),
    }
}

/// A game of each kind, and the move that is applied to it.
const GAMES: [(&str, &str, &str); 2] = [
    (
        "chess",
        "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Nb8 d4 Nbd7",
        "Nbd2",
    ),
    ("brazilian", "c3-d4 d6-c5 b2-c3 f6-g5 g3-h4", "g5-f4"),
];

#[tokio::main]
async fn main() {
    let seconds = std::env::args()
        .skip(1)
        .find_map(|argument| argument.parse().ok());
    let span = Duration::from_secs_f64(seconds.unwrap_or(2.0));
    let server = Server::start(Config::local()).await.expect("started");
    let ours = clients(&server).await;
    for (variant, moves, next) in GAMES {
        let mut client = ours[0].clone();
        let game = middle_game(&mut client, variant, moves).await;
        measure(&ours, variant, game, next, span).await;
    }
}

async fn measure(ours: &[Rules], variant: &str, game: v1::Game, next: &str, span: Duration) {
    let mut client = ours[0].clone();
    let view = |view: v1::MoveView| v1::LegalMovesRequest {
        game: Some(game.clone()),
        view: view.into(),
        ..v1::LegalMovesRequest::default()
    };
    let input = v1::MoveInput {
        input: Some(v1::move_input::Input::Text(next.to_owned())),
    };
    let applying = v1::ApplyMoveRequest {
        game: Some(game.clone()),
        actions: vec![v1::Action {
            kind: Some(v1::action::Kind::Move(input)),
        }],
        ..v1::ApplyMoveRequest::default()
    };
    let applied = client
        .apply_move(applying.clone())
        .await
        .expect("an answer")
        .into_inner();
    assert!(applied.rejection.is_none(), "{variant}: {applied:?}");

    println!("{variant}");
    let mut unary = Vec::new();
    for (name, shown) in [
        ("LegalMoves MINIMAL", v1::MoveView::Minimal),
        ("LegalMoves STANDARD", v1::MoveView::Standard),
        ("LegalMoves FULL", v1::MoveView::Full),
    ] {
        let request = view(shown);
        let answer = client
            .legal_moves(request.clone())
            .await
            .expect("an answer")
            .into_inner();
        let echo = echo(answer, applied.clone()).await;
        let theirs = clients(&echo).await;
        let call = move |client| legal(client, request.clone());
        unary.push(compare(name, ours, &theirs, span, call).await);
    }
    let echo = echo(v1::LegalMovesResponse::default(), applied).await;
    let theirs = clients(&echo).await;
    let call = move |client| apply(client, applying.clone());
    compare("ApplyMove", ours, &theirs, span, call).await;

    for (name, shown, single) in [
        ("batch of 100, MINIMAL", v1::MoveView::Minimal, unary[0]),
        ("batch of 100, STANDARD", v1::MoveView::Standard, unary[1]),
    ] {
        let request = v1::BatchLegalMovesRequest {
            requests: vec![view(shown); BATCH],
        };
        let call = move |mut client: Rules| {
            let request = request.clone();
            async move {
                client.batch_legal_moves(request).await.expect("an answer");
            }
        };
        let positions = rate(ours, span, call).await * BATCH as f64;
        println!(
            "  {name:<24} {positions:>9.0} positions/s  {:.2} x unary",
            positions / single
        );
    }
}

/// Measures both in turn and prints the ratio. Returns our calls per second.
async fn compare<F, Fut>(
    name: &str,
    ours: &[Rules],
    theirs: &[Rules],
    span: Duration,
    call: F,
) -> f64
where
    F: Fn(Rules) -> Fut + Clone + Send + Sync + 'static,
    Fut: Future<Output = ()> + Send,
{
    let (mut product, mut echo) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        product.push(rate(ours, span / 2, call.clone()).await);
        echo.push(rate(theirs, span / 2, call.clone()).await);
    }
    let (product, echo) = (median(product), median(echo));
    println!(
        "  {name:<24} {product:>9.0} calls/s, echo {echo:>9.0}  ratio {:.2}",
        product / echo
    );
    product
}
