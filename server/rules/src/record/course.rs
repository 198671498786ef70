//! The course of a game between a record and its text: every half-move with the position in which it was made, those
//! that were corrected too, and every fact with its place. What is written so reads as it was.

use super::{Element, Replay, Span, Transcript, actions, fact_value};
use crate::game::{Action, Fact, FactKind, RequestedMove, RequestedParts};
use crate::{Kind, Move, Position, Reading, Side};

/// What happened in a game, in order.
#[derive(Clone, Debug)]
pub struct Course {
    /// Every half-move with the position in which it was made, those among them that were corrected afterwards. Of a capture that was
    /// left unfinished the position is one in which captures may stop on their way.
    pub moves: Vec<(Position, Move)>,
    /// Every fact with the number of [`Course::moves`] before it, and where the text says it; nothing where a tag does.
    pub facts: Vec<(usize, Fact, Option<Span>)>,
    /// For every number of half-moves of the text: how many of [`Course::moves`] they are.
    pub after: Vec<usize>,
    /// The places of commands that name a fact and cannot be read.
    pub unread: Vec<Span>,
}

impl Course {
    /// The course of a record, up to the stop of its replay.
    #[must_use]
    pub fn of(transcript: &Transcript<'_>, replay: &Replay) -> Course {
        let (recorded, unread) = actions(transcript, replay);
        let mut course = Course {
            moves: Vec::with_capacity(replay.line.len()),
            facts: Vec::new(),
            after: vec![0],
            unread,
        };
        for step in recorded {
            match step.action {
                Action::Fact(fact) => course.facts.push((course.moves.len(), fact, step.span)),
                Action::Move(_) => {
                    let Some(made) = replay.line.get(course.moves.len()) else {
                        break;
                    };
                    course.moves.push((made.position.clone(), made.m));
                    let here =
                        std::iter::repeat_n(course.moves.len(), usize::from(made.half_moves));
                    course.after.extend(here);
                }
            }
        }
        course
    }
}

/// Why a game cannot be written with its facts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unwritable {
    /// A fact names squares that the board does not have.
    #[error("fact {index} cannot be written")]
    Fact {
        /// Its index.
        index: usize,
    },
}

/// The elements that write a game: its moves in the notation of the text, every fact after so many of them, in that order, and
/// what `notes` has to say after each. A move that was corrected stands as `[%corrected MOVE]` at the one in its place,
/// behind what was said between the two, a huff as `[%huff c3]`, an offer with a move as `(=)`, any other fact as `[%fact …]`.
///
/// # Errors
/// A fact that cannot be written.
pub fn elements(
    start: &Position,
    moves: &[String],
    facts: &[(usize, Fact)],
    mut notes: impl FnMut(usize) -> Vec<Element>,
) -> Result<Vec<Element>, Unwritable> {
    let mut writer = Writer {
        start,
        turn: start.side_to_move(),
        out: Vec::with_capacity(moves.len() + facts.len()),
        moved: false,
    };
    let mut held: Option<(&String, Vec<Element>)> = None;
    let mut next = 0;
    writer.out.extend(notes(0));
    for ply in 0..=moves.len() {
        let first = next;
        next += facts[first..]
            .iter()
            .take_while(|(at, _)| *at <= ply)
            .count();
        let here = &facts[first..next];
        let asked = |(_, fact): &(usize, Fact)| fact.kind == FactKind::RequestedCorrection;
        let text = ply.checked_sub(1).and_then(|index| moves.get(index));
        // A request behind a capture that a fact left unfinished is about that one, and not about the move before it.
        let of_the_move = here.iter().take_while(|(_, fact)| !is_a_stop(fact));
        let corrected = held.is_none() && ply < moves.len() && of_the_move.into_iter().any(asked);
        match text {
            Some(text) if corrected => held = Some((text, notes(ply))),
            Some(text) => {
                writer.out.push(Element::Move(text.clone()));
                writer.turn = writer.turn.opponent();
                writer.moved = true;
                if let Some((replaced, elements)) = held.take() {
                    writer.out.extend(elements);
                    writer.out.push(command("corrected", replaced.clone()));
                }
                writer.out.extend(notes(ply));
            }
            None => {}
        }
        // `corrected` says the request, unless something was said after it.
        let is_said = here.last().is_some_and(asked);
        for (index, said) in (first..).zip(here) {
            match &mut held {
                Some(_) if corrected && is_said && asked(said) => {}
                Some((_, elements)) if corrected => elements.push(writer.plain(index, &said.1)?),
                _ => writer.fact(index, &said.1)?,
            }
        }
    }
    Ok(writer.out)
}

struct Writer<'p> {
    start: &'p Position,
    turn: Side,
    out: Vec<Element>,
    /// Whether a move is among them.
    moved: bool,
}

impl Writer<'_> {
    /// Writes a fact in the shortest way that reads as the same one.
    fn fact(&mut self, index: usize, fact: &Fact) -> Result<(), Unwritable> {
        let element = match (&fact.kind, self.start) {
            (FactKind::OfferedDraw, _) if self.moved && fact.by == self.turn.opponent() => {
                Element::DrawOffer
            }
            (FactKind::Huffed { square }, Position::Draughts(start))
                if self.moved && fact.by == self.turn =>
            {
                command("huff", start.geometry().name(*square))
            }
            _ => self.plain(index, fact)?,
        };
        self.out.push(element);
        Ok(())
    }

    fn plain(&self, index: usize, fact: &Fact) -> Result<Element, Unwritable> {
        let value = fact_value(self.start, fact).ok_or(Unwritable::Fact { index })?;
        Ok(command("fact", value))
    }
}

/// Whether it is itself a capture that was left unfinished, and not only said of one.
const fn is_a_stop(fact: &Fact) -> bool {
    matches!(fact.kind, FactKind::Released { stopped: Some(_) })
}

fn command(name: &str, value: String) -> Element {
    Element::Command {
        name: name.to_owned(),
        value,
    }
}

impl Fact {
    /// The same fact with a move in words instead of squares, so that a record can hold it: an intended move as the position reads it,
    /// or where it is not legal, from square to square; a capture that was left unfinished by every square on its way.
    #[must_use]
    pub fn in_words(self, position: &Position) -> Fact {
        let kind = match &self.kind {
            FactKind::Claimed {
                kind,
                intended: Some(request @ RequestedMove::Parts(parts)),
            } => {
                let read = position.read_move(&request.as_request(), &Reading::default());
                let written = read.ok().and_then(|m| position.texts(&[m]).ok()?.pop());
                let text = written.unwrap_or_else(|| squares(parts, "-"));
                FactKind::Claimed {
                    kind: *kind,
                    intended: Some(RequestedMove::Text(text.into())),
                }
            }
            FactKind::Released {
                stopped: Some(RequestedMove::Parts(parts)),
            } => FactKind::Released {
                stopped: Some(RequestedMove::Text(squares(parts, "x").into())),
            },
            _ => return self,
        };
        Fact { by: self.by, kind }
    }
}

/// A move from square to square, with this sign between them.
fn squares(parts: &RequestedParts, sign: &str) -> String {
    if parts.from.is_empty() {
        return format!("@{}", parts.to);
    }
    let mut names = vec![parts.from.as_str()];
    names.extend(parts.path.iter().map(String::as_str));
    names.push(&parts.to);
    let promotion = match parts.promotion {
        Some(Kind::Queen) => "=Q",
        Some(Kind::Rook) => "=R",
        Some(Kind::Bishop) => "=B",
        Some(Kind::Knight) => "=N",
        _ => "",
    };
    names.join(sign) + promotion
}
