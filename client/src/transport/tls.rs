//! TLS: whom to trust, and who we are.

use std::{io, sync::Arc};

use tokio_rustls::{
    TlsConnector,
    rustls::{
        ClientConfig, RootCertStore,
        pki_types::{CertificateDer, PrivateKeyDer, ServerName, pem::PemObject as _},
    },
};

use super::connect::BoxIo;
use crate::Error;

/// TLS for addresses with `https://`. The feature `tls`.
///
/// ```no_run
/// # use tabuleiro_client::{Client, transport::Tls};
/// # async fn example() -> Result<(), Box<dyn std::error::Error>> {
/// let tls = Tls::new()
///     .ca_pem(std::fs::read("/etc/tabuleiro/ca.pem")?)
///     .identity_pem(std::fs::read("/etc/tabuleiro/tls.crt")?, std::fs::read("/etc/tabuleiro/tls.key")?);
/// let client = Client::builder("https://rules.example:443").tls(tls).connect().await?;
/// # Ok(()) }
/// ```
#[derive(Clone, Default)]
#[must_use]
pub struct Tls {
    authorities: Vec<Vec<u8>>,
    identity: Option<(Vec<u8>, Vec<u8>)>,
    domain: Option<String>,
}

impl std::fmt::Debug for Tls {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Tls")
            .field("authorities", &self.authorities.len())
            .field("identity", &self.identity.is_some())
            .field("domain", &self.domain)
            .finish()
    }
}

impl Tls {
    /// Trusts the authorities that the system trusts.
    pub fn new() -> Tls {
        Tls::default()
    }

    /// Trusts these authorities (PEM), and no others.
    pub fn ca_pem(mut self, pem: impl Into<Vec<u8>>) -> Tls {
        self.authorities.push(pem.into());
        self
    }

    /// Shows this certificate (PEM, with its chain) to servers that ask for one. The key as PKCS#8, PKCS#1 or SEC1.
    pub fn identity_pem(mut self, certificate: impl Into<Vec<u8>>, key: impl Into<Vec<u8>>) -> Tls {
        self.identity = Some((certificate.into(), key.into()));
        self
    }

    /// The name that the server's certificate must have. Without it: the host of the address.
    pub fn domain(mut self, name: impl Into<String>) -> Tls {
        self.domain = Some(name.into());
        self
    }

    pub(crate) fn prepare(&self) -> Result<Handshake, Error> {
        let bad = |what: &str, why: &dyn std::fmt::Display| Error::BadTls(format!("{what}: {why}"));
        let mut roots = RootCertStore::empty();
        for pem in &self.authorities {
            let before = roots.len();
            for certificate in CertificateDer::pem_slice_iter(pem) {
                let certificate = certificate.map_err(|error| bad("the authority", &error))?;
                roots
                    .add(certificate)
                    .map_err(|error| bad("the authority", &error))?;
            }
            if roots.len() == before {
                return Err(bad("the authority", &"there is no certificate in it"));
            }
        }
        if self.authorities.is_empty() {
            let system = rustls_native_certs::load_native_certs();
            roots.add_parsable_certificates(system.certs);
            if let (true, Some(why)) = (roots.is_empty(), system.errors.first()) {
                return Err(bad("the authorities that the system trusts", why));
            }
        }
        let provider = Arc::new(tokio_rustls::rustls::crypto::ring::default_provider());
        let config = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map_err(|error| bad("the protocol", &error))?
            .with_root_certificates(roots);
        let mut config = match &self.identity {
            None => config.with_no_client_auth(),
            Some((certificate, key)) => {
                let chain: Vec<_> = CertificateDer::pem_slice_iter(certificate)
                    .collect::<Result<_, _>>()
                    .map_err(|error| bad("the certificate", &error))?;
                let key =
                    PrivateKeyDer::from_pem_slice(key).map_err(|error| bad("the key", &error))?;
                config
                    .with_client_auth_cert(chain, key)
                    .map_err(|error| bad("the certificate and its key", &error))?
            }
        };
        config.alpn_protocols = vec![b"h2".to_vec()];
        let domain = self.domain.as_ref();
        let domain = domain
            .map(|name| ServerName::try_from(name.clone()))
            .transpose();
        Ok(Handshake {
            connector: TlsConnector::from(Arc::new(config)),
            domain: domain.map_err(|error| bad("the domain", &error))?,
        })
    }
}

/// TLS that is ready to be spoken.
#[derive(Clone)]
pub(crate) struct Handshake {
    connector: TlsConnector,
    domain: Option<ServerName<'static>>,
}

impl Handshake {
    /// Shakes hands over a stream to this host.
    pub(super) async fn secure(&self, host: &str, io: BoxIo) -> io::Result<BoxIo> {
        let name = match &self.domain {
            Some(name) => name.clone(),
            None => ServerName::try_from(host.to_owned()).map_err(io::Error::other)?,
        };
        let stream = self.connector.connect(name, io).await?;
        if stream.get_ref().1.alpn_protocol() != Some(b"h2") {
            return Err(io::Error::other("the server does not speak HTTP/2 there"));
        }
        Ok(Box::new(stream))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_certificate_is_refused_by_name() {
        for (tls, what) in [
            (Tls::new().ca_pem("nothing"), "the authority"),
            (Tls::new().ca_pem("").identity_pem("", ""), "the authority"),
            (Tls::new().identity_pem("", "no key"), "the key"),
            (Tls::new().domain("no name!"), "the domain"),
        ] {
            let error = tls.prepare().err().expect(what);
            assert!(error.to_string().contains(what), "{error}");
        }
    }
}
