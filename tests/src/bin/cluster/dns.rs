//! The name of a headless Service: dnsmasq with one address for each ready replica, on the address that the namespace's resolv.conf names.

use std::{
    collections::BTreeSet,
    net::Ipv4Addr,
    path::{Path, PathBuf},
    process::Stdio,
    time::Duration,
};

use tokio::process::{Child, Command};

/// The name that clients are given.
pub(crate) const NAME: &str = "tabuleiro-headless.tabuleiro.svc";
/// The nameserver of the namespace; `tests/cluster/run` writes it into resolv.conf.
const SERVER: &str = "127.0.0.53";

/// A name server that runs. It is killed with its value.
#[derive(Debug)]
pub(crate) struct Dns {
    hosts: PathBuf,
    process: Child,
}

impl Dns {
    /// Starts it with no address at all.
    pub(crate) fn start(program: &Path, folder: &Path, ttl: Duration) -> Dns {
        let hosts = folder.join("hosts");
        std::fs::write(&hosts, "").expect("a file");
        let process = Command::new(program)
            .args([
                "--keep-in-foreground",
                "--no-resolv",
                "--no-hosts",
                "--bind-interfaces",
            ])
            .args(["--user=root", "--conf-file=/dev/null", "--pid-file="])
            .arg(format!("--listen-address={SERVER}"))
            .arg(format!("--local-ttl={}", ttl.as_secs()))
            .arg("--local=/svc/")
            .arg(format!("--addn-hosts={}", hosts.display()))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .expect("dnsmasq");
        Dns { hosts, process }
    }

    /// From now on the name has these addresses.
    pub(crate) async fn set(&self, addresses: &BTreeSet<Ipv4Addr>) {
        let lines = addresses
            .iter()
            .map(|address| format!("{address} {NAME}\n"));
        // In one step, so that it never reads half of them.
        let new = self.hosts.with_extension("new");
        std::fs::write(&new, lines.collect::<String>()).expect("written");
        std::fs::rename(&new, &self.hosts).expect("renamed");
        let id = self.process.id().expect("dnsmasq runs");
        let sent = Command::new("kill")
            .args(["-s", "HUP", &id.to_string()])
            .status()
            .await;
        assert!(sent.is_ok_and(|status| status.success()), "dnsmasq is told");
    }
}
