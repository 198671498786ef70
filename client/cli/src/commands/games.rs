//! Games on the lines of standard input, `[FEN |] ACTION…` or a position alone, under the rules of the command line.

use std::collections::HashMap;

use serde::Serialize;
use tabuleiro_client::{Client, Error, Refusal, v1};

use super::{
    Found,
    batch::{self, Asked, Told},
};
use crate::{
    actions,
    args::{GameArgs, Global},
    failure::Failure,
    output::Out,
    rules,
};

/// What parts a position from what is played in it. Decks of openings have the bar, sets of positions the tabulator.
const PARTINGS: [char; 2] = ['|', '\t'];

/// A game on a line.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Question {
    /// Where the game starts. None: as the command line says.
    pub(super) fen: Option<String>,
    /// Moves and other actions.
    pub(super) actions: Vec<String>,
}

/// The games that are asked about.
pub(super) struct Games {
    lines: Vec<Asked<Question>>,
    /// The game of the command line.
    game: v1::Game,
}

impl Games {
    /// Those on standard input.
    pub(super) async fn read(args: &GameArgs, global: &Global) -> Result<Games, Failure> {
        if args.state.is_some() {
            return Err(Failure::usage(|lang| {
                lang.say(
                    "--state is of one game; the lines of standard input name their own positions",
                    "--state é de uma só partida; as linhas da entrada padrão trazem as suas posições",
                )
                .to_owned()
            }));
        }
        let lines = batch::lines_of_stdin(global.lang, |line| Ok(question(line))).await?;
        let game = rules::game(args, global)?;
        Ok(Games { lines, game })
    }

    /// Asks about them as [`batch::run`] does. What is prepared has the game of its line, without the actions.
    pub(super) async fn ask<C, A: Serialize>(
        &self,
        client: &Client,
        out: &mut Out,
        mut prepare: impl AsyncFnMut(&Question, v1::Game) -> Result<C, Failure>,
        send: impl AsyncFn(Vec<C>) -> Result<Vec<Result<A, Refusal>>, Error>,
        tell: impl Fn(&Question, &A) -> Told,
    ) -> Result<Found, Failure> {
        let prepare = async |question: &Question| {
            let mut game = self.game.clone();
            if let (Some(fen), Some(v1::game::Standing::Record(record))) =
                (&question.fen, &mut game.standing)
            {
                record.start_position.clone_from(fen);
            }
            prepare(question, game).await
        };
        let rules = (client, self.game.ruleset.clone());
        let fen = |question: &Question| self.fen(question);
        batch::run(&self.lines, rules, out, prepare, send, tell, fen).await
    }

    /// The position that a game starts from, where one was typed.
    fn fen(&self, question: &Question) -> Option<String> {
        let typed = match &self.game.standing {
            Some(v1::game::Standing::Record(record)) => record.start_position.as_str(),
            _ => "",
        };
        let fen = question.fen.as_deref().unwrap_or(typed);
        Some(fen.to_owned()).filter(|fen| !fen.is_empty())
    }
}

fn question(line: &str) -> Question {
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect();
    let fen = |text: &str| Some(text.trim().to_owned()).filter(|fen| !fen.is_empty());
    match line.split_once(PARTINGS) {
        Some((position, actions)) => Question {
            fen: fen(position),
            actions: words(actions),
        },
        None if is_position(line) => Question {
            fen: fen(line),
            actions: Vec::new(),
        },
        None => Question {
            fen: None,
            actions: words(line),
        },
    }
}

/// Whether a line begins with the board of a FEN, which has slashes, or with the side of a PDN FEN, which has a colon behind it.
/// No move does.
fn is_position(line: &str) -> bool {
    let first = line.split_whitespace().next().unwrap_or_default();
    matches!(first.as_bytes(), [_, b':', ..]) || first.contains('/') && !first.contains(':')
}

/// Who is to move where games start: the service knows, and is asked once for each position.
#[derive(Default)]
pub(super) struct Turns {
    known: HashMap<Option<String>, v1::Side>,
}

impl Turns {
    /// The side to move before these actions in a game that starts from `fen` (none: from where the command line says). White,
    /// where it makes no difference.
    pub(super) async fn before(
        &mut self,
        actions: &[String],
        fen: Option<&String>,
        game: &v1::Game,
        client: &Client,
    ) -> Result<v1::Side, Failure> {
        if !actions::need_turn(actions)? {
            return Ok(v1::Side::White);
        }
        if let Some(side) = self.known.get(&fen.cloned()) {
            return Ok(*side);
        }
        let answer = client.apply_move(game.clone()).send().await?;
        let position = answer.status.and_then(|status| status.position);
        let side = position.map_or(v1::Side::White, |position| position.side_to_move());
        self.known.insert(fen.cloned(), side);
        Ok(side)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(line: &str) -> (Option<String>, String) {
        let Question { fen, actions } = question(line);
        (fen, actions.join(" "))
    }

    #[test]
    fn a_line_is_a_position_or_moves_or_both_with_a_bar_between() {
        let chess = "4k3/8/8/8/8/8/8/4K3 w - -";
        for fen in [chess, "W:Wc3:Bd4", "B:W31:B20", "?:W1:B2"] {
            assert_eq!(asked(fen), (Some(fen.to_owned()), String::new()));
            let both = (Some(fen.to_owned()), "a b".to_owned());
            assert_eq!(asked(&format!("{fen} | a b")), both);
            assert_eq!(asked(&format!("{fen}\ta  b")), both);
        }
        for moves in [
            "e4 e5",
            "c3:e5:g7 d6-c5",
            "arbiter:1/2-1/2",
            "resign:white@3",
            "26x17x10",
        ] {
            assert_eq!(asked(moves), (None, moves.to_owned()));
        }
        assert_eq!(asked("| e4"), (None, "e4".to_owned()));
    }
}
