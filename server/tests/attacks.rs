//! Attacks on a running server, by hand over sockets. During each one it keeps serving somebody else, and its memory stays
//! bounded. One command: `cargo test -p tabuleiro-server --test attacks`.
#![cfg(target_os = "linux")]
#![allow(clippy::expect_used, reason = "a panic is how a test fails")]

#[path = "support/program.rs"]
mod program;
mod support;
#[path = "support/victim.rs"]
mod victim;

use bytes::Bytes;
use support::raw::{
    CONTINUATION, DATA, END_HEADERS, GOAWAY, HEADERS, RST_STREAM, Raw, call_headers, frame,
};
use tonic::{Code, Request, codec::CompressionEncoding, transport::Endpoint};
use victim::Victim;

const APPLY: &str = "/tabuleiro.v1.RulesService/ApplyMove";

/// What h2 says in GOAWAY to whoever goes too far.
const ENHANCE_YOUR_CALM: u32 = 11;
const FRAME_SIZE_ERROR: u32 = 6;

/// What an attack of this size may cost.
const MIB: u64 = 24;

#[tokio::test]
async fn slow_loris() {
    let mut victim = Victim::start(&["--handshake-timeout=2s"]).await;
    let mut attackers = Vec::new();
    for n in 0..300 {
        let mut raw = Raw::silent(victim.address()).await;
        // A third says nothing, two thirds stop within the preface, early and late.
        match n % 3 {
            0 => {}
            1 => assert!(raw.send(b"PRI * HT").await),
            _ => assert!(raw.send(b"PRI * HTTP/2.0\r\n\r\nSM\r\n").await),
        }
        attackers.push(raw);
    }
    victim.still_serves().await;
    victim.has_grown_at_most(MIB);
    for mut raw in attackers {
        raw.ended().await;
    }
    victim.still_serves().await;
}

#[tokio::test]
async fn half_open_sockets() {
    let flags = ["--keepalive-interval=500ms", "--keepalive-timeout=2s"];
    let mut victim = Victim::start(&flags).await;
    let mut attackers = Vec::new();
    for _ in 0..200 {
        // It begins a call, and is never heard of again.
        let mut raw = Raw::speaking(victim.address()).await;
        let call = frame(HEADERS, END_HEADERS, 1, &call_headers(APPLY));
        assert!(raw.send(&call).await);
        attackers.push(raw);
    }
    victim.has_grown_at_most(MIB);
    for mut raw in attackers {
        raw.ended().await;
    }
    victim.still_serves().await;
}

#[tokio::test]
async fn a_flood_of_connections() {
    let mut victim = Victim::start(&["--max-connections=50"]).await;
    let mut refused = 0;
    let mut attackers = Vec::new();
    for _ in 0..400 {
        let mut raw = Raw::speaking(victim.address()).await;
        if raw.is_served().await {
            attackers.push(raw);
        } else {
            refused += 1;
        }
    }
    // One place is the client's that was there before; another's may not have been free again at first.
    assert!((45..=49).contains(&attackers.len()), "{}", attackers.len());
    assert_eq!(attackers.len() + refused, 400);
    victim.serves_its_client().await;
    victim.has_grown_at_most(MIB);
    attackers.clear();
    for _ in 0..600 {
        if Raw::speaking(victim.address()).await.is_served().await {
            victim.serves_its_client().await;
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    panic!("no place came free");
}

#[tokio::test]
async fn a_flood_of_stream_resets() {
    let mut victim = Victim::start(&["--max-pending-reset-streams=20"]).await;
    let headers = call_headers(APPLY);
    let mut goaways = 0;
    for _ in 0..20 {
        let mut raw = Raw::speaking(victim.address()).await;
        let mut stream = 1;
        for _ in 0..20 {
            let mut burst = Vec::new();
            for _ in 0..500 {
                burst.extend(frame(HEADERS, END_HEADERS, stream, &headers));
                burst.extend(frame(RST_STREAM, 0, stream, &8u32.to_be_bytes()));
                stream += 2;
            }
            if !raw.send(&burst).await {
                break;
            }
        }
        // Either the guard has said GOAWAY, or the server keeps up and the connection goes on.
        if tokio::time::timeout(std::time::Duration::from_millis(100), raw.ended())
            .await
            .is_ok_and(|code| code == Some(ENHANCE_YOUR_CALM))
        {
            goaways += 1;
        }
    }
    victim.has_grown_at_most(MIB);
    victim.still_serves().await;
    assert!(goaways > 0, "the guard never spoke");
}

#[tokio::test]
async fn a_flood_of_continuations() {
    let mut victim = Victim::start(&[]).await;
    for _ in 0..20 {
        let mut raw = Raw::speaking(victim.address()).await;
        assert!(raw.send(&frame(HEADERS, 0, 1, &call_headers(APPLY))).await);
        let more = frame(CONTINUATION, 0, 1, &[0; 1_000]);
        let mut sent = 0;
        // Without an end the headers would never be complete: the server does not wait for that.
        while sent < 10_000 && raw.send(&more).await {
            sent += 1;
        }
        assert!(sent < 10_000, "it takes everything");
    }
    victim.has_grown_at_most(MIB);
    victim.still_serves().await;
}

#[tokio::test]
async fn oversized_and_truncated_frames() {
    let mut victim = Victim::start(&[]).await;
    let mut raw = Raw::speaking(victim.address()).await;
    // Sixteen MiB less one are announced; the limit is 16 KiB.
    assert!(raw.send(&[0xff, 0xff, 0xff, DATA, 0, 0, 0, 0, 1]).await);
    assert_eq!(raw.ended().await, Some(FRAME_SIZE_ERROR));
    let call = frame(HEADERS, END_HEADERS, 1, &call_headers(APPLY));
    for cut in 1..call.len() {
        let mut raw = Raw::speaking(victim.address()).await;
        assert!(raw.send(&call[..cut]).await);
        drop(raw);
    }
    // A message whose prefix announces more than the limit: refused at the prefix.
    let mut raw = Raw::speaking(victim.address()).await;
    assert!(raw.send(&call).await);
    assert!(
        raw.send(&frame(DATA, 0, 1, &[0, 0x7f, 0xff, 0xff, 0xff]))
            .await
    );
    loop {
        let next = raw.next().await.expect("an answer");
        assert_ne!(
            next.kind, GOAWAY,
            "a fault of one call ended the connection"
        );
        if next.kind == HEADERS {
            break;
        }
    }
    victim.has_grown_at_most(MIB);
    victim.still_serves().await;
}

#[tokio::test]
async fn a_compression_bomb() {
    let mut victim = Victim::start(&[]).await;
    let endpoint = Endpoint::from_shared(format!("http://{}", victim.address()));
    let channel = endpoint
        .expect("an address")
        .connect()
        .await
        .expect("connected");
    let zeros = Bytes::from(vec![0; 40 << 20]);
    let mut client = tonic::client::Grpc::new(channel).send_compressed(CompressionEncoding::Gzip);
    client.ready().await.expect("ready");
    let codec = tonic_prost::ProstCodec::<Bytes, Bytes>::default();
    let status = client
        .unary(Request::new(zeros), APPLY.parse().expect("a path"), codec)
        .await
        .expect_err("a bomb");
    assert!(
        matches!(status.code(), Code::OutOfRange | Code::ResourceExhausted),
        "{status:?}"
    );
    victim.has_grown_at_most(MIB);
    victim.still_serves().await;
}
