//! Between the contract's messages and the rules core's types. A module per noun; conversions happen here and nowhere
//! else. What comes in is checked against the contract's bounds and enums; what goes out is complete.
//!
//! Where a field is named for a refusal that hardly ever comes, its name is [`Display`], put together when it is needed.

pub(crate) mod audit;
pub(crate) mod catalogue;
pub(crate) mod context;
mod end_rules;
pub(crate) mod ending;
pub(crate) mod evidence;
pub(crate) mod fact;
mod house_rules;
pub(crate) mod moves;
pub(crate) mod notation;
pub(crate) mod nouns;
pub(crate) mod opening;
pub(crate) mod position;
pub(crate) mod reading;
pub(crate) mod record;
pub(crate) mod ruleset;
pub(crate) mod ruling;
pub(crate) mod square;
pub(crate) mod status;
pub(crate) mod telling;
pub(crate) mod violation;

use std::fmt::Display;

use crate::error::{Failure, FieldFault, escaped};

/// Maps an enum of the rules core onto the contract's, variant by variant: the compiler sees that none is missing.
macro_rules! mirror {
    ($(#[$about:meta])* $name:ident: $from:ty => $to:ty { $($variant:ident),+ $(,)? }) => {
        $(#[$about])*
        pub(crate) const fn $name(value: $from) -> $to {
            match value {
                $(<$from>::$variant => <$to>::$variant,)+
            }
        }
    };
}
pub(crate) use mirror;

/// The value of an enum field. Unknown values are refused, never guessed.
///
/// # Errors
/// `INVALID_FIELD` with code `UNKNOWN_ENUM_VALUE`.
pub(crate) fn enumeration<E: TryFrom<i32>>(value: i32, field: impl Display) -> Result<E, Failure> {
    E::try_from(value).map_err(|_| {
        Failure::field(
            field.to_string(),
            "UNKNOWN_ENUM_VALUE",
            format!("{value} is no value of this field's enum"),
        )
    })
}

/// A required message field.
///
/// # Errors
/// `INVALID_FIELD` with code `REQUIRED`.
pub(crate) fn required<'a, T>(value: Option<&'a T>, field: &str) -> Result<&'a T, Failure> {
    value.ok_or_else(|| Failure::field(field, "REQUIRED", "this field is required"))
}

/// A list that may have so many entries.
///
/// # Errors
/// `INVALID_FIELD` with code `TOO_MANY`.
pub(crate) fn at_most<T>(list: &[T], max: usize, field: impl Display) -> Result<(), Failure> {
    if list.len() <= max {
        return Ok(());
    }
    let len = list.len();
    Err(Failure::field(
        field.to_string(),
        "TOO_MANY",
        format!("{len} entries, at most {max} are allowed"),
    ))
}

/// A count of the rules core as the contract's small integers. More than they hold cannot come from a game within the
/// limits.
pub(crate) fn count(value: impl TryInto<i32>) -> i32 {
    value.try_into().unwrap_or(i32::MAX)
}

/// A fault that says which text was given.
pub(crate) fn unknown(field: &str, code: &'static str, what: &str, given: &str) -> FieldFault {
    FieldFault::new(field, code, format!("\"{}\" is no {what}", escaped(given)))
}
