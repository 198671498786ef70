//! Facts beside the board in a record: `[%fact white flag_fell]`, `[%huff c3]`, and what a whole record says as the
//! list of actions that a game is made of.

use super::{RemarkKind, Replay, Span, Transcript};
use crate::game::{Action, ClaimKind, Fact, FactKind, RequestedMove};
use crate::{Outcome, Position, Side, Square};

/// An action of a record, with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedAction {
    /// The action.
    pub action: Action,
    /// Where it stands in the text; nothing where a tag says it.
    pub span: Option<Span>,
}

/// The actions of a record, in order. Half-moves behind the stop of the replay are in it one by one, as they were written.
/// With them the places of commands that name a fact and cannot be read.
#[must_use]
pub fn actions(transcript: &Transcript<'_>, replay: &Replay) -> (Vec<RecordedAction>, Vec<Span>) {
    let mut list = Actions {
        transcript,
        position: &replay.start,
        next_remark: 0,
        out: Vec::with_capacity(transcript.half_moves.len()),
        unread: Vec::new(),
    };
    let mut mover = replay.start.side_to_move();
    list.remarks(0, mover);
    let mut index = 0;
    let parts = replay.parts.iter().copied().chain(std::iter::repeat(1));
    for parts in parts {
        let Some(half_move) = transcript.half_moves.get(index) else {
            break;
        };
        if let Some(replaced) = half_move.corrects {
            list.add(Action::text(replaced), Some(half_move.span));
            list.add(
                Action::fact(mover.opponent(), FactKind::RequestedCorrection),
                Some(half_move.span),
            );
        }
        list.add(
            Action::text(&replay.text(transcript, index, parts)),
            Some(half_move.span),
        );
        index += usize::from(parts);
        mover = mover.opponent();
        list.remarks(index, mover);
    }
    let first = match &replay.start {
        Position::Chess(_) => Side::White,
        Position::Draughts(position) => position.rules().first_player,
    };
    if let Some(side) = transcript.flag_fell(first) {
        list.add(Action::fact(side, FactKind::FlagFell), None);
    }
    (list.out, list.unread)
}

struct Actions<'t> {
    transcript: &'t Transcript<'t>,
    position: &'t Position,
    next_remark: usize,
    out: Vec<RecordedAction>,
    unread: Vec<Span>,
}

impl Actions<'_> {
    fn add(&mut self, action: Action, span: Option<Span>) {
        self.out.push(RecordedAction { action, span });
    }

    /// Adds what happened up to this many half-moves; `turn` is to move then.
    fn remarks(&mut self, half_moves: usize, turn: Side) {
        while let Some(remark) = self.transcript.remarks.get(self.next_remark)
            && remark.after_ply as usize <= half_moves
        {
            self.next_remark += 1;
            let fact = match remark.kind {
                RemarkKind::DrawOffered => Some(Fact {
                    by: turn.opponent(),
                    kind: FactKind::OfferedDraw,
                }),
                RemarkKind::Huffed(name) => square(self.position, name).map(|square| Fact {
                    by: turn,
                    kind: FactKind::Huffed { square },
                }),
                RemarkKind::Command {
                    name: "fact",
                    value,
                } => parse_fact(self.position, value),
                RemarkKind::Command { .. } => continue,
            };
            match fact {
                Some(fact) => self.add(Action::Fact(fact), Some(remark.span)),
                None => self.unread.push(remark.span),
            }
        }
    }
}

/// A square by its name in the position's notation.
fn square(position: &Position, name: &str) -> Option<Square> {
    match position {
        Position::Draughts(position) => position.geometry().parse(name),
        Position::Chess(_) => name
            .parse::<shakmaty::Square>()
            .ok()
            .map(|square| Square::new(u8::from(square))),
    }
}

fn square_name(position: &Position, square: Square) -> String {
    match position {
        Position::Draughts(position) => position.geometry().name(square),
        Position::Chess(_) => shakmaty::Square::new(square.index() as u32 % 64).to_string(),
    }
}

/// Facts that are one word.
const WORDS: [(&str, FactKind); 13] = [
    ("resigned", FactKind::Resigned),
    ("flag_fell", FactKind::FlagFell),
    ("offered_draw", FactKind::OfferedDraw),
    ("accepted_draw", FactKind::AcceptedDraw),
    ("refused_draw", FactKind::RefusedDraw),
    ("pressed_without_moving", FactKind::PressedWithoutMoving),
    ("let_stand", FactKind::LetStand),
    ("requested_correction", FactKind::RequestedCorrection),
    ("released", FactKind::Released),
    ("took_back", FactKind::TookBack),
    ("absent", FactKind::Absent),
    ("offered_perpetual_check", FactKind::OfferedPerpetualCheck),
    ("illegal_position_stood", FactKind::IllegalPositionStood),
];

