//! An offer of perpetual check: what the search says of it, as evidence.

use super::Walker;
use crate::{
    adjudication::{
        evidence::{PerpetualCheck, PerpetualVerdict},
        mating::texts,
    },
    game::{Fact, FactKind, ForEver, check_for_ever},
    rulebook::Mode,
};

impl Walker<'_> {
    /// Whether the player who makes this offer can check for ever. None where it is no such offer, or where the checks that were given
    /// have decided already: then the position that stood twice is the evidence.
    pub(super) fn offered_perpetual_check(&self, fact: &Fact) -> Option<PerpetualCheck> {
        let state = self.walk.board.state();
        if fact.kind != FactKind::OfferedPerpetualCheck
            || self.is_over()
            || self.law().end_rules().perpetual_check == Mode::Off
            || state.checked_throughout_a_repetition(fact.by)
        {
            return None;
        }
        let position = state.position().as_chess()?;
        let (found, visited) = check_for_ever(position, fact.by);
        let verdict = match found {
            ForEver::Yes { line, returns_to } => {
                let (line, line_uci) = texts(position, &line);
                PerpetualVerdict::ForEver {
                    line,
                    line_uci,
                    returns_to: u32::try_from(returns_to).unwrap_or(u32::MAX),
                }
            }
            ForEver::No => PerpetualVerdict::Ends,
            ForEver::NoCheck => PerpetualVerdict::NoCheck,
            ForEver::Undetermined => PerpetualVerdict::Undetermined,
        };
        Some(PerpetualCheck {
            side: fact.by,
            ply: state.ply(),
            verdict,
            positions_searched: u64::from(visited),
        })
    }
}
