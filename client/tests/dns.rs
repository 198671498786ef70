//! Names by DNS, against a server of the test's own: its answers say how long they are good, and calls follow them.
#![allow(clippy::unwrap_used, reason = "a test crate")]

mod common;

use std::{
    collections::BTreeSet,
    net::{IpAddr, SocketAddr},
    sync::{
        Arc, Mutex,
        atomic::{AtomicU32, AtomicUsize, Ordering},
    },
    time::Duration,
};

use hickory_resolver::proto::{
    op::{Message, OpCode, ResponseCode},
    rr::{RData, Record, RecordType},
};
use tabuleiro_client::{
    Client, Error, Game, Retries,
    transport::{DnsResolver, Resolve as _},
};
use tokio::net::UdpSocket;

use common::{Host, numbered};

/// A server for one name, whose addresses the test changes.
#[derive(Clone, Default)]
struct Zone {
    addresses: Arc<Mutex<Vec<IpAddr>>>,
    /// Seconds.
    ttl: Arc<AtomicU32>,
    asked: Arc<AtomicUsize>,
}

const NAME: &str = "headless.rules.test.";

impl Zone {
    fn new(ttl: u32, addresses: &[&str]) -> Zone {
        let zone = Zone::default();
        zone.ttl.store(ttl, Ordering::Relaxed);
        zone.set(addresses);
        zone
    }

    fn set(&self, addresses: &[&str]) {
        let addresses = addresses.iter().map(|it| it.parse().unwrap());
        *self.addresses.lock().unwrap() = addresses.collect();
    }

    /// How often A records were asked for.
    fn asked(&self) -> usize {
        self.asked.load(Ordering::Relaxed)
    }

    async fn serve(&self) -> SocketAddr {
        let socket = UdpSocket::bind("127.0.0.1:0").await.unwrap();
        let address = socket.local_addr().unwrap();
        let zone = self.clone();
        tokio::spawn(async move {
            let mut buffer = [0; 4096];
            loop {
                let (length, from) = socket.recv_from(&mut buffer).await.unwrap();
                let question = Message::from_vec(&buffer[..length]).unwrap();
                let answer = zone.answer(&question).to_vec().unwrap();
                socket.send_to(&answer, from).await.unwrap();
            }
        });
        address
    }

    fn answer(&self, message: &Message) -> Message {
        let question = &message.queries[0];
        let mut answer = Message::response(message.metadata.id, OpCode::Query);
        answer.metadata.authoritative = true;
        answer.metadata.recursion_available = true;
        answer.add_query(question.clone());
        if question.name().to_string() != NAME {
            answer.metadata.response_code = ResponseCode::NXDomain;
            return answer;
        }
        if question.query_type() == RecordType::A {
            self.asked.fetch_add(1, Ordering::Relaxed);
        }
        for address in &*self.addresses.lock().unwrap() {
            let data = match (question.query_type(), address) {
                (RecordType::A, IpAddr::V4(address)) => RData::A((*address).into()),
                (RecordType::AAAA, IpAddr::V6(address)) => RData::AAAA((*address).into()),
                _ => continue,
            };
            let ttl = self.ttl.load(Ordering::Relaxed);
            answer.add_answer(Record::from_rdata(question.name().clone(), ttl, data));
        }
        answer
    }

    async fn resolver(&self) -> DnsResolver {
        DnsResolver::of_servers([self.serve().await]).unwrap()
    }

    async fn client(&self, port: u16) -> Client {
        Client::builder(format!("http://{NAME}:{port}"))
            .resolver(self.resolver().await)
            .resolve_every(Duration::from_secs(3600))
            .retries(Retries::none())
            .connect()
            .await
            .unwrap()
    }
}

/// Who answers, of some calls.
async fn servers(client: &Client) -> BTreeSet<i32> {
    let mut servers = BTreeSet::new();
    for _ in 0..20 {
        let answer = client.legal_moves(Game::start("chess")).send().await;
        servers.insert(answer.unwrap().move_count);
    }
    servers
}

