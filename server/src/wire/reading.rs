//! How move texts are read.

use tabuleiro_proto::v1;
use tabuleiro_rules::{Reading, chess};

use crate::error::Failure;

/// The reading that a notation and a language ask for.
///
/// # Errors
/// `INVALID_FIELD`: an unknown value, or a language that is needed and not known.
pub(crate) fn read(notation: i32, language: &str, field: &str) -> Result<Reading, Failure> {
    let chess = match super::enumeration(notation, format_args!("{field}.notation"))? {
        // The draughts notations never mean two different moves by one text: they are all read.
        v1::Notation::Unspecified
        | v1::Notation::Auto
        | v1::Notation::Pdn
        | v1::Notation::Numeric
        | v1::Notation::Algebraic
        | v1::Notation::Hub
        | v1::Notation::FullPath
        | v1::Notation::RussianShort => chess::Reading::default(),
        v1::Notation::San => chess::Reading {
            notation: chess::Notation::San,
            ..chess::Reading::default()
        },
        v1::Notation::Uci => chess::Reading {
            notation: chess::Notation::Uci,
            ..chess::Reading::default()
        },
        v1::Notation::Lan => chess::Reading {
            notation: chess::Notation::San,
            forms: chess::Forms::Long,
            ..chess::Reading::default()
        },
        v1::Notation::Figurine => chess::Reading {
            notation: chess::Notation::San,
            forms: chess::Forms::Lenient,
            language: chess::Language::Figurine,
        },
        v1::Notation::ScoreSheet => chess::Reading {
            notation: chess::Notation::San,
            forms: chess::Forms::Lenient,
            language: chess::Language::parse(language).ok_or_else(|| {
                Failure::field(
                    format!("{field}.language"),
                    "UNKNOWN_LANGUAGE",
                    "a score sheet needs the language of its letters, such as pt-BR",
                )
            })?,
        },
    };
    Ok(Reading { chess })
}
