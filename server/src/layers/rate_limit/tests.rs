//! Shares, addresses behind proxies, and bounds; with a clock of the test's own.

use std::{num::NonZeroU32, time::Duration};

use governor::clock::FakeRelativeClock;

use super::*;
use crate::telemetry::metrics::Metrics;

fn limiter(per_second: u32, burst: u32) -> (RateLimiter<FakeRelativeClock>, FakeRelativeClock) {
    let clock = FakeRelativeClock::default();
    let config = RateLimit {
        per_second: NonZeroU32::new(per_second),
        burst: NonZeroU32::new(burst).expect("not zero"),
        anonymous_only: false,
        trusted_proxies: Vec::new(),
    };
    let limiter =
        RateLimiter::with_clock(&config, Metrics::default(), clock.clone()).expect("a limit");
    (limiter, clock)
}

fn named(name: &str) -> Client {
    Client::Named(Credential::Token, name.into())
}

#[test]
fn a_share_is_a_burst_and_then_a_rate_and_each_client_has_its_own() {
    let (limiter, clock) = limiter(10, 3);
    for _ in 0..3 {
        limiter.check(&named("a")).expect("the burst");
    }
    let Err(Failure::RateLimited { retry_after }) = limiter.check(&named("a")) else {
        panic!("the burst is spent");
    };
    assert_eq!(retry_after, Duration::from_millis(100));
    limiter.check(&named("b")).expect("another client");
    clock.advance(retry_after);
    limiter.check(&named("a")).expect("one more");
    assert!(limiter.check(&named("a")).is_err());
}

#[test]
fn with_a_limit_for_the_anonymous_alone_named_callers_have_none() {
    let (mut limiter, _) = limiter(1, 1);
    limiter.named = false;
    let address = Client::Address([192, 0, 2, 1].into());
    limiter.check(&address).expect("the burst");
    assert!(limiter.check(&address).is_err());
    for _ in 0..100 {
        limiter.check(&named("a")).expect("no limit");
    }
}

#[test]
fn tracked_clients_are_bounded_and_idle_ones_forgotten() {
    let (limiter, clock) = limiter(1, 1);
    let client = |n: u32| Client::Address(std::net::Ipv4Addr::from(n).into());
    for n in 0..2 * MAX_CLIENTS as u32 {
        let _ = limiter.check(&client(n));
    }
    assert!(limiter.shares.len() <= MAX_CLIENTS + SHARED as usize);
    // Nobody is without a limit then.
    let late = client(u32::MAX);
    assert!((0..3).any(|_| limiter.check(&late).is_err()));
    clock.advance(Duration::from_secs(60));
    for _ in 0..MAX_CLIENTS {
        let _ = limiter.check(&named("a"));
    }
    assert!(limiter.shares.len() <= 2, "{}", limiter.shares.len());
}

fn behind(peer: &str, headers: &[&str], trusted: &[&str]) -> String {
    let mut map = HeaderMap::new();
    for value in headers {
        map.append(FORWARDED_FOR, value.parse().expect("a header"));
    }
    let trusted: Vec<IpNet> = trusted
        .iter()
        .map(|net| net.parse().expect("a network"))
        .collect();
    forwarded(peer.parse().expect("an address"), &map, &trusted).to_string()
}

#[test]
fn a_forwarded_address_counts_only_from_a_trusted_proxy_and_only_the_right_most_untrusted() {
    let proxy = "10.0.0.1";
    assert_eq!(behind(proxy, &["203.0.113.7"], &[]), proxy);
    assert_eq!(
        behind(proxy, &["203.0.113.7"], &["10.0.0.0/8"]),
        "203.0.113.7"
    );
    // What a caller writes into the header himself stands left of what the proxy adds.
    assert_eq!(
        behind(proxy, &["198.51.100.9, 203.0.113.7"], &["10.0.0.0/8"]),
        "203.0.113.7"
    );
    assert_eq!(
        behind(
            proxy,
            &["198.51.100.9", "203.0.113.7, 10.2.2.2"],
            &["10.0.0.0/8"]
        ),
        "203.0.113.7"
    );
    // Nonsense ends the search at the last address that was seen.
    assert_eq!(behind(proxy, &["x, 10.3.3.3"], &["10.0.0.0/8"]), "10.3.3.3");
    assert_eq!(behind(proxy, &[""], &["10.0.0.0/8"]), proxy);
    assert_eq!(
        behind("::ffff:10.0.0.1", &["[2001:db8::1]:443"], &["10.0.0.0/8"]),
        "2001:db8::1"
    );
    assert_eq!(
        behind(proxy, &["203.0.113.7:5000"], &["10.0.0.0/8"]),
        "203.0.113.7"
    );
}

#[test]
fn an_ipv6_customer_is_one_client() {
    let net = |text: &str| network(text.parse().expect("an address"));
    assert_eq!(net("2001:db8:1:2:3:4:5:6"), net("2001:db8:1:2::1"));
    assert_ne!(net("2001:db8:1:2::1"), net("2001:db8:1:3::1"));
    assert_ne!(net("192.0.2.1"), net("192.0.2.2"));
}
