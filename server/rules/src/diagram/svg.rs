//! Diagrams as SVG: one self-contained picture, without scripts, fonts or links to elsewhere.

use std::collections::BTreeSet;

use svg::Document;
use svg::node::element::{
    Circle, Definitions, Description, Group, Line, Path, Rectangle, Text, Title, Use,
};

use super::{Board, Cell, Labels, Mark, PieceSet, Scene, Shading, Theme, View, men, pieces};
use crate::{Kind, Piece, Side};

/// The side of a square, in the picture's own units.
const CELL: f32 = 100.0;
/// The frame, where files and ranks are written.
const FRAME: f32 = 44.0;
/// The frame, where they are not, and with room for the disc that says whose move it is.
const THIN_FRAME: f32 = 12.0;
const TURN_FRAME: f32 = 28.0;
/// The height of a pocket beside the board.
const POCKET: f32 = 92.0;

/// How an SVG diagram is drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct SvgStyle {
    /// Whose side is at the bottom.
    pub bottom: Side,
    /// What is written beside or on the squares.
    pub labels: Labels,
    /// The colours.
    pub theme: Theme,
    /// Width of the picture in pixels; none: it fills the room it is given.
    pub width: Option<u16>,
    /// What a reader who does not see it is told in a few words.
    pub title: Option<String>,
    /// What such a reader is told at length, e.g. the FEN.
    pub description: Option<String>,
}

impl Default for SvgStyle {
    fn default() -> SvgStyle {
        SvgStyle {
            bottom: Side::White,
            labels: Labels::Edges,
            theme: Theme::WOOD,
            width: None,
            title: None,
            description: None,
        }
    }
}

/// Draws a scene. The same input always gives the same bytes.
#[must_use]
pub fn svg(board: &Board, scene: &Scene, style: &SvgStyle) -> String {
    Picture::new(board, scene, style).draw().to_string()
}

struct Picture<'a> {
    board: &'a Board,
    scene: &'a Scene,
    style: &'a SvgStyle,
    view: View,
    frame: f32,
    /// Height above the board's frame.
    top: f32,
    size: (f32, f32),
}

