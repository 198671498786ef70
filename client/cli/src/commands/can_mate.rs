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
    /// Positions; composed ones that no game reaches are taken too. Without them: lines of FEN, tab, side on standard
    /// input. Each is answered by a line: yes, no, undetermined, or error where it cannot be read
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
        let ask = |(fen, side): &(String, Side)| {
            let game = Game::from_position(rules.clone(), fen).relaxed();
            client.can_mate(game, *side).work_budget(args.work_budget)
        };
        let readable: Vec<_> = batch
            .iter()
            .filter_map(|asked| asked.as_ref().ok())
            .collect();
        let mut outcomes = match readable.as_slice() {
            [] => Vec::new(),
            [one] => vec![match ask(one).send().await {
                Ok(answer) => Ok(answer),
                Err(Error::Refused(refusal)) if questions.len() > 1 => Err(*refusal),
                Err(error) => {
                    let ruleset = Some(rules.into());
                    return Err(rules::explain(error.into(), client, ruleset, Some(&one.0)).await);
                }
            }],
            many => {
                let calls = many.iter().map(|one| ask(one));
                client.batch_can_mate().ask_all(calls).send().await?
            }
        }
        .into_iter();
        for asked in batch {
            match asked {
                Ok((fen, _)) => {
                    let outcome = outcomes
                        .next()
                        .ok_or_else(|| Error::Protocol("a batch answer is too short".to_owned()))?;
                    show(fen, outcome, args, out, &mut found)?;
                }
                Err(unreadable) => {
                    found = Found::Something;
                    if !out.json_only(&serde_json::json!({ "error": unreadable }))? {
                        out.line("error")?;
                        let (note, plain) = (style::NOTE, style::PLAIN);
                        anstream::eprintln!("{note}error{plain}: {unreadable}");
                    }
                }
            }
        }
    }
    Ok(found)
}

/// A question, or why its line cannot be read.
type Asked = Result<(String, Side), String>;

/// Positions with the side that is asked for.
fn questions(args: &Arguments) -> Result<Vec<Asked>, Failure> {
    let given = args.side.map(|side| match side {
        SideArg::White => Side::White,
        SideArg::Black => Side::Black,
    });
    if !args.positions.is_empty() && args.positions != ["-"] {
        let side = given.ok_or_else(|| Failure::usage("--side white or --side black is needed"))?;
        return Ok(args
            .positions
            .iter()
            .map(|fen| Ok((fen.clone(), side)))
            .collect());
    }
    // One line that cannot be read takes no other with it.
    let question = |(number, line): (usize, Vec<u8>)| {
        let place = format!("<stdin>, line {number}");
        let line = String::from_utf8(line).map_err(|_| format!("{place}: not UTF-8"))?;
        let (fen, word) = line.split_once('\t').unwrap_or((&line, ""));
        let side = match (word.trim().to_ascii_lowercase().as_str(), given) {
            ("white" | "w", _) => Side::White,
            ("black" | "b", _) => Side::Black,
            ("", Some(side)) => side,
            (other, _) => {
                return Err(format!("{place}: FEN, tab, white or black; not {other:?}"));
            }
        };
        Ok((fen.to_owned(), side))
    };
    Ok(input::lines_of_stdin()?.into_iter().map(question).collect())
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
