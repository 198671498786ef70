//! Reads single values, and remembers every one that is wrong.

use std::{net::SocketAddr, path::Path, time::Duration};

use super::{Config, Fault, Faults, Flags, LogFormat};
use crate::seal::{Keyring, SealKey};

/// Parses values and remembers which were wrong.
#[derive(Default)]
pub(super) struct Collector(Vec<Fault>);

impl Collector {
    pub(super) fn add(&mut self, flag: &'static str, given: &str, expected: impl Into<String>) {
        self.0.push(Fault {
            flag,
            given: given.to_owned(),
            expected: expected.into(),
            file: None,
        });
    }

    pub(super) fn finish(self, config: Config) -> Result<Config, Faults> {
        if self.0.is_empty() {
            Ok(config)
        } else {
            Err(Faults(self.0))
        }
    }

    pub(super) fn count(
        &mut self,
        flag: &'static str,
        text: &str,
        min: usize,
        max: usize,
    ) -> usize {
        match text.trim().parse::<usize>() {
            Ok(n) if (min..=max).contains(&n) => n,
            _ => {
                self.add(
                    flag,
                    text,
                    format!("expected a whole number from {min} to {max}"),
                );
                min
            }
        }
    }

    pub(super) fn bytes(
        &mut self,
        flag: &'static str,
        text: &str,
        min: usize,
        max: usize,
    ) -> usize {
        match parse_bytes(text.trim()) {
            Some(n) if (min..=max).contains(&n) => n,
            _ => {
                self.add(
                    flag,
                    text,
                    format!(
                        "expected a size from {min} to {max} bytes, such as 65536, 64KiB or 4MiB"
                    ),
                );
                min
            }
        }
    }

    pub(super) fn duration(&mut self, flag: &'static str, text: &str, min: Duration) -> Duration {
        let max = Duration::from_secs(7 * 24 * 3600);
        match humantime::parse_duration(text.trim()) {
            Ok(d) if (min..=max).contains(&d) => d,
            _ => {
                let min_text = humantime::format_duration(min);
                self.add(
                    flag,
                    text,
                    format!("expected a duration from {min_text} to 7 days, such as 500ms or 30s"),
                );
                min
            }
        }
    }

    pub(super) fn addresses(&mut self, flag: &'static str, text: &str) -> Vec<SocketAddr> {
        let mut addresses = Vec::new();
        for part in text.split(',').map(str::trim) {
            match part.parse() {
                Ok(address) => addresses.push(address),
                Err(_) => self.add(
                    flag,
                    part,
                    "expected an IP address with a port, such as 127.0.0.1:50051 or [::1]:50051",
                ),
            }
        }
        addresses
    }

    pub(super) fn keyring(&mut self, flags: &Flags) -> Keyring {
        let seal = flags
            .token_key_file
            .as_deref()
            .and_then(|path| self.key("--token-key-file", path));
        let accept = flags
            .token_accept_key_file
            .as_deref()
            .and_then(|path| self.key("--token-accept-key-file", path));
        if flags.token_accept_key_file.is_some() && flags.token_key_file.is_none() {
            self.add(
                "--token-accept-key-file",
                "",
                "needs --token-key-file: a second key alone would seal nothing",
            );
        }
        if let (Some(seal), Some(accept)) = (&seal, &accept)
            && seal.id() == accept.id()
        {
            self.add(
                "--token-accept-key-file",
                "",
                "expected another key than --token-key-file",
            );
        }
        seal.map_or_else(Keyring::without_key, |seal| {
            Keyring::with_keys(seal, accept)
        })
    }

    pub(super) fn key(&mut self, flag: &'static str, path: &Path) -> Option<SealKey> {
        let shown = path.to_string_lossy();
        match std::fs::read(path) {
            Err(error) => {
                self.add(flag, &shown, format!("cannot be read: {error}"));
                None
            }
            Ok(bytes) => SealKey::new(bytes.trim_ascii())
                .map_err(|error| self.add(flag, &shown, error.to_string()))
                .ok(),
        }
    }

    pub(super) fn filter(&mut self, flag: &'static str, text: &str) -> String {
        if let Err(error) = text.parse::<tracing_subscriber::filter::Targets>() {
            self.add(
                flag,
                text,
                format!(
                    "expected a level or directives such as info,tabuleiro::rpc=debug: {error}"
                ),
            );
        }
        text.to_owned()
    }

    pub(super) fn format(&mut self, flag: &'static str, text: &str) -> LogFormat {
        match text.trim() {
            "json" => LogFormat::Json,
            "text" => LogFormat::Text,
            _ => {
                self.add(flag, text, "expected text or json");
                LogFormat::Text
            }
        }
    }
}

pub(super) fn parse_bytes(text: &str) -> Option<usize> {
    let digits = text
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(text.len());
    let (number, unit) = text.split_at(digits);
    let factor = match unit.trim().to_ascii_lowercase().as_str() {
        "" | "b" => 1,
        "kib" | "k" => 1 << 10,
        "mib" | "m" => 1 << 20,
        _ => return None,
    };
    number.parse::<usize>().ok()?.checked_mul(factor)
}