async fn settle(client: &Client, expected: &[i32]) {
    let expected: BTreeSet<_> = expected.iter().copied().collect();
    for _ in 0..500 {
        if servers(client).await == expected {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("never: {expected:?}");
}

#[tokio::test]
async fn calls_follow_the_addresses_when_their_time_is_over() {
    let first = Host::start(numbered(1)).await;
    let port = first.address.port();
    let second = Host::start_at(&format!("127.0.0.2:{port}"), numbered(2)).await;
    let zone = Zone::new(1, &["127.0.0.1"]);
    let client = zone.client(port).await;
    settle(&client, &[1]).await;
    // No connection fails: that its time is over is all that lets the name be asked for again.
    zone.set(&["127.0.0.1", "127.0.0.2"]);
    settle(&client, &[1, 2]).await;
    zone.set(&["127.0.0.2"]);
    settle(&client, &[2]).await;
    drop((first, second));
}

#[tokio::test]
async fn an_answer_that_is_good_for_long_is_not_asked_for_again() {
    let host = Host::start(numbered(1)).await;
    let zone = Zone::new(3600, &["127.0.0.1"]);
    let client = zone.client(host.address.port()).await;
    tokio::time::sleep(Duration::from_millis(2500)).await;
    assert_eq!(servers(&client).await, BTreeSet::from([1]));
    assert_eq!(zone.asked(), 1);
}

#[tokio::test]
async fn a_connection_that_fails_asks_anew_however_long_the_answer_is_good() {
    let first = Host::start(numbered(1)).await;
    let port = first.address.port();
    let second = Host::start_at(&format!("127.0.0.2:{port}"), numbered(2)).await;
    let zone = Zone::new(3600, &["127.0.0.1"]);
    let client = zone.client(port).await.with_retries(Retries::default());
    settle(&client, &[1]).await;
    zone.set(&["127.0.0.2"]);
    first.die().await;
    let mut answered = None;
    for _ in 0..500 {
        let answer = client.legal_moves(Game::start("chess")).send().await;
        answered = answer.ok().map(|it| it.move_count);
        if answered.is_some() {
            break;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    assert_eq!(answered, Some(2));
    drop(second);
}

#[tokio::test]
async fn addresses_of_both_families_are_found_with_the_time_that_they_are_good_for() {
    let zone = Zone::new(30, &["10.0.0.1", "10.0.0.2", "2001:db8::1"]);
    let resolver = zone.resolver().await;
    let found = resolver.resolve(NAME, 7).await.unwrap();
    let addresses: BTreeSet<_> = found.addresses.iter().map(ToString::to_string).collect();
    assert_eq!(
        addresses,
        ["10.0.0.1:7", "10.0.0.2:7", "[2001:db8::1]:7"]
            .map(str::to_owned)
            .into()
    );
    let left = found.valid_for.unwrap();
    assert!(
        left > Duration::from_secs(28) && left <= Duration::from_secs(30),
        "{left:?}"
    );
    // One family alone is enough.
    zone.set(&["2001:db8::2"]);
    let found = resolver.resolve(NAME, 7).await.unwrap();
    assert_eq!(found.addresses, ["[2001:db8::2]:7".parse().unwrap()]);
}

#[tokio::test]
async fn a_name_that_does_not_exist_is_told() {
    let zone = Zone::new(30, &[]);
    let client = Client::builder("http://nowhere.test").resolver(zone.resolver().await);
    let error = client.connect().await.unwrap_err();
    assert!(matches!(error, Error::Unreachable { .. }), "{error:?}");
    assert!(
        error.to_string().contains("nowhere.test has no address"),
        "{error}"
    );
    let error = DnsResolver::of_servers([]).unwrap_err();
    assert!(matches!(error, Error::BadDns(_)), "{error:?}");
}
