//! JWTs (RFC 7519) signed by a key of a JWKS file (RFC 7517). A key says which one algorithm it is for; the token must
//! name that one. Issuer, audience, subject and expiry must be there and hold.

use std::{sync::Arc, time::Duration};

use jsonwebtoken::{
    Algorithm, DecodingKey, Validation, decode, decode_header,
    errors::ErrorKind,
    get_current_timestamp,
    jwk::{AlgorithmParameters, EllipticCurve, Jwk, PublicKeyUse},
};
use serde::Deserialize as _;
use serde_json::{Map, Value};

use super::{
    Caller, Credential, Permissions, Unproved,
    jwt_cache::{self, JwtCache, Verified},
    signature,
};

/// What the words of the permission claim begin with, where they mean this service.
const PREFIX: &str = "tabuleiro:";

/// What a token must say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JwtRules {
    /// Who must have issued it (`iss`).
    pub issuer: String,
    /// Whom it must be for: one of these is in `aud`.
    pub audiences: Vec<String>,
    /// The claim that holds the permissions: words in a text, or a list of texts.
    pub claim: String,
    /// How far the clocks of issuer and server may be apart.
    pub leeway: Duration,
}

/// The keys of a JWKS file, with the rules for the tokens that they sign.
#[derive(Debug)]
pub struct Jwks {
    keys: Vec<Key>,
    rules: JwtRules,
    verified: JwtCache,
}

#[derive(Debug)]
struct Key {
    id: Option<String>,
    key: DecodingKey,
    validation: Validation,
}

impl Jwks {
    /// The keys of a file's text.
    ///
    /// # Errors
    /// The text is no JWKS, a key is broken, two keys have one id, or none is for signatures that are
    /// accepted (RS256 of 2,048 bits or more, ES256, EdDSA with Ed25519). Keys for anything else are passed over.
    pub fn parse(text: &str, rules: JwtRules) -> Result<Jwks, Vec<String>> {
        signature::install();
        let set: Map<String, Value> = serde_json::from_str(text)
            .map_err(|error| vec![format!("expected a JSON Web Key Set: {error}")])?;
        let Some(Value::Array(listed)) = set.get("keys") else {
            return Err(vec![
                "expected a JSON Web Key Set: it has no list \"keys\"".to_owned(),
            ]);
        };
        let mut keys: Vec<Key> = Vec::new();
        let mut faults = Vec::new();
        for (index, value) in listed.iter().enumerate() {
            match Key::read(value, &rules) {
                Ok(Some(key)) => {
                    let same = |other: &Key| other.id.is_some() && other.id == key.id;
                    if keys.iter().any(same) {
                        faults.push(format!("keys[{index}]: an earlier key has the same kid"));
                    }
                    keys.push(key);
                }
                Ok(None) => {}
                Err(fault) => faults.push(format!("keys[{index}]: {fault}")),
            }
        }
        if keys.is_empty() && faults.is_empty() {
            faults.push("no key in it is for RS256, ES256 or EdDSA signatures".to_owned());
        }
        if faults.is_empty() {
            Ok(Jwks {
                keys,
                rules,
                verified: JwtCache::default(),
            })
        } else {
            Err(faults)
        }
    }

    /// The caller that a token names.
    pub(super) fn verify(&self, token: &str) -> Result<Caller, Unproved> {
        let now = get_current_timestamp();
        let digest = jwt_cache::key(token);
        if let Some(caller) = self.verified.get(&digest, now) {
            return Ok(caller);
        }
        let header = decode_header(token).map_err(|_| Unproved::Invalid)?;
        let key = self
            .key(header.kid.as_deref(), header.alg)
            .ok_or(Unproved::Invalid)?;
        let claims = decode::<Map<String, Value>>(token, &key.key, &key.validation)
            .map_err(|error| match error.kind() {
                ErrorKind::ExpiredSignature => Unproved::Expired,
                ErrorKind::ImmatureSignature => Unproved::NotYetValid,
                _ => Unproved::Invalid,
            })?
            .claims;
        let subject = claims
            .get("sub")
            .and_then(Value::as_str)
            .filter(|subject| !subject.is_empty())
            .ok_or(Unproved::Invalid)?;
        let caller = Caller {
            name: Arc::from(subject),
            by: Credential::Jwt,
            permissions: permissions(claims.get(&self.rules.claim)),
        };
        let seconds = |name: &str| claims.get(name).and_then(Value::as_f64).map(|at| at as u64);
        let leeway = self.rules.leeway.as_secs();
        let verified = Verified {
            caller: caller.clone(),
            not_before: seconds("nbf").unwrap_or(0).saturating_sub(leeway),
            expires: seconds("exp").unwrap_or(0).saturating_add(leeway),
        };
        self.verified.put(digest, verified, now);
        Ok(caller)
    }

