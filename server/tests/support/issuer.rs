//! An issuer of JWTs: it signs with keys of the algorithms that the server accepts, and with those that it must not.
#![allow(clippy::unwrap_used, reason = "a panic is how a test fails")]

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD as BASE64};
use ring::{
    hmac,
    rand::SystemRandom,
    rsa,
    signature::{
        ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, Ed25519KeyPair, KeyPair as _,
        RSA_PKCS1_SHA256, RsaKeyPair,
    },
};
use serde_json::{Value, json};

/// The key of RFC 7515, appendix A.2, which is public in both halves.
const N: &str = "ofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd_wWJcyQoTbji9k0l8W26mPddxHmfHQp-Vaw-4qPCJrcS2mJPMEzP1Pt0Bm4d4QlL-yRT-SFd2lZS-pCgNMsD1W_YpRPEwOWvG6b32690r2jZ47soMZo9wGzjb_7OMg0LOL-bSf63kpaSHSXndS5z5rexMdbBYUsLA9e-KXBdQOS-UTo7WTBEMa2R2CapHg665xsmtdVMTBQY4uDZlxvb3qCo5ZwKh9kG4LT6_I5IhlJH7aGhyxXFvUK-DWNmoudF8NAco9_h9iaGNj8q2ethFkMLs91kzk2PAcDTW9gb54h4FRWyuXpoQ";
const D: &str = "Eq5xpGnNCivDflJsRQBXHx1hdR1k6Ulwe2JZD50LpXyWPEAeP88vLNO97IjlA7_GQ5sLKMgvfTeXZx9SE-7YwVol2NXOoAJe46sui395IW_GO-pWJ1O0BkTGoVEn2bKVRUCgu-GjBVaYLU6f3l9kJfFNS3E0QbVdxzubSu3Mkqzjkn439X0M_V51gfpRLI9JYanrC4D4qAdGcopV_0ZHHzQlBjudU2QvXt4ehNYTCBr6XCLQUShb1juUO1ZdiYoFaFQT5Tw8bGUl_x_jTj3ccPDVZFD9pIuhLhBOneufuBiB4cS98l2SR_RQyGWSeWjnczT0QU91p1DhOVRuOopznQ";
const P: &str = "4BzEEOtIpmVdVEZNCqS7baC4crd0pqnRH_5IB3jw3bcxGn6QLvnEtfdUdiYrqBdss1l58BQ3KhooKeQTa9AB0Hw_Py5PJdTJNPY8cQn7ouZ2KKDcmnPGBY5t7yLc1QlQ5xHdwW1VhvKn-nXqhJTBgIPgtldC-KDV5z-y2XDwGUc";
const Q: &str = "uQPEfgmVtjL0Uyyx88GZFF1fOunH3-7cepKmtH4pxhtCoHqpWmT8YAmZxaewHgHAjLYsp1ZSe7zFYHj7C6ul7TjeLQeZD_YwD66t62wDmpe_HlB-TnBA-njbglfIsRLtXlnDzQkv5dTltRJ11BKBBypeeF6689rjcJIDEz9RWdc";
const DP: &str = "BwKfV3Akq5_MFZDFZCnW-wzl-CCo83WoZvnLQwCTeDv8uzluRSnm71I3QCLdhrqE2e9YkxvuxdBfpT_PI7Yz-FOKnu1R6HsJeDCjn12Sk3vmAktV2zb34MCdy7cpdTh_YVr7tss2u6vneTwrA86rZtu5Mbr1C1XsmvkxHQAdYo0";
const DQ: &str = "h_96-mK1R_7glhsum81dZxjTnYynPbZpHziZjeeHcXYsXaaMwkOlODsWa7I9xXDoRwbKgB719rrmI2oKr6N3Do9U0ajaHF-NKJnwgjMd2w9cjz3_-kyNlxAr2v4IKhGNpmM5iIgOS1VZnOZ68m6_pbLBSp3nssTdlqvd0tIiTHU";
const QI: &str = "IYd7DHOhrWvxkwPQsRM2tOgrjbcrfvtQJipd-DlcxyVuuM9sQLdgjVk2oy26F0EmpScGLq2MowX7fhd_QJQ3ydy5cY7YIBi87w93IKLEdfnbJtoOPLUW0ITrJReOgo1cq9SbsxYawBgfp_gh6A5603k2-ZQwVK0JKSHuLFkuQ3U";

