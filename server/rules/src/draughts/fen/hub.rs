//! The position of the Hub protocol: the side to move, then a letter for every square in the order of the numbers.

use super::read::Reader;
use crate::{FenDetail, FenField, Kind, Side};

impl Reader<'_> {
    /// Whether a text is meant as a Hub position: no colon, and the letters or the length of one.
    pub(super) fn is_hub(&self, text: &str) -> bool {
        let letters = text.bytes().all(|byte| b"WBwbe".contains(&byte));
        let length = text.chars().count() == self.geometry.square_count() + 1;
        text.len() > 1 && !text.contains(':') && (letters || length)
    }

    pub(super) fn read_hub(&mut self, text: &str, offset: usize) {
        let mut letters = text.char_indices();
        self.turn = match letters.next() {
            Some((_, 'W')) => Some(Side::White),
            Some((_, 'B')) => Some(Side::Black),
            _ => {
                let message = "the first letter is W or B, the side to move".to_owned();
                self.fault("TURN_UNREADABLE", FenField::Turn, offset, message);
                None
            }
        };
        let squares = self.geometry.square_count();
        let given = text.chars().count() - 1;
        if given != squares {
            let message = format!("this board has {squares} squares, not {given}");
            let fault = self.fault("HUB_LENGTH", FenField::Board, offset, message);
            fault.detail.count = u32::try_from(given).ok();
            fault.detail.limit = u32::try_from(squares).ok();
        }
        for (number, (place, letter)) in (1..).zip(letters) {
            let Some(square) = self.geometry.from_number(number) else {
                break;
            };
            let at = offset + place;
            match letter {
                'w' => self.put(Side::White, Kind::Man, square, at),
                'b' => self.put(Side::Black, Kind::Man, square, at),
                'W' => self.put(Side::White, Kind::King, square, at),
                'B' => self.put(Side::Black, Kind::King, square, at),
                'e' => {}
                _ => {
                    let message = format!(
                        "a square is w, b, W, B or e, not \"{}\"",
                        letter.escape_debug()
                    );
                    let fault = self.fault("SQUARE_UNREADABLE", FenField::Board, at, message);
                    fault.square = Some(square);
                    fault.detail = FenDetail::character(letter);
                }
            }
        }
    }
}
