//! A server in a process of its own: the product, an echo, or a collector. It ends when its standard input does.

use std::{net::SocketAddr, process::Stdio, time::Duration};

use tabuleiro_proto::v1::{
    rules_service_client::RulesServiceClient, rules_service_server::RulesServiceServer,
};
use tabuleiro_server::{
    Config, Server,
    config::Otlp,
    embedded, runtime,
    seal::{Keyring, SealKey},
    telemetry,
};
use tabuleiro_tests::page;
use tokio::{
    io::{AsyncBufReadExt as _, AsyncReadExt as _, BufReader},
    process::Command,
};
use tonic::transport::{Channel, Endpoint, server::TcpIncoming};

use crate::{
    echo::Echo,
    questions::{Answers, Questions},
    telemetry::{RATIO, collect},
};

/// Connections to each server.
pub(crate) const CONNECTIONS: usize = 4;

/// Which server.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Kind {
    /// The whole service.
    Product,
    /// Prepared answers in the same contract, on tonic's own transport with its defaults and nothing else.
    Tonic,
    /// The same on the product's transport and behind its layers.
    Echo,
    /// The same as [`Kind::Echo`] with the answer to the question of this number alone.
    EchoOf(usize),
    /// The whole service, which tells the collector at this address of its calls, and has an admin port.
    Telling(SocketAddr),
    /// A collector that swallows what it is told.
    Collector,
}

impl Kind {
    /// The words that name it on the command line.
    fn words(self) -> Vec<String> {
        match self {
            Kind::Product => vec!["product".to_owned()],
            Kind::Tonic => vec!["tonic".to_owned()],
            Kind::Echo => vec!["echo".to_owned()],
            Kind::EchoOf(number) => vec!["echo-of".to_owned(), number.to_string()],
            Kind::Telling(collector) => vec!["telling".to_owned(), collector.to_string()],
            Kind::Collector => vec!["collector".to_owned()],
        }
    }

    /// What those words name.
    pub(crate) fn named(words: &[&str]) -> Option<Kind> {
        Some(match words {
            ["product"] => Kind::Product,
            ["tonic"] => Kind::Tonic,
            ["echo"] => Kind::Echo,
            ["echo-of", number] => Kind::EchoOf(number.parse().ok()?),
            ["telling", collector] => Kind::Telling(collector.parse().ok()?),
            ["collector"] => Kind::Collector,
            _ => return None,
        })
    }
}

/// As it is deployed: a sealing key, logs and all limits, on a free port of the loopback.
fn config() -> Config {
    let key = SealKey::new(&[7; 32]).expect("a key");
    let mut config = Config {
        keys: Keyring::with_keys(key, None),
        ..Config::local()
    };
    config.telemetry.log = "warn".to_owned();
    config
}

/// Serves until standard input ends, on the runtime that the server's own program would have; prints its addresses first, that of the
/// admin port last.
pub(crate) fn serve(kind: Kind) {
    let mut config = config();
    if let Kind::Telling(collector) = kind {
        config.admin = vec![SocketAddr::from(([127, 0, 0, 1], 0))];
        config.telemetry.otlp = Some(Otlp {
            endpoint: format!("http://{collector}"),
            ratio: RATIO,
            queue: 8_192,
            interval: Duration::from_secs(10),
        });
    }
    let runtime = runtime::of(&config).expect("a runtime");
    runtime.block_on(async {
        match kind {
            Kind::Collector => collect().await,
            Kind::Tonic => serve_by_tonic(config).await,
            _ => serve_here(kind, config).await,
        }
    });
}

async fn serve_here(kind: Kind, config: Config) {
    let telemetry = telemetry::install(&config.telemetry).expect("telemetry");
    let running = match kind {
        Kind::Echo | Kind::EchoOf(_) => {
            let mut answers = answers(&config).await;
            if let Kind::EchoOf(number) = kind {
                answers = answers.only(number);
            }
            let echo = RulesServiceServer::new(Echo::of(answers));
            let bare = Server::bare(config).expect("a server").with_service(echo);
            bare.listen().await
        }
        _ => Server::start(config).await,
    };
    let running = running.expect("listening");
    let all = [running.addr()].into_iter();
    let all = all.chain(running.admin_addresses().iter().copied());
    let all: Vec<_> = all.map(|address| address.to_string()).collect();
    println!("{}", all.join(" "));
    input_ends().await;
    let _ = running.shutdown_after(Duration::ZERO).await;
    // The exporter blocks while it sends the rest.
    let _ = tokio::task::spawn_blocking(move || telemetry.flush()).await;
}