/// Signs tokens under the key ids `rsa`, `ec` and `ed`.
pub(crate) struct Issuer {
    rsa: RsaKeyPair,
    ec: EcdsaKeyPair,
    ed: Ed25519KeyPair,
    random: SystemRandom,
}

fn bytes(text: &str) -> Vec<u8> {
    BASE64.decode(text).unwrap()
}

impl Issuer {
    pub(crate) fn new() -> Issuer {
        let random = SystemRandom::new();
        let parts = [N, D, P, Q, DP, DQ, QI].map(bytes);
        let [n, d, p, q, dp, dq, qi] = parts.each_ref().map(Vec::as_slice);
        let rsa = RsaKeyPair::from_components(&rsa::KeyPairComponents {
            public_key: rsa::PublicKeyComponents {
                n,
                e: &[1, 0, 1][..],
            },
            d,
            p,
            q,
            dP: dp,
            dQ: dq,
            qInv: qi,
        })
        .unwrap();
        let made = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &random).unwrap();
        let ec = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, made.as_ref(), &random)
            .unwrap();
        let made = Ed25519KeyPair::generate_pkcs8(&random).unwrap();
        let ed = Ed25519KeyPair::from_pkcs8(made.as_ref()).unwrap();
        Issuer {
            rsa,
            ec,
            ed,
            random,
        }
    }

    /// Its public keys, among keys for other things.
    pub(crate) fn jwks(&self) -> Value {
        let point = self.ec.public_key().as_ref();
        json!({"keys": [
            {"kty": "oct", "kid": "shared", "k": BASE64.encode(b"a secret that is long enough for HS256"), "alg": "HS256"},
            {"kty": "RSA", "kid": "encrypts", "use": "enc", "n": N, "e": "AQAB"},
            {"kty": "RSA", "kid": "rsa", "use": "sig", "alg": "RS256", "n": N, "e": "AQAB"},
            {"kty": "EC", "kid": "ec", "crv": "P-256",
             "x": BASE64.encode(&point[1..33]), "y": BASE64.encode(&point[33..])},
            {"kty": "OKP", "kid": "ed", "crv": "Ed25519", "x": BASE64.encode(self.ed.public_key())},
        ]})
    }

    /// A token with this header and these claims, signed by the key that the header names (`HS256`: by the public modulus or
    /// point of that key as a secret, the classic confusion; `none`: not at all).
    pub(crate) fn token(&self, header: &Value, claims: &Value) -> String {
        let part = |value: &Value| BASE64.encode(serde_json::to_vec(value).unwrap());
        let message = format!("{}.{}", part(header), part(claims));
        let signed = message.as_bytes();
        let signature = match header["alg"].as_str().unwrap() {
            "RS256" => {
                let mut signature = vec![0; self.rsa.public().modulus_len()];
                self.rsa
                    .sign(&RSA_PKCS1_SHA256, &self.random, signed, &mut signature)
                    .unwrap();
                signature
            }
            "ES256" => self
                .ec
                .sign(&self.random, signed)
                .unwrap()
                .as_ref()
                .to_vec(),
            "EdDSA" => self.ed.sign(signed).as_ref().to_vec(),
            "HS256" => {
                let secret = match header["kid"].as_str() {
                    Some("shared") => b"a secret that is long enough for HS256".to_vec(),
                    Some("ec") => self.ec.public_key().as_ref().to_vec(),
                    Some("ed") => self.ed.public_key().as_ref().to_vec(),
                    _ => bytes(N),
                };
                let key = hmac::Key::new(hmac::HMAC_SHA256, &secret);
                hmac::sign(&key, signed).as_ref().to_vec()
            }
            _ => Vec::new(),
        };
        format!("{message}.{}", BASE64.encode(signature))
    }
}

/// Claims that hold for the audience `tabuleiro` and the next hour, with these permissions.
pub(crate) fn claims(scope: &str) -> Value {
    json!({
        "iss": "https://issuer.example",
        "aud": ["other", "tabuleiro"],
        "sub": "room-7",
        "exp": now() + 3600,
        "scope": scope,
    })
}

/// Seconds since 1970.
pub(crate) fn now() -> u64 {
    std::time::SystemTime::now()
        .duration_since(std::time::UNIX_EPOCH)
        .unwrap()
        .as_secs()
}
