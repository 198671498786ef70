//! What an orchestrator does: starts replicas, asks them whether they are ready, and keeps the name's addresses in step.

use std::{
    collections::{BTreeMap, BTreeSet},
    net::Ipv4Addr,
    path::PathBuf,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use tokio::{process::Command, time::sleep};

use crate::{Plan, Programs, dns::Dns, replica::Replica};

/// Failed probes in a row after which a replica is left out, as the manifests set it.
const FAILURES: u32 = 2;

/// All replicas, and the name over them.
pub(crate) struct Cluster {
    plan: Plan,
    programs: Programs,
    folder: PathBuf,
    replicas: BTreeMap<u8, Arc<Replica>>,
    listed: Arc<Listed>,
    next: u8,
}

/// The addresses that the name has, and since when.
struct Listed {
    dns: Dns,
    addresses: Mutex<BTreeMap<Ipv4Addr, Instant>>,
}

impl Listed {
    async fn change(&self, change: impl FnOnce(&mut BTreeMap<Ipv4Addr, Instant>)) {
        let now: BTreeSet<_> = {
            let mut addresses = self
                .addresses
                .lock()
                .unwrap_or_else(PoisonError::into_inner);
            change(&mut addresses);
            addresses.keys().copied().collect()
        };
        self.dns.set(&now).await;
    }

    fn since(&self, address: Ipv4Addr) -> Option<Instant> {
        let addresses = self
            .addresses
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        addresses.get(&address).copied()
    }
}

impl Cluster {
    pub(crate) fn new(plan: Plan, programs: Programs, folder: PathBuf) -> Cluster {
        std::fs::write(folder.join("key"), "0123456789abcdef0123456789abcdef").expect("a key");
        let listed = Listed {
            dns: Dns::start(&programs.dnsmasq, &folder, plan.ttl),
            addresses: Mutex::default(),
        };
        Cluster {
            plan,
            programs,
            folder,
            replicas: BTreeMap::new(),
            listed: Arc::new(listed),
            next: 1,
        }
    }

    /// Starts a replica and waits until the name has its address. Its number, and when that was.
    pub(crate) async fn add(&mut self) -> (u8, Instant) {
        let number = self.next;
        self.next += 1;
        let replica = Replica::start(&self.programs.server, &self.folder.join("key"), number);
        let replica = Arc::new(replica);
        let watched = Arc::downgrade(&replica);
        let (listed, probe) = (Arc::clone(&self.listed), self.plan.probe);
        // Kubelet and endpoint controller.
        tokio::spawn(async move {
            let mut failures = 0;
            while let Some(replica) = watched.upgrade() {
                let (address, is_listed) =
                    (replica.address, listed.since(replica.address).is_some());
                if replica.ready().await {
                    failures = 0;
                    if !is_listed {
                        listed
                            .change(|all| {
                                all.insert(address, Instant::now());
                            })
                            .await;
                    }
                } else {
                    failures += 1;
                    if is_listed && failures >= FAILURES {
                        listed
                            .change(|all| {
                                all.remove(&address);
                            })
                            .await;
                    }
                }
                drop(replica);
                sleep(if is_listed {
                    probe
                } else {
                    Duration::from_millis(50)
                })
                .await;
            }
        });
        let until = Instant::now() + Duration::from_secs(20);
        let since = loop {
            match self.listed.since(replica.address) {
                Some(since) => break since,
                None => assert!(Instant::now() < until, "replica {number} is never ready"),
            }
            sleep(Duration::from_millis(10)).await;
        };
        self.replicas.insert(number, replica);
        (number, since)
    }

    /// The oldest replica.
    pub(crate) fn oldest(&self) -> u8 {
        *self.replicas.keys().next().expect("a replica")
    }

    pub(crate) fn numbers(&self) -> Vec<u8> {
        self.replicas.keys().copied().collect()
    }

    pub(crate) fn replica(&self, number: u8) -> Arc<Replica> {
        Arc::clone(&self.replicas[&number])
    }

    /// Ends a replica as an orchestrator does: the name loses its address in the same moment in which it gets SIGTERM (there is no
    /// preStop here, which would make it easier). It must end by itself with exit code 0.
    pub(crate) async fn remove(&mut self, number: u8) {
        let replica = self.forget(number);
        let address = replica.address;
        self.listed
            .change(|all| {
                all.remove(&address);
            })
            .await;
        // The probe holds it for a moment.
        let mut shared = replica;
        let replica = loop {
            match Arc::try_unwrap(shared) {
                Ok(replica) => break replica,
                Err(again) => shared = again,
            }
            sleep(Duration::from_millis(5)).await;
        };
        assert_eq!(replica.end().await, Some(0), "replica {number} drained");
    }

    /// Takes a replica out of the books without telling anybody.
    pub(crate) fn forget(&mut self, number: u8) -> Arc<Replica> {
        self.replicas.remove(&number).expect("the replica")
    }

    /// Whether the name has its address.
    pub(crate) fn is_listed(&self, address: Ipv4Addr) -> bool {
        self.listed.since(address).is_some()
    }

    /// Takes an address out of the name at once.
    pub(crate) async fn unlist(&self, address: Ipv4Addr) {
        self.listed
            .change(|all| {
                all.remove(&address);
            })
            .await;
    }

    /// Drops every packet to and from an address, or lets them through again.
    pub(crate) async fn cut(&self, address: Ipv4Addr, cut: bool) {
        let what = if cut { "-A" } else { "-D" };
        for (chain, side) in [("INPUT", "-d"), ("INPUT", "-s")] {
            let address = address.to_string();
            let done = Command::new("iptables")
                .args([what, chain, side, &address, "-j", "DROP"])
                .status()
                .await;
            assert!(done.is_ok_and(|status| status.success()), "iptables");
        }
    }
}
