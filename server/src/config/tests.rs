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

fn access_file(name: &str, text: &str) -> String {
    key_file(name, text.as_bytes())
}

fn key_file(name: &str, bytes: &[u8]) -> String {
    let path = std::env::temp_dir().join(format!("tabuleiro-{}-{name}", std::process::id()));
    std::fs::write(&path, bytes).expect("the temporary directory is writable");
    path.to_string_lossy().into_owned()
}

#[test]
fn the_long_help_begins_with_what_the_program_is_and_flags_stand_under_their_own_headings() {
    let mut command = <Flags as clap::CommandFactory>::command();
    let help = command.render_long_help().to_string();
    assert!(help.starts_with("Tabuleiro: a rules authority"), "{help}");
    let under = |flag: &str| {
        let found = command
            .get_arguments()
            .find(|arg| arg.get_long() == Some(flag));
        let heading = found.expect("a flag").get_help_heading();
        heading.unwrap_or("Options").to_owned()
    };
    for (flag, heading) in [
        ("listen", "Options"),
        ("max-in-flight", "Options"),
        ("drain-pause", "Options"),
        ("config", "Options"),
        ("check-config", "Options"),
        ("list-metrics", "Options"),
        ("auth-tokens-file", "Who may call"),
        ("rate-limit", "Shares of clients"),
        ("web-origin", "Browsers"),
        ("max-response-size", "Memory and patience"),
        ("admin-listen", "Telemetry"),
        ("otlp-endpoint", "Telemetry"),
        ("max-connections", "Transport"),
    ] {
        assert_eq!(under(flag), heading, "--{flag}");
    }
}

