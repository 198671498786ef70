//! The flags of the transport: connections, HTTP/2, TLS, and the runtimes that serve them.

use std::{path::PathBuf, time::Duration};

use super::{
    flags::{ms, optional},
    values::Collector,
};
use crate::listen::{ClientCertificates, TlsFiles};

/// How connections are accepted, protected and bounded.
#[derive(Clone, Debug)]
pub struct Transport {
    /// Connections open at one time.
    pub max_connections: usize,
    /// Time for the TLS handshake and the first bytes of HTTP.
    pub handshake_timeout: Duration,
    /// Time between two PINGs that ask whether the other end is still there.
    pub keepalive_interval: Option<Duration>,
    /// Time for the answer to one.
    pub keepalive_timeout: Duration,
    /// Time without a call after which a connection is asked to close.
    pub max_idle: Option<Duration>,
    /// Age at which a connection is asked to close, give or take a tenth.
    pub max_age: Option<Duration>,
    /// Time from the request to close to the cut.
    pub age_grace: Option<Duration>,
    /// Time for which a caller may take nothing of its answer.
    pub answer_stall: Option<Duration>,
    /// Streams open at one time on one connection.
    pub max_concurrent_streams: u32,
    /// Bytes of the headers of one call, as HTTP/2 counts them.
    pub max_header_list: u32,
    /// Streams that a client has reset and the server has not yet looked at.
    pub max_pending_resets: usize,
    /// Streams that the server had to reset because of the client's faults.
    pub max_local_resets: usize,
    /// Which runtimes serve the network.
    pub runtime: Runtime,
    /// The certificates; `None` serves without TLS.
    pub tls: Option<TlsFiles>,
}

/// Which runtimes serve the network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Runtime {
    /// One runtime, whose threads share all connections.
    Multi,
    /// A runtime of one thread for each core, between which the system spreads the connections.
    #[value(name = "per_core")]
    PerCore,
}

/// What is asked of a client that shows no certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum ClientAuth {
    /// It is turned away.
    Required,
    /// It is served, and has no name.
    Optional,
}

const MAX_CONNECTIONS: &str = "1000";
const HANDSHAKE_TIMEOUT: &str = "10s";
const KEEPALIVE_INTERVAL: &str = "60s";
const KEEPALIVE_TIMEOUT: &str = "20s";
const MAX_IDLE: &str = "15m";
const MAX_AGE: &str = "0s";
const AGE_GRACE: &str = "60s";
const ANSWER_STALL: &str = "30s";
const MAX_CONCURRENT_STREAMS: &str = "256";
const MAX_HEADER_LIST: &str = "16KiB";
// h2's own default of 20 lets a burst of cancelled calls (a client with short deadlines) take unrelated calls on its
// connection down with it.
const MAX_PENDING_RESETS: &str = "200";
const MAX_LOCAL_RESETS: &str = "1024";
const CHECK_EVERY: &str = "10s";

/// The flags as they were written.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Transport")]
pub struct TransportFlags {
    /// Connections open at one time; more are accepted and closed at once.
    #[arg(long, env = "TABULEIRO_MAX_CONNECTIONS", default_value = MAX_CONNECTIONS, value_name = "N")]
    pub max_connections: String,

    /// Time from accepting a connection to the end of its TLS handshake and the first bytes of HTTP/2.
    #[arg(long, env = "TABULEIRO_HANDSHAKE_TIMEOUT", default_value = HANDSHAKE_TIMEOUT, value_name = "DURATION")]
    pub handshake_timeout: String,

    /// How often to ask a connection on which nothing arrives whether its other end still lives (HTTP/2 PING). 0s: never.
    #[arg(long, env = "TABULEIRO_KEEPALIVE_INTERVAL", default_value = KEEPALIVE_INTERVAL, value_name = "DURATION")]
    pub keepalive_interval: String,

    /// Time for the answer to that; without one the connection is cut.
    #[arg(long, env = "TABULEIRO_KEEPALIVE_TIMEOUT", default_value = KEEPALIVE_TIMEOUT, value_name = "DURATION")]
    pub keepalive_timeout: String,

    /// Time without a call after which a connection is asked to close. 0s: never.
    #[arg(long, env = "TABULEIRO_MAX_CONNECTION_IDLE", default_value = MAX_IDLE, value_name = "DURATION")]
    pub max_connection_idle: String,

    /// Age, give or take a tenth, at which a connection is asked to close, so that clients find new replicas. 0s: never.
    #[arg(long, env = "TABULEIRO_MAX_CONNECTION_AGE", default_value = MAX_AGE, value_name = "DURATION")]
    pub max_connection_age: String,

    /// Time that a connection which was asked to close has to finish its calls before it is cut. 0s: as long as they take.
    #[arg(long, env = "TABULEIRO_MAX_CONNECTION_AGE_GRACE", default_value = AGE_GRACE, value_name = "DURATION")]
    pub max_connection_age_grace: String,

    /// Time for which a caller may take nothing of its answer before the call is reset, or its HTTP/1.1 connection is cut. 0s: as long as it likes.
    #[arg(long, env = "TABULEIRO_MAX_ANSWER_STALL", default_value = ANSWER_STALL, value_name = "DURATION")]
    pub max_answer_stall: String,

    /// Streams open at one time on one connection (at least 100: what clients assume before they are told).
    #[arg(long, env = "TABULEIRO_MAX_CONCURRENT_STREAMS", default_value = MAX_CONCURRENT_STREAMS, value_name = "STREAMS")]
    pub max_concurrent_streams: String,

