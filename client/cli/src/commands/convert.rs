//! `tabuleiro convert`: one game from one form to another.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use tabuleiro_client::{
    Client, Notation,
    v1::{GameFault, RecordFormat},
};

use super::Found;
use crate::{
    args::{FormatArg, Global},
    failure::Failure,
    input,
    output::{Out, style},
    rules,
};

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// A text with one game, plain or compressed (gzip, zstd); - is standard input
    #[arg(value_name = "FILE", default_value = "-")]
    file: PathBuf,
    /// Variant, over what the tags say
    #[arg(long, short = 'V', value_name = "ID")]
    variant: Option<String>,
    /// How the text is written. Without it: told from the text
    #[arg(long, value_name = "FORMAT")]
    from: Option<FormatArg>,
    /// What it becomes
    #[arg(long, value_name = "FORMAT", required_unless_present = "json")]
    to: Option<FormatArg>,
    /// Notation of the moves. Without it: what the format has
    #[arg(long, value_name = "NOTATION")]
    notation: Option<NotationArg>,
    /// Moves are written with the letters of this language, as on score sheets
    #[arg(long, value_name = "BCP47", conflicts_with = "notation")]
    language: Option<String>,
    /// Moves of the text are written with the letters of this language, as on score sheets
    #[arg(long, value_name = "BCP47")]
    from_language: Option<String>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum NotationArg {
    San,
    Lan,
    Uci,
    Figurine,
    Pdn,
    Numeric,
    Algebraic,
    Hub,
    FullPath,
    RussianShort,
}

impl From<NotationArg> for Notation {
    fn from(notation: NotationArg) -> Notation {
        match notation {
            NotationArg::San => Notation::San,
            NotationArg::Lan => Notation::Lan,
            NotationArg::Uci => Notation::Uci,
            NotationArg::Figurine => Notation::Figurine,
            NotationArg::Pdn => Notation::Pdn,
            NotationArg::Numeric => Notation::Numeric,
            NotationArg::Algebraic => Notation::Algebraic,
            NotationArg::Hub => Notation::Hub,
            NotationArg::FullPath => Notation::FullPath,
            NotationArg::RussianShort => Notation::RussianShort,
        }
    }
}

/// The contract's value.
pub(crate) fn format(format: FormatArg) -> RecordFormat {
    match format {
        FormatArg::Pgn => RecordFormat::Pgn,
        FormatArg::Pdn => RecordFormat::Pdn,
    }
}

pub(crate) async fn run(
    args: &Arguments,
    global: &Global,
    client: &Client,
    out: &mut Out,
) -> Result<Found, Failure> {
    let mut call = client.convert_text(input::read(&args.file).await?);
    let mut ruleset = None;
    match &args.variant {
        Some(variant) => {
            let rules = rules::rules(variant, global)?;
            ruleset = Some(rules.clone().into());
            call = call.rules(rules);
        }
        None if rules::has_rules(global) => {
            return Err(rules::rules_need_a_variant());
        }
        None => {}
    }
    if let Some(from) = args.from {
        call = call.from_format(format(from));
    }
    if let Some(to) = args.to {
        call = call.to_format(format(to));
    }
    if let Some(language) = &args.from_language {
        call = call.from_score_sheet(language);
    }
    if let Some(language) = &args.language {
        call = call.to_score_sheet(language);
    }
    if let Some(notation) = args.notation {
        call = call.to_notation(notation.into());
    }
    let answer = match call.send().await {
        Ok(answer) => answer,
        Err(error) => return Err(rules::explain(error.into(), client, ruleset, None).await),
    };
    let found = Found::something_if(!answer.notes.is_empty());
    if out.json_only(&answer)? {
        return Ok(found);
    }
    out.write(&answer.text)?;
    // Beside the text, which may go into a file.
    for note in &answer.notes {
        say(&input::name(&args.file), note);
    }
    Ok(found)
}

fn say(name: &str, note: &GameFault) {
    let (warn, plain) = (style::WARN, style::PLAIN);
    let place = note.place.unwrap_or_default();
    let GameFault { code, message, .. } = note;
    anstream::eprintln!(
        "{name}:{}:{}: {warn}{code}{plain} {message}",
        place.line,
        place.column
    );
}
