//! Flags of the shares that each client has: of calls over time, and of those in progress.

use std::{
    net::IpAddr,
    num::{NonZeroU32, NonZeroUsize},
};

use ipnet::IpNet;

use super::{identity::list, values::Collector};

/// The share of calls that each client has.
#[derive(Clone, Debug)]
pub struct RateLimit {
    /// Calls a second in the long run. `None`: no limit.
    pub per_second: Option<NonZeroU32>,
    /// Calls at once, after a pause.
    pub burst: NonZeroU32,
    /// Whether callers with credentials have no limit.
    pub anonymous_only: bool,
    /// Proxies whose `x-forwarded-for` is believed.
    pub trusted_proxies: Vec<IpNet>,
}

/// The calls that each client may have in progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PerClient {
    /// How many. `None`: as many as there are.
    pub limit: Option<NonZeroUsize>,
    /// Whether callers with credentials have no limit.
    pub anonymous_only: bool,
}

/// See [`RateLimit`] and [`PerClient`].
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Shares of clients")]
pub struct RateLimitFlags {
    /// Calls a second of one client (the subject of its certificate or token, else its address; IPv6 by /64); more are
    /// answered RESOURCE_EXHAUSTED with a RetryInfo. `off`, a number, or `auto`: 100 for callers without credentials
    /// where the server listens beyond loopback without --allow-insecure-bind, off elsewhere.
    #[arg(
        long,
        env = "TABULEIRO_RATE_LIMIT",
        default_value = "auto",
        value_name = "CALLS"
    )]
    pub rate_limit: String,

    /// Calls that one client may make at once after a pause. 0: twice the rate.
    #[arg(
        long,
        env = "TABULEIRO_RATE_BURST",
        default_value = "0",
        value_name = "CALLS"
    )]
    pub rate_burst: String,

    /// Calls that one client may have in progress; more are answered RESOURCE_EXHAUSTED with a RetryInfo. `off`, a number, or
    /// `auto`: an eighth of --max-in-flight for callers without credentials where the server listens beyond loopback without
    /// --allow-insecure-bind, off elsewhere.
    #[arg(
        long,
        env = "TABULEIRO_MAX_IN_FLIGHT_PER_CLIENT",
        default_value = "auto",
        value_name = "CALLS"
    )]
    pub max_in_flight_per_client: String,

    /// Networks of proxies whose x-forwarded-for header says where a call comes from, separated by commas. From
    /// anybody else that header is ignored.
    #[arg(long, env = "TABULEIRO_TRUSTED_PROXY", value_name = "CIDR,…")]
    pub trusted_proxy: Option<String>,
}

/// What `auto` gives callers without credentials on a public address.
const PUBLIC: usize = 100;

const MOST: usize = 1_000_000;

/// What `auto` leaves to a caller without credentials on a public address: this part of all places.
const PART: usize = 8;

/// How a share is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Given {
    Off,
    Auto,
    Calls(usize),
}

fn given(flag: &'static str, text: &str, faults: &mut Collector) -> Given {
    let text = text.trim();
    match (text, text.parse::<usize>()) {
        ("off", _) => Given::Off,
        ("auto", _) => Given::Auto,
        (_, Ok(calls)) if (1..=MOST).contains(&calls) => Given::Calls(calls),
        _ => {
            let expected = format!("expected off, auto or a whole number from 1 to {MOST}");
            faults.add(flag, text, expected);
            Given::Off
        }
    }
}

impl RateLimitFlags {
    /// `public`: the server listens where anybody might call. `places`: how many calls may be in progress at one time, those of all
    /// clients together.
    pub(super) fn resolve_per_client(
        &self,
        public: bool,
        places: usize,
        faults: &mut Collector,
    ) -> PerClient {
        let flag = "--max-in-flight-per-client";
        let given = given(flag, &self.max_in_flight_per_client, faults);
        let limit = match given {
            Given::Auto if public => NonZeroUsize::new((places / PART).max(1)),
            Given::Off | Given::Auto => None,
            Given::Calls(calls) => NonZeroUsize::new(calls),
        };
        PerClient {
            limit,
            anonymous_only: given == Given::Auto,
        }
    }

    /// `public`: the server listens where anybody might call.
    pub(super) fn resolve(&self, public: bool, faults: &mut Collector) -> RateLimit {
        let given = given("--rate-limit", &self.rate_limit, faults);
        let per_second = match given {
            Given::Auto if public => PUBLIC,
            Given::Off | Given::Auto => 0,
            Given::Calls(calls) => calls,
        };
        let burst = match faults.count("--rate-burst", &self.rate_burst, 0, MOST) {
            0 => per_second * 2,
            n => n,
        };
        let trusted_proxies = list(self.trusted_proxy.as_deref())
            .filter_map(|part| {
                let network = part
                    .parse::<IpNet>()
                    .or_else(|_| part.parse::<IpAddr>().map(IpNet::from));
                match network {
                    Ok(network) => Some(network),
                    Err(_) => {
                        let expected =
                            "expected a network such as 10.0.0.0/8 or 2001:db8::/32, or an address";
                        faults.add("--trusted-proxy", &part, expected);
                        None
                    }
                }
            })
            .collect();
        let whole = |n: usize| u32::try_from(n).ok().and_then(NonZeroU32::new);
        RateLimit {
            per_second: whole(per_second),
            burst: whole(burst).unwrap_or(NonZeroU32::MIN),
            anonymous_only: given == Given::Auto,
            trusted_proxies,
        }
    }
}