/// The echo as anybody would serve it who knows tonic and nothing of this product.
async fn serve_by_tonic(config: Config) {
    let echo = RulesServiceServer::new(Echo::of(answers(&config).await));
    let any = SocketAddr::from(([127, 0, 0, 1], 0));
    let incoming = TcpIncoming::bind(any).expect("a port");
    println!("{}", incoming.local_addr().expect("its address"));
    let incoming = incoming.with_nodelay(Some(true));
    tonic::transport::Server::builder()
        .add_service(echo)
        .serve_with_incoming_shutdown(incoming, input_ends())
        .await
        .expect("served");
}

/// What an echo repeats: it learns it from a whole server that lives only for that.
async fn answers(config: &Config) -> Answers {
    let whole = Server::new(config.clone()).expect("a server");
    let channel = embedded::channel_to(whole).await.expect("a channel");
    let client = RulesServiceClient::new(channel);
    let questions = Questions::asked(client.clone()).await;
    questions.answers(client).await
}

/// An input that cannot be read has ended as well.
async fn input_ends() {
    let _ = tokio::io::stdin().read_to_end(&mut Vec::new()).await;
}

/// A running server and the connections to it.
pub(crate) struct Child {
    process: tokio::process::Child,
    /// That of its service first.
    addresses: Vec<SocketAddr>,
    channels: Vec<Channel>,
}

impl Child {
    pub(crate) async fn start(kind: Kind) -> Child {
        let program = std::env::current_exe().expect("this program");
        let mut process = Command::new(program)
            .arg("serve")
            .args(kind.words())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .expect("a child process");
        let out = process.stdout.take().expect("its output");
        let line = BufReader::new(out).lines().next_line().await;
        let line = line.expect("its output").expect("its addresses");
        let addresses = line.split(' ').map(|it| it.parse().expect("an address"));
        let mut child = Child {
            process,
            addresses: addresses.collect(),
            channels: Vec::new(),
        };
        if !matches!(kind, Kind::Collector) {
            for _ in 0..CONNECTIONS {
                child.channels.push(child.connect().await);
            }
        }
        child
    }

    /// One more connection.
    pub(crate) async fn connect(&self) -> Channel {
        let endpoint = Endpoint::from_shared(format!("http://{}", self.address()));
        let connected = endpoint.expect("an address").connect().await;
        connected.expect("connected")
    }

    pub(crate) fn address(&self) -> SocketAddr {
        self.addresses[0]
    }

    /// A page of its admin port.
    pub(crate) async fn page(&self, path: &str) -> String {
        let admin = self.addresses.get(1).expect("an admin port");
        page(*admin, path).await.expect("a page")
    }

    /// The first connection.
    pub(crate) fn channel(&self) -> &Channel {
        &self.channels[0]
    }

    /// Every connection.
    pub(crate) fn channels(&self) -> &[Channel] {
        &self.channels
    }

    /// Processor time that the server has used so far; zero where the system does not say.
    pub(crate) fn processor_time(&self) -> Duration {
        // Fields 14 and 15, in hundredths of a second, counted behind the name in parentheses.
        let stat = self.proc("stat");
        let fields = stat.rsplit_once(") ").map_or("", |(_, fields)| fields);
        let ticks = fields
            .split(' ')
            .skip(11)
            .take(2)
            .filter_map(|it| it.parse::<u64>().ok());
        Duration::from_millis(ticks.sum::<u64>() * 10)
    }

    /// Resident memory now, in MiB.
    pub(crate) fn resident(&self) -> f64 {
        self.memory("VmRSS:")
    }

    /// The most resident memory that there ever was, in MiB.
    pub(crate) fn peak(&self) -> f64 {
        self.memory("VmHWM:")
    }

    fn memory(&self, which: &str) -> f64 {
        let status = self.proc("status");
        let line = status.lines().find_map(|line| line.strip_prefix(which));
        let kib = line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<f64>().ok());
        kib.unwrap_or_default() / 1024.0
    }

    fn proc(&self, file: &str) -> String {
        let id = self.process.id().unwrap_or_default();
        std::fs::read_to_string(format!("/proc/{id}/{file}")).unwrap_or_default()
    }
}
