//! Batches: many independent questions in one call. Each has an answer or an error of its own; none sinks the others. Together
//! they have one budget of bytes, of which a place is kept for each: those that come after it is spent are not answered, and say so.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
};

use prost::Message;
use tabuleiro_proto::UnaryMethod;

use crate::{
    error::Failure,
    layers::response_size::MAX_RESPONSE_BYTES,
    services::{
        Core,
        call::{Answer, Call},
        observed::Observed,
        standing,
    },
};

/// What an item costs beside itself: its tag and its length.
const FRAME: usize = 6;

/// Answers every question in the compute pool, in order. When nobody waits any more, the rest is left out.
///
/// # Errors
/// `LIMIT_EXCEEDED` for too many questions.
pub(crate) async fn run<M, R>(
    core: &Arc<Core>,
    requests: Vec<M::Request>,
    answer: Answer<M>,
    result: fn(Result<M::Response, Failure>) -> R,
) -> Result<Vec<R>, Failure>
where
    M: UnaryMethod,
    M::Response: Observed,
    R: Message + Send + 'static,
{
    let limit = core.limits.batch_items;
    if let Err(failure) = standing::limit("max_batch_items", limit, requests.len()) {
        core.metrics.limit_exceeded("max_batch_items");
        return Err(failure);
    }
    let shared = Arc::clone(core);
    core.compute
        .run(move |cancel| {
            tracing::Span::current().record("tabuleiro.items", requests.len());
            let mut results = Vec::with_capacity(requests.len());
            let mut bytes = 0;
            let mut spent = None;
            let limit = shared.limits.response_bytes;
            let too_large = |bytes: usize| Failure::LimitExceeded {
                limit_name: MAX_RESPONSE_BYTES,
                limit: limit as u64,
                value: bytes as u64,
            };
            let refusal = result(Err(too_large(usize::MAX))).encoded_len() + FRAME;
            let mut behind = requests.len();
            for request in &requests {
                behind -= 1;
                if cancel.is_raised() {
                    break;
                }
                if let Some(spent) = &spent {
                    results.push(result(Err(Failure::clone(spent))));
                    continue;
                }
                let call = Call::pooled(&shared, cancel);
                let answer = AssertUnwindSafe(|| call.answer::<M>(request, answer));
                let outcome = catch_unwind(answer).unwrap_or_else(|_| {
                    shared.metrics.panicked();
                    Err(Failure::Internal)
                });
                let item = result(outcome);
                bytes += item.encoded_len() + FRAME;
                let in_all = bytes.saturating_add(refusal.saturating_mul(behind));
                if in_all <= limit {
                    results.push(item);
                } else {
                    shared.metrics.limit_exceeded(MAX_RESPONSE_BYTES);
                    let failure = too_large(in_all);
                    results.push(result(Err(failure.clone())));
                    spent = Some(failure);
                }
            }
            Ok(results)
        })
        .await
}
