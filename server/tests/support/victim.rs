//! The real server in a process of its own, to be attacked: where it listens, what memory it holds, and whether it still
//! serves somebody else.

use std::{
    io::{BufRead as _, BufReader},
    net::SocketAddr,
    process::{Child, Command, Stdio},
};

use tabuleiro_proto::v1::{ListVariantsRequest, rules_service_client::RulesServiceClient};
use tonic::transport::{Channel, Endpoint};

/// See the module. It is killed when this is dropped.
pub(crate) struct Victim {
    process: Child,
    address: SocketAddr,
    /// A connection made before the attack.
    client: RulesServiceClient<Channel>,
    /// Resident before the attack, in KiB.
    before: u64,
}

impl Victim {
    /// Starts it with these flags on a free port.
    pub(crate) async fn start(flags: &[&str]) -> Victim {
        let mut process = Command::new(env!("CARGO_BIN_EXE_tabuleiro-server"))
            .args(["--listen=127.0.0.1:0", "--log=info", "--log-format=json"])
            .args(flags)
            .stderr(Stdio::piped())
            .spawn()
            .expect("started");
        let mut lines = BufReader::new(process.stderr.take().expect("its log")).lines();
        let address = loop {
            let line = lines
                .next()
                .expect("it says where it listens")
                .expect("text");
            if let Some((_, rest)) = line.split_once("127.0.0.1:") {
                let digits = rest.split(|c: char| !c.is_ascii_digit()).next();
                let port = digits.and_then(|it| it.parse().ok()).expect("a port");
                break SocketAddr::from(([127, 0, 0, 1], port));
            }
        };
        // Nobody reads on: a full pipe would stop it.
        std::thread::spawn(move || lines.for_each(drop));
        let client = client(address).await;
        let mut victim = Victim {
            process,
            address,
            client,
            before: 0,
        };
        victim.still_serves().await;
        victim.before = victim.resident();
        victim
    }

    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }

    /// Answers on the connection that was there before, and on a new one.
    pub(crate) async fn still_serves(&mut self) {
        self.serves_its_client().await;
        ask(&mut client(self.address).await).await;
    }

    /// Answers on the connection that was there before.
    pub(crate) async fn serves_its_client(&mut self) {
        ask(&mut self.client).await;
    }

    /// It holds at most so many MiB more than before.
    pub(crate) fn has_grown_at_most(&self, mib: u64) {
        let now = self.resident();
        let grown = now.saturating_sub(self.before) >> 10;
        assert!(
            grown <= mib,
            "{} KiB before, {now} KiB now: {grown} MiB more",
            self.before
        );
    }

    fn resident(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process.id()));
        let status = status.expect("it lives");
        let line = status.lines().find_map(|it| it.strip_prefix("VmRSS:"));
        let kib = line.and_then(|it| it.trim().trim_end_matches(" kB").parse().ok());
        kib.expect("its memory")
    }
}

impl Drop for Victim {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

async fn ask(client: &mut RulesServiceClient<Channel>) {
    let asked = client.list_variants(ListVariantsRequest::default());
    let answer = tokio::time::timeout(super::support::raw::PATIENCE, asked).await;
    let answer = answer.expect("in time").expect("answered").into_inner();
    assert!(!answer.variants.is_empty());
}

async fn client(address: SocketAddr) -> RulesServiceClient<Channel> {
    let endpoint = Endpoint::from_shared(format!("http://{address}")).expect("an address");
    RulesServiceClient::new(endpoint.connect().await.expect("connected"))
}
