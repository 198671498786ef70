//! Flags that say who may call.

use std::{path::PathBuf, sync::Arc, time::Duration};

use super::values::Collector;
use crate::{
    identity::{Authority, Jwks, JwtRules, LoadError, Subjects, TextFile, Tokens},
    watched::Watched,
};

/// Who may call, and what may be seen without calling.
#[derive(Clone, Debug)]
pub struct Identity {
    /// What proves who calls. `None`: every call is allowed.
    pub authority: Option<Arc<Authority>>,
    /// Whether server reflection answers.
    pub reflection: bool,
}

/// See [`Identity`].
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Who may call")]
pub struct IdentityFlags {
    /// File of bearer tokens: lines of a name, a token or `sha256:` and its hex digest, and what it allows (`*`,
    /// services, methods). With this, or either of the next two, every call but health needs credentials. The
    /// file is read again when it changes.
    #[arg(long, env = "TABULEIRO_AUTH_TOKENS_FILE", value_name = "FILE")]
    pub auth_tokens_file: Option<PathBuf>,

    /// File of client certificate subjects: lines of a subject and what it allows. The file is read again when it changes.
    #[arg(long, env = "TABULEIRO_CLIENT_SUBJECTS_FILE", value_name = "FILE")]
    pub client_subjects_file: Option<PathBuf>,

    /// JSON Web Key Set whose keys sign bearer tokens (RS256, ES256, EdDSA). Needs --jwt-issuer and --jwt-audience.
    /// The file is read again when it changes.
    #[arg(long, env = "TABULEIRO_JWKS_FILE", value_name = "FILE")]
    pub jwks_file: Option<PathBuf>,

    /// The issuer (`iss`) that a JWT must have.
    #[arg(long, env = "TABULEIRO_JWT_ISSUER", value_name = "TEXT")]
    pub jwt_issuer: Option<String>,

    /// The audiences (`aud`) of which a JWT must have one, separated by commas.
    #[arg(long, env = "TABULEIRO_JWT_AUDIENCE", value_name = "TEXT,…")]
    pub jwt_audience: Option<String>,

    /// The claim of a JWT with what it allows: words such as `tabuleiro:*` or `tabuleiro:RulesService`, as a text or a list.
    #[arg(
        long,
        env = "TABULEIRO_JWT_CLAIM",
        default_value = "scope",
        value_name = "NAME"
    )]
    pub jwt_claim: String,

    /// How far apart the clocks of issuer and server may be.
    #[arg(
        long,
        env = "TABULEIRO_JWT_LEEWAY",
        default_value = "60s",
        value_name = "DURATION"
    )]
    pub jwt_leeway: String,

    /// Switch server reflection off.
    #[arg(long, env = "TABULEIRO_NO_REFLECTION")]
    pub no_reflection: bool,
}

const TOKENS: &str = "--auth-tokens-file";
const SUBJECTS: &str = "--client-subjects-file";
const JWKS: &str = "--jwks-file";

impl IdentityFlags {
    pub(super) fn resolve(&self, faults: &mut Collector) -> Identity {
        let authority = Authority {
            tokens: self.auth_tokens_file.as_ref().and_then(|path| {
                let loaded = TextFile::load(path, Box::new(Tokens::parse));
                loaded_or_fault(TOKENS, path, loaded, faults)
            }),
            subjects: self.client_subjects_file.as_ref().and_then(|path| {
                let loaded = TextFile::load(path, Box::new(Subjects::parse));
                loaded_or_fault(SUBJECTS, path, loaded, faults)
            }),
            jwks: self.jwks(faults),
        };
        let any =
            authority.tokens.is_some() || authority.subjects.is_some() || authority.jwks.is_some();
        Identity {
            authority: any.then(|| Arc::new(authority)),
            reflection: !self.no_reflection,
        }
    }

    fn jwks(&self, faults: &mut Collector) -> Option<Watched<TextFile<Jwks>>> {
        let leeway = faults.duration("--jwt-leeway", &self.jwt_leeway, Duration::ZERO);
        let issuer = self
            .jwt_issuer
            .as_deref()
            .map(str::trim)
            .unwrap_or_default();
        let audiences: Vec<String> = list(self.jwt_audience.as_deref()).collect();
        let Some(path) = &self.jwks_file else {
            for (flag, given) in [
                ("--jwt-issuer", !issuer.is_empty()),
                ("--jwt-audience", !audiences.is_empty()),
            ] {
                if given {
                    faults.add(
                        flag,
                        "",
                        "needs --jwks-file: without keys no JWT is accepted",
                    );
                }
            }
            return None;
        };
        if issuer.is_empty() {
            faults.add(
                "--jwt-issuer",
                "",
                "--jwks-file needs the issuer of the tokens",
            );
        }
        if audiences.is_empty() {
            faults.add(
                "--jwt-audience",
                "",
                "--jwks-file needs an audience, so that tokens for other services are refused",
            );
        }
        let rules = JwtRules {
            issuer: issuer.to_owned(),
            audiences,
            claim: self.jwt_claim.trim().to_owned(),
            leeway,
        };
        let loaded = TextFile::load(path, Box::new(move |text| Jwks::parse(text, rules.clone())));
        loaded_or_fault(JWKS, path, loaded, faults)
    }
}

fn loaded_or_fault<T: Send + Sync + 'static>(
    flag: &'static str,
    path: &std::path::Path,
    loaded: Result<Watched<TextFile<T>>, LoadError>,
    faults: &mut Collector,
) -> Option<Watched<TextFile<T>>> {
    let shown = path.to_string_lossy();
    match loaded {
        Ok(watched) => return Some(watched),
        Err(LoadError::Content(found)) => {
            for fault in found {
                faults.add(flag, &shown, fault);
            }
        }
        Err(error) => faults.add(flag, &shown, error.to_string()),
    }
    None
}

/// The parts between commas that are not empty.
pub(super) fn list(text: Option<&str>) -> impl Iterator<Item = String> {
    text.unwrap_or_default()
        .split(',')
        .map(str::trim)
        .filter(|part| !part.is_empty())
        .map(str::to_owned)
}
