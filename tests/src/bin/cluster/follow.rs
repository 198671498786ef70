//! Load on replicas that somebody else looks after: each line on the standard input names what happens next and ends the scene before it.

use std::{
    process::ExitCode,
    time::{Duration, Instant},
};

use tabuleiro_client::Client;
use tokio::{
    io::{AsyncBufReadExt as _, BufReader, stdin},
    time::sleep,
};

use crate::{
    Plan,
    load::{Load, Sdk},
    report::{self, Scene},
    scenes::{SLOW, seconds},
};

/// A client as anybody would make it, once somebody answers.
pub(crate) async fn client(url: &str) -> Client {
    let until = Instant::now() + Duration::from_secs(20);
    loop {
        match Client::connect(url.to_owned()).await {
            Ok(client) => return client,
            Err(error) => assert!(Instant::now() < until, "no client: {error}"),
        }
        sleep(Duration::from_millis(100)).await;
    }
}

/// Calls from the first line to the end of the input, prints a line for each scene, and fails when one call did.
pub(crate) async fn run(plan: Plan, url: &str) -> ExitCode {
    let sdk = Sdk(client(url).await);
    Scene::heading();
    let mut scenes = Vec::new();
    let mut lines = BufReader::new(stdin()).lines();
    let mut next = lines.next_line().await.expect("the input");
    while let Some(name) = next {
        let begun = Instant::now();
        let load = Load::start(sdk.clone(), plan.rate);
        next = lines.next_line().await.expect("the input");
        let samples = load.stop().await;
        let over = report::over_after(&samples, begun, SLOW);
        let note = if over.is_zero() {
            format!("none over {SLOW:?}")
        } else {
            format!("some over {SLOW:?} until {} after it", seconds(over))
        };
        let scene = Scene::of(&name, &samples, note);
        scene.print();
        scenes.push(scene);
    }
    if report::sum_up(&scenes, &[]) {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
