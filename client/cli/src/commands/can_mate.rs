//! `tabuleiro can-mate`: whether a side can still mate, of one position or of many.

use clap::Args;
use tabuleiro_client::{
    Client, Error, Game, Side,
    v1::{CanMateResponse, MateVerdict},
};

use super::{Found, batch};
use crate::{
    args::{Global, SideArg},
    failure::Failure,
    input,
    output::{Out, words},
    rules,
};

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
    let questions = questions(args).await?;
    let rules = rules::rules(&args.variant, global)?;
    let mut found = Found::Nothing;
    for batch in questions.chunks(batch::SIZE) {
        let ask = |(fen, side): &(String, Side)| {
            let game = Game::from_position(rules.clone(), fen).relaxed();
            client.can_mate(game, *side).work_budget(args.work_budget)
        };
        let readable = batch
            .iter()
            .filter_map(|asked| asked.question.as_ref().ok());
        let calls: Vec<_> = readable.map(ask).collect();
        let mut outcomes = match (calls.len(), questions.as_slice()) {
            (0, _) => Vec::new(),
            // A question that is typed alone is answered or refused as the other commands are.
            (
                1,
                [
                    Asked {
                        question: Ok(one),
                        line: None,
                        ..
                    },
                ],
            ) => match ask(one).send().await {
                Ok(answer) => vec![Ok(answer)],
                Err(error) => {
                    let ruleset = Some(rules.into());
                    return Err(rules::explain(error.into(), client, ruleset, Some(&one.0)).await);
                }
            },
            _ => client.batch_can_mate().ask_all(calls).send().await?,
        }
        .into_iter();
        for asked in batch {
            let outcome = match &asked.question {
                Err(unreadable) => Err(Failure::usage(unreadable)),
                Ok(_) => match outcomes.next() {
                    Some(Ok(answer)) => Ok(answer),
                    Some(Err(refusal)) => Err(Failure::from(Error::Refused(Box::new(refusal)))),
                    None => {
                        return Err(
                            Error::Protocol("a batch answer is too short".to_owned()).into()
                        );
                    }
                },
            };
            match outcome {
                Ok(answer) => show(answer, args, out)?,
                Err(failure) if batch::is_of_the_rules(&failure) => {
                    let ruleset = Some(rules.into());
                    return Err(rules::explain(failure, client, ruleset, None).await);
                }
                Err(failure) => {
                    found = Found::Something;
                    batch::unanswered(&asked.place(), &failure, out)?;
                }
            }
        }
    }
    Ok(found)
}

/// A question that was put.
struct Asked {
    /// The position and the side, or why the line cannot be read.
    question: Result<(String, Side), String>,
    /// The line of standard input. None: it was typed.
    line: Option<usize>,
}

impl Asked {
    /// Where it stands, for messages.
    fn place(&self) -> String {
        match (self.line, &self.question) {
            (Some(line), _) => batch::place(line),
            (None, Ok((fen, _))) => fen.escape_debug().to_string(),
            (None, Err(_)) => String::new(),
        }
    }
}

/// Positions with the side that is asked for.
async fn questions(args: &Arguments) -> Result<Vec<Asked>, Failure> {
    let given = args.side.map(|side| match side {
        SideArg::White => Side::White,
        SideArg::Black => Side::Black,
    });
    if !args.positions.is_empty() && !batch::from_stdin(&args.positions) {
        let side = given.ok_or_else(|| Failure::usage("--side white or --side black is needed"))?;
        let typed = args.positions.iter().map(|fen| Asked {
            question: Ok((fen.clone(), side)),
            line: None,
        });
        return Ok(typed.collect());
    }
    // One line that cannot be read takes no other with it.
    let question = |line: Vec<u8>| {
        let line = String::from_utf8(line).map_err(|_| "not UTF-8".to_owned())?;
        let (fen, word) = line.split_once('\t').unwrap_or((&line, ""));
        let side = match (word.trim().to_ascii_lowercase().as_str(), given) {
            ("white" | "w", _) => Side::White,
            ("black" | "b", _) => Side::Black,
            ("", Some(side)) => side,
            (other, _) => {
                return Err(format!("FEN, tab, white or black; not {other:?}"));
            }
        };
        Ok((fen.to_owned(), side))
    };
    let lines = input::lines_of_stdin().await?.into_iter();
    let asked = lines.map(|(number, line)| Asked {
        question: question(line),
        line: Some(number),
    });
    Ok(asked.collect())
}

fn show(answer: CanMateResponse, args: &Arguments, out: &mut Out) -> Result<(), Failure> {
    if out.json_only(&answer)? {
        return Ok(());
    }
    let mate = answer.answer.unwrap_or_default();
    let lang = out.lang();
    // The first word is the same in every language: a program may read it.
    let (word, why) = match mate.verdict() {
        MateVerdict::Winnable => ("yes", words::moves(&mate.line, " ", lang)),
        MateVerdict::Unwinnable => ("no", words::unwinnable(mate.reason, lang)),
        MateVerdict::Undetermined | MateVerdict::Unspecified => {
            let searched = usize::try_from(mate.positions_searched).unwrap_or(0);
            let one = ["position", "posição"];
            (
                "undetermined",
                lang.count(searched, one, ["positions", "posições"]),
            )
        }
    };
    if args.verbose {
        out.line(format!("{word}\t{why}"))
    } else {
        out.line(word)
    }
}
