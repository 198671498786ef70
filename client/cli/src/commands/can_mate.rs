//! `tabuleiro can-mate`: whether a side can still mate, of one position or of many.

use clap::Args;
use tabuleiro_client::{
    Call, Client, Game, Side,
    proto::v1::arbiter_service::CanMate,
    v1::{CanMateResponse, MateVerdict},
};

use super::{
    Found,
    batch::{self, Asked, Told},
};
use crate::{
    args::{Global, SideArg},
    failure::Failure,
    lang::Lang,
    output::{Out, values, words},
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
    let rules = rules::rules(&args.variant, global)?;
    let ask = |(fen, side): &(String, Side)| {
        let game = Game::from_position(rules.clone(), fen).relaxed();
        client.can_mate(game, *side).work_budget(args.work_budget)
    };
    let lang = out.lang();
    // A position that is typed alone is answered or refused as the other commands do it.
    if let ([fen], false) = (
        args.positions.as_slice(),
        batch::from_stdin(&args.positions),
    ) {
        return match ask(&(fen.clone(), typed_side(args)?)).send().await {
            Ok(answer) => {
                if !out.json_only(&answer)? {
                    out.line(told(&answer, args.verbose, lang))?;
                }
                Ok(Found::Nothing)
            }
            Err(error) => {
                let ruleset = Some(rules.into());
                Err(rules::explain(error.into(), client, ruleset, Some(fen)).await)
            }
        };
    }
    let questions = questions(args, lang).await?;
    let prepare = async |question: &(String, Side)| Ok(ask(question));
    let send =
        async |calls: Vec<Call<'_, CanMate>>| client.batch_can_mate().ask_all(calls).send().await;
    let tell = |_: &(String, Side), answer: &CanMateResponse| {
        Told::plain(told(answer, args.verbose, lang))
    };
    let ruleset = Some(rules.clone().into());
    batch::run(
        &questions,
        (client, ruleset),
        out,
        prepare,
        send,
        tell,
        |(fen, _)| Some(fen.clone()),
    )
    .await
}

/// The side that is asked for where the positions are typed.
fn typed_side(args: &Arguments) -> Result<Side, Failure> {
    args.side.map(side).ok_or_else(|| {
        Failure::usage(|lang| {
            lang.say(
                "--side white or --side black is needed",
                "é preciso --side white ou --side black",
            )
            .to_owned()
        })
    })
}

fn side(typed: SideArg) -> Side {
    match typed {
        SideArg::White => Side::White,
        SideArg::Black => Side::Black,
    }
}

/// Positions with the side that is asked for.
async fn questions(args: &Arguments, lang: Lang) -> Result<Vec<Asked<(String, Side)>>, Failure> {
    if !args.positions.is_empty() && !batch::from_stdin(&args.positions) {
        let side = typed_side(args)?;
        let typed = args.positions.iter().map(|fen| Asked {
            place: fen.escape_debug().to_string(),
            question: Ok((fen.clone(), side)),
        });
        return Ok(typed.collect());
    }
    batch::lines_of_stdin(lang, |line| {
        let (fen, word) = line.split_once('\t').unwrap_or((line, ""));
        let side = match (word.trim().to_ascii_lowercase().as_str(), args.side) {
            ("white" | "w", _) => Side::White,
            ("black" | "b", _) => Side::Black,
            ("", Some(typed)) => side(typed),
            (other, _) => {
                return Err(crate::lang::Told::by(|lang| {
                    let says = lang.say(
                        "FEN, tab, white or black; not",
                        "FEN, tabulação, white ou black; e não",
                    );
                    format!("{says} {other:?}")
                }));
            }
        };
        Ok((fen.to_owned(), side))
    })
    .await
}

/// Whether mate is possible, on one line; with `verbose`, why.
fn told(answer: &CanMateResponse, verbose: bool, lang: Lang) -> String {
    let mate = answer.answer.clone().unwrap_or_default();
    // The first word is the same in every language: a program may read it.
    let (word, why) = match mate.verdict() {
        MateVerdict::Winnable => ("yes", words::moves(&mate.line, " ", lang)),
        MateVerdict::Unwinnable => ("no", values::unwinnable(mate.reason, lang)),
        MateVerdict::Undetermined | MateVerdict::Unspecified => {
            let searched = usize::try_from(mate.positions_searched).unwrap_or(0);
            let one = ["position", "posição"];
            (
                "undetermined",
                lang.count(searched, one, ["positions", "posições"]),
            )
        }
    };
    if verbose {
        format!("{word}\t{why}")
    } else {
        word.to_owned()
    }
}
