//! Follows the move numbers of a movetext and says which do not fit.

use super::FaultCode;

/// Where the count stands. Half-moves are counted from 2: move 1 of the first side is 2, of the second 3.
#[derive(Clone, Copy, Debug)]
pub(super) struct Numbering {
    /// The half-move that comes next.
    next: i64,
    /// The first number is taken as it comes: the game starts from a position.
    open: bool,
}

impl Numbering {
    /// At the start of a game. One from a position may begin with any number.
    pub(super) fn new(from_position: bool) -> Numbering {
        Numbering {
            next: 2,
            open: from_position,
        }
    }

    /// A half-move was made.
    pub(super) fn half_move(&mut self) {
        self.next += 1;
    }

    /// The count inside a variation that replaces the last half-move.
    pub(super) fn variation(self) -> Numbering {
        Numbering {
            next: self.next - 1,
            open: self.open,
        }
    }

    /// The number that fits here.
    pub(super) fn expected(&self) -> i64 {
        self.next / 2
    }

    /// Takes in a number; after one that does not fit, the count goes on from it.
    pub(super) fn number(&mut self, number: u32, dots: u8) -> Option<FaultCode> {
        let second = match dots {
            0 => self.next % 2,
            1 => 0,
            _ => 1,
        };
        let given = i64::from(number) * 2 + second;
        if self.open {
            self.open = false;
            self.next = given;
            return None;
        }
        if i64::from(number) == self.next / 2 {
            return (second != self.next % 2).then_some(FaultCode::MoveNumberOfOtherSide);
        }
        self.next = given;
        Some(FaultCode::WrongMoveNumber)
    }
}
