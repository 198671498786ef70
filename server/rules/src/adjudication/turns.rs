//! Who made each ply of a record: one side may have moved twice in a row, where that was accepted or is told as a fault (FMJD 5.4, 5.7;
//! FIDE 8.7). From then on the number of a ply no longer says whose it was.

use super::walk::Walk;
use crate::{Position, Side};

/// The plies of a game that were made by the side that had just moved. Mostly there are none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Turns {
    /// In ascending order, from 2 on.
    second: Vec<u32>,
    /// Who made the first ply.
    first: Option<Side>,
    /// By [`Side::index`]: the moves that are counted before the first ply.
    before: [u32; 2],
}

impl Turns {
    /// Of a game that was walked through: those that stand, and the one at which the walk ended.
    pub(super) fn of(walk: &Walk) -> Turns {
        let positions = walk.board.positions();
        let Some(start) = positions.first() else {
            return Turns::default();
        };
        let of_fault = |fault: &super::walk::Fault| fault.second.is_some();
        if !walk.accepted.iter().chain(&walk.fault).any(of_fault) {
            return Turns::default();
        }
        let pairs = positions.windows(2);
        let mut second: Vec<u32> = (1..)
            .zip(pairs)
            .filter(|(_, pair)| matches!(pair, [a, b] if a.side_to_move() == b.side_to_move()))
            .map(|(ply, _)| ply)
            .collect();
        let fault = walk.fault.as_ref().filter(|fault| of_fault(fault));
        second.extend(fault.map(|fault| fault.ply));
        Turns {
            second,
            first: Some(start.side_to_move()),
            before: counted_before(start),
        }
    }

    /// Who made the ply of this number, from 1, and which of his moves it was. None where the sides always took turns: then the
    /// position tells.
    #[must_use]
    pub fn maker(&self, ply: u32) -> Option<(Side, u32)> {
        if self.second.is_empty() || ply == 0 {
            return None;
        }
        let mut side = self.first?;
        let mut made = self.before;
        let mut from = 1;
        let turned = self.second.iter().copied().filter(|second| *second <= ply);
        for next in turned.chain([ply.saturating_add(1)]) {
            // From here on the sides take turns, up to the ply before the next one.
            let plies = next.saturating_sub(from);
            made[side.index()] += plies.div_ceil(2);
            made[side.opponent().index()] += plies / 2;
            if plies.is_multiple_of(2) {
                side = side.opponent();
            }
            from = next;
        }
        Some((side, made[side.index()]))
    }
}

/// The moves of each side that its numbering counts before a start position: those of the full-move counter in chess; in draughts the
/// numbers begin with the game.
fn counted_before(start: &Position) -> [u32; 2] {
    let (first, number) = match start {
        Position::Chess(position) => (Side::White, position.fullmove_number()),
        Position::Draughts(position) => (position.rules().first_player, 1),
    };
    let mut before = [number.saturating_sub(1); 2];
    if start.side_to_move() != first {
        before[first.index()] = number;
    }
    before
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_moved_twice_has_the_next_number_of_his_own() {
        // White 1, Black 1, White 2, White 3, Black 2, White 4, Black 3, Black 4.
        let turns = Turns {
            second: vec![4, 8],
            first: Some(Side::White),
            before: [0; 2],
        };
        let told: Vec<_> = (1..=9).filter_map(|ply| turns.maker(ply)).collect();
        let (white, black) = (Side::White, Side::Black);
        assert_eq!(
            told,
            [
                (white, 1),
                (black, 1),
                (white, 2),
                (white, 3),
                (black, 2),
                (white, 4),
                (black, 3),
                (black, 4),
                (white, 5)
            ]
        );
        assert_eq!(turns.maker(0), None);
        assert_eq!(Turns::default().maker(3), None);
    }
}
