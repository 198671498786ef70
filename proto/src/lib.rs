//! The contract `tabuleiro.v1` as Rust types, generated from the protocol buffers beside this crate.
//!
//! Read the `.proto` files first: they say what each field means. This crate adds the clients (feature `client`), the
//! service traits (feature `server`), the JSON mapping (feature `json`), and what an SDK and a server have in common:
//! the [table of methods](v1::SERVICES), the [typed calls](UnaryCall), the [reasons of errors](v1::ErrorReason).
#![forbid(unsafe_code)]

mod code;
#[cfg(feature = "server")]
pub mod encoded;
mod error;
#[cfg(feature = "server")]
pub mod fields;
#[cfg(feature = "json")]
pub mod json;
mod method;
mod state_hash;

pub use code::code_name;
pub use error::ERROR_DOMAIN;
pub use method::{Method, Service, UnaryCall, UnaryMethod, find_method};
pub use state_hash::{hash_text, state_hash};

/// The messages, enums and services of package `tabuleiro.v1`.
pub mod v1 {
    #![allow(
        clippy::clone_on_ref_ptr,
        clippy::large_enum_variant,
        clippy::doc_markdown,
        reason = "generated: the contract decides the shapes and the words"
    )]
    include!(concat!(env!("OUT_DIR"), "/tabuleiro.v1.rs"));
}

/// The encoded `google.protobuf.FileDescriptorSet` of the contract with its imports, without comments: what reflection serves.
pub const DESCRIPTOR: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/descriptor.bin"));
