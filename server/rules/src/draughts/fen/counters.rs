//! The counters that some writers add to a position: `H`, `F`, and the Frisian king moves in a row.

use super::TextRun;
use super::read::{Reader, Slice};
use crate::draughts::KingRun;
use crate::{FenField, Side};

impl Reader<'_> {
    pub(super) fn read_counter(
        &mut self,
        digits: Slice<'_>,
        seen: bool,
        field: FenField,
    ) -> Option<u32> {
        if seen {
            let message = "this counter is given twice".to_owned();
            self.fault("COUNTER_REPEATED", field, digits.offset, message);
        }
        let plain = digits.text.len() <= 6 && digits.text.bytes().all(|b| b.is_ascii_digit());
        let value = if plain {
            digits.text.parse().ok()
        } else {
            None
        };
        if value.is_none() {
            let message = format!(
                "a counter is a number below a million, not \"{}\"",
                digits.shown()
            );
            let fault = self.fault("COUNTER_UNREADABLE", field, digits.offset, message);
            fault.detail = digits.detail();
        }
        value
    }

    /// Writers do not agree on which of the counts of a rule set `H` means, and a draw by a count that began too late would be a wrong
    /// ruling: one that has begun is not taken over, and that is said. What began before the position is known from the record alone.
    pub(super) fn check_half_moves(&mut self, offset: usize) {
        if self.counters.half_moves.is_some_and(|count| count > 0) {
            let message = "the half-moves of H are not taken over: every count begins with the position; give the record, or leave H out"
                .to_owned();
            let fault = self.fault("COUNTER_NOT_COUNTED", FenField::Clock, offset, message);
            fault.waivable = true;
        }
    }

    /// Frisian king moves in a row, Black's then White's: a digit, and the king's square where it is known.
    pub(super) fn read_king_runs(&mut self, field: Slice<'_>) {
        if self.counters.king_runs.is_some() {
            let message = "the king moves in a row are given twice".to_owned();
            self.fault("COUNTER_REPEATED", FenField::Clock, field.offset, message);
        }
        let mut runs = [TextRun::default(); 2];
        let mut parts = field.split('+');
        for side in [Side::Black, Side::White] {
            let run = parts.next().and_then(|part| self.king_run(part));
            let Some(run) = run else {
                let message = format!(
                    "king moves in a row are written +0+212, not \"+{}\"",
                    field.shown()
                );
                let fault =
                    self.fault("COUNTER_UNREADABLE", FenField::Clock, field.offset, message);
                fault.detail = field.detail();
                return;
            };
            runs[side.index()] = run;
        }
        if parts.next().is_some() {
            let message = "there are king moves in a row for two sides only".to_owned();
            self.fault("COUNTER_UNREADABLE", FenField::Clock, field.offset, message);
            return;
        }
        if self.king_run_limit == 0 {
            let message = "these rules do not count king moves in a row".to_owned();
            let fault = self.fault(
                "COUNTER_NOT_IN_RULES",
                FenField::Clock,
                field.offset,
                message,
            );
            fault.waivable = true;
            return;
        }
        self.counters.king_runs = Some(runs);
        self.runs_offset = field.offset - 1;
    }

    fn king_run(&self, part: Slice<'_>) -> Option<TextRun> {
        let mut rest = part.text.chars();
        let count = u8::try_from(rest.next()?.to_digit(10)?).ok()?;
        let square = match rest.as_str() {
            "" => None,
            name => Some(self.geometry.parse(name)?),
        };
        Some(TextRun { count, square })
    }

    /// A run belongs to a king of its side that stands where the text says, and has not passed the limit.
    pub(super) fn check_king_runs(&mut self) {
        let runs = self.counters.king_runs.unwrap_or_default();
        for side in Side::BOTH {
            let TextRun { count, square } = runs[side.index()];
            let kings = self.kings[side.index()];
            let (code, what) = if count == 0 {
                continue;
            } else if count > self.king_run_limit {
                (
                    "KING_RUN_TOO_LONG",
                    "the rules allow fewer moves in a row with one king",
                )
            } else if self.men[side.index()].is_empty() {
                (
                    "KING_RUN_WITHOUT_MAN",
                    "without a man, the king's moves are not counted",
                )
            } else {
                match (square, kings.len()) {
                    (Some(square), _) if kings.contains(square) => continue,
                    (None, 1) => continue,
                    (None, 2..) => ("KING_RUN_UNPLACED", "it is not said with which king"),
                    _ => ("KING_RUN_WITHOUT_KING", "there is no such king"),
                }
            };
            let message = format!("{side:?}'s king moves in a row: {what}");
            let fault = self.fault(code, FenField::Clock, self.runs_offset, message);
            fault.square = square;
            fault.waivable = matches!(code, "KING_RUN_WITHOUT_MAN" | "KING_RUN_UNPLACED");
        }
    }

    /// The runs that the position is to have.
    pub(super) fn king_runs(&self) -> impl Iterator<Item = (Side, KingRun)> {
        let runs = self.counters.king_runs.unwrap_or_default();
        Side::BOTH.into_iter().filter_map(move |side| {
            let TextRun { count, square } = runs[side.index()];
            let kings = self.kings[side.index()];
            let counted = count > 0 && !self.men[side.index()].is_empty();
            let only = || kings.iter().next().filter(|_| kings.len() == 1);
            let square = square.or_else(only).filter(|_| counted)?;
            let run = KingRun {
                square,
                length: count,
            };
            Some((side, run))
        })
    }
}