impl<'a> Picture<'a> {
    fn new(board: &'a Board, scene: &'a Scene, style: &'a SvgStyle) -> Picture<'a> {
        let frame = match (style.labels, scene.turn) {
            (Labels::Edges, _) => FRAME,
            (_, Some(_)) => TURN_FRAME,
            (_, None) => THIN_FRAME,
        };
        let top = if scene.has_pockets() { POCKET } else { 0.0 };
        let side = |cells: u8| f32::from(cells) * CELL + 2.0 * frame;
        Picture {
            board,
            scene,
            style,
            view: View::new(board, style.bottom),
            frame,
            top,
            size: (side(board.files), side(board.ranks) + 2.0 * top),
        }
    }

    fn draw(&self) -> Document {
        let (width, height) = self.size;
        let mut document = Document::new()
            .set("viewBox", format!("0 0 {width} {height}"))
            .set("role", "img");
        if let Some(pixels) = self.style.width {
            let ratio = height / width;
            document = document
                .set("width", pixels)
                .set("height", (f32::from(pixels) * ratio).round());
        }
        if let Some(title) = &self.style.title {
            document = document.add(Title::new(clean(title)));
        }
        if let Some(description) = &self.style.description {
            let text = svg::node::Text::new(clean(description));
            document = document.add(Description::new().add(text));
        }
        document
            .add(self.definitions())
            .add(self.ground())
            .add(self.squares())
            .add(self.tints())
            .add(self.labels())
            .add(self.men())
            .add(self.signs())
            .add(self.pockets())
            .add(self.arrows())
            .add(self.turn())
    }

    /// The pieces that occur, drawn once each; the theme's name keeps them apart when several pictures share a page.
    fn definitions(&self) -> Definitions {
        let theme = &self.style.theme;
        let mut used: BTreeSet<Piece> = self.scene.pieces.iter().map(|(_, piece)| *piece).collect();
        for side in Side::BOTH {
            let pocket = &self.scene.pockets[side.index()];
            used.extend(pocket.iter().map(|(kind, _)| Piece { side, kind: *kind }));
        }
        let mut definitions = Definitions::new();
        for piece in used {
            let colours = match piece.side {
                Side::White => theme.white_piece,
                Side::Black => theme.black_piece,
            };
            let shape = match (self.board.pieces, piece.kind) {
                (_, Kind::Man) => men::man(colours, theme.outline),
                (PieceSet::Draughts, Kind::King) => men::king(colours, theme.outline),
                (_, kind) => pieces::piece(kind, colours, theme.outline),
            };
            definitions = definitions.add(shape.set("id", self.id(piece)));
        }
        definitions
    }

    fn id(&self, piece: Piece) -> String {
        let set = match self.board.pieces {
            PieceSet::Chess => "chess",
            PieceSet::Draughts => "draughts",
        };
        let name = format!("{set}-{:?}-{:?}", piece.side, piece.kind).to_lowercase();
        format!("{}-{name}", self.style.theme.name)
    }

    /// The frame, and under the squares one colour for all that is not a playing square.
    fn ground(&self) -> Group {
        let theme = &self.style.theme;
        let (width, height) = self.size;
        let inner = (
            width - 2.0 * self.frame,
            height - 2.0 * (self.frame + self.top),
        );
        let frame = rectangle(0.0, self.top, width, height - 2.0 * self.top);
        let ground = rectangle(self.frame, self.top + self.frame, inner.0, inner.1);
        Group::new()
            .add(frame.set("fill", theme.frame).set("rx", 8))
            .add(
                ground
                    .set("fill", theme.light)
                    .set("stroke", theme.outline)
                    .set("stroke-width", 2),
            )
    }

    fn squares(&self) -> Group {
        let theme = &self.style.theme;
        let mut group = Group::new().set("fill", theme.dark);
        if self.board.shading == Shading::Plain {
            group = group.set("stroke", theme.frame).set("stroke-width", 2);
        }
        for cell in &self.board.cells {
            let dark = match self.board.shading {
                Shading::Chequered => (cell.file + cell.rank).is_multiple_of(2),
                Shading::Playing => true,
                Shading::Plain => false,
            };
            let Some((x, y)) = self.corner(cell) else {
                continue;
            };
            let square = rectangle(x, y, CELL, CELL);
            if dark {
                group = group.add(square);
            } else if self.board.shading == Shading::Plain {
                group = group.add(square.set("fill", theme.light));
            }
        }
        group
    }

    /// What colours a square, under the pieces.
    fn tints(&self) -> Group {
        let theme = &self.style.theme;
        let mut group = Group::new();
        for (mark, x, y) in self.marked() {
            let tint = |colour, opacity: f32| {
                let square = rectangle(x, y, CELL, CELL).set("fill", colour);
                square.set("fill-opacity", opacity)
            };
            let ring = || {
                let ring = rectangle(x + 4.0, y + 4.0, CELL - 8.0, CELL - 8.0);
                let ring = ring.set("fill", theme.spot).set("fill-opacity", 0.18);
                let ring = ring.set("stroke", theme.spot).set("stroke-width", 7);
                ring.set("rx", 10)
            };
            group = match mark {
                Mark::From => group.add(tint(theme.last_move, 0.45)),
                Mark::To => group.add(tint(theme.last_move, 0.75)),
                Mark::Captured => group.add(tint(theme.captured, 0.25)),
                Mark::Spot => group.add(ring()),
                Mark::Dot => group,
            };
        }
        group
    }

    /// What is drawn on a square, over the pieces.
    fn signs(&self) -> Group {
        let theme = &self.style.theme;
        let mut group = Group::new();
        for (mark, x, y) in self.marked() {
            if mark == Mark::Captured {
                let (left, top) = (x + 28.0, y + 28.0);
                let cross = format!("M{left} {top} l44 44 m0 -44 l-44 44");
                let cross = Path::new().set("d", cross).set("fill", "none");
                let cross = cross.set("stroke", theme.captured).set("stroke-width", 9);
                group = group.add(cross.set("stroke-linecap", "round"));
            } else if mark == Mark::Dot {
                let dot = Circle::new()
                    .set("cx", x + CELL / 2.0)
                    .set("cy", y + CELL / 2.0);
                let dot = dot.set("r", 15).set("fill", theme.spot);
                group = group.add(dot.set("fill-opacity", 0.8));
            }
        }
        group
    }

    /// The marked squares with their upper left corners.
    fn marked(&self) -> impl Iterator<Item = (Mark, f32, f32)> {
        self.board.cells.iter().filter_map(|cell| {
            let mark = self.scene.mark_on(cell.square)?;
            let (x, y) = self.corner(cell)?;
            Some((mark, x, y))
        })
    }

    fn labels(&self) -> Group {
        let theme = &self.style.theme;
        let group = Group::new().set("font-family", "Helvetica, Arial, sans-serif");
        match self.style.labels {
            Labels::None => group,
            Labels::Names => {
                let mut group = group.set("fill", theme.square_text).set("font-size", 17);
                if self.board.shading != Shading::Playing {
                    group = group.set("fill", theme.frame).set("fill-opacity", 0.8);
                }
                for cell in &self.board.cells {
                    if let Some((x, y)) = self.corner(cell) {
                        let name = Text::new(clean(&cell.name));
                        group = group.add(name.set("x", x + 4.0).set("y", y + 17.0));
                    }
                }
                group
            }
            Labels::Edges => {
                let mut group = group
                    .set("fill", theme.frame_text)
                    .set("font-size", 26)
                    .set("font-weight", "bold")
                    .set("text-anchor", "middle");
                let columns = match self.board.has_numbers() {
                    true => 0..0,
                    false => 0..self.board.files,
                };
                for column in columns {
                    let x = self.frame + (f32::from(column) + 0.5) * CELL;
                    let y = self.size.1 - self.top - self.frame / 2.0 + 9.0;
                    let label = Text::new(self.view.file_label(column).to_string());
                    group = group.add(label.set("x", x).set("y", y));
                }
                for row in 0..self.board.ranks {
                    let y = self.top + self.frame + (f32::from(row) + 0.5) * CELL + 9.0;
                    let [left, right] = self.view.row_labels(self.board, row);
                    let places = [self.frame / 2.0, self.size.0 - self.frame / 2.0];
                    for (label, x) in [left, right].into_iter().zip(places) {
                        if !label.is_empty() {
                            group = group.add(Text::new(label).set("x", x).set("y", y));
                        }
                    }
                }
                group
            }
        }
    }

    fn men(&self) -> Group {
        let mut group = Group::new();
        for cell in &self.board.cells {
            let piece = self.scene.piece_on(cell.square);
            if let (Some(piece), Some((x, y))) = (piece, self.corner(cell)) {
                group = group.add(self.stamp(piece).set("x", x).set("y", y));
            }
        }
        group
    }

    /// Each side's pieces in hand, on its own side of the board, with their number.
    fn pockets(&self) -> Group {
        let theme = &self.style.theme;
        let mut group = Group::new();
        if self.top == 0.0 {
            return group;
        }
        for side in Side::BOTH {
            let at_bottom = side == self.style.bottom;
            let y = if at_bottom {
                self.size.1 - self.top
            } else {
                0.0
            };
            let mut x = self.frame;
            for (kind, count) in &self.scene.pockets[side.index()] {
                let piece = Piece { side, kind: *kind };
                let place = format!("translate({x} {}) scale(0.84)", y + 4.0);
                let number = Text::new(format!("×{count}"))
                    .set("x", x + 78.0)
                    .set("y", y + 76.0)
                    .set("font-family", "Helvetica, Arial, sans-serif")
                    .set("font-size", 28)
                    .set("fill", theme.frame);
                group = group
                    .add(self.stamp(piece).set("transform", place))
                    .add(number);
                x += 132.0;
            }
        }
        group
    }

    fn arrows(&self) -> Group {
        let theme = &self.style.theme;
        let mut group = Group::new()
            .set("stroke", theme.spot)
            .set("fill", theme.spot)
            .set("opacity", 0.8);
        for arrow in &self.scene.arrows {
            let centre = |square| {
                let cell = self.board.cells.iter().find(|cell| cell.square == square)?;
                let (x, y) = self.corner(cell)?;
                Some((x + CELL / 2.0, y + CELL / 2.0))
            };
            let (Some(from), Some(to)) = (centre(arrow.from), centre(arrow.to)) else {
                continue;
            };
            let (dx, dy) = (to.0 - from.0, to.1 - from.1);
            let length = dx.hypot(dy);
            if length < 1.0 {
                let ring = Circle::new().set("cx", from.0).set("cy", from.1);
                let ring = ring.set("r", CELL * 0.42).set("fill", "none");
                group = group.add(ring.set("stroke-width", 9));
                continue;
            }
            let (ux, uy) = (dx / length, dy / length);
            let neck = (to.0 - ux * 34.0, to.1 - uy * 34.0);
            let head = format!(
                "M{:.1} {:.1} L{:.1} {:.1} L{:.1} {:.1} Z",
                to.0,
                to.1,
                neck.0 - uy * 22.0,
                neck.1 + ux * 22.0,
                neck.0 + uy * 22.0,
                neck.1 - ux * 22.0
            );
            let shaft = Line::new()
                .set("x1", rounded(from.0 + ux * 14.0))
                .set("y1", rounded(from.1 + uy * 14.0))
                .set("x2", rounded(neck.0))
                .set("y2", rounded(neck.1))
                .set("stroke-width", 14)
                .set("stroke-linecap", "butt");
            group = group
                .add(shaft)
                .add(Path::new().set("d", head).set("stroke", "none"));
        }
        group
    }

    /// A small disc in the frame beside the player who is to move.
    fn turn(&self) -> Group {
        let theme = &self.style.theme;
        let group = Group::new();
        let Some(side) = self.scene.turn else {
            return group;
        };
        let colour = match side {
            Side::White => theme.white_piece[0],
            Side::Black => theme.black_piece[0],
        };
        let inset = self.frame / 2.0;
        let y = if side == self.style.bottom {
            self.size.1 - self.top - inset
        } else {
            self.top + inset
        };
        let disc = Circle::new().set("cx", self.size.0 - inset).set("cy", y);
        let disc = disc.set("r", inset * 0.6).set("fill", colour);
        group.add(
            disc.set("stroke", theme.frame_text)
                .set("stroke-width", 2.5),
        )
    }

    fn stamp(&self, piece: Piece) -> Use {
        Use::new().set("href", format!("#{}", self.id(piece)))
    }

    /// The upper left corner of a square as it is seen.
    fn corner(&self, cell: &Cell) -> Option<(f32, f32)> {
        let (column, row) = self.view.place(cell.file, cell.rank)?;
        Some((
            self.frame + f32::from(column) * CELL,
            self.top + self.frame + f32::from(row) * CELL,
        ))
    }
}

fn rectangle(x: f32, y: f32, width: f32, height: f32) -> Rectangle {
    Rectangle::new()
        .set("x", x)
        .set("y", y)
        .set("width", width)
        .set("height", height)
}

fn rounded(value: f32) -> f32 {
    (value * 10.0).round() / 10.0
}

/// A caller's text without the characters that XML cannot hold.
fn clean(text: &str) -> String {
    let allowed = |c: &char| !c.is_control() && !matches!(c, '\u{fffe}' | '\u{ffff}');
    text.chars().filter(allowed).collect()
}
