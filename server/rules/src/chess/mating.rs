//! Whether a side can still mate, asked of a position of this adapter.

use shakmaty::variant::VariantPosition;

use super::{
    Position,
    cannot_mate::{Budget, Search, Verdict},
    convert,
};
use crate::Side;

impl Position {
    /// Whether this side can still mate by any legal series of moves. None in the variants with endings of their own,
    /// where the question has no answer here.
    #[must_use]
    pub fn can_mate(&self, side: Side, search: &mut Search, budget: Budget) -> Option<Verdict> {
        match &self.inner {
            VariantPosition::Chess(inner) => {
                Some(search.can_mate(inner, convert::color(side), budget))
            }
            _ => None,
        }
    }
}
