//! Which tokens hold, and every way in which one does not.

use serde_json::json;

use super::*;
use issuer::{Issuer, claims, now};

#[path = "../../../tests/support/issuer.rs"]
mod issuer;

fn rules() -> JwtRules {
    JwtRules {
        issuer: "https://issuer.example".into(),
        audiences: vec!["tabuleiro".into(), "tabuleiro-test".into()],
        claim: "scope".into(),
        leeway: Duration::from_secs(60),
    }
}

fn jwks(issuer: &Issuer) -> Jwks {
    Jwks::parse(&issuer.jwks().to_string(), rules()).expect("three keys")
}

const ALL: [(&str, &str); 3] = [("RS256", "rsa"), ("ES256", "ec"), ("EdDSA", "ed")];

#[test]
fn each_algorithm_holds_with_its_key_and_without_a_key_id() {
    let issuer = Issuer::new();
    let jwks = jwks(&issuer);
    for (alg, kid) in ALL {
        for header in [json!({"alg": alg, "kid": kid}), json!({"alg": alg})] {
            let token = issuer.token(&header, &claims("tabuleiro:RulesService openid"));
            for _ in 0..2 {
                let caller = jwks.verify(&token).expect("it holds");
                assert_eq!((&*caller.name, caller.by), ("room-7", Credential::Jwt));
                assert!(
                    caller
                        .permissions
                        .allow("/tabuleiro.v1.RulesService/ApplyMove")
                );
                assert!(
                    !caller
                        .permissions
                        .allow("/tabuleiro.v1.ArbiterService/CanMate")
                );
            }
        }
    }
}

#[test]
fn an_algorithm_that_the_key_is_not_for_is_refused() {
    let issuer = Issuer::new();
    let jwks = jwks(&issuer);
    for (alg, kid) in [
        ("HS256", "rsa"),
        ("HS256", "ec"),
        ("HS256", "ed"),
        ("HS256", "shared"),
        ("none", "rsa"),
        ("ES256", "rsa"),
        ("RS256", "ec"),
        ("RS256", "encrypts"),
        ("RS256", "nobody"),
        ("EdDSA", "ec"),
    ] {
        let token = issuer.token(&json!({"alg": alg, "kid": kid}), &claims("tabuleiro:*"));
        assert_eq!(jwks.verify(&token), Err(Unproved::Invalid), "{alg} {kid}");
    }
}

#[test]
fn what_a_token_says_must_hold() {
    let issuer = Issuer::new();
    let jwks = jwks(&issuer);
    let verify = |change: &dyn Fn(&mut Map<String, Value>)| {
        let mut claims = claims("tabuleiro:*");
        change(claims.as_object_mut().expect("an object"));
        let token = issuer.token(&json!({"alg": "ES256", "kid": "ec"}), &claims);
        jwks.verify(&token).map(|_| ())
    };
    let set = |name: &'static str, value: Value| {
        verify(&move |claims| {
            claims.insert(name.to_owned(), value.clone());
        })
    };
    assert_eq!(set("exp", json!(now() - 30)), Ok(()), "within the leeway");
    assert_eq!(set("nbf", json!(now() + 30)), Ok(()), "within the leeway");
    assert_eq!(set("aud", json!("tabuleiro")), Ok(()));
    assert_eq!(set("exp", json!(now() - 90)), Err(Unproved::Expired));
    assert_eq!(set("nbf", json!(now() + 90)), Err(Unproved::NotYetValid));
    for (name, value) in [
        ("iss", json!("https://elsewhere.example")),
        ("aud", json!("other")),
        ("aud", json!([])),
        ("sub", json!("")),
        ("sub", json!(7)),
        ("exp", json!("tomorrow")),
    ] {
        assert_eq!(set(name, value), Err(Unproved::Invalid), "{name}");
    }
    for name in ["iss", "aud", "sub", "exp"] {
        let without = verify(&|claims| {
            claims.remove(name);
        });
        assert_eq!(without, Err(Unproved::Invalid), "without {name}");
    }
}

#[test]
fn a_token_that_is_changed_or_cut_is_refused_even_after_the_whole_one() {
    let issuer = Issuer::new();
    let jwks = jwks(&issuer);
    let header = json!({"alg": "EdDSA", "kid": "ed"});
    let token = issuer.token(&header, &claims("tabuleiro:ApplyMove"));
    jwks.verify(&token).expect("the whole one");
    let other = issuer.token(&header, &claims("tabuleiro:*"));
    let [_, more, _] = parts(&other);
    let [head, _, signature] = parts(&token);
    let swapped = format!("{head}.{more}.{signature}");
    for wrong in [
        swapped.as_str(),
        &token[..token.len() - 3],
        head,
        "",
        "..",
        "a.b.c",
        "€.€.€",
    ] {
        assert_eq!(jwks.verify(wrong), Err(Unproved::Invalid), "{wrong}");
    }
}

fn parts(token: &str) -> [&str; 3] {
    let parts: Vec<_> = token.split('.').collect();
    parts.try_into().expect("three parts")
}

#[test]
fn permissions_are_words_or_a_list() {
    let audit = "/tabuleiro.v1.ArbiterService/AuditRecords";
    let may = |claim: Value| permissions(Some(&claim)).allow(audit);
    assert!(may(json!("a tabuleiro:ArbiterService b")));
    assert!(may(json!(["tabuleiro:AuditRecords"])));
    assert!(!may(json!("ArbiterService *")));
    assert!(!may(json!(["tabuleiro:RulesService", 7])));
    assert!(!may(json!({"tabuleiro:*": true})));
    assert!(!permissions(None).allow(audit));
}

#[test]
fn a_key_set_that_could_accept_nobody_is_refused_with_the_place() {
    let fault = |text: &str| {
        Jwks::parse(text, rules())
            .map(|_| ())
            .expect_err("a fault")
            .join("; ")
    };
    assert!(fault("nonsense").contains("expected a JSON Web Key Set"));
    assert!(fault("{}").contains("\"keys\""));
    assert!(fault(r#"{"keys": [{"kty": "oct", "k": "AAAA"}]}"#).contains("no key in it"));
    let short = r#"{"keys": [{"kty": "RSA", "n": "ofgWCuLjybRlzo0tZWJjNiuS", "e": "AQAB"}]}"#;
    assert!(fault(short).starts_with("keys[0]: an RSA key of 144 bits"));
    let mut twice = Issuer::new().jwks();
    twice["keys"][4]["kid"] = json!("ec");
    assert!(fault(&twice.to_string()).starts_with("keys[4]: an earlier key has the same kid"));
}