#[test]
fn each_flag_has_its_variable_and_a_help() {
    let command = <Flags as clap::CommandFactory>::command();
    let mut count = 0;
    for arg in command.get_arguments() {
        let name = arg.get_long().expect("every flag is long");
        assert!(arg.get_help().is_some(), "--{name} has no help");
        if !matches!(name, "help" | "version" | "check-config" | "list-metrics") {
            let variable = format!("TABULEIRO_{}", name.replace('-', "_").to_uppercase());
            let found = arg.get_env().and_then(std::ffi::OsStr::to_str);
            assert_eq!(found, Some(variable.as_str()));
            count += 1;
        }
    }
    assert!(count > 20, "{count}");
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
    assert!(config.limits.stream_time.is_none() && config.transport.max_age.is_none());
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

#[test]
fn access_files_and_their_companions_are_checked_together() {
    let tokens = access_file(
        "tokens",
        "room short *\nroom a-token-that-is-long-enough Nope\n",
    );
    assert_eq!(
        faults(&[
            "--auth-tokens-file",
            &tokens,
            "--client-subjects-file=/nonexistent"
        ]),
        [
            "--auth-tokens-file",
            "--auth-tokens-file",
            "--client-subjects-file"
        ]
    );
    assert_eq!(
        faults(&["--jwt-issuer=a", "--jwt-audience=b", "--jwt-leeway=soon"]),
        ["--jwt-leeway", "--jwt-issuer", "--jwt-audience"]
    );
    let keys = access_file("keys", "{}");
    assert_eq!(
        faults(&["--jwks-file", &keys]),
        ["--jwt-issuer", "--jwt-audience", "--jwks-file"]
    );
}

#[test]
fn by_default_only_the_anonymous_beyond_loopback_have_a_rate() {
    let rate = |arguments: &[&str]| {
        let config = flags(arguments).resolve().expect("good values");
        let rate = config.rate_limit;
        (
            rate.per_second.map_or(0, Into::<u32>::into),
            rate.burst.get(),
            rate.anonymous_only,
        )
    };
    assert_eq!(rate(&[]).0, 0);
    let key = key_file("rate", &[b'k'; 32]);
    let key = format!("--token-key-file={key}");
    assert_eq!(
        rate(&["--listen=0.0.0.0:1", &key, "--allow-insecure-bind"]).0,
        0
    );
    assert_eq!(rate(&["--rate-limit=7"]), (7, 14, false));
    assert_eq!(rate(&["--rate-limit=7", "--rate-burst=9"]), (7, 9, false));
    assert_eq!(rate(&["--rate-limit=off"]).0, 0);
    assert_eq!(
        faults(&[
            "--rate-limit=0",
            "--rate-burst=-1",
            "--trusted-proxy=10.0.0.0/8,x,::1"
        ]),
        ["--rate-limit", "--rate-burst", "--trusted-proxy"]
    );
}

#[test]
fn by_default_only_the_anonymous_beyond_loopback_have_a_share_of_the_places() {
    let share = |arguments: &[&str]| {
        let config = flags(arguments).resolve().expect("good values");
        let share = config.per_client;
        (share.limit.map_or(0, Into::into), share.anonymous_only)
    };
    assert_eq!(share(&[]), (0, true));
    let key = format!("--token-key-file={}", key_file("share", &[b'k'; 32]));
    let tokens = access_file("share-tokens", "room the-token-of-the-players-room *\n");
    let tokens = format!("--auth-tokens-file={tokens}");
    let public = ["--listen=0.0.0.0:1", &key, &tokens];
    assert_eq!(share(&public), (64, true));
    for (places, part) in [("--max-in-flight=100", 12), ("--max-in-flight=3", 1)] {
        assert_eq!(share(&[&public[..], &[places]].concat()), (part, true));
    }
    // Behind a proxy that is not told of, every caller would be the same one.
    let insecure = ["--listen=0.0.0.0:1", &key, "--allow-insecure-bind"];
    assert_eq!(share(&insecure), (0, true));
    assert_eq!(share(&["--max-in-flight-per-client=7"]), (7, false));
    assert_eq!(
        share(&[&public[..], &["--max-in-flight-per-client=off"]].concat()),
        (0, false)
    );
    assert_eq!(
        faults(&["--max-in-flight-per-client=0"]),
        ["--max-in-flight-per-client"]
    );
}

#[test]
fn budgets_and_the_admin_port_are_checked_and_shown() {
    let config = flags(&[
        "--admin-listen=127.0.0.1:9090",
        "--max-response-size=1MiB",
        "--max-decoded-size=2MiB",
        "--max-stream-idle=0s",
    ])
    .resolve()
    .expect("valid");
    assert_eq!(config.limits.response_bytes, 1 << 20);
    assert_eq!(config.limits.decoded_bytes, 2 << 20);
    assert_eq!(config.limits.stream_idle, None);
    assert_eq!(config.admin.len(), 1);
    assert_eq!(
        faults(&[
            "--admin-listen=nowhere",
            "--max-response-size=1",
            "--max-decoded-size=x",
            "--max-stream-idle=soon",
            "--otlp-queue=1",
            "--otlp-interval=0s",
        ]),
        [
            "--max-response-size",
            "--max-decoded-size",
            "--max-stream-idle",
            "--admin-listen",
            "--otlp-queue",
            "--otlp-interval",
        ]
    );
}

/// A certificate and its key in files.
fn pair(name: &str) -> (String, String) {
    let made = rcgen::generate_simple_self_signed(["localhost".to_owned()]).expect("made");
    let certificate = key_file(&format!("{name}.pem"), made.cert.pem().as_bytes());
    let key = made.signing_key.serialize_pem();
    (
        certificate,
        key_file(&format!("{name}.key"), key.as_bytes()),
    )
}

#[test]
fn tls_allows_a_bind_beyond_loopback_and_its_files_are_looked_at() {
    let seal = key_file("tls-seal", &[b'k'; 32]);
    let (certificate, key) = pair("one");
    let (_, other_key) = pair("two");
    let public = ["--listen=0.0.0.0:1", "--token-key-file", &seal];
    let with = |more: &[&str]| {
        let all: Vec<&str> = public.iter().chain(more).copied().collect();
        flags(&all).resolve()
    };
    let faults = |more: &[&str]| {
        let Faults(faults) = with(more).expect_err("a fault is expected");
        faults.iter().map(|it| it.flag).collect::<Vec<_>>()
    };
    with(&["--tls-cert", &certificate, "--tls-key", &key]).expect("TLS");
    let tokens = access_file("bind", "room a-token-that-is-long-enough *\n");
    with(&["--auth-tokens-file", &tokens]).expect("authentication");
    assert_eq!(faults(&[]), ["--listen"]);
    assert_eq!(
        faults(&["--tls-cert", &certificate, "--tls-key", &other_key]),
        ["--tls-cert"]
    );
    assert_eq!(
        faults(&["--tls-cert", &certificate]),
        ["--tls-key", "--listen"]
    );
    assert_eq!(faults(&["--tls-key", &key]), ["--tls-cert", "--listen"]);
    assert_eq!(
        faults(&["--tls-client-ca", &certificate]),
        ["--tls-client-ca", "--listen"]
    );
    let both = ["--tls-cert", &certificate, "--tls-key", &key];
    let with_clients = |authorities: &str| {
        let mut all = both.to_vec();
        all.extend(["--tls-client-ca", authorities]);
        with(&all)
    };
    let config = with_clients(&certificate).expect("an authority");
    let clients = config.transport.tls.and_then(|it| it.clients);
    assert!(clients.expect("asked for").required);
    assert!(with_clients(&key).is_err(), "a key is no authority");
}

/// The rows of LIMITS.md: a flag and its default.
fn documented() -> Vec<(&'static str, &'static str)> {
    include_str!("../../../LIMITS.md")
        .lines()
        .filter_map(|line| line.strip_prefix("| `--")?.split_once("` | "))
        .filter_map(|(flag, rest)| Some((flag, rest.split_once(" |")?.0)))
        .collect()
}

#[test]
fn limits_md_has_every_limit_with_its_default() {
    let command = <Flags as clap::CommandFactory>::command();
    let limits: Vec<(String, String)> = command
        .get_arguments()
        .filter_map(|it| {
            let default = it.get_default_values().first()?.to_string_lossy();
            Some((it.get_long()?.to_owned(), default.into_owned()))
        })
        .collect();
    let documented = documented();
    for (flag, default) in &documented {
        let actual = limits.iter().find(|(it, _)| it == flag);
        let actual = actual.map(|(_, default)| default.as_str());
        assert_eq!(actual, Some(*default), "--{flag}");
    }
    let marks = ["max-", "drain-", "keepalive-", "handshake-", "rate-"];
    for (flag, _) in &limits {
        if marks.iter().any(|mark| flag.starts_with(mark)) {
            let there = documented.iter().any(|(it, _)| it == flag);
            assert!(there, "--{flag} is not in LIMITS.md");
        }
    }
}

/// The rows of LIMITS.md that no flag sets: a name and a value.
fn documented_numbers() -> Vec<(&'static str, u64)> {
    let section = include_str!("../../../LIMITS.md")
        .split("## Games, moves and searches")
        .nth(1)
        .and_then(|rest| rest.split("\n## ").next())
        .expect("the section");
    let rows = section.lines().filter_map(|line| {
        let mut cells = line.strip_prefix("| ")?.split(" | ");
        let name = cells.next()?.trim_matches('`');
        let value = cells.next()?.replace(',', "").parse().ok()?;
        Some((name, value))
    });
    rows.collect()
}

#[test]
fn limits_md_has_every_limit_that_no_flag_sets_with_its_value() {
    use crate::{services::bounds, wire::moves};
    use tabuleiro_rules::{
        chess::cannot_mate::{Budget, MOST_FORCED_MOVES},
        draughts,
        game::{LONGEST_WINDOW, PERPETUAL_BUDGET},
        openings, record,
    };
    let of_games = record::Limits::default();
    let actual = [
        ("max_game_bytes", of_games.game_bytes as u64),
        ("max_tags", of_games.tags as u64),
        ("max_variation_depth", of_games.nesting as u64),
        ("max_comment_bytes", of_games.comment_bytes as u64),
        ("max_game_faults", of_games.faults as u64),
        ("max_reversible_plies", LONGEST_WINDOW as u64),
        ("default_work_budget", u64::from(Budget::default().get())),
        ("forced mate", u64::from(MOST_FORCED_MOVES)),
        ("perpetual check", u64::from(PERPETUAL_BUDGET)),
        ("move text", moves::LONGEST_TEXT as u64),
        ("position text", bounds::LONGEST_FEN as u64),
        ("state token", bounds::LONGEST_TOKEN as u64),
        ("ruleset_bytes", bounds::LONGEST_RULESET as u64),
        ("LegalMoves.from", bounds::MOST_ORIGINS as u64),
        ("squares of a move or a touch", bounds::MOST_SQUARES as u64),
        ("capture tree", draughts::Position::WORK_BUDGET),
        ("marks of a diagram", bounds::MOST_MARKS as u64),
        ("cards of a deck", openings::LARGEST_DECK as u64),
    ];
    assert_eq!(documented_numbers(), actual);
}
