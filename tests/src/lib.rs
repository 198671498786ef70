//! What the whole-system tests have in common: a client to a whole server in this process, the real games beside the tests,
//! and games played at random over the wire.
#![forbid(unsafe_code)]
#![allow(
    clippy::expect_used,
    clippy::missing_panics_doc,
    reason = "a panic is how a test fails"
)]

mod contract;
mod dice;
mod page;
mod play;

pub use contract::{fields, screaming, values, values_but};
pub use dice::Dice;
pub use page::page;
pub use play::{Line, Played, all_moves, parts, random_line, token};

/// The examples in Rust of the pages that newcomers read first, in both languages: they compile.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
#[doc = include_str!("../../README.pt-BR.md")]
struct Readme;

use tabuleiro_client::{Client, Error, ErrorReason, Refusal};
use tabuleiro_server::{Config, Server, embedded};

/// A client of a whole server of its own, in this process, as the product is by default.
pub async fn client() -> Client {
    Client::from_channel(embedded::channel().await.expect("a server"))
}

/// A client of a server of this configuration.
pub async fn client_of(config: Config) -> Client {
    let server = Server::new(config).expect("a server");
    Client::from_channel(embedded::channel_to(server).await.expect("a channel"))
}

/// The ids of every variant, as the service itself lists them.
pub async fn variants(client: &Client) -> Vec<String> {
    let catalogue = client.list_variants().send().await.expect("the catalogue");
    let ids = catalogue.variants.into_iter().map(|variant| variant.id);
    ids.collect()
}

/// A file of real games.
#[must_use]
pub fn data(name: &str) -> Vec<u8> {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    std::fs::read(path.join("data").join(name)).expect("a data file")
}

/// The refusal that a call must have met.
pub fn refusal<T: std::fmt::Debug>(outcome: Result<T, Error>) -> Refusal {
    match outcome {
        Err(Error::Refused(refusal)) => *refusal,
        other => panic!("a refusal was expected: {other:?}"),
    }
}

/// The reason of the refusal that a call must have met.
pub fn reason<T: std::fmt::Debug>(outcome: Result<T, Error>) -> ErrorReason {
    refusal(outcome).reason().expect("a reason of the contract")
}
