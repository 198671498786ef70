//! Calls over several servers on real sockets: shares, dead and leaving ones, changing addresses, ports where no server of
//! ours lives, tokens that must not be read by others.
#![allow(clippy::unwrap_used, reason = "a test crate")]

mod common;

use std::{
    collections::BTreeMap,
    io,
    net::SocketAddr,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use futures::future::BoxFuture;
use tabuleiro_client::{
    Client, Error, Game, Hedge, Retries, Token,
    testing::FakeServer,
    transport::{Addresses, Resolve},
    v1::{self, rules_service::*},
};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpListener,
};
use tonic::Status;

use common::{Host, numbered, refusing};

/// A name whose addresses the test changes.
#[derive(Clone, Default)]
struct Names(Arc<Mutex<Vec<SocketAddr>>>, Arc<AtomicUsize>);

impl Names {
    fn set<'h>(&self, hosts: impl IntoIterator<Item = &'h Host>) {
        *self.0.lock().unwrap() = hosts.into_iter().map(|host| host.address).collect();
    }
}

impl Resolve for Names {
    fn resolve(&self, host: &str, _: u16) -> BoxFuture<'static, io::Result<Addresses>> {
        assert_eq!(host, "rules.test");
        self.1.fetch_add(1, Ordering::Relaxed);
        let found = self.0.lock().unwrap().clone();
        Box::pin(std::future::ready(Ok(Addresses::from(found))))
    }
}

/// Without retries: what fails on the way fails the test.
fn frank(names: &Names) -> Client {
    let builder = Client::builder("http://rules.test").resolver(names.clone());
    let builder = builder
        .retries(Retries::none())
        .resolve_every(Duration::from_secs(1));
    builder.connect_lazy().unwrap()
}

async fn ask(client: &Client) -> Result<i32, Error> {
    let answer = client.legal_moves(Game::start("chess")).send().await;
    answer.map(|it| it.move_count)
}

/// Who answered how often.
async fn shares(client: &Client, calls: usize) -> BTreeMap<i32, usize> {
    let mut shares = BTreeMap::new();
    for _ in 0..calls {
        *shares.entry(ask(client).await.unwrap()).or_default() += 1;
    }
    shares
}

