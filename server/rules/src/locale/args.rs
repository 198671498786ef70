//! What is filled into a message.

use std::borrow::Cow;

use fluent_bundle::{FluentArgs, FluentValue};

/// What is filled into a message.
pub(super) struct Args<'a>(FluentArgs<'a>);

impl<'a> Args<'a> {
    pub(super) fn none() -> Args<'a> {
        Args(FluentArgs::new())
    }

    pub(super) fn text(mut self, name: &'static str, text: impl Into<Cow<'a, str>>) -> Args<'a> {
        self.0.set(name, FluentValue::String(text.into()));
        self
    }

    /// A number, by which a message may choose its form.
    pub(super) fn number(mut self, name: &'static str, number: u64) -> Args<'a> {
        self.0.set(name, FluentValue::from(number));
        self
    }

    /// A yes or no, by which a message may choose its form.
    pub(super) fn flag(self, name: &'static str, flag: bool) -> Args<'a> {
        self.text(name, if flag { "yes" } else { "no" })
    }

    pub(super) const fn fluent(&self) -> &FluentArgs<'a> {
        &self.0
    }
}
