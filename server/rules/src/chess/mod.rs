//! Chess and its variants: an adapter over `shakmaty`, with the reasons that it does not give.

mod convert;
mod detail;
mod ending;
mod key;
mod language;
mod perft;
mod position;
mod variant;

pub use detail::{Change, Detail};
pub use language::Language;
pub use perft::{divide, perft};
pub use position::{Difference, Position};
pub use shakmaty::{Move, MoveList};
pub use variant::ChessVariant;
