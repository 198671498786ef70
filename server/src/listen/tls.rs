//! TLS and client certificates, by rustls with its ring provider, and how new files take effect without a restart.

use std::{
    io,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use tokio::io::{AsyncRead, AsyncWrite};
use tokio_rustls::{
    TlsAcceptor,
    rustls::{
        self, RootCertStore, ServerConfig,
        crypto::ring,
        pki_types::{CertificateDer, PrivateKeyDer, pem::PemObject as _},
        server::{VerifierBuilderError, WebPkiClientVerifier},
    },
    server::TlsStream,
};

use super::certificate;
use crate::watched::{Source, Watched, keep_fresh};

/// Where the certificates are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TlsFiles {
    /// The server's certificate and the chain above it, PEM.
    pub certificate: PathBuf,
    /// Its private key, PEM.
    pub key: PathBuf,
    /// Who may vouch for clients; `None` asks clients for no certificate.
    pub clients: Option<ClientCertificates>,
    /// How often the files are looked at.
    pub check_every: Duration,
}

/// Which client certificates are asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClientCertificates {
    /// The certificates of the authorities, PEM.
    pub authorities: PathBuf,
    /// Whether a client without a certificate is turned away. A certificate that does not verify always is.
    pub required: bool,
}

/// Why the certificates cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TlsError {
    /// A file cannot be read.
    #[error("{}: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// A file is not what it should be.
    #[error("{}: {why}", path.display())]
    Content {
        /// The file.
        path: PathBuf,
        /// What is wrong with it. Never its content.
        why: String,
    },
    /// Certificate and key do not fit together, or rustls does not take them.
    #[error("the certificate and its key: {0}")]
    Pair(#[from] rustls::Error),
    /// The authorities for clients cannot be used.
    #[error("the authorities for client certificates: {0}")]
    Clients(#[from] VerifierBuilderError),
}

impl TlsFiles {
    /// The bytes of the certificate, of its key, and of the authorities for clients where there are any.
    fn read(&self) -> Result<Vec<Vec<u8>>, TlsError> {
        let authorities = self.clients.as_ref().map(|clients| &clients.authorities);
        let all = [&self.certificate, &self.key]
            .into_iter()
            .chain(authorities);
        all.map(|path| {
            std::fs::read(path).map_err(|source| TlsError::Read {
                path: path.clone(),
                source,
            })
        })
        .collect()
    }

    /// Whether the files can be used now.
    pub(crate) fn check(&self) -> Result<(), TlsError> {
        self.understand(&self.read()?).map(drop)
    }

    /// What rustls makes of them.
    fn understand(&self, files: &[Vec<u8>]) -> Result<ServerConfig, TlsError> {
        let [certificate, key, authorities @ ..] = files else {
            return Err(TlsError::Content {
                path: self.certificate.clone(),
                why: "not read together with its key".to_owned(),
            });
        };
        let provider = Arc::new(ring::default_provider());
        let builder = ServerConfig::builder_with_provider(Arc::clone(&provider))
            .with_safe_default_protocol_versions()?;
        let builder = match (&self.clients, authorities) {
            (Some(clients), [pem]) => {
                let mut roots = RootCertStore::empty();
                for root in certificates(&clients.authorities, pem)? {
                    roots.add(root)?;
                }
                let verifier =
                    WebPkiClientVerifier::builder_with_provider(Arc::new(roots), provider);
                let verifier = if clients.required {
                    verifier
                } else {
                    verifier.allow_unauthenticated()
                };
                builder.with_client_cert_verifier(verifier.build()?)
            }
            _ => builder.with_no_client_auth(),
        };
        let chain = certificates(&self.certificate, certificate)?;
        let key = PrivateKeyDer::from_pem_slice(key).map_err(|error| TlsError::Content {
            path: self.key.clone(),
            why: format!("no private key in PEM: {error}"),
        })?;
        Ok(builder.with_single_cert(chain, key)?)
    }
}

/// HTTP/2, and HTTP/1.1 where web pages may call.
fn speaking(mut config: ServerConfig, pages: bool) -> ServerConfig {
    config.alpn_protocols = vec![b"h2".to_vec()];
    if pages {
        config.alpn_protocols.push(b"http/1.1".to_vec());
    }
    config
}

fn certificates(path: &Path, pem: &[u8]) -> Result<Vec<CertificateDer<'static>>, TlsError> {
    let fault = |why: String| TlsError::Content {
        path: path.to_owned(),
        why,
    };
    let all = CertificateDer::pem_slice_iter(pem)
        .collect::<Result<Vec<_>, _>>()
        .map_err(|error| fault(format!("not PEM: {error}")))?;
    if all.is_empty() {
        return Err(fault("no certificate in it".to_owned()));
    }
    Ok(all)
}

/// The certificates, and whether web pages may call.
pub(crate) struct Certificates {
    files: TlsFiles,
    pages: bool,
}

impl Source for Certificates {
    type Content = ServerConfig;
    type Fault = TlsError;

    fn name(&self) -> String {
        self.files.certificate.display().to_string()
    }

    fn read(&self) -> Result<Vec<Vec<u8>>, TlsError> {
        self.files.read()
    }

    fn understand(&self, files: &[Vec<u8>]) -> Result<ServerConfig, TlsError> {
        Ok(speaking(self.files.understand(files)?, self.pages))
    }
}

/// The present certificates: connections that are open keep those that they were made with. Clones see the same.
#[derive(Clone, Debug)]
pub(crate) struct Tls(Arc<Watched<Certificates>>);

impl Tls {
    /// Reads the files, and goes on reading them again for as long as there are connections to accept.
    pub(crate) fn load(files: TlsFiles, pages: bool) -> Result<Tls, TlsError> {
        let every = files.check_every;
        let watched = Arc::new(Watched::load(Certificates { files, pages })?);
        tokio::spawn(keep_fresh(Arc::downgrade(&watched), every));
        Ok(Tls(watched))
    }

    /// The handshake, and the name in the client's certificate if it has shown one.
    pub(crate) async fn accept<IO>(
        &self,
        stream: IO,
    ) -> io::Result<(TlsStream<IO>, Option<Arc<str>>)>
    where
        IO: AsyncRead + AsyncWrite + Unpin,
    {
        let stream = TlsAcceptor::from(self.0.get()).accept(stream).await?;
        let leaf = stream.get_ref().1.peer_certificates();
        let subject = leaf
            .and_then(<[_]>::first)
            .and_then(|leaf| certificate::name(leaf));
        Ok((stream, subject))
    }
}
