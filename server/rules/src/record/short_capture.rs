//! Which of several captures a short text means (`47x36`), where the moves behind it in the record tell.
//!
//! For each capture that the text can mean, the record is played on as far as it goes. As soon as all games that are
//! still legal began with the same capture, that one was played. The look-ahead is bounded: it costs at most
//! [`MOST_READS`] moves read for a whole record, whatever the record holds.

use super::Span;
use crate::{Move, Position, Violation, ViolationCode};

/// Games that are kept side by side.
const MOST_GAMES: usize = 32;
/// How many plies behind the capture are looked at.
const MOST_PLIES: u32 = 64;
/// Short captures of one record that are told so.
const MOST_TOLD: u32 = 64;
/// Moves that are read to tell all of them.
const MOST_READS: u32 = 4_096;

/// A short capture that could mean several, and what the record says it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShortCapture {
    /// Its ply, from 1.
    pub ply: u32,
    /// The move as the record has it.
    pub text: String,
    /// Every capture that it can mean, with its full path.
    pub candidates: Vec<String>,
    /// The one that was taken, with its full path.
    pub played: String,
    /// The ply that told, from 1: after it all games that are still legal began with that capture, or came to one
    /// position.
    pub told_by_ply: u32,
    /// Whether several captures remained, which came to the same position: it makes no difference which was played.
    pub same_position: bool,
}

/// A short capture in the text of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlacedShortCapture {
    /// The capture.
    pub capture: ShortCapture,
    /// Where it stands.
    pub span: Span,
}

/// What may still be spent on a record.
#[derive(Clone, Debug)]
pub(crate) struct Patience {
    captures: u32,
    reads: u32,
}

impl Patience {
    pub(crate) fn of_a_record() -> Patience {
        Patience {
            captures: MOST_TOLD,
            reads: MOST_READS,
        }
    }
}

/// One way to read the record on.
struct Line {
    candidate: usize,
    position: Position,
    /// Where in the record its next move stands.
    next: usize,
}

/// What the half-moves of a record from some place on can mean: each move with the place behind it. None: the record
/// says nothing more.
pub(crate) type Meanings = Option<Vec<(Move, usize)>>;

impl ShortCapture {
    /// Which capture a text means that was refused as ambiguous, by what follows it from `next` on.
    pub(crate) fn told(
        position: &Position,
        (ply, text): (u32, &str),
        violations: &[Violation],
        next: usize,
        read: impl FnMut(&Position, usize) -> Meanings,
        patience: &mut Patience,
    ) -> Option<(ShortCapture, Move)> {
        // In chess, where a text needs one letter more, a short one is a fault of its own.
        position.as_draughts()?;
        let candidates = meanings(position, violations);
        if !(2..=MOST_GAMES).contains(&candidates.len()) {
            return None;
        }
        patience.captures = patience.captures.checked_sub(1)?;
        let lines = candidates.iter().enumerate();
        let lines = lines.map(|(candidate, (_, m))| Line {
            candidate,
            position: position.after(m),
            next,
        });
        let told = tell(lines.collect(), read, patience)?;
        let (played, m) = candidates.get(told.candidate)?;
        let capture = ShortCapture {
            ply,
            text: text.to_owned(),
            played: played.clone(),
            told_by_ply: ply.saturating_add(told.plies),
            same_position: told.same_position,
            candidates: candidates.iter().map(|(text, _)| text.clone()).collect(),
        };
        Some((capture, *m))
    }
}

/// The moves that a refusal lists as what an ambiguous text can mean. Empty where the text is refused otherwise.
pub(crate) fn meanings(position: &Position, violations: &[Violation]) -> Vec<(String, Move)> {
    let [only] = violations else {
        return Vec::new();
    };
    let listed = only.required.as_ref().map(|required| &required.moves);
    let listed = listed.filter(|_| only.code == ViolationCode::Ambiguous);
    let moves = listed.into_iter().flatten().filter_map(|text| {
        let request = crate::MoveRequest::Text(text);
        let m = position
            .read_move(&request, &crate::Reading::default())
            .ok()?;
        Some((text.clone(), m))
    });
    moves.collect()
}

