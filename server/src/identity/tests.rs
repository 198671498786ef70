//! Which credential counts, where there are several or none.

use http::HeaderValue;

use super::*;

const TOKEN: &str = "a-token-of-the-test-suite";
const APPLY: &str = "/tabuleiro.v1.RulesService/ApplyMove";

fn file<T>(
    name: &str,
    text: &str,
    parse: fn(&str) -> Result<T, Vec<String>>,
) -> Watched<TextFile<T>>
where
    T: Send + Sync + 'static,
{
    let path = std::env::temp_dir().join(format!("tabuleiro-{}-{name}", std::process::id()));
    std::fs::write(&path, text).expect("written");
    TextFile::load(&path, Box::new(parse)).expect("it can be used")
}

fn headers(authorization: &[&str]) -> HeaderMap {
    let mut headers = HeaderMap::new();
    for value in authorization {
        headers.append(AUTHORIZATION, HeaderValue::from_str(value).expect("ascii"));
    }
    headers
}

fn with_certificate(subject: &str) -> Peer {
    let mut peer = Peer::embedded();
    peer.certificate_subject = Some(subject.into());
    peer
}

#[test]
fn a_bearer_token_is_read_as_the_rfc_writes_it_and_nothing_else_is() {
    let authority = Authority {
        tokens: Some(file("bearer", &format!("room {TOKEN} *"), Tokens::parse)),
        ..Authority::default()
    };
    let found = |values: &[&str]| {
        authority
            .caller(&headers(values), None)
            .map(|caller| caller.name.to_string())
    };
    let room = || Ok("room".to_owned());
    assert_eq!(found(&[&format!("Bearer {TOKEN}")]), room());
    assert_eq!(found(&[&format!("bearer  {TOKEN} ")]), room());
    assert_eq!(found(&[]), Err(Unproved::Missing));
    let long = format!("Bearer {}", "x".repeat(MAX_TOKEN + 1));
    let whole = format!("Bearer {TOKEN}");
    for wrong in [
        &[TOKEN][..],
        &["Bearer"],
        &["Bearer "],
        &["Basic cm9vbTpyb29t"],
        &["Bearer a-token-of-the-test-suitf"],
        &[&long],
        &[&whole, &whole],
    ] {
        assert_eq!(found(wrong), Err(Unproved::Invalid), "{wrong:?}");
    }
}

#[test]
fn a_certificate_counts_where_its_subject_is_listed_and_no_token_is_sent() {
    let authority = Authority {
        tokens: Some(file("both-t", &format!("room {TOKEN} *"), Tokens::parse)),
        subjects: Some(file("both-s", "arbiter CanMate", Subjects::parse)),
        ..Authority::default()
    };
    let caller = |values: &[&str], subject: &str| {
        authority
            .caller(&headers(values), Some(&with_certificate(subject)))
            .map(|caller| (caller.name.to_string(), caller.by))
    };
    assert_eq!(
        caller(&[], "arbiter"),
        Ok(("arbiter".to_owned(), Credential::Certificate))
    );
    assert_eq!(caller(&[], "somebody"), Err(Unproved::Invalid));
    assert_eq!(
        caller(&[&format!("Bearer {TOKEN}")], "arbiter"),
        Ok(("room".to_owned(), Credential::Token))
    );
    assert_eq!(caller(&["Bearer wrong"], "arbiter"), Err(Unproved::Invalid));

    let peer = with_certificate("arbiter");
    let refused = authority
        .allow(APPLY, &headers(&[]), Some(&peer))
        .expect_err("it may only ask for mates");
    assert_eq!(
        refused,
        Failure::PermissionDenied {
            rpc: "tabuleiro.v1.RulesService/ApplyMove".to_owned()
        }
    );
}

#[test]
fn a_certificate_alone_proves_nothing_where_no_subjects_are_listed() {
    let authority = Authority {
        tokens: Some(file("alone", &format!("room {TOKEN} *"), Tokens::parse)),
        ..Authority::default()
    };
    let caller = authority.caller(&headers(&[]), Some(&with_certificate("arbiter")));
    assert_eq!(caller, Err(Unproved::Missing));
}
