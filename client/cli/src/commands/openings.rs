//! `tabuleiro openings`: tables of balloted openings, and draws from them.

use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use tabuleiro_client::{Client, DiagramFormat, Side, v1};

use super::Found;
use crate::{
    args::Global,
    deck,
    failure::Failure,
    input, lang,
    output::{
        Out, refusals,
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
        /// The openings of this table, or of one of its decks (english-3-move/144)
        #[arg(value_name = "TABLE")]
        table: Option<String>,
    },
    /// Draw from a table by a number: the same number gives the same draw
    Draw {
        /// Variant of the table
        #[arg(long, short = 'V', value_name = "ID")]
        variant: String,
        /// Table or one of its decks; without it only colours are drawn
        #[arg(value_name = "TABLE")]
        table: Option<String>,
        /// Draw from a deck of your own: a file with a card on each line, `[FEN |] MOVES [; NAME]`; `!` before a card
        /// leaves it out of the draw, `#` begins a comment, `-` is standard input
        #[arg(long, value_name = "FILE", conflicts_with = "table")]
        deck: Option<PathBuf>,
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
            let mut openings = Vec::new();
            loop {
                let mut call = client.list_openings().page_size(1000).page_token(page);
                if let Some(variant) = variant {
                    call = call.variant(variant);
                }
                if let Some(table) = table {
                    call = call.table(table);
                }
                let answer = call.send().await?;
                let json = out.json_only(&answer)?;
                openings.extend(answer.openings);
                page = answer.next_page_token;
                if !page.is_empty() {
                    continue;
                }
                if !json && table.is_none() {
                    tables(&answer.tables, out)?;
                } else if !json {
                    listed(&openings, out)?;
                }
                return Ok(Found::Nothing);
            }
        }
        Command::Draw {
            variant,
            table,
            deck,
            number,
            game,
            colours,
        } => {
            let rules = rules::rules(variant, global)?;
            let own = match deck {
                Some(path) => Some(own_deck(path).await?),
                None => None,
            };
            let lines = own.as_ref().map(|(_, lines)| lines.clone());
            let mut call = match (own, table) {
                (Some((deck, _)), _) => client.draw_from_deck(rules.clone(), deck, *number),
                (None, Some(table)) => client.draw_opening(rules.clone(), table, *number),
                (None, None) => client.draw_colours(rules.clone(), *number),
            };
            call = call.game_number(*game);
            if *colours {
                call = call.with_colours();
            }
            let answer = match call.send().await {
                Ok(answer) => answer,
                Err(error) => {
                    let failure = Failure::from(error);
                    let lines = lines.unwrap_or_default();
                    let failure = match at_lines(&failure, &lines) {
                        notes if notes.is_empty() => failure,
                        notes => failure.explained_by(notes),
                    };
                    return Err(rules::explain(failure, client, Some(rules.into()), None).await);
                }
            };
            if !out.json_only(&answer)? {
                let board = match answer.game.clone().filter(|_| answer.opening.is_some()) {
                    Some(game) => {
                        client
                            .render_board(game)
                            .format(DiagramFormat::Unicode)
                            .bottom(match answer.first_player_side() {
                                v1::Side::Black => Side::Black,
                                v1::Side::White | v1::Side::Unspecified => Side::White,
                            })
                            .send()
                            .await?
                            .diagram
                    }
                    None => String::new(),
                };
                drawn(&answer, &board, out)?;
            }
            Ok(Found::Nothing)
        }
    }
}

/// The deck of a file, with the line of each card.
async fn own_deck(path: &Path) -> Result<(v1::OpeningDeck, Vec<usize>), Failure> {
    let bytes = input::read(path).await?;
    let text = String::from_utf8(bytes).map_err(|_| {
        Failure::usage(|lang| {
            let says = lang.say("the deck is not UTF-8", "o baralho não está em UTF-8");
            format!("{}: {says}", path.display())
        })
    })?;
    let (deck, lines) = deck::read(&text);
    if lines.is_empty() {
        return Err(Failure::usage(|lang| {
            let says = lang.each(
                "the deck has no card",
                "o baralho não tem nenhuma cédula",
                "o baralho não tem nenhum cartão",
            );
            format!("{}: {says}", path.display())
        }));
    }
    Ok((deck, lines))
}

