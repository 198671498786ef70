//! Batches: many independent questions in one call. Each has an answer or an error of its own; none sinks the others.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
};

use crate::{
    error::Failure,
    services::{Core, standing},
};

/// Answers every question in the compute pool, in order. When nobody waits any more, the rest is left out.
///
/// # Errors
/// `LIMIT_EXCEEDED` for too many questions.
pub(crate) async fn run<Q, A, R>(
    core: &Arc<Core>,
    requests: Vec<Q>,
    answer: fn(&Core, &Q) -> Result<A, Failure>,
    result: fn(Result<A, Failure>) -> R,
) -> Result<Vec<R>, Failure>
where
    Q: Send + 'static,
    A: Send + 'static,
    R: Send + 'static,
{
    standing::limit("max_batch_items", core.limits.batch_items, requests.len())?;
    let shared = Arc::clone(core);
    core.compute
        .run(move |cancel| {
            let mut results = Vec::with_capacity(requests.len());
            for request in &requests {
                if cancel.is_raised() {
                    break;
                }
                let outcome = catch_unwind(AssertUnwindSafe(|| answer(&shared, request)));
                results.push(result(outcome.unwrap_or(Err(Failure::Internal))));
            }
            Ok(results)
        })
        .await
}
