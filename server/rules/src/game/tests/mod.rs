//! Games as examples of the law, named after its articles.

mod chess;
mod draughts;
mod facts;
mod laws;
mod omissions;
mod stretches;

use std::sync::Arc;

use super::*;
use crate::{
    Cause, Outcome, Position, Ruleset, RulesetRequest, Side, Square, Strictness, ViolationCode,
};

/// A law: a variant, a rulebook (`""` = its own) and switches.
fn law(variant: &str, rulebook: &str, switches: &[(&str, &str)]) -> Arc<Ruleset> {
    let request = RulesetRequest {
        variant,
        rulebook,
        switches: switches.to_vec(),
    };
    Arc::new(Ruleset::build(&request).unwrap())
}

/// A game by a law from a position; `""` = the start.
fn game(law: &Arc<Ruleset>, fen: &str) -> Game {
    if fen.is_empty() {
        return Game::start(Arc::clone(law));
    }
    let parsed = Position::from_fen(law, fen, Strictness::Strict).unwrap();
    Game::start_from(Arc::clone(law), parsed.position, true).unwrap()
}

/// Plays moves, parted by blanks. Each must be accepted.
fn play(game: &mut Game, moves: &str) {
    for text in moves.split_whitespace() {
        if let Err(refusal) = game.apply(&Action::text(text)) {
            panic!("{text} at ply {}: {refusal:?}", game.state().ply());
        }
    }
}

/// Plays moves over and over until the game ends or so many plies were played.
fn shuffle(game: &mut Game, moves: &str, plies: u32) {
    for text in moves.split_whitespace().cycle() {
        if game.state().ending().is_some() || game.state().ply() >= plies {
            return;
        }
        play(game, text);
    }
}

/// Cause, outcome and ply of the end.
fn end(game: &Game) -> Option<(Cause, Outcome, u32)> {
    let ending = game.state().ending()?;
    Some((ending.cause, ending.outcome, ending.ply))
}

/// What an action is refused for.
fn refused(game: &mut Game, action: &Action) -> Vec<ViolationCode> {
    let before = game.to_state();
    let refusal = game.apply(action).expect_err("the action is refused");
    assert_eq!(game.to_state(), before, "a refused action changes nothing");
    refusal
        .violations()
        .iter()
        .map(|violation| violation.code)
        .collect()
}

fn does(by: Side, kind: FactKind) -> Action {
    Action::fact(by, kind)
}

fn claims(by: Side, kind: ClaimKind, intended: Option<&str>) -> Action {
    let intended = intended.map(RequestedMove::from);
    does(by, FactKind::Claimed { kind, intended })
}

/// The value and limit of a running count.
fn count(game: &Game, kind: CounterKind) -> Option<(u32, Option<u32>)> {
    let counters = game.state().running_counters();
    let counter = counters.iter().find(|counter| counter.kind == kind)?;
    Some((counter.value, counter.limit))
}

/// The square with this name on the board of a game.
fn square(game: &Game, name: &str) -> Square {
    match game.state().position() {
        Position::Chess(_) => {
            let [file, rank] = name.as_bytes() else {
                panic!("{name} is no square");
            };
            Square::new((rank - b'1') * 8 + (file - b'a'))
        }
        Position::Draughts(position) => position.geometry().parse(name).unwrap(),
    }
}
