//! One step of the search: what each sheet may have meant by its next text, and what that costs.

use smallvec::SmallVec;

use super::{
    RepairKind, Scoresheet, Which,
    spelling::{Reads, Spellings, read},
};
use crate::{Move, Position};

/// How far apart two moves in the wrong order may stand: next to each other, or two moves of one player.
const SWAP_DISTANCES: [u8; 2] = [1, 2];

/// Weights order games with equally many repairs: the smaller the slip of the pen, the likelier. A slip of one character weighs 10.
const SLIP: u32 = 10;
const MOST_SLIPS: usize = 9;
const LEFT_OUT: u32 = 25;
const OUT_OF_ORDER: u32 = 5;
/// A move that neither sheet has as it stands.
pub(super) const ON_NO_SHEET: u32 = 50;
/// The repair touches a move of the player who kept the sheet.
const OWN_MOVE: u32 = 3;

/// Where the search stands on one sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub(super) struct Cursor {
    /// The next text, counted from 0.
    at: u32,
    /// The texts at the first place and so many places behind it stand in each other's place.
    swap: Option<(u32, u8)>,
    /// Repairs so far.
    pub(super) used: u8,
}

impl Cursor {
    /// The index of the text that is read next.
    pub(super) fn index(self) -> usize {
        let index = match self.swap {
            Some((first, apart)) if self.at == first => first + u32::from(apart),
            Some((first, apart)) if self.at == first + u32::from(apart) => first,
            _ => self.at,
        };
        index as usize
    }

    pub(super) fn is_at_end(self, sheet: &Scoresheet) -> bool {
        self.at as usize >= sheet.moves.len()
    }

    pub(super) fn next(self) -> Cursor {
        let at = self.at + 1;
        let swap = self
            .swap
            .filter(|(first, apart)| at <= first + u32::from(*apart));
        Cursor { at, swap, ..self }
    }

    /// After a repair of this kind.
    pub(super) fn repaired(self, repair: RepairKind, apart: u8) -> Cursor {
        let used = self.used + 1;
        match repair {
            RepairKind::Missing => Cursor { used, ..self },
            RepairKind::Swapped => {
                let swap = Some((self.at, apart));
                Cursor { used, swap, ..self }.next()
            }
            RepairKind::Replaced | RepairKind::Extra => Cursor { used, ..self }.next(),
        }
    }
}

/// What a sheet has at a position.
pub(super) struct View<'s> {
    pub(super) which: Which,
    pub(super) sheet: &'s Scoresheet,
    pub(super) cursor: Cursor,
    /// The next text; none: the sheet has ended.
    pub(super) text: Option<&'s str>,
    pub(super) reads: Reads,
    own_move: bool,
}

/// A way in which a sheet goes wrong on a move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slip {
    pub(super) kind: RepairKind,
    pub(super) cursor: Cursor,
    pub(super) weight: u32,
}

impl<'s> View<'s> {
    pub(super) fn new(
        which: Which,
        sheet: &'s Scoresheet,
        cursor: Cursor,
        position: &Position,
    ) -> View<'s> {
        let text = sheet.moves.get(cursor.index()).map(String::as_str);
        let text = text.filter(|_| !cursor.is_at_end(sheet));
        View {
            which,
            sheet,
            cursor,
            text,
            // A sheet that has ended agrees with every move.
            reads: text.map_or(Reads::Any, |text| read(position, text, &sheet.reading)),
            own_move: sheet.kept_by == Some(position.side_to_move()),
        }
    }

    /// Whether the sheet may be repaired here.
    pub(super) fn may_err(&self, most: u8) -> bool {
        self.text.is_some() && self.cursor.used < most
    }

    /// Where the sheet stands once a move that it agrees with was played.
    pub(super) fn agreed(&self) -> Cursor {
        match self.text {
            Some(_) => self.cursor.next(),
            None => self.cursor,
        }
    }

    /// The moves that stand a little further on, and may be in the wrong order.
    pub(super) fn ahead(&self, position: &Position) -> SmallVec<[(u8, Reads); 2]> {
        if self.cursor.swap.is_some() || self.text.is_none() {
            return SmallVec::new();
        }
        let text = |apart: u8| {
            let index = self.cursor.at as usize + usize::from(apart);
            let text = self.sheet.moves.get(index)?;
            match read(position, text, &self.sheet.reading) {
                Reads::Any => None,
                reads => Some((apart, reads)),
            }
        };
        SWAP_DISTANCES.into_iter().filter_map(text).collect()
    }

    /// Every way in which the sheet may go wrong on this move.
    pub(super) fn slips(
        &self,
        m: &Move,
        ahead: &[(u8, Reads)],
        spellings: &Spellings,
    ) -> SmallVec<[Slip; 4]> {
        let mut slips = SmallVec::new();
        let Some(text) = self.text else {
            return slips;
        };
        let own = if self.own_move { OWN_MOVE } else { 0 };
        let mut slip = |kind, apart, weight| {
            slips.push(Slip {
                kind,
                cursor: self.cursor.repaired(kind, apart),
                weight: weight + own,
            });
        };
        if !self.reads.fits(m) {
            let slips = spellings.distance(text, m).min(MOST_SLIPS);
            slip(RepairKind::Replaced, 0, SLIP * slips as u32);
            for (apart, _) in ahead.iter().filter(|(_, reads)| reads.fits(m)) {
                slip(RepairKind::Swapped, *apart, OUT_OF_ORDER);
            }
        }
        if self.cursor.swap.is_none() {
            slip(RepairKind::Missing, 0, LEFT_OUT);
        }
        slips
    }

    /// The text is one too many: the sheet goes on behind it, on the same board.
    pub(super) fn too_many(&self) -> Option<Slip> {
        (self.text.is_some() && self.cursor.swap.is_none()).then(|| Slip {
            kind: RepairKind::Extra,
            cursor: self.cursor.repaired(RepairKind::Extra, 0),
            weight: LEFT_OUT,
        })
    }
}
