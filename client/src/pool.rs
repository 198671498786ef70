//! The connections of a client: calls go round them, and one that cannot be reached is left out for a while.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, AtomicUsize, Ordering},
    },
    task::{Context, Poll},
    time::{Duration, Instant},
};

use futures::{FutureExt as _, future::BoxFuture};
use http::{Request, Response};
use tonic::{
    body::Body,
    transport::{Channel, Error},
};
use tower::{Service, ServiceExt as _};

/// How long an endpoint is left out after a failure.
const LEFT_OUT: Duration = Duration::from_secs(1);

/// Some channels as one service. tonic's own balancer keeps sending to an endpoint that is gone.
#[derive(Clone, Debug)]
pub(crate) struct Pool(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    members: Vec<Member>,
    next: AtomicUsize,
    since: Instant,
}

#[derive(Debug)]
struct Member {
    channel: Channel,
    /// Milliseconds since the pool began.
    left_out_until: AtomicU64,
}

impl Pool {
    /// At least one channel.
    pub(crate) fn new(channels: Vec<Channel>) -> Pool {
        let member = |channel| Member {
            channel,
            left_out_until: AtomicU64::new(0),
        };
        Pool(Arc::new(Inner {
            members: channels.into_iter().map(member).collect(),
            next: AtomicUsize::new(0),
            since: Instant::now(),
        }))
    }
}

impl Inner {
    fn now(&self) -> u64 {
        u64::try_from(self.since.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    /// The next member in turn that is not left out; if all are, the next in turn.
    fn pick(&self) -> usize {
        let now = self.now();
        let count = self.members.len();
        let first = self.next.fetch_add(1, Ordering::Relaxed) % count;
        (0..count)
            .map(|step| (first + step) % count)
            .find(|i| self.members[*i].left_out_until.load(Ordering::Relaxed) <= now)
            .unwrap_or(first)
    }
}

impl Service<Request<Body>> for Pool {
    type Response = Response<Body>;
    type Error = Error;
    type Future = BoxFuture<'static, Result<Response<Body>, Error>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Error>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<Body>) -> Self::Future {
        let inner = Arc::clone(&self.0);
        async move {
            let member = &inner.members[inner.pick()];
            let result = member.channel.clone().oneshot(request).await;
            let until = match result {
                Ok(_) => 0,
                Err(_) => inner.now() + u64::try_from(LEFT_OUT.as_millis()).unwrap_or(0),
            };
            member.left_out_until.store(until, Ordering::Relaxed);
            result
        }
        .boxed()
    }
}
