//! Batches: many independent questions in one call. Each has an answer or an error of its own; none sinks the others. Together
//! they have one budget of bytes, of which a place is kept for each, and one of positions that searches look at: those that come after
//! one is spent are not answered, and say so.
//! An answer is encoded as soon as it is there: a hundred of them as structures are megabytes.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
};

use prost::Message;
use tabuleiro_proto::{
    UnaryMethod,
    encoded::{Encode, Encoded},
};
use tonic::Response;

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

const MAX_BATCH_WORK: &str = "max_batch_work";

/// The positions that the searches of a batch may look at together.
fn work_allowed(core: &Core, asked: i64) -> Result<u64, Failure> {
    let most = core.limits.batch_work;
    match u64::try_from(asked) {
        Ok(0) => Ok(most),
        Ok(positions) if positions <= most => Ok(positions),
        Ok(value) => {
            core.metrics.limit_exceeded(MAX_BATCH_WORK);
            Err(Failure::LimitExceeded {
                limit_name: MAX_BATCH_WORK,
                limit: most,
                value,
            })
        }
        Err(_) => Err(Failure::field(
            "work_budget",
            "NEGATIVE",
            "expected 0 or more",
        )),
    }
}

/// Answers every question in the compute pool, in order. When nobody waits any more, the rest is left out. `refused` is the answer
/// to a batch of a single question that fails. `work` is what the caller allows all searches together; 0: what the server does.
///
/// # Errors
/// `LIMIT_EXCEEDED` for too many questions, or for a wish of more work.
pub(crate) async fn run<M, R, B>(
    core: &Arc<Core>,
    requests: Vec<M::Request>,
    work: i64,
    answer: Answer<M, R>,
    refused: fn(Failure) -> B,
) -> Result<Response<Encoded<B>>, Failure>
where
    M: UnaryMethod,
    R: Observed + Encode + 'static,
    B: Message + 'static,
{
    let limit = core.limits.batch_items;
    if let Err(failure) = standing::limit("max_batch_items", limit, requests.len()) {
        core.metrics.limit_exceeded("max_batch_items");
        return Err(failure);
    }
    let work = work_allowed(core, work)?;
    let shared = Arc::clone(core);
    core.compute
        .run(move |cancel| {
            tracing::Span::current().record("tabuleiro.items", requests.len());
            let mut all = Encoded::default();
            let mut spent = None;
            let limit = shared.limits.response_bytes;
            let too_large = |bytes: usize| Failure::LimitExceeded {
                limit_name: MAX_RESPONSE_BYTES,
                limit: limit as u64,
                value: bytes as u64,
            };
            let refusal = refused(too_large(usize::MAX)).encoded_len();
            let mut behind = requests.len();
            for request in &requests {
                behind -= 1;
                if cancel.is_raised() {
                    break;
                }
                if let Some(spent) = &spent {
                    all.merge(&refused(Failure::clone(spent)));
                    continue;
                }
                let call = Call::pooled(&shared, cancel);
                let answer = AssertUnwindSafe(|| call.answer::<M, R>(request, answer));
                let outcome = catch_unwind(answer).unwrap_or_else(|_| {
                    shared.metrics.panicked();
                    Err(Failure::Internal)
                });
                let before = all.len();
                match outcome {
                    Ok(response) => all.answer(&response),
                    Err(failure) => all.merge(&refused(failure)),
                }
                let in_all = all.len().saturating_add(refusal.saturating_mul(behind));
                if in_all > limit {
                    shared.metrics.limit_exceeded(MAX_RESPONSE_BYTES);
                    let failure = too_large(in_all);
                    all.truncate(before);
                    all.merge(&refused(failure.clone()));
                    spent = Some(failure);
                } else if cancel.work() >= work && behind > 0 {
                    shared.metrics.limit_exceeded(MAX_BATCH_WORK);
                    spent = Some(Failure::LimitExceeded {
                        limit_name: MAX_BATCH_WORK,
                        limit: work,
                        value: cancel.work(),
                    });
                }
            }
            Ok(Response::new(all))
        })
        .await
}
