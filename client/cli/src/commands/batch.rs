//! Many questions from standard input, one a line, and an answer to each in the order of the lines.
//!
//! A line that cannot be read or is refused is answered by `error` and takes no other with it; why stands on standard error, by
//! the number of the line.

use serde::Serialize;
use tabuleiro_client::{Client, Error, ErrorReason, Refusal, v1};

use super::Found;
use crate::{
    args::GameArgs,
    failure::Failure,
    input,
    output::{Out, style},
    rules,
};

/// Questions in one call.
pub(super) const SIZE: usize = 64;
/// What parts a position from what is played in it. Decks of openings have the bar, sets of positions the tabulator.
const PARTINGS: [char; 2] = ['|', '\t'];

/// A line that asks something.
#[derive(Debug)]
pub(super) struct Line {
    /// Its number on standard input, from 1.
    pub(super) number: usize,
    /// What it asks, or why it cannot be read.
    pub(super) question: Result<Question, String>,
}

/// A game on a line: `[FEN |] ACTION…`, or a position alone.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Question {
    /// Where the game starts. None: as the command line says.
    pub(super) fen: Option<String>,
    /// Moves and other actions.
    pub(super) actions: Vec<String>,
}

/// Whether standard input is asked for in place of moves.
pub(super) fn from_stdin(typed: &[String]) -> bool {
    typed == ["-"]
}

/// The lines of standard input.
pub(super) async fn lines(args: &GameArgs) -> Result<Vec<Line>, Failure> {
    if args.state.is_some() {
        return Err(Failure::usage(
            "--state is of one game; the lines of standard input name their own positions",
        ));
    }
    let lines = input::lines_of_stdin().await?.into_iter();
    Ok(lines
        .map(|(number, line)| Line {
            number,
            question: String::from_utf8(line)
                .map(|line| question(&line))
                .map_err(|_| "not UTF-8".to_owned()),
        })
        .collect())
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

impl Question {
    /// The game to be asked about: that of the command line, from the position of the line.
    pub(super) fn game(&self, mut game: v1::Game) -> v1::Game {
        if let (Some(fen), Some(v1::game::Standing::Record(record))) =
            (&self.fen, &mut game.standing)
        {
            record.start_position.clone_from(fen);
        }
        game
    }
}

/// How an answer is told on its line.
pub(super) struct Told {
    /// The line.
    pub(super) line: String,
    /// What stands on standard error beside it.
    pub(super) notes: Vec<String>,
    /// Whether it found something.
    pub(super) found: Found,
}

/// Asks the lines in batches, and tells the answers.
pub(super) async fn run<C, A: Serialize>(
    lines: &[Line],
    (client, ruleset): (&Client, Option<v1::Ruleset>),
    out: &mut Out,
    mut prepare: impl AsyncFnMut(&Question) -> Result<C, Failure>,
    send: impl AsyncFn(Vec<C>) -> Result<Vec<Result<A, Refusal>>, Error>,
    tell: impl Fn(&Question, &A) -> Told,
) -> Result<Found, Failure> {
    let mut found = Found::Nothing;
    for chunk in lines.chunks(SIZE) {
        let mut calls = Vec::new();
        let mut asked = Vec::new();
        for line in chunk {
            asked.push(match &line.question {
                Err(unreadable) => Err(Failure::usage(unreadable)),
                Ok(question) => match prepare(question).await {
                    Ok(call) => {
                        calls.push(call);
                        Ok(question)
                    }
                    Err(failure) if failure.is_of_one_question() => Err(failure),
                    Err(failure) => return Err(failure),
                },
            });
        }
        let mut outcomes = match calls.len() {
            0 => Vec::new(),
            _ => send(calls).await?,
        }
        .into_iter();
        for (line, asked) in chunk.iter().zip(asked) {
            let outcome = match asked {
                Err(failure) => Err(failure),
                Ok(question) => match outcomes.next() {
                    Some(Ok(answer)) => Ok((question, answer)),
                    Some(Err(refusal)) => Err(Failure::from(Error::Refused(Box::new(refusal)))),
                    None => {
                        return Err(
                            Error::Protocol("a batch answer is too short".to_owned()).into()
                        );
                    }
                },
            };
            match outcome {
                Ok((question, answer)) => {
                    let told = tell(question, &answer);
                    found = found.max(told.found);
                    if !out.json_only(&answer)? {
                        out.line(told.line)?;
                        for note in told.notes {
                            beside(&place(line.number), &note);
                        }
                    }
                }
                // It would be said of every line.
                Err(failure) if is_of_the_rules(&failure) => {
                    return Err(rules::explain(failure, client, ruleset, None).await);
                }
                Err(failure) => {
                    found = found.max(Found::Something);
                    unanswered(&place(line.number), &failure, out)?;
                }
            }
        }
    }
    Ok(found)
}

/// Whether a refusal is about the rules, which all lines have from the command line.
pub(super) fn is_of_the_rules(failure: &Failure) -> bool {
    matches!(
        failure.reason(),
        Some(
            ErrorReason::UnknownVariant
                | ErrorReason::UnknownRulebook
                | ErrorReason::ContradictoryHouseRules
        )
    )
}

/// A line of standard input, for messages.
pub(super) fn place(number: usize) -> String {
    format!("<stdin>, line {number}")
}

/// A question that has no answer.
pub(super) fn unanswered(place: &str, failure: &Failure, out: &mut Out) -> Result<(), Failure> {
    let json = match failure.refusal() {
        Some(refusal) => out.json_only(&tabuleiro_proto::json::StatusJson(refusal.to_status()))?,
        None => out.json_only(&serde_json::json!({ "error": failure.to_string() }))?,
    };
    if !json {
        out.line("error")?;
    }
    beside(place, &failure.sentence());
    Ok(())
}

fn beside(place: &str, text: &str) {
    let (note, plain) = (style::NOTE, style::PLAIN);
    anstream::eprintln!("{note}{place}{plain}: {text}");
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
