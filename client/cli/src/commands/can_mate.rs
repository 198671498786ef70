//! `tabuleiro can-mate`: whether a side can still mate, of one position or of many.

use clap::Args;
use tabuleiro_client::{
    Client, Error, Game, Refusal, Side,
    v1::{CanMateResponse, MateVerdict},
};

use super::Found;
use crate::{
    args::{Global, SideArg},
    failure::Failure,
    input,
    output::{Out, style, words::word},
    rules,
};

/// Questions in one call.
const BATCH: usize = 64;

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The side that would mate; without positions, of lines that name none
    #[arg(long)]
    side: Option<SideArg>,
    /// Positions. Without them: lines of FEN, tab, side on standard input
    #[arg(value_name = "FEN")]
    positions: Vec<String>,
    /// Variant of chess
    #[arg(long, short = 'V', value_name = "ID", default_value = "chess")]
    variant: String,
    /// Positions that the search may look at, for each question
    #[arg(long, value_name = "N", default_value = "0")]
    work_budget: i64,
    /// Also the reason, or the line that mates
    #[arg(long, short)]
    verbose: bool,
}

pub(crate) async fn run(
    args: &Arguments,
    global: &Global,
    client: &Client,
    out: &mut Out,
) -> Result<Found, Failure> {
    let questions = questions(args)?;
    let rules = rules::rules(&args.variant, global)?;
    let mut found = Found::Nothing;
    for batch in questions.chunks(BATCH) {
        let calls = batch.iter().map(|(fen, side)| {
            let game = Game::from_position(rules.clone(), fen);
            client.can_mate(game, *side).work_budget(args.work_budget)
        });
        let outcomes = if let [(fen, side)] = batch {
            let game = Game::from_position(rules.clone(), fen);
            let call = client.can_mate(game, *side).work_budget(args.work_budget);
            vec![match call.send().await {
                Ok(answer) => Ok(answer),
                Err(Error::Refused(refusal)) if questions.len() > 1 => Err(*refusal),
                Err(error) => {
                    let ruleset = Some(rules.into());
                    return Err(rules::explain(error.into(), client, ruleset, Some(fen)).await);
                }
            }]
        } else {
            client.batch_can_mate().ask_all(calls).send().await?
        };
        for ((fen, _), outcome) in batch.iter().zip(outcomes) {
            show(fen, outcome, args, out, &mut found)?;
        }
    }
    Ok(found)
}

/// Positions with the side that is asked for.
fn questions(args: &Arguments) -> Result<Vec<(String, Side)>, Failure> {
    let given = args.side.map(|side| match side {
        SideArg::White => Side::White,
        SideArg::Black => Side::Black,
    });
    if !args.positions.is_empty() && args.positions != ["-"] {
        let side = given.ok_or_else(|| Failure::usage("--side white or --side black is needed"))?;
        return Ok(args
            .positions
            .iter()
            .map(|fen| (fen.clone(), side))
            .collect());
    }
    let question = |(number, line): (usize, &String)| {
        let (fen, word) = line
            .split_once('\t')
            .map_or((line.as_str(), ""), |parts| parts);
        let side = match (word.trim(), given) {
            ("white" | "w", _) => Side::White,
            ("black" | "b", _) => Side::Black,
            ("", Some(side)) => side,
            (other, _) => {
                return Err(Failure::usage(format!(
                    "<stdin>, line {}: FEN, tab, white or black; not {other:?}",
                    number + 1
                )));
            }
        };
        Ok((fen.to_owned(), side))
    };
    input::lines_of_stdin()?
        .iter()
        .enumerate()
        .map(question)
        .collect()
}

fn show(
    fen: &str,
    outcome: Result<CanMateResponse, Refusal>,
    args: &Arguments,
    out: &mut Out,
    found: &mut Found,
) -> Result<(), Failure> {
    let answer = match outcome {
        Ok(answer) => answer,
        Err(refusal) => {
            *found = Found::Something;
            if !out.json_only(&tabuleiro_proto::json::StatusJson(refusal.to_status()))? {
                out.line("error")?;
                let (note, plain) = (style::NOTE, style::PLAIN);
                anstream::eprintln!("{note}{}{plain}: {refusal}", fen.escape_debug());
            }
            return Ok(());
        }
    };
    if out.json_only(&answer)? {
        return Ok(());
    }
    let mate = answer.answer.unwrap_or_default();
    let (word, why) = match mate.verdict() {
        MateVerdict::Winnable => ("yes", mate.line.join(" ")),
        MateVerdict::Unwinnable => (
            "no",
            word!(UnwinnableReason, "UNWINNABLE_REASON_", mate.reason),
        ),
        MateVerdict::Undetermined | MateVerdict::Unspecified => (
            "undetermined",
            format!("{} positions", mate.positions_searched),
        ),
    };
    if args.verbose {
        out.line(format!("{word}\t{why}"))
    } else {
        out.line(word)
    }
}
