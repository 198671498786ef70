//! Facts beside the board in a record: `[%fact white flag_fell]`, `[%huff c3]`, and what a whole record says as the
//! list of actions that a game is made of.

use std::ops::Range;

use super::{Remark, RemarkKind, Replay, Span, Transcript};
use crate::game::{Action, ClaimKind, Fact, FactKind, RequestedMove};
use crate::rulebook::StartFault;
use crate::{Outcome, Position, Side, Square, chess};

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
    let mut out = Vec::with_capacity(transcript.half_moves.len());
    let take = |action, span| out.push(RecordedAction { action, span });
    let unread = each_action(transcript, &replay.start, &replay.parts(), take);
    (out, unread)
}

/// Hands over what [`actions`] lists, one by one, each with its place. `parts`: how many half-moves each move stands for, as
/// [`Replay::parts()`] has it. What is behind their end stands for one each.
pub(crate) fn each_action(
    transcript: &Transcript<'_>,
    start: &Position,
    parts: &[u8],
    take: impl FnMut(Action, Option<Span>),
) -> Vec<Span> {
    let mut list = Actions {
        transcript,
        position: start,
        next_remark: 0,
        take,
        fallen: [false; 2],
        unread: Vec::new(),
    };
    let mut mover = start.side_to_move();
    list.remarks(0, mover);
    let mut index = 0;
    let mut parts = parts.iter();
    while let Some(half_move) = transcript.half_moves.get(index) {
        let parts = parts.next().copied().unwrap_or(1);
        let parts_here = transcript.half_moves[index..].iter();
        let replaced = parts_here
            .take(usize::from(parts))
            .find_map(|it| it.corrects);
        if let Some(replaced) = replaced {
            list.add(Action::text(replaced.text.trim()), Some(half_move.span));
            let before = list.take_until(replaced.remarks);
            let asked = Fact {
                by: mover.opponent(),
                kind: FactKind::RequestedCorrection,
            };
            if !list.facts(before, mover.opponent(), Some(&asked)) {
                list.add(Action::Fact(asked), Some(half_move.span));
            }
        }
        let text = transcript.request(start, index, parts);
        list.add(Action::Move(text), Some(half_move.span));
        index += usize::from(parts);
        mover = mover.opponent();
        list.remarks(index, mover);
    }
    let first = match start {
        Position::Chess(_) => Side::White,
        Position::Draughts(position) => position.rules().first_player,
    };
    if let Some(side) = transcript.flag_fell(first)
        && !list.fallen[side.index()]
    {
        list.add(Action::fact(side, FactKind::FLAG_FELL), None);
    }
    list.unread
}

struct Actions<'t, F> {
    transcript: &'t Transcript<'t>,
    position: &'t Position,
    next_remark: usize,
    take: F,
    /// Whose flag fell, by the facts so far.
    fallen: [bool; 2],
    unread: Vec<Span>,
}

impl<F: FnMut(Action, Option<Span>)> Actions<'_, F> {
    fn add(&mut self, action: Action, span: Option<Span>) {
        (self.take)(action, span);
    }

    /// Adds what happened up to this many half-moves; `turn` is to move then.
    fn remarks(&mut self, half_moves: usize, turn: Side) {
        let here = |remark: &&Remark<'_>| remark.after_ply as usize <= half_moves;
        let open = &self.transcript.remarks[self.next_remark..];
        let count = open.iter().take_while(here).count();
        if count > 0 {
            let said = self.take_until(self.next_remark + count);
            self.facts(said, turn, None);
        }
    }

    /// The remarks up to this one, which are then done with.
    fn take_until(&mut self, until: usize) -> Range<usize> {
        let from = self.next_remark;
        self.next_remark = from.max(until);
        from..self.next_remark
    }

    /// Adds the facts among some remarks; `turn` is to move then. Returns whether this one is among them.
    fn facts(&mut self, remarks: Range<usize>, turn: Side, wanted: Option<&Fact>) -> bool {
        let mut found = false;
        for remark in &self.transcript.remarks[remarks] {
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
            let Some(fact) = fact else {
                self.unread.push(remark.span);
                continue;
            };
            found |= wanted == Some(&fact);
            self.fallen[fact.by.index()] |= matches!(fact.kind, FactKind::FlagFell { .. });
            self.add(Action::Fact(fact), Some(remark.span));
        }
        found
    }
}

/// A square by its name in the position's notation.
fn square(position: &Position, name: &str) -> Option<Square> {
    match position {
        Position::Draughts(position) => position.geometry().parse(name),
        Position::Chess(_) => chess::parse_square(name),
    }
}

