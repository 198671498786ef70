//! Who we are to a service at an address, and whom we trust: tokens and TLS.

use std::path::{Path, PathBuf};

use clap::{ArgMatches, Args, parser::ValueSource};
use tabuleiro_client::{ClientBuilder, FileToken, transport::Tls};

use crate::failure::Failure;

/// Tokens and TLS.
#[derive(Debug, Args)]
pub(crate) struct Security {
    /// Bearer token for the service
    #[arg(long, global = true, env = "TABULEIRO_TOKEN", hide_env_values = true)]
    token: Option<String>,
    /// File with the bearer token, read again every minute
    #[arg(long, global = true, value_name = "FILE", env = "TABULEIRO_TOKEN_FILE")]
    token_file: Option<PathBuf>,
    /// Send the token without TLS beyond this machine, where everyone on the way can read it
    #[arg(long, global = true, requires = "endpoint")]
    allow_token_in_plaintext: bool,
    /// Certificates (PEM) of the authorities to trust with https://. Without it: those that the system trusts
    #[arg(long, global = true, value_name = "FILE", env = "TABULEIRO_TLS_CA")]
    tls_ca: Option<PathBuf>,
    /// Our own certificate (PEM), for a service that asks for one
    #[arg(long, global = true, value_name = "FILE", env = "TABULEIRO_TLS_CERT")]
    tls_cert: Option<PathBuf>,
    /// The key of that certificate (PEM)
    #[arg(long, global = true, value_name = "FILE", env = "TABULEIRO_TLS_KEY")]
    tls_key: Option<PathBuf>,
    /// Name that the service's certificate must have. Without it: the host of the address
    #[arg(long, global = true, value_name = "NAME", requires = "endpoint")]
    tls_domain: Option<String>,
}

/// Options that are for a service at an address and have a variable each; how they are typed.
const REMOTE: [(&str, &str); 5] = [
    ("token", "--token"),
    ("token_file", "--token-file"),
    ("tls_ca", "--tls-ca"),
    ("tls_cert", "--tls-cert"),
    ("tls_key", "--tls-key"),
];

impl Security {
    /// What belongs together is together. What is typed here is meant for this call and needs the address of a service; a variable
    /// is exported for all calls, those without a service at an address included, and what is typed goes over it.
    pub(crate) fn settle(&mut self, typed: &ArgMatches, endpoint: bool) -> Result<(), String> {
        let is_typed = |id: &str| typed.value_source(id) == Some(ValueSource::CommandLine);
        if !endpoint {
            return match REMOTE.iter().find(|(id, _)| is_typed(id)) {
                Some((_, option)) => Err(format!("{option} needs --endpoint")),
                None => Ok(()),
            };
        }
        if self.token.is_some() && self.token_file.is_some() {
            match (is_typed("token"), is_typed("token_file")) {
                (true, false) => self.token_file = None,
                (false, true) => self.token = None,
                _ => {
                    return Err("one token is sent: --token or --token-file, not both".to_owned());
                }
            }
        }
        if self.tls_cert.is_some() != self.tls_key.is_some() {
            return Err("--tls-cert and --tls-key go together".to_owned());
        }
        Ok(())
    }

    /// The client that is being built, with these settings.
    pub(crate) fn settings(&self, mut builder: ClientBuilder) -> Result<ClientBuilder, Failure> {
        if let Some(token) = &self.token {
            builder = builder.token(token);
        }
        if let Some(file) = &self.token_file {
            builder = builder.token_source(FileToken::new(file));
        }
        if self.allow_token_in_plaintext {
            builder = builder.allow_token_in_plaintext();
        }
        let of_tls = [&self.tls_ca, &self.tls_cert];
        if of_tls.iter().all(|file| file.is_none()) && self.tls_domain.is_none() {
            return Ok(builder);
        }
        let mut tls = Tls::new();
        if let Some(file) = &self.tls_ca {
            tls = tls.ca_pem(read(file)?);
        }
        if let (Some(certificate), Some(key)) = (&self.tls_cert, &self.tls_key) {
            tls = tls.identity_pem(read(certificate)?, read(key)?);
        }
        if let Some(name) = &self.tls_domain {
            tls = tls.domain(name);
        }
        Ok(builder.tls(tls))
    }
}

fn read(file: &Path) -> Result<Vec<u8>, Failure> {
    std::fs::read(file).map_err(|error| Failure::File {
        name: file.display().to_string(),
        error,
    })
}
