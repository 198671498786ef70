//! `tabuleiro compare`: two score sheets of one game.

use std::path::{Path, PathBuf};

use clap::Args;
use tabuleiro_client::{
    Client, Notation,
    v1::{self, ScoresheetVerdict},
};

use super::Found;
use crate::{
    args::Global,
    failure::Failure,
    input,
    output::{
        Out,
        style::{self, in_style},
        values, words,
    },
    rules,
};

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Variant or rule set, e.g. chess, brazilian
    #[arg(long, short = 'V', value_name = "ID")]
    variant: String,
    /// File with the moves of the first sheet, parted by blanks; move numbers may stand between them, ? is an illegible move; - is
    /// standard input
    #[arg(value_name = "FIRST")]
    first: PathBuf,
    /// File with the moves of the second sheet, likewise
    #[arg(value_name = "SECOND")]
    second: PathBuf,
    /// Position at the start
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    /// Moves are written with the letters of this language
    #[arg(long, value_name = "BCP47")]
    language: Option<String>,
    /// Repairs that may be combined on one sheet, 1 to 8
    #[arg(long, value_name = "N", default_value = "0")]
    max_repairs: i32,
}

pub(crate) async fn run(
    args: &Arguments,
    global: &Global,
    client: &Client,
    out: &mut Out,
) -> Result<Found, Failure> {
    if input::is_stdin(&args.first) && input::is_stdin(&args.second) {
        return Err(Failure::usage(|lang| {
            lang.each(
                "standard input can be one of the two sheets, not both",
                "a entrada padrão pode ser uma das duas planilhas, e não ambas",
                "a entrada padrão pode ser uma das duas folhas, e não ambas",
            )
            .to_owned()
        }));
    }
    let rules = rules::rules(&args.variant, global)?;
    let first = sheet(&args.first, args.language.as_deref()).await?;
    let second = sheet(&args.second, args.language.as_deref()).await?;
    let mut call = client
        .compare_scoresheets(rules.clone(), first, second)
        .max_repairs(args.max_repairs);
    if let Some(fen) = &args.fen {
        call = call.start_position(fen);
    }
    let answer = match call.send().await {
        Ok(answer) => answer,
        Err(error) => {
            let fen = args.fen.as_deref();
            return Err(rules::explain(error.into(), client, Some(rules.into()), fen).await);
        }
    };
    let comparison = answer.comparison.clone().unwrap_or_default();
    let found = Found::something_if(comparison.verdict() != ScoresheetVerdict::Same);
    if !out.json_only(&answer)? {
        show(&comparison, out)?;
    }
    Ok(found)
}

async fn sheet(path: &Path, language: Option<&str>) -> Result<v1::Scoresheet, Failure> {
    let name = input::name(path);
    let text = String::from_utf8(input::read(path).await?).map_err(|_| {
        Failure::usage(|lang| format!("{name}: {}", lang.say("not UTF-8", "não está em UTF-8")))
    })?;
    let number = |word: &str| {
        word.trim_end_matches('.')
            .bytes()
            .all(|byte| byte.is_ascii_digit())
    };
    let moves = text.split_whitespace().filter(|word| !number(word));
    let moves = moves.map(|word| {
        if word == "?" {
            String::new()
        } else {
            word.to_owned()
        }
    });
    let moves: Vec<String> = moves.collect();
    if moves.is_empty() {
        return Err(Failure::usage(|lang| {
            let says = lang.say(
                "no move stands there, so that there is nothing to compare",
                "não há ali nenhum lance, e portanto nada a comparar",
            );
            format!("{name}: {says}")
        }));
    }
    Ok(v1::Scoresheet {
        moves,
        notation: language.map_or(0, |_| Notation::ScoreSheet.into()),
        language: language.unwrap_or_default().to_owned(),
        ..v1::Scoresheet::default()
    })
}

fn show(comparison: &v1::ScoresheetComparison, out: &mut Out) -> Result<(), Failure> {
    let lang = out.lang();
    let verdict = values::scoresheets(comparison.verdict, lang);
    out.line(in_style(style::HEAD, verdict))?;
    if !comparison.explanation.is_empty() {
        out.line(&comparison.explanation)?;
    }
    if let Some(ply) = comparison.first_difference_ply {
        let word = lang.say("they part at ply", "divergem no meio-lance");
        out.line(format!("{word} {ply}"))?;
    }
    let game = lang.say("game", "partida");
    for (index, way) in comparison.reconciliations.iter().enumerate() {
        let (number, moves) = (index + 1, words::moves(&way.moves, " ", lang));
        out.line(format!("{game} {number}: {moves}"))?;
        for repair in &way.repairs {
            let kind = values::repair(repair.kind, lang);
            let (sheet, ply) = (repair.sheet, repair.ply);
            let written = &repair.written;
            let meant = words::moves(std::slice::from_ref(&repair.meant), "", lang);
            let at = lang.say("ply", "meio-lance");
            let on = lang.each("sheet", "planilha", "folha");
            out.line(format!(
                "   {on} {sheet}, {at} {ply}: {kind} {written:?} → {meant:?}"
            ))?;
        }
    }
    Ok(())
}
