//! The Tabuleiro service: transport, limits and telemetry around the rules core. It contains no rule.
//!
//! [`Server::start`] runs it on sockets, [`embedded::channel`] inside the caller's process. A call passes, in this
//! order: the layers in [`layers`], a handler in [`services`], a conversion in `wire`, the rules core, and back;
//! what goes wrong on the way is a [`error::Failure`], which becomes a gRPC status in one place.
#![forbid(unsafe_code)]

pub mod admin;
pub mod compute;
pub mod config;
pub mod contract;
pub mod embedded;
pub mod error;
pub mod identity;
pub mod layers;
pub mod lifecycle;
pub mod listen;
pub mod peer;
pub mod runtime;
pub mod seal;
mod server;
pub mod services;
pub mod telemetry;
pub mod watched;
mod wire;

pub use config::Config;
pub use lifecycle::{Ended, Running};
pub use peer::Peer;
pub use server::{Server, StartError};
