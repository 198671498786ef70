//! What calls cost inside the server, in instructions: handlers without a network around them, for callgrind, whose counts are
//! the same however busy the machine is. `tests/load/README.md` says how it is run.

use std::hint::black_box;

use tabuleiro_proto::v1::{self, game::Standing};
use tabuleiro_rules::Variant;
use tokio::sync::watch;

use super::{Core, apply, call::Call, legal};
use crate::{
    compute::Cancel,
    config::Config,
    seal::{Keyring, SealKey},
    telemetry::metrics::Metrics,
};

/// As in the server's own program.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// How often all questions are asked.
const ROUNDS: usize = 20;

const GAMES: [(&str, &str); 4] = [
    (
        "chess",
        "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Nb8 d4 Nbd7 Nbd2 Bb7 Bc2 Re8 Nf1 Bf8 Ng3 g6",
    ),
    (
        "chess",
        "d4 Nf6 c4 e6 Nc3 Bb4 e3 O-O Bd3 d5 Nf3 c5 O-O Nc6 a3 Bxc3 bxc3 dxc4 Bxc4 Qc7 Bb2 e5 h3 e4 Nd2 Na5 Ba2 Bf5",
    ),
    (
        "brazilian",
        "c3-d4 d6-c5 b2-c3 f6-g5 c3-b4 g7-f6 b4xd6 c7xc3 d2xb4",
    ),
    (
        "international",
        "32-28 18-23 33-29 23x32 37x28 16-21 31-26 11-16 34-30 6-11 40-34 19-23 28x19",
    ),
];

fn core() -> Core {
    let key = SealKey::new(&[7; 32]).expect("a key");
    let config = Config {
        keys: Keyring::with_keys(key, None),
        ..Config::local()
    };
    Core::new(&config, &Metrics::default(), watch::channel(false).1)
}

/// Every move of the games, each by the token before it.
fn questions(core: &Core, family: &str) -> Vec<v1::ApplyMoveRequest> {
    let cancel = Cancel::default();
    let mut questions = Vec::new();
    for (variant, moves) in GAMES {
        let of = Variant::parse(variant).map(|it| it.family().to_string());
        if of.as_deref() != Some(family) {
            continue;
        }
        let mut game = v1::Game {
            ruleset: Some(v1::Ruleset {
                variant: variant.to_owned(),
                ..v1::Ruleset::default()
            }),
            standing: None,
        };
        for (ply, text) in moves.split(' ').enumerate() {
            let input = v1::move_input::Input::Text(text.to_owned());
            let kind = v1::action::Kind::Move(v1::MoveInput { input: Some(input) });
            let request = v1::ApplyMoveRequest {
                game: Some(game),
                actions: vec![v1::Action { kind: Some(kind) }],
                ..v1::ApplyMoveRequest::default()
            };
            let call = Call::pooled(core, &cancel);
            let answer = apply::apply(&call, &request).expect("an answer");
            game = v1::Game {
                ruleset: None,
                standing: Some(Standing::State(answer.status.expect("a status").state)),
            };
            if ply > 5 {
                questions.push(request);
            }
        }
    }
    questions
}

/// One call and the end of its answer: what callgrind counts.
#[inline(never)]
fn counted<Q, A>(question: &Q, handler: impl Fn(&Q) -> A) {
    black_box(handler(black_box(question)));
}

#[test]
#[ignore = "a measurement"]
fn instructions_of_a_call() {
    let core = core();
    let cancel = Cancel::default();
    let setting = |name: &str| std::env::var(name).unwrap_or_default();
    let view = match setting("COST_CALL").as_str() {
        "minimal" => Some(v1::MoveView::Minimal),
        "standard" => Some(v1::MoveView::Standard),
        "full" => Some(v1::MoveView::Full),
        _ => None,
    };
    let applied = questions(&core, &setting("COST_FAMILY"));
    let shown: Vec<_> = applied
        .iter()
        .map(|question| v1::LegalMovesRequest {
            game: question.game.clone(),
            view: view.unwrap_or_default().into(),
            ..v1::LegalMovesRequest::default()
        })
        .collect();
    let call = || Call::pooled(&core, &cancel);
    for _ in 0..ROUNDS {
        for (applied, shown) in applied.iter().zip(&shown) {
            match view {
                Some(_) => counted(shown, |it| legal::legal(&call(), it)),
                None => counted(applied, |it| apply::apply(&call(), it)),
            }
        }
    }
    println!("calls {}", ROUNDS * applied.len());
}
