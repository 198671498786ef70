//! The commands, a file for each.

pub(crate) mod adjudicate;
pub(crate) mod apply;
pub(crate) mod audit;
mod batch;
mod board;
pub(crate) mod can_mate;
pub(crate) mod compare;
pub(crate) mod convert;
mod games;
pub(crate) mod moves;
pub(crate) mod openings;
pub(crate) mod perft;
pub(crate) mod render;
pub(crate) mod ruling;
pub(crate) mod validate;
pub(crate) mod variants;

use crate::{
    args::{Cli, Command},
    failure::Failure,
    output::Out,
    service,
};

/// Whether a command that did its work found something wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Found {
    Nothing,
    Something,
    /// A file could not be read, which was said; the others were.
    Unreadable,
}

impl Found {
    /// Something, if it is so.
    pub(crate) fn something_if(wrong: bool) -> Found {
        if wrong {
            Found::Something
        } else {
            Found::Nothing
        }
    }
}

/// Runs the command that was typed.
pub(crate) async fn run(cli: &Cli, out: &mut Out) -> Result<Found, Failure> {
    let global = &cli.global;
    // What cannot be typed so is said before anything is connected.
    crate::rules::rules("", global)?;
    if let Command::Perft(args) = &cli.command {
        return perft::run(args, global, out);
    }
    let client = service::connect(global).await?;
    match &cli.command {
        Command::Variants(args) => variants::run(args, &client, out).await,
        Command::Moves(args) => moves::run(args, global, &client, out).await,
        Command::Apply(args) => apply::run(args, global, &client, out).await,
        Command::Adjudicate(args) => adjudicate::run(args, global, &client, out).await,
        Command::Audit(args) => audit::run(args, global, &client, out).await,
        Command::Ruling(args) => ruling::run(args, global, &client, out).await,
        Command::Validate(args) => validate::run(args, global, &client, out).await,
        Command::Convert(args) => convert::run(args, global, &client, out).await,
        Command::CanMate(args) => can_mate::run(args, global, &client, out).await,
        Command::Render(args) => render::run(args, global, &client, out).await,
        Command::Openings(args) => openings::run(args, global, &client, out).await,
        Command::Compare(args) => compare::run(args, global, &client, out).await,
        Command::Perft(args) => perft::run(args, global, out),
    }
}
