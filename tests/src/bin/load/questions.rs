//! What is asked: moves and positions from the middle of real games of chess, Brazilian and international draughts, each
//! carried by its state token as a live game carries it.

use bytes::Bytes;
use prost::Message;
use tabuleiro_proto::{
    UnaryMethod as _,
    v1::{
        self,
        game::Standing,
        rules_service::{ApplyMove, BatchLegalMoves, LegalMoves},
        rules_service_client::RulesServiceClient,
    },
};
use tonic::transport::Channel;

use crate::child::Child;

/// Positions in one batch.
pub(crate) const BATCH: u32 = 100;

/// One way to load a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Call {
    /// One move, by the token before it.
    Apply,
    /// The moves of one position.
    LegalMinimal,
    /// The same with texts, paths and captures.
    LegalStandard,
    /// The same with check marks and the positions after.
    LegalFull,
    /// A hundred positions at a time.
    BatchMinimal,
    /// The same with texts, paths and captures.
    BatchStandard,
}

impl Call {
    /// The calls that an echo answers too.
    pub(crate) const UNARY: [Call; 4] = [
        Call::Apply,
        Call::LegalMinimal,
        Call::LegalStandard,
        Call::LegalFull,
    ];

    /// Its path on the wire.
    pub(crate) const fn path(self) -> &'static str {
        match self {
            Call::Apply => ApplyMove::METHOD.path,
            Call::LegalMinimal | Call::LegalStandard | Call::LegalFull => LegalMoves::METHOD.path,
            Call::BatchMinimal | Call::BatchStandard => BatchLegalMoves::METHOD.path,
        }
    }

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Call::Apply => "ApplyMove",
            Call::LegalMinimal => "LegalMoves MINIMAL",
            Call::LegalStandard => "LegalMoves STANDARD",
            Call::LegalFull => "LegalMoves FULL",
            Call::BatchMinimal => "batch of 100, MINIMAL",
            Call::BatchStandard => "batch of 100, STANDARD",
        }
    }
}

/// Real games, as far as they were played: the positions come from their second quarter on.
const GAMES: [(&str, &str); 6] = [
    (
        "chess",
        "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Nb8 d4 Nbd7 Nbd2 Bb7 Bc2 Re8 Nf1 Bf8 Ng3 g6",
    ),
    (
        "chess",
        "d4 Nf6 c4 e6 Nc3 Bb4 e3 O-O Bd3 d5 Nf3 c5 O-O Nc6 a3 Bxc3 bxc3 dxc4 Bxc4 Qc7 Bb2 e5 h3 e4 Nd2 Na5 Ba2 Bf5",
    ),
    (
        "chess",
        "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Be2 e5 Nb3 Be7 O-O O-O Be3 Be6 f4 exf4 Rxf4 Nc6 Nd5 Bxd5 exd5 Ne5",
    ),
    (
        "brazilian",
        "c3-d4 d6-c5 b2-c3 f6-g5 c3-b4 g7-f6 b4xd6 c7xc3 d2xb4",
    ),
    (
        "brazilian",
        "c3-d4 f6-g5 b2-c3 g7-f6 c3-b4 b6-a5 d4-c5 a5xc3 d2xb4",
    ),
    (
        "international",
        "32-28 18-23 33-29 23x32 37x28 16-21 31-26 11-16 34-30 6-11 40-34 19-23 28x19",
    ),
];

/// The questions, and each as the bytes that are sent: the lists are gone through again and again.
#[derive(Debug)]
pub(crate) struct Questions {
    apply: Vec<v1::ApplyMoveRequest>,
    legal: [Vec<v1::LegalMovesRequest>; 3],
    /// By call, in the order of [`Call`].
    encoded: Vec<Vec<Bytes>>,
}

const VIEWS: [v1::MoveView; 3] = [
    v1::MoveView::Minimal,
    v1::MoveView::Standard,
    v1::MoveView::Full,
];

impl Questions {
    /// Plays the games on a server and keeps the tokens of their later positions.
    pub(crate) async fn of(product: &Child) -> Questions {
        Questions::asked(RulesServiceClient::new(product.channel().clone())).await
    }

