//! What the rules cost over the wire: calls per second of `LegalMoves` and `ApplyMove`, as ratios to an echo in the same
//! contract behind the same layers, whose handler returns the prepared answer. Both are measured in turn in one run, so that
//! the machine cancels out. `cargo bench -p tabuleiro-server --bench unary [-- SECONDS]`.
#![allow(
    clippy::expect_used,
    clippy::print_stdout,
    reason = "a measurement that cannot run has nothing to say"
)]

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use bytes::{Buf as _, BufMut as _, Bytes};
use http::uri::PathAndQuery;
use prost::Message as _;
use tabuleiro_proto::{
    encoded::Encoded,
    v1::{
        self,
        game::Standing,
        rules_service_client::RulesServiceClient,
        rules_service_server::{RulesService, RulesServiceServer},
    },
};
use tabuleiro_server::{Config, Running, Server};
use tonic::{
    Request, Response, Status,
    codec::{Codec, DecodeBuf, Decoder, EncodeBuf, Encoder},
    transport::{Channel, Endpoint},
};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

type Rules = RulesServiceClient<Channel>;

/// Connections, and calls in flight on each.
const CONNECTIONS: usize = 4;
const IN_FLIGHT: usize = 16;
/// Rounds of which the median counts.
const ROUNDS: usize = 5;
/// Positions in a batch.
const BATCH: usize = 100;

/// A codec that neither writes nor reads messages: the load generator shall cost as little as one in C does.
#[derive(Clone, Copy, Default)]
struct Raw;

impl Codec for Raw {
    type Encode = Bytes;
    type Decode = ();
    type Encoder = Raw;
    type Decoder = Raw;

    fn encoder(&mut self) -> Raw {
        Raw
    }
    fn decoder(&mut self) -> Raw {
        Raw
    }
}

impl Encoder for Raw {
    type Item = Bytes;
    type Error = Status;
    fn encode(&mut self, item: Bytes, buffer: &mut EncodeBuf<'_>) -> Result<(), Status> {
        buffer.put(item);
        Ok(())
    }
}

impl Decoder for Raw {
    type Item = ();
    type Error = Status;
    fn decode(&mut self, buffer: &mut DecodeBuf<'_>) -> Result<Option<()>, Status> {
        buffer.advance(buffer.remaining());
        Ok(Some(()))
    }
}

/// Makes one call; anything but an answer ends the measurement.
async fn call(channel: Channel, path: PathAndQuery, request: Bytes) {
    let mut client = tonic::client::Grpc::new(channel).max_decoding_message_size(64 << 20);
    client.ready().await.expect("ready");
    let answer = client.unary(Request::new(request), path, Raw).await;
    answer.expect("an answer");
}

fn method(name: &str) -> PathAndQuery {
    format!("/tabuleiro.v1.RulesService/{name}")
        .parse()
        .expect("a path")
}

/// Answers with what was prepared.
struct Echo {
    legal: v1::LegalMovesResponse,
    apply: v1::ApplyMoveResponse,
}

macro_rules! refuse {
    ($($method:ident: $request:ident => $response:ty),+ $(,)?) => {
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
            ) -> Result<Response<$response>, Status> {
                Err(Status::unimplemented("an echo"))
            })+
        }
    };
}

refuse! {
    list_variants: ListVariantsRequest => v1::ListVariantsResponse,
    batch_legal_moves: BatchLegalMovesRequest => Encoded<v1::BatchLegalMovesResponse>,
    batch_apply_move: BatchApplyMoveRequest => Encoded<v1::BatchApplyMoveResponse>,
    validate_position: ValidatePositionRequest => v1::ValidatePositionResponse,
    render_board: RenderBoardRequest => v1::RenderBoardResponse,
    list_openings: ListOpeningsRequest => v1::ListOpeningsResponse,
    draw_opening: DrawOpeningRequest => v1::DrawOpeningResponse,
}

async fn connections(running: &Running) -> Vec<Channel> {
    let mut connections = Vec::new();
    for _ in 0..CONNECTIONS {
        connections.push(
            Endpoint::from_shared(format!("http://{}", running.addr()))
                .expect("an address")
                .connect()
                .await
                .expect("connected"),
        );
    }
    connections
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
async fn rate(
    connections: &[Channel],
    span: Duration,
    method: &PathAndQuery,
    request: &Bytes,
) -> f64 {
    let done = Arc::new(AtomicU64::new(0));
    let start = Instant::now();
    let mut workers = tokio::task::JoinSet::new();
    for connection in connections {
        for _ in 0..IN_FLIGHT {
            let (connection, done) = (connection.clone(), Arc::clone(&done));
            let (method, request) = (method.clone(), request.clone());
            workers.spawn(async move {
                while start.elapsed() < span {
                    call(connection.clone(), method.clone(), request.clone()).await;
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
    let ours = connections(&server).await;
    for (variant, moves, next) in GAMES {
        let mut client = Rules::new(ours[0].clone());
        let game = middle_game(&mut client, variant, moves).await;
        measure(&ours, variant, game, next, span).await;
    }
}

async fn measure(ours: &[Channel], variant: &str, game: v1::Game, next: &str, span: Duration) {
    let mut client = Rules::new(ours[0].clone());
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
            .expect("an answer");
        let echo = echo(answer.into_inner(), applied.clone()).await;
        let theirs = connections(&echo).await;
        let request = request.encode_to_vec().into();
        unary.push(compare(name, ours, &theirs, span, &method("LegalMoves"), &request).await);
    }
    let echo = echo(v1::LegalMovesResponse::default(), applied).await;
    let theirs = connections(&echo).await;
    let request = applying.encode_to_vec().into();
    compare(
        "ApplyMove",
        ours,
        &theirs,
        span,
        &method("ApplyMove"),
        &request,
    )
    .await;

    for (name, shown, single) in [
        ("batch of 100, MINIMAL", v1::MoveView::Minimal, unary[0]),
        ("batch of 100, STANDARD", v1::MoveView::Standard, unary[1]),
    ] {
        let batch = v1::BatchLegalMovesRequest {
            requests: vec![view(shown); BATCH],
        };
        let request = batch.encode_to_vec().into();
        let calls = rate(ours, span, &method("BatchLegalMoves"), &request).await;
        let positions = calls * BATCH as f64;
        println!(
            "  {name:<24} {positions:>9.0} positions/s  {:.2} x unary",
            positions / single
        );
    }
}

/// Measures both in turn and prints the ratio. Returns our calls per second.
async fn compare(
    name: &str,
    ours: &[Channel],
    theirs: &[Channel],
    span: Duration,
    method: &PathAndQuery,
    request: &Bytes,
) -> f64 {
    let (mut product, mut echo) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        product.push(rate(ours, span / 2, method, request).await);
        echo.push(rate(theirs, span / 2, method, request).await);
    }
    let (product, echo) = (median(product), median(echo));
    println!(
        "  {name:<24} {product:>9.0} calls/s, echo {echo:>9.0}  ratio {:.2}",
        product / echo
    );
    product
}
