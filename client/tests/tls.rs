//! TLS and mutual TLS with certificates of our own making, and what is said when a handshake fails.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a panic is how a test fails"
)]

mod common;

use std::sync::Arc;

use rcgen::{BasicConstraints, CertificateParams, DnType, IsCa, Issuer, KeyPair};
use tabuleiro_client::{
    Client, Error, Game,
    transport::{BoxIo, Tls},
};
use tokio::net::TcpListener;
use tokio_rustls::{
    TlsAcceptor,
    rustls::{
        RootCertStore, ServerConfig,
        crypto::ring,
        pki_types::{PrivateKeyDer, pem::PemObject as _},
        server::WebPkiClientVerifier,
    },
};

use common::{Host, numbered};

struct Authority {
    issuer: Issuer<'static, KeyPair>,
    pem: String,
    der: tokio_rustls::rustls::pki_types::CertificateDer<'static>,
}

impl Authority {
    fn new(name: &str) -> Authority {
        let mut params = CertificateParams::new([]).unwrap();
        params.distinguished_name.push(DnType::CommonName, name);
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let key = KeyPair::generate().unwrap();
        let certificate = params.self_signed(&key).unwrap();
        Authority {
            pem: certificate.pem(),
            der: certificate.der().clone(),
            issuer: Issuer::new(params, key),
        }
    }

    /// A certificate for a name, and its key.
    fn sign(&self, name: &str) -> (String, String) {
        let params = CertificateParams::new([name.to_owned()]).unwrap();
        let key = KeyPair::generate().unwrap();
        let certificate = params.signed_by(&key, &self.issuer).unwrap();
        (certificate.pem(), key.serialize_pem())
    }
}

/// A server with a certificate for `localhost`; with `clients`, it wants one of that authority.
async fn serve(authority: &Authority, clients: Option<&Authority>) -> Host {
    let (certificate, key) = authority.sign("localhost");
    let chain =
        tokio_rustls::rustls::pki_types::CertificateDer::pem_slice_iter(certificate.as_bytes());
    let chain = chain.map(Result::unwrap).collect();
    let key = PrivateKeyDer::from_pem_slice(key.as_bytes()).unwrap();
    let provider = Arc::new(ring::default_provider());
    let config = ServerConfig::builder_with_provider(Arc::clone(&provider))
        .with_safe_default_protocol_versions()
        .unwrap();
    let config = match clients {
        None => config.with_no_client_auth(),
        Some(clients) => {
            let mut roots = RootCertStore::empty();
            roots.add(clients.der.clone()).unwrap();
            let verifier = WebPkiClientVerifier::builder_with_provider(Arc::new(roots), provider);
            config.with_client_cert_verifier(verifier.build().unwrap())
        }
    };
    let mut config = config.with_single_cert(chain, key).unwrap();
    config.alpn_protocols = vec![b"h2".to_vec()];
    let acceptor = TlsAcceptor::from(Arc::new(config));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    Host::serve(listener, numbered(4), move |stream| {
        let accepting = acceptor.accept(stream);
        async move { Ok(Box::new(accepting.await?) as BoxIo) }
    })
}

async fn connect(host: &Host, tls: Tls) -> Result<i32, Error> {
    let url = format!("https://localhost:{}", host.address.port());
    let client = Client::builder(url)
        .tls(tls)
        .token("secret")
        .connect()
        .await?;
    let answer = client.legal_moves(Game::start("chess")).send().await?;
    Ok(answer.move_count)
}

fn told(result: Result<i32, Error>, what: &str) {
    let error = result.expect_err(what);
    assert!(
        error.is_unavailable() && error.to_string().contains(what),
        "{error}"
    );
}

#[tokio::test]
async fn a_server_of_a_trusted_authority_is_talked_to() {
    let authority = Authority::new("ours");
    let host = serve(&authority, None).await;
    assert_eq!(
        connect(&host, Tls::new().ca_pem(&*authority.pem))
            .await
            .unwrap(),
        4
    );
}

#[tokio::test]
async fn why_a_server_is_not_trusted_is_told() {
    let authority = Authority::new("ours");
    let host = serve(&authority, None).await;
    told(connect(&host, Tls::new()).await, "Tls::ca_pem");
    let stranger = Authority::new("theirs");
    told(
        connect(&host, Tls::new().ca_pem(&*stranger.pem)).await,
        "Tls::ca_pem",
    );
    let elsewhere = Tls::new().ca_pem(&*authority.pem).domain("rules.example");
    told(connect(&host, elsewhere).await, "Tls::domain");
}

#[tokio::test]
async fn a_missing_client_certificate_is_told_unlike_in_tonic_0_14() {
    let authority = Authority::new("ours");
    let host = serve(&authority, Some(&authority)).await;
    let trusting = || Tls::new().ca_pem(&*authority.pem);
    told(connect(&host, trusting()).await, "client certificate");
    let (certificate, key) = Authority::new("theirs").sign("club");
    told(
        connect(&host, trusting().identity_pem(certificate, key)).await,
        "client certificate",
    );
    let (certificate, key) = authority.sign("club");
    let ours = trusting().identity_pem(certificate, key);
    assert_eq!(connect(&host, ours).await.unwrap(), 4);
}

#[tokio::test]
async fn tls_where_there_is_none_and_none_where_there_is_are_told() {
    let host = Host::start(numbered(1)).await;
    told(connect(&host, Tls::new()).await, "http://");
    let authority = Authority::new("ours");
    let host = serve(&authority, None).await;
    let error = Client::connect(format!("http://localhost:{}", host.address.port()));
    let error = error.await.unwrap_err().to_string();
    assert!(error.contains("https://"), "{error}");
}

#[tokio::test]
async fn tls_for_an_address_without_it_is_refused_and_not_left_out() {
    let client = Client::builder("http://localhost:1").tls(Tls::new());
    let error = client.connect_lazy().expect_err("plaintext");
    assert!(matches!(error, Error::BadTls(_)), "{error}");
    assert!(error.to_string().contains("https://"), "{error}");
}