/// Asks until the answer satisfies.
async fn settle(what: &str, mut satisfied: impl AsyncFnMut() -> bool) {
    for _ in 0..2000 {
        if satisfied().await {
            return;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    panic!("never: {what}");
}

#[tokio::test]
async fn every_address_gets_its_share_over_its_own_connections() {
    let hosts = [1, 2, 3].map(|number| Host::start(numbered(number)));
    let hosts = futures::future::join_all(hosts).await;
    let names = Names::default();
    names.set(&hosts);
    let client = frank(&names);
    // Four connections over three addresses: two each.
    settle("two connections each", async || {
        ask(&client).await.unwrap();
        hosts
            .iter()
            .all(|host| host.accepted.load(Ordering::Relaxed) == 2)
    })
    .await;
    settle("equal shares", async || {
        let shares = shares(&client, 60).await;
        shares.len() == 3 && shares.values().all(|share| *share == 20)
    })
    .await;
}

#[tokio::test]
async fn a_dead_address_costs_no_call_unlike_in_the_balanced_channel_of_tonic_0_14() {
    let hosts = [
        Host::start(numbered(1)).await,
        Host::start(numbered(2)).await,
    ];
    let gone = Host::start(numbered(3)).await;
    let names = Names::default();
    names.set(hosts.iter().chain([&gone]));
    gone.die().await;
    let client = frank(&names);
    let shares = shares(&client, 200).await;
    assert_eq!(shares.values().sum::<usize>(), 200);
    assert!(!shares.contains_key(&3));
}

#[tokio::test]
async fn new_addresses_are_taken_up_and_vanished_ones_left() {
    let old = Host::start(numbered(1)).await;
    let new = Host::start(numbered(2)).await;
    let names = Names::default();
    names.set([&old]);
    let client = frank(&names);
    assert_eq!(ask(&client).await.unwrap(), 1);
    names.set([&old, &new]);
    settle("the new one", async || ask(&client).await.unwrap() == 2).await;
    names.set([&new]);
    settle("only the new one", async || {
        shares(&client, 20).await == BTreeMap::from([(2, 20)])
    })
    .await;
    // An answer without addresses changes nothing.
    let asked = names.1.load(Ordering::Relaxed);
    names.set([]);
    settle("another question", async || {
        names.1.load(Ordering::Relaxed) > asked + 1
    })
    .await;
    assert_eq!(ask(&client).await.unwrap(), 2);
}

#[tokio::test]
async fn a_lost_connection_asks_for_addresses_at_once() {
    let old = Host::start(numbered(1)).await;
    let new = Host::start(numbered(2)).await;
    let names = Names::default();
    names.set([&old]);
    let builder = Client::builder("http://rules.test").resolver(names.clone());
    let client = builder
        .resolve_every(Duration::from_secs(3600))
        .connect()
        .await
        .unwrap();
    assert_eq!(ask(&client).await.unwrap(), 1);
    names.set([&new]);
    old.die().await;
    settle("the new one", async || matches!(ask(&client).await, Ok(2))).await;
}

#[tokio::test]
async fn a_server_that_says_unavailable_is_left_out_for_a_while() {
    let full = Host::start(refusing(|| Status::unavailable("full"))).await;
    let good = Host::start(numbered(1)).await;
    let client = Client::builder(full.url()).endpoint(good.url());
    let client = client.connect().await.unwrap();
    settle("both are connected", async || {
        ask(&client).await.unwrap();
        full.asked() > 0
    })
    .await;
    for _ in 0..200 {
        assert_eq!(ask(&client).await.unwrap(), 1);
    }
    // Half of two hundred calls would be a hundred.
    assert!(full.asked() < 20, "{}", full.asked());
}

#[tokio::test]
async fn a_further_attempt_goes_to_another_server() {
    // Neither RESOURCE_EXHAUSTED nor its wait leaves a server out: only the memory of the call does.
    let limited = || {
        let mut details = tonic_types::ErrorDetails::new();
        details.set_retry_info(Some(Duration::from_millis(1)));
        <Status as tonic_types::StatusExt>::with_error_details(
            tonic::Code::ResourceExhausted,
            "",
            details,
        )
    };
    let hosts = [
        Host::start(refusing(limited)).await,
        Host::start(numbered(7)).await,
    ];
    let client = Client::builder(hosts[0].url()).endpoint(hosts[1].url());
    let two = Retries {
        attempts: 2,
        ..Retries::default()
    };
    let client = client.retries(two).connect().await.unwrap();
    settle("both are connected", async || {
        let answer = ask(&client).await;
        hosts[0].asked() > 0 && answer.is_ok()
    })
    .await;
    for _ in 0..50 {
        assert_eq!(ask(&client).await.unwrap(), 7);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_call_fails_while_servers_drain_and_come_back() {
    let mut hosts = Vec::new();
    for number in 0..3 {
        hosts.push(Host::start(numbered(number)).await);
    }
    let addresses: Vec<_> = hosts.iter().map(|host| host.address.to_string()).collect();
    let client = Client::builder(hosts[0].url());
    let client = client.endpoint(hosts[1].url()).endpoint(hosts[2].url());
    let client = client.connect().await.unwrap();
    let over = Arc::new(std::sync::atomic::AtomicBool::new(false));
    let callers: Vec<_> = (0..16)
        .map(|_| {
            let (client, over) = (client.clone(), Arc::clone(&over));
            tokio::spawn(async move {
                let mut calls = 0;
                while !over.load(Ordering::Relaxed) {
                    ask(&client).await.unwrap();
                    calls += 1;
                }
                calls
            })
        })
        .collect();
    for round in 0..6 {
        tokio::time::sleep(Duration::from_millis(30)).await;
        let leaving = hosts.remove(0);
        if round % 2 == 0 {
            leaving.drain().await;
        } else {
            leaving.die().await;
        }
        tokio::time::sleep(Duration::from_millis(30)).await;
        let address = &addresses[round % 3];
        hosts.push(Host::start_at(address, numbered(0)).await);
    }
    over.store(true, Ordering::Relaxed);
    let calls = futures::future::join_all(callers).await;
    assert!(calls.into_iter().map(Result::unwrap).sum::<usize>() > 100);
}

#[tokio::test]
async fn a_port_that_accepts_and_says_nothing_never_gets_a_call() {
    let mute = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let good = Host::start(numbered(1)).await;
    let client = Client::builder(mute.local_addr().unwrap().to_string()).endpoint(good.url());
    let client = client.retries(Retries::none()).connect().await.unwrap();
    assert_eq!(shares(&client, 50).await, BTreeMap::from([(1, 50)]));

    let alone = Client::builder(mute.local_addr().unwrap().to_string());
    let alone = alone
        .connect_timeout(Duration::from_millis(50))
        .connect()
        .await;
    let error = alone.unwrap_err().to_string();
    assert!(error.contains("nothing came within 50ms"), "{error}");
}

#[tokio::test]
async fn what_lives_at_a_port_that_is_none_of_ours_is_told() {
    for (says, told) in [
        (&b"HTTP/1.1 400 Bad Request\r\n\r\n"[..], "web server"),
        (&[0x15, 3, 3, 0, 2, 2, 40], "https://"),
        (b"220 mail.example ESMTP\r\n", "not HTTP/2"),
        (b"", "want https://?"),
    ] {
        let other = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = other.local_addr().unwrap().to_string();
        tokio::spawn(async move {
            while let Ok((mut stream, _)) = other.accept().await {
                let mut preface = [0; 24];
                stream.read_exact(&mut preface).await.unwrap();
                stream.write_all(says).await.unwrap();
                stream.shutdown().await.unwrap();
            }
        });
        let error = Client::connect(&address).await.unwrap_err().to_string();
        assert!(error.contains(told) && error.contains(&address), "{error}");
    }
}

#[tokio::test]
async fn a_call_may_wait_for_a_server_that_is_not_there_yet() {
    let place = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = place.local_addr().unwrap().to_string();
    drop(place);
    let client = Client::builder(&address)
        .retries(Retries::none())
        .wait_for_ready();
    let client = client.connect_lazy().unwrap();
    let call = tokio::spawn(async move { ask(&client).await });
    tokio::time::sleep(Duration::from_millis(150)).await;
    let host = Host::start_at(&address, numbered(5)).await;
    assert_eq!(call.await.unwrap().unwrap(), 5);
    drop(host);
}

#[tokio::test]
async fn a_token_goes_over_plaintext_to_this_machine_and_by_permission_only() {
    let host = Host::start(numbered(1)).await;
    let local = Client::builder(host.url())
        .token("secret")
        .connect()
        .await
        .unwrap();
    assert_eq!(ask(&local).await.unwrap(), 1);

    let here = host.address;
    let far = || {
        Client::builder("http://192.0.2.7:50051")
            .token("secret")
            .connector(move |_| tokio::net::TcpStream::connect(here))
    };
    let error = ask(&far().connect_lazy().unwrap()).await.unwrap_err();
    let Error::TokenInPlaintext { address } = error else {
        panic!("{error:?}")
    };
    assert_eq!(address.to_string(), "192.0.2.7:50051");
    // The token of a layer is one too.
    let sly = Client::builder("http://192.0.2.7:50051")
        .connector(move |_| tokio::net::TcpStream::connect(here))
        .layer(tower::util::MapRequestLayer::new(
            |mut request: http::Request<tonic::body::Body>| {
                let token = http::HeaderValue::from_static("Bearer secret");
                request.headers_mut().insert("authorization", token);
                request
            },
        ));
    let error = ask(&sly.connect_lazy().unwrap()).await.unwrap_err();
    assert!(matches!(error, Error::TokenInPlaintext { .. }), "{error:?}");

    let before = host.asked();
    let allowed = far().allow_token_in_plaintext().connect().await.unwrap();
    assert_eq!(ask(&allowed).await.unwrap(), 1);
    assert_eq!(host.asked(), before + 1);
}

#[tokio::test]
async fn a_token_that_a_server_no_longer_takes_is_asked_for_anew_and_the_call_made_again() {
    let asked = Arc::new(AtomicUsize::new(0));
    let seen = Arc::new(Mutex::new(Vec::new()));
    let (count, log) = (Arc::clone(&asked), Arc::clone(&seen));
    let fake =
        FakeServer::new().answer::<ListVariants>(|_| Ok(v1::ListVariantsResponse::default()));
    let service = fake.service();
    let gate = tower::service_fn(move |request: http::Request<tonic::body::Body>| {
        let token = request.headers()["authorization"]
            .to_str()
            .unwrap()
            .to_owned();
        log.lock().unwrap().push(token.clone());
        let inner = service.clone();
        async move {
            if token != "Bearer 1" {
                return Ok(Status::unauthenticated("expired").into_http());
            }
            tower::ServiceExt::oneshot(inner, request).await
        }
    });
    let client = Client::builder("unused")
        .token_source(move || {
            let number = count.fetch_add(1, Ordering::Relaxed);
            async move { Ok(Token::new(number.to_string())) }
        })
        .layer(tower::layer::layer_fn(move |_| gate.clone()))
        .connect_lazy()
        .unwrap();
    client.list_variants().send().await.unwrap();
    client.list_variants().send().await.unwrap();
    assert_eq!(*seen.lock().unwrap(), ["Bearer 0", "Bearer 1", "Bearer 1"]);
    assert_eq!(asked.load(Ordering::Relaxed), 2);
}

#[tokio::test]
async fn a_layer_sees_every_attempt() {
    let calls = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&calls);
    let host = Host::start(refusing(|| Status::unavailable("full"))).await;
    let client = Client::builder(host.url())
        .retries(Retries {
            first_pause: Duration::from_millis(1),
            attempts: 3,
            hedge: Hedge::Never,
            ..Retries::default()
        })
        .layer(tower::util::MapRequestLayer::new(
            move |request: http::Request<_>| {
                count.fetch_add(1, Ordering::Relaxed);
                request
            },
        ))
        .connect_lazy()
        .unwrap();
    assert!(ask(&client).await.unwrap_err().is_unavailable());
    assert_eq!(calls.load(Ordering::Relaxed), 3);
    assert_eq!(host.asked(), 3);
}
