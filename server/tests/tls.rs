//! TLS: who gets in, what is known of him, and how new certificates take effect.
#![allow(clippy::expect_used, reason = "a panic is how a test fails")]

#[path = "support/certificates.rs"]
mod certificates;
mod support;

use std::time::Duration;

use bytes::Bytes;
use certificates::{Authority, Files, connect};
use support::{
    probe,
    raw::{PATIENCE, Raw},
    start,
};
use tabuleiro_server::{Config, Running, listen::TlsFiles};
use tonic::{Request, transport::Channel};

const ARBITER: &str = "spiffe://club/arbiter";

fn secured(tls: TlsFiles) -> Config {
    let mut config = Config::local();
    config.transport.tls = Some(tls);
    config
}

async fn told(channel: &Channel) -> Result<String, tonic::Status> {
    let told = probe::call(channel, "Peer", Request::new(Bytes::new())).await?;
    Ok(String::from_utf8_lossy(&told).into_owned())
}

/// Whether a client gets an answer. A refusal of TLS 1.3 comes with the first answer, not with the handshake.
async fn served(
    running: &Running,
    authority: &Authority,
    pair: Option<&certificates::Pair>,
) -> Option<String> {
    let channel = connect(running.addr(), authority, pair).await.ok()?;
    told(&channel).await.ok()
}

#[tokio::test]
async fn a_client_with_a_certificate_has_its_name_and_one_without_is_turned_away() {
    let (ours, theirs) = (Authority::new("ours"), Authority::new("theirs"));
    let files = Files::new("required");
    let running = start(secured(
        files.of_server(&ours.server(), Some((&ours, true))),
    ))
    .await;
    let arbiter = ours.client(ARBITER);
    let peer = served(&running, &ours, Some(&arbiter))
        .await
        .expect("served");
    assert!(
        peer.contains(&format!("certificate_subject: Some({ARBITER:?})")),
        "{peer}"
    );
    assert!(peer.contains("address: Some(127.0.0.1:"), "{peer}");

    let wrong = [
        None,
        Some(theirs.client(ARBITER)),
        Some(ours.expired_client(ARBITER)),
    ];
    for pair in &wrong {
        assert_eq!(served(&running, &ours, pair.as_ref()).await, None);
    }
    assert!(running.connections().handshake_failures >= 3);
    // A client that does not trust the server leaves, and the server goes on.
    assert_eq!(served(&running, &theirs, Some(&arbiter)).await, None);
    assert!(served(&running, &ours, Some(&arbiter)).await.is_some());
}

#[tokio::test]
async fn an_optional_certificate_may_be_missing_but_not_wrong() {
    let (ours, theirs) = (Authority::new("ours"), Authority::new("theirs"));
    let files = Files::new("optional");
    let running = start(secured(
        files.of_server(&ours.server(), Some((&ours, false))),
    ))
    .await;
    let peer = served(&running, &ours, None).await.expect("served");
    assert!(peer.contains("certificate_subject: None"), "{peer}");
    let peer = served(&running, &ours, Some(&ours.client(ARBITER))).await;
    assert!(peer.expect("served").contains(ARBITER));
    assert_eq!(
        served(&running, &ours, Some(&theirs.client(ARBITER))).await,
        None
    );
}

#[tokio::test]
async fn new_files_take_effect_without_a_restart_and_broken_ones_change_nothing() {
    let (old, new) = (Authority::new("old"), Authority::new("new"));
    let files = Files::new("reload");
    let running = start(secured(files.of_server(&old.server(), None))).await;
    let before = connect(running.addr(), &old, None).await.expect("served");
    told(&before).await.expect("answered");
    assert_eq!(served(&running, &new, None).await, None);

    let pair = new.server();
    files.write("server.pem", &pair.certificate);
    files.write("server.key", &pair.key);
    let renewed = async {
        while served(&running, &new, None).await.is_none() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    let renewed = tokio::time::timeout(PATIENCE, renewed).await;
    assert!(renewed.is_ok(), "the new certificate is not served");
    // A connection outlives the certificate that it was made with.
    told(&before).await.expect("answered");

    files.write("server.key", "no key at all");
    for _ in 0..8 {
        tokio::time::sleep(Duration::from_millis(50)).await;
        assert!(served(&running, &new, None).await.is_some());
    }
}

#[tokio::test]
async fn slow_handshakes_hold_up_nobody_and_are_cut() {
    let ours = Authority::new("ours");
    let files = Files::new("slow");
    let mut config = secured(files.of_server(&ours.server(), None));
    config.transport.handshake_timeout = Duration::from_secs(2);
    let running = start(config).await;
    let mut slow = Vec::new();
    for _ in 0..20 {
        let mut raw = Raw::silent(running.addr()).await;
        // The first byte of a TLS record, and no more.
        assert!(raw.send(&[0x16]).await);
        slow.push(raw);
    }
    assert!(served(&running, &ours, None).await.is_some());
    for mut raw in slow {
        raw.ended().await;
    }
    assert_eq!(running.connections().handshake_timeouts, 20);
    // Whoever speaks HTTP where TLS is spoken is told nothing, and counted.
    let mut plain = Raw::speaking(running.addr()).await;
    plain.ended().await;
    assert!(running.connections().handshake_failures >= 1);
}

#[tokio::test]
async fn a_server_whose_certificates_cannot_be_used_does_not_start() {
    let (ours, other) = (Authority::new("ours"), Authority::new("other"));
    let files = Files::new("mismatch");
    let mut tls = files.of_server(&ours.server(), None);
    tls.key = files.write("other.key", &other.server().key);
    let error = tabuleiro_server::Server::start(secured(tls))
        .await
        .expect_err("the key is another's");
    assert!(
        error.to_string().contains("TLS cannot be served"),
        "{error}"
    );
}
