//! What the configuration accepts, refuses and reports.

use clap::Parser as _;

use super::{values::parse_bytes, *};

fn flags(arguments: &[&str]) -> Flags {
    Flags::try_parse_from(std::iter::once("tabuleiro-server").chain(arguments.iter().copied()))
        .expect("the flags are known")
}

fn faults(arguments: &[&str]) -> Vec<&'static str> {
    let Faults(faults) = flags(arguments).resolve().expect_err("a fault is expected");
    faults.iter().map(|fault| fault.flag).collect()
}

fn key_file(name: &str, bytes: &[u8]) -> String {
    let path = std::env::temp_dir().join(format!("tabuleiro-{}-{name}", std::process::id()));
    std::fs::write(&path, bytes).expect("the temporary directory is writable");
    path.to_string_lossy().into_owned()
}

#[test]
fn the_documented_defaults_are_the_defaults_in_code() {
    let documented = flags(&[])
        .resolve()
        .expect("defaults are valid")
        .to_string();
    assert_eq!(documented, Config::default().to_string());
}

#[test]
fn defaults_listen_on_both_loopbacks_only() {
    let config = Config::default();
    assert_eq!(config.listen.len(), 2);
    assert!(config.listen.iter().all(|a| a.ip().is_loopback()));
}

#[test]
fn all_wrong_values_are_reported_together_with_their_variables() {
    let Faults(all) = flags(&[
        "--listen=nowhere",
        "--max-in-flight=none",
        "--max-call-time=soon",
        "--max-request-size=1GB",
        "--log-format=xml",
        "--otlp-ratio=2",
        "--log=a=b=c",
    ])
    .resolve()
    .expect_err("seven faults");
    let text = Faults(all.clone()).to_string();
    assert_eq!(all.len(), 7, "{text}");
    assert!(
        text.contains(
            "--max-in-flight (TABULEIRO_MAX_IN_FLIGHT) = \"none\": expected a whole number"
        )
    );
}

#[test]
fn a_bind_beyond_loopback_is_refused_unless_asked_for_by_name_and_never_without_a_key() {
    assert_eq!(
        faults(&["--listen=0.0.0.0:1"]),
        ["--listen", "--token-key-file"]
    );
    assert_eq!(
        faults(&["--listen=0.0.0.0:1", "--allow-insecure-bind"]),
        ["--token-key-file"]
    );
    let key = key_file("bind", &[b'k'; 32]);
    assert_eq!(
        faults(&["--listen=[::]:1", "--token-key-file", &key]),
        ["--listen"]
    );
    flags(&[
        "--listen=[::]:1",
        "--token-key-file",
        &key,
        "--allow-insecure-bind",
    ])
    .resolve()
    .expect("asked for by name, and with a key");
}

#[test]
fn a_short_missing_or_repeated_key_is_named() {
    let short = key_file("short", b"too short");
    assert_eq!(faults(&["--token-key-file", &short]), ["--token-key-file"]);
    assert_eq!(
        faults(&["--token-key-file", "/nonexistent/key"]),
        ["--token-key-file"]
    );
    let key = key_file("same", &[b'k'; 40]);
    assert_eq!(
        faults(&["--token-key-file", &key, "--token-accept-key-file", &key]),
        ["--token-accept-key-file"]
    );
    assert_eq!(
        faults(&["--token-accept-key-file", &key]),
        ["--token-accept-key-file"]
    );
}

#[test]
fn zero_switches_off_only_what_says_so() {
    let config = flags(&["--max-stream-time=0s", "--max-connection-age=0s"])
        .resolve()
        .expect("both may be off");
    assert!(config.limits.stream_time.is_none() && config.max_connection_age.is_none());
    assert_eq!(faults(&["--max-call-time=0s"]), ["--max-call-time"]);
    assert_eq!(
        faults(&["--max-concurrent-streams=99"]),
        ["--max-concurrent-streams"]
    );
}

#[test]
fn sizes_have_binary_units() {
    assert_eq!(parse_bytes("65536"), Some(65_536));
    assert_eq!(parse_bytes("64KiB"), Some(65_536));
    assert_eq!(parse_bytes("4 MiB"), Some(4 << 20));
    assert_eq!(parse_bytes("4MB"), None);
    assert_eq!(parse_bytes("99999999999999999999"), None);
}
