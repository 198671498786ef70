//! One thing after another that happens in a cluster, under load.

use std::{
    process::ExitCode,
    time::{Duration, Instant},
};

use tokio::time::sleep;
use tonic::transport::Endpoint;

use crate::{
    Plan, Programs,
    cluster::Cluster,
    dns::NAME,
    envoy::Envoy,
    follow,
    load::{Load, Plain, Sdk},
    replica::PORT,
    report::{self, Scene},
};

/// A call that takes longer was hit by the event. Usual ones take a few milliseconds, on a busy machine some tens.
pub(crate) const SLOW: Duration = Duration::from_millis(250);

/// Clients behind Envoy, each with one connection to it.
const PLAIN_CLIENTS: usize = 4;

/// Runs every scene, prints what it showed, and fails when one call did.
pub(crate) async fn run(plan: Plan, programs: Programs) -> ExitCode {
    let folder = std::env::temp_dir().join(format!("tabuleiro-cluster-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    Scene::heading();
    let mut scenes: Vec<Scene> = Vec::new();
    let mut seen = |scene: Scene| {
        scene.print();
        scenes.push(scene);
    };
    let mut left_out = Vec::new();

    let mut cluster = Cluster::new(plan, programs.clone(), folder.clone());
    cluster.add().await;
    let sdk = Sdk(follow::client(&format!("http://{NAME}:{PORT}")).await);

    seen(scaled(plan, &mut cluster, &sdk).await);
    cluster.add().await;
    seen(rolled(plan, &mut cluster, &sdk).await);
    for event in [Event::Killed, Event::Hung, Event::CutOff] {
        seen(lost(plan, &mut cluster, &sdk, event).await);
    }
    match &programs.envoy {
        Some(program) => seen(behind_envoy(plan, &mut cluster, program, &folder).await),
        None => left_out.push("envoy"),
    }

    let fine = report::sum_up(&scenes, &left_out);
    drop(cluster);
    let _ = std::fs::remove_dir_all(folder);
    if fine {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

pub(crate) fn seconds(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}

/// How long after it was listed a replica answers half of its fair share of the calls.
async fn taken(plan: Plan, cluster: &Cluster, number: u8, since: Instant) -> Option<Duration> {
    let replica = cluster.replica(number);
    let window = Duration::from_millis(500);
    let replicas = u32::try_from(cluster.numbers().len()).expect("few");
    let share = f64::from(plan.rate / replicas) / 2.0 * window.as_secs_f64();
    while since.elapsed() < Duration::from_secs(60) {
        let before = replica.calls().await?;
        sleep(window).await;
        #[allow(clippy::cast_precision_loss, reason = "a number of calls")]
        let now = replica.calls().await?.saturating_sub(before) as f64;
        if now >= share {
            return Some(since.elapsed());
        }
    }
    None
}

/// 1 → 3 → 2.
async fn scaled(plan: Plan, cluster: &mut Cluster, sdk: &Sdk) -> Scene {
    let load = Load::start(sdk.clone(), plan.rate);
    sleep(plan.calm).await;
    let mut note = Vec::new();
    for nth in ["second", "third"] {
        let (number, since) = cluster.add().await;
        let taken = taken(plan, cluster, number, since).await;
        let taken = taken.map_or("an unknown time (no metrics)".to_owned(), seconds);
        note.push(format!("{nth} has its share after {taken}"));
        sleep(plan.calm / 2).await;
    }
    cluster.remove(cluster.oldest()).await;
    sleep(plan.calm).await;
    Scene::of("scale 1 → 3 → 2", &load.stop().await, note.join(", "))
}

/// Each replica replaced: a new one first, then the old one ends.
async fn replace_all(cluster: &mut Cluster) {
    for old in cluster.numbers() {
        cluster.add().await;
        cluster.remove(old).await;
    }
}

async fn rolled(plan: Plan, cluster: &mut Cluster, sdk: &Sdk) -> Scene {
    let load = Load::start(sdk.clone(), plan.rate);
    sleep(plan.calm / 2).await;
    let begun = Instant::now();
    replace_all(cluster).await;
    let note = format!("three replicas replaced in {}", seconds(begun.elapsed()));
    sleep(plan.calm / 2).await;
    Scene::of("rolling restart", &load.stop().await, note)
}

/// What takes a replica away without a word.
#[derive(Clone, Copy)]
enum Event {
    Killed,
    Hung,
    CutOff,
}

async fn lost(plan: Plan, cluster: &mut Cluster, sdk: &Sdk, event: Event) -> Scene {
    let number = cluster.oldest();
    let replica = cluster.replica(number);
    let load = Load::start(sdk.clone(), plan.rate);
    sleep(plan.calm).await;
    let happened = Instant::now();
    let name = match event {
        Event::Killed => {
            replica.signal("KILL").await;
            "one killed"
        }
        Event::Hung => {
            replica.signal("STOP").await;
            "one hung (SIGSTOP)"
        }
        Event::CutOff => {
            cluster.cut(replica.address, true).await;
            "one cut off (packets dropped)"
        }
    };
    let mut unlisted = None;
    while happened.elapsed() < plan.calm * 2
        || (unlisted.is_none() && happened.elapsed().as_secs() < 60)
    {
        if unlisted.is_none() && !cluster.is_listed(replica.address) {
            unlisted = Some(happened.elapsed());
        }
        sleep(Duration::from_millis(20)).await;
    }
    let samples = load.stop().await;
    if matches!(event, Event::CutOff) {
        cluster.cut(replica.address, false).await;
    }
    replica.signal("KILL").await;
    cluster.forget(number);
    cluster.unlist(replica.address).await;
    cluster.add().await;
    let over = report::over_after(&samples, happened, SLOW);
    let unlisted = unlisted.map_or("never".to_owned(), seconds);
    let note = format!("left after {}; out of DNS after {unlisted}", seconds(over));
    Scene::of(name, &samples, note)
}

/// The same rolling restart with a proxy that asks for health every second, and plain clients that never try twice.
async fn behind_envoy(
    plan: Plan,
    cluster: &mut Cluster,
    program: &std::path::Path,
    folder: &std::path::Path,
) -> Scene {
    let envoy = Envoy::start(program, folder).await;
    let endpoint = Endpoint::from_shared(envoy.url()).expect("an address");
    let mut connections = Vec::new();
    for _ in 0..PLAIN_CLIENTS {
        connections.push(endpoint.connect().await.expect("Envoy listens"));
    }
    let load = Load::start(Plain::new(connections), plan.rate);
    sleep(plan.calm / 2).await;
    let begun = Instant::now();
    replace_all(cluster).await;
    let note = format!(
        "{PLAIN_CLIENTS} plain clients, three replicas replaced in {}",
        seconds(begun.elapsed())
    );
    sleep(plan.calm / 2).await;
    let samples = load.stop().await;
    drop(envoy);
    Scene::of("rolling restart behind Envoy", &samples, note)
}
