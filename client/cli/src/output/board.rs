//! The board in a terminal.

use tabuleiro_client::v1;
use tabuleiro_rules::{
    Kind, Piece, Position, Ruleset, RulesetRequest, Side, Square, Strictness, Variant,
    diagram::{
        Board, Cell, Glyphs, Labels, Mark, PieceSet, Scene, Shading, SvgStyle, TextStyle, Theme,
        svg, text,
    },
    draughts::{Geometry, Naming},
};

use super::style::{self, in_style};

/// Draws boards of one game.
pub(crate) struct Drawer {
    law: Ruleset,
    board: Board,
}

impl Drawer {
    /// For a variant with these switches. None: a variant that this program does not know (the service may be newer), so
    /// that only the position text can be shown.
    pub(crate) fn new(variant: &str, rulebook: &str, switches: &[(&str, &str)]) -> Option<Drawer> {
        let request = RulesetRequest {
            variant,
            rulebook,
            switches: switches.to_vec(),
        };
        let law = Ruleset::build(&request).ok()?;
        let board = match (law.variant(), law.switches()) {
            (Variant::Chess(_), _) => Board::chess(),
            (Variant::Draughts(_), Some(rules)) => draughts(&rules.geometry()),
            (Variant::Draughts(_), None) => return None,
        };
        Some(Drawer { law, board })
    }

    /// Whether the pieces are those of chess.
    fn is_chess(&self) -> bool {
        self.board.pieces == PieceSet::Chess
    }

    /// The position with the squares that changed marked, in colours where they are allowed.
    pub(crate) fn draw(&self, position: &v1::Position, changes: &[v1::SquareChange]) -> String {
        let placed = position.pieces.iter().filter_map(|placed| {
            let piece = Piece {
                side: side(placed.side)?,
                kind: kind(placed.kind)?,
            };
            Some((self.square(&placed.square)?, piece))
        });
        let mut pieces: Vec<_> = placed.collect();
        if pieces.is_empty() {
            // Not every answer lists them; the text has them always.
            let read = Position::from_fen(&self.law, &position.fen, Strictness::Relaxed);
            pieces = read.map_or_else(|_| Vec::new(), |read| read.position.pieces());
        }
        let mut pockets: [Vec<(Kind, u8)>; 2] = Default::default();
        for held in &position.pocket {
            if let (Some(side), Some(kind)) = (side(held.side), kind(held.kind)) {
                let count = u8::try_from(held.piece_count).unwrap_or(u8::MAX);
                pockets[side.index()].push((kind, count));
            }
        }
        let marks = changes.iter().filter_map(|change| {
            let mark = match (&change.before, &change.after) {
                (_, Some(_)) => Mark::To,
                (Some(before), None) if before.side == position.side_to_move => Mark::Captured,
                (_, None) => Mark::From,
            };
            Some((self.square(&change.square)?, mark))
        });
        let scene = Scene {
            pieces,
            pockets,
            marks: marks.collect(),
            arrows: Vec::new(),
            // The line below the board says it in words.
            turn: None,
        };
        let style = TextStyle {
            glyphs: Glyphs::Letters,
            ..TextStyle::default()
        };
        coloured(&text(&self.board, &scene, &style), self.is_chess())
    }

    /// The position of a text as a picture for paper. None: it is none of this game.
    pub(crate) fn print(&self, fen: &str, title: &str) -> Option<String> {
        let position = Position::from_fen(&self.law, fen, Strictness::Relaxed)
            .ok()?
            .position;
        let numeric =
            |rules: &tabuleiro_rules::draughts::Rules| rules.geometry().naming() == Naming::Numeric;
        let scene = Scene {
            pieces: position.pieces(),
            turn: Some(position.side_to_move()),
            ..Scene::default()
        };
        let style = SvgStyle {
            labels: if self.law.switches().is_some_and(numeric) {
                Labels::Names
            } else {
                Labels::Edges
            },
            theme: Theme::PRINT,
            title: Some(title.to_owned()),
            description: Some(fen.to_owned()),
            ..SvgStyle::default()
        };
        Some(svg(&self.board, &scene, &style))
    }

    fn square(&self, name: &str) -> Option<Square> {
        let cell = self.board.cells.iter().find(|cell| cell.name == name)?;
        Some(cell.square)
    }
}

fn draughts(geometry: &Geometry) -> Board {
    let cell = |square| {
        let (file, rank) = geometry.coordinates(square);
        Cell {
            square,
            file,
            rank,
            name: geometry.name(square),
        }
    };
    Board {
        files: geometry.files(),
        ranks: geometry.ranks(),
        cells: geometry.squares().map(cell).collect(),
        shading: if geometry.plays_on_all_squares() {
            Shading::Plain
        } else {
            Shading::Playing
        },
        pieces: PieceSet::Draughts,
    }
}

fn side(number: i32) -> Option<Side> {
    match v1::Side::try_from(number).ok()? {
        v1::Side::White => Some(Side::White),
        v1::Side::Black => Some(Side::Black),
        v1::Side::Unspecified => None,
    }
}

fn kind(number: i32) -> Option<Kind> {
    match v1::PieceKind::try_from(number).ok()? {
        v1::PieceKind::Pawn => Some(Kind::Pawn),
        v1::PieceKind::Knight => Some(Kind::Knight),
        v1::PieceKind::Bishop => Some(Kind::Bishop),
        v1::PieceKind::Rook => Some(Kind::Rook),
        v1::PieceKind::Queen => Some(Kind::Queen),
        v1::PieceKind::King => Some(Kind::King),
        v1::PieceKind::Man => Some(Kind::Man),
        v1::PieceKind::Unspecified => None,
    }
}

/// Colours for what lies between the borders of a text diagram. The characters stay the same, so that nothing is lost where
/// colours are taken out.
pub(crate) fn coloured(diagram: &str, chess: bool) -> String {
    let mut out = String::with_capacity(diagram.len() * 4);
    for line in diagram.lines() {
        match (line.find('|'), line.rfind('|')) {
            (Some(left), Some(right)) if left < right => {
                out.push_str(&in_style(style::DIM, &line[..=left]));
                for c in line[left + 1..right].chars() {
                    match c {
                        // An empty square, or its number.
                        '.' | '0'..='9' => out.push_str(&in_style(style::DIM, c)),
                        '(' | ')' | '[' | ']' | '{' | '}' => {
                            out.push_str(&in_style(style::WARN, c));
                        }
                        ' ' => out.push(c),
                        // Draughts letters say the colour themselves, chess letters by their case.
                        c if c == 'b' || !chess && c == 'B' || chess && c.is_ascii_lowercase() => {
                            out.push_str(&in_style(style::BLACK_PIECE, c));
                        }
                        c => out.push_str(&in_style(style::WHITE_PIECE, c)),
                    }
                }
                out.push_str(&in_style(style::DIM, &line[right..]));
            }
            _ => out.push_str(&in_style(style::DIM, line)),
        }
        out.push('\n');
    }
    out
}
