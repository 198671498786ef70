//! `tabuleiro ruling`: how one game ends and why, with what happened off the board.

use clap::Args;
use tabuleiro_client::{Call, Client, Game, proto::v1::arbiter_service::Adjudicate, v1};

use super::{
    Found,
    adjudicate::How,
    batch::{self, Told},
    board,
    games::{Games, Question, Turns},
};
use crate::{
    actions::{self, Turn, Typed},
    args::{ContextArgs, GameArgs, Global},
    failure::Failure,
    output::{Out, ruling},
    rules,
};

#[derive(Debug, Args)]
#[command(after_help = actions::HELP)]
pub(crate) struct Arguments {
    #[command(flatten)]
    game: GameArgs,
    /// Moves in any notation of the variant, and other actions; see below. - reads games from standard input, one a line: ACTION…,
    /// or FEN | ACTION…. Each is answered by a line: the score (* where there is none), tab, what ended the game, tab, the articles;
    /// or error where it cannot be read
    #[arg(value_name = "ACTION")]
    actions: Vec<String>,
    #[command(flatten)]
    context: ContextArgs,
    /// How a record with irregularities is read
    #[arg(long, value_name = "HOW", default_value = "strict")]
    irregularities: How,
    /// Positions that searches may look at
    #[arg(long, value_name = "N", default_value = "0")]
    work_budget: i64,
    /// Also every move of a line that mates
    #[arg(long, short)]
    verbose: bool,
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
    let game = rules::game(&args.game, global)?;
    let ruleset = game.ruleset.clone();
    let answer = match ask(args, game.clone(), client).await {
        Ok(answer) => answer,
        Err(failure) => {
            let fen = args.game.fen.as_deref();
            return Err(rules::explain(failure, client, ruleset, fen).await);
        }
    };
    let ruling = answer.ruling.as_ref();
    let found = Found::something_if(ruling.is_some_and(ruling::is_faulty));
    if out.json_only(&answer)? {
        return Ok(found);
    }
    if let Some(ruling) = ruling {
        let position = ruling
            .status
            .as_ref()
            .and_then(|status| status.position.as_ref());
        if let Some(position) = position {
            // Of a record the service draws where it ended, and not where it began.
            let game = match (&args.game.state, game.ruleset.clone()) {
                (None, Some(ruleset)) => {
                    Game::from_position(ruleset, &position.fen).relaxed().into()
                }
                _ => game,
            };
            let board = board::drawn(&args.game, global, client, game, position, &[]).await?;
            out.write(&board.unwrap_or_default())?;
        }
        let text = ruling::text(ruling, args.verbose, out.lang());
        out.write(&text)?;
    }
    Ok(found)
}

async fn ask(
    args: &Arguments,
    game: v1::Game,
    client: &Client,
) -> Result<v1::AdjudicateResponse, Failure> {
    let mut turns = Turns::default();
    let first = turns.before(&args.actions, None, &game, client).await?;
    Ok(call(args, client, game, &args.actions, first)?
        .send()
        .await?)
}

/// The moves become the record; facts keep the ply at which they were typed.
fn call<'c>(
    args: &Arguments,
    client: &'c Client,
    game: v1::Game,
    actions: &[String],
    first: v1::Side,
) -> Result<Call<'c, Adjudicate>, Failure> {
    let mut turn = Turn::new(first);
    let mut moves = Vec::new();
    let mut facts = Vec::new();
    for text in actions {
        match actions::read(text)? {
            Typed::Move(text) => {
                turn.pass();
                moves.push(text.to_owned());
            }
            Typed::Word(word) => {
                let mut fact = v1::Fact::from(word.fact(&mut turn)?);
                if fact.after_ply.is_none() && args.game.state.is_none() {
                    fact.after_ply = i32::try_from(moves.len()).ok();
                }
                facts.push(fact);
            }
        }
    }
    let game = super::moves::after_moves(game, &moves)?;
    let mut call = client
        .adjudicate(game)
        .work_budget(args.work_budget)
        .irregularities(args.irregularities.into());
    for fact in facts {
        call = call.fact(fact);
    }
    if let Some(context) = rules::context(&args.context) {
        call = call.context(context);
    }
    Ok(call)
}

/// The rulings on many games, a line each: the score, what ended the game, by which articles.
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
        let first = turns.before(actions, fen, &game, client).await?;
        call(args, client, game, actions, first)
    };
    let send = async |calls: Vec<Call<'_, Adjudicate>>| {
        client.batch_adjudicate().ask_all(calls).send().await
    };
    let tell = |_: &Question, answer: &v1::AdjudicateResponse| {
        let ruling = answer.ruling.clone().unwrap_or_default();
        Told {
            line: ruling::on_a_line(&ruling, lang),
            notes: ruling.questions.iter().map(|it| it.text.clone()).collect(),
            found: Found::something_if(ruling::is_faulty(&ruling)),
        }
    };
    games.ask(client, out, prepare, send, tell).await
}
