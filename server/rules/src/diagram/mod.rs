//! Diagrams of a position, as text for a terminal and as SVG: plain input, no rules.
//!
//! A [`Board`] says where the playing squares lie and what they are called, a [`Scene`] what stands on them
//! and what is pointed out. Both games, every board size and either point of view are drawn by the same code.

mod men;
mod pieces;
mod svg;
mod text;
mod theme;

pub use svg::{SvgStyle, svg};
pub use text::{Glyphs, TextStyle, text};
pub use theme::Theme;

use crate::{Kind, Piece, Side, Square};

/// A playing square: where it lies and what it is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// Which square it is.
    pub square: Square,
    /// Column from White's left, from 0.
    pub file: u8,
    /// Row from White's side, from 0.
    pub rank: u8,
    /// Its name in the notation of the variant: `e4`, `32`.
    pub name: String,
}

/// How the squares are coloured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shading {
    /// Light and dark in turn, the near left corner dark: chess.
    Chequered,
    /// Playing squares dark, all others light: draughts on the diagonals.
    Playing,
    /// One colour, parted by lines: draughts that is played on every square.
    Plain,
}

/// Which pieces the kinds stand for: the king is of both games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PieceSet {
    /// Chess pieces.
    Chess,
    /// Discs.
    Draughts,
}

/// A board without pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// Number of columns, 1 … 26.
    pub files: u8,
    /// Number of rows.
    pub ranks: u8,
    /// The playing squares. One that lies outside the board is not drawn.
    pub cells: Vec<Cell>,
    /// How the squares are coloured.
    pub shading: Shading,
    /// Which pieces are drawn.
    pub pieces: PieceSet,
}

impl Board {
    /// The chess board: 64 squares, `a1` … `h8`.
    #[must_use]
    pub fn chess() -> Board {
        let cells = (0..64u8)
            .map(|index| Cell {
                square: Square::new(index),
                file: index % 8,
                rank: index / 8,
                name: format!("{}{}", char::from(b'a' + index % 8), index / 8 + 1),
            })
            .collect();
        Board {
            files: 8,
            ranks: 8,
            cells,
            shading: Shading::Chequered,
            pieces: PieceSet::Chess,
        }
    }
}

/// Why a square is pointed out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mark {
    /// The last move began here.
    From,
    /// The last move ended here, or passed here.
    To,
    /// A piece was captured here.
    Captured,
    /// Pointed out by the caller: a ring.
    Spot,
    /// A square that may be gone to: a dot.
    Dot,
}

/// An arrow from square to square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Arrow {
    /// Where it begins.
    pub from: Square,
    /// Where its head lies.
    pub to: Square,
}

/// What stands on the board, and what is pointed out there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scene {
    /// The pieces. A later one on the same square hides an earlier one.
    pub pieces: Vec<(Square, Piece)>,
    /// Pieces in hand, White's and Black's, with their number: crazyhouse. Both empty: no pockets are drawn.
    pub pockets: [Vec<(Kind, u8)>; 2],
    /// Marked squares.
    pub marks: Vec<(Square, Mark)>,
    /// Arrows.
    pub arrows: Vec<Arrow>,
    /// Whose move it is, where it is to be shown.
    pub turn: Option<Side>,
}

impl Scene {
    fn piece_on(&self, square: Square) -> Option<Piece> {
        let found = self.pieces.iter().rev().find(|(at, _)| *at == square);
        found.map(|(_, piece)| *piece)
    }

    fn mark_on(&self, square: Square) -> Option<Mark> {
        let found = self.marks.iter().rev().find(|(at, _)| *at == square);
        found.map(|(_, mark)| *mark)
    }

    fn has_pockets(&self) -> bool {
        self.pockets.iter().any(|pocket| !pocket.is_empty())
    }
}

/// What is written beside or on the squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Labels {
    /// Nothing.
    None,
    /// Files and ranks along two edges: `a` … `h`, `1` … `8`.
    #[default]
    Edges,
    /// The name of every playing square on the square.
    Names,
}

/// The board as it is looked at: the order of its rows and columns for one of the players.
struct View {
    files: u8,
    ranks: u8,
    bottom: Side,
}

impl View {
    fn new(board: &Board, bottom: Side) -> View {
        View {
            files: board.files,
            ranks: board.ranks,
            bottom,
        }
    }

    /// Column from the left and row from the top, in which a square of the board is seen.
    fn place(&self, file: u8, rank: u8) -> Option<(u8, u8)> {
        if file >= self.files || rank >= self.ranks {
            return None;
        }
        Some(match self.bottom {
            Side::White => (file, self.ranks - 1 - rank),
            Side::Black => (self.files - 1 - file, rank),
        })
    }

    /// The letter of the column that is seen at this place from the left.
    fn file_label(&self, column: u8) -> char {
        let file = match self.bottom {
            Side::White => column,
            Side::Black => self.files - 1 - column,
        };
        char::from(b'a' + file % 26)
    }

    /// The number of the row that is seen at this place from the top.
    fn rank_label(&self, row: u8) -> u8 {
        match self.bottom {
            Side::White => self.ranks - row,
            Side::Black => row + 1,
        }
    }

    /// What stands beside the row that is seen at this place from the top, on its left and on its right: the rank, or
    /// where squares have numbers, those of its first and its last square.
    fn row_labels(&self, board: &Board, row: u8) -> [String; 2] {
        if !board.has_numbers() {
            return [self.rank_label(row).to_string(), String::new()];
        }
        let places = board.cells.iter().filter_map(|cell| {
            let (column, here) = self.place(cell.file, cell.rank)?;
            (here == row).then_some((column, &cell.name))
        });
        let mut places: Vec<(u8, &String)> = places.collect();
        places.sort_unstable_by_key(|(column, _)| *column);
        let name =
            |place: Option<&(u8, &String)>| place.map_or_else(String::new, |it| it.1.clone());
        [name(places.first()), name(places.last())]
    }
}

impl Board {
    /// Whether its squares have numbers, so that letters and ranks at its edges would say nothing.
    fn has_numbers(&self) -> bool {
        let is_number = |cell: &Cell| cell.name.bytes().all(|byte| byte.is_ascii_digit());
        self.cells.iter().all(is_number)
    }
}

#[cfg(test)]
mod tests;
