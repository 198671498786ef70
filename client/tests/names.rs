//! Names: asked for at the same time, each at the pace of its own answers.
#![allow(clippy::unwrap_used, reason = "a test crate")]

mod common;

use std::{
    collections::HashMap,
    io,
    net::SocketAddr,
    sync::{Arc, Mutex},
    time::Duration,
};

use futures::{FutureExt as _, future::BoxFuture};
use tabuleiro_client::{
    Client, Error, Game, Retries,
    transport::{Addresses, Resolve},
};
use tokio::time::Instant;

use common::{Host, numbered, refusing};
use tonic::Status;

/// What a resolver says of a name, and how long it takes.
#[derive(Clone)]
struct Entry {
    addresses: Vec<SocketAddr>,
    valid_for: Option<Duration>,
    takes: Duration,
}

/// A resolver that remembers when it was asked for what.
#[derive(Clone, Default)]
struct Names {
    known: Arc<Mutex<HashMap<String, Entry>>>,
    asked: Arc<Mutex<Vec<(String, Duration)>>>,
    began: Option<Instant>,
}

impl Names {
    fn of(entries: impl IntoIterator<Item = (&'static str, Entry)>) -> Names {
        let known = entries.into_iter().map(|(name, it)| (name.to_owned(), it));
        Names {
            known: Arc::new(Mutex::new(known.collect())),
            began: Some(Instant::now()),
            ..Names::default()
        }
    }

    /// The seconds after which a name was asked for.
    fn times(&self, name: &str) -> Vec<u64> {
        let exact = self.exact_times(name);
        exact.iter().map(Duration::as_secs).collect()
    }

    /// The same times as they are.
    fn exact_times(&self, name: &str) -> Vec<Duration> {
        let asked = self.asked.lock().unwrap();
        let of_name = asked.iter().filter(|(it, _)| it == name);
        of_name.map(|(_, time)| *time).collect()
    }
}

impl Resolve for Names {
    fn resolve(&self, host: &str, _: u16) -> BoxFuture<'static, io::Result<Addresses>> {
        let time = self.began.unwrap().elapsed();
        self.asked.lock().unwrap().push((host.to_owned(), time));
        let entry = self.known.lock().unwrap()[host].clone();
        async move {
            tokio::time::sleep(entry.takes).await;
            Ok(Addresses {
                addresses: entry.addresses,
                valid_for: entry.valid_for,
            })
        }
        .boxed()
    }
}

async fn ask(client: &Client) -> Result<i32, Error> {
    let answer = client.legal_moves(Game::start("chess")).send().await;
    answer.map(|it| it.move_count)
}

#[tokio::test]
async fn a_name_that_nobody_answers_for_holds_up_no_other() {
    let host = Host::start(numbered(7)).await;
    let entry = |addresses, takes| Entry {
        addresses,
        valid_for: None,
        takes: Duration::from_secs(takes),
    };
    let names = Names::of([
        ("slow.test", entry(vec![], 3600)),
        ("quick.test", entry(vec![host.address], 0)),
    ]);
    let began = Instant::now();
    let client = Client::builder("http://slow.test").endpoint("http://quick.test");
    let client = client.resolver(names).connect().await.unwrap();
    assert_eq!(ask(&client).await.unwrap(), 7);
    assert!(began.elapsed() < Duration::from_secs(2), "{began:?}");
}

