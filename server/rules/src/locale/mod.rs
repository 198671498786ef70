//! The words of the product: what a finished answer is called and how it is said, in each language.
//!
//! [`Words`] holds every message of every [`Locale`]; its owner makes it once. A [`Voice`] speaks one of them. The words are
//! Fluent messages, in files beside this module. They take finished answers and give text: no verdict depends on them. Text that
//! a user wrote is never repeated; what goes into a sentence are the core's own names of squares, moves and switches.
//!
//! ```
//! use tabuleiro_rules::{MoveRequest, Position, Reading, Ruleset, Variant, locale::{Locale, Scene, Words}};
//! let ruleset = Ruleset::standard(Variant::parse("chess").unwrap()).unwrap();
//! let start = Position::start(&ruleset);
//! let refusal = start.read_move(&MoveRequest::Text("Bc4"), &Reading::default()).unwrap_err();
//! let words = Words::new();
//! let voice = words.voice(Locale::negotiate("pt-BR"));
//! assert_eq!(
//!     voice.violation(&refusal.violations()[0], &Scene::at(&start, 0)),
//!     "O caminho está bloqueado pelo peão de e2 (Leis do Xadrez da FIDE 2023, artigo 3.5).",
//! );
//! ```

mod advice;
mod args;
mod catalogue;
mod evidence;
mod explain;
mod faults;
mod keys;
mod language;
mod names;
mod scene;
mod scoresheet;
mod violation;
mod words;

pub use language::Locale;
pub use scene::{MoveNumber, Scene};
pub use words::{Voice, Words};

#[cfg(test)]
mod tests;
