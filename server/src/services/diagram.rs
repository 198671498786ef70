//! `RenderBoard`: a diagram of the position of a game.

use tabuleiro_proto::v1;
use tabuleiro_rules::{
    Kind, Side, Square,
    diagram::{
        Arrow, Board, Cell, Glyphs, Labels, Mark, PieceSet, Scene, Shading, SvgStyle, TextStyle,
        svg, text,
    },
    draughts::{Geometry, Naming},
};

use crate::{
    error::Failure,
    services::{call::Call, standing},
    wire::{self, nouns, position, square::Names},
};

pub(crate) const MOST_MARKS: usize = 256;
const MOST_ARROWS: usize = 64;

/// The width of an SVG that does not say, in pixels.
const WIDTH: u16 = 400;

/// The answer.
///
/// # Errors
/// Misuse.
pub(crate) fn render(
    core: &Call<'_>,
    request: &v1::RenderBoardRequest,
) -> Result<v1::RenderBoardResponse, Failure> {
    wire::at_most(&request.marks, MOST_MARKS, "marks")?;
    wire::at_most(&request.arrows, MOST_ARROWS, "arrows")?;
    let format = wire::enumeration(request.format, "format")?;
    let bottom = nouns::read_side(request.bottom, "bottom")?.unwrap_or(Side::White);
    let width = width(request.width_px)?;

    let state = standing::open(core, request.game.as_ref(), &request.locale)?.state;
    let names = Names::of(state.ruleset());
    let board = match &names {
        Names::Chess => Board::chess(),
        Names::Draughts(geometry) => draughts_board(geometry),
    };
    let shown = position::position(state.position(), true, &names);
    let scene = Scene {
        pieces: state.position().pieces(),
        pockets: pockets(&shown),
        marks: marks(&request.marks, &names)?,
        arrows: arrows(&request.arrows, &names)?,
        turn: Some(state.position().side_to_move()),
    };
    let labels = match (&names, request.coordinates.unwrap_or(true)) {
        (_, false) => Labels::None,
        (Names::Draughts(geometry), true) if geometry.naming() == Naming::Numeric => Labels::Names,
        (_, true) => Labels::Edges,
    };
    let description = shown.fen;
    let drawn = |glyphs| {
        let style = TextStyle {
            bottom,
            labels,
            glyphs,
        };
        (text(&board, &scene, &style), "text/plain; charset=utf-8")
    };
    let (diagram, media_type) = match format {
        v1::DiagramFormat::Unspecified | v1::DiagramFormat::Svg => {
            let style = SvgStyle {
                bottom,
                labels,
                width: Some(width),
                title: Some(
                    core.voice(&request.locale)
                        .variant(state.ruleset().variant()),
                ),
                description: Some(description.clone()),
                ..SvgStyle::default()
            };
            (svg(&board, &scene, &style), "image/svg+xml")
        }
        v1::DiagramFormat::Unicode => drawn(Glyphs::Symbols),
        v1::DiagramFormat::Ascii => drawn(Glyphs::Letters),
    };
    Ok(v1::RenderBoardResponse {
        diagram,
        media_type: media_type.to_owned(),
        description,
    })
}

fn width(width_px: i32) -> Result<u16, Failure> {
    match u16::try_from(width_px) {
        Ok(0) => Ok(WIDTH),
        Ok(width @ 64..=4096) => Ok(width),
        _ => Err(Failure::field(
            "width_px",
            "OUT_OF_RANGE",
            "expected 64 to 4096 pixels, or 0",
        )),
    }
}

fn draughts_board(geometry: &Geometry) -> Board {
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

/// Pieces in hand as the diagram takes them: by side, kind and number.
fn pockets(position: &v1::Position) -> [Vec<(Kind, u8)>; 2] {
    let mut pockets = [Vec::new(), Vec::new()];
    for held in &position.pocket {
        let kind = nouns::read_kind(held.kind, "").ok().flatten();
        let side = nouns::read_side(held.side, "").ok().flatten();
        if let (Some(kind), Some(side)) = (kind, side)
            && let Some(pocket) = pockets.get_mut(side.index())
        {
            pocket.push((kind, u8::try_from(held.piece_count).unwrap_or(u8::MAX)));
        }
    }
    pockets
}

fn marks(marks: &[v1::SquareMark], names: &Names) -> Result<Vec<(Square, Mark)>, Failure> {
    let mut read = Vec::with_capacity(marks.len());
    for (index, mark) in marks.iter().enumerate() {
        let square = names.read(&mark.square, &format!("marks[{index}].square"))?;
        let style = wire::enumeration(mark.style, format_args!("marks[{index}].style"))?;
        read.push((
            square,
            match style {
                v1::MarkStyle::Unspecified | v1::MarkStyle::Highlight => Mark::To,
                v1::MarkStyle::Dot => Mark::Dot,
                v1::MarkStyle::Cross => Mark::Captured,
                v1::MarkStyle::Ring => Mark::Spot,
            },
        ));
    }
    Ok(read)
}

fn arrows(arrows: &[v1::Arrow], names: &Names) -> Result<Vec<Arrow>, Failure> {
    let mut read = Vec::with_capacity(arrows.len());
    for (index, arrow) in arrows.iter().enumerate() {
        let from = names.read(&arrow.from, &format!("arrows[{index}].from"))?;
        let to = names.read(&arrow.to, &format!("arrows[{index}].to"))?;
        if from == to {
            return Err(Failure::field(
                format!("arrows[{index}].to"),
                "SAME_SQUARE",
                "an arrow points to another square",
            ));
        }
        read.push(Arrow { from, to });
    }
    Ok(read)
}
