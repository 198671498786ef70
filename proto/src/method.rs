//! The methods of the contract as data and as types.

use std::future::Future;

/// A service of the contract.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Service {
    /// Full name, e.g. `tabuleiro.v1.RulesService`.
    pub name: &'static str,
    /// Its methods, in the order of the contract.
    pub methods: &'static [Method],
}

/// A method of the contract.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Method {
    /// Full name of its service, e.g. `tabuleiro.v1.RulesService`.
    pub service: &'static str,
    /// Its name, e.g. `LegalMoves`.
    pub name: &'static str,
    /// Its path on the wire, e.g. `/tabuleiro.v1.RulesService/LegalMoves`.
    pub path: &'static str,
    /// Whether the client sends a stream.
    pub client_streaming: bool,
    /// Whether the server sends a stream.
    pub server_streaming: bool,
    /// Whether the contract declares `NO_SIDE_EFFECTS`: it may be repeated, hedged and cached.
    pub no_side_effects: bool,
}

impl Method {
    /// Whether one message goes in and one comes out.
    #[must_use]
    pub const fn is_unary(&self) -> bool {
        !self.client_streaming && !self.server_streaming
    }
}

/// The method with this path on the wire, e.g. `/tabuleiro.v1.RulesService/LegalMoves`. Telemetry labels
/// calls with it, so that unknown paths never become labels.
#[must_use]
pub fn find_method(path: &str) -> Option<&'static Method> {
    crate::v1::SERVICES
        .iter()
        .flat_map(|service| service.methods)
        .find(|method| method.path == path)
}

/// A unary method of the contract as a type: `rules_service::LegalMoves`.
pub trait UnaryMethod {
    /// What goes in.
    type Request: prost::Message + Default + Clone + Send + Sync + 'static;
    /// What comes out.
    type Response: prost::Message + Default + Clone + Send + Sync + 'static;
    /// Its entry in the table of methods.
    const METHOD: &'static Method;
}

/// Whatever carries unary calls: a channel with deadlines and retries, a server in the same process, a fake with canned
/// answers. It implements this one function and has every typed call of the contract, by the generated
/// traits [`RulesServiceCalls`](crate::v1::RulesServiceCalls), [`ArbiterServiceCalls`](crate::v1::ArbiterServiceCalls)
/// and [`RecordServiceCalls`](crate::v1::RecordServiceCalls).
pub trait UnaryCall {
    /// Why a call failed.
    type Error;

    /// Makes one call.
    ///
    /// # Errors
    /// Whatever the carrier says; a domain outcome (an illegal move) is never an error.
    fn unary<M: UnaryMethod>(
        &self,
        request: M::Request,
    ) -> impl Future<Output = Result<M::Response, Self::Error>> + Send;
}
