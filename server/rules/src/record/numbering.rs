//! Reads the move numbers of a movetext, follows them, and says which do not fit.

use super::reader::Reader;
use super::{FaultCode, TokenKind};

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

impl Reader<'_> {
    /// A move number that begins at `start`; the cursor is behind its digits.
    pub(super) fn number(&mut self, start: usize) {
        let Some(number) = value(&self.bytes[start..self.at]) else {
            self.unreadable(FaultCode::UnreadableToken, start, "a number out of range");
            return;
        };
        let (mut dots, end) = self.dots_at(self.at + self.spaces(self.at));
        if dots > 0 {
            self.at = end;
            // "1. ... e5" is how some write the second side's number.
            let (more, end) = self.dots_at(end + self.spaces(end));
            if more > 0 {
                dots = (dots + more).min(3);
                self.at = end;
            }
        }
        let previous = self.tokens.last().map(|token| token.kind);
        self.token(TokenKind::Number { number, dots }, start);
        if matches!(previous, Some(TokenKind::Number { number: before, .. }) if before == number) {
            self.fault_on(
                FaultCode::RepeatedMoveNumber,
                start,
                self.at,
                "a move number given twice",
            );
            return;
        }
        let expected = self.numbering.expected();
        if let Some(code) = self.numbering.number(number, dots) {
            let message = format!("move number {number} where {expected} fits");
            self.fault(code, start, self.at, message);
        }
    }

    /// Dots that stand alone.
    pub(super) fn dots(&mut self) {
        let start = self.at;
        (_, self.at) = self.dots_at(start);
        self.token(TokenKind::Dots, start);
    }

    /// The dots that stand at an index: how many of them count, and where they end.
    fn dots_at(&self, mut at: usize) -> (u8, usize) {
        let mut dots = 0_u8;
        loop {
            if self.bytes.get(at) == Some(&b'.') {
                dots = dots.saturating_add(1);
                at += 1;
            } else if self.is_ellipsis(at) {
                dots = dots.saturating_add(3);
                at += "…".len();
            } else {
                return (dots.min(3), at);
            }
        }
    }
}

/// The number that digits spell. None: it is too large.
fn value(digits: &[u8]) -> Option<u32> {
    let append = |number: u32, digit: &u8| {
        let tens = number.checked_mul(10)?;
        tens.checked_add(u32::from(digit - b'0'))
    };
    digits.iter().try_fold(0, append)
}
