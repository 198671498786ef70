//! The way of a capture that has only one, as nearly all have: it is followed jump by jump, and nothing is searched.

use smallvec::SmallVec;

use super::capture_tree::{Jump, Piece, State};
use super::word::{U256, Word};
use super::{Move, Position};
use crate::Square;

/// The squares of a way that are written between origin and destination; see [`super::notation`].
pub(super) type Between = SmallVec<[Square; 12]>;

impl Position {
    /// The squares that are written of a capture of several pieces: where it turns, that square; where it goes straight on, the one
    /// right behind the piece that it jumped. None where there may be several ways.
    pub(super) fn squares_of_only_way(&self, m: &Move) -> Option<Between> {
        if self.compiled_rules().law().width <= u64::BITS {
            self.follow::<u64>(m)
        } else {
            self.follow::<U256>(m)
        }
    }

    fn follow<W: Word>(&self, m: &Move) -> Option<Between> {
        let law = self.compiled_rules().law();
        let board = self.board.convert::<W>();
        let piece = Piece::new(law, &board, self.side.index(), law.place(m.from));
        let raw = self.raw(m).convert::<W>();
        let goal = u32::from(raw.to);
        let mut state = piece.start();
        let mut between = Between::new();
        let mut last: Option<(Jump<W>, u32)> = None;
        while state.captured != raw.captured {
            let jump = only_jump(&piece, &state, raw.captured)?;
            if let Some((last, landing)) = last {
                if last.ends {
                    return None;
                }
                let straight_on = last.direction == jump.direction;
                let place = if straight_on {
                    last.first.lowest()
                } else {
                    landing
                };
                between.push(law.square(place));
            }
            let landing = if (state.captured | jump.victim) == raw.captured {
                Some(goal).filter(|goal| jump.landings.has(*goal))?
            } else {
                only_landing(&piece, &state, &jump, raw.captured)?
            };
            state = piece.after(&state, &jump, landing);
            last = Some((jump, landing));
        }
        Some(between)
    }
}

/// The one jump that is open over any of these pieces.
fn only_jump<W: Word>(piece: &Piece<'_, W>, state: &State<W>, wanted: W) -> Option<Jump<W>> {
    let mut jumps = piece
        .jumps(state)
        .filter(|jump| (jump.victim & wanted).any());
    let jump = jumps.next()?;
    jumps.next().is_none().then_some(jump)
}

/// The one square behind a jump from which the capture goes on over any of these pieces.
fn only_landing<W: Word>(
    piece: &Piece<'_, W>,
    state: &State<W>,
    jump: &Jump<W>,
    wanted: W,
) -> Option<u32> {
    if jump.landings == jump.first {
        return Some(jump.first.lowest());
    }
    let mut found = None;
    let mut several = false;
    jump.landings.each(|landing| {
        let after = piece.after(state, jump, landing);
        if piece.jumps(&after).any(|next| (next.victim & wanted).any()) {
            several |= found.replace(landing).is_some();
        }
    });
    found.filter(|_| !several)
}
