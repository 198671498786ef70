//! Scaling and failure: replicas in processes of their own, each on its own address, behind a DNS name that answers as a headless Service
//! does; clients under load on top; and one thing after another that happens in a cluster. `tests/cluster/run` builds and starts it in
//! a network namespace of its own, and `tests/cluster/README.md` says what is measured. With `--follow URL` it only calls: `tests/cluster/podman`
//! looks after the replicas, which are containers there.
#![forbid(unsafe_code)]
#![allow(
    clippy::expect_used,
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a measurement that cannot run has nothing to say"
)]

mod cluster;
mod dns;
mod envoy;
mod follow;
mod load;
mod replica;
mod report;
mod scenes;

use std::{path::PathBuf, process::ExitCode, time::Duration};

/// How long and how hard.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan {
    /// Calls a second that are offered.
    pub(crate) rate: u32,
    /// Quiet time before and after each event.
    pub(crate) calm: Duration,
    /// Time between two questions of readiness, as the manifests set it.
    pub(crate) probe: Duration,
    /// How long a name server's answer is good: CoreDNS says 5 s for a Service.
    pub(crate) ttl: Duration,
}

const FULL: Plan = Plan {
    rate: 2000,
    calm: Duration::from_secs(10),
    probe: Duration::from_secs(2),
    ttl: Duration::from_secs(5),
};
const QUICK: Plan = Plan {
    rate: 200,
    calm: Duration::from_secs(2),
    probe: Duration::from_millis(250),
    ttl: Duration::from_secs(1),
};

/// The programs that are run.
#[derive(Clone, Debug)]
pub(crate) struct Programs {
    pub(crate) server: PathBuf,
    pub(crate) dnsmasq: PathBuf,
    /// Without it the scene with a proxy is left out, and the last line says so.
    pub(crate) envoy: Option<PathBuf>,
}

fn main() -> ExitCode {
    let mut plan = FULL;
    let mut programs = Programs {
        server: "tabuleiro-server".into(),
        dnsmasq: "dnsmasq".into(),
        envoy: None,
    };
    let mut follow = None;
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut path = || arguments.next().map(PathBuf::from);
        match (argument.as_str(), argument.strip_prefix("--rate=")) {
            ("--quick", _) => plan = QUICK,
            ("--server", _) => programs.server = path().expect("--server FILE"),
            ("--dnsmasq", _) => programs.dnsmasq = path().expect("--dnsmasq FILE"),
            ("--envoy", _) => programs.envoy = path(),
            ("--follow", _) => follow = Some(arguments.next().expect("--follow URL")),
            (_, Some(rate)) => plan.rate = rate.parse().expect("--rate=CALLS"),
            _ => {
                eprintln!(
                    "usage: tests/cluster/run or tests/cluster/podman, [--quick] [--rate=CALLS]"
                );
                return ExitCode::from(2);
            }
        }
    }
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .expect("a runtime");
    match follow {
        Some(url) => runtime.block_on(follow::run(plan, &url)),
        None => runtime.block_on(scenes::run(plan, programs)),
    }
}
