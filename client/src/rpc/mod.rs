//! The RPCs of the contract, a file for each service: the client's function with its example, and what can be set.

mod arbiter;
mod record;
mod rules;

/// Setters that several RPCs have, over fields of the same name and meaning.
macro_rules! shared_setters {
    (locale) => {
        /// Language of messages, BCP 47. Without it: the client's.
        pub fn locale(mut self, locale: impl Into<String>) -> Self {
            self.request.locale = locale.into();
            self
        }
    };
    (context) => {
        /// Circumstances. What is not given is not assumed.
        pub fn context(mut self, context: v1::Context) -> Self {
            self.request.context = Some(context);
            self
        }
    };
    (work_budget) => {
        /// Positions that searches may look at. Without it: the server's default.
        pub fn work_budget(mut self, positions: i64) -> Self {
            self.request.work_budget = positions;
            self
        }
    };
    ($($name:ident),+) => { $(shared_setters!($name);)+ };
}
pub(crate) use shared_setters;
