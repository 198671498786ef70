//! Chess and its variants: an adapter over `shakmaty`, with the reasons that it does not give.

pub mod cannot_mate;

mod convert;
mod detail;
mod ending;
mod fen;
mod irregular;
mod key;
mod king_safety;
mod language;
mod mating;
mod ordinary;
mod perft;
mod position;
mod reading;
mod square;
mod variant;

pub use crate::Change;
pub use detail::Detail;
pub use fen::Parsed;
pub use irregular::LooseBoard;
pub use language::Language;
pub(crate) use ordinary::{Step, Stretch};
pub use perft::{divide, perft};
pub use position::{Difference, Position};
pub use reading::{Forms, Notation, Reading, trace};
pub use shakmaty::{Move, MoveList};
pub use square::{parse_square, square_name};
pub use variant::ChessVariant;
