//! The Rust SDK for a Tabuleiro service: what may be played, what happens if it is played, how a game ends and why, for
//! chess and the draughts family.
//!
//! ```
//! # use tabuleiro_client::testing::FakeServer;
//! use tabuleiro_client::{Client, Game, MoveView};
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), tabuleiro_client::Error> {
//! # stringify!(
//! let client = Client::connect("http://localhost:50051").await?;
//! # );
//! # let client = FakeServer::with_samples().client();
//! let moves = client.legal_moves(Game::start("brazilian")).view(MoveView::Standard).send().await?;
//! for origin in &moves.origins {
//!     for played in &origin.moves {
//!         println!("{}", played.text);
//!     }
//! }
//! # Ok(()) }
//! ```
//!
//! - A [`Client`] has one function for each RPC, over the types of the contract ([`proto`], [`v1`]).
//! - [`Game`] says which game is meant: a start and moves, or a [`StateToken`] of an earlier answer. [`Action`] is a move
//!   or a [`Fact`] (an offer, a claim, a resignation).
//! - A [`GameSession`] keeps the token and plays on.
//! - An [`audit`](Client::audit) looks through a file of games as a stream.
//! - What the rules say is an answer; an [`Error`] is a call without one. Calls that fail on the way are tried again
//!   ([`Retries`]): every RPC is a pure question.
//! - Several replicas are balanced over, and their troubles kept from the callers: [`transport`]. TLS, tokens, deadlines, layers:
//!   [`ClientBuilder`].
//!
//! # Features
//!
//! None is on by default.
//!
//! | feature | what it adds |
//! |---|---|
//! | `blocking` | the same client for programs without async: `blocking` |
//! | `dns` | names by DNS itself, whose answers say how long they are good: `transport::DnsResolver` |
//! | `gzip` | compressed requests and answers: `ClientBuilder::send_gzip`, `ClientBuilder::accept_gzip` |
//! | `testing` | a server in memory for the tests of your own program: `testing::FakeServer`. Every example on these pages runs against it |
//! | `tls` | `https://` and client certificates, by rustls: `transport::Tls` |
//! | `trace` | a span for each call, and the caller's trace context in its headers: `trace` |
#![forbid(unsafe_code)]
#![cfg_attr(not(feature = "testing"), allow(rustdoc::broken_intra_doc_links))]

mod action;
pub mod audit;
mod backoff;
#[cfg(feature = "blocking")]
pub mod blocking;
mod builder;
mod call;
mod client;
mod error;
mod game;
mod retry;
mod rpc;
mod session;
mod switches;
#[cfg(feature = "testing")]
pub mod testing;
mod token;
#[cfg(feature = "trace")]
pub mod trace;
#[cfg(not(feature = "trace"))]
#[path = "trace/none.rs"]
mod trace;
pub mod transport;

pub use tabuleiro_proto as proto;
pub use tabuleiro_proto::v1;
pub use tabuleiro_proto::v1::{ClaimKind, DiagramFormat, ErrorReason, MoveView, Notation};

pub use action::{Action, Fact, MoveSquares, Side};
pub use builder::ClientBuilder;
pub use call::{Batch, BatchMethod, Call, SearchingBatch};
pub use client::Client;
pub use error::{Error, FieldFault, Refusal};
pub use game::{Game, Rules, StateToken};
pub use retry::{Hedge, Retries};
pub use session::{GameSession, Play};
pub use switches::SwitchError;
pub use token::{FileToken, Token, TokenSource};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
