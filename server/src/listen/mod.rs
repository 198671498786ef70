//! Connections: how they are accepted, and what is known of each.

pub(crate) mod accepted;
