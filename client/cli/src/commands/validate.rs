//! `tabuleiro validate`: every fault of a position text.

use clap::Args;
use tabuleiro_client::{Call, Client, Error, proto::v1::rules_service::ValidatePosition, v1};

use super::{
    Found,
    batch::{self, Asked, Told},
};
use crate::{
    args::Global,
    failure::Failure,
    lang::Lang,
    output::{
        Out,
        board::Drawer,
        caret,
        style::{self, in_style},
    },
    rules,
};

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Variant or rule set, e.g. chess, brazilian
    #[arg(long, short = 'V', value_name = "ID")]
    variant: String,
    /// Position texts; - reads them from standard input, one a line. Each is answered by itself; error where it cannot be read
    #[arg(value_name = "FEN", required_unless_present = "fen")]
    positions: Vec<String>,
    /// A position text, as the other commands take it
    #[arg(long, value_name = "FEN", conflicts_with = "positions")]
    fen: Option<String>,
    /// What can be waived without a guess is waived, and said
    #[arg(long)]
    relaxed: bool,
}

pub(crate) async fn run(
    args: &Arguments,
    global: &Global,
    client: &Client,
    out: &mut Out,
) -> Result<Found, Failure> {
    let rules = rules::rules(&args.variant, global)?;
    let ask = |fen: &String| {
        let call = client.validate_position(rules.clone(), fen);
        if args.relaxed { call.relaxed() } else { call }
    };
    let lang = out.lang();
    let typed: Vec<&String> = args.positions.iter().chain(&args.fen).collect();
    // A position that is typed alone is drawn, and refused as the other commands do it.
    if let ([fen], false) = (typed.as_slice(), batch::from_stdin(&args.positions)) {
        let answer = match ask(fen).send().await {
            Ok(answer) => answer,
            Err(error) => {
                return Err(rules::explain(error.into(), client, Some(rules.into()), None).await);
            }
        };
        if !out.json_only(&answer)? {
            let switches = rules::switches(global)?;
            let rulebook = global.rulebook.as_deref().unwrap_or_default();
            let drawer = Drawer::new(&args.variant, rulebook, &switches);
            out.write(&told(fen, &answer, drawer.as_ref(), lang))?;
        }
        return Ok(Found::something_if(!answer.valid));
    }
    let positions = if batch::from_stdin(&args.positions) {
        batch::lines_of_stdin(lang, |line| Ok(line.to_owned())).await?
    } else {
        let typed = typed.into_iter().map(|fen| Asked {
            place: fen.escape_debug().to_string(),
            question: Ok(fen.clone()),
        });
        typed.collect()
    };
    let prepare = async |fen: &String| Ok(ask(fen));
    let send = async |calls: Vec<Call<'_, ValidatePosition>>| {
        let mut outcomes = Vec::with_capacity(calls.len());
        for call in calls {
            outcomes.push(match call.send().await {
                Ok(answer) => Ok(answer),
                Err(Error::Refused(refusal)) => Err(*refusal),
                Err(error) => return Err(error),
            });
        }
        Ok(outcomes)
    };
    let tell = |fen: &String, answer: &v1::ValidatePositionResponse| Told {
        line: told(fen, answer, None, lang).trim_end().to_owned(),
        notes: Vec::new(),
        found: Found::something_if(!answer.valid),
    };
    let ruleset = Some(rules.clone().into());
    batch::run(
        &positions,
        (client, ruleset),
        out,
        prepare,
        send,
        tell,
        |fen| Some(fen.clone()),
    )
    .await
}

/// The faults under the text, or the position in its normal form and what was waived.
fn told(
    fen: &str,
    answer: &v1::ValidatePositionResponse,
    drawer: Option<&Drawer>,
    lang: Lang,
) -> String {
    let mut text = String::new();
    if !answer.valid {
        let count = lang.count(
            answer.faults.len(),
            ["fault", "falha"],
            ["faults", "falhas"],
        );
        text.push_str(&format!(
            "{}\n",
            in_style(style::BAD.bold(), format!("✗ {count}"))
        ));
        for line in caret::under(fen, &answer.faults) {
            text.push_str(&format!("  {line}\n"));
        }
        return text;
    }
    if let Some(position) = &answer.position {
        let mark = in_style(style::GOOD, "✓");
        text.push_str(&format!("{mark} {}\n", position.fen));
        if let Some(drawer) = drawer {
            text.push_str(&drawer.draw(position, &[]));
        }
    }
    if let Some(number) = answer.chess960_number {
        text.push_str(&format!("Chess960 {number}\n"));
    }
    for line in caret::under(fen, &answer.notes) {
        text.push_str(&format!("{}\n", in_style(style::WARN, format!("  {line}"))));
    }
    text
}