    /// The key that a token names; for a token that names none, the only key of its algorithm.
    fn key(&self, id: Option<&str>, algorithm: Algorithm) -> Option<&Key> {
        let mut of_its_kind = self
            .keys
            .iter()
            .filter(|key| key.validation.algorithms.contains(&algorithm));
        match id {
            Some(id) => of_its_kind.find(|key| key.id.as_deref() == Some(id)),
            None => match (of_its_kind.next(), of_its_kind.next()) {
                (Some(only), None) => Some(only),
                _ => None,
            },
        }
    }
}

impl Key {
    /// A key; `None` if it is for something else than signatures that are accepted.
    fn read(value: &Value, rules: &JwtRules) -> Result<Option<Key>, String> {
        let jwk = Jwk::deserialize(value).map_err(|error| format!("not a key: {error}"))?;
        if !matches!(
            jwk.common.public_key_use,
            None | Some(PublicKeyUse::Signature)
        ) {
            return Ok(None);
        }
        let algorithm = match &jwk.algorithm {
            AlgorithmParameters::RSA(_) => Algorithm::RS256,
            AlgorithmParameters::EllipticCurve(key) if key.curve == EllipticCurve::P256 => {
                Algorithm::ES256
            }
            AlgorithmParameters::OctetKeyPair(key) if key.curve == EllipticCurve::Ed25519 => {
                Algorithm::EdDSA
            }
            _ => return Ok(None),
        };
        if jwk
            .common
            .key_algorithm
            .is_some_and(|named| named != algorithm.into())
        {
            return Ok(None);
        }
        let key = DecodingKey::from_jwk(&jwk).map_err(|error| format!("a broken key: {error}"))?;
        check_size(&key)?;
        let mut validation = Validation::new(algorithm);
        validation.set_required_spec_claims(&["exp", "iss", "aud", "sub"]);
        validation.set_issuer(&[&rules.issuer]);
        validation.set_audience(&rules.audiences);
        validation.leeway = rules.leeway.as_secs();
        validation.validate_nbf = true;
        Ok(Some(Key {
            id: jwk.common.key_id,
            key,
            validation,
        }))
    }
}

/// A key of a wrong size verifies nothing; it is better told at the start than with the first call.
fn check_size(key: &DecodingKey) -> Result<(), String> {
    use jsonwebtoken::{AlgorithmFamily, DecodingKeyKind};
    let (wanted, found) = match (key.family(), key.kind()) {
        (_, DecodingKeyKind::RsaModulusExponent { n, .. }) => {
            let bytes = n.iter().skip_while(|byte| **byte == 0).count();
            if (256..=1024).contains(&bytes) {
                return Ok(());
            }
            return Err(format!(
                "an RSA key of {} bits; expected 2048 to 8192",
                bytes * 8
            ));
        }
        (AlgorithmFamily::Ec, DecodingKeyKind::SecretOrDer(point)) => (65, point.len()),
        (_, DecodingKeyKind::SecretOrDer(point)) => (32, point.len()),
    };
    if wanted == found {
        Ok(())
    } else {
        Err(format!(
            "a key of {found} bytes where its curve has {wanted}"
        ))
    }
}

fn permissions(claim: Option<&Value>) -> Permissions {
    match claim {
        Some(Value::String(words)) => Permissions::among(PREFIX, words.split_ascii_whitespace()),
        Some(Value::Array(words)) => {
            Permissions::among(PREFIX, words.iter().filter_map(Value::as_str))
        }
        _ => Permissions::among(PREFIX, std::iter::empty()),
    }
}

#[cfg(test)]
mod tests;