    /// Headers of one call: names, values, and 32 bytes for each.
    #[arg(long, env = "TABULEIRO_MAX_HEADER_LIST_SIZE", default_value = MAX_HEADER_LIST, value_name = "SIZE")]
    pub max_header_list_size: String,

    /// Calls that a client has cancelled before the server has looked at them; more end the connection (rapid reset).
    #[arg(long, env = "TABULEIRO_MAX_PENDING_RESET_STREAMS", default_value = MAX_PENDING_RESETS, value_name = "STREAMS")]
    pub max_pending_reset_streams: String,

    /// Streams that the server had to reset for the client's faults; more end the connection.
    #[arg(long, env = "TABULEIRO_MAX_LOCAL_RESET_STREAMS", default_value = MAX_LOCAL_RESETS, value_name = "STREAMS")]
    pub max_local_reset_streams: String,

    /// `multi`: one runtime whose threads share the connections. `per_core`: a runtime of one thread per core, each with
    /// its own sockets (SO_REUSEPORT): cheaper per call, for many connections. --worker-threads says how many.
    #[arg(
        long,
        env = "TABULEIRO_RUNTIME",
        default_value = "multi",
        value_name = "SHAPE"
    )]
    pub runtime: Runtime,

    /// The server's certificate and the chain above it, PEM. With --tls-key: TLS on every address.
    #[arg(long, env = "TABULEIRO_TLS_CERT", value_name = "FILE")]
    pub tls_cert: Option<PathBuf>,

    /// The private key of the certificate, PEM.
    #[arg(long, env = "TABULEIRO_TLS_KEY", value_name = "FILE")]
    pub tls_key: Option<PathBuf>,

    /// Authorities whose client certificates are accepted, PEM.
    #[arg(long, env = "TABULEIRO_TLS_CLIENT_CA", value_name = "FILE")]
    pub tls_client_ca: Option<PathBuf>,

    /// What a client without a certificate meets, where --tls-client-ca is given.
    #[arg(
        long,
        env = "TABULEIRO_TLS_CLIENT_AUTH",
        default_value = "required",
        value_name = "WHICH"
    )]
    pub tls_client_auth: ClientAuth,

    /// How often the certificate files are looked at; new ones serve new connections (SIGHUP looks at once).
    #[arg(long, env = "TABULEIRO_TLS_CHECK_INTERVAL", default_value = CHECK_EVERY, value_name = "DURATION")]
    pub tls_check_interval: String,
}

impl TransportFlags {
    pub(super) fn resolve(&self, faults: &mut Collector) -> Transport {
        if self.runtime == Runtime::PerCore && !cfg!(unix) {
            faults.add(
                "--runtime",
                "per_core",
                "needs a system with SO_REUSEPORT; expected multi",
            );
        }
        Transport {
            max_connections: faults.count("--max-connections", &self.max_connections, 1, 1_000_000),
            handshake_timeout: faults.duration(
                "--handshake-timeout",
                &self.handshake_timeout,
                ms(10),
            ),
            keepalive_interval: optional(faults.duration(
                "--keepalive-interval",
                &self.keepalive_interval,
                ms(0),
            )),
            keepalive_timeout: faults.duration(
                "--keepalive-timeout",
                &self.keepalive_timeout,
                ms(10),
            ),
            max_idle: optional(faults.duration(
                "--max-connection-idle",
                &self.max_connection_idle,
                ms(0),
            )),
            max_age: optional(faults.duration(
                "--max-connection-age",
                &self.max_connection_age,
                ms(0),
            )),
            age_grace: optional(faults.duration(
                "--max-connection-age-grace",
                &self.max_connection_age_grace,
                ms(0),
            )),
            answer_stall: optional(faults.duration(
                "--max-answer-stall",
                &self.max_answer_stall,
                ms(0),
            )),
            max_concurrent_streams: small(faults.count(
                "--max-concurrent-streams",
                &self.max_concurrent_streams,
                100,
                65_536,
            )),
            max_header_list: small(faults.bytes(
                "--max-header-list-size",
                &self.max_header_list_size,
                4 << 10,
                1 << 20,
            )),
            max_pending_resets: faults.count(
                "--max-pending-reset-streams",
                &self.max_pending_reset_streams,
                20,
                65_536,
            ),
            max_local_resets: faults.count(
                "--max-local-reset-streams",
                &self.max_local_reset_streams,
                20,
                65_536,
            ),
            runtime: self.runtime,
            tls: self.tls(faults),
        }
    }

    fn tls(&self, faults: &mut Collector) -> Option<TlsFiles> {
        let check_every =
            faults.duration("--tls-check-interval", &self.tls_check_interval, ms(100));
        let (certificate, key) = match (&self.tls_cert, &self.tls_key) {
            (Some(certificate), Some(key)) => (certificate.clone(), key.clone()),
            (None, None) => {
                if self.tls_client_ca.is_some() {
                    faults.add(
                        "--tls-client-ca",
                        "",
                        "needs --tls-cert and --tls-key: client certificates are a part of TLS",
                    );
                }
                return None;
            }
            (Some(_), None) => {
                faults.add("--tls-key", "", "--tls-cert needs its key");
                return None;
            }
            (None, Some(_)) => {
                faults.add("--tls-cert", "", "--tls-key needs its certificate");
                return None;
            }
        };
        let files = TlsFiles {
            certificate,
            key,
            clients: self
                .tls_client_ca
                .clone()
                .map(|authorities| ClientCertificates {
                    authorities,
                    required: self.tls_client_auth == ClientAuth::Required,
                }),
            check_every,
        };
        if let Err(error) = files.check() {
            faults.add("--tls-cert", "", error.to_string());
        }
        Some(files)
    }
}

/// What has been checked to be below four thousand million.
fn small(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}
