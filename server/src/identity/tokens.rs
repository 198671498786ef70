//! Bearer tokens from a file. A line is a name, the token or `sha256:` and the hex digest of it, and what it allows:
//!
//! ```text
//! # name      token                                allowed
//! room-1      sha256:9f86d081884c7d65…             RulesService
//! arbiters    Yx3…at-least-sixteen-characters      ArbiterService ConvertRecord
//! operations  sha256:…                             *
//! ```
//!
//! Only digests are kept. A name may stand on several lines, so that a token can be replaced while both are in use.

use std::{fmt, sync::Arc};

use data_encoding::HEXLOWER_PERMISSIVE;
use sha2::{Digest as _, Sha256};
use subtle::ConstantTimeEq as _;

use super::{Caller, Credential, Permissions, lines::lines};

/// A look-up compares with every token, so that its time tells nothing; this bounds that time.
const MAX_TOKENS: usize = 1_024;

/// Shortest token that may be written out.
const MIN_TOKEN: usize = 16;

type Hash = [u8; 32];

/// The tokens of a file.
#[derive(Debug)]
pub struct Tokens(Vec<Token>);

struct Token {
    digest: Hash,
    caller: Caller,
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Token")
            .field("digest", &"…")
            .field("caller", &self.caller)
            .finish()
    }
}

impl Tokens {
    /// The tokens of a file's text.
    ///
    /// # Errors
    /// Every fault with its line. None repeats a token.
    pub fn parse(text: &str) -> Result<Tokens, Vec<String>> {
        let (lines, mut faults) = lines(text);
        let mut tokens: Vec<Token> = Vec::new();
        for line in lines {
            let at = line.number;
            let [name, token, allowed @ ..] = line.words.as_slice() else {
                faults.push(format!(
                    "line {at}: expected a name, a token and what it allows"
                ));
                continue;
            };
            let permissions = permissions(at, allowed, &mut faults);
            let digest = match digest(token) {
                Ok(digest) => digest,
                Err(fault) => {
                    faults.push(format!("line {at}: {fault}"));
                    continue;
                }
            };
            if tokens.iter().any(|other| other.digest == digest) {
                faults.push(format!("line {at}: an earlier line has the same token"));
            }
            if let Some(permissions) = permissions {
                tokens.push(Token {
                    digest,
                    caller: Caller {
                        name: Arc::from(*name),
                        by: Credential::Token,
                        permissions,
                    },
                });
            }
        }
        if tokens.len() > MAX_TOKENS {
            faults.push(format!("at most {MAX_TOKENS} tokens; use JWTs for more"));
        }
        if tokens.is_empty() && faults.is_empty() {
            faults.push("there is no token in it, so that nobody could call".to_owned());
        }
        if faults.is_empty() {
            Ok(Tokens(tokens))
        } else {
            Err(faults)
        }
    }

    /// The caller with this token. Takes the same time for every token of the same length.
    pub(super) fn find(&self, token: &str) -> Option<Caller> {
        let digest: Hash = Sha256::digest(token).into();
        let mut found = None;
        for token in &self.0 {
            if bool::from(token.digest.ct_eq(&digest)) {
                found = Some(token);
            }
        }
        found.map(|token| token.caller.clone())
    }
}

/// The permissions at the end of a line.
pub(super) fn permissions(
    line: usize,
    words: &[&str],
    faults: &mut Vec<String>,
) -> Option<Permissions> {
    let words = words
        .iter()
        .flat_map(|word| word.split(','))
        .filter(|word| !word.is_empty());
    if words.clone().next().is_none() {
        faults.push(format!(
            "line {line}: what it allows is missing: *, services or methods"
        ));
        return None;
    }
    Permissions::parse(words)
        .map_err(|unknown| {
            faults.extend(
                unknown
                    .into_iter()
                    .map(|fault| format!("line {line}: {fault}")),
            );
        })
        .ok()
}

fn digest(token: &str) -> Result<Hash, String> {
    let Some(hex) = token.strip_prefix("sha256:") else {
        let length = token.len();
        return if length < MIN_TOKEN {
            Err(format!(
                "expected a token of at least {MIN_TOKEN} bytes, found {length}"
            ))
        } else {
            Ok(Sha256::digest(token).into())
        };
    };
    let wrong = "expected 64 hexadecimal digits after sha256:";
    if hex.len() != 64 {
        return Err(format!("{wrong}, found {}", hex.len()));
    }
    let digest = HEXLOWER_PERMISSIVE.decode(hex.as_bytes());
    let digest: Option<Hash> = digest.ok().and_then(|bytes| bytes.try_into().ok());
    digest.ok_or_else(|| wrong.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: &str = "a-token-of-the-test-suite";

    fn hex(token: &str) -> String {
        HEXLOWER_PERMISSIVE.encode(&Sha256::digest(token))
    }

    #[test]
    fn a_token_is_found_as_written_and_by_its_digest() {
        let text = format!(
            "room {PLAIN} RulesService\nroom sha256:{} ApplyMove,CanMate\n",
            hex("another-token-here").to_uppercase()
        );
        let tokens = Tokens::parse(&text).expect("two tokens");
        let caller = tokens.find(PLAIN).expect("known");
        assert_eq!((&*caller.name, caller.by), ("room", Credential::Token));
        let other = tokens.find("another-token-here").expect("known");
        assert!(
            other
                .permissions
                .allow("/tabuleiro.v1.ArbiterService/CanMate")
        );
        for wrong in ["", "a-token-of-the-test-suit", "A-TOKEN-OF-THE-TEST-SUITE"] {
            assert_eq!(tokens.find(wrong), None);
        }
        // The digest itself is not a token.
        assert_eq!(tokens.find(&hex(PLAIN)), None);
    }

    #[test]
    fn every_fault_is_told_with_its_line_and_without_the_token() {
        let text = "one\ntwo secret-but-short *\nthree sha256:12 *\nfour sha256:zz *\n\
                    five a-secret-that-is-long-enough\nsix a-secret-that-is-long-too Nope\n\
                    seven a-secret-said-twice-over *\neight a-secret-said-twice-over *\n";
        let faults = Tokens::parse(text).expect_err("faults");
        let told = faults.join("\n");
        for line in [1, 3, 4, 5, 6, 8] {
            assert!(told.contains(&format!("line {line}: ")), "{line}: {told}");
        }
        assert!(!told.contains("secret"), "a fault repeats a token: {told}");
        assert!(Tokens::parse("# nobody\n").is_err());
    }

    #[test]
    fn debug_shows_no_digest() {
        let tokens = Tokens::parse(&format!("room {PLAIN} *")).expect("one token");
        let shown = format!("{tokens:?}");
        assert!(shown.contains("room") && shown.contains('…'), "{shown}");
        let first = Sha256::digest(PLAIN)[0].to_string();
        assert!(!shown.contains(&format!("[{first},")), "{shown}");
    }
}
