//! The real server in a process of its own, to be attacked: where it listens, what memory it holds, and whether it still
//! serves somebody else.

use std::net::SocketAddr;

use tabuleiro_proto::v1::{ListVariantsRequest, rules_service_client::RulesServiceClient};
use tonic::transport::{Channel, Endpoint};

use crate::program::Program;

/// See the module.
pub(crate) struct Victim {
    program: Program,
    /// A connection made before the attack.
    client: RulesServiceClient<Channel>,
    /// Resident before the attack, in KiB.
    before: u64,
}

impl Victim {
    /// Starts it with these flags on a free port.
    pub(crate) async fn start(flags: &[&str]) -> Victim {
        let mut all = vec!["--log=info", "--log-format=json"];
        all.extend(flags);
        let program = Program::start(&all);
        let client = client(program.address()).await;
        let mut victim = Victim {
            program,
            client,
            before: 0,
        };
        victim.still_serves().await;
        victim.before = victim.resident();
        victim
    }

    pub(crate) fn address(&self) -> SocketAddr {
        self.program.address()
    }

    /// Answers on the connection that was there before, and on a new one.
    pub(crate) async fn still_serves(&mut self) {
        self.serves_its_client().await;
        ask(&mut client(self.address()).await).await;
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
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.program.id()));
        let status = status.expect("it lives");
        let line = status.lines().find_map(|it| it.strip_prefix("VmRSS:"));
        let kib = line.and_then(|it| it.trim().trim_end_matches(" kB").parse().ok());
        kib.expect("its memory")
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
