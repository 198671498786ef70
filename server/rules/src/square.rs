//! A square of a board, without its name.

/// A playing square, as an index into the board's geometry: counted from the corner at White's left,
/// along the first rank and then upwards, over *playing* squares only. In chess 0 is a1 and 63 is h8; on
/// the 8×8 draughts board 0 is a1, 1 is c1 and 31 is h8. Names (`e4`, `32`) belong to the
/// geometry and the notation, never to the square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// The square with this index. Whether a board has it is for the geometry to say.
    #[must_use]
    pub const fn new(index: u8) -> Square {
        Square(index)
    }

    /// The index, from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl std::fmt::Debug for Square {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "sq{}", self.0)
    }
}
