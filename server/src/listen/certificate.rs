//! The name by which a client certificate knows its owner.

use std::sync::Arc;

use x509_parser::prelude::{FromDer as _, GeneralName, X509Certificate};

/// The first URI among the alternative names, else the first DNS name, else the first e-mail address, else the common
/// name of the subject. The certificate has been verified by then.
pub(crate) fn name(der: &[u8]) -> Option<Arc<str>> {
    let (_, certificate) = X509Certificate::from_der(der).ok()?;
    let alternatives = certificate.subject_alternative_name().ok().flatten();
    let alternatives = alternatives.map_or(&[][..], |it| it.value.general_names.as_slice());
    let first = |wanted: fn(&GeneralName<'_>) -> Option<String>| {
        alternatives
            .iter()
            .filter_map(wanted)
            .find(|name| fit(name))
    };
    let common_name = || {
        let mut names = certificate.subject().iter_common_name();
        names.find_map(|it| it.as_str().ok().map(str::to_owned))
    };
    first(|it| match it {
        GeneralName::URI(text) => Some((*text).to_owned()),
        _ => None,
    })
    .or_else(|| {
        first(|it| match it {
            GeneralName::DNSName(text) => Some((*text).to_owned()),
            _ => None,
        })
    })
    .or_else(|| {
        first(|it| match it {
            GeneralName::RFC822Name(text) => Some((*text).to_owned()),
            _ => None,
        })
    })
    .or_else(|| common_name().filter(|name| fit(name)))
    .map(Arc::from)
}

/// A name is compared and logged: an empty one, and one with control characters, is none.
fn fit(name: &str) -> bool {
    !name.is_empty() && !name.chars().any(char::is_control)
}

#[cfg(test)]
mod tests {
    use rcgen::{CertificateParams, DnType, KeyPair, SanType};

    use super::*;

    fn certificate(common_name: Option<&str>, alternatives: Vec<SanType>) -> Vec<u8> {
        let mut params = CertificateParams::default();
        params.distinguished_name = rcgen::DistinguishedName::new();
        if let Some(name) = common_name {
            params.distinguished_name.push(DnType::CommonName, name);
        }
        params.subject_alt_names = alternatives;
        let key = KeyPair::generate().expect("a key");
        let certificate = params.self_signed(&key).expect("a certificate");
        certificate.der().to_vec()
    }

    fn dns(name: &str) -> SanType {
        SanType::DnsName(name.try_into().expect("ascii"))
    }

    #[test]
    fn a_uri_comes_before_a_dns_name_and_that_before_the_common_name() {
        let uri = SanType::URI("spiffe://club/arbiter".try_into().expect("ascii"));
        let mail = SanType::Rfc822Name("arbiter@club.example".try_into().expect("ascii"));
        let cases = [
            (
                certificate(Some("cn"), vec![dns("a.example"), mail.clone(), uri]),
                Some("spiffe://club/arbiter"),
            ),
            (
                certificate(Some("cn"), vec![mail.clone(), dns("a.example")]),
                Some("a.example"),
            ),
            (
                certificate(Some("cn"), vec![mail]),
                Some("arbiter@club.example"),
            ),
            (certificate(Some("cn"), vec![]), Some("cn")),
            (certificate(None, vec![]), None),
            (certificate(Some("two\nlines"), vec![]), None),
        ];
        for (der, expected) in cases {
            assert_eq!(name(&der).as_deref(), expected);
        }
        assert_eq!(name(b"no certificate"), None);
    }
}
