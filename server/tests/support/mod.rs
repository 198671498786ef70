//! A server on a free port, and clients of it.
#![allow(
    dead_code,
    clippy::expect_used,
    reason = "each test binary uses a part; a panic is how a test fails"
)]

pub(crate) mod probe;
pub(crate) mod raw;

use std::net::SocketAddr;

use tabuleiro_server::{Config, Running, Server};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
};
use tonic::transport::{Channel, Endpoint};

/// The product's server with the probe beside it, listening on a free port.
pub(crate) async fn start(config: Config) -> Running {
    Server::new(config)
        .expect("put together")
        .with_service(probe::Probe)
        .listen()
        .await
        .expect("started")
}

/// A client's connection to it.
pub(crate) async fn connect(running: &Running) -> Channel {
    connect_to(running.addr()).await
}

/// A client's connection to whoever listens there.
pub(crate) async fn connect_to(address: SocketAddr) -> Channel {
    Endpoint::from_shared(format!("http://{address}"))
        .expect("an address")
        .connect()
        .await
        .expect("connected")
}

/// Status line and body, by the plainest of requests.
pub(crate) async fn get(address: SocketAddr, path: &str) -> std::io::Result<(String, String)> {
    let mut stream = TcpStream::connect(address).await?;
    let request = format!("GET {path} HTTP/1.1\r\nhost: admin\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await?;
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
    let status = head.lines().next().unwrap_or_default();
    Ok((status.to_owned(), body.to_owned()))
}

/// The metrics page of a server with an admin port.
pub(crate) async fn page(running: &Running) -> String {
    let admin = running.admin_addresses().first().expect("an admin port");
    get(*admin, "/metrics").await.expect("a page").1
}
