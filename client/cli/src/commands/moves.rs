//! `tabuleiro moves`: what may be played.

use clap::{Args, ValueEnum};
use tabuleiro_client::{Call, Client, MoveView, proto::v1::rules_service::LegalMoves, v1};
use tabuleiro_rules::record::Points;

use super::{
    Found,
    batch::{self, Told},
    board,
    games::{Games, Question},
};
use crate::{
    args::{GameArgs, Global},
    failure::Failure,
    lang::Lang,
    output::{
        Out, moves, status,
        style::{self, in_style},
        words,
    },
    rules,
};

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    game: GameArgs,
    /// Moves that were played already; - reads games from standard input, one a line: a position, moves, or both as FEN | MOVE….
    /// Each is answered by a line: how many moves, tab, the moves; or error where it cannot be read
    #[arg(value_name = "MOVE")]
    played: Vec<String>,
    /// Only moves from these squares, parted by commas; @ for drops
    #[arg(long, value_name = "SQUARE", value_delimiter = ',')]
    from: Vec<String>,
    /// Squares that the player touched, in order, parted by commas
    #[arg(long, value_name = "SQUARE", value_delimiter = ',')]
    touched: Vec<String>,
    /// Squares of a half-entered move, parted by commas
    #[arg(long, value_name = "SQUARE", value_delimiter = ',')]
    partial: Vec<String>,
    /// How much is said about each move
    #[arg(long, value_name = "VIEW", default_value = "standard")]
    view: View,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum View {
    Minimal,
    Standard,
    Full,
}

impl From<View> for MoveView {
    fn from(view: View) -> MoveView {
        match view {
            View::Minimal => MoveView::Minimal,
            View::Standard => MoveView::Standard,
            View::Full => MoveView::Full,
        }
    }
}

pub(crate) async fn run(
    args: &Arguments,
    global: &Global,
    client: &Client,
    out: &mut Out,
) -> Result<Found, Failure> {
    if batch::from_stdin(&args.played) {
        return many(args, global, client, out).await;
    }
    let game = after_moves(rules::game(&args.game, global)?, &args.played)?;
    let ruleset = game.ruleset.clone();
    let mut call = ask(args, client, game.clone());
    if !out.is_json() {
        call = call.include_status();
    }
    let answer = match call.send().await {
        Ok(answer) => answer,
        Err(error) => {
            let fen = args.game.fen.as_deref();
            return Err(rules::explain(error.into(), client, ruleset, fen).await);
        }
    };
    if out.json_only(&answer)? {
        return Ok(Found::Nothing);
    }
    let lang = out.lang();
    let mut chess = false;
    if let Some(standing) = &answer.status {
        if let Some(position) = &standing.position {
            chess = board::is_chess(position);
            let board = board::drawn(&args.game, global, client, game, position, &[]).await?;
            out.write(&board.unwrap_or_default())?;
        }
        out.write(&status::text(standing, lang))?;
        out.line("")?;
    }
    out.line(in_style(style::HEAD, heading(&answer, lang)))?;
    if answer.move_count > 0 {
        out.write(&moves::by_origin(&answer, chess, lang))?;
    }
    for step in &answer.next_steps {
        out.line(next_step(step, lang))?;
    }
    if answer.truncated {
        let says = lang.say(
            "The list is not complete: the bound on work was reached.",
            "A lista não está completa: o limite de trabalho foi atingido.",
        );
        out.line(in_style(style::BAD, says))?;
    }
    Ok(Found::Nothing)
}

fn ask<'c>(args: &Arguments, client: &'c Client, game: v1::Game) -> Call<'c, LegalMoves> {
    client
        .legal_moves(game)
        .view(args.view.into())
        .from(args.from.clone())
        .touched(args.touched.clone())
        .partial(args.partial.clone())
}

/// The moves of many games, a line each: how many, and which.
async fn many(
    args: &Arguments,
    global: &Global,
    client: &Client,
    out: &mut Out,
) -> Result<Found, Failure> {
    let games = Games::read(&args.game, global).await?;
    let lang = out.lang();
    let prepare = async |question: &Question, game: v1::Game| {
        let game = after_moves(game, &question.actions)?;
        Ok(ask(args, client, game))
    };
    let send = async |calls: Vec<Call<'_, LegalMoves>>| {
        client.batch_legal_moves().ask_all(calls).send().await
    };
    let tell = |_: &Question, answer: &v1::LegalMovesResponse| {
        let rest = match &answer.ending {
            Some(ending) => words::ending(ending, Points::One, lang),
            None => moves::on_a_line(answer),
        };
        Told::plain(format!("{}\t{rest}", answer.move_count))
    };
    games.ask(client, out, prepare, send, tell).await
}

/// A game with moves that were played already. A state token cannot carry further moves by itself.
pub(crate) fn after_moves(mut game: v1::Game, played: &[String]) -> Result<v1::Game, Failure> {
    match &mut game.standing {
        Some(v1::game::Standing::Record(record)) => record.moves.extend(played.iter().cloned()),
        _ if played.is_empty() => {}
        _ => {
            return Err(Failure::usage(|lang| {
                lang.say(
                    "moves after a --state are played with `apply`",
                    "lances depois de um --state jogam-se com `apply`",
                )
                .to_owned()
            }));
        }
    }
    Ok(game)
}

fn heading(answer: &v1::LegalMovesResponse, lang: Lang) -> String {
    let count = usize::try_from(answer.move_count).unwrap_or(0);
    let one = ["legal move", "lance legal"];
    let count = lang.count(count, one, ["legal moves", "lances legais"]);
    let touched = match answer.touch_outcome() {
        v1::TouchOutcome::Bound => lang.say(": the touch binds", ": o toque obriga"),
        v1::TouchOutcome::Free => lang.say(": the touch binds to nothing", ": o toque não obriga"),
        v1::TouchOutcome::AwaitsDesignation => lang.say(
            ": the opponent says which piece must move",
            ": o adversário diz qual peça deve jogar",
        ),
        v1::TouchOutcome::Unspecified => "",
    };
    format!("{count}{touched}")
}

fn next_step(step: &v1::NextStep, lang: Lang) -> String {
    let takes = match &step.captured {
        Some(captured) => format!(" x{}", captured.square),
        None => String::new(),
    };
    let then = match (step.may_stop, step.may_continue) {
        (true, true) => lang.say("may stop or go on", "pode parar ou seguir"),
        (true, false) => lang.say("stops", "para"),
        (false, _) => lang.say("goes on", "segue"),
    };
    format!("  → {}{takes}  {then}", step.to)
}
