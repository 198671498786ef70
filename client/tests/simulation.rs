//! A network that is simulated, with a clock of its own: three replicas that are killed, cut off, frozen and started again
//! while callers ask, by plans that follow from a seed. No call may fail, no answer may be wrong. The plan and the pauses are the
//! same each time; the libraries below may interleave a few packets otherwise.
//!
//! `TABULEIRO_SEED=17 cargo test -p tabuleiro-client --test simulation` runs one plan again.
#![allow(clippy::unwrap_used, reason = "a test crate")]

use std::{
    net::{IpAddr, Ipv4Addr, SocketAddr},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use futures::{FutureExt as _, StreamExt as _};
use hyper::{body::Incoming, server::conn::http2, service::service_fn};
use hyper_util::rt::{TokioExecutor, TokioIo};
use tabuleiro_client::{
    Client,
    audit::AuditEvent,
    testing::FakeServer,
    transport::Addresses,
    v1::{self, audit_records_response::Part, rules_service::*},
};
use tonic::body::Body;
use tower::ServiceExt as _;

const REPLICAS: [&str; 3] = ["replica-1", "replica-2", "replica-3"];
const PORT: u16 = 50051;
const CALLERS: u64 = 4;
const GAMES: i64 = 100;

/// How long the callers ask, in simulated time.
const DURATION: Duration = Duration::from_secs(25);

/// A replica: it gives a position's text back in upper case, and finds a game in each line of a file.
fn replica() -> FakeServer {
    FakeServer::new()
        .answer::<ValidatePosition>(|request| {
            Ok(v1::ValidatePositionResponse {
                position: Some(v1::Position {
                    fen: request.fen.to_uppercase(),
                    ..v1::Position::default()
                }),
                ..v1::ValidatePositionResponse::default()
            })
        })
        .audit(|header, bytes| {
            let mut offset = header.resume_offset;
            let mut number = header.resume_game_count;
            let mut answers = Vec::new();
            for line in bytes.split_inclusive(|byte| *byte == b'\n') {
                offset += i64::try_from(line.len()).unwrap();
                number += 1;
                let tag = v1::Tag {
                    name: "Line".to_owned(),
                    value: String::from_utf8(line.to_vec()).unwrap(),
                };
                let finding = v1::GameFinding {
                    number,
                    offset_after: offset,
                    line_count_after: number,
                    tags: vec![tag],
                    ..v1::GameFinding::default()
                };
                answers.push(Ok(v1::AuditRecordsResponse {
                    part: Some(Part::Finding(finding)),
                }));
            }
            let summary = v1::AuditSummary {
                game_count: number - header.resume_game_count,
                ..v1::AuditSummary::default()
            };
            answers.push(Ok(v1::AuditRecordsResponse {
                part: Some(Part::Summary(summary)),
            }));
            answers
        })
}

async fn serve() -> turmoil::Result {
    let anywhere = IpAddr::from(Ipv4Addr::UNSPECIFIED);
    let listener = turmoil::net::TcpListener::bind((anywhere, PORT)).await?;
    loop {
        let (stream, _) = listener.accept().await?;
        let service = replica().service();
        tokio::spawn(async move {
            let service = service_fn(move |request: http::Request<Incoming>| {
                service.clone().oneshot(request.map(Body::new))
            });
            let _ = http2::Builder::new(TokioExecutor::new())
                .serve_connection(TokioIo::new(stream), service)
                .await;
        });
    }
}

fn client(seed: u64) -> Client {
    Client::builder(format!("http://rules.test:{PORT}"))
        .seed(seed)
        .resolver(Replicas)
        .connector(|address: SocketAddr| turmoil::net::TcpStream::connect(address))
        .connect_lazy()
        .unwrap()
}

struct Replicas;

impl tabuleiro_client::transport::Resolve for Replicas {
    fn resolve(
        &self,
        _: &str,
        port: u16,
    ) -> futures::future::BoxFuture<'static, std::io::Result<Addresses>> {
        let found = REPLICAS.map(|name| SocketAddr::new(turmoil::lookup(name), port));
        std::future::ready(Ok(Addresses::from(found.to_vec()))).boxed()
    }
}

/// Asks for as long as the simulation lasts. Every answer must be there, and right.
async fn ask(client: Client, caller: u64, answers: Arc<AtomicU64>) {
    let began = tokio::time::Instant::now();
    let mut number = 0;
    while began.elapsed() < DURATION {
        let text = format!("caller {caller} position {number}");
        let answer = client.validate_position("chess", &text).send().await;
        let answer =
            answer.unwrap_or_else(|error| panic!("{text} at {:?}: {error:?}", began.elapsed()));
        assert_eq!(answer.position.unwrap().fen, text.to_uppercase());
        answers.fetch_add(1, Ordering::Relaxed);
        number += 1;
        tokio::time::sleep(Duration::from_millis(10 + (caller * 7 + number) % 20)).await;
    }
}

