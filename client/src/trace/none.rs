//! Traces in a build without the feature `trace`: nothing, at no cost.

use std::{net::SocketAddr, time::Duration};

use tonic::{Code, metadata::MetadataMap};

use crate::Error;

/// No span.
#[derive(Debug)]
pub(crate) struct CallSpan;

impl CallSpan {
    pub(crate) fn begin(_: &'static str) -> CallSpan {
        CallSpan
    }

    pub(crate) fn around<T>(&self, work: impl Future<Output = T>) -> impl Future<Output = T> {
        work
    }

    pub(crate) fn within(&self, happens: impl FnOnce()) {
        happens();
    }

    pub(crate) fn send(&self, _: &mut MetadataMap) {}

    pub(crate) fn renews_token(&self) {}

    pub(crate) fn end(&self, _: Option<&Error>, _: Option<SocketAddr>) {}
}

pub(crate) fn tries_again(_: Code, _: Duration) {}

pub(crate) fn asks_another(_: bool) {}
