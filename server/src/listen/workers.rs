//! Who runs the accept loops: the runtime that is there, or threads with a runtime each (`--runtime per_core`); and how
//! one learns that all of them, and all of their connections, have ended.

use std::{convert::Infallible, io, net::TcpListener, sync::Arc};

use tokio::sync::{mpsc, oneshot, watch};

use super::{
    accept::accept_loop,
    connection::{Answering, Connections},
    phase::Phase,
};
use crate::runtime;

/// Held by everything that must end before the server has ended.
#[derive(Clone, Debug)]
pub(crate) struct Alive(#[allow(dead_code, reason = "held for its drop")] mpsc::Sender<Infallible>);

/// Everything that holds an [`Alive`].
#[derive(Debug)]
pub(crate) struct Workers(mpsc::Receiver<Infallible>);

impl Workers {
    pub(crate) fn new() -> (Alive, Workers) {
        let (sender, receiver) = mpsc::channel(1);
        (Alive(sender), Workers(receiver))
    }

    /// Waits until nothing is alive.
    pub(crate) async fn ended(&mut self) {
        while self.0.recv().await.is_some() {}
    }
}

impl<S: Answering> Connections<S> {
    /// Accepts from these sockets on the runtime that is there.
    pub(crate) fn accept_here(
        self: &Arc<Self>,
        listeners: Vec<TcpListener>,
        phase: &watch::Receiver<Phase>,
        alive: &Alive,
    ) -> io::Result<()> {
        for listener in listeners {
            let listener = tokio::net::TcpListener::from_std(listener)?;
            let connections = Arc::clone(self);
            let (phase, alive) = (phase.clone(), alive.clone());
            tokio::spawn(accept_loop(
                listener,
                self.places.clone(),
                self.counters.clone(),
                phase.clone(),
                move |stream, address, place| {
                    let serve = Arc::clone(&connections).tcp(stream, address, place, phase.clone());
                    let alive = alive.clone();
                    tokio::spawn(async move {
                        serve.await;
                        drop(alive);
                    });
                },
            ));
        }
        Ok(())
    }

    /// Accepts from each set of sockets on a thread and a runtime of its own.
    pub(crate) async fn accept_per_core(
        self: &Arc<Self>,
        listeners: Vec<Vec<TcpListener>>,
        phase: &watch::Receiver<Phase>,
        alive: &Alive,
        compute_threads: usize,
    ) -> io::Result<()> {
        for (n, listeners) in listeners.into_iter().enumerate() {
            let (told, started) = oneshot::channel();
            let worker = Worker {
                connections: Arc::clone(self),
                listeners,
                phase: phase.clone(),
                compute_threads,
            };
            let alive = alive.clone();
            std::thread::Builder::new()
                .name(format!("core-{n}"))
                .spawn(move || {
                    worker.run(told);
                    drop(alive);
                })?;
            started
                .await
                .unwrap_or_else(|_| Err(io::Error::other("the thread ended")))?;
        }
        Ok(())
    }
}

/// What one thread needs.
struct Worker<S> {
    connections: Arc<Connections<S>>,
    listeners: Vec<TcpListener>,
    phase: watch::Receiver<Phase>,
    /// Computations that run at one time.
    compute_threads: usize,
}

impl<S: Answering> Worker<S> {
    /// Says whether it has started, and returns when its own connections have ended.
    fn run(self, told: oneshot::Sender<io::Result<()>>) {
        let runtime = match runtime::of_core(self.compute_threads) {
            Ok(runtime) => runtime,
            Err(error) => {
                let _ = told.send(Err(error));
                return;
            }
        };
        runtime.block_on(async {
            let (alive, mut own) = Workers::new();
            let started = self
                .connections
                .accept_here(self.listeners, &self.phase, &alive);
            drop(alive);
            let failed = started.is_err();
            let _ = told.send(started);
            if !failed {
                own.ended().await;
            }
        });
        // A long computation that nobody waits for any more has been told to stop.
        runtime.shutdown_background();
    }
}
