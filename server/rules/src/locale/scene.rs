//! Where something is said: the board whose squares are named, the colours of its pieces, and how its moves are numbered.

use crate::{
    Kind, Position, Side, Square,
    adjudication::{Ruling, Turns},
    draughts::RuleSet,
    variant::{Family, Variant},
};

/// The board and the game that a sentence is about.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'p> {
    position: &'p Position,
    ply: u32,
    turns: Option<&'p Turns>,
}

/// The number of a move as players count: White's 34th, Black's 34th.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MoveNumber {
    /// Who moved.
    pub side: Side,
    /// Which of the numbered moves, from 1.
    pub number: u32,
}

/// What the pieces of a side are called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Colour {
    White,
    Black,
    Red,
}

impl Colour {
    pub(super) const ALL: [Colour; 3] = [Colour::White, Colour::Black, Colour::Red];

    pub(super) const fn word(self) -> &'static str {
        match self {
            Colour::White => "white",
            Colour::Black => "black",
            Colour::Red => "red",
        }
    }

    pub(super) const fn index(self) -> usize {
        match self {
            Colour::White => 0,
            Colour::Black => 1,
            Colour::Red => 2,
        }
    }

    /// The colour of a side in a variant.
    pub(super) fn of(variant: Variant, side: Side) -> Colour {
        match variant {
            Variant::Chess(_) => Colour::plain(side),
            Variant::Draughts(set) => Colour::in_set(set, side),
        }
    }

    const fn plain(side: Side) -> Colour {
        match side {
            Side::White => Colour::White,
            Side::Black => Colour::Black,
        }
    }

    fn in_set(set: RuleSet, side: Side) -> Colour {
        let word = set.colour(side);
        let known = Colour::ALL.into_iter().find(|colour| colour.word() == word);
        known.unwrap_or(Colour::plain(side))
    }
}

impl<'p> Scene<'p> {
    /// A position as it stands after so many plies of its game; 0 for a start position.
    #[must_use]
    pub const fn at(position: &'p Position, ply: u32) -> Scene<'p> {
        Scene {
            position,
            ply,
            turns: None,
        }
    }

    /// Where the game of a ruling stands. Its plies are those of who really made them, also where one side moved twice in a row.
    #[must_use]
    pub fn of_ruling(ruling: &'p Ruling) -> Scene<'p> {
        Scene {
            turns: Some(&ruling.turns),
            ..Scene::at(ruling.state.position(), ruling.state.ply())
        }
    }

    /// An earlier position of the same game, as it stood after so many plies.
    #[must_use]
    pub const fn of(&self, position: &'p Position, ply: u32) -> Scene<'p> {
        Scene {
            position,
            ply,
            turns: self.turns,
        }
    }

    pub(super) const fn position(&self) -> &'p Position {
        self.position
    }

    /// The variant that is played.
    pub(super) fn variant(&self) -> Variant {
        match self.position {
            Position::Chess(position) => Variant::Chess(position.variant()),
            Position::Draughts(position) => Variant::Draughts(position.rules().base),
        }
    }

    pub(super) const fn family(&self) -> Family {
        match self.position {
            Position::Chess(_) => Family::Chess,
            Position::Draughts(_) => Family::Draughts,
        }
    }

    /// The name of a square on this board.
    #[must_use]
    pub fn square(&self, square: Square) -> String {
        self.position.square_name(square)
    }

    pub(super) fn colour(&self, side: Side) -> Colour {
        Colour::of(self.variant(), side)
    }

    /// The kind of the piece on a square.
    pub(super) fn kind_at(&self, square: Square) -> Option<Kind> {
        self.position.piece_at(square).map(|piece| piece.kind)
    }

    /// The number of the move that was, or will be, the ply of this number; none for 0, which is the start position.
    ///
    /// In chess the numbers are those of the position's full-move counter; in draughts they begin with the game.
    #[must_use]
    pub fn move_number(&self, ply: u32) -> Option<MoveNumber> {
        if let Some((side, number)) = self.turns.and_then(|turns| turns.maker(ply)) {
            return Some(MoveNumber { side, number });
        }
        let to_move = self.position.side_to_move();
        let (first_player, moves_before) = match self.position {
            Position::Chess(position) => (Side::White, Some(position.fullmove_number())),
            Position::Draughts(position) => (position.rules().first_player, None),
        };
        let is_second = |side: Side| i64::from(side != first_player);
        let here = i64::from(self.ply);
        // Half-moves of the numbering before the position here, and before the move that is asked for.
        let before_here = match moves_before {
            Some(number) => 2 * (i64::from(number) - 1) + is_second(to_move),
            None => {
                let start = if self.ply.is_multiple_of(2) {
                    to_move
                } else {
                    to_move.opponent()
                };
                here + is_second(start)
            }
        };
        let before = before_here - here + i64::from(ply.checked_sub(1)?);
        let side = if before.rem_euclid(2) == 0 {
            first_player
        } else {
            first_player.opponent()
        };
        // A counter that says less than was played (a position taken as it was given) begins with 1 all the same.
        let number = u32::try_from(before.div_euclid(2) + 1).unwrap_or(0).max(1);
        Some(MoveNumber { side, number })
    }
}
