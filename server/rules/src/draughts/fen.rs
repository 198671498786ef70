//! Positions of draughts as text: PDN FEN in every form that is met, and the Hub position.
//!
//! ```text
//! W:W31-50:B1-20             turn, White's pieces, Black's pieces; K marks kings, ranges are read
//! B:Wa1,Kc3:Bb8.             algebraic squares, a final stop
//! W:W50:BK3:H0:F40           half-moves since a draw count began (more than 0 is a fault that can be waived), and the move number
//! W:WK12,31:BK7:+0+312       Frisian: king moves in a row, Black's then White's, and on which square
//! Wbbbbbbbbbbbbeeeeeeeewww…  Hub: the turn, then a letter for every square in the order of the numbers
//! ```

mod counters;
mod hub;
mod read;

#[cfg(test)]
mod tests;

pub use read::LONGEST_FEN;
pub(super) use read::{Unnamed, unnamed};

use super::{CompiledRules, KingRun, Naming, Position};
use crate::{FenDetail, FenFault, FenField, Kind, Side, Square, Strictness};

/// The king moves in a row that one side has made with the same king (Frisian), as a text tells it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct TextRun {
    /// How many.
    pub count: u8,
    /// Where that king stands, where the text says it.
    pub square: Option<Square>,
}

/// What some writers add to the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Counters {
    /// Half-moves since a drawing count began (`H`). The counts of a game begin with the position all the same: a text with more than 0
    /// has a fault, or a note where it is waived.
    pub half_moves: Option<u32>,
    /// Number of the move (`F`).
    pub move_number: Option<u32>,
    /// Frisian king moves in a row, White's and Black's.
    pub king_runs: Option<[TextRun; 2]>,
}

/// A position text that was understood.
#[derive(Clone, Debug)]
pub struct Parsed {
    /// The position.
    pub position: Position,
    /// Faults that were waived, in the order of the text. Empty under [`Strictness::Strict`].
    pub notes: Vec<FenFault>,
    /// What the text says of counters. The king runs are in the position too, where its rules have them.
    pub counters: Counters,
}

impl Position {
    /// Reads a position under these rules.
    ///
    /// # Errors
    ///
    /// Every fault of the text, in its order. Under [`Strictness::Relaxed`] those that can be waived refuse
    /// nothing by themselves; they are told beside those that do.
    pub fn from_fen(
        rules: &CompiledRules,
        text: &str,
        strictness: Strictness,
    ) -> Result<Parsed, Vec<FenFault>> {
        let mut reader = read::Reader::new(rules.geometry(), rules.rules().king_run_limit);
        reader.read(text);
        let waived = |fault: &FenFault| fault.waivable && strictness == Strictness::Relaxed;
        if !reader.faults.iter().all(waived) {
            return Err(reader.faults);
        }
        let turn = reader.turn.unwrap_or(rules.rules().first_player);
        let mut position = Position::new(rules, reader.pieces(), turn).map_err(from_faults)?;
        for (side, run) in reader.king_runs() {
            position = position
                .with_king_run(side, run)
                .map_err(|fault| from_faults(vec![fault]))?;
        }
        Ok(Parsed {
            position,
            notes: reader.faults,
            counters: reader.counters,
        })
    }

    /// The position as PDN FEN, in the naming of its rules: White's pieces, then Black's, kings marked, no ranges.
    ///
    /// Runs of Frisian king moves are added where there are any.
    #[must_use]
    pub fn fen(&self) -> String {
        self.fen_in(self.geometry().naming())
    }

    /// The position as PDN FEN, in a naming.
    #[must_use]
    pub fn fen_in(&self, naming: Naming) -> String {
        let (geometry, names) = (self.geometry(), self.compiled_rules().names());
        let mut out = String::with_capacity(160);
        out.push(letter(self.side_to_move()));
        for side in Side::BOTH {
            out.push(':');
            out.push(letter(side));
            let (men, kings) = (self.men(side), self.kings(side));
            let mut is_first = true;
            let mut write = |square: Square| {
                let is_king = kings.contains(square);
                if !is_king && !men.contains(square) {
                    return;
                }
                if !is_first {
                    out.push(',');
                }
                is_first = false;
                if is_king {
                    out.push('K');
                }
                if naming == geometry.naming() {
                    names.push(&mut out, square);
                } else {
                    geometry.push_name(&mut out, square, naming);
                }
            };
            // In the order of the names.
            match naming {
                Naming::Numeric => (1..=geometry.square_count() as u16)
                    .filter_map(|number| names.numbered(number))
                    .for_each(&mut write),
                Naming::Algebraic => geometry.squares().for_each(&mut write),
            }
        }
        let runs = [Side::Black, Side::White].map(|side| self.king_run(side));
        if runs.iter().any(Option::is_some) {
            out.push(':');
            for run in runs {
                out.push_str(&match run {
                    Some(KingRun { square, length }) => {
                        format!("+{length}{}", geometry.number(square))
                    }
                    None => "+0".to_owned(),
                });
            }
        }
        out
    }

    /// The position of the Hub protocol: the side to move, then `w`, `b`, `W`, `B` or `e` for each square in
    /// the order of the numbers.
    #[must_use]
    pub fn hub(&self) -> String {
        let geometry = self.geometry();
        let mut out = String::with_capacity(geometry.square_count() + 1);
        out.push(letter(self.side_to_move()));
        for number in 1..=geometry.square_count() as u16 {
            let piece = geometry
                .from_number(number)
                .and_then(|square| self.piece_at(square));
            out.push(match piece.map(|piece| (piece.side, piece.kind)) {
                None => 'e',
                Some((Side::White, Kind::King)) => 'W',
                Some((Side::White, _)) => 'w',
                Some((Side::Black, Kind::King)) => 'B',
                Some((Side::Black, _)) => 'b',
            });
        }
        out
    }
}

/// What the board itself has against pieces that the reader let pass. The reader checks the same, so that this
/// is a second door and not the first.
fn from_faults(faults: Vec<super::PositionFault>) -> Vec<FenFault> {
    let fault = |fault: super::PositionFault| FenFault {
        code: "IMPOSSIBLE_POSITION",
        field: FenField::Board,
        offset: 0,
        square: Some(fault.square()),
        message: fault.to_string(),
        waivable: false,
        detail: FenDetail::default(),
    };
    faults.into_iter().map(fault).collect()
}

const fn letter(side: Side) -> char {
    match side {
        Side::White => 'W',
        Side::Black => 'B',
    }
}
