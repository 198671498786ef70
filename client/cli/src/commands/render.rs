//! `tabuleiro render`: a diagram of a position.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use tabuleiro_client::{Client, DiagramFormat, Side, v1::MarkStyle};

use super::{Found, moves::after_moves};
use crate::{
    args::{GameArgs, Global, SideArg},
    failure::Failure,
    output::Out,
    rules,
};

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    game: GameArgs,
    /// Moves that were played already
    #[arg(value_name = "MOVE")]
    played: Vec<String>,
    /// Form of the diagram
    #[arg(long, value_name = "FORM", default_value = "unicode")]
    format: Form,
    /// Who sits at the bottom
    #[arg(long, value_name = "SIDE", default_value = "white")]
    bottom: SideArg,
    /// Marked squares, parted by commas
    #[arg(long, value_name = "SQUARE", value_delimiter = ',')]
    mark: Vec<String>,
    /// Arrows, such as e2-e4, parted by commas
    #[arg(long, value_name = "FROM-TO", value_delimiter = ',')]
    arrow: Vec<String>,
    /// Without files, ranks and numbers
    #[arg(long)]
    no_coordinates: bool,
    /// Width of an SVG in pixels
    #[arg(long, value_name = "PIXELS", default_value = "0")]
    width: i32,
    /// Write to this file
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Form {
    Svg,
    Unicode,
    Ascii,
}

pub(crate) async fn run(
    args: &Arguments,
    global: &Global,
    client: &Client,
    out: &mut Out,
) -> Result<Found, Failure> {
    let game = after_moves(rules::game(&args.game, global)?, &args.played)?;
    let ruleset = game.ruleset.clone();
    let mut call = client
        .render_board(game)
        .format(match args.format {
            Form::Svg => DiagramFormat::Svg,
            Form::Unicode => DiagramFormat::Unicode,
            Form::Ascii => DiagramFormat::Ascii,
        })
        .bottom(match args.bottom {
            SideArg::White => Side::White,
            SideArg::Black => Side::Black,
        })
        .width_px(args.width);
    for square in &args.mark {
        call = call.mark(square, MarkStyle::Highlight);
    }
    for arrow in &args.arrow {
        let (from, to) = arrow.split_once('-').ok_or_else(|| {
            Failure::usage(|lang| {
                let takes = lang.say(
                    "--arrow takes FROM-TO, not",
                    "--arrow aceita FROM-TO, e não",
                );
                format!("{takes} {arrow:?}")
            })
        })?;
        call = call.arrow(from, to);
    }
    if args.no_coordinates {
        call = call.without_coordinates();
    }
    let answer = match call.send().await {
        Ok(answer) => answer,
        Err(error) => {
            let fen = args.game.fen.as_deref();
            return Err(rules::explain(error.into(), client, ruleset, fen).await);
        }
    };
    if let Some(path) = &args.output {
        std::fs::write(path, &answer.diagram).map_err(|error| Failure::File {
            name: path.display().to_string(),
            error,
        })?;
    } else if !out.json_only(&answer)? {
        out.write(&answer.diagram)?;
        if !answer.diagram.ends_with('\n') {
            out.line("")?;
        }
    }
    Ok(Found::Nothing)
}