/// What is wrong with the cards of a file, by its lines.
fn at_lines(failure: &Failure, lines: &[usize]) -> Vec<lang::Told> {
    let faults = failure
        .refusal()
        .map_or(&[][..], |refusal| refusal.fields());
    let told = faults.iter().filter_map(|fault| {
        let card = fault.field.strip_prefix("deck.cards[")?;
        let index: usize = card.split(']').next()?.parse().ok()?;
        let line = lines.get(index)?;
        Some(lang::Told::by(|lang| {
            let word = lang.say("line", "linha");
            format!("{word} {line}: {}", refusals::fault(fault, lang))
        }))
    });
    told.collect()
}

/// Of more decks than this, such as a table's numbered categories, the first and the last stand for all.
const FEW_DECKS: usize = 6;

fn tables(tables: &[v1::OpeningTable], out: &mut Out) -> Result<(), Failure> {
    let lang = out.lang();
    let mut rows = table::new(&[
        "id",
        lang.say("variant", "variante"),
        lang.say("openings", "aberturas"),
        lang.say("name", "nome"),
    ]);
    for table in tables {
        let count = table.opening_count.to_string();
        rows.add_row([&table.id, &table.variant, &count, &table.name]);
        let many = table.decks.len() > FEW_DECKS;
        for (place, deck) in (1..).zip(&table.decks) {
            let count = deck.opening_count.to_string();
            match table.decks.len() {
                // A table with a single deck is drawn from whole.
                1 => {}
                last if !many || place <= 2 || place == last => {
                    rows.add_row([&deck.id, "", &count, ""]);
                }
                _ if place == 3 => {
                    rows.add_row(["…", "", "", ""]);
                }
                _ => {}
            }
        }
    }
    out.write(&table::text(&rows))
}

fn listed(openings: &[v1::Opening], out: &mut Out) -> Result<(), Failure> {
    let lang = out.lang();
    // Columns that are empty in the whole table are left out.
    let coded = openings.iter().any(is_coded);
    let set_up = openings.iter().any(|it| !it.start_position.is_empty());
    let named = openings.iter().any(|it| !it.name.is_empty());
    let barred = openings.iter().any(|it| it.barred);
    let columns = [
        (true, "nº"),
        (coded, lang.say("code", "código")),
        (set_up, lang.say("start", "início")),
        (true, lang.say("moves", "lances")),
        (named, lang.say("name", "nome")),
        (barred, ""),
    ];
    let shown = |cells: [&str; 6]| -> Vec<String> {
        let cells = cells.into_iter().zip(&columns);
        let kept = cells.filter(|(_, (shown, _))| *shown);
        kept.map(|(cell, _)| cell.to_owned()).collect()
    };
    let heading = columns.map(|(_, name)| name);
    let heading = shown(heading);
    let heading: Vec<&str> = heading.iter().map(String::as_str).collect();
    let mut rows = table::new(&heading);
    for opening in openings {
        rows.add_row(shown([
            &opening.number.to_string(),
            &opening.label,
            &opening.start_position,
            &opening.moves.join(" "),
            &opening.name,
            if opening.barred {
                lang.say("barred", "excluída")
            } else {
                ""
            },
        ]));
    }
    out.write(&table::text(&rows))
}

/// Whether the printed table calls it by something else than its number.
fn is_coded(opening: &v1::Opening) -> bool {
    !opening.label.is_empty() && opening.label != opening.number.to_string()
}

fn drawn(answer: &v1::DrawOpeningResponse, board: &str, out: &mut Out) -> Result<(), Failure> {
    let lang = out.lang();
    if let Some(opening) = &answer.opening {
        let mut says = opening.number.to_string();
        if is_coded(opening) {
            says = format!("{says} ({})", opening.label);
        }
        for more in [&opening.moves.join(" "), &opening.name] {
            if !more.is_empty() {
                says = format!("{says}  {more}");
            }
        }
        out.line(in_style(style::HEAD, says))?;
        out.write(board)?;
        if !board.ends_with('\n') {
            out.line("")?;
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
