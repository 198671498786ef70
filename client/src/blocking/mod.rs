//! The same client for programs without async: every call waits. The feature `blocking`.
//!
//! ```
//! # use tabuleiro_client::testing::FakeServer;
//! use tabuleiro_client::{Game, MoveView, blocking};
//!
//! # fn main() -> Result<(), tabuleiro_client::Error> {
//! # stringify!(
//! let client = blocking::Client::connect("http://localhost:50051")?;
//! # );
//! # let client = blocking::Client::over(FakeServer::with_samples().client());
//! let moves = client.legal_moves(Game::start("brazilian")).view(MoveView::Standard).send()?;
//! assert!(moves.move_count > 0);
//! # Ok(()) }
//! ```
//!
//! A thread of its own keeps the connections, so that they live on while nobody asks. A call must not be made within an async
//! runtime: that would block a thread which other tasks wait for, and panics.

mod audit;
mod rpc;
mod runtime;
mod session;

use tabuleiro_proto::UnaryMethod;

use crate::{Batch, BatchMethod, Call, ClientBuilder, Error, Refusal};
pub use audit::Findings;
use runtime::Runtime;
pub use session::GameSession;

/// A client whose calls wait. Cheap to clone; clones share the connections and the thread that keeps them. The
/// [module](self) has an example; what can be set is that of [`crate::Client`].
#[derive(Clone, Debug)]
pub struct Client {
    inner: crate::Client,
    runtime: Runtime,
}

impl Client {
    /// A client of the service at this address, e.g. `http://localhost:50051`.
    ///
    /// # Errors
    /// As [`crate::Client::connect`].
    pub fn connect(url: impl Into<String>) -> Result<Client, Error> {
        Client::build(crate::Client::builder(url))
    }

    /// A client with these settings, once a server is there.
    ///
    /// ```no_run
    /// # use tabuleiro_client::{Client, blocking};
    /// # fn main() -> Result<(), tabuleiro_client::Error> {
    /// let client = blocking::Client::build(Client::builder("http://localhost:50051").locale("pt-BR"))?;
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// As [`ClientBuilder::connect`].
    pub fn build(builder: ClientBuilder) -> Result<Client, Error> {
        let runtime = Runtime::start();
        let inner = runtime.wait(builder.connect())?;
        Ok(Client { inner, runtime })
    }

    /// A client whose calls wait, over one that exists already and has not been used yet: connections stay with the runtime
    /// that opened them.
    #[must_use]
    pub fn over(client: crate::Client) -> Client {
        Client {
            inner: client,
            runtime: Runtime::start(),
        }
    }

    fn begin<M: UnaryMethod>(&self, call: Call<'_, M>) -> Call<'_, M, Client> {
        call.over(self)
    }
}

impl<M: UnaryMethod> Call<'_, M, Client> {
    /// Makes the call and waits for its answer.
    ///
    /// # Errors
    /// As [`Call::send`] of the client that does not wait.
    pub fn send(self) -> Result<M::Response, Error> {
        let Client { inner, runtime } = self.client;
        runtime.wait(inner.unary_within::<M>(self.request, self.deadline))
    }
}

impl<B: BatchMethod> Batch<'_, B, Client> {
    /// Makes the call and waits. There are exactly as many outcomes as questions.
    ///
    /// # Errors
    /// [`Error`], of the batch as a whole.
    #[allow(
        clippy::type_complexity,
        reason = "an outcome for each question, as the async client gives it"
    )]
    pub fn send(self) -> Result<Vec<Result<<B::Item as UnaryMethod>::Response, Refusal>>, Error> {
        let Client { inner, runtime } = self.client;
        let runtime = runtime.clone();
        runtime.wait(self.over(inner).send())
    }
}