const RESULTS: [(&str, Outcome); 4] = [
    ("1-0", Outcome::Win(Side::White)),
    ("0-1", Outcome::Win(Side::Black)),
    ("1/2-1/2", Outcome::Draw),
    ("0-0", Outcome::BothLose),
];

/// The value of the command `[%fact …]` that records a fact: who, what, and what belongs to it. None for a claim whose
/// intended move is given by squares: give its text.
#[must_use]
pub fn fact_value(position: &Position, fact: &Fact) -> Option<String> {
    let squares = |squares: &[Square]| -> String {
        squares
            .iter()
            .map(|square| format!(" {}", square_name(position, *square)))
            .collect()
    };
    let what = match &fact.kind {
        FactKind::Claimed { kind, intended } => match intended {
            None => format!("claimed {}", kind.word()),
            Some(RequestedMove::Text(text)) => format!("claimed {} {text}", kind.word()),
            Some(RequestedMove::Parts(_)) => return None,
        },
        FactKind::CompletedIllegalMove { text } => format!("completed_illegal_move {text}"),
        FactKind::Touched {
            squares: touched,
            adjusted,
        } => {
            format!(
                "{}{}",
                if *adjusted { "adjusted" } else { "touched" },
                squares(touched)
            )
        }
        FactKind::Designated { square } => format!("designated{}", squares(&[*square])),
        FactKind::Huffed { square } => format!("huffed{}", squares(&[*square])),
        FactKind::ArbiterDecided {
            outcome,
            decided_advantage,
        } => {
            let result = RESULTS.iter().find(|(_, result)| Some(*result) == *outcome);
            let result = result.map_or("-", |(word, _)| *word);
            let advantage = match decided_advantage {
                None => "",
                Some(true) => " advantage",
                Some(false) => " no_advantage",
            };
            format!("arbiter_decided {result}{advantage}")
        }
        kind => WORDS.iter().find(|(_, of)| of == kind)?.0.to_owned(),
    };
    let by = match fact.by {
        Side::White => "white",
        Side::Black => "black",
    };
    Some(format!("{by} {what}"))
}

/// The fact that the value of `[%fact …]` records. None if it is none.
#[must_use]
pub fn parse_fact(position: &Position, value: &str) -> Option<Fact> {
    let mut words = value.split_whitespace();
    let by = match words.next()? {
        "white" => Side::White,
        "black" => Side::Black,
        _ => return None,
    };
    let what = words.next()?;
    let rest: Vec<&str> = words.collect();
    let one = |rest: &[&str]| match rest {
        [name] => square(position, name),
        _ => None,
    };
    let kind = match what {
        "claimed" => FactKind::Claimed {
            kind: ClaimKind::from_word(rest.first()?)?,
            intended: match rest.as_slice() {
                [_] => None,
                [_, text @ ..] => Some(RequestedMove::Text(text.join(" "))),
                [] => return None,
            },
        },
        "completed_illegal_move" => FactKind::CompletedIllegalMove {
            text: rest.join(" "),
        },
        "touched" | "adjusted" => FactKind::Touched {
            squares: rest
                .iter()
                .map(|name| square(position, name))
                .collect::<Option<_>>()?,
            adjusted: what == "adjusted",
        },
        "designated" => FactKind::Designated {
            square: one(&rest)?,
        },
        "huffed" => FactKind::Huffed {
            square: one(&rest)?,
        },
        "arbiter_decided" => {
            let (result, advantage) = match rest.as_slice() {
                [result] => (*result, None),
                [result, "advantage"] => (*result, Some(true)),
                [result, "no_advantage"] => (*result, Some(false)),
                _ => return None,
            };
            let outcome = RESULTS
                .iter()
                .find(|(word, _)| *word == result)
                .map(|(_, outcome)| *outcome);
            if outcome.is_none() && result != "-" {
                return None;
            }
            FactKind::ArbiterDecided {
                outcome,
                decided_advantage: advantage,
            }
        }
        word if rest.is_empty() => WORDS.iter().find(|(of, _)| *of == word)?.1.clone(),
        _ => return None,
    };
    Some(Fact { by, kind })
}
