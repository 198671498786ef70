//! An audit whose findings are waited for.

use std::path::PathBuf;

use bytes::Bytes;
use futures::StreamExt as _;

use super::{Client, runtime::Runtime};
use crate::{
    Error,
    audit::{self, Audit, AuditEvent, Replay, ResumePoint},
};

/// The findings of an audit, one after the other. The last is the summary or an error.
///
/// ```
/// # use tabuleiro_client::{testing::FakeServer, blocking};
/// # fn main() -> Result<(), tabuleiro_client::Error> {
/// # let client = blocking::Client::over(FakeServer::with_samples().client());
/// for event in client.audit().bytes("1. f3 e5 2. g4 Qh4# 0-1\n")? {
///     println!("{:?}", event?);
/// }
/// # Ok(()) }
/// ```
#[derive(Debug)]
pub struct Findings {
    inner: audit::Findings,
    runtime: Runtime,
}

impl Findings {
    /// Where an audit could go on that begins now.
    #[must_use]
    pub fn reached(&self) -> ResumePoint {
        self.inner.reached()
    }
}

impl Iterator for Findings {
    type Item = Result<AuditEvent, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        self.runtime.wait(self.inner.next())
    }
}

impl Audit<'_, Client> {
    /// Audits bytes at hand; broken streams are resumed.
    ///
    /// # Errors
    /// [`Error`].
    pub fn bytes(self, bytes: impl Into<Bytes>) -> Result<Findings, Error> {
        let Client { inner, runtime } = self.client();
        let findings = runtime.wait(self.over(inner).bytes(bytes))?;
        Ok(found(findings, runtime))
    }

    /// Audits a file; broken streams are resumed.
    ///
    /// # Errors
    /// [`Error`].
    pub fn file(self, path: impl Into<PathBuf>) -> Result<Findings, Error> {
        let Client { inner, runtime } = self.client();
        let findings = runtime.wait(self.over(inner).file(path))?;
        Ok(found(findings, runtime))
    }

    /// Audits what can be read again from any place; broken streams are resumed.
    ///
    /// # Errors
    /// [`Error`].
    pub fn replay(self, source: impl Replay) -> Result<Findings, Error> {
        let Client { inner, runtime } = self.client();
        let findings = runtime.wait(self.over(inner).replay(source))?;
        Ok(found(findings, runtime))
    }
}

fn found(inner: audit::Findings, runtime: &Runtime) -> Findings {
    Findings {
        inner,
        runtime: runtime.clone(),
    }
}