/// Has files looked through, one after the other. Every game must be told once, in order.
async fn audit(client: Client, answers: Arc<AtomicU64>) {
    let began = tokio::time::Instant::now();
    let file: String = (1..=GAMES).map(|game| format!("game {game}\n")).collect();
    while began.elapsed() < DURATION {
        let mut findings = client.audit().bytes(file.clone()).await.unwrap();
        let mut games = 0;
        let mut summary = None;
        while let Some(event) = findings.next().await {
            match event.unwrap_or_else(|error| panic!("at {:?}: {error:?}", began.elapsed())) {
                AuditEvent::Game(game) => {
                    games += 1;
                    assert_eq!(game.number, games);
                    assert_eq!(game.tags[0].value, format!("game {games}\n"));
                }
                AuditEvent::Progress(_) => {}
                AuditEvent::Summary(all) => summary = Some(all.game_count),
            }
        }
        assert_eq!((games, summary), (GAMES, Some(GAMES)));
        answers.fetch_add(1, Ordering::Relaxed);
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Trouble {
    Killed,
    CutOff,
    Frozen,
}

/// How long a replica must have been left alone before it counts as one that can be reached: a packet of a simulated
/// connection that is lost is lost for ever, so that opening one may take its whole time limit.
const RECOVERY: Duration = Duration::from_secs(4);

/// What the network does, by a seed: as long as one replica can be reached, the two others may be in any trouble.
struct Plan {
    chance: fastrand::Rng,
    trouble: [Option<(Trouble, Duration)>; 3],
    well_since: [Duration; 3],
    next: Duration,
    log: Vec<String>,
}

impl Plan {
    fn new(seed: u64) -> Plan {
        Plan {
            chance: fastrand::Rng::with_seed(seed),
            trouble: [None; 3],
            well_since: [Duration::ZERO; 3],
            next: RECOVERY,
            log: Vec::new(),
        }
    }

    fn act(&mut self, sim: &mut turmoil::Sim<'_>) {
        let now = sim.elapsed();
        for (replica, name) in REPLICAS.into_iter().enumerate() {
            let Some((what, _)) = self.trouble[replica].take_if(|(_, until)| *until <= now) else {
                continue;
            };
            self.well_since[replica] = now;
            self.log.push(format!("{now:?}: {name} no longer {what:?}"));
            match what {
                Trouble::Killed => sim.bounce(name),
                Trouble::CutOff => sim.repair("client", name),
                Trouble::Frozen => sim.release("client", name),
            }
        }
        if now < self.next {
            return;
        }
        self.next = now + Duration::from_millis(self.chance.u64(50..800));
        let victim = self.chance.usize(0..3);
        let is_well =
            |it: usize| self.trouble[it].is_none() && now >= self.well_since[it] + RECOVERY;
        let others_are_well = (0..3).any(|it| it != victim && is_well(it));
        if self.trouble[victim].is_some() || !others_are_well {
            return;
        }
        let what = [Trouble::Killed, Trouble::CutOff, Trouble::Frozen][self.chance.usize(0..3)];
        let until = now + Duration::from_millis(self.chance.u64(50..4000));
        let name = REPLICAS[victim];
        self.log
            .push(format!("{now:?}: {name} {what:?} until {until:?}"));
        match what {
            Trouble::Killed => sim.crash(name),
            Trouble::CutOff => sim.partition("client", name),
            Trouble::Frozen => sim.hold("client", name),
        }
        self.trouble[victim] = Some((what, until));
    }
}

/// Runs a plan; what happened, in order, and how many answers there were.
fn run(seed: u64) -> (Vec<String>, u64) {
    let mut sim = turmoil::Builder::new()
        .rng_seed(seed)
        .tick_duration(Duration::from_millis(2))
        .min_message_latency(Duration::from_millis(1))
        .max_message_latency(Duration::from_millis(8))
        .simulation_duration(DURATION * 3)
        .tcp_capacity(4096)
        .build();
    for name in REPLICAS {
        sim.host(name, serve);
    }
    let answers = Arc::new(AtomicU64::new(0));
    let count = Arc::clone(&answers);
    sim.client("client", async move {
        let client = client(seed);
        let callers =
            (0..CALLERS).map(|caller| ask(client.clone(), caller, Arc::clone(&count)).boxed());
        let auditor = audit(client.clone(), Arc::clone(&count)).boxed();
        let work = callers.chain([auditor]).map(tokio::spawn);
        for done in futures::future::join_all(work).await {
            done?;
        }
        Ok(())
    });
    let mut plan = Plan::new(seed);
    let outcome = loop {
        plan.act(&mut sim);
        match sim.step() {
            Ok(false) => {}
            Ok(true) => break Ok(()),
            Err(error) => break Err(error),
        }
    };
    if let Err(error) = outcome {
        panic!(
            "seed {seed} failed: {error}\n{}\nrun it again: TABULEIRO_SEED={seed} cargo test -p tabuleiro-client --test simulation",
            plan.log.join("\n")
        );
    }
    (plan.log, answers.load(Ordering::Relaxed))
}

#[test]
fn no_call_fails_and_no_answer_is_wrong_whatever_happens_to_two_of_three_replicas() {
    let seeds = match std::env::var("TABULEIRO_SEED") {
        Ok(seed) => vec![seed.parse().expect("a number")],
        Err(_) => (1..=6).collect::<Vec<u64>>(),
    };
    for seed in seeds {
        let (log, answers) = run(seed);
        println!("seed {seed}: {answers} answers, {} changes", log.len());
        assert!(log.len() > 10 && answers > 1000, "{answers} {log:#?}");
    }
}
