//! One replica: the server's own program on an address of its own, and what an orchestrator does to it.

use std::{
    net::{IpAddr, Ipv4Addr, SocketAddr},
    path::Path,
    process::Stdio,
    time::Duration,
};

use tabuleiro_tests::page;
use tokio::{
    process::{Child, Command},
    time::timeout,
};
use tonic::transport::Endpoint;
use tonic_health::pb::{
    HealthCheckRequest, health_check_response::ServingStatus, health_client::HealthClient,
};

/// The port of every replica, as of every pod.
pub(crate) const PORT: u16 = 50051;
const ADMIN: u16 = 9090;

/// The settings of the manifests, so that what is measured here is what is deployed.
const SETTINGS: &str = include_str!("../../../../deploy/base/settings.env");

/// A line of the settings: a variable and its value.
fn setting(line: &str) -> Option<(&str, &str)> {
    line.split_once('=').filter(|_| !line.starts_with('#'))
}

/// A running replica. It is killed with its value.
#[derive(Debug)]
pub(crate) struct Replica {
    pub(crate) address: Ipv4Addr,
    process: Child,
}

impl Replica {
    /// Starts one with the settings of the manifests, at an address of its own, and waits for nothing.
    pub(crate) fn start(program: &Path, key: &Path, number: u8) -> Replica {
        let address = Ipv4Addr::new(127, 0, 1, number);
        let process = Command::new(program)
            .env_clear()
            .envs(SETTINGS.lines().filter_map(setting))
            .env("TABULEIRO_LISTEN", format!("{address}:{PORT}"))
            .env("TABULEIRO_ADMIN_LISTEN", format!("{address}:{ADMIN}"))
            .env("TABULEIRO_TOKEN_KEY_FILE", key)
            .env("TABULEIRO_LOG", "warn")
            .stdin(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .expect("the server's program");
        Replica { address, process }
    }

    /// What the readiness probe of the manifests asks, on a connection of its own as kubelets do; an answer that takes longer than a
    /// second is none.
    pub(crate) async fn ready(&self) -> bool {
        let asked = async {
            let url = format!("http://{}:{PORT}", self.address);
            let channel = Endpoint::from_shared(url).ok()?.connect().await.ok()?;
            let service = "tabuleiro.v1.RulesService".to_owned();
            let answer = HealthClient::new(channel)
                .check(HealthCheckRequest { service })
                .await;
            Some(answer.ok()?.into_inner().status())
        };
        let answer = timeout(Duration::from_secs(1), asked).await;
        answer == Ok(Some(ServingStatus::Serving))
    }

    /// Calls that it has answered so far; `None` when it does not say.
    pub(crate) async fn calls(&self) -> Option<u64> {
        let admin = SocketAddr::new(IpAddr::V4(self.address), ADMIN);
        let page = timeout(Duration::from_millis(500), page(admin, "/metrics"))
            .await
            .ok()??;
        let lines = page.lines().filter(|line| {
            line.starts_with("rpc_server_call_duration_seconds_count{")
                && line.contains("RulesService/")
        });
        let counts = lines.filter_map(|line| line.rsplit(' ').next()?.parse::<u64>().ok());
        Some(counts.sum())
    }

    /// Sends a signal by its name: `TERM`, `KILL`, `STOP`, `CONT`.
    pub(crate) async fn signal(&self, signal: &str) {
        if let Some(id) = self.process.id() {
            let sent = Command::new("kill")
                .args(["-s", signal, &id.to_string()])
                .status()
                .await;
            assert!(
                sent.is_ok_and(|status| status.success()),
                "SIG{signal} to {}",
                self.address
            );
        }
    }

    /// SIGTERM, and its exit code; `None` when it did not end within the grace period of the manifests.
    pub(crate) async fn end(mut self) -> Option<i32> {
        self.signal("TERM").await;
        let ended = timeout(Duration::from_secs(40), self.process.wait()).await;
        ended.ok()?.ok()?.code()
    }
}
