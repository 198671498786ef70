//! TLS and client certificates, by rustls with its ring provider, and how new files take effect without a restart.

use std::{
    io,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use tokio::{
    net::TcpStream,
    sync::watch,
    time::{Interval, MissedTickBehavior},
};
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

use super::{
    certificate,
    phase::{Phase, reached},
};

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

/// The bytes of all files, as they were read together.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Material {
    certificate: Vec<u8>,
    key: Vec<u8>,
    authorities: Option<Vec<u8>>,
}

impl TlsFiles {
    pub(crate) fn read(&self) -> Result<Material, TlsError> {
        let read = |path: &Path| {
            std::fs::read(path).map_err(|source| TlsError::Read {
                path: path.to_owned(),
                source,
            })
        };
        Ok(Material {
            certificate: read(&self.certificate)?,
            key: read(&self.key)?,
            authorities: self
                .clients
                .as_ref()
                .map(|clients| read(&clients.authorities))
                .transpose()?,
        })
    }

    /// What rustls makes of them.
    pub(crate) fn understand(&self, material: &Material) -> Result<ServerConfig, TlsError> {
        let provider = Arc::new(ring::default_provider());
        let builder = ServerConfig::builder_with_provider(Arc::clone(&provider))
            .with_safe_default_protocol_versions()?;
        let builder = match (&self.clients, &material.authorities) {
            (Some(clients), Some(pem)) => {
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
        let chain = certificates(&self.certificate, &material.certificate)?;
        let key =
            PrivateKeyDer::from_pem_slice(&material.key).map_err(|error| TlsError::Content {
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

/// The present certificates. Clones see the same.
#[derive(Clone, Debug)]
pub(crate) struct Tls(watch::Receiver<Arc<ServerConfig>>);

impl Tls {
    /// Reads the files, and the task that goes on reading them.
    pub(crate) fn load(files: TlsFiles, pages: bool) -> Result<(Tls, Reload), TlsError> {
        let material = files.read()?;
        let config = speaking(files.understand(&material)?, pages);
        let (sender, receiver) = watch::channel(Arc::new(config));
        let reload = Reload {
            files,
            pages,
            seen: Some(material),
            present: sender,
        };
        Ok((Tls(receiver), reload))
    }

    /// The handshake, and the name in the client's certificate if it has shown one.
    pub(crate) async fn accept(
        &self,
        stream: TcpStream,
    ) -> io::Result<(TlsStream<TcpStream>, Option<Arc<str>>)> {
        let config = Arc::clone(&self.0.borrow());
        let stream = TlsAcceptor::from(config).accept(stream).await?;
        let leaf = stream.get_ref().1.peer_certificates();
        let subject = leaf
            .and_then(<[_]>::first)
            .and_then(|leaf| certificate::name(leaf));
        Ok((stream, subject))
    }
}

/// Looks for new files every so often and on SIGHUP. What cannot be used is logged once, and the old ones stay.
pub(crate) struct Reload {
    files: TlsFiles,
    pages: bool,
    /// What was read last, good or bad; `None` after a failure to read.
    seen: Option<Material>,
    present: watch::Sender<Arc<ServerConfig>>,
}

impl Reload {
    /// Goes on until the server goes away.
    pub(crate) async fn run(mut self, mut phase: watch::Receiver<Phase>) {
        let mut every = interval(self.files.check_every);
        let mut hangup = Hangup::listen();
        loop {
            tokio::select! {
                () = reached(&mut phase, Phase::GoAway) => return,
                _ = every.tick() => {}
                () = hangup.came() => tracing::info!("SIGHUP: certificates are read again"),
            }
            self.look().await;
        }
    }

    async fn look(&mut self) {
        let files = self.files.clone();
        let Ok(read) = tokio::task::spawn_blocking(move || files.read()).await else {
            return;
        };
        let material = match read {
            Ok(material) => material,
            Err(error) => {
                if self.seen.take().is_some() {
                    tracing::error!(%error, "certificates cannot be read: the old ones stay");
                }
                return;
            }
        };
        if self.seen.as_ref() == Some(&material) {
            return;
        }
        match self.files.understand(&material) {
            Ok(config) => {
                let config = speaking(config, self.pages);
                self.present.send_replace(Arc::new(config));
                tracing::info!("new certificates: new connections use them");
            }
            Err(error) => {
                tracing::error!(%error, "new certificates cannot be used: the old ones stay");
            }
        }
        self.seen = Some(material);
    }
}

fn interval(every: Duration) -> Interval {
    let mut interval = tokio::time::interval(every);
    interval.set_missed_tick_behavior(MissedTickBehavior::Delay);
    interval.reset();
    interval
}

/// SIGHUP, where the system has it.
struct Hangup {
    #[cfg(unix)]
    signal: Option<tokio::signal::unix::Signal>,
}

impl Hangup {
    #[cfg(unix)]
    fn listen() -> Hangup {
        use tokio::signal::unix::{SignalKind, signal};
        let signal = signal(SignalKind::hangup())
            .inspect_err(|error| tracing::warn!(%error, "no SIGHUP"))
            .ok();
        Hangup { signal }
    }

    #[cfg(unix)]
    async fn came(&mut self) {
        if let Some(signal) = &mut self.signal
            && signal.recv().await.is_some()
        {
            return;
        }
        std::future::pending().await
    }

    #[cfg(not(unix))]
    fn listen() -> Hangup {
        Hangup {}
    }

    #[cfg(not(unix))]
    async fn came(&mut self) {
        std::future::pending().await
    }
}