/// Addresses at which nobody is, and that take for ever to say so: the balancer is in no hurry.
async fn paces(entries: [(&'static str, Option<Duration>); 2], every: u64) -> Names {
    let names = Names::of(entries.map(|(name, valid_for)| {
        let addresses = vec![SocketAddr::from(([192, 0, 2, 1], 1))];
        let takes = Duration::ZERO;
        let entry = Entry {
            addresses,
            valid_for,
            takes,
        };
        (name, entry)
    }));
    let client = Client::builder(entries[0].0)
        .endpoint(entries[1].0)
        .resolver(names.clone())
        .resolve_every(Duration::from_secs(every))
        .connect_timeout(Duration::from_secs(3600))
        .connector(|_| std::future::pending::<io::Result<tokio::io::DuplexStream>>())
        .retries(Retries::none())
        .connect_lazy()
        .unwrap();
    let call = client.legal_moves(Game::start("chess"));
    let error = call.deadline(Duration::from_millis(19_500)).send().await;
    assert!(matches!(error, Err(Error::DeadlineExceeded { .. })));
    names
}

#[tokio::test(start_paused = true)]
async fn each_name_is_asked_for_again_when_its_own_answer_is_too_old() {
    let five = Some(Duration::from_secs(5));
    let names = paces([("five.test", five), ("silent.test", None)], 12).await;
    assert_eq!(names.times("five.test"), [0, 5, 10, 15]);
    assert_eq!(names.times("silent.test"), [0, 12]);
}

#[tokio::test(start_paused = true)]
async fn neither_all_the_time_nor_never_is_asked() {
    let day = Some(Duration::from_secs(86_400));
    let names = paces([("zero.test", Some(Duration::ZERO)), ("day.test", day)], 9).await;
    assert_eq!(names.times("zero.test").len(), 20);
    assert_eq!(names.times("day.test"), [0, 9, 18]);
}

/// The replica that comes in place of a lost one is not ready yet when the loss is noticed: it is looked for again soon, for a
/// while, and not by all clients at once.
#[tokio::test(start_paused = true)]
async fn after_a_loss_the_name_is_asked_for_at_once_and_more_often_for_a_while() {
    const EVERY: u64 = 30;
    let mut jittered = Vec::new();
    for seed in 0..8 {
        let entry = Entry {
            addresses: vec![SocketAddr::from(([192, 0, 2, 1], 1))],
            valid_for: None,
            takes: Duration::ZERO,
        };
        let names = Names::of([("rules.test", entry)]);
        let client = Client::builder("http://rules.test")
            .resolver(names.clone())
            .resolve_every(Duration::from_secs(EVERY))
            .connector(|_| async {
                tokio::time::sleep(Duration::from_secs(5)).await;
                Err::<tokio::io::DuplexStream, _>(io::Error::other("nobody is there"))
            })
            .connect_timeout(Duration::from_secs(3600))
            .connections(1)
            .retries(Retries::none())
            .connect_lazy()
            .unwrap();
        // The one attempt fails after five seconds.
        ask(&client).await.unwrap_err();
        tokio::time::sleep(Duration::from_secs(EVERY + 3 * EVERY)).await;
        let times = names.exact_times("rules.test");
        let gaps: Vec<_> = times.windows(2).map(|pair| pair[1] - pair[0]).collect();
        let seconds =
            |from: f64, to: f64| Duration::from_secs_f64(from)..=Duration::from_secs_f64(to);
        assert!(seconds(4.9, 5.1).contains(&gaps[0]), "at once: {times:?}");
        let often = gaps[1..]
            .iter()
            .take_while(|gap| seconds(0.9, 6.3).contains(gap));
        let often = often.count();
        assert!((4..=9).contains(&often), "for a while: {times:?}");
        let calm = &gaps[1 + often..];
        assert!(!calm.is_empty(), "{times:?}");
        assert!(
            calm.iter().all(|gap| seconds(29.9, 30.1).contains(gap)),
            "{times:?}"
        );
        jittered.push((seed, gaps[often]));
    }
    jittered.dedup_by_key(|(_, gap)| *gap);
    assert!(jittered.len() > 1, "no jitter: {jittered:?}");
}

#[tokio::test(start_paused = true)]
async fn after_a_change_the_next_one_is_noticed_soon() {
    let of = |last| Entry {
        addresses: vec![SocketAddr::from(([192, 0, 2, last], 1))],
        valid_for: None,
        takes: Duration::ZERO,
    };
    let names = Names::of([("rules.test", of(1))]);
    let client = Client::builder("http://rules.test")
        .resolver(names.clone())
        .resolve_every(Duration::from_secs(30))
        .connect_timeout(Duration::from_secs(3600))
        .connector(|_| std::future::pending::<io::Result<tokio::io::DuplexStream>>())
        .retries(Retries::none())
        .connect_lazy()
        .unwrap();
    let call = client.legal_moves(Game::start("chess"));
    let asking = call.deadline(Duration::from_secs(39)).send();
    let changing = async {
        tokio::time::sleep(Duration::from_secs(20)).await;
        names
            .known
            .lock()
            .unwrap()
            .insert("rules.test".to_owned(), of(2));
    };
    let (answer, ()) = tokio::join!(asking, changing);
    assert!(matches!(answer, Err(Error::DeadlineExceeded { .. })));
    let times = names.times("rules.test");
    assert_eq!(times[..2], [0, 30]);
    assert!(times.len() >= 3, "{times:?}");
}

/// A name that has the next address of ten in every answer.
#[derive(Clone, Default)]
struct Rotating(Arc<Mutex<Vec<Instant>>>);

impl Resolve for Rotating {
    fn resolve(&self, _: &str, _: u16) -> BoxFuture<'static, io::Result<Addresses>> {
        let mut asked = self.0.lock().unwrap();
        let last = u8::try_from(asked.len() % 10).unwrap();
        asked.push(Instant::now());
        let address = SocketAddr::from(([192, 0, 2, last], 1));
        async move {
            Ok(Addresses {
                addresses: vec![address],
                valid_for: None,
            })
        }
        .boxed()
    }
}

#[tokio::test(start_paused = true)]
async fn a_name_with_other_addresses_in_every_answer_is_not_asked_for_more_often_for_ever() {
    const EVERY: u64 = 30;
    const HOURS: u64 = 2;
    let names = Rotating::default();
    let client = Client::builder("http://rules.test")
        .resolver(names.clone())
        .resolve_every(Duration::from_secs(EVERY))
        .connect_timeout(Duration::from_secs(24 * 3600))
        .connector(|_| std::future::pending::<io::Result<tokio::io::DuplexStream>>())
        .retries(Retries::none())
        .connect_lazy()
        .unwrap();
    let call = client.legal_moves(Game::start("chess"));
    let error = call.deadline(Duration::from_millis(50)).send().await;
    assert!(matches!(error, Err(Error::DeadlineExceeded { .. })));
    tokio::time::sleep(Duration::from_secs(HOURS * 3600)).await;
    let asked = names.0.lock().unwrap();
    let ordinary = usize::try_from(HOURS * 3600 / EVERY).unwrap();
    // The first change has it asked for more often; then nine pauses in ten are ordinary ones.
    assert!(asked.len() > ordinary + ordinary / 10, "{}", asked.len());
    assert!(asked.len() < 2 * ordinary, "{}", asked.len());
}

/// A server that takes no calls leaves, or is full: others may have come.
#[tokio::test]
async fn a_server_that_takes_no_calls_has_its_name_asked_for_at_once_and_then_now_and_then() {
    let full = Host::start(refusing(|| Status::unavailable("full"))).await;
    let entry = |hosts: &[&Host]| Entry {
        addresses: hosts.iter().map(|host| host.address).collect(),
        valid_for: None,
        takes: Duration::ZERO,
    };
    let names = Names::of([("rules.test", entry(&[&full]))]);
    let client = Client::builder("http://rules.test")
        .resolver(names.clone())
        .resolve_every(Duration::from_secs(3600))
        .retries(Retries::none())
        .connect()
        .await
        .unwrap();
    let added = Host::start(numbered(7)).await;
    names
        .known
        .lock()
        .unwrap()
        .insert("rules.test".to_owned(), entry(&[&full, &added]));
    let began = Instant::now();
    while ask(&client).await.is_err() {
        assert!(began.elapsed() < Duration::from_secs(10), "never found");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    // Some hundred refusals, and few questions.
    assert!(full.asked() > 3, "{}", full.asked());
    let times = names.times("rules.test");
    assert!((2..=4).contains(&times.len()), "{times:?}");
}

#[tokio::test(start_paused = true)]
async fn an_error_tells_of_an_address_that_is_still_one() {
    let [left, gone] = [7, 8].map(|last| SocketAddr::from(([192, 0, 2, last], 1)));
    let entry = |addresses| Entry {
        addresses,
        valid_for: Some(Duration::from_secs(1)),
        takes: Duration::ZERO,
    };
    let names = Names::of([("rules.test", entry(vec![left, gone]))]);
    let client = Client::builder("http://rules.test")
        .resolver(names.clone())
        // The one that will be gone is the last to fail.
        .connector(move |address| async move {
            tokio::time::sleep(Duration::from_millis(if address == gone { 50 } else { 10 })).await;
            Err::<tokio::io::DuplexStream, _>(io::Error::other("nobody is there"))
        })
        .retries(Retries::none())
        .connect_lazy()
        .unwrap();
    // So often that the addresses rest for seconds.
    for _ in 0..9 {
        ask(&client).await.unwrap_err();
        tokio::time::sleep(Duration::from_secs(15)).await;
    }
    let error = ask(&client).await.unwrap_err().to_string();
    assert!(error.contains(&gone.to_string()), "{error}");
    names
        .known
        .lock()
        .unwrap()
        .insert("rules.test".to_owned(), entry(vec![left]));
    tokio::time::sleep(Duration::from_secs(3)).await;
    let error = ask(&client).await.unwrap_err().to_string();
    assert!(error.contains(&left.to_string()), "{error}");
}
