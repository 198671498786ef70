//! A call before it is sent, and batches of them.

use std::time::Duration;

use tabuleiro_proto::{
    UnaryMethod,
    v1::{
        self, arbiter_service::*, batch_adjudicate_result, batch_apply_move_result,
        batch_can_mate_result, batch_legal_moves_result, rules_service::*,
    },
};

use crate::{Client, Error, Refusal};

/// A call that was begun: set what differs from the defaults, then [`send`](Call::send) it. What can be set depends on the
/// RPC, whose marker type `M` is.
///
/// ```
/// # use std::time::Duration;
/// # use tabuleiro_client::{Game, testing::FakeServer};
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), tabuleiro_client::Error> {
/// # let client = FakeServer::with_samples().client();
/// let call = client.legal_moves(Game::start("brazilian")).from(["c3"]);
/// assert_eq!(call.request().from, ["c3"]);
/// let answer = call.deadline(Duration::from_millis(300)).send().await?;
/// # Ok(()) }
/// ```
#[derive(Clone, Debug)]
#[must_use = "nothing happens until it is sent"]
pub struct Call<'c, M: UnaryMethod, C = Client> {
    pub(crate) client: &'c C,
    pub(crate) request: M::Request,
    pub(crate) deadline: Option<Duration>,
}

impl<'c, M: UnaryMethod> Call<'c, M> {
    pub(crate) fn new(client: &'c Client, request: M::Request) -> Self {
        Call {
            client,
            request,
            deadline: client.deadline(),
        }
    }

    /// Makes the call.
    ///
    /// # Errors
    /// [`Error::Refused`]: the question makes no sense to the server, which says why. [`Error::Unreachable`] and
    /// [`Error::DeadlineExceeded`]: there is no answer, after all attempts. The others are rare. What the rules say (an illegal
    /// move, a refused claim) is never an error.
    pub async fn send(self) -> Result<M::Response, Error> {
        self.client
            .unary_within::<M>(self.request, self.deadline)
            .await
    }
}

impl<'c, M: UnaryMethod, C> Call<'c, M, C> {
    /// The same call by another client.
    #[cfg(feature = "blocking")]
    pub(crate) fn over<D>(self, client: &D) -> Call<'_, M, D> {
        Call {
            client,
            request: self.request,
            deadline: self.deadline,
        }
    }

    /// How long this call may take, all its attempts together.
    pub fn deadline(mut self, deadline: Duration) -> Self {
        self.deadline = Some(deadline);
        self
    }

    /// The request as it will be sent.
    pub fn request(&self) -> &M::Request {
        &self.request
    }

    /// The request, for a batch or for another way to send it.
    pub fn into_request(self) -> M::Request {
        self.request
    }
}

/// An RPC that asks many independent questions at once.
pub trait BatchMethod: UnaryMethod {
    /// The RPC that asks one.
    type Item: UnaryMethod;

    /// The questions of a request.
    fn questions(request: &mut Self::Request) -> &mut Vec<<Self::Item as UnaryMethod>::Request>;

    /// How many there are.
    fn question_count(request: &Self::Request) -> usize;

    /// The outcomes in the order of the questions; `None` where the server left one out.
    fn outcomes(
        response: Self::Response,
    ) -> Vec<Option<Result<<Self::Item as UnaryMethod>::Response, Refusal>>>;
}

/// A batch whose questions may need a search. The others have no budget of work.
pub trait SearchingBatch: BatchMethod {
    /// The budget of a request, see [`Batch::work_budget`].
    fn work_budget(request: &mut Self::Request) -> &mut i64;
}

/// Each of `BatchX` has the same three messages with other names.
macro_rules! batch_method {
    ($batch:ident of $item:ident: $request:ident, $outcome:ident, searching) => {
        batch_method!($batch of $item: $request, $outcome);

        impl SearchingBatch for $batch {
            fn work_budget(request: &mut v1::$request) -> &mut i64 {
                &mut request.work_budget
            }
        }
    };
    ($batch:ident of $item:ident: $request:ident, $outcome:ident) => {
        impl BatchMethod for $batch {
            type Item = $item;

            fn questions(
                request: &mut v1::$request,
            ) -> &mut Vec<<$item as UnaryMethod>::Request> {
                &mut request.requests
            }

            fn question_count(request: &v1::$request) -> usize {
                request.requests.len()
            }

            fn outcomes(
                response: Self::Response,
            ) -> Vec<Option<Result<<$item as UnaryMethod>::Response, Refusal>>> {
                let outcome = |outcome| match outcome {
                    $outcome::Outcome::Response(response) => Ok(response),
                    $outcome::Outcome::Error(status) => Err(Refusal::of_item(&status)),
                };
                let results = response.results.into_iter();
                results.map(|result| result.outcome.map(outcome)).collect()
            }
        }
    };
}

