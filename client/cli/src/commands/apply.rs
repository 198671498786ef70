//! `tabuleiro apply`: moves and other actions, and what happens.

use base64::Engine as _;
use clap::Args;
use tabuleiro_client::{Action, Call, Client, StateToken, proto::v1::rules_service::ApplyMove, v1};
use tabuleiro_rules::record::Points;

use super::{
    Found,
    batch::{self, Told},
    board,
    games::{Games, Question, Turns},
};
use crate::{
    actions,
    args::{ContextArgs, GameArgs, Global},
    failure::Failure,
    lang::Lang,
    output::{
        Out, status,
        style::{self, in_style},
        values, words,
    },
    rules,
};

#[derive(Debug, Args)]
#[command(after_help = actions::HELP)]
pub(crate) struct Arguments {
    #[command(flatten)]
    game: GameArgs,
    /// Moves in any notation of the variant, and other actions; see below. - reads games from standard input, one a line: ACTION…,
    /// or FEN | ACTION…. Each is answered by a line: the position, and after a tab how the game ended; or refused, the action, the
    /// rules that it breaks; or error where it cannot be read
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
    if batch::from_stdin(&args.actions) {
        return many(args, global, client, out).await;
    }
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
        out.line(accepted(typed(index), result, lang))?;
    }
    if let Some(rejection) = &answer.rejection {
        let index = usize::try_from(rejection.action_index).unwrap_or(usize::MAX);
        let refused = lang.say("is refused", "é recusado");
        let says = format!("✗ {} {refused}", typed(index).escape_debug());
        out.line(in_style(style::BAD.bold(), says))?;
        out.write(&status::violations(&rejection.violations, lang))?;
    }
    if let Some(standing) = &answer.status {
        show(standing, &answer, args, (global, client), out).await?;
    }
    Ok(found)
}

async fn ask(
    args: &Arguments,
    global: &Global,
    client: &Client,
) -> Result<v1::ApplyMoveResponse, Failure> {
    let game = rules::game(&args.game, global)?;
    let mut turns = Turns::default();
    let to_move = turns.before(&args.actions, None, &game, client).await?;
    let actions = actions::all(&args.actions, to_move)?;
    Ok(call(args, client, game, actions).send().await?)
}

fn call<'c>(
    args: &Arguments,
    client: &'c Client,
    game: v1::Game,
    actions: Vec<Action>,
) -> Call<'c, ApplyMove> {
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
    call
}

/// What happens in many games, a line each: the position, the end if there is one, the state token if that was asked for; or what is
/// refused, and by which rules.
async fn many(
    args: &Arguments,
    global: &Global,
    client: &Client,
    out: &mut Out,
) -> Result<Found, Failure> {
    let games = Games::read(&args.game, global).await?;
    let lang = out.lang();
    let mut turns = Turns::default();
    let prepare = async |question: &Question, game: v1::Game| {
        let (actions, fen) = (&question.actions, question.fen.as_ref());
        let to_move = turns.before(actions, fen, &game, client).await?;
        Ok(call(args, client, game, actions::all(actions, to_move)?))
    };
    let send = async |calls: Vec<Call<'_, ApplyMove>>| {
        client.batch_apply_move().ask_all(calls).send().await
    };
    let tell = |question: &Question, answer: &v1::ApplyMoveResponse| {
        told(question, answer, args.show_state, lang)
    };
    games.ask(client, out, prepare, send, tell).await
}

fn told(question: &Question, answer: &v1::ApplyMoveResponse, token: bool, lang: Lang) -> Told {
    if let Some(rejection) = &answer.rejection {
        let index = usize::try_from(rejection.action_index).unwrap_or(usize::MAX);
        let refused = question.actions.get(index).map_or("", String::as_str);
        let codes = rejection.violations.iter().map(status::code);
        let codes: Vec<_> = codes.collect();
        let notes = rejection.violations.iter();
        return Told {
            line: format!("refused\t{}\t{}", refused.escape_debug(), codes.join(", ")),
            notes: notes.map(|it| it.message.clone()).collect(),
            found: Found::Something,
        };
    }
    let standing = answer.status.as_ref();
    let position = standing.and_then(|standing| standing.position.as_ref());
    let mut line = position.map_or_else(String::new, |position| position.fen.clone());
    let ending = standing.and_then(|standing| standing.ending.as_ref());
    if ending.is_some() || token {
        line.push('\t');
    }
    if let Some(ending) = ending {
        line.push_str(&words::ending(ending, Points::One, lang));
    }
    if let (Some(standing), true) = (standing, token) {
        let token = base64::engine::general_purpose::STANDARD.encode(&standing.state);
        line.push_str(&format!("\t{token}"));
    }
    Told::plain(line)
}

async fn show(
    standing: &v1::Status,
    answer: &v1::ApplyMoveResponse,
    args: &Arguments,
    (global, client): (&Global, &Client),
    out: &mut Out,
) -> Result<(), Failure> {
    let lang = out.lang();
    if let Some(position) = &standing.position {
        let last = answer.results.iter().rev();
        let played = last.filter_map(|result| result.played.as_ref()).next();
        let changes = played.map_or(&[][..], |played| &played.changes);
        let game = v1::Game::from(StateToken::new(standing.state.clone()));
        let board = board::drawn(&args.game, global, client, game, position, changes).await?;
        out.write(&board.unwrap_or_default())?;
    }
    out.write(&status::text(standing, lang))?;
    if args.show_state {
        let token = base64::engine::general_purpose::STANDARD.encode(&standing.state);
        out.line(format!("state {token}"))?;
    }
    Ok(())
}

/// One line for an action that was accepted.
fn accepted(typed: &str, result: &v1::ActionResult, lang: Lang) -> String {
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
        let note = values::note(*note, lang);
        line.push_str(&in_style(style::WARN, format!("  {note}")));
    }
    line
}
