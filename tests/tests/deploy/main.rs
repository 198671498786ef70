//! The manifests of `deploy/`, held against Kubernetes' own types, against each other, and against the program that they run.
#![allow(clippy::expect_used, reason = "a panic is how a test fails")]

mod metrics;
mod names;
mod render;
mod typed;
mod wiring;
