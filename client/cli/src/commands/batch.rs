//! Many questions of one command: asked in batches, answered a line each in their order.
//!
//! A question that cannot be read or is refused is answered by `error` and takes no other with it; why stands on standard error,
//! by the place of the question.

use serde::Serialize;
use tabuleiro_client::{Client, Error, ErrorReason, Refusal, v1};

use super::Found;
use crate::{
    failure::Failure,
    input,
    lang::{self, Lang},
    output::{Out, style},
    rules,
};

/// Questions in one call.
const SIZE: usize = 64;

/// A question that was put.
#[derive(Debug)]
pub(super) struct Asked<Q> {
    /// Where it stands, for messages.
    pub(super) place: String,
    /// What it asks, or why it cannot be read.
    pub(super) question: Result<Q, lang::Told>,
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

impl Told {
    /// A line that tells of nothing wrong.
    pub(super) fn plain(line: String) -> Told {
        Told {
            line,
            notes: Vec::new(),
            found: Found::Nothing,
        }
    }
}

/// Whether standard input is asked for in place of questions.
pub(super) fn from_stdin(typed: &[String]) -> bool {
    typed == ["-"]
}

/// The questions on the lines of standard input.
pub(super) async fn lines_of_stdin<Q>(
    lang: Lang,
    read: impl Fn(&str) -> Result<Q, lang::Told>,
) -> Result<Vec<Asked<Q>>, Failure> {
    let lines = input::lines_of_stdin(lang).await?.into_iter();
    let asked = lines.map(|(number, line)| Asked {
        place: format!("<stdin>, {} {number}", lang.say("line", "linha")),
        question: match std::str::from_utf8(&line) {
            Ok(line) => read(line),
            Err(_) => Err(lang::Told::by(|lang| {
                lang.say("not UTF-8", "não está em UTF-8").to_owned()
            })),
        },
    });
    Ok(asked.collect())
}

/// Asks the questions in batches, and tells the answers. `fen` is the position that a question starts from, where it has one: its faults
/// are shown in it.
pub(super) async fn run<Q, C, A: Serialize>(
    all: &[Asked<Q>],
    (client, ruleset): (&Client, Option<v1::Ruleset>),
    out: &mut Out,
    mut prepare: impl AsyncFnMut(&Q) -> Result<C, Failure>,
    send: impl AsyncFn(Vec<C>) -> Result<Vec<Result<A, Refusal>>, Error>,
    tell: impl Fn(&Q, &A) -> Told,
    fen: impl Fn(&Q) -> Option<String>,
) -> Result<Found, Failure> {
    let mut found = Found::Nothing;
    for chunk in all.chunks(SIZE) {
        let mut calls = Vec::new();
        let mut prepared = Vec::new();
        for asked in chunk {
            prepared.push(match &asked.question {
                Err(unreadable) => Err(Failure::Usage(unreadable.clone())),
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
        for (asked, prepared) in chunk.iter().zip(prepared) {
            let outcome = match prepared {
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
                            beside(&asked.place, &note);
                        }
                    }
                }
                // It would be said of every question.
                Err(failure) if is_of_the_rules(&failure) => {
                    return Err(rules::explain(failure, client, ruleset, None).await);
                }
                Err(failure) => {
                    found = found.max(Found::Something);
                    let fen = asked.question.as_ref().ok().and_then(&fen);
                    let failure =
                        rules::explain(failure, client, ruleset.clone(), fen.as_deref()).await;
                    unanswered(&asked.place, &failure, out)?;
                }
            }
        }
    }
    Ok(found)
}

/// Whether a refusal is about the rules, which all questions have from the command line.
fn is_of_the_rules(failure: &Failure) -> bool {
    matches!(
        failure.reason(),
        Some(
            ErrorReason::UnknownVariant
                | ErrorReason::UnknownRulebook
                | ErrorReason::ContradictoryHouseRules
        )
    )
}

/// A question that has no answer.
fn unanswered(place: &str, failure: &Failure, out: &mut Out) -> Result<(), Failure> {
    let json = match failure.refusal() {
        Some(refusal) => out.json_only(&tabuleiro_proto::json::StatusJson(refusal.to_status()))?,
        None => out.json_only(&serde_json::json!({ "error": failure.to_string() }))?,
    };
    if !json {
        // A word for programs, in place of an answer: the same in every language, as `yes` and `no` are.
        out.line("error")?;
    }
    let lang = out.lang();
    let lines = [vec![failure.sentence(lang)], failure.explanation(lang)].concat();
    beside(place, &lines.join("\n  "));
    Ok(())
}

fn beside(place: &str, text: &str) {
    let (note, plain) = (style::NOTE, style::PLAIN);
    anstream::eprintln!("{note}{place}{plain}: {text}");
}