batch_method!(BatchLegalMoves of LegalMoves: BatchLegalMovesRequest, batch_legal_moves_result);
batch_method!(BatchApplyMove of ApplyMove: BatchApplyMoveRequest, batch_apply_move_result);
batch_method!(BatchAdjudicate of Adjudicate: BatchAdjudicateRequest, batch_adjudicate_result, searching);
batch_method!(BatchCanMate of CanMate: BatchCanMateRequest, batch_can_mate_result, searching);

/// A batch of independent questions: an answer or a refusal for each, in their order. One bad question does not sink the
/// others. How many there may be is a limit of the server (`max_batch_items` of the catalogue).
///
/// ```
/// # use tabuleiro_client::{ErrorReason, Game, testing::FakeServer};
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), tabuleiro_client::Error> {
/// # let client = FakeServer::with_samples().client();
/// let questions = ["brazilian", "no-such-game"].map(|variant| client.legal_moves(Game::start(variant)));
/// let outcomes = client.batch_legal_moves().ask_all(questions).send().await?;
/// assert!(outcomes[0].is_ok());
/// let refusal = outcomes[1].as_ref().unwrap_err();
/// assert_eq!(refusal.reason(), Some(ErrorReason::UnknownVariant));
/// # Ok(()) }
/// ```
#[derive(Clone)]
#[must_use = "nothing happens until it is sent"]
pub struct Batch<'c, B: BatchMethod, C = Client> {
    pub(crate) client: &'c C,
    request: B::Request,
    deadline: Option<Duration>,
}

impl<B: BatchMethod, C> std::fmt::Debug for Batch<'_, B, C> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Batch")
            .field("method", &B::METHOD.name)
            .field("questions", &B::question_count(&self.request))
            .finish_non_exhaustive()
    }
}

impl<'c, B: BatchMethod> Batch<'c, B> {
    pub(crate) fn new(client: &'c Client) -> Self {
        Batch {
            client,
            request: B::Request::default(),
            deadline: client.deadline(),
        }
    }

    /// Makes the call. There are exactly as many outcomes as questions.
    ///
    /// # Errors
    /// [`Error`], of the batch as a whole.
    pub async fn send(
        self,
    ) -> Result<Vec<Result<<B::Item as UnaryMethod>::Response, Refusal>>, Error> {
        let asked = B::question_count(&self.request);
        let response = self
            .client
            .unary_within::<B>(self.request, self.deadline)
            .await?;
        let outcomes = B::outcomes(response);
        if outcomes.len() != asked {
            let got = outcomes.len();
            return Err(Error::Protocol(format!(
                "{got} outcomes for {asked} questions"
            )));
        }
        let outcomes: Option<Vec<_>> = outcomes.into_iter().collect();
        outcomes.ok_or_else(|| Error::Protocol("a question without an outcome".to_owned()))
    }
}

impl<'c, B: BatchMethod, C> Batch<'c, B, C> {
    /// The same batch by another client.
    #[cfg(feature = "blocking")]
    pub(crate) fn over<D>(self, client: &D) -> Batch<'_, B, D> {
        Batch {
            client,
            request: self.request,
            deadline: self.deadline,
        }
    }

    /// Adds a question.
    pub fn ask(mut self, call: Call<'_, B::Item, impl Sized>) -> Self {
        B::questions(&mut self.request).push(call.into_request());
        self
    }

    /// Adds questions.
    pub fn ask_all<'a, D: 'a>(
        mut self,
        calls: impl IntoIterator<Item = Call<'a, B::Item, D>>,
    ) -> Self
    where
        B::Item: 'a,
    {
        let requests = calls.into_iter().map(Call::into_request);
        B::questions(&mut self.request).extend(requests);
        self
    }

    /// How long the batch may take, all attempts together.
    pub fn deadline(mut self, deadline: Duration) -> Self {
        self.deadline = Some(deadline);
        self
    }
}

impl<B: SearchingBatch, C> Batch<'_, B, C> {
    /// How many positions the searches of all questions may look at together. Questions that come after they are spent are refused as
    /// [`LimitExceeded`](crate::ErrorReason::LimitExceeded). Without it the server's `max_batch_work` counts.
    ///
    /// ```
    /// # use tabuleiro_client::{Game, Side, testing::FakeServer};
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), tabuleiro_client::Error> {
    /// # let client = FakeServer::with_samples().client();
    /// let batch = client.batch_can_mate().work_budget(50_000);
    /// let outcomes = batch.ask(client.can_mate(Game::start("chess"), Side::White)).send().await?;
    /// assert!(outcomes[0].is_ok());
    /// # Ok(()) }
    /// ```
    ///
    /// A batch that searches nothing has none:
    ///
    /// ```compile_fail,E0599
    /// # use tabuleiro_client::testing::FakeServer;
    /// # let client = FakeServer::with_samples().client();
    /// let batch = client.batch_legal_moves().work_budget(50_000);
    /// ```
    pub fn work_budget(mut self, positions: u32) -> Self {
        *B::work_budget(&mut self.request) = i64::from(positions);
        self
    }
}
