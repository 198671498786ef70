//! Connections that nobody at the other end knows any more: the network swallows what is sent, and says nothing. By example,
//! with servers in memory and a clock that is advanced.
#![allow(clippy::unwrap_used, reason = "a test crate")]

use std::{
    collections::HashSet,
    io,
    net::SocketAddr,
    pin::Pin,
    sync::{Arc, Mutex},
    task::{Context, Poll},
    time::Duration,
};

use hyper::{body::Incoming, server::conn::http2, service::service_fn};
use hyper_util::rt::{TokioExecutor, TokioIo};
use tabuleiro_client::{
    Client, ClientBuilder, Game, Hedge, Retries,
    testing::FakeServer,
    v1::{self, rules_service::*},
};
use tokio::{
    io::{AsyncRead, AsyncWrite, DuplexStream, ReadBuf},
    time::Instant,
};
use tonic::body::Body;
use tower::ServiceExt as _;

/// A network to servers in memory.
#[derive(Clone, Default)]
struct Network {
    /// The ports of the connections in the order in which they were opened.
    opened: Arc<Mutex<Vec<u16>>>,
    /// The numbers of those that are swallowed.
    swallowed: Arc<Mutex<HashSet<usize>>>,
}

impl Network {
    /// Swallows the connections to a server that are open now. New ones are not.
    fn swallow(&self, port: u16) {
        let opened = self.opened.lock().unwrap();
        let numbers = (0..opened.len()).filter(|number| opened[*number] == port);
        self.swallowed.lock().unwrap().extend(numbers);
    }

    fn opened(&self) -> usize {
        self.opened.lock().unwrap().len()
    }

    async fn connect(self, address: SocketAddr) -> io::Result<Line> {
        let (ours, theirs) = tokio::io::duplex(64 << 10);
        let number = self.opened();
        self.opened.lock().unwrap().push(address.port());
        let answer = FakeServer::new().answer::<LegalMoves>(move |_| {
            Ok(v1::LegalMovesResponse {
                move_count: i32::from(address.port()),
                ..v1::LegalMovesResponse::default()
            })
        });
        let service = answer.service();
        tokio::spawn(async move {
            let service = service_fn(move |request: http::Request<Incoming>| {
                service.clone().oneshot(request.map(Body::new))
            });
            http2::Builder::new(TokioExecutor::new())
                .serve_connection(TokioIo::new(theirs), service)
                .await
        });
        Ok(Line {
            io: ours,
            number,
            swallowed: self.swallowed,
        })
    }

    fn client(&self, addresses: &[&str]) -> ClientBuilder {
        let network = self.clone();
        let builder = Client::builder(addresses[0]).connections(1);
        let further = addresses[1..].iter();
        further
            .fold(builder, |builder, address| builder.endpoint(*address))
            .connector(move |address| network.clone().connect(address))
    }
}

/// A connection that may be swallowed: what is written seems to be sent, and nothing comes.
struct Line {
    io: DuplexStream,
    number: usize,
    swallowed: Arc<Mutex<HashSet<usize>>>,
}

impl Line {
    fn is_swallowed(&self) -> bool {
        self.swallowed.lock().unwrap().contains(&self.number)
    }
}

impl AsyncRead for Line {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if self.is_swallowed() {
            return Poll::Pending;
        }
        Pin::new(&mut self.io).poll_read(cx, buf)
    }
}

impl AsyncWrite for Line {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &[u8],
    ) -> Poll<io::Result<usize>> {
        if self.is_swallowed() {
            return Poll::Ready(Ok(buf.len()));
        }
        Pin::new(&mut self.io).poll_write(cx, buf)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.io).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.io).poll_shutdown(cx)
    }
}

/// Which server answers, and after how many milliseconds.
async fn ask(client: &Client) -> (i32, u128) {
    let began = Instant::now();
    let call = client.legal_moves(Game::start("chess"));
    let answer = call.deadline(Duration::from_secs(60)).send().await.unwrap();
    (answer.move_count, began.elapsed().as_millis())
}

#[tokio::test(start_paused = true)]
async fn a_call_over_a_connection_that_is_swallowed_is_asked_of_another_server_after_a_second() {
    let network = Network::default();
    let client = network
        .client(&["http://10.0.0.1:1"])
        .connect()
        .await
        .unwrap();
    assert_eq!(ask(&client).await, (1, 0));
    network.swallow(1);
    // The only address: over a new connection to it.
    let (server, took) = ask(&client).await;
    assert_eq!(server, 1);
    assert!((1000..2500).contains(&took), "{took} ms");
    assert_eq!(network.opened(), 2);
    // What is silent is avoided from then on.
    for _ in 0..20 {
        assert_eq!(ask(&client).await, (1, 0));
    }
}

#[tokio::test(start_paused = true)]
async fn whoever_has_two_servers_is_answered_by_the_other_one() {
    let network = Network::default();
    let addresses = ["http://10.0.0.1:1", "http://10.0.0.2:2"];
    let client = network.client(&addresses).connect().await.unwrap();
    tokio::time::sleep(Duration::from_millis(10)).await;
    let mut servers = Vec::new();
    for _ in 0..4 {
        servers.push(ask(&client).await.0);
    }
    servers.sort_unstable();
    assert_eq!(servers, [1, 1, 2, 2]);
    network.swallow(1);
    let mut slow = 0;
    for _ in 0..40 {
        let (server, took) = ask(&client).await;
        if took > 0 {
            assert!(server == 2 && took < 1500, "{server}: {took} ms");
            slow += 1;
        }
    }
    // One call finds it out for all.
    assert_eq!(slow, 1);
}

#[tokio::test(start_paused = true)]
async fn a_ping_without_an_answer_ends_a_connection_and_its_calls_are_made_elsewhere() {
    let network = Network::default();
    let patient = Retries {
        hedge: Hedge::Never,
        ..Retries::default()
    };
    let builder = network.client(&["http://10.0.0.1:1"]).retries(patient);
    let builder = builder.keep_alive(Duration::from_secs(20), Duration::from_secs(4));
    let client = builder.connect().await.unwrap();
    assert_eq!(ask(&client).await, (1, 0));
    network.swallow(1);
    let (_, took) = ask(&client).await;
    // The ping, its time limit, the pause before the next attempt.
    assert!((23_000..25_000).contains(&took), "{took} ms");
    assert_eq!(network.opened(), 2);
}

#[tokio::test(start_paused = true)]
async fn an_idle_connection_is_pinged_too_and_replaced_before_anybody_calls() {
    let network = Network::default();
    let client = network
        .client(&["http://10.0.0.1:1"])
        .connect()
        .await
        .unwrap();
    tokio::time::sleep(Duration::from_secs(60)).await;
    assert_eq!(network.opened(), 1, "pings that are answered end nothing");
    network.swallow(1);
    // 5 s and 3 s are the defaults.
    tokio::time::sleep(Duration::from_secs(9)).await;
    assert_eq!(network.opened(), 2);
    assert_eq!(ask(&client).await, (1, 0));
}
