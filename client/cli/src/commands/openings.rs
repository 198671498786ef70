//! `tabuleiro openings`: tables of balloted openings, and draws from them.

use clap::{Args, Subcommand};
use tabuleiro_client::{Client, v1};

use super::Found;
use crate::{
    args::Global,
    failure::Failure,
    output::{
        Out,
        style::{self, in_style},
        table, words,
    },
    rules,
};

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// The tables, or the openings of one
    List {
        /// Only tables of this variant
        #[arg(long, short = 'V', value_name = "ID")]
        variant: Option<String>,
        /// The openings of this table
        #[arg(value_name = "TABLE")]
        table: Option<String>,
    },
    /// Draw from a table by a number: the same number gives the same draw
    Draw {
        /// Variant of the table
        #[arg(long, short = 'V', value_name = "ID")]
        variant: String,
        /// Table; without it only colours are drawn
        #[arg(value_name = "TABLE")]
        table: Option<String>,
        /// The number that decides, such as one that both players had a part in
        #[arg(long, value_name = "N")]
        number: u64,
        /// Which game of the match, from 1
        #[arg(long, value_name = "N", default_value = "1")]
        game: i32,
        /// Draw colours too
        #[arg(long)]
        colours: bool,
    },
}

pub(crate) async fn run(
    args: &Arguments,
    global: &Global,
    client: &Client,
    out: &mut Out,
) -> Result<Found, Failure> {
    match &args.command {
        Command::List { variant, table } => {
            let mut page = String::new();
            loop {
                let mut call = client.list_openings().page_size(1000).page_token(page);
                if let Some(variant) = variant {
                    call = call.variant(variant);
                }
                if let Some(table) = table {
                    call = call.table(table);
                }
                let answer = call.send().await?;
                if !out.json_only(&answer)? {
                    list(&answer, out)?;
                }
                page = answer.next_page_token;
                if page.is_empty() {
                    return Ok(Found::Nothing);
                }
            }
        }
        Command::Draw {
            variant,
            table,
            number,
            game,
            colours,
        } => {
            let rules = rules::rules(variant, global)?;
            let mut call = match table {
                Some(table) => client.draw_opening(rules.clone(), table, *number),
                None => client.draw_colours(rules.clone(), *number),
            };
            call = call.game_number(*game);
            if *colours {
                call = call.with_colours();
            }
            let answer = match call.send().await {
                Ok(answer) => answer,
                Err(error) => {
                    return Err(
                        rules::explain(error.into(), client, Some(rules.into()), None).await,
                    );
                }
            };
            if !out.json_only(&answer)? {
                drawn(&answer, out)?;
            }
            Ok(Found::Nothing)
        }
    }
}

fn list(answer: &v1::ListOpeningsResponse, out: &mut Out) -> Result<(), Failure> {
    let mut rows = table::new(&[]);
    if answer.openings.is_empty() {
        for table in &answer.tables {
            let count = table.opening_count.to_string();
            rows.add_row([&table.id, &table.variant, &count, &table.name]);
        }
    }
    for opening in &answer.openings {
        let barred = if opening.barred {
            out.lang().say("barred", "excluída")
        } else {
            ""
        };
        rows.add_row([
            &opening.number.to_string(),
            &opening.moves.join(" "),
            &opening.name,
            barred,
        ]);
    }
    out.write(&table::text(&rows))
}

fn drawn(answer: &v1::DrawOpeningResponse, out: &mut Out) -> Result<(), Failure> {
    let lang = out.lang();
    if let Some(opening) = &answer.opening {
        let says = format!("{}  {}", opening.number, opening.moves.join(" "));
        out.line(in_style(style::HEAD, says))?;
        if !opening.name.is_empty() {
            out.line(&opening.name)?;
        }
    }
    if let Some(position) = &answer.position {
        out.line(&position.fen)?;
    }
    let first = lang.say(
        "the first player of the match has",
        "o primeiro jogador do match fica com",
    );
    out.line(format!(
        "{first}: {}",
        words::side(answer.first_player_side, lang)
    ))?;
    out.line(in_style(style::DIM, &answer.generator))
}
