//! `tabuleiro ruling`: how one game ends and why, with what happened off the board.

use clap::Args;
use tabuleiro_client::{Client, v1};

use super::{Found, adjudicate::How, apply::to_move, moves::drawer};
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
    /// Moves in any notation of the variant, and other actions; see below
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
}

pub(crate) async fn run(
    args: &Arguments,
    global: &Global,
    client: &Client,
    out: &mut Out,
) -> Result<Found, Failure> {
    let game = rules::game(&args.game, global)?;
    let ruleset = game.ruleset.clone();
    let answer = match ask(args, game, client).await {
        Ok(answer) => answer,
        Err(failure) => {
            let fen = args.game.fen.as_deref();
            return Err(rules::explain(failure, client, ruleset, fen).await);
        }
    };
    let ruling = answer.ruling.as_ref();
    let found = Found::something_if(ruling.is_some_and(|ruling| {
        ruling.disposition() == v1::Disposition::RecordFault
            || !ruling.refused_facts.is_empty()
            || ruling.surplus_moves > 0
    }));
    if out.json_only(&answer)? {
        return Ok(found);
    }
    if let Some(ruling) = ruling {
        let position = ruling
            .status
            .as_ref()
            .and_then(|status| status.position.as_ref());
        if let (Some(drawer), Some(position)) = (drawer(&args.game, global)?, position)
            && !position.pieces.is_empty()
        {
            out.write(&drawer.draw(position, &[]))?;
        }
        let text = ruling::text(ruling, out.lang());
        out.write(&text)?;
    }
    Ok(found)
}

/// The moves become the record; facts keep the ply at which they were typed.
async fn ask(
    args: &Arguments,
    game: v1::Game,
    client: &Client,
) -> Result<v1::AdjudicateResponse, Failure> {
    let first = if actions::need_turn(&args.actions)? {
        to_move(&game, client).await?
    } else {
        v1::Side::White
    };
    let mut turn = Turn::new(first);
    let mut moves = Vec::new();
    let mut facts = Vec::new();
    for text in &args.actions {
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
    Ok(call.send().await?)
}
