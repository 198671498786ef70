//! An authority for tests, the certificates that it signs, and clients that show them.
#![allow(dead_code, reason = "each test binary uses a part")]

use std::{path::PathBuf, sync::Arc};

use hyper_util::rt::TokioIo;
use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, DnType, IsCa, KeyPair, SanType};
use tabuleiro_server::listen::{ClientCertificates, TlsFiles};
use tokio_rustls::{
    TlsConnector,
    rustls::{
        ClientConfig, RootCertStore,
        crypto::ring,
        pki_types::{CertificateDer, PrivateKeyDer, ServerName, pem::PemObject as _},
    },
};
use tonic::transport::{Channel, Endpoint, Uri};

/// An authority.
pub(crate) struct Authority(CertifiedIssuer<'static, KeyPair>);

/// A certificate and its key, PEM.
#[derive(Clone)]
pub(crate) struct Pair {
    pub(crate) certificate: String,
    pub(crate) key: String,
}

impl Authority {
    pub(crate) fn new(name: &str) -> Authority {
        let mut params = CertificateParams::default();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        params.distinguished_name.push(DnType::CommonName, name);
        let key = KeyPair::generate().expect("a key");
        Authority(CertifiedIssuer::self_signed(params, key).expect("an authority"))
    }

    pub(crate) fn pem(&self) -> String {
        self.0.pem()
    }

    /// For the server that the tests connect to.
    pub(crate) fn server(&self) -> Pair {
        let params = CertificateParams::new(vec!["localhost".to_owned()]).expect("a name");
        self.signed(params)
    }

    /// For a client with this URI for a name.
    pub(crate) fn client(&self, uri: &str) -> Pair {
        let mut params = CertificateParams::default();
        params.subject_alt_names = vec![SanType::URI(uri.try_into().expect("ascii"))];
        self.signed(params)
    }

    /// The same, valid until the year 2000.
    pub(crate) fn expired_client(&self, uri: &str) -> Pair {
        let mut params = CertificateParams::default();
        params.subject_alt_names = vec![SanType::URI(uri.try_into().expect("ascii"))];
        params.not_before = rcgen::date_time_ymd(1999, 1, 1);
        params.not_after = rcgen::date_time_ymd(2000, 1, 1);
        self.signed(params)
    }

    fn signed(&self, params: CertificateParams) -> Pair {
        let key = KeyPair::generate().expect("a key");
        let certificate = params.signed_by(&key, &self.0).expect("signed");
        Pair {
            certificate: certificate.pem(),
            key: key.serialize_pem(),
        }
    }
}

/// The files of one server, in a directory of their own.
pub(crate) struct Files(PathBuf);

impl Files {
    pub(crate) fn new(test: &str) -> Files {
        let path = std::env::temp_dir().join(format!("tabuleiro-{}-{test}", std::process::id()));
        std::fs::create_dir_all(&path).expect("writable");
        Files(path)
    }

    pub(crate) fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.0.join(name);
        std::fs::write(&path, text).expect("writable");
        path
    }

    /// What the server is told of them.
    pub(crate) fn of_server(&self, pair: &Pair, clients: Option<(&Authority, bool)>) -> TlsFiles {
        TlsFiles {
            certificate: self.write("server.pem", &pair.certificate),
            key: self.write("server.key", &pair.key),
            clients: clients.map(|(authority, required)| ClientCertificates {
                authorities: self.write("clients.pem", &authority.pem()),
                required,
            }),
            check_every: std::time::Duration::from_millis(100),
        }
    }
}

impl Drop for Files {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A connection of a client that trusts `authority` and shows `pair`.
pub(crate) async fn connect(
    address: std::net::SocketAddr,
    authority: &Authority,
    pair: Option<&Pair>,
) -> Result<Channel, tonic::transport::Error> {
    let mut roots = RootCertStore::empty();
    roots
        .add(CertificateDer::from_pem_slice(authority.pem().as_bytes()).expect("PEM"))
        .expect("an authority");
    let builder = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .expect("versions")
        .with_root_certificates(roots);
    let mut config = match pair {
        None => builder.with_no_client_auth(),
        Some(pair) => builder
            .with_client_auth_cert(
                vec![CertificateDer::from_pem_slice(pair.certificate.as_bytes()).expect("PEM")],
                PrivateKeyDer::from_pem_slice(pair.key.as_bytes()).expect("PEM"),
            )
            .expect("a pair"),
    };
    config.alpn_protocols = vec![b"h2".to_vec()];
    let connector = TlsConnector::from(Arc::new(config));
    let connector = tower::service_fn(move |_: Uri| {
        let connector = connector.clone();
        async move {
            let stream = tokio::net::TcpStream::connect(address).await?;
            let name = ServerName::try_from("localhost").expect("a name");
            let stream = connector.connect(name, stream).await?;
            Ok::<_, std::io::Error>(TokioIo::new(stream))
        }
    });
    Endpoint::from_static("http://localhost")
        .connect_with_connector(connector)
        .await
}
