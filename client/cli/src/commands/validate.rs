//! `tabuleiro validate`: every fault of a position text.

use clap::Args;
use tabuleiro_client::{Client, v1};

use super::Found;
use crate::{
    args::Global,
    failure::Failure,
    input,
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
    /// Position texts; - reads them from standard input, one a line
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
    let from_stdin = args.positions == ["-"];
    let positions: Vec<String> = if from_stdin {
        let lines = input::lines_of_stdin().await?.into_iter();
        lines
            .map(|(number, line)| {
                String::from_utf8(line)
                    .map_err(|_| Failure::usage(format!("<stdin>, line {number}: not UTF-8")))
            })
            .collect::<Result<_, _>>()?
    } else {
        args.positions.iter().chain(&args.fen).cloned().collect()
    };
    let switches = rules::switches(global)?;
    let rulebook = global.rulebook.as_deref().unwrap_or_default();
    let drawer = Drawer::new(&args.variant, rulebook, &switches);
    let mut found = Found::Nothing;
    for fen in &positions {
        let rules = rules::rules(&args.variant, global)?;
        let mut call = client.validate_position(rules.clone(), fen);
        if args.relaxed {
            call = call.relaxed();
        }
        let answer = match call.send().await {
            Ok(answer) => answer,
            Err(error) => {
                return Err(rules::explain(error.into(), client, Some(rules.into()), None).await);
            }
        };
        if !answer.valid {
            found = Found::Something;
        }
        if !out.json_only(&answer)? {
            show(
                fen,
                &answer,
                drawer.as_ref().filter(|_| positions.len() == 1),
                out,
            )?;
        }
    }
    Ok(found)
}

fn show(
    fen: &str,
    answer: &v1::ValidatePositionResponse,
    drawer: Option<&Drawer>,
    out: &mut Out,
) -> Result<(), Failure> {
    let lang = out.lang();
    if !answer.valid {
        let count = lang.count(
            answer.faults.len(),
            ["fault", "falha"],
            ["faults", "falhas"],
        );
        out.line(in_style(style::BAD.bold(), format!("✗ {count}")))?;
        for line in caret::under(fen, &answer.faults) {
            out.line(format!("  {line}"))?;
        }
        return Ok(());
    }
    if let Some(position) = &answer.position {
        out.line(format!("{} {}", in_style(style::GOOD, "✓"), position.fen))?;
        if let Some(drawer) = drawer {
            out.write(&drawer.draw(position, &[]))?;
        }
    }
    if let Some(number) = answer.chess960_number {
        out.line(format!("Chess960 {number}"))?;
    }
    if !answer.notes.is_empty() {
        for line in caret::under(fen, &answer.notes) {
            out.line(in_style(style::WARN, format!("  {line}")))?;
        }
    }
    Ok(())
}
