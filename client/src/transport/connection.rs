//! One connection of HTTP/2: opened, greeted, then shared by many calls.

use std::{net::SocketAddr, sync::Arc, time::Duration};

use hyper::client::conn::http2;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use tokio::time::{Instant, timeout_at};
use tonic::body::Body;

use super::{
    connect::BoxIo,
    fault::Fault,
    life::{Heeded, Life},
    plan::Plan,
    target::Target,
};

/// How long answers may still come for calls that were given up, and for how many calls.
const LATE_ANSWERS: Duration = Duration::from_secs(300);
const MOST_LATE_ANSWERS: usize = 1024;

/// A connection that can carry calls.
#[derive(Clone, Debug)]
pub(super) struct Connection {
    pub(super) sender: http2::SendRequest<Body>,
    pub(super) life: Arc<Life>,
}

/// Ends when no further call can be begun on the connection.
pub(super) type Ending = tokio::task::JoinHandle<()>;

/// Opens a connection and waits until the server has greeted: before that nobody knows whether anyone lives behind the port,
/// whether it wants TLS, whether it takes our certificate, and how many calls at once it allows.
pub(super) async fn open(
    plan: &Plan,
    target: &Target,
    address: SocketAddr,
) -> Result<(Connection, Ending), Fault> {
    let within = plan.connect_timeout;
    let until = Instant::now() + within;
    let silent = Fault::Silent { address, within };
    let io = timeout_at(until, stream(plan, target, address))
        .await
        .map_err(|_| silent.clone())??;
    let life = Life::new();
    let heeded = TokioIo::new(Heeded {
        io,
        life: Arc::clone(&life),
    });
    let mut settings = http2::Builder::new(TokioExecutor::new());
    settings
        .timer(TokioTimer::new())
        // Hedges and short deadlines leave many calls that nobody waits for any more: what still comes for one is no fault of
        // the server, however late it comes.
        .reset_stream_duration(LATE_ANSWERS)
        .max_concurrent_reset_streams(MOST_LATE_ANSWERS)
        .keep_alive_interval(plan.keep_alive)
        .keep_alive_timeout(plan.keep_alive_timeout)
        .keep_alive_while_idle(true);
    let failed = |error: hyper::Error| Fault::Handshake {
        address,
        why: error.to_string(),
    };
    let (sender, connection) = timeout_at(until, settings.handshake(heeded))
        .await
        .map_err(|_| silent.clone())?
        .map_err(failed)?;
    let mut ending = tokio::spawn(async move {
        // What it ends with is seen by the calls on it.
        let _ = connection.await;
    });
    let greeted = tokio::select! {
        biased;
        () = life.greeting() => Ok(()),
        _ = &mut ending => Err(match life.fault() {
            Some(source) => Fault::Open { address, tls: target.tls, source },
            None => Fault::NoGreeting { address, tls: target.tls, answered: life.answered() },
        }),
        () = tokio::time::sleep_until(until) => Err(silent),
    };
    greeted.map(|()| (Connection { sender, life }, ending))
}

async fn stream(plan: &Plan, target: &Target, address: SocketAddr) -> Result<BoxIo, Fault> {
    let fault = |source| Fault::Open {
        address,
        tls: target.tls,
        source: Arc::new(source),
    };
    let io = plan.connector.connect(address).await.map_err(fault)?;
    #[cfg(feature = "tls")]
    if target.tls {
        let Some(tls) = &plan.tls else {
            return Err(fault(std::io::Error::other("TLS has not been prepared")));
        };
        let secured = tls.secure(&target.host, io).await;
        return secured.map_err(fault);
    }
    Ok(io)
}
