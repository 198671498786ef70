//! `tabuleiro apply`: moves and other actions, and what happens.

use base64::Engine as _;
use clap::Args;
use tabuleiro_client::{Client, v1};

use super::{Found, moves::drawer};
use crate::{
    actions,
    args::{ContextArgs, GameArgs, Global},
    failure::Failure,
    output::{
        Out, status,
        style::{self, in_style},
        words::word,
    },
    rules,
};

#[derive(Debug, Args)]
#[command(after_help = actions::HELP)]
pub(crate) struct Arguments {
    #[command(flatten)]
    game: GameArgs,
    /// Moves in any notation of the variant, and other actions; see below
    #[arg(value_name = "ACTION")]
    actions: Vec<String>,
    #[command(flatten)]
    context: ContextArgs,
    /// Moves are written as on score sheets, with the letters of this language
    #[arg(long, value_name = "BCP47")]
    language: Option<String>,
    /// The ply at which the game is believed to stand
    #[arg(long, value_name = "PLY")]
    expected_ply: Option<i32>,
    /// Also print the state token, for --state
    #[arg(long)]
    show_state: bool,
}

pub(crate) async fn run(
    args: &Arguments,
    global: &Global,
    client: &Client,
    out: &mut Out,
) -> Result<Found, Failure> {
    let answer = match ask(args, global, client).await {
        Ok(answer) => answer,
        Err(failure) => {
            let (ruleset, fen) = (rules::game(&args.game, global)?.ruleset, &args.game.fen);
            return Err(rules::explain(failure, client, ruleset, fen.as_deref()).await);
        }
    };
    let found = Found::something_if(answer.rejection.is_some());
    if out.json_only(&answer)? {
        return Ok(found);
    }
    let lang = out.lang();
    let typed = |index: usize| args.actions.get(index).map_or("", String::as_str);
    for (index, result) in answer.results.iter().enumerate() {
        out.line(accepted(typed(index), result))?;
    }
    if let Some(rejection) = &answer.rejection {
        let index = usize::try_from(rejection.action_index).unwrap_or(usize::MAX);
        let refused = lang.say("is refused", "é recusado");
        let says = format!("✗ {} {refused}", typed(index).escape_debug());
        out.line(in_style(style::BAD.bold(), says))?;
        out.write(&status::violations(&rejection.violations, lang))?;
    }
    if let Some(standing) = &answer.status {
        show(standing, &answer, args, global, out)?;
    }
    Ok(found)
}

async fn ask(
    args: &Arguments,
    global: &Global,
    client: &Client,
) -> Result<v1::ApplyMoveResponse, Failure> {
    let game = rules::game(&args.game, global)?;
    let to_move = if actions::need_turn(&args.actions)? {
        to_move(&game, client).await?
    } else {
        v1::Side::White
    };
    let actions = actions::all(&args.actions, to_move)?;
    let mut call = client.apply_move(game).actions(actions).include_pieces();
    if let Some(context) = rules::context(&args.context) {
        call = call.context(context);
    }
    if let Some(language) = &args.language {
        call = call.score_sheet(language);
    }
    if let Some(ply) = args.expected_ply {
        call = call.expected_ply(ply);
    }
    Ok(call.send().await?)
}

/// Who is to move before anything is played: the service knows.
pub(crate) async fn to_move(game: &v1::Game, client: &Client) -> Result<v1::Side, Failure> {
    let answer = client.apply_move(game.clone()).send().await?;
    let position = answer.status.and_then(|status| status.position);
    Ok(position.map_or(v1::Side::White, |position| position.side_to_move()))
}

fn show(
    standing: &v1::Status,
    answer: &v1::ApplyMoveResponse,
    args: &Arguments,
    global: &Global,
    out: &mut Out,
) -> Result<(), Failure> {
    let lang = out.lang();
    if let (Some(drawer), Some(position)) = (drawer(&args.game, global)?, &standing.position) {
        let last = answer.results.iter().rev();
        let played = last.filter_map(|result| result.played.as_ref()).next();
        let changes = played.map_or(&[][..], |played| &played.changes);
        out.write(&drawer.draw(position, changes))?;
    }
    out.write(&status::text(standing, lang))?;
    if args.show_state {
        let token = base64::engine::general_purpose::STANDARD.encode(&standing.state);
        out.line(format!("state {token}"))?;
    }
    Ok(())
}

/// One line for an action that was accepted.
fn accepted(typed: &str, result: &v1::ActionResult) -> String {
    let mark = in_style(style::GOOD, "✓");
    let Some(played) = &result.played else {
        return format!("{mark}      {}", typed.escape_debug());
    };
    let text = if played.san.is_empty() {
        &played.text
    } else {
        &played.san
    };
    let mut line = format!("{mark} {:>4} {text}", result.ply);
    let captured: Vec<_> = played
        .captured
        .iter()
        .map(|taken| taken.square.as_str())
        .collect();
    if captured.len() > 1 {
        line.push_str(&in_style(
            style::DIM,
            format!("  × {}", captured.join(", ")),
        ));
    }
    for note in &result.notes {
        let note = word!(ActionNote, "ACTION_NOTE_", *note);
        line.push_str(&in_style(style::WARN, format!("  {note}")));
    }
    line
}