/// Characters that a command of a comment cannot hold, and the sign that stands for them.
const ESCAPED: [(char, &str); 5] = [
    ('%', "%25"),
    ('[', "%5B"),
    (']', "%5D"),
    ('{', "%7B"),
    ('}', "%7D"),
];

/// A text as the value of a command can hold it.
fn escaped(text: &str) -> String {
    let sign = |c: char| {
        ESCAPED
            .iter()
            .find(|(of, _)| *of == c)
            .map(|(_, sign)| *sign)
    };
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match sign(c) {
            Some(sign) => out.push_str(sign),
            None => out.push(if c.is_control() { ' ' } else { c }),
        }
    }
    out
}

fn unescaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        match ESCAPED.iter().find(|(_, sign)| rest.starts_with(sign)) {
            Some((of, sign)) => {
                out.push(*of);
                rest = &rest[sign.len()..];
            }
            None => {
                out.push(c);
                rest = &rest[c.len_utf8()..];
            }
        }
    }
    out
}

/// Facts that are one word.
const WORDS: [(&str, FactKind); 13] = [
    ("resigned", FactKind::Resigned),
    ("offered_draw", FactKind::OfferedDraw),
    ("accepted_draw", FactKind::AcceptedDraw),
    ("refused_draw", FactKind::RefusedDraw),
    ("pressed_without_moving", FactKind::PressedWithoutMoving),
    ("let_stand", FactKind::LetStand),
    ("requested_correction", FactKind::RequestedCorrection),
    ("released", FactKind::Released { stopped: None }),
    ("took_back", FactKind::TookBack),
    ("absent", FactKind::Absent),
    ("offered_perpetual_check", FactKind::OfferedPerpetualCheck),
    ("illegal_position_stood", FactKind::IllegalPositionStood),
    ("used_two_hands", FactKind::UsedTwoHands),
];

const RESULTS: [(&str, Outcome); 6] = [
    ("1-0", Outcome::Win(Side::White)),
    ("0-1", Outcome::Win(Side::Black)),
    ("1/2-1/2", Outcome::Draw),
    ("0-0", Outcome::BothLose),
    ("1/2-0", Outcome::HalfPoint(Side::White)),
    ("0-1/2", Outcome::HalfPoint(Side::Black)),
];

/// The value of the command `[%fact …]` that records a fact: who, what, and what belongs to it. None for a move that
/// is given by squares: give its text.
#[must_use]
pub fn fact_value(position: &Position, fact: &Fact) -> Option<String> {
    let squares = |squares: &[Square]| -> String {
        squares
            .iter()
            .map(|square| format!(" {}", position.square_name(*square)))
            .collect()
    };
    let what = match &fact.kind {
        FactKind::Claimed { kind, intended } => match intended {
            None => format!("claimed {}", kind.word()),
            Some(RequestedMove::Text(text)) => {
                format!("claimed {} {}", kind.word(), escaped(text))
            }
            Some(RequestedMove::Parts(_)) => return None,
        },
        FactKind::FlagFell { last_period } => match last_period {
            None => "flag_fell".to_owned(),
            Some(true) => "flag_fell last_period".to_owned(),
            Some(false) => "flag_fell earlier_period".to_owned(),
        },
        FactKind::Released {
            stopped: Some(stopped),
        } => match stopped {
            RequestedMove::Text(text) => format!("released {}", escaped(text)),
            RequestedMove::Parts(_) => return None,
        },
        FactKind::CompletedIllegalMove { text } => {
            format!("completed_illegal_move {}", escaped(text))
        }
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
        FactKind::FoundIrregularStart { fault } => format!("found {fault}"),
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
        "flag_fell" => FactKind::FlagFell {
            last_period: match rest.as_slice() {
                [] => None,
                ["last_period"] => Some(true),
                ["earlier_period"] => Some(false),
                _ => return None,
            },
        },
        "claimed" => FactKind::Claimed {
            kind: ClaimKind::from_word(rest.first()?)?,
            intended: match rest.as_slice() {
                [_] => None,
                [_, text @ ..] => Some(unescaped(&text.join(" ")).as_str().into()),
                [] => return None,
            },
        },
        "released" if !rest.is_empty() => FactKind::Released {
            stopped: Some(unescaped(&rest.join(" ")).as_str().into()),
        },
        "completed_illegal_move" => FactKind::CompletedIllegalMove {
            text: unescaped(&rest.join(" ")),
        },
        "touched" | "adjusted" => FactKind::Touched {
            squares: rest
                .iter()
                .map(|name| square(position, name))
                .collect::<Option<_>>()?,
            adjusted: what == "adjusted",
        },
        "found" => FactKind::FoundIrregularStart {
            fault: match rest.as_slice() {
                [word] => StartFault::from_word(word)?,
                _ => return None,
            },
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
