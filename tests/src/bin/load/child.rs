//! A server in a process of its own: the product, or the echo behind the same layers. It ends when its standard input does.

use std::{process::Stdio, time::Duration};

use tabuleiro_proto::v1::{
    rules_service_client::RulesServiceClient, rules_service_server::RulesServiceServer,
};
use tabuleiro_server::{
    Config, Server, embedded,
    seal::{Keyring, SealKey},
    telemetry,
};
use tokio::{
    io::{AsyncBufReadExt as _, AsyncReadExt as _, BufReader},
    process::Command,
};
use tonic::transport::{Channel, Endpoint};

use crate::{echo::Echo, questions::Questions};

/// Connections to each server.
pub(crate) const CONNECTIONS: usize = 4;

/// Which server.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Kind {
    /// The whole service.
    Product,
    /// Prepared answers in the same contract behind the same layers.
    Echo,
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

/// Serves until standard input ends; prints the address first.
pub(crate) async fn serve(kind: Kind) {
    let config = config();
    let telemetry = telemetry::install(&config.telemetry).expect("telemetry");
    let running = match kind {
        Kind::Product => Server::start(config).await,
        Kind::Echo => {
            // What it repeats it learns from a whole server that lives only for that.
            let whole = Server::new(config.clone()).expect("a server");
            let channel = embedded::channel_to(whole).await.expect("a channel");
            let client = RulesServiceClient::new(channel);
            let questions = Questions::asked(client.clone()).await;
            let answers = questions.answers(client).await;
            let echo = RulesServiceServer::new(Echo::of(answers));
            let bare = Server::bare(config).expect("a server").with_service(echo);
            bare.listen().await
        }
    };
    let running = running.expect("listening");
    println!("{}", running.addr());
    let mut nothing = Vec::new();
    let _ = tokio::io::stdin().read_to_end(&mut nothing).await;
    let _ = running.shutdown_after(Duration::ZERO).await;
    drop(telemetry);
}

/// A running server and the connections to it.
pub(crate) struct Child {
    process: tokio::process::Child,
    channels: Vec<Channel>,
}

impl Child {
    pub(crate) async fn start(kind: Kind) -> Child {
        let program = std::env::current_exe().expect("this program");
        let mut process = Command::new(program)
            .args([
                "serve",
                match kind {
                    Kind::Product => "product",
                    Kind::Echo => "echo",
                },
            ])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .expect("a child process");
        let out = process.stdout.take().expect("its output");
        let line = BufReader::new(out).lines().next_line().await;
        let address = line.expect("its output").expect("its address");
        let mut channels = Vec::new();
        for _ in 0..CONNECTIONS {
            let endpoint = Endpoint::from_shared(format!("http://{address}")).expect("an address");
            channels.push(endpoint.connect().await.expect("connected"));
        }
        Child { process, channels }
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