    /// The same on any server of the product.
    pub(crate) async fn asked(mut client: RulesServiceClient<Channel>) -> Questions {
        let mut apply = Vec::new();
        let mut games = Vec::new();
        for (variant, moves) in GAMES {
            let moves: Vec<_> = moves.split(' ').collect();
            let mut game = v1::Game {
                ruleset: Some(v1::Ruleset {
                    variant: variant.to_owned(),
                    ..v1::Ruleset::default()
                }),
                standing: None,
            };
            for (ply, text) in moves.iter().enumerate() {
                let request = apply_request(game.clone(), text);
                let answer = client.apply_move(request.clone()).await;
                let answer = answer.expect("an answer").into_inner();
                assert!(answer.rejection.is_none(), "{variant} {text}: {answer:?}");
                if ply >= moves.len() / 4 {
                    apply.push(request);
                    games.push(game.clone());
                }
                game = v1::Game {
                    ruleset: None,
                    standing: Some(Standing::State(answer.status.expect("a status").state)),
                };
            }
        }
        let legal = VIEWS.map(|view| {
            let one = |game: &v1::Game| v1::LegalMovesRequest {
                game: Some(game.clone()),
                view: view.into(),
                ..v1::LegalMovesRequest::default()
            };
            games.iter().map(one).collect::<Vec<_>>()
        });
        let batch = |requests: &[v1::LegalMovesRequest]| v1::BatchLegalMovesRequest {
            requests: requests
                .iter()
                .cycle()
                .take(BATCH as usize)
                .cloned()
                .collect(),
        };
        let [minimal, standard, full] = &legal;
        let encoded = vec![
            bytes(&apply),
            bytes(minimal),
            bytes(standard),
            bytes(full),
            bytes(&[batch(minimal)]),
            bytes(&[batch(standard)]),
        ];
        Questions {
            apply,
            legal,
            encoded,
        }
    }

    /// The bytes of the question of this number.
    pub(crate) fn question(&self, call: Call, number: usize) -> Bytes {
        let list = &self.encoded[call as usize];
        list[number % list.len()].clone()
    }

    /// The bytes of a question and of its answer, on average, as protocol buffers without the framing of gRPC and HTTP/2.
    pub(crate) fn bytes_of(&self, answers: &Answers, call: Call) -> [f64; 2] {
        let mean = |sizes: Vec<usize>| sizes.iter().sum::<usize>() as f64 / sizes.len() as f64;
        let asked = self.encoded[call as usize].iter().map(Bytes::len).collect();
        let legal = |view: usize| sizes(&answers.legal[view]);
        let answered = match call {
            Call::Apply => sizes(&answers.apply),
            Call::LegalMinimal | Call::BatchMinimal => legal(0),
            Call::LegalStandard | Call::BatchStandard => legal(1),
            Call::LegalFull => legal(2),
        };
        [mean(asked), mean(answered)]
    }

    /// The answers that the product gives, for an echo to repeat.
    pub(crate) async fn answers(&self, mut client: RulesServiceClient<Channel>) -> Answers {
        let mut answers = Answers::default();
        for request in &self.apply {
            let answer = client.apply_move(request.clone()).await;
            answers.apply.push(answer.expect("an answer").into_inner());
        }
        for (view, requests) in self.legal.iter().enumerate() {
            for request in requests {
                let answer = client.legal_moves(request.clone()).await;
                answers.legal[view].push(answer.expect("an answer").into_inner());
            }
        }
        answers
    }
}

fn bytes<M: Message>(requests: &[M]) -> Vec<Bytes> {
    requests
        .iter()
        .map(|it| it.encode_to_vec().into())
        .collect()
}

fn sizes<M: Message>(messages: &[M]) -> Vec<usize> {
    messages.iter().map(Message::encoded_len).collect()
}

/// Answers prepared for an echo.
#[derive(Clone, Debug, Default)]
pub(crate) struct Answers {
    pub(crate) apply: Vec<v1::ApplyMoveResponse>,
    /// By view, in the order MINIMAL, STANDARD, FULL.
    pub(crate) legal: [Vec<v1::LegalMovesResponse>; 3],
}

impl Answers {
    /// Those to the questions of this number alone.
    pub(crate) fn only(&self, number: usize) -> Answers {
        let legal = |view: usize| vec![self.legal[view][number].clone()];
        Answers {
            apply: vec![self.apply[number].clone()],
            legal: [legal(0), legal(1), legal(2)],
        }
    }
}

fn apply_request(game: v1::Game, text: &str) -> v1::ApplyMoveRequest {
    let input = v1::move_input::Input::Text(text.to_owned());
    let kind = v1::action::Kind::Move(v1::MoveInput { input: Some(input) });
    v1::ApplyMoveRequest {
        game: Some(game),
        actions: vec![v1::Action { kind: Some(kind) }],
        ..v1::ApplyMoveRequest::default()
    }
}
