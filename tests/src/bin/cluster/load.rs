//! Calls at a fixed rate, whatever becomes of them: an open loop, so that a stall is seen by all the calls that it hits.

use std::{
    future::Future,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use tabuleiro_client::{Client, Game};
use tabuleiro_proto::v1::{self, rules_service_client::RulesServiceClient};
use tokio::{
    sync::{mpsc, oneshot},
    task::JoinHandle,
    time::{MissedTickBehavior, interval},
};
use tonic::transport::Channel;

/// The moves of chess from its start: an answer with another number is wrong.
const MOVES: usize = 20;

/// How one call went.
#[derive(Clone, Debug)]
pub(crate) struct Sample {
    pub(crate) at: Instant,
    pub(crate) took: Duration,
    pub(crate) outcome: Outcome,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    Right,
    Wrong,
    Failed(String),
}

/// Somebody who calls.
pub(crate) trait Caller: Clone + Send + 'static {
    fn call(&self) -> impl Future<Output = Outcome> + Send;
}

fn judged(answer: &v1::LegalMovesResponse) -> Outcome {
    let moves: usize = answer.origins.iter().map(|origin| origin.moves.len()).sum();
    if moves == MOVES {
        Outcome::Right
    } else {
        Outcome::Wrong
    }
}

/// A program that uses the SDK as it is.
#[derive(Clone, Debug)]
pub(crate) struct Sdk(pub(crate) Client);

impl Caller for Sdk {
    async fn call(&self) -> Outcome {
        let call = self
            .0
            .legal_moves(Game::start("chess"))
            .view(v1::MoveView::Standard);
        match call.send().await {
            Ok(answer) => judged(&answer),
            Err(error) => Outcome::Failed(error.to_string()),
        }
    }
}

/// Programs with plain generated clients, which call in turn: one connection each, no second try.
#[derive(Clone, Debug)]
pub(crate) struct Plain {
    clients: Arc<[RulesServiceClient<Channel>]>,
    turn: Arc<AtomicUsize>,
}

impl Plain {
    pub(crate) fn new(connections: impl IntoIterator<Item = Channel>) -> Plain {
        let clients = connections.into_iter().map(RulesServiceClient::new);
        Plain {
            clients: clients.collect(),
            turn: Arc::default(),
        }
    }
}

impl Caller for Plain {
    async fn call(&self) -> Outcome {
        let mut request = tonic::Request::new(v1::LegalMovesRequest {
            game: Some(Game::start("chess").into()),
            view: v1::MoveView::Standard.into(),
            ..v1::LegalMovesRequest::default()
        });
        request.set_timeout(Duration::from_secs(10));
        let turn = self.turn.fetch_add(1, Ordering::Relaxed);
        let mut client = self.clients[turn % self.clients.len()].clone();
        match client.legal_moves(request).await {
            Ok(answer) => judged(answer.get_ref()),
            Err(status) => Outcome::Failed(format!("{:?}: {}", status.code(), status.message())),
        }
    }
}

/// A load that runs.
pub(crate) struct Load {
    stop: oneshot::Sender<()>,
    offered: JoinHandle<Vec<Sample>>,
}

impl Load {
    /// Starts to call, so many times a second.
    pub(crate) fn start(caller: impl Caller, rate: u32) -> Load {
        let (stop, mut stopped) = oneshot::channel();
        let offered = tokio::spawn(async move {
            let (done, mut samples) = mpsc::unbounded_channel();
            let (begin, mut asked) = (Instant::now(), 0_u64);
            let mut tick = interval(Duration::from_millis(2));
            tick.set_missed_tick_behavior(MissedTickBehavior::Skip);
            while stopped.try_recv() == Err(oneshot::error::TryRecvError::Empty) {
                tick.tick().await;
                // What is due by now, and not what a late tick would allow.
                let due = begin.elapsed().as_micros() * u128::from(rate) / 1_000_000;
                while u128::from(asked) < due {
                    asked += 1;
                    let (caller, done) = (caller.clone(), done.clone());
                    tokio::spawn(async move {
                        let at = Instant::now();
                        let outcome = caller.call().await;
                        let _ = done.send(Sample {
                            at,
                            took: at.elapsed(),
                            outcome,
                        });
                    });
                }
            }
            drop(done);
            let mut all = Vec::new();
            while let Some(sample) = samples.recv().await {
                all.push(sample);
            }
            all
        });
        Load { stop, offered }
    }

    /// Calls no more, waits for those on the way, and says how all of them went.
    pub(crate) async fn stop(self) -> Vec<Sample> {
        let _ = self.stop.send(());
        self.offered.await.expect("the load")
    }
}
