//! Diagrams in plain characters.

use super::{Board, Labels, Mark, PieceSet, Scene, View};
use crate::{Kind, Piece, Side};

/// Which characters stand for the pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Glyphs {
    /// Letters: those of FEN in chess; `w` and `b` for men, `W` and `B` for kings in draughts.
    #[default]
    Letters,
    /// The Unicode symbols: ♔ … ♟, ⛀ … ⛃. Needs a font that has them.
    Symbols,
}

/// How a text diagram is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextStyle {
    /// Whose side is at the bottom.
    pub bottom: Side,
    /// What is written beside or on the squares. [`Labels::Names`] writes the names of the empty squares.
    pub labels: Labels,
    /// Which characters stand for the pieces.
    pub glyphs: Glyphs,
}

impl Default for TextStyle {
    fn default() -> TextStyle {
        TextStyle {
            bottom: Side::White,
            labels: Labels::Edges,
            glyphs: Glyphs::Letters,
        }
    }
}

/// Draws a scene with plain characters, a row a line, each line ended by a newline.
///
/// Empty playing squares are dots (or their names), the others blank. Marks stand on both sides of the square:
/// `( )` where the last move began, `[ ]` where it ended, `{ }` a capture, `< >` pointed out by the caller.
/// Arrows cannot be drawn in text: their two ends are marked as pointed out.
#[must_use]
pub fn text(board: &Board, scene: &Scene, style: &TextStyle) -> String {
    let names = style.labels == Labels::Names;
    let longest_name = board.cells.iter().map(|cell| cell.name.chars().count());
    let width = if names {
        longest_name.max().unwrap_or(1)
    } else {
        1
    };
    let view = View::new(board, style.bottom);
    let columns = usize::from(board.files);
    let blank = " ".repeat(width + 2);
    let mut grid = vec![blank; columns * usize::from(board.ranks)];
    for cell in &board.cells {
        let Some((column, row)) = view.place(cell.file, cell.rank) else {
            continue;
        };
        let content = match scene.piece_on(cell.square) {
            Some(piece) => glyph(board.pieces, style.glyphs, piece).to_string(),
            None if names => cell.name.clone(),
            None => ".".to_owned(),
        };
        let is_arrow_end = |square| {
            let mut arrows = scene.arrows.iter();
            arrows.any(|arrow| arrow.from == square || arrow.to == square)
        };
        let (open, close) = match scene.mark_on(cell.square) {
            Some(Mark::From) => ('(', ')'),
            Some(Mark::To) => ('[', ']'),
            Some(Mark::Captured) => ('{', '}'),
            Some(Mark::Spot | Mark::Dot) => ('<', '>'),
            None if is_arrow_end(cell.square) => ('<', '>'),
            None => (' ', ' '),
        };
        grid[usize::from(row) * columns + usize::from(column)] =
            format!("{open}{content:>width$}{close}");
    }

    let edges = style.labels == Labels::Edges;
    let labels: Vec<[String; 2]> = (0..board.ranks)
        .map(|row| view.row_labels(board, row))
        .collect();
    let longest = labels.iter().map(|[left, _]| left.len()).max();
    let beside = longest.unwrap_or(0).max(2);
    let margin = if edges { beside + 1 } else { 0 };
    let rule = format!("{:margin$}+{}+\n", "", "-".repeat(columns * (width + 2)));
    let mut out = String::new();
    push_hand(&mut out, board, scene, style, style.bottom.opponent());
    out.push_str(&rule);
    for (row, [left, right]) in (0..board.ranks).zip(&labels) {
        if edges {
            out.push_str(&format!("{left:>beside$} "));
        }
        let first = usize::from(row) * columns;
        out.push('|');
        out.push_str(&grid[first..first + columns].concat());
        out.push('|');
        if edges && !right.is_empty() {
            out.push_str(&format!(" {right}"));
        }
        out.push('\n');
    }
    out.push_str(&rule);
    if edges && !board.has_numbers() {
        let letters = (0..board.files).map(|column| format!(" {} ", view.file_label(column)));
        let line: String = letters.collect();
        out.push_str(&format!("    {}\n", line.trim_end()));
    }
    push_hand(&mut out, board, scene, style, style.bottom);
    out
}

/// The line beside the board that belongs to one side: its pocket, and whether it is to move.
fn push_hand(out: &mut String, board: &Board, scene: &Scene, style: &TextStyle, side: Side) {
    let mut parts = Vec::new();
    if scene.has_pockets() {
        let mut hand = String::new();
        for (kind, count) in &scene.pockets[side.index()] {
            let piece = Piece { side, kind: *kind };
            let symbol = glyph(board.pieces, style.glyphs, piece);
            hand.extend(std::iter::repeat_n(symbol, usize::from(*count)));
        }
        parts.push(format!("[{hand}]"));
    }
    if scene.turn == Some(side) {
        parts.push("*".to_owned());
    }
    if !parts.is_empty() {
        let margin = if style.labels == Labels::Edges {
            "   "
        } else {
            ""
        };
        out.push_str(&format!("{margin}{}\n", parts.join(" ")));
    }
}

fn glyph(set: PieceSet, glyphs: Glyphs, piece: Piece) -> char {
    let white = piece.side == Side::White;
    let pair = match (set, glyphs, piece.kind) {
        (_, Glyphs::Letters, Kind::Man) => ['w', 'b'],
        (PieceSet::Draughts, Glyphs::Letters, Kind::King) => ['W', 'B'],
        (PieceSet::Chess, Glyphs::Letters, Kind::King) => ['K', 'k'],
        (_, Glyphs::Letters, Kind::Pawn) => ['P', 'p'],
        (_, Glyphs::Letters, Kind::Knight) => ['N', 'n'],
        (_, Glyphs::Letters, Kind::Bishop) => ['B', 'b'],
        (_, Glyphs::Letters, Kind::Rook) => ['R', 'r'],
        (_, Glyphs::Letters, Kind::Queen) => ['Q', 'q'],
        (_, Glyphs::Symbols, Kind::Man) => ['⛀', '⛂'],
        (PieceSet::Draughts, Glyphs::Symbols, Kind::King) => ['⛁', '⛃'],
        (PieceSet::Chess, Glyphs::Symbols, Kind::King) => ['♔', '♚'],
        (_, Glyphs::Symbols, Kind::Pawn) => ['♙', '♟'],
        (_, Glyphs::Symbols, Kind::Knight) => ['♘', '♞'],
        (_, Glyphs::Symbols, Kind::Bishop) => ['♗', '♝'],
        (_, Glyphs::Symbols, Kind::Rook) => ['♖', '♜'],
        (_, Glyphs::Symbols, Kind::Queen) => ['♕', '♛'],
    };
    pair[usize::from(!white)]
}