struct Told {
    candidate: usize,
    plies: u32,
    same_position: bool,
}

/// Plays all lines on, ply by ply.
fn tell(
    mut lines: Vec<Line>,
    mut read: impl FnMut(&Position, usize) -> Meanings,
    patience: &mut Patience,
) -> Option<Told> {
    for plies in 1..=MOST_PLIES {
        let mut later: Vec<Line> = Vec::with_capacity(lines.len());
        for line in &lines {
            patience.reads = patience.reads.checked_sub(1)?;
            for (m, next) in read(&line.position, line.next)? {
                let new = Line {
                    candidate: line.candidate,
                    position: line.position.after(&m),
                    next,
                };
                let known = later.iter().any(|old| {
                    old.candidate == new.candidate
                        && old.next == new.next
                        && old.position == new.position
                });
                if !known {
                    later.push(new);
                }
            }
        }
        let first = later.first()?;
        let candidate = first.candidate;
        let same_position = later
            .iter()
            .all(|line| line.next == first.next && line.position == first.position);
        let is_told = later.iter().all(|line| line.candidate == candidate);
        if is_told || same_position {
            return Some(Told {
                candidate,
                plies,
                same_position: !is_told,
            });
        }
        if later.len() > MOST_GAMES {
            return None;
        }
        lines = later;
    }
    None
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::{Reading, Ruleset, Strictness, Variant, draughts};

    /// White's 47x36 takes the man on 14 or the one on 19.
    fn ambiguous() -> (Position, Vec<Violation>) {
        let law = Ruleset::standard(Variant::parse("international").unwrap()).unwrap();
        let fen = "W:WK47:B14,19,29,31,42";
        let position = Position::from_fen(&law, fen, Strictness::Strict).unwrap();
        let request = crate::MoveRequest::Text("47x36");
        let refusal = position.position.read_move(&request, &Reading::default());
        let violations = refusal.unwrap_err().violations().to_vec();
        (position.position, violations)
    }

    fn told(read: impl FnMut(&Position, usize) -> Meanings) -> Option<ShortCapture> {
        let (position, violations) = ambiguous();
        let mut patience = Patience::of_a_record();
        let capture = (5, "47x36");
        let told = ShortCapture::told(&position, capture, &violations, 1, read, &mut patience);
        told.map(|(capture, _)| capture)
    }

    /// The one piece of the side to move goes to this square, or stays where it is.
    fn goes(position: &Position, to: Option<&str>) -> Move {
        let board = position.as_draughts().unwrap();
        let mover = board.side_to_move();
        let is_movers = |square: &crate::Square| {
            let piece = board.piece_at(*square);
            piece.is_some_and(|piece| piece.side == mover)
        };
        let from = board.geometry().squares().find(is_movers).unwrap();
        let to = to.map_or(from, |name| board.geometry().parse(name).unwrap());
        Move::Draughts(draughts::Move {
            from,
            to,
            captured: draughts::SquareSet::EMPTY,
            promotes: false,
            offence: draughts::Offence::None,
        })
    }

    #[test]
    fn captures_that_come_to_one_position_need_not_be_told_apart() {
        let told =
            told(|position, next| Some(vec![(goes(position, Some("3")), next + 1)])).unwrap();
        assert!(told.same_position);
        assert_eq!((told.ply, told.told_by_ply), (5, 6));
        assert_eq!(told.candidates.len(), 2);
        assert!(told.candidates.contains(&told.played));
    }

    #[test]
    fn nothing_is_told_by_a_record_that_ends_or_fits_none() {
        assert_eq!(told(|_, _| None), None);
        assert_eq!(told(|_, _| Some(Vec::new())), None);
    }

    #[test]
    fn the_look_ahead_has_an_end() {
        let mut reads = 0;
        // Moves that say nothing.
        let told = told(|position, next| {
            reads += 1;
            Some(vec![(goes(position, None), next + 1)])
        });
        assert_eq!(told, None);
        assert_eq!(reads, 2 * MOST_PLIES);
    }
}
