//! Variables of the environment and the options that go over them: who we are to a service, and whom we trust.
#![allow(clippy::unwrap_used, reason = "a test crate")]

mod support;

use support::{err, run, tabuleiro};

#[test]
fn exported_variables_of_a_service_leave_local_use_alone() {
    for (name, value) in [
        ("TABULEIRO_TOKEN", "abc"),
        ("TABULEIRO_TOKEN_FILE", "/no/such/token"),
        ("TABULEIRO_TLS_CA", "/no/such/ca.pem"),
        ("TABULEIRO_TLS_CERT", "/no/such/cert.pem"),
        ("TABULEIRO_TLS_KEY", "/no/such/key.pem"),
    ] {
        let output = tabuleiro(&["variants", "chess"])
            .env(name, value)
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(0), "{name}: {}", err(&output));
    }
    let both = tabuleiro(&["variants", "chess"])
        .env("TABULEIRO_TOKEN", "abc")
        .env("TABULEIRO_TOKEN_FILE", "/no/such/token")
        .output()
        .unwrap();
    assert_eq!(both.status.code(), Some(0), "{}", err(&both));
}

#[test]
fn options_of_a_service_that_are_typed_need_its_address() {
    for option in [
        "--token",
        "--token-file",
        "--tls-ca",
        "--tls-cert",
        "--tls-key",
        "--tls-domain",
    ] {
        for args in [&[option, "x", "variants"][..], &["variants", option, "x"]] {
            let output = run(args);
            assert_eq!(output.status.code(), Some(2), "{args:?}");
            assert!(err(&output).contains("--endpoint"), "{}", err(&output));
        }
    }
    let at = ["--endpoint", "http://127.0.0.1:1", "variants"];
    let two = run(&[&at[..], &["--token", "x", "--token-file", "y"]].concat());
    assert_eq!(two.status.code(), Some(2));
    let half = run(&[&at[..], &["--tls-cert", "x"]].concat());
    assert_eq!(half.status.code(), Some(2));
    // What is typed goes over what is exported: this one gets as far as the address.
    let typed = tabuleiro(&[&at[..], &["--token", "x"]].concat())
        .env("TABULEIRO_TOKEN_FILE", "/no/such/token")
        .output()
        .unwrap();
    assert_eq!(typed.status.code(), Some(3), "{}", err(&typed));
}
